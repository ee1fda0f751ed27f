//! A good alignment and a lower bound, for continua whose best alignment takes too long to find.

use super::alignment::UnitAlignment;
use super::alignment_search::AlignmentSearch;

/// The number of passes in which units are moved between unitary alignments.
const PASSES: usize = 5;

/// Aligns some units of a continuum (sorted) by merging the nearest ones, then moving units while that helps.
pub(super) fn align(search: &AlignmentSearch, units: &[usize], found: &mut UnitAlignment) {
    let nearest = nearest(search, units);
    let mut clusters = UnitClusters::alone(search, units);
    clusters.merge(&nearest);
    for _ in 0..PASSES {
        if !clusters.move_units(&nearest) {
            break;
        }
    }
    let mut total = 0.0;
    for members in clusters.members.iter().filter(|members| !members.is_empty()) {
        let mut members = members.clone();
        members.sort_unstable();
        let with = |(at, unit): (usize, &usize)| {
            let later = members.iter().skip(at + 1);
            later.map(|other| search.between(*unit, *other)).sum::<f64>()
        };
        let sum = members.iter().enumerate().map(with).sum();
        total += search.disorder.of(members.len(), sum);
        found.push(members);
    }
    found.total += total;
    found.least += nearest.iter().map(|near| share(search, near)).sum::<f64>().min(total);
}

/// For one unit: the nearest one of each other annotator with its dissimilarity, in ascending order.
struct NearestUnits {
    unit: usize,
    others: Vec<(f64, usize)>,
}

fn nearest(search: &AlignmentSearch, units: &[usize]) -> Vec<NearestUnits> {
    let start = |unit: &usize| search.segments.get(*unit).map_or(0.0, |segment| segment.start);
    let mut own: Vec<Vec<usize>> = vec![Vec::new(); search.disorder.annotators];
    for unit in units {
        if let Some(list) = own.get_mut(search.owner(*unit)) {
            list.push(*unit);
        }
    }
    for list in &mut own {
        list.sort_by(|a, b| start(a).total_cmp(&start(b)));
    }
    let near = |unit: &usize| {
        let others = own.iter().enumerate().filter(|(owner, _)| *owner != search.owner(*unit));
        let found = others.filter_map(|(_, list)| nearest_in(search, *unit, list));
        let mut others: Vec<(f64, usize)> = found.collect();
        others.sort_by(|a, b| a.0.total_cmp(&b.0));
        NearestUnits { unit: *unit, others }
    };
    units.iter().map(near).collect()
}

/// The nearest of units sorted by start: searched from the start of `unit` in both directions, until none can be
/// nearer.
fn nearest_in(search: &AlignmentSearch, unit: usize, list: &[usize]) -> Option<(f64, usize)> {
    let segment = search.segments.get(unit)?;
    let start = |other: &usize| search.segments.get(*other).map_or(0.0, |other| other.start);
    let middle = list.partition_point(|other| start(other) < segment.start);
    let (before, after) = list.split_at(middle);
    let mut best: Option<(f64, usize)> = None;
    let mut look = |other: &usize| {
        let gap = (start(other) - segment.start).abs();
        let least = search.disorder.weights.at_least(gap, segment.length(), search.longest);
        if best.is_some_and(|(nearest, _)| least > nearest) {
            return false;
        }
        let apart = search.between(unit, *other);
        if best.is_none_or(|(nearest, _)| apart < nearest) {
            best = Some((apart, *other));
        }
        true
    };
    let _ = after.iter().all(&mut look);
    let _ = before.iter().rev().all(&mut look);
    best
}

/// A lower bound of the cost of a unit: the disorder of a unitary alignment is the sum of the shares of its units, half
/// of each dissimilarity and an equal part of the cost of empty places; no share is less than with the nearest units
/// there are.
#[expect(clippy::cast_precision_loss, reason = "annotators are few")]
fn share(search: &AlignmentSearch, near: &NearestUnits) -> f64 {
    let mut least = search.disorder.of(1, 0.0);
    let mut sum = 0.0;
    for (others, (apart, _)) in near.others.iter().enumerate() {
        sum += apart;
        let units = others + 2;
        let empty = search.disorder.of(units, 0.0) / units as f64;
        least = least.min(empty + sum / 2.0 / search.disorder.pairs);
    }
    least
}

/// Clusters of units, with at most one of each annotator.
struct UnitClusters<'a> {
    search: &'a AlignmentSearch<'a>,
    members: Vec<Vec<usize>>,
    /// By unit of the continuum: its cluster.
    of: Vec<usize>,
}

impl<'a> UnitClusters<'a> {
    fn alone(search: &'a AlignmentSearch<'a>, units: &[usize]) -> Self {
        let mut of = vec![usize::MAX; search.segments.len()];
        for (cluster, unit) in units.iter().enumerate() {
            if let Some(slot) = of.get_mut(*unit) {
                *slot = cluster;
            }
        }
        UnitClusters { search, members: units.iter().map(|unit| vec![*unit]).collect(), of }
    }

    fn cluster(&self, unit: usize) -> (usize, &[usize]) {
        let at = self.of.get(unit).copied().unwrap_or(usize::MAX);
        (at, self.members.get(at).map_or(&[], Vec::as_slice))
    }

    /// The saving of having a unit with others rather than apart from them, besides that of one unitary alignment less.
    fn bond(&self, unit: usize, others: &[usize]) -> f64 {
        let others = others.iter().filter(|other| **other != unit);
        let empty = self.search.disorder.weights.empty();
        others.map(|other| empty - self.search.between(unit, *other)).sum()
    }

    fn has_owner(&self, members: &[usize], unit: usize) -> bool {
        members.iter().any(|member| self.search.owner(*member) == self.search.owner(unit))
    }

    /// The saving of one unitary alignment less.
    fn single(&self) -> f64 {
        self.search.disorder.worth(1)
    }

    /// Merges clusters if that saves something, those of the nearest units first.
    fn merge(&mut self, nearest: &[NearestUnits]) {
        let pairs = nearest
            .iter()
            .flat_map(|near| near.others.iter().map(|(apart, other)| (*apart, near.unit, *other)));
        let mut pairs: Vec<(f64, usize, usize)> = pairs.collect();
        pairs.sort_by(|a, b| a.0.total_cmp(&b.0).then((a.1, a.2).cmp(&(b.1, b.2))));
        for (_, a, b) in pairs {
            let ((first, mine), (second, others)) = (self.cluster(a), self.cluster(b));
            if first == second || mine.iter().any(|unit| self.has_owner(others, *unit)) {
                continue;
            }
            let bonds: f64 = mine.iter().map(|unit| self.bond(*unit, others)).sum();
            if bonds + self.single() > 0.0 {
                let others = others.to_vec();
                others.iter().for_each(|unit| self.put(*unit, first));
            }
        }
    }

    fn put(&mut self, unit: usize, cluster: usize) {
        let (old, _) = self.cluster(unit);
        if let Some(members) = self.members.get_mut(old) {
            members.retain(|member| *member != unit);
        }
        if let Some(members) = self.members.get_mut(cluster) {
            members.push(unit);
        }
        if let Some(slot) = self.of.get_mut(unit) {
            *slot = cluster;
        }
    }

    /// Moves each unit to the cluster of a near one if that saves something; returns `true` if any was moved.
    fn move_units(&mut self, nearest: &[NearestUnits]) -> bool {
        let mut moved = false;
        for near in nearest {
            let (own, mine) = self.cluster(near.unit);
            let leaving = match mine {
                [_] => self.single(),
                _ => -self.bond(near.unit, mine),
            };
            let gain = |(_, other): &(f64, usize)| {
                let (cluster, members) = self.cluster(*other);
                let possible = cluster != own && !self.has_owner(members, near.unit);
                possible.then(|| (leaving + self.bond(near.unit, members), cluster))
            };
            let best = near.others.iter().filter_map(gain).max_by(|a, b| a.0.total_cmp(&b.0));
            if let Some((gain, cluster)) = best
                && gain > 1e-9
            {
                self.put(near.unit, cluster);
                moved = true;
            }
        }
        moved
    }
}
