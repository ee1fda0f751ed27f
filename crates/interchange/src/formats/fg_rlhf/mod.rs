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

use crate::file_problems::FileProblems;
use crate::files::json::in_item;
use crate::files::json_item::{
    ANNOTATOR, put_annotator, put_text, read_items, take_annotator, take_text,
};
use crate::members::Members;
use crate::offset_unit::OffsetUnit;
use crate::recognition::{FileHead, Recognition, any_json};
use crate::record::{Corpus, Edit, Record};
use crate::report::{ExportOutcome, ImportOutcome, Losses};
#[cfg(test)]
use crate::testing::samples;
use crate::text_file::TextFile;
use crate::writing::capabilities::{Capabilities, MemberFilter, SPANS_ONLY};
use crate::writing::loss_names;
use crate::writing::sink::{JsonListWriter, Sink};
use crate::{FileLayout, Format, HeldTexts, ImportOptions, PreservedDataOf};
use feedback::{FeedbackList, UNIT};
use spanwise_annotation::document::Texts;
use spanwise_diagnostics::quoted;
use spanwise_json::Json;
use spanwise_text::Text;

/// FG-RLHF.
pub(super) const FORMAT: Format = Format {
    name: "fg-rlhf",
    about: "Fine-grained RLHF feedback (JSON)",
    unit: Some(UNIT),
    layout: FileLayout::SingleFile,
    extension: "json",
    preserved_data: PreservedDataOf::ThisFormat,
    texts: HeldTexts::SourceAndTarget,
    read,
    write,
    recognises,
    keys: &[],
    #[cfg(test)]
    sample: samples::FG_RLHF,
};

fn recognises(files: &[FileHead]) -> Recognition {
    any_json(files, |json| json.has(&["prediction 1"]))
}

const CAPABILITIES: Capabilities = Capabilities {
    source: true,
    // Contexts other than passages and a question are noted in `write`.
    context: true,
    annotator: true,
    undone_items: true,
    metadata: MemberFilter::Besides(&[GOLD, PREDICTION, FEEDBACK, ANNOTATOR, SHOWN[0], SHOWN[1]]),
    insertion_points: true,
    // An error needs a place.
    without_spans: |edit| FeedbackList::of(edit) == FeedbackList::MissingInfo,
    answers: |edit, question| FeedbackList::of(edit).can_hold_answer(edit, question),
    edit_metadata: MemberFilter::ALL,
    ..SPANS_ONLY
};

const GOLD: &str = "gold";
const PREDICTION: &str = "prediction 1";
const FEEDBACK: &str = "feedback";
const CORRECTED: &str = "corrected-prediction";
/// The members in the context: preserved data of the record, since the context shows them.
const SHOWN: [&str; 2] = ["question", "passages"];

fn read(files: &mut [TextFile], reading: ImportOptions) -> ImportOutcome {
    let unit = reading.unit.unwrap_or(UNIT);
    read_items(files, unit, |file, number, members, problems| {
        FgRlhfReader { unit, file, number, problems }.record(members)
    })
}

struct FgRlhfReader<'a> {
    unit: OffsetUnit,
    file: &'a TextFile,
    number: usize,
    problems: &'a mut FileProblems,
}

impl FgRlhfReader<'_> {
    fn record(&mut self, mut members: Members) -> Record {
        let mut record = Record::default();
        let preserved = &mut record.preserved;
        let mut text = |name| {
            let (place, said) = (in_item(self.number, name), (self.file, &mut *self.problems));
            Text::new(take_text(&mut members, preserved, name, &place, said))
        };
        record.texts = Texts::usual(text(GOLD), text(PREDICTION));
        record.annotator = take_annotator(&mut members, &mut record.preserved);
        record.context = context::context(&members).map(Into::into);
        for name in SHOWN {
            if let Some(value) = members.take(name) {
                record.preserved.set(name, value);
            }
        }
        match members.get(FEEDBACK).map(Json::read) {
            Some(Json::Object(_)) => {
                let feedback = members.take(FEEDBACK).unwrap_or_default();
                self.feedback(Members::parse(&feedback), &mut record, &mut members);
            }
            Some(Json::Null) | None => {}
            Some(_) => {
                let said = format!("{FEEDBACK} is no object.");
                self.error(FEEDBACK, "no-object", said, "It is kept.");
            }
        }
        members.take(FEEDBACK).into_iter().for_each(|json| record.preserved.set(FEEDBACK, json));
        record.metadata = members;
        record
    }

    fn feedback(&mut self, mut feedback: Members, record: &mut Record, metadata: &mut Members) {
        record.done = true;
        for of in FeedbackList::ALL {
            let Some(raw) = feedback.get(of.name()) else { continue };
            let Json::Array(entries) = Json::read(raw) else {
                let place = format!("{FEEDBACK}.{}", of.name());
                self.error(&place, "no-list", format!("{} is no list.", of.name()), "It is kept.");
                continue;
            };
            for (i, raw) in entries.values().enumerate() {
                let (edit, whole) = of.edit(raw, record.target(), self.unit);
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
        record.preserved.set(FEEDBACK, feedback.to_json());
    }

    fn error(&mut self, path: &str, code: &'static str, message: String, remedy: &str) {
        let said = [message, remedy.to_owned()];
        self.problems.error(self.file, in_item(self.number, path), code, said);
    }
}

fn write(corpus: &Corpus, sink: &mut dyn Sink) -> ExportOutcome {
    let mut losses = Losses::default();
    sink.begin("");
    let mut all = JsonListWriter::new(sink);
    for (number, record) in corpus.records.iter().enumerate() {
        if record.context.is_some()
            && context::context(&shown(record)).as_deref() != record.context.as_deref()
        {
            losses.note(loss_names::CONTEXTS, number);
        }
        // An error may have been without a place in the file.
        let stands =
            |edit: &Edit| FeedbackList::of(edit).preserved(edit, record.target()).is_some();
        let edits = CAPABILITIES.edits_except(record, number, &mut losses, stands);
        edits.iter().for_each(|edit| note_losses(edit, record.target(), number, &mut losses));
        all.item(&item_of(record, &edits));
    }
    all.close().push("\n");
    losses.into()
}

fn item_of(record: &Record, edits: &[&Edit]) -> String {
    let mut members = shown(record);
    members.extend(CAPABILITIES.metadata.among(&record.metadata));
    put_text(&mut members, &record.preserved, GOLD, record.source().as_str());
    put_text(&mut members, &record.preserved, PREDICTION, record.target().as_str());
    put_annotator(&mut members, &record.preserved, record.annotator.as_deref());
    if record.done || !record.edits.is_empty() {
        let mut feedback = feedback_of(record, edits);
        if feedback.get(CORRECTED).is_none()
            && let Some(corrected) = members.take(CORRECTED)
        {
            feedback.set(CORRECTED, corrected);
        }
        members.set(FEEDBACK, feedback.to_json());
    } else if let Some(other) = record.preserved.get(FEEDBACK) {
        members.set(FEEDBACK, other);
    }
    members.to_json()
}

/// Passages and question: the preserved ones if the context still shows them, else those in the context.
fn shown(record: &Record) -> Members {
    let preserved =
        SHOWN.into_iter().filter_map(|name| Some((name, record.preserved.get(name)?.to_owned())));
    let preserved: Members = preserved.collect();
    if context::context(&preserved).as_deref() == record.context.as_deref() {
        return preserved;
    }
    record.context.as_deref().map(|text| context::members(text).0).unwrap_or_default()
}

/// The preserved feedback, or an empty one, with the present entries.
fn feedback_of(record: &Record, edits: &[&Edit]) -> Members {
    let read = record.preserved.get(FEEDBACK);
    let mut feedback = read.map(Members::parse).unwrap_or_default();
    for of in FeedbackList::ALL {
        let listed = edits.iter().filter(|edit| FeedbackList::of(edit) == of);
        let entries: Vec<_> = listed.flat_map(|edit| of.entries(edit, record.target())).collect();
        let emptied = feedback.get(of.name()) == Some("[]");
        if !entries.is_empty() || emptied || read.is_none() {
            feedback.set(of.name(), format!("[{}]", entries.join(",")));
        }
    }
    feedback
}

fn note_losses(edit: &Edit, target: &Text, number: usize, losses: &mut Losses) {
    let of = FeedbackList::of(edit);
    let own = edit.metadata.iter().filter(|(name, _)| of.says(name)).count();
    losses.note_many(loss_names::EDIT_METADATA, number, own);
    losses.note_many(loss_names::CATEGORIES, number, usize::from(of.renames(edit, target)));
    if of == FeedbackList::MissingInfo {
        losses.note_many("spans of missing information", number, edit.spans.target().len());
    }
}
