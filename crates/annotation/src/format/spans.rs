//! The spans of an edit in a file: lists of `[start, end)` pairs, `input_idx` on the text named `source` and `output_idx` on
//! the one named `target`; those on other texts in an object `spans`, by the name of the text. The names of their roles are
//! in an object `span_roles`, by the name of the text, in the order of the spans.

use std::fmt::Write;

use super::report::{InstanceReport, JsonPath};
use crate::document::{Spans, TextName, Texts, role_names};
use spanwise_diagnostics::quoted;
use spanwise_i18n::{Message, say};
use spanwise_json::{Array, Json, Member, Object, encode, integer};
use spanwise_template::Side;
use spanwise_text::{Span, Text, Utf16};

/// The object of the spans on texts that have no member of their own.
pub const SPANS: &str = "spans";

/// The object of the names of the roles of spans, by the name of the text: a list for each text, with `null` for a span
/// without a role.
pub const SPAN_ROLES: &str = "span_roles";

/// The member with the spans on the usual text of a side.
#[must_use]
pub fn member_of(side: Side) -> &'static str {
    match side {
        Side::Source => "input_idx",
        Side::Target => "output_idx",
    }
}

/// Reads the spans of an edit on all texts. `texts`, if known, are those of the instance.
pub fn read_all_spans(
    edit: &Object,
    path: &JsonPath,
    texts: Option<&Texts>,
    report: &mut InstanceReport,
) -> Spans {
    let mut all = Spans::default();
    for side in Side::ALL {
        if let Some(raw) = own_spans(edit, side) {
            let name = TextName::from(side);
            let spans = read_named(raw, &name, &path.member(member_of(side)), texts, report);
            all.set(name, spans);
        }
    }
    let Some(raw) = edit.get(SPANS) else { return all };
    let path = path.member(SPANS);
    let by_name = match Json::read(raw) {
        Json::Object(by_name) => by_name,
        Json::Null => return all,
        Json::Array(_) | Json::String(_) | Json::Number(_) | Json::Bool(_) => {
            let message = say!(DataExpectedSpansByText, found = quoted(raw));
            report.error(
                &path,
                "unreadable-span",
                message,
                say!(DataWriteSpansByTextLike, example = r#"{"b": [[0, 5]]}"#),
            );
            return all;
        }
    };
    for member in by_name.members() {
        let path = path.member(&member.name);
        let name = TextName::new(&member.name);
        // The name is shared with the text, since there are many edits.
        let text = texts.and_then(|texts| texts.get(&name));
        let name = text.map_or(name, |text| text.name.clone());
        if side_of(&name).is_some_and(|side| own_spans(edit, side).is_some()) {
            let message = say!(DataSpansOnTextTwice, name = quoted(name.as_str()));
            report.error(&path, "duplicate-spans", message, say!(DataPutSpansOfTextTogether));
            continue;
        }
        let spans = read_named(&member.value, &name, &path, texts, report);
        all.set(name, spans);
    }
    all
}

/// The value of the member of a side; `None` if it is absent or `null`.
fn own_spans<'o>(edit: &'o Object, side: Side) -> Option<&'o str> {
    edit.get(member_of(side)).filter(|raw| *raw != "null")
}

/// The side whose usual text has this name.
fn side_of(name: &TextName) -> Option<Side> {
    Side::ALL.into_iter().find(|side| TextName::from(*side) == *name)
}

/// Reads the spans on the text with a name, and reports a name that is not among `texts`.
fn read_named(
    raw: &str,
    name: &TextName,
    path: &JsonPath,
    texts: Option<&Texts>,
    report: &mut InstanceReport,
) -> Vec<Span> {
    let text = texts.and_then(|texts| texts.get(name));
    let spans = read_spans(raw, path, text.map(|text| &text.text), report);
    if texts.is_some() && text.is_none() && !spans.is_empty() {
        let message = say!(DataThereIsNoTextNamed, name = quoted(name.as_str()));
        report.warn(path, "unknown-text", message, say!(DataNameATextOfTheInstance));
    }
    spans
}

/// Reads the names of the roles of an edit's spans.
pub fn read_roles(edit: &Object, path: &JsonPath, spans: &mut Spans, report: &mut InstanceReport) {
    let Some(raw) = edit.get(SPAN_ROLES).filter(|raw| *raw != "null") else { return };
    let by_name = Object::parse(raw).and_then(|by_name| {
        let members = by_name.members().iter();
        let roles =
            |member: &Member| Some((TextName::new(&member.name), role_names(&member.value)?));
        members.map(roles).collect::<Option<Vec<_>>>()
    });
    let Some(by_name) = by_name else {
        let message = say!(DataExpectedRolesByText, found = quoted(raw));
        let remedy = say!(DataWriteSpansByTextLike, example = r#"{"target": ["error", null]}"#);
        report.warn(&path.member(SPAN_ROLES), "unreadable-roles", message, remedy);
        return;
    };
    for (name, roles) in by_name {
        spans.set_roles(&name, roles);
    }
}

/// Writes the names of the roles of an edit's spans into its object where they differ.
pub fn patch_roles(object: &mut Object, spans: &Spans) {
    if object.get(SPAN_ROLES).is_none() && !spans.has_roles() {
        return;
    }
    let mut old = spans.clone();
    old.clear_roles();
    read_roles(object, &JsonPath::Root, &mut old, &mut InstanceReport::new(0));
    if old != *spans {
        put(object, SPAN_ROLES, spans.has_roles().then(|| write_roles(spans)));
    }
}

/// The JSON of the names of the roles of spans.
#[must_use]
pub fn write_roles(spans: &Spans) -> String {
    let mut by_name = Object::default();
    for (name, on) in spans.iter() {
        let roles = spans.roles_on(name);
        if roles.is_empty() {
            continue;
        }
        let role = |index: usize| {
            let role = roles.get(index).and_then(|role| role.as_deref());
            role.map_or_else(|| "null".to_owned(), encode)
        };
        let roles: Vec<String> = (0..on.len()).map(role).collect();
        by_name.set(name.as_str(), format!("[{}]", roles.join(", ")));
    }
    by_name.into_text()
}

/// Writes the spans of an edit into its object where they differ. A changed list is written anew, without its
/// unreadable items.
pub fn patch_spans(object: &mut Object, spans: &Spans) {
    let old = read_all_spans(object, &JsonPath::Root, None, &mut InstanceReport::new(0));
    let added = spans.iter().filter(|(name, _)| old.on(name).is_empty());
    for name in old.iter().chain(added).map(|(name, _)| name) {
        let list = spans.on(name);
        if old.on(name) == list {
            continue;
        }
        let list = (!list.is_empty()).then(|| write_spans(list));
        match own_member(object, name) {
            Some(member) => put(object, member, list),
            None => {
                let mut by_name = object.get(SPANS).and_then(Object::parse).unwrap_or_default();
                put(&mut by_name, name.as_str(), list);
                let is_empty = by_name.members().is_empty();
                let by_name = (!is_empty).then(|| by_name.into_text());
                put(object, SPANS, by_name);
            }
        }
    }
}

/// The member of the edit that holds, or is to hold, the spans on a text; `None` if that is [`SPANS`].
fn own_member(edit: &Object, name: &TextName) -> Option<&'static str> {
    let side = side_of(name)?;
    let is_apart = || {
        let by_name = edit.get(SPANS).and_then(Object::parse);
        by_name.is_some_and(|by_name| by_name.get(name.as_str()).is_some())
    };
    (own_spans(edit, side).is_some() || !is_apart()).then(|| member_of(side))
}

pub(super) fn put(object: &mut Object, name: &str, value: Option<String>) {
    match value {
        Some(value) => object.set(name, value),
        None => object.remove(name),
    }
}

/// Reads the spans on one text. `text`, if known, is the one that they should lie in.
pub fn read_spans(
    raw: &str,
    path: &JsonPath,
    text: Option<&Text>,
    report: &mut InstanceReport,
) -> Vec<Span> {
    let array = match Json::read(raw) {
        Json::Array(array) => array,
        Json::Null => return Vec::new(),
        Json::Bool(_) | Json::Number(_) | Json::String(_) | Json::Object(_) => {
            let message = say!(DataExpectedListSpansFound, found = quoted(raw));
            report.error(path, "unreadable-span", message, say!(DataWriteSpansLike));
            return Vec::new();
        }
    };
    if let Some((start, end)) = pair(&array) {
        report.hint(
            path,
            "flat-span",
            say!(DataSpanNotInListSpans),
            say!(DataWriteLike05ThreshNeeds),
        );
        return vec![checked(start, end, path, text, report)];
    }
    let mut spans = Vec::with_capacity(array.values().len());
    for (i, raw) in array.values().enumerate() {
        spans.extend(read_span(raw, &path.item(i), text, report));
    }
    spans
}

fn read_span(
    raw: &str,
    path: &JsonPath,
    text: Option<&Text>,
    report: &mut InstanceReport,
) -> Option<Span> {
    let pair = Array::parse(raw).and_then(|array| pair(&array));
    let Some((start, end)) = pair else {
        report.error(
            path,
            "unreadable-span",
            say!(DataNotSpanKeptUntilSpansChanged),
            say!(DataWriteTwoOffsets),
        );
        return None;
    };
    Some(checked(start, end, path, text, report))
}

/// The offsets in an array of exactly two.
fn pair(array: &Array) -> Option<(u32, u32)> {
    let mut values = array.values();
    let (start, end) = (values.next()?, values.next()?);
    if values.len() > 0 {
        return None;
    }
    Some((offset(start)?, offset(end)?))
}

/// Reads a JSON number as an offset; `None` if it cannot be one.
pub fn offset(raw: &str) -> Option<u32> {
    match Json::read(raw) {
        Json::Number(number) => integer(number).and_then(|n| u32::try_from(n).ok()),
        Json::Null | Json::Bool(_) | Json::String(_) | Json::Array(_) | Json::Object(_) => None,
    }
}

fn checked(
    start: u32,
    end: u32,
    path: &JsonPath,
    text: Option<&Text>,
    report: &mut InstanceReport,
) -> Span {
    let span = Span::between(Utf16(start), Utf16(end));
    if start > end {
        let message = say!(DataSpanEndsAtBeforeStartAt, end, start);
        report.hint(path, "reversed-span", message, say!(DataReadOtherWayRound));
    }
    let Some(text) = text else { return span };
    let length = text.len_utf16();
    if span.end() > length {
        let message = say!(DataSpanEndsAtButTextEnds, end = span.end().0, length = length.0);
        report.warn(path, "span-out-of-range", message, how_offsets_count());
    } else if text.clamp(span) != span {
        let message = say!(DataTheSpanCutsACharacterIn);
        report.warn(path, "span-in-character", message, how_offsets_count());
    }
    span
}

fn how_offsets_count() -> Message {
    say!(DataOffsetsCountUtf16Units)
}

/// The JSON of the spans on one text.
pub fn write_spans(spans: &[Span]) -> String {
    let mut json = String::new();
    push_spans(spans, &mut json);
    json
}

/// Appends the JSON of the spans on one text.
pub fn push_spans(spans: &[Span], json: &mut String) {
    json.push('[');
    for (i, span) in spans.iter().enumerate() {
        json.push_str(if i == 0 { "[" } else { ",[" });
        push_number(span.start().0.into(), json);
        json.push(',');
        push_number(span.end().0.into(), json);
        json.push(']');
    }
    json.push(']');
}

/// Appends a number.
pub fn push_number(number: i64, json: &mut String) {
    // Writing to memory does not fail.
    let _ = write!(json, "{number}");
}
