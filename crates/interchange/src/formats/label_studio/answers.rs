//! Results that are answers.

use std::collections::HashSet;

use crate::files::json::strings;
use crate::members::Members;
use spanwise_annotation::document::{Answer, Answers};
use spanwise_json::{Array, Json, encode};

/// The types of results that answer a question. The member of their value has the same name, except for `textarea`.
const CHOICES: &str = "choices";
const TEXTAREA: &str = "textarea";
const RATING: &str = "rating";
const NUMBER: &str = "number";
const TAXONOMY: &str = "taxonomy";

/// The maximal number of characters of an answer that is written as a choice.
const LONGEST_CHOICE: usize = 40;

/// The answer of a result of this type; `None` if it is of another type, or of an unknown form. `is_several` is `true` for
/// a question with check-boxes.
pub(super) fn read(kind: &str, value: &Members, is_several: bool) -> Option<Answer> {
    match kind {
        CHOICES => several(all_strings(value.get(CHOICES)?)?, is_several),
        TEXTAREA => match Json::read(value.get("text")?) {
            Json::String(text) => Some(Answer::Value(text.into_owned())),
            Json::Null | Json::Bool(_) | Json::Number(_) | Json::Array(_) | Json::Object(_) => {
                several(all_strings(value.get("text")?)?, false)
            }
        },
        RATING | NUMBER => value.text(kind).map(Answer::Value),
        TAXONOMY => {
            let paths = Array::parse(value.get(TAXONOMY)?)?;
            let mut paths = paths.values();
            let path = all_strings(paths.next()?)?;
            paths.next().is_none().then(|| chain(path)).flatten()
        }
        _ => None,
    }
}

/// The strings of a list; `None` if it has anything else.
fn all_strings(json: &str) -> Option<Vec<String>> {
    let found = strings(json);
    (Array::parse(json)?.values().len() == found.len()).then_some(found)
}

fn several(mut chosen: Vec<String>, is_several: bool) -> Option<Answer> {
    let distinct = chosen.iter().collect::<HashSet<_>>().len();
    match chosen.len() {
        0 => None,
        1 if !is_several => chosen.pop().map(Answer::Value),
        n => (n == distinct).then_some(Answer::Several(chosen)),
    }
}

/// The answer of a path: a choice, whose follow-up is the rest of the path. The last one is a value.
fn chain(path: Vec<String>) -> Option<Answer> {
    let mut path = path.into_iter().rev();
    let last = path.next()?;
    let Some(before) = path.next() else {
        return Some(Answer::Choice { option: last, follow_up: None });
    };
    let choice =
        |option, follow_up| Answer::Choice { option, follow_up: Some(Box::new(follow_up)) };
    Some(
        path.fold(choice(before, Answer::Value(last)), |follow_up, option| {
            choice(option, follow_up)
        }),
    )
}

/// The path of a choice; `None` if it would be read as another answer.
fn path(answer: &Answer) -> Option<Vec<&str>> {
    let Answer::Choice { option, follow_up } = answer else { return None };
    let mut path = vec![option.as_str()];
    let mut rest = follow_up.as_deref();
    while let Some(answer) = rest {
        rest = match answer {
            Answer::Value(value) => {
                path.push(value);
                None
            }
            Answer::Choice { option, follow_up } => {
                path.push(option);
                Some(follow_up.as_deref()?)
            }
            Answer::Several(_) | Answer::Unknown(_) => return None,
        };
    }
    Some(path)
}

/// Returns `true` if an answer can be written, several choices of which only one is chosen if the question has check-boxes.
pub(super) fn is_held(answer: &Answer) -> bool {
    match answer {
        Answer::Value(_) | Answer::Several(_) => true,
        Answer::Choice { .. } => path(answer).is_some(),
        Answer::Unknown(_) => false,
    }
}

/// Returns `true` if two answers are the same here, where one choice of check-boxes is a value.
pub(super) fn same(a: Option<&Answer>, b: Option<&Answer>) -> bool {
    let single = |answer: &Answer| match answer {
        Answer::Several(chosen) if chosen.len() == 1 => chosen.first().cloned().map(Answer::Value),
        Answer::Value(_) | Answer::Choice { .. } | Answer::Several(_) | Answer::Unknown(_) => {
            Some(answer.clone())
        }
    };
    a.and_then(single) == b.and_then(single)
}

/// The type of a result that is to say an answer, and its value. `before` is the type of an earlier one.
pub(super) fn write(
    answer: &Answer,
    before: Option<&str>,
    is_text: bool,
) -> Option<(&'static str, Members)> {
    let number = |text: &str| matches!(Json::read(text), Json::Number(n) if n == text && serde_json::from_str::<f64>(n).is_ok());
    let list = |texts: &[&str]| {
        let texts: Vec<String> = texts.iter().map(|text| encode(text)).collect();
        format!("[{}]", texts.join(","))
    };
    let (kind, name, json) = match answer {
        Answer::Value(text) => match before {
            Some(RATING) if number(text) => (RATING, RATING, text.clone()),
            Some(NUMBER) if number(text) => (NUMBER, NUMBER, text.clone()),
            Some(CHOICES) => (CHOICES, CHOICES, list(&[text])),
            Some(TEXTAREA) => (TEXTAREA, "text", list(&[text])),
            Some(_) | None if is_text => (TEXTAREA, "text", list(&[text])),
            Some(_) | None => (CHOICES, CHOICES, list(&[text])),
        },
        Answer::Several(chosen) => {
            let chosen: Vec<&str> = chosen.iter().map(String::as_str).collect();
            (CHOICES, CHOICES, list(&chosen))
        }
        Answer::Choice { .. } => (TAXONOMY, TAXONOMY, format!("[{}]", list(&path(answer)?))),
        Answer::Unknown(_) => return None,
    };
    let mut value = Members::default();
    value.set(name, json);
    Some((kind, value))
}

/// The questions of a corpus, as far as their answers tell.
#[derive(Default)]
pub(super) struct AnsweredQuestions<'c> {
    /// Those with an answer that is too long for a choice.
    long: HashSet<&'c str>,
    /// Those of which several options were chosen at once.
    several: HashSet<&'c str>,
}

impl<'c> AnsweredQuestions<'c> {
    /// Adds some answers.
    pub(super) fn add(&mut self, answers: &'c Answers) {
        for (question, answer) in answers.iter() {
            match answer {
                Answer::Value(text)
                    if text.contains(['\n', '\r']) || text.chars().count() > LONGEST_CHOICE =>
                {
                    self.long.insert(question);
                }
                Answer::Several(chosen) if chosen.len() > 1 => {
                    self.several.insert(question);
                }
                Answer::Value(_)
                | Answer::Several(_)
                | Answer::Choice { .. }
                | Answer::Unknown(_) => {}
            }
        }
    }

    /// Returns `true` if a value that answers a question is to be written as a text: where there are longer ones, and beside
    /// check-boxes, as one of whose choices it would be read.
    pub(super) fn is_text(&self, question: &str) -> bool {
        self.long.contains(question) || self.several.contains(question)
    }

    /// Returns `true` if an answer would be read as another: a single choice of check-boxes looks like a value.
    pub(super) fn is_mistaken(&self, question: &str, answer: &Answer) -> bool {
        match answer {
            Answer::Several(chosen) => chosen.len() == 1 && !self.several.contains(question),
            Answer::Value(_) | Answer::Choice { .. } | Answer::Unknown(_) => false,
        }
    }
}
