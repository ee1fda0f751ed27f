//! The words and phrases that a template lists.

use std::collections::BTreeMap;
use std::ops::Range;

use spanwise_text::Text;
use spanwise_text::boundary::{Boundary, snap};

/// The places of phrases in a text, in bytes. A place begins and ends where words do, as UAX #29 defines them, so that
/// `art` is not found in `article`. Capital letters and small ones differ.
pub(super) fn occurrences(text: &Text, phrases: &[String]) -> Vec<Range<usize>> {
    let mut by_first: BTreeMap<char, Vec<&str>> = BTreeMap::new();
    for phrase in phrases.iter().map(|phrase| phrase.trim()) {
        if let Some(first) = phrase.chars().next() {
            by_first.entry(first).or_default().push(phrase);
        }
    }
    let string = text.as_str();
    let mut places = Vec::new();
    let mut before = None;
    for (at, c) in string.char_indices() {
        let is_inside = before.replace(c).is_some_and(|before| is_ascii_word(before, c));
        let Some(phrases) = by_first.get(&c).filter(|_| !is_inside) else { continue };
        let rest = string.get(at..).unwrap_or_default();
        let found = phrases.iter().filter(|phrase| rest.starts_with(**phrase));
        let found = found.map(|phrase| at..at + phrase.len());
        places.extend(found.filter(|place| is_whole(text, place)));
    }
    places
}

/// Returns `true` if no word ends between two characters, which is cheaper to know than for other characters.
fn is_ascii_word(before: char, after: char) -> bool {
    before.is_ascii_alphanumeric() && after.is_ascii_alphanumeric()
}

/// Returns `true` if a place begins and ends where words do.
fn is_whole(text: &Text, place: &Range<usize>) -> bool {
    let span = text.span_of(place.clone());
    snap(text, span, Boundary::Word) == Some(span)
}
