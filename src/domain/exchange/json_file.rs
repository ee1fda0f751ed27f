//! Files that are one JSON value.

use super::members::Members;
use super::report::{File, Problem, Problems};
use crate::domain::diagnostic::{Place, quoted};
use crate::domain::format::json::{Array, Json, encode, place, skip_space, value_end};

/// The text of the value, which is JSON throughout; `None`, and a problem, if it is not.
pub(super) fn value<'f>(file: &'f File, problems: &mut Problems) -> Option<&'f str> {
    let text = &file.text;
    let start =
        skip_space(text, if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 });
    match value_end(text, start) {
        Ok(end) if skip_space(text, end) == text.len() => text.get(start..end),
        Ok(end) => {
            let said = "There is more after the end of the JSON value.".to_owned();
            let remedy = "Remove it, or give a file with a single value.".to_owned();
            problems.error(file, place(text, skip_space(text, end)), "not-json", [said, remedy]);
            None
        }
        Err(fault) => {
            problems.add(Problem { file: file.path.clone(), diagnostic: fault.diagnose(text) });
            None
        }
    }
}

/// Says that something else was expected at a place in a record.
pub(super) fn unexpected(
    file: &File,
    problems: &mut Problems,
    (record, path): (usize, String),
    expected: &str,
    found: &str,
) {
    let said = format!("Expected {expected}, found {}.", quoted(found));
    let remedy = "It is kept, and written back as it was.".to_owned();
    let place = Place::Data { instance: record, path };
    problems.error(file, place, "unexpected-value", [said, remedy]);
}

/// The names of members as a JSON list.
pub(super) fn names(members: &Members) -> String {
    let names: Vec<String> = members.iter().map(|(name, _)| encode(name)).collect();
    format!("[{}]", names.join(","))
}

/// The strings of a JSON list.
pub(super) fn strings(json: &str) -> Vec<String> {
    let array = Array::parse(json);
    let values = array.iter().flat_map(Array::values);
    let texts = values.filter_map(|value| match Json::read(value) {
        Json::String(text) => Some(text.into_owned()),
        _ => None,
    });
    texts.collect()
}

/// The members in the order of some names; those that are not named come last.
pub(super) fn in_order(names: &[String], mut members: Members) -> Members {
    let mut ordered = Members::default();
    for name in names {
        if let Some(value) = members.take(name) {
            ordered.set(name, value);
        }
    }
    members.iter().for_each(|(name, value)| ordered.set(name, value));
    ordered
}
