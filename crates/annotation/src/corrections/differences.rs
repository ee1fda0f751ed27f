//! The differences between two texts, by words.

use std::ops::Range;

use similar::{Algorithm, DiffOp, capture_diff_slices};
use spanwise_text::word::words;

/// The most words on both sides between the first difference and the last one that are compared. Beyond, what lies
/// between counts as one difference: the work grows with the square of what differs.
const MOST_COMPARED: usize = 20_000;

/// A difference: a range of the old text, and the range of the new one that stands in its place. Bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Difference {
    pub(super) old: Range<usize>,
    pub(super) new: Range<usize>,
}

/// The differences between two texts, in order. Each has at least one word, and equal words stand between two of them.
pub(super) fn differences(old: &str, new: &str) -> Vec<Difference> {
    let mut differences: Vec<Difference> = Vec::new();
    for part in compare(old, new, |word| word) {
        match differences.last_mut() {
            _ if part.is_equal => {}
            Some(last) if last.old.end == part.old.start && last.new.end == part.new.start => {
                (last.old.end, last.new.end) = (part.old.end, part.new.end);
            }
            Some(_) | None => differences.push(Difference { old: part.old, new: part.new }),
        }
    }
    differences
}

/// An edited text with the line ends of the text it was made from: fields of the browser turn all of them into `\n`.
#[must_use]
pub fn with_line_ends_of(old: &str, new: &str) -> String {
    if !old.contains('\r') {
        return new.to_owned();
    }
    let part = |part: ComparedPart| {
        if part.is_equal { old.get(part.old) } else { new.get(part.new) }.unwrap_or_default()
    };
    let alike: fn(&str) -> &str = |word| if matches!(word, "\r\n" | "\r") { "\n" } else { word };
    let restored: String = compare(old, new, alike).into_iter().map(part).collect();
    // Beside a new line, `\r` may have become another end than it was.
    let is_same = restored.replace("\r\n", "\n").replace('\r', "\n") == new;
    if is_same { restored } else { new.to_owned() }
}

/// A run of words that are equal, or not, in both texts. Bytes.
struct ComparedPart {
    old: Range<usize>,
    new: Range<usize>,
    is_equal: bool,
}

/// Two texts divided into parts, in order. Words are equal if they are so in a form for comparison.
fn compare(old: &str, new: &str, form: fn(&str) -> &str) -> Vec<ComparedPart> {
    let (old_words, new_words): (Vec<&str>, Vec<&str>) =
        (words(old).map(form).collect(), words(new).map(form).collect());
    let (old_starts, new_starts) = (starts(old), starts(new));
    let bytes = |starts: &[usize], words: Range<usize>| {
        let at = |word: usize| starts.get(word).copied().unwrap_or_default();
        at(words.start)..at(words.end)
    };
    operations(&old_words, &new_words)
        .into_iter()
        .map(|operation| ComparedPart {
            old: bytes(&old_starts, operation.old_range()),
            new: bytes(&new_starts, operation.new_range()),
            is_equal: matches!(operation, DiffOp::Equal { .. }),
        })
        .collect()
}

/// The starts of the words of a text, and its end. Bytes.
fn starts(text: &str) -> Vec<usize> {
    let mut at = 0;
    let ends = words(text).map(|word| {
        at += word.len();
        at
    });
    std::iter::once(0).chain(ends).collect()
}

fn operations(old: &[&str], new: &[&str]) -> Vec<DiffOp> {
    let shorter = old.len().min(new.len());
    let before = old.iter().zip(new).take_while(|(a, b)| a == b).count();
    let ends = old.iter().rev().zip(new.iter().rev()).take(shorter - before);
    let after = ends.take_while(|(a, b)| a == b).count();
    let (old_len, new_len) = (old.len() - before - after, new.len() - before - after);
    if old_len + new_len <= MOST_COMPARED {
        return capture_diff_slices(Algorithm::Myers, old, new);
    }
    vec![
        DiffOp::Equal { old_index: 0, new_index: 0, len: before },
        DiffOp::Replace { old_index: before, old_len, new_index: before, new_len },
        DiffOp::Equal { old_index: before + old_len, new_index: before + new_len, len: after },
    ]
}
