//! The best alignment of two annotators, by assignment.
//!
//! A unit alone costs Δ∅, two together their dissimilarity: the best alignment is the assignment of greatest saving. If
//! units may be aligned more than once (soft), a unit costs at most its dissimilarity to the nearest one of the other
//! annotator, and savings are relative to that (a least edge cover by assignment: Schrijver 2003, section 19.3).

use super::alignment::{AlignmentKind, UnitAlignment};
use super::dissimilarity::{DissimilarityWeights, Segment};
use crate::assignment::{DisjointSets, Hungarian, renew};
use spanwise_limits::MOST_GAMMA_ASSIGNED;

#[derive(Debug, Clone, Copy)]
struct SavingEdge {
    group: usize,
    left: usize,
    right: usize,
    saving: f64,
}

/// Aligns two annotators; reuses its memory.
#[derive(Debug, Default)]
pub(super) struct PairAlignment {
    /// By unit, those of the left first: its cost if it is not assigned, and the unit that it is then aligned with, if
    /// any.
    price: Vec<(f64, Option<usize>)>,
    edges: Vec<SavingEdge>,
    groups: DisjointSets,
    costs: Vec<f64>,
    /// By unit: its row or column in the group that is being assigned.
    slot: Vec<usize>,
    rows: Vec<usize>,
    columns: Vec<usize>,
    method: Hungarian<f64>,
    partner: Vec<Option<usize>>,
}

impl PairAlignment {
    pub(super) fn align(
        &mut self,
        left: &[Segment],
        right: &[Segment],
        weights: DissimilarityWeights,
        kind: AlignmentKind,
        found: &mut UnitAlignment,
    ) {
        let count = left.len() + right.len();
        renew(&mut self.price, count, (weights.empty(), None));
        renew(&mut self.slot, count, 0);
        renew(&mut self.partner, count, None);
        if kind == AlignmentKind::Soft {
            self.take_nearest(left, right, weights);
        }
        self.find_edges(left, right, weights);
        found.total = self.price.iter().map(|(price, _)| price).sum();
        found.least = found.total;
        let edges = std::mem::take(&mut self.edges);
        for group in edges.chunk_by(|a, b| a.group == b.group) {
            let (saved, most) = self.assign(group);
            found.total -= saved;
            found.least -= most;
        }
        self.edges = edges;
        // Rounding may turn sums that should be zero negative.
        found.total = found.total.max(0.0);
        found.least = found.least.max(0.0);
        self.put_together(left.len(), found);
    }

    /// Lowers the price of each unit to its dissimilarity to the nearest one of the other annotator.
    fn take_nearest(&mut self, left: &[Segment], right: &[Segment], weights: DissimilarityWeights) {
        for (i, a) in left.iter().enumerate() {
            for (j, b) in right.iter().enumerate() {
                let (j, cost) = (left.len() + j, weights.combined(a, b));
                for (of, with) in [(i, j), (j, i)] {
                    if cost < self.price[of].0 {
                        self.price[of] = (cost, Some(with));
                    }
                }
            }
        }
    }

    /// Finds the pairs with a saving, sorted by connected group.
    fn find_edges(&mut self, left: &[Segment], right: &[Segment], weights: DissimilarityWeights) {
        self.edges.clear();
        self.groups.reset(left.len() + right.len());
        let (mine, others) = self.price.split_at(left.len());
        for (i, (a, (price, _))) in left.iter().zip(mine).enumerate() {
            for (j, (b, (other, _))) in right.iter().zip(others).enumerate() {
                let saving = price + other - weights.combined(a, b);
                if saving > 0.0 {
                    let right = left.len() + j;
                    self.edges.push(SavingEdge { group: 0, left: i, right, saving });
                    self.groups.join(i, right);
                }
            }
        }
        self.groups.settle();
        for edge in &mut self.edges {
            edge.group = self.groups.of(edge.left);
        }
        self.edges.sort_unstable_by_key(|edge| (edge.group, edge.left, edge.right));
    }

    /// Assigns the units of a group; returns the saving, and an upper bound of it.
    fn assign(&mut self, edges: &[SavingEdge]) -> (f64, f64) {
        if let [edge] = edges {
            return (self.take(edge), edge.saving);
        }
        for (list, ends) in [
            (&mut self.rows, edges.iter().map(|edge| edge.left).collect::<Vec<_>>()),
            (&mut self.columns, edges.iter().map(|edge| edge.right).collect()),
        ] {
            *list = ends;
            list.sort_unstable();
            list.dedup();
            for (slot, unit) in list.iter().enumerate() {
                self.slot[*unit] = slot;
            }
        }
        let (rows, columns) = (self.rows.len(), self.columns.len());
        if rows.saturating_mul(columns) > MOST_GAMMA_ASSIGNED {
            return self.greatest_first(edges);
        }
        let turned = rows > columns;
        let (short, long) = if turned { (columns, rows) } else { (rows, columns) };
        renew(&mut self.costs, short * long, 0.0);
        let cell = |slot: &[usize], edge: &SavingEdge| {
            let (row, column) = (slot[edge.left], slot[edge.right]);
            if turned { (column, row) } else { (row, column) }
        };
        for edge in edges {
            let (row, column) = cell(&self.slot, edge);
            self.costs[row * long + column] = -edge.saving;
        }
        let assigned = self.method.assign(&self.costs, long);
        let mut saved = 0.0;
        for edge in edges {
            let (row, column) = cell(&self.slot, edge);
            if assigned.get(row).copied().flatten() == Some(column) {
                self.partner[edge.left] = Some(edge.right);
                self.partner[edge.right] = Some(edge.left);
                saved += edge.saving;
            }
        }
        (saved, saved)
    }

    /// Assigns the greatest savings first. The upper bound is the sum of the greatest saving of every unit on the left.
    fn greatest_first(&mut self, edges: &[SavingEdge]) -> (f64, f64) {
        let mut sorted = edges.to_vec();
        sorted.sort_by(|a, b| b.saving.total_cmp(&a.saving));
        let mut saved = 0.0;
        for edge in &sorted {
            if self.partner[edge.left].is_none() && self.partner[edge.right].is_none() {
                saved += self.take(edge);
            }
        }
        let own = edges.chunk_by(|a, b| a.left == b.left);
        let most = own.map(|own| own.iter().map(|edge| edge.saving).fold(0.0, f64::max)).sum();
        (saved, most)
    }

    fn take(&mut self, edge: &SavingEdge) -> f64 {
        self.partner[edge.left] = Some(edge.right);
        self.partner[edge.right] = Some(edge.left);
        edge.saving
    }

    /// Collects the alignment: the pairs, and the other units alone or, if soft, with the nearest one.
    fn put_together(&self, left: usize, found: &mut UnitAlignment) {
        for (unit, (partner, (_, nearest))) in self.partner.iter().zip(&self.price).enumerate() {
            match (partner, nearest) {
                (Some(partner), _) if unit < *partner => found.push([unit, *partner]),
                (Some(_), _) => {}
                (None, None) => found.push([unit]),
                // Two units without dissimilarity have no saving, since their prices are 0; they are aligned once.
                (None, Some(nearest)) => {
                    let mutual = self.partner.get(*nearest).is_some_and(Option::is_none)
                        && self.price.get(*nearest).is_some_and(|(_, back)| *back == Some(unit));
                    if !mutual || unit < left {
                        found.push([unit.min(*nearest), unit.max(*nearest)]);
                    }
                }
            }
        }
    }
}
