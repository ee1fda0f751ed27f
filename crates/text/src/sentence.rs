//! Sentences of UAX #29.
//!
//! Their tables take 12.5 KB (gzip) of a program in WebAssembly and few templates have the boundary `sentence`, so the
//! tables are reached through a function pointer that [`enable`] sets: what never calls it does not contain them.

use std::ops::Range;
use std::sync::OnceLock;

use unicode_segmentation::UnicodeSegmentation;

use super::boundary::run;

/// The functions that reach the tables.
struct Sentences {
    /// The range in bytes of the sentence around a byte of a line.
    find: fn(line: &str, at: usize) -> Range<usize>,
    /// The bytes at which the sentences of a text start, white space before them left out.
    starts: fn(text: &str) -> Vec<usize>,
}

static SENTENCES: OnceLock<Sentences> = OnceLock::new();

/// Makes sentences known to the program; texts have none before.
pub fn enable() {
    SENTENCES.get_or_init(|| Sentences { find, starts: find_starts });
}

/// The bytes at which the sentences of a text start, without the white space before them; none before [`enable`].
pub(super) fn starts(text: &str) -> Vec<usize> {
    SENTENCES.get().map_or_else(Vec::new, |sentences| (sentences.starts)(text))
}

/// The sentence around `at`, the byte of a character that is not white space, without the white space around it.
///
/// A sentence ends at each line break (rule SB4), so only the line is read.
pub(super) fn around(text: &str, at: usize) -> Option<Range<usize>> {
    let sentences = SENTENCES.get()?;
    let line = run(text, at, is_paragraph_separator);
    let sentence = (sentences.find)(text.get(line.clone())?, at - line.start);
    Some(line.start + sentence.start..line.start + sentence.end)
}

/// Returns `true` for the characters of the class `ParaSep` of UAX #29, after which a sentence always ends.
fn is_paragraph_separator(c: char) -> bool {
    matches!(c, '\r' | '\n' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

fn find(line: &str, at: usize) -> Range<usize> {
    let mut sentences = line.split_sentence_bound_indices();
    let found = sentences.find(|(start, sentence)| at < start + sentence.len());
    let (start, sentence) = found.unwrap_or((0, line));
    let trimmed = sentence.trim_start();
    let start = start + sentence.len() - trimmed.len();
    start..start + trimmed.trim_end().len()
}

fn find_starts(text: &str) -> Vec<usize> {
    let sentences = text.split_sentence_bound_indices();
    let filled = sentences.filter(|(_, sentence)| !sentence.trim_start().is_empty());
    filled.map(|(at, sentence)| at + sentence.len() - sentence.trim_start().len()).collect()
}
