//! The comparison of a trainee's edits with the gold of a task.
//!
//! Gold and edits are matched one to one in three rounds, each as large as can be: the same category with borders within
//! tolerance, which is found; the same category on words in common, a wrong border; another category on words in common.
//! The counts do not depend on the order of the edits.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use unicode_segmentation::UnicodeSegmentation;

use crate::matching::Matching;
use crate::model::{GoldEdit, NotAnError, Task};
use crate::scoring::BoundaryTolerance;
use spanwise_annotation::document::{Edit, EditKey, Spans, TextName};
use spanwise_template::{Side, Typology};
use spanwise_text::{Span, Text, Utf16};

/// Words between two insertion points that are taken for the same place with a wrong border.
const NEAR_POINTS: u32 = 2;

/// The gold of a task and the edits of a trainee, side by side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comparison<'t> {
    /// Each gold edit, in the order of the task, with how it was marked.
    pub gold: Vec<GoldFinding<'t>>,
    /// The edits that belong to no gold, in the order of the text.
    pub without_gold: Vec<UnmatchedEdit<'t>>,
}

/// A gold edit and how it was marked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GoldFinding<'t> {
    /// The gold, with the author's explanation.
    pub gold: &'t GoldEdit,
    /// How it was marked.
    pub finding: Finding,
}

/// How a gold edit was marked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Finding {
    /// This edit has its category, and borders within tolerance.
    Found {
        /// The edit.
        edit: EditKey,
        /// The most words that a border is off by, 0 for none; `None` if the numbers of spans differ.
        words_off: Option<u32>,
    },
    /// This edit has its category and words in common with it, but borders that are too far off.
    WrongBorder {
        /// The edit.
        edit: EditKey,
        /// As in [`Finding::Found`].
        words_off: Option<u32>,
    },
    /// This edit has words in common with it, in another category.
    WrongCategory {
        /// The edit.
        edit: EditKey,
    },
    /// No edit belongs to it.
    Missed,
}

/// An edit without gold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnmatchedEdit<'t> {
    /// The edit.
    pub edit: EditKey,
    /// The author's remark that words of it are no error.
    pub not_an_error: Option<&'t NotAnError>,
}

/// The numbers of a comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Counts {
    /// Gold that was found.
    pub found: u32,
    /// Gold that was missed.
    pub missed: u32,
    /// Gold marked in another category.
    pub wrong_category: u32,
    /// Gold marked with borders too far off.
    pub wrong_border: u32,
    /// Edits without gold.
    pub without_gold: u32,
}

impl Counts {
    /// The edits that were made.
    #[must_use]
    pub fn marked(&self) -> u64 {
        let Counts { found, missed: _, wrong_category, wrong_border, without_gold } = self;
        [found, wrong_category, wrong_border, without_gold].into_iter().map(|n| u64::from(*n)).sum()
    }

    /// The gold edits.
    #[must_use]
    pub fn gold(&self) -> u64 {
        let Counts { found, missed, wrong_category, wrong_border, without_gold: _ } = self;
        [found, missed, wrong_category, wrong_border].into_iter().map(|n| u64::from(*n)).sum()
    }

    /// The F1 of the edits with the gold, 2 · found / (gold + marked); `None` if there is neither.
    #[must_use]
    pub fn f1(&self) -> Option<f64> {
        let both = self.gold().saturating_add(self.marked());
        #[expect(clippy::cast_precision_loss, reason = "counts are far below 2^52")]
        let share = |both: u64| 2.0 * f64::from(self.found) / both as f64;
        (both > 0).then(|| share(both))
    }
}

impl std::ops::AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        let Counts { found, missed, wrong_category, wrong_border, without_gold } = other;
        self.found = self.found.saturating_add(found);
        self.missed = self.missed.saturating_add(missed);
        self.wrong_category = self.wrong_category.saturating_add(wrong_category);
        self.wrong_border = self.wrong_border.saturating_add(wrong_border);
        self.without_gold = self.without_gold.saturating_add(without_gold);
    }
}

impl Comparison<'_> {
    /// Its numbers.
    #[must_use]
    pub fn counts(&self) -> Counts {
        let mut counts = Counts {
            without_gold: u32::try_from(self.without_gold.len()).unwrap_or(u32::MAX),
            ..Counts::default()
        };
        for one in &self.gold {
            *match one.finding {
                Finding::Found { .. } => &mut counts.found,
                Finding::WrongBorder { .. } => &mut counts.wrong_border,
                Finding::WrongCategory { .. } => &mut counts.wrong_category,
                Finding::Missed => &mut counts.missed,
            } += 1;
        }
        counts
    }
}

/// Compares the edits of a trainee with the gold of a task. Constituents count as the edits that they are; edits without
/// spans are not compared, since no gold is without.
#[must_use]
pub fn compare<'t>(
    task: &'t Task,
    typology: &Typology,
    tolerance: BoundaryTolerance,
    edits: &[Arc<Edit>],
) -> Comparison<'t> {
    let all = edits.iter().flat_map(|edit| std::iter::once(edit).chain(&edit.constituents));
    let mut edits: Vec<&Arc<Edit>> = all.filter(|edit| !edit.spans.is_empty()).collect();
    // Each round leaves its rest to the next, so the order must depend on the edits' contents alone.
    edits.sort_by_key(|edit| (&edit.spans, &edit.category, edit.key));
    let category = |edit: &Edit| typology.find(&edit.category).map(|(category, _)| category);
    let pairs: Vec<Vec<Pair>> = task
        .gold
        .iter()
        .map(|gold| {
            let pair = |edit: &&Arc<Edit>| Pair {
                is_same_category: category(edit) == Some(gold.category),
                common: Common::of(task, &gold.spans, &edit.spans),
            };
            edits.iter().map(pair).collect()
        })
        .collect();
    let pair = |gold: usize, edit: usize| pairs.get(gold)?.get(edit);
    let rank = |is_fit: fn(&Pair, BoundaryTolerance) -> bool| {
        move |gold, edit| {
            let pair = pair(gold, edit).filter(|pair| is_fit(pair, tolerance))?;
            Some(pair.common.words_off.unwrap_or(u32::MAX))
        }
    };
    let mut matching = Matching::new(task.gold.len(), edits.len());
    let found = matching
        .extend(rank(|pair, tolerance| pair.is_same_category && pair.common.is_within(tolerance)));
    let wrong_border =
        matching.extend(rank(|pair, _| pair.is_same_category && pair.common.touches));
    // Touching edits of the same category are matched by now: the rest is of another category.
    matching.extend(rank(|pair, _| pair.common.touches));
    let finding = |gold: usize| {
        let position = matching.of_left.get(gold).copied().flatten()?;
        let (edit, words_off) = (edits.get(position)?.key, pair(gold, position)?.common.words_off);
        Some(if found.contains(&gold) {
            Finding::Found { edit, words_off }
        } else if wrong_border.contains(&gold) {
            Finding::WrongBorder { edit, words_off }
        } else {
            Finding::WrongCategory { edit }
        })
    };
    let gold = task
        .gold
        .iter()
        .enumerate()
        .map(|(at, gold)| GoldFinding { gold, finding: finding(at).unwrap_or(Finding::Missed) });
    let unmatched = |position: usize| {
        let edit = edits.get(position)?;
        Some(UnmatchedEdit { edit: edit.key, not_an_error: not_an_error(task, &edit.spans) })
    };
    Comparison {
        gold: gold.collect(),
        without_gold: matching.unmatched_right().filter_map(unmatched).collect(),
    }
}

/// The author's remark that words in these spans are no error.
fn not_an_error<'t>(task: &'t Task, spans: &Spans) -> Option<&'t NotAnError> {
    task.not_errors.iter().find(|one| {
        let on_text = spans.on(&TextName::from(one.side));
        on_text.iter().any(|span| overlap(*span, one.span))
    })
}

/// A gold edit beside an edit of the trainee.
#[derive(Debug)]
struct Pair {
    is_same_category: bool,
    common: Common,
}

/// The overlap of the spans of a gold edit and of an edit.
#[derive(Debug)]
struct Common {
    /// A span of one lies on words of the other.
    touches: bool,
    /// All spans of the gold do.
    covers: bool,
    /// The most words that a border is off by; `None` if the numbers of spans differ, or if spans have nothing in common.
    words_off: Option<u32>,
}

impl Common {
    fn of(task: &Task, gold: &Spans, edit: &Spans) -> Self {
        let sides = || Side::ALL.into_iter().map(|side| (task.text(side), TextName::from(side)));
        let is_touched = |(text, name): &(&Text, TextName), span: Span| {
            edit.on(name).iter().any(|other| are_near(text, span, *other, NEAR_POINTS))
        };
        let mut touched = Vec::new();
        for side in sides() {
            touched.extend(gold.on(&side.1).iter().map(|span| is_touched(&side, *span)));
        }
        let mut words_off =
            sides().map(|(text, name)| words_off(text, gold.on(&name), edit.on(&name)));
        Common {
            touches: touched.contains(&true),
            covers: !touched.contains(&false),
            words_off: words_off.try_fold(0, |most, off| Some(most.max(off?))),
        }
    }

    fn is_within(&self, tolerance: BoundaryTolerance) -> bool {
        match tolerance {
            BoundaryTolerance::Overlap => self.covers,
            BoundaryTolerance::Words(most) => self.words_off.is_some_and(|off| off <= most),
        }
    }
}

/// The most words that a border is off by among the spans of two edits on a text, one after another; `None` if their
/// numbers differ, or if two of them have nothing in common.
fn words_off(text: &Text, gold: &[Span], edit: &[Span]) -> Option<u32> {
    let sorted = |spans: &[Span]| {
        let mut spans = spans.to_vec();
        spans.sort_unstable();
        spans
    };
    if gold.len() != edit.len() {
        return None;
    }
    let pairs = sorted(gold).into_iter().zip(sorted(edit));
    pairs.map(|(a, b)| border_distance(text, a, b)).try_fold(0, |most, off| Some(most.max(off?)))
}

fn border_distance(text: &Text, a: Span, b: Span) -> Option<u32> {
    let is_common = overlap(a, b) || (a.is_empty() && b.is_empty());
    let distance =
        || words_between(text, a.start(), b.start()).max(words_between(text, a.end(), b.end()));
    is_common.then(distance)
}

/// Returns `true` if two spans share a character, or are insertion points with at most this number of words between them.
fn are_near(text: &Text, a: Span, b: Span, most: u32) -> bool {
    if a.is_empty() && b.is_empty() {
        return words_between(text, a.start(), b.start()) <= most;
    }
    overlap(a, b)
}

fn overlap(a: Span, b: Span) -> bool {
    a.start().max(b.start()) < a.end().min(b.end())
}

/// The number of words (UAX #29) between two offsets, cut ones included; spaces and punctuation are none.
pub(crate) fn words_between(text: &Text, a: Utf16, b: Utf16) -> u32 {
    let words = text.slice(Span::between(a, b)).unicode_words().count();
    u32::try_from(words).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests;
