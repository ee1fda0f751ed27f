//! How long formats take on large files. Reading and writing together should be above 50 MB/s.

#![expect(clippy::expect_used, reason = "a measurement may fail")]

use std::fmt::Write;
use std::sync::LazyLock;

use divan::Bencher;
use divan::counter::BytesCount;
use spanwise::domain::exchange::{File, Format, Reading, format};

/// Records of the large file, of about 1.3 kB each.
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

static FACTGENIE: LazyLock<Vec<File>> = LazyLock::new(|| {
    let mut text = String::new();
    (0..RECORDS).for_each(|number| record(&mut text, number));
    vec![File::new("", text)]
});

static THRESH: LazyLock<Vec<File>> =
    LazyLock::new(|| convert(&FACTGENIE, named("factgenie"), named("thresh")));

fn named(name: &str) -> &'static Format {
    format(name).expect("a format")
}

fn convert(files: &[File], from: &Format, to: &Format) -> Vec<File> {
    to.export(&mut from.import(files, Reading::default()).corpus).files
}

fn bytes(files: &[File]) -> BytesCount {
    BytesCount::new(files.iter().map(|file| file.text.len()).sum::<usize>())
}

#[divan::bench(sample_count = 10)]
fn factgenie_to_thresh(bencher: Bencher) {
    let (from, to) = (named("factgenie"), named("thresh"));
    bencher.counter(bytes(&FACTGENIE)).bench(|| convert(&FACTGENIE, from, to));
}

#[divan::bench(sample_count = 10)]
fn thresh_to_factgenie(bencher: Bencher) {
    let (from, to) = (named("thresh"), named("factgenie"));
    bencher.counter(bytes(&THRESH)).bench(|| convert(&THRESH, from, to));
}

#[divan::bench(sample_count = 10, args = ["factgenie", "thresh"])]
fn read(bencher: Bencher, name: &str) {
    let files = if name == "thresh" { &THRESH } else { &FACTGENIE };
    let read = || named(name).import(files, Reading::default());
    bencher.counter(bytes(files)).bench(read);
}
