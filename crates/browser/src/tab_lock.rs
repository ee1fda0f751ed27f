//! One writer per work, among all tabs of this browser.
//!
//! Web Locks are held until the tab closes or crashes, and can be stolen by a tab that the person prefers.

use std::cell::RefCell;
use std::rc::Rc;

use js_sys::{Function, Promise};
use wasm_bindgen::prelude::*;

use super::console::reported;
use super::objects::{member, object};

/// The state of a requested lock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TabLockState {
    /// This tab is the writer.
    Held,
    /// Another tab is.
    Elsewhere,
    /// It was held here, and another tab took it over.
    Lost,
    /// This browser has no locks.
    Unsupported,
}

/// The treatment of another tab that holds a requested lock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TabLockMode {
    /// The other tab keeps the lock.
    IfAvailable,
    /// The lock is taken over from the other tab.
    TakeOver,
}

/// A lock that was requested and may be held. Dropping it releases the lock.
#[derive(Debug, Default)]
pub struct TabLockClaim {
    release: Rc<RefCell<Option<Function>>>,
}

impl Drop for TabLockClaim {
    fn drop(&mut self) {
        if let Some(release) = self.release.borrow_mut().take() {
            reported(release.call0(&JsValue::NULL));
        }
    }
}

/// Requests the lock of a work. Calls back with each of its states, as long as the claim lives.
#[must_use]
pub fn request(
    work: &str,
    mode: TabLockMode,
    outcome: impl Fn(TabLockState) + 'static,
) -> TabLockClaim {
    let claim = TabLockClaim::default();
    let outcome = Rc::new(outcome);
    if ask(work, mode, &claim, &outcome).is_none() {
        outcome(TabLockState::Unsupported);
    }
    claim
}

fn ask(
    work: &str,
    mode: TabLockMode,
    claim: &TabLockClaim,
    outcome: &Rc<impl Fn(TabLockState) + 'static>,
) -> Option<()> {
    let navigator = web_sys::window()?.navigator();
    let locks = member(&navigator, "locks")?;
    let request: Function = member(&locks, "request")?.dyn_into().ok()?;
    let option = match mode {
        TabLockMode::IfAvailable => "ifAvailable",
        TabLockMode::TakeOver => "steal",
    };
    let options = object([(option, JsValue::TRUE)]);
    let granted = outcome.clone();
    let release = Rc::downgrade(&claim.release);
    let on_grant = Closure::once_into_js(move |lock: JsValue| -> JsValue {
        if lock.is_null() {
            granted(TabLockState::Elsewhere);
            return JsValue::UNDEFINED;
        }
        // The lock is held until the promise returned here settles, or the tab goes.
        let Some(release) = release.upgrade() else { return JsValue::UNDEFINED };
        granted(TabLockState::Held);
        Promise::new(&mut |resolve, _| *release.borrow_mut() = Some(resolve)).into()
    });
    let name = JsValue::from_str(&format!("spanwise/{work}"));
    let promise = request.call3(&locks, &name, &options, &on_grant).ok()?;
    let lost = outcome.clone();
    let on_loss = Closure::once_into_js(move |_: JsValue| lost(TabLockState::Lost));
    let on_loss: &Function = on_loss.unchecked_ref();
    let catch = member(&promise, "catch")?;
    catch.dyn_into::<Function>().ok()?.call1(&promise, on_loss).ok()?;
    Some(())
}
