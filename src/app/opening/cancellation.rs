//! Cancels the opening of a file or an address.

use std::cell::{Cell, RefCell};
use std::future::poll_fn;
use std::rc::Rc;
use std::task::{Poll, Waker};

use crate::app::context::{App, Page};

thread_local! {
    /// The opening under way.
    static CURRENT: RefCell<Rc<CancellableOpening>> = RefCell::default();
}

#[derive(Default)]
struct CancellableOpening {
    is_cancelled: Cell<bool>,
    waker: RefCell<Option<Waker>>,
}

/// Runs an opening to its end; `None` if it is cancelled.
pub(super) async fn unless_cancelled<T>(open: impl Future<Output = T>) -> Option<T> {
    let opening = Rc::new(CancellableOpening::default());
    CURRENT.set(opening.clone());
    let mut open = Box::pin(open);
    poll_fn(move |context| {
        if opening.is_cancelled.get() {
            return Poll::Ready(None);
        }
        opening.waker.replace(Some(context.waker().clone()));
        open.as_mut().poll(context).map(Some)
    })
    .await
}

/// Cancels the opening under way.
pub(in crate::app) fn cancel() {
    let opening = CURRENT.with_borrow(Rc::clone);
    opening.is_cancelled.set(true);
    if let Some(waker) = opening.waker.take() {
        waker.wake();
    }
}

/// Cancels the opening under way, and shows the start page.
pub fn give_up(app: App) {
    cancel();
    app.show(Page::Hub);
}
