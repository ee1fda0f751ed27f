//! Records from flat ones: spans are put into their texts.

use std::collections::BTreeMap;

use super::record::{FlatEdit, FlatRecord, FlatSpan, UNIT, read_more};
use crate::ImportOptions;
use crate::file_problems::FileProblems;
use crate::files::json::in_item;
use crate::locate::{Quote, locate};
use crate::members::Members;
use crate::offset_unit::{OffsetUnit, OffsetUnitEvidence};
use crate::record::Corpus;
use crate::report::{ImportOutcome, SpanLocationCounts};
use crate::text_file::TextFile;
use spanwise_annotation::document::{Spans, TextName, Texts};
use spanwise_diagnostics::quoted;
use spanwise_text::{Span, Text, Utf16};

/// Reads a file: `each_record` visits its records, whose offsets count `declared` unless the quotes say otherwise. If the
/// texts are ASCII, all units are the same.
pub(super) fn read_records(
    file: &TextFile,
    declared: Option<OffsetUnit>,
    is_ascii: bool,
    options: ImportOptions,
    outcome: &mut ImportOutcome,
    each_record: impl Fn(&mut dyn FnMut(FlatRecord)),
) {
    let declared = declared.unwrap_or(UNIT);
    let mut evidence = OffsetUnitEvidence::default();
    if !is_ascii {
        each_record(&mut |flat| count(&flat, &mut evidence));
    }
    let unit = evidence.settle(declared, options, file, &mut outcome.problems);
    outcome.unit = Some(unit);
    let ImportOutcome { corpus, located, problems, .. } = outcome;
    each_record(&mut |flat| {
        let number = corpus.records.len();
        RecordPlacer { unit, file, number, located, problems }.place(flat, corpus);
    });
}

/// The number of the edit of each span, from 0; of a constituent it is that of its composite.
fn edit_numbers(edits: &[FlatEdit]) -> Vec<usize> {
    let (mut numbers, mut next) = (Vec::new(), 0_usize);
    for edit in edits {
        next += usize::from(edit.part_of == 0);
        numbers.extend(std::iter::repeat_n(next.saturating_sub(1), edit.spans.len()));
    }
    numbers
}

/// Counts the quotes of a record that tell the unit.
fn count(flat: &FlatRecord, evidence: &mut OffsetUnitEvidence) {
    let texts = flat.texts(&read_more(&flat.more).unwrap_or_default());
    for span in flat.edits.iter().flat_map(|edit| &edit.spans) {
        if let Some((start, _)) = span.offsets {
            evidence.count(texts.content(&TextName::new(&span.text)), start, &span.quote);
        }
    }
}

struct RecordPlacer<'a> {
    unit: OffsetUnit,
    file: &'a TextFile,
    /// The 0-based number of the record.
    number: usize,
    located: &'a mut SpanLocationCounts,
    problems: &'a mut FileProblems,
}

impl RecordPlacer<'_> {
    fn place(&mut self, mut flat: FlatRecord, corpus: &mut Corpus) {
        if flat.differs {
            let said = [
                "Rows of the record, or of an edit of it, differ in what they have in common."
                    .to_owned(),
                "The first of them counts: correct the others.".to_owned(),
            ];
            self.problems.warn(self.file, in_item(self.number, ""), "differing-rows", said);
        }
        let more = self.more(&flat.more);
        let texts = flat.texts(&more);
        let mut all = Vec::with_capacity(flat.edits.len());
        let mut places = self.places(&flat, &texts).into_iter();
        for edit in &mut flat.edits {
            if read_more(&edit.more).is_none() {
                self.more(&edit.more);
                edit.more.clear();
            }
            let mut spans = Spans::default();
            for (span, place) in edit.spans.iter().zip(&mut places) {
                let text = TextName::new(&span.text);
                match place {
                    Some(place) if span.role.is_empty() => spans.push(&text, place),
                    Some(place) => {
                        spans.push_with_role(&text, place, Some(span.role.as_str().into()));
                    }
                    None => {}
                }
            }
            all.push(spans);
        }
        corpus.add(flat.into_record(all, texts, &more));
    }

    /// The data without a cell; an error if they are no object.
    fn more(&mut self, json: &str) -> Members {
        read_more(json).unwrap_or_else(|| {
            let message = format!("This is no JSON object: {}.", quoted(json));
            self.error("no-object", message, "It is not read: leave the cell as it was written.");
            Members::default()
        })
    }

    /// The places of all spans of a record: where their offsets say, if their quotes stand there, otherwise where these
    /// are found. The quotes of a text are looked for together.
    fn places(&mut self, flat: &FlatRecord, texts: &Texts) -> Vec<Option<Span>> {
        let spans: Vec<&FlatSpan> = flat.edits.iter().flat_map(|edit| &edit.spans).collect();
        let edits: Vec<usize> = edit_numbers(&flat.edits);
        let mut places = Vec::with_capacity(spans.len());
        let mut quoted: BTreeMap<&str, (Vec<usize>, Vec<Quote>)> = BTreeMap::new();
        for (at, span) in spans.iter().enumerate() {
            let text = texts.content(&TextName::new(&span.text));
            let stored = span.offsets.and_then(|(start, end)| self.stored(text, start, end));
            places.push(stored);
            if !text.is_empty() && !span.quote.is_empty() {
                let (of, quotes) = quoted.entry(&span.text).or_default();
                of.push(at);
                quotes.push(Quote { text: &span.quote, stored, occurrence: None });
            } else if stored.is_some() {
                self.located.by_offsets += 1;
            } else {
                self.located.missing += 1;
            }
        }
        for (name, (of, quotes)) in quoted {
            let found = locate(texts.content(&TextName::new(name)), &quotes);
            for (at, found) in of.into_iter().zip(found) {
                let edit = edits.get(at).copied().unwrap_or_default();
                let name = TextName::new(name);
                let quote = spans.get(at).map_or("", |span| span.quote.as_str());
                let text = (&name, texts.content(&name));
                self.located.add((self.number, edit), text, quote, found.as_ref());
                if let Some(place) = places.get_mut(at) {
                    *place = found.map(|found| found.span);
                }
            }
        }
        for ((span, edit), _) in
            spans.iter().zip(edits).zip(&places).filter(|(_, place)| place.is_none())
        {
            self.tell_missing(span, edit);
        }
        places
    }

    /// Tells that a span of an edit, by its 0-based number, has no place.
    fn tell_missing(&mut self, span: &FlatSpan, edit: usize) {
        let what = match (&span.offsets, span.quote.as_str()) {
            (Some((start, end)), "") => format!("{start} to {end}"),
            (None, "") => quoted(&span.no_offsets).to_string(),
            (_, quote) => quoted(quote).to_string(),
        };
        let message = format!("There is no place for a span: {what}, in the text “{}”.", span.text);
        let remedy = "Its edit is read without it: correct its offsets.".to_owned();
        let place = in_item(self.number, format!("edits[{edit}]"));
        self.problems.error(self.file, place, "span-not-found", [message, remedy]);
    }

    /// The span between two offsets; where the text is missing, these are kept as they are.
    fn stored(&self, text: &Text, start: u32, end: u32) -> Option<Span> {
        if text.is_empty() {
            return (start <= end).then(|| Span::between(Utf16(start), Utf16(end)));
        }
        self.unit.span(text, start, end)
    }

    fn error(&mut self, code: &'static str, message: String, remedy: &str) {
        let said = [message, remedy.to_owned()];
        self.problems.error(self.file, in_item(self.number, ""), code, said);
    }
}
