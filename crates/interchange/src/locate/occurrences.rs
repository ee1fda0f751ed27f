//! Occurrences of texts in another one. The first few are searched by reading it through; for more its suffixes are
//! sorted, so that tens of thousands of quotes in one long text take seconds, not minutes.

use std::cell::{Cell, OnceCell};

/// The number of searches before the suffixes are sorted, which takes about as long as these.
const FEW: usize = 64;

/// The number of bytes by which the suffixes are sorted: bounds the work if a text repeats itself.
const ORDERED: usize = 32;

/// An index of a text for finding others in it.
#[derive(Debug, Default)]
pub(super) struct OccurrenceIndex {
    searches: Cell<usize>,
    suffixes: OnceCell<Vec<usize>>,
}

impl OccurrenceIndex {
    /// The starts of a text in another, in bytes, as by `match_indices`: from left to right, without overlaps. `text`
    /// has to be the same each time.
    pub(super) fn of(&self, wanted: &str, text: &str) -> Vec<usize> {
        let searches = self.searches.get() + 1;
        self.searches.set(searches);
        if searches <= FEW || wanted.is_empty() {
            return text.match_indices(wanted).map(|(at, _)| at).collect();
        }
        let (text, wanted) = (text.as_bytes(), wanted.as_bytes());
        let suffixes = self.suffixes.get_or_init(|| in_order(text));
        let begin = head(wanted, 0, ORDERED);
        let from = suffixes.partition_point(|at| head(text, *at, begin.len()) < begin);
        let alike = suffixes.get(from..).unwrap_or_default();
        let alike = alike.iter().take_while(|at| head(text, **at, begin.len()) == begin);
        let mut starts: Vec<usize> =
            alike.copied().filter(|at| head(text, *at, wanted.len()) == wanted).collect();
        starts.sort_unstable();
        let mut end = 0;
        starts.retain(|at| {
            let is_free = *at >= end;
            if is_free {
                end = at + wanted.len();
            }
            is_free
        });
        starts
    }
}

/// The starts of the characters of a text, sorted by the suffixes there.
fn in_order(text: &[u8]) -> Vec<usize> {
    let is_first = |byte: u8| byte & 0xc0 != 0x80;
    let mut suffixes: Vec<usize> =
        text.iter().enumerate().filter(|(_, byte)| is_first(**byte)).map(|(at, _)| at).collect();
    suffixes.sort_unstable_by(|a, b| head(text, *a, ORDERED).cmp(head(text, *b, ORDERED)));
    suffixes
}

/// At most `length` bytes from a place on.
fn head(text: &[u8], at: usize, length: usize) -> &[u8] {
    let end = at.saturating_add(length).min(text.len());
    text.get(at..end).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn what_is_found_is_the_same_however_often_was_looked(
            text in "[abé😀]{0,60}|(ab){0,40}|(aaé){0,40}", wanted in "[abé😀]{0,3}|(ab){0,30}|a{0,5}",
        ) {
            let occurrences = OccurrenceIndex::default();
            let expected: Vec<usize> = text.match_indices(&wanted).map(|(at, _)| at).collect();
            for _ in 0..=FEW {
                prop_assert_eq!(&occurrences.of(&wanted, &text), &expected);
            }
        }
    }
}
