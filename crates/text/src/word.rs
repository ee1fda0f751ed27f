//! Words of UAX #29, found without reading the whole text.
//!
//! The ends of words can only be found from a place where a word surely starts. The text is divided into cells of equal
//! size, and each cell has one seam: the first such place in it or, if there is none, its beginning; the last cell,
//! which may be short, then has its seam at its end. Words are sought between the two seams around a place, so that the
//! outcome depends on the text alone and the work is bounded.

use std::ops::Range;

use unicode_segmentation::{GraphemeCursor, UnicodeSegmentation};

use super::boundary::{run, split};

/// Bytes in a cell. Longer than words get, short enough to read at every key press.
const CELL: usize = 512;

/// The words of a text as UAX #29 divides it, runs of white space and punctuation among them. Together they are the text.
pub fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split_word_bounds()
}

/// The word around `at`, the byte of a character that is not white space.
pub(super) fn around(text: &str, at: usize) -> Range<usize> {
    let window = between_seams(text, at);
    let near = text.get(window.clone()).unwrap_or_default();
    let run = run(near, at - window.start, char::is_whitespace);
    let run = window.start + run.start..window.start + run.end;
    let words = text.get(run.clone()).unwrap_or_default().split_word_bound_indices();
    words
        .map(|(start, word)| run.start + start..run.start + start + word.len())
        .find(|word| at < word.end)
        .unwrap_or(run)
}

/// The last seam at or before `at`, and the first one after it.
fn between_seams(text: &str, at: usize) -> Range<usize> {
    let cell = at / CELL;
    let here = seam(text, cell);
    if here <= at { here..seam(text, cell + 1) } else { seam(text, cell.saturating_sub(1))..here }
}

/// The seam of a cell. It lies in the cell or at its end, so that seams are in the order of their cells.
fn seam(text: &str, cell: usize) -> usize {
    if cell == 0 {
        return 0;
    }
    let cell = cell_start(text, cell)..cell_start(text, cell + 1);
    let mut before = split(text, cell.start).0.chars().next_back();
    for (at, c) in text.get(cell.clone()).unwrap_or_default().char_indices() {
        if before.is_some_and(|before| surely_starts(before, c)) {
            return cell.start + at;
        }
        before = Some(c);
    }
    if cell.end == text.len() { cell.end } else { cluster_start(text, &cell) }
}

/// The first character that starts in a cell.
fn cell_start(text: &str, cell: usize) -> usize {
    (cell * CELL..text.len()).find(|&byte| text.is_char_boundary(byte)).unwrap_or(text.len())
}

/// Returns `true` if a word starts between two characters, whatever stands around them.
fn surely_starts(before: char, after: char) -> bool {
    before.is_whitespace() || stands_alone(before) && breaks(before, after)
}

/// Returns `true` for characters of scripts written without spaces that UAX #29 does not join (`Other`), so that no
/// rule looks past them.
fn stands_alone(c: char) -> bool {
    let hiragana = '\u{3041}'..='\u{3096}';
    let ideographs = ['\u{3400}'..='\u{4DBF}', '\u{4E00}'..='\u{9FFF}', '\u{20000}'..='\u{323AF}'];
    hiragana.contains(&c) || ideographs.iter().any(|block| block.contains(&c))
}

fn breaks(before: char, after: char) -> bool {
    String::from_iter([before, after]).split_word_bounds().count() == 2
}

/// The beginning of a cell, or of the first grapheme cluster in it.
fn cluster_start(text: &str, cell: &Range<usize>) -> usize {
    let mut cursor = GraphemeCursor::new(cell.start, text.len(), true);
    match cursor.is_boundary(text, 0) {
        Ok(false) => cursor.next_boundary(text, 0).ok().flatten().filter(|&at| at <= cell.end),
        _ => None,
    }
    .unwrap_or(cell.start)
}
