//! Parts of a page that are made one after another, so that it can be painted and take input in between.

use std::collections::VecDeque;

use leptos::prelude::*;
use leptos::tachys::renderer::Rndr;
use leptos::task::spawn_local;
use web_sys::Node;

use super::node::{MountPoint, View};
use spanwise_browser::timing::in_slices;

/// Parts that wait for their turn, which is in the order of the document. `Copy`, like a signal.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Turns {
    waiting: StoredValue<VecDeque<MakePart>, LocalStorage>,
    /// `true` while parts are made.
    is_making: RwSignal<bool>,
}

/// Makes a part and puts it in its place.
type MakePart = Box<dyn FnOnce()>;

impl Turns {
    /// Creates an empty queue.
    pub(crate) fn new() -> Turns {
        Turns { waiting: StoredValue::new_local(VecDeque::new()), is_making: RwSignal::new(false) }
    }

    /// A view that is made when it is its turn, unless the owner in which this is called is cleaned up before.
    pub(crate) fn part<V: Into<View>>(self, view: impl FnOnce() -> V + 'static) -> View {
        self.add(Box::new(move || view().into()))
    }

    /// Returns `true` while parts wait. Tracks it.
    pub(crate) fn are_waiting(self) -> bool {
        self.is_making.get()
    }

    fn add(self, view: Box<dyn FnOnce() -> View>) -> View {
        View::Region(Box::new(move |point| {
            let place: Node = Rndr::create_placeholder().into();
            point.insert(&place);
            let owner = Owner::current().unwrap_or_default();
            let view = StoredValue::new_local(Some(view));
            self.push(Box::new(move || {
                let view = view.try_update_value(Option::take).flatten();
                let Some((view, parent)) = view.zip(place.parent_node()) else { return };
                owner.with(|| untrack(view).mount(MountPoint::before(&parent, &place)));
                Rndr::remove(&place);
            }));
        }))
    }

    fn push(self, part: MakePart) {
        self.waiting.try_update_value(|waiting| waiting.push_back(part));
        if self.is_making.try_get_untracked() == Some(false) {
            self.is_making.try_set(true);
            spawn_local(self.make());
        }
    }

    /// Makes all parts.
    async fn make(self) {
        in_slices(|| self.make_next()).await;
        self.is_making.try_set(false);
    }

    /// Makes the next part; parts within it come after it, before the others. Returns `false` if there is none.
    fn make_next(self) -> bool {
        let taken = self.waiting.try_update_value(|waiting| {
            let part = waiting.pop_front()?;
            Some((part, std::mem::take(waiting)))
        });
        let Some((part, mut others)) = taken.flatten() else { return false };
        part();
        self.waiting.try_update_value(|waiting| waiting.append(&mut others));
        true
    }
}
