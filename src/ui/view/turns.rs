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
    waiting: PartQueue,
    /// Parts that are made once no others wait.
    last: PartQueue,
    /// `true` while parts are made.
    is_making: RwSignal<bool>,
}

type PartQueue = StoredValue<VecDeque<MakePart>, LocalStorage>;

/// Makes a part and puts it in its place.
type MakePart = Box<dyn FnOnce()>;

impl Turns {
    /// Creates an empty queue.
    pub(crate) fn new() -> Turns {
        Turns {
            waiting: StoredValue::new_local(VecDeque::new()),
            last: StoredValue::new_local(VecDeque::new()),
            is_making: RwSignal::new(false),
        }
    }

    /// A view that is made when it is its turn, unless the owner in which this is called is cleaned up before.
    pub(crate) fn part<V: Into<View>>(self, view: impl FnOnce() -> V + 'static) -> View {
        self.add(self.waiting, Box::new(move || view().into()))
    }

    /// Like [`Turns::part`], but made once no other parts wait, also none that come meanwhile.
    pub(crate) fn last_part<V: Into<View>>(self, view: impl FnOnce() -> V + 'static) -> View {
        self.add(self.last, Box::new(move || view().into()))
    }

    /// Returns `true` while parts wait. Tracks it.
    pub(crate) fn are_waiting(self) -> bool {
        self.is_making.get()
    }

    fn add(self, queue: PartQueue, view: Box<dyn FnOnce() -> View>) -> View {
        View::Region(Box::new(move |point| {
            let place: Node = Rndr::create_placeholder().into();
            point.insert(&place);
            let owner = Owner::current().unwrap_or_default();
            let view = StoredValue::new_local(Some(view));
            queue.try_update_value(|queue| {
                queue.push_back(Box::new(move || {
                    let view = view.try_update_value(Option::take).flatten();
                    let Some((view, parent)) = view.zip(place.parent_node()) else { return };
                    owner.with(|| untrack(view).mount(MountPoint::before(&parent, &place)));
                    Rndr::remove(&place);
                }));
            });
            self.begin();
        }))
    }

    /// Begins to make parts, unless that has begun.
    fn begin(self) {
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
        let next = |queue: &mut VecDeque<MakePart>| queue.pop_front();
        let part = self.waiting.try_update_value(next).flatten();
        let part = part.or_else(|| self.last.try_update_value(next).flatten());
        let Some(part) = part else { return false };
        let mut others = self.waiting.try_update_value(std::mem::take).unwrap_or_default();
        part();
        self.waiting.try_update_value(|waiting| waiting.append(&mut others));
        true
    }
}
