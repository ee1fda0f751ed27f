//! Krippendorff's α per token and category, for spans.

use std::collections::BTreeMap;

use super::figure::{Figure, ratio};
use super::krippendorff::{Metric, Rated, coefficient};
use super::token_marks::TokenMarks;

/// What a text counts in which α is undefined, since nobody, or everybody, marked every token in a category.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Constant {
    /// As full agreement. Only so are values as high as those of Dou et al. (2022) reached for rare categories.
    One,
    /// Not at all.
    Skip,
}

/// α of one category.
#[derive(Debug, Clone, PartialEq)]
pub struct TokenAlpha {
    /// The mean of the α of each text; `n` is the number of texts.
    pub averaged: Figure,
    /// α over the tokens of all texts; `n` is the number of tokens.
    pub pooled: Figure,
}

/// Krippendorff's α, nominal, of whether tokens were marked in a category, by category (Dou et al. 2022, Table 4). Texts
/// that fewer than two annotators have, and texts without tokens, are left out.
#[must_use]
pub fn token_alpha(texts: &[TokenMarks], categories: usize, constant: Constant) -> Vec<TokenAlpha> {
    let usable = |text: &&TokenMarks| text.annotators >= 2 && text.tokens > 0;
    let usable: Vec<&TokenMarks> = texts.iter().filter(usable).collect();
    let mut found = vec![Found::default(); categories];
    let mut tokens: BTreeMap<usize, u64> = BTreeMap::new();
    for text in &usable {
        *tokens.entry(text.annotators).or_default() += text.tokens;
        for (category, counts) in &text.by_category {
            if let Some(found) = found.get_mut(*category) {
                found.add(text.annotators, counts);
            }
        }
    }
    let skipped = texts.len() - usable.len();
    let figures = |found: Found| {
        let averaged = found.averaged(usable.len(), constant);
        let pooled = found.pooled(&tokens);
        let [averaged, pooled] = [averaged, pooled].map(|figure| {
            figure.without(
                skipped,
                "texts without tokens, and texts that fewer than two annotators have",
            )
        });
        TokenAlpha { averaged, pooled }
    };
    found.into_iter().map(figures).collect()
}

/// What is known of a category from the texts in which it occurs; in all others, every token is alike.
#[derive(Debug, Clone, Default)]
struct Found {
    /// The sum of α over the texts in which it is defined, and how many these are.
    sum: f64,
    defined: usize,
    /// By number of annotators of a text, and how many of them marked a token: how many tokens.
    tokens: BTreeMap<(usize, usize), u64>,
}

impl Found {
    /// Adds a text: by number of annotators how many tokens that many marked.
    fn add(&mut self, annotators: usize, counts: &[u64]) {
        let counts = counts.iter().enumerate();
        let units: Vec<Rated> =
            counts.clone().map(|(marked, times)| rated(annotators, marked, *times)).collect();
        if let Ok(alpha) = coefficient(&units, Metric::Nominal) {
            self.sum += alpha;
            self.defined += 1;
        }
        for (marked, times) in counts {
            *self.tokens.entry((annotators, marked)).or_default() += times;
        }
    }

    fn averaged(&self, texts: usize, constant: Constant) -> Figure {
        let undefined = texts - self.defined;
        let (sum, n, skipped, convention) = match constant {
            Constant::One => (
                self.sum + undefined as f64,
                texts,
                0,
                "Krippendorff's α (nominal) of whether tokens are marked in the category, mean \
                 over texts; a text without any variation counts as 1.",
            ),
            Constant::Skip => (
                self.sum,
                self.defined,
                undefined,
                "Krippendorff's α (nominal) of whether tokens are marked in the category, mean \
                 over the texts with any variation.",
            ),
        };
        let value = ratio(sum, n as f64, "there is no text in which it is defined");
        let figure = Figure::new(convention, value, n);
        figure.without(skipped, "texts in which all annotators marked all tokens, or none of them")
    }

    /// `tokens`: those of all texts, by number of annotators.
    fn pooled(mut self, tokens: &BTreeMap<usize, u64>) -> Figure {
        for (annotators, all) in tokens {
            let seen = self.tokens.range((*annotators, 0)..=(*annotators, *annotators));
            let seen: u64 = seen.map(|(_, times)| times).sum();
            *self.tokens.entry((*annotators, 0)).or_default() += all.saturating_sub(seen);
        }
        let units = self.tokens.iter();
        let units: Vec<Rated> = units
            .map(|((annotators, marked), times)| rated(*annotators, *marked, *times))
            .collect();
        let n = usize::try_from(tokens.values().sum::<u64>()).unwrap_or(usize::MAX);
        let convention = "Krippendorff's α (nominal) of whether tokens are marked in the \
                          category, over the tokens of all texts.";
        Figure::new(convention, coefficient(&units, Metric::Nominal), n)
    }
}

/// A number of tokens that so many of the annotators marked: 1 by those, 0 by the others.
fn rated(annotators: usize, marked: usize, times: u64) -> Rated {
    let not = annotators.saturating_sub(marked) as u64;
    Rated { counts: vec![(0, not), (1, marked as u64)], times }
}
