//! Items of JSON: some members are taken by their names, all others are carried along.

use crate::file_problems::FileProblems;
use crate::files::json::{object, take_items};
use crate::members::Members;
use crate::offset_unit::OffsetUnit;
use crate::record::{Corpus, Record};
use crate::report::{ImportOutcome, SpanLocationCounts};
use crate::text_file::TextFile;
use spanwise_diagnostics::DiagnosticPlace;
use spanwise_json::Json;

/// The name of the annotator, in the records and in the files.
pub(crate) const ANNOTATOR: &str = "annotator";

/// Reads files of objects, one for each record, with offsets in `unit`. Any other item is an error.
pub(crate) fn read_items(
    files: &mut [TextFile],
    unit: OffsetUnit,
    record: impl Fn(&TextFile, usize, Members, &mut FileProblems) -> Record,
) -> ImportOutcome {
    let mut corpus = Corpus::default();
    let (mut located, mut problems) = (SpanLocationCounts::default(), FileProblems::default());
    for file in files {
        for (number, raw) in take_items(file, &mut problems).into_iter().enumerate() {
            let Some(object) = object(&raw, file, number, &mut problems) else { continue };
            let record = record(file, number, Members::of(&object, |_| true), &mut problems);
            located.by_offsets +=
                record.edits.iter().map(|e| e.spans.target().len()).sum::<usize>();
            corpus.add(record);
        }
    }
    ImportOutcome { corpus, unit: Some(unit), located, problems, alignment: None }
}

/// Takes a text out of an object. A missing value is an error, and so is one that is not a text, which is preserved.
pub(crate) fn take_text(
    members: &mut Members,
    preserved: &mut Members,
    name: &str,
    place: &DiagnosticPlace,
    (file, problems): (&TextFile, &mut FileProblems),
) -> String {
    if let Some(text) = members.take_text(name) {
        return text;
    }
    let other = members.take(name);
    let found = if other.is_some() { "is no text" } else { "is missing" };
    other.into_iter().for_each(|json| preserved.set(name, json));
    let said = [format!("{name} {found}."), "It is read as an empty text.".to_owned()];
    problems.error(file, place.clone(), "no-text", said);
    String::new()
}

/// Sets a text; if it is empty, the preserved value that was not a text.
pub(crate) fn put_text(members: &mut Members, preserved: &Members, name: &str, text: &str) {
    match preserved.get(name).filter(|_| text.is_empty()) {
        Some(other) => members.set(name, other),
        None => members.set_text(name, text),
    }
}

/// Takes out the annotator; a value that is not a text is also preserved as it is.
pub(crate) fn take_annotator(members: &mut Members, preserved: &mut Members) -> Option<String> {
    let annotator = members.text(ANNOTATOR);
    let raw = members.take(ANNOTATOR).filter(|raw| !matches!(Json::read(raw), Json::String(_)));
    raw.into_iter().for_each(|raw| preserved.set(ANNOTATOR, raw));
    annotator
}

/// Sets the annotator; as it was written if it is unchanged.
pub(crate) fn put_annotator(members: &mut Members, preserved: &Members, annotator: Option<&str>) {
    let as_written =
        preserved.get(ANNOTATOR).filter(|_| preserved.text(ANNOTATOR).as_deref() == annotator);
    match (as_written, annotator) {
        (Some(as_written), _) => members.set(ANNOTATOR, as_written),
        (None, Some(annotator)) => members.set_text(ANNOTATOR, annotator),
        (None, None) => {}
    }
}
