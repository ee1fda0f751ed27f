//! Views, and the places they are mounted at.

use leptos::prelude::{Get, Signal};
use leptos::tachys::renderer::Rndr;
use wasm_bindgen::JsCast;
use web_sys::{Element, Node};

use super::signals::render_effect;
use spanwise_browser::console::reported;

/// A part of the page that is built but not mounted yet.
pub(crate) enum View {
    /// Nothing.
    Nothing,
    /// An element with all that is in it, or a text that changes.
    Node(Node),
    /// A text.
    Text(String),
    /// Several parts in their order.
    Many(Vec<View>),
    /// Something whose nodes change: it needs to know where it is mounted.
    Region(Box<dyn FnOnce(MountPoint<'_>)>),
}

/// The place a view is mounted at: in `parent`, before a node of it or at its end.
#[derive(Clone, Copy)]
pub(crate) struct MountPoint<'a> {
    parent: &'a Node,
    before: Option<&'a Node>,
}

impl<'a> MountPoint<'a> {
    /// After everything that is in `parent`.
    pub(crate) fn end_of(parent: &'a Node) -> MountPoint<'a> {
        MountPoint { parent, before: None }
    }

    /// Immediately before a node of `parent`.
    pub(super) fn before(parent: &'a Node, node: &'a Node) -> MountPoint<'a> {
        MountPoint { parent, before: Some(node) }
    }

    pub(super) fn insert(self, node: &Node) {
        reported(self.parent.insert_before(node, self.before));
    }

    fn insert_text(self, text: &str) {
        match self.before {
            Some(_) => self.insert(&Rndr::create_text_node(text)),
            // In one call, also where the parent is a fragment, which has the same method.
            None => {
                reported(self.parent.unchecked_ref::<Element>().append_with_str_1(text));
            }
        }
    }
}

impl View {
    /// Puts it on the page.
    pub(crate) fn mount(self, point: MountPoint<'_>) {
        match self {
            View::Nothing => {}
            View::Node(node) => point.insert(&node),
            View::Text(text) => point.insert_text(&text),
            View::Many(views) => views.into_iter().for_each(|view| view.mount(point)),
            View::Region(mount) => mount(point),
        }
    }
}

impl From<&str> for View {
    fn from(text: &str) -> View {
        View::Text(text.to_owned())
    }
}

impl From<String> for View {
    fn from(text: String) -> View {
        View::Text(text)
    }
}

impl From<Signal<String>> for View {
    fn from(text: Signal<String>) -> View {
        let node = Rndr::create_text_node("");
        render_effect({
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
