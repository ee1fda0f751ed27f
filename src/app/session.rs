//! One open work: commands in, signals and journal out.

use std::sync::Arc;

use leptos::prelude::*;

use super::context::{App, HistoryState, Session, SessionRole};
use super::loaded_template::LoadedTemplate;
use super::notices::NoticeLevel;
use super::open_work::OpenWork;
use super::session_problems::SessionProblems;
use spanwise_annotation::document::{Edit, Missing, Status, Summary};
use spanwise_annotation::store::works::DataPlace;
use spanwise_annotation::store::{JournalError, ReadOnly, SaveState, StoreError, WorkId};
use spanwise_annotation::workspace::{Command, Reject, Workspace};
use spanwise_browser::timing;
use spanwise_diagnostics::Diagnostic;
use spanwise_i18n::{Key, Message, say};
use spanwise_template::{Category, CategoryId, Template};
use spanwise_text::{Boundary, Span, Text, subword};

/// How long the background reading of instances may hold the page, in milliseconds.
const SCAN_SLICE_MS: f64 = 6.0;

/// How long an instance has only just appeared, in milliseconds: longer than between the presses of a double click.
const FIRST_MOMENTS_MS: i32 = 400;

impl Session {
    pub(super) fn new(app: App, work: OpenWork, template_problems: Arc<[Diagnostic]>) -> Self {
        let session = Self::with_role(app, work, template_problems, 0, SessionRole::Editor);
        // What held the lock in this tab has let it go by then.
        timing::after(0, move || session.lock());
        session
    }

    /// A work that is only looked at, at a place of its own among those of the page.
    pub(super) fn reader(
        app: App,
        mut work: OpenWork,
        template_problems: Arc<[Diagnostic]>,
        number: usize,
    ) -> Self {
        work.workspace.set_read_only(true);
        Self::with_role(app, work, template_problems, number, SessionRole::Reader)
    }

    fn with_role(
        app: App,
        work: OpenWork,
        template_problems: Arc<[Diagnostic]>,
        number: usize,
        role: SessionRole,
    ) -> Self {
        let workspace = &work.workspace;
        let session = Session {
            instance: RwSignal::new(workspace.current().clone()),
            view: RwSignal::new(workspace.view().clone()),
            progress: RwSignal::new(workspace.progress()),
            history: RwSignal::new(HistoryState::default()),
            save_state: RwSignal::new(work.save_state()),
            read_only: RwSignal::new(workspace.is_read_only()),
            deleted: RwSignal::new(Vec::new()),
            is_new_here: RwSignal::new(false),
            problems: SessionProblems::new(template_problems, workspace.dataset().problems().len()),
            hovered: RwSignal::new(None),
            icons: RwSignal::new(vec![None; workspace.template().typology.categories().len()]),
            number,
            role,
            beside: StoredValue::new(Vec::new()),
            app,
            template: StoredValue::new(workspace.template().clone()),
            work: StoredValue::new_local(work),
        };
        session.scan();
        if number == 0 {
            session.tell_problems();
        }
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

    /// Returns `true` if the work is only shown: nothing of it is stored.
    #[must_use]
    pub fn is_reader(self) -> bool {
        self.role == SessionRole::Reader
    }

    /// What the whole page shares, for listeners, which have no context to look for it in.
    #[must_use]
    pub fn app(self) -> App {
        self.app
    }

    /// The template.
    #[must_use]
    pub fn template(self) -> Arc<Template> {
        self.template.get_value()
    }

    /// The template as a page of its own shows it.
    pub(super) fn loaded_template(self) -> LoadedTemplate {
        self.work.with_value(|work| LoadedTemplate {
            template: work.workspace.template().clone(),
            text: work.template.text.clone(),
            origin: work.template.origin.clone(),
            diagnostics: self.problems.template(),
            example: None,
        })
    }

    /// Remembers where the data of this work is kept. `false` if the session is gone, as it may be by the time that
    /// `IndexedDB` answers.
    pub(super) fn set_data_place(self, place: DataPlace) -> bool {
        let set = self.work.try_update_value(|work| {
            work.meta.data = place;
            work.write_meta();
        });
        set.is_some()
    }

    /// Whether this is the work of that name.
    pub(super) fn is_of(self, id: &WorkId) -> bool {
        self.work.try_with_value(|work| work.id == *id) == Some(true)
    }

    /// Whether not all of it is stored.
    pub(super) fn is_unsaved(self) -> bool {
        matches!(self.save_state.try_get_untracked(), Some(SaveState::Unsaved(_)))
    }

    /// Whether changes go with the page, though they should outlive it.
    pub(super) fn loses_changes(self) -> bool {
        let is_changed = |work: &OpenWork| work.journal.changed_since(0) > 0;
        self.is_unsaved() && self.work.try_with_value(is_changed) == Some(true)
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
        self.summary().open as usize
    }

    /// The status of an instance, now.
    #[must_use]
    pub fn status(self, at: usize) -> Status {
        self.ask(|w| w.overview().status(at))
    }

    /// The figures of the instance shown.
    #[must_use]
    pub fn summary(self) -> Summary {
        self.progress.track();
        self.instance.track();
        let at = self.view.with(|v| v.instance);
        self.ask(|w| w.overview().summary(at))
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
            Command::SelectText(..)
            | Command::SelectPoint(..)
            | Command::ClickPoint(..)
            | Command::Select(_) => "select",
            Command::Undo | Command::Redo => "undo",
            Command::ChooseCategory(_)
            | Command::ToggleMember(_)
            | Command::DropDraftSpan(..)
            | Command::Finish
            | Command::Escape
            | Command::Extend(_)
            | Command::Delete(_)
            | Command::Clear
            | Command::Duplicate(_)
            | Command::SetCategory(..)
            | Command::Grip
            | Command::MoveEdge(..)
            | Command::StepEdge(..)
            | Command::RemoveSpan(_)
            | Command::RemoveMember { .. }
            | Command::TakeApart(_)
            | Command::Answer(..)
            | Command::SetBookmark(_)
            | Command::SetComment(_)
            | Command::SetDone(_) => "commit",
        };
        timing::measured(measured, || self.carry_out(command))
    }

    fn carry_out(self, command: Command) -> Result<(), Reject> {
        let now = timing::now_ms();
        let (before, left) = self.ask(|w| (w.current().clone(), w.view().instance));
        let steps_back = matches!(command, Command::Undo | Command::Redo);
        let deleted = if let Command::Delete(key) = command {
            before.position(key).zip(before.edit(key).cloned())
        } else {
            None
        };
        let outcome = self.work.try_update_value(|work| {
            let commit = work.workspace.dispatch(command, now)?;
            let recorded = commit.as_ref().map_or(Ok(()), |commit| work.record(commit));
            work.record_place();
            work.record_meta(commit.is_some());
            Ok((commit.is_some(), recorded))
        });
        let (committed, recorded) = outcome.unwrap_or(Err(Reject::Gone))?;
        if let Err(error) = recorded {
            self.explain_journal(&error);
        }
        self.publish();
        let has_left = self.ask(|w| w.view().instance) != left;
        if committed || has_left {
            self.note_deletions(deleted, steps_back && !has_left);
        }
        if has_left {
            self.note_arrival();
        }
        if committed {
            self.compact_later();
            self.app.look_after_storage();
            self.app.tell_not_durable();
            self.remind();
        }
        Ok(())
    }

    /// Notes what was deleted last; what comes after ends that, unless it takes deletions back or does them again.
    fn note_deletions(self, deleted: Option<(usize, Arc<Edit>)>, steps_back: bool) {
        let mut all = self.deleted.get_untracked();
        if steps_back {
            all.retain(|(_, edit)| self.ask(|w| w.current().edit(edit.key).is_none()));
        } else if deleted.is_none() {
            all.clear();
        }
        all.extend(deleted);
        if !all.is_empty() || self.deleted.with_untracked(|old| !old.is_empty()) {
            self.deleted.set(all);
        }
    }

    /// Notes that another instance has appeared, for its first moments.
    fn note_arrival(self) {
        let at = self.ask(|w| w.view().instance);
        self.is_new_here.set(true);
        timing::after(FIRST_MOMENTS_MS, move || {
            // The session may be gone, or another instance shown.
            if self.view.try_with_untracked(|v| v.instance) == Some(at) {
                self.is_new_here.try_set(false);
            }
        });
    }

    /// Sets the signals to what the workspace says, as far as they differ.
    pub(super) fn publish(self) {
        self.work.with_value(|work| {
            let workspace = &work.workspace;
            if !self.instance.with_untracked(|i| Arc::ptr_eq(i, workspace.current())) {
                self.instance.set(workspace.current().clone());
            }
            set_if_changed(self.view, workspace.view().clone());
            set_if_changed(self.progress, workspace.progress());
            let history =
                HistoryState { can_undo: workspace.can_undo(), can_redo: workspace.can_redo() };
            set_if_changed(self.history, history);
            set_if_changed(self.save_state, work.save_state());
            set_if_changed(self.read_only, workspace.is_read_only());
            self.problems.count(workspace);
        });
    }

    /// Says why something was refused.
    pub fn explain(self, reject: Reject) {
        let key = match reject {
            Reject::WrongSide(side) => {
                let side = Message::from(side.label());
                let message = say!(RefusedWrongSide, side);
                return self.app.tell(NoticeLevel::Info, message, None);
            }
            Reject::Incomplete(missing) => {
                let message = say!(RefusedIncomplete, missing = draft_prompt(missing));
                return self.app.tell(NoticeLevel::Info, message, None);
            }
            Reject::SelectionDisabled => Key::RefusedSelectionDisabled,
            Reject::AnnotationDisabled => Key::RefusedAnnotationDisabled,
            Reject::ReadOnly => Key::RefusedReadOnly,
            Reject::Gone => Key::RefusedGone,
            Reject::NothingSelected => Key::RefusedNothingSelected,
            Reject::DoesNotFit => Key::RefusedDoesNotFit,
            Reject::LastOne => Key::RefusedLastLeft,
            Reject::NotAMember => Key::RefusedNotAMember,
            Reject::Constituent => Key::RefusedConstituent,
            Reject::NotAnAnswer => Key::RefusedNotAnAnswer,
            Reject::NoRoom => Key::RefusedNoRoom,
            Reject::NothingToUndo => Key::RefusedNothingToUndo,
        };
        self.app.tell(NoticeLevel::Info, key, None);
    }

    fn explain_journal(self, error: &JournalError) {
        match error {
            JournalError::Unsaved { cause, .. } => self.tell_unsaved(cause),
            JournalError::Conflict | JournalError::ReadOnly(ReadOnly::ChangedElsewhere) => {
                self.become_read_only(Key::NoticeTakenOver);
            }
            JournalError::Vanished => self.tell_written_back(Ok(())),
            JournalError::ReadOnly(ReadOnly::NewerFormat(_)) => {
                self.app.tell(NoticeLevel::Warning, Key::NoticeNewer, None);
            }
            JournalError::Closed | JournalError::NotCompacted(_) => {}
        }
    }

    /// Says why something of this work is not stored, and tries again until it is.
    pub(super) fn tell_unsaved(self, cause: &StoreError) {
        let message = match cause {
            StoreError::Full => Key::NoticeFull.into(),
            StoreError::Blocked => Key::NoticeBlocked.into(),
            StoreError::Altered | StoreError::Other(_) => cause.message(),
        };
        self.app.tell_unsaved(NoticeLevel::Error, message, self.download_action());
    }

    /// Tries again to store what could not be stored.
    pub(super) fn retry(self) {
        match self.work.try_update_value(OpenWork::retry) {
            // That was said.
            None | Some(Ok(()) | Err(JournalError::Unsaved { .. })) => {}
            Some(Err(error)) => self.explain_journal(&error),
        }
        self.publish();
    }

    /// Shows whether what was done is on disk: the durable store has answered.
    pub(super) fn publish_save_state(self) {
        if let Some(state) = self.work.try_with_value(OpenWork::save_state) {
            set_if_changed(self.save_state, state);
        }
    }

    fn compact_later(self) {
        let wanted = self.work.with_value(|work| work.journal.wants_compaction());
        if wanted {
            timing::after(500, move || {
                // The session may be gone by then.
                self.work.try_update_value(OpenWork::compact);
            });
        }
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
                        self.work.update_value(|work| work.record_meta(false));
                        self.publish();
                        self.problems.all_read();
                        return;
                    }
                    None => return,
                }
            }
        });
    }
}

/// Asks for what a draft needs next.
#[must_use]
pub fn draft_prompt(missing: Missing) -> Message {
    match missing {
        Missing::Span(side) => {
            say!(DraftSelectSource, side = Message::from(side.label()))
        }
        Missing::Point(_) => Key::DraftPickPoint.into(),
        Missing::Edits => Key::DraftSelectEdits.into(),
    }
}

fn set_if_changed<T: PartialEq + Send + Sync + 'static>(signal: RwSignal<T>, value: T) {
    if signal.with_untracked(|old| *old != value) {
        signal.set(value);
    }
}
