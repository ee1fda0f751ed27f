//! The boundaries that selections snap to.
//!
//! A boundary divides a text into units and the gaps between them; a span reaches from the start of a unit to the end
//! of a unit. The division depends on the text alone, never on the selection, so snapping twice changes nothing. It is
//! found outwards from the place asked about: the work grows with the selection's ends, the units and the gaps there,
//! not with the text.

use std::ops::Range;

use unicode_segmentation::GraphemeCursor;

use super::{Span, Text, Utf16, paragraph, sentence, subword, tokens, word};

/// The unit that spans are made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Boundary {
    /// Any extended grapheme cluster of UAX #29, white space too (`char`).
    Char,
    /// Runs between white space (`whitespace`; Thresh's `word`). The default.
    #[default]
    Whitespace,
    /// Words as Unicode defines them in UAX #29, punctuation included, but never with white space inside (`word`).
    ///
    /// Inside 512 bytes without white space, ideographs or hiragana (base64, DNA) a word may be cut.
    Word,
    /// Tokens of subword-tokenised data, without their markers `Ġ`, `▁`, `##` (`subword`; Thresh's `tokenized`).
    Subword,
    /// Tokens that a tokenizer finds in plain texts (`subword` in a template with `tokenizer`): see
    /// [`tokens`]. There are none in a text before [`tokens::learn`] is called with it.
    Token,
    /// Sentences as Unicode defines them in UAX #29, without the white space around them (`sentence`). There are none
    /// before [`sentence::enable`] is called.
    Sentence,
    /// Blocks of text between blank lines, without the white space around them (`paragraph`).
    Paragraph,
}

/// The units that a selection touches, from the first to the last.
///
/// `None` if the selection is empty or holds nothing but white space and gaps.
#[must_use]
pub fn snap(text: &Text, selection: Span, boundary: Boundary) -> Option<Span> {
    if selection.is_empty() {
        return None;
    }
    let string = text.as_str();
    let (start, end) = (text.to_byte(selection.start()).0, text.to_byte_up(selection.end()).0);
    if string.get(start..end)?.trim().is_empty() {
        return None;
    }
    let first = boundary.first(string, start)?;
    let last = boundary.last(string, end)?;
    (first.start < end).then(|| text.span_of(first.start..last.end))
}

/// The unit at an offset, or else the next one.
#[must_use]
pub fn unit_at(text: &Text, offset: Utf16, boundary: Boundary) -> Option<Span> {
    let unit = boundary.first(text.as_str(), text.to_byte(offset).0)?;
    Some(text.span_of(unit))
}

/// The first unit that starts at an offset or after it.
#[must_use]
pub fn next_unit(text: &Text, after: Utf16, boundary: Boundary) -> Option<Span> {
    let unit = unit_at(text, after, boundary)?;
    if unit.start() >= after { Some(unit) } else { unit_at(text, unit.end(), boundary) }
}

/// The last unit that ends at an offset or before it.
#[must_use]
pub fn previous_unit(text: &Text, before: Utf16, boundary: Boundary) -> Option<Span> {
    let unit = unit_before(text, before, boundary)?;
    if unit.end() <= before { Some(unit) } else { unit_before(text, unit.start(), boundary) }
}

/// The place of an insertion point: the edge of a unit nearest to an offset, of two the earlier.
///
/// In a text without units, the nearer end of the text.
#[must_use]
pub fn snap_point(text: &Text, offset: Utf16, boundary: Boundary) -> Utf16 {
    let around = [unit_before(text, offset, boundary), unit_at(text, offset, boundary)];
    let mut edges: Vec<Utf16> =
        around.into_iter().flatten().flat_map(|unit| [unit.start(), unit.end()]).collect();
    if edges.is_empty() {
        edges.extend([Utf16(0), text.len_utf16()]);
    }
    edges.into_iter().min_by_key(|edge| edge.0.abs_diff(offset.0)).unwrap_or_default()
}

/// Returns `true` unless units are not known yet, so that nothing snaps.
#[must_use]
pub fn has_units(text: &Text, boundary: Boundary) -> bool {
    boundary != Boundary::Token || tokens::are_known(text)
}

/// The last unit that starts before an offset.
fn unit_before(text: &Text, offset: Utf16, boundary: Boundary) -> Option<Span> {
    let unit = boundary.last(text.as_str(), text.to_byte_up(offset).0)?;
    Some(text.span_of(unit))
}

/// Bytes of units. Offsets handed in are character boundaries of the text.
impl Boundary {
    fn is_gap(self, c: char) -> bool {
        match self {
            Boundary::Char | Boundary::Token => false,
            Boundary::Whitespace | Boundary::Word | Boundary::Sentence | Boundary::Paragraph => {
                c.is_whitespace()
            }
            Boundary::Subword => subword::is_separator(c),
        }
    }

    /// The first unit that ends after `from`.
    fn first(self, text: &str, from: usize) -> Option<Range<usize>> {
        let rest = split(text, from).1.trim_start_matches(|c| self.is_gap(c));
        if rest.is_empty() { None } else { self.around(text, text.len() - rest.len()) }
    }

    /// The last unit that starts before `until`.
    fn last(self, text: &str, until: usize) -> Option<Range<usize>> {
        if self == Boundary::Token {
            return tokens::last(text, until);
        }
        let head = split(text, until).0.trim_end_matches(|c| self.is_gap(c));
        let (at, _) = head.char_indices().next_back()?;
        let unit = self.around(text, at)?;
        // Within `##`, which belongs to no unit, `around` finds the unit after it.
        if unit.start < until { Some(unit) } else { self.last(text, at) }
    }

    /// The unit of the character at `at`, which is not a gap; or the next one, where gaps depend on more than characters.
    fn around(self, text: &str, at: usize) -> Option<Range<usize>> {
        match self {
            Boundary::Char => Some(cluster(text, at)),
            Boundary::Whitespace => Some(run(text, at, char::is_whitespace)),
            Boundary::Word => Some(word::around(text, at)),
            Boundary::Subword => Some(token(text, at)),
            Boundary::Token => tokens::first(text, at),
            Boundary::Sentence => sentence::around(text, at),
            Boundary::Paragraph => Some(paragraph::around(text, at)),
        }
    }
}

/// The text before and after a byte.
pub(super) fn split(text: &str, at: usize) -> (&str, &str) {
    text.split_at_checked(at).unwrap_or((text, ""))
}

/// The run between separators around `at`.
pub(super) fn run(text: &str, at: usize, is_separator: impl Fn(char) -> bool) -> Range<usize> {
    let (head, tail) = split(text, at);
    let start = head.trim_end_matches(|c| !is_separator(c)).len();
    start..text.len() - tail.trim_start_matches(|c| !is_separator(c)).len()
}

/// The grapheme cluster around `at`, however long.
fn cluster(text: &str, at: usize) -> Range<usize> {
    // The cursor fails only on texts in chunks.
    let mut cursor = GraphemeCursor::new(at, text.len(), true);
    let start = match cursor.is_boundary(text, 0) {
        Ok(false) => cursor.prev_boundary(text, 0).ok().flatten().unwrap_or(0),
        _ => at,
    };
    let end = GraphemeCursor::new(at, text.len(), true).next_boundary(text, 0);
    start..end.ok().flatten().unwrap_or(text.len())
}

/// The token around `at`, or after it if `at` is in the marker `##`.
fn token(text: &str, at: usize) -> Range<usize> {
    let run = run(text, at, subword::is_separator);
    let (head, tail) = split(text, run.start);
    let continues = subword::starts_token(head) && subword::is_continuation(tail);
    let marker = if continues { subword::CONTINUATION.len() } else { 0 };
    run.start + marker..run.end
}
