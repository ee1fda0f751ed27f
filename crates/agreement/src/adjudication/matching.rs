//! Matching of the edits of two annotators on the same instance.

use std::borrow::Borrow;
use std::cmp::Ordering;

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
    Some(match (a.extent == b.extent, a.category == b.category) {
        (true, true) => {
            let questions = differing_answers(&a.answers, &b.answers);
            if questions.is_empty() { EditRelation::Same } else { EditRelation::Answers(questions) }
        }
        (true, false) => EditRelation::Category,
        (false, true) if a.extent.overlap(&b.extent) > 0 => {
            EditRelation::Boundary(differing_answers(&a.answers, &b.answers))
        }
        (false, _) => return None,
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
    let (first, second) = (placed(a), placed(b));
    // Ties are broken in order, so a fixed direction makes the pairs independent of the order of the annotators.
    let places = first.iter().map(|placed| placed.edit.place());
    let turned = places.cmp(second.iter().map(|placed| placed.edit.place())) == Ordering::Greater;
    let mut pairs = if turned { one_way(&second, &first) } else { one_way(&first, &second) };
    if turned {
        pairs.iter_mut().for_each(|(i, j)| std::mem::swap(i, j));
    }
    pairs.sort_unstable_by_key(|(i, j)| (i.at, j.at));
    let pair = |(first, second): (PlacedEdit, PlacedEdit)| {
        let relation = relation(first.edit, second.edit)?;
        Some(MatchedPair { first: first.at, second: second.at, relation })
    };
    pairs.into_iter().filter_map(pair).collect()
}

/// An edit with its position in its list.
#[derive(Debug, Clone, Copy)]
struct PlacedEdit<'a> {
    at: usize,
    edit: &'a ComparableEdit,
}

impl PlacedEdit<'_> {
    /// Spans and category, in the order of the text.
    fn spans_and_category(&self) -> (u32, &Extent, &str) {
        let (first, extent, category, _) = self.edit.place();
        (first, extent, category)
    }
}

/// The edits, sorted by content.
fn placed<E: Borrow<ComparableEdit>>(edits: &[E]) -> Vec<PlacedEdit<'_>> {
    let all = edits.iter().enumerate().map(|(at, edit)| PlacedEdit { at, edit: edit.borrow() });
    let mut all: Vec<PlacedEdit> = all.collect();
    all.sort_by_cached_key(|placed| placed.edit.place());
    all
}

type Pairs<'a> = Vec<(PlacedEdit<'a>, PlacedEdit<'a>)>;

fn one_way<'a>(first: &[PlacedEdit<'a>], second: &[PlacedEdit<'a>]) -> Pairs<'a> {
    let mut pairs = exact(first, second);
    let left = |list: &[PlacedEdit<'a>], mut taken: Vec<usize>| -> Vec<PlacedEdit<'a>> {
        taken.sort_unstable();
        list.iter().filter(|placed| taken.binary_search(&placed.at).is_err()).copied().collect()
    };
    let first = left(first, pairs.iter().map(|(one, _)| one.at).collect());
    let second = left(second, pairs.iter().map(|(_, other)| other.at).collect());
    let edits = |list: &[PlacedEdit<'a>]| list.iter().map(|placed| placed.edit).collect::<Vec<_>>();
    let edges = candidate_pairs(&edits(&first), &edits(&second));
    let assigned = assign(first.len(), second.len(), edges).into_iter();
    pairs.extend(assigned.filter_map(|(i, j)| Some((*first.get(i)?, *second.get(j)?))));
    pairs
}

/// Matches edits with the same spans and category, in order; first those with the same answers.
fn exact<'a>(first: &[PlacedEdit<'a>], second: &[PlacedEdit<'a>]) -> Pairs<'a> {
    let mut pairs = Vec::new();
    let are_alike =
        |a: &PlacedEdit, b: &PlacedEdit| a.spans_and_category() == b.spans_and_category();
    let mut groups = second.chunk_by(are_alike).peekable();
    for ours in first.chunk_by(are_alike) {
        let order = |theirs: &[PlacedEdit]| {
            let [theirs, ours] = [theirs.first(), ours.first()];
            let shared = PlacedEdit::spans_and_category;
            theirs.map(shared).cmp(&ours.map(shared))
        };
        while groups.next_if(|theirs| order(theirs) == Ordering::Less).is_some() {}
        if let Some(theirs) = groups.next_if(|theirs| order(theirs) == Ordering::Equal) {
            pair_alike(ours, theirs, &mut pairs);
        }
    }
    pairs
}

/// Pairs edits with the same spans and category, each list sorted by answers.
fn pair_alike<'a>(ours: &[PlacedEdit<'a>], theirs: &[PlacedEdit<'a>], pairs: &mut Pairs<'a>) {
    let (mut ours_left, mut theirs_left) = (Vec::new(), Vec::new());
    let mut theirs = theirs.iter().peekable();
    for one in ours {
        while let Some(other) = theirs.next_if(|other| other.edit.answers < one.edit.answers) {
            theirs_left.push(*other);
        }
        match theirs.next_if(|other| other.edit.answers == one.edit.answers) {
            Some(other) => pairs.push((*one, *other)),
            None => ours_left.push(*one),
        }
    }
    theirs_left.extend(theirs);
    pairs.extend(ours_left.into_iter().zip(theirs_left));
}
