//! How the interface is put on the page: elements made by functions, and regions that are made anew when the signals
//! they read change.
//!
//! Leptos gives the signals, effects and owners. Its `view!` gives every element and attribute a type of its own, which
//! together made up a third of the download; here each kind of thing is one function.

mod element;
mod later;
mod region;
mod rows;

use leptos::prelude::{Get, LocalStorage, RenderEffect, Signal, StoredValue};
use leptos::tachys::renderer::Rndr;
use web_sys::Node;

pub(crate) use crate::app::lazy::{LazyLoadError, lazily_loaded};
pub(crate) use element::{El, Value, el, svg};
pub(crate) use later::later;
pub(crate) use region::{dynamic, when};
pub(crate) use rows::{RowKey, each};

/// A part of the page that is made but not yet in the page.
pub(crate) enum View {
    /// Nothing.
    Nothing,
    /// An element or a text, with all that is in it.
    Node(Node),
    /// Several parts in their order.
    Many(Vec<View>),
    /// Something that keeps its place on the page, and needs to know it.
    Placed(Box<dyn FnOnce(Place<'_>)>),
}

/// Where a view is put: into `parent`, before a node of it or at its end.
#[derive(Clone, Copy)]
pub(crate) struct Place<'a> {
    parent: &'a Node,
    before: Option<&'a Node>,
}

impl<'a> Place<'a> {
    /// After everything that is in `parent`.
    pub(crate) fn end_of(parent: &'a Node) -> Place<'a> {
        Place { parent, before: None }
    }

    fn put(self, node: &Node) {
        // `before` is a node of `parent`, so this does not fail.
        let _ = self.parent.insert_before(node, self.before);
    }
}

impl View {
    /// Puts it on the page.
    pub(crate) fn put(self, place: Place<'_>) {
        match self {
            View::Nothing => {}
            View::Node(node) => place.put(&node),
            View::Many(views) => views.into_iter().for_each(|view| view.put(place)),
            View::Placed(put) => put(place),
        }
    }
}

impl From<El> for View {
    fn from(element: El) -> View {
        View::Node(element.into_node())
    }
}

impl From<&str> for View {
    fn from(text: &str) -> View {
        View::Node(Rndr::create_text_node(text).into())
    }
}

impl From<String> for View {
    fn from(text: String) -> View {
        View::from(text.as_str())
    }
}

impl From<Signal<String>> for View {
    fn from(text: Signal<String>) -> View {
        let node = Rndr::create_text_node("");
        follow({
            let node = node.clone();
            Box::new(move || Rndr::set_text(&node, &text.get()))
        });
        View::Node(node.into())
    }
}

impl<V: Into<View>> From<Option<V>> for View {
    fn from(view: Option<V>) -> View {
        view.map_or(View::Nothing, V::into)
    }
}

impl<V: Into<View>> From<Vec<V>> for View {
    fn from(views: Vec<V>) -> View {
        View::Many(views.into_iter().map(V::into).collect())
    }
}

impl<V: Into<View>, const N: usize> From<[V; N]> for View {
    fn from(views: [V; N]) -> View {
        View::Many(views.into_iter().map(V::into).collect())
    }
}

/// A text that changes.
pub(crate) fn text(text: impl Fn() -> String + Send + Sync + 'static) -> Signal<String> {
    Signal::derive(text)
}

/// A condition that changes.
pub(crate) fn flag(flag: impl Fn() -> bool + Send + Sync + 'static) -> Signal<bool> {
    Signal::derive(flag)
}

/// Does something now, and again whenever a signal that it read has changed, for as long as the owner lives in which
/// this was called.
fn follow(mut run: Box<dyn FnMut()>) {
    let effect = RenderEffect::new(move |_: Option<()>| run());
    StoredValue::<_, LocalStorage>::new_local(effect);
}
