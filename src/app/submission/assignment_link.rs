//! Reads the assignment of a link: the annotator and their instances.

use std::sync::Arc;

use leptos::prelude::*;

use crate::app::context::{App, Session};
use crate::app::failure::Failure;
use crate::app::opening::new_work::NewWork;
use spanwise_annotation::format::{Dataset, DatasetReader, excerpt};
use spanwise_annotation::store::works::{WorkFile, read_file, write_file};
use spanwise_browser::location;
use spanwise_i18n::Message;
use spanwise_submission::assignment::Assignment;
use spanwise_submission::sample::Sample;
use spanwise_submission::worker::Visitor;

/// Stores the assignment with a work.
pub(super) type RecordAssignment = Box<dyn FnOnce(Session)>;

/// The assigned part of a work, and the function that stores its assignment.
pub(super) type AssignedWork = (NewWork, RecordAssignment);

/// The assignment of a link.
pub(in crate::app) struct LinkAssignment {
    /// Distinguishes the work from others with the same template and data.
    pub(in crate::app) scope: String,
    /// The assigned instances as the text of a data file; `None` for all.
    pub(in crate::app) sample: Option<String>,
    /// Stores the assignment with a work.
    pub(in crate::app) record: RecordAssignment,
}

/// Returns the assignment stored with a work, as JSON.
pub(in crate::app) fn kept_assignment(session: Session) -> Option<Arc<str>> {
    session.work.with_value(|work| {
        let stored = || read_file(&work.store, &work.id, WorkFile::Assignment).ok().flatten();
        work.assignment.clone().or_else(|| stored().map(Arc::from))
    })
}

/// Returns the part of a work that the parameters of a link assign.
///
/// # Errors
/// If the parameters of the link are faulty or do not fit the data.
pub(super) fn part_of(
    app: App,
    parameters: &[(String, String)],
    mut new: NewWork,
) -> Result<AssignedWork, Failure> {
    let asked = ask(app, parameters, &new.dataset)?;
    new.scope.push_str(&asked.scope);
    if let Some(text) = asked.sample {
        let sample = DatasetReader::new(text).finish().map_err(|found| Failure {
            diagnostics: Arc::from([found]),
            ..Failure::new(location::address(), Message::none())
        })?;
        new.dataset = Arc::new(sample);
    }
    Ok((new, asked.record))
}

/// Reads the assignment of a link for data. In a preview, nothing is stored from now on.
///
/// # Errors
/// If the parameters of the link are faulty or do not fit the data.
pub(super) fn ask(
    app: App,
    parameters: &[(String, String)],
    dataset: &Dataset,
) -> Result<LinkAssignment, Failure> {
    let assignment = assigned(parameters, dataset)
        .map_err(|message| Failure::new(location::address(), message))?;
    if assignment.preview {
        app.keep_in_memory();
    }
    Ok(LinkAssignment {
        scope: assignment.part(),
        sample: assignment.instances.as_deref().map(|chosen| excerpt(dataset, chosen)),
        record: Box::new(move |session| assign(session, &assignment)),
    })
}

/// Reads the assignment from the parameters of a link.
fn assigned(parameters: &[(String, String)], dataset: &Dataset) -> Result<Assignment, Message> {
    let visitor = Visitor::of_link(parameters).map_err(|error| error.sentences())?;
    let sample = Sample::of_link(parameters).map_err(|error| error.sentences())?;
    let chosen = sample
        .map(|sample| sample.choose(dataset.len(), visitor.seed().as_deref()))
        .transpose()
        .map_err(|error| error.sentences())?;
    Ok(Assignment::of(&visitor, chosen))
}

/// Stores the assignment with a work.
fn assign(session: Session, assignment: &Assignment) {
    let json = assignment.to_json();
    let kept = session.work.try_update_value(|work| {
        if assignment.preview {
            work.workspace.set_read_only(true);
        }
        let kept = write_file(&work.store.or_hold(), &work.id, WorkFile::Assignment, &json);
        work.assignment = Some(json.into());
        kept
    });
    if assignment.preview {
        session.read_only.set(true);
    }
    if let Some(Err(cause)) = kept {
        session.tell_unsaved(&cause);
    }
}

/// Returns the assignment of a work; the default one if it was opened without.
pub(super) fn assignment(session: Session) -> Assignment {
    let json = kept_assignment(session);
    json.and_then(|json| Assignment::from_json(&json)).unwrap_or_default()
}
