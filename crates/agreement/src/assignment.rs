//! Minimum-cost assignment and disjoint sets, for matching edits and aligning spans.

use std::ops::{Add, Sub};

/// A type of costs: integers for ranks, floating-point numbers for measured costs.
pub(crate) trait Cost: Copy + PartialOrd + Add<Output = Self> + Sub<Output = Self> {
    /// No cost.
    const ZERO: Self;
    /// More than any cost.
    const MOST: Self;
}

impl Cost for i64 {
    const ZERO: i64 = 0;
    const MOST: i64 = i64::MAX;
}

impl Cost for f64 {
    const ZERO: f64 = 0.0;
    const MOST: f64 = f64::INFINITY;
}

/// The Hungarian method (Kuhn 1955) with potentials and shortest augmenting paths (Jonker and Volgenant 1987). Its
/// memory is reused between calls.
#[derive(Debug, Default)]
pub(crate) struct Hungarian<C> {
    /// The potentials of rows and of columns.
    row: Vec<C>,
    column: Vec<C>,
    /// The column of each row, and the row of each column, so far.
    column_of: Vec<Option<usize>>,
    row_of: Vec<Option<usize>>,
    /// By column: the length of the shortest path found to it, the row before it on that path, and whether the path is
    /// final.
    distance: Vec<C>,
    before: Vec<usize>,
    settled: Vec<bool>,
}

impl<C: Cost> Hungarian<C> {
    /// Returns the column of each row in an assignment of least cost. `costs` are finite and row-major, with at least
    /// as many columns as rows.
    pub(crate) fn assign(&mut self, costs: &[C], columns: usize) -> &[Option<usize>] {
        let rows = costs.len() / columns.max(1);
        renew(&mut self.row, rows, C::ZERO);
        renew(&mut self.column, columns, C::ZERO);
        renew(&mut self.column_of, rows, None);
        renew(&mut self.row_of, columns, None);
        renew(&mut self.before, columns, 0);
        for row in 0..rows {
            renew(&mut self.distance, columns, C::MOST);
            renew(&mut self.settled, columns, false);
            if let Some((last, length)) = self.shortest(costs, row) {
                self.account(row, length);
                self.move_along(row, last);
            }
        }
        &self.column_of
    }

    /// The free column nearest to a row, and the length of the path to it.
    fn shortest(&mut self, costs: &[C], row: usize) -> Option<(usize, C)> {
        let columns = self.column.len();
        let (mut at, mut length) = (row, C::ZERO);
        loop {
            let line = costs.get(at * columns..(at + 1) * columns)?;
            let base = length - self.row[at];
            let mut nearest: Option<(usize, C)> = None;
            let found = self.distance.iter_mut().zip(&mut self.before).zip(&self.settled);
            let priced = line.iter().zip(&self.column);
            for (column, ((cost, price), ((distance, before), settled))) in
                priced.zip(found).enumerate()
            {
                if *settled {
                    continue;
                }
                let through = base + *cost - *price;
                if through < *distance {
                    (*distance, *before) = (through, at);
                }
                if nearest.is_none_or(|(_, least)| *distance < least) {
                    nearest = Some((column, *distance));
                }
            }
            let (column, distance) = nearest?;
            length = distance;
            match self.row_of[column] {
                Some(owner) => at = owner,
                None => return Some((column, length)),
            }
            self.settled[column] = true;
        }
    }

    /// Updates the potentials so that the path has reduced cost 0.
    fn account(&mut self, row: usize, length: C) {
        self.row[row] = self.row[row] + length;
        for (column, settled) in self.settled.iter().enumerate() {
            if *settled {
                let rest = length - self.distance[column];
                self.column[column] = self.column[column] - rest;
                if let Some(owner) = self.row_of[column] {
                    self.row[owner] = self.row[owner] + rest;
                }
            }
        }
    }

    /// Augments the assignment along the path from `row` to the column `last`.
    fn move_along(&mut self, row: usize, last: usize) {
        let mut column = Some(last);
        while let Some(taken) = column {
            let taker = self.before[taken];
            self.row_of[taken] = Some(taker);
            column = self.column_of[taker].replace(taken);
            if taker == row {
                return;
            }
        }
    }
}

/// Sets a list to `length` copies of a value, reusing its memory.
pub(crate) fn renew<T: Clone>(list: &mut Vec<T>, length: usize, value: T) {
    list.clear();
    list.resize(length, value);
}

/// Disjoint sets of connected elements.
#[derive(Debug, Default)]
pub(crate) struct DisjointSets(Vec<usize>);

impl DisjointSets {
    pub(crate) fn new(count: usize) -> Self {
        DisjointSets((0..count).collect())
    }

    /// Resets to `count` sets of one element each.
    pub(crate) fn reset(&mut self, count: usize) {
        self.0.clear();
        self.0.extend(0..count);
    }

    /// The least member of the set of `at`.
    pub(crate) fn of(&self, mut at: usize) -> usize {
        while let Some(up) = self.0.get(at).copied()
            && up != at
        {
            at = up;
        }
        at
    }

    pub(crate) fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.lift(a), self.lift(b));
        if let Some(up) = self.0.get_mut(a.max(b)) {
            *up = a.min(b);
        }
    }

    /// Compresses all paths, so that [`DisjointSets::of`] takes a single step until the next join.
    pub(crate) fn settle(&mut self) {
        // Parents precede their children, so they are already settled.
        for at in 0..self.0.len() {
            let above = self.0.get(at).and_then(|up| self.0.get(*up)).copied();
            if let (Some(above), Some(slot)) = (above, self.0.get_mut(at)) {
                *slot = above;
            }
        }
    }

    /// The same as [`DisjointSets::of`], halving the path for later calls.
    fn lift(&mut self, mut at: usize) -> usize {
        while let Some(up) = self.0.get(at).copied()
            && up != at
        {
            let above = self.0.get(up).copied().unwrap_or(up);
            if let Some(slot) = self.0.get_mut(at) {
                *slot = above;
            }
            at = above;
        }
        at
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn least(costs: &[Vec<i64>], taken: &mut Vec<usize>) -> i64 {
        let Some(row) = costs.get(taken.len()) else { return 0 };
        let mut best = i64::MAX;
        for (column, cost) in row.iter().enumerate() {
            if !taken.contains(&column) {
                taken.push(column);
                best = best.min(cost + least(costs, taken));
                taken.pop();
            }
        }
        best
    }

    proptest! {
        #[test]
        fn no_assignment_costs_less(
            costs in proptest::collection::vec(proptest::collection::vec(-9i64..9, 5), 0..5)
        ) {
            let flat_costs: Vec<i64> = costs.concat();
            let fractions: Vec<f64> = flat_costs.iter().map(|cost| *cost as f64).collect();
            let mut whole = Hungarian::default();
            let mut fraction = Hungarian::default();
            for _ in 0..2 {
                let found = [whole.assign(&flat_costs, 5), fraction.assign(&fractions, 5)];
                for columns in found {
                    let columns: Vec<usize> = columns.iter().map(|column| column.unwrap()).collect();
                    let cost: i64 = columns.iter().zip(&costs).map(|(at, row)| row[*at]).sum();
                    prop_assert_eq!(cost, least(&costs, &mut Vec::new()));
                    let mut distinct = columns.clone();
                    distinct.sort_unstable();
                    distinct.dedup();
                    prop_assert_eq!(distinct.len(), costs.len());
                }
            }
        }
    }
}
