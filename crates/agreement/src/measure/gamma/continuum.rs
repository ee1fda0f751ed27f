//! Continua: the units of several annotators on a text.

use std::collections::BTreeMap;

use super::dissimilarity::Segment;
use crate::measure::{CodePointRange, MarkedSpan};

/// The ends of a unit. An insertion point is one of length 1 around its place, since dissimilarities are relative to
/// lengths.
fn ends(range: CodePointRange) -> (f64, f64) {
    let (start, end) = (f64::from(range.start), f64::from(range.end));
    if range.is_empty() { (start - 0.5, end + 0.5) } else { (start, end) }
}

/// The units of several annotators, one annotator after the other. A unit is identified by its position among all.
#[derive(Debug, Clone, Default)]
pub(super) struct Continuum {
    segments: Vec<Segment>,
    /// By annotator: the position after their last unit.
    ends: Vec<usize>,
}

impl Continuum {
    /// Creates the continuum of the units of each annotator, without duplicates, and returns it with the category of
    /// each number in it.
    ///
    /// Categories are numbered by their places rather than by name, so that the samples, and γ with them, do not depend
    /// on the names.
    pub(super) fn of(units: &[&[MarkedSpan]]) -> (Self, Vec<usize>) {
        let mut places: BTreeMap<usize, Vec<CodePointRange>> = BTreeMap::new();
        for unit in units.iter().copied().flatten() {
            places.entry(unit.category).or_default().push(unit.range);
        }
        places.values_mut().for_each(|ranges| ranges.sort_unstable());
        let mut categories: Vec<usize> = places.keys().copied().collect();
        categories.sort_by_key(|category| places.get(category));
        let numbers: BTreeMap<usize, usize> =
            categories.iter().enumerate().map(|(number, category)| (*category, number)).collect();
        let mut continuum = Continuum::default();
        for own in units {
            let mut own = own.to_vec();
            own.sort_unstable();
            own.dedup();
            for unit in &own {
                let (start, end) = ends(unit.range);
                let category = numbers.get(&unit.category).copied().unwrap_or_default();
                continuum.push(Segment { start, end, category });
            }
            continuum.close();
        }
        (continuum, categories)
    }

    pub(super) fn clear(&mut self) {
        self.segments.clear();
        self.ends.clear();
    }

    /// Adds a unit of the current annotator.
    pub(super) fn push(&mut self, segment: Segment) {
        self.segments.push(segment);
    }

    /// Ends the units of the current annotator.
    pub(super) fn close(&mut self) {
        self.ends.push(self.segments.len());
    }

    pub(super) fn annotators(&self) -> usize {
        self.ends.len()
    }

    pub(super) fn segments(&self) -> &[Segment] {
        &self.segments
    }

    /// The units of each annotator.
    pub(super) fn by_annotator(&self) -> impl Iterator<Item = &[Segment]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, end)| self.segments.get(start..*end).unwrap_or(&[]))
    }

    /// By unit: its annotator.
    pub(super) fn owners(&self) -> Vec<usize> {
        let own = self.by_annotator().enumerate();
        own.flat_map(|(annotator, units)| std::iter::repeat_n(annotator, units.len())).collect()
    }

    #[expect(clippy::cast_precision_loss, reason = "counts are far below 2^52")]
    pub(super) fn mean_units(&self) -> f64 {
        self.segments.len() as f64 / self.ends.len().max(1) as f64
    }

    /// The length of the longest unit.
    pub(super) fn longest(&self) -> f64 {
        self.segments.iter().map(|segment| segment.length()).fold(0.0, f64::max)
    }
}
