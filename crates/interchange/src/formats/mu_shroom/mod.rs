//! Mu-SHROOM: hallucinated spans in the output of language models (SemEval-2025 task 3; Vázquez et al. 2025).
//!
//! A JSON object on each line with `id`, `lang`, `model_input` (the source), `model_output_text` (the target),
//! `soft_labels`, a list of `{start, prob, end}`, and `hard_labels`, a list of `[start, end]`; offsets count code points.
//! A soft label is an edit of the one category, its `prob` is `metadata.probability` of the edit. All other members of a
//! line and of a label keep their names.
//!
//! Hard labels are the ranges that soft labels with a probability above 0.5 cover. Others are the record's
//! `metadata.hard_labels`, and are written as long as the soft labels beside them are unchanged. A file may have just
//! one of the lists, as submissions to the task do: soft labels alone are written alone; hard labels alone are edits
//! without a probability, and are written alone until one gets a probability. Without any list a record is not done.

mod capabilities;
mod labels;

use capabilities::{CAPABILITIES, HARD, INPUT, OUTPUT, SOFT, UNIT};
use labels::{HALLUCINATION, PROBABILITY, ReadSoftLabel};

use crate::file_problems::FileProblems;
use crate::files::json::{in_item, unexpected};
use crate::files::json_item::{put_annotator, put_text, read_items, take_annotator, take_text};
use crate::members::Members;
use crate::offset_unit::OffsetUnit;
use crate::preserved::verbatim::{preserve_json, same_value};
use crate::recognition::{FileHead, Recognition, any_json};
use crate::record::{Corpus, Edit, Record};
use crate::report::{ExportOutcome, ImportOutcome, Losses};
#[cfg(test)]
use crate::testing::samples;
use crate::text_file::TextFile;
use crate::writing::loss_names;
use crate::writing::sink::Sink;
use crate::{FileLayout, Format, HeldTexts, ImportOptions, PreservedDataOf};
use spanwise_annotation::document::Texts;
use spanwise_diagnostics::{DiagnosticPlace, quoted};
use spanwise_json::{Array, Json};
use spanwise_template::Side;
use spanwise_text::Text;

/// Mu-SHROOM.
pub(super) const FORMAT: Format = Format {
    name: "mu-shroom",
    about: "Mu-SHROOM, SemEval-2025 task 3 (JSON Lines)",
    unit: Some(UNIT),
    layout: FileLayout::SingleFile,
    extension: "jsonl",
    preserved_data: PreservedDataOf::ThisFormat,
    texts: HeldTexts::SourceAndTarget,
    read,
    write,
    recognises,
    keys: &["id"],
    #[cfg(test)]
    sample: samples::MU_SHROOM,
};

fn recognises(files: &[FileHead]) -> Recognition {
    any_json(files, |json| json.has_any(&["model_output_text", "soft_labels", "hard_labels"]))
}

/// The member of preserved data with the name of the list that the file lacks.
const LACKS: &str = "lacks";
/// The member of preserved data with the soft labels beside which there were hard labels that do not follow from them.
const BESIDE: &str = "beside";

fn read(files: &mut [TextFile], reading: ImportOptions) -> ImportOutcome {
    let unit = reading.unit.unwrap_or(UNIT);
    read_items(files, unit, |file, number, members, problems| {
        MuShroomReader { unit, file, place: in_item(number, ""), problems }.record(members)
    })
}

struct MuShroomReader<'a> {
    unit: OffsetUnit,
    file: &'a TextFile,
    place: DiagnosticPlace,
    problems: &'a mut FileProblems,
}

impl MuShroomReader<'_> {
    fn record(&mut self, mut members: Members) -> Record {
        let mut record = Record::default();
        let preserved = &mut record.preserved;
        let mut text = |name| {
            let said = (self.file, &mut *self.problems);
            Text::new(take_text(&mut members, preserved, name, &self.place, said))
        };
        record.texts = Texts::usual(text(INPUT), text(OUTPUT));
        record.annotator = take_annotator(&mut members, preserved);
        let [soft, hard] = [SOFT, HARD].map(|name| self.list(name, &mut members, preserved));
        record.metadata = members;
        record.done = soft.is_some() || hard.is_some();
        match (soft, hard) {
            (Some(soft), hard) => {
                record.edits = self.soft(&soft, record.target());
                match hard {
                    Some(hard) => self.hard_beside_soft(hard, &mut record),
                    None => record.preserved.set_text(LACKS, HARD),
                }
            }
            (None, Some(hard)) => self.hard_alone(hard, &mut record),
            (None, None) => {}
        }
        record
    }

    /// Takes out a list of labels. A value that is not a list is preserved.
    fn list(
        &mut self,
        name: &str,
        members: &mut Members,
        preserved: &mut Members,
    ) -> Option<String> {
        let raw = members.take(name)?;
        match Json::read(&raw) {
            Json::Array(_) => return Some(raw),
            Json::Null => {}
            Json::Bool(_) | Json::Number(_) | Json::String(_) | Json::Object(_) => {
                self.unexpected("a list", name, &raw);
            }
        }
        preserved.set(name, raw);
        None
    }

    fn soft(&mut self, raw: &str, target: &Text) -> Vec<Edit> {
        let list = Array::parse(raw);
        list.iter().flat_map(Array::values).map(|raw| self.edit(raw, target)).collect()
    }

    fn edit(&mut self, raw: &str, target: &Text) -> Edit {
        let ReadSoftLabel { mut edit, is_placed, is_likely } =
            labels::understood(raw, target, self.unit);
        if !is_placed {
            let message = format!("A soft label is not within the target: {}.", quoted(raw));
            let remedy = "It is kept without a place: start and end count code points from 0, the end is not included.";
            let said = [message, remedy.to_owned()];
            self.problems.error(self.file, self.place.clone(), "unreadable-span", said);
        } else if !is_likely {
            let message = format!("The prob of a soft label is not from 0 to 1: {}.", quoted(raw));
            let said = [message, "It is kept as it is.".to_owned()];
            self.problems.warn(self.file, self.place.clone(), "probability-range", said);
        }
        let span = edit.spans.target().first();
        let again = span.map(|span| labels::entry(&edit, *span, target)).unwrap_or_default();
        preserve_json(&mut edit.preserved, raw, &again);
        edit
    }

    /// Keeps hard labels that do not follow from the soft ones.
    fn hard_beside_soft(&mut self, raw: String, record: &mut Record) {
        let spans = labels::hard_spans(&raw, record.target(), self.unit);
        if spans.is_none() {
            self.unexpected("pairs of offsets", HARD, &raw);
        }
        let given = spans.map(|spans| labels::offsets(&spans, record.target()));
        if given.as_ref() == Some(&labels::hard_of(&record.edits, record.target())) {
            return;
        }
        let given = given.filter(|_| self.unit != UNIT).map(|given| labels::hard_json(&given));
        record.metadata.set(HARD, given.unwrap_or(raw));
        record.preserved.set(BESIDE, labels::soft_json(&record.edits, record.target()));
    }

    /// Reads hard labels as edits.
    fn hard_alone(&mut self, raw: String, record: &mut Record) {
        let Some(spans) = labels::hard_spans(&raw, record.target(), self.unit) else {
            self.unexpected("pairs of offsets", HARD, &raw);
            record.preserved.set(HARD, raw);
            record.done = false;
            return;
        };
        let edit = |span| Edit::on(Side::Target, HALLUCINATION, vec![span]);
        record.edits = spans.into_iter().map(edit).collect();
        record.preserved.set_text(LACKS, SOFT);
        self.hard_beside_soft(raw, record);
    }

    fn unexpected(&mut self, expected: &str, name: &str, found: &str) {
        let expected = format!("{expected} in {name}");
        unexpected(self.file, self.problems, self.place.clone(), &expected, found);
    }
}

fn write(corpus: &Corpus, sink: &mut dyn Sink) -> ExportOutcome {
    let mut losses = Losses::default();
    sink.begin("");
    for (number, record) in corpus.records.iter().enumerate() {
        let is_as_read = |edit: &Edit| labels::as_read(edit, record.target()).is_some();
        let edits = CAPABILITIES.edits_except(record, number, &mut losses, is_as_read);
        losses.note_many(loss_names::ITEM_METADATA, number, usize::from(loses_hard_labels(record)));
        for edit in edits.iter().filter(|edit| !is_as_read(edit)) {
            let other = edit.category != HALLUCINATION;
            losses.note_many(loss_names::CATEGORIES, number, usize::from(other));
            let unlikely = says_probability(edit) && labels::probability(edit).is_none();
            losses.note_many(loss_names::EDIT_METADATA, number, usize::from(unlikely));
        }
        // Carried values may span several lines; their texts contain no line breaks, which are escaped in JSON.
        sink.push(&line(record, &edits).replace(['\n', '\r'], " "));
        sink.push("\n");
    }
    losses.into()
}

fn line(record: &Record, edits: &[&Edit]) -> String {
    let mut members: Members = CAPABILITIES.metadata.among(&record.metadata).collect();
    members.remove(HARD);
    put_text(&mut members, &record.preserved, INPUT, record.source().as_str());
    put_text(&mut members, &record.preserved, OUTPUT, record.target().as_str());
    put_annotator(&mut members, &record.preserved, record.annotator.as_deref());
    let soft = labels::soft_json(edits.iter().copied(), record.target());
    let hard = match record.metadata.get(HARD).filter(|given| belong(given, &soft, record)) {
        Some(given) => given.to_owned(),
        None => labels::hard_json(&labels::hard_of(edits.iter().copied(), record.target())),
    };
    let is_needed = edits.iter().any(|edit| says_probability(edit));
    for (name, list, is_needed) in [(SOFT, soft, is_needed), (HARD, hard, false)] {
        let lacks = record.preserved.text(LACKS).as_deref() == Some(name);
        if is_labelled(record) && (is_needed || !lacks) {
            members.set(name, list);
        } else if let Some(other) = record.preserved.get(name) {
            members.set(name, other);
        }
    }
    members.to_json()
}

fn is_labelled(record: &Record) -> bool {
    record.done || !record.edits.is_empty()
}

fn says_probability(edit: &Edit) -> bool {
    edit.metadata.get(PROBABILITY).is_some()
}

/// Returns `true` if hard labels belong to the soft ones: if those preserved beside them are the same; without any, if
/// the hard labels are valid.
fn belong(given: &str, soft: &str, record: &Record) -> bool {
    match record.preserved.get(BESIDE) {
        Some(beside) => same_value(beside, soft),
        None => labels::hard_spans(given, record.target(), UNIT).is_some(),
    }
}

/// Returns `true` if `metadata.hard_labels` of a record of another format cannot be written as hard labels.
fn loses_hard_labels(record: &Record) -> bool {
    let given = record.metadata.get(HARD).filter(|_| record.preserved.get(BESIDE).is_none());
    given.is_some_and(|given| {
        !is_labelled(record) || labels::hard_spans(given, record.target(), UNIT).is_none()
    })
}

#[cfg(test)]
mod tests;
