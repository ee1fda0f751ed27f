//! One annotation: a list in the file, an edit here.

use std::borrow::Cow;
use std::fmt;

use super::python_literal::PythonLiteral;
use crate::offset_unit::OffsetUnit;
use crate::preserved::verbatim::{preserve_line, unchanged_line};
use crate::record::Edit;
use crate::writing::roles::error_first;
use spanwise_annotation::document::{Answer, TextName};
use spanwise_text::{Span, Text};

/// Types with the names of their categories.
const TYPES: [(&str, &str); 10] = [
    ("Grammar_Usage", "grammar_usage"),
    ("Bad_Math", "bad_math"),
    ("Commonsense", "commonsense"),
    ("Encyclopedic", "encyclopedic"),
    ("Incoherent", "incoherent"),
    ("Needs_Google", "needs_google"),
    ("Off-prompt", "off_prompt"),
    ("Redundant", "redundant"),
    ("Self-contradiction", "self_contradiction"),
    ("Technical_Jargon", "technical_jargon"),
];

/// The tool's escapes of characters in texts.
const ESCAPES: [(&str, &str); 5] =
    [("_SEP_", ","), ("_QUOTE_", "\""), ("_LEFT_", "<"), ("_RIGHT_", ">"), ("_NEWLINE_", "\n")];

/// Severities 1 to 3 as answers.
const SEVERITIES: [&str; 3] = ["minor", "somewhat", "a lot"];

const EXPLANATION: &str = "explanation";

/// The category of a type, whichever way its words are joined.
pub(super) fn category_of(kind: &str) -> String {
    let snake = kind.to_ascii_lowercase().replace(['-', ' '], "_");
    let known = TYPES.iter().any(|(_, category)| *category == snake);
    if known { snake } else { kind.to_owned() }
}

/// The type of a category.
pub(super) fn type_of(category: &str) -> &str {
    TYPES.iter().find(|(_, known)| *known == category).map_or(category, |(kind, _)| kind)
}

pub(super) fn decode(text: &str) -> String {
    ESCAPES.iter().fold(text.to_owned(), |text, (escape, plain)| text.replace(escape, plain))
}

pub(super) fn encode(text: &str) -> String {
    ESCAPES.iter().fold(text.to_owned(), |text, (escape, plain)| text.replace(plain, escape))
}

/// Returns `true` if an annotation can hold an answer.
pub(super) fn can_hold_answer(edit: &Edit, question: &str) -> bool {
    match edit.answers.get(question) {
        Some(Answer::Value(_)) if question == EXPLANATION => true,
        Some(Answer::Value(word)) if question == severity_question(&edit.category) => {
            SEVERITIES.contains(&word.as_str())
        }
        _ => false,
    }
}

fn severity_question(category: &str) -> String {
    format!("{category}_type")
}

/// An annotation that was read.
pub(super) struct ReadAnnotation {
    pub(super) edit: Edit,
    /// The number of its spans, and of those that are not in the text.
    pub(super) spans: usize,
    pub(super) outside: usize,
    /// Sentences about unusable parts.
    pub(super) remarks: Vec<String>,
}

/// The reason why a literal is not an annotation. It is printed after the place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NoAnnotation {
    TooFewItems,
    TypeNotText,
}

impl fmt::Display for NoAnnotation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NoAnnotation::TooFewItems => {
                "It is not a list of type, explanation, severity, start and end."
            }
            NoAnnotation::TypeNotText => "Its first item is not the name of a type.",
        })
    }
}

/// Reads an annotation.
///
/// # Errors
/// If the literal is not an annotation.
pub(super) fn read(
    literal: &PythonLiteral,
    text: &Text,
    unit: OffsetUnit,
) -> Result<ReadAnnotation, NoAnnotation> {
    let list = unwrapped(literal);
    let Some([kind, explanation, severity, start, end, rest @ ..]) = list.items() else {
        return Err(NoAnnotation::TooFewItems);
    };
    let Some(kind) = kind.text() else { return Err(NoAnnotation::TypeNotText) };
    let category = category_of(kind);
    let mut edit = Edit { category, ..Edit::default() };
    let mut remarks = Vec::new();
    match explanation.text() {
        Some("") => {}
        Some(text) => edit.answers.set(EXPLANATION, Some(Answer::Value(decode(text)))),
        None if *explanation == PythonLiteral::None => {}
        None => remarks.push(format!("The explanation is not a text but {explanation}.")),
    }
    match (severity, severity.whole().and_then(severity_word)) {
        (PythonLiteral::None, _) => {}
        (_, Some(word)) => {
            let answer = Answer::Value(word.to_owned());
            edit.answers.set(&severity_question(&edit.category), Some(answer));
        }
        (severity, None) => remarks.push(format!("The severity is not 1, 2 or 3 but {severity}.")),
    }
    let offsets = offsets(start, end, rest.first());
    let found: Vec<_> = offsets.iter().map(|pair| span(*pair, text, unit)).collect();
    let outside = found.iter().filter(|span| span.is_none()).count();
    if let Some(pair) = offsets.iter().zip(&found).find(|(_, found)| found.is_none()) {
        remarks.push(said_outside(*pair.0, text, unit));
    }
    // Without the main span the antecedents would be taken for it.
    if found.first().is_some_and(Option::is_some) {
        edit.spans.set(TextName::TARGET, found.iter().flatten().copied().collect());
    }
    let anew = write_anew(&edit, text).map(|literal| literal.to_string()).unwrap_or_default();
    preserve_line(&mut edit.preserved, &literal.to_string(), &anew);
    Ok(ReadAnnotation { edit, spans: found.len(), outside, remarks })
}

/// The list of an annotation, which may also be a text with that list.
fn unwrapped(literal: &PythonLiteral) -> Cow<'_, PythonLiteral> {
    let parsed = literal.text().and_then(|text| PythonLiteral::parse(text).ok());
    parsed.map_or(Cow::Borrowed(literal), Cow::Owned)
}

/// The offsets of the main span, as they are written; `None` if they are missing or not numbers.
pub(super) fn main(literal: &PythonLiteral) -> Option<(u32, u32)> {
    let list = unwrapped(literal);
    let Some([_, _, _, start, end, ..]) = list.items() else { return None };
    start.whole().zip(end.whole())
}

fn severity_word(severity: u32) -> Option<&'static str> {
    SEVERITIES.get(usize::try_from(severity).ok()?.checked_sub(1)?).copied()
}

/// Pairs of offsets, the main one first; those that are no numbers are `None`.
fn offsets(
    start: &PythonLiteral,
    end: &PythonLiteral,
    antecedents: Option<&PythonLiteral>,
) -> Vec<OffsetPair> {
    let mut pairs = vec![start.whole().zip(end.whole())];
    for pair in antecedents.and_then(PythonLiteral::items).unwrap_or_default().chunks(2) {
        pairs.push(match pair {
            [start, end] => start.whole().zip(end.whole()),
            _ => None,
        });
    }
    pairs
}

type OffsetPair = Option<(u32, u32)>;

/// The span of two offsets, in whichever order they come.
fn span(pair: OffsetPair, text: &Text, unit: OffsetUnit) -> Option<Span> {
    let (a, b) = pair?;
    unit.span(text, a.min(b), a.max(b))
}

fn said_outside(pair: OffsetPair, text: &Text, unit: OffsetUnit) -> String {
    let Some((start, end)) = pair else {
        return "The offsets of a span are not two whole numbers.".to_owned();
    };
    let length = unit.length(text);
    if start.max(end) <= length {
        return format!("The span from {start} to {end} cuts a character in two.");
    }
    format!("The span from {start} to {end} is not in the text, which ends at {length}.")
}

/// The annotation of an edit; `None` for an edit without a span, which the format cannot hold.
pub(super) fn write(edit: &Edit, text: &Text) -> Option<PythonLiteral> {
    as_it_was(edit, text).or_else(|| write_anew(edit, text))
}

/// The annotation as it was read, if it still describes the edit.
pub(super) fn as_it_was(edit: &Edit, text: &Text) -> Option<PythonLiteral> {
    let parse = |line: &str| PythonLiteral::parse(line).ok();
    let read = |line: &str| read(&parse(line)?, text, OffsetUnit::Utf16).ok().map(|read| read.edit);
    parse(&unchanged_line(edit, read)?)
}

fn write_anew(edit: &Edit, text: &Text) -> Option<PythonLiteral> {
    let spans = error_first(edit);
    let (main, antecedents) = spans.split_first()?;
    let value = |question: &str| match edit.answers.get(question) {
        Some(Answer::Value(text)) => Some(text.as_str()),
        _ => None,
    };
    let word = value(&severity_question(&edit.category));
    let severity = (1..).zip(SEVERITIES).find(|(_, severity)| Some(*severity) == word);
    let pair = |span: &Span| {
        let (start, end) = OffsetUnit::Utf16.offsets(text, *span);
        [PythonLiteral::number(start), PythonLiteral::number(end)]
    };
    let [start, end] = pair(main);
    Some(PythonLiteral::List(vec![
        PythonLiteral::Text(type_of(&edit.category).to_owned()),
        PythonLiteral::Text(encode(value(EXPLANATION).unwrap_or_default())),
        severity.map_or(PythonLiteral::None, |(number, _)| PythonLiteral::number(number)),
        start,
        end,
        PythonLiteral::List(antecedents.iter().flat_map(pair).collect()),
    ]))
}
