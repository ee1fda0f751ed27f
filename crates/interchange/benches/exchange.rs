//! Measures formats on large files. Reading and writing together should be above 50 MB/s.

#![expect(clippy::expect_used, reason = "a measurement may fail")]

use std::fmt::Write;
use std::sync::LazyLock;

use divan::Bencher;
use divan::counter::BytesCount;
use spanwise_interchange::{Corpus, Format, ImportOptions, TextFile, format};

/// The number of records in the large file, of about 1.3 kB each.
const RECORDS: usize = 18_500;

fn main() {
    divan::main();
}

/// Sentences with characters outside ASCII, in which every phrase to be quoted occurs once.
fn record(out: &mut String, number: usize) {
    const PHRASES: [&str; 4] =
        ["a café in Zürich", "the 😀 smiled", "“no such thing”", "almost 40 °C"];
    let (mut text, mut annotations) = (String::new(), Vec::new());
    for (at, phrase) in PHRASES.into_iter().enumerate() {
        write!(text, "In part {at} of item {number}, nobody saw more of it than was there; ")
            .expect("memory");
        let start = text.chars().count();
        // One in sixteen is spelled otherwise than in the text.
        let quote = if (number + at).is_multiple_of(16) {
            phrase.to_uppercase()
        } else {
            phrase.to_owned()
        };
        annotations.push(format!(
            r#"{{"reason": "This is said of number {number}, but the data has nothing like it.", "text": "{quote}", "type": {at}, "start": {start}}}"#
        ));
        write!(text, "{phrase} was what it said. ").expect("memory");
    }
    writeln!(
        out,
        r#"{{"dataset": "d", "split": "test", "setup_id": "model-1", "example_idx": {number}, "output": "{text}", "annotations": [{}], "annotator_group": 0, "thinking_trace": null}}"#,
        annotations.join(", ")
    )
    .expect("memory");
}

static CORPUS: LazyLock<Corpus> = LazyLock::new(|| {
    let mut text = String::new();
    (0..RECORDS).for_each(|number| record(&mut text, number));
    named("factgenie").import(&[TextFile::new("", text)], ImportOptions::default()).corpus
});

/// The formats in JSON, and the table of MQM.
const FORMATS: [&str; 8] =
    ["factgenie", "web-annotation", "snac", "frank", "arxivedits", "fg-rlhf", "esa", "mqm"];

fn named(name: &str) -> &'static Format {
    format(name).expect("a format")
}

/// The same records in each format, as far as it holds them.
fn files(name: &str) -> Vec<TextFile> {
    named(name).export(&mut CORPUS.clone()).files
}

fn convert(files: &[TextFile], from: &str, to: &str) -> Vec<TextFile> {
    named(to).export(&mut named(from).import(files, ImportOptions::default()).corpus).files
}

fn measure(bencher: Bencher, files: &[TextFile], from: &str, to: &str) {
    let bytes: usize = files.iter().map(|file| file.text.len()).sum();
    bencher.counter(BytesCount::new(bytes)).bench(|| convert(files, from, to));
}

#[divan::bench(sample_count = 5, args = FORMATS)]
fn to_thresh(bencher: Bencher, name: &str) {
    measure(bencher, &files(name), name, "thresh");
}

#[divan::bench(sample_count = 5, args = FORMATS)]
fn from_thresh(bencher: Bencher, name: &str) {
    measure(bencher, &convert(&files(name), name, "thresh"), "thresh", name);
}
