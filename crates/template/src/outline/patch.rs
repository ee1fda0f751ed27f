//! Changes of a text as replaced ranges, and the composition of successive ones.

use std::ops::Range;

use super::path::ItemPath;
use crate::yaml::lines::slice;

/// A byte range of a text and its replacement.
pub type TextEdit = (Range<usize>, String);

/// A change of a text.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct OutlinePatch {
    /// The replacements: ranges in bytes of the old text, ascending, neither overlapping nor touching. Everything else
    /// remains.
    pub edits: Vec<TextEdit>,
    /// The selection afterwards, in bytes of the new text: the name or value that was set, the item that was moved.
    pub select: Range<usize>,
    /// The path of the added or changed item in the new text; `None` after a deletion or a quick fix.
    pub item: Option<ItemPath>,
}

impl OutlinePatch {
    /// The text with the change. Ranges that the text does not have are left out.
    #[must_use]
    pub fn applied_to(&self, text: &str) -> String {
        applied(text, &self.edits)
    }
}

pub(super) fn applied(text: &str, edits: &[TextEdit]) -> String {
    let mut new = String::with_capacity(text.len());
    let mut at = 0;
    for (range, with) in edits {
        if text.get(range.clone()).is_some() && range.start >= at {
            new.push_str(slice(text, at..range.start));
            new.push_str(with);
            at = range.end;
        }
    }
    new.push_str(slice(text, at..text.len()));
    new
}

/// A text with the changes so far: remaining ranges of the old text, and new pieces.
pub(super) struct TextDraft<'t> {
    old: &'t str,
    pieces: Vec<DraftPiece>,
    text: String,
}

enum DraftPiece {
    Old(Range<usize>),
    New(String),
}

impl DraftPiece {
    fn len(&self) -> usize {
        match self {
            DraftPiece::Old(range) => range.len(),
            DraftPiece::New(text) => text.len(),
        }
    }

    /// Cuts off the first `length` bytes.
    fn split(self, length: usize) -> (DraftPiece, DraftPiece) {
        match self {
            DraftPiece::Old(range) => {
                let middle = (range.start + length).min(range.end);
                (DraftPiece::Old(range.start..middle), DraftPiece::Old(middle..range.end))
            }
            DraftPiece::New(text) => {
                let (before, after) = text.split_at_checked(length).unwrap_or((&text, ""));
                (DraftPiece::New(before.to_owned()), DraftPiece::New(after.to_owned()))
            }
        }
    }
}

impl<'t> TextDraft<'t> {
    pub(super) fn new(old: &'t str) -> Self {
        TextDraft { old, pieces: vec![DraftPiece::Old(0..old.len())], text: old.to_owned() }
    }

    /// The text so far.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Changes the text so far. The ranges may be in any order, but may not overlap.
    pub(super) fn change(&mut self, mut edits: Vec<TextEdit>) {
        edits.sort_by_key(|(range, _)| (range.start, range.end));
        self.text = applied(&self.text, &edits);
        let mut waiting = std::mem::take(&mut self.pieces);
        waiting.reverse();
        let mut at = 0;
        for (range, with) in edits {
            let kept = take(&mut waiting, range.start.saturating_sub(at));
            self.pieces.extend(kept);
            take(&mut waiting, range.len());
            self.pieces.push(DraftPiece::New(with));
            at = range.end;
        }
        waiting.reverse();
        self.pieces.append(&mut waiting);
    }

    /// All changes, as edits of the old text.
    pub(super) fn into_edits(self) -> Vec<TextEdit> {
        let mut edits = Vec::new();
        let (mut at, mut new) = (0, String::new());
        let end = self.old.len();
        for piece in self.pieces.into_iter().chain([DraftPiece::Old(end..end)]) {
            match piece {
                DraftPiece::New(text) => new.push_str(&text),
                DraftPiece::Old(range) if range.is_empty() && range.start < end => {}
                DraftPiece::Old(range) => {
                    if range.start > at || !new.is_empty() {
                        edits.extend(shortened(self.old, at..range.start, &new));
                        new.clear();
                    }
                    at = range.end;
                }
            }
        }
        edits
    }
}

/// Takes as many bytes from the end of the list, which holds the pieces in reverse.
fn take(pieces: &mut Vec<DraftPiece>, mut length: usize) -> Vec<DraftPiece> {
    let mut taken = Vec::new();
    while length > 0 {
        let Some(piece) = pieces.pop() else { break };
        if piece.len() <= length {
            length -= piece.len();
            taken.push(piece);
        } else {
            let (first, second) = piece.split(length);
            taken.push(first);
            pieces.push(second);
            break;
        }
    }
    taken
}

/// The edit without its unchanged start and end; `None` if nothing remains of it.
fn shortened(text: &str, range: Range<usize>, new: &str) -> Option<TextEdit> {
    let old = slice(text, range.clone());
    let same = |(a, b): &(char, char)| a == b;
    let width = |pairs: &mut dyn Iterator<Item = (char, char)>| -> usize {
        pairs.take_while(same).map(|(c, _)| c.len_utf8()).sum()
    };
    let front = width(&mut old.chars().zip(new.chars()));
    let (old, new) = (slice(old, front..old.len()), slice(new, front..new.len()));
    let back = width(&mut old.chars().rev().zip(new.chars().rev()));
    let start = range.start + front;
    let edit = (start..start + old.len() - back, slice(new, 0..new.len() - back).to_owned());
    (!edit.0.is_empty() || !edit.1.is_empty()).then_some(edit)
}
