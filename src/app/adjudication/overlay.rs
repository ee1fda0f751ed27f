//! Marks of the annotators, laid over the texts of the editable work.

use std::collections::BTreeSet;
use std::sync::Arc;

use leptos::prelude::*;

use super::{Adjudication, deciding::MarkedBy};
use spanwise_agreement::adjudication::{annotators_with, marked_stretches};
use spanwise_annotation::document::{EditKey, Instance, TextName};
use spanwise_text::{Span, Utf16};

/// A span that an annotator marked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OverlayMark {
    /// The annotator.
    pub annotator: usize,
    /// The edit, or the constituent of one.
    pub edit: EditKey,
    /// The position of the span among those of the edit on its text.
    pub index: usize,
    /// The span; empty for an insertion point.
    pub span: Span,
    /// The lane below the text, 0 being the nearest. Marks of one annotator never share it with those of others, nor with
    /// marks that they overlap.
    pub lane: usize,
}

/// A stretch of text, or an insertion point, that the same marks cover.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OverlayPlace {
    /// The stretch; empty for an insertion point.
    pub span: Span,
    /// The number of annotators who marked it.
    pub marked_by: usize,
    /// The positions of the marks in [`Overlay::marks`].
    pub marks: Vec<usize>,
}

/// The marks laid over a text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Overlay {
    /// All marks, by annotator.
    pub marks: Vec<OverlayMark>,
    /// The places that are marked, in order.
    pub places: Vec<OverlayPlace>,
    /// The number of lanes.
    pub lanes: usize,
    /// The number of annotators whose marks are laid over.
    pub annotators: usize,
}

impl Overlay {
    fn new(shown: &[(usize, &Instance)], text: &TextName) -> Self {
        let mut overlay = Overlay { annotators: shown.len(), ..Overlay::default() };
        for (annotator, instance) in shown {
            overlay.add(*annotator, instance, text);
        }
        overlay.places = overlay.places();
        overlay
    }

    /// Adds the marks of an annotator, in lanes below those before.
    fn add(&mut self, annotator: usize, instance: &Instance, text: &TextName) {
        let spans = instance.all_edits().flat_map(|edit| {
            edit.spans.on(text).iter().enumerate().map(|(index, span)| (*span, edit.key, index))
        });
        let mut spans: Vec<(Span, EditKey, usize)> = spans.collect();
        spans.sort_by_key(|(span, ..)| (span.start(), span.end()));
        // By lane, the end of its last mark.
        let mut ends: Vec<Utf16> = Vec::new();
        for (span, edit, index) in spans {
            let free = ends.iter().position(|end| *end <= span.start());
            let lane = free.unwrap_or(ends.len());
            match ends.get_mut(lane) {
                Some(end) => *end = span.end(),
                None => ends.push(span.end()),
            }
            let lane = self.lanes + lane;
            self.marks.push(OverlayMark { annotator, edit, index, span, lane });
        }
        self.lanes += ends.len();
    }

    /// The places between one end of a mark and the next, and the insertion points.
    fn places(&self) -> Vec<OverlayPlace> {
        let mut coming: Vec<(usize, &OverlayMark)> = self.marks.iter().enumerate().collect();
        coming.sort_by_key(|(_, mark)| mark.span.start());
        let mut coming = coming.into_iter().peekable();
        let ends: BTreeSet<Utf16> =
            self.marks.iter().flat_map(|mark| [mark.span.start(), mark.span.end()]).collect();
        let next = ends.iter().copied().skip(1).map(Some).chain([None]);
        let mut open: Vec<(usize, &OverlayMark)> = Vec::new();
        let mut places = Vec::new();
        for (at, next) in ends.iter().copied().zip(next) {
            open.retain(|(_, mark)| mark.span.end() > at);
            let mut points = Vec::new();
            while let Some(begun) = coming.next_if(|(_, mark)| mark.span.start() == at) {
                if begun.1.span.is_empty() { points.push(begun) } else { open.push(begun) }
            }
            places.extend(OverlayPlace::new(Span::between(at, at), &points));
            places.extend(next.and_then(|to| OverlayPlace::new(Span::between(at, to), &open)));
        }
        places
    }
}

impl OverlayPlace {
    /// The place of marks, which come with their positions; `None` without any.
    fn new(span: Span, marks: &[(usize, &OverlayMark)]) -> Option<Self> {
        let by: BTreeSet<usize> = marks.iter().map(|(_, mark)| mark.annotator).collect();
        let mut marks: Vec<usize> = marks.iter().map(|(at, _)| *at).collect();
        marks.sort_unstable();
        (!marks.is_empty()).then_some(OverlayPlace { span, marked_by: by.len(), marks })
    }
}

impl Adjudication {
    /// The annotators whose marks are laid over a text of the instance shown, with their instances: those who have it and
    /// whose columns are shown. Tracks the row and what is shown.
    fn laid_over_by(self, text: &TextName) -> Vec<(usize, Arc<Instance>)> {
        let (row, hidden) = (self.row.get(), self.hidden.get());
        if !self.lays_over.get() {
            return Vec::new();
        }
        let mut annotators = self.parts.with_value(|parts| parts.annotators_in(row));
        let instances: Vec<Option<&Instance>> = annotators.iter().map(Option::as_deref).collect();
        let with_text = annotators_with(&instances, std::iter::once(text)).into_iter();
        with_text
            .filter(|at| !hidden.contains(at))
            .filter_map(|at| Some((at, annotators.get_mut(at)?.take()?)))
            .collect()
    }

    /// The marks laid over a text of the instance shown; none unless that is asked for. Tracks the row and what is shown.
    #[must_use]
    pub fn overlay(self, text: &TextName) -> Overlay {
        let annotators = self.laid_over_by(text);
        let shown: Vec<(usize, &Instance)> =
            annotators.iter().map(|(at, instance)| (*at, &**instance)).collect();
        Overlay::new(&shown, text)
    }

    /// The stretches of a text of the instance shown that so many of the annotators whose columns are shown marked, if marks
    /// are laid over: one, several, or all. Tracks the row and what is shown.
    #[must_use]
    pub fn laid_over(self, text: &TextName, by: MarkedBy) -> Vec<Span> {
        let annotators = self.laid_over_by(text);
        let shown: Vec<&Instance> = annotators.iter().map(|(_, instance)| &**instance).collect();
        let stretches = marked_stretches(&shown, text).into_iter();
        let is_so = |count: usize| MarkedBy::of(count, shown.len()) == by;
        stretches.filter(|(_, count)| is_so(*count)).map(|(span, _)| span).collect()
    }
}

impl MarkedBy {
    /// The step of a number of annotators among all whose marks are shown.
    #[must_use]
    pub fn of(count: usize, shown: usize) -> Self {
        match count {
            all if all == shown => MarkedBy::All,
            1 => MarkedBy::One,
            _ => MarkedBy::Several,
        }
    }

    /// The name of its highlight in the style sheet.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            MarkedBy::One => "by-one",
            MarkedBy::Several => "by-several",
            MarkedBy::All => "by-all",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wasm_bindgen_test::wasm_bindgen_test;

    fn span(start: u32, end: u32) -> Span {
        Span::between(Utf16(start), Utf16(end))
    }

    fn mark(annotator: usize, start: u32, end: u32) -> OverlayMark {
        OverlayMark { annotator, edit: EditKey(1), index: 0, span: span(start, end), lane: 0 }
    }

    #[wasm_bindgen_test]
    fn places_are_cut_where_marks_begin_and_end_and_count_annotators() {
        let marks = vec![mark(1, 0, 6), mark(1, 4, 9), mark(2, 4, 6), mark(2, 6, 6)];
        let overlay = Overlay { marks, ..Overlay::default() };
        let places = overlay.places().into_iter();
        let found: Vec<_> =
            places.map(|place| (place.span, place.marked_by, place.marks)).collect();
        let expected = [
            (span(0, 4), 1, vec![0]),
            (span(4, 6), 2, vec![0, 1, 2]),
            (span(6, 6), 1, vec![3]),
            (span(6, 9), 1, vec![1]),
        ];
        assert_eq!(found, expected);
    }
}
