//! The lines of an item of a list or a key of a map outside brackets, comments included.

use std::ops::Range;

use crate::yaml::lines::{
    YamlLineKind, column, comment_after, is_first_in_line, line_at, line_before, line_end,
    line_start, next_line,
};

/// The lines of a part, from the start of the first to the end of the last, without its line break: its own, the
/// comments directly above it with its indentation, and the comments below that are indented further.
///
/// `mark` is its dash or the start of its key, `end` the end of its content; text before `floor` does not belong to it.
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

/// The end of the last line of a part, comments included. `end` is the end of its content, `indent` the indentation of
/// its first line. `None` if its content does not end its line.
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
