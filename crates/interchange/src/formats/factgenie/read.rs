//! Reading factgenie's files.

use std::borrow::Cow;
use std::collections::HashMap;

use super::categories::{CampaignCategories, CategoryNames, LIST, category_of};
use super::names::{ITEM_KEYS, OWN, UNIT};
use super::preserved::{VerbatimMembers, preserve, spelled};
use crate::ImportOptions;
use crate::alignment::TextAlignment;
use crate::file_problems::FileProblems;
use crate::files::json::{items, owned};
use crate::locate::{LocatedQuote, MatchTier, Quote, locate};
use crate::members::{self, Members, words_or_raw};
use crate::offset_unit::{OffsetUnit, OffsetUnitEvidence};
use crate::preserved::verbatim::preserve_spans;
use crate::record::{Corpus, Edit, Record};
use crate::report::{ImportOutcome, SpanLocationCounts};
use crate::text_file::TextFile;
use spanwise_annotation::alignment::by_keys;
use spanwise_annotation::document::{EditMaker, Origin, Spans, TextName};
use spanwise_annotation::format::spans::offset;
use spanwise_diagnostics::{DiagnosticPlace, quoted};
use spanwise_json::{Json, Member, Object, encode};
use spanwise_template::Side;
use spanwise_text::{Span, Text, Utf16};

pub(super) fn read(files: &mut [TextFile], reading: ImportOptions) -> ImportOutcome {
    let mut problems = FileProblems::default();
    let read: Vec<_> = files.iter().map(|file| records_of(file, &mut problems)).collect();
    let has_annotations = read.iter().any(|records| have(records, "annotations"));
    // Outputs alone are records that nobody has annotated yet.
    let member = if has_annotations { "annotations" } else { "output" };
    for (file, records) in files.iter().zip(&read) {
        let has_outputs = file.path.ends_with(".jsonl") && have(records, "output");
        let is_own = have(records, member) || has_outputs || is_of_campaign(file);
        if !is_own && !file.path.is_empty() {
            problems.other_file(file, OWN_FILES);
        }
    }
    let taken = |records: Vec<&str>| have(&records, member).then(|| owned(records));
    let taken: Vec<_> = read.into_iter().map(taken).collect();
    for (file, _) in files.iter_mut().zip(&taken).filter(|(_, taken)| taken.is_some()) {
        file.text = String::new();
    }
    let mut annotated: Vec<(&TextFile, Vec<Box<str>>)> = Vec::new();
    let mut others: Vec<&TextFile> = Vec::new();
    for (file, taken) in files.iter().zip(taken) {
        match taken {
            Some(records) => annotated.push((file, records)),
            None => others.push(file),
        }
    }
    let categories = CampaignCategories::of_campaigns(others.iter().copied(), &mut problems);
    if annotated.is_empty() {
        let file = files.first().cloned().unwrap_or_else(|| TextFile::new("", ""));
        let said = ["There are no annotations here.", "Open JSON Lines, each with `annotations`."];
        problems.error(&file, DiagnosticPlace::Whole, "no-annotations", said.map(str::to_owned));
    }
    let outputs = OutputTexts::new(&others);
    let (corpus, located) = (Corpus::default(), SpanLocationCounts::default());
    let mut import = FactgenieReader { categories, outputs, corpus, located, problems };
    let mut unit = None;
    for (file, records) in annotated {
        let settled = import.file(file, records, reading);
        unit.get_or_insert(settled);
    }
    let files: Members =
        others.iter().map(|file| (file.path.as_str(), encode(&file.text))).collect();
    let FactgenieReader { outputs, mut corpus, located, problems, .. } = import;
    let alignment = outputs.alignment();
    if !files.is_empty() {
        corpus.preserved.set(OWN, files.to_json());
    }
    let unit = Some(unit.unwrap_or(reading.unit.unwrap_or(UNIT)));
    ImportOutcome { corpus, unit, located, problems, alignment }
}

/// The files of annotations, outputs and categories.
const OWN_FILES: &str = "factgenie's files are JSON Lines with `annotations` or `output`, metadata.json and config.yaml.";

/// Returns `true` for files of a campaign that hold no records.
fn is_of_campaign(file: &TextFile) -> bool {
    ["metadata.json", "config.yaml", "config.yml", "db.csv"].contains(&file.name())
}

/// The records of a file; none of a file of another kind.
fn records_of<'a>(file: &'a TextFile, problems: &mut FileProblems) -> Vec<&'a str> {
    let named =
        file.path.is_empty() || file.path.ends_with(".jsonl") || file.path.ends_with(".json");
    if !named || file.name() == "metadata.json" {
        return Vec::new();
    }
    items(file, problems)
}

/// Returns `true` if any of the records has a member.
fn have(records: &[&str], member: &str) -> bool {
    let has = |raw: &&str| {
        raw.contains(member)
            && Object::parse(raw).is_some_and(|record| record.get(member).is_some())
    };
    records.iter().any(has)
}

/// The texts of files with outputs.
struct OutputTexts<'a> {
    files: &'a [&'a TextFile],
    /// By the keys of the format, each with `true` if a record is about it; `None` until a record lacks its text.
    found: Option<HashMap<Vec<String>, (Text, bool)>>,
    alignment: TextAlignment,
}

impl<'a> OutputTexts<'a> {
    fn new(files: &'a [&'a TextFile]) -> Self {
        let alignment = TextAlignment::new("records", ITEM_KEYS);
        OutputTexts { files, found: None, alignment }
    }

    fn of(&mut self, record: &Object) -> Option<Text> {
        let files = self.files;
        let found = self.found.get_or_insert_with(|| {
            let json = files.iter().filter(|file| file.path.ends_with(".jsonl"));
            let records = json.flat_map(|file| items(file, &mut FileProblems::default()));
            let outputs = records.filter_map(|raw| {
                let record = Object::parse(raw)?;
                let Json::String(text) = Json::read(record.get("output")?) else { return None };
                Some((key_of(&record)?, (Text::new(text.as_ref()), false)))
            });
            outputs.collect()
        });
        let known = key_of(record).and_then(|key| found.get_mut(&key));
        let Some((text, is_annotated)) = known else {
            self.alignment.without_counterpart.insert(name_of(record));
            return None;
        };
        *is_annotated = true;
        self.alignment.by_name += 1;
        Some(text.clone())
    }

    /// The alignment of records with texts; `None` if all records had their own.
    fn alignment(self) -> Option<TextAlignment> {
        let not_annotated = self.found?.values().filter(|(_, is_annotated)| !is_annotated).count();
        Some(TextAlignment { not_annotated, ..self.alignment })
    }
}

/// A readable name of a record's example: the values of the keys, with `?` for missing ones.
fn name_of(record: &Object) -> String {
    let value = |key| by_keys(&[key], |name| members::words(record.get(name)?)).ok();
    let values = ITEM_KEYS.iter().map(|key| value(*key).map_or("?".to_owned(), |v| v.concat()));
    values.collect::<Vec<_>>().join(" / ")
}

/// The key of a record's example, the same as for comparing annotators. In released annotations, `example_idx` counts
/// the annotated examples, and `orig_example_idx` those of the outputs.
fn key_of(record: &Object) -> Option<Vec<String>> {
    by_keys(ITEM_KEYS, |name| members::words(record.get(name)?)).ok()
}

/// A record whose quotes are not located yet.
struct FactgenieRecordDraft<'a> {
    record: Record,
    names: CategoryNames,
    annotations: Vec<FactgenieAnnotation<'a>>,
}

impl FactgenieRecordDraft<'_> {
    /// The quotes of the annotations and their starts, each with the text of the record.
    fn quotes(&self) -> impl Iterator<Item = (&Text, u32, Cow<'_, str>)> + Clone {
        self.annotations.iter().filter_map(|annotation| {
            Some((self.record.target(), annotation.start?, spelled(annotation.said.text)))
        })
    }
}

/// An annotation as it was written.
#[derive(Default)]
struct FactgenieAnnotation<'a> {
    raw: &'a str,
    is_object: bool,
    said: VerbatimMembers<'a>,
    start: Option<u32>,
    occurrence: Option<usize>,
    metadata: Members,
}

struct FactgenieReader<'a> {
    categories: CampaignCategories,
    outputs: OutputTexts<'a>,
    corpus: Corpus,
    located: SpanLocationCounts,
    problems: FileProblems,
}

impl FactgenieReader<'_> {
    /// Reads a file; returns the unit of its offsets.
    fn file(
        &mut self,
        file: &TextFile,
        records: Vec<Box<str>>,
        reading: ImportOptions,
    ) -> OffsetUnit {
        let unit = self.unit(file, &records, reading);
        self.corpus.records.reserve(records.len());
        for (number, raw) in records.into_iter().enumerate() {
            if let Some(draft) = self.draft(file, number, &raw) {
                let record = self.finish(file, number, draft, unit);
                self.corpus.add(record);
            }
        }
        unit
    }

    /// The unit of the offsets of a file. It depends on the quotes of all records, so each record is parsed twice:
    /// keeping all of them meanwhile would take more memory than the file.
    fn unit(
        &mut self,
        file: &TextFile,
        records: &[Box<str>],
        reading: ImportOptions,
    ) -> OffsetUnit {
        let problems = std::mem::take(&mut self.problems);
        let mut fits = OffsetUnitEvidence::default();
        for (number, raw) in records.iter().enumerate() {
            let draft = self.draft(file, number, raw);
            let quotes = draft.iter().flat_map(FactgenieRecordDraft::quotes);
            quotes.for_each(|(text, start, quote)| fits.count(text, start, &quote));
        }
        // Problems are reported, and alignments counted, when the records are parsed again.
        self.problems = problems;
        self.outputs.alignment = TextAlignment::new("records", ITEM_KEYS);
        fits.settle(UNIT, reading, file, &mut self.problems)
    }

    fn draft<'r>(
        &mut self,
        file: &TextFile,
        number: usize,
        raw: &'r str,
    ) -> Option<FactgenieRecordDraft<'r>> {
        let place = |path: &str| DiagnosticPlace::Data { instance: number, path: path.to_owned() };
        let Some(object) = Object::parse(raw) else {
            let said = ["This is no record.".to_owned(), "It was left out.".to_owned()];
            self.problems.error(file, place(""), "no-record", said);
            return None;
        };
        let mut record = Record { done: true, ..Record::default() };
        let mut own = Members::default();
        if !file.path.is_empty() {
            own.set_text("file", &file.path);
        }
        let is_own = |name: &str| matches!(name, "output" | "annotations" | "annotator");
        record.metadata = Members::of(&object, |name| !is_own(name));
        // In Thresh's files this name is for the annotator.
        object.get("annotator").into_iter().for_each(|value| own.set("annotator", value));
        record.texts.set(Side::Target, self.text(file, number, &object, &mut own));
        let config = object.get("metadata").and_then(Object::parse);
        record.annotator = annotator_of(|name| {
            object.get(name).or(config.as_ref().and_then(|config| config.get(name)))
        });
        if let Some(model) = config.as_ref().and_then(model_of) {
            let name = Some(model.as_str().into());
            record.note_origin(&Origin { name, ..Origin::by(EditMaker::Model) });
        }
        let list = config.as_ref().and_then(|config| config.get(LIST));
        let names = self.categories.of(list, &file.path);
        let list = object.members().iter().rev().find(|m| m.name == "annotations");
        let annotations = match list.map(|list| (list, Json::read(value_of(list)))) {
            None => {
                record.done = false;
                Vec::new()
            }
            Some((_, Json::Array(list))) => list.values().map(annotation).collect(),
            Some((list, _)) => {
                own.set("annotations", value_of(list));
                let said = ["The annotations are no list.", "Write them as a list of objects."];
                let said = said.map(str::to_owned);
                self.problems.error(file, place("annotations"), "no-list", said);
                Vec::new()
            }
        };
        record.preserved.set(OWN, own.to_json());
        Some(FactgenieRecordDraft { record, names, annotations })
    }

    /// The text of a record.
    fn text(&mut self, file: &TextFile, number: usize, object: &Object, own: &mut Members) -> Text {
        match object.get("output").map(|output| (output, Json::read(output))) {
            Some((_, Json::String(text))) => return Text::new(text.as_ref()),
            Some((output, _)) => own.set("output", output),
            None => own.set("no_output", "true"),
        }
        self.outputs.of(object).unwrap_or_else(|| {
            let said = [
                "The record has no text: no `output`, and the other files have none of its dataset, split, setup_id and orig_example_idx (or example_idx).",
                "Open the file with the outputs together with this one. Offsets are kept as they are.",
            ];
            let place = DiagnosticPlace::Data { instance: number, path: "output".to_owned() };
            self.problems.error(file, place, "no-text", said.map(str::to_owned));
            Text::new("")
        })
    }

    fn finish(
        &mut self,
        file: &TextFile,
        number: usize,
        draft: FactgenieRecordDraft,
        unit: OffsetUnit,
    ) -> Record {
        let FactgenieRecordDraft { mut record, names, annotations } = draft;
        let text = record.target().clone();
        let spellings: Vec<_> =
            annotations.iter().map(|annotation| spelled(annotation.said.text)).collect();
        let quotes: Vec<Quote> = annotations
            .iter()
            .zip(&spellings)
            .map(|(annotation, spelling)| Quote {
                text: spelling,
                stored: annotation.start.map(|start| stored(&text, start, spelling, unit)),
                occurrence: annotation.occurrence,
            })
            .collect();
        let found = locate(&text, &quotes);
        record.edits.reserve_exact(annotations.len());
        for (at, (annotation, quote)) in annotations.into_iter().zip(&quotes).enumerate() {
            let found = found.get(at).copied().flatten();
            let mut edit = Edit { metadata: annotation.metadata, ..Edit::default() };
            if !annotation.is_object {
                edit.preserved.set(OWN, format!("{{\"raw\":{}}}", annotation.raw));
                preserve_spans(&mut edit);
                record.edits.push(edit);
                continue;
            }
            let kind = annotation.said.kind;
            edit.category = kind.map(|kind| category_of(kind, &names)).unwrap_or_default();
            // Without a text there are only the offsets.
            let unchecked = quote.stored.filter(|_| text.is_empty() && !quote.text.is_empty());
            match unchecked {
                Some(_) => self.located.by_offsets += 1,
                None => {
                    let place = (self.corpus.records.len(), record.edits.len());
                    let target = (&TextName::TARGET, &text);
                    self.located.add(place, target, quote.text, found.as_ref());
                }
            }
            let span = found.map(|found| found.span).or(unchecked);
            edit.spans = Spans::of(TextName::TARGET, span.into_iter().collect());
            let there = |found: LocatedQuote| found.tier == MatchTier::Exact && !found.moved;
            let verbatim = unit == UNIT && quote.stored.is_some() && found.is_some_and(there);
            preserve(&annotation.said, quote.text, verbatim, &mut edit, &text, &names);
            if span.is_none() {
                self.missing(file, number, at, quote.text);
            }
            record.edits.push(edit);
        }
        record
    }

    fn missing(&mut self, file: &TextFile, number: usize, at: usize, quote: &str) {
        let place =
            DiagnosticPlace::Data { instance: number, path: format!("annotations[{at}].text") };
        let message = format!("{} is not in the output.", quoted(quote));
        let remedy = "It is kept without a span, and written as it was.".to_owned();
        self.problems.warn(file, place, "not-found", [message, remedy]);
    }
}

/// The annotator, by the members of a record and of its `metadata`.
pub(super) fn annotator_of<'m>(member: impl Fn(&str) -> Option<&'m str>) -> Option<String> {
    let said = |name: &str| member(name).filter(|value| !matches!(*value, "null" | "\"\""));
    said("annotator_id").or_else(|| said("annotator_group")).map(words_or_raw)
}

/// The language model that annotated, by the `metadata` of a record: the configuration of its campaign.
fn model_of(config: &Object) -> Option<String> {
    let model = Json::read(config.get("model")?).into_text();
    model.filter(|model| !model.is_empty()).map(Cow::into_owned)
}

/// The span that an annotation states; if the text is missing, by the number itself.
fn stored(text: &Text, start: u32, quote: &str, unit: OffsetUnit) -> Span {
    let at =
        if text.is_empty() { start } else { unit.at(text, start).unwrap_or(text.len_utf16()).0 };
    Span::between(Utf16(at), Utf16(at.saturating_add(Utf16::length_of(quote).0)))
}

/// The text of a member's value.
fn value_of<'a>(member: &Member<'a>) -> &'a str {
    match member.value {
        Cow::Borrowed(value) => value,
        // A parsed object borrows its values.
        Cow::Owned(_) => "null",
    }
}

fn annotation(raw: &str) -> FactgenieAnnotation<'_> {
    let mut annotation = FactgenieAnnotation { raw, ..FactgenieAnnotation::default() };
    let Some(object) = Object::parse(raw) else { return annotation };
    annotation.is_object = true;
    for member in object.members() {
        let value = Some(value_of(member));
        match member.name.as_ref() {
            "type" => annotation.said.kind = value,
            "text" => annotation.said.text = value,
            "start" => annotation.said.start = value,
            _ => {}
        }
    }
    annotation.metadata = Members::of(&object, |name| !matches!(name, "type" | "text" | "start"));
    annotation.start = annotation.said.start.and_then(offset);
    // The name is spelled so in factgenie.
    let occurrence = object.get("occurence_index").and_then(offset);
    annotation.occurrence = occurrence.and_then(|at| usize::try_from(at).ok());
    annotation
}
