//! Starts a session from a template and a data file: replays the journal, and stores both on this device.

use std::sync::Arc;

use super::context::{App, Session};
use super::event_log;
use super::loaded_template::LoadedTemplate;
use super::notices::NoticeLevel;
use super::open_work::{Interruption, OpenWork, StoredChange};
use super::store::{LARGEST_IN_STORE, PageStore};
use super::unsaved_changes::{BlobWrite, not_kept};
use spanwise_annotation::change;
use spanwise_annotation::format::Dataset;
use spanwise_annotation::store::works::{
    DataPlace, WorkFile, WorkMeta, is_left_open, place, read_file, read_meta, write_file,
    write_meta,
};
use spanwise_annotation::store::{Journal, JournalProblem, OpenedJournal, WorkId};
use spanwise_annotation::workspace::{Workspace, view_json};
use spanwise_browser::{storage, timing};
use spanwise_i18n::{Message, TextId, say};
use spanwise_template::Template;

/// Origin of the template and the data of a work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum WorkSource {
    /// From files, addresses or another page: they are to be kept on this device.
    Opened,
    /// From this device, where they are kept already.
    Stored,
}

/// Starts a session: opens the workspace, replays the journal, and keeps newly opened template and data on this device.
/// A session of the same work with unsaved changes goes on instead.
pub(super) fn start_session(
    app: App,
    loaded_template: LoadedTemplate,
    dataset: Arc<Dataset>,
    id: WorkId,
    meta: WorkMeta,
    source: WorkSource,
) -> Session {
    if let Some(session) = app.unsaved_session(&id) {
        session.set_beside(Vec::new());
        return session;
    }
    let store = app.store();
    let mut workspace = Workspace::new(loaded_template.template.clone(), dataset.clone());
    let opened = Journal::open(store.clone(), id.clone());
    let went_on = !opened.snapshots.is_empty() || !opened.records.is_empty();
    let misfits = replay(&mut workspace, &opened);
    if let Some(json) = place(&store, &id)
        && let Some(view) = view_json::read_view(&json)
    {
        workspace.restore_view(view);
    }
    let interrupted = interruption(&store, &id, &opened);
    let OpenedJournal { journal, problems, .. } = opened;
    if problems.iter().any(|p| matches!(p, JournalProblem::NewerFormat(_))) {
        workspace.set_read_only(true);
    }
    let meta = described(&store, &id, meta, &loaded_template, workspace.len());
    let template = loaded_template.template_text();
    let mut work = OpenWork::new(workspace, journal, id.clone(), meta, template, store);
    let came_back = match app.take_restored(&id) {
        instances if instances.is_empty() => Message::none(),
        instances => came_back(&instances),
    };
    let is_interrupted = interrupted.is_some();
    work.interrupted =
        interrupted.map(|change| Interruption { change, came_back: came_back.clone() });
    let session =
        app.begin_session(|| Session::new(app, work, loaded_template.diagnostics.clone()));
    report(app, &problems, misfits);
    if !is_interrupted && !came_back.is_none() {
        app.tell(NoticeLevel::Warning, came_back, None);
    }
    if went_on && source == WorkSource::Opened {
        app.tell(NoticeLevel::Info, TextId::NoticeContinued, None);
    }
    if source == WorkSource::Opened {
        keep(app, session, &id, &loaded_template.text, dataset);
    }
    event_log::begin(session);
    app.look_after_storage();
    session.remind();
    session
}

/// Replays a journal, and returns the number of changes that no longer fit.
pub(super) fn replay(workspace: &mut Workspace, opened: &OpenedJournal<PageStore>) -> usize {
    let template: Arc<Template> = workspace.template().clone();
    let mut misfits = 0;
    let snapshots = opened.snapshots.iter().map(|(at, (_, json))| (*at, json));
    let records = opened.records.iter().map(|r| (r.instance, &r.change));
    for (at, json) in snapshots.chain(records) {
        match change::from_json(json, &template.typology) {
            Ok(changes) => misfits += workspace.replay(at as usize, &changes),
            Err(_) => misfits += 1,
        }
    }
    misfits
}

/// The last stored change, if a page of this work ended without closing it.
fn interruption(
    store: &PageStore,
    id: &WorkId,
    opened: &OpenedJournal<PageStore>,
) -> Option<StoredChange> {
    if !is_left_open(store, id) {
        return None;
    }
    let snapshots =
        opened.snapshots.iter().map(|(&instance, &(seq, _))| StoredChange { seq, instance });
    let records = opened
        .records
        .iter()
        .map(|record| StoredChange { seq: record.seq, instance: record.instance });
    snapshots.chain(records).max()
}

/// Message that names the instances (0-based indices) of which changes were restored from the durable store.
fn came_back(instances: &[u32]) -> Message {
    say!(OpeningBrowserHadLostStoredChangesThey, numbers = numbers(instances))
}

/// Formats instances (0-based indices) as numbers from 1, as many as fit in a sentence.
fn numbers(instances: &[u32]) -> String {
    const MOST: usize = 12;
    let shown = instances.iter().take(MOST).map(|at| at.saturating_add(1).to_string());
    let more = (instances.len() > MOST).then(|| "…".to_owned());
    shown.chain(more).collect::<Vec<_>>().join(", ")
}

/// Reports stored changes that cannot be read, are missing, or no longer fit.
fn report(app: App, problems: &[JournalProblem], misfits: usize) {
    let recovered = |what: Message| say!(NoticeRecovered, what);
    let unreadable = problems.iter().filter(|problem| problem.instance().is_none());
    for problem in unreadable.take(3) {
        let message = match problem {
            JournalProblem::NewerFormat(_) => TextId::NoticeNewer.into(),
            JournalProblem::Damaged { kept: Some(_), .. } => recovered(problem.message()),
            problem @ (JournalProblem::Damaged { .. }
            | JournalProblem::Gap { .. }
            | JournalProblem::Tail { .. }
            | JournalProblem::Replaced { .. }
            | JournalProblem::Unfinished { .. }) => problem.message(),
        };
        app.tell(NoticeLevel::Warning, message, None);
    }
    let mut instances: Vec<u32> = problems.iter().filter_map(JournalProblem::instance).collect();
    instances.sort_unstable();
    instances.dedup();
    let missing = problems.iter().find(|problem| problem.instance().is_some());
    if let Some(missing) = missing {
        let message = say!(
            OpeningSomeWhatWasStoredMissing,
            numbers = numbers(&instances),
            what = missing.message()
        );
        app.tell(NoticeLevel::Warning, message, None);
    }
    if misfits > 0 {
        app.tell(NoticeLevel::Warning, say!(NoticeMisfits, n = misfits), None);
    }
}

/// Reads the metadata of a work, or creates it, and brings it up to date.
fn described(
    store: &PageStore,
    id: &WorkId,
    new: WorkMeta,
    loaded_template: &LoadedTemplate,
    instances: usize,
) -> WorkMeta {
    let now = timing::wall_clock_ms();
    let known = read_meta(store, id).ok();
    let mut meta = known.unwrap_or_else(|| WorkMeta {
        title: loaded_template.template.label.clone(),
        template_name: loaded_template.template.name.clone(),
        created_ms: now,
        data: DataPlace::Nowhere,
        ..new
    });
    meta.instances = u32::try_from(instances).unwrap_or(u32::MAX);
    meta.opened_ms = now;
    // A full store shows in the save state.
    let _ = write_meta(&store.or_hold(), id, &meta);
    meta
}

/// Stores the template and the data, so that the work can be opened without the files.
fn keep(app: App, session: Session, id: &WorkId, template: &str, dataset: Arc<Dataset>) {
    let store = app.store();
    if !store.is_durable() {
        if store.is_blocked() {
            app.tell(NoticeLevel::Warning, TextId::NoticeBlocked, None);
        }
        return;
    }
    storage::ask_to_keep();
    // The id of a work determines its template: a stored one is replaced only if it cannot be read.
    let is_kept = matches!(read_file(&store, id, WorkFile::Template), Ok(Some(_)));
    if !is_kept && let Err(cause) = write_file(&store.or_hold(), id, WorkFile::Template, template) {
        session.tell_unsaved(&cause);
    }
    let data = dataset.text();
    if data.len() <= LARGEST_IN_STORE && write_file(&store, id, WorkFile::Data, data).is_ok() {
        session.set_data_place(DataPlace::Here);
        return;
    }
    let work = id.clone();
    let done = move |outcome| match outcome {
        Ok(()) => {
            if !session.set_data_place(DataPlace::IndexedDb)
                && let Ok(meta) = read_meta(&store, &work)
            {
                // Values that find no room are held and retried.
                let _ = write_meta(
                    &store.or_hold(),
                    &work,
                    &WorkMeta { data: DataPlace::IndexedDb, ..meta },
                );
            }
        }
        Err(cause) => {
            app.tell_unsaved(
                NoticeLevel::Warning,
                not_kept(TextId::NoticeDataNotKept, &cause),
                None,
            );
        }
    };
    app.keep_blob(BlobWrite::new(id.to_string(), DataText(dataset), done));
}

/// The text of a dataset, shared.
struct DataText(Arc<Dataset>);

impl AsRef<str> for DataText {
    fn as_ref(&self) -> &str {
        self.0.text()
    }
}
