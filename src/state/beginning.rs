//! From a template and a data file to an open work: the journal is replayed, and both are kept on this device.

use std::sync::Arc;

use leptos::task::spawn_local;

use super::app::{App, Landing, Level};
use super::saving::{LARGEST_IN_STORE, Store};
use super::session::{Session, Work};
use crate::domain::diagnostic::Diagnostic;
use crate::domain::format::Dataset;
use crate::domain::store::works::{
    DataPlace, Kept, Meta, place, read_meta, write_file, write_meta,
};
use crate::domain::store::{Journal, JournalProblem, Opened, StoreError, WorkId};
use crate::domain::typology::Template;
use crate::domain::wording::{Key, Message};
use crate::domain::workspace::{Workspace, record};
use crate::platform::{blobs, storage, timing};

/// Opens the workspace, replays the journal, and keeps template and data on this device if they are `new` here.
pub(super) fn begin(
    app: App,
    landing: Landing,
    dataset: Dataset,
    (id, meta): (WorkId, Meta),
    new: bool,
) -> Session {
    let store = app.store();
    let damaged = dataset.is_damaged();
    let first_problem = dataset.problems().first().map(Diagnostic::sentence);
    let dataset = Arc::new(dataset);
    let mut workspace = Workspace::new(landing.template.clone(), dataset.clone());
    let opened = Journal::open(store.clone(), id.clone());
    let went_on = !opened.snapshots.is_empty() || !opened.records.is_empty();
    let misfits = replay(&mut workspace, &opened);
    if let Some(json) = place(&store, &id)
        && let Ok(view) = record::read_view(&json)
    {
        workspace.restore_view(view);
    }
    let Opened { journal, problems, .. } = opened;
    if problems.iter().any(|p| matches!(p, JournalProblem::NewerFormat(_))) {
        workspace.set_read_only(true);
    }
    let meta = described(&store, &id, meta, &landing, workspace.len());
    let text = landing.text.clone();
    let work = Work::new(workspace, journal, (id.clone(), meta.clone()), text, store);
    let session = app.begin_session(|| Session::new(app, work, landing.diagnostics.clone()));
    report(app, &problems, misfits);
    if damaged && let Some(problem) = first_problem {
        app.tell(Level::Error, problem, None);
    }
    if went_on && new {
        app.tell(Level::Info, Key::Continued, None);
    }
    if new {
        keep(app, session, id, &landing.text, dataset);
    }
    session
}

/// Does again what the journal says; gives how many changes no longer fit.
pub(super) fn replay(workspace: &mut Workspace, opened: &Opened<Store>) -> usize {
    let template: Arc<Template> = workspace.template().clone();
    let mut misfits = 0;
    let snapshots = opened.snapshots.iter().map(|(at, (_, json))| (*at, json));
    let records = opened.records.iter().map(|r| (r.instance, &r.change));
    for (at, json) in snapshots.chain(records) {
        match record::read_changes(json, &template.typology) {
            Ok(changes) => misfits += workspace.replay(at as usize, &changes),
            Err(_) => misfits += 1,
        }
    }
    misfits
}

fn report(app: App, problems: &[JournalProblem], misfits: usize) {
    let recovered = |what: Message| Message::new(Key::NoticeRecovered, vec![("what", what.into())]);
    for problem in problems.iter().take(3) {
        let message = match problem {
            JournalProblem::NewerFormat(_) => Key::NoticeNewer.into(),
            other => recovered(other.message()),
        };
        app.tell(Level::Warning, message, None);
    }
    if misfits > 0 {
        let what = Message::new(Key::StoredMisfits, vec![("n", misfits.into())]);
        app.tell(Level::Warning, recovered(what), None);
    }
}

/// What the list of recent work says about this one: as it was kept, brought up to date.
fn described(store: &Store, id: &WorkId, new: Meta, landing: &Landing, instances: usize) -> Meta {
    let now = timing::wall_clock_ms();
    let known = read_meta(store, id).ok();
    let mut meta = known.unwrap_or_else(|| Meta {
        title: landing.template.label.clone(),
        template_name: landing.template.name.clone(),
        created_ms: now,
        data: DataPlace::Nowhere,
        ..new
    });
    meta.instances = u32::try_from(instances).unwrap_or(u32::MAX);
    meta.opened_ms = now;
    // A full or blocked store shows in the save state with the first change.
    let _ = write_meta(store, id, &meta);
    meta
}

/// Keeps the template and the data, so that the work can be opened without the files.
fn keep(app: App, session: Session, id: WorkId, template: &str, dataset: Arc<Dataset>) {
    let store = app.store();
    if !store.is_durable() {
        if store.is_blocked() {
            app.tell(Level::Warning, Key::NoticeBlocked, None);
        }
        return;
    }
    storage::ask_to_keep();
    if write_file(&store, &id, Kept::Template, template) == Err(StoreError::Full) {
        app.tell(Level::Error, Key::NoticeFull, None);
    }
    let data = dataset.text();
    if data.len() <= LARGEST_IN_STORE && write_file(&store, &id, Kept::Data, data).is_ok() {
        session.set_data_place(DataPlace::Here);
        return;
    }
    spawn_local(async move {
        match blobs::put(id.as_str(), dataset.text()).await {
            Ok(()) => session.set_data_place(DataPlace::IndexedDb),
            Err(_) => app.tell(Level::Warning, Key::NoticeDataNotKept, None),
        }
    });
}
