//! The candidate places of the texts of a row, by its offsets.

use super::rows::{FalteRow, QuotedSpan};
use super::story::{Paragraph, Story};
use crate::locate::Quote;
use crate::offset_unit::{OffsetUnit, OffsetUnitEvidence};
use spanwise_text::{Span, Text, Utf16};

/// White space before the current paragraph: none, or the space on FALTE's page.
const BEFORE_PARAGRAPH: [u32; 2] = [0, 1];

/// White space before the first of the earlier paragraphs, and between two: on FALTE's page, and where they are simply
/// joined, by nothing or by a line break.
const AROUND_PARAGRAPHS: [(u32, u32); 3] = [(18, 13), (0, 0), (0, 1)];

/// The number of characters after which FALTE's database cuts texts.
const CUT_AT: usize = 500;

/// The quote to find in a paragraph for the first span of a row.
pub(super) fn first<'a>(
    row: &'a FalteRow,
    paragraph: &'a Paragraph,
    unit: OffsetUnit,
) -> Quote<'a> {
    let text = &paragraph.text;
    let places = row.first.offsets.into_iter().flat_map(move |(start, end)| {
        BEFORE_PARAGRAPH.into_iter().filter_map(move |lead| within(text, start, end, lead, unit))
    });
    quote(text, &row.first, places, unit)
}

/// The quote to find in the story for the second span of a row.
pub(super) fn second<'a>(
    mark: &'a QuotedSpan,
    story: &'a Story,
    current: &Paragraph,
    unit: OffsetUnit,
) -> Quote<'a> {
    let text = &story.text;
    // FALTE's page stores zeros if there is no place.
    let known = mark.offsets.filter(|offsets| *offsets != (0, 0));
    let places = known.into_iter().flat_map(|(start, end)| {
        let joined = within(text, start, end, 0, unit);
        let earlier = AROUND_PARAGRAPHS.into_iter().filter_map(move |(before, between)| {
            let at = |offset| padded(story, offset, before, between, unit);
            at(start).zip(at(end)).map(|(start, end)| Span::between(start, end))
        });
        let here = BEFORE_PARAGRAPH.into_iter().filter_map(move |lead| {
            let span = within(&current.text, start, end, lead, unit)?;
            let at = |offset: Utf16| Utf16(current.start.0 + offset.0);
            Some(Span::between(at(span.start()), at(span.end())))
        });
        joined.into_iter().chain(earlier).chain(here)
    });
    let quote = quote(text, mark, places, unit);
    Quote { stored: quote.stored.filter(|_| known.is_some()), ..quote }
}

/// Counts the first span of a row as evidence of the unit of offsets.
pub(super) fn count(fits: &mut OffsetUnitEvidence, row: &FalteRow, paragraph: &Paragraph) {
    let Some((start, end)) = row.first.offsets else { return };
    let text = &paragraph.text;
    let stands = |lead: u32| {
        let mut spans =
            OffsetUnit::ALL.into_iter().filter_map(|unit| within(text, start, end, lead, unit));
        spans.any(|span| text.slice(span) == row.first.text)
    };
    if let Some(lead) = BEFORE_PARAGRAPH.into_iter().find(|lead| stands(*lead)) {
        fits.count(text, start - lead, &row.first.text);
    }
}

fn within(text: &Text, start: u32, end: u32, lead: u32, unit: OffsetUnit) -> Option<Span> {
    unit.span(text, start.checked_sub(lead)?, end.checked_sub(lead)?)
}

/// The offset in the story of an offset in its padded paragraphs; `None` in the padding.
fn padded(
    story: &Story,
    offset: u32,
    before: u32,
    between: u32,
    unit: OffsetUnit,
) -> Option<Utf16> {
    let mut start = before;
    for paragraph in &story.paragraphs {
        let inside = offset.checked_sub(start)?;
        let length = unit.length(&paragraph.text);
        if inside <= length {
            let at = unit.span(&paragraph.text, inside, inside)?.start();
            return Some(Utf16(paragraph.start.0 + at.0));
        }
        start = start.checked_add(length)?.checked_add(between)?;
    }
    None
}

/// The text at the first place where it stands, with the part that was cut off; otherwise the text as quoted, and the
/// place that its offsets give.
fn quote<'a>(
    text: &'a Text,
    mark: &'a QuotedSpan,
    mut places: impl Iterator<Item = Span>,
    unit: OffsetUnit,
) -> Quote<'a> {
    let is_cut = mark.text.chars().count() == CUT_AT;
    let stands = |span: &Span| {
        let slice = text.slice(*span);
        slice == mark.text || is_cut && slice.starts_with(&mark.text)
    };
    if let Some(span) = places.find(stands) {
        return Quote { text: text.slice(span), stored: Some(span), occurrence: None };
    }
    let length = unit.length(text);
    let said = mark.offsets.map(|(start, end)| (start.min(length), end.min(length)));
    let stored = said.and_then(|(start, end)| unit.span(text, start, end));
    Quote { text: &mark.text, stored, occurrence: None }
}
