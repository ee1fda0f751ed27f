//! Soft labels: the probability that each character is marked.

use super::comparisons::{AnnotatorComparison, ComparedStudy};
use crate::figures::FigureGroup;
use spanwise_agreement::measure::{
    Bootstrap, CodePointRange, SoftText, StudyText, share_marked, soft_labels, soft_scores,
};
use spanwise_template::Side;

/// IoU and correlation as Mu-SHROOM scores them. Of a text that several annotators of a side have, the probability of a
/// character is the share of them who marked it.
pub(super) fn figures(
    compared: &ComparedStudy,
    comparison: &AnnotatorComparison,
    bootstrap: &Bootstrap,
) -> FigureGroup {
    let texts = comparison.texts.chunk_by(|(one, _), (other, _)| one == other);
    let texts: Vec<SoftText> = texts.filter_map(|pairs| text(compared, pairs)).collect();
    let scores = soft_scores(&texts, bootstrap);
    let mut group = FigureGroup::default();
    group.figure("iou", &scores.iou);
    group.figure("correlation", &scores.correlation);
    group
}

/// The labels of a text, from all its pairs of annotators.
fn text(compared: &ComparedStudy, pairs: &[(usize, [usize; 2])]) -> Option<SoftText> {
    let study_text = compared.study_texts.get(pairs.first()?.0)?;
    let [reference, hypothesis] = [0, 1].map(|side| {
        let mut annotators: Vec<usize> = pairs.iter().map(|(_, pair)| pair[side]).collect();
        annotators.sort_unstable();
        annotators.dedup();
        labels(compared, study_text, &annotators)
    });
    Some(SoftText {
        item: study_text.item,
        length: study_text.length,
        sides: [reference.0, hypothesis.0],
        hard: [reference.1, hypothesis.1],
    })
}

/// The soft labels of one side, and its hard ones if they are given.
type SoftAndHardLabels = (Vec<(CodePointRange, f64)>, Option<Vec<CodePointRange>>);

fn labels(
    compared: &ComparedStudy,
    study_text: &StudyText,
    annotators: &[usize],
) -> SoftAndHardLabels {
    let item = compared.paired.study.items.get(study_text.item);
    match (annotators, item) {
        ([only], Some(item)) => {
            let target = item.texts.first(Side::Target).map(|text| &text.name);
            let given = item.hard_labels.get(*only).filter(|_| target == Some(&study_text.name));
            (soft_labels(item, *only, &study_text.name).unwrap_or_default(), given.cloned())
        }
        _ => (share_marked(study_text, annotators), None),
    }
}
