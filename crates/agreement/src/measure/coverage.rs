//! Scarecrow's analysis: the coverage of texts by spans, and its severity (Dou et al. 2022, figures 2 to 4 and 12).
//!
//! All figures are computed from [`TextCounts`]: the marks of one annotator in one text, counted in tokens. Pass those
//! of an annotator or of a system for its figures. A span is on each token that it shares a code point with, an insertion
//! point on the one that it stands in or before.

use super::annotation_study::{AnnotationStudy, MarkedEdit, StudyText};
use super::bootstrap::Bootstrap;
use super::code_point_range::CodePointRange;
use super::figure::{Figure, ratio};
use super::item_sums::ItemSums;
use super::severity::severity;
use super::tokens::touched;
use super::undefined::Undefined;
use spanwise_annotation::document::TextName;

/// Spans left out of figures with severity.
const UNSEVERED: &str = "spans without a severity";
/// Texts left out of shares of tokens.
const EMPTY: &str = "texts without tokens";

/// The marks of one annotator in one text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextCounts {
    /// Position in [`AnnotationStudy::items`].
    pub item: usize,
    /// The name of the text.
    pub name: TextName,
    /// Position in [`AnnotationStudy::annotators`].
    pub annotator: usize,
    /// The number of tokens of the text.
    pub tokens: usize,
    /// By category: positions are those in [`AnnotationStudy::categories`].
    pub by_category: Vec<SpanCounts>,
    /// All categories together.
    pub all: SpanCounts,
}

/// Counts of spans and of their tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SpanCounts {
    /// Spans, insertion points included. An edit with several is counted for each.
    pub spans: usize,
    /// The tokens of all spans: one in two spans counts twice.
    pub tokens: usize,
    /// The tokens in any of the spans: one in two spans counts once.
    pub covered: usize,
    /// The tokens of each span times its severity.
    pub weighted: usize,
    /// Spans that have no severity, and no part in `weighted`.
    pub unsevered: usize,
}

impl TextCounts {
    /// Counts the marks of everyone who had a text, which has these tokens. Edits on an item as a whole have no spans and
    /// are on no text.
    pub fn of(
        study: &AnnotationStudy,
        study_text: &StudyText,
        tokens: &[CodePointRange],
    ) -> impl Iterator<Item = TextCounts> {
        let item = study.items.get(study_text.item).into_iter();
        item.flat_map(|item| item.edits.iter()).map(move |(annotator, edits)| {
            let count = |category: Option<usize>| {
                let is_of = |edit: &&MarkedEdit| category.is_none_or(|one| one == edit.category);
                count(tokens, &study_text.name, edits.iter().filter(is_of))
            };
            TextCounts {
                item: study_text.item,
                name: study_text.name.clone(),
                annotator,
                tokens: tokens.len(),
                by_category: (0..study.categories.len()).map(|at| count(Some(at))).collect(),
                all: count(None),
            }
        })
    }
}

/// Counts the marks of everyone in every text that they had. The texts are those of [`AnnotationStudy::study_texts`].
#[must_use]
pub fn text_counts(study: &AnnotationStudy) -> Vec<TextCounts> {
    let mut text_counts = Vec::new();
    for study_text in study.each_study_text() {
        text_counts.extend(TextCounts::of(study, &study_text, &study_text.tokens()));
    }
    text_counts
}

fn count<'a>(
    tokens: &[CodePointRange],
    text: &TextName,
    edits: impl Iterator<Item = &'a MarkedEdit>,
) -> SpanCounts {
    let mut count = SpanCounts::default();
    let mut places: Vec<std::ops::Range<usize>> = Vec::new();
    for edit in edits {
        let severity = severity(edit);
        for span in edit.on(text) {
            let touched = touched(tokens, *span);
            count.spans += 1;
            count.tokens += touched.len();
            match severity {
                Some(severity) => count.weighted += touched.len() * usize::from(severity),
                None => count.unsevered += 1,
            }
            places.push(touched);
        }
    }
    places.sort_unstable_by_key(|place| place.start);
    let mut end = 0;
    for place in places {
        count.covered += place.end.saturating_sub(place.start.max(end));
        end = end.max(place.end);
    }
    count
}

/// By item: the sum over texts and annotators of a number of a category's tokens or spans by the tokens of the text, and
/// the number of texts with tokens. `None` is all categories together.
#[must_use]
pub fn coverage_sums(
    text_counts: &[TextCounts],
    category: Option<usize>,
    of: fn(&SpanCounts) -> usize,
) -> ItemSums {
    let counted = |text: &TextCounts| match category {
        Some(category) => text.by_category.get(category).copied().unwrap_or_default(),
        None => text.all,
    };
    let mut sums = ItemSums::new(2);
    for text in text_counts.iter().filter(|text| text.tokens > 0) {
        sums.add_row(text.item, [of(&counted(text)) as f64 / text.tokens as f64, 1.0]);
    }
    sums
}

/// Coverage of texts by spans. Means are over each text of each annotator, those without a span included.
#[derive(Debug, Clone, PartialEq)]
pub struct Coverage {
    /// Tokens in spans by tokens of the text; overlapping spans add up, so it may be above 1 (figures 2 to 4).
    pub summed: Figure,
    /// The same with each token counted once: never above 1.
    pub union: Figure,
    /// Tokens in spans times severity, by tokens of the text (figure 12, in the middle).
    pub weighted: Figure,
    /// Spans by tokens of the text (figure 12, below).
    pub rate: Figure,
    /// The number of spans.
    pub spans: Figure,
    /// The mean number of tokens of a span (figure 11).
    pub tokens_per_span: Figure,
}

/// Computes the coverage of texts in a category, given by its position, or in all together for `None`. Texts without
/// tokens have no share to cover and count only for the number and the length of spans.
#[must_use]
pub fn coverage<'a>(
    text_counts: impl IntoIterator<Item = &'a TextCounts>,
    category: Option<usize>,
    bootstrap: &Bootstrap,
) -> Coverage {
    let counted = |text: &'a TextCounts| {
        let count = match category {
            Some(category) => text.by_category.get(category).copied().unwrap_or_default(),
            None => text.all,
        };
        (text, count)
    };
    let counts: Vec<(&TextCounts, SpanCounts)> = text_counts.into_iter().map(counted).collect();
    let filled = || counts.iter().filter(|(text, _)| text.tokens > 0);
    let mut sums = ItemSums::new(5);
    for (text, count) in filled() {
        let share = |n: usize| n as f64 / text.tokens as f64;
        let SpanCounts { spans, tokens, covered, weighted, .. } = *count;
        sums.add_row(
            text.item,
            [share(tokens), share(covered), share(weighted), share(spans), 1.0],
        );
    }
    let n = filled().count();
    let about = [
        "tokens in spans / tokens of the text, overlaps added, an insertion point being on one token; mean over texts × annotators with zeros (Scarecrow); n: texts × annotators",
        "tokens in any span / tokens of the text, an insertion point being on one token; mean over texts × annotators with zeros; n: texts × annotators",
        "tokens in spans × severity / tokens of the text, an insertion point being on one token; mean over texts × annotators with zeros (Scarecrow); n: texts × annotators",
        "spans, insertion points included / tokens of the text; mean over texts × annotators with zeros (Scarecrow); n: texts × annotators",
    ];
    let shares = bootstrap.figures(about.map(|convention| (convention, n)), &sums, |totals| {
        let why = Undefined::NothingToTakeItFrom;
        let [tokens, covered, weighted, spans, texts] = *totals else { return [Err(why); 4] };
        [tokens, covered, weighted, spans].map(|sum| ratio(sum, texts, why))
    });
    let [summed, union, weighted, rate] =
        shares.map(|figure| figure.without(counts.len() - n, EMPTY));
    let sum =
        |of: fn(&SpanCounts) -> usize| counts.iter().map(|(_, count)| of(count)).sum::<usize>();
    let spans = sum(|count| count.spans);
    let mut lengths = ItemSums::new(2);
    for (text, count) in &counts {
        lengths.add_row(text.item, [count.tokens as f64, count.spans as f64]);
    }
    let about = [
        ("mean tokens of a span, 1 of an insertion point; n: spans", spans),
        ("number of spans, insertion points included; n: texts × annotators", counts.len()),
    ];
    let [tokens_per_span, number] = bootstrap.figures(about, &lengths, |totals| match *totals {
        [tokens, spans] => [ratio(tokens, spans, Undefined::NoSpans), Ok(spans)],
        _ => [Err(Undefined::NoTexts); 2],
    });
    let unsevered = sum(|count| count.unsevered);
    let weighted = if spans > 0 && unsevered == spans {
        weighted.undefined(Undefined::NoSeverity)
    } else {
        weighted
    };
    Coverage {
        summed,
        union,
        weighted: weighted.without(unsevered, UNSEVERED),
        rate,
        spans: number,
        tokens_per_span,
    }
}

#[cfg(test)]
mod tests;
