//! The continuum in which unitary alignments of three and more annotators are searched.

use super::alignment::Disorder;
use super::dissimilarity::Segment;

/// A continuum, prepared for the search for unitary alignments.
pub(super) struct AlignmentSearch<'a> {
    pub(super) segments: &'a [Segment],
    pub(super) owners: &'a [usize],
    pub(super) longest: f64,
    pub(super) disorder: Disorder,
    pub(super) soft: bool,
}

impl AlignmentSearch<'_> {
    pub(super) fn owner(&self, unit: usize) -> usize {
        self.owners.get(unit).copied().unwrap_or_default()
    }

    pub(super) fn between(&self, a: usize, b: usize) -> f64 {
        self.disorder.between(self.segments, a, b)
    }
}
