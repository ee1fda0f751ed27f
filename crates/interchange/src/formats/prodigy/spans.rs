//! Spans, which are edits, and tokens.

use super::names::UNIT;
use crate::members::Members;
use crate::offset_unit::OffsetUnit;
use crate::preserved::verbatim::unchanged_json;
use crate::record::Edit;
use spanwise_annotation::document::{Spans, TextName};
use spanwise_annotation::format::spans::offset;
use spanwise_json::Array;
use spanwise_text::{Span, Text};

/// The category of a span without a label.
const UNLABELLED: &str = "span";

/// The members of a span that its edit represents.
pub(super) const NOT_METADATA: [&str; 6] =
    ["start", "end", "label", "text", "token_start", "token_end"];

/// Reads a span as an edit. One that is not within the text has no span.
pub(super) fn understood(raw: &str, target: &Text, unit: OffsetUnit) -> Edit {
    let members = Members::parse(raw);
    let number = |name| offset(members.get(name)?);
    let place = number("start").zip(number("end"));
    let span = place.and_then(|(start, end)| unit.span(target, start, end));
    let metadata = members.iter().filter(|(name, _)| !NOT_METADATA.contains(name));
    Edit {
        category: members.text("label").unwrap_or_else(|| UNLABELLED.to_owned()),
        spans: Spans::of(TextName::TARGET, span.into_iter().collect()),
        metadata: metadata.collect(),
        ..Edit::default()
    }
}

/// The entry of an edit with one of its spans.
pub(super) fn entry(edit: &Edit, span: Span, target: &Text, tokens: &Tokens) -> String {
    let (start, end) = UNIT.offsets(target, span);
    let mut members = Members::default();
    members.set("start", start.to_string());
    members.set("end", end.to_string());
    if let Some((first, last)) = tokens.at(start, end) {
        members.set("token_start", first.to_string());
        members.set("token_end", last.to_string());
    }
    members.set_text("label", &edit.category);
    members.extend(edit.metadata.iter().filter(|(name, _)| !NOT_METADATA.contains(name)));
    members.to_json()
}

/// The entry that an edit was read from, if it still describes the edit.
pub(super) fn as_read<'e>(edit: &'e Edit, target: &Text) -> Option<&'e str> {
    unchanged_json(edit, |raw| Some(understood(raw, target, UNIT)))
}

/// The tokens of a text: start, end and number of each.
#[derive(Default)]
pub(super) struct Tokens(Vec<(u32, u32, u32)>);

impl Tokens {
    /// Reads a list of tokens. Without numbers of their own they are numbered in order.
    pub(super) fn parse(json: &str) -> Self {
        let list = Array::parse(json).unwrap_or_default();
        let token = |(raw, number): (&str, u32)| {
            let token = Members::parse(raw);
            let member = |name| offset(token.get(name)?);
            Some((member("start")?, member("end")?, member("id").unwrap_or(number)))
        };
        Tokens(list.values().zip(0..).filter_map(token).collect())
    }

    /// The numbers of the tokens at which a span begins and ends.
    fn at(&self, start: u32, end: u32) -> Option<(u32, u32)> {
        let first = self.0.iter().find(|(at, ..)| *at == start)?;
        let last = self.0.iter().find(|(_, at, _)| *at == end)?;
        (first.2 <= last.2).then_some((first.2, last.2))
    }
}

/// A list of tokens with offsets in code points.
pub(super) fn in_code_points(json: &str, target: &Text, unit: OffsetUnit) -> String {
    let list = Array::parse(json).unwrap_or_default();
    let token = |raw: &str| {
        let mut token = Members::parse(raw);
        for name in ["start", "end"] {
            let at = token.get(name).and_then(offset).and_then(|at| unit.at(target, at));
            let at = at.map(|at| UNIT.offset(target, at).to_string());
            at.into_iter().for_each(|at| token.set(name, at));
        }
        if token.is_empty() { raw.to_owned() } else { token.to_json() }
    };
    let tokens: Vec<String> = list.values().map(token).collect();
    format!("[{}]", tokens.join(","))
}
