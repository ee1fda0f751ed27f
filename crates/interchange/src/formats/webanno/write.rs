//! Writing folders of documents.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use super::document::{Document, Layer, LayerKind, Row};
use super::edits::{self, NO_VALUE, NONE};
use super::escapes;
use super::names::{DOCUMENT, ENDING, LAYER, NEW_LAYER, OWN, UNIT, VALUE};
use crate::comments::{COMMENT, comments_of};
use crate::file_problems::FileProblems;
use crate::files::json::strings;
use crate::in_order::InOrder;
use crate::members::Members;
use crate::offset_unit::OffsetUnit;
use crate::record::{Corpus, Edit, Record};
use crate::report::{ExportOutcome, Losses};
use crate::text_file::TextFile;
use crate::writing::capabilities::{Capabilities, MemberFilter, SPANS_ONLY};
use crate::writing::loss_names;
use crate::writing::project_files::ProjectFiles;
use crate::writing::sink::Sink;
use spanwise_annotation::document::Answer;
use spanwise_text::Span;

const CAPABILITIES: Capabilities = Capabilities {
    annotator: true,
    metadata: MemberFilter::Named(&[DOCUMENT]),
    insertion_points: true,
    answers: |edit, name| is_feature(name) && edit.answers.get(name).and_then(held).is_some(),
    edit_metadata: MemberFilter::Named(&[COMMENT, LAYER]),
    ..SPANS_ONLY
};

pub(super) fn write(corpus: &Corpus, sink: &mut dyn Sink) -> ExportOutcome {
    let others = corpus.preserved.get(OWN).map(Members::parse).unwrap_or_default();
    let mut losses = Losses::default();
    let layers = new_layers(corpus);
    let mut names = ProjectFiles::of(corpus, others.is_empty(), ENDING);
    for (number, record) in corpus.records.iter().enumerate() {
        let own = own_of(record);
        sink.begin(&names.next(number, record, &own, &mut losses));
        sink.push(&document(record, number, &layers, &mut losses));
    }
    for (path, _) in others.iter() {
        sink.begin(path);
        sink.push(&others.text(path).unwrap_or_default());
    }
    if corpus.records.is_empty() && others.is_empty() {
        sink.begin("");
    }
    losses.into()
}

fn own_of(record: &Record) -> Members {
    record.preserved.get(OWN).map(Members::parse).unwrap_or_default()
}

/// Returns `true` for a question that can be a feature beside the category and the comment.
fn is_feature(name: &str) -> bool {
    let is_word = name.chars().all(|c| c.is_alphanumeric() || c == '_');
    let is_own =
        [VALUE, COMMENT].contains(&name) || ["ROLE_", "BT_"].iter().any(|p| name.starts_with(p));
    is_word && !is_own && !name.is_empty()
}

/// Returns `true` for a text that a column can hold: one that has no control characters but tabs and line feeds.
fn is_plain(text: &str) -> bool {
    !text.is_empty() && !text.chars().any(|c| c.is_control() && c != '\t' && c != '\n')
}

/// The value of an answer, if a feature can have it.
fn held(answer: &Answer) -> Option<&str> {
    match answer {
        Answer::Value(value) => Some(value.as_str()).filter(|value| is_plain(value)),
        Answer::Choice { .. } | Answer::Several(_) | Answer::Unknown(_) => None,
    }
}

/// The layer of an edit, and `false` if it cannot have that of its metadata.
fn layer_of(edit: &Edit) -> (String, bool) {
    let Some(raw) = edit.metadata.get(LAYER) else { return (NEW_LAYER.to_owned(), true) };
    let name = edit.metadata.text(LAYER).filter(|_| raw.starts_with('"')).unwrap_or_default();
    let is_name = name.chars().all(|c| c.is_alphanumeric() || "._".contains(c));
    match is_name && !name.is_empty() && name != NEW_LAYER {
        true => (name, true),
        false => (NEW_LAYER.to_owned(), false),
    }
}

/// The features that an edit needs beside its category.
fn features_of(edit: &Edit) -> impl Iterator<Item = &str> {
    let answers =
        edit.answers.iter().filter(|(name, answer)| is_feature(name) && held(answer).is_some());
    let comment = edit.metadata.get(COMMENT).map(|_| COMMENT);
    answers.map(|(name, _)| name).chain(comment)
}

fn each_edit<'r>(record: &'r Record, mut each: impl FnMut(&'r Edit)) {
    let mut todo: Vec<&Edit> = record.edits.iter().rev().collect();
    while let Some(edit) = todo.pop() {
        todo.extend(edit.constituents.iter().rev());
        each(edit);
    }
}

/// The layers of the records of other formats, the same in all files.
fn new_layers(corpus: &Corpus) -> Vec<Layer> {
    let mut layers: InOrder<String, Layer> = InOrder::default();
    layers.at(NEW_LAYER.to_owned(), || Layer::new(NEW_LAYER));
    let foreign = corpus.records.iter().filter(|record| record.preserved.get(OWN).is_none());
    for record in foreign {
        each_edit(record, |edit| {
            let (name, _) = layer_of(edit);
            let layer = layers.at(name.clone(), || Layer::new(&name));
            add_features(layer, edit);
        });
    }
    layers.into_values()
}

/// Adds the features of an edit that a layer lacks; returns the number of them.
fn add_features(layer: &mut Layer, edit: &Edit) -> usize {
    let before = layer.features.len();
    for feature in features_of(edit) {
        if !layer.features.iter().any(|known| known == feature) {
            layer.features.push(feature.to_owned());
        }
    }
    layer.features.len() - before
}

/// The file of a record.
fn document(record: &Record, number: usize, layers: &[Layer], losses: &mut Losses) -> String {
    let own = own_of(record);
    let holds = CAPABILITIES.for_record_of(!own.is_empty());
    let all = holds.edits(record, number, losses);
    let read = own.text("lines").and_then(|lines| {
        let unit = own.text("unit").and_then(|name| OffsetUnit::of_name(&name));
        let file = TextFile::new("", lines);
        let document = Document::read(&file, unit, &mut FileProblems::default())?;
        (document.text == *record.target()).then_some((file, document))
    });
    let Some((file, document)) = read else {
        let document = Document::of(record.target(), layers.to_vec());
        return DocumentWriter::of(document, &all, number, losses).write(&all);
    };
    let before = edits::read(&document);
    let same = |a: &Edit, b: &Edit| {
        (&a.category, &a.spans, &a.answers, &a.metadata)
            == (&b.category, &b.spans, &b.answers, &b.metadata)
    };
    if before.len() == all.len() && before.iter().zip(&all).all(|(a, b)| same(a, b)) {
        return file.text;
    }
    // Annotations of one layer in the same row have numbers, which are preserved.
    let key = |edit: &Edit| (layer_of(edit).0, edit.preserved.clone(), edit.spans.clone());
    let there: HashSet<_> = all.iter().map(|edit| key(edit)).collect();
    let are_all_there = before.iter().all(|was| there.contains(&key(was)));
    let document = document.in_utf16();
    let mut writer = DocumentWriter::of(document, &all, number, losses);
    if !are_all_there {
        writer.drop_others();
    }
    writer.write(&all)
}

impl Document {
    /// The same with offsets in UTF-16 units.
    fn in_utf16(mut self) -> Self {
        for row in self.sentences.iter_mut().flat_map(|sentence| &mut sentence.rows) {
            if let Some(span) = self.unit.span(&self.text, row.start, row.end) {
                (row.start, row.end) = UNIT.offsets(&self.text, span);
            }
        }
        self.unit = UNIT;
        self
    }
}

/// Writes the annotations of a document anew.
struct DocumentWriter<'l> {
    document: Document,
    number: usize,
    losses: &'l mut Losses,
    /// `true` if relations, chains and slots are left out.
    is_bare: bool,
}

/// A part of a text that a row is about: start and end.
type Place = (u32, u32);

/// The annotation of a layer in some rows.
struct Annotation<'e> {
    edit: &'e Edit,
    layer: usize,
    places: Vec<Place>,
    number: Option<u32>,
}

impl<'l> DocumentWriter<'l> {
    /// Prepares a document: its layers get all that the edits need.
    fn of(mut document: Document, all: &[&Edit], number: usize, losses: &'l mut Losses) -> Self {
        for edit in all {
            let (name, is_held) = layer_of(edit);
            losses.note_many(loss_names::EDIT_METADATA, number, usize::from(!is_held));
            let has_layer = document
                .layers
                .iter()
                .any(|layer| layer.name == name && layer.kind == LayerKind::Span);
            if !has_layer {
                document.insert_layer(Layer::new(&name));
            }
            let at = document
                .layers
                .iter()
                .position(|layer| layer.name == name && layer.kind == LayerKind::Span);
            at.into_iter().for_each(|at| document.widen(at, edit));
        }
        DocumentWriter { document, number, losses, is_bare: false }
    }

    /// Leaves out relations, chains and slots, whose ends may be gone.
    fn drop_others(&mut self) {
        let is_other = |column: usize, document: &Document| {
            let mut first = 0;
            for layer in &document.layers {
                if column < first + layer.features.len() {
                    return layer.kind == LayerKind::Other || layer.is_slot(column - first);
                }
                first += layer.features.len();
            }
            false
        };
        let rows = self.document.sentences.iter().flat_map(|sentence| &sentence.rows);
        let cells = rows.flat_map(|row| row.cells.iter().enumerate());
        let lost = cells.filter(|(column, cell)| {
            !["", NONE, NO_VALUE].contains(&cell.as_str()) && is_other(*column, &self.document)
        });
        let lost = lost.count();
        self.losses.note_many("relations, chains and slots", self.number, lost);
        self.is_bare = true;
    }

    fn write(mut self, all: &[&Edit]) -> String {
        let mut annotations = Vec::new();
        let rows = self.document.sentences.iter().flat_map(|sentence| &sentence.rows);
        let tokens: Vec<Place> =
            rows.filter(|row| !row.is_part).map(|row| (row.start, row.end)).collect();
        for edit in all {
            let (name, _) = layer_of(edit);
            let layer = self
                .document
                .layers
                .iter()
                .position(|layer| layer.name == name && layer.kind == LayerKind::Span);
            let Some(layer) = layer else { continue };
            self.note_values(edit);
            for (at, span) in edit.spans.target().iter().enumerate() {
                let places = self.places(*span, &tokens);
                let own = Members::parse(edit.preserved.get(OWN).unwrap_or("{}"));
                // Of several spans, the first is the annotation that was read.
                let number = own.get("number").filter(|_| at == 0).and_then(|raw| raw.parse().ok());
                annotations.push(Annotation { edit, layer, places, number });
            }
        }
        self.set_rows(&annotations);
        self.number_them(&mut annotations);
        self.set_cells(&annotations);
        self.document.to_text()
    }

    fn note_values(&mut self, edit: &Edit) {
        let comments = comments_of(edit);
        let is_lost = comments.len() > 1 || comments.iter().any(|comment| !is_plain(comment));
        self.losses.note_many(loss_names::EDIT_METADATA, self.number, usize::from(is_lost));
        let is_odd = usize::from(!is_plain(&edit.category));
        self.losses.note_many(loss_names::CATEGORIES, self.number, is_odd);
    }

    /// The tokens, and parts of them, under a span.
    fn places(&mut self, span: Span, tokens: &[Place]) -> Vec<Place> {
        let (start, end) = UNIT.offsets(&self.document.text, span);
        let first = tokens.partition_point(|(_, last)| *last <= start);
        if start == end {
            let within = tokens.get(first).filter(|(begin, _)| *begin <= start);
            let before = first.checked_sub(1).and_then(|at| tokens.get(at));
            let at_end = before.filter(|(_, last)| *last == start);
            let is_lost = within.or(at_end).is_none();
            self.losses.note_many(loss_names::POINTS, self.number, usize::from(is_lost));
            return if is_lost { Vec::new() } else { vec![(start, end)] };
        }
        let after = tokens.partition_point(|(begin, _)| *begin < end);
        let covered = tokens.get(first..after).unwrap_or_default().iter();
        let places: Vec<Place> =
            covered.map(|(begin, last)| ((*begin).max(start), (*last).min(end))).collect();
        match (places.first(), places.last()) {
            (Some((first, _)), Some((_, last))) if (*first, *last) == (start, end) => {}
            (Some(_), Some(_)) => {
                self.losses.note("white space at the ends of spans", self.number);
            }
            (None, _) | (_, None) => self.losses.note("spans on white space", self.number),
        }
        places
    }

    /// Gives every part of a token with an annotation a row; other parts stay only if they have relations or chains.
    fn set_rows(&mut self, annotations: &[Annotation]) {
        let places: BTreeSet<Place> =
            annotations.iter().flat_map(|annotation| annotation.places.iter().copied()).collect();
        let width: usize = self.document.layers.iter().map(|layer| layer.features.len()).sum();
        for sentence in &mut self.document.sentences {
            // Each token with its parts, which follow it.
            let mut tokens: Vec<(Row, Vec<Row>)> = Vec::new();
            for mut row in std::mem::take(&mut sentence.rows) {
                row.cells.resize(width, String::new());
                match tokens.last_mut().filter(|_| row.is_part) {
                    Some((_, parts)) => parts.push(row),
                    None => tokens.push((row, Vec::new())),
                }
            }
            let starts: Vec<u32> = tokens.iter().skip(1).map(|(token, _)| token.start).collect();
            for (at, (token, parts)) in tokens.into_iter().enumerate() {
                // A point between two tokens is at the start of the second.
                let is_shared_end = starts.get(at) == Some(&token.end);
                let (begin, end) = (token.start, token.end);
                let is_within = |(start, last): &Place| {
                    begin <= *start && *last <= end && (*start < end || !is_shared_end)
                };
                let is_told =
                    |part: &Row| part.cells.iter().any(|cell| !["", NONE].contains(&cell.as_str()));
                let key = |(start, end): Place| (start, std::cmp::Reverse(end));
                let kept = parts.into_iter().filter(is_told);
                let mut wanted: BTreeMap<_, Row> =
                    kept.map(|part| (key((part.start, part.end)), part)).collect();
                let new = places.range((begin, 0)..=(end, u32::MAX));
                for place in new.filter(|place| is_within(place) && **place != (begin, end)) {
                    let (start, end) = *place;
                    let cells = vec![String::new(); width];
                    wanted.entry(key(*place)).or_insert(Row {
                        line: 0,
                        is_part: true,
                        start,
                        end,
                        cells,
                    });
                }
                sentence.rows.push(token);
                sentence.rows.extend(wanted.into_values());
            }
        }
    }

    /// Gives numbers to annotations in several rows, and to those of one layer in the same row.
    fn number_them(&self, annotations: &mut [Annotation]) {
        let mut in_row: BTreeMap<(usize, Place), usize> = BTreeMap::new();
        for annotation in annotations.iter() {
            for place in &annotation.places {
                *in_row.entry((annotation.layer, *place)).or_default() += 1;
            }
        }
        let mut taken: HashSet<u32> = HashSet::new();
        for annotation in annotations.iter_mut() {
            if annotation.number.is_some_and(|number| !taken.insert(number)) {
                annotation.number = None;
            }
        }
        let mut last = taken.iter().copied().max().unwrap_or(0);
        let mut order: Vec<&mut Annotation> = annotations.iter_mut().collect();
        order.sort_by_key(|annotation| annotation.places.first().copied());
        for annotation in order.into_iter().filter(|annotation| annotation.number.is_none()) {
            let is_shared = |place: &Place| {
                in_row.get(&(annotation.layer, *place)).is_some_and(|count| *count > 1)
            };
            if annotation.places.len() > 1 || annotation.places.iter().any(is_shared) {
                last = last.saturating_add(1);
                annotation.number = Some(last);
            }
        }
    }

    fn set_cells(&mut self, annotations: &[Annotation]) {
        let mut at_place: BTreeMap<(usize, Place), Vec<&Annotation>> = BTreeMap::new();
        for annotation in annotations {
            for place in &annotation.places {
                at_place.entry((annotation.layer, *place)).or_default().push(annotation);
            }
        }
        let columns: Vec<usize> =
            (0..self.document.layers.len()).map(|at| self.document.first_column(at)).collect();
        let layers = self.document.layers.clone();
        let is_bare = self.is_bare;
        for row in self.document.sentences.iter_mut().flat_map(|sentence| &mut sentence.rows) {
            let place = (row.start, row.end);
            for ((number, layer), first) in layers.iter().enumerate().zip(&columns) {
                let here = at_place.get(&(number, place)).map(Vec::as_slice).unwrap_or_default();
                for column in 0..layer.features.len() {
                    let Some(cell) = row.cells.get_mut(first + column) else { continue };
                    if layer.kind == LayerKind::Other {
                        if is_bare || cell.is_empty() {
                            NONE.clone_into(cell);
                        }
                        continue;
                    }
                    let values: Vec<String> = here
                        .iter()
                        .map(|annotation| value(annotation, layer, column, is_bare))
                        .collect();
                    *cell = if values.is_empty() { NONE.to_owned() } else { values.join("|") };
                }
            }
        }
        let is_empty = |row: &Row| row.is_part && row.cells.iter().all(|cell| cell == NONE);
        for sentence in &mut self.document.sentences {
            sentence.rows.retain(|row| !is_empty(row));
        }
    }
}

/// The value of an annotation in a column.
fn value(annotation: &Annotation, layer: &Layer, column: usize, is_bare: bool) -> String {
    let edit = annotation.edit;
    if layer.is_slot(column) {
        let own = Members::parse(edit.preserved.get(OWN).unwrap_or("{}"));
        let slots = own.get("slots").map(strings).unwrap_or_default();
        let at = (0..column).filter(|at| layer.is_slot(*at)).count();
        let slot = slots.into_iter().nth(at).filter(|_| !is_bare);
        return slot.unwrap_or_else(|| NO_VALUE.to_owned());
    }
    let feature = layer.features.get(column).map(String::as_str).unwrap_or_default();
    let text = if layer.category() == Some(column) {
        Some(edit.category.as_str())
            .filter(|category| *category != layer.short_name())
            .map(str::to_owned)
    } else if feature == COMMENT {
        Some(comments_of(edit).join("\n")).filter(|text| !text.is_empty())
    } else {
        edit.answers.get(feature).and_then(held).map(str::to_owned)
    };
    let plain = text.map(|text| {
        text.chars()
            .map(|c| if c.is_control() && c != '\t' && c != '\n' { ' ' } else { c })
            .collect::<String>()
    });
    let text = plain.filter(|text| !text.is_empty()).map(|text| escapes::value(&text));
    let number = annotation.number.map(|number| format!("[{number}]")).unwrap_or_default();
    format!("{}{number}", text.as_deref().unwrap_or(NO_VALUE))
}

impl Document {
    /// Adds a layer after the span layers.
    fn insert_layer(&mut self, layer: Layer) {
        let at = self.layers.iter().filter(|layer| layer.kind == LayerKind::Span).count();
        let at = at.min(self.layers.len());
        self.insert_columns(self.first_column(at), layer.features.len());
        self.layers.insert(at, layer);
    }

    /// Adds the features that an edit needs to its layer.
    fn widen(&mut self, at: usize, edit: &Edit) {
        let end = self.first_column(at + 1);
        let Some(layer) = self.layers.get_mut(at) else { return };
        // A layer without features has a column without a name.
        if layer.features.iter().all(String::is_empty) && edit.category != layer.short_name() {
            layer.features = vec![VALUE.to_owned()];
        }
        let added = add_features(layer, edit);
        self.insert_columns(end, added);
    }

    fn insert_columns(&mut self, at: usize, count: usize) {
        for row in self.sentences.iter_mut().flat_map(|sentence| &mut sentence.rows) {
            let at = at.min(row.cells.len());
            row.cells.splice(at..at, std::iter::repeat_n(String::new(), count));
        }
    }
}
