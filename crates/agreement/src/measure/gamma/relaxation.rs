//! The linear relaxation of choosing unitary alignments, which yields a lower bound of their cost.

use super::group_candidate::GroupCandidate;

/// Reduced costs above the negative of this are taken for zero.
const TOLERANCE: f64 = 1e-10;

/// The optimum if unitary alignments could be taken in part.
#[derive(Debug, Clone)]
pub(super) struct Relaxation {
    /// By unit: prices such that no column is cheaper than its units. Their sum is a lower bound of the cost of a
    /// choice.
    pub(super) prices: Vec<f64>,
    /// The columns taken, and their amounts, which are approximate, since units are wanted slightly more than once.
    pub(super) taken: Vec<(usize, f64)>,
    /// The number of steps taken.
    pub(super) steps: usize,
}

/// Solves the relaxation by the revised simplex method with an explicit inverse (Dantzig 1963). The first columns are
/// the units alone, in order: they are the first basis. Every unit is wanted slightly more than once, each by a
/// different amount, so that every step gains and the method ends. If it is stopped, the prices are lowered until they
/// are valid.
pub(super) fn relax(units: usize, columns: &[GroupCandidate]) -> Relaxation {
    let mut simplex = Simplex::new(units, columns);
    let steps = (0..50 * units + 200).take_while(|_| simplex.step(columns)).count();
    let mut prices = simplex.prices;
    let over = columns.iter().map(|column| -column.reduced(&prices) / column.size());
    let over = over.fold(0.0, f64::max);
    prices.iter_mut().for_each(|price| *price -= over);
    let taken = simplex.basis.into_iter().zip(simplex.amounts).collect();
    Relaxation { prices, taken, steps }
}

struct Simplex {
    units: usize,
    basis: Vec<usize>,
    /// The inverse of the basis, row by row.
    inverse: Vec<f64>,
    /// The share taken of each column in the basis.
    amounts: Vec<f64>,
    prices: Vec<f64>,
    direction: Vec<f64>,
}

impl Simplex {
    fn new(units: usize, columns: &[GroupCandidate]) -> Self {
        let mut inverse = vec![0.0; units * units];
        inverse.iter_mut().step_by(units + 1).for_each(|cell| *cell = 1.0);
        // The golden ratio spreads these amounts, so that no two are equal.
        #[expect(clippy::cast_precision_loss, reason = "units are few")]
        let trifle = |unit: usize| 1e-7 * (1.0 + (unit as f64 * 0.618_033_988_749_895).fract());
        Simplex {
            units,
            basis: (0..units).collect(),
            inverse,
            amounts: (0..units).map(|unit| 1.0 + trifle(unit)).collect(),
            prices: columns.iter().take(units).map(|column| column.cost).collect(),
            direction: vec![0.0; units],
        }
    }

    /// Brings the column of greatest gain into the basis; returns `false` if none gains.
    fn step(&mut self, columns: &[GroupCandidate]) -> bool {
        let mut best = (-TOLERANCE, None);
        for (at, column) in columns.iter().enumerate() {
            let reduced = column.reduced(&self.prices);
            if reduced < best.0 {
                best = (reduced, Some((at, column)));
            }
        }
        let (reduced, Some((entering, column))) = best else { return false };
        for (row, direction) in
            self.inverse.chunks_exact(self.units.max(1)).zip(&mut self.direction)
        {
            *direction = column.units.iter().filter_map(|unit| row.get(*unit)).sum();
        }
        let ratios = self.direction.iter().zip(&self.amounts).enumerate();
        let ratios = ratios.filter(|(_, (direction, _))| **direction > 1e-9);
        let ratios = ratios.map(|(row, (direction, amount))| (row, amount / direction));
        let Some((leaving, amount)) = ratios.min_by(|a, b| a.1.total_cmp(&b.1)) else {
            return false;
        };
        self.exchange(leaving, amount, reduced);
        self.basis[leaving] = entering;
        true
    }

    fn exchange(&mut self, leaving: usize, amount: f64, reduced: f64) {
        for (own, direction) in self.amounts.iter_mut().zip(&self.direction) {
            *own -= amount * direction;
        }
        self.amounts[leaving] = amount;
        let start = leaving * self.units;
        let by = self.direction[leaving];
        let row = self.inverse.get_mut(start..start + self.units).unwrap_or(&mut []);
        row.iter_mut().for_each(|cell| *cell /= by);
        let pivot = row.to_vec();
        for (price, cell) in self.prices.iter_mut().zip(&pivot) {
            *price += reduced * cell;
        }
        let rows =
            self.inverse.chunks_exact_mut(self.units.max(1)).zip(&self.direction).enumerate();
        for (_, (row, by)) in rows.filter(|(at, (_, by))| *at != leaving && **by != 0.0) {
            for (cell, pivot) in row.iter_mut().zip(&pivot) {
                *cell -= by * pivot;
            }
        }
    }
}
