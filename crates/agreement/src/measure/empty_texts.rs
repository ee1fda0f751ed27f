//! S∅: agreement on texts without spans (Kasner et al. 2025, equation 6).

use super::compared_texts::{ComparedText, ComparedTexts};
use super::figure::{Figure, ratio};
use super::item_sums::ItemSums;
use super::undefined::Undefined;

/// The score of a text, and 1 for the number of texts; zeros if both marked something.
fn row(example: &ComparedText) -> [f64; 2] {
    if !example.is_one_sided() {
        return [0.0; 2];
    }
    [1.0 / (1 + example.reference.len() + example.hypothesis.len()) as f64, 1.0]
}

/// Returns, by item, the numbers from whose totals [`empty_value`] is computed.
#[must_use]
pub fn empty_sums(examples: &ComparedTexts) -> ItemSums {
    examples.sums(&examples.list, row)
}

/// S∅ from totals of [`empty_sums`].
///
/// # Errors
/// If the figure is undefined: the reason.
pub fn empty_value(totals: &[f64]) -> Result<f64, Undefined> {
    match totals {
        [sum, texts] => ratio(*sum, *texts, Undefined::NoOneSidedText),
        _ => Err(Undefined::NoTexts),
    }
}

/// S∅ (Kasner et al. 2025, Eq. 6): the mean of 1/(1 + number of spans) over the texts in which at least one of two
/// annotators marked nothing; 1 for each that neither marked. Measures of overlap say little or nothing about these.
/// Undefined if both marked something everywhere. `n` is the number of such texts.
#[must_use]
pub fn empty_score(examples: &ComparedTexts) -> Figure {
    let one_sided = || examples.list.iter().filter(|example| example.is_one_sided());
    let sums = examples.sums(one_sided(), row);
    let n = one_sided().count();
    let convention = "S∅: mean of 1/(1 + number of spans) over the texts in which at least one of the two annotators \
                      marked nothing (Kasner et al. 2025).";
    let figure = examples.figure(convention, n, &sums, empty_value);
    figure.without(examples.list.len() - n, "texts in which both marked something")
}
