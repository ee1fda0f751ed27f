//! Feedback of annotators on a prediction: errors in it, and information that it lacks.

use crate::members::Members;
use crate::offset_unit::OffsetUnit;
use crate::preserved::verbatim::{preserve_json, unchanged_json};
use crate::record::Edit;
use spanwise_annotation::document::{Answer, Answers, Spans, TextName};
use spanwise_annotation::format::spans::offset;
use spanwise_json::{Json, encode, integer};
use spanwise_text::{Span, Text};

/// The unit of the offsets.
pub(super) const UNIT: OffsetUnit = OffsetUnit::CodePoints;

const FACTUAL: &str = "factual";
const MISSING_INFO: &str = "missing_info";
const ERROR_TYPE: &str = "error type";
const EXPLANATION: &str = "explanation";
const IDS: [&str; 2] = ["passage_id", "sentence_id"];

/// Types of errors as the files spell them, with the options of our template.
const TYPES: [(&str, &str); 8] = [
    ("Irrelevant", "irrelevant"),
    ("Redundant", "repetitive"),
    ("Wrong-Grounding", "inconsistent"),
    ("Unverifiable", "unverifiable"),
    ("Incoherent", "incoherent"),
    ("Missing-Answer", "missing_answer"),
    ("Missing-Major-Auxiliary", "missing_major_auxiliary"),
    ("Missing-Minor-Auxiliary", "missing_minor_auxiliary"),
];

/// The two lists of a feedback.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FeedbackList {
    Errors,
    MissingInfo,
}

impl FeedbackList {
    pub(super) const ALL: [FeedbackList; 2] = [FeedbackList::Errors, FeedbackList::MissingInfo];

    /// Its member of the feedback.
    pub(super) fn name(self) -> &'static str {
        match self {
            FeedbackList::Errors => "errors",
            FeedbackList::MissingInfo => "missing-info",
        }
    }

    /// The list of an edit; one of an unknown category is an error if it has a span.
    pub(super) fn of(edit: &Edit) -> Self {
        let missing = edit.category == MISSING_INFO
            || (edit.category != FACTUAL && edit.spans.target().is_empty());
        if missing { FeedbackList::MissingInfo } else { FeedbackList::Errors }
    }

    /// Returns `true` if an edit represents this member of an entry.
    pub(super) fn says(self, name: &str) -> bool {
        name == ERROR_TYPE
            || match self {
                FeedbackList::Errors => [EXPLANATION, "start", "end"].contains(&name),
                FeedbackList::MissingInfo => IDS.contains(&name),
            }
    }

    fn category(self) -> &'static str {
        match self {
            FeedbackList::Errors => FACTUAL,
            FeedbackList::MissingInfo => MISSING_INFO,
        }
    }

    fn question(self) -> String {
        format!("{}_error", self.category())
    }

    /// The edit of an entry, and `true` if all of the entry was understood.
    fn understood(self, raw: &str, target: &Text, unit: OffsetUnit) -> (Edit, bool) {
        let mut members = Members::parse(raw);
        let mut answers = Answers::default();
        let kind = members.take_text(ERROR_TYPE);
        let mut whole = kind.is_some();
        members.take(ERROR_TYPE);
        let option = kind.filter(|kind| !kind.is_empty()).map(|kind| option(&kind).to_owned());
        let choice = option.map(|option| Answer::Choice { option, follow_up: None });
        answers.set(&self.question(), choice);
        let mut edit = Edit { category: self.category().to_owned(), ..Edit::default() };
        match self {
            FeedbackList::Errors => {
                answers.set(EXPLANATION, answer(members.take(EXPLANATION).as_deref()));
                let (start, end) = (members.take("start"), members.take("end"));
                let offsets =
                    start.and_then(|start| offset(&start)).zip(end.and_then(|end| offset(&end)));
                let span = offsets.and_then(|(start, end)| unit.span(target, start, end));
                whole &= span.is_some();
                edit.spans = Spans::of(TextName::TARGET, span.into_iter().collect());
            }
            FeedbackList::MissingInfo => {
                for id in IDS {
                    answers.set(id, answer(members.take(id).as_deref()));
                }
            }
        }
        (Edit { answers, metadata: members, ..edit }, whole)
    }

    /// The edit of an entry, with preserved data for the rest, and `true` if all of the entry was understood.
    pub(super) fn edit(self, raw: &str, target: &Text, unit: OffsetUnit) -> (Edit, bool) {
        let (mut edit, whole) = self.understood(raw, target, unit);
        let again = self.entry(&edit, edit.spans.target().first().copied(), target);
        preserve_json(&mut edit.preserved, raw, &again);
        (edit, whole)
    }

    fn entry(self, edit: &Edit, span: Option<Span>, target: &Text) -> String {
        let mut members = Members::default();
        members.set_text(ERROR_TYPE, self.error_type(edit));
        match self {
            FeedbackList::Errors => {
                members
                    .set_text(EXPLANATION, value(&edit.answers, EXPLANATION).unwrap_or_default());
                if let Some((start, end)) = span.map(|span| UNIT.offsets(target, span)) {
                    members.set("start", start.to_string());
                    members.set("end", end.to_string());
                }
            }
            FeedbackList::MissingInfo => {
                for id in IDS {
                    if let Some(value) = value(&edit.answers, id) {
                        members.set(id, number(value));
                    }
                }
            }
        }
        members.extend(edit.metadata.iter().filter(|(name, _)| !self.says(name)));
        members.to_json()
    }

    fn error_type(self, edit: &Edit) -> &str {
        match edit.answers.get(&self.question()) {
            Some(Answer::Choice { option, .. }) => error_type(option),
            _ if edit.category == self.category() => "",
            _ => &edit.category,
        }
    }

    /// The entry as it was read, if it still describes the edit.
    pub(super) fn preserved<'a>(self, edit: &'a Edit, target: &Text) -> Option<&'a str> {
        unchanged_json(edit, |raw| Some(self.understood(raw, target, UNIT).0))
    }

    /// The entry as it was read if it still describes the edit; else one for each span, or one for an edit without a
    /// span.
    pub(super) fn entries(self, edit: &Edit, target: &Text) -> Vec<String> {
        if let Some(raw) = self.preserved(edit, target) {
            return vec![raw.to_owned()];
        }
        match edit.spans.target() {
            [] => vec![self.entry(edit, None, target)],
            spans => spans.iter().map(|span| self.entry(edit, Some(*span), target)).collect(),
        }
    }

    /// Returns `true` if the entry retains the answer to a question.
    pub(super) fn can_hold_answer(self, edit: &Edit, question: &str) -> bool {
        let no_text = Text::new("");
        let (read, _) = self.understood(&self.entry(edit, None, &no_text), &no_text, UNIT);
        read.answers.get(question) == edit.answers.get(question)
    }

    /// Returns `true` if the entry of an edit has another category.
    pub(super) fn renames(self, edit: &Edit, target: &Text) -> bool {
        edit.category != self.category() && self.preserved(edit, target).is_none()
    }
}

fn option(kind: &str) -> &str {
    TYPES.iter().find(|(known, _)| *known == kind).map_or(kind, |(_, option)| option)
}

fn error_type(option: &str) -> &str {
    TYPES.iter().find(|(_, known)| *known == option).map_or(option, |(kind, _)| kind)
}

/// A text or a number as an answer.
fn answer(raw: Option<&str>) -> Option<Answer> {
    let text = Json::read(raw?).into_name().filter(|text| !text.is_empty())?;
    Some(Answer::Value(text.into_owned()))
}

fn value<'a>(answers: &'a Answers, name: &str) -> Option<&'a str> {
    let Answer::Value(text) = answers.get(name)? else { return None };
    Some(text)
}

/// An id as JSON: a number, if it is spelled like one.
fn number(id: &str) -> String {
    let is_number = matches!(Json::read(id), Json::Number(number) if integer(number).is_some_and(|n| n.to_string() == id));
    if is_number { id.to_owned() } else { encode(id) }
}
