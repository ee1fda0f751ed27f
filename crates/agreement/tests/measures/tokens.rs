//! Tokens and their marks.

use spanwise_agreement::measure::{
    AlphaMetric, Bootstrap, TokenMarks, Tokenization, Undefined, krippendorff_alpha, token_alpha,
    token_alpha_sums, two_agree, two_valued_alpha,
};

use crate::sample::study_text;

#[test]
fn tokens_stand_between_white_space() {
    let cases: [(&str, &[(u32, u32)]); 7] = [
        ("", &[]),
        (" \t\n", &[]),
        ("one", &[(0, 3)]),
        ("  one, two.\n", &[(2, 6), (7, 11)]),
        // One code point outside the Basic Multilingual Plane, and one of three bytes.
        ("😀a は b", &[(0, 2), (3, 4), (5, 6)]),
        ("a\u{a0}b\u{3000}c", &[(0, 1), (2, 3), (4, 5)]),
        ("a\r\nb", &[(0, 1), (3, 4)]),
    ];
    for (text, expected) in cases {
        let found: Vec<(u32, u32)> =
            Tokenization::Space.tokens(text).iter().map(|t| (t.start, t.end)).collect();
        assert_eq!(found, expected, "{text:?}");
    }
}

#[test]
fn a_token_is_marked_by_an_annotator_once() {
    let first = vec![(0, 2, 0), (1, 4, 0), (2, 3, 0), (8, 10, 1)];
    let second = vec![(4, 5, 0), (6, 8, 0)];
    let marks = TokenMarks::of(&study_text("abc de f gh", &[Some(first), Some(second), None]));
    assert_eq!((marks.tokens, marks.annotators), (4, 2));
    let of = |category: usize| marks.by_category.get(&category).expect("marks").clone();
    // `abc` by the first alone, `de` and `f` by the second alone; a span over white space marks nothing.
    assert_eq!(of(0), [1, 3, 0]);
    assert_eq!(of(1), [3, 1, 0]);
    // An insertion point marks the token that it stands in or before, or the last one.
    let points = vec![(1, 1, 0), (3, 3, 1), (11, 11, 2)];
    let marks = TokenMarks::of(&study_text("abc de f gh", &[Some(points), Some(Vec::new())]));
    assert_eq!(marks.by_category.into_values().collect::<Vec<_>>(), [[3, 1, 0]; 3]);
    let both =
        TokenMarks::of(&study_text("ab cd", &[Some(vec![(0, 4, 3)]), Some(vec![(3, 4, 3)])]));
    assert_eq!(both.by_category.get(&3), Some(&vec![0, 1, 1]));
}

#[test]
fn texts_without_variation_count_as_told() {
    let marked = || Some(vec![(0, 1, 0)]);
    let texts = [
        study_text("a b", &[marked(), marked()]),
        study_text("a b", &[marked(), Some(Vec::new())]),
        study_text("a b", &[Some(Vec::new()), Some(Vec::new())]),
        study_text("a", &[marked(), marked()]),
        study_text("a b", &[marked(), None]),
        study_text("", &[Some(Vec::new()), Some(Vec::new())]),
    ];
    let marks: Vec<TokenMarks> = texts.iter().map(TokenMarks::of).collect();
    let [first, second] = [0, 1].map(|category| token_alpha(&marks, category, &Bootstrap::none()));
    let [both, first_only] = [1.0, 0.0];
    let (rare, never) = (&first.constant_skipped, &second.constant_skipped);
    assert_eq!((&rare.value, rare.n), (&Ok((both + first_only) / 2.0), 2));
    let left_out: Vec<usize> = rare.skipped.iter().map(|skipped| skipped.n).collect();
    assert_eq!(left_out, [2, 2]);
    assert!(never.value.is_err());
    let (rare, never) = (&first.constant_as_one, &second.constant_as_one);
    assert_eq!((&rare.value, rare.n), (&Ok((both + first_only + 1.0 + 1.0) / 4.0), 4));
    assert_eq!((&never.value, never.n), (&Ok(1.0), 4));
    // Pooled, it is α of all tokens as items.
    let [yes, no, nobody] = [[1, 1], [1, 0], [0, 0]].map(|row| row.map(Some).to_vec());
    let rows =
        [yes.clone(), nobody.clone(), no, nobody.clone(), nobody.clone(), nobody.clone(), yes];
    let expected = krippendorff_alpha(&rows, AlphaMetric::Nominal).value.expect("a value");
    let pooled = &first.pooled;
    assert!((pooled.value.expect("a value") - expected).abs() < 1e-12);
    assert_eq!(pooled.n, 7);
    assert!(second.pooled.value.is_err());
}

#[test]
fn pooled_alpha_knows_how_many_annotators_each_text_has() {
    let (marked, not) = (|| Some(vec![(0, 1, 0)]), || Some(Vec::new()));
    let texts = [
        study_text("a b", &[marked(), not(), marked()]),
        study_text("a b c", &[not(), not(), None]),
    ];
    let marks: Vec<TokenMarks> = texts.iter().map(TokenMarks::of).collect();
    let three = |a, b, c| vec![Some(a), Some(b), Some(c)];
    let two = || vec![Some(0), Some(0), None];
    let rows = [three(1, 0, 1), three(0, 0, 0), two(), two(), two()];
    let expected = krippendorff_alpha(&rows, AlphaMetric::Nominal).value.expect("a value");
    let pooled = token_alpha(&marks, 0, &Bootstrap::none()).pooled.value.expect("a value");
    assert!((pooled - expected).abs() < 1e-12, "{pooled} is not {expected}");
}

#[test]
fn alpha_of_nothing_marked_says_so() {
    let [none, all] = [|| Some(Vec::new()), || Some(vec![(0, 3, 0)])];
    let alpha = |text: &str, units: [Option<Vec<(u32, u32, usize)>>; 2], categories| {
        let marks = [TokenMarks::of(&study_text(text, &units))];
        two_valued_alpha(&token_alpha_sums(&marks, categories).totals())
    };
    // Categories are those that somebody used: there are none where nobody marked anything.
    assert_eq!(alpha("a b", [none(), none()], 0), Err(Undefined::NoTokenMarked));
    assert_eq!(alpha("a b", [none(), none()], 1), Err(Undefined::NoTokenMarked));
    assert_eq!(alpha("a b", [all(), all()], 1), Err(Undefined::SameValues));
    assert_eq!(alpha("", [none(), none()], 0), Err(Undefined::NoTokens));
}

#[test]
fn two_agree_counts_tokens_over_all_texts() {
    let texts = [
        study_text("a b c", &[Some(vec![(0, 5, 0)]), Some(vec![(2, 3, 0), (4, 5, 1)]), None]),
        study_text("a b", &[Some(vec![(0, 1, 0)]), Some(vec![(0, 1, 0)]), Some(vec![(0, 1, 0)])]),
        study_text("a b", &[Some(vec![(0, 1, 0)]), None, None]),
    ];
    let marks: Vec<TokenMarks> = texts.iter().map(TokenMarks::of).collect();
    let agree = |category| two_agree(&marks, category, &Bootstrap::none());
    let of = |category: usize| (agree(Some(category)).value, agree(Some(category)).n);
    let pooled = agree(None);
    assert_eq!(of(0), (Ok(0.5), 4));
    assert_eq!(of(1), (Ok(0.0), 1));
    assert!(of(2).0.is_err());
    assert_eq!((pooled.value, pooled.n), (Ok(0.4), 5));
    assert_eq!(pooled.skipped[0].n, 1);
}
