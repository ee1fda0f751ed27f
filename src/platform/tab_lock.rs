//! One writer per work, among all tabs of this browser.
//!
//! Web Locks are held until the tab closes or crashes, and can be stolen by a tab that the person prefers.

use std::rc::Rc;

use js_sys::{Function, Object, Promise, Reflect};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;

/// What became of asking for a lock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lock {
    /// This tab is the writer.
    Held,
    /// Another tab is.
    Elsewhere,
    /// It was held here, and another tab took it over.
    Lost,
    /// This browser has no locks.
    Unsupported,
}

/// Asks for the lock of a work, taking it over from another tab if `steal`. Calls back with each outcome.
pub fn request(work: &str, steal: bool, outcome: impl Fn(Lock) + 'static) {
    let outcome = Rc::new(outcome);
    if ask(work, steal, &outcome).is_none() {
        outcome(Lock::Unsupported);
    }
}

fn ask(work: &str, steal: bool, outcome: &Rc<impl Fn(Lock) + 'static>) -> Option<()> {
    let navigator = web_sys::window()?.navigator();
    let locks = Reflect::get(&navigator, &JsValue::from_str("locks")).ok()?;
    let request: Function =
        Reflect::get(&locks, &JsValue::from_str("request")).ok()?.dyn_into().ok()?;
    let options = Object::new();
    let option = if steal { "steal" } else { "ifAvailable" };
    Reflect::set(&options, &JsValue::from_str(option), &JsValue::TRUE).ok()?;
    let granted = outcome.clone();
    let on_grant = Closure::once_into_js(move |lock: JsValue| -> JsValue {
        if lock.is_null() {
            granted(Lock::Elsewhere);
            return JsValue::UNDEFINED;
        }
        granted(Lock::Held);
        // A promise that never settles keeps the lock until the tab goes.
        Promise::new(&mut |_, _| {}).into()
    });
    let name = JsValue::from_str(&format!("spanwise/{work}"));
    let promise = request.call3(&locks, &name, &options, &on_grant).ok()?;
    let lost = outcome.clone();
    let on_loss = Closure::once_into_js(move |_: JsValue| lost(Lock::Lost));
    let promise: Promise = promise.dyn_into().ok()?;
    let on_loss: &Function = on_loss.unchecked_ref();
    Reflect::get(&promise, &JsValue::from_str("catch"))
        .ok()?
        .dyn_into::<Function>()
        .ok()?
        .call1(&promise, on_loss)
        .ok()?;
    Some(())
}
