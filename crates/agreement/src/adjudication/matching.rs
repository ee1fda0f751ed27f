//! Matching of the edits of two annotators on the same instance.

use std::borrow::Borrow;
use std::cmp::Ordering;
use std::collections::{BTreeMap, HashSet};

use super::candidate_pairs::candidate_pairs;
use super::comparable_edit::{ComparableEdit, Extent};
use super::edit_assignment::assign;
use super::flat_answers::FlatAnswers;
use spanwise_annotation::document::QuestionPath;

/// The relation of two matched edits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EditRelation {
    /// The same spans, category and answers.
    Same,
    /// The same spans and category; these questions are answered differently, or by one only.
    Answers(Vec<QuestionPath>),
    /// The same category, and spans that overlap; these questions are answered differently, or by one only.
    Boundary(Vec<QuestionPath>),
    /// The same spans in another category.
    Category,
}

/// Two matched edits, by their positions in the two lists.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MatchedPair {
    /// Position in the first list.
    pub first: usize,
    /// Position in the second list.
    pub second: usize,
    /// Their relation.
    pub relation: EditRelation,
}

/// The relation of two edits as a pair; `None` if they can't be matched.
#[must_use]
pub fn relation(a: &ComparableEdit, b: &ComparableEdit) -> Option<EditRelation> {
    if !a.can_match(b, a.extent.overlap(&b.extent)) {
        return None;
    }
    Some(match (a.extent == b.extent, a.category == b.category) {
        (true, true) => {
            let questions = differing_answers(&a.answers, &b.answers);
            if questions.is_empty() { EditRelation::Same } else { EditRelation::Answers(questions) }
        }
        (false, _) => EditRelation::Boundary(differing_answers(&a.answers, &b.answers)),
        (true, false) => EditRelation::Category,
    })
}

/// Paths of the questions that two annotators answer differently, in order. Follow-ups of two different options are not
/// compared.
pub(super) fn differing_answers(a: &FlatAnswers, b: &FlatAnswers) -> Vec<QuestionPath> {
    let paths = a.paths().chain(b.paths());
    let mut paths: Vec<&QuestionPath> = paths.filter(|path| a.get(path) != b.get(path)).collect();
    paths.sort_unstable();
    paths.dedup();
    let mut top: Vec<QuestionPath> = Vec::new();
    for path in paths {
        if top.last().is_none_or(|last| !path.starts_with(last)) {
            top.push(path.clone());
        }
    }
    top
}

/// Matches the edits of two annotators one to one. Sorted by position in the first list.
///
/// 1. Edits with the same spans and the same category are matched; among several, those with the same answers first,
///    then in the order of the text.
/// 2. The others are assigned so that the pairs have as much text in common as possible over the whole instance
///    ([`Extent::overlap`], at least 1 for the same spans); among assignments with equally much, the one with the most
///    pairs of the same category. Pairs of this step have either the same category and spans that overlap, or the same
///    spans.
///
/// The matching depends on the content of the edits, not on their order in the files, except among edits of equal
/// content; exchanging the annotators gives the same pairs.
#[must_use]
pub fn matching<E: Borrow<ComparableEdit>>(a: &[E], b: &[E]) -> Vec<MatchedPair> {
    let [a, b] = [a, b].map(|edits| edits.iter().map(E::borrow).collect::<Vec<_>>());
    let (first, second) = (sorted(&a), sorted(&b));
    // Ties are broken in order, so a fixed direction makes the pairs independent of the order of the annotators.
    let turned = compared(&a, &first, &b, &second) == Ordering::Greater;
    let mut pairs =
        if turned { one_way(&b, &second, &a, &first) } else { one_way(&a, &first, &b, &second) };
    if turned {
        pairs.iter_mut().for_each(|(i, j)| std::mem::swap(i, j));
    }
    pairs.sort_unstable();
    let pair = |(first, second): (usize, usize)| {
        let relation = relation(a.get(first)?, b.get(second)?)?;
        Some(MatchedPair { first, second, relation })
    };
    pairs.into_iter().filter_map(pair).collect()
}

/// Positions of the edits, sorted by content.
fn sorted(items: &[&ComparableEdit]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..items.len()).collect();
    order.sort_by_key(|at| items.get(*at).map(|edit| edit.place()));
    order
}

fn compared(
    a: &[&ComparableEdit],
    first: &[usize],
    b: &[&ComparableEdit],
    second: &[usize],
) -> Ordering {
    let first = first.iter().map(|at| a.get(*at).map(|edit| edit.place()));
    first.cmp(second.iter().map(|at| b.get(*at).map(|edit| edit.place())))
}

fn one_way(
    a: &[&ComparableEdit],
    first: &[usize],
    b: &[&ComparableEdit],
    second: &[usize],
) -> Vec<(usize, usize)> {
    let mut pairs = exact(a, first, b, second);
    let left = |order: &[usize], taken: HashSet<usize>| -> Vec<usize> {
        order.iter().copied().filter(|at| !taken.contains(at)).collect()
    };
    let first = left(first, pairs.iter().map(|(i, _)| *i).collect());
    let second = left(second, pairs.iter().map(|(_, j)| *j).collect());
    let ours: Vec<&ComparableEdit> = first.iter().filter_map(|at| a.get(*at).copied()).collect();
    let theirs: Vec<&ComparableEdit> = second.iter().filter_map(|at| b.get(*at).copied()).collect();
    let edges = candidate_pairs(&ours, &theirs);
    let assigned = assign(first.len(), second.len(), edges).into_iter();
    pairs.extend(assigned.filter_map(|(i, j)| Some((*first.get(i)?, *second.get(j)?))));
    pairs
}

/// Matches edits with the same spans and category, in order; first those with the same answers.
fn exact(
    a: &[&ComparableEdit],
    first: &[usize],
    b: &[&ComparableEdit],
    second: &[usize],
) -> Vec<(usize, usize)> {
    type Group = (Vec<usize>, Vec<usize>);
    let mut groups: BTreeMap<(&Extent, &str), Group> = BTreeMap::new();
    for at in first {
        if let Some(item) = a.get(*at) {
            groups.entry((&item.extent, &item.category)).or_default().0.push(*at);
        }
    }
    for at in second {
        if let Some(item) = b.get(*at) {
            groups.entry((&item.extent, &item.category)).or_default().1.push(*at);
        }
    }
    let mut pairs = Vec::new();
    for (mut ours, mut theirs) in groups.into_values() {
        // By answers: the free edits of the second list, in reverse, since they are popped.
        let mut twins: BTreeMap<&FlatAnswers, Vec<usize>> = BTreeMap::new();
        for at in theirs.iter().rev() {
            if let Some(item) = b.get(*at) {
                twins.entry(&item.answers).or_default().push(*at);
            }
        }
        let mut taken = HashSet::new();
        ours.retain(|i| {
            let twin = a.get(*i).and_then(|item| twins.get_mut(&item.answers)?.pop());
            if let Some(twin) = twin {
                pairs.push((*i, twin));
                taken.insert(twin);
            }
            twin.is_none()
        });
        theirs.retain(|at| !taken.contains(at));
        pairs.extend(ours.into_iter().zip(theirs));
    }
    pairs
}
