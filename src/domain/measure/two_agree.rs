//! Two-agree: of the tokens that anyone marked, how many somebody else marked as well.

use super::figure::{Figure, ratio};
use super::token_marks::TokenMarks;

/// Two-agree, of each category and of all together.
#[derive(Debug, Clone, PartialEq)]
pub struct TwoAgree {
    /// By category.
    pub by_category: Vec<Figure>,
    /// Over the tokens of all categories; a token marked in two categories counts in both.
    pub pooled: Figure,
}

/// Tokens marked in a category by at least two annotators, divided by those marked by at least one (Dou et al. 2022,
/// Table 4, there in per cent), over the tokens of all texts. Undefined if nobody marked any. `n` is the number of tokens
/// that anyone marked. Texts that fewer than two annotators have are left out.
#[must_use]
pub fn two_agree(texts: &[TokenMarks], categories: usize) -> TwoAgree {
    let usable = texts.iter().filter(|text| text.annotators >= 2);
    let skipped = texts.len() - usable.clone().count();
    let mut by_category = vec![Marked::default(); categories];
    let mut all = Marked::default();
    for (category, counts) in usable.flat_map(|text| &text.by_category) {
        let once: u64 = counts.iter().skip(1).sum();
        let twice: u64 = counts.iter().skip(2).sum();
        for marked in by_category.get_mut(*category).into_iter().chain([&mut all]) {
            marked.once += once;
            marked.twice += twice;
        }
    }
    let by_category = by_category.into_iter().map(|marked| {
        let convention = "Two-agree: tokens marked in the category by at least two annotators, \
                          divided by those marked by at least one.";
        marked.figure(convention, skipped)
    });
    let convention = "Two-agree: tokens marked in the same category by at least two annotators, \
                      divided by those marked by at least one, over all categories.";
    TwoAgree { by_category: by_category.collect(), pooled: all.figure(convention, skipped) }
}

/// Tokens marked at least once and at least twice.
#[derive(Debug, Clone, Copy, Default)]
struct Marked {
    once: u64,
    twice: u64,
}

impl Marked {
    fn figure(self, convention: &'static str, skipped: usize) -> Figure {
        let value = ratio(self.twice as f64, self.once as f64, "nobody marked any token");
        let n = usize::try_from(self.once).unwrap_or(usize::MAX);
        let figure = Figure::new(convention, value, n);
        figure.without(skipped, "texts that fewer than two annotators have")
    }
}
