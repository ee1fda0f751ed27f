//! Writing lines.

use super::names::{
    ACCEPT, ANNOTATORS, ANSWER, CHOSEN, INPUT, NOT_METADATA, OWN, RELATIONS, SPANS, TEXT, TOKENS,
    UNIT,
};
use super::spans::{self, Tokens};
use crate::files::json_item::put_text;
use crate::members::Members;
use crate::record::{Corpus, Edit, Record};
use crate::report::{ExportOutcome, Losses};
use crate::writing::capabilities::{Capabilities, MemberFilter, SPANS_ONLY};
use crate::writing::loss_names;
use crate::writing::sink::Sink;
use spanwise_annotation::document::Answer;
use spanwise_annotation::format::spans::offset;
use spanwise_json::{Array, encode};

const CAPABILITIES: Capabilities = Capabilities {
    annotator: true,
    undone_items: true,
    metadata: MemberFilter::Besides(&NOT_METADATA),
    item_answers: |question, answer| said(question, answer).is_some(),
    edit_metadata: MemberFilter::Besides(&spans::NOT_METADATA),
    ..SPANS_ONLY
};

pub(super) fn write(corpus: &Corpus, sink: &mut dyn Sink) -> ExportOutcome {
    let mut losses = Losses::default();
    sink.begin("");
    for (number, record) in corpus.records.iter().enumerate() {
        // Line breaks of carried values; those of texts are escaped in JSON.
        sink.push(&line(record, number, &mut losses).replace(['\n', '\r'], " "));
        sink.push("\n");
    }
    losses.into()
}

/// The value of a member that answers a question about the item; `None` if it would be read otherwise.
fn said(question: &str, answer: &Answer) -> Option<String> {
    match (question, answer) {
        (INPUT, Answer::Value(text)) => Some(encode(text)),
        (CHOSEN, Answer::Value(option)) => Some(format!("[{}]", encode(option))),
        (CHOSEN, Answer::Several(options)) if options.len() > 1 => {
            let options: Vec<String> = options.iter().map(|option| encode(option)).collect();
            Some(format!("[{}]", options.join(",")))
        }
        (_, Answer::Value(_) | Answer::Several(_) | Answer::Choice { .. } | Answer::Unknown(_)) => {
            None
        }
    }
}

fn line(record: &Record, number: usize, losses: &mut Losses) -> String {
    let is_own = record.preserved.get(OWN).is_some();
    let own = record.preserved.get(OWN).map(Members::parse).unwrap_or_default();
    let target = record.target();
    let is_as_read = |edit: &Edit| spans::as_read(edit, target).is_some();
    let not_metadata: Vec<&str> = match is_own {
        false => NOT_METADATA.to_vec(),
        // One of the names of annotators may be of somebody else.
        true => NOT_METADATA.into_iter().filter(|name| !ANNOTATORS.contains(name)).collect(),
    };
    let holds = Capabilities { metadata: MemberFilter::Besides(&not_metadata), ..CAPABILITIES };
    let edits = holds.edits_except(record, number, losses, is_as_read);

    let mut members = Members::default();
    put_text(&mut members, &record.preserved, TEXT, target.as_str());
    members.extend(holds.metadata.among(&record.metadata));
    own.get(TOKENS).into_iter().for_each(|raw| members.set(TOKENS, raw));
    let was_listed = own.get(SPANS) == Some("[]");
    if !edits.is_empty() || was_listed || record.done && !is_own {
        let tokens = own.get(TOKENS).map(Tokens::parse).unwrap_or_default();
        let entries = edits.iter().flat_map(|edit| match spans::as_read(edit, target) {
            Some(raw) => vec![raw.to_owned()],
            None => {
                let spans = edit.spans.target().iter().filter(|span| !span.is_empty());
                spans.map(|span| spans::entry(edit, *span, target, &tokens)).collect()
            }
        });
        members.set(SPANS, format!("[{}]", entries.collect::<Vec<_>>().join(",")));
    } else if let Some(other) = own.get(SPANS) {
        members.set(SPANS, other);
    }
    relations(record, &own, &edits, number, losses, &mut members);
    for question in [CHOSEN, INPUT] {
        let said = record.answers.get(question).and_then(|answer| said(question, answer));
        let json = said.as_deref().or(own.get(question));
        json.into_iter().for_each(|json| members.set(question, json));
    }
    answer(record, number, losses, &mut members);
    if let Some(annotator) = &record.annotator {
        let read: Vec<&str> =
            ANNOTATORS.into_iter().filter(|name| own.get(name).is_some()).collect();
        let names = if read.is_empty() { ANNOTATORS.to_vec() } else { read };
        names.into_iter().for_each(|name| members.set_text(name, annotator));
    }
    members.to_json()
}

/// Writes the answer to the task: `accept` of an item that is done, else the one among the metadata.
fn answer(record: &Record, number: usize, losses: &mut Losses, members: &mut Members) {
    let read = record.metadata.get(ANSWER);
    let is_accepted = record.metadata.text(ANSWER).as_deref() == Some(ACCEPT);
    let is_done = record.done || !record.edits.is_empty() && read.is_none();
    let is_lost = read.is_some() && (record.done || is_accepted);
    losses.note_many(loss_names::ITEM_METADATA, number, usize::from(is_lost));
    if is_done {
        members.set_text(ANSWER, ACCEPT);
    } else if is_accepted {
        members.remove(ANSWER);
    }
}

/// Writes the relations whose spans are there.
fn relations(
    record: &Record,
    own: &Members,
    edits: &[&Edit],
    number: usize,
    losses: &mut Losses,
    members: &mut Members,
) {
    let Some(raw) = own.get(RELATIONS) else { return };
    let spans = edits.iter().flat_map(|edit| edit.spans.target());
    let places: Vec<(u32, u32)> = spans.map(|span| UNIT.offsets(record.target(), *span)).collect();
    let is_there = |end: &str| {
        let span = Members::parse(end);
        let place = |name| offset(span.get(name)?);
        // A token that is no span has no label.
        span.text("label").is_none()
            || place("start").zip(place("end")).is_none_or(|place| places.contains(&place))
    };
    let list = Array::parse(raw).unwrap_or_default();
    let is_held = |raw: &&str| {
        let relation = Members::parse(raw);
        ["head_span", "child_span"].iter().filter_map(|name| relation.get(name)).all(is_there)
    };
    let held: Vec<&str> = list.values().filter(is_held).collect();
    let gone = list.values().len() - held.len();
    losses.note_many("relations with edits that are gone", number, gone);
    match gone {
        0 => members.set(RELATIONS, raw),
        _ => members.set(RELATIONS, format!("[{}]", held.join(","))),
    }
}
