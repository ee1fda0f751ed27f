//! Approximate matching: the places in a text with the least edit distance from a pattern.
//!
//! Myers, "A Fast Bit-Vector Algorithm for Approximate String Matching Based on Dynamic Programming", Journal of the ACM
//! 46(3), 1999: the columns of the table of edit distances as bits, 64 rows at a time.

use std::collections::HashMap;
use std::ops::Range;

/// The place in a text at which a match may start.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum MatchStart {
    Anywhere,
    Beginning,
}

/// A pattern, as the positions of each of its characters.
struct BitPattern {
    length: usize,
    /// The number of each character that occurs; 0 is for all others.
    classes: HashMap<char, usize>,
    /// By class, for each block of 64 characters: the positions of the class, as bits.
    places: Vec<u64>,
}

/// The rows of one block: where a column grows (`plus`) and shrinks (`minus`) from one row to the next.
#[derive(Clone, Copy)]
struct BitBlock {
    plus: u64,
    minus: u64,
}

impl BitPattern {
    fn of(characters: impl ExactSizeIterator<Item = char>) -> Self {
        let length = characters.len();
        let blocks = length.div_ceil(64);
        let mut pattern = BitPattern { length, classes: HashMap::new(), places: vec![0; blocks] };
        for (at, c) in characters.enumerate() {
            let next = pattern.classes.len() + 1;
            let class = *pattern.classes.entry(c).or_insert(next);
            if class == next {
                pattern.places.resize(pattern.places.len() + blocks, 0);
            }
            if let Some(bits) = pattern.places.get_mut(class * blocks + at / 64) {
                *bits |= 1 << (at % 64);
            }
        }
        pattern
    }

    /// For each end in a text, the edit distance of the pattern from the part that ends there, either from the
    /// beginning or from the start with the least distance.
    fn distances(
        &self,
        text: impl IntoIterator<Item = char>,
        start: MatchStart,
    ) -> impl Iterator<Item = usize> {
        let blocks = self.length.div_ceil(64);
        let mut column = vec![BitBlock { plus: !0, minus: 0 }; blocks];
        let mut distance = self.length;
        text.into_iter().map(move |c| {
            let class = self.classes.get(&c).copied().unwrap_or_default();
            let places = self.places.get(class * blocks..).unwrap_or_default();
            let mut carry = i32::from(start == MatchStart::Beginning);
            for (number, (block, places)) in column.iter_mut().zip(places).enumerate() {
                let rows = (self.length - number * 64).min(64);
                carry = block.step(*places, carry, 1 << (rows - 1));
            }
            match carry {
                1 => distance += 1,
                -1 => distance = distance.saturating_sub(1),
                _ => {}
            }
            distance
        })
    }
}

impl BitBlock {
    /// Computes the next column. `carry` is the growth of the row above the block; returns that of the row at `last`.
    fn step(&mut self, places: u64, carry: i32, last: u64) -> i32 {
        let BitBlock { plus, minus } = *self;
        let vertical = places | minus;
        let places = places | u64::from(carry < 0);
        let horizontal = ((places & plus).wrapping_add(plus) ^ plus) | places;
        let mut grows = minus | !(horizontal | plus);
        let mut shrinks = plus & horizontal;
        let carried = i32::from(grows & last != 0) - i32::from(shrinks & last != 0);
        grows = (grows << 1) | u64::from(carry > 0);
        shrinks = (shrinks << 1) | u64::from(carry < 0);
        self.plus = shrinks | !(vertical | grows);
        self.minus = grows & vertical;
        carried
    }
}

/// Returns `true` if an edit distance is small enough: at most a tenth of the longer one of two texts.
pub(super) fn alike(distance: usize, longer: usize) -> bool {
    distance.saturating_mul(10) <= longer
}

/// The places in a text with the least edit distance from a pattern, as ranges of characters from left to right; none
/// if nothing is alike. Ends close to each other are one place, with an end of a word preferred.
pub(super) fn most_alike(text: &[char], pattern: &[char]) -> Vec<Range<usize>> {
    let forward = BitPattern::of(pattern.iter().copied());
    let mut best = pattern.len() / 9;
    let mut ends: Vec<usize> = Vec::new();
    for (at, distance) in forward.distances(text.iter().copied(), MatchStart::Anywhere).enumerate()
    {
        if distance < best {
            ends.clear();
            best = distance;
        }
        if distance <= best {
            ends.push(at + 1);
        }
    }
    let backward = BitPattern::of(pattern.iter().rev().copied());
    let groups = ends.chunk_by(|a, b| b - a < pattern.len() / 2);
    let places = groups.filter_map(|group| {
        let end = *group.iter().find(|end| is_edge(text, **end)).or(group.last())?;
        let start = start_of(text, &backward, end, best)?;
        alike(best, pattern.len().max(end - start)).then_some(start..end)
    });
    places.collect()
}

/// The start of a place with this end and this distance.
fn start_of(text: &[char], backward: &BitPattern, end: usize, distance: usize) -> Option<usize> {
    let before = text.get(..end)?.iter().rev().copied().take(backward.length + distance);
    let lengths = backward.distances(before, MatchStart::Beginning).enumerate();
    let starts: Vec<usize> = lengths
        .filter(|(_, found)| *found == distance)
        .map(|(length, _)| end - (length + 1))
        .collect();
    starts.iter().find(|start| is_edge(text, **start)).or(starts.last()).copied()
}

/// The number of characters from the beginning of a text that are most like a pattern; `None` if none are alike.
pub(super) fn alike_from(text: &[char], pattern: &[char]) -> Option<usize> {
    let window = text.iter().copied().take(pattern.len() + pattern.len() / 9);
    let pattern_at = BitPattern::of(pattern.iter().copied());
    let ends: Vec<usize> = pattern_at.distances(window, MatchStart::Beginning).collect();
    let best = *ends.iter().min()?;
    let good = || ends.iter().enumerate().filter(|(_, d)| **d == best).map(|(at, _)| at + 1);
    let end = good().find(|end| is_edge(text, *end)).or(good().next_back())?;
    alike(best, pattern.len().max(end)).then_some(end)
}

/// Returns `true` if a word starts or ends before a character.
fn is_edge(text: &[char], at: usize) -> bool {
    let is_word =
        |at: Option<usize>| at.and_then(|at| text.get(at)).is_some_and(|c| c.is_alphanumeric());
    is_word(at.checked_sub(1)) != is_word(Some(at))
}
