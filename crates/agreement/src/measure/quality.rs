//! Scores of translations, and of other texts, from marked errors: MQM and ESA.
//!
//! * **MQM** (Lommel et al. 2014) in the form of Freitag et al. 2021, "Experts, Errors, and Context", table 1: each error
//!   costs a weight; the score of a segment is the sum, that of a system the mean over its segments. Higher is worse.
//! * **ESA** (Kocmi et al. 2024, "Error Span Annotation"): the annotator marks errors and then gives the segment a
//!   score of 0 to 100. That score is ESA's and is used unchanged; the score derived from the spans is a different one,
//!   with a name of its own.
//!
//! A segment is an item, by one annotator. An edit is one error, however many spans it has.

use std::collections::BTreeMap;

use super::annotation_study::AnnotationStudy;
use super::bootstrap::Bootstrap;
use super::figure::Figure;
use super::item_sums::ItemSums;
use super::severity::mqm_level;
use super::undefined::Undefined;
use crate::adjudication::FlatAnswers;

/// The weights of errors by severity ([`mqm_level`]).
#[derive(Debug, Clone, PartialEq)]
pub struct ErrorWeights {
    /// `neutral`.
    pub neutral: f64,
    /// `minor`.
    pub minor: f64,
    /// `major`.
    pub major: f64,
    /// `critical`.
    pub critical: f64,
    /// Exceptions for certain errors; the first that applies counts.
    pub special: Vec<SpecialWeight>,
}

/// An exceptional weight of certain errors.
#[derive(Debug, Clone, PartialEq)]
pub struct SpecialWeight {
    /// The name of the category.
    pub category: String,
    /// An option that has to be among the answers, such as the kind of error within the category.
    pub option: Option<String>,
    /// The lowest level to which it applies.
    pub from: u8,
    /// The highest.
    pub up_to: u8,
    /// Its weight.
    pub weight: f64,
}

impl Default for ErrorWeights {
    /// The weights of Freitag et al. 2021, table 1: minor 1, major 5, neutral 0, minor punctuation 0.1, non-translation
    /// 25, by the names of this app's MQM template. They have no level above major; critical costs 25, as in the
    /// scoring model of the MQM council (Lommel et al. 2024, "The Multi-Range Theory of Translation Quality
    /// Measurement": 0, 1, 5, 25).
    fn default() -> Self {
        let special = |category: &str, option: Option<&str>, from, up_to, weight| SpecialWeight {
            category: category.to_owned(),
            option: option.map(str::to_owned),
            from,
            up_to,
            weight,
        };
        ErrorWeights {
            neutral: 0.0,
            minor: 1.0,
            major: 5.0,
            critical: 25.0,
            special: vec![
                special("non_translation", None, 2, 3, 25.0),
                special("fluency", Some("punctuation"), 1, 1, 0.1),
            ],
        }
    }
}

impl ErrorWeights {
    /// The default weights of [`quality_from_spans`]: minor 1, major 5, as in MQM. ESA has no other severities; any
    /// above major counts as major.
    #[must_use]
    pub fn esa() -> Self {
        ErrorWeights { neutral: 0.0, minor: 1.0, major: 5.0, critical: 5.0, special: Vec::new() }
    }

    /// The weights in words, for conventions.
    fn in_words(&self) -> String {
        let ErrorWeights { neutral, minor, major, critical, special } = self;
        let special = special.iter().map(|special| {
            let option = special.option.as_ref().map(|option| format!(" ({option})"));
            let levels = match (special.from, special.up_to) {
                (1, 1) => "minor ",
                (2, 3) => "major ",
                _ => "",
            };
            let category = &special.category;
            format!(", {levels}{category}{} {}", option.unwrap_or_default(), special.weight)
        });
        format!(
            "weights: neutral {neutral}, minor {minor}, major or somewhat {major}, critical or a lot {critical}{}",
            special.collect::<String>()
        )
    }

    /// The weight of an edit, by its category and answers; `None` if it has no severity, or one without a weight (above
    /// 3).
    pub(super) fn of(&self, category: &str, answers: &FlatAnswers) -> Option<f64> {
        let severity = mqm_level(answers)?;
        let fits = |special: &&SpecialWeight| {
            special.category == category
                && (special.from..=special.up_to).contains(&severity)
                && special
                    .option
                    .as_ref()
                    .is_none_or(|option| answers.iter().any(|(_, answer)| answer == option))
        };
        match (self.special.iter().find(fits), severity) {
            (Some(special), _) => Some(special.weight),
            (None, 0) => Some(self.neutral),
            (None, 1) => Some(self.minor),
            (None, 2) => Some(self.major),
            (None, 3) => Some(self.critical),
            (None, _) => None,
        }
    }
}

/// The total weight of the errors that one annotator found in one segment.
#[derive(Debug, Clone, PartialEq)]
pub struct SegmentPenalty {
    /// Position in [`AnnotationStudy::items`].
    pub item: usize,
    /// Position in [`AnnotationStudy::annotators`].
    pub annotator: usize,
    /// The sum of the weights.
    pub sum: f64,
    /// The value of the formula of a template; `None` if its score is none, or the formula has no value here.
    pub formula: Option<f64>,
    /// The number of errors.
    pub errors: usize,
    /// Edits without a severity that has a weight; they add nothing to `sum`.
    pub unweighted: usize,
}

impl SegmentPenalty {
    /// The penalty of edits with these weights, `None` for one without.
    #[must_use]
    pub fn of(
        item: usize,
        annotator: usize,
        weights: impl IntoIterator<Item = Option<f64>>,
    ) -> Self {
        let mut penalty =
            SegmentPenalty { item, annotator, sum: 0.0, formula: None, errors: 0, unweighted: 0 };
        for weight in weights {
            penalty.sum += weight.unwrap_or(0.0);
            penalty.errors += usize::from(weight.is_some());
            penalty.unweighted += usize::from(weight.is_none());
        }
        penalty
    }
}

/// Returns the penalty of every segment of everyone who had it. Filter them for the figures of an annotator or a
/// system.
#[must_use]
pub fn penalties(study: &AnnotationStudy, weights: &ErrorWeights) -> Vec<SegmentPenalty> {
    penalties_by(study, |category, answers| weights.of(category, answers))
}

/// The same with any weights, given the category and the answers of an edit.
pub(super) fn penalties_by(
    study: &AnnotationStudy,
    weight: impl Fn(&str, &FlatAnswers) -> Option<f64>,
) -> Vec<SegmentPenalty> {
    let category = |at: usize| study.categories.get(at).map_or("", String::as_str);
    let mut penalties = Vec::new();
    for (number, item) in study.items.iter().enumerate() {
        for (annotator, edits) in item.edits.iter() {
            let weights = edits.iter().map(|edit| weight(category(edit.category), &edit.answers));
            penalties.push(SegmentPenalty::of(number, annotator, weights));
        }
    }
    penalties
}

/// Edits left out of a score.
const UNWEIGHTED: &str = "edits without a severity that has a weight";
/// Segments left out of a score, since a penalty of 0 would make everything in them faultless.
const UNWEIGHTED_SEGMENTS: &str =
    "segments of annotators of whose edits none has a severity with a weight";
/// Segments left out of a score.
const WITHOUT_VALUE: &str = "segments for which the score has no value";

fn unweighted(penalties: &[&SegmentPenalty]) -> usize {
    penalties.iter().map(|penalty| penalty.unweighted).sum()
}

/// The sum of the weights of all errors.
#[must_use]
pub fn total_penalty<'a>(
    penalties: impl IntoIterator<Item = &'a SegmentPenalty>,
    bootstrap: &Bootstrap,
) -> Figure {
    let all: Vec<&SegmentPenalty> = penalties.into_iter().collect();
    let penalties = weighted(all.clone());
    let convention = "MQM penalty: sum of the weights of all errors; n: segments × annotators";
    let sums = penalty_sums(&penalties, |penalty| penalty.sum);
    let lacks_weights = lacks_weights(&penalties);
    let figure = bootstrap.figure(convention, penalties.len(), &sums, |totals| match totals {
        [sum, ..] if !lacks_weights => Ok(*sum),
        _ => Err(Undefined::NoWeightedSeverity),
    });
    omitting(figure, &all, &penalties)
}

/// The figure with the omission of segments, and of edits without a weight in others.
fn omitting(figure: Figure, all: &[&SegmentPenalty], kept: &[&SegmentPenalty]) -> Figure {
    figure
        .without(all.len() - kept.len(), UNWEIGHTED_SEGMENTS)
        .without(unweighted(kept), UNWEIGHTED)
}

/// The MQM score: the mean penalty of a segment, those without errors included (Freitag et al. 2021, section 3). Lower is
/// better.
#[must_use]
pub fn mean_penalty<'a>(
    penalties: impl IntoIterator<Item = &'a SegmentPenalty>,
    weights: &ErrorWeights,
    bootstrap: &Bootstrap,
) -> Figure {
    let convention = format!(
        "MQM score: mean penalty of a segment, lower is better (Freitag et al. 2021); {}; n: segments × annotators",
        weights.in_words()
    );
    let figure = mean("", penalties, bootstrap, |penalty| Some(penalty.sum));
    Figure { convention: convention.into(), ..figure }
}

/// A score from 0 to 100 that is derived from the spans of a protocol such as ESA: 100 less the penalty of the segment, not
/// below 0; the mean over segments. Not the ESA score, which annotators give themselves: see [`segment_scores`].
#[must_use]
pub fn quality_from_spans<'a>(
    penalties: impl IntoIterator<Item = &'a SegmentPenalty>,
    bootstrap: &Bootstrap,
) -> Figure {
    let convention = "derived from spans, not given by annotators: 100 − penalty, at least 0; mean; n: segments × annotators";
    mean(convention, penalties, bootstrap, |penalty| Some((100.0 - penalty.sum).clamp(0.0, 100.0)))
}

/// By item: the sum of penalties, and the number of segments, whose ratio is [`mean_penalty`]; nothing where there are
/// errors and none has a weight.
#[must_use]
pub fn mean_penalty_sums<'a>(penalties: impl IntoIterator<Item = &'a SegmentPenalty>) -> ItemSums {
    let penalties = weighted(penalties.into_iter().collect());
    if lacks_weights(&penalties) {
        return ItemSums::new(2);
    }
    penalty_sums(&penalties, |penalty| penalty.sum)
}

/// Returns `true` if there are errors, and none has a weight. A penalty of 0 would make everything faultless.
fn lacks_weights(penalties: &[&SegmentPenalty]) -> bool {
    unweighted(penalties) > 0 && penalties.iter().all(|penalty| penalty.errors == 0)
}

/// The segments without those of annotators who marked errors, none of which has a weight, unless all are such.
fn weighted(penalties: Vec<&SegmentPenalty>) -> Vec<&SegmentPenalty> {
    let mut of: BTreeMap<usize, Vec<&SegmentPenalty>> = BTreeMap::new();
    penalties.iter().for_each(|penalty| of.entry(penalty.annotator).or_default().push(penalty));
    of.retain(|_, own| lacks_weights(own));
    if of.is_empty() || lacks_weights(&penalties) {
        return penalties;
    }
    penalties.into_iter().filter(|penalty| !of.contains_key(&penalty.annotator)).collect()
}

/// The mean over the segments that have a finite number.
pub(super) fn mean<'a>(
    convention: &'static str,
    penalties: impl IntoIterator<Item = &'a SegmentPenalty>,
    bootstrap: &Bootstrap,
    of: impl Fn(&SegmentPenalty) -> Option<f64>,
) -> Figure {
    let all: Vec<&SegmentPenalty> = penalties.into_iter().collect();
    let penalties = weighted(all.clone());
    let figure = if lacks_weights(&penalties) {
        let (n, why) = (penalties.len(), Undefined::NoWeightedSeverity);
        bootstrap.mean(convention, n, &ItemSums::new(2), why)
    } else {
        let number = |penalty: &SegmentPenalty| of(penalty).filter(|number| number.is_finite());
        let having: Vec<&SegmentPenalty> =
            penalties.iter().copied().filter(|penalty| number(penalty).is_some()).collect();
        let sums = penalty_sums(&having, |penalty| number(penalty).unwrap_or_default());
        let why = if penalties.is_empty() { Undefined::NoSegments } else { Undefined::NotFinite };
        let figure = bootstrap.mean(convention, having.len(), &sums, why);
        figure.without(penalties.len() - having.len(), WITHOUT_VALUE)
    };
    omitting(figure, &all, &penalties)
}

/// By item: the sum of a number over segments, and the number of segments.
fn penalty_sums<'a>(
    penalties: impl IntoIterator<Item = &'a &'a SegmentPenalty>,
    of: impl Fn(&SegmentPenalty) -> f64,
) -> ItemSums {
    let mut sums = ItemSums::new(2);
    penalties.into_iter().for_each(|penalty| sums.add_row(penalty.item, [of(penalty), 1.0]));
    sums
}

/// Parses the score that an annotator gave a segment, from its metadata; `None` unless it is a number from 0 to 100.
#[must_use]
pub fn segment_score(text: &str) -> Option<f64> {
    text.trim().parse().ok().filter(|score| (0.0..=100.0).contains(score))
}

/// The ESA score: the mean of the scores that annotators gave (Kocmi et al. 2024, section 3). `scores` has the item and
/// the score of each segment of each annotator; `None` if there is no score.
#[must_use]
pub fn segment_scores(scores: &[(usize, Option<f64>)], bootstrap: &Bootstrap) -> Figure {
    let convention = "ESA score: mean of the scores given by annotators, 0 to 100 (Kocmi et al. 2024); n: segments × annotators";
    let sums = score_sums(scores);
    let n = scores.iter().filter(|(_, score)| score.is_some()).count();
    let figure = bootstrap.mean(convention, n, &sums, Undefined::NoScore);
    figure.without(scores.len() - n, "segments without a score")
}

/// By item: the sum of the scores given, and their number.
#[must_use]
pub fn score_sums(scores: &[(usize, Option<f64>)]) -> ItemSums {
    let mut sums = ItemSums::new(2);
    let given = scores.iter().filter_map(|(item, score)| Some((*item, (*score)?)));
    given.for_each(|(item, score)| sums.add_row(item, [score, 1.0]));
    sums
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::measure::{ByAnnotator, MarkedEdit, MarkedRanges, StudyItem};
    use spanwise_annotation::document::Texts;
    use spanwise_text::Text;

    const CATEGORIES: [&str; 3] = ["accuracy", "fluency", "non_translation"];

    /// An error of a category, with the option and the severity answered as in the template for MQM.
    fn error(category: usize, option: &str, severity: &str) -> MarkedEdit {
        let question = format!("{}_type", CATEGORIES[category]);
        let mut answers = vec![(vec![question.clone(), option.to_owned()].into(), severity.into())];
        answers.push((vec![question].into(), option.into()));
        let answers = answers.into_iter().collect();
        MarkedEdit { category, spans: MarkedRanges::default(), answers, probability: None }
    }

    fn study(items: Vec<Vec<Option<Vec<MarkedEdit>>>>) -> AnnotationStudy {
        let item = |edits: Vec<Option<Vec<MarkedEdit>>>| StudyItem {
            name: String::new(),
            texts: Texts::target_only(Text::new("")),
            edits: ByAnnotator::from(edits),
            answers: ByAnnotator::default(),
            scores: ByAnnotator::default(),
            hard_labels: ByAnnotator::default(),
        };
        AnnotationStudy {
            annotators: vec!["a".to_owned(), "b".to_owned()],
            categories: CATEGORIES.map(str::to_owned).to_vec(),
            items: items.into_iter().map(item).collect(),
            ..AnnotationStudy::default()
        }
    }

    fn one(edit: MarkedEdit, weights: &ErrorWeights) -> SegmentPenalty {
        penalties(&study(vec![vec![Some(vec![edit])]]), weights).remove(0)
    }

    #[test]
    fn errors_cost_what_freitag_et_al_say() {
        for (category, option, severity, expected) in [
            (0, "mistranslation", "neutral", Some(0.0)),
            (0, "mistranslation", "minor", Some(0.0)),
            (0, "mistranslation", "Minor", Some(1.0)),
            (0, "mistranslation", "major", Some(5.0)),
            (0, "mistranslation", "critical", Some(25.0)),
            (0, "omission", "somewhat", Some(1.0)),
            (0, "omission", "a lot", Some(5.0)),
            (1, "grammar", "somewhat", Some(1.0)),
            (1, "punctuation", "somewhat", Some(0.1)),
            (1, "punctuation", "major", Some(5.0)),
            (2, "", "major", Some(25.0)),
            (2, "", "a lot", Some(25.0)),
            (0, "omission", "5", None),
            (0, "omission", "awful", None),
        ] {
            let penalty = one(error(category, option, severity), &ErrorWeights::default());
            let found = (penalty.errors == 1).then_some(penalty.sum);
            assert_eq!(found, expected, "{} {option} {severity}", CATEGORIES[category]);
            assert_eq!(penalty.unweighted, usize::from(expected.is_none()));
        }
    }

    /// Two segments, two annotators: 1 + 5, nothing; 0.1, not had.
    fn worked() -> Vec<SegmentPenalty> {
        let first = vec![error(0, "omission", "somewhat"), error(1, "grammar", "major")];
        let second = vec![error(1, "punctuation", "somewhat"), error(0, "omission", "")];
        let items = vec![vec![Some(first), Some(vec![])], vec![Some(second), None]];
        penalties(&study(items), &ErrorWeights::default())
    }

    #[test]
    fn segments_are_summed_and_averaged() {
        let penalties = worked();
        let sums: Vec<_> = penalties.iter().map(|p| (p.item, p.annotator, p.sum)).collect();
        assert_eq!(sums, [(0, 0, 6.0), (0, 1, 0.0), (1, 0, 0.1)]);
        let total = total_penalty(&penalties, &Bootstrap::none());
        assert_eq!((total.value, total.n), (Ok(6.1), 3));
        assert_eq!((total.skipped[0].n, total.skipped[0].why), (1, UNWEIGHTED));
        let score = mean_penalty(&penalties, &ErrorWeights::default(), &Bootstrap::none());
        assert!((score.value.unwrap() - 6.1 / 3.0).abs() < 1e-12);
        let first = mean_penalty(
            penalties.iter().filter(|penalty| penalty.annotator == 0),
            &ErrorWeights::default(),
            &Bootstrap::none(),
        );
        assert!((first.value.unwrap() - 3.05).abs() < 1e-12);
        assert!(mean_penalty(&[], &ErrorWeights::default(), &Bootstrap::none()).value.is_err());
        assert!(
            total_penalty(&[], &Bootstrap::none()).value.unwrap().is_sign_positive(),
            "0, not −0"
        );
        assert!(penalties[1].sum.is_sign_positive());
    }

    #[test]
    fn annotators_without_any_severity_count_in_no_score() {
        let error = |severity: &str| Some(vec![error(0, "omission", severity)]);
        let items = vec![vec![error("somewhat"), error("")], vec![error("a lot"), Some(vec![])]];
        let weights = ErrorWeights::esa();
        let penalties = penalties(&study(items), &weights);
        let score = mean_penalty(&penalties, &weights, &Bootstrap::none());
        let omissions: Vec<_> = score.skipped.iter().map(|one| (one.n, one.why)).collect();
        assert_eq!((score.value, score.n), (Ok(3.0), 2));
        assert_eq!(omissions, [(2, UNWEIGHTED_SEGMENTS)]);
        assert_eq!(mean_penalty_sums(&penalties).totals(), [6.0, 2.0]);
        assert_eq!(total_penalty(&penalties, &Bootstrap::none()).n, 2);
        assert!(score.convention.contains("minor 1, major or somewhat 5"), "{}", score.convention);
    }

    #[test]
    fn errors_without_any_severity_have_no_score() {
        let of = |severities: &[&str]| {
            let edits = severities.iter().map(|severity| error(0, "omission", severity)).collect();
            let penalties = penalties(&study(vec![vec![Some(edits)]]), &ErrorWeights::esa());
            let none = Bootstrap::none();
            [
                total_penalty(&penalties, &Bootstrap::none()),
                mean_penalty(&penalties, &ErrorWeights::esa(), &none),
                quality_from_spans(&penalties, &none),
            ]
            .map(|figure| figure.value)
        };
        assert_eq!(of(&["", "awful"]), [Err(Undefined::NoWeightedSeverity); 3]);
        assert_eq!(of(&["", "major"]), [Ok(5.0), Ok(5.0), Ok(95.0)]);
        assert_eq!(of(&[]), [Ok(0.0), Ok(0.0), Ok(100.0)]);
    }

    #[test]
    fn what_is_derived_from_spans_goes_from_100_down_to_0() {
        let of = |errors: usize| {
            let edits = vec![error(0, "omission", "critical"); errors];
            let penalties = penalties(&study(vec![vec![Some(edits)]]), &ErrorWeights::esa());
            quality_from_spans(&penalties, &Bootstrap::none()).value
        };
        assert_eq!([of(0), of(1), of(20), of(21)], [Ok(100.0), Ok(95.0), Ok(0.0), Ok(0.0)]);
    }

    #[test]
    fn given_scores_are_averaged_as_they_are() {
        let given: Vec<Option<f64>> =
            ["80", " 90.5 ", "", "101", "-1", "NaN", "good", "0"].map(segment_score).to_vec();
        assert_eq!(given.iter().flatten().collect::<Vec<_>>(), [&80.0, &90.5, &0.0]);
        let numbered: Vec<_> = given.iter().copied().enumerate().collect();
        let score = segment_scores(&numbered, &Bootstrap::none());
        assert!((score.value.unwrap() - 170.5 / 3.0).abs() < 1e-12);
        assert_eq!((score.n, score.skipped[0].n), (3, 5));
        assert!(segment_scores(&[], &Bootstrap::none()).value.is_err());
    }

    proptest! {
        #[test]
        fn no_weight_makes_an_infinite_score(minor in any::<f64>(), major in any::<f64>()) {
            let weights = ErrorWeights { minor, major, ..ErrorWeights::default() };
            let edits = vec![error(0, "omission", "minor"), error(0, "omission", "major")];
            let penalties = penalties(&study(vec![vec![Some(edits.clone()), Some(edits)]]), &weights);
            for figure in [total_penalty(&penalties, &Bootstrap::none()), mean_penalty(&penalties, &ErrorWeights::default(), &Bootstrap::none()), quality_from_spans(&penalties, &Bootstrap::none())] {
                prop_assert!(figure.value.is_err() || figure.value.unwrap().is_finite());
            }
        }
    }
}
