//! Items with two targets: figures by hand.

use spanwise_agreement::measure::study_alignment::{
    AnnotatorsAre, CountedSpans, ItemNames, StudyFile, align_study,
};
use spanwise_agreement::measure::{
    AnnotationStudy, CategoryMatching, ComparedSides, ComparedTexts, OverlapConvention, f1,
    overlap_sums, text_counts,
};
use spanwise_interchange::{ImportOptions, TextFile, format};

/// An item with the targets `a` and `b`, ten characters each.
fn file(edits: &str) -> String {
    let text =
        |name: &str| format!(r#"{{"name": "{name}", "role": "target", "text": "0123 56789"}}"#);
    let note = r#"{"name": "note", "role": "context", "text": "n"}"#;
    format!(
        r#"[{{"source": "0123 56789", "texts": [{}, {}, {note}], "edits": [{edits}]}}]"#,
        text("a"),
        text("b")
    )
}

fn edit(id: u32, spans: &str) -> String {
    format!(r#"{{"category": "e", "id": {id}, {spans}}}"#)
}

fn study(sides: ComparedSides) -> AnnotationStudy {
    let ann = [
        edit(1, r#""spans": {"a": [[0, 5]]}"#),
        edit(2, r#""spans": {"b": [[0, 4]]}"#),
        edit(3, r#""input_idx": [[0, 1]]"#),
        edit(4, r#""spans": {"nowhere": [[0, 1]]}"#),
    ];
    let ben = [edit(1, r#""spans": {"a": [[0, 5]], "b": [[2, 6]]}"#)];
    let source = |name: &str, edits: &[String]| {
        let files = vec![TextFile::new("", file(&edits.join(", ")))];
        let imported = format("thresh").expect("Thresh's").import(files, ImportOptions::default());
        StudyFile {
            name: name.into(),
            corpus: imported.corpus,
            names: ItemNames::None,
            spans: CountedSpans::All,
        }
    };
    let mut paired =
        align_study(vec![source("ann", &ann), source("ben", &ben)], AnnotatorsAre::Files)
            .expect("names");
    paired.study.sides = sides;
    assert_eq!(paired.study.items.len(), 1, "items are aligned by all their texts");
    paired.study
}

#[test]
fn each_text_of_the_compared_side_is_a_text() {
    let cases: [(ComparedSides, &[&str], usize); 4] = [
        // The source and the span on an unknown text are left out.
        (ComparedSides::Used, &["a", "b"], 2),
        (ComparedSides::Target, &["a", "b"], 2),
        (ComparedSides::Source, &["source"], 5),
        (ComparedSides::Both, &["source", "a", "b"], 1),
    ];
    for (sides, expected, elsewhere) in cases {
        let study = study(sides);
        let study_texts = study.study_texts();
        let names: Vec<&str> = study_texts.iter().map(|sheet| sheet.name.as_str()).collect();
        assert_eq!(names, expected, "{sides:?}");
        assert_eq!(study.spans_elsewhere(), elsewhere, "{sides:?}");
    }
}

#[test]
fn overlap_is_that_of_all_targets() {
    let study = study(ComparedSides::Target);
    let study_texts = study.study_texts();
    let examples = ComparedTexts::of_texts(study_texts.iter().map(|sheet| (sheet, [0, 1])));
    let cases = [
        // 5 + 2 characters of both, of 9 of each.
        (OverlapConvention::MicroChar, 7.0 / 9.0),
        // One span of two is exactly the same.
        (OverlapConvention::ExactMatch, 1.0 / 2.0),
        // 5 of 5 in `a`, 2 of 4 in `b`.
        (OverlapConvention::PerExampleMean, (1.0 + 0.5) / 2.0),
    ];
    for (convention, expected) in cases {
        let totals = overlap_sums(&examples, convention).totals();
        let found = f1(&totals, convention, CategoryMatching::Hard).expect("a score");
        assert!((found - expected).abs() < 1e-12, "{convention:?}: {found}");
    }
}

#[test]
fn coverage_counts_each_target() {
    let counts = text_counts(&study(ComparedSides::Target));
    let counted: Vec<_> = counts
        .iter()
        .map(|text| {
            (text.name.as_str(), text.annotator, text.tokens, text.all.spans, text.all.tokens)
        })
        .collect();
    // Two words, of which `[0, 5)` and `[0, 4)` touch the first, `[2, 6)` both.
    assert_eq!(
        counted,
        [("a", 0, 2, 1, 1), ("a", 1, 2, 1, 1), ("b", 0, 2, 1, 1), ("b", 1, 2, 1, 2)]
    );
}
