//! What a session is made of, outside the signals: the work in memory, and what of it is stored.

use std::sync::Arc;

use super::saving::Store;
use crate::domain::store::works::{Meta, MetaError, read_meta, set_place, write_meta};
use crate::domain::store::{Journal, JournalError, SaveState, WorkId};
use crate::domain::workspace::{Commit, Workspace, record};
use crate::platform::{tab_lock, timing};

/// What a session is made of, outside the signals.
#[derive(Debug)]
pub(super) struct Work {
    pub(super) workspace: Workspace,
    pub(super) journal: Journal<Store>,
    pub(super) id: WorkId,
    pub(super) meta: Meta,
    /// The name or address of the template, and its text.
    pub(super) template: (String, Arc<str>),
    /// Who annotates which instances, as JSON, if the link said so.
    pub(super) assignment: Option<Arc<str>>,
    /// The number of the last record, which a grouped change replaces.
    last_record: Option<u64>,
    /// Held as long as this work is open, so that another tab knows of it.
    pub(super) claims: Vec<tab_lock::Claim>,
    pub(super) store: Store,
}

impl Work {
    pub(super) fn new(
        workspace: Workspace,
        journal: Journal<Store>,
        (id, meta): (WorkId, Meta),
        template: (String, Arc<str>),
        store: Store,
    ) -> Self {
        let (assignment, last_record, claims) = (None, None, Vec::new());
        Work { workspace, journal, id, meta, template, assignment, last_record, claims, store }
    }

    pub(super) fn record(&mut self, commit: &Commit) -> Result<(), JournalError> {
        let typology = &self.workspace.template().typology;
        let Ok(json) = record::write_changes(&commit.changes, typology) else { return Ok(()) };
        if let Some(seq) = self.last_record
            && commit.grouped
            && self.journal.can_amend(seq)
        {
            return self.journal.amend(seq, json);
        }
        let instance = u32::try_from(commit.instance).unwrap_or(u32::MAX);
        let appended = self.journal.append(instance, json);
        self.last_record = match &appended {
            Ok(seq) | Err(JournalError::Unsaved { seq, .. }) => Some(*seq),
            Err(_) => None,
        };
        appended.map(|_| ())
    }

    pub(super) fn record_place(&self) {
        if self.workspace.is_read_only() {
            return;
        }
        if let Ok(json) = record::write_view(self.workspace.view()) {
            // Where one was is worth no message of its own when storage is full.
            let _ = set_place(&self.store, &self.id, &json);
        }
    }

    /// Keeps the figures that the list of recent work shows, and when the first change was made that is not downloaded.
    pub(super) fn record_meta(&mut self, has_changed: bool) {
        let progress = self.workspace.progress();
        let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        let now = (count(progress.all_done()), count(progress.came_annotated));
        let is_first = has_changed && self.meta.undownloaded_since_ms.is_none();
        let differs = (self.meta.done, self.meta.annotated) != now;
        if (differs || is_first) && !self.workspace.is_read_only() {
            (self.meta.done, self.meta.annotated) = now;
            if is_first {
                self.meta.undownloaded_since_ms = Some(timing::wall_clock_ms());
            }
            self.write_meta();
        }
    }

    /// Keeps what is known of the work.
    pub(super) fn write_meta(&self) {
        // What finds no room is held, and tried again.
        let _ = write_meta(&self.store.or_hold(), &self.id, &self.meta);
    }

    /// Whether what was done is on disk, and the work can be opened again.
    pub(super) fn save_state(&self) -> SaveState {
        let files = self.store.missing_files(&self.id);
        match self.journal.state() {
            SaveState::Saved if files > 0 => SaveState::Unsaved(files),
            SaveState::Unsaved(changes) => SaveState::Unsaved(changes.saturating_add(files)),
            state => state,
        }
    }

    /// Stores what could not be stored before. Nothing of a work that was removed from this device.
    pub(super) fn retry(&mut self) -> Result<(), JournalError> {
        if read_meta(&self.store, &self.id) == Err(MetaError::Missing) {
            return Ok(());
        }
        self.journal.retry()
    }

    pub(super) fn compact(&mut self) {
        let workspace = &self.workspace;
        let typology = &workspace.template().typology;
        // A log that can't be folded now is folded another time.
        let _ = self.journal.compact(8, |at| {
            record::write_changes(&workspace.snapshot(at as usize), typology).unwrap_or_default()
        });
    }
}
