//! The record of an adjudicator's decisions, from which gold can be made again.
//!
//! A record is a list of rows, as JSON or CSV: one for each group, one for each edit of gold that belongs to none, and one for
//! each instance with what gold notes of it besides edits, its answers among them. [`record_of`] derives them from gold and the annotators'
//! files; [`gold_from_record`] puts them into the data again.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use foldhash::{HashMap, HashMapExt as _};

use super::annotation_group::{GroupContent, InstanceQuestion};
use super::annotators::{AnnotatorFile, Annotators};
use super::answer_groups::flat_answer;
use super::comparison::Standing;
use super::decision::Decision;
use super::gold::{DecidedGroup, GoldContext, decided_groups};
use super::gold_start::list;
use spanwise_annotation::document::{Answer, Answers, Edit, EditKey, Instance};
use spanwise_annotation::fingerprint::fingerprint;
use spanwise_annotation::format::answers::write_answers;
use spanwise_annotation::format::{
    ANNOTATIONS, Dataset, OffsetUnit, identity, remove_annotator, set_annotations,
    without_preserved, write_dataset, write_edit,
};
use spanwise_json::{Array, Json, Object, encode};
use spanwise_template::Typology;
use spanwise_text::spreadsheet::{guarded, unguarded};

/// The columns of a record, in order.
const COLUMNS: [&str; 16] = [
    "instance",
    "id",
    "texts",
    "group",
    "standing",
    "annotators",
    "missed_by",
    "decision",
    "annotator",
    "rationale",
    "category",
    "question",
    "text",
    "place",
    "edit",
    "members",
];

/// The standing of a row with what gold notes of an instance besides edits.
const OF_INSTANCE: &str = "instance";
/// The standing of a row with an edit of gold that belongs to no group.
const ADDED: &str = "added";

/// The member of an instance with its edits.
const EDITS: &str = "edits";

/// One row of a record: the texts of its columns. `edit` and `members` are JSON.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RecordRow(BTreeMap<&'static str, String>);

impl RecordRow {
    /// The text of a column; empty for none.
    #[must_use]
    pub fn get(&self, column: &str) -> &str {
        self.0.get(column).map_or("", String::as_str)
    }

    fn set(&mut self, column: &'static str, text: impl Into<String>) {
        let text = text.into();
        if !text.is_empty() {
            self.0.insert(column, text);
        }
    }

    fn number(&self, column: &str) -> Option<usize> {
        self.get(column).parse().ok()
    }
}

/// A record that cannot be read, or does not fit the data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RecordError {
    /// It is neither a JSON list of rows nor a table with the columns of a record.
    NotARecord,
    /// A row lacks its instance, or its edit is no JSON object: the number of the row, from 1.
    DamagedRow(usize),
    /// The data has no instance with the texts of this one: its number in gold, from 1.
    NoSuchInstance(usize),
}

/// The rows of an instance.
///
/// `number` is the 0-based position of the instance in gold, `written` its JSON there, which has the edits of
/// `context.gold` in the same order.
#[must_use]
pub fn record_of(number: usize, context: GoldContext, written: &str) -> Vec<RecordRow> {
    let object = Object::parse(written).unwrap_or_default();
    let edits = object.get(EDITS).and_then(Array::parse).unwrap_or_default();
    let edits: Vec<&str> = edits.values().filter(|value| value.starts_with('{')).collect();
    let mut shared = RecordRow::default();
    shared.set("instance", (number + 1).to_string());
    shared.set("id", identity(written).id.unwrap_or_default());
    shared.set("texts", texts_digest(written));
    let with_edit = |mut row: RecordRow, key: EditKey| {
        if let Some(at) = context.gold.position(key)
            && let (Some(edit), Some(json)) = (context.gold.edits.get(at), edits.get(at))
        {
            row.set("place", (at + 1).to_string());
            row.set("category", edit.category.as_str());
            row.set("text", covered_text(edit, context.gold));
            row.set("edit", without_preserved(json));
        }
        row
    };
    let groups = decided_groups(context);
    let mut rows: Vec<RecordRow> = groups
        .iter()
        .map(|decided| {
            let row = group_row(shared.clone(), decided, context);
            decided.edit.map_or(row.clone(), |key| with_edit(row, key))
        })
        .collect();
    let grouped: BTreeSet<EditKey> = groups.iter().filter_map(|decided| decided.edit).collect();
    for edit in context.gold.edits.iter().filter(|edit| !grouped.contains(&edit.key)) {
        let mut row = shared.clone();
        row.set("standing", ADDED);
        row.set("decision", Decision::Own.word());
        rows.push(with_edit(row, edit.key));
    }
    let mut notes = Object::default();
    for name in ANNOTATIONS.into_iter().filter(|name| *name != EDITS || edits.is_empty()) {
        if let Some(value) = object.get(name) {
            notes.set(name, value.to_owned());
        }
    }
    shared.set("standing", OF_INSTANCE);
    let notes = notes.into_text();
    let notes = without_preserved(&notes);
    if notes != "{}" {
        shared.set("edit", notes);
    }
    rows.push(shared);
    rows
}

fn group_row(mut row: RecordRow, decided: &DecidedGroup, context: GoldContext) -> RecordRow {
    let name = |annotator: usize| context.names.get(annotator).map_or("", String::as_str);
    let names = |all: &[usize]| all.iter().map(|at| name(*at)).collect::<Vec<_>>().join(", ");
    let group = &decided.group;
    let annotators = group.annotators();
    row.set("group", group.id.to_string());
    row.set("standing", standing_word(group.standing));
    row.set("annotators", names(&annotators));
    row.set("missed_by", names(&group.differences.missed));
    if let Some(decision) = decided.decision {
        row.set("decision", decision.word());
        if let Decision::Take(annotator) = decision {
            row.set("annotator", name(annotator));
        }
    }
    row.set("rationale", decided.rationale.as_str());
    if let Some(question) = group.question() {
        row.set("question", question_name(question));
        row.set("text", question.answer(context.gold).map(answer_text).unwrap_or_default());
    }
    let made = |annotator: usize| {
        let instance: &Instance = context.annotators.get(annotator).copied().flatten()?;
        let (member, made) = match &group.content {
            GroupContent::Edits(_) => {
                let edit = instance.edit(group.edit_of(annotator)?)?;
                ("edit", write_edit(edit, context.typology))
            }
            GroupContent::Answers { question, .. } => {
                ("answer", write_answer_to(question, instance, context.typology)?)
            }
        };
        let mut object = Object::default();
        object.set("annotator", encode(name(annotator)));
        object.set(member, without_layout(&without_preserved(&made)));
        Some(object.into_text())
    };
    let members: Vec<String> = annotators.into_iter().filter_map(made).collect();
    row.set("members", format!("[{}]", members.join(", ")));
    row
}

/// JSON without white space between its parts: a record is the same however the files of annotators are laid out.
fn without_layout(json: &str) -> String {
    let (mut is_text, mut is_escaped) = (false, false);
    let is_kept = |c: &char| {
        let is_kept = is_text || !c.is_ascii_whitespace();
        if *c == '"' && !is_escaped {
            is_text = !is_text;
        }
        is_escaped = *c == '\\' && !is_escaped;
        is_kept
    };
    json.chars().filter(is_kept).collect()
}

/// The name of a question, after that of the text that it is about.
fn question_name(question: &InstanceQuestion) -> String {
    match &question.text {
        Some(text) => format!("{}: {}", text.as_str(), question.name),
        None => question.name.clone(),
    }
}

/// An answer and its follow-ups, one after the other.
fn answer_text(answer: &Answer) -> String {
    let flat = flat_answer("", answer);
    flat.iter().map(|(_, value)| value).collect::<Vec<_>>().join(" … ")
}

/// The answer to a question as JSON.
fn write_answer_to(
    question: &InstanceQuestion,
    instance: &Instance,
    typology: &Typology,
) -> Option<String> {
    let questions = match question.text {
        Some(_) => typology.text_questions(),
        None => typology.instance_questions(),
    };
    let mut only = Answers::default();
    only.set(&question.name, Some(question.answer(instance)?.clone()));
    let written = write_answers("{}", &only, Some(questions));
    Object::parse(&written)?.get(&question.name).map(str::to_owned)
}

/// The word of a standing in files.
fn standing_word(standing: Standing) -> &'static str {
    match standing {
        Standing::Agrees => "agrees",
        Standing::Answers => "answers",
        Standing::Boundary => "boundary",
        Standing::Category => "category",
        Standing::Missed => "missed",
        Standing::OnlyHere => "only-one",
    }
}

/// The texts of the spans of an edit, one after the other.
fn covered_text(edit: &Edit, instance: &Instance) -> String {
    let covered = edit.spans.iter().flat_map(|(name, spans)| {
        let text = instance.texts.content(name);
        spans.iter().map(|span| text.slice(*span).to_owned())
    });
    covered.collect::<Vec<_>>().join(" … ")
}

/// A digest that distinguishes instances with other texts.
fn texts_digest(raw: &str) -> String {
    let texts = identity(raw).texts;
    let mut spelled = String::new();
    for text in texts.iter() {
        spelled.push_str(&format!("{}\u{1f}{}\u{1e}", text.name.as_str(), text.text.as_str()));
    }
    format!("{:016x}", fingerprint(spelled.as_bytes()))
}

/// A record as JSON.
#[must_use]
pub fn record_to_json(rows: &[RecordRow]) -> String {
    let row = |row: &RecordRow| {
        let mut object = Object::default();
        for column in COLUMNS {
            let text = row.get(column);
            match column {
                _ if text.is_empty() => {}
                "instance" | "place" | "edit" | "members" => object.set(column, text.to_owned()),
                _ => object.set(column, encode(text)),
            }
        }
        object.into_text()
    };
    format!("[\n{}\n]\n", rows.iter().map(row).collect::<Vec<_>>().join(",\n"))
}

/// A record as CSV, in UTF-8 with the mark by which Excel knows it. No cell is executed as a formula.
#[must_use]
pub fn record_to_csv(rows: &[RecordRow]) -> String {
    let mut writer = csv::WriterBuilder::new();
    let mut writer = writer.terminator(csv::Terminator::CRLF).from_writer(Vec::from("\u{feff}"));
    // Writing into memory does not fail.
    let _ = writer.write_record(COLUMNS);
    for row in rows {
        let _ = writer.write_record(COLUMNS.map(|column| guarded(row.get(column)).into_owned()));
    }
    writer.into_inner().ok().and_then(|bytes| String::from_utf8(bytes).ok()).unwrap_or_default()
}

/// Reads a record: JSON if it begins with a bracket, else CSV.
///
/// # Errors
/// If it is neither.
pub fn read_record(text: &str) -> Result<Vec<RecordRow>, RecordError> {
    let text = text.trim_start_matches('\u{feff}');
    match text.trim_start().starts_with('[') {
        true => rows_of_json(text),
        false => rows_of_csv(text),
    }
}

fn rows_of_json(text: &str) -> Result<Vec<RecordRow>, RecordError> {
    let array = Array::parse(text.trim()).ok_or(RecordError::NotARecord)?;
    let row = |raw: &str| {
        let object = Object::parse(raw).ok_or(RecordError::NotARecord)?;
        let mut row = RecordRow::default();
        for column in COLUMNS {
            if let Some(raw) = object.get(column) {
                row.set(
                    column,
                    match Json::read(raw) {
                        Json::String(text) => text.into_owned(),
                        Json::Null => String::new(),
                        Json::Bool(_) | Json::Number(_) | Json::Array(_) | Json::Object(_) => {
                            raw.to_owned()
                        }
                    },
                );
            }
        }
        Ok(row)
    };
    array.values().map(row).collect()
}

fn rows_of_csv(text: &str) -> Result<Vec<RecordRow>, RecordError> {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let head = reader.headers().map_err(|_| RecordError::NotARecord)?.clone();
    let places = COLUMNS.map(|column| head.iter().position(|name| name == column));
    if places.first().is_none_or(Option::is_none) {
        return Err(RecordError::NotARecord);
    }
    let row = |record: csv::Result<csv::StringRecord>| {
        let record = record.map_err(|_| RecordError::NotARecord)?;
        let mut row = RecordRow::default();
        for (column, place) in COLUMNS.into_iter().zip(places) {
            let cell = place.and_then(|place| record.get(place)).unwrap_or_default();
            row.set(column, unguarded(cell));
        }
        Ok(row)
    };
    reader.records().map(row).collect()
}

/// Gold, made of the data and a record: the instances that gold had, in its order. Each has the edits, and the notes besides
/// edits, that gold had; all else is as in the data: the files of annotators, or the data without annotations, the first
/// file with an instance counting. An instance is found by its texts; of several with the same, that with its name, or at
/// its number in gold, comes first.
///
/// # Errors
/// If a row is damaged, or the data lacks an instance.
pub fn gold_from_record(data: &Annotators, rows: &[RecordRow]) -> Result<String, RecordError> {
    let mut by_instance: BTreeMap<usize, Vec<(usize, &RecordRow)>> = BTreeMap::new();
    for (row, number) in rows.iter().zip(1..) {
        let instance = row.number("instance").and_then(|n| n.checked_sub(1));
        let instance = instance.ok_or(RecordError::DamagedRow(number))?;
        by_instance.entry(instance).or_default().push((number, row));
    }
    let mut untaken = UntakenInstances::of(data);
    let (mut places, mut texts) = (Vec::new(), Vec::new());
    for (instance, rows) in by_instance {
        let found = rows.first().and_then(|(_, row)| untaken.take(instance, row));
        let DataInstance { place, raw, .. } =
            found.ok_or(RecordError::NoSuchInstance(instance + 1))?;
        places.push(place);
        texts.push(with_rows(raw, &rows)?);
    }
    let whole = places.first().and_then(|(file, _)| Some((*file, data.all().get(*file)?)));
    match whole {
        // A file that has just the instances of gold keeps its layout.
        Some((file, AnnotatorFile { dataset, .. }))
            if places.iter().copied().eq((0..dataset.len()).map(|number| (file, number))) =>
        {
            Ok(write_dataset(dataset, |at| texts.get(at).cloned(), OffsetUnit::Utf16))
        }
        Some(_) | None => Ok(list(&texts)),
    }
}

/// An instance of the data that gold is made of.
struct DataInstance<'a> {
    /// Its position among the instances of all files.
    position: usize,
    /// The first file that has it, and its number there.
    place: (usize, usize),
    raw: &'a str,
    id: Option<String>,
}

/// The instances of the data that no instance of a record has taken, by the digest of their texts.
struct UntakenInstances<'a>(HashMap<String, Vec<DataInstance<'a>>>);

impl<'a> UntakenInstances<'a> {
    fn of(data: &'a Annotators) -> Self {
        let mut by_texts: HashMap<String, Vec<DataInstance>> = HashMap::new();
        for (position, row) in data.rows().iter().enumerate() {
            let of_place = |(file, number): (usize, usize)| {
                let raw = data.all().get(file)?.dataset.raw(number)?;
                Some(DataInstance { position, place: (file, number), raw, id: identity(raw).id })
            };
            if let Some(instance) = row.fullest().and_then(of_place) {
                by_texts.entry(texts_digest(instance.raw)).or_default().push(instance);
            }
        }
        UntakenInstances(by_texts)
    }

    /// Takes the instance of the data that is the one with this number and this row in a record.
    fn take(&mut self, number: usize, row: &RecordRow) -> Option<DataInstance<'a>> {
        let same_texts = self.0.get_mut(row.get("texts"))?;
        let differs = |instance: &DataInstance| {
            let has_other_id = instance.id.as_deref().unwrap_or_default() != row.get("id");
            (has_other_id, instance.position != number)
        };
        let (at, _) = same_texts.iter().enumerate().min_by_key(|(_, found)| differs(found))?;
        Some(same_texts.remove(at))
    }
}

/// The JSON of an instance with the edits and notes of its rows.
fn with_rows(raw: &str, rows: &[(usize, &RecordRow)]) -> Result<String, RecordError> {
    let mut object = Object::parse(raw).unwrap_or_default();
    let mut edits: BTreeMap<usize, String> = BTreeMap::new();
    let mut notes = Object::default();
    for (number, row) in rows {
        let json = row.get("edit");
        if json.is_empty() {
            continue;
        }
        let damaged = || RecordError::DamagedRow(*number);
        let read = Object::parse(json).ok_or_else(damaged)?;
        if row.get("standing") == OF_INSTANCE {
            notes = read;
        } else {
            edits.insert(row.number("place").ok_or_else(damaged)?, json.to_owned());
        }
    }
    if !edits.is_empty() {
        let before = object.get(EDITS).and_then(Array::parse).unwrap_or_default();
        // An edit that the data has stays where it is, with its layout.
        let mut places: BTreeMap<&str, usize> =
            before.values().enumerate().map(|(at, value)| (value, at)).collect();
        let values: Vec<_> = edits
            .into_values()
            .map(|edit| (places.remove(edit.as_str()), Cow::Owned(edit)))
            .collect();
        let written = before.with(values);
        notes.set(EDITS, written);
    }
    set_annotations(&mut object, &notes);
    remove_annotator(&mut object);
    Ok(object.into_text())
}

/// The rows of all instances of gold, beside the files of the annotators. Instances are aligned as everywhere.
#[must_use]
pub fn record_of_files(
    gold: &Arc<Dataset>,
    files: Vec<AnnotatorFile>,
    typology: &Typology,
) -> Vec<RecordRow> {
    let names: Vec<String> = files.iter().map(|file| file.name.clone()).collect();
    let own = AnnotatorFile { name: String::new(), dataset: gold.clone() };
    let all = Annotators::new(std::iter::once(own).chain(files).collect()).of_first();
    let rows = all.rows().iter().enumerate().filter_map(|(at, row)| {
        let number = row.of(0)?;
        let instances = all.instances(at, typology);
        let instances: Vec<Option<&Instance>> = instances.iter().map(Option::as_ref).collect();
        let (own, annotators) = instances.split_first()?;
        let context = GoldContext { annotators, names: &names, gold: (*own)?, typology };
        Some(record_of(number, context, gold.raw(number)?))
    });
    rows.flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_space_between_parts_is_layout_and_in_texts_it_is_not() {
        for (json, expected) in [
            ("{ \"a\" : [1, 2],\n\t\"b\": null }", r#"{"a":[1,2],"b":null}"#),
            (r#"{"a b": "c \" d\\", "e": " "}"#, r#"{"a b":"c \" d\\","e":" "}"#),
        ] {
            assert_eq!(without_layout(json), expected);
        }
    }
}
