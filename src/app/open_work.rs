//! The part of a session that is not a signal: the work in memory, and its stored state.

use std::sync::Arc;

use super::event_log::OpenLog;
use super::store::PageStore;
use spanwise_annotation::change;
use spanwise_annotation::store::deleted::forget_deleted;
use spanwise_annotation::store::works::{
    DataPlace, WorkFile, WorkMeta, is_here, set_open, set_place, write_file, write_meta,
};
use spanwise_annotation::store::{Journal, JournalError, SaveState, StoreError, WorkId};
use spanwise_annotation::workspace::{Commit, Workspace, view_json};
use spanwise_browser::tab_lock::TabLockClaim;
use spanwise_browser::timing::{self, TimeSlice};
use spanwise_i18n::Message;
use spanwise_template::CategoryId;

/// The part of a session that is not a signal.
#[derive(Debug)]
pub(super) struct OpenWork {
    pub(super) workspace: Workspace,
    pub(super) journal: Journal<PageStore>,
    pub(super) id: WorkId,
    pub(super) meta: WorkMeta,
    pub(super) template: TemplateText,
    /// The assignment of the link that the work was opened by, as JSON.
    pub(super) assignment: Option<Arc<str>>,
    /// Sequence number of the last record, which a grouped change replaces.
    last_record: Option<u64>,
    /// Changes that are still to be stored, in order: those of a step that changes many instances are stored some at a time.
    waiting: Vec<Commit>,
    /// `true` if the store has a mark that a page with changes is open.
    is_marked_open: bool,
    /// Set if the last page of this work ended without closing it.
    pub(super) interrupted: Option<Interruption>,
    /// The categories chosen last, the latest first.
    pub(super) recent: Vec<CategoryId>,
    /// The time since which the paragraph looked at is shown, as of [`timing::now_ms`].
    pub(super) paragraph_since_ms: f64,
    /// The event log; `None` if nothing is logged.
    pub(super) log: Option<OpenLog>,
    /// Locks held as long as this work is open.
    pub(super) claims: Vec<TabLockClaim>,
    pub(super) store: PageStore,
}

/// The template of a work as text.
#[derive(Debug, Clone)]
pub(super) struct TemplateText {
    /// Name or address of its file.
    pub(super) origin: String,
    /// The YAML text.
    pub(super) text: Arc<str>,
}

/// The last stored change of a page that ended without closing its work.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Interruption {
    pub(super) change: StoredChange,
    /// The changes that were restored from the durable store; empty if there are none.
    pub(super) came_back: Message,
}

/// A change in the journal, ordered by its sequence number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct StoredChange {
    /// Its sequence number.
    pub(super) seq: u64,
    /// 0-based index of the instance that it changed.
    pub(super) instance: u32,
}

/// The number of categories that are offered again first.
const MOST_RECENT: usize = 3;

impl OpenWork {
    pub(super) fn new(
        workspace: Workspace,
        journal: Journal<PageStore>,
        id: WorkId,
        meta: WorkMeta,
        template: TemplateText,
        store: PageStore,
    ) -> Self {
        OpenWork {
            workspace,
            journal,
            id,
            meta,
            template,
            assignment: None,
            last_record: None,
            waiting: Vec::new(),
            is_marked_open: false,
            interrupted: None,
            recent: Vec::new(),
            paragraph_since_ms: timing::now_ms(),
            log: None,
            claims: Vec::new(),
            store,
        }
    }

    /// Remembers that a category was chosen.
    pub(super) fn note_category(&mut self, id: CategoryId) {
        self.recent.retain(|other| *other != id);
        self.recent.insert(0, id);
        self.recent.truncate(MOST_RECENT);
    }

    /// Stores the changes of a command, as [`OpenWork::record_some`] does.
    ///
    /// # Errors
    /// As [`OpenWork::record_some`].
    pub(super) fn record(&mut self, commits: Vec<Commit>) -> Result<(), JournalError> {
        self.waiting.extend(commits);
        self.record_some()
    }

    /// Stores the changes that wait, until the page should have its turn.
    ///
    /// # Errors
    /// If the journal does not store them. After [`JournalError::Vanished`] the whole work was stored again, these
    /// changes included.
    pub(super) fn record_some(&mut self) -> Result<(), JournalError> {
        self.record_in(Some(&TimeSlice::begin()))
    }

    /// Stores all changes that wait.
    ///
    /// # Errors
    /// As [`OpenWork::record_some`].
    pub(super) fn record_all(&mut self) -> Result<(), JournalError> {
        self.record_in(None)
    }

    fn record_in(&mut self, slice: Option<&TimeSlice>) -> Result<(), JournalError> {
        let mut recorded = Ok(());
        let mut waiting = std::mem::take(&mut self.waiting);
        let mut stored = 0;
        for commit in &waiting {
            self.mark_open();
            recorded = self.append(commit);
            match &recorded {
                Err(JournalError::Vanished) => break,
                // It stores nothing more.
                Err(JournalError::Conflict | JournalError::ReadOnly(_)) => {
                    stored = waiting.len();
                    break;
                }
                Ok(())
                | Err(
                    JournalError::Closed
                    | JournalError::Unsaved { .. }
                    | JournalError::NotCompacted(_),
                ) => stored += 1,
            }
            if slice.is_some_and(TimeSlice::is_over) {
                break;
            }
        }
        waiting.drain(..stored);
        self.waiting = waiting;
        self.or_write_back(recorded)
    }

    /// Returns `true` if changes are still to be stored.
    pub(super) fn has_waiting(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// Stores the whole work again after [`JournalError::Vanished`].
    fn or_write_back(&mut self, outcome: Result<(), JournalError>) -> Result<(), JournalError> {
        if outcome == Err(JournalError::Vanished) {
            self.write_back()
                .map_err(|cause| JournalError::Unsaved { seq: self.journal.last_seq(), cause })?;
        }
        outcome
    }

    fn append(&mut self, commit: &Commit) -> Result<(), JournalError> {
        let typology = &self.workspace.template().typology;
        let json = change::to_json(&commit.changes, typology).map_err(|error| {
            let cause = StoreError::Other(error.to_string());
            JournalError::Unsaved { seq: self.journal.last_seq(), cause }
        })?;
        if let Some(seq) = self.last_record
            && commit.grouped
            && self.journal.can_amend(seq)
        {
            return self.journal.amend(seq, json);
        }
        let appended = self.journal.append(instance_of(commit), json);
        self.last_record = match &appended {
            Ok(seq) | Err(JournalError::Unsaved { seq, .. }) => Some(*seq),
            Err(
                JournalError::Conflict
                | JournalError::ReadOnly(_)
                | JournalError::Vanished
                | JournalError::Closed
                | JournalError::NotCompacted(_),
            ) => None,
        };
        appended.map(|_| ())
    }

    pub(super) fn record_place(&self) {
        if self.workspace.is_read_only() {
            return;
        }
        if let Ok(json) = view_json::write_view(self.workspace.view()) {
            // The position needs no notice of its own when storage is full.
            let _ = set_place(&self.store, &self.id, &json);
        }
    }

    /// Stores the counts that the list of recent works shows, and, after a commit, the time of the first change since the
    /// last download.
    pub(super) fn record_meta(&mut self, is_after_commit: bool) {
        let progress = self.workspace.progress();
        let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        let now = (count(progress.all_done()), count(progress.came_annotated));
        let is_first = is_after_commit && self.meta.undownloaded_since_ms.is_none();
        let differs = (self.meta.done, self.meta.annotated) != now;
        // Nothing is written to a work that was deleted in another tab.
        if (differs || is_first) && !self.workspace.is_read_only() && self.is_stored() {
            (self.meta.done, self.meta.annotated) = now;
            if is_first {
                self.meta.undownloaded_since_ms = Some(timing::wall_clock_ms());
            }
            self.write_meta();
        }
    }

    /// Stores a mark that a page with changes is open, until [`OpenWork::mark_closed`].
    fn mark_open(&mut self) {
        if !std::mem::replace(&mut self.is_marked_open, true) {
            // Without the mark, an unclean end is not reported.
            let _ = set_open(&self.store, &self.id, true);
        }
    }

    /// Removes the mark that a page with changes is open.
    pub(super) fn mark_closed(&mut self) {
        if std::mem::take(&mut self.is_marked_open) {
            // As above.
            let _ = set_open(&self.store, &self.id, false);
        }
    }

    /// Returns `true` if the work is stored.
    pub(super) fn is_stored(&self) -> bool {
        is_here(&self.store, &self.id)
    }

    /// Stores the whole work again after it vanished, with the changes that wait.
    ///
    /// # Errors
    /// If the store takes nothing.
    pub(super) fn write_back(&mut self) -> Result<(), StoreError> {
        // It may have been deleted in another tab.
        let _ = forget_deleted(&self.store, &self.id);
        self.write_meta();
        let store = self.store.or_hold();
        write_file(&store, &self.id, WorkFile::Template, &self.template.text)?;
        if self.meta.data == DataPlace::Here {
            write_file(&store, &self.id, WorkFile::Data, self.workspace.dataset().text())?;
        }
        if let Some(assignment) = &self.assignment {
            write_file(&store, &self.id, WorkFile::Assignment, assignment)?;
        }
        let changed: Vec<u32> = self.waiting.iter().map(instance_of).collect();
        let (workspace, journal) = (&self.workspace, &mut self.journal);
        journal.renew(&changed, |at| state_of(workspace, at))?;
        self.waiting.clear();
        self.last_record = None;
        self.is_marked_open = false;
        self.mark_open();
        self.workspace.set_read_only(false);
        Ok(())
    }

    /// Stores the metadata of the work.
    pub(super) fn write_meta(&self) {
        // Values that find no room are held and retried.
        let _ = write_meta(&self.store.or_hold(), &self.id, &self.meta);
    }

    /// Save state of the changes and of the files without which the work cannot be opened again.
    pub(super) fn save_state(&self) -> SaveState {
        let files = self.store.missing_files(&self.id);
        match self.journal.state() {
            SaveState::Saved if files > 0 => SaveState::Unsaved(files),
            SaveState::Saved if self.has_waiting() => SaveState::Saving,
            SaveState::Saved => self.store.durability(&self.id),
            SaveState::Unsaved(changes) => SaveState::Unsaved(changes.saturating_add(files)),
            state @ (SaveState::Saving | SaveState::SavedNotDurably | SaveState::ReadOnly(_)) => {
                state
            }
        }
    }

    /// Retries to store unsaved changes, unless the work was removed from this device.
    ///
    /// # Errors
    /// As [`OpenWork::record`].
    pub(super) fn retry(&mut self) -> Result<(), JournalError> {
        if !self.is_stored() {
            return Ok(());
        }
        let outcome = self.journal.retry();
        self.or_write_back(outcome)
    }

    pub(super) fn compact(&mut self) {
        // Snapshots have the changes that wait, which would be made once more. A journal that cannot be compacted now is
        // compacted later.
        if self.has_waiting() {
            return;
        }
        let workspace = &self.workspace;
        let _ = self.journal.compact(8, |at| state_of(workspace, at));
    }
}

/// The instance that a commit changes, as the journal counts (0-based).
fn instance_of(commit: &Commit) -> u32 {
    u32::try_from(commit.instance).unwrap_or(u32::MAX)
}

/// Snapshot of an instance (0-based) as JSON.
fn state_of(workspace: &Workspace, at: u32) -> String {
    let typology = &workspace.template().typology;
    change::to_json(&workspace.snapshot(at as usize), typology).unwrap_or_default()
}
