//! Two-agree: the share of the tokens marked by anyone that at least one other annotator marked as well (Dou et al.
//! 2022, table 4).

use super::bootstrap::Bootstrap;
use super::figure::Figure;
use super::item_sums::ItemSums;
use super::token_marks::TokenMarks;
use super::undefined::Undefined;

/// Tokens marked in a category by at least two annotators, divided by those marked by at least one (Dou et al. 2022,
/// Table 4, there in per cent), over the tokens of all texts; for `None`, over the tokens of all categories, where a token
/// marked in two categories counts in both. Undefined if nobody marked any. `n` is the number of tokens that anyone
/// marked. Texts that fewer than two annotators have are left out.
#[must_use]
pub fn two_agree(texts: &[TokenMarks], category: Option<usize>, bootstrap: &Bootstrap) -> Figure {
    let usable: Vec<&TokenMarks> = texts.iter().filter(|text| text.annotators >= 2).collect();
    let skipped = texts.len() - usable.len();
    let mut sums = ItemSums::new(2);
    for text in usable {
        let counts = text.by_category.iter();
        let counts = counts.filter(|(of, _)| category.is_none_or(|wanted| wanted == **of));
        let at_least =
            |n: usize| counts.clone().flat_map(|(_, by)| by.iter().skip(n)).sum::<u64>() as f64;
        sums.add_row(text.item, [at_least(2), at_least(1)]);
    }
    let convention = match category {
        Some(_) => {
            "Two-agree: tokens marked in the category by at least two annotators, divided by those \
             marked by at least one; an insertion point marks the token that it stands in or before."
        }
        None => {
            "Two-agree: tokens marked in the same category by at least two annotators, divided by \
             those marked by at least one, over all categories; an insertion point marks the token that it stands in or \
             before."
        }
    };
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a count")]
    let n = sums.totals().last().map_or(0, |once| *once as usize);
    let figure = bootstrap.mean(convention, n, &sums, Undefined::NoTokenMarked);
    figure.without(skipped, "texts that fewer than two annotators have")
}
