//! The answers of several annotators about the same edits and the same items, as tables of ratings.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::annotation_study::{AnnotationStudy, ByAnnotator, MarkedEdit, StudyItem};
use super::bootstrap::Bootstrap;
use super::code_point_range::CodePointRange;
use super::krippendorff::AlphaMetric;
use super::ratings::Ratings;
use super::severity::MQM_LEVELS;
use crate::adjudication::{self, EditRelation, Extent, FlatAnswers, matching};
use spanwise_annotation::document::{EditKey, QuestionPath, Spans};
use spanwise_template::{Decimal, LikertScale};
use spanwise_text::{CodePoint, Span, Text};

/// The rule by which edits of two annotators count as the same when their answers are compared.
///
/// All rules start from the pairs of the [`matching`] that have the same category: edits with the same spans first, the
/// others assigned so that as much text as possible is in common.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub enum SameEditRule {
    /// All these pairs, even with a single character in common, as in the side-by-side comparison of annotators.
    #[default]
    Overlap,
    /// The pairs with the same spans, or with at least this intersection over union.
    Iou(f64),
    /// The pairs with the same spans.
    Exact,
}

impl SameEditRule {
    /// The rule as a sentence fit for a paper.
    #[must_use]
    pub fn sentence(self) -> String {
        let rest = match self {
            SameEditRule::Overlap => "a character in common".to_owned(),
            SameEditRule::Iou(least) => format!("an intersection over union of {least} or more"),
            SameEditRule::Exact => "the same spans".to_owned(),
        };
        format!(
            "Edits of the same category with {rest} are the same, matched one to one so that they have most text in common."
        )
    }

    fn holds(self, a: &Extent, b: &Extent) -> bool {
        match self {
            SameEditRule::Overlap => true,
            SameEditRule::Iou(least) => a == b || a.intersection_over_union(b) >= least,
            SameEditRule::Exact => a == b,
        }
    }
}

/// A question about the edits of a category or about items, with all answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QuestionRatings {
    /// Position in [`AnnotationStudy::categories`]; `None` for a question about items as a whole.
    pub category: Option<usize>,
    /// The path of the question.
    pub path: QuestionPath,
    /// The values answered, sorted, numbers by size; for a scale, all its points in order.
    pub values: Vec<String>,
    /// The distance of answers: ordinal if all of them are points of one [`LikertScale`], MQM's levels, or numbers.
    pub metric: AlphaMetric,
    /// By edit (or item) and annotator, in the requested order: the position in `values`; `None` if the annotator does
    /// not have it, or did not answer. Edits and items without any answer are left out.
    pub rows: Vec<Vec<Option<usize>>>,
    /// By row: the position of its item in [`AnnotationStudy::items`].
    pub items: Vec<usize>,
}

impl QuestionRatings {
    /// Returns `true` if all answers are points of one scale. Numbers are no scale: those that nobody answered are not
    /// among the values.
    #[must_use]
    pub fn is_scale(&self) -> bool {
        SCALES.iter().any(|points| self.values == *points)
    }

    /// The ratings, for κ and α.
    #[must_use]
    pub fn ratings<'a>(&'a self, bootstrap: &'a Bootstrap) -> Ratings<'a> {
        Ratings::new(&self.rows, &self.items, bootstrap)
    }
}

/// Returns the answers of the given annotators (positions in [`AnnotationStudy::annotators`]) to every question, sorted
/// by category and path.
///
/// Edits are matched item by item, one to one. The edits of the first annotator are the first known ones. Those of each
/// further annotator are matched with the known ones, each as made by its first annotator; those left unmatched become
/// known in turn.
#[must_use]
pub fn answers(
    study: &AnnotationStudy,
    edits: &MatchableEdits,
    annotators: &[usize],
    rule: SameEditRule,
) -> Vec<QuestionRatings> {
    questions(study, edits, rule, |_| annotators.to_vec())
}

/// Returns the answers of the given annotators to every question about items as a whole, sorted by path.
#[must_use]
pub fn item_answers(study: &AnnotationStudy, annotators: &[usize]) -> Vec<QuestionRatings> {
    item_questions(study, |_| annotators.to_vec())
}

/// Returns the answers of all annotators about items as a whole. A row has an element for each annotator who has the
/// item, in their order.
#[must_use]
pub fn item_answers_of_all(study: &AnnotationStudy) -> Vec<QuestionRatings> {
    item_questions(study, |item| item.edits.iter().map(|(annotator, _)| annotator).collect())
}

fn item_questions(
    study: &AnnotationStudy,
    annotators: impl Fn(&StudyItem) -> Vec<usize>,
) -> Vec<QuestionRatings> {
    let mut given: BTreeMap<&QuestionPath, GivenAnswers> = BTreeMap::new();
    for (at, item) in study.items.iter().enumerate() {
        let annotators = annotators(item);
        let own = || annotators.iter().map(|annotator| item.answers.get(*annotator));
        for path in own().flatten().flat_map(FlatAnswers::paths).collect::<BTreeSet<_>>() {
            let given = given.entry(path).or_default();
            given.rows.push(own().map(|answers| answers?.get(path)).collect());
            given.items.push(at);
        }
    }
    given.into_iter().map(|(path, given)| question(None, path, given)).collect()
}

/// Returns the answers of all annotators. A row has an element for each annotator who has the item, in their order,
/// since of many annotators, most have few of the items.
#[must_use]
pub fn answers_of_all(
    study: &AnnotationStudy,
    edits: &MatchableEdits,
    rule: SameEditRule,
) -> Vec<QuestionRatings> {
    questions(study, edits, rule, |item| {
        item.edits.iter().map(|(annotator, _)| annotator).collect()
    })
}

fn questions(
    study: &AnnotationStudy,
    edits: &MatchableEdits,
    rule: SameEditRule,
    annotators: impl Fn(&StudyItem) -> Vec<usize>,
) -> Vec<QuestionRatings> {
    type AskedQuestion<'a> = (usize, &'a QuestionPath);
    let mut given: BTreeMap<AskedQuestion, GivenAnswers> = BTreeMap::new();
    for (at, (item, matchable)) in study.items.iter().zip(&edits.by_item).enumerate() {
        for edits in same_edits(item, matchable, &annotators(item), rule) {
            let known = || edits.iter().flatten();
            let asked =
                known().flat_map(|edit| edit.answers.paths().map(|path| (edit.category, path)));
            for (category, path) in asked.collect::<BTreeSet<AskedQuestion>>() {
                let edits = edits.iter().copied();
                let row = edits.map(|edit| edit?.answers.get(path)).collect();
                let given = given.entry((category, path)).or_default();
                given.rows.push(row);
                given.items.push(at);
            }
        }
    }
    given
        .into_iter()
        .map(|((category, path), given)| question(Some(category), path, given))
        .collect()
}

/// The scales whose points are in order.
const SCALES: [&[&str]; 3] = [LikertScale::Three.tokens(), LikertScale::Five.tokens(), MQM_LEVELS];

/// The values in the order of the numbers that they are; `None` unless all are numbers.
fn in_order<'a>(values: &[&'a str]) -> Option<Vec<&'a str>> {
    let number = |value: &&'a str| Some((Decimal::parse(value)?, *value));
    let mut numbers: Vec<_> = values.iter().map(number).collect::<Option<_>>()?;
    numbers.sort_unstable();
    Some(numbers.into_iter().map(|(_, value)| value).collect())
}

/// The answers to a question: by edit and annotator.
#[derive(Default)]
struct GivenAnswers<'a> {
    rows: Vec<Vec<Option<&'a str>>>,
    items: Vec<usize>,
}

fn question(
    category: Option<usize>,
    path: &QuestionPath,
    given: GivenAnswers<'_>,
) -> QuestionRatings {
    let GivenAnswers { rows, items } = given;
    // Numbered as they come, since most rows repeat the values of others.
    let mut numbers: HashMap<&str, usize> = HashMap::new();
    let mut rows: Vec<Vec<Option<usize>>> = rows
        .into_iter()
        .map(|row| row.into_iter().map(|value| Some(number(&mut numbers, value?))).collect())
        .collect();
    let mut said: Vec<&str> = numbers.keys().copied().collect();
    said.sort_unstable();
    let scale = SCALES.into_iter().find(|points| said.iter().all(|value| points.contains(value)));
    let (values, metric) = match (scale, in_order(&said)) {
        (Some(points), _) => (points.to_vec(), AlphaMetric::Ordinal),
        (None, Some(numbers)) => (numbers, AlphaMetric::Ordinal),
        (None, None) => (said, AlphaMetric::Nominal),
    };
    let mut places = vec![0; numbers.len()];
    for (place, value) in values.iter().enumerate() {
        if let Some(place_of) = numbers.get(value).and_then(|number| places.get_mut(*number)) {
            *place_of = place;
        }
    }
    let all = rows.iter_mut().flatten().flatten();
    all.for_each(|number| *number = places.get(*number).copied().unwrap_or_default());
    QuestionRatings {
        category,
        path: path.clone(),
        values: values.into_iter().map(str::to_owned).collect(),
        metric,
        rows,
        items,
    }
}

/// The number of a value, which gets the next one if it has none.
fn number<'a>(numbers: &mut HashMap<&'a str, usize>, value: &'a str) -> usize {
    let next = numbers.len();
    *numbers.entry(value).or_insert(next)
}

/// The edits of a study, prepared for matching.
pub struct MatchableEdits {
    /// By item and annotator.
    by_item: Vec<ByAnnotator<Vec<adjudication::ComparableEdit>>>,
}

impl MatchableEdits {
    /// Prepares the edits of all items.
    #[must_use]
    pub fn of(study: &AnnotationStudy) -> Self {
        let of_item = |item: &StudyItem| {
            let of = |edits: &Vec<MarkedEdit>| {
                edits.iter().map(|edit| comparable(study, item, edit)).collect()
            };
            item.edits.iter().map(|(annotator, edits)| (annotator, of(edits))).collect()
        };
        MatchableEdits { by_item: study.items.iter().map(of_item).collect() }
    }
}

/// Groups the edits of an item that are the same; each group has an element for each annotator.
fn same_edits<'a>(
    item: &'a StudyItem,
    matchable: &ByAnnotator<Vec<adjudication::ComparableEdit>>,
    annotators: &[usize],
    rule: SameEditRule,
) -> Vec<Vec<Option<&'a MarkedEdit>>> {
    let mut known: Vec<&adjudication::ComparableEdit> = Vec::new();
    let mut groups: Vec<Vec<Option<&MarkedEdit>>> = Vec::new();
    for (column, annotator) in annotators.iter().enumerate() {
        let edits = item.edits.get(*annotator).map(Vec::as_slice).unwrap_or_default();
        let own: Vec<&adjudication::ComparableEdit> =
            matchable.get(*annotator).into_iter().flatten().collect();
        let mut group_of: Vec<Option<usize>> = vec![None; edits.len()];
        for pair in matching(&known, &own) {
            let both = known.get(pair.first).zip(own.get(pair.second));
            let is_same = pair.relation != EditRelation::Category
                && both.is_some_and(|(a, b)| rule.holds(&a.extent, &b.extent));
            if let (true, Some(slot)) = (is_same, group_of.get_mut(pair.second)) {
                *slot = Some(pair.first);
            }
        }
        for ((edit, own), group) in edits.iter().zip(own).zip(group_of) {
            let group = group.unwrap_or_else(|| {
                known.push(own);
                groups.push(vec![None; annotators.len()]);
                groups.len() - 1
            });
            let slot = groups.get_mut(group).and_then(|group| group.get_mut(column));
            if let Some(slot) = slot {
                *slot = Some(edit);
            }
        }
    }
    groups
}

/// Converts an edit for matching.
fn comparable(
    study: &AnnotationStudy,
    item: &StudyItem,
    edit: &MarkedEdit,
) -> adjudication::ComparableEdit {
    let spans = |text: &Text, ranges: &[CodePointRange]| -> Vec<Span> {
        let at = |offset: u32| text.from_code_point(CodePoint(offset));
        ranges.iter().map(|range| Span::between(at(range.start), at(range.end))).collect()
    };
    let mut all = Spans::default();
    for (name, ranges) in edit.spans.iter() {
        let text = item.texts.get(name).map_or(&Text::EMPTY, |text| &text.text);
        all.set(name.clone(), spans(text, ranges));
    }
    adjudication::ComparableEdit {
        // The key is unused: edits are identified by their positions here.
        key: EditKey(0),
        category: study.categories.get(edit.category).cloned().unwrap_or_default(),
        extent: Extent::new(all),
        answers: edit.answers.clone(),
    }
}
