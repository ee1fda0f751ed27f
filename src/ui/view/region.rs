//! Regions of the page whose nodes change with signals.

use leptos::prelude::{Get, Memo, Signal};
use leptos::tachys::renderer::Rndr;
use web_sys::Node;

use super::node::{MountPoint, View};
use super::signals::render_effect;

/// A region of the page between two comments.
pub(super) struct DynamicRegion {
    start: Node,
    end: Node,
}

impl DynamicRegion {
    pub(super) fn new(point: MountPoint<'_>) -> DynamicRegion {
        let (start, end) = (Rndr::create_placeholder().into(), Rndr::create_placeholder().into());
        point.insert(&start);
        point.insert(&end);
        DynamicRegion { start, end }
    }

    /// Mounts something at its end.
    fn mount(&self, view: View) {
        if let Some(parent) = self.end.parent_node() {
            view.mount(MountPoint::before(&parent, &self.end));
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

/// A view that is rebuilt whenever a signal that it read changes: `{move || view()}` in `view!`.
pub(crate) fn dynamic<V: Into<View>>(view: impl Fn() -> V + 'static) -> View {
    region(Box::new(move || view().into()))
}

/// A view that is there while a condition holds: `<Show when=..>`. It stays the same while the condition stays true.
pub(crate) fn show<V: Into<View>>(when: Signal<bool>, view: impl Fn() -> V + 'static) -> View {
    let when = Memo::new(move |_| when.get());
    region(Box::new(move || when.get().then(&view).into()))
}

fn region(view: Box<dyn Fn() -> View>) -> View {
    View::Region(Box::new(move |point| {
        let region = DynamicRegion::new(point);
        render_effect(Box::new(move || {
            region.clear();
            region.mount(view());
        }));
    }))
}
