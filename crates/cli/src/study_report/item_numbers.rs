//! Numbers of single items, which plots show one by one.

use serde::{Deserialize, Serialize};

use spanwise_agreement::measure::{AnnotationStudy, edits_of_items, spans_of_texts};

/// The greatest number of pairs that have plots of their own.
pub(super) const MOST_PAIRS: usize = 3;

/// Numbers of edits and spans.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct ItemNumbers {
    /// By annotator: the name, and the number of edits of each item that they have.
    pub(super) edits: Vec<(String, Vec<usize>)>,
    /// Of every two annotators, unless they are more than [`MOST_PAIRS`].
    pub(super) spans: Vec<SpansOfPair>,
}

/// Numbers of spans of two annotators in the texts that both have.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct SpansOfPair {
    /// Their names.
    pub(super) annotators: [String; 2],
    /// The numbers of spans of each, insertion points included, by text that both have.
    pub(super) counts: Vec<[usize; 2]>,
    /// The number of texts that one of both does not have.
    pub(super) left_out: usize,
}

impl ItemNumbers {
    /// Counts what was marked.
    pub(super) fn of(study: &AnnotationStudy) -> Self {
        let each = study.annotators.iter().enumerate();
        let edits = each.map(|(at, name)| (name.clone(), edits_of_items(study, at)));
        ItemNumbers { edits: edits.collect(), spans: spans(study) }
    }
}

fn spans(study: &AnnotationStudy) -> Vec<SpansOfPair> {
    let numbers = 0..study.annotators.len();
    let pairs = numbers
        .clone()
        .flat_map(|first| (first + 1..numbers.end).map(move |second| [first, second]));
    let pairs: Vec<[usize; 2]> = pairs.take(MOST_PAIRS + 1).collect();
    if pairs.is_empty() || pairs.len() > MOST_PAIRS {
        return Vec::new();
    }
    let study_texts = study.study_texts();
    let of_pair = |pair: [usize; 2]| {
        let counts = spans_of_texts(&study_texts, pair);
        let left_out = study_texts.len() - counts.len();
        let name = |at: usize| study.annotators.get(at).cloned().unwrap_or_default();
        SpansOfPair { annotators: pair.map(name), counts, left_out }
    };
    pairs.into_iter().map(of_pair).collect()
}
