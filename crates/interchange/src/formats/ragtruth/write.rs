//! Writing responses and sources.

use std::collections::{HashMap, HashSet};

use super::labels;
use super::names::{LABELS, OF_SOURCE, OWN, RESPONSE, RESPONSES, SOURCE_ID, SOURCE_INFO, SOURCES};
use super::sources;
use crate::comments::comments_of;
use crate::files::json_item::put_text;
use crate::in_order::InOrder;
use crate::members::Members;
use crate::record::{Corpus, Edit, Record};
use crate::report::{ExportOutcome, Losses};
use crate::writing::capabilities::{Capabilities, MemberFilter, SPANS_ONLY};
use crate::writing::loss_names;
use crate::writing::sink::Sink;
use spanwise_json::{Array, encode};

const CAPABILITIES: Capabilities = Capabilities {
    source: true,
    // Only the context that a source was read as: see `RagTruthWriter::source`.
    context: true,
    undone_items: true,
    metadata: MemberFilter::Besides(&[LABELS, RESPONSE, SOURCE_INFO]),
    answers: labels::is_held,
    edit_metadata: MemberFilter::Besides(&labels::NOT_METADATA),
    ..SPANS_ONLY
};

pub(super) fn write(corpus: &Corpus, sink: &mut dyn Sink) -> ExportOutcome {
    let own = corpus.preserved.get(OWN).map(Members::parse).unwrap_or_default();
    let others = own.get("others").map(Members::parse).unwrap_or_default();
    let kept = own.get("sources").map(Members::parse).unwrap_or_default();
    let mut writer = RagTruthWriter::of(corpus, &kept);
    let mut folder: InOrder<String, (String, Vec<String>)> = InOrder::default();
    let lines: Vec<(String, String)> = corpus
        .records
        .iter()
        .enumerate()
        .map(|(number, record)| (file_of(record), writer.line(record, number)))
        .collect();
    let paths =
        lines.iter().map(|(path, _)| path.as_str()).chain(kept.iter().map(|(path, _)| path));
    let is_folder = paths.into_iter().any(|path| !path.is_empty())
        || !others.is_empty()
        || !writer.new.is_empty();
    let named =
        |path: &str, new: &str| if path.is_empty() && is_folder { new } else { path }.to_owned();
    for (path, line) in lines {
        let path = named(&path, RESPONSES);
        folder.at(path.clone(), || (path, Vec::new())).1.push(line);
    }
    let mut of_sources = None;
    for (path, all) in kept.iter() {
        let path = named(path, SOURCES);
        of_sources.get_or_insert_with(|| path.clone());
        let all = Array::parse(all).unwrap_or_default();
        let lines = &mut folder.at(path.clone(), || (path, Vec::new())).1;
        lines.extend(all.values().map(str::to_owned));
    }
    if !writer.new.is_empty() {
        let path = of_sources.unwrap_or_else(|| SOURCES.to_owned());
        folder.at(path.clone(), || (path, Vec::new())).1.append(&mut writer.new);
    }
    let mut folder = folder.into_values();
    if folder.is_empty() && others.is_empty() {
        folder.push((String::new(), Vec::new()));
    }
    for (path, lines) in folder {
        sink.begin(&path);
        for line in lines {
            // Line breaks of carried values; those of texts are escaped in JSON.
            sink.push(&line.replace(['\n', '\r'], " "));
            sink.push("\n");
        }
    }
    for (path, _) in others.iter() {
        sink.begin(path);
        sink.push(&others.text(path).unwrap_or_default());
    }
    writer.losses.into()
}

fn own_of(record: &Record) -> Members {
    record.preserved.get(OWN).map(Members::parse).unwrap_or_default()
}

/// The file that a record was read from; empty if there is none.
fn file_of(record: &Record) -> String {
    own_of(record).text("file").unwrap_or_default()
}

/// What a source says of an item: the text, and the members in [`OF_SOURCE`].
type SourceKey = (String, [Option<String>; 2]);

struct RagTruthWriter {
    /// The sources that were read, by their ids.
    read: HashMap<String, Members>,
    /// The ids of new sources, as JSON.
    ids: HashMap<SourceKey, String>,
    /// The same ids.
    taken: HashSet<String>,
    /// The ids in use.
    used: HashSet<String>,
    /// The number of the last new id.
    last: usize,
    /// The lines of new sources.
    new: Vec<String>,
    losses: Losses,
}

impl RagTruthWriter {
    fn of(corpus: &Corpus, kept: &Members) -> Self {
        let mut read = HashMap::new();
        for (_, all) in kept.iter() {
            for line in Array::parse(all).unwrap_or_default().values().map(Members::parse) {
                if let Some(id) = line.text(SOURCE_ID) {
                    read.entry(id).or_insert(line);
                }
            }
        }
        let named = corpus.records.iter().filter_map(|record| record.metadata.text(SOURCE_ID));
        let used = named.chain(read.keys().cloned()).collect();
        let (ids, new, losses) = (HashMap::new(), Vec::new(), Losses::default());
        RagTruthWriter { read, ids, taken: HashSet::new(), used, last: 0, new, losses }
    }

    fn line(&mut self, record: &Record, number: usize) -> String {
        let own = own_of(record);
        let is_as_read = |edit: &Edit| labels::as_read(edit).is_some();
        let edits = CAPABILITIES.edits_except(record, number, &mut self.losses, is_as_read);
        for edit in edits.iter().filter(|edit| !is_as_read(edit)) {
            let joined = usize::from(comments_of(edit).len() > 1);
            self.losses.note_many(loss_names::EDIT_METADATA, number, joined);
        }
        let mut members: Members = CAPABILITIES.metadata.among(&record.metadata).collect();
        if own.is_empty() && members.get("id").is_none() {
            members.set_text("id", &(number + 1).to_string());
        }
        self.source(record, number, &own, &mut members);
        if record.done || !record.edits.is_empty() {
            let entries = edits.iter().flat_map(|edit| match labels::as_read(edit) {
                Some(raw) => vec![raw.to_owned()],
                None => {
                    let spans = edit.spans.target().iter().filter(|span| !span.is_empty());
                    spans.map(|span| labels::entry(edit, *span, record.target())).collect()
                }
            });
            members.set(LABELS, format!("[{}]", entries.collect::<Vec<_>>().join(",")));
        } else if let Some(other) = own.get(LABELS) {
            members.set(LABELS, other);
        }
        put_text(&mut members, &record.preserved, RESPONSE, record.target().as_str());
        members.to_json()
    }

    /// Names the source of a response, and adds it if no line has it yet.
    fn source(&mut self, record: &Record, number: usize, own: &Members, members: &mut Members) {
        let text = record.source().as_str();
        if let Some(info) = own.get(SOURCE_INFO) {
            // A source beside its response.
            let line: Members = [(SOURCE_INFO, info)].into_iter().collect();
            let (said, context) = sources::texts(&line);
            match said == text {
                true => members.set(SOURCE_INFO, info),
                false => members.set_text(SOURCE_INFO, text),
            }
            self.note_context(record, number, context);
            return;
        }
        let read = record.metadata.text(SOURCE_ID).and_then(|id| self.read.get(&id));
        let values = OF_SOURCE.map(|name| members.get(name).map(str::to_owned));
        let (said, context) = read.map(sources::texts).unwrap_or_default();
        if let Some(read) = read
            && said == text
        {
            // What the line of the source says need not be said again.
            for (name, value) in OF_SOURCE.iter().zip(&values) {
                if value.as_deref() == read.get(name) {
                    members.remove(name);
                }
            }
            self.note_context(record, number, context);
            return;
        }
        self.note_context(record, number, None);
        if text.is_empty() {
            return;
        }
        let id = match self.ids.get(&(text.to_owned(), values.clone())) {
            Some(id) => id.clone(),
            None => self.add(text, &values, record),
        };
        let before = record.metadata.get(SOURCE_ID);
        let is_renamed = before.is_some_and(|before| before != id);
        self.losses.note_many(loss_names::ITEM_METADATA, number, usize::from(is_renamed));
        members.set(SOURCE_ID, id);
        OF_SOURCE.into_iter().for_each(|name| members.remove(name));
    }

    /// Adds a source, and returns its id.
    fn add(&mut self, text: &str, values: &[Option<String>; 2], record: &Record) -> String {
        let named = record.metadata.get(SOURCE_ID).filter(|json| {
            let id = record.metadata.text(SOURCE_ID);
            id.is_some_and(|id| !self.read.contains_key(&id)) && !self.taken.contains(*json)
        });
        let id = match named {
            Some(named) => named.to_owned(),
            None => encode(&self.new_id()),
        };
        let mut line = Members::default();
        line.set(SOURCE_ID, &id);
        for (name, value) in OF_SOURCE.iter().zip(values) {
            value.iter().for_each(|value| line.set(name, value));
        }
        line.set_text(SOURCE_INFO, text);
        self.new.push(line.to_json());
        self.taken.insert(id.clone());
        self.ids.insert((text.to_owned(), values.clone()), id.clone());
        id
    }

    fn new_id(&mut self) -> String {
        loop {
            self.last += 1;
            let id = self.last.to_string();
            if self.used.insert(id.clone()) {
                return id;
            }
        }
    }

    fn note_context(&mut self, record: &Record, number: usize, held: Option<String>) {
        let is_lost = record.context.is_some() && record.context.as_deref() != held.as_deref();
        self.losses.note_many(loss_names::CONTEXTS, number, usize::from(is_lost));
    }
}
