//! The answers of several annotators about the same edits, as tables of ratings.

use std::collections::{BTreeMap, BTreeSet};

use super::krippendorff::Metric;
use super::severity::MQM_LEVELS;
use super::study::{Item, Marked, Study};
use crate::domain::document::{EditKey, QuestionPath};
use crate::domain::several::{self, Extent, Relation, matching};
use crate::domain::text::{CodePoint, Span, Text};
use crate::domain::typology::Scale;

/// A question about the edits of a category, with all answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    /// Position in [`Study::categories`].
    pub category: usize,
    /// Which question.
    pub path: QuestionPath,
    /// What was answered: sorted; for a scale, all its points in order.
    pub values: Vec<String>,
    /// How far answers are from each other: ordinal if all of them are points of one [`Scale`], or MQM's levels.
    pub metric: Metric,
    /// By edit and annotator, in the order they were asked for: the position in `values`; `None` if the annotator does
    /// not have the edit, or did not answer. Edits about which nobody answered are not held.
    pub rows: Vec<Vec<Option<usize>>>,
}

impl Question {
    /// Whether all answers are points of one scale.
    #[must_use]
    pub fn is_ordinal(&self) -> bool {
        self.metric == Metric::Ordinal
    }
}

/// The answers of some annotators, by their positions in [`Study::annotators`], to every question; sorted by category
/// and path.
///
/// Whose edits are the same is found item by item, as where annotators are shown side by side: by
/// [`matching`], one to one, of which only pairs of the same category count. Of more than two annotators, the first
/// one's edits are the first to be known. The edits of each further one are matched with the known ones as their first
/// annotators made them; those that find none become known in turn.
#[must_use]
pub fn answers(study: &Study, annotators: &[usize]) -> Vec<Question> {
    type Asked<'a> = (usize, &'a QuestionPath);
    let mut given: BTreeMap<Asked, Vec<Vec<Option<&str>>>> = BTreeMap::new();
    for item in &study.items {
        for edits in same_edits(study, item, annotators) {
            let known = || edits.iter().flatten();
            let asked =
                known().flat_map(|edit| edit.answers.keys().map(|path| (edit.category, path)));
            for (category, path) in asked.collect::<BTreeSet<Asked>>() {
                let edits = edits.iter().copied();
                let row = edits.map(|edit| Some(edit?.answers.get(path)?.as_str())).collect();
                given.entry((category, path)).or_default().push(row);
            }
        }
    }
    given.into_iter().map(|((category, path), rows)| question(category, path, &rows)).collect()
}

fn question(category: usize, path: &QuestionPath, rows: &[Vec<Option<&str>>]) -> Question {
    let said: BTreeSet<&str> = rows.iter().flatten().flatten().copied().collect();
    let scale = [Scale::Three.tokens(), Scale::Five.tokens(), MQM_LEVELS];
    let scale = scale.into_iter().find(|points| said.iter().all(|value| points.contains(value)));
    let values = scale.map_or_else(|| said.into_iter().collect(), <[&str]>::to_vec);
    let metric = if scale.is_some() { Metric::Ordinal } else { Metric::Nominal };
    let places: BTreeMap<&str, usize> =
        values.iter().enumerate().map(|(at, value)| (*value, at)).collect();
    let place = |value: &Option<&str>| places.get((*value)?).copied();
    Question {
        category,
        path: path.clone(),
        values: values.into_iter().map(str::to_owned).collect(),
        metric,
        rows: rows.iter().map(|row| row.iter().map(place).collect()).collect(),
    }
}

/// The edits of an item, each with those of the other annotators that are the same; by annotator.
fn same_edits<'a>(
    study: &Study,
    item: &'a Item,
    annotators: &[usize],
) -> Vec<Vec<Option<&'a Marked>>> {
    let mut known: Vec<several::Item> = Vec::new();
    let mut groups: Vec<Vec<Option<&Marked>>> = Vec::new();
    for (column, annotator) in annotators.iter().enumerate() {
        let edits = item.edits.get(*annotator).and_then(Option::as_deref).unwrap_or_default();
        let comparable: Vec<several::Item> =
            edits.iter().map(|edit| comparable(study, item, edit)).collect();
        let pairs = matching(&known, &comparable).into_iter();
        let pairs = pairs.filter(|pair| pair.relation != Relation::Category);
        let mut group_of: Vec<Option<usize>> = vec![None; edits.len()];
        for pair in pairs {
            if let Some(slot) = group_of.get_mut(pair.second) {
                *slot = Some(pair.first);
            }
        }
        for ((edit, comparable), group) in edits.iter().zip(comparable).zip(group_of) {
            let group = group.unwrap_or_else(|| {
                known.push(comparable);
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

/// An edit as annotators are compared.
fn comparable(study: &Study, item: &Item, edit: &Marked) -> several::Item {
    let spans = |text: &Text, ranges: &[super::Range]| -> Vec<Span> {
        let at = |offset: u32| text.from_code_point(CodePoint(offset));
        ranges.iter().map(|range| Span::between(at(range.start), at(range.end))).collect()
    };
    let ([source, target], [on_source, on_target]) = (&item.texts, &edit.spans);
    several::Item {
        // Edits are told apart by their positions here.
        key: EditKey(0),
        category: study.categories.get(edit.category).cloned().unwrap_or_default(),
        extent: Extent::new(spans(source, on_source), spans(target, on_target)),
        answers: edit.answers.clone(),
    }
}
