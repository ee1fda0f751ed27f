//! Each annotator against the others: precision, recall and F1 by token (Dou et al. 2022, table 2, "1-vs-9").

use super::annotation_study::{MarkedSpan, StudyText};
use super::bootstrap::Bootstrap;
use super::code_point_range::CodePointRange;
use super::figure::{Figure, mean, ratio};
use super::item_sums::ItemSums;
use super::tokens::touched;
use super::undefined::Undefined;

/// The rule by which the others count as having marked a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OthersRule {
    /// It is marked if any of them marked it, as in the Scarecrow paper.
    Union,
    /// It is marked if more than half of them marked it.
    Majority,
}

/// Tokens that an annotator and the others marked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct TokenHits {
    /// Marked by both.
    pub both: usize,
    /// Marked by the annotator alone.
    pub one: usize,
    /// Marked by the others alone.
    pub rest: usize,
}

impl TokenHits {
    /// Precision: the share of the annotator's tokens that the others marked too.
    ///
    /// # Errors
    /// If the annotator marked no token.
    pub fn precision(self) -> Result<f64, Undefined> {
        let own = self.both + self.one;
        ratio(self.both as f64, own as f64, Undefined::AnnotatorMarkedNoToken)
    }

    /// Recall: the share of the others' tokens that the annotator marked too.
    ///
    /// # Errors
    /// If the others marked no token.
    pub fn recall(self) -> Result<f64, Undefined> {
        let others = self.both + self.rest;
        ratio(self.both as f64, others as f64, Undefined::OthersMarkedNoToken)
    }

    /// The harmonic mean of both, 2·both / (2·both + one + rest); 0 where there is no overlap.
    ///
    /// # Errors
    /// If nobody marked a token.
    pub fn f1(self) -> Result<f64, Undefined> {
        let twice = 2 * self.both;
        ratio(twice as f64, (twice + self.one + self.rest) as f64, Undefined::NoTokenMarked)
    }
}

/// Each annotator against the others, in one category.
#[derive(Debug, Clone, PartialEq)]
pub struct OneAgainstRest {
    /// The mean of the annotators' precisions.
    pub precision: Figure,
    /// The mean of their recalls.
    pub recall: Figure,
    /// The mean of their F1.
    pub f1: Figure,
    /// By annotator, over all texts that at least one other had too.
    pub by_annotator: Vec<TokenHits>,
}

/// The tokens that each annotator and the others marked in every text.
#[derive(Debug, Clone)]
pub struct AnnotatorsAgainstRest {
    annotators: usize,
    /// By category: the hits by item, under each rule of [`RULES`].
    by_category: Vec<[ItemSums; 2]>,
}

/// The rules, in the order of hits.
const RULES: [OthersRule; 2] = [OthersRule::Union, OthersRule::Majority];

impl AnnotatorsAgainstRest {
    /// Prepares to compare a number of annotators, in each of a number of categories.
    #[must_use]
    pub fn new(annotators: usize, categories: usize) -> Self {
        let none = RULES.map(|_| ItemSums::new(3 * annotators));
        AnnotatorsAgainstRest { annotators, by_category: vec![none; categories] }
    }

    /// Compares each annotator with the others in a text, token by token. Texts come in the order of their items.
    pub fn add(&mut self, study_text: &StudyText, tokens: &[CodePointRange]) {
        for (category, sums) in self.by_category.iter_mut().enumerate() {
            let hits = hits(study_text, tokens, category);
            for (at, sums) in sums.iter_mut().enumerate() {
                let numbers = hits.iter().flat_map(|(annotator, by_rule)| {
                    let TokenHits { both, one, rest } = by_rule[at];
                    let numbers = [both, one, rest].into_iter().enumerate();
                    numbers.map(move |(column, n)| (3 * annotator + column, n as f64))
                });
                sums.add(study_text.item, numbers);
            }
        }
    }

    /// Scores the annotators in a category, given by its position. An annotator for whom a score is not defined is left out
    /// of its mean.
    #[must_use]
    pub fn scores(
        &self,
        category: usize,
        rest: OthersRule,
        bootstrap: &Bootstrap,
    ) -> OneAgainstRest {
        let nothing = ItemSums::new(3 * self.annotators);
        let by_rule = self.by_category.get(category).into_iter().flatten();
        let of_rule = RULES.into_iter().zip(by_rule).find(|(rule, _)| *rule == rest);
        of_sums(of_rule.map_or(&nothing, |(_, sums)| sums), self.annotators, rest, bootstrap)
    }
}

fn of_sums(
    sums: &ItemSums,
    annotators: usize,
    rest: OthersRule,
    bootstrap: &Bootstrap,
) -> OneAgainstRest {
    let by_annotator: Vec<TokenHits> = all_hits(&sums.totals()).collect();
    let scores = [TokenHits::precision, TokenHits::recall, TokenHits::f1];
    let defined = scores.map(|of| by_annotator.iter().filter(|hits| of(**hits).is_ok()).count());
    let conventions = match rest {
        OthersRule::Union => [
            "token precision of each annotator against the union of the others, mean; n: annotators",
            "token recall of each annotator against the union of the others, mean; n: annotators",
            "token F1 of each annotator against the union of the others, mean; n: annotators",
        ],
        OthersRule::Majority => [
            "token precision of each annotator against the majority of the others, mean; n: annotators",
            "token recall of each annotator against the majority of the others, mean; n: annotators",
            "token F1 of each annotator against the majority of the others, mean; n: annotators",
        ],
    };
    let about = std::array::from_fn(|at| (conventions[at], defined[at]));
    let mut figures = bootstrap.figures(about, sums, |totals| {
        scores.map(|of: fn(TokenHits) -> Result<f64, Undefined>| {
            let values: Vec<f64> = all_hits(totals).filter_map(|hits| of(hits).ok()).collect();
            mean(&values, Undefined::DefinedForNoAnnotator)
        })
    });
    for (figure, defined) in figures.iter_mut().zip(defined) {
        let left_out =
            figure.clone().without(annotators - defined, "annotators for whom it is not defined");
        *figure = left_out;
    }
    let [precision, recall, f1] = figures;
    OneAgainstRest { precision, recall, f1, by_annotator }
}

/// The hits of each annotator, from totals of three numbers each.
fn all_hits(totals: &[f64]) -> impl Iterator<Item = TokenHits> {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "counts")]
    let count = |number: &f64| *number as usize;
    totals.chunks_exact(3).map(move |own| match own {
        [both, one, rest] => TokenHits { both: count(both), one: count(one), rest: count(rest) },
        _ => TokenHits::default(),
    })
}

/// The hits of those who have the text, under each rule of [`RULES`]; empty if only one has it, or nobody marked anything.
fn hits(
    study_text: &StudyText,
    tokens: &[CodePointRange],
    category: usize,
) -> Vec<(usize, [TokenHits; 2])> {
    let mut all = study_text.units.values().flatten();
    if !all.any(|unit| unit.category == category) {
        return Vec::new();
    }
    let units = study_text.units.iter();
    let marked: Vec<(usize, Vec<bool>)> =
        units.map(|(annotator, units)| (annotator, marks(tokens, units, category))).collect();
    let others = marked.len().checked_sub(1).filter(|others| *others > 0);
    let Some(others) = others else { return Vec::new() };
    let votes: Vec<usize> = (0..tokens.len())
        .map(|at| marked.iter().filter(|(_, marks)| marks.get(at).is_some_and(|is| *is)).count())
        .collect();
    let of_one = |(annotator, own): &(usize, Vec<bool>)| {
        let hits = RULES.map(|rest| {
            let needed = match rest {
                OthersRule::Union => 1,
                OthersRule::Majority => others / 2 + 1,
            };
            let mut hits = TokenHits::default();
            for (is_own, votes) in own.iter().zip(&votes) {
                let is_theirs = votes - usize::from(*is_own) >= needed;
                match (*is_own, is_theirs) {
                    (true, true) => hits.both += 1,
                    (true, false) => hits.one += 1,
                    (false, true) => hits.rest += 1,
                    (false, false) => {}
                }
            }
            hits
        });
        (*annotator, hits)
    };
    marked.iter().map(of_one).collect()
}

/// By token: `true` if it is in a unit of the category.
fn marks(tokens: &[CodePointRange], units: &[MarkedSpan], category: usize) -> Vec<bool> {
    let mut marks = vec![false; tokens.len()];
    for unit in units.iter().filter(|unit| unit.category == category) {
        for mark in marks.get_mut(touched(tokens, unit.range)).into_iter().flatten() {
            *mark = true;
        }
    }
    marks
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::measure::Tokenization;
    use spanwise_annotation::document::TextName;
    use spanwise_text::Text;

    /// A text of six tokens at the code points 0, 2, 4 …, and the tokens that every annotator marked in category 0.
    fn study_text(marked: &[Option<&[u32]>]) -> StudyText {
        let unit = |token: &u32| MarkedSpan {
            range: CodePointRange { start: 2 * token, end: 2 * token + 1 },
            category: 0,
        };
        let units = marked.iter().map(|tokens| Some(tokens.as_ref()?.iter().map(unit).collect()));
        StudyText {
            item: 0,
            position: 1,
            name: TextName::TARGET,
            text: Text::new("a b c d e f"),
            length: 11,
            units: units.collect::<Vec<_>>().into(),
            tokenization: Tokenization::Space,
        }
    }

    /// The scores in one category of two.
    fn one_against_rest(
        study_texts: &[StudyText],
        category: usize,
        rest: OthersRule,
    ) -> OneAgainstRest {
        let units = study_texts.iter().flat_map(|study_text| study_text.units.iter());
        let annotators = units.map(|(annotator, _)| annotator + 1).max().unwrap_or(0);
        let mut against = AnnotatorsAgainstRest::new(annotators, 2);
        study_texts.iter().for_each(|study_text| against.add(study_text, &study_text.tokens()));
        against.scores(category, rest, &Bootstrap::none())
    }

    fn hits(both: usize, one: usize, rest: usize) -> TokenHits {
        TokenHits { both, one, rest }
    }

    #[test]
    fn three_annotators_by_hand() {
        let study_text = study_text(&[Some(&[0, 1]), Some(&[1, 2]), Some(&[1, 4])]);
        // The others of the first marked 1, 2, 4; both of them only 1.
        let union = one_against_rest(std::slice::from_ref(&study_text), 0, OthersRule::Union);
        assert_eq!(union.by_annotator, [hits(1, 1, 2); 3]);
        assert_eq!(union.precision.value, Ok(0.5));
        assert_eq!(union.recall.value, Ok(1.0 / 3.0));
        assert!((union.f1.value.unwrap() - 0.4).abs() < 1e-12);
        let majority = one_against_rest(&[study_text], 0, OthersRule::Majority);
        assert_eq!(majority.by_annotator, [hits(1, 1, 0); 3]);
        assert_eq!(majority.recall.value, Ok(1.0));
        assert_eq!(majority.recall.n, 3);
    }

    #[test]
    fn half_is_no_majority() {
        // Of the first one's four others, two marked token 0 and three marked token 1.
        let study_text =
            study_text(&[Some(&[0, 1]), Some(&[0, 1]), Some(&[0, 1]), Some(&[1]), Some(&[])]);
        let found = one_against_rest(&[study_text], 0, OthersRule::Majority);
        assert_eq!(found.by_annotator[0], hits(1, 1, 0));
    }

    #[test]
    fn who_did_not_have_a_text_has_no_part_in_it() {
        let study_texts =
            [study_text(&[Some(&[0]), Some(&[0]), None]), study_text(&[None, None, Some(&[5])])];
        let found = one_against_rest(&study_texts, 0, OthersRule::Union);
        assert_eq!(found.by_annotator, [hits(1, 0, 0), hits(1, 0, 0), hits(0, 0, 0)]);
        assert_eq!((found.f1.value, found.f1.n), (Ok(1.0), 2));
        assert_eq!(found.f1.skipped[0].n, 1);
    }

    #[test]
    fn where_nothing_is_marked_nothing_is_defined() {
        let found = one_against_rest(&[study_text(&[Some(&[]), Some(&[])])], 0, OthersRule::Union);
        assert!(found.precision.value.is_err() && found.recall.value.is_err());
        assert!(one_against_rest(&[], 0, OthersRule::Union).f1.value.is_err());
        // One marks, the other does not: a precision of 0 for one, a recall of 0 for the other, an F1 of 0 for both.
        let one_sided =
            one_against_rest(&[study_text(&[Some(&[3]), Some(&[])])], 0, OthersRule::Union);
        assert_eq!((one_sided.precision.value, one_sided.precision.n), (Ok(0.0), 1));
        assert_eq!((one_sided.f1.value, one_sided.f1.n), (Ok(0.0), 2));
    }

    #[test]
    fn other_categories_do_not_count() {
        assert_eq!(
            one_against_rest(&[study_text(&[Some(&[1]), Some(&[1])])], 1, OthersRule::Union)
                .by_annotator,
            [hits(0, 0, 0); 2]
        );
    }

    proptest! {
        #[test]
        fn with_two_it_is_the_same_either_way(a in prop::collection::vec(0_u32..6, 0..6), b in prop::collection::vec(0_u32..6, 0..6)) {
            let study_text = study_text(&[Some(&a), Some(&b)]);
            let union = one_against_rest(std::slice::from_ref(&study_text), 0, OthersRule::Union);
            let majority = one_against_rest(&[study_text], 0, OthersRule::Majority);
            prop_assert_eq!(&union.by_annotator, &majority.by_annotator);
            let (first, second) = (union.by_annotator[0], union.by_annotator[1]);
            prop_assert_eq!(first.precision(), second.recall().map_err(|_| Undefined::AnnotatorMarkedNoToken));
            prop_assert_eq!(first.f1(), second.f1());
        }
    }
}
