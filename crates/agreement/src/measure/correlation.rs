//! Pearson's correlation between the numbers of spans that two annotators marked (Kasner et al. 2025, equation 2).

use std::collections::BTreeMap;

use super::compared_texts::{ComparedText, ComparedTexts};
use super::figure::Figure;
use super::item_sums::ItemSums;
use super::undefined::Undefined;

/// The unit by which spans are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SpanCounting {
    /// One number for each text: Kasner et al. (2025), equation 2 as printed.
    PerText,
    /// One number for each text and category, which reproduces the tables of that paper.
    PerTextAndCategory,
}

impl SpanCounting {
    /// The definition as a sentence fit for a paper.
    #[must_use]
    pub const fn sentence(self) -> &'static str {
        match self {
            SpanCounting::PerText => {
                "Pearson's correlation between the numbers of spans, insertion points included, per text (Kasner et al. 2025, Eq. 2)."
            }
            SpanCounting::PerTextAndCategory => {
                "Pearson's correlation between the numbers of spans, insertion points included, per text and category, over all pairs of a text \
                 and a category."
            }
        }
    }

    /// The number of counts of a text.
    fn numbers(self, categories: usize) -> usize {
        match self {
            SpanCounting::PerText => 1,
            SpanCounting::PerTextAndCategory => categories,
        }
    }
}

/// Pearson's ρ between the numbers of spans that two annotators marked. `categories` is the number of categories in the
/// study: those that neither used in a text are zeros on both sides. Undefined for fewer than two pairs of numbers, and
/// if the numbers of one annotator are all the same. `n` is the number of pairs.
#[must_use]
pub fn count_correlation(
    examples: &ComparedTexts,
    categories: usize,
    counting: SpanCounting,
) -> Figure {
    let sums = correlation_sums(examples, categories, counting);
    let n = examples.list.len() * counting.numbers(categories);
    examples.figure(counting.sentence(), n, &sums, correlation)
}

/// Returns, by item, the numbers from whose totals [`correlation`] is computed.
#[must_use]
pub fn correlation_sums(
    examples: &ComparedTexts,
    categories: usize,
    counting: SpanCounting,
) -> ItemSums {
    examples.sums(&examples.list, |example| {
        let counts = counts(example, counting);
        let mut row = [counting.numbers(categories) as f64, 0.0, 0.0, 0.0, 0.0, 0.0];
        for [x, y] in counts.into_values() {
            for (sum, number) in row.iter_mut().skip(1).zip([x, y, x * x, y * y, x * y]) {
                *sum += number;
            }
        }
        row
    })
}

/// The numbers of spans of both annotators, by category, or all under 0. Pairs of zeros are left out, since they only
/// change the number of pairs.
fn counts(example: &ComparedText, counting: SpanCounting) -> BTreeMap<usize, [f64; 2]> {
    let mut counts: BTreeMap<usize, [f64; 2]> = BTreeMap::new();
    for (side, units) in [&example.reference, &example.hypothesis].into_iter().enumerate() {
        for unit in units.iter() {
            let key = if counting == SpanCounting::PerText { 0 } else { unit.category };
            if let Some(count) = counts.entry(key).or_default().get_mut(side) {
                *count += 1.0;
            }
        }
    }
    counts
}

/// Computes Pearson's correlation from n and the sums of x, y, x², y² and x·y, which are whole numbers.
///
/// # Errors
/// If the figure is undefined: the reason.
pub fn correlation(totals: &[f64]) -> Result<f64, Undefined> {
    // Integer arithmetic, so that constant numbers have a variance of exactly 0.
    #[expect(clippy::cast_possible_truncation, reason = "whole numbers, far below 2^53")]
    let exact: Vec<i128> = totals.iter().map(|total| *total as i128).collect();
    let [n, x, y, xx, yy, xy] = *exact else { return Err(Undefined::NoTexts) };
    if n < 2 {
        return Err(Undefined::FewerThanTwoPairs);
    }
    let (of_x, of_y, of_both) = (n * xx - x * x, n * yy - y * y, n * xy - x * y);
    if of_x == 0 || of_y == 0 {
        return Err(Undefined::SameNumbers);
    }
    let correlation = of_both as f64 / ((of_x as f64).sqrt() * (of_y as f64).sqrt());
    Ok(correlation.clamp(-1.0, 1.0))
}
