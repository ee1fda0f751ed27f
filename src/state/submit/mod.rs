//! Annotating for others: a link says who annotates which instances, and the result is sent to whoever asked for it.
//!
//! Here is what the rest of the app has to know; the other files are loaded where they are needed.

mod courier;
mod link;
mod submitting;
mod times;

use leptos::prelude::*;
use leptos::wasm_split::SplitLoaderError;

pub use self::courier::deliver;
pub use self::submitting::{Destination, Review, Shown, Submitting};
use super::app::{App, Failure, Page};
use super::opening::NewWork;
use super::session::{Session, Work};
use crate::domain::store::works::{Kept, is_kept};
use crate::domain::submit::outbox::may_hold_some;
use crate::domain::wording::Key;
use crate::platform::location;

/// Parameters of a link that say who annotates.
const WHO: [&str; 3] = ["PROLIFIC_PID", "assignmentId", "annotator"];

/// Parameters of a link that say which instances.
const WHICH: [&str; 3] = ["range", "n", "shuffle"];

type Open = fn(App, &[(String, String)], NewWork) -> Result<Page, Failure>;

#[cfg(split)]
#[leptos::wasm_split::wasm_split(submit, wasm_split_path = ::leptos::wasm_split, fallible)]
fn part() -> Result<Open, SplitLoaderError> {
    Ok(link::open)
}

#[cfg(not(split))]
async fn part() -> Result<Open, SplitLoaderError> {
    Ok(link::open)
}

/// Whether a link with these parameters says who annotates, or which instances.
pub(super) fn is_asked_for(parameters: &[(String, String)]) -> bool {
    let asks = |name: &str| WHO.contains(&name) || WHICH.contains(&name);
    parameters.iter().any(|(name, _)| asks(name))
}

/// Whether a parameter may belong to what says who annotates.
pub(super) fn says_who(name: &str) -> bool {
    !WHICH.contains(&name)
}

/// Opens the work that a link with these parameters makes of a template and data.
pub(super) async fn open(
    app: App,
    parameters: &[(String, String)],
    new: NewWork,
) -> Result<Page, Failure> {
    match part().await {
        Ok(open) => open(app, parameters, new),
        Err(_) => {
            let (what, message) = (location::address(), app.text(Key::PartNotLoaded));
            Err(Failure { what, message, ..Failure::default() })
        }
    }
}

/// Whether submissions may be waiting on this device.
#[must_use]
pub fn may_wait(app: App) -> bool {
    may_hold_some(&app.store())
}

impl Session {
    /// Whether this work may be one that is submitted.
    #[must_use]
    pub fn is_for_others(self) -> bool {
        let template = self.template();
        let settings = &template.settings;
        let is_assigned = |work: &Work| {
            work.assignment.is_some() || is_kept(&work.store, &work.id, Kept::Assignment)
        };
        settings.crowdsource.is_some()
            || settings.database.is_some()
            || self.work.with_value(is_assigned)
    }
}
