//! Parts of a view that change, boxed, so that the code which updates them exists once and not once per closure: each
//! closure that a view holds directly costs the download one to two kilobytes.

use leptos::prelude::*;

/// Something that is shown anew whenever what it reads changes.
pub(super) fn dynamic<V: IntoView + 'static>(view: impl Fn() -> V + Send + 'static) -> AnyView {
    boxed(Box::new(move || view().into_any()))
}

fn boxed(view: Box<dyn Fn() -> AnyView + Send>) -> AnyView {
    (move || view()).into_any()
}

/// Something that is shown while a condition holds.
#[component]
pub(super) fn When(
    /// The condition.
    is: Signal<bool>,
    /// What is shown.
    children: ChildrenFn,
) -> AnyView {
    let is = Memo::new(move |_| is.get());
    boxed(Box::new(move || is.get().then(|| children()).into_any()))
}

/// A text that changes, for attributes and content.
pub(super) fn text(text: impl Fn() -> String + Send + Sync + 'static) -> Signal<String> {
    Signal::derive(text)
}

/// A condition that changes, for attributes and classes.
pub(super) fn flag(flag: impl Fn() -> bool + Send + Sync + 'static) -> Signal<bool> {
    Signal::derive(flag)
}
