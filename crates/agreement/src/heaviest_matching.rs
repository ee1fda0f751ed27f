//! Matchings of greatest weight in sparse graphs, for spans that overlap few others each.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// An edge of a row.
#[derive(Debug, Clone, Copy)]
pub(crate) struct WeightedEdge {
    pub(crate) column: usize,
    /// Above 0.
    pub(crate) weight: f64,
}

/// A matching of greatest weight, with the potentials that prove it: they are at least 0, no edge weighs more than those of
/// its ends together, and their sum is the weight of the matching.
#[derive(Debug, Clone)]
pub(crate) struct HeaviestMatching {
    /// By row: its column.
    pub(crate) columns: Vec<Option<usize>>,
    /// The potentials of rows.
    pub(crate) of_rows: Vec<f64>,
    /// The potentials of columns.
    pub(crate) of_columns: Vec<f64>,
}

impl HeaviestMatching {
    /// Returns the matching of greatest weight of rows, each with its edges, by shortest augmenting paths (Edmonds and Karp
    /// 1972). A path is searched for with a heap, so it takes as long as the rows near its first one.
    pub(crate) fn of(rows: &[Vec<WeightedEdge>], columns: usize) -> Self {
        let mut paths = AugmentingPaths::new(rows, columns);
        (0..rows.len()).for_each(|row| paths.add(row));
        paths.found
    }

    /// Its weight.
    pub(crate) fn weight(&self) -> f64 {
        self.of_rows.iter().chain(&self.of_columns).sum()
    }
}

/// The search for augmenting paths.
struct AugmentingPaths<'a> {
    rows: &'a [Vec<WeightedEdge>],
    found: HeaviestMatching,
    /// The row of each column, so far.
    row_of: Vec<Option<usize>>,
    /// By column: the length of the shortest path found to it, and the row before it on that path.
    distance: Vec<f64>,
    before: Vec<usize>,
    /// The columns that a path was found to.
    reached: Vec<usize>,
    /// The rows to which the shortest path is known, with its length.
    settled: Vec<(usize, f64)>,
    next: BinaryHeap<NextColumn>,
}

/// The last step of a path.
#[derive(Clone, Copy)]
enum PathEnd {
    /// To a column that no row has.
    Column(usize),
    /// A row gives its column away.
    Row(usize),
}

/// A column that a path was found to, the nearest first.
struct NextColumn {
    distance: f64,
    column: usize,
}

impl Ord for NextColumn {
    fn cmp(&self, other: &Self) -> Ordering {
        other.distance.total_cmp(&self.distance).then_with(|| other.column.cmp(&self.column))
    }
}

impl PartialOrd for NextColumn {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for NextColumn {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for NextColumn {}

impl<'a> AugmentingPaths<'a> {
    fn new(rows: &'a [Vec<WeightedEdge>], columns: usize) -> Self {
        AugmentingPaths {
            rows,
            found: HeaviestMatching {
                columns: vec![None; rows.len()],
                of_rows: vec![0.0; rows.len()],
                of_columns: vec![0.0; columns],
            },
            row_of: vec![None; columns],
            distance: vec![f64::INFINITY; columns],
            before: vec![0; columns],
            reached: Vec::new(),
            settled: Vec::new(),
            next: BinaryHeap::new(),
        }
    }

    /// Adds a row to the matching of those before it.
    fn add(&mut self, row: usize) {
        let edges = self.rows.get(row).into_iter().flatten();
        let rest = edges.map(|edge| edge.weight - self.found.of_columns[edge.column]);
        self.found.of_rows[row] = rest.fold(0.0, f64::max);
        let (end, length) = self.shortest(row);
        self.account(length);
        self.move_along(row, end);
        self.next.clear();
        self.settled.clear();
        for column in self.reached.drain(..) {
            self.distance[column] = f64::INFINITY;
        }
    }

    /// The end of the shortest path from a row, and its length.
    fn shortest(&mut self, row: usize) -> (PathEnd, f64) {
        let (mut at, mut length) = (row, 0.0);
        let mut end = (PathEnd::Row(row), f64::INFINITY);
        loop {
            self.settled.push((at, length));
            let own = self.found.of_rows[at];
            if length + own < end.1 {
                end = (PathEnd::Row(at), length + own);
            }
            for edge in self.rows.get(at).into_iter().flatten() {
                let column = edge.column;
                let rest = own + self.found.of_columns[column] - edge.weight;
                let through = length + rest.max(0.0);
                if through >= self.distance[column].min(end.1) {
                    continue;
                }
                if self.distance[column].is_infinite() {
                    self.reached.push(column);
                }
                (self.distance[column], self.before[column]) = (through, at);
                match self.row_of[column] {
                    Some(_) => self.next.push(NextColumn { distance: through, column }),
                    None => end = (PathEnd::Column(column), through),
                }
            }
            let Some((owner, distance)) = self.nearest(end.1) else { return end };
            (at, length) = (owner, distance);
        }
    }

    /// The row of the nearest column below a distance.
    fn nearest(&mut self, below: f64) -> Option<(usize, f64)> {
        while let Some(NextColumn { distance, column }) = self.next.pop() {
            if distance >= below {
                return None;
            }
            // A shorter path may have been found since.
            if distance <= self.distance[column] {
                return Some((self.row_of[column]?, distance));
            }
        }
        None
    }

    /// Updates the potentials, so that the edges of a path of this length weigh as much as those of their ends.
    fn account(&mut self, length: f64) {
        for (row, distance) in &self.settled {
            self.found.of_rows[*row] -= length - distance;
        }
        for column in &self.reached {
            self.found.of_columns[*column] += (length - self.distance[*column]).max(0.0);
        }
    }

    /// Augments the matching along the path from a row to its end.
    fn move_along(&mut self, row: usize, end: PathEnd) {
        let mut free = match end {
            PathEnd::Column(column) => Some(column),
            PathEnd::Row(last) => self.found.columns[last].take().filter(|_| last != row),
        };
        while let Some(column) = free {
            let taker = self.before[column];
            self.row_of[column] = Some(taker);
            free = self.found.columns[taker].replace(column).filter(|_| taker != row);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn greatest(rows: &[Vec<WeightedEdge>], taken: &mut Vec<usize>) -> f64 {
        let Some((edges, rows)) = rows.split_first() else { return 0.0 };
        let mut best = greatest(rows, taken);
        for edge in edges {
            if !taken.contains(&edge.column) {
                taken.push(edge.column);
                best = best.max(edge.weight + greatest(rows, taken));
                taken.pop();
            }
        }
        best
    }

    fn rows() -> impl Strategy<Value = Vec<Vec<WeightedEdge>>> {
        let weight = prop_oneof![2 => Just(0.0), 1 => (1u8..9).prop_map(|n| f64::from(n) / 7.0)];
        let row = proptest::collection::vec(weight, 5).prop_map(|weights| {
            let edges = weights.into_iter().enumerate().filter(|(_, weight)| *weight > 0.0);
            edges.map(|(column, weight)| WeightedEdge { column, weight }).collect()
        });
        proptest::collection::vec(row, 0..7)
    }

    proptest! {
        #[test]
        fn no_matching_weighs_more(rows in rows()) {
            let found = HeaviestMatching::of(&rows, 5);
            let mut weight = 0.0;
            let mut taken = Vec::new();
            for (edges, column) in rows.iter().zip(&found.columns) {
                if let Some(column) = column {
                    let edge = edges.iter().find(|edge| edge.column == *column).unwrap();
                    weight += edge.weight;
                    prop_assert!(!taken.contains(column));
                    taken.push(*column);
                }
            }
            prop_assert!((weight - greatest(&rows, &mut Vec::new())).abs() < 1e-9);
            prop_assert!((weight - found.weight()).abs() < 1e-9);
            prop_assert!(found.of_rows.iter().chain(&found.of_columns).all(|of| *of > -1e-9));
            for (edges, of_row) in rows.iter().zip(&found.of_rows) {
                for edge in edges {
                    prop_assert!(of_row + found.of_columns[edge.column] > edge.weight - 1e-9);
                }
            }
        }
    }
}
