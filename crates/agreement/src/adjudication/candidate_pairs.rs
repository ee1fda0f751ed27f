//! Pairs of edits of two annotators that can be matched, found without looking at every pair.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};

use super::comparable_edit::{ComparableEdit, CoveredTexts, Extent};
use spanwise_annotation::document::TextName;
use spanwise_limits::MOST_PAIRS_COMPARED;

/// A pair of edits that can be matched: their positions in the two lists, and the weight of the pair.
pub(super) type Candidate = (usize, usize, i64);

/// The number of pairs up to which each is looked at, which takes less time than to search.
const FEW_PAIRS: usize = 64;

/// The least limit on the comparisons of one edit, even beyond [`MOST_PAIRS_COMPARED`].
const LEAST_OF_EACH: usize = 8;

/// Returns the pairs of edits that can be matched. If the lists have more than [`MOST_PAIRS_COMPARED`] pairs in all,
/// each edit is compared only with the nearest ones: of overlapping edits, those that begin last before it.
pub(super) fn candidate_pairs(
    first: &[&ComparableEdit],
    second: &[&ComparableEdit],
) -> Vec<Candidate> {
    let lists = [first, second];
    let covered: [Vec<CoveredTexts>; 2] =
        lists.map(|list| list.iter().map(|item| CoveredTexts::of(&item.extent)).collect());
    let pairs = if first.len().saturating_mul(second.len()) <= FEW_PAIRS {
        every_pair(first.len(), second.len())
    } else {
        found_pairs(lists, &covered)
    };
    let [of_first, of_second] = covered;
    let weighed = |(i, j): (u32, u32)| {
        let (i, j) = (i as usize, j as usize);
        let (a, b) = (*first.get(i)?, *second.get(j)?);
        let overlap = of_first.get(i)?.overlap(of_second.get(j)?);
        a.can_match(b, overlap).then(|| (i, j, weight(a, b, overlap)))
    };
    pairs.into_iter().filter_map(weighed).collect()
}

/// All pairs, in order.
fn every_pair(first: usize, second: usize) -> Vec<(u32, u32)> {
    let positions = |length: usize| 0..u32::try_from(length).unwrap_or(u32::MAX);
    positions(first).flat_map(|i| positions(second).map(move |j| (i, j))).collect()
}

/// Pairs in order, among which are all that can be matched, unless there are too many. Not inlined: few instances need it,
/// and a browser optimises a function whole.
#[inline(never)]
fn found_pairs(
    lists: [&[&ComparableEdit]; 2],
    covered: &[Vec<CoveredTexts>; 2],
) -> Vec<(u32, u32)> {
    let [first, second] = lists.map(<[_]>::len);
    let most = match first.saturating_mul(second) <= MOST_PAIRS_COMPARED {
        true => usize::MAX,
        false => (MOST_PAIRS_COMPARED / (first + second)).max(LEAST_OF_EACH),
    };
    let texts: BTreeSet<&TextName> =
        lists.into_iter().flatten().flat_map(|item| item.extent.texts()).collect();
    let mut search = CandidateSearch { covered, most, pairs: Vec::new() };
    for members in grouped(lists, |item| item.category.as_str()).into_values() {
        for text in &texts {
            search.overlapping(&members, text);
            search.on_points(&members, text);
        }
    }
    for members in grouped::<&Extent>(lists, |item| &item.extent).into_values() {
        search.all_of(&members);
    }
    let CandidateSearch { mut pairs, .. } = search;
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}

/// The weight of a pair: the overlap first, the same category second.
fn weight(a: &ComparableEdit, b: &ComparableEdit, overlap: u64) -> i64 {
    /// More pairs than there are in any instance, so that categories never outweigh a unit of text.
    const UNIT: i64 = 1 << 20;
    let units = if a.extent == b.extent { overlap.max(1) } else { overlap };
    let units = i64::try_from(units).unwrap_or(i64::MAX).min(i64::MAX >> 24);
    units * UNIT + i64::from(a.category == b.category)
}

/// Positions in the two lists.
type ListPositions = [Vec<usize>; 2];

/// Groups the edits of both lists by a key, without groups that lack edits of either.
fn grouped<'i, K: Ord>(
    lists: [&[&'i ComparableEdit]; 2],
    key: impl Fn(&'i ComparableEdit) -> K,
) -> BTreeMap<K, ListPositions> {
    let mut groups: BTreeMap<K, ListPositions> = BTreeMap::new();
    for (number, list) in lists.into_iter().enumerate() {
        for (at, item) in list.iter().enumerate() {
            let members = groups.entry(key(item)).or_default();
            if let Some(members) = members.get_mut(number) {
                members.push(at);
            }
        }
    }
    groups.retain(|_, members| members.iter().all(|members| !members.is_empty()));
    groups
}

struct CandidateSearch<'a> {
    covered: &'a [Vec<CoveredTexts>; 2],
    /// The greatest number of edits of the other list that an edit is compared with, in one go.
    most: usize,
    pairs: Vec<(u32, u32)>,
}

/// A stretch of text that an edit covers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct CoveredStretch {
    start: u32,
    list: usize,
    end: u32,
    edit: usize,
}

impl CandidateSearch<'_> {
    fn add(&mut self, list: usize, edit: usize, other: usize) {
        let pair = if list == 0 { (edit, other) } else { (other, edit) };
        if let (Ok(first), Ok(second)) = (u32::try_from(pair.0), u32::try_from(pair.1)) {
            self.pairs.push((first, second));
        }
    }

    /// Sweeps along the text and pairs each edit with those of the other list that are open at its start.
    fn overlapping(&mut self, members: &ListPositions, text: &TextName) {
        let mut stretches: Vec<CoveredStretch> = Vec::new();
        for (list, (members, covered)) in members.iter().zip(self.covered).enumerate() {
            for edit in members {
                let ranges = covered.get(*edit).map(|covered| covered.ranges(text));
                let stretch = |(start, end): &(u32, u32)| CoveredStretch {
                    start: *start,
                    list,
                    end: *end,
                    edit: *edit,
                };
                stretches.extend(ranges.unwrap_or_default().iter().map(stretch));
            }
        }
        stretches.sort_unstable();
        // By list: the open edits by their turn, and a heap of turns by their end.
        let mut open: [BTreeMap<usize, usize>; 2] = Default::default();
        let mut ends: [BinaryHeap<Reverse<(u32, usize)>>; 2] = Default::default();
        for (turn, stretch) in stretches.into_iter().enumerate() {
            let other = 1 - stretch.list;
            if let (Some(open), Some(ends)) = (open.get_mut(other), ends.get_mut(other)) {
                while let Some(Reverse((end, turn))) = ends.peek()
                    && *end <= stretch.start
                {
                    open.remove(turn);
                    ends.pop();
                }
                for edit in open.values().rev().take(self.most) {
                    self.add(stretch.list, stretch.edit, *edit);
                }
            }
            if let (Some(open), Some(ends)) =
                (open.get_mut(stretch.list), ends.get_mut(stretch.list))
            {
                open.insert(turn, stretch.edit);
                ends.push(Reverse((stretch.end, turn)));
            }
        }
    }

    /// Pairs the edits that share an insertion point.
    fn on_points(&mut self, members: &ListPositions, text: &TextName) {
        let mut at: BTreeMap<u32, ListPositions> = BTreeMap::new();
        for (list, (members, covered)) in members.iter().zip(self.covered).enumerate() {
            for edit in members {
                let points = covered.get(*edit).map(|covered| covered.points(text));
                for point in points.unwrap_or_default() {
                    if let Some(members) = at.entry(*point).or_default().get_mut(list) {
                        members.push(*edit);
                    }
                }
            }
        }
        at.values().for_each(|members| self.all_of(members));
    }

    /// Pairs each edit of one list with at most `most` of the other, those nearest in order.
    fn all_of(&mut self, [first, second]: &ListPositions) {
        for (at, edit) in first.iter().enumerate() {
            let from = at.saturating_sub(self.most / 2).min(second.len().saturating_sub(self.most));
            for other in second.iter().skip(from).take(self.most) {
                self.add(0, *edit, *other);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::adjudication::relation;
    use spanwise_annotation::document::{EditKey, Spans};
    use spanwise_text::{Span, Utf16};

    fn item() -> impl Strategy<Value = ComparableEdit> {
        let span = (0..12_u32, 0..5_u32)
            .prop_map(|(start, length)| Span::between(Utf16(start), Utf16(start + length)));
        let spans = || proptest::collection::vec(span.clone(), 0..3);
        (0..3_u8, spans(), spans()).prop_map(|(category, source, target)| ComparableEdit {
            key: EditKey(0),
            category: category.to_string(),
            extent: Extent::new(Spans::usual(source, target)),
            answers: Default::default(),
        })
    }

    proptest! {
        #[test]
        fn all_pairs_that_relate_are_found(
            first in proptest::collection::vec(item(), 0..14),
            second in proptest::collection::vec(item(), 0..14),
        ) {
            let first: Vec<&ComparableEdit> = first.iter().collect();
            let second: Vec<&ComparableEdit> = second.iter().collect();
            let found: Vec<(usize, usize)> =
                candidate_pairs(&first, &second).iter().map(|(i, j, _)| (*i, *j)).collect();
            let all = (0..first.len()).flat_map(|i| (0..second.len()).map(move |j| (i, j)));
            let expected: Vec<(usize, usize)> = all
                .filter(|(i, j)| relation(first[*i], second[*j]).is_some())
                .collect();
            prop_assert_eq!(found, expected);
        }
    }
}
