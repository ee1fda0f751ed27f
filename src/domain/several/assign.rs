//! The assignment of greatest weight: each on the left to at most one on the right.

use std::collections::HashMap;

use crate::domain::assignment::{Groups, Hungarian};

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
    let mut costs = vec![NONE; short.len() * long.len()];
    for (i, j, weight) in edges {
        let (row, column) = if turned { (j, i) } else { (i, j) };
        if let (Ok(row), Ok(column)) = (short.binary_search(row), long.binary_search(column))
            && let Some(cost) = costs.get_mut(row * long.len() + column)
        {
            *cost = -*weight;
        }
    }
    let mut method = Hungarian::default();
    let assigned = method.assign(&costs, long.len()).iter().enumerate();
    let pair = |(row, column): (usize, &Option<usize>)| {
        let column = (*column)?;
        let real = *costs.get(row * long.len() + column)? < NONE;
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
