//! The input of measures: texts, and the edits of each of several annotators.

use std::collections::BTreeSet;

use super::code_point_range::CodePointRange;
use super::time::ItemTimes;
use super::tokens::Tokenization;
use crate::adjudication::FlatAnswers;
use spanwise_annotation::document::{TextName, Texts};
use spanwise_template::Side;
use spanwise_text::{CodePoint, Text};

/// One span in a category, the unit of span measures. An edit with several spans is several units, and an insertion
/// point is one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MarkedSpan {
    /// Its range; empty for an insertion point, which stands at the end of the white space around it.
    pub range: CodePointRange,
    /// Position in [`AnnotationStudy::categories`].
    pub category: usize,
}

/// The ranges of one edit, by the name of their text; each list is sorted.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct MarkedRanges(Vec<(TextName, Vec<CodePointRange>)>);

impl MarkedRanges {
    /// Ranges in one text.
    #[must_use]
    pub fn of(text: TextName, ranges: Vec<CodePointRange>) -> Self {
        [(text, ranges)].into_iter().collect()
    }

    /// The ranges in a text.
    #[must_use]
    pub fn on(&self, text: &TextName) -> &[CodePointRange] {
        let on = self.0.iter().find(|(name, _)| name == text);
        on.map_or(&[], |(_, ranges)| ranges.as_slice())
    }

    /// The texts with a range, each with its ranges.
    pub fn iter(&self) -> impl Iterator<Item = (&TextName, &[CodePointRange])> {
        self.0.iter().map(|(name, ranges)| (name, ranges.as_slice()))
    }

    /// The number of ranges in all texts.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.iter().map(|(_, ranges)| ranges.len()).sum()
    }

    /// Returns `true` if there is no range in any text.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl FromIterator<(TextName, Vec<CodePointRange>)> for MarkedRanges {
    /// Expects each name at most once.
    fn from_iter<I: IntoIterator<Item = (TextName, Vec<CodePointRange>)>>(all: I) -> Self {
        let mut ranges = Vec::new();
        for on in all.into_iter().filter(|(_, ranges)| !ranges.is_empty()) {
            // Reserves exactly one, since there are many edits, most of them on one text.
            ranges.reserve_exact(1);
            ranges.push(on);
        }
        MarkedRanges(ranges)
    }
}

/// One edit of one annotator.
#[derive(Debug, Clone, PartialEq)]
pub struct MarkedEdit {
    /// Position in [`AnnotationStudy::categories`].
    pub category: usize,
    /// Its spans; empty ranges are insertion points. Empty for an edit on the whole item.
    pub spans: MarkedRanges,
    /// The answers about it. A severity that the format stores outside the answers is under `severity`, in lower case.
    pub answers: FlatAnswers,
    /// Its probability, from 0 to 1, where a format has one.
    pub probability: Option<f64>,
}

impl MarkedEdit {
    /// The spans on one text.
    #[must_use]
    pub fn on(&self, text: &TextName) -> &[CodePointRange] {
        self.spans.on(text)
    }

    /// The sides on whose texts it has spans, each with the number of spans on one of them.
    fn counts_on_sides(&self, texts: &Texts) -> impl Iterator<Item = (Side, usize)> {
        self.spans
            .iter()
            .filter_map(|(name, spans)| Some((texts.get(name)?.role.side()?, spans.len())))
    }
}

/// A sparse map from the position of an annotator in [`AnnotationStudy::annotators`] to a value, since of many
/// annotators, most have few of the items. A list, in the order of the annotators: items of one annotator are many, and
/// a tree takes ten times as much memory for a single value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ByAnnotator<T>(Vec<(usize, T)>);

impl<T> Default for ByAnnotator<T> {
    fn default() -> Self {
        ByAnnotator(Vec::new())
    }
}

impl<T> ByAnnotator<T> {
    /// The value of an annotator.
    #[must_use]
    pub fn get(&self, annotator: usize) -> Option<&T> {
        self.0.get(self.place(annotator).ok()?).map(|(_, value)| value)
    }

    /// The place of an annotator in the list; as an error, the place for a new one.
    fn place(&self, annotator: usize) -> Result<usize, usize> {
        self.0.binary_search_by_key(&annotator, |(annotator, _)| *annotator)
    }

    /// Sets the value of an annotator, replacing any earlier one.
    pub fn insert(&mut self, annotator: usize, value: T) {
        match self.place(annotator) {
            Ok(at) => self.0[at].1 = value,
            Err(at) => {
                if self.0.is_empty() {
                    self.0.reserve_exact(1);
                }
                self.0.insert(at, (annotator, value));
            }
        }
    }

    /// The annotators with their values, in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (usize, &T)> + Clone {
        self.0.iter().map(|(annotator, value)| (*annotator, value))
    }

    /// The values, in the order of the annotators.
    pub fn values(&self) -> impl DoubleEndedIterator<Item = &T> + Clone {
        self.0.iter().map(|(_, value)| value)
    }

    /// The values, mutably, in the order of the annotators.
    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.0.iter_mut().map(|(_, value)| value)
    }

    /// The number of annotators with a value.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns `true` if no annotator has a value.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<T> FromIterator<(usize, T)> for ByAnnotator<T> {
    fn from_iter<I: IntoIterator<Item = (usize, T)>>(all: I) -> Self {
        let mut by_annotator = ByAnnotator::default();
        all.into_iter().for_each(|(annotator, value)| by_annotator.insert(annotator, value));
        by_annotator
    }
}

impl<T> From<Vec<Option<T>>> for ByAnnotator<T> {
    /// By annotator; `None` for those without a value.
    fn from(all: Vec<Option<T>>) -> Self {
        all.into_iter().enumerate().filter_map(|(at, value)| Some((at, value?))).collect()
    }
}

/// One item of data with the annotations of every annotator.
#[derive(Debug, Clone)]
pub struct StudyItem {
    /// Its identity: its key or its number.
    pub name: String,
    /// Its texts.
    pub texts: Texts,
    /// The edits of those who had the item.
    pub edits: ByAnnotator<Vec<MarkedEdit>>,
    /// The answers about the item as a whole of those who gave any.
    pub answers: ByAnnotator<FlatAnswers>,
    /// The scores that annotators gave the item as a whole, from 0 to 100.
    pub scores: ByAnnotator<f64>,
    /// Hard labels of the target that were given beside soft ones and do not follow from them.
    pub hard_labels: ByAnnotator<Vec<CodePointRange>>,
}

/// Several annotators on the same data.
#[derive(Debug, Clone, Default)]
pub struct AnnotationStudy {
    /// The annotators, in the order of the files.
    pub annotators: Vec<String>,
    /// The names of all categories, sorted.
    pub categories: Vec<String>,
    /// The items that at least one annotator has.
    pub items: Vec<StudyItem>,
    /// By annotator: the names of texts that their records lack and others have. They count as if the annotator did not
    /// have these texts: that nothing is marked there says nothing.
    pub lacking_texts: Vec<BTreeSet<TextName>>,
    /// The times of annotators on items, where files have them.
    pub times: Vec<ItemTimes>,
    /// The tokenization for measures of tokens.
    pub tokenization: Tokenization,
    /// The sides compared by span measures.
    pub sides: ComparedSides,
}

/// The sides of items compared by span measures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum ComparedSides {
    /// The sides on which at least two annotators marked something, or the only annotator who marked anything; if there
    /// is none, those on which anyone did; if nobody did, the target. So a single slip of one annotator adds no texts.
    #[default]
    Used,
    /// The source.
    Source,
    /// The target.
    Target,
    /// Both.
    Both,
}

/// One text of one item, with the units that every annotator marked on it: a text or an example in the terms of span
/// measures.
#[derive(Debug, Clone)]
pub struct StudyText {
    /// Position in [`AnnotationStudy::items`].
    pub item: usize,
    /// Position among the texts of the item.
    pub position: usize,
    /// The name of the text.
    pub name: TextName,
    /// The text.
    pub text: Text,
    /// Its length in code points, or the end of the last unit if greater, as in formats with positions but no text.
    pub length: u32,
    /// The units of the annotators who had the text; each list is sorted.
    pub units: ByAnnotator<Vec<MarkedSpan>>,
    /// The tokenization for measures of tokens.
    pub tokenization: Tokenization,
}

impl StudyText {
    /// Returns the text with the units of the given annotators only, renumbered in the given order.
    #[must_use]
    pub fn only(&self, annotators: &[usize]) -> StudyText {
        let own =
            |(at, annotator): (usize, &usize)| Some((at, self.units.get(*annotator)?.clone()));
        let units = annotators.iter().enumerate().filter_map(own).collect();
        StudyText {
            item: self.item,
            position: self.position,
            name: self.name.clone(),
            text: self.text.clone(),
            length: self.length,
            units,
            tokenization: self.tokenization.clone(),
        }
    }

    /// The tokens of the text.
    #[must_use]
    pub fn tokens(&self) -> Vec<CodePointRange> {
        self.tokenization.tokens(self.text.as_str())
    }
}

impl AnnotationStudy {
    /// The categories that an annotator used, by their positions.
    #[must_use]
    pub fn used_by(&self, annotator: usize) -> BTreeSet<usize> {
        let edits = self.items.iter().filter_map(|item| item.edits.get(annotator));
        edits.flatten().map(|edit| edit.category).collect()
    }

    /// The sides compared by span measures.
    #[must_use]
    pub fn compared_sides(&self) -> Vec<Side> {
        match self.sides {
            ComparedSides::Source => return vec![Side::Source],
            ComparedSides::Target => return vec![Side::Target],
            ComparedSides::Both => return Side::ALL.to_vec(),
            ComparedSides::Used => {}
        }
        let used = self.marked_sides();
        let marking = used.iter().filter(|sides| sides.contains(&true)).count();
        let by_at_least = |n: usize| -> Vec<Side> {
            let users =
                |at: usize| used.iter().filter(|sides| sides.get(at) == Some(&true)).count();
            Side::ALL
                .into_iter()
                .enumerate()
                .filter(|(at, _)| users(*at) >= n)
                .map(|(_, s)| s)
                .collect()
        };
        match (by_at_least(marking.clamp(1, 2)), by_at_least(1)) {
            (shared, _) if !shared.is_empty() => shared,
            (_, any) if !any.is_empty() => any,
            _ => vec![Side::Target],
        }
    }

    /// Returns `true` if several annotators marked something, no two of them on the same side, and no sides were
    /// requested.
    #[must_use]
    pub fn marks_other_sides(&self) -> bool {
        let used = self.marked_sides();
        let marking = used.iter().filter(|sides| sides.contains(&true)).count();
        let users = |at: usize| used.iter().filter(|sides| sides.get(at) == Some(&true)).count();
        self.sides == ComparedSides::Used && marking > 1 && users(0) < 2 && users(1) < 2
    }

    /// By annotator: `true` if there is a span on the source, and on the target.
    fn marked_sides(&self) -> Vec<[bool; 2]> {
        let mut used = vec![[false; 2]; self.annotators.len()];
        for item in &self.items {
            for (annotator, edits) in item.edits.iter() {
                let Some(used) = used.get_mut(annotator).filter(|used| used.contains(&false))
                else {
                    continue;
                };
                for (side, _) in edits.iter().flat_map(|edit| edit.counts_on_sides(&item.texts)) {
                    used.iter_mut().zip(Side::ALL).for_each(|(used, one)| *used |= one == side);
                }
            }
        }
        used
    }

    /// The number of spans, insertion points included, on texts that are not compared.
    #[must_use]
    pub fn spans_elsewhere(&self) -> usize {
        let compared = self.compared_sides();
        let elsewhere = |item: &StudyItem, edit: &MarkedEdit| {
            let on_sides = edit.counts_on_sides(&item.texts);
            let looked_at = on_sides.filter(|(side, _)| compared.contains(side));
            edit.spans.len() - looked_at.map(|(_, spans)| spans).sum::<usize>()
        };
        let of_item = |item: &StudyItem| {
            item.edits.values().flatten().map(|edit| elsewhere(item, edit)).sum::<usize>()
        };
        self.items.iter().map(of_item).sum()
    }

    /// Returns `true` if the records of an annotator have no text of this name.
    #[must_use]
    pub fn lacks_text(&self, annotator: usize, name: &TextName) -> bool {
        self.lacking_texts.get(annotator).is_some_and(|lacking| lacking.contains(name))
    }

    /// The texts for span measures: those of each item on the sides of [`AnnotationStudy::compared_sides`].
    #[must_use]
    pub fn study_texts(&self) -> Vec<StudyText> {
        self.each_study_text().collect()
    }

    /// The same texts one after the other, for what needs each of them once.
    pub fn each_study_text(&self) -> impl Iterator<Item = StudyText> {
        let sides = self.compared_sides();
        self.items.iter().enumerate().flat_map(move |(number, item)| {
            let texts = item.texts.iter().enumerate();
            let on_sides: Vec<_> = texts
                .filter(|(_, text)| text.role.side().is_some_and(|side| sides.contains(&side)))
                .collect();
            on_sides.into_iter().map(move |(position, text)| {
                let edits = item.edits.iter().filter(|(at, _)| !self.lacks_text(*at, &text.name));
                let units = edits.map(|(at, edits)| (at, units_on(&text.name, &text.text, edits)));
                let units: ByAnnotator<_> = units.collect();
                StudyText {
                    item: number,
                    position,
                    name: text.name.clone(),
                    text: text.text.clone(),
                    length: length(&text.text, &units),
                    units,
                    tokenization: self.tokenization.clone(),
                }
            })
        })
    }
}

fn units_on(name: &TextName, text: &Text, edits: &[MarkedEdit]) -> Vec<MarkedSpan> {
    let unit = |range: &CodePointRange, category| MarkedSpan {
        range: counted_range(text, *range),
        category,
    };
    let mut units = Vec::new();
    for edit in edits {
        units.extend(edit.on(name).iter().map(|range| unit(range, edit.category)));
    }
    units.sort_unstable();
    units
}

/// The range of a span of a text as measures count it, in [`MarkedSpan`]s.
#[must_use]
pub fn counted_range(text: &Text, range: CodePointRange) -> CodePointRange {
    if range.is_empty() { after_white_space(text, range) } else { range }
}

/// The insertion point after the white space that follows it: what is inserted before a space or after it is inserted
/// between the same two words.
fn after_white_space(text: &Text, point: CodePointRange) -> CodePointRange {
    let from = text.byte_of_code_point(CodePoint(point.start)).0;
    let rest = text.as_str().get(from..).unwrap_or_default();
    let space = rest.chars().take_while(|c| c.is_whitespace()).count();
    let at = point.start.saturating_add(u32::try_from(space).unwrap_or(u32::MAX));
    CodePointRange { start: at, end: at }
}

fn length(text: &Text, units: &ByAnnotator<Vec<MarkedSpan>>) -> u32 {
    let ends = units.values().flatten().map(|unit| unit.range.end);
    ends.max().unwrap_or(0).max(text.to_code_point(text.len_utf16()).0)
}
