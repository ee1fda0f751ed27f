//! Places in the content of literal scalars (`|`), for what reads that content as a language of its own.

use std::ops::Range;

use super::lines::{line_end, next_line, slice};
use super::{TextLocation, YamlNode};

/// The place, in a YAML `text`, of bytes within a line of `part`: lines of the literal scalar `value`, of which
/// `lines_before` precede the part. `None` if the scalar is written otherwise, or if the lines of the part are not those of
/// the text.
#[must_use]
pub fn place_in_literal(
    text: &str,
    value: &YamlNode,
    part: &str,
    lines_before: usize,
    bytes: &Range<usize>,
) -> Option<TextLocation> {
    let content = value.source.content();
    if !slice(text, content.clone()).starts_with('|') {
        return None;
    }
    let (line, line_start) = line_of(part, bytes.start)?;
    // The first line is the header of the scalar.
    let lines_before = lines_before + line + 1;
    let start = (0..lines_before).try_fold(content.start, |at, _| next_line(text, at))?;
    let written = slice(text, start..line_end(text, start));
    // The indentation of the scalar, of a list or of a quotation is not part of its content.
    let indentation = written.strip_suffix(slice(part, line_start..line_end(part, line_start)))?;
    let at = start + indentation.len() + bytes.start - line_start;
    Some(TextLocation::in_text(text, at..at + bytes.len()))
}

/// The 0-based number and the start of the line of a position.
fn line_of(text: &str, at: usize) -> Option<(usize, usize)> {
    let before = text.get(..at)?;
    let start = before.rfind('\n').map_or(0, |end| end + 1);
    Some((before.matches('\n').count(), start))
}
