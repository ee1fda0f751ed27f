//! Overlaps of edits, where the template forbids them (`overlap: forbid`).
//!
//! Edits overlap if spans of theirs on one text have a character in common: insertion points have none. A composite and
//! its constituents are one edit.

use crate::document::{Edit, EditKey, Instance, Spans, TextName};
use crate::format::report::{InstanceReport, JsonPath};
use spanwise_diagnostics::{Diagnostic, quoted};
use spanwise_i18n::say;
use spanwise_json::{Array, Json, Object};
use spanwise_template::{OverlapPolicy, TemplateSettings};
use spanwise_text::Span;

/// The spans that have characters, with the texts they lie on.
fn filled(spans: &Spans) -> impl Iterator<Item = (&TextName, Span)> {
    let all = spans.iter().flat_map(|(name, on)| on.iter().map(move |span| (name, *span)));
    all.filter(|(_, span)| !span.is_empty())
}

/// The spans of an edit and its constituents that have characters.
fn spans_of(edit: &Edit) -> impl Iterator<Item = (&TextName, Span)> {
    let parts = edit.constituents.iter().map(|part| &part.spans);
    std::iter::once(&edit.spans).chain(parts).flat_map(filled)
}

/// Returns `true` if spans have a character of a text in common.
#[must_use]
pub fn have_common_characters(a: &Spans, b: &Spans) -> bool {
    meet(filled(a), || filled(b))
}

fn meet<'s, Others: Iterator<Item = (&'s TextName, Span)>>(
    mut spans: impl Iterator<Item = (&'s TextName, Span)>,
    others: impl Fn() -> Others,
) -> bool {
    spans.any(|(text, span)| {
        others().any(|(other, with)| {
            text == other && span.start() < with.end() && with.start() < span.end()
        })
    })
}

/// Returns `true` if an edit that `after` has anew, or that has other spans there than `before`, overlaps another one. What
/// overlapped before may be answered and taken apart.
pub(crate) fn brings_overlap(before: &Instance, after: &Instance) -> bool {
    let is_as_before = |edit: &Edit| {
        before.edits.iter().any(|old| old.key == edit.key && spans_of(old).eq(spans_of(edit)))
    };
    let is_new = |edit: &Edit| !is_as_before(edit) && !was_part(before, edit.key);
    after.edits.iter().filter(|edit| is_new(edit)).any(|edit| {
        after
            .edits
            .iter()
            .any(|other| other.key != edit.key && meet(spans_of(edit), || spans_of(other)))
    })
}

/// Returns `true` if an edit was a constituent: taken out of its composite, it lies where it lay.
fn was_part(before: &Instance, key: EditKey) -> bool {
    before.composite_of(key).is_some()
}

/// Warns of the edits that overlap an earlier one, if the template forbids it. `index` is the 0-based number of the instance.
/// Takes time in proportion to the spans but for sorting them, and to the overlaps.
#[must_use]
pub fn problems(instance: &Instance, index: usize, settings: &TemplateSettings) -> Vec<Diagnostic> {
    let mut report = InstanceReport::new(index);
    if settings.overlap == OverlapPolicy::Allow {
        return report.into_problems();
    }
    let mut spans: Vec<(&TextName, Span, usize)> = Vec::new();
    for (at, edit) in instance.edits.iter().enumerate() {
        spans.extend(spans_of(edit).map(|(text, span)| (text, span, at)));
    }
    spans.sort_by_key(|(text, span, at)| (*text, span.start(), span.end(), *at));
    let mut found: Vec<(usize, usize, &TextName, Span)> = Vec::new();
    for (position, (text, span, at)) in spans.iter().enumerate() {
        let after = spans.iter().skip(position + 1);
        let reached =
            after.take_while(|(other, with, _)| other == text && with.start() < span.end());
        for (_, with, other) in reached.filter(|(_, _, other)| other != at) {
            let (later, shown) = if other > at { (other, with) } else { (at, span) };
            found.push((*later, *at.min(other), text, *shown));
        }
    }
    found.sort_by_key(|(later, earlier, ..)| (*later, *earlier));
    found.dedup_by_key(|(later, ..)| *later);
    let places = places_of_edits(instance);
    for (later, earlier, text, span) in found {
        let place = |at: usize| places.get(at).copied().unwrap_or(at);
        let words = quoted(instance.texts.content(text).slice(span));
        let message = say!(DataOverlaps, words, other = place(earlier) + 1);
        let (edits, at) = (JsonPath::Root, place(later));
        report.warn(&edits.member("edits").item(at), "overlap", message, say!(DataOverlapsRemedy));
    }
    report.into_problems()
}

/// The position in the file's list of each edit: what is no object is none.
fn places_of_edits(instance: &Instance) -> Vec<usize> {
    let list = || {
        let object = Object::parse(instance.original.text()?)?;
        let edits = Array::parse(object.get("edits")?)?;
        let is_edit = |(_, raw): &(usize, &str)| matches!(Json::read(raw), Json::Object(_));
        Some(edits.values().enumerate().filter(is_edit).map(|(at, _)| at).collect())
    };
    list().unwrap_or_default()
}
