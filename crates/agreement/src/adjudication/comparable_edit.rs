//! An edit as it is compared: where it is, what it is called, what was answered.

use super::flat_answers::{FlatAnswers, flatten_answers};
use spanwise_annotation::document::{Edit, EditKey, Instance};
use spanwise_template::Side;
use spanwise_text::Span;

/// Where an edit is: its spans with those of its members, sorted, each once. Offsets in UTF-16 units.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Extent {
    source: Vec<Span>,
    target: Vec<Span>,
}

impl Extent {
    /// Where an edit is.
    #[must_use]
    pub fn of(edit: &Edit) -> Self {
        Extent::new(spans(edit, Side::Source), spans(edit, Side::Target))
    }

    /// Where something with these spans is.
    #[must_use]
    pub fn new(source: Vec<Span>, target: Vec<Span>) -> Self {
        let sorted = |mut spans: Vec<Span>| {
            spans.sort_unstable();
            spans.dedup();
            spans
        };
        Extent { source: sorted(source), target: sorted(target) }
    }

    /// The spans of one side, sorted.
    #[must_use]
    pub fn on(&self, side: Side) -> &[Span] {
        match side {
            Side::Source => &self.source,
            Side::Target => &self.target,
        }
    }

    /// Whether the edit is about the instance as a whole.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.source.is_empty() && self.target.is_empty()
    }

    /// How much two extents have in common: UTF-16 units that both cover, and 1 for each insertion point of both.
    #[must_use]
    pub fn overlap(&self, other: &Extent) -> u64 {
        CoveredText::of(self).overlap(&CoveredText::of(other))
    }

    /// What two extents have in common, by what either covers, from 0 to 1.
    #[must_use]
    pub fn intersection_over_union(&self, other: &Extent) -> f64 {
        let both = self.overlap(other);
        let either = self.overlap(self) + other.overlap(other) - both;
        if either == 0 { 0.0 } else { both as f64 / either as f64 }
    }

    /// The first offset on either side; the end of all texts for an edit about the whole instance.
    fn first(&self) -> u32 {
        let starts = self.source.iter().chain(&self.target).map(|span| span.start().0);
        starts.min().unwrap_or(u32::MAX)
    }
}

fn spans(edit: &Edit, side: Side) -> Vec<Span> {
    let members = edit.constituents.iter().flat_map(|member| member.spans.on(side));
    edit.spans.on(side).iter().chain(members).copied().collect()
}

/// What an extent covers, prepared for being compared with many others.
#[derive(Debug, Clone, Default)]
pub(super) struct CoveredText {
    /// By side: ranges that do not overlap, in order.
    ranges: [Vec<(u32, u32)>; 2],
    /// By side: insertion points, in order.
    points: [Vec<u32>; 2],
}

impl CoveredText {
    pub(super) fn of(extent: &Extent) -> Self {
        let points = |side: Side| {
            extent.on(side).iter().filter(|span| span.is_empty()).map(|span| span.start().0)
        };
        CoveredText {
            ranges: Side::ALL.map(|side| merged(extent.on(side))),
            points: Side::ALL.map(|side| points(side).collect()),
        }
    }

    pub(super) fn ranges(&self, side: Side) -> &[(u32, u32)] {
        let [source, target] = &self.ranges;
        match side {
            Side::Source => source,
            Side::Target => target,
        }
    }

    pub(super) fn points(&self, side: Side) -> &[u32] {
        let [source, target] = &self.points;
        match side {
            Side::Source => source,
            Side::Target => target,
        }
    }

    /// [`Extent::overlap`].
    pub(super) fn overlap(&self, other: &CoveredText) -> u64 {
        let on = |side: Side| {
            let both = other.points(side);
            let points = self.points(side).iter().filter(|at| both.binary_search(at).is_ok());
            common(self.ranges(side), other.ranges(side)) + points.count() as u64
        };
        Side::ALL.into_iter().map(on).sum()
    }
}

/// Units in both of two lists of ranges.
fn common(a: &[(u32, u32)], b: &[(u32, u32)]) -> u64 {
    let (mut i, mut j, mut units) = (0, 0, 0);
    while let (Some((from, to)), Some((start, end))) = (a.get(i), b.get(j)) {
        units += u64::from(to.min(end).saturating_sub(*from.max(start)));
        if to <= end { i += 1 } else { j += 1 }
    }
    units
}

/// Sorted spans as ranges that do not overlap; insertion points left out.
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

/// An edit as it is compared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ComparableEdit {
    /// Which edit of its instance.
    pub key: EditKey,
    /// The name of its category.
    pub category: String,
    /// Where it is.
    pub extent: Extent,
    /// What was answered about it.
    pub answers: FlatAnswers,
}

impl ComparableEdit {
    /// An edit as it is compared.
    #[must_use]
    pub fn of(edit: &Edit) -> Self {
        ComparableEdit {
            key: edit.key,
            category: edit.category.clone(),
            extent: Extent::of(edit),
            answers: flatten_answers(&edit.answers),
        }
    }

    /// Whether this edit and another one with `overlap` in common ([`Extent::overlap`]) can be matched: they have the same
    /// spans, or the same category and spans that overlap.
    pub(super) fn can_match(&self, other: &ComparableEdit, overlap: u64) -> bool {
        self.extent == other.extent || self.category == other.category && overlap > 0
    }

    /// What sorts edits by content, first those that come first in the text; the key of the edit has no part in it.
    pub(super) fn place(&self) -> (u32, &Extent, &str, &FlatAnswers) {
        (self.extent.first(), &self.extent, &self.category, &self.answers)
    }
}

/// The top-level edits of an instance as they are compared, in the order of the file.
#[must_use]
pub fn comparable_edits(instance: &Instance) -> Vec<ComparableEdit> {
    instance.edits.iter().map(|edit| ComparableEdit::of(edit)).collect()
}
