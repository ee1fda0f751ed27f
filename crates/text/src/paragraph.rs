//! Paragraphs: blocks of text between blank lines.

use std::ops::Range;

use super::boundary::{run, split};

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
