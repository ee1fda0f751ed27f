//! Pauses, in which the browser paints and takes input.

use std::cell::Cell;
use std::rc::Rc;

use spanwise_browser::timing::{before_paint, in_slices, now_ms};
use wasm_bindgen_test::*;

/// Counts the frames from now on.
fn count_frames(frames: Rc<Cell<usize>>) {
    before_paint(move || {
        frames.set(frames.get() + 1);
        count_frames(frames);
    });
}

#[wasm_bindgen_test]
async fn frames_are_painted_between_slices() {
    let frames = Rc::new(Cell::new(0));
    count_frames(frames.clone());
    let until = now_ms() + 500.0;
    in_slices(|| now_ms() < until).await;
    assert!(frames.get() >= 10, "{} frames in half a second", frames.get());
}
