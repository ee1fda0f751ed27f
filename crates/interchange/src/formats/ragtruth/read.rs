//! Reading responses and sources.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

use super::labels::{self, ReadLabel};
use super::names::{LABELS, OF_SOURCE, OWN, RESPONSE, SOURCE_ID, SOURCE_INFO, UNIT};
use super::sources;
use crate::ImportOptions;
use crate::alignment::TextAlignment;
use crate::file_problems::FileProblems;
use crate::files::json::{in_item, object, take_items, unexpected};
use crate::files::json_item::take_text;
use crate::locate::{Quote, absence, locate};
use crate::members::Members;
use crate::offset_unit::{OffsetUnit, OffsetUnitEvidence};
use crate::preserved::verbatim::{preserve_json, preserve_spans, same_value};
use crate::record::{Corpus, Edit, Record};
use crate::report::{ImportOutcome, SpanLocationCounts};
use crate::text_file::TextFile;
use spanwise_annotation::document::{Spans, TextName, Texts};
use spanwise_diagnostics::quoted;
use spanwise_json::{Array, Json, encode};
use spanwise_text::Text;

pub(super) fn read(files: &mut [TextFile], reading: ImportOptions) -> ImportOutcome {
    let mut reader = RagTruthReader {
        sources: HashMap::new(),
        aligned: TextAlignment::new("responses", &[SOURCE_ID]),
        annotated: HashSet::new(),
        corpus: Corpus::default(),
        located: SpanLocationCounts::default(),
        problems: FileProblems::default(),
    };
    let (mut others, mut kept) = (Members::default(), Members::default());
    let mut responses = Vec::new();
    for (at, file) in files.iter_mut().enumerate() {
        let is_json = [".jsonl", ".json"].iter().any(|ending| file.path.ends_with(ending));
        if !is_json && !file.path.is_empty() {
            reader.problems.other_file(file, "RAGTruth's files end in .jsonl or .json.");
            others.set(&file.path, encode(&file.text));
            continue;
        }
        let lines = take_items(file, &mut reader.problems);
        let (of_sources, of_responses): (Vec<_>, Vec<_>) =
            lines.into_iter().enumerate().partition(|(_, raw)| is_source(raw));
        if !of_sources.is_empty() {
            let all: Vec<&str> = of_sources.iter().map(|(_, raw)| &**raw).collect();
            kept.set(&file.path, format!("[{}]", all.join(",")));
        }
        for (number, raw) in of_sources {
            reader.source(file, number, Members::parse(&raw));
        }
        responses.push((at, of_responses));
    }
    let mut unit = None;
    for (at, lines) in responses {
        let Some(file) = files.get(at) else { continue };
        if !lines.is_empty() {
            let settled = reader.file(file, lines, reading);
            unit.get_or_insert(settled);
        }
    }
    reader.finish(others, kept, unit.or(reading.unit).unwrap_or(UNIT))
}

/// Returns `true` if a line is a source: one without a response.
fn is_source(raw: &str) -> bool {
    let line = Members::parse(raw);
    let has = |name: &str| line.get(name).is_some();
    has(SOURCE_ID) && has(SOURCE_INFO) && !has(RESPONSE)
}

struct RagTruthReader {
    /// The lines of sources, by their ids.
    sources: HashMap<String, Members>,
    aligned: TextAlignment,
    /// The ids of sources with responses.
    annotated: HashSet<String>,
    corpus: Corpus,
    located: SpanLocationCounts,
    problems: FileProblems,
}

impl RagTruthReader {
    /// Takes a line of a source. Of several with the same id the first counts.
    fn source(&mut self, file: &TextFile, number: usize, line: Members) {
        let Some(id) = line.text(SOURCE_ID) else { return };
        match self.sources.entry(id) {
            Entry::Vacant(free) => {
                free.insert(line);
            }
            Entry::Occupied(first) if sources::texts(first.get()) != sources::texts(&line) => {
                let said = format!("There is another source with the id {}.", quoted(first.key()));
                let remedy = "The first one counts: correct the ids.".to_owned();
                self.problems.warn(file, in_item(number, SOURCE_ID), "same-source", [said, remedy]);
            }
            Entry::Occupied(_) => {}
        }
    }

    fn finish(mut self, others: Members, kept: Members, unit: OffsetUnit) -> ImportOutcome {
        let mut own = Members::default();
        for (name, members) in [("others", others), ("sources", kept)] {
            if !members.is_empty() {
                own.set(name, members.to_json());
            }
        }
        if !own.is_empty() {
            self.corpus.preserved.set(OWN, own.to_json());
        }
        let is_annotated = |id: &&String| self.annotated.contains(*id);
        self.aligned.not_annotated =
            self.sources.len() - self.sources.keys().filter(is_annotated).count();
        let has_sources = !self.sources.is_empty() && !self.corpus.records.is_empty();
        let RagTruthReader { corpus, located, problems, aligned, .. } = self;
        let alignment = has_sources.then_some(aligned);
        ImportOutcome { corpus, unit: Some(unit), located, problems, alignment }
    }

    /// Reads the responses of a file, with their numbers; returns the unit of their offsets.
    fn file(
        &mut self,
        file: &TextFile,
        lines: Vec<(usize, Box<str>)>,
        reading: ImportOptions,
    ) -> OffsetUnit {
        let mut fits = OffsetUnitEvidence::default();
        for (_, raw) in lines.iter().filter(|(_, raw)| !raw.is_ascii() || raw.contains("\\u")) {
            let line = Members::parse(raw);
            let text = Text::new(line.text(RESPONSE).unwrap_or_default());
            let list = line.get(LABELS).and_then(Array::parse).unwrap_or_default();
            for label in list.values().map(ReadLabel::parse) {
                label.start.into_iter().for_each(|start| fits.count(&text, start, &label.quote));
            }
        }
        let unit = fits.settle(UNIT, reading, file, &mut self.problems);
        for (number, raw) in lines {
            let Some(object) = object(&raw, file, number, &mut self.problems) else { continue };
            let record = self.record(file, number, Members::of(&object, |_| true), unit);
            self.corpus.add(record);
        }
        unit
    }

    fn record(
        &mut self,
        file: &TextFile,
        number: usize,
        mut members: Members,
        unit: OffsetUnit,
    ) -> Record {
        let mut record = Record::default();
        let mut own = Members::default();
        own.set_text("file", &file.path);
        let place = in_item(number, "");
        let said = (file, &mut self.problems);
        let text = take_text(&mut members, &mut record.preserved, RESPONSE, &place, said);
        // Some collections have both in one line.
        let with_response: Option<Members> =
            members.get(SOURCE_INFO).map(|info| [(SOURCE_INFO, info)].into_iter().collect());
        let id = members.text(SOURCE_ID);
        let source = match with_response {
            Some(line) => {
                members.take(SOURCE_INFO).into_iter().for_each(|raw| own.set(SOURCE_INFO, raw));
                Some(line)
            }
            None => self.source_of(id.as_deref()),
        };
        let (source_text, context) = source.as_ref().map(sources::texts).unwrap_or_default();
        record.context = context.map(Into::into);
        record.texts = Texts::usual(Text::new(source_text), Text::new(text));
        let list = members.take(LABELS);
        for name in OF_SOURCE.iter().filter(|name| members.get(name).is_none()).collect::<Vec<_>>()
        {
            let value = source.as_ref().and_then(|source| source.get(name));
            value.into_iter().for_each(|value| members.set(name, value));
        }
        if let Some(raw) = list {
            match Json::read(&raw) {
                Json::Array(list) => {
                    record.done = true;
                    record.edits = self.edits(file, number, &list, record.target(), unit);
                }
                Json::Null
                | Json::Bool(_)
                | Json::Number(_)
                | Json::String(_)
                | Json::Object(_) => {
                    if raw != "null" {
                        unexpected(file, &mut self.problems, place, "a list in labels", &raw);
                    }
                    own.set(LABELS, raw);
                }
            }
        }
        record.metadata = members;
        record.preserved.set(OWN, own.to_json());
        record
    }

    /// The line of a source.
    fn source_of(&mut self, id: Option<&str>) -> Option<Members> {
        let id = id.filter(|_| !self.sources.is_empty())?;
        let Some(line) = self.sources.get(id) else {
            self.aligned.without_counterpart.insert(id.to_owned());
            return None;
        };
        self.aligned.by_name += 1;
        self.annotated.insert(id.to_owned());
        Some(line.clone())
    }

    fn edits(
        &mut self,
        file: &TextFile,
        number: usize,
        list: &Array,
        target: &Text,
        unit: OffsetUnit,
    ) -> Vec<Edit> {
        let labels: Vec<ReadLabel> = list.values().map(ReadLabel::parse).collect();
        let quotes: Vec<Quote> = labels
            .iter()
            .map(|label| {
                let place = label.start.zip(label.end);
                let stored = place.and_then(|(start, end)| unit.span(target, start, end));
                Quote { text: &label.quote, stored, occurrence: None }
            })
            .collect();
        let found = locate(target, &quotes);
        let mut edits = Vec::with_capacity(labels.len());
        for ((label, quote), found) in labels.iter().zip(&quotes).zip(found) {
            let span = if quote.text.is_empty() {
                match quote.stored {
                    Some(_) => self.located.by_offsets += 1,
                    None => self.located.missing += 1,
                }
                quote.stored
            } else {
                let place = (self.corpus.records.len(), edits.len());
                let text = (&TextName::TARGET, target);
                self.located.add(place, text, quote.text, found.as_ref());
                found.map(|found| found.span)
            };
            if span.is_none() {
                let offsets = label.start.zip(label.end);
                let said = absence(&label.quote, offsets, "response", "label");
                let remedy = "It is kept without a span, and written as it was.".to_owned();
                let place = in_item(number, LABELS);
                self.problems.warn(file, place, "not-found", [said, remedy]);
            }
            let mut edit = labels::understood(label.raw);
            edit.spans = Spans::of(TextName::TARGET, span.into_iter().collect());
            let again = span.map(|span| labels::entry(&edit, span, target)).unwrap_or_default();
            // Offsets that count otherwise are written anew.
            if !same_value(label.raw, &again) && (unit == UNIT || span.is_none()) {
                preserve_json(&mut edit.preserved, label.raw, &again);
                preserve_spans(&mut edit);
            }
            edits.push(edit);
        }
        edits
    }
}
