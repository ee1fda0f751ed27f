//! The assignment of greatest weight: each on the left to at most one on the right.

use std::collections::HashMap;

/// Above this many on the smaller side of what hangs together, pairs are taken by weight one after the other: the best
/// assignment would take too long to find, and no person annotates that much in one place.
const MOST: usize = 256;

/// What stands for a pair that cannot be: taken only where a row has to be given something.
const NONE: i64 = 0;

/// Assigns `left` to `right` so that the sum of the weights is greatest. `edges` are the pairs that can be, with positive
/// weights; what they do not join is left out. Sorted by the left.
pub(super) fn assign(
    left: usize,
    right: usize,
    edges: &[(usize, usize, i64)],
) -> Vec<(usize, usize)> {
    let mut parts: HashMap<usize, Vec<(usize, usize, i64)>> = HashMap::new();
    let mut group = Groups::new(left + right);
    for (i, j, _) in edges {
        group.join(*i, left + *j);
    }
    for edge in edges {
        parts.entry(group.of(edge.0)).or_default().push(*edge);
    }
    let mut pairs: Vec<(usize, usize)> = parts.into_values().flat_map(|part| best(&part)).collect();
    pairs.sort_unstable();
    pairs
}

/// The best assignment of edges that hang together.
fn best(edges: &[(usize, usize, i64)]) -> Vec<(usize, usize)> {
    let distinct = |mut all: Vec<usize>| {
        all.sort_unstable();
        all.dedup();
        all
    };
    let rows = distinct(edges.iter().map(|edge| edge.0).collect());
    let columns = distinct(edges.iter().map(|edge| edge.1).collect());
    if rows.len().min(columns.len()) > MOST {
        return by_weight(edges);
    }
    let turned = rows.len() > columns.len();
    let (short, long) = if turned { (&columns, &rows) } else { (&rows, &columns) };
    let mut weights = vec![vec![NONE; long.len()]; short.len()];
    for (i, j, weight) in edges {
        let (row, column) = if turned { (j, i) } else { (i, j) };
        if let (Ok(row), Ok(column)) = (short.binary_search(row), long.binary_search(column))
            && let Some(cell) = weights.get_mut(row).and_then(|row| row.get_mut(column))
        {
            *cell = *weight;
        }
    }
    let assigned = hungarian(&weights).into_iter().enumerate();
    let pair = |(row, column): (usize, usize)| {
        let real = *weights.get(row)?.get(column)? > NONE;
        let (row, column) = (*short.get(row)?, *long.get(column)?);
        real.then_some(if turned { (column, row) } else { (row, column) })
    };
    assigned.filter_map(pair).collect()
}

/// The heaviest edge first, then the next whose ends are free; in order among those of the same weight.
fn by_weight(edges: &[(usize, usize, i64)]) -> Vec<(usize, usize)> {
    let mut sorted: Vec<_> = edges.to_vec();
    sorted.sort_by_key(|(i, j, weight)| (std::cmp::Reverse(*weight), *i, *j));
    let (mut left, mut right) =
        (std::collections::HashSet::new(), std::collections::HashSet::new());
    sorted.retain(|(i, j, _)| {
        let free = !left.contains(i) && !right.contains(j);
        free && left.insert(*i) && right.insert(*j)
    });
    sorted.into_iter().map(|(i, j, _)| (i, j)).collect()
}

/// The column of each row in an assignment of greatest weight; there are at least as many columns as rows. The Hungarian
/// method with potentials: Kuhn 1955, in the form of Jonker and Volgenant 1987 with shortest paths.
fn hungarian(weights: &[Vec<i64>]) -> Vec<usize> {
    let columns = weights.first().map_or(0, Vec::len);
    let mut state = Potentials {
        row: vec![0; weights.len()],
        column: vec![0; columns],
        owner: vec![None; columns],
    };
    for row in 0..weights.len() {
        state.augment(weights, row);
    }
    let mut found = vec![0; weights.len()];
    for (column, owner) in state.owner.iter().enumerate() {
        if let Some(slot) = owner.and_then(|row| found.get_mut(row)) {
            *slot = column;
        }
    }
    found
}

struct Potentials {
    row: Vec<i64>,
    column: Vec<i64>,
    /// The row that has each column so far.
    owner: Vec<Option<usize>>,
}

impl Potentials {
    /// What a row would lose by taking a column rather than the best, beyond what the potentials account for.
    fn slack(&self, weights: &[Vec<i64>], row: usize, column: usize) -> i64 {
        let weight = weights.get(row).and_then(|row| row.get(column)).copied().unwrap_or(NONE);
        let of = |list: &[i64], at: usize| list.get(at).copied().unwrap_or(0);
        -weight - of(&self.row, row) - of(&self.column, column)
    }

    /// Gives a row a column, along the path on which the others lose least by moving on.
    fn augment(&mut self, weights: &[Vec<i64>], row: usize) {
        let columns = self.owner.len();
        let mut least = vec![i64::MAX; columns];
        let mut from: Vec<Option<usize>> = vec![None; columns];
        let mut visited = vec![false; columns];
        let (mut at_row, mut at_column) = (row, None);
        loop {
            let mut next: Option<(usize, i64)> = None;
            for column in 0..columns {
                if visited.get(column).copied().unwrap_or(true) {
                    continue;
                }
                let slack = self.slack(weights, at_row, column);
                if let (Some(least), Some(from)) = (least.get_mut(column), from.get_mut(column)) {
                    if slack < *least {
                        (*least, *from) = (slack, at_column);
                    }
                    if next.is_none_or(|(_, best)| *least < best) {
                        next = Some((column, *least));
                    }
                }
            }
            let Some((column, by)) = next else { return };
            self.shift(row, by, &visited, &mut least);
            if let Some(seen) = visited.get_mut(column) {
                *seen = true;
            }
            at_column = Some(column);
            match self.owner.get(column).copied().flatten() {
                Some(owner) => at_row = owner,
                None => return self.move_along(row, column, &from),
            }
        }
    }

    /// Moves the potentials so that the nearest column costs nothing more.
    fn shift(&mut self, row: usize, by: i64, visited: &[bool], least: &mut [i64]) {
        let mut raise = |at: usize| {
            if let Some(potential) = self.row.get_mut(at) {
                *potential += by;
            }
        };
        raise(row);
        for (column, seen) in visited.iter().enumerate() {
            if *seen {
                if let Some(owner) = self.owner.get(column).copied().flatten() {
                    raise(owner);
                }
                if let Some(potential) = self.column.get_mut(column) {
                    *potential -= by;
                }
            } else if let Some(least) = least.get_mut(column) {
                *least = least.saturating_sub(by);
            }
        }
    }

    /// Every row on the path takes the column it was reached for; the first one takes the first.
    fn move_along(&mut self, row: usize, last: usize, from: &[Option<usize>]) {
        let mut column = last;
        loop {
            let before = from.get(column).copied().flatten();
            let taker = match before {
                Some(before) => self.owner.get(before).copied().flatten(),
                None => Some(row),
            };
            if let Some(owner) = self.owner.get_mut(column) {
                *owner = taker;
            }
            match before {
                Some(before) => column = before,
                None => return,
            }
        }
    }
}

/// Which of some things hang together.
pub(super) struct Groups(Vec<usize>);

impl Groups {
    pub(super) fn new(count: usize) -> Self {
        Groups((0..count).collect())
    }

    /// The least member of the group of something.
    pub(super) fn of(&self, mut at: usize) -> usize {
        while let Some(up) = self.0.get(at).copied()
            && up != at
        {
            at = up;
        }
        at
    }

    pub(super) fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.of(a), self.of(b));
        if let Some(up) = self.0.get_mut(a.max(b)) {
            *up = a.min(b);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn weight_of(pairs: &[(usize, usize)], edges: &[(usize, usize, i64)]) -> i64 {
        let weight = |(i, j): &(usize, usize)| {
            edges.iter().find(|edge| (edge.0, edge.1) == (*i, *j)).map(|edge| edge.2).unwrap()
        };
        pairs.iter().map(weight).sum()
    }

    /// The greatest weight, by trying everything.
    fn greatest(edges: &[(usize, usize, i64)], row: usize, rows: usize, taken: &[usize]) -> i64 {
        if row == rows {
            return 0;
        }
        let without = greatest(edges, row + 1, rows, taken);
        let with = edges.iter().filter(|e| e.0 == row && !taken.contains(&e.1)).map(|e| {
            let taken: Vec<usize> = taken.iter().copied().chain([e.1]).collect();
            e.2 + greatest(edges, row + 1, rows, &taken)
        });
        with.max().unwrap_or(0).max(without)
    }

    proptest! {
        #[test]
        fn the_weight_is_the_greatest_there_is(
            cells in proptest::collection::vec(proptest::collection::vec(0i64..9, 5), 0..5)
        ) {
            let edges: Vec<(usize, usize, i64)> = cells
                .iter()
                .enumerate()
                .flat_map(|(i, row)| row.iter().enumerate().map(move |(j, w)| (i, j, *w)))
                .filter(|edge| edge.2 > 0)
                .collect();
            let pairs = assign(cells.len(), 5, &edges);
            prop_assert_eq!(weight_of(&pairs, &edges), greatest(&edges, 0, cells.len(), &[]));
            let mut right: Vec<usize> = pairs.iter().map(|pair| pair.1).collect();
            right.sort_unstable();
            right.dedup();
            prop_assert_eq!(right.len(), pairs.len());
        }
    }

    #[test]
    fn a_great_number_is_assigned_all_the_same() {
        let n = MOST + 10;
        let edges: Vec<_> = (0..n).flat_map(|i| [(i, i, 3), (i, (i + 1) % n, 1)]).collect();
        let pairs = assign(n, n, &edges);
        assert_eq!(pairs, (0..n).map(|i| (i, i)).collect::<Vec<_>>());
    }
}
