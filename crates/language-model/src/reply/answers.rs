//! Answers of a reply, as a typology has them.

use serde_json::{Map, Value};

use super::ReplyNote;
use spanwise_annotation::document::{Answer, Answers};
use spanwise_template::{Choice, Question, QuestionKind};

/// Names of the chosen option of an answer with a follow-up.
const CHOSEN: [&str; 5] = ["val", "value", "option", "answer", "choice"];
/// Names of the answer to the follow-up, besides that of the option.
const FOLLOW_UPS: [&str; 4] = ["follow_up", "followup", "follow-up", "detail"];

/// Reads answers to questions, and notes those that no question allows.
pub(crate) struct AnswerReader<'n> {
    pub(crate) notes: &'n mut Vec<ReplyNote>,
    /// What the answers are about, for messages.
    pub(crate) about: String,
}

impl AnswerReader<'_> {
    /// The answers to root questions, by name or label. Members that are no answers are let be.
    pub(crate) fn answers(
        &mut self,
        questions: &[Question],
        members: &Map<String, Value>,
    ) -> Answers {
        let mut answers = Answers::default();
        for question in questions {
            let named = members.get(&question.name).or_else(|| {
                let is_meant =
                    |name: &str| is_same(name, &question.name) || is_same(name, &question.label);
                members.iter().find(|(name, _)| is_meant(name)).map(|(_, value)| value)
            });
            let answer = named.and_then(|value| self.answer(question, value));
            answers.set(&question.name, answer);
        }
        answers
    }

    fn answer(&mut self, question: &Question, value: &Value) -> Option<Answer> {
        if value.is_null() || value.as_str().is_some_and(|text| text.trim().is_empty()) {
            let is_deletion =
                matches!(question.kind, QuestionKind::Replacement) && value.is_string();
            return is_deletion.then(|| Answer::Value(String::new()));
        }
        let found = match &question.kind {
            QuestionKind::Binary => yes_or_no(value).map(|word| Answer::Value(word.to_owned())),
            QuestionKind::Likert(scale) => token(scale.tokens(), value),
            QuestionKind::Textbox | QuestionKind::Textarea | QuestionKind::Replacement => {
                scalar(value).map(Answer::Value)
            }
            QuestionKind::Number { range, .. } => {
                scalar(value).filter(|text| range.accepts(text)).map(Answer::Value)
            }
            QuestionKind::Slider(slider) => {
                let range = slider.range.numbers();
                scalar(value).filter(|text| range.accepts(text)).map(Answer::Value)
            }
            QuestionKind::Choice(options) => self.choice(options, value),
            QuestionKind::Checkboxes(boxes) => {
                let names: Vec<(&str, &str)> =
                    boxes.iter().map(|option| (&*option.name, &*option.label)).collect();
                several(&names, value)
            }
        };
        if found.is_none() {
            let said =
                format!("{}: {} does not allow the answer {value}.", self.about, question.name);
            self.notes.push(ReplyNote::invalid("invalid-answer", said));
        }
        found
    }

    fn choice(&mut self, options: &[Choice], value: &Value) -> Option<Answer> {
        let names: Vec<(&str, &str)> =
            options.iter().map(|option| (&*option.name, &*option.label)).collect();
        let members = value.as_object();
        let chosen = match members {
            Some(members) => {
                let chosen = CHOSEN.iter().find_map(|name| members.get(*name));
                // `{option: answer to its question}`, without naming the option.
                let only = || members.keys().find_map(|name| position(&names, name));
                chosen.map_or_else(only, |value| position_of(&names, value))?
            }
            None => position_of(&names, value)?,
        };
        let option = options.get(chosen)?;
        let follow_up = option.follow_up.as_deref().zip(members).and_then(|(question, members)| {
            let named = std::iter::once(option.name.as_str()).chain(FOLLOW_UPS);
            let answer = named.filter_map(|name| members.get(name)).next()?;
            self.answer(question, answer)
        });
        Some(Answer::Choice { option: option.name.clone(), follow_up: follow_up.map(Box::new) })
    }
}

/// Returns `true` for names that differ at most in case, spaces, dashes and underscores.
pub(crate) fn is_same(one: &str, other: &str) -> bool {
    let plain = |text: &str| -> String {
        let letters = text.chars().filter(|c| !c.is_whitespace() && *c != '_' && *c != '-');
        letters.flat_map(char::to_lowercase).collect()
    };
    one == other || plain(one) == plain(other)
}

/// The position of a name or a label.
pub(crate) fn position(names: &[(&str, &str)], name: &str) -> Option<usize> {
    let exact = names.iter().position(|(known, _)| *known == name);
    let alike =
        || names.iter().position(|(known, label)| is_same(known, name) || is_same(label, name));
    exact.or_else(alike)
}

/// The position of a name, a label or a number from 0.
pub(crate) fn position_of(names: &[(&str, &str)], value: &Value) -> Option<usize> {
    let number = |number: usize| (number < names.len()).then_some(number);
    match value {
        Value::String(name) => {
            position(names, name.trim()).or_else(|| name.trim().parse().ok().and_then(number))
        }
        Value::Number(at) => at.as_u64().and_then(|at| usize::try_from(at).ok()).and_then(number),
        Value::Bool(_) => {
            let word = yes_or_no(value)?;
            position(names, word)
        }
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    }
}

fn yes_or_no(value: &Value) -> Option<&'static str> {
    let is_yes = match value {
        Value::Bool(value) => *value,
        Value::String(text) => match text.trim().to_lowercase().as_str() {
            "yes" | "true" | "y" => true,
            "no" | "false" | "n" => false,
            _ => return None,
        },
        Value::Null | Value::Number(_) | Value::Array(_) | Value::Object(_) => return None,
    };
    Some(if is_yes { "yes" } else { "no" })
}

/// A token of a scale, by its name or by its number from 1.
fn token(tokens: &[&str], value: &Value) -> Option<Answer> {
    let named = |text: &str| tokens.iter().find(|token| is_same(token, text)).copied();
    let numbered = |number: usize| tokens.get(number.checked_sub(1)?).copied();
    let token = match value {
        Value::String(text) => named(text).or_else(|| numbered(text.trim().parse().ok()?)),
        Value::Number(number) => numbered(usize::try_from(number.as_u64()?).ok()?),
        Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => None,
    };
    token.map(|token| Answer::Value(token.to_owned()))
}

fn several(names: &[(&str, &str)], value: &Value) -> Option<Answer> {
    let listed = value.as_str().filter(|text| position(names, text).is_none());
    let given: Vec<Value> = match (value.as_array(), listed) {
        (Some(list), _) => list.clone(),
        (None, Some(text)) => text.split(',').map(|one| one.trim().into()).collect(),
        (None, None) => vec![value.clone()],
    };
    let mut chosen: Vec<usize> =
        given.iter().map(|one| position_of(names, one)).collect::<Option<_>>()?;
    chosen.sort_unstable();
    chosen.dedup();
    let chosen: Vec<String> =
        chosen.iter().filter_map(|at| names.get(*at)).map(|(name, _)| (*name).to_owned()).collect();
    (!chosen.is_empty()).then_some(Answer::Several(chosen))
}

/// A text or a number as text.
fn scalar(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => None,
    }
}
