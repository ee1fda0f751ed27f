//! One work in memory: a template, a data file, the annotations, and their history.
//!
//! **Start reading** at [`Workspace::dispatch`], the only way for an annotator to change annotations. It returns the
//! changes to make durable. `plan` has the rules.
//!
//! **Must never happen here:** a refused command that changes something; a change that cannot be undone.

mod command;
pub mod copying;
mod drafting;
pub mod erasing;
mod mending;
mod overview;
mod plan;
pub mod reading;
pub mod same_text;
pub mod view_json;

use std::sync::Arc;

pub use command::{
    Command, InstanceChanges, ParagraphTime, Rejection, SpanAddress, SpanEdge, StepDirection, Tap,
};
pub use overview::{Overview, ScanProgress, StripCell, WorkProgress};

use self::mending::note_mended;
pub use self::plan::copy_of;
use self::plan::{ChangePlan, ViewAfter};
use crate::change::history::{Grouping, HistoryStep};
use crate::change::{Change, History, difference};
use crate::document::order::reading_order;
use crate::document::summary::{is_complete, open_instance_questions, open_text_questions};
use crate::document::{
    AnswerOwner, Draft, Edit, EditKey, GivenAnswer, Instance, InstanceSummary, Origin,
    ParagraphReading, QuestionPath, RevealedParagraphs, RoleName, TextName,
};
use crate::format::{Dataset, LoadedInstance, read_instance, write_instance};
use crate::mentions;
use crate::overlaps::{self, brings_overlap};
use crate::suggestions::rejected_with;
use crate::typology_hash::{TypologyHash, note_typology};
use spanwise_diagnostics::Diagnostic;
use spanwise_template::{Category, CategoryId, OverlapPolicy, Template};
use spanwise_text::Span;
use std::collections::BTreeMap;

/// The selection, draft or extension that is under way.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum AnnotatorActivity {
    /// Nothing.
    #[default]
    Idle,
    /// A range is selected; its category comes next.
    Selected {
        /// The text.
        text: TextName,
        /// The range as it was dragged, not snapped.
        span: Span,
    },
    /// An edit is in the making.
    Drafting(Draft),
    /// Further spans or constituents are taken into an edit.
    Extending {
        /// The edit.
        edit: EditKey,
        /// The role that selections take, if the annotator chose one; otherwise it is the next one.
        role: RoleName,
    },
}

/// The annotator's view: the instance shown, the open edit, and the activity. It comes back with undo, and after a
/// reload.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct WorkspaceView {
    /// 0-based position of the instance shown.
    pub instance: usize,
    /// The edit whose questions are open.
    pub selected: Option<EditKey>,
    /// The activity under way.
    pub activity: AnnotatorActivity,
    /// The 0-based number of the paragraph looked at, where a template reveals one after the other; `None` for the
    /// newest.
    pub paragraph: Option<usize>,
}

impl WorkspaceView {
    /// The edits chosen so far for the composite that is being made.
    #[must_use]
    pub fn chosen(&self) -> &[EditKey] {
        match &self.activity {
            AnnotatorActivity::Drafting(draft) => &draft.constituents,
            AnnotatorActivity::Idle
            | AnnotatorActivity::Selected { .. }
            | AnnotatorActivity::Extending { .. } => &[],
        }
    }

    /// The edit into which further spans or constituents are taken.
    #[must_use]
    pub fn extended(&self) -> Option<EditKey> {
        match self.activity {
            AnnotatorActivity::Extending { edit, .. } => Some(edit),
            AnnotatorActivity::Idle
            | AnnotatorActivity::Selected { .. }
            | AnnotatorActivity::Drafting(_) => None,
        }
    }
}

/// Changes to make durable.
#[derive(Debug, Clone)]
pub struct Commit {
    /// 0-based position of the instance.
    pub instance: usize,
    /// The changes, in order.
    pub changes: Vec<Change>,
    /// `true` if they replace those of the commit before, with which they form one step.
    pub grouped: bool,
}

/// A template, its data, and the annotations on it.
#[derive(Debug)]
pub struct Workspace {
    template: Arc<Template>,
    dataset: Arc<Dataset>,
    /// Instances that differ from the data file.
    changed: BTreeMap<usize, Arc<Instance>>,
    current: Arc<Instance>,
    view: WorkspaceView,
    history: History<WorkspaceView>,
    overview: Overview,
    read_only: bool,
    complete_changes: Option<CompleteChanges>,
    /// The revealed paragraphs of the instance shown.
    revealed: Option<RevealedParagraphs>,
    shows_whole_texts: bool,
}

/// Completes the changes to an instance before they are applied to it.
pub type CompleteChanges = fn(&Instance, &mut [Change]);

impl Workspace {
    /// Opens a data file with a template, at its first instance. Nothing but that instance is read yet.
    #[must_use]
    pub fn new(template: Arc<Template>, dataset: Arc<Dataset>) -> Self {
        let mut workspace = Workspace {
            overview: Overview::new(dataset.len()),
            current: Arc::new(read_instance("{}", 0, &template.typology).instance),
            template,
            dataset,
            changed: BTreeMap::default(),
            view: WorkspaceView::default(),
            history: History::default(),
            read_only: false,
            complete_changes: None,
            revealed: None,
            shows_whole_texts: false,
        };
        workspace.show(0);
        workspace
    }

    /// The template.
    #[must_use]
    pub fn template(&self) -> &Arc<Template> {
        &self.template
    }

    /// The data file as it was opened.
    #[must_use]
    pub fn dataset(&self) -> &Arc<Dataset> {
        &self.dataset
    }

    /// The instance shown.
    #[must_use]
    pub fn current(&self) -> &Arc<Instance> {
        &self.current
    }

    /// The annotator's view.
    #[must_use]
    pub fn view(&self) -> &WorkspaceView {
        &self.view
    }

    /// Number of instances.
    #[must_use]
    pub fn len(&self) -> usize {
        self.dataset.len()
    }

    /// Returns `true` if there is no instance.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.dataset.len() == 0
    }

    /// Returns `true` if a step can be undone.
    #[must_use]
    pub fn can_undo(&self) -> bool {
        self.history.can_undo() && !self.read_only
    }

    /// Returns `true` if a step can be redone.
    #[must_use]
    pub fn can_redo(&self) -> bool {
        self.history.can_redo() && !self.read_only
    }

    /// Refuses, or allows again, everything that changes annotations.
    pub fn set_read_only(&mut self, on: bool) {
        self.read_only = on;
    }

    /// Has changes completed from now on, but for those of undo and redo.
    pub fn complete_changes_with(&mut self, complete: CompleteChanges) {
        self.complete_changes = Some(complete);
    }

    /// Returns `true` if changes are refused.
    #[must_use]
    pub fn is_read_only(&self) -> bool {
        self.read_only
    }

    /// The progress of the work.
    #[must_use]
    pub fn progress(&self) -> WorkProgress {
        self.overview.progress()
    }

    /// The status of every instance, and the problems of the data.
    #[must_use]
    pub fn overview(&self) -> &Overview {
        &self.overview
    }

    /// The instance at a position, read from the data file unless it was changed.
    #[must_use]
    pub fn instance(&self, at: usize) -> Arc<Instance> {
        if at == self.view.instance && !self.is_empty() {
            return self.current.clone();
        }
        self.changed.get(&at).cloned().unwrap_or_else(|| Arc::new(self.read(at).instance))
    }

    /// An instance that differs from the data file, as JSON for a data file; `None` for one that does not.
    #[must_use]
    pub fn written(&self, at: usize) -> Option<String> {
        self.changed.get(&at).map(|i| write_instance(i, &self.template.typology))
    }

    /// The same with notes of the typology and of the origin of each edit, for a file that leaves the device.
    #[must_use]
    pub fn written_with_typology(&self, at: usize, typology: TypologyHash) -> Option<String> {
        let old = self.dataset.raw(at).unwrap_or_default();
        let (noted, others) = self.changed.get(&at)?.with_noted_origins();
        let new = write_instance(&noted, &self.template.typology);
        Some(note_typology(old, new, typology, others.as_ref()))
    }

    /// Positions of the instances that differ from the data file.
    pub fn changed(&self) -> impl Iterator<Item = usize> + '_ {
        self.changed.keys().copied()
    }

    /// Returns `true` if an instance was changed.
    #[must_use]
    pub fn is_changed(&self, at: usize) -> bool {
        self.changed.contains_key(&at)
    }

    /// A category of the template.
    #[must_use]
    pub fn category(&self, id: CategoryId) -> Option<&Category> {
        self.template.typology.categories().get(id.index())
    }

    /// The changes that turn the instance of the data file into the present one.
    #[must_use]
    pub fn snapshot(&self, at: usize) -> Vec<Change> {
        let pristine = self.pristine(at);
        difference(&pristine, &self.instance(at), &self.template.typology)
    }

    /// Reads the next `instances` instances in the background, for their status and the problems of their data.
    pub fn scan(&mut self, instances: usize) -> ScanProgress {
        let (from, to) = self.overview.next_to_scan(instances);
        for at in from..to {
            let loaded = self.read(at);
            let summary = match self.changed.get(&at) {
                Some(changed) => self.summary(changed),
                None => self.pristine_summary(&loaded.instance),
            };
            self.overview.scanned(at, summary, loaded.problems, loaded.may_note_typology);
        }
        self.overview.scan_progress()
    }

    /// Adds a problem of the data as a whole, before those of instances.
    pub fn report(&mut self, problem: Diagnostic) {
        self.overview.report(problem);
    }

    /// Makes changes recorded earlier, without history. Returns the number of those left out because they no longer
    /// fit.
    pub fn replay(&mut self, at: usize, changes: &[Change]) -> usize {
        if at >= self.len() {
            return changes.len();
        }
        let mut instance = Instance::clone(&self.instance(at));
        let misfits = instance.replay(changes);
        self.put(at, Arc::new(instance));
        misfits
    }

    /// The instance at a position as it is in the data file.
    #[must_use]
    pub fn pristine(&self, at: usize) -> Instance {
        self.read(at).instance
    }

    /// Shows a state of an instance at a position, without history.
    pub fn show_state(&mut self, at: usize, instance: Arc<Instance>) {
        if at < self.len() {
            self.put(at, instance);
        }
    }

    /// Restores the view with which a visit ended. An edit that is gone is not opened; of activities, only a draft that
    /// can still become an edit goes on.
    pub fn restore_view(&mut self, view: WorkspaceView) {
        if view.instance >= self.len() {
            return;
        }
        self.show(view.instance);
        self.view.paragraph = view.paragraph;
        self.view.selected = view.selected.filter(|key| self.current.edit(*key).is_some());
        self.view.activity = match view.activity {
            AnnotatorActivity::Drafting(draft) if self.can_go_on(&draft) => {
                AnnotatorActivity::Drafting(draft)
            }
            AnnotatorActivity::Idle
            | AnnotatorActivity::Selected { .. }
            | AnnotatorActivity::Drafting(_)
            | AnnotatorActivity::Extending { .. } => AnnotatorActivity::Idle,
        };
    }

    /// Executes a command of the annotator. Returns the changes to make durable.
    ///
    /// # Errors
    /// If the command is refused; nothing changed then.
    pub fn dispatch(&mut self, command: Command, now_ms: f64) -> Result<Vec<Commit>, Rejection> {
        self.check_allowed(&command)?;
        let commit = match command {
            Command::Apply(batch) => return self.apply(batch, now_ms),
            Command::Undo => return self.undo(),
            Command::Redo => return self.redo(),
            Command::GoTo(at) => self.go_to(at, now_ms),
            Command::GoToParagraph(paragraph, time) => self.go_to_paragraph(paragraph, time),
            Command::SetDone(true) => self.declare_done(now_ms),
            Command::Select(key) => self.select(key).map(|()| None),
            Command::SelectText(text, span) => self.select_text(text, span, now_ms),
            Command::SelectPoint(text, at) => self.select_text(text, Span::between(at, at), now_ms),
            Command::ClickPoint(text, at) => self.click_point(text, at, now_ms),
            Command::TapWord(text, tap) => self.tap_word(text, tap, now_ms),
            Command::ChooseCategory(id) => self.choose_category(id, now_ms),
            Command::ToggleConstituent(key) => self.toggle_constituent(key, now_ms),
            Command::DropDraftSpan(text, index) => self.drop_draft_span(&text, index, now_ms),
            Command::Finish => self.finish(now_ms),
            Command::Escape => {
                self.escape(now_ms);
                Ok(None)
            }
            Command::Extend(key) => self.extend(key),
            Command::ChooseRole(name) => self.choose_role(&name),
            Command::Grip => {
                self.history.seal();
                Ok(None)
            }
            change @ (Command::Delete(_)
            | Command::Clear
            | Command::Duplicate(_)
            | Command::Take { .. }
            | Command::Place(_)
            | Command::Reject { .. }
            | Command::SetCategory(..)
            | Command::MoveEdge(..)
            | Command::StepEdge(..)
            | Command::RemoveSpan(_)
            | Command::RemoveConstituent { .. }
            | Command::TakeApart(_)
            | Command::Answer(..)
            | Command::TakeAnswer { .. }
            | Command::SetBookmark(_)
            | Command::SetComment(_)
            | Command::SetDone(_)) => {
                let (plan, grouping) = self.plan(change)?;
                self.commit(plan, grouping, 0, now_ms)
            }
        }?;
        Ok(commit.into_iter().collect())
    }

    /// The plan of a command that changes the instance, and the grouping of its step.
    fn plan(&self, command: Command) -> Result<(ChangePlan, Option<Grouping>), Rejection> {
        let instance = &*self.current;
        let typology = &self.template.typology;
        let boundary = |a: SpanAddress| Some(Grouping::Boundary(a.edit, a.text, a.index));
        let about_instance = |differs: bool, change| ChangePlan {
            changes: if differs { vec![change] } else { Vec::new() },
            after: ViewAfter::AsBefore,
        };
        match command {
            Command::Delete(key) => Ok((plan::delete(instance, key)?, None)),
            Command::Clear => Ok((plan::clear(instance), None)),
            Command::Duplicate(key) => Ok((plan::duplicate(instance, key)?, None)),
            Command::Take { edit, instead_of } => {
                Ok((plan::take(instance, &edit, instead_of)?, None))
            }
            Command::Place(suggestion) => Ok((self.plan_placed(&suggestion)?, None)),
            Command::Reject { suggestion, is_back } => {
                let rejected = rejected_with(instance, &suggestion, is_back, typology);
                let differs = rejected != instance.rejected;
                Ok((about_instance(differs, Change::Rejected(rejected)), None))
            }
            Command::SetCategory(key, id) => {
                let category = self.category(id).ok_or(Rejection::Gone)?;
                Ok((plan::set_category(instance, key, category)?, None))
            }
            Command::MoveEdge(address, edge, to) => {
                let plan = plan::move_edge(instance, &address, edge, to, typology)?;
                Ok((plan, Some(Grouping::Drag(address.edit, address.text, address.index))))
            }
            Command::StepEdge(address, edge, direction) => {
                let plan = plan::step_edge(instance, &address, edge, direction, typology)?;
                Ok((plan, boundary(address)))
            }
            Command::RemoveSpan(address) => {
                Ok((plan::remove_span(instance, &address, typology)?, None))
            }
            Command::RemoveConstituent { composite, constituent } => {
                Ok((plan::remove_constituent(instance, composite, constituent)?, None))
            }
            Command::TakeApart(key) => Ok((plan::take_apart(instance, key)?, None)),
            Command::Answer(owner, path, given) => {
                let typing = matches!(given, GivenAnswer::Value(_) | GivenAnswer::Nothing)
                    && self.is_typed_question(owner, &path);
                let plan = plan::answer(instance, owner, &path, given, typology)?;
                Ok((plan, typing.then_some(Grouping::Typing(owner, path))))
            }
            Command::TakeAnswer { question, answer } => {
                Ok((plan::take_answer(instance, &question, answer, typology)?, None))
            }
            Command::SetBookmark(on) => {
                Ok((about_instance(on != instance.bookmark, Change::Bookmark(on)), None))
            }
            Command::SetComment(text) => {
                let differs = text != instance.comment;
                Ok((about_instance(differs, Change::Comment(text)), Some(Grouping::Comment)))
            }
            Command::SetDone(on) => {
                Ok((about_instance(on != instance.done, Change::Done(on)), None))
            }
            Command::GoTo(_)
            | Command::GoToParagraph(..)
            | Command::Select(_)
            | Command::SelectText(..)
            | Command::SelectPoint(..)
            | Command::ClickPoint(..)
            | Command::TapWord(..)
            | Command::ChooseCategory(_)
            | Command::ToggleConstituent(_)
            | Command::DropDraftSpan(..)
            | Command::Finish
            | Command::Escape
            | Command::Extend(_)
            | Command::ChooseRole(_)
            | Command::Apply(_)
            | Command::Grip
            | Command::Undo
            | Command::Redo => Err(Rejection::Gone),
        }
    }

    /// The plan to make an edit of a suggestion on the text that is selected.
    fn plan_placed(&self, suggestion: &Edit) -> Result<ChangePlan, Rejection> {
        let AnnotatorActivity::Selected { text, span } = &self.view.activity else {
            return Err(Rejection::NothingSelected);
        };
        let (_, category) =
            self.template.typology.find(&suggestion.category).ok_or(Rejection::Gone)?;
        let span = plan::span_for(&self.current, text, *span, category)?;
        let mut placed = suggestion.clone();
        placed.spans.set(text.clone(), vec![span]);
        placed.origin = placed.origin.map(Origin::mended);
        plan::take(&self.current, &placed, None)
    }

    fn check_allowed(&self, command: &Command) -> Result<(), Rejection> {
        let disable = self.template.settings.disable;
        match command {
            Command::GoTo(_) | Command::GoToParagraph(..) | Command::Select(_) => Ok(()),
            _ if self.read_only => Err(Rejection::ReadOnly),
            _ if self.is_empty() => Err(Rejection::Gone),
            Command::Answer(..) | Command::TakeAnswer { .. } if disable.annotation => {
                Err(Rejection::AnnotationDisabled)
            }
            Command::Answer(..)
            | Command::TakeAnswer { .. }
            | Command::SetBookmark(_)
            | Command::SetComment(_)
            | Command::SetDone(_)
            | Command::Escape
            | Command::Undo
            | Command::Redo => Ok(()),
            _ if disable.selection => Err(Rejection::SelectionDisabled),
            Command::SelectText(..)
            | Command::SelectPoint(..)
            | Command::ClickPoint(..)
            | Command::TapWord(..)
            | Command::ChooseCategory(_)
            | Command::ToggleConstituent(_)
            | Command::DropDraftSpan(..)
            | Command::Finish
            | Command::Extend(_)
            | Command::ChooseRole(_)
            | Command::Delete(_)
            | Command::Clear
            | Command::Duplicate(_)
            | Command::Take { .. }
            | Command::Place(_)
            | Command::Reject { .. }
            | Command::Apply(_)
            | Command::SetCategory(..)
            | Command::Grip
            | Command::MoveEdge(..)
            | Command::StepEdge(..)
            | Command::RemoveSpan(_)
            | Command::RemoveConstituent { .. }
            | Command::TakeApart(_) => Ok(()),
        }
    }

    fn is_typed_question(&self, owner: AnswerOwner, path: &[String]) -> bool {
        let typology = &self.template.typology;
        let Some((questions, answers)) = plan::questions_of(&self.current, owner, typology) else {
            return false;
        };
        let mut typed = false;
        crate::document::flow::walk(questions, answers, |at, asked| {
            typed |= at.iter().copied().eq(path.iter().map(String::as_str))
                && asked.question.kind.is_typed();
        });
        typed
    }

    fn go_to(&mut self, at: usize, now_ms: f64) -> Result<Option<Commit>, Rejection> {
        if at >= self.len() {
            return Err(Rejection::Gone);
        }
        if at == self.view.instance {
            return Ok(None);
        }
        let commit = match &self.view.activity {
            AnnotatorActivity::Drafting(draft) if !self.read_only => {
                self.finish_draft(&draft.clone(), now_ms)?
            }
            AnnotatorActivity::Idle
            | AnnotatorActivity::Selected { .. }
            | AnnotatorActivity::Drafting(_)
            | AnnotatorActivity::Extending { .. } => None,
        };
        self.history.seal();
        self.show(at);
        Ok(commit)
    }

    fn declare_done(&mut self, now_ms: f64) -> Result<Option<Commit>, Rejection> {
        if self.revealed.as_ref().is_some_and(|revealed| !revealed.are_all()) {
            return Err(Rejection::NotRead);
        }
        let (mut plan, absorbed) = match &self.view.activity {
            AnnotatorActivity::Drafting(draft) => self.plan_of_draft(draft)?,
            AnnotatorActivity::Idle
            | AnnotatorActivity::Selected { .. }
            | AnnotatorActivity::Extending { .. } => {
                (ChangePlan { changes: Vec::new(), after: ViewAfter::AsBefore }, 0)
            }
        };
        let mut instance = Instance::clone(&self.current);
        instance.apply_all(&plan.changes).map_err(|_| Rejection::Gone)?;
        let open = self.first_open_edit_of(&instance);
        if open.is_none() && !self.has_open_question() && !instance.done {
            plan.changes.push(Change::Done(true));
        }
        let commit = self.commit(plan, None, absorbed, now_ms)?;
        if open.is_some() {
            self.select(open)?;
        }
        Ok(commit)
    }

    /// The path of the first question about the instance that keeps it from being done.
    #[must_use]
    pub fn first_open_question(&self) -> Option<QuestionPath> {
        let Template { typology, settings, .. } = &*self.template;
        if settings.allows_open_questions {
            return None;
        }
        open_instance_questions(&self.current, typology, settings).into_iter().next()
    }

    /// Returns `true` if a question about the instance or one of its outputs keeps it from being done.
    fn has_open_question(&self) -> bool {
        let Template { typology, settings, .. } = &*self.template;
        self.first_open_question().is_some()
            || (!settings.allows_open_questions
                && open_text_questions(&self.current, typology, settings) > 0)
    }

    /// The first edit, in the order of the text, that keeps the instance shown from being done.
    #[must_use]
    pub fn first_open_edit(&self) -> Option<EditKey> {
        self.first_open_edit_of(&self.current)
    }

    fn first_open_edit_of(&self, instance: &Instance) -> Option<EditKey> {
        let Template { typology, settings, .. } = &*self.template;
        if settings.allows_open_questions {
            return None;
        }
        let is_open = |edit: &&Arc<Edit>| !is_complete(edit, &instance.texts, typology, settings);
        reading_order(instance).into_iter().find(is_open).map(|edit| edit.key)
    }

    fn show(&mut self, at: usize) {
        if at < self.len() {
            let known = self.changed.get(&at).cloned();
            self.current = known.unwrap_or_else(|| {
                let LoadedInstance { instance, problems, may_note_typology } = self.read(at);
                let summary = self.pristine_summary(&instance);
                self.overview.scanned(at, summary, problems, may_note_typology);
                Arc::new(instance)
            });
        }
        self.view = WorkspaceView { instance: at, ..WorkspaceView::default() };
        self.find_revealed();
    }

    fn select(&mut self, key: Option<EditKey>) -> Result<(), Rejection> {
        let edit = key.map(|key| self.current.edit(key).cloned().ok_or(Rejection::Gone));
        if let Some(edit) = edit.transpose()? {
            self.show_paragraph_of(&edit);
        }
        if self.view.selected != key {
            self.history.seal();
        }
        self.view.selected = key;
        match &self.view.activity {
            AnnotatorActivity::Extending { edit, .. } if key == Some(*edit) => {}
            AnnotatorActivity::Drafting(_) => {}
            AnnotatorActivity::Idle
            | AnnotatorActivity::Selected { .. }
            | AnnotatorActivity::Extending { .. } => self.view.activity = AnnotatorActivity::Idle,
        }
        Ok(())
    }

    fn commit(
        &mut self,
        mut plan: ChangePlan,
        grouping: Option<Grouping>,
        absorbed: usize,
        now_ms: f64,
    ) -> Result<Option<Commit>, Rejection> {
        if plan.changes.is_empty() {
            return Ok(None);
        }
        let at = self.view.instance;
        let mut instance = self.prepared(at, &mut plan.changes);
        let revised = self.review(at, &instance, &plan.changes)?;
        let undo = self.make_all(at, &mut instance, &plan.changes)?;
        let redo = plan.changes.clone();
        record_revised(&mut instance, &mut plan.changes, revised);
        self.put(at, Arc::new(instance));
        let after = self.view_after(plan.after);
        let before = std::mem::replace(&mut self.view, after.clone());
        let (at_ms, is_joined) = (now_ms, false);
        let step =
            HistoryStep { instance: at, redo, undo, before, after, grouping, at_ms, is_joined };
        let grouped = if absorbed > 0 {
            self.history.absorb(absorbed, step);
            false
        } else {
            self.history.push(step)
        };
        Ok(Some(Commit { instance: at, changes: plan.changes, grouped }))
    }

    /// An instance to which new changes are to be made, with the ids that they give up retired. Completes the changes.
    fn prepared(&self, at: usize, changes: &mut [Change]) -> Instance {
        let instance = self.instance(at);
        if let Some(complete) = self.complete_changes {
            complete(&instance, changes);
        }
        note_mended(&instance, changes);
        let mut instance = Instance::clone(&instance);
        instance.retire_ids(changes);
        instance
    }

    /// Makes new changes to a copy of the instance at a position, if the template allows what comes of them. Returns those
    /// that take them back.
    fn make_all(
        &self,
        at: usize,
        instance: &mut Instance,
        changes: &[Change],
    ) -> Result<Vec<Change>, Rejection> {
        let undo = instance.apply_all(changes).map_err(|_| Rejection::Gone)?;
        let forbids = self.template.settings.overlap == OverlapPolicy::Forbid;
        if forbids && brings_overlap(&self.instance(at), instance) {
            return Err(Rejection::Overlaps);
        }
        Ok(undo)
    }

    /// Makes the changes to all instances, or none.
    fn apply(
        &mut self,
        batch: Vec<InstanceChanges>,
        now_ms: f64,
    ) -> Result<Vec<Commit>, Rejection> {
        let mut made: Vec<MadeChanges> = Vec::new();
        for InstanceChanges { instance: at, mut changes } in batch {
            if at >= self.len() || made.last().is_some_and(|last| last.commit.instance >= at) {
                return Err(Rejection::Gone);
            }
            let mut instance = self.prepared(at, &mut changes);
            let revised = self.review(at, &instance, &changes)?;
            let undo = self.make_all(at, &mut instance, &changes)?;
            let redo = changes.clone();
            record_revised(&mut instance, &mut changes, revised);
            let commit = Commit { instance: at, changes, grouped: false };
            made.push(MadeChanges { instance: Arc::new(instance), commit, redo, undo });
        }
        let before = self.view.clone();
        for MadeChanges { instance, commit, .. } in &made {
            self.put(commit.instance, instance.clone());
        }
        let is_there = |key: &EditKey| self.current.edit(*key).is_some();
        self.view = self.view_after(ViewAfter::Opened(before.selected.filter(is_there)));
        let mut commits = Vec::new();
        for MadeChanges { commit, redo, undo, .. } in made {
            self.history.push(HistoryStep {
                instance: commit.instance,
                redo,
                undo,
                before: before.clone(),
                after: self.view.clone(),
                grouping: None,
                at_ms: now_ms,
                is_joined: !commits.is_empty(),
            });
            commits.push(commit);
        }
        Ok(commits)
    }

    fn view_after(&self, after: ViewAfter) -> WorkspaceView {
        let (selected, activity) = match (after, &self.view.activity) {
            (ViewAfter::AsBefore, _) => return self.view.clone(),
            (ViewAfter::Made(key), _) => (Some(key), AnnotatorActivity::Idle),
            (
                ViewAfter::Opened(selected),
                extending @ AnnotatorActivity::Extending { edit, .. },
            ) if selected == Some(*edit) => (selected, extending.clone()),
            (ViewAfter::Opened(selected), AnnotatorActivity::Drafting(draft))
                if self.can_go_on(draft) =>
            {
                (selected, AnnotatorActivity::Drafting(draft.clone()))
            }
            (ViewAfter::Opened(selected), _) => (selected, AnnotatorActivity::Idle),
        };
        WorkspaceView { selected, activity, ..self.view }
    }

    fn undo(&mut self) -> Result<Vec<Commit>, Rejection> {
        let mut steps = self.history.undo();
        if let Err(rejection) = self.check_steps(steps.iter().map(|step| (step, &step.undo))) {
            self.history.redo();
            return Err(rejection);
        }
        steps.reverse();
        for step in &mut steps {
            std::mem::swap(&mut step.redo, &mut step.undo);
            std::mem::swap(&mut step.after, &mut step.before);
        }
        self.make_again(steps)
    }

    fn redo(&mut self) -> Result<Vec<Commit>, Rejection> {
        let steps = self.history.redo();
        if let Err(rejection) = self.check_steps(steps.iter().map(|step| (step, &step.redo))) {
            self.history.undo();
            return Err(rejection);
        }
        self.make_again(steps)
    }

    /// Checks that the changes of steps are still allowed: paragraphs may have been revealed since.
    fn check_steps<'s>(
        &self,
        steps: impl Iterator<Item = (&'s HistoryStep<WorkspaceView>, &'s Vec<Change>)>,
    ) -> Result<(), Rejection> {
        for (step, changes) in steps {
            self.review(step.instance, &self.instance(step.instance), changes)?;
        }
        Ok(())
    }

    /// Makes steps of the history, in this order.
    fn make_again(
        &mut self,
        steps: Vec<HistoryStep<WorkspaceView>>,
    ) -> Result<Vec<Commit>, Rejection> {
        if steps.is_empty() {
            return Err(Rejection::NothingToUndo);
        }
        let mut commits = Vec::new();
        for step in steps {
            commits.extend(self.go_back_to(step.instance, step.redo, step.after));
        }
        Ok(commits)
    }

    fn go_back_to(
        &mut self,
        at: usize,
        mut changes: Vec<Change>,
        view: WorkspaceView,
    ) -> Option<Commit> {
        if view.instance != self.view.instance {
            self.show(view.instance);
        }
        self.view = view;
        if changes.is_empty() {
            return None;
        }
        let mut instance = Instance::clone(&self.instance(at));
        // Refused steps do not come so far.
        let revised = self.review(at, &instance, &changes).ok().flatten();
        // The history is applied in its own order, so this does not fail.
        instance.apply_all(&changes).ok()?;
        record_revised(&mut instance, &mut changes, revised);
        self.put(at, Arc::new(instance));
        Some(Commit { instance: at, changes, grouped: false })
    }

    fn put(&mut self, at: usize, instance: Arc<Instance>) {
        let summary = self.summary(&instance);
        self.overview.update(at, summary);
        if at == self.view.instance {
            let reveals = self.current.reading.len() != instance.reading.len();
            self.current = instance.clone();
            if reveals {
                self.find_revealed();
            }
        }
        self.changed.insert(at, instance);
    }

    fn read(&self, at: usize) -> LoadedInstance {
        let (raw, template) = (self.dataset.raw(at).unwrap_or("{}"), &self.template);
        let mut loaded = read_instance(raw, at, &template.typology);
        let texts = &loaded.instance.texts;
        loaded.problems.extend(mentions::problems(raw, at, texts, &template.settings));
        loaded.problems.extend(overlaps::problems(&loaded.instance, at, &template.settings));
        loaded
    }

    fn summary(&self, instance: &Instance) -> InstanceSummary {
        InstanceSummary::of(instance, &self.template.typology, &self.template.settings)
    }

    fn pristine_summary(&self, instance: &Instance) -> InstanceSummary {
        InstanceSummary { pristine: true, ..self.summary(instance) }
    }

    /// The edit that is open, if any.
    #[must_use]
    pub fn selected(&self) -> Option<&Arc<Edit>> {
        self.view.selected.and_then(|key| self.current.edit(key))
    }
}

/// Changes that were made to a copy of an instance.
struct MadeChanges {
    instance: Arc<Instance>,
    commit: Commit,
    redo: Vec<Change>,
    undo: Vec<Change>,
}

/// Records that earlier paragraphs were revised, besides changes that the history has: it cannot be undone.
fn record_revised(
    instance: &mut Instance,
    changes: &mut Vec<Change>,
    revised: Option<Vec<ParagraphReading>>,
) {
    if let Some(reading) = revised {
        instance.reading.clone_from(&reading);
        changes.push(Change::Reading(reading));
    }
}
