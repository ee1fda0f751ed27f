//! Files that are one JSON value.

use std::collections::HashMap;

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
pub(super) fn in_order(names: &[String], members: Members) -> Members {
    let known: HashMap<&str, &str> = members.iter().collect();
    let named = names.iter().filter_map(|name| known.get_key_value(name.as_str()));
    named.map(|(name, value)| (*name, *value)).chain(members.iter()).collect()
}

/// Values with their numbers, as a JSON list of pairs.
pub(super) fn numbered(values: &[(usize, String)]) -> String {
    let pairs: Vec<String> = values.iter().map(|(at, json)| format!("[{at},{json}]")).collect();
    format!("[{}]", pairs.join(","))
}

/// What [`numbered`] wrote; pairs that are none are left out.
pub(super) fn read_numbered(json: Option<&str>) -> Vec<(usize, String)> {
    let pairs = json.and_then(Array::parse).unwrap_or_default();
    let pairs = pairs.values().filter_map(|pair| {
        let pair = Array::parse(pair)?;
        let mut values = pair.values();
        Some((values.next()?.trim().parse().ok()?, values.next()?.to_owned()))
    });
    pairs.collect()
}

/// Items, and among them, at the places where they were, those that had been left out.
pub(super) fn put_back<T>(items: Vec<T>, left_out: Vec<(usize, T)>) -> Vec<T> {
    let mut items = items.into_iter();
    let mut all = Vec::new();
    for (at, item) in left_out {
        all.extend(items.by_ref().take(at.saturating_sub(all.len())));
        all.push(item);
    }
    all.extend(items);
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_left_out_comes_back_to_its_place() {
        let all = vec!["a", "b", "c", "d", "e"];
        for bits in 0..32_u32 {
            let is_out = |i: &usize| bits >> i & 1 == 1;
            let numbered = || all.iter().copied().enumerate();
            let items = numbered().filter(|(i, _)| !is_out(i)).map(|(_, item)| item).collect();
            let left_out = numbered().filter(|(i, _)| is_out(i)).collect();
            assert_eq!(put_back(items, left_out), all);
        }
        assert_eq!(put_back(vec!["a"], vec![(7, "z"), (0, "y")]), ["a", "z", "y"]);
        let values = vec![(3, "[1]".to_owned()), (0, "\"x\"".to_owned())];
        assert_eq!(read_numbered(Some(&numbered(&values))), values);
        assert_eq!(
            read_numbered(Some("[[1], 2, [\"x\", 3], [-1, 4], [5, 6]]")),
            [(5, "6".to_owned())]
        );
    }
}
