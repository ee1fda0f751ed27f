//! γ-cat and γ-k: agreement about categories, where units are aligned.
//!
//! Mathet 2017 (The agreement measure γ-cat, section 4.2.5), with what pygamma-agreement 0.5.9 adds: a unit and nothing
//! in the same unitary alignment count as Δ∅ with the weight Δ∅.

use super::alignment::UnitAlignment;
use super::continuum::Continuum;
use super::dissimilarity::{DissimilarityWeights, Segment};

/// An accumulator of a weighted mean of disorders.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct CategoryDisorder {
    /// The sum of disorders, each times its weight.
    pub(super) disorder: f64,
    /// The sum of the weights.
    pub(super) weight: f64,
    /// `true` if there is any pair, and any pair of two units.
    any: bool,
    aligned: bool,
}

impl CategoryDisorder {
    fn add(&mut self, disorder: f64, weight: f64) {
        self.disorder += disorder * weight;
        self.weight += weight;
        self.any = true;
    }

    /// The mean: 0 if no two units are aligned, 1 if the category does not occur.
    pub(super) fn mean(&self) -> f64 {
        match (self.aligned, self.any) {
            (false, false) => 1.0,
            (false, true) => 0.0,
            (true, _) if self.disorder == 0.0 => 0.0,
            (true, _) => self.disorder / self.weight,
        }
    }
}

/// The disorder of categories in an alignment: of all, then of each of `categories` categories.
pub(super) fn disorders(
    alignment: &UnitAlignment,
    continuum: &Continuum,
    weights: &DissimilarityWeights,
    categories: usize,
) -> Vec<CategoryDisorder> {
    let mut disorders = vec![CategoryDisorder::default(); categories + 1];
    let mut members: Vec<&Segment> = Vec::new();
    for unitary in alignment.iter() {
        members.clear();
        members.extend(unitary.iter().filter_map(|unit| continuum.segments().get(*unit)));
        let empty = continuum.annotators().saturating_sub(members.len());
        add_empty(&mut disorders, &members, empty, weights.empty());
        add_pairs(&mut disorders, &members, weights);
    }
    disorders
}

/// Adds each unit with each of the annotators who have none in the unitary alignment.
fn add_empty(disorders: &mut [CategoryDisorder], members: &[&Segment], empty: usize, delta: f64) {
    for member in members {
        for at in [0, member.category + 1] {
            if let Some(disorder) = disorders.get_mut(at) {
                (0..empty).for_each(|_| disorder.add(delta, delta));
            }
        }
    }
}

/// Adds each pair of units, with a greater weight the nearer they are and the fewer units the unitary alignment has.
fn add_pairs(
    disorders: &mut [CategoryDisorder],
    members: &[&Segment],
    weights: &DissimilarityWeights,
) {
    #[expect(clippy::cast_precision_loss, reason = "annotators are few")]
    let others = members.len().saturating_sub(1) as f64;
    for (at, a) in members.iter().enumerate() {
        for b in members.iter().skip(at + 1) {
            let weight = (1.0 - weights.position(a, b)).max(0.0) / others;
            let concerned = [
                Some(0),
                Some(a.category + 1),
                (a.category != b.category).then_some(b.category + 1),
            ];
            for at in concerned.into_iter().flatten() {
                if let Some(disorder) = disorders.get_mut(at) {
                    disorder.add(weights.category(a, b), weight);
                    disorder.aligned = true;
                }
            }
        }
    }
}
