//! What the formats in JSON have in common: a file that is one value or a value a line, and objects whose members are
//! taken by name while all others are carried.

use super::lines::lines;
use super::members::Members;
use super::report::{File, Problem, Problems};
use crate::domain::diagnostic::Place;
use crate::domain::format::json::{Fault, FaultKind, Json, encode, skip_space, value_end};

/// The name of the annotator, in the records and in the files.
const ANNOTATOR: &str = "annotator";

/// The one JSON value that a file is. Nothing, and a problem, if it is none.
pub(super) fn value<'a>(file: &'a File, problems: &mut Problems) -> Option<&'a str> {
    let text = file.text.trim_start_matches('\u{feff}');
    let whole = value_end(text, 0).and_then(|end| match skip_space(text, end) {
        at if at == text.len() => Ok(text),
        at => Err(Fault { at, kind: FaultKind::AfterEnd }),
    });
    whole.map_err(|fault| syntax(file, &fault, problems)).ok()
}

/// The JSON values of a file that has one on each line, with their places. Other lines are problems.
pub(super) fn values<'a>(file: &'a File, problems: &mut Problems) -> Vec<(Place, &'a str)> {
    let mut values = Vec::new();
    for line in lines(&file.text).filter(|line| !line.is_blank()) {
        let text = line.text.trim_start_matches('\u{feff}');
        match value_end(text, 0) {
            Ok(end) if skip_space(text, end) == text.len() => values.push((line.place(), text)),
            _ => {
                let said = [
                    "The line is not a JSON value.".to_owned(),
                    "It is not read: each line is one object, from { to }.".to_owned(),
                ];
                problems.error(file, line.place(), "json-syntax", said);
            }
        }
    }
    values
}

fn syntax(file: &File, fault: &Fault, problems: &mut Problems) {
    let diagnostic = fault.diagnose(&file.text);
    problems.add(Problem { file: file.path.clone(), diagnostic });
}

/// The place of something in the item with a number.
pub(super) fn item(number: usize, path: impl Into<String>) -> Place {
    Place::Data { instance: number, path: path.into() }
}

/// Takes a text out of an object; what is there but no text is a problem, and stays.
pub(super) fn text(
    members: &mut Members,
    name: &str,
    place: &Place,
    (file, problems): (&File, &mut Problems),
) -> String {
    if let Some(text) = members.take_text(name) {
        return text;
    }
    let found = if members.get(name).is_some() { "is no text" } else { "is missing" };
    let said = [format!("{name} {found}."), "It is read as an empty text.".to_owned()];
    problems.error(file, place.clone(), "no-text", said);
    String::new()
}

/// Sets a text, unless there is none and something else stands in its place.
pub(super) fn put_text(members: &mut Members, name: &str, text: &str) {
    if !text.is_empty() || members.get(name).is_none_or(|value| value.starts_with('"')) {
        members.set_text(name, text);
    }
}

/// Takes out who annotated; one who is a number is kept as such.
pub(super) fn take_annotator(members: &mut Members, kept: &mut Members) -> Option<String> {
    let annotator = members.text(ANNOTATOR)?;
    let raw = members.take(ANNOTATOR)?;
    if !matches!(Json::read(&raw), Json::String(_)) {
        kept.set(ANNOTATOR, raw);
    }
    Some(annotator)
}

/// Sets who annotated, as it was written.
pub(super) fn put_annotator(members: &mut Members, kept: &Members, annotator: Option<&str>) {
    let Some(annotator) = annotator else { return };
    let as_written =
        kept.get(ANNOTATOR).filter(|_| kept.text(ANNOTATOR).as_deref() == Some(annotator));
    members.set(ANNOTATOR, as_written.map_or_else(|| encode(annotator), str::to_owned));
}

/// A list of values as JSON, one on each line.
pub(super) fn list(items: &[String]) -> String {
    if items.is_empty() {
        return "[]\n".to_owned();
    }
    format!("[\n{}\n]\n", items.join(",\n"))
}
