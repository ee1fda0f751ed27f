//! Overlaps of spans, found along their sorted ends, in time that grows with the number of spans and of overlaps, never
//! with the length of the text.

use std::collections::BTreeMap;

use super::annotation_study::MarkedSpan;
use super::code_point_range::CodePointRange;
use super::compared_texts::ComparedText;

/// The condition on the categories of spans that match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CategoryMatching {
    /// They must be the same.
    Hard,
    /// Categories are ignored.
    Soft,
}

impl CategoryMatching {
    /// Returns `true` if two units may match.
    pub(super) fn allows(self, a: &MarkedSpan, b: &MarkedSpan) -> bool {
        self == CategoryMatching::Soft || a.category == b.category
    }
}

/// The number of characters that both marked: Σ over positions of min(spans of one that cover it, spans of the other),
/// the gaps of insertion points being positions of their own. For [`CategoryMatching::Hard`], category by category.
pub(super) fn shared(example: &ComparedText, matching: CategoryMatching) -> u64 {
    let mut ends: Vec<(usize, u32, [i64; 2])> = Vec::new();
    let mut gaps: BTreeMap<(usize, u32), [u64; 2]> = BTreeMap::new();
    for (side, units) in [&example.reference, &example.hypothesis].into_iter().enumerate() {
        let one = [i64::from(side == 0), i64::from(side == 1)];
        for unit in units.iter() {
            let track = if matching == CategoryMatching::Hard { unit.category } else { 0 };
            if unit.range.is_empty() {
                let counts = gaps.entry((track, unit.range.start)).or_default();
                counts.iter_mut().skip(side).take(1).for_each(|count| *count += 1);
            } else {
                ends.push((track, unit.range.start, one));
                ends.push((track, unit.range.end, one.map(|by| -by)));
            }
        }
    }
    let of_gaps: u64 = gaps.values().map(|[a, b]| a.min(b)).sum();
    of_gaps + covered_by_both(ends)
}

/// The positions covered by both, from the ends of spans: category, offset, and the change of the numbers of spans.
fn covered_by_both(mut ends: Vec<(usize, u32, [i64; 2])>) -> u64 {
    ends.sort_unstable();
    let (mut total, mut open, mut from) = (0, [0, 0], 0);
    // All spans of a category end before the next category begins, so nothing is counted in between.
    for (_, at, by) in ends {
        let [a, b] = open;
        let both = u64::try_from(i64::min(a, b)).unwrap_or(0);
        total += both * u64::from(at.saturating_sub(from));
        (open, from) = ([a + by[0], b + by[1]], at);
    }
    total
}

/// An index of units by their overlap with a range.
pub(super) struct OverlapIndex<'a> {
    units: &'a [MarkedSpan],
    /// By unit: the greatest end of the units up to it.
    reach: Vec<u32>,
}

impl<'a> OverlapIndex<'a> {
    /// Creates an index of sorted units.
    pub(super) fn new(units: &'a [MarkedSpan]) -> Self {
        let reach = units.iter().scan(0, |reach, unit| {
            *reach = unit.range.end.max(*reach);
            Some(*reach)
        });
        OverlapIndex { units, reach: reach.collect() }
    }

    /// The units that overlap a range, with their positions and the overlap in characters; the last one first.
    pub(super) fn with(
        &self,
        range: CodePointRange,
    ) -> impl Iterator<Item = (usize, &'a MarkedSpan, u32)> {
        // An insertion point is found where it is its own end.
        let end =
            self.units.partition_point(|unit| unit.range.start < range.start + range.extent());
        let before = self.units.iter().zip(&self.reach).enumerate().take(end).rev();
        let near = before.take_while(move |(_, (_, reach))| **reach >= range.start);
        let overlapping = near.map(move |(at, (unit, _))| (at, unit, unit.range.overlap(range)));
        overlapping.filter(|(_, _, overlap)| *overlap > 0)
    }
}
