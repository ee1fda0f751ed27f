//! The spans behind the counts of the confusion of categories.

use std::collections::BTreeSet;
use std::path::Path;

use serde::Serialize;

use super::comparisons::ComparedStudy;
use super::row_file;
use crate::args::AgreeArgs;
use crate::report::{Console, Failure};
use spanwise_agreement::measure::{
    AnnotationStudy, ComparedTexts, MarkedSpan, StudyText, confused_spans,
};

/// Two spans that are aligned with each other, or one without a counterpart. Offsets are code points.
#[derive(Debug, Serialize)]
struct ConfusedRow<'a> {
    item: &'a str,
    /// The name of the text: of the usual two, that of the side.
    side: &'a str,
    reference: &'a str,
    hypothesis: &'a str,
    reference_category: Option<&'a str>,
    reference_start: Option<u32>,
    reference_end: Option<u32>,
    reference_text: Option<String>,
    hypothesis_category: Option<&'a str>,
    hypothesis_start: Option<u32>,
    hypothesis_end: Option<u32>,
    hypothesis_text: Option<String>,
}

/// Writes the spans, or those of the categories of `--confused`.
pub(super) fn write(
    compared: &ComparedStudy,
    path: &Path,
    args: &AgreeArgs,
    console: &mut Console,
) -> Result<(), Failure> {
    let study = &compared.paired.study;
    let wanted = match &args.confused[..] {
        [reference, hypothesis] => {
            Some([category(study, reference)?, category(study, hypothesis)?])
        }
        _ => None,
    };
    let mut rows = Vec::new();
    for comparison in &compared.comparisons {
        for (at, pair) in &comparison.texts {
            if let Some(study_text) = compared.study_texts.get(*at) {
                rows.extend(rows_of(study, study_text, *pair, wanted));
            }
        }
    }
    row_file::write(&rows, path, args, console)
}

/// The position of a category; `None` for an empty name, which stands for no span.
fn category(study: &AnnotationStudy, name: &str) -> Result<Option<usize>, Failure> {
    if name.is_empty() {
        return Ok(None);
    }
    let at = study.categories.iter().position(|category| category == name);
    at.map(Some).ok_or_else(|| {
        let known: BTreeSet<String> = study.categories.iter().cloned().collect();
        Failure::unknown_name(format!("There is no category “{name}”."), name, &known)
    })
}

fn rows_of<'a>(
    study: &'a AnnotationStudy,
    study_text: &'a StudyText,
    pair: [usize; 2],
    wanted: Option<[Option<usize>; 2]>,
) -> Vec<ConfusedRow<'a>> {
    let annotator = |at: usize| study.annotators.get(at).map_or("", String::as_str);
    let category = |span: MarkedSpan| study.categories.get(span.category).map(String::as_str);
    let examples = ComparedTexts::of_texts([(study_text, pair)]);
    let spans = examples.list.iter().flat_map(confused_spans);
    let is_wanted = |spans: &[Option<MarkedSpan>; 2]| {
        wanted.is_none_or(|wanted| spans.map(|span| span.map(|span| span.category)) == wanted)
    };
    let both = spans.map(|spans| [spans.reference, spans.hypothesis]).filter(is_wanted);
    let row = |[reference, hypothesis]: [Option<MarkedSpan>; 2]| ConfusedRow {
        item: study.items.get(study_text.item).map_or("", |item| &item.name),
        side: study_text.name.as_str(),
        reference: annotator(pair[0]),
        hypothesis: annotator(pair[1]),
        reference_category: reference.and_then(category),
        reference_start: reference.map(|span| span.range.start),
        reference_end: reference.map(|span| span.range.end),
        reference_text: reference.map(|span| quoted(study_text, span)),
        hypothesis_category: hypothesis.and_then(category),
        hypothesis_start: hypothesis.map(|span| span.range.start),
        hypothesis_end: hypothesis.map(|span| span.range.end),
        hypothesis_text: hypothesis.map(|span| quoted(study_text, span)),
    };
    both.map(row).collect()
}

fn quoted(study_text: &StudyText, span: MarkedSpan) -> String {
    let chars = study_text.text.as_str().chars();
    chars.skip(span.range.start as usize).take(span.range.len() as usize).collect()
}
