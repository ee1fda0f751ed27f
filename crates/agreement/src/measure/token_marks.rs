//! Numbers of annotators who marked the tokens of a text.

use std::collections::BTreeMap;

use super::annotation_study::{MarkedSpan, StudyText};
use super::code_point_range::CodePointRange;
use super::tokens::touched;

/// The distribution of the tokens of one text by the number of annotators who marked them, for each category. An
/// annotator marks a token in a category if at least one of their spans of that category overlaps it, even partly, or
/// one of their insertion points stands in it or before it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TokenMarks {
    /// Position in [`super::AnnotationStudy::items`].
    pub item: usize,
    /// The number of tokens.
    pub tokens: u64,
    /// The number of annotators who have the text.
    pub annotators: usize,
    /// For each category that occurs: the number of tokens marked by exactly 0, 1, … all annotators.
    pub by_category: BTreeMap<usize, Vec<u64>>,
}

impl TokenMarks {
    /// Counts the marks of a text.
    #[must_use]
    pub fn of(study_text: &StudyText) -> Self {
        let tokens = study_text.tokens();
        let marked = study_text.units.values();
        let mut ends: Vec<(usize, usize, i8)> = Vec::new();
        for units in marked.clone() {
            for (category, first, after) in runs(units, &tokens) {
                ends.extend([(category, first, 1), (category, after, -1)]);
            }
        }
        ends.sort_unstable();
        let annotators = marked.count();
        let by_category = by_category(&ends, tokens.len() as u64, annotators);
        TokenMarks { item: study_text.item, tokens: tokens.len() as u64, annotators, by_category }
    }
}

/// The runs of tokens that one annotator marked: category, first token, and the token after the last. The runs of a
/// category do not overlap.
fn runs(units: &[MarkedSpan], tokens: &[CodePointRange]) -> Vec<(usize, usize, usize)> {
    let run = |unit: &MarkedSpan| {
        let touched = touched(tokens, unit.range);
        (unit.category, touched.start, touched.end)
    };
    let mut all: Vec<_> = units.iter().map(run).filter(|(_, first, after)| first < after).collect();
    all.sort_unstable();
    let mut runs: Vec<(usize, usize, usize)> = Vec::new();
    for (category, first, after) in all {
        match runs.last_mut() {
            Some((same, _, end)) if *same == category && first <= *end => *end = after.max(*end),
            _ => runs.push((category, first, after)),
        }
    }
    runs
}

/// Counts the tokens of each category by the number of runs that cover them, from the sorted ends of the runs.
fn by_category(
    ends: &[(usize, usize, i8)],
    tokens: u64,
    annotators: usize,
) -> BTreeMap<usize, Vec<u64>> {
    let mut by_category: BTreeMap<usize, Vec<u64>> = BTreeMap::new();
    let (mut open, mut from) = (0, 0);
    for (category, at, by) in ends {
        let counts = by_category.entry(*category).or_insert_with(|| {
            let mut counts = vec![0; annotators + 1];
            if let Some(none) = counts.first_mut() {
                *none = tokens;
            }
            counts
        });
        if open > 0 {
            let covered = (at - from) as u64;
            if let Some(count) = counts.get_mut(open) {
                *count += covered;
            }
            if let Some(none) = counts.first_mut() {
                *none -= covered;
            }
        }
        from = *at;
        open = open.saturating_add_signed(isize::from(*by));
    }
    by_category
}
