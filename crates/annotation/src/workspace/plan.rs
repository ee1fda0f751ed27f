//! The rules: the changes that a command makes to an instance. Nothing is changed here.

use std::sync::Arc;

use super::command::{Rejection, SpanAddress, SpanEdge, StepDirection};
use crate::change::Change;
use crate::document::draft::{add_span as add_to, missing_sides};
use crate::document::flow::{self, AnswerError};
use crate::document::{
    Answer, AnswerOwner, Answers, Draft, Edit, EditId, EditKey, GivenAnswer, Instance, NamedText,
    RoleName, Spans, TextName,
};
use spanwise_template::{Category, CategoryShape, Question, Side, SpanCount, SpanRole, Typology};
use spanwise_text::boundary::{has_units, next_unit, previous_unit, snap, snap_point, unit_at};
use spanwise_text::{Boundary, Span, Text, Utf16};
use std::collections::BTreeMap;

/// Changes, and the annotator's view after them.
#[derive(Debug)]
pub(super) struct ChangePlan {
    pub(super) changes: Vec<Change>,
    pub(super) after: ViewAfter,
}

/// The annotator's view after a change.
#[derive(Debug, Clone, Copy)]
pub(super) enum ViewAfter {
    /// The same: the change is not about edits.
    AsBefore,
    /// The questions of this edit, or of none; a draft that is under way stays so.
    Opened(Option<EditKey>),
    /// The questions of the edit that the draft has become.
    Made(EditKey),
}

type PlanResult = Result<ChangePlan, Rejection>;

fn plan(changes: Vec<Change>, opened: Option<EditKey>) -> ChangePlan {
    ChangePlan { changes, after: ViewAfter::Opened(opened) }
}

/// The plan of a command that has nothing to change.
fn nothing() -> ChangePlan {
    ChangePlan { changes: Vec::new(), after: ViewAfter::AsBefore }
}

/// Replaces the edit with the same key; a constituent by way of its composite.
fn replace(instance: &Instance, edit: Edit) -> ChangePlan {
    let key = edit.key;
    let edit = match instance.composite_of(key) {
        None => edit,
        Some(composite) => {
            let mut composite = Edit::clone(composite);
            if let Some(slot) = composite.constituents.iter_mut().find(|c| c.key == key) {
                *slot = Arc::new(edit);
            }
            composite
        }
    };
    plan(vec![Change::Replace(Arc::new(edit))], Some(key))
}

fn find(instance: &Instance, key: EditKey) -> Result<&Arc<Edit>, Rejection> {
    instance.edit(key).ok_or(Rejection::Gone)
}

/// An edit that is no constituent.
fn find_top_level(instance: &Instance, key: EditKey) -> Result<&Arc<Edit>, Rejection> {
    match instance.composite_of(key) {
        Some(_) => Err(Rejection::Constituent),
        None => find(instance, key),
    }
}

fn new_edit(instance: &Instance, category: &Category) -> Edit {
    let id = instance.next_id(&category.name);
    Edit::new(EditKey(instance.next_key), &category.name, id)
}

/// The side that categories mark a text by.
pub(super) fn side_of(instance: &Instance, text: &TextName) -> Result<Side, Rejection> {
    instance.texts.get(text).ok_or(Rejection::Gone)?.role.side().ok_or(Rejection::Context)
}

pub(super) fn text_of<'i>(instance: &'i Instance, text: &TextName) -> Result<&'i Text, Rejection> {
    Ok(&instance.texts.get(text).ok_or(Rejection::Gone)?.text)
}

/// A text that spans can snap in.
fn text_with_units<'i>(
    instance: &'i Instance,
    text: &TextName,
    boundary: Boundary,
) -> Result<&'i Text, Rejection> {
    let text = text_of(instance, text)?;
    if has_units(text, boundary) { Ok(text) } else { Err(Rejection::NoTokens) }
}

/// A selection as a span of a category, snapped.
pub(super) fn span_for(
    instance: &Instance,
    text: &TextName,
    selected: Span,
    category: &Category,
) -> Result<Span, Rejection> {
    let side = side_of(instance, text)?;
    let CategoryShape::Spans { sides, count } = category.shape else {
        return Err(Rejection::WrongSide(side));
    };
    if !sides.includes(side) {
        return Err(Rejection::WrongSide(side));
    }
    let text = text_with_units(instance, text, category.boundary)?;
    if count == SpanCount::Point || selected.is_empty() {
        let at = snap_point(text, selected.start(), category.boundary);
        Ok(Span::between(at, at))
    } else {
        snap(text, selected, category.boundary).ok_or(Rejection::NothingSelected)
    }
}

/// Refuses a text that the chosen role, if there is one, does not lie in.
pub(super) fn check_role(
    instance: &Instance,
    text: &TextName,
    role: &RoleName,
    category: &Category,
) -> Result<(), Rejection> {
    let role = role.as_deref().and_then(|name| category.role(name));
    let side = side_of(instance, text)?;
    if role.is_some_and(|role| role.side != side) {
        Err(Rejection::WrongSide(side))
    } else {
        Ok(())
    }
}

/// The plan that makes an edit of a complete draft.
pub(super) fn finish(instance: &Instance, draft: &Draft, category: &Category) -> PlanResult {
    if let Some(missing) = draft.missing(category, &instance.texts) {
        return Err(Rejection::Incomplete(missing));
    }
    let mut edit = new_edit(instance, category);
    edit.spans = draft.spans.clone();
    let mut changes = Vec::new();
    for key in &draft.constituents {
        edit.constituents.push(find(instance, *key)?.clone());
        changes.push(Change::Remove(*key));
    }
    let made = edit.key;
    let at = instance.edits.len() - changes.len();
    changes.push(Change::Insert { at, edit: Arc::new(edit) });
    Ok(ChangePlan { changes, after: ViewAfter::Made(made) })
}

/// Returns `true` if an edit may be taken into a composite.
pub(super) fn can_be_constituent(instance: &Instance, key: EditKey, typology: &Typology) -> bool {
    find_top_level(instance, key).is_ok_and(|edit| fits_composite(edit, typology))
}

/// Returns `true` if an edit of the top level may be taken into a composite: no composite may.
pub(super) fn fits_composite(edit: &Edit, typology: &Typology) -> bool {
    !is_composite(edit, typology) && edit.constituents.is_empty()
}

pub(super) fn is_composite(edit: &Edit, typology: &Typology) -> bool {
    matches!(typology.find(&edit.category), Some((_, c)) if c.shape == CategoryShape::Composite)
}

pub(super) fn delete(instance: &Instance, key: EditKey) -> PlanResult {
    find_top_level(instance, key)?;
    Ok(plan(vec![Change::Remove(key)], None))
}

pub(super) fn clear(instance: &Instance) -> ChangePlan {
    plan(instance.edits.iter().map(|e| Change::Remove(e.key)).collect(), None)
}

pub(super) fn duplicate(instance: &Instance, key: EditKey) -> PlanResult {
    let edit = instance.with_origins_for_copy(find_top_level(instance, key)?);
    let copy = copy_of(edit, instance);
    let selected = copy.key;
    let at = instance.position(key).map_or(instance.edits.len(), |at| at + 1);
    Ok(plan(vec![Change::Insert { at, edit: Arc::new(copy) }], Some(selected)))
}

/// The plan that copies an edit of another annotator of the same texts; the copy stands in the place of an edit, or last.
/// It is not opened: who takes edits is reading those of the other annotator.
pub(super) fn take(instance: &Instance, edit: &Edit, instead_of: Option<EditKey>) -> PlanResult {
    let fits = |edit: &Edit| {
        edit.spans.iter().all(|(name, spans)| {
            let end = instance.texts.get(name).map(|text| text.text.len_utf16());
            end.is_some_and(|end| spans.iter().all(|span| span.end() <= end))
        })
    };
    if !fits(edit) || !edit.constituents.iter().all(|constituent| fits(constituent)) {
        return Err(Rejection::Gone);
    }
    let mut changes = Vec::new();
    let mut at = instance.edits.len();
    if let Some(key) = instead_of {
        find_top_level(instance, key)?;
        at = instance.position(key).ok_or(Rejection::Gone)?;
        changes.push(Change::Remove(key));
    }
    changes.push(Change::Insert { at, edit: Arc::new(copy_of(edit.clone(), instance)) });
    Ok(plan(changes, None))
}

/// A copy of an edit, with keys and ids of its own in an instance, as have its constituents.
#[must_use]
pub fn copy_of(mut copy: Edit, instance: &Instance) -> Edit {
    let id = instance.next_id(&copy.category);
    copy.id = Some(EditId::Number(id));
    copy.key = EditKey(instance.next_key);
    let mut next = instance.next_key.saturating_add(1);
    let mut ids = BTreeMap::default();
    ids.insert(copy.category.clone(), id.saturating_add(1));
    for constituent in &mut copy.constituents {
        let constituent = Arc::make_mut(constituent);
        constituent.key = EditKey(next);
        next = next.saturating_add(1);
        let known = ids.get(constituent.category.as_str()).copied();
        let id = known.unwrap_or_else(|| instance.next_id(&constituent.category));
        constituent.id = Some(EditId::Number(id));
        ids.insert(constituent.category.clone(), id.saturating_add(1));
    }
    copy
}

/// Changes the category of an edit. Drops spans on sides that the new one lacks, and answers to questions that it does
/// not ask.
pub(super) fn set_category(instance: &Instance, key: EditKey, to: &Category) -> PlanResult {
    let mut edit = Edit::clone(find_top_level(instance, key)?);
    if edit.category == to.name {
        return Ok(nothing());
    }
    match to.shape {
        CategoryShape::Composite if edit.constituents.is_empty() => {
            return Err(Rejection::DoesNotFit);
        }
        CategoryShape::Composite => {}
        CategoryShape::Whole | CategoryShape::Spans { .. } if !edit.constituents.is_empty() => {
            return Err(Rejection::DoesNotFit);
        }
        CategoryShape::Whole => edit.spans = Spans::default(),
        CategoryShape::Spans { sides, count } => {
            let texts = &instance.texts;
            // Spans on unknown texts stay: they fit the old category no better than the new one.
            edit.spans.retain_texts(|name| {
                let role = texts.get(name).map(|text| text.role);
                role.is_none_or(|role| role.side().is_some_and(|side| sides.includes(side)))
            });
            let on_side =
                |side| texts.on(side).map(|text| edit.spans.on(&text.name).len()).sum::<usize>();
            let one_too_many =
                count != SpanCount::Many && Side::ALL.into_iter().any(|side| on_side(side) > 1);
            let points = edit.spans.all().all(|span| span.is_empty());
            if one_too_many || (count == SpanCount::Point && !points) {
                return Err(Rejection::DoesNotFit);
            }
            keep_roles_of(to, &mut edit.spans);
            if !missing_sides(to, &edit.spans, texts).is_empty() {
                return Err(Rejection::DoesNotFit);
            }
        }
    }
    edit.answers = flow::carried_over(&edit.answers, &to.questions);
    edit.id = Some(EditId::Number(instance.next_id(&to.name)));
    edit.category.clone_from(&to.name);
    Ok(replace(instance, edit))
}

/// Drops the names of roles that a category does not have.
fn keep_roles_of(category: &Category, spans: &mut Spans) {
    let names: Vec<TextName> = spans.iter().map(|(name, _)| name.clone()).collect();
    for name in names {
        let is_known = |role: &Arc<str>| category.roles.iter().any(|one| *one.name == **role);
        let kept = spans.roles_on(&name).iter().map(|role| role.clone().filter(is_known));
        let kept = kept.collect();
        spans.set_roles(&name, kept);
    }
}

/// Changes one span of an edit; removes it if `change` returns `None`.
fn with_span(
    instance: &Instance,
    address: &SpanAddress,
    typology: &Typology,
    change: impl FnOnce(&Edit, Span) -> Result<Option<Span>, Rejection>,
) -> PlanResult {
    let mut edit = Edit::clone(find(instance, address.edit)?);
    let old = *edit.spans.on(&address.text).get(address.index).ok_or(Rejection::Gone)?;
    let new = change(&edit, old)?;
    if new == Some(old) {
        return Ok(nothing());
    }
    match new {
        Some(new) => edit.spans.change(&address.text, |spans| {
            spans.splice(address.index..=address.index, [new]);
        }),
        None => {
            edit.spans.name_roles(roles_of(&edit, typology), &instance.texts);
            edit.spans.remove(&address.text, address.index);
        }
    }
    Ok(replace(instance, edit))
}

/// The roles of the spans of an edit's category.
fn roles_of<'t>(edit: &Edit, typology: &'t Typology) -> &'t [SpanRole] {
    typology.find(&edit.category).map_or(&[], |(_, category)| category.roles.as_slice())
}

fn boundary_of(edit: &Edit, typology: &Typology) -> Boundary {
    typology.find(&edit.category).map_or_else(Boundary::default, |(_, c)| c.boundary)
}

/// Returns `true` if the category of an edit takes insertion points.
fn takes_points(edit: &Edit, typology: &Typology) -> bool {
    matches!(
        typology.find(&edit.category),
        Some((_, Category { shape: CategoryShape::Spans { count: SpanCount::Point, .. }, .. }))
    )
}

pub(super) fn move_edge(
    instance: &Instance,
    address: &SpanAddress,
    edge: SpanEdge,
    to: Utf16,
    typology: &Typology,
) -> PlanResult {
    with_span(instance, address, typology, |edit, old| {
        let boundary = boundary_of(edit, typology);
        let text = text_with_units(instance, &address.text, boundary)?;
        if takes_points(edit, typology) {
            let at = snap_point(text, to, boundary);
            return Ok(Some(Span::between(at, at)));
        }
        let fixed = match edge {
            SpanEdge::Start if to >= old.end() => return Err(Rejection::NoRoom),
            SpanEdge::End if to <= old.start() => return Err(Rejection::NoRoom),
            SpanEdge::Start => old.end(),
            SpanEdge::End => old.start(),
        };
        let snapped = snap(text, Span::between(fixed, to), boundary).ok_or(Rejection::NoRoom)?;
        Ok(Some(match edge {
            SpanEdge::Start => Span::between(snapped.start(), old.end()),
            SpanEdge::End => Span::between(old.start(), snapped.end()),
        }))
    })
}

pub(super) fn step_edge(
    instance: &Instance,
    address: &SpanAddress,
    edge: SpanEdge,
    direction: StepDirection,
    typology: &Typology,
) -> PlanResult {
    with_span(instance, address, typology, |edit, old| {
        let unit = boundary_of(edit, typology);
        let text = text_with_units(instance, &address.text, unit)?;
        if takes_points(edit, typology) {
            let at = step_point(text, old.start(), direction, unit).ok_or(Rejection::NoRoom)?;
            return Ok(Some(Span::between(at, at)));
        }
        let (start, end) = (old.start(), old.end());
        let moved = match (edge, direction) {
            (SpanEdge::End, StepDirection::Forward) => {
                next_unit(text, end, unit).map(|u| (start, u.end()))
            }
            (SpanEdge::Start, StepDirection::Backward) => {
                previous_unit(text, start, unit).map(|u| (u.start(), end))
            }
            (SpanEdge::End, StepDirection::Backward) => previous_unit(text, end, unit)
                .and_then(|last| previous_unit(text, last.start(), unit))
                .map(|u| (start, u.end())),
            (SpanEdge::Start, StepDirection::Forward) => next_unit(text, start, unit)
                .and_then(|first| next_unit(text, first.end(), unit))
                .map(|u| (u.start(), end)),
        };
        match moved {
            Some((start, end)) if start < end => Ok(Some(Span::between(start, end))),
            _ => Err(Rejection::NoRoom),
        }
    })
}

/// The nearest edge of a unit in a direction.
fn step_point(text: &Text, from: Utf16, direction: StepDirection, unit: Boundary) -> Option<Utf16> {
    match direction {
        StepDirection::Forward => {
            let ahead = unit_at(text, from, unit)?;
            Some(if ahead.start() > from { ahead.start() } else { ahead.end() })
        }
        StepDirection::Backward => {
            if let Some(around) = unit_at(text, from, unit).filter(|u| u.start() < from) {
                return Some(around.start());
            }
            let behind = previous_unit(text, from, unit)?;
            Some(if behind.end() < from { behind.end() } else { behind.start() })
        }
    }
}

pub(super) fn remove_span(
    instance: &Instance,
    address: &SpanAddress,
    typology: &Typology,
) -> PlanResult {
    with_span(instance, address, typology, |edit, _| {
        let Some((_, category)) = typology.find(&edit.category) else { return Ok(None) };
        let mut without = edit.spans.clone();
        without.name_roles(&category.roles, &instance.texts);
        without.remove(&address.text, address.index);
        let lacked = missing_sides(category, &edit.spans, &instance.texts);
        let lacks = missing_sides(category, &without, &instance.texts);
        if lacks.len() > lacked.len() { Err(Rejection::LastOne) } else { Ok(None) }
    })
}

pub(super) fn add_span(
    instance: &Instance,
    key: EditKey,
    text: &TextName,
    selected: Span,
    role: &RoleName,
    typology: &Typology,
) -> PlanResult {
    let mut edit = Edit::clone(find(instance, key)?);
    let (_, category) = typology.find(&edit.category).ok_or(Rejection::Gone)?;
    check_role(instance, text, role, category)?;
    let span = span_for(instance, text, selected, category)?;
    if edit.spans.on(text).contains(&span) {
        return Ok(nothing());
    }
    let role = role.as_deref().and_then(|name| category.role(name));
    add_to(&mut edit.spans, text, span, role, category, &instance.texts);
    Ok(replace(instance, edit))
}

/// Takes an edit into a composite.
pub(super) fn add_constituent(
    instance: &Instance,
    composite: EditKey,
    constituent: EditKey,
    typology: &Typology,
) -> PlanResult {
    let mut edit = Edit::clone(find(instance, composite)?);
    if !is_composite(&edit, typology) || !can_be_constituent(instance, constituent, typology) {
        return Err(Rejection::NotAConstituent);
    }
    edit.constituents.push(find(instance, constituent)?.clone());
    let mut plan = replace(instance, edit);
    plan.changes.insert(0, Change::Remove(constituent));
    Ok(plan)
}

pub(super) fn remove_constituent(
    instance: &Instance,
    composite: EditKey,
    constituent: EditKey,
) -> PlanResult {
    let mut edit = Edit::clone(find(instance, composite)?);
    let at = edit.constituents.iter().position(|c| c.key == constituent).ok_or(Rejection::Gone)?;
    if edit.constituents.len() == 1 {
        return Err(Rejection::LastOne);
    }
    let constituent = edit.constituents.remove(at);
    let mut plan = replace(instance, edit);
    plan.changes.push(Change::Insert { at: instance.edits.len(), edit: constituent });
    Ok(plan)
}

pub(super) fn take_apart(instance: &Instance, composite: EditKey) -> PlanResult {
    let edit = find(instance, composite)?;
    let first = edit.constituents.first().ok_or(Rejection::Gone)?.key;
    let at = instance.position(composite).ok_or(Rejection::Gone)?;
    let mut changes = vec![Change::Remove(composite)];
    for (i, constituent) in edit.constituents.iter().enumerate() {
        changes.push(Change::Insert { at: at + i, edit: constituent.clone() });
    }
    Ok(plan(changes, Some(first)))
}

/// The questions that are asked about an edit, a text or the instance, with their answers; `None` if there is no such
/// edit or text, or the typology does not know the category.
pub(super) fn questions_of<'a>(
    instance: &'a Instance,
    owner: AnswerOwner,
    typology: &'a Typology,
) -> Option<(&'a [Question], &'a Answers)> {
    match owner {
        AnswerOwner::Instance => Some((typology.instance_questions(), &instance.answers)),
        AnswerOwner::Text(place) => {
            let text = text_asked_about(instance, place)?;
            let answers = instance.text_answers.on(&text.name);
            Some((typology.text_questions(), answers))
        }
        AnswerOwner::Edit(key) => {
            let edit = instance.edit(key)?;
            let (_, category) = typology.find(&edit.category)?;
            Some((&category.questions, &edit.answers))
        }
    }
}

/// The text at a place, if the questions about texts are asked about it: they are about the outputs.
fn text_asked_about(instance: &Instance, place: usize) -> Option<&NamedText> {
    instance.texts.iter().nth(place).filter(|text| text.role.side() == Some(Side::Target))
}

pub(super) fn answer(
    instance: &Instance,
    owner: AnswerOwner,
    path: &[String],
    given: GivenAnswer,
    typology: &Typology,
) -> PlanResult {
    let (questions, old) = questions_of(instance, owner, typology).ok_or(Rejection::Gone)?;
    let answers = flow::answered(questions, old, path, given).map_err(|e| match e {
        AnswerError::NotAsked => Rejection::Gone,
        AnswerError::NotAnAnswer => Rejection::NotAnAnswer,
    })?;
    if answers == *old {
        return Ok(nothing());
    }
    match owner {
        AnswerOwner::Instance => {
            let changes = vec![Change::Answers(answers)];
            Ok(ChangePlan { changes, after: ViewAfter::AsBefore })
        }
        AnswerOwner::Text(place) => {
            let text = text_asked_about(instance, place).ok_or(Rejection::Gone)?.name.clone();
            let changes = vec![Change::TextAnswers(text, answers)];
            Ok(ChangePlan { changes, after: ViewAfter::AsBefore })
        }
        AnswerOwner::Edit(key) => {
            let edit = Edit::clone(find(instance, key)?);
            Ok(replace(instance, Edit { answers, ..edit }))
        }
    }
}

/// Sets the answer to a question about the instance, follow-ups included.
pub(super) fn take_answer(
    instance: &Instance,
    name: &str,
    answer: Answer,
    typology: &Typology,
) -> PlanResult {
    let question = typology.instance_questions().iter().find(|question| question.name == name);
    if !flow::accepts(question.ok_or(Rejection::Gone)?, &answer) {
        return Err(Rejection::NotAnAnswer);
    }
    let mut answers = instance.answers.clone();
    answers.set(name, Some(answer));
    let changes = vec![Change::Answers(answers)];
    Ok(ChangePlan { changes, after: ViewAfter::AsBefore })
}
