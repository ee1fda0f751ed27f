//! One open work: carries out commands, writes the journal, and updates the signals.

use std::sync::Arc;

use leptos::prelude::*;

use super::context::{App, HistoryState, Session, SessionRole};
use super::event_log;
use super::loaded_template::LoadedTemplate;
use super::notices::NoticeLevel;
use super::open_work::OpenWork;
use super::opening;
use super::session_problems::SessionProblems;
use spanwise_annotation::document::{
    Edit, InstanceStatus, InstanceSummary, MissingInDraft, TextName,
};
use spanwise_annotation::store::works::DataPlace;
use spanwise_annotation::store::{JournalError, ReadOnlyReason, SaveState, StoreError, WorkId};
use spanwise_annotation::workspace::{Command, Rejection, Workspace};
use spanwise_browser::timing::{self, TimeSlice};
use spanwise_diagnostics::Diagnostic;
use spanwise_i18n::{Message, TextId, say};
use spanwise_markdown::formatting::Rendering;
use spanwise_template::{Category, CategoryId, Side, SpanRole, Template};
use spanwise_text::{Boundary, Span, Text, subword};

/// Length of the first moments of an instance, in milliseconds: longer than the interval of a double click.
const FIRST_MOMENTS_MS: i32 = 400;

impl Session {
    pub(super) fn new(app: App, work: OpenWork, template_problems: Arc<[Diagnostic]>) -> Self {
        let session = Self::with_role(app, work, template_problems, 0, SessionRole::Editor);
        // The earlier holder of the lock in this tab has released it by then.
        timing::after(0, move || session.lock());
        session
    }

    /// Creates a session over a task of a training.
    pub(super) fn practice(app: App, work: OpenWork) -> Self {
        Self::with_role(app, work, Arc::from([]), 0, SessionRole::Practice)
    }

    /// Creates a read-only session with an index among those of the page.
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
            planned: RwSignal::new(None),
            save_state: RwSignal::new(work.save_state()),
            read_only: RwSignal::new(workspace.is_read_only()),
            deleted: RwSignal::new(Vec::new()),
            is_new_here: RwSignal::new(false),
            problems: SessionProblems::new(template_problems, workspace.dataset().problems().len()),
            is_plain: RwSignal::new(false),
            is_erasing: RwSignal::new(false),
            seeks_same_text: RwSignal::new(false),
            replays: RwSignal::new(false),
            saves_as: RwSignal::new(false),
            suggests: RwSignal::new(role == SessionRole::Editor && work.meta.has_suggestions),
            shows_tokens: RwSignal::new(false),
            hovered: RwSignal::new(None),
            icons: RwSignal::new(vec![None; workspace.template().typology.categories().len()]),
            number,
            role,
            beside: StoredValue::new(Vec::new()),
            offer: StoredValue::new(None),
            app,
            template: StoredValue::new(workspace.template().clone()),
            work: StoredValue::new_local(work),
        };
        session.scan();
        if number == 0 {
            session.report_problems();
        }
        session
    }

    /// Returns the id of an element that each session of the page has one of.
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

    /// Returns `true` if it is a work of this device, which can be downloaded.
    pub(super) fn is_own_work(self) -> bool {
        self.role == SessionRole::Editor
    }

    /// Returns `true` if the template has a training that this page may lead to.
    #[must_use]
    pub fn has_training(self) -> bool {
        !self.app.is_preview.get_value()
            && self.template.with_value(|t| t.settings.training.is_some())
    }

    /// Opens the training of the template.
    pub fn open_training(self) {
        opening::open_training(self.app, self.loaded_template());
    }

    /// Returns `true` if the page shows no other work beside this one.
    #[must_use]
    pub fn is_alone(self) -> bool {
        self.beside.with_value(Vec::is_empty)
    }

    /// Returns the signals of the page, for listeners, which have no context.
    #[must_use]
    pub fn app(self) -> App {
        self.app
    }

    /// The template.
    #[must_use]
    pub fn template(self) -> Arc<Template> {
        self.template.get_value()
    }

    /// Returns the template with its text and problems.
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

    /// Shows, or no longer shows, the suggestions that are kept beside this work.
    pub(super) fn go_through_suggestions(self, on: bool) {
        self.suggests.set(on);
        self.work.update_value(|work| {
            work.meta.has_suggestions = on;
            work.write_meta();
        });
    }

    /// Returns `true` if this is the session of a work.
    pub(super) fn is_of(self, id: &WorkId) -> bool {
        self.work.try_with_value(|work| work.id == *id) == Some(true)
    }

    /// Returns `true` if changes are not stored.
    pub(super) fn is_unsaved(self) -> bool {
        matches!(self.save_state.try_get_untracked(), Some(SaveState::Unsaved(_)))
    }

    /// Returns `true` if changes are not stored, or still to be stored.
    pub(super) fn has_unstored(self) -> bool {
        self.is_unsaved() || self.work.try_with_value(OpenWork::has_waiting) == Some(true)
    }

    /// Returns `true` if changes would be lost with the page.
    pub(super) fn loses_changes(self) -> bool {
        let is_changed = |work: &OpenWork| work.journal.changed_since(0) > 0;
        self.is_unsaved() && self.work.try_with_value(is_changed) == Some(true)
    }

    /// Returns `true` if a tokenizer divides the texts, for spans that are made of its tokens.
    #[must_use]
    pub fn has_tokenizer(self) -> bool {
        !self.is_reader() && self.template.with_value(|t| t.settings.tokenizer.is_some())
    }

    /// Returns `true` if mentions in the texts light up.
    #[must_use]
    pub fn shows_mentions(self) -> bool {
        self.template.with_value(|t| t.settings.mentions.is_some())
    }

    /// The form in which the template shows a text; `None` for plain text.
    #[must_use]
    pub fn rendering(self, text: &TextName) -> Option<Rendering> {
        let side = self.side_of(text)?;
        self.template.with_value(|t| match side {
            Side::Source => t.settings.source_rendering,
            Side::Target => t.settings.target_rendering,
        })
    }

    /// Returns `true` if the texts consist of subword tokens.
    #[must_use]
    pub fn has_subwords(self) -> bool {
        let subword = |c: &Category| c.boundary == Boundary::Subword;
        self.template.with_value(|t| t.typology.categories().iter().any(subword))
    }

    /// Returns the text of a span as a person reads it.
    #[must_use]
    pub fn read(self, text: &Text, span: Span) -> String {
        if self.has_subwords() {
            subword::clean_slice(text, span)
        } else {
            text.slice(span).to_owned()
        }
    }

    /// Returns the text of a span as a person reads it, of a text of the instance shown.
    #[must_use]
    pub fn read_in(self, text: &TextName, span: Span) -> String {
        self.instance.with_untracked(|instance| {
            instance.texts.get(text).map_or_else(String::new, |text| self.read(&text.text, span))
        })
    }

    /// Reads the workspace.
    pub fn ask<T>(self, question: impl FnOnce(&Workspace) -> T) -> T {
        self.work.with_value(|work| question(&work.workspace))
    }

    /// Number of edits of the instance shown with unanswered required questions.
    #[must_use]
    pub fn open_edits(self) -> usize {
        self.summary().open as usize
    }

    /// Current status of an instance (0-based).
    #[must_use]
    pub fn status(self, at: usize) -> InstanceStatus {
        self.ask(|w| w.overview().status(at))
    }

    /// Summary of the instance shown. Tracks changes.
    #[must_use]
    pub fn summary(self) -> InstanceSummary {
        self.progress.track();
        self.instance.track();
        let at = self.view.with(|v| v.instance);
        self.ask(|w| w.overview().summary(at))
    }

    /// Returns the selected edit.
    #[must_use]
    pub fn selected(self) -> Option<Arc<Edit>> {
        let key = self.view.with(|v| v.selected)?;
        self.instance.with(|i| i.edit(key).cloned())
    }

    /// Returns the category of an edit, if the template has it.
    #[must_use]
    pub fn category_of(self, edit: &Edit) -> Option<(CategoryId, Category)> {
        // Drawings before the next frame may ask when the session is gone.
        let found =
            |t: &Arc<Template>| t.typology.find(&edit.category).map(|(id, c)| (id, c.clone()));
        self.template.try_with_value(found).flatten()
    }

    /// Carries out a command, or shows a notice that explains why it was refused.
    pub fn dispatch(self, command: Command) {
        if let Err(reject) = self.try_dispatch(command) {
            self.explain(reject);
        }
    }

    /// Carries out a command.
    ///
    /// # Errors
    /// If the command is refused, with the reason.
    pub fn try_dispatch(self, command: Command) -> Result<(), Rejection> {
        // It is not among the steps yet: the one before it is not meant.
        if matches!(command, Command::Undo) && self.planned.get_untracked().is_some() {
            self.planned.set(None);
            return Ok(());
        }
        let measured = match command {
            Command::GoTo(_) | Command::GoToParagraph(..) => "navigate",
            Command::SelectText(..)
            | Command::SelectPoint(..)
            | Command::ClickPoint(..)
            | Command::TapWord(..)
            | Command::Select(_) => "select",
            Command::Undo | Command::Redo => "undo",
            Command::ChooseCategory(_)
            | Command::ToggleConstituent(_)
            | Command::DropDraftSpan(..)
            | Command::Finish
            | Command::Escape
            | Command::Extend(_)
            | Command::ChooseRole(_)
            | Command::Delete(_)
            | Command::Clear
            | Command::Duplicate(_)
            | Command::Take { .. }
            | Command::Place(_)
            | Command::Reject { .. }
            | Command::TakeAnswer { .. }
            | Command::Apply(_)
            | Command::SetCategory(..)
            | Command::Grip
            | Command::MoveEdge(..)
            | Command::StepEdge(..)
            | Command::RemoveSpan(_)
            | Command::RemoveConstituent { .. }
            | Command::TakeApart(_)
            | Command::Answer(..)
            | Command::SetBookmark(_)
            | Command::SetComment(_)
            | Command::SetDone(_) => "commit",
        };
        timing::measured(measured, || {
            self.note_time_on_paragraph(&command)?;
            self.carry_out(command)
        })
    }

    /// The categories chosen last, if the person likes to see them first.
    #[must_use]
    pub fn recent_categories(self) -> Vec<CategoryId> {
        let is_wanted = self.app.preferences.with_untracked(|p| p.recent_first);
        if is_wanted { self.work.with_value(|work| work.recent.clone()) } else { Vec::new() }
    }

    pub(super) fn carry_out(self, command: Command) -> Result<(), Rejection> {
        let chosen = if let Command::ChooseCategory(id) = command { Some(id) } else { None };
        let now = timing::now_ms();
        let (before, left) = self.ask(|w| (w.current().clone(), w.view().instance));
        let steps_back = matches!(command, Command::Undo | Command::Redo);
        // The time on the paragraph is recorded by it.
        let restarts = matches!(command, Command::GoToParagraph(..));
        let deleted = if let Command::Delete(key) = command {
            before.position(key).zip(before.edit(key).cloned())
        } else {
            None
        };
        let outcome = self.work.try_update_value(|work| {
            let place =
                |work: &OpenWork| (work.workspace.view().instance, work.workspace.paragraph());
            let place_before = place(work);
            let commits = event_log::dispatch(work, command, now)?;
            if place(work) != place_before || restarts {
                work.paragraph_since_ms = now;
            }
            let (committed, was_waiting) = (!commits.is_empty(), work.has_waiting());
            let recorded = work.record(commits);
            chosen.into_iter().for_each(|id| work.note_category(id));
            work.record_place();
            work.record_meta(committed);
            Ok((committed, recorded, work.has_waiting() && !was_waiting))
        });
        let (committed, recorded, begins_to_wait) = outcome.unwrap_or(Err(Rejection::Gone))?;
        if begins_to_wait {
            self.record_in_slices();
        }
        self.explain_recorded(recorded);
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
            self.app.report_not_durable();
            self.remind();
        }
        Ok(())
    }

    /// Stores the changes that wait, and lets the page paint and take input in between.
    fn record_in_slices(self) {
        leptos::task::spawn_local(async move {
            let step = |work: &mut OpenWork| {
                let recorded = work.record_some();
                // Changes that cannot be stored again now are retried with the other unsaved ones.
                (recorded, work.has_waiting() && !work.journal.look_for_loss())
            };
            let mut goes_on = true;
            while goes_on {
                timing::pause().await;
                let Some((recorded, has_more)) = self.work.try_update_value(step) else { return };
                goes_on = has_more;
                self.explain_recorded(recorded);
            }
            self.publish();
            self.compact_later();
            self.remind();
            self.app.settle_unsaved();
        });
    }

    /// Stores all changes that wait.
    pub(super) fn record_all(self) {
        if let Some(recorded) = self.work.try_update_value(OpenWork::record_all) {
            self.explain_recorded(recorded);
        }
    }

    fn explain_recorded(self, recorded: Result<(), JournalError>) {
        if let Err(error) = recorded {
            self.explain_journal(&error);
        }
    }

    /// Updates the edits deleted last. Any other change clears them; undo and redo remove those that are back.
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

    /// Marks the instance shown as new for its first moments.
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

    /// Sets the signals that differ from the workspace.
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

    /// Shows a notice that explains why a command was refused.
    pub fn explain(self, reject: Rejection) {
        let role = self.ask(|workspace| workspace.next_role().cloned());
        self.app.tell(NoticeLevel::Info, refusal_message(reject, role.as_ref()), None);
    }

    fn explain_journal(self, error: &JournalError) {
        match error {
            JournalError::Unsaved { cause, .. } => self.tell_unsaved(cause),
            JournalError::Conflict | JournalError::ReadOnly(ReadOnlyReason::ChangedElsewhere) => {
                self.become_read_only(TextId::NoticeTakenOver);
            }
            JournalError::Vanished => self.report_written_back(Ok(())),
            JournalError::ReadOnly(ReadOnlyReason::NewerFormat(_)) => {
                self.app.tell(NoticeLevel::Warning, TextId::NoticeNewer, None);
            }
            JournalError::Closed | JournalError::NotCompacted(_) => {}
        }
    }

    /// Shows a notice that explains why changes are not stored, and retries until they are.
    pub(super) fn tell_unsaved(self, cause: &StoreError) {
        let message = match cause {
            StoreError::Full => TextId::NoticeFull.into(),
            StoreError::Blocked => TextId::NoticeBlocked.into(),
            StoreError::Altered | StoreError::Other(_) => cause.message(),
        };
        self.app.tell_unsaved(NoticeLevel::Error, message, self.download_action());
    }

    /// Retries to store the unsaved changes.
    pub(super) fn retry(self) {
        match self.work.try_update_value(OpenWork::retry) {
            // The notice is shown already.
            None | Some(Ok(()) | Err(JournalError::Unsaved { .. })) => {}
            Some(Err(error)) => self.explain_journal(&error),
        }
        self.publish();
    }

    /// Updates the save state after an answer of the durable store.
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
                    let slice = TimeSlice::begin();
                    let mut progress = work.workspace.scan(8);
                    while progress.scanned < progress.total && !slice.is_over() {
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
                        self.compare_typologies().await;
                        self.problems.all_read();
                        self.offer_adjudication().await;
                        return;
                    }
                    None => return,
                }
            }
        });
    }
}

/// Explains why a command was refused. `role` is the one that the next selection takes.
#[must_use]
pub fn refusal_message(reject: Rejection, role: Option<&SpanRole>) -> Message {
    match reject {
        Rejection::WrongSide(side) => say!(RefusedWrongSide, side = Message::from(side.label())),
        Rejection::Incomplete(missing) => {
            say!(RefusedIncomplete, missing = draft_prompt(missing, role))
        }
        Rejection::Context => TextId::RefusedContext.into(),
        Rejection::SelectionDisabled => TextId::RefusedSelectionDisabled.into(),
        Rejection::AnnotationDisabled => TextId::RefusedAnnotationDisabled.into(),
        Rejection::ReadOnly => TextId::RefusedReadOnly.into(),
        Rejection::Gone => TextId::RefusedGone.into(),
        Rejection::NothingSelected => TextId::RefusedNothingSelected.into(),
        Rejection::NoTokens => TextId::RefusedNoTokens.into(),
        Rejection::DoesNotFit => TextId::RefusedDoesNotFit.into(),
        Rejection::LastOne => TextId::RefusedLastLeft.into(),
        Rejection::NothingToCompose => TextId::RefusedNothingToCompose.into(),
        Rejection::NotAConstituent => TextId::RefusedNotAMember.into(),
        Rejection::Constituent => TextId::RefusedConstituent.into(),
        Rejection::NotAnAnswer => TextId::RefusedNotAnAnswer.into(),
        Rejection::NoRoom => TextId::RefusedNoRoom.into(),
        Rejection::EarlierParagraph => TextId::RefusedEarlierParagraph.into(),
        Rejection::NotRead => TextId::RefusedNotRead.into(),
        Rejection::Overlaps => TextId::RefusedOverlaps.into(),
        Rejection::NothingToUndo => TextId::RefusedNothingToUndo.into(),
    }
}

/// Prompt for the part that a draft edit lacks. `role` is the one that the next selection takes.
#[must_use]
pub fn draft_prompt(missing: MissingInDraft, role: Option<&SpanRole>) -> Message {
    match (missing, role) {
        (MissingInDraft::Role(_), Some(role)) => say!(DraftSelectRole, role = role.label.clone()),
        (MissingInDraft::Span(side) | MissingInDraft::Role(side), _) => {
            say!(DraftSelectSource, side = Message::from(side.label()))
        }
        (MissingInDraft::Point(_), _) => TextId::DraftPickPoint.into(),
        (MissingInDraft::Edits, _) => TextId::DraftSelectEdits.into(),
    }
}

fn set_if_changed<T: PartialEq + Send + Sync + 'static>(signal: RwSignal<T>, value: T) {
    if signal.with_untracked(|old| *old != value) {
        signal.set(value);
    }
}
