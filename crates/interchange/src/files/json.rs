//! JSON files: a single value, or items in a list or in lines.

use std::borrow::Cow;

use crate::file_problems::{FileProblem, FileProblems};
use crate::text_file::TextFile;
use spanwise_diagnostics::{DiagnosticPlace, quoted};
use spanwise_json::{Array, Fault, FaultKind, Json, LineCounter, Object, skip_space, value_end};

/// The maximal number of faults described per file: finding the line of each would take minutes in a hostile file.
const DESCRIBED: usize = 100;

/// The text of the only value of a file. `None`, with a problem, if it is not JSON, or if more follows.
pub(crate) fn value<'f>(file: &'f TextFile, problems: &mut FileProblems) -> Option<&'f str> {
    let text = file.text.as_str();
    let start = start(text);
    let whole = value_end(text, start).and_then(|end| {
        check_end(text, end)?;
        Ok(text.get(start..end).unwrap_or_default())
    });
    whole.map_err(|fault| say(file, &fault, problems)).ok()
}

/// The texts of the values: the items of a list, or values in sequence, as in JSON Lines. A fault is an error: a
/// sequence goes on at the next line that begins like an object, a list ends.
pub(crate) fn items<'f>(file: &'f TextFile, problems: &mut FileProblems) -> Vec<&'f str> {
    let text = file.text.as_str();
    let start = start(text);
    let mut values = Vec::new();
    if text.get(start..).is_some_and(|rest| rest.starts_with('[')) {
        if let Err(fault) = list_items(text, start, &mut values) {
            say(file, &fault, problems);
        }
        return values;
    }
    let (mut at, mut described) = (start, 0);
    while at < text.len() {
        let end = match value_end(text, at) {
            Ok(end) => {
                values.push(text.get(at..end).unwrap_or_default());
                end
            }
            Err(fault) => {
                described += 1;
                if described <= DESCRIBED {
                    say(file, &fault, problems);
                }
                next_object(text, at)
            }
        };
        at = skip_space(text, end);
    }
    values
}

/// The same, with the text of the file emptied: each item can be freed once it has become a record.
pub(crate) fn take_items(file: &mut TextFile, problems: &mut FileProblems) -> Vec<Box<str>> {
    let values = owned(items(file, problems));
    file.text = String::new();
    values
}

/// Owned copies of values.
pub(crate) fn owned<'a>(values: impl IntoIterator<Item = &'a str>) -> Vec<Box<str>> {
    values.into_iter().map(Box::from).collect()
}

/// The same of the members of an object.
pub(crate) fn owned_members(object: &Object) -> Vec<(Box<str>, Box<str>)> {
    let members = object.members().iter();
    members.map(|member| (Box::from(&*member.name), Box::from(&*member.value))).collect()
}

/// Parses an item as an object; `None`, with a problem, if it is not one.
pub(crate) fn object<'f>(
    raw: &'f str,
    file: &TextFile,
    number: usize,
    problems: &mut FileProblems,
) -> Option<Object<'f>> {
    let object = Object::parse(raw);
    if object.is_none() {
        let said = ["The item is no object.".to_owned(), "It is not read.".to_owned()];
        problems.error(file, in_item(number, ""), "no-object", said);
    }
    object
}

/// The start of the first value: after a byte order mark and white space.
fn start(text: &str) -> usize {
    skip_space(text, text.len() - text.trim_start_matches('\u{feff}').len())
}

/// Checks that nothing follows a value.
fn check_end(text: &str, end: usize) -> Result<(), Fault> {
    match skip_space(text, end) {
        end if end >= text.len() => Ok(()),
        at => Err(Fault { at, kind: FaultKind::AfterEnd }),
    }
}

fn say(file: &TextFile, fault: &Fault, problems: &mut FileProblems) {
    problems.add(FileProblem {
        file: file.path.clone(),
        diagnostic: fault.diagnose(&file.text, &mut LineCounter::default()),
    });
}

/// The start of the next line that begins like an object; the end of the text if there is none.
fn next_object(text: &str, at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    rest.find("\n{").map_or(text.len(), |length| at + length + 1)
}

/// Collects the values of the list that starts at a byte, as far as it can be read.
fn list_items<'a>(text: &'a str, start: usize, values: &mut Vec<&'a str>) -> Result<(), Fault> {
    let mut at = skip_space(text, start + 1);
    let byte = |at: usize| text.as_bytes().get(at).copied();
    let mut more = byte(at) != Some(b']');
    while more {
        let end = value_end(text, at)?;
        values.push(text.get(at..end).unwrap_or_default());
        at = skip_space(text, end);
        more = match byte(at) {
            Some(b',') => true,
            Some(b']') => false,
            Some(_) => return Err(Fault { at, kind: FaultKind::MissingComma }),
            None => return Err(Fault { at, kind: FaultKind::Unclosed { start } }),
        };
        at = skip_space(text, at + usize::from(more));
    }
    check_end(text, at + 1)
}

/// A place in the item with this 0-based number.
pub(crate) fn in_item(number: usize, path: impl Into<String>) -> DiagnosticPlace {
    DiagnosticPlace::Data { instance: number, path: path.into() }
}

/// Adds an error about an unexpected value.
pub(crate) fn unexpected(
    file: &TextFile,
    problems: &mut FileProblems,
    place: DiagnosticPlace,
    expected: &str,
    found: &str,
) {
    let said = format!("Expected {expected}, found {}.", quoted(found));
    let remedy = "It is kept, and written back as it was.".to_owned();
    problems.error(file, place, "unexpected-value", [said, remedy]);
}

/// The strings of a JSON list.
pub(crate) fn strings(json: &str) -> Vec<String> {
    let array = Array::parse(json);
    let values = array.iter().flat_map(Array::values);
    values.filter_map(|value| Json::read(value).into_text().map(Cow::into_owned)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_found_however_they_are_held_together() {
        for (text, values, errors) in [
            ("{\"a\": 1}\n\n{\"b\": 2}\r\n", vec!["{\"a\": 1}", "{\"b\": 2}"], 0),
            ("\u{feff}[1, {\"a\": []} ]\n", vec!["1", "{\"a\": []}"], 0),
            ("[]", vec![], 0),
            ("", vec![], 0),
            ("{\"a\": 1}\n{\"a\": tru}\n{\"b\": 2}", vec!["{\"a\": 1}", "{\"b\": 2}"], 1),
            ("{\"a\": 1}\nx\n{\"b\": 2}", vec!["{\"a\": 1}", "{\"b\": 2}"], 1),
            ("[1, 2", vec!["1", "2"], 1),
            ("[1, 2] 3", vec!["1", "2"], 1),
            ("[1, }", vec!["1"], 1),
            ("{", vec![], 1),
        ] {
            let (file, mut problems) = (TextFile::new("f", text), FileProblems::default());
            assert_eq!(items(&file, &mut problems), values, "{text:?}");
            assert_eq!(problems.errors(), errors, "{text:?}");
        }
    }

    #[test]
    fn a_file_of_one_value_has_no_other() {
        for (text, found) in [
            (" {\"a\": 1}\r\n", Some("{\"a\": 1}")),
            ("\u{feff}[1]", Some("[1]")),
            ("{} {}", None),
            ("{", None),
            ("", None),
        ] {
            let (file, mut problems) = (TextFile::new("f", text), FileProblems::default());
            assert_eq!(value(&file, &mut problems), found, "{text:?}");
            assert_eq!(problems.errors(), usize::from(found.is_none()), "{text:?}");
        }
    }
}
