//! Confusion matrices of categories (Kasner et al. 2025, figure 3) and of answers of two annotators.

use std::collections::BTreeMap;

use super::annotation_study::MarkedSpan;
use super::compared_texts::{ComparedText, ComparedTexts};
use super::overlap_index::OverlapIndex;

/// A confusion matrix of the labels of reference and hypothesis. Labels are positions: of categories, or of the values
/// of a question. Zeros are not stored.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Confusion {
    /// The rule by which labels were paired, as a sentence fit for a paper.
    pub convention: &'static str,
    /// By label of the reference and label of the hypothesis.
    pub aligned: BTreeMap<(usize, usize), usize>,
    /// By label: the number in the reference without a counterpart.
    pub reference_only: BTreeMap<usize, usize>,
    /// By label: the number in the hypothesis without a counterpart.
    pub hypothesis_only: BTreeMap<usize, usize>,
}

impl Confusion {
    /// The count of a pair of labels, of the reference and of the hypothesis.
    #[must_use]
    pub fn count(&self, reference: usize, hypothesis: usize) -> usize {
        self.aligned.get(&(reference, hypothesis)).copied().unwrap_or(0)
    }

    /// The number of pairs.
    #[must_use]
    pub fn n(&self) -> usize {
        self.aligned.values().sum()
    }

    /// Counts one pair, or a label without a counterpart.
    fn add(&mut self, reference: Option<usize>, hypothesis: Option<usize>) {
        let slot = match (reference, hypothesis) {
            (Some(reference), Some(hypothesis)) => {
                self.aligned.entry((reference, hypothesis)).or_default()
            }
            (Some(reference), None) => self.reference_only.entry(reference).or_default(),
            (None, Some(hypothesis)) => self.hypothesis_only.entry(hypothesis).or_default(),
            (None, None) => return,
        };
        *slot += 1;
    }
}

/// The confusion matrix of categories over aligned spans (Kasner et al. 2025, Figure 3): each span of the hypothesis,
/// in the order of the text, takes the span of the reference that it overlaps most, of those not yet taken and of any
/// category; the first one of several equals. Spans without a counterpart are counted apart.
#[must_use]
pub fn category_confusion(examples: &ComparedTexts) -> Confusion {
    let convention = "Each span of the hypothesis, in the order of the text, is aligned with the span of the reference \
                      with which it shares most characters, of any category and not aligned before; an insertion \
                      point with one at the same place.";
    let mut confusion = Confusion { convention, ..Confusion::default() };
    for pair in examples.list.iter().flat_map(confused_spans) {
        confusion.add(pair.reference.map(|of| of.category), pair.hypothesis.map(|of| of.category));
    }
    confusion
}

/// A span of each annotator, aligned with each other, or a span without a counterpart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ConfusedSpans {
    /// The span of the reference.
    pub reference: Option<MarkedSpan>,
    /// The span of the hypothesis.
    pub hypothesis: Option<MarkedSpan>,
}

/// The spans of a text as [`category_confusion`] counts them: those of the hypothesis in the order of the text, each
/// with its counterpart, then those of the reference that have none.
#[must_use]
pub fn confused_spans(example: &ComparedText) -> Vec<ConfusedSpans> {
    let reference = OverlapIndex::new(&example.reference);
    let mut taken = vec![false; example.reference.len()];
    let mut pairs = Vec::with_capacity(example.hypothesis.len());
    for unit in example.hypothesis.iter() {
        let free = reference.with(unit.range).filter(|(at, ..)| taken.get(*at) == Some(&false));
        // The index iterates backwards, and `max_by_key` keeps the last of several greatest: the first in the text.
        let best = free.max_by_key(|(_, _, overlap)| *overlap);
        if let Some(slot) = best.and_then(|(at, ..)| taken.get_mut(at)) {
            *slot = true;
        }
        let reference = best.map(|(_, other, _)| *other);
        pairs.push(ConfusedSpans { reference, hypothesis: Some(*unit) });
    }
    let alone = example.reference.iter().zip(taken).filter(|(_, taken)| !taken);
    let alone = alone.map(|(unit, _)| ConfusedSpans { reference: Some(*unit), hypothesis: None });
    pairs.extend(alone);
    pairs
}

/// The confusion matrix of the answers that two annotators gave to a question about the same edits: `rows` by edit and
/// annotator, as in [`super::QuestionRatings`]. An answer of only one of them has no counterpart.
#[must_use]
pub fn answer_confusion(
    rows: &[Vec<Option<usize>>],
    reference: usize,
    hypothesis: usize,
) -> Confusion {
    let convention = "Answers of both annotators about the same edit.";
    let mut confusion = Confusion { convention, ..Confusion::default() };
    for row in rows {
        let given = |annotator: usize| row.get(annotator).copied().flatten();
        confusion.add(given(reference), given(hypothesis));
    }
    confusion
}
