//! From the parameters of a link to the part of the data that one person annotates.

use std::sync::Arc;

use leptos::prelude::*;

use crate::app::context::{App, Session};
use crate::app::failure::Failure;
use crate::app::opening::new_work::NewWork;
use spanwise_annotation::format::{Dataset, Reader, excerpt};
use spanwise_annotation::store::works::{Kept, read_file, write_file};
use spanwise_browser::location;
use spanwise_i18n::Message;
use spanwise_submission::assignment::Assignment;
use spanwise_submission::sample::Sample;
use spanwise_submission::worker::Visitor;

/// Keeps with a work who annotates it.
pub(super) type RecordAssignment = Box<dyn FnOnce(Session)>;

/// The part of a work that someone annotates.
pub(super) type AssignedWork = (NewWork, RecordAssignment);

/// Who annotates which instances, by a link.
pub(in crate::app) struct LinkAssignment {
    /// What sets the work apart from others on the same template and data.
    pub(in crate::app) apart: String,
    /// The instances, as the text of a data file, if they are not all.
    pub(in crate::app) sample: Option<String>,
    /// Keeps with a work who annotates it.
    pub(in crate::app) keep_with: RecordAssignment,
}

/// What is kept with a work about who annotates it, as JSON.
pub(in crate::app) fn kept_assignment(session: Session) -> Option<Arc<str>> {
    session.work.with_value(|work| {
        let stored = || read_file(&work.store, &work.id, Kept::Assignment).ok().flatten();
        work.assignment.clone().or_else(|| stored().map(Arc::from))
    })
}

/// The part of a work that whoever followed a link with these parameters annotates, and what keeps with it who that is.
///
/// # Errors
/// What is wrong with the link, and what to do about it.
pub(super) fn part_of(
    app: App,
    parameters: &[(String, String)],
    mut new: NewWork,
) -> Result<AssignedWork, Failure> {
    let asked = ask(app, parameters, &new.dataset)?;
    new.apart.push_str(&asked.apart);
    if let Some(text) = asked.sample {
        let sample = Reader::new(text).finish().map_err(|found| Failure {
            diagnostics: Arc::from([found]),
            ..Failure::new(location::address(), Message::none())
        })?;
        new.dataset = Arc::new(sample);
    }
    Ok((new, asked.keep_with))
}

/// What a link with these parameters says about data. Nothing is kept from now on if someone only looks at it.
///
/// # Errors
/// What is wrong with the link, and what to do about it.
pub(super) fn ask(
    app: App,
    parameters: &[(String, String)],
    dataset: &Dataset,
) -> Result<LinkAssignment, Failure> {
    let assignment = assigned(parameters, dataset)
        .map_err(|message| Failure::new(location::address(), message))?;
    if assignment.preview {
        app.keep_nothing();
    }
    Ok(LinkAssignment {
        apart: assignment.part(),
        sample: assignment.instances.as_deref().map(|chosen| excerpt(dataset, chosen)),
        keep_with: Box::new(move |session| assign(session, &assignment)),
    })
}

/// Who annotates which instances.
fn assigned(parameters: &[(String, String)], dataset: &Dataset) -> Result<Assignment, Message> {
    let visitor = Visitor::of_link(parameters).map_err(|error| error.sentences())?;
    let sample = Sample::of_link(parameters).map_err(|error| error.sentences())?;
    let chosen = sample
        .map(|sample| sample.choose(dataset.len(), visitor.seed().as_deref()))
        .transpose()
        .map_err(|error| error.sentences())?;
    Ok(Assignment::of(&visitor, chosen))
}

/// Keeps with a work who annotates it.
fn assign(session: Session, assignment: &Assignment) {
    let json = assignment.to_json();
    let kept = session.work.try_update_value(|work| {
        if assignment.preview {
            work.workspace.set_read_only(true);
        }
        let kept = write_file(&work.store.or_hold(), &work.id, Kept::Assignment, &json);
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

/// Who annotates a work; nobody in particular if it was not opened by a link that says so.
pub(super) fn assignment(session: Session) -> Assignment {
    let json = kept_assignment(session);
    json.and_then(|json| Assignment::from_json(&json)).unwrap_or_default()
}
