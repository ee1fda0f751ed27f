//! The cheapest unitary alignments that hold each unit exactly once: an exact set partition by branch and bound.

use std::collections::BTreeMap;

use super::group_candidate::GroupCandidate;
use super::relaxation::{Relaxation, relax};

use spanwise_limits::MOST_GAMMA_WORK;

/// Smaller differences count as none.
const SAME: f64 = 1e-10;

/// The greatest distance from 0 or 1 at which an amount counts as whole.
const WHOLE: f64 = 1e-3;

/// A unitary alignment that can be chosen.
#[derive(Debug, Clone)]
pub(super) struct UnitaryCandidate {
    /// The units that it covers, sorted.
    pub(super) covers: Vec<usize>,
    /// The units in it: the same, or more if units may be aligned more than once.
    pub(super) members: Vec<usize>,
    pub(super) cost: f64,
}

/// The chosen unitary alignments.
#[derive(Debug)]
pub(super) struct Partition {
    /// Positions of columns.
    pub(super) chosen: Vec<usize>,
    pub(super) total: f64,
    /// A lower bound of the cost of every choice.
    pub(super) least: f64,
}

/// Finds the cheapest columns that cover each of the units (sorted) exactly once. The columns include each unit alone.
pub(super) fn best(units: &[usize], columns: &[UnitaryCandidate]) -> Partition {
    let number = |unit: &usize| units.binary_search(unit).ok();
    let indexed = columns.iter().enumerate().map(|(at, column)| GroupCandidate {
        units: column.covers.iter().filter_map(number).collect(),
        cost: column.cost,
        at: Some(at),
    });
    let (mut columns, larger): (Vec<GroupCandidate>, Vec<GroupCandidate>) =
        indexed.partition(|column| column.units.len() == 1);
    columns.sort_by(|a, b| a.units.cmp(&b.units));
    columns.extend(larger);
    let alone: f64 = columns.iter().take(units.len()).map(|column| column.cost).sum();
    let mut search = PartitionSearch {
        best: columns.iter().take(units.len()).filter_map(|column| column.at).collect(),
        total: alone,
        forbidden: 10.0 * alone + 1.0,
        least: None,
        left: MOST_GAMMA_WORK,
    };
    search.branch(units.len(), columns);
    let least = if search.left > 0 { None } else { search.least };
    let least = least.unwrap_or(search.total).max(0.0).min(search.total);
    Partition { chosen: search.best, total: search.total, least }
}

struct PartitionSearch {
    /// The best choice so far, and its cost.
    best: Vec<usize>,
    total: f64,
    /// The cost of a unit that must not be alone.
    forbidden: f64,
    /// The bound of the whole.
    least: Option<f64>,
    /// The remaining budget of steps.
    left: usize,
}

impl PartitionSearch {
    /// Searches for a better choice among columns; the first are the units alone, in order. If the relaxation takes
    /// columns in part, two units are together in some of them and apart in others: branches into both cases (Ryan and
    /// Foster 1981).
    fn branch(&mut self, units: usize, mut columns: Vec<GroupCandidate>) {
        let relaxation = relax(units, &columns);
        let size: usize = columns.iter().map(|column| column.units.len()).sum();
        self.left = self.left.saturating_sub((relaxation.steps + 1) * (units * units + size));
        let bound = relaxation.prices.iter().sum();
        self.least.get_or_insert(bound);
        self.take(units, &columns, &relaxation);
        let gap = self.total - bound;
        if gap <= SAME || self.left == 0 {
            return;
        }
        let Some((a, b)) = torn(&columns, &relaxation) else {
            // The choice just made is as good as the bound, unless the relaxation was stopped.
            if gap > 1e-6 * self.total {
                self.left = 0;
            }
            return;
        };
        let mut at = 0;
        columns.retain(|column| {
            at += 1;
            at <= units || column.reduced(&relaxation.prices) < gap
        });
        let joined = self.together(units, &columns, a, b);
        self.branch(units - 1, joined);
        if self.left > 0 {
            columns.retain(|column| column.holds(a, b) < 2);
            self.branch(units, columns);
        }
    }

    /// Chooses columns that the relaxation takes, the greatest amount first, and keeps the choice if it is better.
    fn take(&mut self, units: usize, columns: &[GroupCandidate], relaxation: &Relaxation) {
        let mut order: Vec<(bool, f64, f64, usize)> = columns
            .iter()
            .enumerate()
            .filter(|(_, column)| column.at.is_some())
            .map(|(at, column)| (true, 0.0, column.reduced(&relaxation.prices), at))
            .collect();
        let mut amounts: BTreeMap<usize, f64> = BTreeMap::new();
        amounts.extend(relaxation.taken.iter().copied());
        for (rest, amount, _, at) in &mut order {
            if let Some(taken) = amounts.get(at) {
                (*rest, *amount) = (false, *taken);
            }
        }
        order.sort_by(|a, b| {
            (a.0.cmp(&b.0)).then(b.1.total_cmp(&a.1)).then(a.2.total_cmp(&b.2)).then(a.3.cmp(&b.3))
        });
        let mut free = vec![true; units];
        let mut chosen = Vec::new();
        let mut total = 0.0;
        for column in order.iter().filter_map(|(_, _, _, at)| columns.get(*at)) {
            if column.units.iter().all(|unit| free.get(*unit).copied().unwrap_or(false)) {
                column.units.iter().for_each(|unit| free[*unit] = false);
                chosen.extend(column.at);
                total += column.cost;
            }
        }
        if total < self.total && !free.contains(&true) {
            (self.best, self.total) = (chosen, total);
        }
    }

    /// The columns that hold both of two units or neither, the two joined to one unit with the number of the first.
    fn together(
        &self,
        units: usize,
        columns: &[GroupCandidate],
        a: usize,
        b: usize,
    ) -> Vec<GroupCandidate> {
        let mut joined: Vec<GroupCandidate> = (0..units - 1)
            .map(|unit| GroupCandidate { units: vec![unit], cost: self.forbidden, at: None })
            .collect();
        for column in columns.iter().filter(|column| column.holds(a, b) != 1) {
            let rest = column.units.iter().filter(|unit| **unit != b);
            let units: Vec<usize> = rest.map(|unit| unit - usize::from(*unit > b)).collect();
            let column = GroupCandidate { units, ..column.clone() };
            match (column.units.len(), column.units.first().and_then(|unit| joined.get_mut(*unit)))
            {
                (1, Some(alone)) => *alone = column,
                _ => joined.push(column),
            }
        }
        joined
    }
}

/// The two units, in order, whose amount together in the relaxation is nearest to one half. `None` if every amount is
/// whole.
fn torn(columns: &[GroupCandidate], relaxation: &Relaxation) -> Option<(usize, usize)> {
    let mut together: BTreeMap<(usize, usize), f64> = BTreeMap::new();
    for (at, amount) in &relaxation.taken {
        let units = columns.get(*at).map_or(&[][..], |column| &column.units);
        for (position, a) in units.iter().enumerate() {
            for b in units.iter().skip(position + 1) {
                *together.entry((*a, *b)).or_default() += amount;
            }
        }
    }
    let off = |amount: f64| (amount - 0.5).abs();
    let torn = together.into_iter().filter(|(_, amount)| off(*amount) < 0.5 - WHOLE);
    torn.min_by(|a, b| off(a.1).total_cmp(&off(b.1))).map(|(pair, _)| pair)
}
