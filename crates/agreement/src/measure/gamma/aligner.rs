//! Finds the best alignment of a continuum, by the method that fits the number of its annotators.

use super::alignment::{Disorder, UnitAlignment};
use super::continuum::Continuum;
use super::dissimilarity::DissimilarityWeights;
use super::many_annotators;
use super::two_annotators::PairAlignment;

/// Finds best alignments; keeps its memory from one to the next.
#[derive(Debug)]
pub(super) struct UnitAligner {
    weights: DissimilarityWeights,
    soft: bool,
    pairing: PairAlignment,
    found: UnitAlignment,
}

impl UnitAligner {
    pub(super) fn new(weights: DissimilarityWeights, soft: bool) -> Self {
        UnitAligner {
            weights,
            soft,
            pairing: PairAlignment::default(),
            found: UnitAlignment::default(),
        }
    }

    /// The best alignment, or a good one with a bound for the best. Each unit is in exactly one unitary alignment, or
    /// in at least one if the aligner is soft.
    pub(super) fn align(&mut self, continuum: &Continuum) -> &UnitAlignment {
        self.found.clear();
        let mut annotators = continuum.by_annotator();
        if let (Some(left), Some(right), None) =
            (annotators.next(), annotators.next(), annotators.next())
        {
            self.pairing.align(left, right, self.weights, self.soft, &mut self.found);
        } else {
            let disorder = Disorder::among(self.weights, continuum.annotators());
            many_annotators::align(continuum, disorder, self.soft, &mut self.found);
        }
        &self.found
    }
}
