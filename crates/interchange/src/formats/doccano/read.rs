//! Reading lines.

use super::names::{CATS, ENTITIES, LABEL, NOT_METADATA, OWN, RELATIONS, TEXT, UNIT, annotator_of};
use super::spans;
use crate::ImportOptions;
use crate::file_problems::FileProblems;
use crate::files::json::{in_item, object, strings, take_items, unexpected};
use crate::files::json_item::take_text;
use crate::members::Members;
use crate::offset_unit::{OffsetUnit, OffsetUnitEvidence};
use crate::preserved::verbatim::preserve_json;
use crate::record::{Corpus, Edit, Record};
use crate::report::{ImportOutcome, SpanLocationCounts};
use crate::text_file::TextFile;
use spanwise_annotation::document::{Answer, Texts};
use spanwise_diagnostics::quoted;
use spanwise_json::{Array, Json, encode};
use spanwise_text::Text;

pub(super) fn read(files: &mut [TextFile], reading: ImportOptions) -> ImportOutcome {
    let unit = reading.unit.unwrap_or(UNIT);
    let mut reader = DoccanoReader {
        unit,
        corpus: Corpus::default(),
        located: SpanLocationCounts::default(),
        problems: FileProblems::default(),
        words: OffsetUnitEvidence::default(),
    };
    let mut others = Members::default();
    for file in files {
        if [".jsonl", ".json"].iter().any(|ending| file.path.ends_with(ending))
            || file.path.is_empty()
        {
            reader.file(file);
        } else {
            reader.problems.other_file(file, "doccano's files end in .jsonl or .json.");
            others.set(&file.path, encode(&file.text));
        }
    }
    let DoccanoReader { mut corpus, located, problems, .. } = reader;
    if !others.is_empty() {
        corpus.preserved.set(OWN, others.to_json());
    }
    ImportOutcome { corpus, unit: Some(unit), located, problems, alignment: None }
}

struct DoccanoReader {
    unit: OffsetUnit,
    corpus: Corpus,
    located: SpanLocationCounts,
    problems: FileProblems,
    /// The evidence of whole words for the unit of the file.
    words: OffsetUnitEvidence,
}

impl DoccanoReader {
    fn file(&mut self, file: &mut TextFile) {
        self.words = OffsetUnitEvidence::default();
        for (number, raw) in take_items(file, &mut self.problems).into_iter().enumerate() {
            let Some(object) = object(&raw, file, number, &mut self.problems) else { continue };
            let record = self.record(file, number, Members::of(&object, |_| true));
            self.corpus.add(record);
        }
        self.words.doubt(self.unit, file, &mut self.problems);
    }

    fn record(&mut self, file: &TextFile, number: usize, mut members: Members) -> Record {
        let annotator = annotator_of(&file.path).map(str::to_owned);
        let mut record = Record { annotator, ..Record::default() };
        let place = in_item(number, "");
        let said = (file, &mut self.problems);
        let text = take_text(&mut members, &mut record.preserved, TEXT, &place, said);
        record.texts = Texts::target_only(Text::new(text));
        let mut own = Members::default();
        own.set_text("file", &file.path);
        for name in [ENTITIES, LABEL, "labels", CATS] {
            let Some(raw) = members.get(name).map(str::to_owned) else { continue };
            let Some(list) = Array::parse(&raw) else { continue };
            let is_strings =
                list.values().len() > 0 && list.values().all(|raw| raw.starts_with('"'));
            let cats = (is_strings && name != ENTITIES).then(|| answer(strings(&raw))).flatten();
            if let Some(cats) = cats
                && own.get(CATS).is_none()
            {
                own.set_text(CATS, name);
                record.answers.set(CATS, Some(cats));
                members.remove(name);
            } else if own.get("list").is_none() && name != CATS {
                own.set_text("list", name);
                let has_objects = list.values().any(|raw| raw.starts_with('{'));
                if has_objects || name == ENTITIES && list.values().len() == 0 {
                    own.set("objects", "true");
                }
                record.edits = self.edits(file, number, &list, record.target());
                members.remove(name);
            }
        }
        record.done = own.get("list").is_some() || own.get(CATS).is_some();
        self.leave(file, number, &mut members, &mut own);
        record.metadata = members;
        record.preserved.set(OWN, own.to_json());
        record
    }

    /// Moves the lists that are not read to the preserved data.
    fn leave(&mut self, file: &TextFile, number: usize, members: &mut Members, own: &mut Members) {
        let mut left = Members::default();
        for name in NOT_METADATA {
            let Some(raw) = members.take(name) else { continue };
            let is_expected = match Json::read(&raw) {
                Json::Array(_) => name == RELATIONS,
                Json::Null => true,
                Json::Bool(_) | Json::Number(_) | Json::String(_) | Json::Object(_) => false,
            };
            if !is_expected {
                let expected = format!("another list in {name}");
                unexpected(file, &mut self.problems, in_item(number, name), &expected, &raw);
            }
            left.set(name, raw);
        }
        if !left.is_empty() {
            own.set("left", left.to_json());
        }
    }

    fn edits(&mut self, file: &TextFile, number: usize, list: &Array, target: &Text) -> Vec<Edit> {
        let edit = |raw: &str| {
            let mut edit = spans::understood(raw, target, self.unit);
            match edit.spans.target().first() {
                Some(span) => {
                    let (start, end) = self.unit.offsets(target, *span);
                    self.words.count_words(target, start, end);
                    self.located.by_offsets += 1;
                }
                None => {
                    self.located.missing += 1;
                    let said = format!("A label is not within the text: {}.", quoted(raw));
                    let remedy = "It is kept without a place: offsets count code points from 0, the end is not included.";
                    let place = in_item(number, "");
                    self.problems.error(file, place, "unreadable-span", [said, remedy.to_owned()]);
                }
            }
            let id = spans::id_of(&edit);
            let span = edit.spans.target().first();
            let again = span.map(|span| spans::entry(&edit, *span, target, id)).unwrap_or_default();
            preserve_json(&mut edit.preserved, raw, &again);
            edit
        };
        list.values().map(edit).collect()
    }
}

/// Labels of a whole text as an answer; `None` if one of them is repeated.
fn answer(mut labels: Vec<String>) -> Option<Answer> {
    let is_distinct =
        (1..labels.len()).all(|at| !labels.iter().take(at).any(|l| labels.get(at) == Some(l)));
    match labels.len() {
        1 => labels.pop().map(Answer::Value),
        _ => is_distinct.then_some(Answer::Several(labels)),
    }
}
