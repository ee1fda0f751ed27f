//! From the parameters of a link to the part of the data that one person annotates.

use std::sync::Arc;

use leptos::prelude::*;

use crate::domain::format::{Dataset, Reader, excerpt};
use crate::domain::store::works::{Kept, read_file, write_file};
use crate::domain::submit::assignment::Assignment;
use crate::domain::submit::sample::Sample;
use crate::domain::submit::worker::Visitor;
use crate::domain::wording::Message;
use crate::platform::location;
use crate::state::app::{App, Failure, Level, Page};
use crate::state::opening::{NewWork, open_new};
use crate::state::session::Session;

/// Opens the work of whoever followed a link with these parameters.
///
/// # Errors
/// What is wrong with the link, and what to do about it.
pub(super) fn open(
    app: App,
    parameters: &[(String, String)],
    mut new: NewWork,
) -> Result<Page, Failure> {
    let (assignment, sample) = assigned(parameters, &new.dataset)?;
    new.apart.push_str(&assignment.part());
    new.dataset = sample.unwrap_or(new.dataset);
    if assignment.preview {
        app.keep_nothing();
    }
    let session = open_new(app, new)?;
    assign(session, &assignment);
    Ok(Page::Annotate(session))
}

/// Who annotates which instances, and these instances if they are not all.
fn assigned(
    parameters: &[(String, String)],
    dataset: &Dataset,
) -> Result<(Assignment, Option<Dataset>), Failure> {
    let failure = || Failure { what: location::address(), ..Failure::default() };
    let wrong = |message: Message| Failure { message, ..failure() };
    let visitor = Visitor::of_link(parameters).map_err(|error| wrong(error.sentences()))?;
    let sample = Sample::of_link(parameters).map_err(|error| wrong(error.sentences()))?;
    let chosen = sample
        .map(|sample| sample.choose(dataset.len(), visitor.seed().as_deref()))
        .transpose()
        .map_err(|error| wrong(error.sentences()))?;
    let sample = match chosen.as_deref().map(|chosen| excerpt(dataset, chosen)) {
        Some(text) => {
            let read = Reader::new(text).finish();
            Some(read.map_err(|found| Failure { diagnostics: Arc::from([found]), ..failure() })?)
        }
        None => None,
    };
    Ok((Assignment::of(&visitor, chosen), sample))
}

/// Keeps with a work who annotates it.
fn assign(session: Session, assignment: &Assignment) {
    let json = assignment.to_json();
    let kept = session.work.try_update_value(|work| {
        if assignment.preview {
            work.workspace.set_read_only(true);
        }
        let kept = write_file(&work.store, &work.id, Kept::Assignment, &json);
        work.assignment = Some(json.into());
        kept
    });
    if assignment.preview {
        session.read_only.set(true);
    }
    if let Some(Err(error)) = kept {
        session.app.tell(Level::Error, session.app.say(&error.message()), None);
    }
}

/// Who annotates a work; nobody in particular if it was not opened by a link that says so.
pub(super) fn assignment(session: Session) -> Assignment {
    let json = session.work.with_value(|work| {
        let stored = || read_file(&work.store, &work.id, Kept::Assignment).ok().flatten();
        work.assignment.clone().or_else(|| stored().map(Arc::from))
    });
    json.and_then(|json| Assignment::from_json(&json)).unwrap_or_default()
}
