//! Writing lines.

use std::collections::HashSet;

use super::names::{
    CATS, ENTITIES, LABEL, NOT_METADATA, OWN, RELATIONS, TEXT, annotator_of, file_of,
};
use super::spans;
use crate::files::json_item::put_text;
use crate::in_order::InOrder;
use crate::members::Members;
use crate::record::{Corpus, Edit, Record};
use crate::report::{ExportOutcome, Losses};
use crate::text_file::TextFile;
use crate::writing::capabilities::{Capabilities, MemberFilter, SPANS_ONLY};
use crate::writing::loss_names;
use crate::writing::sink::Sink;
use spanwise_annotation::document::Answer;
use spanwise_json::{Array, Json, encode, integer};

const CAPABILITIES: Capabilities = Capabilities {
    annotator: true,
    undone_items: true,
    metadata: MemberFilter::Besides(&NOT_METADATA),
    item_answers: |question, answer| question == CATS && cats(answer).is_some(),
    ..SPANS_ONLY
};

/// The file of records without an annotator, beside others.
const ALL: &str = "all.jsonl";

pub(super) fn write(corpus: &Corpus, sink: &mut dyn Sink) -> ExportOutcome {
    let others = corpus.preserved.get(OWN).map(Members::parse).unwrap_or_default();
    let others: Vec<TextFile> = others
        .iter()
        .filter_map(|(path, _)| Some(TextFile::new(path, others.text(path)?)))
        .collect();
    let files: Vec<Option<String>> = corpus.records.iter().map(file).collect();
    let is_folder = !others.is_empty() || files.iter().flatten().any(|path| !path.is_empty());
    let mut losses = Losses::default();
    let mut folder: InOrder<String, (String, Vec<usize>)> = InOrder::default();
    for (number, (record, path)) in corpus.records.iter().zip(files).enumerate() {
        let is_lost = path.is_none() && record.annotator.is_some();
        losses.note_many(loss_names::ANNOTATORS, number, usize::from(is_lost));
        let path = path.filter(|path| !path.is_empty() || !is_folder);
        let path = path.unwrap_or_else(|| if is_folder { ALL } else { "" }.to_owned());
        folder.at(path.clone(), || (path, Vec::new())).1.push(number);
    }
    let mut folder = folder.into_values();
    if folder.is_empty() && others.is_empty() {
        folder.push((String::new(), Vec::new()));
    }
    for (path, numbers) in folder {
        sink.begin(&path);
        for number in numbers {
            let Some(record) = corpus.records.get(number) else { continue };
            // Line breaks of carried values; those of texts are escaped in JSON.
            sink.push(&line(record, number, &mut losses).replace(['\n', '\r'], " "));
            sink.push("\n");
        }
    }
    others.into_iter().for_each(|file| sink.file(file));
    losses.into()
}

fn own_of(record: &Record) -> Members {
    record.preserved.get(OWN).map(Members::parse).unwrap_or_default()
}

/// The file of a record: the one that it was read from, or that of its annotator. `None` for a record of nobody that was
/// not read, and if the annotator cannot name a file.
fn file(record: &Record) -> Option<String> {
    let read = own_of(record).text("file");
    let read = read.filter(|path| annotator_of(path) == record.annotator.as_deref());
    read.or_else(|| file_of(record.annotator.as_deref()?))
}

/// The labels of a whole text; `None` for an answer that would be read as another.
fn cats(answer: &Answer) -> Option<Vec<&str>> {
    match answer {
        Answer::Value(label) => Some(vec![label]),
        Answer::Several(labels) if labels.len() > 1 => {
            Some(labels.iter().map(String::as_str).collect())
        }
        Answer::Several(_) | Answer::Choice { .. } | Answer::Unknown(_) => None,
    }
}

fn line(record: &Record, number: usize, losses: &mut Losses) -> String {
    let own = own_of(record);
    let has_objects = own.get("objects").is_some();
    let edit_metadata = match has_objects {
        true => MemberFilter::Besides(&spans::NOT_METADATA),
        false => MemberFilter::NONE,
    };
    let holds = Capabilities { edit_metadata, ..CAPABILITIES };
    let is_as_read = |edit: &Edit| spans::as_read(edit, record.target()).is_some();
    let edits = holds.edits_except(record, number, losses, is_as_read);
    let answer = record.answers.get(CATS).and_then(cats);
    let is_done = record.done || !record.edits.is_empty();
    losses.note_many(loss_names::NOT_DONE, number, usize::from(!is_done && answer.is_some()));

    let mut members = Members::default();
    let all: Members = holds.metadata.among(&record.metadata).collect();
    all.get("id").into_iter().for_each(|id| members.set("id", id));
    put_text(&mut members, &record.preserved, TEXT, record.target().as_str());
    let cats_in = own.text(CATS).unwrap_or_else(|| CATS.to_owned());
    let new = if cats_in == LABEL { ENTITIES } else { LABEL };
    let list = own.text("list").unwrap_or_else(|| new.to_owned());
    let is_listed = own.get("list").is_some() || !edits.is_empty() || answer.is_none();
    let mut ids = Ids::of(&edits);
    if is_done && is_listed {
        let labels = edits.iter().flat_map(|edit| match spans::as_read(edit, record.target()) {
            Some(raw) => vec![raw.to_owned()],
            None => new_entries(edit, record, has_objects || list == ENTITIES, &mut ids),
        });
        members.set(&list, format!("[{}]", labels.collect::<Vec<_>>().join(",")));
    }
    if let Some(labels) = answer {
        let labels: Vec<String> = labels.into_iter().map(encode).collect();
        members.set(&cats_in, format!("[{}]", labels.join(",")));
    }
    let left = own.get("left").map(Members::parse).unwrap_or_default();
    for (name, raw) in
        left.iter().filter(|(name, _)| members.get(name).is_none()).collect::<Vec<_>>()
    {
        if name == RELATIONS {
            let (relations, gone) = held_relations(raw, &ids.known);
            losses.note_many("relations with edits that are gone", number, gone);
            members.set(name, relations);
        } else {
            members.set(name, raw);
        }
    }
    members.extend(all.iter());
    members.to_json()
}

fn new_entries(edit: &Edit, record: &Record, has_ids: bool, ids: &mut Ids) -> Vec<String> {
    let spans = edit.spans.target().iter().filter(|span| !span.is_empty());
    let entry = |(at, span): (usize, &spanwise_text::Span)| {
        // Of several spans, the first is the label that was read.
        let id = spans::id_of(edit).filter(|_| at == 0).map(str::to_owned);
        let id = if has_ids { id.or_else(|| Some(ids.new_id())) } else { id };
        spans::entry(edit, *span, record.target(), id.as_deref())
    };
    spans.enumerate().map(entry).collect()
}

/// The ids of labels.
struct Ids {
    known: HashSet<String>,
    last: i64,
}

impl Ids {
    fn of(edits: &[&Edit]) -> Self {
        let known: HashSet<String> =
            edits.iter().filter_map(|edit| spans::id_of(edit)).map(str::to_owned).collect();
        let last = known.iter().filter_map(|id| integer(id)).max().unwrap_or(0);
        Ids { known, last }
    }

    fn new_id(&mut self) -> String {
        self.last = self.last.saturating_add(1);
        self.last.to_string()
    }
}

/// The relations between labels that are there, and the number of others.
fn held_relations(raw: &str, ids: &HashSet<String>) -> (String, usize) {
    let Json::Array(list) = Json::read(raw) else { return (raw.to_owned(), 0) };
    let is_held = |raw: &&str| {
        let relation = Members::parse(raw);
        ["from_id", "to_id"].iter().filter_map(|name| relation.get(name)).all(|id| ids.contains(id))
    };
    let held: Vec<&str> = list.values().filter(is_held).collect();
    let gone = list.values().len() - held.len();
    if gone == 0 {
        return (raw.to_owned(), 0);
    }
    (Array::default().with(held.into_iter().map(|raw| (None, raw.into()))), gone)
}
