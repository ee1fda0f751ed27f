//! How much spans have in common, found along their sorted ends: in time that grows with the number of spans and of
//! overlaps, never with the length of the text.

use super::annotation_study::MarkedSpan;
use super::code_point_range::CodePointRange;
use super::compared_texts::ComparedText;

/// Whether spans have to be of the same category to have anything in common.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CategoryMatching {
    /// They have to.
    Hard,
    /// Categories are ignored.
    Soft,
}

impl CategoryMatching {
    /// Whether two units may match.
    pub(super) fn allows(self, a: &MarkedSpan, b: &MarkedSpan) -> bool {
        self == CategoryMatching::Soft || a.category == b.category
    }
}

/// Σ over positions of min(spans of one that cover it, spans of the other): code points that both marked. For
/// [`CategoryMatching::Hard`], category by category.
pub(super) fn shared(example: &ComparedText, matching: CategoryMatching) -> u64 {
    let mut ends: Vec<(usize, u32, [i64; 2])> = Vec::new();
    for (units, one) in [(&example.reference, [1, 0]), (&example.hypothesis, [0, 1])] {
        for unit in units.iter().filter(|unit| !unit.range.is_empty()) {
            let track = if matching == CategoryMatching::Hard { unit.category } else { 0 };
            ends.push((track, unit.range.start, one));
            ends.push((track, unit.range.end, one.map(|by: i64| -by)));
        }
    }
    ends.sort_unstable();
    let (mut total, mut open, mut from) = (0, [0, 0], 0);
    // All spans of a category are closed where the next one begins, so that nothing is counted in between.
    for (_, at, by) in ends {
        let [a, b] = open;
        let both = u64::try_from(i64::min(a, b)).unwrap_or(0);
        total += both * u64::from(at.saturating_sub(from));
        (open, from) = ([a + by[0], b + by[1]], at);
    }
    total
}

/// Units in which those that overlap a range are found quickly.
pub(super) struct OverlapIndex<'a> {
    units: &'a [MarkedSpan],
    /// The last end of all units up to each one.
    reach: Vec<u32>,
}

impl<'a> OverlapIndex<'a> {
    /// Of units that are sorted.
    pub(super) fn new(units: &'a [MarkedSpan]) -> Self {
        let reach = units.iter().scan(0, |reach, unit| {
            *reach = unit.range.end.max(*reach);
            Some(*reach)
        });
        OverlapIndex { units, reach: reach.collect() }
    }

    /// The units that have code points in common with a range, with their positions and how many; the last one first.
    pub(super) fn with(
        &self,
        range: CodePointRange,
    ) -> impl Iterator<Item = (usize, &'a MarkedSpan, u32)> {
        let end = self.units.partition_point(|unit| unit.range.start < range.end);
        let before = self.units.iter().zip(&self.reach).enumerate().take(end).rev();
        let near = before.take_while(move |(_, (_, reach))| **reach > range.start);
        let overlapping = near.map(move |(at, (unit, _))| (at, unit, unit.range.overlap(range)));
        overlapping.filter(|(_, _, overlap)| *overlap > 0)
    }
}
