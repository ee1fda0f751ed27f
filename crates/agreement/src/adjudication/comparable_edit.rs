//! Edits reduced to the compared data: extent, category and answers.

use super::flat_answers::{FlatAnswers, flatten_answers};
use spanwise_annotation::document::{Edit, EditKey, Instance, Spans, TextName};
use spanwise_text::Span;

/// The extent of an edit: its spans with those of its constituents, sorted in each text, without duplicates. Offsets in
/// UTF-16 units.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Extent(Spans);

impl Ord for Extent {
    /// By the spans on the usual source, then on the usual target, then on other texts.
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        let source = self.0.source().cmp(other.0.source());
        let target = || self.0.target().cmp(other.0.target());
        source.then_with(target).then_with(|| self.0.cmp(&other.0))
    }
}

impl PartialOrd for Extent {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Extent {
    /// The extent of an edit.
    #[must_use]
    pub fn of(edit: &Edit) -> Self {
        let mut all = edit.spans.clone();
        for (name, spans) in edit.constituents.iter().flat_map(|member| member.spans.iter()) {
            all.change(name, |all| all.extend(spans));
        }
        Extent::new(all)
    }

    /// The extent of these spans.
    #[must_use]
    pub fn new(spans: Spans) -> Self {
        let mut sorted = Spans::default();
        for (name, spans) in spans.iter() {
            let mut spans = spans.to_vec();
            spans.sort_unstable();
            spans.dedup();
            sorted.set(name.clone(), spans);
        }
        Extent(sorted)
    }

    /// The spans on one text, sorted.
    #[must_use]
    pub fn on(&self, text: &TextName) -> &[Span] {
        self.0.on(text)
    }

    /// The texts with a span.
    pub(super) fn texts(&self) -> impl Iterator<Item = &TextName> {
        self.0.iter().map(|(name, _)| name)
    }

    /// Returns `true` if the edit is about the instance as a whole.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.0.is_empty()
    }

    /// The overlap of two extents: UTF-16 units that both cover, and 1 for each insertion point of both.
    #[must_use]
    pub fn overlap(&self, other: &Extent) -> u64 {
        CoveredTexts::of(self).overlap(&CoveredTexts::of(other))
    }

    /// The intersection of two extents over their union, from 0 to 1.
    #[must_use]
    pub fn intersection_over_union(&self, other: &Extent) -> f64 {
        let both = self.overlap(other);
        let either = self.overlap(self) + other.overlap(other) - both;
        if either == 0 { 0.0 } else { both as f64 / either as f64 }
    }

    /// The ranges on one text that it covers, in order, without insertion points. Touching ones are one.
    pub(super) fn ranges_on(&self, text: &TextName) -> Vec<(u32, u32)> {
        merged(self.on(text))
    }

    /// The first offset in any text; the end of all texts for an edit about the whole instance.
    fn first(&self) -> u32 {
        self.0.all().map(|span| span.start().0).min().unwrap_or(u32::MAX)
    }
}

/// The ranges of an extent, prepared for comparison with many others.
#[derive(Debug, Clone, Default)]
pub(super) struct CoveredTexts(Vec<CoveredText>);

/// The ranges and insertion points of an extent on one text.
#[derive(Debug, Clone)]
struct CoveredText {
    text: TextName,
    /// Ranges that do not overlap, in order.
    ranges: Vec<(u32, u32)>,
    /// Insertion points, in order.
    points: Vec<u32>,
}

impl CoveredTexts {
    pub(super) fn of(extent: &Extent) -> Self {
        let of_text = |(name, spans): (&TextName, &[Span])| CoveredText {
            text: name.clone(),
            ranges: merged(spans),
            points: spans.iter().filter(|span| span.is_empty()).map(|s| s.start().0).collect(),
        };
        CoveredTexts(extent.0.iter().map(of_text).collect())
    }

    fn on(&self, text: &TextName) -> Option<&CoveredText> {
        self.0.iter().find(|covered| covered.text == *text)
    }

    pub(super) fn ranges(&self, text: &TextName) -> &[(u32, u32)] {
        self.on(text).map_or(&[], |covered| &covered.ranges)
    }

    pub(super) fn points(&self, text: &TextName) -> &[u32] {
        self.on(text).map_or(&[], |covered| &covered.points)
    }

    /// The number of UTF-16 units that both cover, plus that of insertion points of both.
    pub(super) fn overlap(&self, other: &CoveredTexts) -> u64 {
        let on = |covered: &CoveredText| {
            let both = other.points(&covered.text);
            let points = covered.points.iter().filter(|at| both.binary_search(at).is_ok());
            common(&covered.ranges, other.ranges(&covered.text)) + points.count() as u64
        };
        self.0.iter().map(on).sum()
    }
}

/// The number of UTF-16 units in both of two lists of ranges.
fn common(a: &[(u32, u32)], b: &[(u32, u32)]) -> u64 {
    let (mut i, mut j, mut units) = (0, 0, 0);
    while let (Some((from, to)), Some((start, end))) = (a.get(i), b.get(j)) {
        units += u64::from(to.min(end).saturating_sub(*from.max(start)));
        if to <= end { i += 1 } else { j += 1 }
    }
    units
}

/// Merges sorted spans to ranges that do not overlap, without insertion points.
fn merged(spans: &[Span]) -> Vec<(u32, u32)> {
    let mut merged: Vec<(u32, u32)> = Vec::new();
    for span in spans.iter().filter(|span| !span.is_empty()) {
        let (start, end) = (span.start().0, span.end().0);
        match merged.last_mut() {
            Some((_, last)) if start <= *last => *last = end.max(*last),
            _ => merged.push((start, end)),
        }
    }
    merged
}

/// An edit reduced to the compared data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ComparableEdit {
    /// The key of the edit in its instance.
    pub key: EditKey,
    /// The name of its category.
    pub category: String,
    /// Its extent.
    pub extent: Extent,
    /// Its answers.
    pub answers: FlatAnswers,
}

impl ComparableEdit {
    /// Extracts the compared data of an edit.
    #[must_use]
    pub fn of(edit: &Edit) -> Self {
        ComparableEdit {
            key: edit.key,
            category: edit.category.clone(),
            extent: Extent::of(edit),
            answers: flatten_answers(&edit.answers),
        }
    }

    /// Returns `true` if this edit can be matched with another one, `overlap` being their [`Extent::overlap`]: if they
    /// have the same spans, or the same category and spans that overlap.
    pub(super) fn can_match(&self, other: &ComparableEdit, overlap: u64) -> bool {
        self.extent == other.extent || self.category == other.category && overlap > 0
    }

    /// The sort key of edits by content, in the order of the text; it does not include the key of the edit.
    pub(super) fn place(&self) -> (u32, &Extent, &str, &FlatAnswers) {
        (self.extent.first(), &self.extent, &self.category, &self.answers)
    }
}

/// The top-level edits of an instance for comparison, in the order of the file.
#[must_use]
pub fn comparable_edits(instance: &Instance) -> Vec<ComparableEdit> {
    instance.edits.iter().map(|edit| ComparableEdit::of(edit)).collect()
}
