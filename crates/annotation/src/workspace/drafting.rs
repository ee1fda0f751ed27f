//! The making of an edit: selections, categories, constituents, and the draft of them so far.

use std::sync::Arc;

use super::command::{Rejection, Tap};
use super::plan::ChangePlan;
use super::{AnnotatorActivity, Commit, Workspace, WorkspaceView, plan};
use crate::change::history::HistoryStep;
use crate::document::{AssignedRoles, Draft, Edit, EditKey, TextName};
use spanwise_template::{Category, CategoryId, CategoryShape, Side, SpanCount, SpanRole};
use spanwise_text::boundary::unit_at;
use spanwise_text::{Boundary, Span, Utf16};

impl Workspace {
    pub(super) fn select_text(
        &mut self,
        text: TextName,
        span: Span,
        now_ms: f64,
    ) -> Result<Option<Commit>, Rejection> {
        match self.view.activity.clone() {
            AnnotatorActivity::Drafting(mut draft) => {
                let category = self.category(draft.category).ok_or(Rejection::Gone)?;
                plan::check_role(&self.current, &text, &draft.role, category)?;
                let span = plan::span_for(&self.current, &text, span, category)?;
                draft.add_span(&text, span, category, &self.current.texts);
                self.drafted(draft, now_ms)
            }
            AnnotatorActivity::Extending { edit, role } => {
                let typology = &self.template.typology;
                let plan = plan::add_span(&self.current, edit, &text, span, &role, typology)?;
                self.commit(plan, None, 0, now_ms)
            }
            AnnotatorActivity::Idle | AnnotatorActivity::Selected { .. } => {
                let side = plan::side_of(&self.current, &text)?;
                let fitting = self.fitting(side);
                let first = fitting.first().and_then(|id| self.category(*id));
                let category = first.ok_or(Rejection::WrongSide(side))?;
                if !span.is_empty() {
                    plan::span_for(&self.current, &text, span, category)?;
                }
                self.view.activity = AnnotatorActivity::Selected { text, span };
                self.view.selected = None;
                Ok(None)
            }
        }
    }

    pub(super) fn click_point(
        &mut self,
        text: TextName,
        at: Utf16,
        now_ms: f64,
    ) -> Result<Option<Commit>, Rejection> {
        let point = Span::between(at, at);
        let Some(category) = self.category_in_hand() else { return Ok(None) };
        match (category.shape, &self.view.activity) {
            (CategoryShape::Spans { count: SpanCount::Point, .. }, _) => {
                self.select_text(text, point, now_ms)
            }
            (CategoryShape::Spans { .. }, AnnotatorActivity::Drafting(draft))
                if category.boundary == Boundary::Char =>
            {
                let mut draft = draft.clone();
                plan::check_role(&self.current, &text, &draft.role, category)?;
                let span = plan::span_for(&self.current, &text, point, category)?;
                draft.add_span(&text, span, category, &self.current.texts);
                self.step_draft(AnnotatorActivity::Drafting(draft), now_ms);
                Ok(None)
            }
            _ => Ok(None),
        }
    }

    pub(super) fn tap_word(
        &mut self,
        text: TextName,
        tap: Tap,
        now_ms: f64,
    ) -> Result<Option<Commit>, Rejection> {
        let Some(category) = self.category_in_hand() else { return Ok(None) };
        let boundary = match (category.shape, category.boundary) {
            (CategoryShape::Spans { count: SpanCount::Point, .. }, _) => None,
            // A finger hits no single characters.
            (_, Boundary::Char) => Some(Boundary::Word),
            (_, boundary) => Some(boundary),
        };
        let content = plan::text_of(&self.current, &text)?;
        let unit = boundary.and_then(|boundary| unit_at(content, tap.character, boundary));
        let character = unit_at(content, tap.character, Boundary::Char);
        let is_meant = |unit: &Span| {
            let near_edge = [unit.start(), unit.end()].contains(&tap.nearest)
                // Each half of a word of one character is near an edge.
                && (tap.at_edge || Some(*unit) != character);
            unit.start() <= tap.character && !(category.boundary == Boundary::Char && near_edge)
        };
        match unit.filter(is_meant) {
            Some(unit) => self.select_text(text, unit, now_ms),
            None => self.click_point(text, tap.nearest, now_ms),
        }
    }

    /// The category of the draft or of the edit that is extended.
    fn category_in_hand(&self) -> Option<&Category> {
        match &self.view.activity {
            AnnotatorActivity::Drafting(draft) => self.category(draft.category),
            AnnotatorActivity::Extending { edit, .. } => {
                let edit = self.current.edit(*edit)?;
                self.template.typology.find(&edit.category).map(|(_, category)| category)
            }
            AnnotatorActivity::Idle | AnnotatorActivity::Selected { .. } => None,
        }
    }

    /// The role that the next selection takes, while an edit is made or extended; `None` if all have a span, and for a
    /// category without roles.
    #[must_use]
    pub fn next_role(&self) -> Option<&SpanRole> {
        let category = self.category_in_hand()?;
        let texts = &self.current.texts;
        match &self.view.activity {
            AnnotatorActivity::Drafting(draft) => draft.next_role(category, texts),
            AnnotatorActivity::Extending { edit, role } => {
                let chosen = role.as_deref().and_then(|name| category.role(name));
                let spans = &self.current.edit(*edit)?.spans;
                let missing = || AssignedRoles::of(spans, &category.roles, texts).missing().next();
                chosen.or_else(missing)
            }
            AnnotatorActivity::Idle | AnnotatorActivity::Selected { .. } => None,
        }
    }

    /// Categories that can have a span on a side.
    #[must_use]
    pub fn fitting(&self, side: Side) -> Vec<CategoryId> {
        let fits = |c: &Category| matches!(c.shape, CategoryShape::Spans { sides, .. } if sides.includes(side));
        self.template.typology.iter().filter(|(_, c)| fits(c)).map(|(id, _)| id).collect()
    }

    /// The selected range, snapped as the first fitting category snaps; `None` if nothing is selected or nothing fits.
    #[must_use]
    pub fn preview(&self) -> Option<(TextName, Span)> {
        let AnnotatorActivity::Selected { text, span } = &self.view.activity else { return None };
        let side = plan::side_of(&self.current, text).ok()?;
        let category = self.fitting(side).first().and_then(|id| self.category(*id))?;
        Some((text.clone(), plan::span_for(&self.current, text, *span, category).ok()?))
    }

    /// The edits that can be taken into the composite that is being made or extended; there may be none.
    #[must_use]
    pub fn candidates(&self) -> Vec<EditKey> {
        if !self.takes_constituents() {
            return Vec::new();
        }
        let typology = &self.template.typology;
        let edits = self.current.edits.iter();
        edits.filter(|edit| plan::fits_composite(edit, typology)).map(|edit| edit.key).collect()
    }

    /// Returns `true` if the edit can be taken into the composite that is being made or extended.
    #[must_use]
    pub fn can_be_constituent(&self, key: EditKey) -> bool {
        self.takes_constituents()
            && plan::can_be_constituent(&self.current, key, &self.template.typology)
    }

    /// Returns `true` if a composite is being made or extended.
    fn takes_constituents(&self) -> bool {
        let typology = &self.template.typology;
        match &self.view.activity {
            AnnotatorActivity::Drafting(draft) => {
                self.category(draft.category).is_some_and(|c| c.shape == CategoryShape::Composite)
            }
            AnnotatorActivity::Extending { edit, .. } => {
                self.current.edit(*edit).is_some_and(|e| plan::is_composite(e, typology))
            }
            AnnotatorActivity::Idle | AnnotatorActivity::Selected { .. } => false,
        }
    }

    /// Returns `true` if the category of an edit can be changed to another.
    #[must_use]
    pub fn can_become(&self, key: EditKey, id: CategoryId) -> bool {
        self.category(id).is_some_and(|c| plan::set_category(&self.current, key, c).is_ok())
    }

    /// The reason why a category cannot be chosen now; `None` if it can.
    #[must_use]
    pub fn refusal(&self, id: CategoryId) -> Option<Rejection> {
        let Some(category) = self.category(id) else { return Some(Rejection::Gone) };
        match (category.shape, &self.view.activity) {
            (CategoryShape::Spans { .. }, AnnotatorActivity::Selected { text, span }) => {
                plan::span_for(&self.current, text, *span, category).err()
            }
            (CategoryShape::Composite, _) => {
                let typology = &self.template.typology;
                let fits = |edit: &Arc<Edit>| plan::fits_composite(edit, typology);
                (!self.current.edits.iter().any(fits)).then_some(Rejection::NothingToCompose)
            }
            (CategoryShape::Spans { .. } | CategoryShape::Whole, _) => None,
        }
    }

    pub(super) fn choose_category(
        &mut self,
        id: CategoryId,
        now_ms: f64,
    ) -> Result<Option<Commit>, Rejection> {
        if let Some(refusal) = self.refusal(id) {
            return Err(refusal);
        }
        let category = self.category(id).ok_or(Rejection::Gone)?;
        let shape = category.shape;
        let mut draft = Draft::new(id);
        match &self.view.activity {
            AnnotatorActivity::Selected { text, span }
                if matches!(shape, CategoryShape::Spans { .. }) =>
            {
                let span = plan::span_for(&self.current, text, *span, category)?;
                draft.add_span(text, span, category, &self.current.texts);
            }
            AnnotatorActivity::Drafting(old) if old.category == id => return Ok(None),
            AnnotatorActivity::Drafting(old) => {
                for (text, spans) in old.spans.iter() {
                    for span in spans {
                        if let Ok(span) = plan::span_for(&self.current, text, *span, category) {
                            draft.add_span(text, span, category, &self.current.texts);
                        }
                    }
                }
            }
            AnnotatorActivity::Idle
            | AnnotatorActivity::Selected { .. }
            | AnnotatorActivity::Extending { .. } => {}
        }
        self.drafted(draft, now_ms)
    }

    pub(super) fn toggle_constituent(
        &mut self,
        key: EditKey,
        now_ms: f64,
    ) -> Result<Option<Commit>, Rejection> {
        match self.view.activity.clone() {
            AnnotatorActivity::Drafting(mut draft) => {
                let shape = self.category(draft.category).ok_or(Rejection::Gone)?.shape;
                if shape != CategoryShape::Composite || !self.can_be_constituent(key) {
                    return Err(Rejection::NotAConstituent);
                }
                draft.toggle_constituent(key);
                self.drafted(draft, now_ms)
            }
            AnnotatorActivity::Extending { edit: composite, .. } => {
                let typology = &self.template.typology;
                let is_constituent =
                    |edit: &Arc<Edit>| edit.constituents.iter().any(|c| c.key == key);
                let plan = if self.current.edit(composite).is_some_and(is_constituent) {
                    plan::remove_constituent(&self.current, composite, key)?
                } else {
                    plan::add_constituent(&self.current, composite, key, typology)?
                };
                self.commit(plan, None, 0, now_ms)
            }
            AnnotatorActivity::Idle | AnnotatorActivity::Selected { .. } => Err(Rejection::Gone),
        }
    }

    pub(super) fn drop_draft_span(
        &mut self,
        text: &TextName,
        index: usize,
        now_ms: f64,
    ) -> Result<Option<Commit>, Rejection> {
        let AnnotatorActivity::Drafting(mut draft) = self.view.activity.clone() else {
            return Err(Rejection::Gone);
        };
        if index >= draft.spans.on(text).len() {
            return Err(Rejection::Gone);
        }
        draft.spans.remove(text, index);
        self.step_draft(AnnotatorActivity::Drafting(draft), now_ms);
        Ok(None)
    }

    /// Takes over a draft: as it is, or as an edit once nothing more can be added.
    fn drafted(&mut self, draft: Draft, now_ms: f64) -> Result<Option<Commit>, Rejection> {
        let category = self.category(draft.category).ok_or(Rejection::Gone)?;
        if draft.is_full(category, &self.current.texts) {
            return self.finish_draft(&draft, now_ms);
        }
        self.step_draft(AnnotatorActivity::Drafting(draft), now_ms);
        Ok(None)
    }

    pub(super) fn finish(&mut self, now_ms: f64) -> Result<Option<Commit>, Rejection> {
        match self.view.activity.clone() {
            AnnotatorActivity::Drafting(draft) => self.finish_draft(&draft, now_ms),
            AnnotatorActivity::Idle
            | AnnotatorActivity::Selected { .. }
            | AnnotatorActivity::Extending { .. } => {
                self.view.activity = AnnotatorActivity::Idle;
                Ok(None)
            }
        }
    }

    /// Makes an edit of a draft, in one step however many it took to draft it.
    pub(super) fn finish_draft(
        &mut self,
        draft: &Draft,
        now_ms: f64,
    ) -> Result<Option<Commit>, Rejection> {
        let (plan, absorbed) = self.plan_of_draft(draft)?;
        self.commit(plan, None, absorbed, now_ms)
    }

    /// The plan that makes an edit of a complete draft, and the number of drafting steps that it replaces.
    pub(super) fn plan_of_draft(&self, draft: &Draft) -> Result<(ChangePlan, usize), Rejection> {
        let category = self.category(draft.category).ok_or(Rejection::Gone)?;
        let plan = plan::finish(&self.current, draft, category)?;
        let at = self.view.instance;
        let of_the_draft = |s: &HistoryStep<WorkspaceView>| {
            s.instance == at
                && s.undo.is_empty()
                && matches!(s.after.activity, AnnotatorActivity::Drafting(_))
        };
        let absorbed = match self.view.activity {
            AnnotatorActivity::Drafting(_) => self.history.trailing(of_the_draft),
            AnnotatorActivity::Idle
            | AnnotatorActivity::Selected { .. }
            | AnnotatorActivity::Extending { .. } => 0,
        };
        Ok((plan, absorbed))
    }

    pub(super) fn escape(&mut self, now_ms: f64) {
        match self.view.activity {
            AnnotatorActivity::Drafting(_) => self.step_draft(AnnotatorActivity::Idle, now_ms),
            AnnotatorActivity::Idle => self.view.selected = None,
            AnnotatorActivity::Selected { .. } | AnnotatorActivity::Extending { .. } => {
                self.view.activity = AnnotatorActivity::Idle
            }
        }
    }

    pub(super) fn extend(&mut self, key: EditKey) -> Result<Option<Commit>, Rejection> {
        let edit = self.current.edit(key).ok_or(Rejection::Gone)?;
        self.template.typology.find(&edit.category).ok_or(Rejection::Gone)?;
        self.view.selected = Some(key);
        self.view.activity = AnnotatorActivity::Extending { edit: key, role: None };
        Ok(None)
    }

    pub(super) fn choose_role(&mut self, name: &str) -> Result<Option<Commit>, Rejection> {
        let role = self.category_in_hand().and_then(|category| category.role(name));
        let chosen = Some(role.ok_or(Rejection::Gone)?.name.as_str().into());
        match &mut self.view.activity {
            AnnotatorActivity::Drafting(draft) => draft.role = chosen,
            AnnotatorActivity::Extending { role, .. } => *role = chosen,
            AnnotatorActivity::Idle | AnnotatorActivity::Selected { .. } => {}
        }
        Ok(None)
    }

    /// Returns `true` if an earlier draft can still become an edit: its category exists, and its constituents are distinct
    /// and may be taken into a composite.
    pub(super) fn can_go_on(&self, draft: &Draft) -> bool {
        let typology = &self.template.typology;
        let earlier = |at: usize| draft.constituents.iter().take(at);
        self.category(draft.category).is_some()
            && draft.constituents.iter().enumerate().all(|(at, key)| {
                !earlier(at).any(|other| other == key)
                    && plan::can_be_constituent(&self.current, *key, typology)
            })
    }

    /// Makes a step of the draft alone, which can be undone but has no changes to make durable.
    fn step_draft(&mut self, activity: AnnotatorActivity, now_ms: f64) {
        if self.view.activity == activity {
            return;
        }
        let instance = self.view.instance;
        let after = WorkspaceView { selected: None, activity, ..self.view };
        let before = std::mem::replace(&mut self.view, after.clone());
        let (undo, redo) = (Vec::new(), Vec::new());
        self.history.push(HistoryStep {
            instance,
            redo,
            undo,
            before,
            after,
            grouping: None,
            at_ms: now_ms,
            is_joined: false,
        });
    }

    /// The boundary to which selections on a side snap: that of the draft's category, without a draft that of the first
    /// fitting one.
    #[must_use]
    pub fn boundary(&self, side: Side) -> Boundary {
        let category = match &self.view.activity {
            AnnotatorActivity::Drafting(draft) => self.category(draft.category),
            AnnotatorActivity::Idle
            | AnnotatorActivity::Selected { .. }
            | AnnotatorActivity::Extending { .. } => {
                self.fitting(side).first().and_then(|id| self.category(*id))
            }
        };
        category.map_or_else(Default::default, |c| c.boundary)
    }
}
