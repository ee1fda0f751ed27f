//! Unitary alignments that can be chosen, numbered within one group of units.

/// A column with its units numbered within the group.
#[derive(Debug, Clone)]
pub(super) struct GroupCandidate {
    /// Sorted.
    pub(super) units: Vec<usize>,
    pub(super) cost: f64,
    /// Its position among all columns; `None` if it cannot be chosen, and only serves as a start of the relaxation.
    pub(super) at: Option<usize>,
}

impl GroupCandidate {
    /// Its reduced cost: its cost less the prices of its units.
    pub(super) fn reduced(&self, prices: &[f64]) -> f64 {
        let prices = self.units.iter().filter_map(|unit| prices.get(*unit));
        prices.fold(self.cost, |cost, price| cost - price)
    }

    #[expect(clippy::cast_precision_loss, reason = "annotators are few")]
    pub(super) fn size(&self) -> f64 {
        self.units.len() as f64
    }

    /// The number of two given units that it holds: 0, 1 or 2.
    pub(super) fn holds(&self, a: usize, b: usize) -> usize {
        self.units.iter().filter(|unit| **unit == a || **unit == b).count()
    }
}
