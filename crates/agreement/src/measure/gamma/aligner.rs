//! Finds the best alignment of a continuum, by the method that fits the number of its annotators.

use super::alignment::{AlignmentKind, Disorder, UnitAlignment};
use super::continuum::Continuum;
use super::dissimilarity::DissimilarityWeights;
use super::many_annotators;
use super::two_annotators::PairAlignment;

/// Finds best alignments; reuses its memory.
#[derive(Debug)]
pub(super) struct UnitAligner {
    weights: DissimilarityWeights,
    kind: AlignmentKind,
    pairing: PairAlignment,
    found: UnitAlignment,
}

impl UnitAligner {
    pub(super) fn new(weights: DissimilarityWeights, kind: AlignmentKind) -> Self {
        UnitAligner {
            weights,
            kind,
            pairing: PairAlignment::default(),
            found: UnitAlignment::default(),
        }
    }

    /// Returns the best alignment, or a good one with a lower bound. Each unit is in exactly one unitary alignment, or
    /// in at least one if the aligner is soft.
    pub(super) fn align(&mut self, continuum: &Continuum) -> &UnitAlignment {
        self.found.clear();
        let mut annotators = continuum.by_annotator();
        if let (Some(left), Some(right), None) =
            (annotators.next(), annotators.next(), annotators.next())
        {
            self.pairing.align(left, right, self.weights, self.kind, &mut self.found);
        } else {
            let disorder = Disorder::among(self.weights, continuum.annotators());
            many_annotators::align(continuum, disorder, self.kind, &mut self.found);
        }
        &self.found
    }
}
