//! `annotation`: the answers of an edit, in Thresh's shapes and the older ones found in files.

use std::borrow::Cow;

use serde_json::value::RawValue;

use super::report::{InstanceReport, JsonPath};
use crate::document::{Answer, Answers};
use spanwise_diagnostics::quoted;
use spanwise_i18n::{Message, say};
use spanwise_json::{Array, Json, Object, encode, integer};
use spanwise_limits::DEEPEST_ANSWER;
use spanwise_template::{Choice, LikertScale, Question, QuestionKind};

/// Key of the chosen option.
const CHOSEN: &str = "val";

/// Reads an `annotation`. `questions` are the roots of the category, if it is known.
pub fn read_answers(
    raw: &str,
    questions: Option<&[Question]>,
    path: &JsonPath,
    report: &mut InstanceReport,
) -> Answers {
    let mut answers = Answers::default();
    let object = match Json::read(raw) {
        Json::Object(object) => object,
        Json::Null => return answers,
        Json::String(text) if text.is_empty() => return answers,
        Json::Bool(_) | Json::Number(_) | Json::String(_) | Json::Array(_) => {
            let message = say!(DataExpectedObjectAnswersFound, found = quoted(raw));
            let remedy = say!(DataKeptUntilQuestionAnswered);
            report.error(path, "unreadable-answers", message, remedy);
            return answers;
        }
    };
    for member in object.members() {
        let name = member.name.as_ref();
        let path = path.member(name);
        let question = questions.and_then(|all| all.iter().find(|q| q.name == name));
        let answer = AnswerReader { report, depth: 0 }.answer(&member.value, question, &path);
        if answer.is_some() && questions.is_some() && question.is_none() {
            let message = say!(DataTemplateNoQuestion, name = quoted(name));
            report.warn(&path, "unknown-question", message, kept());
        }
        answers.set(name, answer);
    }
    answers
}

fn kept() -> Message {
    say!(DataItIsKeptAsItIs)
}

struct AnswerReader<'r> {
    report: &'r mut InstanceReport,
    depth: usize,
}

impl AnswerReader<'_> {
    /// Reads one answer; `None` if there is none. `question` is `None` if the template has no such question.
    fn answer(
        &mut self,
        raw: &str,
        question: Option<&Question>,
        path: &JsonPath,
    ) -> Option<Answer> {
        let kind = question.map(|q| &q.kind);
        match (Json::read(raw), kind) {
            (Json::Null, _) => None,
            (Json::String(text), Some(QuestionKind::Replacement)) => {
                Some(Answer::Value(text.into_owned()))
            }
            (Json::String(text), _) if text.is_empty() => None,
            (Json::String(text), Some(QuestionKind::Choice(options))) => {
                let message = say!(DataOptionNotInObject);
                let written = "{\"val\": …}";
                let remedy = say!(DataThreshWritesRead, written);
                self.report.hint(path, "bare-option", message, remedy);
                Some(self.bare_choice(text.into_owned(), options, path))
            }
            (Json::String(text), _) => Some(self.value(text.into_owned(), kind, path)),
            (Json::Object(object), _) => self.object(raw, &object, question, path),
            (Json::Array(array), None | Some(QuestionKind::Checkboxes(_))) => {
                self.several(raw, &array, kind, path)
            }
            (Json::Number(number), Some(kind)) => self.number(raw, number, kind, path),
            (Json::Bool(value), Some(kind)) => self.boolean(raw, value, kind, path),
            _ => self.unknown(raw, path),
        }
    }

    /// Reads a primitive answer, and reports one that the kind of the question does not allow.
    fn value(&mut self, text: String, kind: Option<&QuestionKind>, path: &JsonPath) -> Answer {
        let known = match kind {
            Some(QuestionKind::Binary) => matches!(text.as_str(), "yes" | "no"),
            Some(QuestionKind::Likert(scale)) => scale.tokens().contains(&text.as_str()),
            Some(QuestionKind::Number { range, .. }) => range.accepts(&text),
            Some(QuestionKind::Slider(slider)) => slider.range.numbers().accepts(&text),
            Some(QuestionKind::Checkboxes(_)) => false,
            Some(
                QuestionKind::Textbox
                | QuestionKind::Textarea
                | QuestionKind::Replacement
                | QuestionKind::Choice(_),
            )
            | None => true,
        };
        if !known {
            let message = say!(DataQuestionDoesNotAllowAnswer, answer = quoted(&text));
            self.report.warn(path, "unknown-answer", message, kept());
        }
        Answer::Value(text)
    }

    /// Reads the chosen options of check-boxes: a list of their names.
    fn several(
        &mut self,
        raw: &str,
        array: &Array,
        kind: Option<&QuestionKind>,
        path: &JsonPath,
    ) -> Option<Answer> {
        let mut chosen: Vec<String> = Vec::new();
        for item in array.values() {
            let Json::String(name) = Json::read(item) else { return self.unknown(raw, path) };
            if name.is_empty() || chosen.iter().any(|known| *known == name) {
                return self.unknown(raw, path);
            }
            chosen.push(name.into_owned());
        }
        if let Some(QuestionKind::Checkboxes(boxes)) = kind {
            for name in &chosen {
                if boxes.iter().all(|checkbox| checkbox.name != *name) {
                    self.unknown_option(name, path);
                }
            }
        }
        (!chosen.is_empty()).then_some(Answer::Several(chosen))
    }

    fn bare_choice(&mut self, option: String, options: &[Choice], path: &JsonPath) -> Answer {
        if options.iter().all(|o| o.name != option) {
            self.unknown_option(&option, path);
        }
        Answer::Choice { option, follow_up: None }
    }

    fn unknown_option(&mut self, option: &str, path: &JsonPath) {
        let message = say!(DataQuestionNoOption, option = quoted(option));
        self.report.warn(path, "unknown-option", message, kept());
    }

    fn number(
        &mut self,
        raw: &str,
        number: &str,
        kind: &QuestionKind,
        path: &JsonPath,
    ) -> Option<Answer> {
        match kind {
            QuestionKind::Likert(scale) => match likert_token(number, *scale) {
                Some(token) => Some(Answer::Value(token.to_owned())),
                None => self.unknown(raw, path),
            },
            QuestionKind::Choice(options) => {
                Some(self.bare_choice(number.to_owned(), options, path))
            }
            QuestionKind::Textbox | QuestionKind::Textarea | QuestionKind::Replacement => {
                Some(Answer::Value(number.to_owned()))
            }
            QuestionKind::Number { .. } | QuestionKind::Slider(_) => {
                Some(self.value(number.to_owned(), Some(kind), path))
            }
            QuestionKind::Binary | QuestionKind::Checkboxes(_) => self.unknown(raw, path),
        }
    }

    fn boolean(
        &mut self,
        raw: &str,
        value: bool,
        kind: &QuestionKind,
        path: &JsonPath,
    ) -> Option<Answer> {
        match kind {
            QuestionKind::Binary => {
                Some(Answer::Value(if value { "yes" } else { "no" }.to_owned()))
            }
            QuestionKind::Choice(options) => {
                let option = boolean_option(value, options).to_owned();
                Some(self.bare_choice(option, options, path))
            }
            QuestionKind::Likert(_)
            | QuestionKind::Textbox
            | QuestionKind::Textarea
            | QuestionKind::Replacement
            | QuestionKind::Number { .. }
            | QuestionKind::Slider(_)
            | QuestionKind::Checkboxes(_) => self.unknown(raw, path),
        }
    }

    /// Reads `{"val": option, option: follow-up}`; every other member is left over from an earlier choice.
    fn object(
        &mut self,
        raw: &str,
        object: &Object,
        question: Option<&Question>,
        path: &JsonPath,
    ) -> Option<Answer> {
        let options = match question.map(|q| &q.kind) {
            Some(QuestionKind::Choice(options)) => options.as_slice(),
            _ => &[],
        };
        let Some(option) = chosen(object, options) else {
            let nothing = object.members().iter().all(|m| m.value == "null");
            return if nothing { None } else { self.unknown(raw, path) };
        };
        if self.depth >= DEEPEST_ANSWER {
            return self.unknown(raw, path);
        }
        let choice = options.iter().find(|o| o.name == option);
        if question.is_some() && choice.is_none() {
            self.unknown_option(&option, &path.member(CHOSEN));
        }
        let follow_up = self.follow_up(object, &option, choice, &path.member(&option));
        Some(Answer::Choice { option: option.into_owned(), follow_up: follow_up.map(Box::new) })
    }

    /// The answer stored under the option's own name. An option named `val` cannot have one: its key is taken.
    fn follow_up(
        &mut self,
        object: &Object,
        option: &str,
        choice: Option<&Choice>,
        path: &JsonPath,
    ) -> Option<Answer> {
        let raw = object.get(option).filter(|_| option != CHOSEN)?;
        let question = choice.and_then(|c| c.follow_up.as_deref());
        self.depth += 1;
        let answer = self.answer(raw, question, path);
        self.depth -= 1;
        let answer = answer.filter(|answer| question.is_some() || !repeats(answer, option))?;
        if choice.is_some() && question.is_none() {
            let message = say!(DataOptionNoFollowUpQuestion, option = quoted(option));
            self.report.warn(path, "unknown-question", message, kept());
        }
        Some(answer)
    }

    fn unknown(&mut self, raw: &str, path: &JsonPath) -> Option<Answer> {
        let message = say!(DataAnswerFormNotKnown);
        self.report.warn(path, "unknown-answer", message, kept());
        serde_json::from_str::<&RawValue>(raw).ok().map(|raw| Answer::Unknown(raw.to_owned()))
    }
}

/// The token of a point given by its number, from 1.
fn likert_token(number: &str, scale: LikertScale) -> Option<&'static str> {
    let index = integer(number)?.checked_sub(1)?;
    scale.tokens().get(usize::try_from(index).ok()?).copied()
}

/// The name of the option meant by `true` or `false`, to which YAML 1.1 parsers convert unquoted `yes` and `no`.
fn boolean_option(value: bool, options: &[Choice]) -> &'static str {
    let names = if value { ["yes", "true"] } else { ["no", "false"] };
    let known = names.into_iter().find(|name| options.iter().any(|o| o.name == *name));
    known.unwrap_or(if value { "true" } else { "false" })
}

/// The option named by `val`.
fn chosen<'o>(object: &'o Object, options: &[Choice]) -> Option<Cow<'o, str>> {
    match Json::read(object.get(CHOSEN)?) {
        Json::String(option) if !option.is_empty() => Some(option),
        Json::Number(number) => Some(Cow::Borrowed(number)),
        Json::Bool(value) => Some(Cow::Borrowed(boolean_option(value, options))),
        Json::Null | Json::String(_) | Json::Array(_) | Json::Object(_) => None,
    }
}

/// Returns `true` if a follow-up only repeats its option, as Thresh's Python library writes leaves.
fn repeats(follow_up: &Answer, option: &str) -> bool {
    matches!(follow_up, Answer::Choice { option: again, follow_up: None } if again == option)
}

/// The `annotation` for changed answers. `raw` is the old one; its unchanged members stay as they are written.
pub fn write_answers(raw: &str, answers: &Answers, questions: Option<&[Question]>) -> String {
    if answers.is_empty() {
        return "null".to_owned();
    }
    let old = Object::parse(raw).unwrap_or_default();
    let names: Vec<String> = old.members().iter().map(|m| m.name.to_string()).collect();
    let mut new = Object::parse(raw).unwrap_or_default();
    let question = |name: &str| questions.and_then(|all| all.iter().find(|q| q.name == name));
    for name in &names {
        let was = old.get(name).and_then(|raw| read_alone(raw, question(name)));
        if was.is_some() && answers.get(name).is_none() {
            new.remove(name);
        }
    }
    for (name, answer) in answers.iter() {
        new.set(name, write_answer(old.get(name), answer, question(name)));
    }
    new.into_text()
}

/// Reads an answer without a report: its problems were reported before.
fn read_alone(raw: &str, question: Option<&Question>) -> Option<Answer> {
    AnswerReader { report: &mut InstanceReport::new(0), depth: 0 }.answer(
        raw,
        question,
        &JsonPath::Root,
    )
}

fn write_answer(raw: Option<&str>, answer: &Answer, question: Option<&Question>) -> String {
    let was = raw.and_then(|raw| read_alone(raw, question));
    match (raw, answer) {
        (Some(raw), answer) if was.as_ref() == Some(answer) => raw.to_owned(),
        (_, Answer::Value(text)) => encode(text),
        (_, Answer::Several(names)) => {
            let names: Vec<String> = names.iter().map(|name| encode(name)).collect();
            format!("[{}]", names.join(","))
        }
        (_, Answer::Unknown(raw)) => raw.get().to_owned(),
        (raw, Answer::Choice { option, follow_up }) => {
            let object = raw.and_then(Object::parse).filter(|_| has_option(was.as_ref(), option));
            write_choice(object, option, follow_up.as_deref(), question)
        }
    }
}

fn has_option(answer: Option<&Answer>, wanted: &str) -> bool {
    matches!(answer, Some(Answer::Choice { option, .. }) if option == wanted)
}

/// Writes a choice, into the object that already holds the same option if there is one.
fn write_choice(
    object: Option<Object>,
    option: &str,
    follow_up: Option<&Answer>,
    question: Option<&Question>,
) -> String {
    let mut object = object.unwrap_or_else(|| {
        let mut fresh = Object::default();
        fresh.set(CHOSEN, encode(option));
        fresh
    });
    match follow_up {
        _ if option == CHOSEN => {}
        None => object.remove(option),
        Some(answer) => {
            let chosen = question.and_then(|question| question.option(option));
            let question = chosen.and_then(|chosen| chosen.follow_up.as_deref());
            let written = write_answer(object.get(option), answer, question);
            object.set(option, written);
        }
    }
    object.into_text()
}
