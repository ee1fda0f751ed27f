//! The alternative annotator test: may a model replace an annotator? (Calderon, Reichart and Dror 2025, "The Alternative
//! Annotator Test for LLM-as-a-Judge".)
//!
//! Each annotator in turn is left out, and the model and the annotator are scored by how well they agree with the
//! others on every text that both have and that at least one other has. The model has the advantage on a text if its
//! score is not below the annotator's, the annotator if theirs is not below the model's; both on a tie. A one-sided
//! t-test of the null hypothesis that the annotator's advantage exceeds the model's by ε or more gives a p-value for
//! each annotator. ε is what a person costs more: the authors advise 0.2 for experts, 0.15 for skilled annotators and 0.1
//! for crowd workers. The hypotheses that are rejected while the false discovery rate is controlled (Benjamini and
//! Yekutieli 2001) are the model's wins.
//!
//! * ω, the winning rate: the share of annotators against whom the model wins. The model passes with ½ or more.
//! * ρ, the average advantage probability: the mean over annotators of the share of texts with the model's advantage. It
//!   does not depend on ε.
//!
//! The t-test takes [`FEWEST_TEXTS`] texts of an annotator; annotators with fewer are left out. Fewer than
//! [`FEWEST_ANNOTATORS`] annotators are no group that a model could be compared with, and ω is undefined.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use statrs::distribution::{ContinuousCDF, StudentsT};

use super::annotation_study::{MarkedSpan, StudyText};
use super::bootstrap::Bootstrap;
use super::compared_texts::ComparedText;
use super::figure::{Figure, mean, ratio};
use super::item_sums::ItemSums;
use super::overlap::text_f1;
use super::overlap_index::CategoryMatching;
use super::undefined::Undefined;

/// The least number of annotators.
pub(super) const FEWEST_ANNOTATORS: usize = 3;
/// The least number of texts of an annotator.
pub(super) const FEWEST_TEXTS: usize = 30;
/// The level at which the false discovery rate is controlled, as in the paper.
pub const FALSE_DISCOVERY_RATE: f64 = 0.05;

/// Scores below this difference are the same.
const TOLERANCE: f64 = 1e-12;

/// The score of an annotator's marks in a text against those of the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum AlternativeScore {
    /// The mean over the others of F1 by characters within the text, where categories must agree; 1 where neither
    /// marked anything, 0 where one did.
    #[default]
    F1,
    /// The same with categories ignored.
    F1Soft,
    /// The root mean square difference from the others in the number of spans, negated.
    Count,
}

impl AlternativeScore {
    /// Its name in options and output; never changes.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            AlternativeScore::F1 => "f1",
            AlternativeScore::F1Soft => "f1-soft",
            AlternativeScore::Count => "count",
        }
    }

    /// The definition as a sentence fit for a paper.
    #[must_use]
    pub const fn sentence(self) -> &'static str {
        match self {
            AlternativeScore::F1 => {
                "score of a text: mean over the other annotators of F1 by characters within the text, where categories must \
                 agree (1 where neither marked anything, 0 where one did)"
            }
            AlternativeScore::F1Soft => {
                "score of a text: mean over the other annotators of F1 by characters within the text, where categories are \
                 ignored (1 where neither marked anything, 0 where one did)"
            }
            AlternativeScore::Count => {
                "score of a text: root mean square difference from the other annotators in the number of spans, negated"
            }
        }
    }

    /// The score of the marks of one against those of the others, of whom there is at least one.
    fn of(self, own: &[MarkedSpan], others: &[&[MarkedSpan]]) -> f64 {
        let n = others.len() as f64;
        let f1 = |matching| {
            let of = |other: &&[MarkedSpan]| {
                let (reference, hypothesis) = (Cow::Borrowed(*other), Cow::Borrowed(own));
                text_f1(&ComparedText { item: 0, reference, hypothesis }, matching)
            };
            others.iter().map(of).sum::<f64>() / n
        };
        match self {
            AlternativeScore::F1 => f1(CategoryMatching::Hard),
            AlternativeScore::F1Soft => f1(CategoryMatching::Soft),
            AlternativeScore::Count => {
                let squares =
                    others.iter().map(|other| (other.len() as f64 - own.len() as f64).powi(2));
                -(squares.sum::<f64>() / n).sqrt()
            }
        }
    }
}

/// The comparison of the model with one annotator.
#[derive(Debug, Clone, PartialEq)]
pub struct AnnotatorTrial {
    /// Position in [`super::AnnotationStudy::annotators`].
    pub annotator: usize,
    /// The share of texts on which the model has the advantage, ties included.
    pub model_advantage: Figure,
    /// The share of texts on which the annotator has the advantage, ties included.
    pub annotator_advantage: Figure,
    /// The p-value of the hypothesis that the annotator's advantage exceeds the model's by ε or more.
    pub p: f64,
    /// `true` if the hypothesis is rejected: the model wins.
    pub is_won: bool,
}

/// The result of the test.
#[derive(Debug, Clone, PartialEq)]
pub struct AlternativeAnnotatorTest {
    /// ω. It has no interval: it is the outcome of tests. `n` is the number of annotators.
    pub winning_rate: Figure,
    /// ρ. `n` is the number of annotators.
    pub advantage: Figure,
    /// By annotator with enough texts.
    pub trials: Vec<AnnotatorTrial>,
}

impl AlternativeAnnotatorTest {
    /// Returns `true` if the model wins against half of the annotators or more; `None` if the test is undefined.
    #[must_use]
    pub fn is_passed(&self) -> Option<bool> {
        self.winning_rate.value.ok().map(|rate| rate >= 0.5)
    }
}

const WINNING_RATE: &str = "ω of the alternative annotator test (Calderon, Reichart and Dror 2025): share of annotators \
                            against whom the model wins, by one-sided t-tests with ε and the Benjamini–Yekutieli procedure \
                            at 0.05; n: annotators.";
const ADVANTAGE: &str = "ρ of the alternative annotator test (Calderon, Reichart and Dror 2025): mean over annotators of the \
                         share of texts on which the model agrees with the others at least as well as the annotator does; \
                         n: annotators.";
const MODEL: &str = "Share of texts on which the model agrees with the others at least as well as the annotator does; n: texts.";
const ANNOTATOR: &str = "Share of texts on which the annotator agrees with the others at least as well as the model does; \
                         n: texts.";

const FEW: &str =
    "annotators with fewer than 30 texts that the model and another annotator have, too";

/// Tests if an annotator, the model, given by their position, can replace the others.
#[must_use]
pub fn alternative_annotator_test(
    study_texts: &[StudyText],
    model: usize,
    score: AlternativeScore,
    epsilon: f64,
    bootstrap: &Bootstrap,
) -> AlternativeAnnotatorTest {
    let all = advantages(study_texts, model, score);
    let having: Vec<(usize, Advantages)> = all
        .into_iter()
        .enumerate()
        .filter(|(_, advantages)| advantages.texts.len() >= FEWEST_TEXTS)
        .collect();
    let few = annotators(study_texts, model) - having.len();
    let p_values: Vec<f64> = having.iter().map(|(_, one)| one.p_value(epsilon)).collect();
    let won = rejected(&p_values, FALSE_DISCOVERY_RATE);
    let n = having.len();
    let rate = if n < FEWEST_ANNOTATORS {
        Err(Undefined::FewerThanThreeAnnotators)
    } else {
        Ok(won.iter().filter(|is_won| **is_won).count() as f64 / n as f64)
    };
    let trials = having.iter().zip(p_values).zip(won);
    let trials = trials.map(|(((annotator, one), p), is_won)| AnnotatorTrial {
        annotator: *annotator,
        model_advantage: one.figure(MODEL, 0, bootstrap),
        annotator_advantage: one.figure(ANNOTATOR, 1, bootstrap),
        p,
        is_won,
    });
    let sums = all_sums(&having);
    let advantage = bootstrap.figure(ADVANTAGE, n, &sums, |totals| {
        let shares = totals.chunks_exact(2).filter_map(|own| match own {
            [advantages, texts] => ratio(*advantages, *texts, Undefined::NoTexts).ok(),
            _ => None,
        });
        mean(&shares.collect::<Vec<f64>>(), Undefined::DefinedForNoAnnotator)
    });
    AlternativeAnnotatorTest {
        winning_rate: Figure::new(WINNING_RATE, rate, n).without(few, FEW),
        advantage: advantage.without(few, FEW),
        trials: trials.collect(),
    }
}

/// The texts on which an annotator was compared with the model.
#[derive(Debug, Clone, Default)]
struct Advantages {
    /// By text: its item, and if the model and the annotator have the advantage.
    texts: Vec<(usize, [bool; 2])>,
}

impl Advantages {
    /// The share of texts on which the model (0) or the annotator (1) has the advantage.
    fn figure(&self, convention: &'static str, whose: usize, bootstrap: &Bootstrap) -> Figure {
        let mut sums = ItemSums::new(2);
        for (item, advantages) in &self.texts {
            sums.add_row(*item, [f64::from(u8::from(advantages[whose])), 1.0]);
        }
        bootstrap.mean(convention, self.texts.len(), &sums, Undefined::NoTexts)
    }

    /// The p-value of the one-sided t-test of the differences of the advantages, the annotator's less the model's,
    /// against ε. Where all differences are the same, it is 0 below ε and 1 from ε on.
    fn p_value(&self, epsilon: f64) -> f64 {
        let difference = |(_, [model, annotator]): &(usize, [bool; 2])| {
            f64::from(i8::from(*annotator) - i8::from(*model))
        };
        let differences: Vec<f64> = self.texts.iter().map(difference).collect();
        let n = differences.len() as f64;
        let mean = differences.iter().sum::<f64>() / n;
        let squares: f64 = differences.iter().map(|one| (one - mean).powi(2)).sum();
        let error = (squares / (n - 1.0) / n).sqrt();
        match StudentsT::new(0.0, 1.0, n - 1.0) {
            Ok(student) if error > 0.0 => student.cdf((mean - epsilon) / error),
            _ if mean < epsilon => 0.0,
            _ => 1.0,
        }
    }
}

/// By annotator: the comparisons with the model. Those of the model itself are empty.
fn advantages(study_texts: &[StudyText], model: usize, score: AlternativeScore) -> Vec<Advantages> {
    let mut all: Vec<Advantages> = Vec::new();
    for study_text in study_texts {
        let Some(of_model) = study_text.units.get(model) else { continue };
        let humans: Vec<(usize, &[MarkedSpan])> = study_text
            .units
            .iter()
            .filter(|(annotator, _)| *annotator != model)
            .map(|(annotator, units)| (annotator, units.as_slice()))
            .collect();
        if humans.len() < 2 {
            continue;
        }
        for (annotator, own) in &humans {
            let others = humans.iter().filter(|(other, _)| other != annotator);
            let others: Vec<&[MarkedSpan]> = others.map(|(_, units)| *units).collect();
            let apart = score.of(of_model, &others) - score.of(own, &others);
            if all.len() <= *annotator {
                all.resize(*annotator + 1, Advantages::default());
            }
            let has_advantage = [apart >= -TOLERANCE, apart <= TOLERANCE];
            if let Some(advantages) = all.get_mut(*annotator) {
                advantages.texts.push((study_text.item, has_advantage));
            }
        }
    }
    all
}

/// The number of annotators who have a text, the model aside.
fn annotators(study_texts: &[StudyText], model: usize) -> usize {
    let having = study_texts.iter().flat_map(|text| text.units.iter().map(|(one, _)| one));
    having.filter(|one| *one != model).collect::<BTreeSet<usize>>().len()
}

/// By item: for each annotator, the number of texts with the model's advantage, and of texts.
fn all_sums(having: &[(usize, Advantages)]) -> ItemSums {
    let mut by_item: BTreeMap<usize, Vec<(usize, f64)>> = BTreeMap::new();
    for (at, (_, advantages)) in having.iter().enumerate() {
        for (item, [model, _]) in &advantages.texts {
            let numbers = by_item.entry(*item).or_default();
            numbers.extend([(2 * at, f64::from(u8::from(*model))), (2 * at + 1, 1.0)]);
        }
    }
    let mut sums = ItemSums::new(2 * having.len());
    by_item.into_iter().for_each(|(item, numbers)| sums.add(item, numbers));
    sums
}

/// The hypotheses that are rejected while the false discovery rate is at most `rate`, whatever their dependence
/// (Benjamini and Yekutieli 2001).
fn rejected(p_values: &[f64], rate: f64) -> Vec<bool> {
    let n = p_values.len();
    let harmonic: f64 = (1..=n).map(|at| 1.0 / at as f64).sum();
    let mut sorted = p_values.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    let is_below = |(at, p): &(usize, &f64)| **p <= (at + 1) as f64 / n as f64 * rate / harmonic;
    let greatest = sorted.iter().enumerate().rev().find(is_below).map(|(_, p)| *p);
    p_values.iter().map(|p| greatest.is_some_and(|greatest| *p <= greatest)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::{ByAnnotator, CodePointRange, Tokenization};
    use spanwise_annotation::document::TextName;
    use spanwise_text::Text;

    /// Texts with the number of the annotators' spans in each, the last one being the model; spans start at the same
    /// place, and are ten code points long.
    fn texts(numbers: &[[Option<u32>; 4]]) -> Vec<StudyText> {
        let units = |number: &Option<u32>| {
            let span = |at| MarkedSpan {
                range: CodePointRange { start: 20 * at, end: 20 * at + 10 },
                category: 0,
            };
            number.map(|number| (0..number).map(span).collect())
        };
        let text = |(item, numbers): (usize, &[Option<u32>; 4])| StudyText {
            item,
            position: 0,
            name: TextName::TARGET,
            text: Text::new(""),
            length: 100,
            units: ByAnnotator::from(numbers.iter().map(units).collect::<Vec<_>>()),
            tokenization: Tokenization::Space,
        };
        numbers.iter().enumerate().map(text).collect()
    }

    /// Numbers that vary in a way of their own for each annotator.
    fn varied() -> Vec<[Option<u32>; 4]> {
        let number = |at: u32, by: u32| Some((at * by + at / by) % 4);
        let model = |at: u32| Some((at * at + at / 2) % 4);
        (0..40).map(|at| [number(at, 3), number(at, 5), number(at, 7), model(at)]).collect()
    }

    fn test(numbers: &[[Option<u32>; 4]], score: AlternativeScore) -> AlternativeAnnotatorTest {
        alternative_annotator_test(&texts(numbers), 3, score, 0.1, &Bootstrap::none())
    }

    #[test]
    fn p_values_are_those_of_the_authors_program() {
        // Expected values from the authors' procedure (nitaytech/AltTest) with scipy 1.17's ttest_1samp.
        for (score, p_values, advantages) in [
            (
                AlternativeScore::F1,
                [0.418_579_883_028_640_5, 0.350_046_302_559_874_07, 0.270_080_462_587_200_14],
                [0.675, 0.65, 0.7],
            ),
            (
                AlternativeScore::Count,
                [0.418_579_883_028_640_5, 0.658_299_155_089_042, 0.906_263_667_352_712_9],
                [0.675, 0.625, 0.6],
            ),
        ] {
            let found = test(&varied(), score);
            assert_eq!(found.winning_rate.value, Ok(0.0));
            let mean = advantages.iter().sum::<f64>() / 3.0;
            assert!((found.advantage.value.unwrap() - mean).abs() < 1e-12);
            for ((trial, p), advantage) in found.trials.iter().zip(p_values).zip(advantages) {
                assert!((trial.p - p).abs() < 1e-9, "{score:?}: {} is not {p}", trial.p);
                assert!((trial.model_advantage.value.unwrap() - advantage).abs() < 1e-12);
            }
        }
        // A model that is one of the annotators: p is 0, and below 0.001 twice.
        let numbers: Vec<[Option<u32>; 4]> =
            varied().into_iter().map(|[a, b, c, _]| [a, b, c, a]).collect();
        let found = test(&numbers, AlternativeScore::Count);
        assert_eq!((found.winning_rate.value, found.trials[0].p), (Ok(1.0), 0.0));
        assert!((found.trials[2].p - 0.000_601_359_315_131_167_8).abs() < 1e-9);
    }

    #[test]
    fn ties_are_an_advantage_of_both() {
        // All mark the same: differences are 0 throughout, below ε.
        let same = test(&[[Some(1); 4]; 30], AlternativeScore::F1);
        assert_eq!((same.winning_rate.value, same.advantage.value), (Ok(1.0), Ok(1.0)));
        assert_eq!(same.trials.iter().map(|trial| trial.p).collect::<Vec<_>>(), [0.0; 3]);
        assert_eq!(same.is_passed(), Some(true));
        // Nobody marks anything: the same.
        let none = test(&[[Some(0); 4]; 30], AlternativeScore::F1);
        assert_eq!((none.winning_rate.value, none.advantage.value), (Ok(1.0), Ok(1.0)));
        // The model alone marks something: it is never as near to the others.
        let alone = test(&[[Some(0), Some(0), Some(0), Some(1)]; 30], AlternativeScore::F1);
        assert_eq!((alone.winning_rate.value, alone.advantage.value), (Ok(0.0), Ok(0.0)));
        assert_eq!((alone.trials[0].p, alone.is_passed()), (1.0, Some(false)));
    }

    #[test]
    fn too_few_annotators_or_texts_are_no_test() {
        let few = test(&[[Some(1); 4]; 29], AlternativeScore::F1);
        assert_eq!(few.winning_rate.value, Err(Undefined::FewerThanThreeAnnotators));
        assert_eq!(few.advantage.value, Err(Undefined::DefinedForNoAnnotator));
        assert_eq!((few.winning_rate.skipped[0].n, few.is_passed()), (3, None));
        let two = test(&[[Some(1), Some(1), None, Some(1)]; 40], AlternativeScore::F1);
        assert_eq!(two.winning_rate.value, Err(Undefined::FewerThanThreeAnnotators));
        assert_eq!((two.advantage.value, two.trials.len()), (Ok(1.0), 2));
        let nothing = test(&[], AlternativeScore::Count);
        assert_eq!(nothing.winning_rate.value, Err(Undefined::FewerThanThreeAnnotators));
        // Without the model, or without anybody to compare an annotator with, a text does not count.
        let alone = test(&[[Some(1), None, None, Some(1)]; 40], AlternativeScore::F1);
        assert!(alone.trials.is_empty());
        assert_eq!(test(&[[Some(1), Some(1), Some(1), None]; 40], AlternativeScore::F1).trials, []);
    }

    #[test]
    fn false_discoveries_are_controlled() {
        // Thresholds of three at 0.05: 0.00909, 0.01818, 0.02727. A p-value above its own is rejected with a greater one.
        assert_eq!(rejected(&[0.027, 0.001, 0.02], 0.05), [true; 3]);
        assert_eq!(rejected(&[0.028, 0.001, 0.02], 0.05), [false, true, false]);
        assert_eq!(rejected(&[0.01, 0.01, 0.9], 0.05), [true, true, false]);
        assert_eq!(rejected(&[], 0.05), [false; 0]);
    }

    #[test]
    fn shares_have_intervals() {
        let bootstrap = Bootstrap::new(crate::measure::Resampling::default());
        let found =
            alternative_annotator_test(&texts(&varied()), 3, AlternativeScore::F1, 0.1, &bootstrap);
        let (low, high) = found.advantage.interval.unwrap().unwrap();
        let value = found.advantage.value.unwrap();
        assert!(low < value && value < high, "{low} {value} {high}");
        assert!(found.trials[0].model_advantage.interval.unwrap().is_ok());
    }
}
