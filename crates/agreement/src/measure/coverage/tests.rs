use proptest::prelude::*;

use super::*;
use crate::measure::{ByAnnotator, MarkedRanges, Resampling, StudyItem, Tokenization};
use spanwise_annotation::document::{TextName, Texts};
use spanwise_text::Text;

/// A text of ten tokens, `t` at the code points 0, 2, 4 …
const TEXT: &str = "t t t t t t t t t t";

fn mark(category: usize, spans: &[(u32, u32)], severity: Option<&str>) -> MarkedEdit {
    let spans =
        spans.iter().map(|(start, end)| CodePointRange { start: *start, end: *end }).collect();
    let answers = severity.map(|word| (vec!["x_type".to_owned()].into(), word.into()));
    let answers = answers.into_iter().collect();
    MarkedEdit {
        category,
        spans: MarkedRanges::of(TextName::TARGET, spans),
        answers,
        probability: None,
    }
}

fn study(texts: &[(&str, Vec<Option<Vec<MarkedEdit>>>)]) -> AnnotationStudy {
    let item = |(text, edits): &(&str, Vec<Option<Vec<MarkedEdit>>>)| StudyItem {
        name: String::new(),
        texts: Texts::target_only(Text::new(*text)),
        edits: edits.clone().into(),
        answers: ByAnnotator::default(),
        scores: ByAnnotator::default(),
        hard_labels: ByAnnotator::default(),
    };
    let annotators = texts.first().map_or(0, |(_, edits)| edits.len());
    AnnotationStudy {
        annotators: vec![String::new(); annotators],
        categories: ["incoherent", "redundant"].map(str::to_owned).to_vec(),
        items: texts.iter().map(item).collect(),
        tokenization: Tokenization::Space,
        ..AnnotationStudy::default()
    }
}

fn value(figure: &Figure) -> f64 {
    figure.value.unwrap()
}

/// Two texts of ten tokens by two annotators. The first marks tokens 0–3 (severity 2) and 2–5 (severity 1) as incoherent
/// and token 9 and the point after token 1 as redundant (no severity) in the first text, nothing in the second, which the other did not have; the
/// other marks nothing.
fn worked() -> AnnotationStudy {
    let first = vec![
        mark(0, &[(0, 7)], Some("somewhat")),
        mark(0, &[(4, 11)], Some("minor")),
        mark(1, &[(18, 19), (3, 3)], None),
    ];
    study(&[(TEXT, vec![Some(first), Some(vec![])]), (TEXT, vec![Some(vec![]), None])])
}

#[test]
fn one_text_is_counted_by_hand() {
    let text_counts = text_counts(&worked());
    let places: Vec<_> = text_counts.iter().map(|t| (t.item, t.annotator, t.tokens)).collect();
    assert_eq!(places, [(0, 0, 10), (0, 1, 10), (1, 0, 10)]);
    let of = |spans, tokens, covered, weighted, unsevered| SpanCounts {
        spans,
        tokens,
        covered,
        weighted,
        unsevered,
    };
    assert_eq!(text_counts[0].by_category, [of(2, 8, 6, 12, 0), of(2, 2, 2, 0, 2)]);
    assert_eq!(text_counts[0].all, of(4, 10, 7, 12, 2));
    assert_eq!(text_counts[1].all, SpanCounts::default());
}

#[test]
fn means_are_over_all_texts_of_all_annotators() {
    let text_counts = text_counts(&worked());
    let incoherent = coverage(&text_counts, Some(0), &Bootstrap::none());
    for (estimate, expected) in [
        (&incoherent.summed, 0.8 / 3.0),
        (&incoherent.union, 0.6 / 3.0),
        (&incoherent.weighted, 1.2 / 3.0),
        (&incoherent.rate, 0.2 / 3.0),
    ] {
        assert!((value(estimate) - expected).abs() < 1e-12, "{estimate:?}");
        assert_eq!(estimate.n, 3);
        assert_eq!(estimate.skipped, []);
    }
    assert_eq!((value(&incoherent.spans), value(&incoherent.tokens_per_span)), (2.0, 4.0));
    assert_eq!(incoherent.tokens_per_span.n, 2);
}

#[test]
fn ten_annotators_who_agree_say_no_more_of_other_texts_than_one() {
    let text = |number: u32, annotators: usize| {
        (TEXT, vec![Some(vec![mark(0, &[(0, 2 * number + 1)], Some("minor"))]); annotators])
    };
    let interval = |annotators: usize| {
        let texts: Vec<_> = (0..8).map(|number| text(number, annotators)).collect();
        let bootstrap = Bootstrap::new(Resampling::default());
        coverage(&text_counts(&study(&texts)), Some(0), &bootstrap)
            .summed
            .interval
            .unwrap()
            .unwrap()
    };
    let ((low, high), (from, to)) = (interval(1), interval(10));
    assert!((low - from).abs() < 1e-9 && (high - to).abs() < 1e-9 && low < high);
}

#[test]
fn what_does_not_count_is_said() {
    let text_counts = text_counts(&worked());
    let redundant = coverage(&text_counts, Some(1), &Bootstrap::none());
    assert_eq!(redundant.weighted.value, Err(Undefined::NoSeverity));
    let skipped = |figure: &Figure| figure.skipped.iter().map(|s| (s.n, s.why)).collect::<Vec<_>>();
    assert_eq!(skipped(&redundant.weighted), [(2, UNSEVERED)]);
    assert_eq!(skipped(&redundant.spans), []);
    assert_eq!(skipped(&redundant.summed), []);
}

#[test]
fn figures_of_some_tallies_are_those_of_an_annotator() {
    let text_counts = text_counts(&worked());
    let of = |annotator| {
        coverage(text_counts.iter().filter(|t| t.annotator == annotator), None, &Bootstrap::none())
    };
    assert!((value(&of(0).summed) - 0.5).abs() < 1e-12);
    assert_eq!((of(1).summed.value, of(1).spans.value), (Ok(0.0), Ok(0.0)));
    assert_eq!(of(1).tokens_per_span.value, Err(Undefined::NoSpans));
    assert!(of(7).summed.value.is_err(), "nobody");
}

#[test]
fn overlapping_spans_may_cover_more_than_all() {
    let all = || mark(0, &[(0, 19)], Some("a lot"));
    let text_counts = text_counts(&study(&[(TEXT, vec![Some(vec![all(), all()])])]));
    let coverage = coverage(&text_counts, None, &Bootstrap::none());
    assert_eq!(value(&coverage.summed), 2.0);
    assert_eq!(value(&coverage.union), 1.0);
    assert_eq!(value(&coverage.weighted), 6.0);
}

#[test]
fn texts_without_tokens_have_no_coverage() {
    let marked = vec![mark(0, &[(0, 2)], None)];
    let text_counts = text_counts(&study(&[("  ", vec![Some(marked)]), ("", vec![Some(vec![])])]));
    let coverage = coverage(&text_counts, Some(0), &Bootstrap::none());
    assert!(coverage.summed.value.is_err());
    assert_eq!(coverage.summed.skipped[0].n, 2);
    assert_eq!((value(&coverage.spans), value(&coverage.tokens_per_span)), (1.0, 0.0));
}

#[test]
fn a_study_of_nothing_has_no_figures() {
    let coverage = coverage(&text_counts(&AnnotationStudy::default()), None, &Bootstrap::none());
    assert!(coverage.summed.value.is_err());
}

fn spans() -> impl Strategy<Value = Vec<(usize, u32, u32, u8)>> {
    prop::collection::vec((0_usize..2, 0_u32..22, 0_u32..8, 0_u8..4), 0..8)
}

proptest! {
    /// Compares the counts with those of each token.
    #[test]
    fn counts_are_those_of_every_token(spans in spans(), text in "[tu ]{0,24}") {
        let length = u32::try_from(text.len()).unwrap();
        let marks: Vec<MarkedEdit> = spans.iter().map(|(category, start, size, severity)| {
            let (start, end) = ((*start).min(length), (start + size).min(length));
            let word = ["", "minor", "somewhat", "a lot"].get(usize::from(*severity)).copied();
            mark(*category, &[(start, end)], word.filter(|word| !word.is_empty()))
        }).collect();
        let study = study(&[(&text, vec![Some(marks.clone())])]);
        let counts = text_counts(&study).remove(0);
        let tokens = Tokenization::Space.tokens(&text);
        for category in 0..2 {
            // An insertion point is on the first token that does not end before it, or on the last one.
            let of_point = |point: &CodePointRange| tokens.iter().find(|t| t.end > point.start).or(tokens.last());
            let is_on = |span: &CodePointRange, token: &CodePointRange| match span.is_empty() {
                true => of_point(span) == Some(token),
                false => span.overlap(*token) > 0,
            };
            let on = |token: &CodePointRange| marks.iter().filter(|mark| {
                mark.category == category && mark.on(&TextName::TARGET).iter().any(|span| is_on(span, token))
            }).collect::<Vec<_>>();
            let count = counts.by_category[category];
            prop_assert_eq!(count.tokens, tokens.iter().map(|t| on(t).len()).sum::<usize>());
            prop_assert_eq!(count.covered, tokens.iter().filter(|t| !on(t).is_empty()).count());
            let weights = tokens.iter().flat_map(on).map(|mark| severity(mark).unwrap_or(0));
            prop_assert_eq!(count.weighted, weights.map(usize::from).sum::<usize>());
        }
        let sum = |of: fn(&SpanCounts) -> usize| counts.by_category.iter().map(of).sum::<usize>();
        prop_assert_eq!(counts.all.tokens, sum(|count| count.tokens));
        prop_assert!(counts.all.covered <= sum(|count| count.covered));
        prop_assert!(counts.all.covered <= counts.tokens);
    }
}
