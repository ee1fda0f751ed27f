//! Cells: values and answers as words.

use crate::files::json::strings;
use spanwise_annotation::document::{Answer, Answers};
use spanwise_json::{Json, encode};
use spanwise_limits::DEEPEST_ANSWER;
use spanwise_text::spreadsheet::is_number;

/// A name, or the path of an answer, with its cell.
pub(super) type NamedCell = (String, String);

/// The end of the name of a value that is a string, though its cell looks like a number, `true` or `false`.
const TEXT: &str = " (text)";
/// The end of the path of an answer that is one of several options, and of one that is several of them.
const CHOICE: &str = " (choice)";
const SEVERAL: &str = " (several)";
/// Between the parts of the path of a follow-up: the question, the option, and so on.
const PATH: char = '/';

/// The JSON of a cell.
pub(super) fn json_of((name, cell): &NamedCell) -> (&str, String) {
    match name.strip_suffix(TEXT) {
        Some(name) => (name, encode(cell)),
        None => (name, literal(cell)),
    }
}

/// The JSON of a cell that may be a number, `true` or `false`.
pub(super) fn literal(cell: &str) -> String {
    if is_literal(cell) { cell.to_owned() } else { encode(cell) }
}

fn is_literal(cell: &str) -> bool {
    cell == "true" || cell == "false" || is_number(cell)
}

/// Returns `true` for a string that a cell would turn into another value.
pub(super) fn needs_mark(json: &str) -> bool {
    matches!(Json::read(json), Json::String(text) if is_literal(&text))
}

/// The cell of a JSON value; `None` if no cell holds it: lists, objects, `null`, the empty string. `is_marked` if strings
/// of this name are told apart from numbers.
pub(super) fn cell_of(name: &str, json: &str, is_marked: bool) -> Option<NamedCell> {
    if name.trim() != name || name.is_empty() || name.ends_with(TEXT) {
        return None;
    }
    match Json::read(json) {
        Json::String(text) if text.is_empty() => None,
        Json::String(text) if is_marked || is_literal(&text) => {
            Some((format!("{name}{TEXT}"), text.into_owned()))
        }
        Json::String(text) => Some((name.to_owned(), text.into_owned())),
        Json::Number(number) => Some((name.to_owned(), number.to_owned())),
        Json::Bool(flag) => Some((name.to_owned(), flag.to_string())),
        Json::Null | Json::Array(_) | Json::Object(_) => None,
    }
}

/// The cells of an answer and its follow-ups, by their paths; `None` if they do not hold it.
pub(super) fn cells_of_answer(question: &str, answer: &Answer) -> Option<Vec<NamedCell>> {
    let mut cells = Vec::new();
    is_part(question).then_some(())?;
    add(question.to_owned(), answer, &mut cells)?;
    Some(cells)
}

fn add(path: String, answer: &Answer, cells: &mut Vec<NamedCell>) -> Option<()> {
    match answer {
        Answer::Value(value) if value.is_empty() => return None,
        Answer::Value(value) => cells.push((path, value.clone())),
        Answer::Choice { option, follow_up } => {
            is_part(option).then_some(())?;
            let path = path + CHOICE;
            cells.push((path.clone(), option.clone()));
            if let Some(answer) = follow_up {
                add(format!("{path}{PATH}{option}"), answer, cells)?;
            }
        }
        Answer::Several(options) if options.is_empty() => return None,
        Answer::Several(options) => {
            let options: Vec<String> = options.iter().map(|option| encode(option)).collect();
            cells.push((path + SEVERAL, format!("[{}]", options.join(","))));
        }
        Answer::Unknown(_) => return None,
    }
    Some(())
}

/// Returns `true` for a name that can be part of a path.
fn is_part(name: &str) -> bool {
    let has_end = [TEXT, CHOICE, SEVERAL].iter().any(|end| name.ends_with(end));
    name.trim() == name && !name.is_empty() && !name.contains(PATH) && !has_end
}

/// The question of a path.
pub(super) fn question(path: &str) -> &str {
    let first = path.split(PATH).next().unwrap_or_default();
    let ends = [CHOICE, SEVERAL];
    ends.iter().find_map(|end| first.strip_suffix(end)).unwrap_or(first)
}

/// The answers in cells.
pub(super) fn answers_of(cells: &[NamedCell]) -> Answers {
    let mut answers = Answers::default();
    for (path, _) in cells {
        let question = question(path);
        if answers.get(question).is_none() {
            answers.set(question, answer_at(cells, question, 0));
        }
    }
    answers
}

fn answer_at(cells: &[NamedCell], path: &str, depth: usize) -> Option<Answer> {
    let cell = |path: &str| cells.iter().find(|(known, _)| known == path).map(|(_, cell)| cell);
    if depth > DEEPEST_ANSWER {
        return None;
    }
    if let Some(value) = cell(path) {
        return Some(Answer::Value(value.clone()));
    }
    let choice = format!("{path}{CHOICE}");
    if let Some(option) = cell(&choice) {
        let follow_up = answer_at(cells, &format!("{choice}{PATH}{option}"), depth + 1);
        return Some(Answer::Choice { option: option.clone(), follow_up: follow_up.map(Box::new) });
    }
    let mut options: Vec<String> = Vec::new();
    for option in strings(cell(&format!("{path}{SEVERAL}"))?) {
        if !options.contains(&option) {
            options.push(option);
        }
    }
    (!options.is_empty()).then_some(Answer::Several(options))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_come_back_with_their_type() {
        for (json, expected) in [
            ("\"a\"", Some(("n", "a"))),
            ("\"3\"", Some(("n (text)", "3"))),
            ("\"true\"", Some(("n (text)", "true"))),
            ("\"007\"", Some(("n", "007"))),
            ("0.50", Some(("n", "0.50"))),
            ("true", Some(("n", "true"))),
            ("\"\"", None),
            ("null", None),
            ("[1]", None),
        ] {
            let cell = cell_of("n", json, false);
            assert_eq!(cell.as_ref().map(|(name, cell)| (name.as_str(), cell.as_str())), expected);
            if let Some(cell) = cell {
                assert_eq!(json_of(&cell), ("n", json.to_owned()));
            }
        }
        assert_eq!(cell_of("n (text)", "1", false), None);
        assert_eq!(cell_of("n", "\"a\"", true), Some(("n (text)".to_owned(), "a".to_owned())));
    }

    #[test]
    fn answers_come_back_by_their_paths() {
        let value = |text: &str| Answer::Value(text.to_owned());
        let choice = |option: &str, follow_up: Option<Answer>| Answer::Choice {
            option: option.to_owned(),
            follow_up: follow_up.map(Box::new),
        };
        let several = Answer::Several(vec!["a;b".to_owned(), "c".to_owned()]);
        for (answer, paths) in [
            (value("7"), &["q"][..]),
            (choice("x", None), &["q (choice)"]),
            (choice("x", Some(value("y"))), &["q (choice)", "q (choice)/x"]),
            (
                choice("x", Some(choice("y", Some(several.clone())))),
                &["q (choice)", "q (choice)/x (choice)", "q (choice)/x (choice)/y (several)"],
            ),
        ] {
            let cells = cells_of_answer("q", &answer).unwrap();
            assert_eq!(cells.iter().map(|(path, _)| path.as_str()).collect::<Vec<_>>(), paths);
            let mut expected = Answers::default();
            expected.set("q", Some(answer));
            assert_eq!(answers_of(&cells), expected);
        }
        for question in ["", "a/b", "a (choice)", " a"] {
            assert!(cells_of_answer(question, &value("x")).is_none(), "{question}");
        }
        assert!(cells_of_answer("q", &value("")).is_none());
        assert!(cells_of_answer("q", &choice("a/b", None)).is_none());
    }
}
