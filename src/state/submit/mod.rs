//! Annotating for others: a link says who annotates which instances, and the result is sent to whoever asked for it.
//!
//! Here is what the rest of the app has to know; the other files are loaded where they are needed.

mod courier;
mod link;
mod submitting;

use std::sync::Arc;

use leptos::prelude::*;
use leptos::wasm_split::SplitLoaderError;

pub use self::courier::deliver;
pub use self::submitting::{Destination, Review, Shown, Submitting};
use super::app::{App, Failure, Level};
use super::session::Session;
use crate::domain::format::Dataset;
use crate::domain::store::works::{Kept, read_file, write_file};
use crate::domain::submit::outbox::may_hold_some;
use crate::domain::wording::Key;
use crate::platform::timing;

/// Parameters of a link that say who annotates, or which instances.
const PARAMETERS: [&str; 6] =
    ["PROLIFIC_PID", "assignmentId", "annotator", "range", "n", "shuffle"];

/// What a link makes of the data that it leads to.
#[derive(Debug)]
pub(super) struct Assigned {
    /// Who annotates what, as JSON.
    assignment: String,
    /// Sets the work apart from those of others.
    pub(super) part: String,
    /// The instances of this work, if they are not all.
    pub(super) sample: Option<Dataset>,
    /// Whether someone only looks at the task.
    preview: bool,
}

type Assign = fn(&[(String, String)], &Dataset) -> Result<Assigned, String>;

#[cfg(split)]
#[leptos::wasm_split::wasm_split(submit, wasm_split_path = ::leptos::wasm_split, fallible)]
fn assign() -> Result<Assign, SplitLoaderError> {
    Ok(link::assigned)
}

#[cfg(not(split))]
async fn assign() -> Result<Assign, SplitLoaderError> {
    Ok(link::assigned)
}

/// What the parameters of a link make of the data; `None` if they ask for nothing.
pub(super) async fn assigned(
    app: App,
    parameters: &[(String, String)],
    dataset: &Dataset,
) -> Result<Option<Assigned>, Failure> {
    if !parameters.iter().any(|(name, _)| PARAMETERS.contains(&name.as_str())) {
        return Ok(None);
    }
    let failed = |message| Failure {
        what: crate::platform::location::address(),
        message,
        ..Failure::default()
    };
    let assign = assign().await.map_err(|_| failed(app.text(Key::PartNotLoaded)))?;
    let assigned = assign(parameters, dataset).map_err(failed)?;
    if assigned.preview {
        app.keep_nothing();
    }
    Ok(Some(assigned))
}

/// Whether submissions may be waiting on this device.
#[must_use]
pub fn may_wait(app: App) -> bool {
    may_hold_some(&app.store())
}

impl Session {
    /// Keeps with the work who annotates it.
    pub(super) fn assign(self, assigned: Assigned) {
        let kept = self.work.try_update_value(|work| {
            if assigned.preview {
                work.workspace.set_read_only(true);
            }
            let kept = write_file(&work.store, &work.id, Kept::Assignment, &assigned.assignment);
            work.assignment = Some(assigned.assignment.into());
            kept
        });
        if assigned.preview {
            self.read_only.set(true);
        }
        if let Some(Err(error)) = kept {
            self.app.tell(Level::Error, error.to_string(), None);
        }
    }

    /// Who annotates which instances, as JSON, if the work was opened by a link that says so.
    pub(super) fn assignment(self) -> Option<Arc<str>> {
        self.work.with_value(|work| {
            let stored = || read_file(&work.store, &work.id, Kept::Assignment).ok().flatten();
            work.assignment.clone().or_else(|| stored().map(Arc::from))
        })
    }

    /// Whether this work may be one that is submitted.
    #[must_use]
    pub fn is_for_others(self) -> bool {
        let template = self.template();
        let settings = &template.settings;
        settings.crowdsource.is_some() || settings.database.is_some() || self.assignment().is_some()
    }
}

/// Milliseconds since 1970 (UTC).
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "milliseconds since 1970 fit"
)]
fn now_ms() -> u64 {
    timing::wall_clock_ms() as u64
}
