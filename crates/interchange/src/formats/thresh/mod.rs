//! Thresh's JSON, which can represent everything in a record.
//!
//! Texts beside source and target stand in a list `texts`, and the spans on them in an object `spans` of the edit. A source or
//! target that is given as a list of paragraphs is one text, and is written as the list again.
//!
//! Beside Thresh's own members an instance has the annotator and the metadata of the format of origin under `metadata`,
//! and under `_spanwise` the flag `done`, the answers about the instance (`answers`) and the preserved data (`kept`; those of the whole file are in the first
//! instance, under `file`). An edit has `metadata` and `_spanwise.kept` in the same way.

#[cfg(test)]
mod tests;

use std::borrow::Cow;

use crate::file_problems::{FileProblem, FileProblems};
use crate::files::json::owned;
use crate::members::{Members, ObjectWriter, words};
use crate::offset_unit::OffsetUnit;
use crate::preserved::verbatim::same_but_for_spaces;
use crate::recognition::{FileHead, JsonHead, Recognition};
use crate::record::{Corpus, Edit, Record};
use crate::report::{ExportOutcome, ImportOutcome, Losses, SpanLocationCounts};
#[cfg(test)]
use crate::testing::samples;
use crate::text_file::TextFile;
use crate::writing::edit_ids::EditIds;
use crate::writing::sink::Sink;
use crate::{FileLayout, Format, HeldTexts, ImportOptions, PreservedDataOf, ReadingPurpose};
use spanwise_annotation::document::{Answers, EditId, NamedText, Spans, TextName, Texts};
use spanwise_annotation::format::answers::{read_answers, write_answers};
use spanwise_annotation::format::dataset::TEMPLATE_KEY;
use spanwise_annotation::format::reader::LIST_NAMES;
pub(super) use spanwise_annotation::format::report::{InstanceReport, JsonPath};
use spanwise_annotation::format::spans::{
    SPAN_ROLES, SPANS, member_of, push_number, push_spans, read_all_spans, read_roles, write_roles,
    write_spans,
};
use spanwise_annotation::format::texts::{
    AFTER, BEFORE, TEXTS, TextList, add_listed, joined_paragraphs, list_of_texts,
};
use spanwise_annotation::format::thresh_read::{ANSWERS, OWN_KEY, id_of};
use spanwise_annotation::format::turns::MESSAGES;
use spanwise_annotation::format::{
    Dataset, DatasetReader, PRESERVED, convert_edits, counted_in_utf16,
};
use spanwise_annotation::mentions::MENTIONS;
use spanwise_diagnostics::{Diagnostic, DiagnosticPlace};
use spanwise_i18n::Message;
use spanwise_json::tree::may_be_data;
use spanwise_json::{Array, Json, Object, decode, encode};
use spanwise_template::Side;
use spanwise_text::{Span, Text, Utf16};

/// Thresh's JSON.
pub(super) const FORMAT: Format = Format {
    name: "thresh",
    about: "Thresh's JSON and JSON Lines, bundles included",
    unit: Some(OffsetUnit::Utf16),
    layout: FileLayout::SingleFile,
    extension: "json",
    preserved_data: PreservedDataOf::AllFormats,
    texts: HeldTexts::All,
    read,
    write,
    recognises,
    keys: &[],
    #[cfg(test)]
    sample: samples::THRESH,
};

fn recognises(files: &[FileHead]) -> Recognition {
    let is_instance = |json: &JsonHead, depth: usize| {
        let names: [&[&str]; 3] = [&["edits"], &["source", "target"], &[TEMPLATE_KEY]];
        names.iter().any(|names| json.has_at(depth, names)) && !json.has(&["spans"])
    };
    let recognised = |json: &JsonHead| {
        let is_own = is_instance(json, 1) || json.has_any(&LIST_NAMES) && is_instance(json, 2);
        if is_own { Recognition::Certain } else { Recognition::Possible }
    };
    files.iter().filter_map(FileHead::json).map(recognised).max().unwrap_or(Recognition::No)
}

/// The member of `metadata` with the annotator.
const ANNOTATOR: &str = "annotator";
const METADATA: &str = "metadata";
const FILE: &str = "file";
const PARTS: &str = "constituent_edits";
/// The member of [`Record::other`] with the original JSON of the edits, if that of the record's edits would differ or
/// leave something out: spans that can't be read, an item that is not an edit, no `id`; empty if there was no such
/// member. It holds as long as reading it gives the edits of the record.
const EDITS_AS_READ: &str = "_edits";
/// The same for a source that is present, but empty.
const EMPTY_SOURCE: &str = "_source";
/// The same for the list of texts.
const TEXTS_AS_READ: &str = "_texts";

fn read(files: &mut [TextFile], reading: ImportOptions) -> ImportOutcome {
    let mut problems = FileProblems::default();
    let mut corpus = Corpus::default();
    let mut located = SpanLocationCounts::default();
    for file in files {
        match open(file, reading) {
            Err(diagnostic) => problems.add(FileProblem { file: file.path.clone(), diagnostic }),
            Ok(dataset) => {
                read_dataset(file, dataset, reading, &mut corpus, &mut located, &mut problems)
            }
        }
    }
    ImportOutcome {
        corpus,
        unit: Some(reading.unit.unwrap_or(OffsetUnit::Utf16)),
        located,
        problems,
        alignment: None,
    }
}

/// The data of a file, with offsets in UTF-16 units unless another unit is given.
#[allow(clippy::result_large_err, reason = "one per file")]
fn open(file: &mut TextFile, reading: ImportOptions) -> Result<Dataset, Diagnostic> {
    let dataset = DatasetReader::new(std::mem::take(&mut file.text)).finish()?;
    if reading.unit.is_some() { Ok(dataset) } else { counted_in_utf16(dataset) }
}

fn read_dataset(
    file: &TextFile,
    dataset: Dataset,
    reading: ImportOptions,
    corpus: &mut Corpus,
    located: &mut SpanLocationCounts,
    problems: &mut FileProblems,
) {
    for diagnostic in dataset.problems() {
        problems.add(FileProblem { file: file.path.clone(), diagnostic: diagnostic.clone() });
    }
    let template = dataset.template_element().map(str::to_owned);
    let instances = owned(dataset.iter());
    drop(dataset);
    corpus.records.reserve(instances.len());
    let (count, mut unread) = (instances.len(), 0);
    for (number, raw) in instances.into_iter().enumerate() {
        let mut reader = InstanceReader::new(number, reading);
        let (record, preserved) = reader.record(&raw);
        located.by_offsets += reader.spans;
        for diagnostic in reader.report.into_problems() {
            problems.add(FileProblem { file: file.path.clone(), diagnostic });
        }
        if !preserved.is_empty() {
            corpus.preserved = preserved;
        }
        unread += usize::from(record.edits.is_empty() && lacks_members(&raw));
        corpus.add(record);
    }
    if let Some(template) = template {
        corpus.preserved.set(TEMPLATE_KEY, template);
    }
    if count > 0 && unread == count {
        let said = [
            "No item has a source, a target or an edit.",
            "Call the members that hold the texts `source` and `target`, or name the format that the file is in.",
        ];
        problems.warn(file, DiagnosticPlace::Whole, "no-text", said.map(str::to_owned));
    }
}

/// Returns `true` if an item has no member with texts or edits.
fn lacks_members(raw: &str) -> bool {
    let own = ["source", "target", TEXTS, MESSAGES, "edits"];
    Object::parse(raw).is_some_and(|item| own.iter().all(|name| item.get(name).is_none()))
}

struct InstanceReader {
    unit: OffsetUnit,
    report: InstanceReport,
    spans: usize,
    /// `true` to look for what would be written otherwise than it was read.
    is_written_again: bool,
    /// `true` if anything such was read.
    is_odd: bool,
}

impl InstanceReader {
    fn new(number: usize, reading: ImportOptions) -> Self {
        InstanceReader {
            unit: reading.unit.unwrap_or(OffsetUnit::Utf16),
            report: InstanceReport::new(number),
            spans: 0,
            is_written_again: reading.purpose != ReadingPurpose::Figures,
            is_odd: false,
        }
    }

    /// The record of an instance, and the preserved data of the whole file in it.
    fn record(&mut self, raw: &str) -> (Record, Members) {
        let object = Object::parse(raw).unwrap_or_default();
        let [source, target] = ["source", "target"].map(|name| self.text(&object, name));
        // Data is no text: it stays a member as it is.
        let has_data = object.get("context").is_some_and(may_be_data);
        let context = if has_data { None } else { self.text(&object, "context") };
        let list = list_of_texts(&object, &mut self.report);
        let is_divided =
            |name: &str| object.get(name).is_some_and(|raw| joined_paragraphs(raw).is_some());
        let mut other = Members::of(&object, |name| match name {
            "source" => source.is_none() || is_divided(name),
            "target" => target.is_none() || is_divided(name),
            "context" => context.is_none(),
            TEXTS => !matches!(list, Some(TextList::Named(_))),
            METADATA | OWN_KEY => !is(&object, name, '{'),
            _ => name != "edits",
        });
        let mentions = object.get(MENTIONS).filter(|_| self.unit != OffsetUnit::Utf16);
        if source.as_ref().is_some_and(String::is_empty) && is(&object, "source", '"') {
            other.set_text(EMPTY_SOURCE, "");
        }
        let texts = match list {
            None => {
                let [source, target] = [source, target].map(Option::unwrap_or_default);
                Texts::usual(Text::new(source), Text::new(target))
            }
            Some(list) => {
                // Turns stay in the member that they are in.
                if let TextList::Named(_) = list {
                    other.set(TEXTS_AS_READ, object.get(TEXTS).unwrap_or_default());
                }
                let members = [(Side::Source, source), (Side::Target, target)];
                let mut texts = Texts::none();
                for (side, text) in members.into_iter().filter_map(|(s, t)| Some((s, t?))) {
                    texts.set(side, Text::new(text));
                }
                add_listed(&list, &mut texts, &mut self.report);
                texts
            }
        };
        if let Some(converted) = mentions.and_then(|raw| self.mentions_in_utf16(raw, &texts)) {
            other.set(MENTIONS, converted);
        }
        let raw = object.get("edits").unwrap_or_default();
        let edits = self.edits(raw, &texts, &JsonPath::Root.member("edits"));
        let is_missing = raw.is_empty();
        if is_missing || self.is_odd && self.unit == OffsetUnit::Utf16 {
            other.set(EDITS_AS_READ, raw);
        }
        let mut metadata = map(&object, METADATA);
        let annotator = metadata.text(ANNOTATOR);
        if annotator.is_some() {
            metadata.remove(ANNOTATOR);
        }
        let mut own = map(&object, OWN_KEY);
        let done = own.get("done") == Some("true");
        if done {
            own.remove("done");
        }
        let answers = self.answers(&mut own);
        let [preserved, file] = [PRESERVED, FILE].map(|name| take_map(&mut own, name));
        if !own.is_empty() {
            other.set(OWN_KEY, own.to_json());
        }
        let context = context.map(Into::into);
        let record =
            Record { annotator, texts, context, edits, answers, done, metadata, preserved, other };
        (record, file)
    }

    /// The answers about the instance, taken out of `_spanwise` unless it says more than they do.
    fn answers(&mut self, own: &mut Members) -> Answers {
        let Some(raw) = own.get(ANSWERS).map(str::to_owned) else { return Answers::default() };
        let path = JsonPath::Root.member(OWN_KEY);
        let answers = read_answers(&raw, None, &path.member(ANSWERS), &mut self.report);
        if same_but_for_spaces(&write_answers("null", &answers, None), &raw) && raw != "null" {
            own.remove(ANSWERS);
        }
        answers
    }

    /// A text, that of a list of paragraphs, or the spelling of a number or a flag; `None` for null, other lists and objects.
    fn text(&mut self, object: &Object, name: &str) -> Option<String> {
        let raw = object.get(name)?;
        if let Some(joined) = joined_paragraphs(raw) {
            return Some(joined);
        }
        let remedy = match raw.as_bytes().first() {
            Some(b'"') => {
                let decoded = decode(raw);
                if decoded.lone_surrogate {
                    let message = "The text holds half of a character (a lone surrogate).";
                    self.warn(name, "lone-surrogate", [message, "It is read as \u{fffd}."]);
                }
                return Some(decoded.text.into_owned());
            }
            Some(b'n') => return None,
            Some(b'[' | b'{') => "It is not read: put texts in double quotes.",
            _ => "It is read as one: put it in double quotes.",
        };
        self.warn(name, "not-a-text", ["This is no text.", remedy]);
        words(raw)
    }

    fn warn(&mut self, name: &str, code: &'static str, said: [&str; 2]) {
        let [message, remedy] = said.map(|text| Message::from(text.to_owned()));
        self.report.warn(&JsonPath::Root.member(name), code, message, remedy);
    }

    fn edits(&mut self, raw: &str, texts: &Texts, path: &JsonPath) -> Vec<Edit> {
        let array = if let Json::Array(array) = Json::read(raw) {
            array
        } else {
            self.is_odd |= !raw.is_empty();
            Array::default()
        };
        let mut edits = Vec::with_capacity(array.values().len());
        for (i, raw) in array.values().enumerate() {
            let edit = self.edit(raw, texts, &path.item(i));
            if edit.is_none() {
                let said = ["This is not an edit.", "It stays in Thresh's files only."];
                let [message, remedy] = said.map(|text| Message::from(text.to_owned()));
                self.report.error(&path.item(i), "not-an-edit", message, remedy);
            }
            self.is_odd |= edit.is_none();
            edits.extend(edit);
        }
        edits
    }

    fn edit(&mut self, raw: &str, texts: &Texts, path: &JsonPath) -> Option<Edit> {
        let object = Object::parse(raw)?;
        let id = id_of(&object);
        let mut other = Members::of(&object, |name| match name {
            METADATA | OWN_KEY => !is(&object, name, '{'),
            "id" | "category" | "annotation" | SPANS | SPAN_ROLES | PARTS => false,
            _ => Side::ALL.into_iter().all(|side| name != member_of(side)),
        });
        let category = object.get("category").and_then(words).unwrap_or_default();
        let annotation = object.get("annotation").unwrap_or_default();
        let answers = read_answers(annotation, None, &path.member("annotation"), &mut self.report);
        let spans = self.spans(&object, texts, path);
        if self.is_written_again {
            self.is_odd |= !is_plain_id(&object, id.as_ref())
                || annotation.is_empty()
                || !is_plain(&object, &spans);
            let plain = annotation.is_empty() || annotation == "null";
            if !plain && !same_but_for_spaces(&write_answers("null", &answers, None), annotation) {
                // Parts that the answers leave out (null, stale branches) are kept.
                other.set("annotation", annotation);
            }
        }
        let constituents = object.get(PARTS).unwrap_or_default();
        let constituents = self.edits(constituents, texts, &path.member(PARTS));
        let metadata = map(&object, METADATA);
        let mut own = map(&object, OWN_KEY);
        let preserved = take_map(&mut own, PRESERVED);
        if !own.is_empty() {
            other.set(OWN_KEY, own.to_json());
        }
        Some(Edit { category, id, spans, answers, constituents, metadata, preserved, other })
    }

    /// Spans in UTF-16 units, whatever unit the file counts in.
    fn spans(&mut self, edit: &Object, texts: &Texts, path: &JsonPath) -> Spans {
        let checked = (self.unit == OffsetUnit::Utf16).then_some(texts);
        let mut spans = read_all_spans(edit, path, checked, &mut self.report);
        self.spans += spans.len();
        if self.unit != OffsetUnit::Utf16 {
            // Offsets on an unknown text cannot be converted.
            for text in texts.iter() {
                spans.change(&text.name, |spans| self.convert(spans, &text.text));
            }
        }
        read_roles(edit, path, &mut spans, &mut self.report);
        spans
    }

    /// The JSON of mentions with offsets in UTF-16 units.
    fn mentions_in_utf16(&self, raw: &str, texts: &Texts) -> Option<String> {
        let utf16 = |text: &Text, offset| self.unit.at(text, offset).map_or(offset, |at| at.0);
        convert_edits(raw, texts, &utf16)
    }

    /// Converts the offsets of spans on a text into UTF-16 units.
    fn convert(&self, spans: &mut [Span], text: &Text) {
        let length = self.unit.length(text);
        for span in spans {
            let (start, end) = (span.start().0.min(length), span.end().0.min(length));
            let converted = self.unit.span(text, start, end);
            *span = converted.unwrap_or(Span::between(Utf16(0), Utf16(0)));
        }
    }
}

/// Returns `true` if the id of an edit is written as it was.
fn is_plain_id(edit: &Object, id: Option<&EditId>) -> bool {
    let written = match id {
        Some(EditId::Number(number)) => number.to_string(),
        Some(EditId::Other(text)) => encode(text),
        None => return false,
    };
    edit.get("id") == Some(written.as_str())
}

/// Returns `true` if the spans of an edit are written as they were, except for white space.
fn is_plain(edit: &Object, spans: &Spans) -> bool {
    let own = Side::ALL.into_iter().all(|side| {
        let spans = spans.on(&side.into());
        match edit.get(member_of(side)) {
            None => spans.is_empty(),
            Some(raw) => !spans.is_empty() && without_space(raw).eq(write_spans(spans).bytes()),
        }
    });
    let by_name = edit.get(SPANS).is_none_or(|raw| {
        let mut written = String::new();
        push_spans_by_name(&mut written, spans);
        without_space(raw).eq(without_space(&written))
    });
    let roles = match edit.get(SPAN_ROLES) {
        None => !spans.has_roles(),
        Some(raw) => spans.has_roles() && without_space(raw).eq(without_space(&write_roles(spans))),
    };
    own && by_name && roles
}

fn without_space(raw: &str) -> impl Iterator<Item = u8> {
    raw.bytes().filter(|byte| !byte.is_ascii_whitespace())
}

/// Writes the spans on texts that have no member of their own.
fn push_spans_by_name(out: &mut String, spans: &Spans) {
    let mut by_name = ObjectWriter::new(out);
    for (name, spans) in spans.iter().filter(|(name, _)| is_apart(name)) {
        push_spans(spans, by_name.value(name.as_str()));
    }
    by_name.close();
}

/// Returns `true` if the spans on a text of this name have no member of their own.
fn is_apart(name: &TextName) -> bool {
    Side::ALL.into_iter().all(|side| TextName::from(side) != *name)
}

/// Writes the spans of an edit as members of it.
fn push_all_spans(members: &mut ObjectWriter<'_>, spans: &Spans) {
    for side in Side::ALL {
        let spans = spans.on(&side.into());
        if !spans.is_empty() {
            push_spans(spans, members.value(member_of(side)));
        }
    }
    if spans.iter().any(|(name, _)| is_apart(name)) {
        push_spans_by_name(members.value(SPANS), spans);
    }
    if spans.has_roles() {
        members.member(SPAN_ROLES, &write_roles(spans));
    }
}

/// Returns `true` if the JSON of a member begins with a character, which tells its type.
fn is(object: &Object, name: &str, first: char) -> bool {
    object.get(name).is_some_and(|value| value.starts_with(first))
}

/// The members of a member that is an object.
fn map(object: &Object, name: &str) -> Members {
    object.get(name).map(Members::parse).unwrap_or_default()
}

/// The same, taken out; a member that is not an object stays.
fn take_map(members: &mut Members, name: &str) -> Members {
    let map = members.get(name).filter(|value| value.starts_with('{')).map(Members::parse);
    map.inspect(|_| members.remove(name)).unwrap_or_default()
}

fn write(corpus: &Corpus, sink: &mut dyn Sink) -> ExportOutcome {
    sink.begin("");
    sink.push("[");
    let mut json = String::new();
    let mut preserved = corpus.preserved.clone();
    preserved.remove(TEMPLATE_KEY);
    for (number, record) in corpus.records.iter().enumerate() {
        let file = (number == 0).then_some(&preserved).filter(|preserved| !preserved.is_empty());
        json.push_str(if number == 0 { "\n" } else { ",\n" });
        instance(&mut json, record, file);
        sink.push(&json);
        json.clear();
    }
    if let Some(template) = corpus.preserved.get(TEMPLATE_KEY) {
        sink.push(",\n");
        sink.push(template);
    }
    sink.push("\n]\n");
    Losses::default().into()
}

/// Writes the instance of a record.
fn instance(out: &mut String, record: &Record, file: Option<&Members>) {
    let mut members = ObjectWriter::new(out);
    if let Some(id) = record.other.get("id") {
        members.member("id", id);
    }
    let listed = texts_as_read(record);
    let is_as_read = [Side::Source, Side::Target].map(|side| is_as_read(record, side));
    if let Some(source) = own_text(record, Side::Source, listed.as_ref())
        && !is_as_read[0]
        && (!source.is_empty() || record.other.get(EMPTY_SOURCE).is_some())
    {
        members.text("source", source.as_str());
    }
    if let Some(target) = own_text(record, Side::Target, listed.as_ref())
        && !is_as_read[1]
    {
        members.text("target", target.as_str());
    }
    match (listed, record.other.get(TEXTS_AS_READ)) {
        (Some(_), Some(raw)) => members.member(TEXTS, raw),
        // Turns are written as the member that they were read from.
        (Some(_), None) => {}
        (None, _) => push_texts(&mut members, &record.texts),
    }
    if let Some(context) = &record.context {
        members.text("context", context);
    }
    let written = ["id", OWN_KEY, EDITS_AS_READ, EMPTY_SOURCE, TEXTS_AS_READ];
    let is_stale =
        |name| ["source", "target"].into_iter().zip(is_as_read).any(|side| side == (name, false));
    let others = record.other.iter();
    for (name, value) in others.filter(|(name, _)| !written.contains(name) && !is_stale(name)) {
        members.member(name, value);
    }
    match edits_as_read(record) {
        Some("") => {}
        Some(raw) => members.member("edits", raw),
        None => edits(members.value("edits"), &record.edits),
    }
    if record.annotator.is_some() || !record.metadata.is_empty() {
        let mut metadata = ObjectWriter::new(members.value(METADATA));
        if let Some(annotator) = &record.annotator {
            metadata.text(ANNOTATOR, annotator);
        }
        let named = |name: &str| name == ANNOTATOR && record.annotator.is_some();
        let others = record.metadata.iter().filter(|(name, _)| !named(name));
        others.for_each(|(name, value)| metadata.member(name, value));
        metadata.close();
    }
    let mut own = record.other.get(OWN_KEY).map(Members::parse).unwrap_or_default();
    let answers = own.get(ANSWERS).unwrap_or("null").to_owned();
    if answers != "null" || !record.answers.is_empty() {
        own.set(ANSWERS, answers_of(&answers, &record.answers));
    }
    if record.done {
        own.set("done", "true");
    }
    set_unless_empty(&mut own, PRESERVED, &record.preserved);
    if let Some(file) = file {
        own.set(FILE, file.to_json());
    }
    members.object(OWN_KEY, &own);
    members.close();
}

/// Returns `true` if the source or target is written as the member that it was read from, which is no string: the record
/// still has the text of its paragraphs, or no text at all.
fn is_as_read(record: &Record, side: Side) -> bool {
    let name = TextName::from(side);
    let Some(raw) = record.other.get(name.as_str()) else { return false };
    let text = record.texts.get(&name).map(|text| text.text.as_str()).unwrap_or_default();
    joined_paragraphs(raw).unwrap_or_default() == text
}

/// The text that is written as a member of its own: the one with the usual name and role, unless the list has it.
fn own_text<'r>(record: &'r Record, side: Side, listed: Option<&Texts>) -> Option<&'r Text> {
    let text = record.texts.get(&side.into()).filter(|text| has_own_member(text))?;
    listed.is_none_or(|listed| listed.get(&text.name).is_none()).then_some(&text.text)
}

/// Returns `true` if a text is one of the usual two, written as `source` and `target`.
fn has_own_member(text: &NamedText) -> bool {
    text.role.side().is_some_and(|side| TextName::from(side) == text.name)
}

/// The list of texts as it was written, or of turns, if the record still has them.
fn texts_as_read(record: &Record) -> Option<Texts> {
    let list = match record.other.get(TEXTS_AS_READ) {
        Some(raw) => TextList::Named(Array::parse(raw)?),
        None => TextList::Turns(Array::parse(record.other.get(MESSAGES)?)?),
    };
    let mut listed = Texts::none();
    add_listed(&list, &mut listed, &mut InstanceReport::new(0));
    let is_there = |text: &NamedText| listed.get(&text.name) == Some(text);
    let holds = record.texts.iter().all(|text| is_there(text) || has_own_member(text));
    let same = |text: &NamedText| record.texts.get(&text.name).is_none_or(|held| held == text);
    (holds && listed.iter().all(same)).then_some(listed)
}

/// Writes the list of the texts without members of their own.
fn push_texts(members: &mut ObjectWriter<'_>, texts: &Texts) {
    if texts.iter().all(has_own_member) {
        return;
    }
    let list = members.value(TEXTS);
    list.push('[');
    for (i, text) in texts.iter().filter(|text| !has_own_member(text)).enumerate() {
        list.push_str(if i == 0 { "" } else { "," });
        let mut members = ObjectWriter::new(list);
        members.text("name", text.name.as_str());
        members.text("role", text.role.name());
        members.text("text", text.text.as_str());
        for (name, around) in [(BEFORE, text.before()), (AFTER, text.after())] {
            if let Some(around) = around {
                members.text(name, around);
            }
        }
        members.close();
    }
    list.push(']');
}

/// The edits as they were written, if they are still those of the record.
fn edits_as_read(record: &Record) -> Option<&str> {
    let raw = record.other.get(EDITS_AS_READ)?;
    let mut reader = InstanceReader::new(0, ImportOptions::default());
    let edits = reader.edits(raw, &record.texts, &JsonPath::Root);
    (edits == record.edits).then_some(raw)
}

fn set_unless_empty(members: &mut Members, name: &str, value: &Members) {
    if !value.is_empty() {
        members.set(name, value.to_json());
    }
}

/// Writes a list of edits; those without an id get the next one of their category.
fn edits(out: &mut String, all: &[Edit]) {
    let mut ids = EditIds::of(all);
    out.push('[');
    for (i, edit) in all.iter().enumerate() {
        let id = ids.id(edit);
        out.push_str(if i == 0 { "" } else { "," });
        one_edit(out, edit, &id);
    }
    out.push(']');
}

fn one_edit(out: &mut String, edit: &Edit, id: &EditId) {
    let mut members = ObjectWriter::new(out);
    members.text("category", &edit.category);
    match id {
        EditId::Number(number) => push_number(*number, members.value("id")),
        EditId::Other(text) => members.text("id", text),
    }
    members.member("annotation", &annotation(edit));
    push_all_spans(&mut members, &edit.spans);
    if !edit.constituents.is_empty() {
        edits(members.value(PARTS), &edit.constituents);
    }
    edit.other
        .iter()
        .filter(|(name, _)| *name != OWN_KEY && *name != "annotation")
        .for_each(|(name, value)| members.member(name, value));
    members.object(METADATA, &edit.metadata);
    let mut own = edit.other.get(OWN_KEY).map(Members::parse).unwrap_or_default();
    set_unless_empty(&mut own, PRESERVED, &edit.preserved);
    members.object(OWN_KEY, &own);
    members.close();
}

/// The JSON of the answers, with the other content of the annotation that was read.
fn annotation(edit: &Edit) -> Cow<'_, str> {
    answers_of(edit.other.get("annotation").unwrap_or("null"), &edit.answers)
}

/// The JSON of answers: the old one if it says the same, else with its other content.
fn answers_of<'j>(old: &'j str, answers: &Answers) -> Cow<'j, str> {
    if read_answers(old, None, &JsonPath::Root, &mut InstanceReport::new(0)) == *answers {
        return Cow::Borrowed(old);
    }
    Cow::Owned(write_answers(old, answers, None))
}
