//! Parts of the page that are made anew.

use leptos::prelude::{Get, Memo, Signal};
use leptos::tachys::renderer::Rndr;
use web_sys::Node;

use super::{Place, View, follow};

/// A region of the page between two comments.
pub(super) struct Region {
    start: Node,
    end: Node,
}

impl Region {
    pub(super) fn new(place: Place<'_>) -> Region {
        let (start, end) = (Rndr::create_placeholder().into(), Rndr::create_placeholder().into());
        place.put(&start);
        place.put(&end);
        Region { start, end }
    }

    /// Puts something at its end.
    fn put(&self, view: View) {
        if let Some(parent) = self.end.parent_node() {
            view.put(Place { parent: &parent, before: Some(&self.end) });
        }
    }

    /// The node after which its contents begin.
    pub(super) fn start(&self) -> &Node {
        &self.start
    }

    /// The node before which its contents end.
    pub(super) fn end(&self) -> &Node {
        &self.end
    }

    fn clear(&self) {
        while let Some(node) = self.start.next_sibling() {
            if node == self.end {
                break;
            }
            Rndr::remove(&node);
        }
    }
}

/// Something that is made anew whenever what it reads changes.
pub(crate) fn dynamic<V: Into<View>>(view: impl Fn() -> V + 'static) -> View {
    region(Box::new(move || view().into()))
}

/// Something that is there while a condition holds.
pub(crate) fn when<V: Into<View>>(is: Signal<bool>, view: impl Fn() -> V + 'static) -> View {
    let is = Memo::new(move |_| is.get());
    region(Box::new(move || is.get().then(&view).into()))
}

fn region(view: Box<dyn Fn() -> View>) -> View {
    View::Placed(Box::new(move |place| {
        let region = Region::new(place);
        follow(Box::new(move || {
            region.clear();
            region.put(view());
        }));
    }))
}
