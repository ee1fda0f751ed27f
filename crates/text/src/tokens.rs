//! The tokens of plain texts, as a tokenizer divides them.
//!
//! The tokenizer is no part of this crate: who runs one hands its tokens in by [`learn`]. What spans snap to are *units*
//! of tokens: the characters of a token without the white space before them, or all of them if they are all white
//! space. Tokens that share a character (the bytes of an emoji, a ligature that is taken apart) are one unit, so that
//! units neither overlap nor cut a character.
//!
//! Few templates have a tokenizer, so what is known is reached through a function pointer that [`learn`] sets, as with
//! [`sentence`](super::sentence): what never calls it does not contain it.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::Range;
use std::rc::Rc;
use std::sync::OnceLock;

use super::{Byte, Span, Text};

/// The units of a text, in order and apart; `None` if its tokens are not known.
type FindUnits = fn(text: &str) -> Option<Rc<[TokenUnit]>>;

static FIND_UNITS: OnceLock<FindUnits> = OnceLock::new();

thread_local! {
    /// By text.
    static KNOWN: RefCell<BTreeMap<Box<str>, Rc<[TokenUnit]>>> = const { RefCell::new(BTreeMap::new()) };
}

/// Tokens that share no character with others.
#[derive(Debug)]
struct TokenUnit {
    /// Their bytes in the text.
    bytes: Range<usize>,
    /// Their numbers: tokens are numbered from 0 in the order of the text.
    numbers: Range<u32>,
}

/// Makes the tokens of a text known to this thread, by their spans in the order of the text. Those that were known are
/// replaced.
pub fn learn(text: &Text, tokens: &[Span]) {
    FIND_UNITS.get_or_init(|| known);
    let units = units(text, tokens).into();
    KNOWN.with_borrow_mut(|all| all.insert(text.as_str().into(), units));
}

/// Forgets the tokens of all texts.
pub fn forget() {
    KNOWN.with_borrow_mut(BTreeMap::clear);
}

/// Returns `true` if the tokens of a text are known; an empty text has none.
#[must_use]
pub fn are_known(text: &Text) -> bool {
    text.is_empty() || find(text.as_str()).is_some()
}

fn find(text: &str) -> Option<Rc<[TokenUnit]>> {
    FIND_UNITS.get().and_then(|find| find(text))
}

fn known(text: &str) -> Option<Rc<[TokenUnit]>> {
    KNOWN.with_borrow(|all| all.get(text).cloned())
}

fn units(text: &Text, tokens: &[Span]) -> Vec<TokenUnit> {
    let mut units: Vec<TokenUnit> = Vec::with_capacity(tokens.len());
    for (number, token) in (0..).zip(tokens) {
        let mut bytes = without_space_before(text, *token);
        if bytes.is_empty() {
            continue;
        }
        let mut first = number;
        while let Some(last) = units.pop_if(|last| last.bytes.end > bytes.start) {
            bytes = last.bytes.start.min(bytes.start)..last.bytes.end.max(bytes.end);
            first = last.numbers.start;
        }
        units.push(TokenUnit { bytes, numbers: first..number + 1 });
    }
    units
}

/// Vocabularies count the space before a word to its first token (`Ġ`, `▁`), which nobody who marks a word means.
fn without_space_before(text: &Text, token: Span) -> Range<usize> {
    let (start, end) = (text.to_byte(token.start()).0, text.to_byte_up(token.end()).0);
    let trimmed = text.as_str().get(start..end).unwrap_or_default().trim_start().len();
    if trimmed == 0 { start..end } else { end - trimmed..end }
}

/// The first unit that ends after a byte.
pub(super) fn first(text: &str, from: usize) -> Option<Range<usize>> {
    let units = find(text)?;
    let at = units.partition_point(|unit| unit.bytes.end <= from);
    units.get(at).map(|unit| unit.bytes.clone())
}

/// The last unit that starts before a byte.
pub(super) fn last(text: &str, until: usize) -> Option<Range<usize>> {
    let units = find(text)?;
    let count = units.partition_point(|unit| unit.bytes.start < until);
    units.get(count.checked_sub(1)?).map(|unit| unit.bytes.clone())
}

/// The numbers of the tokens that a span touches; for an insertion point an empty range at the token after it.
///
/// `None` if the tokens of the text are not known.
#[must_use]
pub fn token_numbers(text: &Text, span: Span) -> Option<Range<u32>> {
    if text.is_empty() {
        return Some(0..0);
    }
    let units = find(text.as_str())?;
    let (start, end) = (text.to_byte(span.start()).0, text.to_byte_up(span.end()).0);
    let before = units.partition_point(|unit| unit.bytes.end <= start);
    let until = units.partition_point(|unit| unit.bytes.start < end);
    let count = units.last().map_or(0, |unit| unit.numbers.end);
    let first = units.get(before).map_or(count, |unit| unit.numbers.start);
    let touched = units.get(before..until).and_then(<[TokenUnit]>::last);
    let end = touched.filter(|_| !span.is_empty()).map_or(first, |unit| unit.numbers.end);
    Some(first..end)
}

/// The spans of the units, in order; empty if the tokens of the text are not known.
#[must_use]
pub fn unit_spans(text: &Text) -> Vec<Span> {
    let units = find(text.as_str());
    let utf16 = |byte| text.to_utf16(Byte(byte));
    let span = |unit: &TokenUnit| Span::between(utf16(unit.bytes.start), utf16(unit.bytes.end));
    units.iter().flat_map(|units| units.iter()).map(span).collect()
}
