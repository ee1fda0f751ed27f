//! The right answer about an annotated instance, as a model would write it.

use serde_json::{Map, Value, json};

use super::{
    tags::{tag_of, word_before},
    tokens,
};
use crate::answer_form::{AnswerForm, ReplyForm, SpanMembers};
use crate::ordered::OrderedObject;
use spanwise_annotation::document::{Answer, Answers};
use spanwise_interchange::{Edit, Record};
use spanwise_template::{Category, Side, Sides, Template, Typology};
use spanwise_text::{Span, Text};

/// The answer of the edits of a record. Spans of other outputs than the first are left out.
pub(crate) fn solved_reply(record: &Record, template: &Template, form: AnswerForm) -> String {
    let typology = &template.typology;
    if form.reply == ReplyForm::Tags {
        return tagged(record, form);
    }
    let solved = |edit: &Edit| annotation(edit, record, typology, form);
    let annotations: Vec<OrderedObject> = record.edits.iter().filter_map(solved).collect();
    let mut answer = OrderedObject::default().with("annotations", &annotations);
    if !typology.instance_questions().is_empty() || !typology.text_questions().is_empty() {
        answer.add("answers", &answers(&record.answers));
    }
    serde_json::to_string(&answer).unwrap_or_default()
}

fn annotation(
    edit: &Edit,
    record: &Record,
    typology: &Typology,
    form: AnswerForm,
) -> Option<OrderedObject> {
    let (_, category) = typology.find(&edit.category)?;
    let mut members = OrderedObject::default();
    if form.has_reasons {
        members.add("reason", &reason(edit));
    }
    members.add("category", &category.name);
    place(edit, category, record, typology, form, &mut members);
    if !category.questions.is_empty() {
        members.add("answers", &answers(&edit.answers));
    }
    Some(members)
}

/// The reason that a person or a model gave, wherever it is.
fn reason(edit: &Edit) -> String {
    let noted = edit.metadata.text("reason");
    let named =
        ["reason", "explanation", "comment"].into_iter().find_map(|name| edit.answers.get(name));
    let answered = match named {
        Some(Answer::Value(text)) => Some(text.clone()),
        Some(Answer::Choice { .. } | Answer::Several(_) | Answer::Unknown(_)) | None => None,
    };
    noted.or(answered).unwrap_or_default()
}

fn place(
    edit: &Edit,
    category: &Category,
    record: &Record,
    typology: &Typology,
    form: AnswerForm,
    members: &mut OrderedObject,
) {
    let spans = |side| {
        let text = record.texts.first(side);
        text.map(|text| (&text.text, edit.spans.on(&text.name))).unwrap_or((&Text::EMPTY, &[]))
    };
    match SpanMembers::of(category, typology) {
        SpanMembers::None => {}
        SpanMembers::Constituents => {
            let parts = edit.constituents.iter();
            let part = |part: &Edit| annotation(part, record, typology, form);
            members.add("constituents", &parts.filter_map(part).collect::<Vec<_>>());
        }
        SpanMembers::OneQuote if form.reply == ReplyForm::Tokens => {
            members.add("tokens", &ranges(spans(Side::Target)));
        }
        SpanMembers::Quotes(sides) | SpanMembers::Points(sides)
            if form.reply == ReplyForm::Tokens =>
        {
            if sides.includes(Side::Source) {
                add_sides(Sides::Source, spans, quote, members);
            }
            if sides.includes(Side::Target) {
                members.add("tokens", &ranges(spans(Side::Target)));
            }
        }
        SpanMembers::OneQuote => {
            let (text, spans) = spans(Side::Target);
            if let Some(span) = spans.first() {
                let (words, occurrence) = quoted(text, *span);
                members.add("text", &words);
                members.add("occurrence", &occurrence);
            }
        }
        SpanMembers::Quotes(sides) => add_sides(sides, spans, quote, members),
        SpanMembers::Points(sides) => add_sides(sides, spans, before, members),
    }
}

/// Adds the quotes of the spans on each side.
fn add_sides<'s>(
    sides: Sides,
    spans: impl Fn(Side) -> (&'s Text, &'s [Span]),
    quote: fn(&Text, Span) -> OrderedObject,
    members: &mut OrderedObject,
) {
    for (side, name) in [(Side::Source, "source"), (Side::Target, "target")] {
        if sides.includes(side) {
            let (text, spans) = spans(side);
            let quotes: Vec<OrderedObject> = spans.iter().map(|span| quote(text, *span)).collect();
            members.add(name, &quotes);
        }
    }
}

/// The numbers of the first and the last token of each span; of an insertion point those of the token before it.
fn ranges((text, spans): (&Text, &[Span])) -> Vec<[usize; 2]> {
    spans.iter().filter_map(|span| tokens::range_of(text, *span)).collect()
}

/// The words of a span, and the number of their occurrence from 1.
fn quoted(text: &Text, span: Span) -> (&str, usize) {
    let words = text.slice(span);
    let start = text.to_byte(span.start()).0;
    let earlier = text.as_str().match_indices(words).filter(|(at, _)| *at < start).count();
    (words, earlier + 1)
}

fn quote(text: &Text, span: Span) -> OrderedObject {
    let (words, occurrence) = quoted(text, span);
    OrderedObject::default().with("text", &words).with("occurrence", &occurrence)
}

/// A quote of the word right before a place.
fn before(text: &Text, span: Span) -> OrderedObject {
    let end = text.to_byte(span.start()).0;
    let head = text.as_str().get(..end).unwrap_or_default();
    quote(text, text.span_of(word_before(head)..end))
}

fn answers(answers: &Answers) -> Value {
    answers
        .iter()
        .map(|(name, answer)| (name.to_owned(), answered(answer)))
        .collect::<Map<_, _>>()
        .into()
}

fn answered(answer: &Answer) -> Value {
    match answer {
        Answer::Value(text) => text.clone().into(),
        Answer::Choice { option, follow_up: None } => option.clone().into(),
        Answer::Choice { option, follow_up: Some(follow_up) } => {
            json!({ "val": option, option.as_str(): answered(follow_up) })
        }
        Answer::Several(options) => options.clone().into(),
        Answer::Unknown(raw) => serde_json::from_str(raw.get()).unwrap_or_default(),
    }
}

/// The target with the spans of edits in tags.
fn tagged(record: &Record, form: AnswerForm) -> String {
    let Some(target) = record.texts.first(Side::Target) else { return String::new() };
    let text = target.text.as_str();
    // Ends before starts at the same place; of spans that start together, the longer one first.
    let mut marks: Vec<(usize, bool, usize, String)> = Vec::new();
    for edit in &record.edits {
        let tag = tag_of(&edit.category);
        for span in edit.spans.on(&target.name) {
            let (start, end) =
                (target.text.to_byte(span.start()).0, target.text.to_byte(span.end()).0);
            let why = reason(edit).replace('"', "'");
            let why = if form.has_reasons { format!(" reason=\"{why}\"") } else { String::new() };
            let (open, close) = (format!("<{tag}{why}>"), format!("</{tag}>"));
            if span.is_empty() {
                marks.push((start, true, 0, open + &close));
            } else {
                marks.push((start, true, usize::MAX - end, open));
                marks.push((end, false, usize::MAX - start, close));
            }
        }
    }
    marks.sort();
    let mut out = String::new();
    let mut end = 0;
    for (at, _, _, tag) in marks {
        out.push_str(text.get(end..at).unwrap_or_default());
        out.push_str(&tag);
        end = at;
    }
    out + text.get(end..).unwrap_or_default()
}
