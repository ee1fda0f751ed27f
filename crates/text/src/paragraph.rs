//! Paragraphs: blocks of text between blank lines, and the parts that a long text is read in.

use std::num::NonZeroU32;
use std::ops::Range;

use super::boundary::{next_unit, run, split};
use super::{Boundary, Span, Text, Utf16, sentence};

/// A rule that divides a text into paragraphs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ParagraphRule {
    /// At blank lines.
    BlankLine,
    /// After each so many sentences. Needs [`sentence::enable`]; before, a text is one paragraph.
    Sentences(NonZeroU32),
}

/// The paragraphs of a text, which tile it: each ends where the next one starts, with the white space between them. A
/// text that is empty or white space alone is one paragraph.
#[must_use]
pub fn paragraphs(text: &Text, rule: ParagraphRule) -> Vec<Span> {
    let starts = match rule {
        ParagraphRule::BlankLine => block_starts(text),
        ParagraphRule::Sentences(count) => {
            let count = usize::try_from(count.get()).unwrap_or(usize::MAX);
            let starts = sentence::starts(text.as_str());
            starts.into_iter().step_by(count).map(|at| text.span_of(at..at).start()).collect()
        }
    };
    tiles(text, starts)
}

/// Spans that tile a text and begin at these offsets, which are in order; the first span begins at 0 in any case.
#[must_use]
pub fn tiles(text: &Text, starts: impl IntoIterator<Item = Utf16>) -> Vec<Span> {
    let end = text.len_utf16();
    let mut tiles = Vec::new();
    let mut start = Utf16(0);
    for next in starts.into_iter().skip(1) {
        tiles.push(Span::between(start, next));
        start = next;
    }
    tiles.push(Span::between(start, end));
    tiles
}

fn block_starts(text: &Text) -> Vec<Utf16> {
    let next = |after| next_unit(text, after, Boundary::Paragraph);
    let blocks = std::iter::successors(next(Utf16(0)), |block| next(block.end()));
    blocks.map(Span::start).collect()
}

/// The paragraph around `at`, the byte of a character that is not white space, without the white space around it.
pub(super) fn around(text: &str, at: usize) -> Range<usize> {
    let Range { mut start, mut end } = run(text, at, char::is_whitespace);
    loop {
        let head = split(text, start).0;
        let before = head.trim_end();
        if before.is_empty() || has_blank_line(split(head, before.len()).1) {
            break;
        }
        start = before.trim_end_matches(|c: char| !c.is_whitespace()).len();
    }
    loop {
        let tail = split(text, end).1;
        let after = tail.trim_start();
        if after.is_empty() || has_blank_line(split(tail, tail.len() - after.len()).0) {
            break;
        }
        end = text.len() - after.trim_start_matches(|c: char| !c.is_whitespace()).len();
    }
    start..end
}

/// Returns `true` if white space between words holds two line breaks, or the paragraph separator of Unicode.
fn has_blank_line(space: &str) -> bool {
    let count = |c: char| space.matches(c).count();
    let line_breaks = count('\n') + count('\r') - space.matches("\r\n").count()
        + count('\u{85}')
        + count('\u{2028}');
    line_breaks > 1 || space.contains('\u{2029}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn divided(text: &str, rule: ParagraphRule) -> Vec<String> {
        let text = Text::from(text);
        let spans = paragraphs(&text, rule);
        spans.into_iter().map(|span| text.slice(span).to_owned()).collect()
    }

    fn sentences(count: u32) -> ParagraphRule {
        sentence::enable();
        ParagraphRule::Sentences(NonZeroU32::new(count).unwrap())
    }

    #[test]
    fn blank_lines_divide() {
        for (text, expected) in [
            ("", &[""][..]),
            (" \n\n ", &[" \n\n "]),
            ("one\ntwo", &["one\ntwo"]),
            ("one\n\ntwo", &["one\n\n", "two"]),
            ("\n\none\r\n \r\ntwo\n\n", &["\n\none\r\n \r\n", "two\n\n"]),
            ("اب\n\n\n\n👍🏽", &["اب\n\n\n\n", "👍🏽"]),
        ] {
            assert_eq!(divided(text, ParagraphRule::BlankLine), expected, "{text:?}");
        }
    }

    #[test]
    fn sentences_divide() {
        let text = "Anna came. She sat. Ben left!\nWhy? 彼は来た。彼女は";
        for (count, expected) in [
            (1, &["Anna came. ", "She sat. ", "Ben left!\n", "Why? ", "彼は来た。", "彼女は"][..]),
            (2, &["Anna came. She sat. ", "Ben left!\nWhy? ", "彼は来た。彼女は"]),
            (4, &["Anna came. She sat. Ben left!\nWhy? ", "彼は来た。彼女は"]),
            (6, &[text]),
            (u32::MAX, &[text]),
        ] {
            assert_eq!(divided(text, sentences(count)), expected, "{count}");
        }
        assert_eq!(divided("  \n ", sentences(1)), ["  \n "]);
    }
}
