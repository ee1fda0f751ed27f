//! Signals that views are bound to.

use leptos::prelude::{LocalStorage, RenderEffect, Signal, StoredValue};

/// A text that changes with the signals it reads.
pub(crate) fn text(text: impl Fn() -> String + Send + Sync + 'static) -> Signal<String> {
    Signal::derive(text)
}

/// A condition that changes with the signals it reads.
pub(crate) fn flag(flag: impl Fn() -> bool + Send + Sync + 'static) -> Signal<bool> {
    Signal::derive(flag)
}

/// Runs now, and again whenever a signal that it read has changed, until the owner in which this was called is cleaned
/// up.
pub(super) fn render_effect(mut run: Box<dyn FnMut()>) {
    let effect = RenderEffect::new(move |_: Option<()>| run());
    StoredValue::<_, LocalStorage>::new_local(effect);
}
