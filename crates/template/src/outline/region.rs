//! Which lines an item of a list or a key of a map takes up, comments included, where those are not in brackets.

use std::ops::Range;

use crate::yaml::lines::{
    YamlLineKind, column, comment_after, is_first_in_line, line_at, line_before, line_end,
    line_start, next_line,
};

/// The lines of a part, from the start of the first to before the end of the last: those it is written in, the
/// comments directly above it with its indentation, and those below that are indented further.
///
/// `mark` is its dash or the start of its key, `end` is where its content ends, and nothing before `floor` is its own.
/// `None` if it shares a line with something else.
pub(super) fn lines_of(text: &str, mark: usize, end: usize, floor: usize) -> Option<Range<usize>> {
    if !is_first_in_line(text, mark) {
        return None;
    }
    let indent = column(text, mark);
    let mut start = line_start(text, mark);
    while let Some(above) = line_before(text, start)
        && above >= floor
        && line_at(text, above) == YamlLineKind::Comment(indent)
    {
        start = above;
    }
    Some(start..end_of_lines(text, end, indent)?)
}

/// Where the last line of a part ends whose content ends at `end`. `indent` is that of its first line.
pub(super) fn end_of_lines(text: &str, end: usize, indent: usize) -> Option<usize> {
    comment_after(text, end)?;
    let mut last = line_end(text, end);
    let mut at = last;
    while let Some(line) = next_line(text, at) {
        match line_at(text, line) {
            YamlLineKind::Blank => {}
            YamlLineKind::Comment(own) if own > indent => last = line_end(text, line),
            YamlLineKind::Comment(_) | YamlLineKind::Other => break,
        }
        at = line;
    }
    Some(last)
}
