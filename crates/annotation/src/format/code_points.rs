//! Converts the offsets of an instance's edits and mentions between UTF-16 code units and code points, and nothing else
//! of its text.
//!
//! An instance whose offsets differ in code points is marked under `_spanwise.offsets`, so that the file can be opened
//! again.

use std::borrow::Cow;
use std::cell::Cell;

use super::dataset::DataIn;
use super::reader::DatasetReader;
use super::report::InstanceReport;
use super::spans::{SPANS, member_of, offset};
use super::texts::read_texts;
use super::thresh_read::{CONSTITUENTS, OWN_KEY};
use super::write_file::{OffsetUnit, write_dataset};
use crate::document::{TextName, Texts};
use crate::mentions::MENTIONS;
use spanwise_diagnostics::Diagnostic;
use spanwise_json::{Array, Object};
use spanwise_template::Side;
use spanwise_text::{CodePoint, Text, Utf16};

/// The member of [`OWN_KEY`] with the unit of offsets.
const UNIT_KEY: &str = "offsets";

/// The JSON of [`UNIT_KEY`] if offsets count code points.
const CODE_POINTS: &str = "\"code-points\"";

/// A conversion of an offset in a text to another unit.
pub type OffsetConversion<'a> = &'a dyn Fn(&Text, u32) -> u32;

/// The JSON of an instance with offsets in code points, and with a list of edits; `None` if it is no object.
pub(crate) fn to_code_points(raw: &str) -> Option<String> {
    let mut instance = Object::parse(raw)?;
    let texts = read_texts(&instance, &mut InstanceReport::new(0));
    if matches!(instance.get("edits"), None | Some("null")) {
        instance.set("edits", "[]".to_owned());
    }
    if convert_instance(&mut instance, &texts, &code_point) {
        let mut own = instance.get(OWN_KEY).and_then(Object::parse).unwrap_or_default();
        own.set(UNIT_KEY, CODE_POINTS.to_owned());
        let own = own.into_text();
        instance.set(OWN_KEY, own);
    }
    Some(instance.into_text())
}

/// Returns `true` if the offset of a span lies within a character, which code points cannot express: it is rounded down
/// to the start of the character.
#[must_use]
pub fn cuts_characters(raw: &str) -> bool {
    let Some(mut instance) = Object::parse(raw) else { return false };
    let texts = read_texts(&instance, &mut InstanceReport::new(0));
    let cuts = Cell::new(false);
    let look = |text: &Text, offset: u32| {
        cuts.set(cuts.get() || utf16(text, code_point(text, offset)) != offset);
        offset
    };
    convert_instance(&mut instance, &texts, &look);
    cuts.get()
}

/// Returns `true` if a file may have offsets in code points. Quick: only files that name this unit have.
#[must_use]
pub fn may_count_code_points(dataset: &DataIn) -> bool {
    dataset.text().contains(CODE_POINTS)
}

/// The file with all offsets in UTF-16 units; `None` if they are that already.
#[must_use]
pub fn in_utf16(dataset: &DataIn) -> Option<String> {
    if !may_count_code_points(dataset) {
        return None;
    }
    let written = write_dataset(dataset, |at| to_utf16(dataset.raw(at)?), OffsetUnit::Utf16);
    (written != dataset.text()).then_some(written)
}

/// The same data with all offsets in UTF-16 units.
///
/// # Errors
/// As [`DatasetReader::finish`]; never for data that were read before.
#[allow(clippy::result_large_err, reason = "one per file")]
pub fn counted_in_utf16(dataset: DataIn<'_>) -> Result<DataIn<'_>, Diagnostic> {
    match in_utf16(&dataset) {
        Some(text) => DatasetReader::new(text).finish(),
        None => Ok(dataset),
    }
}

/// The JSON of an instance with offsets in UTF-16 units; `None` if it is not marked as counting code points.
fn to_utf16(raw: &str) -> Option<String> {
    let mut instance = Object::parse(raw)?;
    let mut own = Object::parse(instance.get(OWN_KEY)?)?;
    if own.get(UNIT_KEY)? != CODE_POINTS {
        return None;
    }
    own.remove(UNIT_KEY);
    let own = (!own.members().is_empty()).then(|| own.into_text());
    let texts = read_texts(&instance, &mut InstanceReport::new(0));
    convert_instance(&mut instance, &texts, &utf16);
    match own {
        Some(own) => instance.set(OWN_KEY, own),
        None => instance.remove(OWN_KEY),
    }
    Some(instance.into_text())
}

fn code_point(text: &Text, utf16: u32) -> u32 {
    let beyond = utf16.saturating_sub(text.len_utf16().0);
    text.to_code_point(Utf16(utf16)).0.saturating_add(beyond)
}

fn utf16(text: &Text, code_point: u32) -> u32 {
    let beyond = code_point.saturating_sub(text.to_code_point(text.len_utf16()).0);
    text.from_code_point(CodePoint(code_point)).0.saturating_add(beyond)
}

/// Converts the offsets of edits and mentions. Returns `true` if any changed.
fn convert_instance(instance: &mut Object, texts: &Texts, convert: OffsetConversion<'_>) -> bool {
    let mut has_changed = false;
    for name in ["edits", MENTIONS] {
        let old = instance.get(name);
        let new = old.and_then(|old| convert_edits(old, texts, convert));
        if let Some(new) = new.filter(|new| old != Some(new.as_str())) {
            instance.set(name, new);
            has_changed = true;
        }
    }
    has_changed
}

/// The JSON of a list of edits, or of mentions, which have spans as these do, with each offset converted; `None` if it is
/// no list.
pub fn convert_edits(raw: &str, texts: &Texts, convert: OffsetConversion<'_>) -> Option<String> {
    let edits = Array::parse(raw)?;
    Some(convert_items(&edits, |edit| convert_edit(edit, texts, convert)))
}

/// Converts an edit with its constituents, and those of constituents: the depth is limited by that of the file.
fn convert_edit(raw: &str, texts: &Texts, convert: OffsetConversion<'_>) -> Option<String> {
    let mut edit = Object::parse(raw)?;
    for member in edit.members_mut() {
        let side = Side::ALL.into_iter().find(|&side| member_of(side) == member.name);
        let converted = match side {
            Some(side) => convert_spans_on(side.into(), &member.value, texts, convert),
            None if member.name == SPANS => convert_by_name(&member.value, texts, convert),
            None if member.name == CONSTITUENTS => convert_edits(&member.value, texts, convert),
            None => None,
        };
        if let Some(converted) = converted {
            member.value = Cow::Owned(converted);
        }
    }
    Some(edit.into_text())
}

/// Converts the object of the spans on texts that have no member of their own.
fn convert_by_name(raw: &str, texts: &Texts, convert: OffsetConversion<'_>) -> Option<String> {
    let mut by_name = Object::parse(raw)?;
    for member in by_name.members_mut() {
        let name = TextName::new(&member.name);
        if let Some(converted) = convert_spans_on(name, &member.value, texts, convert) {
            member.value = Cow::Owned(converted);
        }
    }
    Some(by_name.into_text())
}

/// Converts the spans on a text; `None` if there is no such text, without which offsets cannot be converted.
fn convert_spans_on(
    name: TextName,
    raw: &str,
    texts: &Texts,
    convert: OffsetConversion<'_>,
) -> Option<String> {
    convert_spans(raw, &texts.get(&name)?.text, convert)
}

fn convert_spans(raw: &str, text: &Text, convert: OffsetConversion<'_>) -> Option<String> {
    let spans = Array::parse(raw)?;
    let number = |raw: &str| convert_offset(raw, text, convert);
    Some(convert_items(&spans, |item| match Array::parse(item) {
        Some(pair) => Some(convert_items(&pair, number)),
        None => number(item),
    }))
}

/// Converts an offset; `None` if its value stays the same, so that it keeps its spelling, or if it is no offset.
fn convert_offset(raw: &str, text: &Text, convert: OffsetConversion<'_>) -> Option<String> {
    let found = offset(raw)?;
    let converted = convert(text, found);
    (converted != found).then(|| converted.to_string())
}

/// An array with each item converted, or unchanged if `convert` returns `None`.
fn convert_items(array: &Array, convert: impl Fn(&str) -> Option<String>) -> String {
    array.with(
        array
            .values()
            .enumerate()
            .map(|(i, value)| (Some(i), convert(value).map_or(Cow::Borrowed(value), Cow::Owned))),
    )
}
