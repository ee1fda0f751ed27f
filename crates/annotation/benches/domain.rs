//! Times of the rules on large inputs. The budgets are those of a page: 16 ms for an action that a person waits for.

#![expect(clippy::expect_used, clippy::panic, reason = "a measurement may fail")]

use std::fmt::Write;
use std::fs;
use std::sync::{Arc, LazyLock};

use divan::Bencher;
use divan::counter::{BytesCount, ItemsCount};
use spanwise_annotation::document::{EditKey, GivenAnswer, TextName};
use spanwise_annotation::format::{
    Dataset, DatasetReader, OffsetUnit, read_instance, write_dataset, write_instance,
};
use spanwise_annotation::workspace::{Command, Workspace};
use spanwise_template::{Template, compile};
use spanwise_text::boundary::snap;
use spanwise_text::runs::{Mark, layout};
use spanwise_text::{Boundary, Span, Text, Utf16};

/// Instances of the large file, of about 1 kB each.
const INSTANCES: usize = 20_000;
/// Edits of the first instance of the large file; every other has one.
const EDITS: usize = 20;

fn main() {
    divan::main();
}

fn salsa() -> String {
    let path =
        concat!(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."), "/templates/salsa/template.yml");
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

static TEMPLATE: LazyLock<Arc<Template>> =
    LazyLock::new(|| Arc::new(compile(&salsa()).template.expect("a template")));

/// Words in several scripts, `length` UTF-16 units or a little more.
fn words(length: usize) -> String {
    const WORDS: [&str; 8] =
        ["the ", "quality, ", "of ", "naïve ", "translations ", "は ", "(varies) ", "😀 "];
    let mut text = String::new();
    let mut units = 0;
    for word in WORDS.iter().cycle() {
        if units >= length {
            break;
        }
        text.push_str(word);
        units += word.encode_utf16().count();
    }
    text
}

fn deletions(count: usize) -> String {
    let edit = |i: usize| {
        let start = 3 * i;
        format!(
            r#"{{"category": "deletion", "id": {i}, "annotation": {{"deletion_type": {{"val": "good_deletion", "good_deletion": "somewhat"}}, "coreference": "no", "grammar_error": "no"}}, "input_idx": [[{start}, {}]]}}"#,
            start + 9
        )
    };
    (0..count).map(edit).collect::<Vec<_>>().join(", ")
}

fn instance(edits: usize, length: usize) -> String {
    let text = words(length);
    format!(
        r#"{{"source": "{text}", "target": "{text}", "edits": [{}], "metadata": {{"system": "A"}}}}"#,
        deletions(edits)
    )
}

static LARGE: LazyLock<String> = LazyLock::new(|| {
    let one = instance(1, 290);
    let mut file = String::from("[\n");
    file.push_str(&instance(EDITS, 290));
    for _ in 1..INSTANCES {
        // Writing to a string does not fail.
        let _ = write!(file, ",\n{one}");
    }
    file.push_str("\n]\n");
    file
});

static DATASET: LazyLock<Arc<Dataset>> = LazyLock::new(|| Arc::new(read(LARGE.clone())));

fn read(text: String) -> Dataset {
    DatasetReader::new(text).finish().expect("a data file")
}

/// A workspace with one instance of so many edits.
fn workspace(edits: usize) -> Workspace {
    let dataset = read(format!("[{}]", instance(edits, 4 * edits + 20)));
    Workspace::new(TEMPLATE.clone(), Arc::new(dataset))
}

/// Answers a question, each time otherwise than before.
fn answer(workspace: &mut Workspace, turn: usize) {
    let given = if turn.is_multiple_of(2) { "yes" } else { "no" };
    let path = vec!["grammar_error".to_owned()];
    let command = Command::Answer(EditKey(7).into(), path, GivenAnswer::Value(given.to_owned()));
    let commit = workspace.dispatch(command, 0.0).expect("the question is asked");
    divan::black_box(commit);
}

#[divan::bench]
fn compile_salsa(bencher: Bencher) {
    let text = salsa();
    bencher.bench(|| compile(divan::black_box(&text)));
}

#[divan::bench(args = [Boundary::Char, Boundary::Whitespace, Boundary::Word, Boundary::Subword, Boundary::Sentence, Boundary::Paragraph])]
fn snap_in_100_000_characters(bencher: Bencher, boundary: Boundary) {
    spanwise_text::sentence::enable();
    let text = Text::new(words(100_000));
    let dragged = Span::between(Utf16(50_001), Utf16(50_201));
    bencher.bench(|| snap(divan::black_box(&text), dragged, boundary));
}

#[divan::bench(sample_count = 20)]
fn layout_of_1000_marks(bencher: Bencher) {
    let mark = |i: u32| {
        let start = i * 37 % 9000;
        Mark { span: Span::between(Utf16(start), Utf16(start + 5 + i % 60)), rank: i }
    };
    let marks: Vec<Mark> = (0..1000).map(mark).collect();
    bencher.bench(|| layout(Utf16(10_000), divan::black_box(&marks)));
}

#[divan::bench(args = [20, 200, 1000])]
fn commit_among_edits(bencher: Bencher, edits: usize) {
    let mut workspace = workspace(edits);
    let mut turn = 0;
    bencher.bench_local(|| {
        turn += 1;
        answer(&mut workspace, turn);
    });
}

#[divan::bench(args = [20, 200, 1000])]
fn undo_and_redo_among_edits(bencher: Bencher, edits: usize) {
    let mut workspace = workspace(edits);
    for turn in 0..100 {
        answer(&mut workspace, turn);
    }
    bencher.bench_local(|| {
        for command in [Command::Undo, Command::Redo] {
            divan::black_box(workspace.dispatch(command, 0.0).expect("a step"));
        }
    });
}

#[divan::bench(sample_count = 10, sample_size = 1)]
fn read_the_large_file(bencher: Bencher) {
    let bytes = BytesCount::of_str(LARGE.as_str());
    bencher.counter(bytes).with_inputs(|| LARGE.clone()).bench_values(read);
}

#[divan::bench]
fn read_an_instance_of_20_edits(bencher: Bencher) {
    let raw = DATASET.raw(0).unwrap_or_default();
    bencher.bench(|| read_instance(divan::black_box(raw), 0, &TEMPLATE.typology));
}

#[divan::bench(sample_count = 3, sample_size = 1)]
fn scan_the_large_file(bencher: Bencher) {
    bencher
        .counter(ItemsCount::new(INSTANCES))
        .with_inputs(|| Workspace::new(TEMPLATE.clone(), DATASET.clone()))
        .bench_values(|mut workspace| workspace.scan(INSTANCES));
}

#[divan::bench]
fn write_an_instance_of_20_edits(bencher: Bencher) {
    let raw = DATASET.raw(0).unwrap_or_default();
    let mut instance = read_instance(raw, 0, &TEMPLATE.typology).instance;
    instance.comment.push_str("seen");
    bencher.bench(|| write_instance(divan::black_box(&instance), &TEMPLATE.typology));
}

#[divan::bench(args = [OffsetUnit::Utf16, OffsetUnit::CodePoints], sample_count = 5, sample_size = 1)]
fn save_the_large_file_with_1_percent_changed(bencher: Bencher, unit: OffsetUnit) {
    let mut workspace = Workspace::new(TEMPLATE.clone(), DATASET.clone());
    for at in (0..INSTANCES).step_by(100) {
        workspace.dispatch(Command::GoTo(at), 0.0).expect("an instance");
        let select = Command::SelectText(TextName::SOURCE, Span::between(Utf16(0), Utf16(3)));
        workspace.dispatch(select, 0.0).expect("a selection");
        let (deletion, _) = TEMPLATE.typology.find("deletion").expect("a category");
        workspace.dispatch(Command::ChooseCategory(deletion), 0.0).expect("an edit");
    }
    let bytes = BytesCount::of_str(LARGE.as_str());
    bencher
        .counter(bytes)
        .bench_local(|| write_dataset(&DATASET, |at| workspace.written(at), unit));
}
