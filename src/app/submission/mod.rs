//! Submission: a link assigns instances to an annotator, and the annotations are sent to a database or platform.
//!
//! The other files of this folder are loaded lazily.

mod assignment_link;
mod outbox_sender;
mod time_tracker;
mod work_submission;

use leptos::prelude::*;

use self::assignment_link::AssignedWork;
pub(super) use self::assignment_link::{LinkAssignment, kept_assignment};
pub use self::outbox_sender::send_outbox;
pub use self::work_submission::{
    SubmissionDestination, SubmissionReview, SubmissionStatus, WorkSubmission,
};
use super::context::{App, Page, Session};
use super::failure::Failure;
use super::lazy::lazily_loaded;
use super::open_work::OpenWork;
use super::opening::new_work::{NewWork, open_new_work};
use super::page_address::LinkParameters;
use spanwise_annotation::format::Dataset;
use spanwise_annotation::store::works::{WorkFile, is_kept};
use spanwise_browser::location;
use spanwise_i18n::TextId;
use spanwise_submission::outbox::may_hold_some;

/// Lazily loaded functions.
#[derive(Clone, Copy)]
struct AssignmentCode {
    part_of: fn(App, &LinkParameters, NewWork) -> Result<AssignedWork, Failure>,
    ask: fn(App, &LinkParameters, &Dataset) -> Result<LinkAssignment, Failure>,
}

lazily_loaded!(
    submit,
    part,
    AssignmentCode,
    AssignmentCode { part_of: assignment_link::part_of, ask: assignment_link::ask }
);

/// Opens the part of a template and data that the parameters of a link assign.
pub(super) async fn open(
    app: App,
    parameters: &LinkParameters,
    new: NewWork,
) -> Result<Page, Failure> {
    let (new, record) = (links().await?.part_of)(app, parameters, new)?;
    let session = open_new_work(app, new).await?;
    record(session);
    Ok(Page::Annotate(session))
}

/// Reads the assignment of a link for data.
pub(super) async fn ask(
    app: App,
    parameters: &LinkParameters,
    dataset: &Dataset,
) -> Result<LinkAssignment, Failure> {
    (links().await?.ask)(app, parameters, dataset)
}

async fn links() -> Result<AssignmentCode, Failure> {
    part().await.map_err(|_| Failure::new(location::address(), TextId::FailurePart))
}

/// Returns `true` if submissions may be waiting on this device.
#[must_use]
pub fn may_hold_submissions(app: App) -> bool {
    may_hold_some(&app.store())
}

impl Session {
    /// Returns `true` if this work may be one that is submitted.
    #[must_use]
    pub fn is_for_others(self) -> bool {
        let template = self.template();
        let settings = &template.settings;
        settings.crowdsource.is_some() || settings.database.is_some() || self.is_assigned()
    }

    /// Returns `true` if it was opened by a link with an assignment.
    pub(super) fn is_assigned(self) -> bool {
        let is_assigned = |work: &OpenWork| {
            work.assignment.is_some() || is_kept(&work.store, &work.id, WorkFile::Assignment)
        };
        self.work.with_value(is_assigned)
    }
}
