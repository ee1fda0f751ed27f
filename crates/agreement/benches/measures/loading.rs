//! Benchmark of reading two files with 40 000 annotations and computing every F1. It should take less than a second.

use std::fmt::Write;

use divan::Bencher;
use divan::counter::{BytesCount, ItemsCount};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use spanwise_agreement::measure::study_alignment::{
    AnnotatorsAre, CountedSpans, ItemNames, StudyFile, align_study,
};
use spanwise_agreement::measure::{ComparedTexts, OverlapConvention, overlap};
use spanwise_interchange::{ImportOptions, TextFile, format};

/// Records of each of the two files.
const RECORDS: usize = 2_000;
/// Annotations of a record.
const EACH: usize = 10;

/// One of two files of factgenie's on the same texts, which are not all ASCII.
fn file(seed: u64) -> TextFile {
    let text = "the quality of naïve translations varies – a “lot” 😀 ".repeat(10);
    let letters: Vec<char> = text.chars().collect();
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut lines = String::new();
    for example in 0..RECORDS {
        let annotations = (0..EACH).map(|_| {
            let start = random.random_range(0..letters.len() - 20);
            let quote: String =
                letters.iter().skip(start).take(random.random_range(2..20)).collect();
            let kind = random.random_range(0..6);
            format!(r#"{{"type": {kind}, "text": "{quote}", "start": {start}, "reason": "so"}}"#)
        });
        let annotations: Vec<String> = annotations.collect();
        // Writing to a text does not fail.
        let _ = writeln!(
            lines,
            r#"{{"dataset": "d", "split": "s", "setup_id": "m", "example_idx": {example}, "output": "{text}", "annotations": [{}]}}"#,
            annotations.join(", ")
        );
    }
    TextFile::new("", lines)
}

#[divan::bench(sample_count = 10)]
fn files_to_every_f1(bencher: Bencher) {
    let Some(format) = format("factgenie") else { return };
    let files = [file(1), file(2)];
    let bytes: usize = files.iter().map(|file| file.text.len()).sum();
    let source = |(at, file): (usize, &TextFile)| StudyFile {
        name: at.to_string(),
        corpus: format.import(std::slice::from_ref(file), ImportOptions::default()).corpus,
        names: ItemNames::OfFormat(format.keys.iter().map(|key| (*key).to_owned()).collect()),
        spans: CountedSpans::All,
    };
    bencher.counter(ItemsCount::new(2 * RECORDS * EACH)).counter(BytesCount::new(bytes)).bench(
        || {
            let sources: Vec<StudyFile> = files.iter().enumerate().map(source).collect();
            // Cannot fail, since records need not have the keys of a format.
            align_study(sources, AnnotatorsAre::Files).map(|paired| {
                let study_texts = paired.study.study_texts();
                let examples = ComparedTexts::of(&study_texts, 0, 1);
                OverlapConvention::ALL.map(|convention| overlap(&examples, convention))
            })
        },
    );
}
