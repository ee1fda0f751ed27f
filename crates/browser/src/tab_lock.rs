//! One writer per work, among all tabs of this browser.
//!
//! Web Locks are held until the tab closes or crashes, and can be stolen by a tab that the person prefers.

use std::cell::RefCell;
use std::rc::Rc;

use js_sys::{Function, Promise};
use wasm_bindgen::prelude::*;

use super::console::reported;
use super::objects::{member, object};

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

/// A claim to a lock. Dropping it gives the lock back.
#[derive(Debug, Default)]
pub struct Claim {
    release: Rc<RefCell<Option<Function>>>,
}

impl Drop for Claim {
    fn drop(&mut self) {
        if let Some(release) = self.release.borrow_mut().take() {
            reported(release.call0(&JsValue::NULL));
        }
    }
}

/// Asks for the lock of a work, taking it over from another tab if `steal`. Calls back with each outcome, as long as the
/// claim is held.
#[must_use]
pub fn request(work: &str, steal: bool, outcome: impl Fn(Lock) + 'static) -> Claim {
    let claim = Claim::default();
    let outcome = Rc::new(outcome);
    if ask(work, steal, &claim, &outcome).is_none() {
        outcome(Lock::Unsupported);
    }
    claim
}

fn ask(
    work: &str,
    steal: bool,
    claim: &Claim,
    outcome: &Rc<impl Fn(Lock) + 'static>,
) -> Option<()> {
    let navigator = web_sys::window()?.navigator();
    let locks = member(&navigator, "locks")?;
    let request: Function = member(&locks, "request")?.dyn_into().ok()?;
    let options = object([(if steal { "steal" } else { "ifAvailable" }, JsValue::TRUE)]);
    let granted = outcome.clone();
    let release = Rc::downgrade(&claim.release);
    let on_grant = Closure::once_into_js(move |lock: JsValue| -> JsValue {
        if lock.is_null() {
            granted(Lock::Elsewhere);
            return JsValue::UNDEFINED;
        }
        // The lock is held until the promise returned here settles, or the tab goes.
        let Some(release) = release.upgrade() else { return JsValue::UNDEFINED };
        granted(Lock::Held);
        Promise::new(&mut |resolve, _| *release.borrow_mut() = Some(resolve)).into()
    });
    let name = JsValue::from_str(&format!("spanwise/{work}"));
    let promise = request.call3(&locks, &name, &options, &on_grant).ok()?;
    let lost = outcome.clone();
    let on_loss = Closure::once_into_js(move |_: JsValue| lost(Lock::Lost));
    let on_loss: &Function = on_loss.unchecked_ref();
    let catch = member(&promise, "catch")?;
    catch.dyn_into::<Function>().ok()?.call1(&promise, on_loss).ok()?;
    Some(())
}
