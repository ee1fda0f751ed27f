//! Sentences of UAX #29.
//!
//! Their tables take 12.5 KB (gzip) of a program in WebAssembly and few templates have the boundary `sentence`, so the
//! tables are reached through a function pointer that [`enable`] sets: what never calls it does not contain them.

use std::ops::Range;
use std::sync::OnceLock;

use unicode_segmentation::UnicodeSegmentation;

use super::boundary::run;

/// The range in bytes of the sentence around a byte of a line.
type FindSentence = fn(line: &str, at: usize) -> Range<usize>;

static FIND_SENTENCE: OnceLock<FindSentence> = OnceLock::new();

/// Makes sentences known to the program; texts have none before.
pub fn enable() {
    FIND_SENTENCE.get_or_init(|| find);
}

/// The sentence around `at`, the byte of a character that is not white space, without the white space around it.
///
/// A sentence ends at each line break (rule SB4), so only the line is read.
pub(super) fn around(text: &str, at: usize) -> Option<Range<usize>> {
    let find = FIND_SENTENCE.get()?;
    let line = run(text, at, is_paragraph_separator);
    let sentence = find(text.get(line.clone())?, at - line.start);
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
