//! The answers of several annotators about the same edits and the same items, as tables of ratings.

use std::collections::{BTreeMap, BTreeSet};

use super::annotation_study::{AnnotationStudy, StudyItem};
use super::bootstrap::Bootstrap;
use super::explanations::is_free_text;
use super::krippendorff::AlphaMetric;
use super::numbered_values::NumberedValues;
use super::ratings::Ratings;
use super::same_edits::{EditQuestion, MatchableEdits, SameEditRule, same_edits};
use super::severity::MQM_LEVELS;
use crate::adjudication::FlatAnswers;
use spanwise_annotation::document::QuestionPath;
use spanwise_template::{Decimal, LikertScale};

/// A question about the edits of a category or about items, with all answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QuestionRatings<'a> {
    /// Position in [`AnnotationStudy::categories`]; `None` for a question about items as a whole.
    pub category: Option<usize>,
    /// The path of the question.
    pub path: &'a QuestionPath,
    /// The values answered, sorted, numbers by size; for a scale, all its points in order.
    pub values: Vec<&'a str>,
    /// The distance of answers: ordinal if all of them are points of one [`LikertScale`], MQM's levels, or numbers.
    pub metric: AlphaMetric,
    /// By edit (or item) and annotator, in the requested order: the position in `values`; `None` if the annotator does
    /// not have it, or did not answer. Edits and items without any answer are left out.
    pub rows: RatingRows,
    /// By row: the position of its item in [`AnnotationStudy::items`].
    pub items: Vec<usize>,
}

/// Rows of numbers of values.
type RatingRows = Vec<Vec<Option<usize>>>;

impl QuestionRatings<'_> {
    /// Returns `true` if all answers are points of one scale. Numbers are no scale: those that nobody answered are not
    /// among the values.
    #[must_use]
    pub fn is_scale(&self) -> bool {
        SCALES.iter().any(|points| self.values == *points)
    }

    /// The ratings, for κ and α.
    #[must_use]
    pub fn ratings<'r>(&'r self, bootstrap: &'r Bootstrap) -> Ratings<'r> {
        Ratings::new(&self.rows, &self.items, bootstrap)
    }
}

/// Returns the answers of the given annotators (positions in [`AnnotationStudy::annotators`]) to every question but those
/// of free text, sorted by category and path.
///
/// Edits are matched item by item, one to one. The edits of the first annotator are the first known ones. Those of each
/// further annotator are matched with the known ones, each as made by its first annotator; those left unmatched become
/// known in turn.
#[must_use]
pub fn answers<'a>(
    study: &AnnotationStudy,
    edits: &MatchableEdits<'a>,
    annotators: &[usize],
    rule: SameEditRule,
) -> Vec<QuestionRatings<'a>> {
    questions(study, edits, rule, |_| annotators.to_vec())
}

/// Returns the answers of the given annotators to every question about items as a whole but those of free text, sorted by
/// path.
#[must_use]
pub fn item_answers<'a>(
    study: &'a AnnotationStudy,
    annotators: &[usize],
) -> Vec<QuestionRatings<'a>> {
    item_questions(study, |_| annotators.to_vec())
}

/// Returns the answers of all annotators about items as a whole. A row has an element for each annotator who has the
/// item, in their order.
#[must_use]
pub fn item_answers_of_all(study: &AnnotationStudy) -> Vec<QuestionRatings<'_>> {
    item_questions(study, |item| item.edits.iter().map(|(annotator, _)| annotator).collect())
}

fn item_questions(
    study: &AnnotationStudy,
    annotators: impl Fn(&StudyItem) -> Vec<usize>,
) -> Vec<QuestionRatings<'_>> {
    let mut given: BTreeMap<&QuestionPath, (NumberedValues, GivenAnswers)> = BTreeMap::new();
    for (at, item) in study.items.iter().enumerate() {
        let annotators = annotators(item);
        let own = || annotators.iter().map(|annotator| item.answers.get(*annotator));
        for path in own().flatten().flat_map(FlatAnswers::paths).collect::<BTreeSet<_>>() {
            let (values, given) = given.entry(path).or_default();
            let row = own().map(|answers| Some(values.number(answers?.get(path)?)));
            given.rows.push(row.collect());
            given.items.push(at);
        }
    }
    let of_questions = given.into_iter().map(|(path, (values, mut given))| {
        let is_free_text = is_free_text(values.counted());
        let (values, places) = values.sorted();
        renumber(&mut given.rows, &places);
        (!is_free_text).then(|| ratings(None, path, &values, given))
    });
    of_questions.flatten().collect()
}

/// Returns the answers of all annotators. A row has an element for each annotator who has the item, in their order,
/// since of many annotators, most have few of the items.
#[must_use]
pub fn answers_of_all<'a>(
    study: &AnnotationStudy,
    edits: &MatchableEdits<'a>,
    rule: SameEditRule,
) -> Vec<QuestionRatings<'a>> {
    questions(study, edits, rule, |item| {
        item.edits.iter().map(|(annotator, _)| annotator).collect()
    })
}

fn questions<'a>(
    study: &AnnotationStudy,
    edits: &MatchableEdits<'a>,
    rule: SameEditRule,
    annotators: impl Fn(&StudyItem) -> Vec<usize>,
) -> Vec<QuestionRatings<'a>> {
    let mut given: Vec<GivenAnswers> = Vec::new();
    given.resize_with(edits.questions.len(), GivenAnswers::default);
    for (at, (item, matchable)) in study.items.iter().zip(&edits.by_item).enumerate() {
        for same in same_edits(matchable, &annotators(item), rule) {
            let answers = same.iter().flatten().flat_map(|edit| &edit.answers);
            for question in answers.map(|(question, _)| *question).collect::<BTreeSet<_>>() {
                let Some(given) = given.get_mut(question) else { continue };
                given.rows.push(same.iter().map(|edit| (*edit)?.answer(question)).collect());
                given.items.push(at);
            }
        }
    }
    let of_question = |(question, given): (&EditQuestion<'a>, GivenAnswers)| {
        let EditQuestion { category, path, values, is_free_text } = question;
        let is_compared = !given.rows.is_empty() && !is_free_text;
        is_compared.then(|| ratings(Some(*category), path, values, given))
    };
    edits.questions.iter().zip(given).filter_map(of_question).collect()
}

/// The scales whose points are in order.
const SCALES: [&[&str]; 3] = [LikertScale::Three.tokens(), LikertScale::Five.tokens(), MQM_LEVELS];

/// The scale of which all answers are points.
pub(super) fn scale_of<'a>(
    answers: impl Iterator<Item = &'a str> + Clone,
) -> Option<&'static [&'static str]> {
    SCALES.into_iter().find(|points| answers.clone().all(|answer| points.contains(&answer)))
}

/// The answers to a question: by edit and annotator, numbers of values, and by edit its item.
#[derive(Default)]
struct GivenAnswers {
    rows: RatingRows,
    items: Vec<usize>,
}

/// The ratings of a question by answers, which are positions in the values of all annotators, sorted.
fn ratings<'a>(
    category: Option<usize>,
    path: &'a QuestionPath,
    values: &[&'a str],
    given: GivenAnswers,
) -> QuestionRatings<'a> {
    let GivenAnswers { mut rows, items } = given;
    let mut is_said = vec![false; values.len()];
    for at in rows.iter().flatten().flatten() {
        is_said.get_mut(*at).into_iter().for_each(|is_said| *is_said = true);
    }
    let all = values.iter().zip(is_said).enumerate();
    let said = all.filter_map(|(at, (value, is_said))| is_said.then_some((at, *value)));
    let said: Vec<(usize, &str)> = said.collect();
    let mut places = vec![0; values.len()];
    let mut put = |place: usize, at: usize| {
        places.get_mut(at).into_iter().for_each(|place_of| *place_of = place);
    };
    let (values, metric) = if let Some(points) = scale_of(said.iter().map(|(_, value)| *value)) {
        for (at, value) in said {
            put(points.iter().position(|point| *point == value).unwrap_or_default(), at);
        }
        (points.to_vec(), AlphaMetric::Ordinal)
    } else {
        let numbers = by_size(&said);
        let metric = if numbers.is_some() { AlphaMetric::Ordinal } else { AlphaMetric::Nominal };
        let ordered = numbers.unwrap_or(said);
        ordered.iter().enumerate().for_each(|(place, (at, _))| put(place, *at));
        (ordered.into_iter().map(|(_, value)| value).collect(), metric)
    };
    renumber(&mut rows, &places);
    QuestionRatings { category, path, values, metric, rows, items }
}

/// The values in the order of the numbers that they are; `None` unless all are numbers.
fn by_size<'a>(values: &[(usize, &'a str)]) -> Option<Vec<(usize, &'a str)>> {
    let number = |(at, value): &(usize, &'a str)| Some((Decimal::parse(value)?, *value, *at));
    let mut numbers: Vec<_> = values.iter().map(number).collect::<Option<_>>()?;
    numbers.sort_unstable();
    Some(numbers.into_iter().map(|(_, value, at)| (at, value)).collect())
}

/// Puts the place of each number for it.
fn renumber(rows: &mut RatingRows, places: &[usize]) {
    let all = rows.iter_mut().flatten().flatten();
    all.for_each(|number| *number = places.get(*number).copied().unwrap_or_default());
}
