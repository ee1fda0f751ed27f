//! What the formats in JSON have in common: objects whose members are taken by name while all others are carried.

use crate::domain::diagnostic::Place;
use crate::domain::exchange::members::Members;
use crate::domain::exchange::report::{File, Problem, Problems};
use crate::domain::format::json::{Fault, FaultKind, Json, encode, skip_space, value_end};

/// The name of the annotator, in the records and in the files.
const ANNOTATOR: &str = "annotator";

/// The one JSON value that a file is. Nothing, and a problem, if it is none.
pub(crate) fn value<'a>(file: &'a File, problems: &mut Problems) -> Option<&'a str> {
    let text = file.text.trim_start_matches('\u{feff}');
    let whole = value_end(text, 0).and_then(|end| match skip_space(text, end) {
        at if at == text.len() => Ok(text),
        at => Err(Fault { at, kind: FaultKind::AfterEnd }),
    });
    let mut fail = |fault: Fault| {
        // Places count from the start of the file, with its mark of the byte order.
        let at = fault.at + file.text.len() - text.len();
        let diagnostic = Fault { at, ..fault }.diagnose(&file.text);
        problems.add(Problem { file: file.path.clone(), diagnostic });
    };
    whole.map_err(&mut fail).ok()
}

/// The place of something in the item with a number.
pub(crate) fn item(number: usize, path: impl Into<String>) -> Place {
    Place::Data { instance: number, path: path.into() }
}

/// Takes a text out of an object; what is there but no text is a problem, and stays.
pub(crate) fn text(
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
pub(crate) fn put_text(members: &mut Members, name: &str, text: &str) {
    if !text.is_empty() || members.get(name).is_none_or(|value| value.starts_with('"')) {
        members.set_text(name, text);
    }
}

/// Takes out who annotated; one who is a number is kept as such.
pub(crate) fn take_annotator(members: &mut Members, kept: &mut Members) -> Option<String> {
    let annotator = members.text(ANNOTATOR)?;
    let raw = members.take(ANNOTATOR)?;
    if !matches!(Json::read(&raw), Json::String(_)) {
        kept.set(ANNOTATOR, raw);
    }
    Some(annotator)
}

/// Sets who annotated, as it was written.
pub(crate) fn put_annotator(members: &mut Members, kept: &Members, annotator: Option<&str>) {
    let Some(annotator) = annotator else { return };
    let as_written =
        kept.get(ANNOTATOR).filter(|_| kept.text(ANNOTATOR).as_deref() == Some(annotator));
    members.set(ANNOTATOR, as_written.map_or_else(|| encode(annotator), str::to_owned));
}

/// A list of values as JSON, one on each line.
pub(crate) fn list(items: &[String]) -> String {
    if items.is_empty() {
        return "[]\n".to_owned();
    }
    format!("[\n{}\n]\n", items.join(",\n"))
}
