//! The cells of tables: where they are separated, and the room that makes columns of them.

use std::ops::Range;

use super::{BlockKind, ByteFormatting, InlineKind};

/// The widest cell, in characters, that makes its column wider: after a wider one, the next cell begins where it ends.
const WIDEST: usize = 40;

/// A text that is a table.
pub(super) fn table(text: &str) -> ByteFormatting {
    let mut found = ByteFormatting::of_block(text, BlockKind::Table);
    let Some(separator) = separator(text) else { return found };
    add_cells(&mut found, text, 0..text.len(), separator);
    let separators = found.paddings.iter().map(|(at, _)| *at..at + separator.len_utf8());
    found.runs = separators.map(|bytes| (bytes, vec![InlineKind::Markup])).collect();
    found
}

/// The character that separates the cells: the first of these that is in the first line with text.
fn separator(text: &str) -> Option<char> {
    let first = text.lines().find(|line| !line.trim().is_empty())?;
    ['\t', '|', ';', ','].into_iter().find(|separator| first.contains(*separator))
}

/// Adds the room before the separators in a part of a text.
pub(super) fn add_cells(
    found: &mut ByteFormatting,
    text: &str,
    part: Range<usize>,
    separator: char,
) {
    let mut rows: Vec<Vec<Range<usize>>> = Vec::new();
    let mut at = part.start;
    for line in text.get(part).unwrap_or_default().split_inclusive('\n') {
        rows.push(cells(line.trim_end_matches(['\n', '\r']), at, separator));
        at += line.len();
    }
    let width = |cell: &Range<usize>| text.get(cell.clone()).map_or(0, width);
    let mut widths: Vec<usize> = Vec::new();
    for (number, cell) in rows.iter().flat_map(|row| row.iter().enumerate()) {
        if widths.len() == number {
            widths.push(0);
        }
        if let Some(widest) = widths.get_mut(number) {
            *widest = width(cell).min(WIDEST).max(*widest);
        }
    }
    for row in &rows {
        // There is no separator after the last cell.
        let separated = row.iter().zip(&widths).take(row.len().saturating_sub(1));
        // A tab alone is not seen between cells.
        let gap = usize::from(separator == '\t');
        let room = |(cell, widest): (&Range<usize>, &usize)| {
            (cell.end, widest.saturating_sub(width(cell)) + gap)
        };
        let paddings = separated.map(room);
        found.paddings.extend(paddings);
    }
}

/// The cells of a line that begins at byte `start`. Separators in double quotes, or after a backslash before `|`, separate
/// nothing.
fn cells(line: &str, start: usize, separator: char) -> Vec<Range<usize>> {
    let (mut cells, mut begin) = (Vec::new(), 0);
    let (mut is_quoted, mut is_escaped) = (false, false);
    for (at, c) in line.char_indices() {
        if c == separator && !is_quoted && !is_escaped {
            cells.push(start + begin..start + at);
            begin = at + c.len_utf8();
        }
        is_escaped = separator == '|' && c == '\\' && !is_escaped;
        // A quotation mark within a cell quotes nothing.
        let opens = line.get(begin..at).is_some_and(|before| before.trim().is_empty());
        if separator != '|' && c == '"' && (is_quoted || opens) {
            is_quoted = !is_quoted;
        }
    }
    cells.push(start + begin..start + line.len());
    cells
}

/// The number of columns that a text takes in a font in which all characters are equally wide.
fn width(text: &str) -> usize {
    text.chars().map(|c| if is_wide(c) { 2 } else { 1 }).sum()
}

/// Characters of East Asian scripts and pictures, which are twice as wide.
fn is_wide(c: char) -> bool {
    matches!(u32::from(c),
        0x1100..=0x115f | 0x2e80..=0xa4cf | 0xac00..=0xd7a3 | 0xf900..=0xfaff | 0xfe30..=0xfe6f
        | 0xff01..=0xff60 | 0xffe0..=0xffe6 | 0x1_f300..=0x1_faff | 0x2_0000..=0x3_fffd)
}
