//! The dissimilarity of two units.

use std::fmt;

/// A unit in a continuum: its offsets in code points, and the number of its category. Offsets of insertion points and of
/// sampled units need not be whole, nor within the text.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Segment {
    pub(super) start: f64,
    pub(super) end: f64,
    pub(super) category: usize,
}

impl Segment {
    pub(super) fn length(self) -> f64 {
        self.end - self.start
    }
}

/// The weights of the combined dissimilarity (Mathet, Widlöcher and Métivier 2015, section 4.2): α of positions, β of
/// categories, and Δ∅ of a unit aligned with nothing. Published figures have 1 for all three.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DissimilarityWeights {
    alpha: f64,
    beta: f64,
    empty: f64,
}

/// The reason why numbers cannot be the weights of a dissimilarity.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InvalidWeights {
    /// α or β is not a number from 0 to a million.
    AlphaOrBeta,
    /// Δ∅ is not a number from a millionth to a million.
    DeltaEmpty,
}

impl fmt::Display for InvalidWeights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            InvalidWeights::AlphaOrBeta => "alpha and beta have to be numbers from 0 to 1000000",
            InvalidWeights::DeltaEmpty => "delta_empty has to be a number from 0.000001 to 1000000",
        })
    }
}

impl std::error::Error for InvalidWeights {}

impl Default for DissimilarityWeights {
    fn default() -> Self {
        DissimilarityWeights { alpha: 1.0, beta: 1.0, empty: 1.0 }
    }
}

impl DissimilarityWeights {
    /// Creates weights: α and β from 0 to a million, Δ∅ from a millionth to a million.
    ///
    /// # Errors
    /// If a weight is outside its range.
    pub fn new(alpha: f64, beta: f64, empty: f64) -> Result<Self, InvalidWeights> {
        let weight = 0.0..=1e6;
        if !weight.contains(&alpha) || !weight.contains(&beta) {
            return Err(InvalidWeights::AlphaOrBeta);
        }
        if !(1e-6..=1e6).contains(&empty) {
            return Err(InvalidWeights::DeltaEmpty);
        }
        Ok(DissimilarityWeights { alpha, beta, empty })
    }

    /// Changes β slightly, so that other alignments win among those of equal cost.
    pub(super) fn tilted(self, by: f64) -> Self {
        DissimilarityWeights { beta: self.beta + by, ..self }
    }

    /// α, the weight of positions.
    #[must_use]
    pub fn alpha(&self) -> f64 {
        self.alpha
    }

    /// β, the weight of categories.
    #[must_use]
    pub fn beta(&self) -> f64 {
        self.beta
    }

    /// Δ∅, the dissimilarity of a unit and nothing.
    #[must_use]
    pub fn empty(&self) -> f64 {
        self.empty
    }

    /// α · d_pos = α · ((|Δstart| + |Δend|) / (sum of the lengths))² · Δ∅.
    pub(super) fn position(&self, a: &Segment, b: &Segment) -> f64 {
        let apart = (a.start - b.start).abs() + (a.end - b.end).abs();
        let relative = apart / (a.length() + b.length());
        self.alpha * relative * relative * self.empty
    }

    /// d_cat: 0 for the same category, else Δ∅. Without β.
    pub(super) fn category(&self, a: &Segment, b: &Segment) -> f64 {
        if a.category == b.category { 0.0 } else { self.empty }
    }

    /// α · d_pos + β · d_cat.
    pub(super) fn combined(&self, a: &Segment, b: &Segment) -> f64 {
        self.position(a, b) + self.beta * self.category(a, b)
    }

    /// A lower bound of the dissimilarity of a unit of this length and any that begins `gap` from it, no unit being
    /// longer than `longest`.
    pub(super) fn at_least(&self, gap: f64, length: f64, longest: f64) -> f64 {
        let relative = gap / (length + longest);
        self.alpha * relative * relative * self.empty
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn segment(start: u32, end: u32, category: usize) -> Segment {
        Segment { start: f64::from(start), end: f64::from(end), category }
    }

    #[test]
    fn positions_are_compared_by_the_square_of_what_they_differ_in_relative_to_their_lengths() {
        let weights = DissimilarityWeights::default();
        for (a, b, expected) in [
            ((4, 14), (40, 44), (66.0_f64 / 14.0).powi(2)),
            ((4, 14), (14, 24), 1.0),
            ((20, 30), (20, 25), 1.0 / 9.0),
            ((7, 9), (7, 9), 0.0),
        ] {
            let (a, b) = (segment(a.0, a.1, 0), segment(b.0, b.1, 0));
            assert!((weights.position(&a, &b) - expected).abs() < 1e-12, "{a:?} {b:?}");
            assert_eq!(weights.position(&a, &b).to_bits(), weights.position(&b, &a).to_bits());
        }
    }

    #[test]
    fn each_part_has_its_weight() {
        let weights = DissimilarityWeights::new(3.0, 2.0, 5.0).unwrap();
        let (a, b) = (segment(4, 14, 0), segment(14, 24, 1));
        assert_eq!(weights.combined(&a, &b), 3.0 * 5.0 + 2.0 * 5.0);
        assert_eq!(weights.combined(&a, &segment(4, 14, 1)), 10.0);
    }

    #[test]
    fn weights_that_lead_to_no_number_are_refused() {
        for (alpha, beta, empty) in
            [(-1.0, 1.0, 1.0), (1.0, f64::NAN, 1.0), (1.0, 1.0, 0.0), (f64::INFINITY, 1.0, 1.0)]
        {
            assert!(
                DissimilarityWeights::new(alpha, beta, empty).is_err(),
                "{alpha} {beta} {empty}"
            );
        }
    }
}
