//! ESA: error span annotation of translations (Kocmi et al. 2024), as WMT 2024 released it.
//!
//! Of the published forms this is `jsonl/wmt24_esa.jsonl`, the one that names its members: a JSON object on each line
//! with `langs`, `line_id`, `src`, `tgt`, `doc_id`, `domain`, `system`, `annotator`, `esa_score` (0–100), `speech_info`
//! and `esa_spans`, a list of `{start_i, end_i, severity}` and maybe `error_type`. The older campaign tables have the same
//! list in a column without a header, and are not read.
//!
//! `start_i` and `end_i` count code points and are both *inclusive*, as in the analysis that its authors published and
//! in Pearmut (some readers of the file take `end_i` for the first character after). Both are `"missing"` for an
//! omission, which is an edit without a span. A target that itself ends in `[missing]` is a text like others. The
//! severity, mostly `minor` or `major`, is the category. `esa_score` is `metadata.score`, all other members keep their
//! names.

use crate::file_problems::FileProblems;
use crate::files::json::in_item;
use crate::files::json_item::{
    ANNOTATOR, put_annotator, put_text, read_items, take_annotator, take_text,
};
use crate::members::Members;
use crate::offset_unit::OffsetUnit;
use crate::preserved::verbatim::{preserve_json, unchanged_json};
use crate::recognition::{FileHead, Recognition, any_json};
use crate::record::{Corpus, Edit, Record};
use crate::report::{ExportOutcome, ImportOutcome, Losses};
#[cfg(test)]
use crate::testing::samples;
use crate::text_file::TextFile;
use crate::writing::capabilities::{Capabilities, MemberFilter, SPANS_ONLY};
use crate::writing::loss_names;
use crate::writing::sink::Sink;
use crate::{FileLayout, Format, HeldTexts, ImportOptions, PreservedDataOf};
use spanwise_annotation::document::{Spans, TextName, Texts};
use spanwise_annotation::format::spans::offset;
use spanwise_diagnostics::{DiagnosticPlace, quoted};
use spanwise_json::Json;
use spanwise_text::{Span, Text};

/// ESA.
pub(super) const FORMAT: Format = Format {
    name: "esa",
    about: "Error span annotation of WMT 2024 (JSON Lines)",
    unit: Some(UNIT),
    layout: FileLayout::SingleFile,
    extension: "jsonl",
    preserved_data: PreservedDataOf::ThisFormat,
    texts: HeldTexts::SourceAndTarget,
    read,
    write,
    recognises,
    keys: &["langs", "line_id", "system"],
    #[cfg(test)]
    sample: samples::ESA,
};

fn recognises(files: &[FileHead]) -> Recognition {
    any_json(files, |json| json.has(&["tgt"]) && json.has_any(&["src", SPANS, ESA_SCORE]))
}

const CAPABILITIES: Capabilities = Capabilities {
    source: true,
    annotator: true,
    undone_items: true,
    metadata: MemberFilter::Besides(&["src", "tgt", ANNOTATOR, SPANS]),
    without_spans: |_| true,
    edit_metadata: MemberFilter::Besides(&["start_i", "end_i"]),
    ..SPANS_ONLY
};

const UNIT: OffsetUnit = OffsetUnit::CodePoints;
const SPANS: &str = "esa_spans";
const SCORE: &str = "score";
const ESA_SCORE: &str = "esa_score";
const SEVERITY: &str = "severity";
const ERROR_TYPE: &str = "error_type";
const MISSING: &str = r#""missing""#;

/// The category of a span without a severity.
const ERROR: &str = "error";

fn read(files: &mut [TextFile], reading: ImportOptions) -> ImportOutcome {
    let unit = reading.unit.unwrap_or(UNIT);
    read_items(files, unit, |file, number, members, problems| {
        EsaReader { unit, file, place: in_item(number, ""), problems }.record(members)
    })
}

struct EsaReader<'a> {
    unit: OffsetUnit,
    file: &'a TextFile,
    place: DiagnosticPlace,
    problems: &'a mut FileProblems,
}

impl EsaReader<'_> {
    fn record(&mut self, mut members: Members) -> Record {
        let mut record = Record::default();
        let preserved = &mut record.preserved;
        let mut text = |name| {
            let said = (self.file, &mut *self.problems);
            Text::new(take_text(&mut members, preserved, name, &self.place, said))
        };
        record.texts = Texts::usual(text("src"), text("tgt"));
        record.annotator = take_annotator(&mut members, &mut record.preserved);
        match members.get(SPANS).map(Json::read) {
            Some(Json::Array(spans)) => {
                record.done = true;
                record.edits = spans.values().map(|raw| self.edit(raw, record.target())).collect();
                members.take(SPANS);
            }
            Some(Json::Null) | None => {}
            Some(_) => self.error("no-list", format!("{SPANS} is no list."), "It is kept."),
        }
        members.take(SPANS).into_iter().for_each(|json| record.preserved.set(SPANS, json));
        self.check_score(&members);
        record.metadata = with_score(&members, &mut record.preserved);
        record
    }

    fn check_score(&mut self, members: &Members) {
        let Some(score) = members.text(ESA_SCORE) else { return };
        if !score.parse().is_ok_and(|score: f64| (0.0..=100.0).contains(&score)) {
            let message = format!("{ESA_SCORE} is not between 0 and 100.");
            let said = [message, "It is kept as it is.".to_owned()];
            self.problems.warn(self.file, self.place.clone(), "score-range", said);
        }
    }

    fn edit(&mut self, raw: &str, target: &Text) -> Edit {
        let (mut edit, place) = understood(raw, target, self.unit);
        if place == EsaPlacement::Clipped {
            let message = format!("A span ends after the target: {}.", quoted(raw));
            let remedy = "It is taken to end with it: `end_i` is the last character of the span, not the one after."
                .to_owned();
            self.problems.warn(self.file, self.place.clone(), "clipped-span", [message, remedy]);
        } else if place == EsaPlacement::Unknown {
            let message = format!("A span is not within the target: {}.", quoted(raw));
            let remedy = "It is kept without a place: start_i and end_i are the first and the last character of the \
                          span, or both \"missing\".";
            self.error("unreadable-span", message, remedy);
        }
        let again = entry(&edit, edit.spans.target().first().copied(), target);
        preserve_json(&mut edit.preserved, raw, &again);
        edit
    }

    fn error(&mut self, code: &'static str, message: String, remedy: &str) {
        self.problems.error(self.file, self.place.clone(), code, [message, remedy.to_owned()]);
    }
}

/// The members of a line, with `esa_score` renamed to `score` unless that is the name of another one.
fn with_score(members: &Members, preserved: &mut Members) -> Members {
    if members.get(SCORE).is_some() {
        preserved.set_text(SCORE, SCORE);
        return members.clone();
    }
    let named = |name| if name == ESA_SCORE { SCORE } else { name };
    members.iter().map(|(name, value)| (named(name), value.to_owned())).collect()
}

/// The place that an entry of the list gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum EsaPlacement {
    /// It is within the target, or `"missing"`.
    Told,
    /// It ends one character after the target, as if `end_i` were the character after the span.
    Clipped,
    /// There is none, or it is not within the target.
    Unknown,
}

/// The edit and the place of an entry of the list.
fn understood(raw: &str, target: &Text, unit: OffsetUnit) -> (Edit, EsaPlacement) {
    let mut members = Members::parse(raw);
    let category = members.text(SEVERITY).unwrap_or_else(|| ERROR.to_owned());
    members.take(SEVERITY);
    let (start, end) = (members.take("start_i"), members.take("end_i"));
    let edit = Edit { category, metadata: members, ..Edit::default() };
    let (Some(start), Some(end)) = (start, end) else { return (edit, EsaPlacement::Unknown) };
    if start == MISSING && end == MISSING {
        return (edit, EsaPlacement::Told);
    }
    let offsets = offset(&start).zip(offset(&end)).filter(|(start, end)| start <= end);
    let length = unit.length(target);
    let (span, place) = match offsets {
        Some((start, last)) if last == length && start < length => {
            (unit.span(target, start, length), EsaPlacement::Clipped)
        }
        Some((start, last)) => {
            (last.checked_add(1).and_then(|end| unit.span(target, start, end)), EsaPlacement::Told)
        }
        None => (None, EsaPlacement::Unknown),
    };
    let place = if span.is_some() { place } else { EsaPlacement::Unknown };
    let spans = Spans::of(TextName::TARGET, span.into_iter().collect());
    (Edit { spans, ..edit }, place)
}

/// The entry of an edit with one of its spans. Where categories are kinds of errors, as in MQM, and the severity is
/// among the metadata, the category is the `error_type`.
fn entry(edit: &Edit, span: Option<Span>, target: &Text) -> String {
    let mut members = Members::default();
    let offsets = span.filter(|span| !span.is_empty());
    match offsets.map(|span| UNIT.offsets(target, span)) {
        Some((start, end)) => {
            members.set("start_i", start.to_string());
            members.set("end_i", end.saturating_sub(1).to_string());
        }
        None => {
            members.set("start_i", MISSING);
            members.set("end_i", MISSING);
        }
    }
    members.set_text(SEVERITY, &edit.category);
    if edit.metadata.get(SEVERITY).is_some() {
        members.set_text(ERROR_TYPE, &edit.category);
    }
    members.extend(CAPABILITIES.edit_metadata.among(&edit.metadata));
    members.to_json()
}

fn write(corpus: &Corpus, sink: &mut dyn Sink) -> ExportOutcome {
    let mut losses = Losses::default();
    sink.begin("");
    for (number, record) in corpus.records.iter().enumerate() {
        let edits = CAPABILITIES.edits(record, number, &mut losses);
        let severe = |edit: &&&Edit| edit.metadata.get(SEVERITY).is_some();
        losses.note_many(loss_names::CATEGORIES, number, edits.iter().filter(severe).count());
        // Carried values may span several lines; their texts contain no line breaks, which are escaped in JSON.
        sink.push(&line(record, &edits).replace(['\n', '\r'], " "));
        sink.push("\n");
    }
    losses.into()
}

fn line(record: &Record, edits: &[&Edit]) -> String {
    let metadata = &record.metadata;
    let unnamed = metadata.get(ESA_SCORE).is_some() || record.preserved.get(SCORE).is_some();
    let named = |name| if name == SCORE && !unnamed { ESA_SCORE } else { name };
    let held = CAPABILITIES.metadata.among(metadata);
    let mut members: Members = held.map(|(name, value)| (named(name), value)).collect();
    put_text(&mut members, &record.preserved, "src", record.source().as_str());
    put_text(&mut members, &record.preserved, "tgt", record.target().as_str());
    put_annotator(&mut members, &record.preserved, record.annotator.as_deref());
    if record.done || !record.edits.is_empty() {
        let entries = edits.iter().flat_map(|edit| entries(edit, record.target()));
        members.set(SPANS, format!("[{}]", entries.collect::<Vec<_>>().join(",")));
    } else if let Some(other) = record.preserved.get(SPANS) {
        members.set(SPANS, other);
    }
    members.to_json()
}

/// The entry as it was read if it still describes the edit; else one for each span, or one for an edit without a span.
fn entries(edit: &Edit, target: &Text) -> Vec<String> {
    if let Some(raw) = unchanged_json(edit, |raw| Some(understood(raw, target, UNIT).0)) {
        return vec![raw.to_owned()];
    }
    match edit.spans.target() {
        [] => vec![entry(edit, None, target)],
        spans => spans.iter().map(|span| entry(edit, Some(*span), target)).collect(),
    }
}

#[cfg(test)]
mod tests;
