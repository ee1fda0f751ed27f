//! How much each annotator marked.

use super::figure::{Figure, ratio};
use super::study::{Marked, Study};

/// What one annotator marked.
#[derive(Debug, Clone, PartialEq)]
pub struct AnnotatorCounts {
    /// Items that the annotator has.
    pub items: usize,
    /// In all categories.
    pub all: Counts,
    /// In each category.
    pub by_category: Vec<Counts>,
}

/// What one annotator marked, in one category or in all.
#[derive(Debug, Clone, PartialEq)]
pub struct Counts {
    /// Edits; one may have several spans, or none.
    pub edits: usize,
    /// Spans on both sides, without insertion points.
    pub spans: usize,
    /// Insertion points, which have no length.
    pub points: usize,
    /// Edits per item.
    pub per_item: Figure,
    /// The share of items without edits.
    pub without: Figure,
    /// The mean length of a span in code points.
    pub length: Figure,
}

/// What each annotator marked, in the order of [`Study::annotators`].
#[must_use]
pub fn counts(study: &Study) -> Vec<AnnotatorCounts> {
    (0..study.annotators.len()).map(|annotator| of_annotator(study, annotator)).collect()
}

fn of_annotator(study: &Study, annotator: usize) -> AnnotatorCounts {
    let mut all = Tally::default();
    let mut by_category = vec![Tally::default(); study.categories.len()];
    let mut items = 0;
    let theirs = study.items.iter().filter_map(|item| item.edits.get(annotator)?.as_ref());
    for (number, edits) in theirs.enumerate() {
        items += 1;
        for edit in edits {
            all.add(number, edit);
            if let Some(tally) = by_category.get_mut(edit.category) {
                tally.add(number, edit);
            }
        }
    }
    let counts = |tally: Tally| tally.counts(items, study.items.len() - items);
    AnnotatorCounts {
        items,
        all: counts(all),
        by_category: by_category.into_iter().map(counts).collect(),
    }
}

#[derive(Debug, Clone, Copy, Default)]
struct Tally {
    edits: usize,
    spans: usize,
    points: usize,
    /// Code points in all spans.
    length: u64,
    /// Items with edits, and the last one of these.
    items: usize,
    last: Option<usize>,
}

impl Tally {
    fn add(&mut self, item: usize, edit: &Marked) {
        self.edits += 1;
        if self.last.replace(item) != Some(item) {
            self.items += 1;
        }
        for range in edit.spans.iter().flatten() {
            if range.is_empty() {
                self.points += 1;
            } else {
                self.spans += 1;
                self.length += u64::from(range.len());
            }
        }
    }

    fn counts(self, items: usize, missing: usize) -> Counts {
        let per_item = |convention, count: usize| {
            let value = ratio(count as f64, items as f64, "the annotator has no items");
            let figure = Figure::new(convention, value, items);
            figure.without(missing, "items that the annotator does not have")
        };
        let length = ratio(self.length as f64, self.spans as f64, "there are no spans");
        let length = Figure::new("Mean length of a span in characters.", length, self.spans);
        Counts {
            edits: self.edits,
            spans: self.spans,
            points: self.points,
            per_item: per_item("Mean number of edits per item.", self.edits),
            without: per_item("Share of items without edits.", items - self.items),
            length: length.without(self.points, "insertion points, which have no length"),
        }
    }
}
