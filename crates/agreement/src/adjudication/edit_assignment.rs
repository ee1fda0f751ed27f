//! Assignment of greatest weight: each edit on the left to at most one on the right.

use std::collections::BTreeMap;

use foldhash::{HashSet, HashSetExt as _};

use super::candidate_pairs::Candidate;
use crate::assignment::{DisjointSets, Hungarian};
use spanwise_limits::MOST_ASSIGNMENT_STEPS;

/// The cost of a pair that can't be matched: taken only where a row needs an assignment.
const NONE: i64 = 0;

/// Assigns `left` to `right` so that the sum of the weights is greatest; returns pairs sorted by the left. `edges` are
/// the possible pairs, with positive weights; edits without an edge are left out.
///
/// Connected components are assigned separately, the smallest first. Once that would take more than
/// [`MOST_ASSIGNMENT_STEPS`] in all, the rest is assigned by weight, the heaviest pair first.
///
/// Not inlined: a browser optimises a function whole, which takes long where it is large.
#[inline(never)]
pub(super) fn assign(left: usize, right: usize, edges: Vec<Candidate>) -> Vec<(usize, usize)> {
    let mut group = DisjointSets::new(left + right);
    for (i, j, _) in &edges {
        group.join(*i, left + *j);
    }
    group.settle();
    let mut parts: BTreeMap<usize, Vec<Candidate>> = BTreeMap::new();
    for edge in edges {
        parts.entry(group.of(edge.0)).or_default().push(edge);
    }
    let mut components: Vec<ConnectedComponent> =
        parts.into_values().map(ConnectedComponent::of).collect();
    components.sort_by_key(ConnectedComponent::steps);
    let mut steps_left = MOST_ASSIGNMENT_STEPS;
    let mut pairs = Vec::new();
    for component in components {
        match steps_left.checked_sub(component.steps()) {
            Some(left) => {
                steps_left = left;
                pairs.extend(component.best());
            }
            None => pairs.extend(by_weight(component.edges)),
        }
    }
    pairs.sort_unstable();
    pairs
}

/// A connected component of the edges.
struct ConnectedComponent {
    rows: Vec<usize>,
    columns: Vec<usize>,
    edges: Vec<Candidate>,
}

impl ConnectedComponent {
    fn of(edges: Vec<Candidate>) -> Self {
        let distinct = |mut all: Vec<usize>| {
            all.sort_unstable();
            all.dedup();
            all
        };
        let rows = distinct(edges.iter().map(|edge| edge.0).collect());
        let columns = distinct(edges.iter().map(|edge| edge.1).collect());
        ConnectedComponent { rows, columns, edges }
    }

    /// The cost of finding the best assignment: for each row of the shorter side, each cell once at most.
    fn steps(&self) -> usize {
        let (rows, columns) = (self.rows.len(), self.columns.len());
        rows.saturating_mul(columns).saturating_mul(rows.min(columns))
    }

    /// The best assignment.
    fn best(&self) -> Vec<(usize, usize)> {
        let (rows, columns) = (&self.rows, &self.columns);
        let turned = rows.len() > columns.len();
        let (short, long) = if turned { (columns, rows) } else { (rows, columns) };
        let mut costs = vec![NONE; short.len() * long.len()];
        for (i, j, weight) in &self.edges {
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
}

/// Takes the heaviest edge first, then the next whose ends are free; edges of the same weight in order. Not inlined, since
/// few instances need it.
#[inline(never)]
fn by_weight(mut edges: Vec<Candidate>) -> impl Iterator<Item = (usize, usize)> {
    edges.sort_unstable_by_key(|(i, j, weight)| (std::cmp::Reverse(*weight), *i, *j));
    let (mut left, mut right) = (HashSet::new(), HashSet::new());
    edges.retain(|(i, j, _)| {
        let free = !left.contains(i) && !right.contains(j);
        free && left.insert(*i) && right.insert(*j)
    });
    edges.into_iter().map(|(i, j, _)| (i, j))
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

    /// The greatest weight, by exhaustive search.
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
            let pairs = assign(cells.len(), 5, edges.clone());
            prop_assert_eq!(weight_of(&pairs, &edges), greatest(&edges, 0, cells.len(), &[]));
            let mut right: Vec<usize> = pairs.iter().map(|pair| pair.1).collect();
            right.sort_unstable();
            right.dedup();
            prop_assert_eq!(right.len(), pairs.len());
        }
    }

    proptest! {
        #[test]
        fn part_by_part_is_as_good_as_the_whole(
            cells in proptest::collection::vec((0..40_usize, 0..40_usize, 1..99_i64), 0..90)
        ) {
            let mut edges = cells;
            edges.sort_unstable();
            edges.dedup_by_key(|(i, j, _)| (*i, *j));
            let whole = ConnectedComponent::of(edges.clone()).best();
            prop_assert_eq!(
                weight_of(&assign(40, 40, edges.clone()), &edges),
                weight_of(&whole, &edges)
            );
        }
    }

    #[test]
    fn a_great_number_is_assigned_all_the_same() {
        let n = 600;
        let edges: Vec<_> = (0..n).flat_map(|i| [(i, i, 3), (i, (i + 1) % n, 1)]).collect();
        let pairs = assign(n, n, edges);
        assert_eq!(pairs, (0..n).map(|i| (i, i)).collect::<Vec<_>>());
    }
}
