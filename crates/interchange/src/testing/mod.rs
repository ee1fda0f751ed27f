//! Tests that run for every format in [`FORMATS`](crate::FORMATS).
//!
//! Start reading at `every_format`; the properties are in `corpora`, a sample file of each format in `samples`. A test here
//! must never name a single format: a new one is tested by being listed.

mod corpora;
mod every_format;
pub(crate) mod samples;

use std::collections::BTreeMap;

use serde_json::Value;

use crate::record::{Corpus, Edit, Record};
use crate::report::{ExportOutcome, ExportedFiles, ImportOutcome, Loss};
use crate::text_file::TextFile;
use crate::{Format, ImportOptions, Members, Sink, format};
use spanwise_annotation::document::{Answer, Answers, EditId, TextName, Texts};
use spanwise_template::Side;
use spanwise_text::{Span, Text, Utf16};

/// Reads files of a format, which must be without errors, and asserts that writing gives the same values again, also by
/// way of Thresh's JSON.
pub(crate) fn round_trip(of: &Format, files: &[TextFile]) -> ImportOutcome {
    let imported = (of.read)(&mut files.to_vec(), ImportOptions::default());
    assert_eq!(imported.problems.errors(), 0, "{:#?}", imported.problems.listed());
    let written = written_by(of.write, &imported.corpus);
    assert!(written.losses.is_empty(), "{:?}", written.losses);
    same_values(files, &written.files);

    let again = (of.read)(
        &mut written.files.clone(),
        ImportOptions { unit: imported.unit, ..ImportOptions::default() },
    );
    assert_eq!(again.corpus, imported.corpus, "reading what was written");

    let through = by_way_of_thresh(&imported.corpus);
    assert_eq!(without_ids(&through), without_ids(&imported.corpus), "by way of Thresh's JSON");
    let written = written_by(of.write, &through);
    assert!(written.losses.is_empty(), "by way of Thresh's JSON: {:?}", written.losses);
    same_values(files, &written.files);
    imported
}

/// The output of a format.
pub(crate) fn written_by(
    write: fn(&Corpus, &mut dyn Sink) -> ExportOutcome,
    corpus: &Corpus,
) -> ExportedFiles {
    let mut files = Vec::new();
    let losses = write(corpus, &mut files).losses;
    ExportedFiles { files, losses }
}

/// Records written as Thresh's JSON and read again.
pub(crate) fn by_way_of_thresh(corpus: &Corpus) -> Corpus {
    let thresh = format("thresh").unwrap();
    let read = (thresh.read)(&mut written_by(thresh.write, corpus).files, ImportOptions::default());
    assert_eq!(read.problems.errors(), 0, "{:#?}", read.problems.listed());
    read.corpus
}

/// Removes the ids of edits: Thresh's JSON gives one to each edit that has none.
fn without_ids(corpus: &Corpus) -> Corpus {
    let mut corpus = corpus.clone();
    for edit in corpus.records.iter_mut().flat_map(|record| &mut record.edits) {
        edit.id = None;
        edit.constituents.iter_mut().for_each(|part| part.id = None);
    }
    corpus
}

/// Asserts that files have the same paths and values. JSON is compared as values, CSV by its fields, all else by its
/// text.
pub(crate) fn same_values(expected: &[TextFile], actual: &[TextFile]) {
    let values = |files: &[TextFile]| -> BTreeMap<String, Vec<Value>> {
        files.iter().map(|file| (file.path.clone(), values_of(file))).collect()
    };
    assert_eq!(values(actual), values(expected));
}

fn values_of(file: &TextFile) -> Vec<Value> {
    if let Ok(value) = serde_json::from_str(&file.text) {
        return vec![value];
    }
    let lines = file.text.lines().filter(|line| !line.trim().is_empty());
    if let Ok(values) = lines.map(serde_json::from_str).collect() {
        return values;
    }
    if file.path.ends_with(".csv") {
        let mut reader = csv::ReaderBuilder::new()
            .has_headers(false)
            .flexible(true)
            .from_reader(file.text.as_bytes());
        let rows = reader.records().map(|row| row.unwrap().iter().map(Value::from).collect());
        return rows.collect();
    }
    vec![Value::from(file.text.as_str())]
}

/// Two records with all content that a record can have: answers, spans on the source, several spans, a composite, a
/// point, an edit without spans, and members of all kinds. The second one has no edits and is not done.
pub(crate) fn everything() -> Corpus {
    let span = |start, end| Span::between(Utf16(start), Utf16(end));
    let edit = |category: &str, source: &[Span], target: &[Span]| {
        let mut edit = Edit::on(Side::Target, category, target.to_vec());
        edit.spans.set(TextName::SOURCE, source.to_vec());
        edit
    };
    let mut answered = edit("plain", &[], &[span(0, 5)]);
    answered.answers.set("severity", Some(Answer::Value("minor".to_owned())));
    let choice = Answer::Choice {
        option: "other".to_owned(),
        follow_up: Some(Box::new(Answer::Value("why".to_owned()))),
    };
    answered.answers.set("kind", Some(choice));
    answered.id = Some(EditId::Number(4));
    answered.metadata.set_text("note", "n");
    answered.preserved.set("k", "1");
    answered.other.set("votes", "2");
    let mut composite = edit("composite", &[], &[]);
    composite.constituents =
        vec![edit("part", &[], &[span(6, 8)]), edit("part", &[span(0, 3)], &[])];
    let edits = vec![
        answered,
        edit("several", &[], &[span(9, 12), span(0, 5)]),
        edit("source only", &[span(4, 7)], &[]),
        edit("both", &[span(0, 3)], &[span(6, 8)]),
        edit("point", &[], &[span(5, 5)]),
        edit("whole", &[], &[]),
        composite,
    ];
    let record = Record {
        annotator: Some("ann".to_owned()),
        texts: Texts::usual("The source", "Hello 😀 all, “you”"),
        context: Some("*context*".into()),
        edits,
        answers: Answers::default(),
        done: true,
        metadata: Members::parse(r#"{"model": {"a": [1]}, "n": 2}"#),
        preserved: Members::parse(r#"{"row": 7}"#),
        other: Members::parse(r#"{"bookmark": true}"#),
    };
    let empty =
        Record { texts: Texts::target_only(Text::new("nothing here")), ..Record::default() };
    Corpus { records: vec![record, empty], preserved: Members::parse(r#"{"columns": ["a"]}"#) }
}

/// Category and text of each edit of a record, by its first span on the target; `None` without such a span.
pub(crate) fn marked(record: &Record) -> Vec<(&str, Option<&str>)> {
    let text = |edit: &Edit| edit.spans.target().first().map(|span| record.target().slice(*span));
    record.edits.iter().map(|edit| (edit.category.as_str(), text(edit))).collect()
}

/// Losses, as names with counts, by name.
pub(crate) fn lost(written: &ExportedFiles) -> Vec<(&'static str, usize)> {
    let mut lost: Vec<_> =
        written.losses.iter().map(|Loss { what, count, .. }| (*what, *count)).collect();
    lost.sort_unstable();
    lost
}
