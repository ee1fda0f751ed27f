//! The competence of annotators over tokens, with the labels that are most likely then (Dawid and Skene 1979).
//!
//! Each token is marked or not; what it truly is, nobody knows. Annotators are supposed to mark independently of each
//! other, each with a sensitivity (how likely they mark a token that is to be marked) and a specificity (how likely they
//! leave one that is not). The shares of true marks, the sensitivities and the specificities are estimated by
//! expectation–maximization. It begins with the share of annotators who marked a token, draws no random numbers, and ends
//! after [`MOST_ROUNDS`] rounds or when no probability changes by more than [`SMALLEST_CHANGE`]. Tokens with the same
//! marks are one pattern, so that time grows with the number of patterns, not with that of tokens.
//!
//! Neighbouring tokens are not independent, which the model ignores: estimates hold for tokens, and the probabilities
//! are too near to 0 and 1. Two annotators do not tell their competences apart, so at least three are needed; texts that
//! only one has are left out.

use std::collections::{BTreeMap, BTreeSet};

use foldhash::{HashMap, HashMapExt as _};

use super::annotation_study::{MarkedSpan, StudyText};
use super::bootstrap::{Bootstrap, PossibleValues, within};
use super::code_point_range::CodePointRange;
use super::figure::{Figure, ratio};
use super::tokens::touched;
use super::undefined::Undefined;

/// The greatest number of rounds.
const MOST_ROUNDS: usize = 1000;
/// The change of a probability below which it counts as unchanged.
const SMALLEST_CHANGE: f64 = 1e-6;

/// The least number of annotators.
const FEWEST_ANNOTATORS: usize = 3;
/// A probability of 0 would never change again.
const LEAST_PROBABILITY: f64 = 1e-10;

/// The competence of one annotator. `n` is the number of tokens of the texts that they and another annotator have.
#[derive(Debug, Clone, PartialEq)]
pub struct AnnotatorCompetence {
    /// Position in [`super::AnnotationStudy::annotators`].
    pub annotator: usize,
    /// The probability that they mark a token that is to be marked.
    pub sensitivity: Figure,
    /// The probability that they leave a token that is not.
    pub specificity: Figure,
}

/// The model of Dawid and Skene, fitted to the tokens of texts.
#[derive(Debug, Clone)]
pub struct TokenCompetence {
    /// The category, by its position in [`super::AnnotationStudy::categories`]; `None` for marks of any category.
    category: Option<usize>,
    /// By pattern: the annotators who have the token, and if they marked it.
    patterns: Vec<Vec<(usize, bool)>>,
    /// By item: the number of tokens of each pattern.
    items: BTreeMap<usize, BTreeMap<usize, f64>>,
    /// By pattern: the probability that the token is to be marked.
    probabilities: Vec<f64>,
    annotators: usize,
    left_out: usize,
}

const SENSITIVITY: &str = "Sensitivity by the model of Dawid and Skene (1979) over tokens, fitted by expectation–maximization \
                           from the shares of annotators: how likely the annotator marks a token that is to be marked; n: \
                           tokens.";
const SPECIFICITY: &str = "Specificity by the model of Dawid and Skene (1979) over tokens, fitted by expectation–maximization \
                           from the shares of annotators: how likely the annotator leaves a token that is not to be marked; \
                           n: tokens.";
const PREVALENCE: &str = "Share of tokens that are to be marked by the model of Dawid and Skene (1979), fitted by \
                          expectation–maximization from the shares of annotators; n: tokens.";
const OF_ONE: &str = "texts that fewer than two annotators have";

impl TokenCompetence {
    /// Fits the model to the marks of a category, or of any.
    #[must_use]
    pub fn of(study_texts: &[StudyText], category: Option<usize>) -> Self {
        let mut fitted = TokenCompetence {
            category,
            patterns: Vec::new(),
            items: BTreeMap::new(),
            probabilities: Vec::new(),
            annotators: 0,
            left_out: 0,
        };
        let mut known: HashMap<Vec<(usize, bool)>, usize> = HashMap::new();
        for study_text in study_texts {
            if study_text.units.len() < 2 {
                fitted.left_out += 1;
                continue;
            }
            let counts = fitted.items.entry(study_text.item).or_default();
            for pattern in patterns(study_text, category) {
                let next = known.len();
                let at = *known.entry(pattern.clone()).or_insert(next);
                if at == next {
                    fitted.patterns.push(pattern);
                }
                *counts.entry(at).or_default() += 1.0;
            }
        }
        let having = fitted.patterns.iter().flatten().map(|(annotator, _)| annotator + 1);
        fitted.annotators = having.max().unwrap_or(0);
        let share = |pattern: &Vec<(usize, bool)>| {
            pattern.iter().filter(|(_, is_marked)| *is_marked).count() as f64 / pattern.len() as f64
        };
        fitted.probabilities = fitted.patterns.iter().map(share).collect();
        if let Ok(()) = fitted.refused() {
            let start = fitted.probabilities.clone();
            fitted.probabilities = fitted.fit(&fitted.totals(), start);
        }
        fitted
    }

    /// The competence of each annotator who has a text with another one.
    #[must_use]
    pub fn annotators(&self, bootstrap: &Bootstrap) -> Vec<AnnotatorCompetence> {
        let totals = self.totals();
        let whole = self.rates(&totals, &self.probabilities);
        let without: Vec<Rates> =
            if self.refused().is_ok() { self.without_each(&totals).collect() } else { Vec::new() };
        let competence = |annotator: usize| {
            let own = whole.tokens.get(annotator).copied().unwrap_or(0.0);
            let figure = |convention, of: fn(&Rates, usize) -> Result<f64, Undefined>| {
                let value = self.refused().and_then(|()| of(&whole, annotator));
                #[expect(
                    clippy::cast_possible_truncation,
                    clippy::cast_sign_loss,
                    reason = "a count"
                )]
                let figure = Figure::new(convention, value, own as usize);
                let each = || without.iter().map(|rates| of(rates, annotator)).collect();
                within(bootstrap.with_linear_interval(figure, each), PossibleValues::SHARE)
                    .without(self.left_out, OF_ONE)
            };
            AnnotatorCompetence {
                annotator,
                sensitivity: figure(SENSITIVITY, Rates::sensitivity),
                specificity: figure(SPECIFICITY, Rates::specificity),
            }
        };
        let has_tokens = |annotator: &usize| whole.tokens.get(*annotator).is_some_and(|n| *n > 0.0);
        (0..self.annotators).filter(has_tokens).map(competence).collect()
    }

    /// The share of tokens that are to be marked. `n` is the number of tokens.
    #[must_use]
    pub fn prevalence(&self, bootstrap: &Bootstrap) -> Figure {
        let totals = self.totals();
        let share = |rates: &Rates| Ok(rates.prevalence);
        let value = self.refused().and_then(|()| share(&self.rates(&totals, &self.probabilities)));
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a count")]
        let figure = Figure::new(PREVALENCE, value, totals.iter().sum::<f64>() as usize);
        let each = || self.without_each(&totals).map(|rates| share(&rates)).collect();
        within(bootstrap.with_linear_interval(figure, each), PossibleValues::SHARE)
            .without(self.left_out, OF_ONE)
    }

    /// The probability of each token of a text to be marked, as soft labels: sorted, disjoint, and without tokens whose
    /// probability is below a half of a ten-thousandth. Neighbouring tokens with the same probability are one label.
    #[must_use]
    pub fn soft_labels(&self, study_text: &StudyText) -> Vec<(CodePointRange, f64)> {
        let known: HashMap<&Vec<(usize, bool)>, f64> =
            self.patterns.iter().zip(self.probabilities.iter().copied()).collect();
        let tokens = study_text.tokens();
        let mut labels: Vec<(CodePointRange, f64)> = Vec::new();
        let mut is_next = false;
        for (token, pattern) in tokens.iter().zip(patterns(study_text, self.category)) {
            let found = known.get(&pattern).copied().unwrap_or_default();
            let probability = (found * 1e4).round() / 1e4;
            match labels.last_mut().filter(|(_, last)| is_next && *last == probability) {
                Some((range, _)) => range.end = token.end,
                None if probability > 0.0 => labels.push((*token, probability)),
                None => {}
            }
            is_next = probability > 0.0;
        }
        labels
    }

    fn refused(&self) -> Result<(), Undefined> {
        let having: BTreeSet<usize> =
            self.patterns.iter().flatten().map(|(annotator, _)| *annotator).collect();
        let is_marked = self.patterns.iter().flatten().any(|(_, is_marked)| *is_marked);
        match (having.len() < FEWEST_ANNOTATORS, is_marked) {
            (true, _) => Err(Undefined::FewerThanThreeAnnotators),
            (false, false) => Err(Undefined::NobodyMarkedAnything),
            (false, true) => Ok(()),
        }
    }

    /// By pattern: the number of tokens.
    fn totals(&self) -> Vec<f64> {
        let mut totals = vec![0.0; self.patterns.len()];
        for (pattern, n) in self.items.values().flatten() {
            totals.iter_mut().skip(*pattern).take(1).for_each(|total| *total += n);
        }
        totals
    }

    /// The rates without each of the items, fitted from the probabilities of all.
    fn without_each(&self, totals: &[f64]) -> impl Iterator<Item = Rates> {
        self.items.values().map(|counts| {
            let mut totals = totals.to_vec();
            for (pattern, n) in counts {
                totals.iter_mut().skip(*pattern).take(1).for_each(|total| *total -= n);
            }
            let probabilities = self.fit(&totals, self.probabilities.clone());
            self.rates(&totals, &probabilities)
        })
    }

    /// The probabilities of the patterns after expectation–maximization.
    fn fit(&self, totals: &[f64], mut probabilities: Vec<f64>) -> Vec<f64> {
        for _ in 0..MOST_ROUNDS {
            let rates = self.rates(totals, &probabilities);
            let next: Vec<f64> =
                self.patterns.iter().map(|pattern| rates.probability(pattern)).collect();
            let changes = next.iter().zip(&probabilities).map(|(a, b)| (a - b).abs());
            let change = changes.fold(0.0, f64::max);
            probabilities = next;
            if change < SMALLEST_CHANGE {
                break;
            }
        }
        probabilities
    }

    /// The rates that are most likely with these probabilities.
    fn rates(&self, totals: &[f64], probabilities: &[f64]) -> Rates {
        let none = || vec![0.0; self.annotators];
        let mut rates = Rates {
            prevalence: 0.0,
            true_marks: none(),
            marked: none(),
            true_gaps: none(),
            left: none(),
            tokens: none(),
        };
        let mut tokens = 0.0;
        for ((pattern, n), probability) in self.patterns.iter().zip(totals).zip(probabilities) {
            tokens += n;
            rates.prevalence += n * probability;
            for (annotator, is_marked) in pattern {
                let add = |list: &mut Vec<f64>, by: f64| {
                    list.iter_mut().skip(*annotator).take(1).for_each(|sum| *sum += by);
                };
                add(&mut rates.tokens, *n);
                add(&mut rates.true_marks, n * probability);
                add(&mut rates.true_gaps, n * (1.0 - probability));
                if *is_marked {
                    add(&mut rates.marked, n * probability);
                } else {
                    add(&mut rates.left, n * (1.0 - probability));
                }
            }
        }
        rates.prevalence = if tokens > 0.0 { rates.prevalence / tokens } else { 0.0 };
        rates
    }
}

/// The parameters of the model, by annotator, as sums over tokens.
#[derive(Debug, Clone)]
struct Rates {
    /// The share of tokens that are to be marked.
    prevalence: f64,
    /// Tokens of the annotator that are to be marked.
    true_marks: Vec<f64>,
    /// Those of them that the annotator marked.
    marked: Vec<f64>,
    /// Tokens of the annotator that are not to be marked.
    true_gaps: Vec<f64>,
    /// Those of them that the annotator left.
    left: Vec<f64>,
    /// Tokens of the annotator.
    tokens: Vec<f64>,
}

impl Rates {
    fn sensitivity(&self, annotator: usize) -> Result<f64, Undefined> {
        share(&self.marked, &self.true_marks, annotator, Undefined::NoTokenMarked)
    }

    fn specificity(&self, annotator: usize) -> Result<f64, Undefined> {
        share(&self.left, &self.true_gaps, annotator, Undefined::NoTokens)
    }

    /// The probability that a token with these marks is to be marked.
    fn probability(&self, pattern: &[(usize, bool)]) -> f64 {
        let ln =
            |probability: f64| probability.clamp(LEAST_PROBABILITY, 1.0 - LEAST_PROBABILITY).ln();
        let [mut is, mut is_not] = [ln(self.prevalence), ln(1.0 - self.prevalence)];
        for (annotator, is_marked) in pattern {
            let sensitivity = self.sensitivity(*annotator).unwrap_or(0.5);
            let specificity = self.specificity(*annotator).unwrap_or(0.5);
            let of = |yes: f64| if *is_marked { ln(yes) } else { ln(1.0 - yes) };
            is += of(sensitivity);
            is_not += of(1.0 - specificity);
        }
        1.0 / (1.0 + (is_not - is).exp())
    }
}

/// A share of an annotator's tokens; undefined for less than a token.
fn share(part: &[f64], whole: &[f64], annotator: usize, why: Undefined) -> Result<f64, Undefined> {
    let [part, whole] = [part, whole].map(|list| list.get(annotator).copied().unwrap_or(0.0));
    if whole < LEAST_PROBABILITY { Err(why) } else { ratio(part, whole, why) }
}

/// By token: the annotators who have the text, and if they marked the token.
fn patterns(study_text: &StudyText, category: Option<usize>) -> Vec<Vec<(usize, bool)>> {
    let tokens = study_text.tokens();
    let none: Vec<(usize, bool)> =
        study_text.units.iter().map(|(annotator, _)| (annotator, false)).collect();
    let mut patterns = vec![none; tokens.len()];
    let is_own = |unit: &&MarkedSpan| category.is_none_or(|category| unit.category == category);
    for (at, units) in study_text.units.values().enumerate() {
        for unit in units.iter().filter(is_own) {
            let marked = patterns.get_mut(touched(&tokens, unit.range)).into_iter().flatten();
            marked.flat_map(|pattern| pattern.get_mut(at)).for_each(|(_, is)| *is = true);
        }
    }
    patterns
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::{ByAnnotator, Resampling, Tokenization};
    use spanwise_annotation::document::TextName;
    use spanwise_text::Text;

    /// The marks of an annotator; `None` for one who does not have the text.
    type Marks<'a> = Option<&'a [(u32, u32)]>;

    /// Texts of twelve tokens with the marks of four annotators, as first token and the one after the last.
    fn texts(marks: &[[Marks; 4]]) -> Vec<StudyText> {
        let units = |marks: &Marks| {
            let span = |(start, end): &(u32, u32)| MarkedSpan {
                range: CodePointRange { start: 2 * start, end: 2 * end - 1 },
                category: 0,
            };
            marks.map(|marks| marks.iter().map(span).collect())
        };
        let text = |(item, marks): (usize, &[Marks; 4])| StudyText {
            item,
            position: 0,
            name: TextName::TARGET,
            text: Text::new("a ".repeat(12)),
            length: 24,
            units: ByAnnotator::from(marks.iter().map(units).collect::<Vec<_>>()),
            tokenization: Tokenization::Space,
        };
        marks.iter().enumerate().map(text).collect()
    }

    fn worked() -> Vec<StudyText> {
        texts(&[
            [Some(&[(0, 4), (7, 9)]), Some(&[(0, 5)]), Some(&[(1, 4)]), Some(&[(2, 6)])],
            [Some(&[(2, 6)]), Some(&[(3, 7)]), Some(&[(2, 4)]), Some(&[(3, 6)])],
            [Some(&[(0, 3)]), Some(&[(5, 7)]), Some(&[(0, 3), (9, 12)]), Some(&[(0, 2), (9, 10)])],
        ])
    }

    #[test]
    fn competences_are_those_of_crowd_kit() {
        // Expected values from crowd-kit 1.4.2's DawidSkene(n_iter=1000, tol=-1e9): with its usual
        // tolerance it ends after two rounds.
        let found = TokenCompetence::of(&worked(), Some(0));
        let none = Bootstrap::none();
        assert!((found.prevalence(&none).value.unwrap() - 0.333_920).abs() < 1e-4);
        let expected = [
            (0.894_346, 0.906_211),
            (0.585_722, 0.834_898),
            (0.695_751, 0.890_058),
            (0.661_044, 0.914_362),
        ];
        for (found, (sensitivity, specificity)) in found.annotators(&none).iter().zip(expected) {
            assert!((found.sensitivity.value.unwrap() - sensitivity).abs() < 1e-4, "{found:?}");
            assert!((found.specificity.value.unwrap() - specificity).abs() < 1e-4, "{found:?}");
            assert_eq!(found.sensitivity.n, 36);
        }
        let labels = found.soft_labels(&worked()[0]);
        let expected = [(0, 1, 0.6824), (2, 3, 0.9755), (4, 7, 0.9988), (8, 9, 0.3536)];
        for ((range, probability), (start, end, expected)) in labels.iter().zip(expected) {
            assert_eq!((range.start, range.end), (start, end));
            assert!((probability - expected).abs() < 2e-4, "{probability} is not {expected}");
        }
    }

    #[test]
    fn too_little_is_undefined() {
        let none = Bootstrap::none();
        let silent = TokenCompetence::of(&texts(&[[Some(&[]); 4]]), None);
        assert_eq!(silent.prevalence(&none).value, Err(Undefined::NobodyMarkedAnything));
        assert_eq!(silent.annotators(&none).len(), 4);
        assert!(silent.soft_labels(&texts(&[[Some(&[]); 4]])[0]).is_empty());
        let marks: &[(u32, u32)] = &[(0, 3)];
        let two = TokenCompetence::of(&texts(&[[Some(marks), Some(marks), None, None]]), None);
        assert_eq!(two.prevalence(&none).value, Err(Undefined::FewerThanThreeAnnotators));
        let alone = TokenCompetence::of(&texts(&[[Some(marks), None, None, None]]), None);
        assert_eq!(alone.prevalence(&none).skipped[0].n, 1);
        assert!(alone.annotators(&none).is_empty());
        assert_eq!(TokenCompetence::of(&[], None).annotators(&none), []);
    }

    #[test]
    fn full_agreement_is_full_competence() {
        let marks: &[(u32, u32)] = &[(3, 5)];
        let same = TokenCompetence::of(&texts(&[[Some(marks); 4]; 6]), None);
        let bootstrap = Bootstrap::new(Resampling::default());
        for annotator in same.annotators(&bootstrap) {
            assert!(annotator.sensitivity.value.unwrap() > 1.0 - 1e-6);
            assert!(annotator.specificity.value.unwrap() > 1.0 - 1e-6);
            assert!(annotator.sensitivity.interval.unwrap().is_ok());
        }
        // The linear intervals are cut at the ends of shares.
        let copies = (0..4).flat_map(|copy| worked().into_iter().map(move |text| (copy, text)));
        let copies: Vec<StudyText> =
            copies.map(|(copy, text)| StudyText { item: 3 * copy + text.item, ..text }).collect();
        for annotator in TokenCompetence::of(&copies, None).annotators(&bootstrap) {
            for figure in [annotator.sensitivity, annotator.specificity] {
                let (low, high) = figure.interval.unwrap().unwrap();
                assert!(0.0 <= low && low < high && high <= 1.0, "{low} {high}");
            }
        }
        let prevalence = same.prevalence(&bootstrap);
        assert!((prevalence.value.unwrap() - 2.0 / 12.0).abs() < 1e-6);
        assert_eq!(
            same.soft_labels(&texts(&[[Some(marks); 4]])[0]),
            [(CodePointRange { start: 6, end: 9 }, 1.0)]
        );
    }
}
