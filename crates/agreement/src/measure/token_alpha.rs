//! Krippendorff's α per token and category, for spans (Dou et al. 2022, table 4).

use super::bootstrap::Bootstrap;
use super::figure::{Figure, ratio};
use super::item_sums::ItemSums;
use super::token_marks::TokenMarks;
use super::undefined::Undefined;

/// α of one category. It is undefined in a text in which no annotator marked any token, or every annotator marked every
/// token.
#[derive(Debug, Clone, PartialEq)]
pub struct TokenAlpha {
    /// The mean of the α of each text, undefined ones counted as 1: only so are values as high as those of Dou et al.
    /// (2022) reached for rare categories. `n` is the number of texts.
    pub constant_as_one: Figure,
    /// The mean over the texts in which it is defined.
    pub constant_skipped: Figure,
    /// α over the tokens of all texts; `n` is the number of tokens.
    pub pooled: Figure,
}

/// Krippendorff's α, nominal, of whether tokens were marked in a category (Dou et al. 2022, Table 4). Texts that fewer
/// than two annotators have, and texts without tokens, are left out.
#[must_use]
pub fn token_alpha(texts: &[TokenMarks], category: usize, bootstrap: &Bootstrap) -> TokenAlpha {
    let usable = usable(texts);
    let alphas: Vec<(usize, Option<f64>)> = usable
        .iter()
        .map(|text| (text.item, two_valued_alpha(&numbers(text, category)).ok()))
        .collect();
    let undefined = alphas.iter().filter(|(_, alpha)| alpha.is_none()).count();
    // The sum of the α that are defined, the number of texts in which it is not, and that of texts.
    let mut all = ItemSums::new(3);
    // The sum of the α that are defined, and their number.
    let mut defined = ItemSums::new(2);
    for (item, alpha) in &alphas {
        let is_undefined = f64::from(u8::from(alpha.is_none()));
        all.add_row(*item, [alpha.unwrap_or(0.0), is_undefined, 1.0]);
        if let Some(alpha) = alpha {
            defined.add_row(*item, [*alpha, 1.0]);
        }
    }
    let why = Undefined::DefinedInNoText;
    let as_one = "Krippendorff's α (nominal) of whether tokens are marked in the category, an insertion \
                  point marking the token that it stands in or before; mean over texts; a text without any variation \
                  counts as 1.";
    let skipped = "Krippendorff's α (nominal) of whether tokens are marked in the category, an insertion \
                   point marking the token that it stands in or before; mean over the texts with any variation.";
    let constant_as_one = bootstrap.figure(as_one, alphas.len(), &all, |totals| match totals {
        [sum, undefined, texts] => ratio(sum + undefined, *texts, why),
        _ => Err(why),
    });
    let constant_skipped = bootstrap
        .mean(skipped, alphas.len() - undefined, &defined, why)
        .without(undefined, "texts in which all annotators marked all tokens, or none of them");
    TokenAlpha {
        constant_as_one: without_unusable(constant_as_one, texts),
        constant_skipped: without_unusable(constant_skipped, texts),
        pooled: without_unusable(pooled(&usable, category, bootstrap), texts),
    }
}

/// Returns, by item, the numbers from whose totals [`two_valued_alpha`] is computed, summed over all categories. Without
/// categories, they are those of one in which nobody marked anything.
#[must_use]
pub fn token_alpha_sums(texts: &[TokenMarks], categories: usize) -> ItemSums {
    let mut sums = ItemSums::new(WIDTH);
    for text in usable(texts) {
        let mut row = [0.0; WIDTH];
        for category in 0..categories.max(1) {
            row.iter_mut().zip(numbers(text, category)).for_each(|(sum, number)| *sum += number);
        }
        sums.add_row(text.item, row);
    }
    sums
}

fn usable(texts: &[TokenMarks]) -> Vec<&TokenMarks> {
    texts.iter().filter(|text| text.annotators >= 2 && text.tokens > 0).collect()
}

fn without_unusable(figure: Figure, texts: &[TokenMarks]) -> Figure {
    let skipped = texts.len() - usable(texts).len();
    figure.without(skipped, "texts without tokens, and texts that fewer than two annotators have")
}

fn tokens(texts: &[&TokenMarks]) -> usize {
    texts.iter().map(|text| usize::try_from(text.tokens).unwrap_or(usize::MAX)).sum()
}

/// The length of [`numbers`].
const WIDTH: usize = 3;

/// The numbers of a text that α is computed from: the number of marked values, the number of all values, and the
/// observed disagreement (the sum over tokens of their ordered pairs of different values, divided by the number of
/// annotators less 1).
fn numbers(text: &TokenMarks, category: usize) -> [f64; WIDTH] {
    let annotators = text.annotators as f64;
    let mut numbers = [0.0, annotators * text.tokens as f64, 0.0];
    let [marked, _, observed] = &mut numbers;
    for (by, tokens) in text.by_category.get(&category).into_iter().flatten().enumerate() {
        let (by, tokens) = (by as f64, *tokens as f64);
        *marked += by * tokens;
        *observed += 2.0 * by * (annotators - by) * tokens / (annotators - 1.0);
    }
    numbers
}

/// α of two values, from totals of [`token_alpha_sums`].
///
/// # Errors
/// If the figure is undefined: the reason.
pub fn two_valued_alpha(totals: &[f64]) -> Result<f64, Undefined> {
    let [marked, all, observed] = *totals else { return Err(Undefined::NoTokens) };
    if all < 2.0 {
        return Err(Undefined::NoTokens);
    }
    if marked == 0.0 {
        return Err(Undefined::NoTokenMarked);
    }
    let expected = 2.0 * marked * (all - marked) / (all - 1.0);
    Ok(1.0 - ratio(observed, expected, Undefined::SameValues)?)
}

fn pooled(texts: &[&TokenMarks], category: usize, bootstrap: &Bootstrap) -> Figure {
    let mut sums = ItemSums::new(WIDTH);
    texts.iter().for_each(|text| sums.add_row(text.item, numbers(text, category)));
    let convention = "Krippendorff's α (nominal) of whether tokens are marked in the category, an \
                      insertion point marking the token that it stands in or before; over the tokens of all texts.";
    bootstrap.figure(convention, tokens(texts), &sums, two_valued_alpha)
}
