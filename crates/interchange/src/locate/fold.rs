//! Texts with spelling variants folded to one form, with a map back to offsets of the original.

use std::ops::Range;

use unicode_normalization::UnicodeNormalization;
use unicode_segmentation::UnicodeSegmentation;

use super::occurrences::OccurrenceIndex;

/// A folded text. Each of its pieces stands for one or more whole grapheme clusters of the original, so that changes of
/// length by folding shift nothing.
#[derive(Debug, Default)]
pub(super) struct FoldedText {
    text: String,
    pieces: Vec<FoldedPiece>,
    occurrences: OccurrenceIndex,
}

/// A piece of the folded text: its start there, and its range in the original, in bytes.
#[derive(Debug, Clone, Copy)]
struct FoldedPiece {
    folded: usize,
    start: usize,
    end: usize,
}

impl FoldedText {
    /// Folds Unicode form (NFKD), white space (a run is one blank), quotation marks (all are one) and dashes (so are
    /// runs of them), and drops invisible characters.
    pub(super) fn of(original: &str) -> Self {
        let mut folded = FoldedText::default();
        let mut at = 0;
        while let Some(rest) = original.get(at..).filter(|rest| !rest.is_empty()) {
            let start = folded.text.len();
            let length = match ascii_alone(rest.as_bytes()) {
                Some(byte) => {
                    folded.text.push(char_of(byte.into()).unwrap_or_default());
                    1
                }
                None => {
                    let cluster = rest.graphemes(true).next().unwrap_or(rest);
                    fold_cluster(cluster, &mut folded.text);
                    cluster.len()
                }
            };
            folded.close(start, at, at + length);
            at += length;
        }
        folded
    }

    /// The same, folded for case too: as the lower case of the upper case, in which ß is ss and every sigma is one.
    pub(super) fn case_folded(&self) -> Self {
        let mut folded = FoldedText::default();
        folded.pieces.reserve(self.pieces.len());
        let ends = self.pieces.iter().skip(1).map(|next| next.folded).chain([self.text.len()]);
        for (piece, end) in self.pieces.iter().zip(ends) {
            let start = folded.text.len();
            for c in self.text.get(piece.folded..end).unwrap_or_default().chars() {
                if c.is_ascii() {
                    folded.text.push(c.to_ascii_lowercase());
                } else if c != '\u{307}' || !folded.text.ends_with('i') {
                    // The dot of a dotted capital I is left out: the small one has it anyway.
                    folded.text.extend(c.to_uppercase().flat_map(char::to_lowercase));
                }
            }
            if start < folded.text.len() {
                folded.pieces.push(FoldedPiece { folded: start, ..*piece });
            }
        }
        folded
    }

    /// Ends the piece that starts at `start` and stands for the bytes `from..to` of the original.
    fn close(&mut self, start: usize, from: usize, to: usize) {
        let written = self.text.get(start..).unwrap_or_default();
        let repeated = matches!(written, " " | "-") && {
            let before = self.pieces.last().map(|last| last.folded..start);
            before.and_then(|bytes| self.text.get(bytes)) == Some(written)
        };
        if repeated {
            self.text.truncate(start);
            if let Some(last) = self.pieces.last_mut() {
                last.end = to;
            }
        } else if start < self.text.len() {
            self.pieces.push(FoldedPiece { folded: start, start: from, end: to });
        }
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// The starts of another text in the folded one, in bytes.
    pub(super) fn occurrences(&self, wanted: &str) -> Vec<usize> {
        self.occurrences.of(wanted, &self.text)
    }

    /// The bytes of the original that a range of the folded text stands for; `None` unless it is whole pieces.
    pub(super) fn original(&self, folded: Range<usize>) -> Option<Range<usize>> {
        let Range { start, end } = folded;
        let first = self.pieces.binary_search_by_key(&start, |piece| piece.folded).ok()?;
        let after = if end == self.text.len() {
            self.pieces.len()
        } else {
            self.pieces.binary_search_by_key(&end, |piece| piece.folded).ok()?
        };
        let (first, last) = (self.pieces.get(first)?, self.pieces.get(after.checked_sub(1)?)?);
        (first.start < last.end).then_some(first.start..last.end)
    }

    /// The same for a range that is first widened to whole pieces.
    pub(super) fn widened(&self, folded: Range<usize>) -> Option<Range<usize>> {
        let Range { start, end } = folded;
        let first = self.pieces.partition_point(|piece| piece.folded <= start).checked_sub(1)?;
        let last = self.pieces.partition_point(|piece| piece.folded < end).checked_sub(1)?;
        let (first, last) = (self.pieces.get(first)?, self.pieces.get(last)?);
        (first.start < last.end).then_some(first.start..last.end)
    }

    /// The position in the folded text of a byte of the original, with white space skipped.
    pub(super) fn from(&self, byte: usize) -> usize {
        let next = self.pieces.partition_point(|piece| piece.end <= byte);
        let at = self.pieces.get(next).map_or(self.text.len(), |piece| piece.folded);
        let blank = self.text.get(at..).is_some_and(|rest| rest.starts_with(' '));
        at + usize::from(blank)
    }
}

/// The folded form of an ASCII character that no mark can follow.
fn ascii_alone(text: &[u8]) -> Option<u8> {
    let (&byte, rest) = text.split_first()?;
    (byte.is_ascii() && rest.first().is_none_or(u8::is_ascii)).then_some(byte)
}

fn fold_cluster(cluster: &str, folded: &mut String) {
    if cluster.chars().all(char::is_whitespace) {
        folded.push(' ');
        return;
    }
    folded.extend(cluster.chars().filter_map(char_of).nfkd());
}

/// The folded form of a character, before its decomposition; `None` for an invisible one.
fn char_of(c: char) -> Option<char> {
    Some(match c {
        _ if c.is_whitespace() => ' ',
        '"'
        | '\''
        | '`'
        | '´'
        | 'ʼ'
        | '«'
        | '»'
        | '‘'..='‟'
        | '′'..='‷'
        | '‹'
        | '›'
        | '〝'..='〟'
        | '＂'
        | '＇' => '\'',
        '-' | '‐'..='―' | '⁃' | '−' | '⸺' | '⸻' | '﹘' | '﹣' | '－' => '-',
        // Soft hyphen, zero-width space, word joiner, byte order mark, marks of direction.
        '\u{ad}' | '\u{200b}' | '\u{2060}' | '\u{feff}' | '\u{61c}' => return None,
        '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => return None,
        _ => c,
    })
}
