//! A text in blocks for the page: one per line, several for a line of novel length, one for several of many lines.
//!
//! A browser lays out a block as a whole whenever something in it changes; blocks of bounded length keep that quick. It
//! takes long for tens of thousands of blocks, too.

use super::offset::{Span, Text, Utf16};
use super::runs::lines;
use spanwise_limits::MOST_LINES_IN_BLOCKS;

/// Lines up to this many UTF-16 code units stay whole.
const LONG_LINE: u32 = 20_000;

/// The most UTF-16 code units of a block of a longer line, or of several lines.
const LONGEST: u32 = 4000;

/// Such a block ends at the first good place from here on.
const CUT_FROM: u32 = 2000;

/// The length in which a good place is looked for, in bytes.
const WINDOW: usize = 1500;

/// Cuts a text into blocks that tile it: after each line break, and in lines of over 20 000 code units after a sentence,
/// or else after white space, or else between characters. Of more than [`MOST_LINES_IN_BLOCKS`] lines, those are put
/// together that fit into a block.
#[must_use]
pub fn blocks(text: &Text) -> Vec<Span> {
    let mut blocks: Vec<Span> = Vec::new();
    let lines = lines(text);
    let are_many = lines.len() > MOST_LINES_IN_BLOCKS;
    for line in lines {
        let mut start = line.start();
        if are_many
            && let Some(last) = blocks.last_mut()
            && line.end().0 - last.start().0 <= LONGEST
        {
            *last = Span::between(last.start(), line.end());
            continue;
        }
        while line.len() > LONG_LINE && line.end().0 - start.0 > LONGEST {
            let cut = cut_after(text, Utf16(start.0 + CUT_FROM));
            blocks.push(Span::between(start, cut));
            start = cut;
        }
        blocks.push(Span::between(start, line.end()));
    }
    blocks
}

/// A good place to cut at or a little after an offset.
fn cut_after(text: &Text, from: Utf16) -> Utf16 {
    let from = text.to_byte(from).0;
    let rest = text.as_str().get(from..).unwrap_or_default();
    let mut space = None;
    let mut before = None;
    for (at, c) in rest.char_indices().take_while(|(at, _)| *at < WINDOW) {
        let after = at + c.len_utf8();
        let ends_sentence = before.is_some_and(|b| ".!?…;:".contains(b));
        if "。！？".contains(c) || (c.is_whitespace() && ends_sentence) {
            return text.span_of(from..from + after).end();
        }
        if c.is_whitespace() && space.is_none() {
            space = Some(after);
        }
        before = Some(c);
    }
    match space {
        Some(after) => text.span_of(from..from + after).end(),
        // Without any white space a cut may fall between any two characters, as a line break may.
        None => text.span_of(from..from).start(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(text: &str) -> Vec<String> {
        let text = Text::from(text);
        blocks(&text).into_iter().map(|b| text.slice(b).to_owned()).collect()
    }

    #[test]
    fn lines_of_ordinary_length_stay_whole() {
        assert_eq!(cut("one\n\ntwo"), ["one\n", "\n", "two"]);
        assert_eq!(cut(""), [""; 0]);
        let longest = "x".repeat(20_000);
        assert_eq!(cut(&longest), [longest]);
    }

    #[test]
    fn long_lines_are_cut_after_sentences() {
        let text = "A short sentence of no interest. ".repeat(800);
        let parts = cut(&text);
        assert!(parts.len() > 4);
        assert!(parts.iter().all(|p| p.ends_with(". ") && p.len() <= 4000));
        assert_eq!(parts.concat(), text);
    }

    #[test]
    fn long_lines_without_sentences_or_spaces_are_cut_all_the_same() {
        for text in [
            "word ".repeat(5000),
            "汉".repeat(21_000),
            "\u{1f44d}".repeat(11_000),
            "x".repeat(21_000),
        ] {
            let parts = cut(&text);
            assert_eq!(parts.concat(), text);
            assert!(parts.iter().all(|p| p.encode_utf16().count() <= 4000), "{}", &text[..4]);
        }
    }

    #[test]
    fn words_stay_whole_where_there_are_spaces() {
        let parts = cut(&"word ".repeat(5000));
        assert!(parts.iter().all(|p| p.starts_with("word") && p.ends_with(' ')));
    }
}
