//! Writing factgenie's files.

use super::categories::{CampaignCategories, CategoryNames, LIST};
use super::names::{KEYS, OWN};
use super::preserved::PreservedAnnotation;
use super::read::annotator_of;
use crate::file_problems::FileProblems;
use crate::in_order::InOrder;
use crate::members::{Members, ObjectWriter};
use crate::record::{Corpus, Edit, Record};
use crate::report::{ExportOutcome, Losses};
use crate::text_file::TextFile;
use crate::writing::capabilities::{Capabilities, MemberFilter, SPANS_ONLY, marks};
use crate::writing::sink::Sink;
use spanwise_json::{Object, encode};
use spanwise_text::{Span, Text};

const CAPABILITIES: Capabilities = Capabilities {
    annotator: true,
    undone_items: true,
    metadata: MemberFilter::ALL,
    // That of a record of a model is read from its metadata again.
    origins: |record, edit| edit.noted_origin().is_none() && record.preserved.get(OWN).is_some(),
    edit_metadata: MemberFilter::Besides(&PLACE),
    ..SPANS_ONLY
};

/// The members of an annotation that its edit represents.
const PLACE: [&str; 3] = ["type", "text", "start"];

pub(super) fn write(corpus: &Corpus, sink: &mut dyn Sink) -> ExportOutcome {
    let preserved = corpus.preserved.get(OWN).map(Members::parse).unwrap_or_default();
    let others: Vec<TextFile> = preserved
        .iter()
        .filter_map(|(path, _)| Some(TextFile::new(path, preserved.text(path)?)))
        .collect();
    let mut writer = FactgenieWriter {
        categories: CampaignCategories::of_campaigns(&others, &mut FileProblems::default()),
        all: CategoryList::of(corpus),
        losses: Losses::default(),
    };
    let mut folder: InOrder<String, (String, Vec<usize>)> = InOrder::default();
    for (number, record) in corpus.records.iter().enumerate() {
        let path = path_of(record);
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
            sink.push(&writer.record(number, record));
        }
    }
    others.into_iter().for_each(|file| sink.file(file));
    writer.losses.into()
}

/// All categories, for records of other formats, which have no list of them.
struct CategoryList {
    names: CategoryNames,
    json: String,
}

impl CategoryList {
    fn of(corpus: &Corpus) -> Self {
        let mut names: Vec<String> = Vec::new();
        let mut edits: Vec<&Edit> = Vec::new();
        for record in corpus.records.iter().filter(|record| record.preserved.get(OWN).is_none()) {
            edits.extend(record.edits.iter().rev());
            while let Some(edit) = edits.pop() {
                edits.extend(edit.constituents.iter().rev());
                if !names.contains(&edit.category) {
                    names.push(edit.category.clone());
                }
            }
        }
        let json: Vec<_> =
            names.iter().map(|name| format!("{{\"name\":{}}}", encode(name))).collect();
        CategoryList { json: format!("[{}]", json.join(",")), names: names.into() }
    }
}

struct FactgenieWriter {
    categories: CampaignCategories,
    all: CategoryList,
    losses: Losses,
}

/// The path of the file that a record was read from; empty if there is none.
fn path_of(record: &Record) -> String {
    let own = record.preserved.get(OWN).map(Members::parse);
    own.and_then(|own| own.text("file")).unwrap_or_default()
}

impl FactgenieWriter {
    /// The line of a record.
    fn record(&mut self, number: usize, record: &Record) -> String {
        let own = record.preserved.get(OWN).map(Members::parse);
        let foreign = own.is_none();
        let own = own.unwrap_or_default();
        let path = own.text("file").unwrap_or_default();
        let config = record.metadata.get("metadata").and_then(Object::parse);
        let names = if foreign {
            self.all.names.clone()
        } else {
            self.categories.of(config.as_ref().and_then(|config| config.get(LIST)), &path)
        };
        let renamed = annotator(record, config.as_ref()) != record.annotator;
        let config = (foreign || renamed).then(|| self.config(record, config, foreign));
        let stands = |edit: &Edit| PreservedAnnotation::of(edit).stands;
        let edits = CAPABILITIES.edits_except(record, number, &mut self.losses, stands);

        let mut text = String::new();
        let mut line = ObjectWriter::spaced(&mut text);
        for (name, value) in record.metadata.iter().filter(|(name, _)| KEYS.contains(name)) {
            line.member(name, value);
        }
        if foreign && record.metadata.get("example_idx").is_none() {
            line.member("example_idx", &number.to_string());
        }
        output(&mut line, record, &own);
        if let Some(annotations) = own.get("annotations").filter(|_| record.edits.is_empty()) {
            line.member("annotations", annotations);
        } else if record.done || !record.edits.is_empty() {
            let out = line.value("annotations");
            let mut list = FactgenieAnnotationsWriter {
                out,
                text: record.target(),
                names: &names,
                any: false,
            };
            list.write(&edits);
        }
        for (name, value) in record.metadata.iter() {
            let replaced = match name {
                "metadata" => config.is_some(),
                "annotator_id" => renamed,
                "output" | "annotations" => true,
                _ => KEYS.contains(&name),
            };
            if !replaced {
                line.member(name, value);
            }
        }
        own.get("annotator").into_iter().for_each(|value| line.member("annotator", value));
        config.into_iter().for_each(|config| line.member("metadata", &config));
        line.close().push('\n');
        text
    }

    /// The `metadata` of a record whose annotator has changed, or that is of another format and so has no list of
    /// categories.
    fn config(&self, record: &Record, config: Option<Object>, foreign: bool) -> String {
        let mut config = config.unwrap_or_default();
        if foreign {
            config.set(LIST, self.all.json.clone());
        }
        match &record.annotator {
            Some(annotator) => config.set("annotator_id", encode(annotator)),
            None => config.remove("annotator_id"),
        }
        config.into_text()
    }
}

/// The annotator named in the metadata of a record.
fn annotator(record: &Record, config: Option<&Object>) -> Option<String> {
    annotator_of(|name| record.metadata.get(name).or(config.and_then(|config| config.get(name))))
}

/// Writes the text of a record, unless there was none.
fn output(line: &mut ObjectWriter, record: &Record, own: &Members) {
    match own.get("output") {
        Some(output) if record.target().is_empty() => line.member("output", output),
        _ if own.get("no_output").is_some() => {}
        _ => line.text("output", record.target().as_str()),
    }
}

/// A writer of the annotations of a record.
struct FactgenieAnnotationsWriter<'a> {
    out: &'a mut String,
    text: &'a Text,
    names: &'a CategoryNames,
    any: bool,
}

impl FactgenieAnnotationsWriter<'_> {
    fn write(&mut self, edits: &[&Edit]) {
        self.out.push('[');
        for edit in edits {
            let preserved = PreservedAnnotation::of(edit);
            if let Some(raw) = preserved.raw() {
                self.next().push_str(raw);
            } else if preserved.stands {
                self.annotation(edit, edit.spans.target().first().copied(), &preserved);
            } else {
                for (edit, span) in marks(&[edit]) {
                    self.annotation(edit, Some(span), &preserved);
                }
            }
        }
        self.out.push(']');
    }

    fn next(&mut self) -> &mut String {
        self.out.push_str(if self.any { ", " } else { "" });
        self.any = true;
        self.out
    }

    fn annotation(&mut self, edit: &Edit, span: Option<Span>, preserved: &PreservedAnnotation) {
        let [text, start] = preserved.place(span, self.text);
        let members = [
            ("type", preserved.kind(&edit.category, self.names)),
            ("text", text),
            ("start", start),
        ];
        let mut line = ObjectWriter::spaced(self.next());
        for (name, value) in members {
            value.into_iter().for_each(|value| line.member(name, &value));
        }
        for (name, value) in edit.metadata.iter().filter(|(name, _)| !PLACE.contains(name)) {
            line.member(name, value);
        }
        line.close();
    }
}
