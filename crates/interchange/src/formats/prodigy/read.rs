//! Reading lines.

use std::cell::RefCell;

use super::names::{
    ACCEPT, ANNOTATORS, ANSWER, CHOSEN, INPUT, OWN, RELATIONS, SPANS, TEXT, TOKENS, UNIT,
};
use super::spans::{self, Tokens};
use crate::ImportOptions;
use crate::file_problems::FileProblems;
use crate::files::json::{in_item, strings, unexpected};
use crate::files::json_item::{read_items, take_text};
use crate::members::Members;
use crate::offset_unit::{OffsetUnit, OffsetUnitEvidence};
use crate::preserved::verbatim::preserve_json;
use crate::record::{Edit, Record};
use crate::report::ImportOutcome;
use crate::text_file::TextFile;
use spanwise_annotation::document::{Answer, Texts};
use spanwise_diagnostics::{DiagnosticPlace, quoted};
use spanwise_json::{Array, Json};
use spanwise_text::Text;

pub(super) fn read(files: &mut [TextFile], reading: ImportOptions) -> ImportOutcome {
    let unit = reading.unit.unwrap_or(UNIT);
    let words = RefCell::new(OffsetUnitEvidence::default());
    let mut imported = read_items(files, unit, |file, number, members, problems| {
        let place = in_item(number, "");
        let words = &mut *words.borrow_mut();
        ProdigyReader { unit, file, place, problems, words }.record(members)
    });
    if let Some(file) = files.first() {
        words.into_inner().doubt(unit, file, &mut imported.problems);
    }
    imported
}

struct ProdigyReader<'a> {
    unit: OffsetUnit,
    file: &'a TextFile,
    place: DiagnosticPlace,
    problems: &'a mut FileProblems,
    /// The evidence of whole words for the unit of the file.
    words: &'a mut OffsetUnitEvidence,
}

impl ProdigyReader<'_> {
    fn record(&mut self, mut members: Members) -> Record {
        let mut record = Record::default();
        let said = (self.file, &mut *self.problems);
        let text = take_text(&mut members, &mut record.preserved, TEXT, &self.place, said);
        record.texts = Texts::target_only(Text::new(text));
        let mut own = Members::default();
        record.annotator = annotator(&mut members, &mut own);
        if members.text(ANSWER).as_deref() == Some(ACCEPT) {
            record.done = true;
            members.remove(ANSWER);
        }
        for name in [TOKENS, RELATIONS] {
            members.take(name).into_iter().for_each(|raw| own.set(name, raw));
        }
        if self.unit != UNIT
            && let Some(tokens) = own.get(TOKENS)
        {
            let tokens = spans::in_code_points(tokens, record.target(), self.unit);
            own.set(TOKENS, tokens);
        }
        if let Some(raw) = members.take(SPANS) {
            match Json::read(&raw) {
                Json::Array(list) => {
                    let tokens = own.get(TOKENS).map(Tokens::parse).unwrap_or_default();
                    record.edits =
                        list.values().map(|raw| self.edit(raw, record.target(), &tokens)).collect();
                    own.set(SPANS, "[]");
                }
                Json::Null
                | Json::Bool(_)
                | Json::Number(_)
                | Json::String(_)
                | Json::Object(_) => {
                    if raw != "null" {
                        let place = self.place.clone();
                        unexpected(self.file, self.problems, place, "a list in spans", &raw);
                    }
                    own.set(SPANS, raw);
                }
            }
        }
        if let Some(chosen) = members.get(CHOSEN).and_then(chosen) {
            record.answers.set(CHOSEN, Some(chosen));
            members.remove(CHOSEN);
        }
        if let Some(input) = members.take_text(INPUT) {
            record.answers.set(INPUT, Some(Answer::Value(input)));
        }
        for name in [CHOSEN, INPUT] {
            members.take(name).into_iter().for_each(|raw| own.set(name, raw));
        }
        record.metadata = members;
        record.preserved.set(OWN, own.to_json());
        record
    }

    fn edit(&mut self, raw: &str, target: &Text, tokens: &Tokens) -> Edit {
        let mut edit = spans::understood(raw, target, self.unit);
        let span = edit.spans.target().first().copied();
        match span {
            Some(span) => {
                let (start, end) = self.unit.offsets(target, span);
                self.words.count_words(target, start, end);
            }
            None => {
                let said = format!("A span is not within the text: {}.", quoted(raw));
                let remedy = "It is kept without a place: start and end count code points from 0, the end is not included.";
                let said = [said, remedy.to_owned()];
                self.problems.error(self.file, self.place.clone(), "unreadable-span", said);
            }
        }
        let again = span.map(|span| spans::entry(&edit, span, target, tokens));
        preserve_json(&mut edit.preserved, raw, &again.unwrap_or_default());
        edit
    }
}

/// Takes out the annotator, and preserves which members name them.
fn annotator(members: &mut Members, own: &mut Members) -> Option<String> {
    let named = |name: &&str| members.get(name).is_some_and(|raw| raw.starts_with('"'));
    let first = ANNOTATORS.into_iter().find(named)?;
    let raw = members.get(first)?.to_owned();
    let name = members.text(first)?;
    for member in
        ANNOTATORS.iter().filter(|name| members.get(name) == Some(&raw)).collect::<Vec<_>>()
    {
        own.set(member, "true");
        members.remove(member);
    }
    Some(name)
}

/// The chosen options as an answer; `None` if they are not distinct strings.
fn chosen(json: &str) -> Option<Answer> {
    let mut chosen = strings(json);
    let is_whole = Array::parse(json)?.values().len() == chosen.len();
    let is_distinct = (1..chosen.len())
        .all(|at| !chosen.iter().take(at).any(|other| chosen.get(at) == Some(other)));
    match chosen.len() {
        _ if !is_whole || !is_distinct => None,
        0 => None,
        1 => chosen.pop().map(Answer::Value),
        _ => Some(Answer::Several(chosen)),
    }
}
