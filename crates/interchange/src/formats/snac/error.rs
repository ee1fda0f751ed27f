//! One error of a segment: a JSON object in the file, an edit here.

use super::names::{OFFSETS, SPAN, TYPE, VOTES};
use crate::locate::{LocatedQuote, Quote};
use crate::members::Members;
use crate::offset_unit::OffsetUnit;
use crate::preserved::verbatim::{preserve_json, preserve_spans};
use crate::record::Edit;
use spanwise_json::integer;
use spanwise_template::Side;
use spanwise_text::{Span, Text};

/// An error as the file has it.
pub(super) struct SnacError<'a> {
    pub(super) json: &'a str,
    pub(super) members: Members,
    /// Its quote; `None` for an error without a span.
    pub(super) span: Option<String>,
    pub(super) stored: Option<Span>,
    pub(super) category: String,
}

impl<'a> SnacError<'a> {
    /// Reads an error; `None` for anything else.
    pub(super) fn read(json: &'a str, text: &Text) -> Option<Self> {
        let members = Members::parse(json);
        let text_of = |name| members.get(name).filter(|value| value.starts_with('"'));
        let category = text_of(TYPE).map(|_| members.text(TYPE).unwrap_or_default())?;
        let span = match members.get(SPAN) {
            None | Some("null") => None,
            Some(_) => text_of(SPAN).map(|_| members.text(SPAN))?.filter(|span| !span.is_empty()),
        };
        let [start, end] = OFFSETS.map(|name| {
            let offset = members.get(name).and_then(integer);
            offset.and_then(|offset| u32::try_from(offset).ok())
        });
        let stored = start.zip(end).zip(span.as_deref());
        let stored = stored.and_then(|((start, end), span)| stored_span(text, start, end, span));
        Some(SnacError { json, members, span, stored, category })
    }

    pub(super) fn quote(&self) -> Option<Quote<'_>> {
        let text = self.span.as_deref()?;
        Some(Quote { text, stored: self.stored, occurrence: None })
    }

    pub(super) fn edit(self, found: Option<LocatedQuote>, text: &Text) -> Edit {
        let spans: Vec<Span> = found.iter().map(|found| found.span).collect();
        let mut edit = Edit::on(Side::Target, &self.category, spans);
        let own = |name: &str| name == TYPE || name == SPAN || OFFSETS.contains(&name);
        edit.metadata = self.members.iter().filter(|(name, _)| !own(name)).collect();
        let anew = error_anew(&edit, text).to_json();
        preserve_json(&mut edit.preserved, self.json, &anew);
        if !edit.preserved.is_empty() {
            preserve_spans(&mut edit);
        }
        edit
    }
}

/// The span at `start` and `end`: in a unit in which the quoted text stands there, otherwise in code points, since
/// programs in Python wrote the file.
fn stored_span(text: &Text, start: u32, end: u32, quote: &str) -> Option<Span> {
    let spans = OffsetUnit::ALL.into_iter().filter_map(|unit| unit.span(text, start, end));
    let mut fitting = spans.filter(|span| text.slice(*span) == quote);
    fitting.next().or_else(|| {
        let length = OffsetUnit::CodePoints.length(text);
        OffsetUnit::CodePoints.span(text, start.min(end).min(length), start.max(end).min(length))
    })
}

/// The members of a new error for an edit.
pub(super) fn error_anew(edit: &Edit, text: &Text) -> Members {
    let mut members = Members::default();
    let span = edit.spans.target().first().map_or("", |span| text.slice(*span));
    members.set_text(SPAN, span);
    let votes = edit.metadata.get(VOTES).or_else(|| edit.other.get(VOTES));
    if let Some(votes) = votes {
        members.set(VOTES, votes);
    }
    members.set_text(TYPE, &edit.category);
    let own = |name: &str| [SPAN, VOTES, TYPE].contains(&name) || OFFSETS.contains(&name);
    let metadata = edit.metadata.iter().filter(|(name, _)| !own(name));
    let other = edit.other.iter().filter(|(name, _)| !own(name) && *name != "annotation");
    // Of members in both, those of the metadata take precedence.
    members.extend(metadata.clone().chain(other).chain(metadata));
    members
}
