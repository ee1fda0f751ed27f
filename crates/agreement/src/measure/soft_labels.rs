//! Soft labels: the probability that a text is marked, character by character, scored as in Mu-SHROOM (SemEval-2025
//! task 3; Vázquez et al. 2025).
//!
//! Two figures, each a mean over texts, computed as by the scorer of the task:
//!
//! * the intersection over union of the characters of hard labels. Hard labels are given, or else those soft labels whose
//!   probability is *above* 0.5;
//! * Spearman's correlation (with the mean rank for ties) between the probabilities of both sides over the characters of a
//!   text. A side whose probability is the same throughout, to 8 decimals, has none: the text counts as 1 if that of the
//!   other side is constant, too, even at another value, and as 0 if it is not. Nothing marked is constant.
//!
//! A character outside of all labels has the probability 0, one in several has that of the last of the list. Probabilities
//! are held as segments, so that time grows with the number of labels and not with the length of the text.

use std::collections::{BTreeMap, BTreeSet};

use super::annotation_study::{StudyItem, StudyText};
use super::bootstrap::Bootstrap;
use super::code_point_range::CodePointRange;
use super::figure::Figure;
use super::item_sums::ItemSums;
use super::undefined::Undefined;
use spanwise_annotation::document::TextName;

/// A text with the labels of two sides, the reference and the hypothesis. Parts of labels beyond the text are ignored.
#[derive(Debug, Clone, Default)]
pub struct SoftText {
    /// Position in [`super::AnnotationStudy::items`].
    pub item: usize,
    /// Length of the text in code points.
    pub length: u32,
    /// By side: soft labels, which are ranges in code points with a probability from 0 to 1.
    pub sides: [Vec<(CodePointRange, f64)>; 2],
    /// By side: hard labels; `None` if they follow from the soft ones.
    pub hard: [Option<Vec<CodePointRange>>; 2],
}

/// Agreement of the labels of two sides. `n` is the number of texts.
#[derive(Debug, Clone, PartialEq)]
pub struct SoftScores {
    /// Intersection over union of the characters of hard labels.
    pub iou: Figure,
    /// Spearman's correlation of the probabilities of characters.
    pub correlation: Figure,
}

const IOU: &str = "Mean over texts of the intersection over union of the characters of hard labels, which is 1 where \
                   neither side has any; hard labels are those given, or else the soft labels with a probability above \
                   0.5 (Mu-SHROOM, Vázquez et al. 2025).";

const CORRELATION: &str = "Mean over texts of Spearman's correlation between the probabilities of the characters of both \
                           sides, 0 outside of labels; where the probability of a side is the same throughout the text, 1 \
                           if that of the other side is constant as well, at whatever value, and else 0 (Mu-SHROOM, \
                           Vázquez et al. 2025).";

/// Scores texts, which come in the order of their items.
#[must_use]
pub fn soft_scores(texts: &[SoftText], bootstrap: &Bootstrap) -> SoftScores {
    let labels = texts.iter().flat_map(|text| text.sides.iter().flatten());
    let points = labels.filter(|(range, _)| range.is_empty()).count();
    let mean = |convention, score: fn(&SoftText) -> Option<f64>, why| {
        let mut sums = ItemSums::new(2);
        let mut n = 0;
        for (item, score) in texts.iter().filter_map(|text| Some((text.item, score(text)?))) {
            sums.add_row(item, [score, 1.0]);
            n += 1;
        }
        let figure = bootstrap.mean(convention, n, &sums, why);
        figure
            .without(texts.len() - n, "texts without characters")
            .without(points, "insertion points, which mark no character")
    };
    SoftScores {
        iou: mean(IOU, |text| Some(iou(text)), Undefined::NoTexts),
        correlation: mean(CORRELATION, correlation, Undefined::NoTextsWithCharacters),
    }
}

/// The soft labels of an annotator on one text of an item: the spans of their edits, with probability 1 where an edit has
/// none. `None` if they did not have the item.
#[must_use]
pub fn soft_labels(
    item: &StudyItem,
    annotator: usize,
    text: &TextName,
) -> Option<Vec<(CodePointRange, f64)>> {
    let edits = item.edits.get(annotator)?;
    let labels = edits.iter().flat_map(|edit| {
        let probability = edit.probability.unwrap_or(1.0);
        edit.on(text).iter().map(move |range| (*range, probability))
    });
    Some(labels.collect())
}

/// Pools several annotators into soft labels: the probability of a character is the share of them who marked it in any
/// category. Only those who have the text count; if none has it, there are no labels.
///
/// The labels are sorted and disjoint, and only cover marked characters.
#[must_use]
pub fn share_marked(study_text: &StudyText, annotators: &[usize]) -> Vec<(CodePointRange, f64)> {
    let having = annotators.iter().filter_map(|at| study_text.units.get(*at));
    let mut changes: BTreeMap<u32, i64> = BTreeMap::new();
    let mut count = 0;
    for units in having {
        count += 1;
        for range in merged(units.iter().map(|unit| unit.range)) {
            *changes.entry(range.start).or_default() += 1;
            *changes.entry(range.end).or_default() -= 1;
        }
    }
    let (mut labels, mut marking, mut start) = (Vec::new(), 0, 0);
    for (end, change) in changes.into_iter().filter(|(_, change)| *change != 0) {
        if marking > 0 {
            labels.push((CodePointRange { start, end }, marking as f64 / f64::from(count)));
        }
        (marking, start) = (marking + change, end);
    }
    labels
}

/// Merges ranges, sorted by start, that overlap or touch.
fn merged(ranges: impl Iterator<Item = CodePointRange>) -> Vec<CodePointRange> {
    let mut merged: Vec<CodePointRange> = Vec::new();
    for range in ranges {
        match merged.last_mut().filter(|last| range.start <= last.end) {
            Some(last) => last.end = last.end.max(range.end),
            None => merged.push(range),
        }
    }
    merged
}

fn iou(text: &SoftText) -> f64 {
    let [mut shared, mut marked] = [0, 0];
    for piece in pieces(&hard_labels(text), text.length) {
        let sides = piece.values.iter().filter(|value| **value > 0.0).count();
        marked += if sides > 0 { u64::from(piece.length) } else { 0 };
        shared += if sides == 2 { u64::from(piece.length) } else { 0 };
    }
    if marked == 0 { 1.0 } else { shared as f64 / marked as f64 }
}

/// The hard labels of both sides, as soft labels of probability 1.
fn hard_labels(text: &SoftText) -> [Vec<(CodePointRange, f64)>; 2] {
    let labels = |soft: &[(CodePointRange, f64)], hard: &Option<Vec<CodePointRange>>| match hard {
        Some(hard) => hard.iter().map(|range| (*range, 1.0)).collect(),
        None => {
            let likely = soft.iter().filter(|(_, probability)| *probability > 0.5);
            likely.map(|(range, _)| (*range, 1.0)).collect()
        }
    };
    let ([reference, hypothesis], [of_reference, of_hypothesis]) = (&text.sides, &text.hard);
    [labels(reference, of_reference), labels(hypothesis, of_hypothesis)]
}

/// `None` for a text without characters.
fn correlation(text: &SoftText) -> Option<f64> {
    let pieces = pieces(&text.sides, text.length);
    let constant = [0, 1].map(|side| is_constant(&pieces, side));
    let correlation = match constant {
        [true, true] => 1.0,
        [false, false] => spearman(&pieces),
        _ => 0.0,
    };
    (text.length > 0).then_some(correlation)
}

/// A run of code points over which the probabilities of both sides are constant.
#[derive(Debug, Clone, Copy, PartialEq)]
struct ConstantStretch {
    length: u32,
    values: [f64; 2],
}

/// Splits a text into runs of constant probabilities.
fn pieces(sides: &[Vec<(CodePointRange, f64)>; 2], length: u32) -> Vec<ConstantStretch> {
    let [first, second] = sides;
    let (first, second) = (segments(first, length), segments(second, length));
    let (mut first, mut second) = (first.iter().peekable(), second.iter().peekable());
    let (mut pieces, mut start) = (Vec::new(), 0);
    while let (Some((a, value_a)), Some((b, value_b))) = (first.peek(), second.peek()) {
        let end = *a.min(b);
        pieces.push(ConstantStretch { length: end - start, values: [*value_a, *value_b] });
        first.next_if(|(a, _)| *a == end);
        second.next_if(|(b, _)| *b == end);
        start = end;
    }
    pieces
}

/// The segments of one side, each as its end and its probability; together they cover the whole text.
fn segments(labels: &[(CodePointRange, f64)], length: u32) -> Vec<(u32, f64)> {
    let mut bounds: Vec<(u32, usize)> = Vec::with_capacity(2 * labels.len());
    for (at, (range, _)) in labels.iter().enumerate() {
        let (start, end) = (range.start.min(length), range.end.min(length));
        if start < end {
            bounds.extend([(start, at), (end, at)]);
        }
    }
    bounds.sort_unstable();
    bounds.push((length, labels.len()));
    let (mut segments, mut open, mut start) = (Vec::new(), BTreeSet::new(), 0);
    for (end, at) in bounds {
        if end > start {
            let last = open.last().and_then(|at: &usize| labels.get(*at));
            segments.push((end, last.map_or(0.0, |(_, probability)| *probability)));
            start = end;
        }
        // The first bound of a label opens it, the second one closes it.
        if !open.remove(&at) {
            open.insert(at);
        }
    }
    segments
}

/// Returns `true` if the probability of a side is constant, to 8 decimals.
fn is_constant(pieces: &[ConstantStretch], side: usize) -> bool {
    let mut values = pieces.iter().filter_map(|piece| piece.values.get(side));
    let rounded = |value: &f64| (value * 1e8).round();
    let first = values.next().map(rounded);
    values.all(|value| Some(rounded(value)) == first)
}

/// Spearman's correlation: Pearson's of the ranks. Both sides vary.
fn spearman(pieces: &[ConstantStretch]) -> f64 {
    let n = pieces.iter().map(|piece| f64::from(piece.length)).sum::<f64>();
    let middle = (n + 1.0) / 2.0;
    let [first, second] = [0, 1].map(|side| ranks(pieces, side));
    let [mut both, mut of_first, mut of_second] = [0.0; 3];
    for ((piece, a), b) in pieces.iter().zip(first).zip(second) {
        let (length, a, b) = (f64::from(piece.length), a - middle, b - middle);
        both += length * a * b;
        of_first += length * a * a;
        of_second += length * b * b;
    }
    (both / (of_first * of_second).sqrt()).clamp(-1.0, 1.0)
}

/// By piece: the rank of its characters by the probability of a side, from 1; equal ones have the mean of their ranks.
fn ranks(pieces: &[ConstantStretch], side: usize) -> Vec<f64> {
    let value = |at: &usize| pieces.get(*at).and_then(|piece| piece.values.get(side));
    let value = |at: &usize| value(at).copied().unwrap_or_default();
    let mut order: Vec<usize> = (0..pieces.len()).collect();
    order.sort_by(|a, b| value(a).total_cmp(&value(b)));
    let mut ranks = vec![0.0; pieces.len()];
    let mut below = 0.0;
    for equal in order.chunk_by(|a, b| value(a) == value(b)) {
        let lengths = equal.iter().filter_map(|at| pieces.get(*at));
        let count: f64 = lengths.map(|piece| f64::from(piece.length)).sum();
        for at in equal {
            if let Some(rank) = ranks.get_mut(*at) {
                *rank = below + (count + 1.0) / 2.0;
            }
        }
        below += count;
    }
    ranks
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::measure::{ByAnnotator, MarkedEdit, MarkedRanges, MarkedSpan, Tokenization};
    use spanwise_annotation::document::Texts;
    use spanwise_text::Text;

    fn labels(labels: &[(u32, u32, f64)]) -> Vec<(CodePointRange, f64)> {
        let label = |(start, end, probability): &(u32, u32, f64)| {
            (CodePointRange { start: *start, end: *end }, *probability)
        };
        labels.iter().map(label).collect()
    }

    fn text(length: u32, sides: [&[(u32, u32, f64)]; 2]) -> SoftText {
        SoftText { length, sides: sides.map(labels), ..SoftText::default() }
    }

    fn values(texts: &[SoftText]) -> [Result<f64, Undefined>; 2] {
        let scores = soft_scores(texts, &Bootstrap::none());
        [scores.iou.value, scores.correlation.value]
    }

    fn near(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-12
    }

    #[test]
    fn texts_are_scored_as_by_the_task() {
        // Expected values from Python: IoU by sets of characters, correlation by scipy 1.17's spearmanr over one number
        // for each character, 0.0 or 1.0 where a side is constant.
        type Labels<'a> = &'a [(u32, u32, f64)];
        let cases: [(u32, Labels, Labels, f64, f64); 12] = [
            (10, &[], &[], 1.0, 1.0),
            (10, &[(0, 4, 1.0)], &[(0, 4, 1.0)], 1.0, 1.0),
            (10, &[(0, 4, 1.0)], &[(6, 10, 1.0)], 0.0, -0.666_666_666_666_666_7),
            // One side is constant; both are, though at other values.
            (10, &[(0, 4, 1.0)], &[], 0.0, 0.0),
            (10, &[(0, 10, 0.2)], &[(0, 9, 0.9)], 0.0, 0.0),
            (10, &[(0, 10, 0.2)], &[(0, 10, 0.9)], 0.0, 1.0),
            (7, &[(0, 7, 0.3), (2, 4, 0.300_000_000_000_01)], &[(1, 2, 0.7)], 0.0, 0.0),
            (
                20,
                &[(2, 5, 0.25), (5, 9, 0.75), (12, 14, 1.0)],
                &[(3, 8, 0.9), (8, 10, 0.4)],
                0.375,
                0.519_543_634_056_028_8,
            ),
            (
                20,
                &[(2, 5, 0.25), (5, 9, 0.75), (12, 14, 1.0)],
                &[(0, 20, 0.1), (4, 9, 0.6), (12, 16, 0.6)],
                2.0 / 3.0,
                0.681_920_414_210_354_3,
            ),
            // A probability of 0.5 gives no hard label.
            (8, &[(0, 3, 0.5), (3, 6, 0.51)], &[(0, 6, 0.5)], 0.0, 0.8),
            // The last of overlapping labels counts.
            (
                12,
                &[(0, 8, 0.9), (2, 6, 0.2)],
                &[(2, 6, 0.2), (0, 8, 0.9)],
                1.0,
                0.866_025_403_784_438_5,
            ),
            // Parts of labels beyond the text are ignored.
            (4, &[(2, 9, 1.0)], &[(2, 4, 1.0), (7, 9, 1.0)], 1.0, 1.0),
        ];
        let mut texts = Vec::new();
        for (length, reference, hypothesis, iou, correlation) in cases {
            let text = text(length, [reference, hypothesis]);
            let [found_iou, found] = values(std::slice::from_ref(&text)).map(Result::unwrap);
            assert!(near(found_iou, iou), "{found_iou} of {text:?}");
            assert!(near(found, correlation), "{found} of {text:?}");
            texts.push(text);
        }
        let mean = |of: fn(&(u32, Labels, Labels, f64, f64)) -> f64| {
            cases.iter().map(of).sum::<f64>() / cases.len() as f64
        };
        let [iou, correlation] = values(&texts).map(Result::unwrap);
        assert!(near(iou, mean(|case| case.3)) && near(correlation, mean(|case| case.4)));
    }

    #[test]
    fn hard_labels_that_are_given_count() {
        let mut text = text(10, [&[(0, 4, 0.9)], &[(0, 4, 0.9)]]);
        text.hard = [Some(vec![CodePointRange { start: 0, end: 2 }]), None];
        assert_eq!(values(std::slice::from_ref(&text)), [Ok(0.5), Ok(1.0)]);
        text.hard = [Some(vec![]), Some(vec![])];
        assert_eq!(values(&[text]), [Ok(1.0), Ok(1.0)]);
    }

    #[test]
    fn texts_without_characters_have_no_correlation() {
        let texts = [text(0, [&[], &[(0, 3, 1.0)]]), text(2, [&[(0, 1, 1.0)], &[(1, 2, 1.0)]])];
        let scores = soft_scores(&texts, &Bootstrap::none());
        assert_eq!((scores.iou.value, scores.iou.n), (Ok(0.5), 2));
        assert_eq!((scores.correlation.value, scores.correlation.n), (Ok(-1.0), 1));
        assert_eq!(scores.correlation.skipped[0].n, 1);
        let [iou, correlation] = values(&texts[..1]);
        assert!(iou == Ok(1.0) && correlation.is_err());
        assert!(values(&[]).iter().all(Result::is_err));
    }

    #[test]
    fn figures_have_intervals() {
        let some =
            |item| SoftText { item, ..text(9, [&[(0, 3, 1.0)], &[(0, 1 + item as u32, 0.7)]]) };
        let texts: Vec<SoftText> = (0..8).map(some).collect();
        let scores = soft_scores(&texts, &Bootstrap::new(Default::default()));
        for figure in [scores.iou, scores.correlation] {
            let (value, (low, high)) = (figure.value.unwrap(), figure.interval.unwrap().unwrap());
            assert!(low < value && value < high, "{low} {value} {high}");
        }
    }

    #[test]
    fn the_share_of_annotators_is_the_probability() {
        let units = |ranges: &[(u32, u32, usize)]| {
            let unit = |(start, end, category): &(u32, u32, usize)| MarkedSpan {
                range: CodePointRange { start: *start, end: *end },
                category: *category,
            };
            Some(ranges.iter().map(unit).collect::<Vec<MarkedSpan>>())
        };
        let study_text = StudyText {
            item: 0,
            position: 1,
            name: TextName::TARGET,
            text: Text::new(""),
            length: 20,
            units: vec![
                units(&[(0, 4, 0), (2, 6, 1), (6, 8, 0)]),
                units(&[(6, 12, 0)]),
                None,
                units(&[]),
                units(&[(8, 10, 0)]),
            ]
            .into(),
            tokenization: Tokenization::default(),
        };
        type Labels<'a> = &'a [(u32, u32, f64)];
        let cases: [(&[usize], Labels); 6] = [
            // Overlapping or touching labels of one annotator count a character once.
            (&[0], &[(0, 8, 1.0)]),
            (&[0, 1], &[(0, 6, 0.5), (6, 8, 1.0), (8, 12, 0.5)]),
            // The third one does not have the text; the fourth has it and marked nothing.
            (&[0, 2], &[(0, 8, 1.0)]),
            (&[0, 3], &[(0, 8, 0.5)]),
            // One ends where the other begins.
            (&[0, 4, 3, 3], &[(0, 10, 0.25)]),
            (&[2, 9], &[]),
        ];
        for (annotators, expected) in cases {
            assert_eq!(share_marked(&study_text, annotators), labels(expected), "{annotators:?}");
        }
    }

    #[test]
    fn labels_of_an_annotator_are_the_spans_of_their_edits() {
        let edit = |spans: &[(u32, u32, f64)], probability| MarkedEdit {
            category: 0,
            spans: MarkedRanges::of(
                TextName::TARGET,
                labels(spans).into_iter().map(|(range, _)| range).collect(),
            ),
            answers: Default::default(),
            probability,
        };
        let item = StudyItem {
            name: String::new(),
            texts: Texts::target_only("abcdef"),
            edits: vec![
                Some(vec![
                    edit(&[(0, 2, 0.0), (3, 4, 0.0)], Some(0.25)),
                    edit(&[(4, 6, 0.0)], None),
                ]),
                None,
            ]
            .into(),
            answers: ByAnnotator::default(),
            scores: ByAnnotator::default(),
            hard_labels: ByAnnotator::default(),
        };
        let found = soft_labels(&item, 0, &TextName::TARGET);
        assert_eq!(found, Some(labels(&[(0, 2, 0.25), (3, 4, 0.25), (4, 6, 1.0)])));
        assert_eq!(soft_labels(&item, 0, &TextName::SOURCE), Some(vec![]));
        assert_eq!(soft_labels(&item, 1, &TextName::TARGET), None);
    }

    fn some_labels() -> impl Strategy<Value = Vec<(u32, u32, f64)>> {
        let label = (0..30_u32, 1..12_u32, 0..5_u8)
            .prop_map(|(start, length, fifths)| (start, start + length, f64::from(fifths) / 4.0));
        prop::collection::vec(label, 0..6)
    }

    /// The probability of each character.
    fn by_character(labels: &[(CodePointRange, f64)], length: u32) -> Vec<f64> {
        let mut all = vec![0.0; length as usize];
        for (range, probability) in labels {
            let end = range.end.min(length) as usize;
            all[(range.start as usize).min(end)..end].fill(*probability);
        }
        all
    }

    proptest! {
        #[test]
        fn pieces_are_what_characters_have(first in some_labels(), second in some_labels(), length in 0..45_u32) {
            let text = text(length, [&first, &second]);
            let pieces = pieces(&text.sides, length);
            for side in [0, 1] {
                let found: Vec<f64> = pieces
                    .iter()
                    .flat_map(|piece| vec![piece.values[side]; piece.length as usize])
                    .collect();
                prop_assert_eq!(found, by_character(&text.sides[side], length));
            }
        }

        #[test]
        fn ranks_are_those_of_characters(first in some_labels(), length in 1..45_u32) {
            let text = text(length, [&first, &[]]);
            let values = by_character(&text.sides[0], length);
            let pieces = pieces(&text.sides, length);
            let mut at = 0;
            for (piece, rank) in pieces.iter().zip(ranks(&pieces, 0)) {
                let below = values.iter().filter(|value| **value < values[at]).count() as f64;
                let equal = values.iter().filter(|value| **value == values[at]).count() as f64;
                prop_assert!(near(rank, below + (equal + 1.0) / 2.0));
                at += piece.length as usize;
            }
        }

        #[test]
        fn which_side_is_which_makes_no_difference(first in some_labels(), second in some_labels(), length in 0..45_u32) {
            let (one, other) = (text(length, [&first, &second]), text(length, [&second, &first]));
            prop_assert_eq!(iou(&one), iou(&other));
            prop_assert!((0.0..=1.0).contains(&iou(&one)));
            let [one, other] = [correlation(&one), correlation(&other)];
            prop_assert_eq!(one.is_some(), other.is_some());
            if let (Some(one), Some(other)) = (one, other) {
                prop_assert!(near(one, other) && (-1.0..=1.0).contains(&one));
            }
        }

        #[test]
        fn the_same_labels_agree(own in some_labels(), length in 1..45_u32) {
            let text = text(length, [&own, &own]);
            prop_assert_eq!(iou(&text), 1.0);
            prop_assert!(near(correlation(&text).unwrap(), 1.0));
        }
    }
}
