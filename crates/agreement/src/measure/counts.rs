//! Descriptive counts of each annotator's edits and spans, and lengths (defined in `docs/measures.md`).

use super::annotation_study::{AnnotationStudy, MarkedEdit};
use super::bootstrap::Bootstrap;
use super::figure::{Figure, ratio};
use super::item_sums::ItemSums;
use super::undefined::Undefined;

/// Counts of one annotator.
#[derive(Debug, Clone, PartialEq)]
pub struct AnnotatorCounts {
    /// Items that the annotator has.
    pub items: usize,
    /// In all categories.
    pub all: EditCounts,
    /// In each category.
    pub by_category: Vec<EditCounts>,
}

/// Counts of one annotator's edits, in one category or in all.
#[derive(Debug, Clone, PartialEq)]
pub struct EditCounts {
    /// Edits; one may have several spans, or none.
    pub edits: Figure,
    /// Spans on both sides, without insertion points.
    pub spans: Figure,
    /// Insertion points, which have no length.
    pub points: Figure,
    /// Edits per item.
    pub per_item: Figure,
    /// The share of items without edits.
    pub without: Figure,
    /// The mean length of a span in code points.
    pub length: Figure,
}

/// Counts of each annotator, in the order of [`AnnotationStudy::annotators`].
#[must_use]
pub fn counts(study: &AnnotationStudy, bootstrap: &Bootstrap) -> Vec<AnnotatorCounts> {
    (0..study.annotators.len()).map(|annotator| of_annotator(study, annotator, bootstrap)).collect()
}

fn of_annotator(
    study: &AnnotationStudy,
    annotator: usize,
    bootstrap: &Bootstrap,
) -> AnnotatorCounts {
    let items = study.items.iter().enumerate();
    let theirs: Vec<(usize, &Vec<MarkedEdit>)> =
        items.filter_map(|(at, item)| Some((at, item.edits.get(annotator)?))).collect();
    let missing = study.items.len() - theirs.len();
    let of = |category: Option<usize>| {
        let mut sums = ItemSums::new(COLUMNS);
        for (item, edits) in &theirs {
            let is_of = |edit: &&MarkedEdit| category.is_none_or(|one| one == edit.category);
            sums.add_row(*item, row(edits.iter().filter(is_of)));
        }
        counts_of(&sums, missing, bootstrap)
    };
    AnnotatorCounts {
        items: theirs.len(),
        all: of(None),
        by_category: (0..study.categories.len()).map(|category| of(Some(category))).collect(),
    }
}

/// By item: the number of edits of an annotator, and 1.
#[must_use]
pub fn edits_per_item_sums(study: &AnnotationStudy, annotator: usize) -> ItemSums {
    let mut sums = ItemSums::new(2);
    for (at, item) in study.items.iter().enumerate() {
        if let Some(edits) = item.edits.get(annotator) {
            sums.add_row(at, [edits.len() as f64, 1.0]);
        }
    }
    sums
}

/// The columns of an item: 1, then 1 if it has edits, then its numbers of edits, spans, points, and code points in all
/// spans.
const COLUMNS: usize = 6;

fn row<'a>(edits: impl Iterator<Item = &'a MarkedEdit>) -> [f64; COLUMNS] {
    let mut row = [1.0, 0.0, 0.0, 0.0, 0.0, 0.0];
    let [_, has_edits, count, spans, points, length] = &mut row;
    for edit in edits {
        *has_edits = 1.0;
        *count += 1.0;
        for range in edit.spans.iter().flat_map(|(_, ranges)| ranges) {
            if range.is_empty() {
                *points += 1.0;
            } else {
                *spans += 1.0;
                *length += f64::from(range.len());
            }
        }
    }
    row
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "counts")]
fn counts_of(sums: &ItemSums, missing: usize, bootstrap: &Bootstrap) -> EditCounts {
    let totals = sums.totals();
    let total = |column: usize| totals.get(column).map_or(0, |total| *total as usize);
    let n = sums.items();
    let about = [
        ("Number of edits; n: items.", n),
        ("Number of spans, without insertion points; n: items.", n),
        ("Number of insertion points; n: items.", n),
        ("Mean number of edits per item.", n),
        ("Share of items without edits.", n),
        ("Mean length of a span in characters.", total(3)),
    ];
    let figures = bootstrap.figures(about, sums, |totals| {
        let [items, having, edits, spans, points, length] = *totals else {
            return [Err(Undefined::NoItemsOfAnnotator); COLUMNS];
        };
        let per_item = |count: f64| ratio(count, items, Undefined::NoItemsOfAnnotator);
        let length = ratio(length, spans, Undefined::NoSpans);
        [Ok(edits), Ok(spans), Ok(points), per_item(edits), per_item(items - having), length]
    });
    let [edits, spans, points, per_item, without, length] = figures;
    EditCounts {
        edits,
        spans,
        points,
        per_item: per_item.without(missing, MISSING),
        without: without.without(missing, MISSING),
        length: length.without(total(4), "insertion points, which have no length"),
    }
}

/// Items left out of means over items.
const MISSING: &str = "items that the annotator does not have";
