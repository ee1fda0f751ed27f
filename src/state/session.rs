//! One open work: commands in, signals and journal out.

use std::sync::Arc;

use leptos::prelude::*;

use super::app::{App, Landing, Level, NoticeAction};
use super::saving::Store;
use crate::domain::diagnostic::Diagnostic;
use crate::domain::document::{Edit, EditKey, Instance, Status};
use crate::domain::store::works::{DataPlace, Meta, set_place, write_meta};
use crate::domain::store::{Journal, JournalError, ReadOnly, SaveState, WorkId};
use crate::domain::text::{Boundary, Span, Text, subword};
use crate::domain::typology::{Category, CategoryId, Side, Template};
use crate::domain::wording::{Key, Message};
use crate::domain::workspace::{Command, Commit, Progress, Reject, View, Workspace, record};
use crate::platform::{tab_lock, timing};

/// How long the background reading of instances may hold the page, in milliseconds.
const SCAN_SLICE_MS: f64 = 6.0;

/// What a session is made of, outside the signals.
#[derive(Debug)]
pub(super) struct Work {
    pub(super) workspace: Workspace,
    pub(super) journal: Journal<Store>,
    pub(super) id: WorkId,
    pub(super) meta: Meta,
    pub(super) template_text: Arc<str>,
    /// Who annotates which instances, as JSON, if the link said so.
    pub(super) assignment: Option<Arc<str>>,
    /// The number of the last record, which a grouped change replaces.
    last_record: Option<u64>,
    /// Held as long as this work is open, so that another tab knows of it.
    claims: Vec<tab_lock::Claim>,
    pub(super) store: Store,
}

impl Work {
    pub(super) fn new(
        workspace: Workspace,
        journal: Journal<Store>,
        (id, meta): (WorkId, Meta),
        template_text: Arc<str>,
        store: Store,
    ) -> Self {
        let (assignment, last_record, claims) = (None, None, Vec::new());
        Work { workspace, journal, id, meta, template_text, assignment, last_record, claims, store }
    }

    fn record(&mut self, commit: &Commit) -> Result<(), JournalError> {
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

    fn record_place(&self) {
        if self.workspace.is_read_only() {
            return;
        }
        if let Ok(json) = record::write_view(self.workspace.view()) {
            // Where one was is worth no message of its own when storage is full.
            let _ = set_place(&self.store, &self.id, &json);
        }
    }

    /// Keeps the figures that the list of recent work shows.
    fn record_meta(&mut self) {
        let progress = self.workspace.progress();
        let done = u32::try_from(progress.done + progress.done_no_errors).unwrap_or(u32::MAX);
        if self.meta.done != done && !self.workspace.is_read_only() {
            self.meta.done = done;
            // As above.
            let _ = write_meta(&self.store, &self.id, &self.meta);
        }
    }

    fn compact(&mut self) {
        let workspace = &self.workspace;
        let typology = &workspace.template().typology;
        // A log that can't be folded now is folded another time.
        let _ = self.journal.compact(8, |at| {
            record::write_changes(&workspace.snapshot(at as usize), typology).unwrap_or_default()
        });
    }
}

/// One open work. Cheap to copy.
#[derive(Debug, Clone, Copy)]
pub struct Session {
    /// The instance shown.
    pub instance: RwSignal<Arc<Instance>>,
    /// Where the annotator is and what is under way.
    pub view: RwSignal<View>,
    /// How far the work is.
    pub progress: RwSignal<Progress>,
    /// Whether there is something to undo, to redo.
    pub history: RwSignal<(bool, bool)>,
    /// Whether what was done is on disk.
    pub save_state: RwSignal<SaveState>,
    /// Whether changes are refused, because another tab or version has the work.
    pub read_only: RwSignal<bool>,
    /// How many problems the data has, as far as it was read.
    pub problem_count: RwSignal<usize>,
    /// What the compiler had to say about the template.
    pub template_problems: StoredValue<Arc<[Diagnostic]>>,
    /// The edit under the pointer, in a text or in the list.
    pub hovered: RwSignal<Option<EditKey>>,
    /// Its place among the works that the page shows, from 0.
    pub number: usize,
    /// Whether it is only looked at: nothing of it is kept.
    pub is_reader: bool,
    pub(super) app: App,
    template: StoredValue<Arc<Template>>,
    pub(super) work: StoredValue<Work, LocalStorage>,
}

impl Session {
    pub(super) fn new(app: App, work: Work, template_problems: Arc<[Diagnostic]>) -> Self {
        let session = Self::of(app, work, template_problems, (0, false));
        // What held the lock in this tab has let it go by then.
        timing::after(0, move || session.lock());
        session
    }

    /// A work that is only looked at, at a place of its own among those of the page.
    pub(super) fn reader(
        app: App,
        mut work: Work,
        template_problems: Arc<[Diagnostic]>,
        number: usize,
    ) -> Self {
        work.workspace.set_read_only(true);
        Self::of(app, work, template_problems, (number, true))
    }

    fn of(
        app: App,
        work: Work,
        template_problems: Arc<[Diagnostic]>,
        (number, is_reader): (usize, bool),
    ) -> Self {
        let workspace = &work.workspace;
        let session = Session {
            instance: RwSignal::new(workspace.current().clone()),
            view: RwSignal::new(workspace.view().clone()),
            progress: RwSignal::new(workspace.progress()),
            history: RwSignal::new((false, false)),
            save_state: RwSignal::new(work.journal.state()),
            read_only: RwSignal::new(workspace.is_read_only()),
            problem_count: RwSignal::new(0),
            template_problems: StoredValue::new(template_problems),
            hovered: RwSignal::new(None),
            number,
            is_reader,
            app,
            template: StoredValue::new(workspace.template().clone()),
            work: StoredValue::new_local(work),
        };
        session.scan();
        session
    }

    /// The id of an element that each work of the page has one of.
    #[must_use]
    pub fn id(self, name: &str) -> String {
        match self.number {
            0 => name.to_owned(),
            n => format!("{name}-{}", n + 1),
        }
    }

    /// The template.
    #[must_use]
    pub fn template(self) -> Arc<Template> {
        self.template.get_value()
    }

    /// The template as a page of its own shows it.
    pub(super) fn landing(self) -> Landing {
        self.work.with_value(|work| Landing {
            template: work.workspace.template().clone(),
            text: work.template_text.clone(),
            origin: work.meta.source.clone(),
            diagnostics: self.template_problems.get_value(),
            example: None,
        })
    }

    /// Remembers where the data of this work is kept.
    pub(super) fn set_data_place(self, place: DataPlace) {
        // The session may be gone by the time that IndexedDB answers.
        self.work.try_update_value(|work| {
            work.meta.data = place;
            // A full store shows in the save state with the first change.
            let _ = write_meta(&work.store, &work.id, &work.meta);
        });
    }

    /// Whether the texts are made of subword tokens.
    #[must_use]
    pub fn has_subwords(self) -> bool {
        let subword = |c: &Category| c.boundary == Boundary::Subword;
        self.template.with_value(|t| t.typology.categories().iter().any(subword))
    }

    /// A part of a text as a person reads it.
    #[must_use]
    pub fn read(self, text: &Text, span: Span) -> String {
        if self.has_subwords() {
            subword::clean_slice(text, span)
        } else {
            text.slice(span).to_owned()
        }
    }

    /// Asks the workspace something.
    pub fn ask<T>(self, question: impl FnOnce(&Workspace) -> T) -> T {
        self.work.with_value(|work| question(&work.workspace))
    }

    /// How many edits of the instance shown have a required question open.
    #[must_use]
    pub fn open_edits(self) -> usize {
        self.instance.track();
        let at = self.view.with(|v| v.instance);
        self.ask(|w| w.overview().summary(at).open) as usize
    }

    /// The status of an instance, now.
    #[must_use]
    pub fn status(self, at: usize) -> Status {
        self.ask(|w| w.overview().status(at))
    }

    /// The edit that is open.
    #[must_use]
    pub fn selected(self) -> Option<Arc<Edit>> {
        let key = self.view.with(|v| v.selected)?;
        self.instance.with(|i| i.edit(key).cloned())
    }

    /// The category of an edit, if the template knows it.
    #[must_use]
    pub fn category_of(self, edit: &Edit) -> Option<(CategoryId, Category)> {
        self.template.with_value(|t| t.typology.find(&edit.category).map(|(id, c)| (id, c.clone())))
    }

    /// Does what the annotator asks for, or says why not.
    pub fn dispatch(self, command: Command) {
        if let Err(reject) = self.try_dispatch(command) {
            self.explain(reject);
        }
    }

    /// Does what the annotator asks for.
    ///
    /// # Errors
    /// With the reason when it can't be done.
    pub fn try_dispatch(self, command: Command) -> Result<(), Reject> {
        let measured = match command {
            Command::GoTo(_) => "navigate",
            Command::SelectText(..) | Command::SelectPoint(..) | Command::Select(_) => "select",
            Command::Undo | Command::Redo => "undo",
            _ => "commit",
        };
        timing::measured(measured, || self.carry_out(command))
    }

    fn carry_out(self, command: Command) -> Result<(), Reject> {
        let now = timing::now_ms();
        let outcome = self.work.try_update_value(|work| {
            let commit = work.workspace.dispatch(command, now)?;
            let recorded = commit.as_ref().map_or(Ok(()), |commit| work.record(commit));
            work.record_place();
            work.record_meta();
            Ok((commit.is_some(), recorded))
        });
        let (committed, recorded) = outcome.unwrap_or(Err(Reject::Gone))?;
        if let Err(error) = recorded {
            self.explain_journal(&error);
        }
        self.publish();
        if committed {
            self.compact_later();
        }
        Ok(())
    }

    /// Sets the signals to what the workspace says, as far as they differ.
    fn publish(self) {
        self.work.with_value(|work| {
            let workspace = &work.workspace;
            if !self.instance.with_untracked(|i| Arc::ptr_eq(i, workspace.current())) {
                self.instance.set(workspace.current().clone());
            }
            set_if_changed(self.view, workspace.view().clone());
            set_if_changed(self.progress, workspace.progress());
            set_if_changed(self.history, (workspace.can_undo(), workspace.can_redo()));
            set_if_changed(self.save_state, work.journal.state());
            set_if_changed(self.read_only, workspace.is_read_only());
            set_if_changed(self.problem_count, workspace.overview().problem_count());
        });
    }

    /// Says why something was refused.
    pub fn explain(self, reject: Reject) {
        let key = match reject {
            Reject::WrongSide(side) => {
                let side: Message = match side {
                    Side::Source => Key::SourceLabel.into(),
                    Side::Target => Key::TargetLabel.into(),
                };
                let message = Message::new(Key::RejectWrongSide, vec![("side", side.into())]);
                return self.app.tell(Level::Info, message, None);
            }
            Reject::SelectionDisabled => Key::RejectDisabledSelection,
            Reject::AnnotationDisabled => Key::RejectDisabledAnnotation,
            Reject::ReadOnly => Key::RejectReadOnly,
            Reject::Gone => Key::RejectGone,
            Reject::NothingSelected => Key::RejectNothingSelected,
            Reject::Incomplete(_) => Key::RejectIncomplete,
            Reject::DoesNotFit => Key::RejectDoesNotFit,
            Reject::LastOne => Key::RejectLastOne,
            Reject::NotAMember => Key::RejectNotAMember,
            Reject::NotAnAnswer => Key::RejectNotAnAnswer,
            Reject::NoRoom => Key::RejectNoRoom,
            Reject::NothingToUndo => Key::RejectNothingToUndo,
        };
        self.app.tell(Level::Info, key, None);
    }

    fn explain_journal(self, error: &JournalError) {
        match error {
            JournalError::Unsaved { .. } if !self.app.store().is_durable() => {
                self.app.tell(Level::Warning, Key::NoticeBlocked, None);
            }
            JournalError::Unsaved { .. } => {
                self.app.tell(Level::Error, Key::NoticeFull, None);
            }
            JournalError::Conflict | JournalError::ReadOnly(ReadOnly::ChangedElsewhere) => {
                self.become_read_only(Key::NoticeTakenOver);
            }
            JournalError::ReadOnly(ReadOnly::NewerFormat(_)) => {
                self.app.tell(Level::Warning, Key::NoticeNewer, None);
            }
            JournalError::Closed | JournalError::NotCompacted(_) => {}
        }
    }

    /// Tries again to store what could not be stored.
    pub fn retry(self) {
        if let Some(Err(error)) = self.work.try_update_value(|work| work.journal.retry()) {
            self.explain_journal(&error);
        }
        self.publish();
    }

    fn compact_later(self) {
        let wanted = self.work.with_value(|work| work.journal.wants_compaction());
        if wanted {
            timing::after(500, move || {
                // The session may be gone by then.
                self.work.try_update_value(Work::compact);
            });
        }
    }

    /// Becomes the writer of this work, or only reads it.
    fn lock(self) {
        if !self.app.store().is_durable() {
            return;
        }
        let Some(id) = self.work.try_with_value(|work| work.id.to_string()) else { return };
        let claim = tab_lock::request(&id, false, move |lock| match lock {
            tab_lock::Lock::Elsewhere => self.become_read_only(Key::NoticeElsewhere),
            tab_lock::Lock::Lost => self.become_read_only(Key::NoticeTakenOver),
            tab_lock::Lock::Held | tab_lock::Lock::Unsupported => {}
        });
        self.work.try_update_value(|work| work.claims.push(claim));
    }

    /// Lets other tabs, or another session of this one, write to the work.
    pub(super) fn release(self) {
        self.work.try_update_value(|work| work.claims.clear());
    }

    fn become_read_only(self, why: Key) {
        let known = self.work.try_update_value(|work| work.workspace.set_read_only(true));
        if known.is_none() {
            return;
        }
        self.publish();
        let run = Arc::new(move || self.take_over());
        let action = Some(NoticeAction { label: Key::TakeOver, run });
        self.app.tell(Level::Warning, why, action);
    }

    /// Takes the work over from the tab that has it, and goes on from what that tab stored.
    fn take_over(self) {
        let Some(id) = self.work.try_with_value(|work| work.id.to_string()) else { return };
        let claim = tab_lock::request(&id, true, move |lock| {
            if lock == tab_lock::Lock::Held {
                crate::platform::location::reload();
            }
        });
        self.work.try_update_value(|work| work.claims.push(claim));
    }

    /// Reads all instances in the background, in small slices.
    fn scan(self) {
        leptos::task::spawn_local(async move {
            loop {
                timing::pause().await;
                let slice = self.work.try_update_value(|work| {
                    let start = timing::now_ms();
                    let mut progress = work.workspace.scan(8);
                    while progress.scanned < progress.total
                        && timing::now_ms() - start < SCAN_SLICE_MS
                    {
                        progress = work.workspace.scan(8);
                    }
                    progress
                });
                match slice {
                    Some(progress) if progress.scanned < progress.total => {
                        if progress.scanned % 256 < 8 {
                            self.publish();
                        }
                    }
                    Some(_) => {
                        self.work.update_value(Work::record_meta);
                        self.publish();
                        return;
                    }
                    None => return,
                }
            }
        });
    }
}

fn set_if_changed<T: PartialEq + Send + Sync + 'static>(signal: RwSignal<T>, value: T) {
    if signal.with_untracked(|old| *old != value) {
        signal.set(value);
    }
}
