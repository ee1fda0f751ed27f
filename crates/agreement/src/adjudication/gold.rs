//! Gold: an instance in which groups of edits and answers are decided.
//!
//! Decisions are derived each time, from the notes in the instance and from its edits, so that a change of gold by hand
//! or an undone step never contradicts what is said of it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::annotation_group::{AnnotationGroup, GroupContent, GroupId, lacks_any};
use super::comparable_edit::{ComparableEdit, comparable_edits};
use super::decision::{Decision, DecisionResult, result_of};
use super::decision_notes::{DecisionNote, decision_notes, to_json};
use super::edit_groups::link_strength;
use super::grouping::annotation_groups;
use super::matching::matching;
use spanwise_annotation::change::Change;
use spanwise_annotation::document::{Edit, EditKey, Instance};
use spanwise_annotation::workspace::copy_of;
use spanwise_template::Typology;

/// A group and what gold makes of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DecidedGroup {
    /// The group.
    pub group: AnnotationGroup,
    /// The decision; `None` if it is open.
    pub decision: Option<Decision>,
    /// `true` if the decision is noted in gold; else it follows from what all agree on.
    pub is_noted: bool,
    /// The reason that the adjudicator gave; empty for none.
    pub rationale: String,
    /// The edit of gold that belongs to it; `None` for answers.
    pub edit: Option<EditKey>,
}

/// The instance of gold beside those of the annotators.
#[derive(Debug, Clone, Copy)]
pub struct GoldContext<'a> {
    /// The instances of the annotators as they came, by annotator.
    pub annotators: &'a [Option<&'a Instance>],
    /// The names of the annotators.
    pub names: &'a [String],
    /// The instance of gold.
    pub gold: &'a Instance,
    /// The typology.
    pub typology: &'a Typology,
}

/// The groups of an instance ([`annotation_groups`]) with what gold makes of them.
///
/// An edit of gold belongs to a group whose noted decision results in it, or began with it; else to the group with whose
/// members it is matched ([`matching()`]), one to one, of several to that of the strongest pair, as in groups of edits.
/// None belongs to a group that is rejected.
///
/// A group is decided if its decision is noted, or if all annotators agree and gold has the same edit or answer. If gold
/// has another one than the noted decision results in, or none, the decision is the adjudicator's own.
#[must_use]
pub fn decided_groups(context: GoldContext) -> Vec<DecidedGroup> {
    let groups = annotation_groups(context.annotators, context.typology);
    let notes: BTreeMap<GroupId, DecisionNote> =
        decision_notes(context.gold).into_iter().map(|note| (note.group, note)).collect();
    let edits = edits_by_group(context, &groups, &notes);
    let decided = |(at, group): (usize, AnnotationGroup)| {
        let edit = edits.get(&at).copied();
        let note = notes.get(&group.id);
        let decision = decision_about(context, &group, edit, note);
        let rationale = note.map(|note| note.rationale.clone()).unwrap_or_default();
        DecidedGroup { is_noted: note.is_some(), group, decision, rationale, edit }
    };
    groups.into_iter().enumerate().map(decided).collect()
}

/// By the position of a group: the edit of gold that belongs to it.
fn edits_by_group(
    context: GoldContext,
    groups: &[AnnotationGroup],
    notes: &BTreeMap<GroupId, DecisionNote>,
) -> BTreeMap<usize, EditKey> {
    let gold = comparable_edits(context.gold);
    let (mut found, mut taken) = (BTreeMap::new(), BTreeSet::new());
    let mut rejected = BTreeSet::new();
    for (at, group) in groups.iter().enumerate() {
        let Some(decision) = notes.get(&group.id).and_then(|n| n.decision(context.names)) else {
            continue;
        };
        match first_result(context, group, decision) {
            Some(DecisionResult::Edit(result)) => {
                let result = ComparableEdit::of(&result);
                let is_it = |edit: &&ComparableEdit| {
                    !taken.contains(&edit.key) && edit.place() == result.place()
                };
                if let Some(edit) = gold.iter().find(is_it) {
                    taken.insert(edit.key);
                    found.insert(at, edit.key);
                }
            }
            Some(DecisionResult::Nothing) => {
                rejected.insert(at);
            }
            Some(DecisionResult::Answer(_)) | None => {}
        }
    }
    for (group, key) in matched_edits(context, groups) {
        if !rejected.contains(&group) && !found.contains_key(&group) && taken.insert(key) {
            found.insert(group, key);
        }
    }
    found
}

/// The groups with whose members the edits of gold are matched, by the strength of the pair.
fn matched_edits(context: GoldContext, groups: &[AnnotationGroup]) -> Vec<(usize, EditKey)> {
    let gold = comparable_edits(context.gold);
    let by_member: BTreeMap<(usize, EditKey), usize> = groups
        .iter()
        .enumerate()
        .flat_map(|(at, group)| group.edits().iter().map(move |m| ((m.annotator, m.key), at)))
        .collect();
    let mut links = Vec::new();
    for (annotator, instance) in context.annotators.iter().enumerate() {
        let theirs = instance.map(comparable_edits).unwrap_or_default();
        for pair in matching(&gold, &theirs) {
            let ends = (gold.get(pair.first), theirs.get(pair.second));
            let (Some(ours), Some(theirs)) = ends else { continue };
            let Some(group) = by_member.get(&(annotator, theirs.key)) else { continue };
            links.push((link_strength(ours, theirs, &pair.relation), pair.first, *group, ours.key));
        }
    }
    links.sort_unstable();
    links.into_iter().map(|(_, _, group, key)| (group, key)).collect()
}

fn decision_about(
    context: GoldContext,
    group: &AnnotationGroup,
    edit: Option<EditKey>,
    note: Option<&DecisionNote>,
) -> Option<Decision> {
    let present = in_gold(context.gold, group, edit);
    let results_in = |decision: Decision| {
        rule_result(context, group, decision).is_some_and(|result| result.is_like(&present))
    };
    match note {
        Some(note) => {
            let decision = note.decision(context.names);
            Some(decision.filter(|decision| results_in(*decision)).unwrap_or(Decision::Own))
        }
        None => results_in(Decision::Unanimous).then_some(Decision::Unanimous),
    }
}

/// The edit of gold that belongs to a group, or its answer to the group's question.
fn in_gold(gold: &Instance, group: &AnnotationGroup, edit: Option<EditKey>) -> DecisionResult {
    let found = match &group.content {
        GroupContent::Edits(_) => edit
            .and_then(|key| gold.edit(key))
            .map(|edit| DecisionResult::Edit(Box::new(Edit::clone(edit)))),
        GroupContent::Answers { question, .. } => {
            question.answer(gold).cloned().map(DecisionResult::Answer)
        }
    };
    found.unwrap_or(DecisionResult::Nothing)
}

/// The changes that decide groups of an instance; empty if gold has all of it. What cannot be decided like this is left
/// out.
///
/// An edit that results stands in the place of the one that belongs to the group, else at the end. An edit or answer of
/// one's own begins as the one that gold has, else as that of the majority, else as that of the first member.
#[must_use]
pub fn decide(context: GoldContext, decisions: &[(GroupId, Decision)]) -> Vec<Change> {
    let groups = decided_groups(context);
    let mut gold = context.gold.clone();
    let mut notes = decision_notes(context.gold);
    let mut changes = Vec::new();
    for (id, decision) in decisions {
        let Some(decided) = groups.iter().find(|decided| decided.group.id == *id) else { continue };
        let present = in_gold(&gold, &decided.group, decided.edit);
        let Some(result) = outcome(context, decided, *decision, &present) else { continue };
        note_decision(&mut notes, context, decided, *decision);
        if result.is_like(&present) {
            continue;
        }
        for change in replaced(&gold, decided, result) {
            // Changes that were just planned for this state fit.
            if gold.apply(change.clone()).is_ok() {
                changes.push(change);
            }
        }
    }
    let noted = to_json(&notes);
    if noted != to_json(&decision_notes(context.gold)) {
        changes.push(Change::Decisions(noted));
    }
    changes
}

/// The result of a decision in gold; `None` if there is none. One's own is the present one.
fn outcome(
    context: GoldContext,
    decided: &DecidedGroup,
    decision: Decision,
    present: &DecisionResult,
) -> Option<DecisionResult> {
    match decision == Decision::Own && *present != DecisionResult::Nothing {
        true => Some(present.clone()),
        false => first_result(context, &decided.group, decision),
    }
}

/// `true` if a decision about a group has a result in gold, or one's own something to begin as.
#[must_use]
pub fn has_result(context: GoldContext, decided: &DecidedGroup, decision: Decision) -> bool {
    let present = in_gold(context.gold, &decided.group, decided.edit);
    outcome(context, decided, decision, &present).is_some()
}

/// The result of a decision by its rule; `None` also if gold lacks a text that it is about.
fn rule_result(
    context: GoldContext,
    group: &AnnotationGroup,
    decision: Decision,
) -> Option<DecisionResult> {
    let GoldContext { annotators, gold, typology, .. } = context;
    let text_of_question = || group.question().and_then(|question| question.text.as_ref());
    result_of(decision, group, annotators, typology).filter(|result| match result {
        DecisionResult::Edit(edit) => !lacks_texts_of(gold, annotators, edit),
        DecisionResult::Answer(_) => !lacks_any(gold, annotators, text_of_question().into_iter()),
        DecisionResult::Nothing => true,
    })
}

/// `true` if an instance lacks a text that an edit of an annotator marks.
#[must_use]
pub fn lacks_texts_of(instance: &Instance, annotators: &[Option<&Instance>], edit: &Edit) -> bool {
    lacks_any(instance, annotators, ComparableEdit::of(edit).extent.texts())
}

/// The result of a decision by its rule, or what one's own begins as.
fn first_result(
    context: GoldContext,
    group: &AnnotationGroup,
    decision: Decision,
) -> Option<DecisionResult> {
    let result = |decision| rule_result(context, group, decision);
    if decision != Decision::Own {
        return result(decision);
    }
    let is_something = |found: &DecisionResult| *found != DecisionResult::Nothing;
    let majority = result(Decision::Majority).filter(is_something);
    majority.or_else(|| result(Decision::Take(*group.annotators().first()?)))
}

/// Notes a decision; the note of an earlier one is replaced, its rationale stays.
fn note_decision(
    notes: &mut Vec<DecisionNote>,
    context: GoldContext,
    decided: &DecidedGroup,
    decision: Decision,
) {
    let annotator = match decision {
        Decision::Take(annotator) => context.names.get(annotator).cloned(),
        Decision::Unanimous
        | Decision::Union
        | Decision::Intersection
        | Decision::Majority
        | Decision::Own
        | Decision::Reject => None,
    };
    let note = DecisionNote {
        group: decided.group.id,
        decision: decision.word().to_owned(),
        annotator,
        rationale: decided.rationale.clone(),
    };
    match notes.iter_mut().find(|known| known.group == note.group) {
        Some(known) => *known = note,
        None => notes.push(note),
    }
}

/// The changes that put the result of a decision in the place of what gold has for a group.
fn replaced(gold: &Instance, decided: &DecidedGroup, result: DecisionResult) -> Vec<Change> {
    if let GroupContent::Answers { question, .. } = &decided.group.content {
        let answer = match result {
            DecisionResult::Answer(answer) => Some(answer),
            DecisionResult::Edit(_) | DecisionResult::Nothing => None,
        };
        return vec![question.change(gold, answer)];
    }
    let at = decided.edit.and_then(|key| gold.position(key));
    let removed = decided.edit.map(Change::Remove);
    let inserted = match result {
        DecisionResult::Edit(edit) => Some(Change::Insert {
            at: at.unwrap_or(gold.edits.len()),
            edit: Arc::new(copy_of(*edit, gold)),
        }),
        DecisionResult::Answer(_) | DecisionResult::Nothing => None,
    };
    removed.into_iter().chain(inserted).collect()
}

/// The change that gives a reason for a decision; `None` if the group is not decided by a note, or has this one.
#[must_use]
pub fn explain_decision(gold: &Instance, group: GroupId, rationale: &str) -> Option<Change> {
    let mut notes = decision_notes(gold);
    let note = notes.iter_mut().find(|note| note.group == group)?;
    if note.rationale == rationale {
        return None;
    }
    note.rationale = rationale.to_owned();
    Some(Change::Decisions(to_json(&notes)))
}

/// The decisions that take a whole instance of an annotator: each edit and answer of theirs, and nothing of the groups that
/// they missed. Groups about texts that they lack stay as they are.
#[must_use]
pub fn all_of_annotator(groups: &[DecidedGroup], annotator: usize) -> Vec<(GroupId, Decision)> {
    let decision = |DecidedGroup { group, .. }: &DecidedGroup| {
        let has_one = group.annotators().contains(&annotator);
        let decision = if has_one { Decision::Take(annotator) } else { Decision::Reject };
        group.concerns(annotator).then_some((group.id, decision))
    };
    groups.iter().filter_map(decision).collect()
}

/// The decisions that take what all made alike, of groups that are open.
#[must_use]
pub fn all_unanimous(groups: &[DecidedGroup]) -> Vec<(GroupId, Decision)> {
    let is_due =
        |decided: &&DecidedGroup| decided.group.is_unanimous() && decided.decision.is_none();
    groups.iter().filter(is_due).map(|decided| (decided.group.id, Decision::Unanimous)).collect()
}
