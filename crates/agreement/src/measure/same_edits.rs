//! The edits of several annotators that count as the same, with their answers as numbers.

use std::collections::BTreeMap;

use super::annotation_study::{AnnotationStudy, ByAnnotator, MarkedEdit, StudyItem};
use super::code_point_range::CodePointRange;
use super::explanations::is_free_text;
use super::numbered_values::NumberedValues;
use crate::adjudication::{self, EditRelation, Extent, matching};
use spanwise_annotation::document::{EditKey, QuestionPath, Spans};
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

/// The edits of a study, prepared once for matching those of any annotators.
pub struct MatchableEdits<'a> {
    /// By item and annotator.
    pub(super) by_item: Vec<ByAnnotator<Vec<MatchableEdit>>>,
    /// The questions about edits, sorted by category and path.
    pub(super) questions: Vec<EditQuestion<'a>>,
}

/// An edit that can be matched.
pub(super) struct MatchableEdit {
    comparable: adjudication::ComparableEdit,
    /// Its answers, sorted: positions in [`MatchableEdits::questions`], with that of the answer in [`EditQuestion::values`].
    pub(super) answers: Vec<(usize, usize)>,
}

impl MatchableEdit {
    /// The position of the answer to a question.
    pub(super) fn answer(&self, question: usize) -> Option<usize> {
        self.answers.iter().find(|(of, _)| *of == question).map(|(_, value)| *value)
    }
}

/// A question about the edits of a category.
pub(super) struct EditQuestion<'a> {
    /// Position in [`AnnotationStudy::categories`].
    pub(super) category: usize,
    pub(super) path: &'a QuestionPath,
    /// The different answers of all annotators, sorted.
    pub(super) values: Vec<&'a str>,
    /// `true` if these are free text, of which no agreement is computed.
    pub(super) is_free_text: bool,
}

impl<'a> MatchableEdits<'a> {
    /// Prepares the edits of all items.
    #[must_use]
    pub fn of(study: &'a AnnotationStudy) -> Self {
        let mut asked = AskedQuestions::default();
        let mut by_item: Vec<ByAnnotator<Vec<MatchableEdit>>> = Vec::new();
        for item in &study.items {
            let mut of = |edit: &'a MarkedEdit| MatchableEdit {
                comparable: comparable(study, item, edit),
                answers: asked.numbers(edit),
            };
            let edits = item.edits.iter();
            by_item
                .push(edits.map(|(at, edits)| (at, edits.iter().map(&mut of).collect())).collect());
        }
        let (questions, places) = asked.sorted();
        let edits = by_item.iter_mut().flat_map(ByAnnotator::values_mut).flatten();
        edits.for_each(|edit| renumber(&mut edit.answers, &places));
        MatchableEdits { by_item, questions }
    }
}

/// Questions about edits and their answers, numbered in the order in which they come.
#[derive(Default)]
struct AskedQuestions<'a>(BTreeMap<(usize, &'a QuestionPath), (usize, NumberedValues<'a>)>);

/// The place of a question among the sorted ones, and by the number of each answer its place.
type QuestionPlaces = (usize, Vec<usize>);

impl<'a> AskedQuestions<'a> {
    /// The numbers of the answers of an edit, each after that of its question.
    fn numbers(&mut self, edit: &'a MarkedEdit) -> Vec<(usize, usize)> {
        let numbered = |(path, value)| {
            let next = self.0.len();
            let question = self.0.entry((edit.category, path));
            let (number, values) = question.or_insert_with(|| (next, NumberedValues::default()));
            (*number, values.number(value))
        };
        edit.answers.iter().map(numbered).collect()
    }

    /// The questions, sorted, and by number their places.
    fn sorted(self) -> (Vec<EditQuestion<'a>>, Vec<QuestionPlaces>) {
        let mut places = vec![(0, Vec::new()); self.0.len()];
        let mut questions = Vec::with_capacity(self.0.len());
        for (place, ((category, path), (number, values))) in self.0.into_iter().enumerate() {
            let is_free_text = is_free_text(values.counted());
            let (values, places_of_values) = values.sorted();
            questions.push(EditQuestion { category, path, values, is_free_text });
            if let Some(of) = places.get_mut(number) {
                *of = (place, places_of_values);
            }
        }
        (questions, places)
    }
}

/// Puts the places of questions and answers for their numbers.
fn renumber(answers: &mut [(usize, usize)], places: &[QuestionPlaces]) {
    for (question, value) in &mut *answers {
        if let Some((place, places_of_values)) = places.get(*question) {
            *question = *place;
            *value = places_of_values.get(*value).copied().unwrap_or_default();
        }
    }
    answers.sort_unstable();
}

/// Groups the edits of an item that are the same; each group has an element for each annotator.
pub(super) fn same_edits<'a>(
    item: &'a ByAnnotator<Vec<MatchableEdit>>,
    annotators: &[usize],
    rule: SameEditRule,
) -> Vec<Vec<Option<&'a MatchableEdit>>> {
    let mut known: Vec<&adjudication::ComparableEdit> = Vec::new();
    let mut groups: Vec<Vec<Option<&MatchableEdit>>> = Vec::new();
    for (column, annotator) in annotators.iter().enumerate() {
        let edits = item.get(*annotator).map(Vec::as_slice).unwrap_or_default();
        let own: Vec<&adjudication::ComparableEdit> =
            edits.iter().map(|edit| &edit.comparable).collect();
        let mut group_of: Vec<Option<usize>> = vec![None; edits.len()];
        for pair in matching(&known, &own) {
            let both = known.get(pair.first).zip(own.get(pair.second));
            let is_same = pair.relation != EditRelation::Category
                && both.is_some_and(|(a, b)| rule.holds(&a.extent, &b.extent));
            if let (true, Some(slot)) = (is_same, group_of.get_mut(pair.second)) {
                *slot = Some(pair.first);
            }
        }
        for (edit, group) in edits.iter().zip(group_of) {
            let group = group.unwrap_or_else(|| {
                known.push(&edit.comparable);
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
