//! What a line of YAML is made of. Positions are bytes of the text; the end of the text counts as the end of a line.

use std::ops::Range;

/// The byte at a position, if there is one.
pub(super) fn byte(text: &str, at: usize) -> Option<u8> {
    text.as_bytes().get(at).copied()
}

/// Whether there is white space at a position, or nothing.
pub(super) fn is_space(text: &str, at: usize) -> bool {
    byte(text, at).is_none_or(|b| matches!(b, b' ' | b'\t' | b'\n' | b'\r'))
}

/// Where the line ends, its line break left out.
pub(super) fn line_end(text: &str, from: usize) -> usize {
    let rest = text.get(from..).unwrap_or_default();
    from + rest.find(['\n', '\r']).unwrap_or(rest.len())
}

/// Where the next line starts, given the end of one; beyond the text if there is none.
pub(super) fn next_line(text: &str, end: usize) -> usize {
    if byte(text, end) == Some(b'\r') && byte(text, end + 1) == Some(b'\n') {
        end + 2
    } else {
        end + 1
    }
}

/// The first position from `from` on that holds neither space nor tab.
pub(super) fn skip_blanks(text: &str, from: usize) -> usize {
    let rest = text.as_bytes().get(from..).unwrap_or_default();
    from + rest.iter().take_while(|b| matches!(b, b' ' | b'\t')).count()
}

/// The end of what stands before blanks.
pub(super) fn trim_blanks(text: &str, range: Range<usize>) -> usize {
    let part = text.get(range.clone()).unwrap_or_default();
    range.start + part.trim_end_matches([' ', '\t']).len()
}

/// Whether an item of a list starts here.
pub(super) fn is_dash(text: &str, at: usize) -> bool {
    byte(text, at) == Some(b'-') && is_space(text, at + 1)
}

/// Where the content of the rest of a line ends: before the comment, if there is one.
pub(super) fn content_end(text: &str, from: usize, end: usize) -> usize {
    let rest = text.get(from..end).unwrap_or_default();
    let comment = rest.match_indices('#').map(|(i, _)| from + i);
    let mut comment = comment.filter(|at| *at == from || is_space(text, at - 1));
    trim_blanks(text, from..comment.next().unwrap_or(end))
}

/// Where the closing quote of the quoted text is that starts at `from`, if it is before `end`.
pub(super) fn closing_quote(text: &str, from: usize, end: usize) -> Option<usize> {
    let quote = byte(text, from)?;
    let mut at = from + 1;
    while at < end {
        match byte(text, at)? {
            b'\\' if quote == b'"' => at += 1,
            b if b == quote && quote == b'\'' && byte(text, at + 1) == Some(quote) => at += 1,
            b if b == quote => return Some(at),
            _ => {}
        }
        at += 1;
    }
    None
}

/// A key and the colon after it.
pub(super) struct KeyAt {
    /// The key, without its quotes.
    pub(super) name: Range<usize>,
    /// Where the colon is.
    pub(super) colon: usize,
}

/// The key that starts here, if one does and the line has its colon.
pub(super) fn key_at(text: &str, at: usize, end: usize) -> Option<KeyAt> {
    match byte(text, at)? {
        b'"' | b'\'' => {
            let close = closing_quote(text, at, end)?;
            let colon = skip_blanks(text, close + 1);
            let is_key =
                colon < end && byte(text, colon) == Some(b':') && is_space(text, colon + 1);
            is_key.then_some(KeyAt { name: at + 1..close, colon })
        }
        b'[' | b'{' | b'#' | b'&' | b'*' | b'!' | b'|' | b'>' | b'%' | b'@' | b'`' => None,
        _ => {
            let end = content_end(text, at, end);
            let mut colons = text.get(at..end)?.match_indices(':').map(|(i, _)| at + i);
            let colon = colons.find(|colon| is_space(text, colon + 1))?;
            Some(KeyAt { name: at..trim_blanks(text, at..colon), colon })
        }
    }
}

/// Past the anchor and the tag that a value may begin with.
pub(super) fn skip_properties(text: &str, from: usize, end: usize) -> usize {
    let mut at = from;
    while at < end && matches!(byte(text, at), Some(b'&' | b'!')) {
        while at < end && !is_space(text, at) {
            at += 1;
        }
        at = skip_blanks(text, at);
    }
    at
}
