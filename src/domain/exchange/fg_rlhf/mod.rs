//! FG-RLHF (Wu et al. 2023): answers to questions, with fine-grained feedback on the first of four.
//!
//! A JSON list of items with `question`, `passages`, `gold`, `prediction 1` to `prediction 4`, `preference` and
//! `feedback`, which has `errors` (spans of prediction 1, in code points), `missing-info` and `corrected-prediction`. The
//! target is prediction 1, the source `gold`, the context shows passages and question as Thresh's converter has it. The
//! other predictions, the preference and the corrected prediction are metadata by their names. An item without feedback
//! is a record that is not done.

mod context;
mod feedback;

#[cfg(test)]
mod tests;

use super::flat::{answers_of_composites, flat};
use super::items::items;
use super::json_items::{item, list, put_annotator, put_text, take_annotator, text};
use super::marks::{Holds, unheld};
use super::members::Members;
use super::record::{Corpus, Edit, Record};
use super::report::{File, Imported, Losses, Matched, Problems, Written};
use super::unit::Unit;
use super::{Format, Reading};
use crate::domain::diagnostic::quoted;
use crate::domain::format::json::{Json, Object};
use crate::domain::text::Text;
use feedback::{List, UNIT};

/// FG-RLHF.
pub(super) const FORMAT: Format = Format {
    name: "fg-rlhf",
    about: "Fine-grained RLHF feedback (JSON)",
    unit: Some(UNIT),
    folder: false,
    read,
    write,
    keys: &[],
};

const HOLDS: Holds = Holds {
    source: true,
    context: true,
    annotator: true,
    answers: true,
    metadata: |_| true,
    edit_metadata: |_| true,
    untouched: true,
};

const GOLD: &str = "gold";
const PREDICTION: &str = "prediction 1";
const FEEDBACK: &str = "feedback";
const CORRECTED: &str = "corrected-prediction";
/// What the context is made of; under the record, since the context shows it.
const SHOWN: [&str; 2] = ["question", "passages"];

fn read(files: &[File], reading: Reading) -> Imported {
    let unit = reading.unit.unwrap_or(UNIT);
    let mut corpus = Corpus::default();
    let (mut matched, mut problems) = (Matched::default(), Problems::default());
    for file in files {
        for (number, raw) in items(file, &mut problems).into_iter().enumerate() {
            let record = Item { unit, file, number, problems: &mut problems }.record(raw);
            let spans = record.iter().flat_map(|record| &record.edits);
            matched.by_offsets += spans.map(|edit| edit.spans.target.len()).sum::<usize>();
            corpus.records.extend(record);
        }
    }
    Imported { corpus, unit: Some(unit), matched, problems }
}

struct Item<'a> {
    unit: Unit,
    file: &'a File,
    number: usize,
    problems: &'a mut Problems,
}

impl Item<'_> {
    fn record(&mut self, raw: &str) -> Option<Record> {
        let Some(object) = Object::parse(raw.trim()) else {
            self.error("", "no-object", "The item is no object.".to_owned(), "It is not read.");
            return None;
        };
        let mut members = Members::of(&object, |_| true);
        let mut text_of = |name| {
            let place = item(self.number, name);
            Text::new(text(&mut members, name, &place, (self.file, self.problems)))
        };
        let (source, target) = (text_of(GOLD), text_of(PREDICTION));
        let mut record = Record { source, target, ..Record::default() };
        record.annotator = take_annotator(&mut members, &mut record.kept);
        record.context = context::context(&members);
        for name in SHOWN {
            if let Some(value) = members.take(name) {
                record.kept.set(name, value);
            }
        }
        match members.get(FEEDBACK).map(Json::read) {
            Some(Json::Object(_)) => {
                let feedback = members.take(FEEDBACK).unwrap_or_default();
                self.feedback(Members::parse(&feedback), &mut record, &mut members);
            }
            Some(Json::Null) | None => {}
            Some(_) => self.error(
                FEEDBACK,
                "no-object",
                format!("{FEEDBACK} is no object."),
                "It is kept.",
            ),
        }
        record.metadata = members;
        Some(record)
    }

    fn feedback(&mut self, mut feedback: Members, record: &mut Record, metadata: &mut Members) {
        record.done = true;
        for of in List::ALL {
            let Some(raw) = feedback.get(of.name()) else { continue };
            let Json::Array(entries) = Json::read(raw) else {
                let place = format!("{FEEDBACK}.{}", of.name());
                self.error(&place, "no-list", format!("{} is no list.", of.name()), "It is kept.");
                continue;
            };
            for (i, raw) in entries.values().enumerate() {
                let (edit, whole) = of.edit(raw, &record.target, self.unit);
                if !whole {
                    let place = format!("{FEEDBACK}.{}[{i}]", of.name());
                    let message = format!("The entry can't be read in full: {}.", quoted(raw));
                    let remedy = "It is kept: it has an error type, and an error two offsets in the prediction.";
                    self.error(&place, "unreadable-entry", message, remedy);
                }
                record.edits.push(edit);
            }
            feedback.set(of.name(), "[]");
        }
        if metadata.get(CORRECTED).is_none()
            && let Some(corrected) = feedback.take(CORRECTED)
        {
            metadata.set(CORRECTED, corrected);
        }
        record.kept.set(FEEDBACK, feedback.to_json());
    }

    fn error(&mut self, path: &str, code: &'static str, message: String, remedy: &str) {
        let said = [message, remedy.to_owned()];
        self.problems.error(self.file, item(self.number, path), code, said);
    }
}

fn write(corpus: &Corpus) -> Written {
    let mut losses = unheld(corpus, HOLDS);
    let mut all = Vec::new();
    for (number, record) in corpus.records.iter().enumerate() {
        if record.context.is_some() && context::context(&shown(record)) != record.context {
            losses.note("contexts", number);
        }
        let edits = flat(&record.edits, number, &mut losses);
        losses.note_many("answers", number, answers_of_composites(&record.edits));
        edits.iter().for_each(|edit| note_losses(edit, &record.target, number, &mut losses));
        all.push(item_of(record, &edits));
    }
    Written::single(list(&all), losses)
}

fn item_of(record: &Record, edits: &[&Edit]) -> String {
    let mut members = shown(record);
    members.extend(record.metadata.iter());
    put_text(&mut members, GOLD, record.source.as_str());
    put_text(&mut members, PREDICTION, record.target.as_str());
    put_annotator(&mut members, &record.kept, record.annotator.as_deref());
    if record.done || !record.edits.is_empty() {
        let mut feedback = feedback_of(record, edits);
        if feedback.get(CORRECTED).is_none()
            && let Some(corrected) = members.take(CORRECTED)
        {
            feedback.set(CORRECTED, corrected);
        }
        members.set(FEEDBACK, feedback.to_json());
    }
    members.to_json()
}

/// Passages and question: those that were read, if the context still shows them, or what it shows.
fn shown(record: &Record) -> Members {
    let kept = SHOWN.into_iter().filter_map(|name| Some((name, record.kept.get(name)?.to_owned())));
    let kept: Members = kept.collect();
    if context::context(&kept) == record.context {
        return kept;
    }
    record.context.as_deref().map(|text| context::members(text).0).unwrap_or_default()
}

/// The feedback that was read, or an empty one, with the entries of today.
fn feedback_of(record: &Record, edits: &[&Edit]) -> Members {
    let read = record.kept.get(FEEDBACK);
    let mut feedback = read.map(Members::parse).unwrap_or_default();
    for of in List::ALL {
        let listed = edits.iter().filter(|edit| held(edit, &record.target) && List::of(edit) == of);
        let entries: Vec<_> = listed.flat_map(|edit| of.entries(edit, &record.target)).collect();
        let emptied = feedback.get(of.name()) == Some("[]");
        if !entries.is_empty() || emptied || read.is_none() {
            feedback.set(of.name(), format!("[{}]", entries.join(",")));
        }
    }
    feedback
}

/// Whether there is an entry for an edit: an error needs a place, unless it had none in the file.
fn held(edit: &Edit, target: &Text) -> bool {
    List::of(edit) == List::MissingInfo
        || !edit.spans.target.is_empty()
        || List::Errors.kept(edit, target).is_some()
}

fn note_losses(edit: &Edit, target: &Text, number: usize, losses: &mut Losses) {
    let mut note = |what, count| losses.note_many(what, number, count);
    let spans = edit.spans.target.len();
    note("spans on the source", edit.spans.source.len());
    if !held(edit, target) {
        return note("errors without a span", 1);
    }
    let (answers, other) = List::of(edit).lost(edit, target);
    note("answers", answers);
    note("categories", usize::from(other));
    match List::of(edit) {
        List::Errors => {
            note("edits of several spans, each of which became one", usize::from(spans > 1));
        }
        List::MissingInfo => note("spans of missing information", spans),
    }
}
