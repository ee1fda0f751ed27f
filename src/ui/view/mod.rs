//! Views over Leptos's signals: the words of Leptos's builder, with one type for all elements.
//!
//! Signals, memos, effects, owners, context and events are Leptos's own. Only the elements are ours: with Leptos's, at
//! the least that they can cost, a first visit is 560 KB where its budget is 540 (measured; ARCHITECTURE.md, Decisions).
//! Leptos gives every element, attribute and list of children a type of its own. Here an element is one type, [`El`], a
//! piece of the page another, [`View`], and each kind of thing one function that is compiled once.
//!
//! | Here | Leptos's builder | `view!` |
//! |---|---|---|
//! | `el("div")`, `svg("path")` | `html::div()`, `svg::path()` | `<div>`, `<path>` |
//! | `.child(view)` | `.child(view)` | what is between the tags |
//! | `.attr("title", value)` | `.attr("title", value)` | `title=value` |
//! | `.class("a b")` | `.class("a b")`; here it replaces the classes | `class="a b"` |
//! | `.class(("a", flag))` | `.class(("a", flag))` | `class:a=flag` |
//! | `.style(("--tint", value))` | `.style(("--tint", value))` | `style:--tint=value` |
//! | `.prop("value", value)` | `.prop("value", value)` | `prop:value=value` |
//! | `.on(ev::input, move \|event\| ..)` | the same | `on:input=move \|event\| ..` |
//! | `.on_click(move \|\| ..)` | `.on(ev::click, move \|_\| ..)` | `on:click=move \|_\| ..` |
//! | `element.node()` | `.node_ref(..)`; here the element is there at once | `node_ref=..` |
//! | [`text`], [`flag`] | `Signal::derive(..)` | the same |
//! | [`dynamic`]`(move \|\| view)` | `move \|\| view` | `{move \|\| view}` |
//! | [`show`]`(when, move \|\| view)` | | `<Show when=..>` |
//! | [`for_each()`]`(items, key, row)` | | `<For each=.. key=.. children=..>` |
//! | [`Turns::part`]`(move || view)`: made between two frames, in the order of the document | | |
//! | [`lazy`](super::widgets::lazy())`(load, view)` | | `<Suspense>` around `#[lazy]` code |
//! | `view.mount(MountPoint::end_of(&body))` | `mount_to_body` | |
//!
//! As in Leptos: a component is a function that runs once; values that change are signals; what an element or a region
//! holds is cleaned up with its owner, on which `on_cleanup` works. A text, an `Option`, a `Vec` and an array of views
//! are views.
//!
//! Never here: rules, texts, access to `crate::app`, HTML as text, events by their name.

mod element;
mod for_each;
mod node;
mod region;
mod signals;
mod turns;

pub(crate) use element::{AttributeValue, El, el, svg};
pub(crate) use for_each::{RowKey, for_each};
pub(crate) use node::{MountPoint, View};
pub(crate) use region::{dynamic, show};
pub(crate) use signals::{flag, text};
pub(crate) use turns::Turns;

#[cfg(test)]
mod tests;
