//! The edits of two annotators on the same instance: which belong together.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use super::assign::assign;
use super::item::{Extent, Item};
use crate::domain::document::QuestionPath;

/// How two edits that belong together relate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Relation {
    /// The same spans, category and answers.
    Same,
    /// The same spans and category; these questions are answered differently, or by one only.
    Answers(Vec<QuestionPath>),
    /// The same category, and spans that overlap; these questions are answered differently, or by one only.
    Boundary(Vec<QuestionPath>),
    /// The same spans in another category.
    Category,
}

/// Two edits that belong together, by their positions in the two lists.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pair {
    /// Position in the first list.
    pub first: usize,
    /// Position in the second list.
    pub second: usize,
    /// How they relate.
    pub relation: Relation,
}

/// How two edits would relate as a pair; `None` if they can be none.
#[must_use]
pub fn relation(a: &Item, b: &Item) -> Option<Relation> {
    let same_spans = a.extent == b.extent;
    match (same_spans, a.category == b.category) {
        (true, true) => {
            let questions = differing(a, b);
            Some(if questions.is_empty() { Relation::Same } else { Relation::Answers(questions) })
        }
        (false, true) if a.extent.overlap(&b.extent) > 0 => {
            Some(Relation::Boundary(differing(a, b)))
        }
        (true, false) => Some(Relation::Category),
        _ => None,
    }
}

/// Paths of the questions that two edits answer differently. What is asked below two different options is not compared.
fn differing(a: &Item, b: &Item) -> Vec<QuestionPath> {
    let paths = a.answers.keys().chain(b.answers.keys());
    let mut paths: Vec<&QuestionPath> =
        paths.filter(|path| a.answers.get(*path) != b.answers.get(*path)).collect();
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
/// 1. Edits with the same spans and the same category belong together; among several, those with the same answers
///    before others, then in the order of the text.
/// 2. What is left is assigned so that the pairs have as much text in common as possible over the whole instance
///    ([`Extent::overlap`], at least 1 for the same spans); among assignments with equally much, the one with the most
///    pairs of the same category. Pairs of this step have either the same category and spans that overlap, or the same
///    spans.
///
/// The matching depends on what the edits say, not on their order in the files, except among edits that say the same;
/// exchanging the annotators gives the same pairs.
#[must_use]
pub fn matching(a: &[Item], b: &[Item]) -> Vec<Pair> {
    let (first, second) = (sorted(a), sorted(b));
    // Ties are broken on the way: always going it in the same direction, exchanging the annotators changes nothing.
    let turned = compared(a, &first, b, &second) == Ordering::Greater;
    let mut pairs =
        if turned { one_way(b, &second, a, &first) } else { one_way(a, &first, b, &second) };
    if turned {
        pairs.iter_mut().for_each(|(i, j)| std::mem::swap(i, j));
    }
    pairs.sort_unstable();
    let pair = |(first, second): (usize, usize)| {
        let relation = relation(a.get(first)?, b.get(second)?)?;
        Some(Pair { first, second, relation })
    };
    pairs.into_iter().filter_map(pair).collect()
}

/// Positions in the order of what the edits say.
fn sorted(items: &[Item]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..items.len()).collect();
    order.sort_by_key(|at| items.get(*at).map(Item::place));
    order
}

fn compared(a: &[Item], first: &[usize], b: &[Item], second: &[usize]) -> Ordering {
    let first = first.iter().map(|at| a.get(*at).map(Item::place));
    first.cmp(second.iter().map(|at| b.get(*at).map(Item::place)))
}

fn one_way(a: &[Item], first: &[usize], b: &[Item], second: &[usize]) -> Vec<(usize, usize)> {
    let mut pairs = exact(a, first, b, second);
    let left = |order: &[usize], taken: Vec<usize>| -> Vec<usize> {
        order.iter().copied().filter(|at| !taken.contains(at)).collect()
    };
    let first = left(first, pairs.iter().map(|(i, _)| *i).collect());
    let second = left(second, pairs.iter().map(|(_, j)| *j).collect());
    let mut edges = Vec::new();
    for (i, x) in first.iter().enumerate() {
        for (j, y) in second.iter().enumerate() {
            if let Some(weight) = a.get(*x).zip(b.get(*y)).and_then(|(x, y)| weight(x, y)) {
                edges.push((i, j, weight));
            }
        }
    }
    let assigned = assign(first.len(), second.len(), &edges).into_iter();
    pairs.extend(assigned.filter_map(|(i, j)| Some((*first.get(i)?, *second.get(j)?))));
    pairs
}

/// What a pair of the second step is worth: the overlap first, the same category second.
fn weight(a: &Item, b: &Item) -> Option<i64> {
    /// More pairs than there are in any instance, so that categories never outweigh a unit of text.
    const UNIT: i64 = 1 << 20;
    let overlap = a.extent.overlap(&b.extent);
    let units = match relation(a, b)? {
        Relation::Category => overlap.max(1),
        _ => overlap,
    };
    let units = i64::try_from(units).unwrap_or(i64::MAX).min(i64::MAX >> 24);
    Some(units * UNIT + i64::from(a.category == b.category))
}

/// Edits with the same spans and category, in order; first those with the same answers.
fn exact(a: &[Item], first: &[usize], b: &[Item], second: &[usize]) -> Vec<(usize, usize)> {
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
    let answers = |items: &[Item], at: usize| items.get(at).map(|item| item.answers.clone());
    let mut pairs = Vec::new();
    for (mut ours, mut theirs) in groups.into_values() {
        ours.retain(|i| {
            let twin = theirs.iter().position(|j| answers(a, *i) == answers(b, *j));
            if let Some(at) = twin {
                pairs.push((*i, theirs.remove(at)));
            }
            twin.is_none()
        });
        pairs.extend(ours.into_iter().zip(theirs));
    }
    pairs
}
