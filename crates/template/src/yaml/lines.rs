//! Lines, indentation and comments of a YAML text. All positions are bytes of it.

use std::ops::Range;

/// White space of YAML, line breaks included.
pub(crate) const WHITE: [char; 4] = [' ', '\t', '\n', '\r'];
const LINE_ENDS: [char; 2] = ['\n', '\r'];

/// The text from a position on.
pub(crate) fn rest(text: &str, at: usize) -> &str {
    text.get(at..).unwrap_or_default()
}

/// The text before a position.
pub(crate) fn before(text: &str, at: usize) -> &str {
    text.get(..at).unwrap_or(text)
}

/// The text of a range; empty if there is no such range.
pub(crate) fn slice(text: &str, range: Range<usize>) -> &str {
    text.get(range).unwrap_or_default()
}

/// The start of the line that contains a position; a byte order mark is not part of it.
pub(crate) fn line_start(text: &str, at: usize) -> usize {
    let start = before(text, at).rfind(LINE_ENDS).map_or(0, |end| end + 1);
    if start == 0 && text.starts_with('\u{feff}') { '\u{feff}'.len_utf8().min(at) } else { start }
}

/// The end of the line that contains a position, without its line break.
pub(crate) fn line_end(text: &str, at: usize) -> usize {
    rest(text, at).find(LINE_ENDS).map_or(text.len(), |length| at + length)
}

/// The start of the line after this one; `None` if it is the last.
pub(crate) fn next_line(text: &str, at: usize) -> Option<usize> {
    let end = line_end(text, at);
    let rest = rest(text, end);
    let width = if rest.starts_with("\r\n") { 2 } else { 1 };
    (!rest.is_empty()).then_some(end + width)
}

/// The start of the line before the one that starts at `start`; `None` if that is the first.
pub(crate) fn line_before(text: &str, start: usize) -> Option<usize> {
    let before = before(text, start);
    let end = before.strip_suffix("\r\n").or_else(|| before.strip_suffix(LINE_ENDS))?;
    Some(line_start(text, end.len()))
}

/// The line break of a text: that of its first line, or LF if it has none.
pub(crate) fn line_break(text: &str) -> &'static str {
    match text.find(LINE_ENDS).map(|at| rest(text, at)) {
        Some(rest) if rest.starts_with("\r\n") => "\r\n",
        Some(rest) if rest.starts_with('\r') => "\r",
        _ => "\n",
    }
}

/// The kind of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum YamlLineKind {
    Blank,
    /// A comment alone, with its indentation in spaces.
    Comment(usize),
    Other,
}

/// The kind of the line that starts at `start`.
pub(crate) fn line_at(text: &str, start: usize) -> YamlLineKind {
    let line = slice(text, start..line_end(text, start));
    let content = line.trim_start_matches(' ');
    match content.trim_matches(WHITE).chars().next() {
        None => YamlLineKind::Blank,
        Some('#') if content.starts_with('#') => YamlLineKind::Comment(line.len() - content.len()),
        Some(_) => YamlLineKind::Other,
    }
}

/// The column of a position, in bytes from the start of its line.
pub(crate) fn column(text: &str, at: usize) -> usize {
    at.saturating_sub(line_start(text, at))
}

/// Returns `true` if only spaces precede a position in its line.
pub(crate) fn is_first_in_line(text: &str, at: usize) -> bool {
    let before = before(text, at).trim_end_matches(' ');
    before.is_empty() || before == "\u{feff}" || before.ends_with(LINE_ENDS)
}

/// The next position with neither white space nor a comment.
pub(crate) fn skip_blank(text: &str, from: usize) -> usize {
    let mut at = from;
    loop {
        match text.as_bytes().get(at) {
            Some(byte) if is_white(*byte) => at += 1,
            Some(b'#') if may_open_comment(text, at) => at = line_end(text, at),
            _ => return at,
        }
    }
}

/// Returns `true` if a `#` at a position opens a comment: after white space or at the start of the text.
fn may_open_comment(text: &str, at: usize) -> bool {
    let before = before(text, at);
    before.is_empty() || before == "\u{feff}" || before.bytes().next_back().is_some_and(is_white)
}

fn is_white(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r')
}

/// The end of the text before a position, without trailing white space. Only that of YAML counts: a no-break space is
/// text.
pub(crate) fn trimmed(text: &str, at: usize) -> usize {
    let before = before(text, at).as_bytes();
    before.iter().rposition(|byte| !is_white(*byte)).map_or(0, |last| last + 1)
}

/// The comment that follows in the same line, with the white space before it; an empty range if there is none.
/// `None` if something else follows.
pub(crate) fn comment_after(text: &str, at: usize) -> Option<Range<usize>> {
    let written = rest(text, at);
    let content = written.trim_start_matches([' ', '\t']);
    if content.is_empty() || content.starts_with(LINE_ENDS) {
        return Some(at..at);
    }
    let is_comment = content.starts_with('#') && content.len() < written.len();
    is_comment.then(|| at..line_end(text, at))
}
