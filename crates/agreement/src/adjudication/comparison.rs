//! What several annotators made of the same instance, compared edit by edit.

use std::collections::BTreeMap;

use super::comparable_edit::{ComparableEdit, comparable_edits};
use super::matching::{EditRelation, matching};
use crate::assignment::DisjointSets;
use spanwise_annotation::document::{EditKey, Instance};

/// The edit of another annotator that belongs to an edit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counterpart {
    /// Whose it is.
    pub annotator: usize,
    /// Which one.
    pub key: EditKey,
    /// How the two relate.
    pub relation: EditRelation,
}

/// How an edit stands among those of the others, gravest last.
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
    /// The edits of others that belong to it, by annotator; those who do not have it are left out.
    pub counterparts: Vec<Counterpart>,
    /// Annotators who have the instance, but no such edit.
    pub without: Vec<usize>,
    /// All in one word.
    pub standing: Standing,
}

/// The figures of an instance. Edits that belong together count once.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct AgreementCounts {
    /// Made alike by all.
    pub agree: usize,
    /// Made by several, but not alike or not by all.
    pub differ: usize,
    /// Made by one only, by annotator.
    pub only: Vec<usize>,
}

impl AgreementCounts {
    /// Whether anything differs.
    #[must_use]
    pub fn has_differences(&self) -> bool {
        self.differ > 0 || self.only.iter().any(|count| *count > 0)
    }
}

/// What several annotators made of an instance, compared.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct InstanceComparison {
    edits: Vec<BTreeMap<EditKey, ComparedEdit>>,
    counts: AgreementCounts,
}

impl InstanceComparison {
    /// What is known of an edit of an annotator.
    #[must_use]
    pub fn of(&self, annotator: usize, key: EditKey) -> Option<&ComparedEdit> {
        self.edits.get(annotator)?.get(&key)
    }

    /// All edits of an annotator.
    pub fn edits(&self, annotator: usize) -> impl Iterator<Item = (EditKey, &ComparedEdit)> {
        self.edits.get(annotator).into_iter().flatten().map(|(key, compared)| (*key, compared))
    }

    /// The figures.
    #[must_use]
    pub fn counts(&self) -> &AgreementCounts {
        &self.counts
    }
}

/// Compares what annotators made of an instance: each pair of them by [`matching`]. `None` stands for one whose file
/// lacks the instance; such a one agrees and differs with no one. Where fewer than two have it, nothing is compared.
#[must_use]
pub fn compare(instances: &[Option<&Instance>]) -> InstanceComparison {
    if instances.iter().flatten().count() < 2 {
        let counts =
            AgreementCounts { only: vec![0; instances.len()], ..AgreementCounts::default() };
        return InstanceComparison { edits: vec![BTreeMap::new(); instances.len()], counts };
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
    let present: Vec<usize> =
        (0..lists.len()).filter(|at| lists.get(*at).is_some_and(Option::is_some)).collect();
    for (annotator, list) in edits.iter_mut().enumerate() {
        for edit in list {
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
    InstanceComparison { edits: lists.iter().zip(edits).map(keyed).collect(), counts }
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

/// Counts what belongs together, directly or by way of others, once.
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
