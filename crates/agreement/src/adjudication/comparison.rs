//! Comparison of several annotators of one instance, edit by edit.

use std::collections::{BTreeMap, BTreeSet};

use super::annotation_group::annotators_with;
use super::comparable_edit::{ComparableEdit, comparable_edits};
use super::flat_answers::{FlatAnswers, flatten_answers};
use super::matching::{EditRelation, differing_answers, matching};
use crate::assignment::DisjointSets;
use spanwise_annotation::document::{EditKey, Instance, QuestionPath};

/// The edit of another annotator that is matched with an edit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counterpart {
    /// The other annotator.
    pub annotator: usize,
    /// The key of the other edit.
    pub key: EditKey,
    /// The relation of the two.
    pub relation: EditRelation,
}

/// The standing of an edit among those of the others, gravest last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Standing {
    /// Every other annotator has the same one.
    Agrees,
    /// Every other annotator has it, some with other answers.
    Answers,
    /// Every other annotator has it, some with other boundaries.
    Boundary,
    /// Every other annotator has it, some in another category.
    Category,
    /// Some other annotators do not have it.
    Missed,
    /// No other annotator has it.
    OnlyHere,
}

/// An edit among those of the others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ComparedEdit {
    /// The matched edits of others, by annotator; annotators without one are left out.
    pub counterparts: Vec<Counterpart>,
    /// Annotators who have the instance, and one of the texts marked, but no such edit.
    pub without: Vec<usize>,
    /// The standing that follows from both.
    pub standing: Standing,
}

/// The numbers of agreements and differences of an instance. Edits matched with each other count once.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct AgreementCounts {
    /// Edits made alike by all.
    pub agree: usize,
    /// Edits made by several, but not alike or not by all.
    pub differ: usize,
    /// Edits made by one only, by annotator.
    pub only: Vec<usize>,
}

/// The comparison of several annotators of an instance.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct InstanceComparison {
    edits: Vec<BTreeMap<EditKey, ComparedEdit>>,
    counts: AgreementCounts,
    answers: Vec<QuestionPath>,
}

impl InstanceComparison {
    /// The comparison of an edit of an annotator.
    #[must_use]
    pub fn of(&self, annotator: usize, key: EditKey) -> Option<&ComparedEdit> {
        self.edits.get(annotator)?.get(&key)
    }

    /// All edits of an annotator.
    pub fn edits(&self, annotator: usize) -> impl Iterator<Item = (EditKey, &ComparedEdit)> {
        self.edits.get(annotator).into_iter().flatten().map(|(key, compared)| (*key, compared))
    }

    /// The numbers of agreements and differences.
    #[must_use]
    pub fn counts(&self) -> &AgreementCounts {
        &self.counts
    }

    /// Paths of the questions about the instance that some annotators answer differently, in order.
    #[must_use]
    pub fn differing_answers(&self) -> &[QuestionPath] {
        &self.answers
    }

    /// Returns `true` if anything differs.
    #[must_use]
    pub fn has_differences(&self) -> bool {
        let counts = &self.counts;
        let edits_differ = counts.differ > 0 || counts.only.iter().any(|count| *count > 0);
        edits_differ || !self.answers.is_empty()
    }
}

/// Compares the annotators of an instance, each pair of them by [`matching`]. `None` stands for one whose file lacks
/// the instance, and who agrees and differs with no one. If fewer than two have it, nothing is compared.
#[must_use]
pub fn compare(instances: &[Option<&Instance>]) -> InstanceComparison {
    if instances.iter().flatten().count() < 2 {
        let counts =
            AgreementCounts { only: vec![0; instances.len()], ..AgreementCounts::default() };
        let edits = vec![BTreeMap::new(); instances.len()];
        return InstanceComparison { edits, counts, answers: Vec::new() };
    }
    let lists: Vec<Option<Vec<ComparableEdit>>> =
        instances.iter().map(|i| i.map(comparable_edits)).collect();
    let mut edits: Vec<Vec<ComparedEdit>> =
        lists.iter().map(|list| blank(list.as_deref())).collect();
    let starts: Vec<usize> = lists
        .iter()
        .scan(0, |sum, list| {
            let start = *sum;
            *sum += list.as_ref().map_or(0, Vec::len);
            Some(start)
        })
        .collect();
    let mut groups = DisjointSets::new(lists.iter().flatten().map(Vec::len).sum());
    for (a, ours) in lists.iter().enumerate() {
        for (b, theirs) in lists.iter().enumerate().skip(a + 1) {
            let (Some(ours), Some(theirs)) = (ours, theirs) else { continue };
            for pair in matching(ours, theirs) {
                let start = |annotator: usize| starts.get(annotator).copied().unwrap_or(0);
                groups.join(start(a) + pair.first, start(b) + pair.second);
                let keys = (ours.get(pair.first), theirs.get(pair.second));
                let (Some(one), Some(other)) = keys else { continue };
                let mut add = |at: usize, edit: usize, annotator: usize, key: EditKey| {
                    if let Some(edit) = edits.get_mut(at).and_then(|list| list.get_mut(edit)) {
                        let relation = pair.relation.clone();
                        edit.counterparts.push(Counterpart { annotator, key, relation });
                    }
                };
                add(a, pair.first, b, other.key);
                add(b, pair.second, a, one.key);
            }
        }
    }
    groups.settle();
    for ((annotator, list), compared) in edits.iter_mut().enumerate().zip(&lists) {
        for (edit, ComparableEdit { extent, .. }) in list.iter_mut().zip(compared.iter().flatten())
        {
            let present = annotators_with(instances, extent.texts());
            let has = |other: &usize| edit.counterparts.iter().any(|c| c.annotator == *other);
            edit.without = present.iter().copied().filter(|o| *o != annotator && !has(o)).collect();
            edit.standing = standing(edit);
        }
    }
    let counts = counts(&edits, &starts, &groups);
    let keyed = |(list, edits): (&Option<Vec<ComparableEdit>>, Vec<ComparedEdit>)| {
        let keys = list.iter().flatten().map(|item| item.key);
        keys.zip(edits).collect()
    };
    let edits = lists.iter().zip(edits).map(keyed).collect();
    InstanceComparison { edits, counts, answers: answers_that_differ(instances) }
}

/// Paths of the questions about the instance that any two annotators answer differently.
fn answers_that_differ(instances: &[Option<&Instance>]) -> Vec<QuestionPath> {
    let answers = |instance: &&Instance| flatten_answers(&instance.answers);
    let all: Vec<FlatAnswers> = instances.iter().flatten().map(answers).collect();
    // If any two differ, one of them differs from the first.
    let Some((first, others)) = all.split_first() else { return Vec::new() };
    let differing = others.iter().flat_map(|other| differing_answers(first, other));
    let paths: BTreeSet<QuestionPath> = differing.collect();
    paths.into_iter().collect()
}

fn blank(list: Option<&[ComparableEdit]>) -> Vec<ComparedEdit> {
    let edit =
        ComparedEdit { counterparts: Vec::new(), without: Vec::new(), standing: Standing::Agrees };
    vec![edit; list.map_or(0, <[ComparableEdit]>::len)]
}

fn standing(edit: &ComparedEdit) -> Standing {
    if !edit.without.is_empty() {
        return if edit.counterparts.is_empty() { Standing::OnlyHere } else { Standing::Missed };
    }
    let of = |counterpart: &Counterpart| match counterpart.relation {
        EditRelation::Same => Standing::Agrees,
        EditRelation::Answers(_) => Standing::Answers,
        EditRelation::Boundary(_) => Standing::Boundary,
        EditRelation::Category => Standing::Category,
    };
    edit.counterparts.iter().map(of).max().unwrap_or(Standing::Agrees)
}

/// Counts each group of edits matched with each other, directly or by way of others, once.
fn counts(edits: &[Vec<ComparedEdit>], starts: &[usize], groups: &DisjointSets) -> AgreementCounts {
    let mut found: BTreeMap<usize, Vec<(usize, Standing)>> = BTreeMap::new();
    for (annotator, (list, start)) in edits.iter().zip(starts).enumerate() {
        for (at, edit) in list.iter().enumerate() {
            found.entry(groups.of(start + at)).or_default().push((annotator, edit.standing));
        }
    }
    let mut counts = AgreementCounts { only: vec![0; edits.len()], ..AgreementCounts::default() };
    for members in found.into_values() {
        match members.as_slice() {
            all if all.iter().all(|(_, standing)| *standing == Standing::Agrees) => {
                counts.agree += 1;
            }
            [(annotator, Standing::OnlyHere)] => {
                if let Some(count) = counts.only.get_mut(*annotator) {
                    *count += 1;
                }
            }
            _ => counts.differ += 1,
        }
    }
    counts
}
