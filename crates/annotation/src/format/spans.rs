//! `input_idx` and `output_idx`: lists of `[start, end)` pairs.

use std::fmt::Write;

use super::report::{Path, Report};
use spanwise_diagnostics::quoted;
use spanwise_i18n::{Message, say};
use spanwise_json::{Array, Json, integer};
use spanwise_template::Side;
use spanwise_text::{Span, Text, Utf16};

/// The name under which the spans of a side are stored.
pub fn member_of(side: Side) -> &'static str {
    match side {
        Side::Source => "input_idx",
        Side::Target => "output_idx",
    }
}

/// Reads the spans of one side. `text`, if known, is what they should lie in.
pub fn read_spans(raw: &str, path: &Path, text: Option<&Text>, report: &mut Report) -> Vec<Span> {
    let array = match Json::read(raw) {
        Json::Array(array) => array,
        Json::Null => return Vec::new(),
        _ => {
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

fn read_span(raw: &str, path: &Path, text: Option<&Text>, report: &mut Report) -> Option<Span> {
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

/// A JSON number that can be an offset.
pub fn offset(raw: &str) -> Option<u32> {
    match Json::read(raw) {
        Json::Number(number) => integer(number).and_then(|n| u32::try_from(n).ok()),
        _ => None,
    }
}

fn checked(start: u32, end: u32, path: &Path, text: Option<&Text>, report: &mut Report) -> Span {
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

/// The JSON of the spans of one side.
pub fn write_spans(spans: &[Span]) -> String {
    let mut json = String::new();
    push_spans(spans, &mut json);
    json
}

/// Appends it.
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
