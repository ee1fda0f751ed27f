//! Numbers of edits and spans one by one, for plots of how they are distributed.

use super::annotation_study::{AnnotationStudy, StudyText};

/// The numbers of edits in each item that an annotator has, whose mean is [`EditCounts::per_item`].
///
/// [`EditCounts::per_item`]: super::EditCounts::per_item
#[must_use]
pub fn edits_of_items(study: &AnnotationStudy, annotator: usize) -> Vec<usize> {
    let edits = study.items.iter().filter_map(|item| item.edits.get(annotator));
    edits.map(Vec::len).collect()
}

/// The numbers of spans of two annotators, insertion points included, in each text that both have: those whose
/// correlation is [`SpanCounting::PerText`].
///
/// [`SpanCounting::PerText`]: super::SpanCounting::PerText
#[must_use]
pub fn spans_of_texts(study_texts: &[StudyText], annotators: [usize; 2]) -> Vec<[usize; 2]> {
    let [first, second] = annotators;
    let counts = study_texts
        .iter()
        .filter_map(|text| Some([text.units.get(first)?.len(), text.units.get(second)?.len()]));
    counts.collect()
}
