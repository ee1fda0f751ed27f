//! Benchmarks of precision, recall and F1 of spans, under each convention. A set of 40 000 annotations should take well
//! under a second.

#![expect(clippy::expect_used, reason = "a measurement may fail")]

use divan::Bencher;
use divan::counter::ItemsCount;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use spanwise_agreement::measure::{
    CodePointRange, ComparedTexts, MarkedSpan, OverlapConvention, StudyText, Tokenization, overlap,
};
use spanwise_annotation::document::TextName;
use spanwise_text::Text;

/// The number of annotations of both annotators together.
const ANNOTATIONS: usize = 40_000;
const CATEGORIES: usize = 18;
/// Code points of a text.
const LENGTH: u32 = 4_000;

/// Two annotators on texts with `spans` spans of each, which have up to 60 code points and lie anywhere in `length`.
fn study_texts(texts: usize, spans: usize, length: u32) -> Vec<StudyText> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(7);
    let mut units = || {
        let unit = |_| {
            let start = random.random_range(0..length - 60);
            let range = CodePointRange { start, end: start + random.random_range(1..60) };
            MarkedSpan { range, category: random.random_range(0..CATEGORIES) }
        };
        let mut units: Vec<MarkedSpan> = (0..spans).map(unit).collect();
        units.sort_unstable();
        Some(units)
    };
    let study_text = |item| StudyText {
        item,
        position: 1,
        name: TextName::TARGET,
        text: Text::new(""),
        length,
        units: vec![units(), units()].into(),
        tokenization: Tokenization::Space,
    };
    (0..texts).map(study_text).collect()
}

fn measure(bencher: Bencher, name: &str, spans: usize) {
    let convention = OverlapConvention::named(name).expect("a convention");
    let texts = ANNOTATIONS / (2 * spans);
    measure_texts(bencher, convention, &study_texts(texts, spans, LENGTH));
}

fn measure_texts(bencher: Bencher, convention: OverlapConvention, study_texts: &[StudyText]) {
    let annotations: usize =
        study_texts.iter().flat_map(|text| text.units.iter()).map(|(_, units)| units.len()).sum();
    bencher
        .counter(ItemsCount::new(annotations))
        .bench(|| overlap(&ComparedTexts::of(study_texts, 0, 1), convention));
}

/// Ten spans of each annotator in a text.
#[divan::bench(args = OverlapConvention::ALL.map(OverlapConvention::name))]
fn many_texts(bencher: Bencher, name: &str) {
    measure(bencher, name, 10);
}

/// All spans in one text, so that each overlaps some hundreds.
#[divan::bench(args = OverlapConvention::ALL.map(OverlapConvention::name))]
fn one_text(bencher: Bencher, name: &str) {
    measure(bencher, name, ANNOTATIONS / 2);
}

/// Partial credit where spans of either annotator lie five deep: `texts` texts of `spans` spans of each.
#[divan::bench(args = [(1000, 30), (1, 2000)])]
fn five_deep(bencher: Bencher, (texts, spans): (usize, u32)) {
    let study_texts = study_texts(texts, spans as usize, 6 * spans);
    measure_texts(bencher, OverlapConvention::PartialCredit, &study_texts);
}
