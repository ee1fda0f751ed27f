//! Precision, recall and F1 of each annotator against the others, compared with scikit-learn.

use serde_json::{Value, json};
use spanwise_agreement::measure::{
    AnnotatorsAgainstRest, Bootstrap, CodePointRange, MarkedSpan, OthersRule, StudyText,
    Tokenization,
};
use spanwise_annotation::document::TextName;
use spanwise_text::Text;

use crate::python::ask;
use crate::random::Random;

const CASES: usize = 30;

/// Words of several scripts with several kinds of white space between them.
fn text(random: &mut Random) -> Text {
    let words = ["the", "naïve", "😀", "文字", "(a)", "x"];
    let spaces = [" ", "  ", "\n", "\u{a0}", "\u{3000}\t"];
    let count = random.number(0..25);
    let mut piece = || format!("{}{}", random.one(&words), random.one(&spaces));
    let text: String = (0..count).map(|_| piece()).collect();
    Text::new(text)
}

/// The marks of an annotator in a text: often none; `None` if they did not have it.
fn units(random: &mut Random, length: u32) -> Option<Vec<MarkedSpan>> {
    if random.percent(15) {
        return None;
    }
    let count = if length == 0 { 0 } else { random.number(0..4) };
    let mut unit = || {
        let start = random.number(0..length);
        let end = (start + random.number(1..15)).min(length);
        MarkedSpan { range: CodePointRange { start, end }, category: 0 }
    };
    let mut units: Vec<MarkedSpan> = (0..count).map(|_| unit()).collect();
    units.sort_unstable();
    Some(units)
}

fn study_text(random: &mut Random, annotators: u32) -> StudyText {
    let text = text(random);
    let length = text.to_code_point(text.len_utf16()).0;
    let units: Vec<_> = (0..annotators).map(|_| units(random, length)).collect();
    let units = units.into();
    StudyText {
        item: 0,
        position: 1,
        name: TextName::TARGET,
        text,
        length,
        units,
        tokenization: Tokenization::Space,
    }
}

fn as_json(study_text: &StudyText, annotators: u32) -> Value {
    let spans = |annotator: u32| -> Option<Vec<[u32; 2]>> {
        Some(
            study_text
                .units
                .get(annotator as usize)?
                .iter()
                .map(|unit| [unit.range.start, unit.range.end])
                .collect(),
        )
    };
    let marked: Vec<_> = (0..annotators).map(spans).collect();
    json!({ "text": study_text.text.as_str(), "marked": marked })
}

#[test]
fn each_annotator_against_the_others_is_as_scikit_learn_says() {
    let random = &mut Random::new();
    let mut cases = Vec::new();
    let mut ours = Vec::new();
    for case in 0..CASES {
        let (rest, name) = if case % 2 == 0 {
            (OthersRule::Union, "union")
        } else {
            (OthersRule::Majority, "majority")
        };
        let annotators = random.number(2..6);
        let study_texts: Vec<StudyText> =
            (0..random.number(1..5)).map(|_| study_text(random, annotators)).collect();
        cases.push(json!({
            "texts": study_texts.iter().map(|study_text| as_json(study_text, annotators)).collect::<Vec<_>>(),
            "rest": name,
        }));
        let mut against = AnnotatorsAgainstRest::new(annotators as usize, 1);
        study_texts.iter().for_each(|study_text| against.add(study_text, &study_text.tokens()));
        ours.push(against.scores(0, rest, &Bootstrap::none()));
    }
    let Some(theirs) = ask("one_against_rest", &cases) else { return };
    for ((ours, theirs), case) in ours.iter().zip(&theirs).zip(&cases) {
        let scores: Vec<[Option<f64>; 3]> = ours
            .by_annotator
            .iter()
            .map(|hits| [hits.precision().ok(), hits.recall().ok(), hits.f1().ok()])
            .collect();
        let theirs: Vec<[Option<f64>; 3]> =
            serde_json::from_value(theirs.clone()).expect("three numbers for each annotator");
        // The last annotators may have no text at all.
        let without = theirs.get(scores.len()..).expect("nobody else").iter().flatten();
        assert!(without.clone().all(Option::is_none), "{case}");
        for (ours, theirs) in scores.iter().flatten().zip(theirs.iter().flatten()) {
            let same = match (ours, theirs) {
                (Some(ours), Some(theirs)) => (ours - theirs).abs() < 1e-12,
                (ours, theirs) => ours == theirs,
            };
            assert!(same, "{ours:?} here, {theirs:?} there: {case}");
        }
        let means = [&ours.precision, &ours.recall, &ours.f1].map(|figure| figure.value.ok());
        for (at, mean) in means.into_iter().enumerate() {
            let defined: Vec<f64> = theirs.iter().filter_map(|scores| *scores.get(at)?).collect();
            match mean {
                Some(mean) => {
                    let expected = defined.iter().sum::<f64>() / defined.len() as f64;
                    assert!((mean - expected).abs() < 1e-12, "{mean} {expected}: {case}");
                }
                None => assert!(defined.is_empty(), "{defined:?}: {case}"),
            }
        }
    }
}
