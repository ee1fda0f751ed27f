//! Frames, pauses, and the marks that measurements read.

use std::cell::Cell;
use std::future::poll_fn;
use std::pin::pin;
use std::task::Poll;

use js_sys::{Function, Promise};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Performance, window};

use super::console::reported;

#[wasm_bindgen]
extern "C" {
    /// Fails in browsers that do not have it.
    #[wasm_bindgen(catch, js_namespace = scheduler, js_name = postTask)]
    fn post_task(function: &Function) -> Result<Promise, JsValue>;
}

/// Milliseconds since the page was opened.
#[must_use]
pub fn now_ms() -> f64 {
    performance().map_or(0.0, |performance| performance.now())
}

fn performance() -> Option<Performance> {
    window()?.performance()
}

/// Milliseconds since 1970 (UTC).
#[must_use]
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "milliseconds since 1970 fit"
)]
pub fn wall_clock_ms() -> u64 {
    js_sys::Date::now() as u64
}

/// Runs a closure once, after a delay.
pub fn after(ms: i32, run: impl FnOnce() + 'static) {
    call_after(ms, &called_once(Box::new(run)));
}

/// A closure as a JavaScript function. Boxed, so that this is compiled once.
fn called_once(run: Box<dyn FnOnce()>) -> Function {
    Closure::once_into_js(run).unchecked_into()
}

/// Calls a JavaScript function once, after a delay.
pub(crate) fn call_after(ms: i32, function: &Function) {
    if let Some(window) = window() {
        reported(window.set_timeout_with_callback_and_timeout_and_arguments_0(function, ms));
    }
}

/// Runs a closure once, before the next frame is painted.
pub fn before_paint(run: impl FnOnce() + 'static) {
    if let Some(window) = window() {
        reported(window.request_animation_frame(&called_once(Box::new(run))));
    }
}

/// Runs a closure once, after the next frame was painted.
pub fn after_paint(run: impl FnOnce() + 'static) {
    before_paint(move || after(0, run));
}

/// The time after which a pause waits for a timer, in milliseconds: tasks that follow one another keep a browser from
/// painting, and timers let some milliseconds pass.
const UNPAINTED_MS: f64 = 30.0;

thread_local! {
    /// The time of the last pause that waited for a timer.
    static LAST_TIMER: Cell<f64> = const { Cell::new(f64::MIN) };
}

/// Lets the browser take input before going on, and paint if it had no time for that lately.
pub async fn pause() {
    let turn = Promise::new(&mut |resolve, _| {
        let is_painted = now_ms() - LAST_TIMER.get() < UNPAINTED_MS;
        if !is_painted || post_task(&resolve).is_err() {
            LAST_TIMER.set(now_ms());
            call_after(0, &resolve);
        }
    });
    reported(JsFuture::from(turn).await);
}

/// The time that a page computes before the browser has its turn, in milliseconds: about half of a frame, since it has to
/// lay out what changed in the other half.
const SLICE_MS: f64 = 8.0;

/// A slice of the time of a page, which computes and is used at once.
#[derive(Debug)]
pub struct TimeSlice {
    began: f64,
}

impl TimeSlice {
    /// Begins a slice.
    #[must_use]
    pub fn begin() -> Self {
        TimeSlice { began: now_ms() }
    }

    /// Returns `true` once the browser should have its turn.
    #[must_use]
    pub fn is_over(&self) -> bool {
        now_ms() - self.began > SLICE_MS
    }

    /// [Pauses](pause) once the slice is over, and begins the next one. Returns `true` if it did.
    pub async fn pause_if_over(&mut self) -> bool {
        let is_over = self.is_over();
        if is_over {
            pause().await;
            *self = TimeSlice::begin();
        }
        is_over
    }
}

/// Calls `step` until it returns `false`, and lets the browser paint and take input in between.
pub async fn in_slices(mut step: impl FnMut() -> bool) {
    let mut slice = TimeSlice::begin();
    while step() {
        slice.pause_if_over().await;
    }
}

/// Waits a number of milliseconds.
pub async fn wait(ms: i32) {
    let elapsed = Promise::new(&mut |resolve, _| call_after(ms, &resolve));
    reported(JsFuture::from(elapsed).await);
}

/// Waits for a future; `None` if it takes longer than this number of milliseconds.
pub async fn within<T>(ms: i32, work: impl Future<Output = T>) -> Option<T> {
    let (mut work, mut end) = (pin!(work), pin!(wait(ms)));
    poll_fn(|context| match work.as_mut().poll(context) {
        Poll::Ready(value) => Poll::Ready(Some(value)),
        Poll::Pending => end.as_mut().poll(context).map(|()| None),
    })
    .await
}

fn mark(name: &str, edge: &str) {
    if let Some(performance) = performance() {
        reported(performance.mark(&format!("spanwise:{name}:{edge}")));
    }
}

/// Marks the start of a measured interaction, and its end once the result is painted.
pub fn measured<T>(name: &'static str, run: impl FnOnce() -> T) -> T {
    start(name);
    let result = run();
    end_after_paint(name);
    result
}

/// Marks the start of a measured interaction.
pub fn start(name: &'static str) {
    mark(name, "start");
}

/// Marks the end of a measured interaction once the next frame is painted.
pub fn end_after_paint(name: &'static str) {
    after_paint(move || mark(name, "end"));
}
