//! Names: capitalised words, and sequences of them, that a text repeats.
//!
//! Upper case at the start of a sentence says nothing. So a word counts there only if it is also capitalised within a
//! sentence and never in lower case. A place is within a sentence if a word, a comma, a semicolon or `&` stands before it:
//! after a quotation mark or a colon one cannot know. Words of one letter (`I`) never count. Scripts without case have no
//! capitalised words, and languages that capitalise all nouns have too many: there, a template lists phrases.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

/// A word of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Word<'t> {
    /// Its first byte.
    start: usize,
    text: &'t str,
    is_capitalised: bool,
    is_within_sentence: bool,
}

impl Word<'_> {
    fn end(self) -> usize {
        self.start + self.text.len()
    }
}

/// The places of names in a text, in bytes and in its order: those that occur at least twice, and not only at the start of
/// sentences.
pub(super) fn names(text: &str) -> Vec<Range<usize>> {
    let words: Vec<Word<'_>> = words(text).collect();
    let within = words.iter().filter(|word| word.is_capitalised && word.is_within_sentence);
    let within: HashSet<&str> = within.map(|word| word.text).collect();
    let small = words.iter().filter(|word| !word.is_capitalised);
    let small: HashSet<&str> = small.map(|word| word.text).collect();
    let is_part = |word: &&Word<'_>| {
        word.is_capitalised
            && (word.is_within_sentence
                || within.contains(word.text) && !small.contains(&*word.text.to_lowercase()))
    };
    let mut sequences: Vec<(Range<usize>, bool)> = Vec::new();
    for word in words.iter().filter(is_part) {
        match sequences.last_mut() {
            Some((sequence, _)) if joins(text, sequence.end, word.start) => {
                sequence.end = word.end();
            }
            Some(_) | None => {
                sequences.push((word.start..word.end(), word.is_within_sentence));
            }
        }
    }
    let mut counts: HashMap<&str, (usize, bool)> = HashMap::new();
    for (place, is_within) in &sequences {
        let (count, any_within) = counts.entry(slice(text, place)).or_default();
        *count += 1;
        *any_within |= is_within;
    }
    let is_name = |place: &Range<usize>| {
        counts.get(slice(text, place)).is_some_and(|(count, any_within)| *count > 1 && *any_within)
    };
    sequences.into_iter().map(|(place, _)| place).filter(is_name).collect()
}

fn slice<'t>(text: &'t str, place: &Range<usize>) -> &'t str {
    text.get(place.clone()).unwrap_or_default()
}

/// Returns `true` if two words belong to one sequence: a space or a hyphen stands between them.
fn joins(text: &str, end: usize, start: usize) -> bool {
    matches!(text.get(end..start), Some(" " | "\u{a0}" | "-"))
}

/// The words of a text: letters, digits and the accents over them.
fn words(text: &str) -> impl Iterator<Item = Word<'_>> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let from_word = rest.trim_start_matches(|c| !is_letter(c));
        let after = from_word.trim_start_matches(is_letter);
        rest = after;
        let word = from_word.get(..from_word.len() - after.len())?;
        let start = text.len() - from_word.len();
        let mut characters = word.chars();
        let first = characters.next()?;
        let is_small = first.is_lowercase() || first.to_lowercase().eq([first]);
        Some(Word {
            start,
            text: word,
            is_capitalised: !is_small && characters.next().is_some(),
            is_within_sentence: is_within_sentence(text.get(..start)?),
        })
    })
}

fn is_letter(c: char) -> bool {
    c.is_alphanumeric() || ('\u{300}'..='\u{36f}').contains(&c)
}

/// Returns `true` if what follows this text goes on with a sentence.
fn is_within_sentence(before: &str) -> bool {
    let words = before.trim_end_matches([' ', '\u{a0}']);
    let is_apart = words.len() < before.len();
    let mut last = words.chars().rev();
    match last.next() {
        Some(',' | ';' | '&') => is_apart,
        Some('-' | '\'' | '’') => !is_apart && last.next().is_some_and(is_letter),
        Some(c) => is_apart && is_letter(c),
        None => false,
    }
}
