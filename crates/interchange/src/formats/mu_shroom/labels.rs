//! Soft labels, which are edits, and hard labels, which are the ranges that those cover.

use super::capabilities::{CAPABILITIES, UNIT};
use crate::members::Members;
use crate::offset_unit::OffsetUnit;
use crate::preserved::verbatim::unchanged_json;
use crate::record::Edit;
use spanwise_annotation::document::{Spans, TextName};
use spanwise_annotation::format::spans::offset;
use spanwise_json::Array;
use spanwise_text::{Span, Text};

/// The category of all labels.
pub(super) const HALLUCINATION: &str = "hallucination";
/// The member of an edit's metadata with its probability.
pub(super) const PROBABILITY: &str = "probability";

/// A soft label as it was read.
pub(super) struct ReadSoftLabel {
    pub(super) edit: Edit,
    /// `true` if its offsets are within the text.
    pub(super) is_placed: bool,
    /// `true` if its probability is from 0 to 1.
    pub(super) is_likely: bool,
}

/// Reads a soft label as an edit.
pub(super) fn understood(raw: &str, target: &Text, unit: OffsetUnit) -> ReadSoftLabel {
    let mut metadata = Members::parse(raw);
    let [start, end, prob] = ["start", "end", "prob"].map(|name| metadata.take(name));
    prob.into_iter().for_each(|prob| metadata.set(PROBABILITY, prob));
    let [start, end] = [start, end].map(|raw| offset(&raw?));
    let span = start.zip(end).and_then(|(start, end)| unit.span(target, start, end));
    let spans = Spans::of(TextName::TARGET, span.into_iter().collect());
    let edit = Edit { category: HALLUCINATION.to_owned(), spans, metadata, ..Edit::default() };
    let is_likely = probability(&edit).is_some();
    ReadSoftLabel { edit, is_placed: span.is_some(), is_likely }
}

/// The probability of an edit as JSON; `None` if it has none from 0 to 1.
pub(super) fn probability(edit: &Edit) -> Option<String> {
    let text = edit.metadata.text(PROBABILITY)?;
    let number = serde_json::from_str::<f64>(&text).ok()?;
    (0.0..=1.0).contains(&number).then_some(text)
}

/// The soft label of an edit with one of its spans.
pub(super) fn entry(edit: &Edit, span: Span, target: &Text) -> String {
    let (start, end) = UNIT.offsets(target, span);
    let mut members = Members::default();
    members.set("start", start.to_string());
    members.set("prob", probability(edit).unwrap_or_else(|| "1.0".to_owned()));
    members.set("end", end.to_string());
    let others = CAPABILITIES.edit_metadata.among(&edit.metadata);
    members.extend(others.filter(|(name, _)| *name != PROBABILITY));
    members.to_json()
}

/// The soft label that an edit was read from, if it still describes the edit.
pub(super) fn as_read<'e>(edit: &'e Edit, target: &Text) -> Option<&'e str> {
    unchanged_json(edit, |raw| Some(understood(raw, target, UNIT).edit))
}

/// The soft labels of edits as JSON.
pub(super) fn soft_json<'e>(edits: impl IntoIterator<Item = &'e Edit>, target: &Text) -> String {
    let entries = edits.into_iter().flat_map(|edit| match as_read(edit, target) {
        Some(raw) => vec![raw.to_owned()],
        None => edit.spans.target().iter().map(|span| entry(edit, *span, target)).collect(),
    });
    format!("[{}]", entries.collect::<Vec<_>>().join(","))
}

/// Hard labels as spans; `None` if one of them is not a pair of offsets within the text.
pub(super) fn hard_spans(raw: &str, target: &Text, unit: OffsetUnit) -> Option<Vec<Span>> {
    let span = |raw: &str| {
        let pair = Array::parse(raw)?;
        let mut offsets = pair.values().map(offset);
        let (start, end) = (offsets.next()??, offsets.next()??);
        unit.span(target, start, end).filter(|_| offsets.next().is_none())
    };
    Array::parse(raw)?.values().map(span).collect()
}

/// The offsets of spans.
pub(super) fn offsets(spans: &[Span], target: &Text) -> Vec<(u32, u32)> {
    spans.iter().map(|span| UNIT.offsets(target, *span)).collect()
}

/// The hard labels that follow from soft ones: the ranges of those with a probability above 0.5, or without any.
pub(super) fn hard_of<'e>(
    edits: impl IntoIterator<Item = &'e Edit>,
    target: &Text,
) -> Vec<(u32, u32)> {
    let is_hard = |edit: &&Edit| {
        let probability = probability(edit).and_then(|text| text.parse::<f64>().ok());
        probability.is_none_or(|probability| probability > 0.5)
    };
    let hard = edits.into_iter().filter(is_hard).flat_map(|edit| edit.spans.target());
    let hard: Vec<Span> = hard.filter(|span| !span.is_empty()).copied().collect();
    let mut hard = offsets(&hard, target);
    hard.sort_unstable();
    let mut merged: Vec<(u32, u32)> = Vec::new();
    for (start, end) in hard {
        match merged.last_mut().filter(|(_, last)| start <= *last) {
            Some((_, last)) => *last = end.max(*last),
            None => merged.push((start, end)),
        }
    }
    merged
}

/// Hard labels as JSON.
pub(super) fn hard_json(labels: &[(u32, u32)]) -> String {
    let pairs = labels.iter().map(|(start, end)| format!("[{start},{end}]"));
    format!("[{}]", pairs.collect::<Vec<_>>().join(","))
}
