//! Restores works that earlier visits stored. Loaded lazily, where something is stored.

use std::sync::Arc;

use super::context::App;
use super::lazy::{LazyLoadError, lazily_loaded};
use super::open_work::{Interruption, StoredChange};
use super::store::PageStore;
use spanwise_annotation::change;
use spanwise_annotation::store::works::{is_left_open, place};
use spanwise_annotation::store::{
    Journal, JournalProblem, OpenedJournal, Reconciliation, WorkId, reconcile,
};
use spanwise_annotation::workspace::{Workspace, view_json};
use spanwise_i18n::{Message, TextId, say};
use spanwise_template::Template;

/// Lazily loaded functions.
#[derive(Clone, Copy)]
pub(super) struct RestoringCode {
    /// Compares the two stores: [`reconcile`].
    pub(super) reconcile: fn(&PageStore, &[(String, String)]) -> Reconciliation,
    /// Restores a work in its newly opened workspace.
    pub(super) restore: fn(App, &mut Workspace, WorkId) -> RestoredWork,
}

lazily_loaded!(
    edit,
    load,
    RestoringCode,
    RestoringCode { reconcile: |store, durable| reconcile(store, durable), restore }
);

/// Downloads the code.
///
/// # Errors
/// If it cannot be downloaded.
pub(super) async fn restoring_code() -> Result<RestoringCode, LazyLoadError> {
    load().await
}

/// The stored state of a work.
#[derive(Debug)]
pub(super) struct RestoredWork {
    pub(super) journal: Journal<PageStore>,
    /// `true` if there were changes.
    pub(super) went_on: bool,
    /// Set if the last page of this work ended without closing it.
    pub(super) interrupted: Option<Interruption>,
    /// Sentences for the annotator about changes that could not be restored, or were lost in the meantime.
    pub(super) warnings: Vec<Message>,
}

impl RestoredWork {
    /// The state of a work of which nothing is stored.
    pub(super) fn nothing(store: PageStore, id: WorkId) -> Self {
        RestoredWork {
            journal: Journal::new(store, id),
            went_on: false,
            interrupted: None,
            warnings: Vec::new(),
        }
    }
}

fn restore(app: App, workspace: &mut Workspace, id: WorkId) -> RestoredWork {
    let store = app.store();
    let opened = Journal::open(store.clone(), id.clone());
    let misfits = replay(workspace, &opened);
    if let Some(json) = place(&store, &id)
        && let Some(view) = view_json::read_view(&json)
    {
        workspace.restore_view(view);
    }
    if opened.problems.iter().any(|p| matches!(p, JournalProblem::NewerFormat(_))) {
        workspace.set_read_only(true);
    }
    let came_back = match app.take_restored(&id) {
        instances if instances.is_empty() => Message::none(),
        instances => came_back(&instances),
    };
    let went_on = !opened.snapshots.is_empty() || !opened.records.is_empty();
    let interrupted = interruption(&store, &id, &opened);
    let mut warnings = warnings(&opened.problems, misfits);
    let interrupted = match interrupted {
        Some(change) => Some(Interruption { change, came_back }),
        None => {
            warnings.extend((!came_back.is_none()).then_some(came_back));
            None
        }
    };
    RestoredWork { journal: opened.journal, went_on, interrupted, warnings }
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

/// The stored changes that cannot be read, are missing, or no longer fit.
fn warnings(problems: &[JournalProblem], misfits: usize) -> Vec<Message> {
    let mut warnings = Vec::new();
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
        warnings.push(message);
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
        warnings.push(message);
    }
    if misfits > 0 {
        warnings.push(say!(NoticeMisfits, n = misfits));
    }
    warnings
}
