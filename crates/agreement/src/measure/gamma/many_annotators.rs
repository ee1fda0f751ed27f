//! The best alignment of three annotators and more: enumerates the possible unitary alignments in connected groups of
//! units, and solves each group on its own.
//!
//! Mathet, Widlöcher and Métivier (2015, section 5.1.1) leave out unitary alignments that cost more than their units do
//! alone. Here one is left out already if it costs no less than without one of its units and that unit alone; neither
//! rule changes the least disorder.

use std::collections::BTreeMap;

use super::alignment::{AlignmentKind, Disorder, UnitAlignment};
use super::alignment_search::AlignmentSearch;
use super::bounds;
use super::continuum::Continuum;
use super::dissimilarity::Segment;
use super::partition::{self, UnitaryCandidate};
use crate::assignment::DisjointSets;
use spanwise_limits::{
    MOST_GAMMA_ALIGNMENTS, MOST_GAMMA_PAIRS, MOST_GAMMA_TRIALS, MOST_GAMMA_UNITS,
};

/// Finds the best alignment of a continuum, or a good one with a lower bound if the best takes too long to find.
pub(super) fn align(
    continuum: &Continuum,
    disorder: Disorder,
    kind: AlignmentKind,
    found: &mut UnitAlignment,
) {
    let search = AlignmentSearch {
        segments: continuum.segments(),
        owners: &continuum.owners(),
        longest: continuum.longest(),
        disorder,
        kind,
    };
    let Some(neighbours) = search.neighbours() else {
        let all: Vec<usize> = (0..search.segments.len()).collect();
        return bounds::align(&search, &all, found);
    };
    for group in search.groups(&neighbours) {
        search.align(&group, &neighbours, found);
    }
}

impl AlignmentSearch<'_> {
    /// By unit: the units of later annotators with which it can be in a unitary alignment. `None` if there are too many.
    fn neighbours(&self) -> Option<Vec<Vec<usize>>> {
        let limit = self.disorder.worth(self.disorder.annotators);
        let mut order: Vec<(f64, usize, &Segment)> =
            self.segments.iter().enumerate().map(|(at, unit)| (unit.start, at, unit)).collect();
        order.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let mut neighbours = vec![Vec::new(); order.len()];
        let mut pairs = 0;
        for (position, (start, i, a)) in order.iter().enumerate() {
            for (other, j, b) in order.iter().skip(position + 1) {
                let weights = &self.disorder.weights;
                if weights.at_least(other - start, a.length(), self.longest) >= limit {
                    break;
                }
                let (first, second) = (*i.min(j), *i.max(j));
                if self.owner(first) != self.owner(second) && weights.combined(a, b) < limit {
                    neighbours.get_mut(first)?.push(second);
                    pairs += 1;
                    if pairs > MOST_GAMMA_PAIRS {
                        return None;
                    }
                }
            }
        }
        neighbours.iter_mut().for_each(|list| list.sort_unstable());
        Some(neighbours)
    }

    /// The connected groups of units.
    fn groups(&self, neighbours: &[Vec<usize>]) -> Vec<Vec<usize>> {
        let mut groups = DisjointSets::new(neighbours.len());
        for (unit, others) in neighbours.iter().enumerate() {
            others.iter().for_each(|other| groups.join(unit, *other));
        }
        gather(0..neighbours.len(), |unit| groups.of(*unit))
    }

    /// Aligns a connected group of units.
    fn align(&self, group: &[usize], neighbours: &[Vec<usize>], found: &mut UnitAlignment) {
        let mut trial =
            TupleSearch { search: self, neighbours, columns: Vec::new(), left: MOST_GAMMA_TRIALS };
        let complete = group.iter().all(|unit| trial.from(*unit));
        let mut columns = trial.columns;
        if !complete {
            return bounds::align(self, group, found);
        }
        if self.kind == AlignmentKind::Soft {
            match with_parts(columns) {
                Some(parts) => columns = parts,
                None => return bounds::align(self, group, found),
            }
        }
        let mut groups = DisjointSets::new(self.segments.len());
        for column in &columns {
            for pair in column.covers.windows(2) {
                groups.join(pair[0], pair[1]);
            }
        }
        let first = |column: &UnitaryCandidate| {
            groups.of(column.covers.first().copied().unwrap_or_default())
        };
        for part in gather(columns, first) {
            self.choose(part, found);
        }
    }

    /// Adds the best choice among the unitary alignments of connected units.
    fn choose(&self, columns: Vec<UnitaryCandidate>, found: &mut UnitAlignment) {
        let mut units: Vec<usize> =
            columns.iter().flat_map(|column| column.covers.iter().copied()).collect();
        units.sort_unstable();
        units.dedup();
        if units.len() > MOST_GAMMA_UNITS {
            return bounds::align(self, &units, found);
        }
        let best = partition::best(&units, &columns);
        found.total += best.total;
        found.least += best.least;
        let chosen = best.chosen.iter().filter_map(|at| columns.get(*at));
        let mut chosen: Vec<&Vec<usize>> = chosen.map(|column| &column.members).collect();
        chosen.sort_unstable();
        chosen.dedup();
        chosen.into_iter().for_each(|members| found.push(members.iter().copied()));
    }
}

/// Groups things by key; each group keeps their order.
fn gather<T>(things: impl IntoIterator<Item = T>, key: impl Fn(&T) -> usize) -> Vec<Vec<T>> {
    let mut groups: BTreeMap<usize, Vec<T>> = BTreeMap::new();
    for thing in things {
        groups.entry(key(&thing)).or_default().push(thing);
    }
    groups.into_values().collect()
}

/// The enumeration of unitary alignments.
struct TupleSearch<'a> {
    search: &'a AlignmentSearch<'a>,
    neighbours: &'a [Vec<usize>],
    columns: Vec<UnitaryCandidate>,
    /// The number of sets that may still be tried.
    left: usize,
}

impl TupleSearch<'_> {
    /// Adds all unitary alignments whose first unit this is; returns `false` if there are too many.
    fn from(&mut self, unit: usize) -> bool {
        let neighbours = self.neighbours;
        let others = neighbours.get(unit).map_or(&[][..], Vec::as_slice);
        self.extend(&mut vec![unit], &[0.0], others)
    }

    /// Adds a set of units, unless it is no cheaper than without one of them, and all larger ones with some of the
    /// `others`. `sums` are the sums of the dissimilarities of each unit with the rest. Returns `false` if there are
    /// too many.
    fn extend(&mut self, members: &mut Vec<usize>, sums: &[f64], others: &[usize]) -> bool {
        let disorder = &self.search.disorder;
        let worth = disorder.worth(members.len());
        if members.len() == 1 || sums.iter().all(|sum| *sum < worth) {
            let cost = disorder.of(members.len(), sums.iter().sum::<f64>() / 2.0);
            let (covers, members) = (members.clone(), members.clone());
            self.columns.push(UnitaryCandidate { covers, members, cost });
        }
        for (at, other) in others.iter().enumerate() {
            self.left = self.left.saturating_sub(1);
            if self.left == 0 || self.columns.len() > MOST_GAMMA_ALIGNMENTS {
                return false;
            }
            let owner = self.search.owner(*other);
            if members.last().is_none_or(|last| self.search.owner(*last) >= owner) {
                continue;
            }
            let apart: Vec<f64> =
                members.iter().map(|unit| self.search.between(*unit, *other)).collect();
            let later = self.search.disorder.annotators.saturating_sub(owner + 1);
            let worth = self.search.disorder.worth(members.len() + 1 + later);
            let own: f64 = apart.iter().sum();
            if own >= worth || sums.iter().zip(&apart).any(|(sum, more)| sum + more >= worth) {
                continue;
            }
            let with = sums.iter().zip(&apart).map(|(sum, more)| sum + more);
            let with: Vec<f64> = with.chain([own]).collect();
            members.push(*other);
            let complete = self.extend(members, &with, others.get(at + 1..).unwrap_or(&[]));
            members.pop();
            if !complete {
                return false;
            }
        }
        true
    }
}

/// For soft alignments, in which a unitary alignment may cover a part of its units, the others being covered by
/// another: returns each set of units with the cheapest unitary alignment that holds it. `None` if there are too many.
fn with_parts(columns: Vec<UnitaryCandidate>) -> Option<Vec<UnitaryCandidate>> {
    let mut cheapest: BTreeMap<Vec<usize>, UnitaryCandidate> = BTreeMap::new();
    let mut open = columns;
    while let Some(column) = open.pop() {
        if cheapest.get(&column.covers).is_some_and(|known| known.cost <= column.cost) {
            continue;
        }
        if cheapest.len() >= MOST_GAMMA_ALIGNMENTS {
            return None;
        }
        for without in 0..column.covers.len() {
            let mut part = column.clone();
            part.covers.remove(without);
            if !part.covers.is_empty() {
                open.push(part);
            }
        }
        cheapest.insert(column.covers.clone(), column);
    }
    Some(cheapest.into_values().collect())
}
