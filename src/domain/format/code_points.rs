//! Converts the offsets of an instance from UTF-16 code units to code points, and nothing else of its text.

use std::borrow::Cow;

use super::json::{Array, Object};
use super::report::Report;
use super::spans::{member_of, offset};
use super::thresh_read::Texts;
use crate::domain::text::{Text, Utf16};
use crate::domain::typology::Side;

/// The JSON of an instance with offsets in code points, and with a list of edits; `None` if it is no object.
pub(crate) fn to_code_points(raw: &str) -> Option<String> {
    let mut instance = Object::parse(raw)?;
    let texts = Texts::read(&instance, &mut Report::new(0));
    match instance.get("edits") {
        None | Some("null") => instance.set("edits", "[]".to_owned()),
        Some(edits) => {
            if let Some(edits) = convert_edits(edits, &texts) {
                instance.set("edits", edits);
            }
        }
    }
    Some(instance.into_text())
}

fn convert_edits(raw: &str, texts: &Texts) -> Option<String> {
    let edits = Array::parse(raw)?;
    Some(convert_items(&edits, |edit| convert_edit(edit, texts)))
}

/// A constituent of a constituent is converted too: its depth is that of the file, which is limited.
fn convert_edit(raw: &str, texts: &Texts) -> Option<String> {
    let mut edit = Object::parse(raw)?;
    for member in edit.members_mut() {
        let side = Side::ALL.into_iter().find(|&side| member_of(side) == member.name);
        let converted = match side {
            Some(side) => convert_spans(&member.value, texts.on(side)),
            None if member.name == "constituent_edits" => convert_edits(&member.value, texts),
            None => None,
        };
        if let Some(converted) = converted {
            member.value = Cow::Owned(converted);
        }
    }
    Some(edit.into_text())
}

fn convert_spans(raw: &str, text: &Text) -> Option<String> {
    let spans = Array::parse(raw)?;
    let number = |raw: &str| convert_offset(raw, text);
    Some(convert_items(&spans, |item| match Array::parse(item) {
        Some(pair) => Some(convert_items(&pair, number)),
        None => number(item),
    }))
}

/// Values that stay the same keep their spelling; so do those that are no offsets.
fn convert_offset(raw: &str, text: &Text) -> Option<String> {
    let utf16 = offset(raw)?;
    let length = text.len_utf16();
    let beyond = utf16.saturating_sub(length.0);
    let code_point = text.to_code_point(Utf16(utf16)).0.saturating_add(beyond);
    (code_point != utf16).then(|| code_point.to_string())
}

/// An array with each item converted, or as it is where `convert` gives nothing.
fn convert_items(array: &Array, convert: impl Fn(&str) -> Option<String>) -> String {
    array.with(
        array
            .values()
            .enumerate()
            .map(|(i, value)| (Some(i), convert(value).map_or(Cow::Borrowed(value), Cow::Owned))),
    )
}
