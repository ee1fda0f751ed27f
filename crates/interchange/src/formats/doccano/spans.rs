//! Labels with offsets, which are edits.

use super::names::UNIT;
use crate::members::{Members, words_or_raw};
use crate::offset_unit::OffsetUnit;
use crate::preserved::verbatim::unchanged_json;
use crate::record::Edit;
use spanwise_annotation::document::{Spans, TextName};
use spanwise_annotation::format::spans::offset;
use spanwise_json::{Array, encode};
use spanwise_text::{Span, Text};

const ID: &str = "id";
const START: &str = "start_offset";
const END: &str = "end_offset";
const NAME: &str = "label";

/// The members of an object that its edit represents.
pub(super) const NOT_METADATA: [&str; 4] = [ID, START, END, NAME];

/// Reads a label, `[start, end, name]` or an object. One that is not within the text has no span.
pub(super) fn understood(raw: &str, target: &Text, unit: OffsetUnit) -> Edit {
    let mut edit = Edit::default();
    let mut members = Members::parse(raw);
    let list = Array::parse(raw).unwrap_or_default();
    let mut values = list.values().map(str::to_owned);
    let [start, end, name] = match raw.starts_with('[') {
        true => [values.next(), values.next(), values.next()],
        false => [START, END, NAME].map(|name| members.take(name)),
    };
    members.take(ID).into_iter().for_each(|id| edit.preserved.set(ID, id));
    edit.metadata = members;
    edit.category = name.as_deref().map(words_or_raw).unwrap_or_default();
    let place = start.and_then(|raw| offset(&raw)).zip(end.and_then(|raw| offset(&raw)));
    let span = place.and_then(|(start, end)| unit.span(target, start, end));
    edit.spans = Spans::of(TextName::TARGET, span.into_iter().collect());
    edit
}

/// The id of a label, as JSON.
pub(super) fn id_of(edit: &Edit) -> Option<&str> {
    edit.preserved.get(ID)
}

/// The label of an edit with one of its spans: an object with an id, or a list.
pub(super) fn entry(edit: &Edit, span: Span, target: &Text, id: Option<&str>) -> String {
    let (start, end) = UNIT.offsets(target, span);
    let Some(id) = id else { return format!("[{start},{end},{}]", encode(&edit.category)) };
    let mut members = Members::default();
    members.set(ID, id);
    members.set_text(NAME, &edit.category);
    members.set(START, start.to_string());
    members.set(END, end.to_string());
    members.extend(edit.metadata.iter().filter(|(name, _)| !NOT_METADATA.contains(name)));
    members.to_json()
}

/// The label that an edit was read from, if it still describes the edit.
pub(super) fn as_read<'e>(edit: &'e Edit, target: &Text) -> Option<&'e str> {
    unchanged_json(edit, |raw| Some(understood(raw, target, UNIT)))
}
