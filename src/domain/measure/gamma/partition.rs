//! The cheapest unitary alignments that hold each unit exactly once: an exact set partition by branch and bound.

use super::relaxation::{Relaxation, relax};

/// A group of more units than these is not solved exactly: the relaxation needs their number squared of memory.
pub(super) const MOST_UNITS: usize = 400;

/// How often a unitary alignment is tried before a group is given up.
const MOST_TRIALS: usize = 1_000_000;

/// What differs less is the same.
const SAME: f64 = 1e-10;

/// A unitary alignment that can be chosen.
#[derive(Debug, Clone)]
pub(super) struct Column {
    /// The units that it is chosen for, sorted.
    pub(super) covers: Vec<usize>,
    /// The units in it: the same, or more if units may be aligned more than once.
    pub(super) members: Vec<usize>,
    pub(super) cost: f64,
}

/// What was chosen.
#[derive(Debug)]
pub(super) struct Partition {
    /// Positions of columns.
    pub(super) chosen: Vec<usize>,
    pub(super) total: f64,
    /// What no choice costs less than.
    pub(super) least: f64,
}

/// A column with its units numbered within the group.
#[derive(Debug)]
pub(super) struct Indexed {
    pub(super) units: Vec<usize>,
    pub(super) cost: f64,
    /// Its position among all columns.
    at: usize,
}

impl Indexed {
    /// What it costs more than its units.
    pub(super) fn reduced(&self, prices: &[f64]) -> f64 {
        self.units
            .iter()
            .filter_map(|unit| prices.get(*unit))
            .fold(self.cost, |cost, price| cost - price)
    }

    #[expect(clippy::cast_precision_loss, reason = "annotators are few")]
    pub(super) fn size(&self) -> f64 {
        self.units.len() as f64
    }
}

/// The best choice of columns that hold each of the units (sorted) exactly once. Among the columns is each unit alone.
pub(super) fn best(units: &[usize], columns: &[Column]) -> Partition {
    let number = |unit: &usize| units.binary_search(unit).ok();
    let indexed = columns.iter().enumerate().map(|(at, column)| Indexed {
        units: column.covers.iter().filter_map(number).collect(),
        cost: column.cost,
        at,
    });
    let (mut columns, larger): (Vec<Indexed>, Vec<Indexed>) =
        indexed.partition(|column| column.units.len() == 1);
    columns.sort_by(|a, b| a.units.cmp(&b.units));
    columns.extend(larger);
    let relaxation = relax(units.len(), &columns);
    let mut choice = Choice::new(units.len(), &columns, &relaxation);
    choice.least = choice.least.max(0.0);
    let exact = choice.improve();
    let total = choice.cost(&choice.best);
    let least = if exact { total } else { choice.least.min(total) };
    let at = |column: &usize| columns.get(*column).map(|column| column.at);
    Partition { chosen: choice.best.iter().filter_map(at).collect(), total, least }
}

struct Choice<'a> {
    columns: &'a [Indexed],
    /// By column: what it costs more than the prices of its units; not negative.
    excess: Vec<f64>,
    least: f64,
    best: Vec<usize>,
    /// By unit: the columns that hold it and may be in a better choice, the cheapest first.
    holding: Vec<Vec<usize>>,
    /// The units, those with fewest columns first.
    order: Vec<usize>,
    covered: Vec<bool>,
    current: Vec<usize>,
    /// How often one may still be tried.
    left: usize,
}

impl<'a> Choice<'a> {
    fn new(units: usize, columns: &'a [Indexed], relaxation: &Relaxation) -> Self {
        let excess = columns.iter().map(|column| column.reduced(&relaxation.prices).max(0.0));
        let mut choice = Choice {
            columns,
            excess: excess.collect(),
            least: relaxation.prices.iter().sum(),
            best: Vec::new(),
            holding: vec![Vec::new(); units],
            order: (0..units).collect(),
            covered: vec![false; units],
            current: Vec::new(),
            left: MOST_TRIALS,
        };
        choice.best = choice.first(&relaxation.taken);
        choice
    }

    fn cost(&self, chosen: &[usize]) -> f64 {
        chosen.iter().filter_map(|at| self.columns.get(*at)).map(|column| column.cost).sum()
    }

    fn excess(&self, at: usize) -> f64 {
        self.excess.get(at).copied().unwrap_or_default()
    }

    fn is_free(&self, at: usize) -> bool {
        let free = |unit: &usize| self.covered.get(*unit).is_some_and(|covered| !covered);
        self.columns.get(at).is_some_and(|column| column.units.iter().all(free))
    }

    fn mark(&mut self, at: usize, covered: bool) {
        for unit in self.columns.get(at).into_iter().flat_map(|column| &column.units) {
            if let Some(mark) = self.covered.get_mut(*unit) {
                *mark = covered;
            }
        }
    }

    /// A choice to begin with: what the relaxation takes, the larger first, then whatever fits, by its excess. Units
    /// alone fit in the end.
    fn first(&mut self, taken: &[usize]) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.columns.len()).collect();
        let basic = |at: &usize| !taken.contains(at);
        let size = |at: &usize| self.columns.get(*at).map_or(0, |column| column.units.len());
        let mut keyed: Vec<(bool, f64, usize)> = Vec::with_capacity(order.len());
        keyed.extend(order.drain(..).map(|at| (basic(&at), self.excess(at), at)));
        keyed.sort_by(|a, b| {
            let by_size = size(&b.2).cmp(&size(&a.2));
            a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)).then(by_size).then(a.2.cmp(&b.2))
        });
        let mut chosen = Vec::new();
        for (_, _, at) in keyed {
            if self.is_free(at) {
                self.mark(at, true);
                chosen.push(at);
            }
        }
        self.covered.fill(false);
        chosen
    }

    /// Looks for the best choice; whether it was found for certain.
    fn improve(&mut self) -> bool {
        let gap = self.cost(&self.best) - self.least;
        if gap <= SAME {
            return true;
        }
        let mut order: Vec<usize> = (0..self.columns.len()).collect();
        order.retain(|at| self.excess(*at) < gap);
        order.sort_by(|a, b| self.excess(*a).total_cmp(&self.excess(*b)).then(a.cmp(b)));
        for at in order {
            for unit in self.columns.get(at).into_iter().flat_map(|column| &column.units) {
                if let Some(list) = self.holding.get_mut(*unit) {
                    list.push(at);
                }
            }
        }
        let holding = std::mem::take(&mut self.holding);
        self.order.sort_by_key(|unit| holding.get(*unit).map_or(0, Vec::len));
        self.branch(0, 0.0, gap, &holding);
        self.left > 0
    }

    /// Covers the units from a position in the order on; `excess` is what is spent so far, of less than `gap`. Returns
    /// the gap of the best choice then.
    fn branch(&mut self, from: usize, excess: f64, gap: f64, holding: &[Vec<usize>]) -> f64 {
        let mut gap = gap;
        let open = |at: &usize| {
            let unit = self.order.get(*at);
            unit.and_then(|unit| self.covered.get(*unit)).is_some_and(|covered| !covered)
        };
        let Some(next) = (from..self.order.len()).find(open) else {
            self.best.clone_from(&self.current);
            return excess;
        };
        let columns = self.order.get(next).and_then(|unit| holding.get(*unit));
        for at in columns.into_iter().flatten() {
            let spent = excess + self.excess(*at);
            self.left = self.left.saturating_sub(1);
            if spent >= gap - SAME || self.left == 0 {
                break;
            }
            if self.is_free(*at) {
                self.mark(*at, true);
                self.current.push(*at);
                gap = self.branch(next + 1, spent, gap, holding);
                self.current.pop();
                self.mark(*at, false);
            }
        }
        gap
    }
}
