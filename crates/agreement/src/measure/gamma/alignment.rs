//! Alignments of the units of several annotators.

use super::dissimilarity::{DissimilarityWeights, Segment};

/// The number of times that a unit is aligned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AlignmentKind {
    /// In exactly one unitary alignment.
    Hard,
    /// In at least one unitary alignment (soft γ).
    Soft,
}

/// An alignment of the units of a continuum: unitary alignments, with at most one unit of each annotator in each.
#[derive(Debug, Clone, Default)]
pub(super) struct UnitAlignment {
    /// The units of all unitary alignments, one after the other; annotators without a unit have no entry.
    members: Vec<usize>,
    ends: Vec<usize>,
    /// The sum of the disorders of the unitary alignments.
    pub(super) total: f64,
    /// A lower bound of the total of every alignment of the continuum. The same as `total` if this one is known to be a
    /// best one.
    pub(super) least: f64,
}

impl UnitAlignment {
    pub(super) fn clear(&mut self) {
        self.members.clear();
        self.ends.clear();
        (self.total, self.least) = (0.0, 0.0);
    }

    /// Adds a unitary alignment, without its disorder.
    pub(super) fn push(&mut self, members: impl IntoIterator<Item = usize>) {
        self.members.extend(members);
        self.ends.push(self.members.len());
    }

    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// The units of each unitary alignment.
    pub(super) fn iter(&self) -> impl Iterator<Item = &[usize]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, end)| self.members.get(start..*end).unwrap_or(&[]))
    }

    /// Returns `true` if this is known to be a best alignment, up to the rounding of sums.
    pub(super) fn is_exact(&self) -> bool {
        self.total - self.least <= 1e-9 * self.total.max(1e-9)
    }
}

/// The cost of unitary alignments among a number of annotators.
#[derive(Debug, Clone, Copy)]
pub(super) struct Disorder {
    pub(super) weights: DissimilarityWeights,
    pub(super) annotators: usize,
    /// The number of pairs of annotators.
    pub(super) pairs: f64,
}

impl Disorder {
    pub(super) fn among(weights: DissimilarityWeights, annotators: usize) -> Self {
        Disorder { weights, annotators, pairs: pairs_of(annotators) }
    }

    /// The disorder of a unitary alignment, from its number of units and the sum of their dissimilarities: the mean
    /// over all pairs of annotators, Δ∅ for a pair of which one or both have no unit in it.
    pub(super) fn of(&self, units: usize, sum: f64) -> f64 {
        (sum + self.weights.empty() * (self.pairs - pairs_of(units))) / self.pairs
    }

    /// The sum of a unit's dissimilarities from which on it is no loss to take it out of a unitary alignment of
    /// `units`: alone, it costs Δ∅ for each pair of annotators, and leaves Δ∅ for each of the other units behind.
    pub(super) fn worth(&self, units: usize) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "annotators are few")]
        let others = units.saturating_sub(1) as f64;
        (self.pairs + others) * self.weights.empty()
    }

    /// The dissimilarity of two units of the continuum.
    pub(super) fn between(&self, segments: &[Segment], a: usize, b: usize) -> f64 {
        match (segments.get(a), segments.get(b)) {
            (Some(a), Some(b)) => self.weights.combined(a, b),
            _ => f64::INFINITY,
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "annotators are few")]
fn pairs_of(count: usize) -> f64 {
    (count * count.saturating_sub(1) / 2) as f64
}
