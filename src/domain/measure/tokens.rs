//! The tokens of a text, for measures that count tokens.

use super::study::Range;

/// The tokens of a text as ranges of code points: what stands between white space (Unicode's `White_Space`). Punctuation
/// belongs to the word that it touches; scripts that put no space between words have long tokens.
#[must_use]
pub fn tokens(text: &str) -> Vec<Range> {
    let mut tokens = Vec::new();
    let mut start = None;
    let mut at = 0;
    for c in text.chars() {
        if c.is_whitespace() {
            tokens.extend(start.take().map(|start| Range { start, end: at }));
        } else {
            start.get_or_insert(at);
        }
        at += 1;
    }
    tokens.extend(start.map(|start| Range { start, end: at }));
    tokens
}
