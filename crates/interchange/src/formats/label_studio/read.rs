//! Reading tasks.

use super::names::{ANNOTATIONS, CONTEXT, OWN, PREDICTIONS, UNIT, names_of};
use super::regions::{LabelResult, Region};
use super::survey::{Survey, each_result};
use crate::ImportOptions;
use crate::file_problems::FileProblems;
use crate::files::json::{in_item, object, take_items, unexpected};
use crate::in_order::InOrder;
use crate::locate::{Quote, absence, locate};
use crate::members::{Members, words_or_raw};
use crate::offset_unit::{OffsetUnit, OffsetUnitEvidence};
use crate::preserved::order::numbered;
use crate::preserved::verbatim::preserve_spans;
use crate::record::{Corpus, Edit, Record};
use crate::report::{ImportOutcome, SpanLocationCounts};
use crate::text_file::TextFile;
use spanwise_annotation::document::{EditMaker, Origin, Spans, TextName, Texts};
use spanwise_diagnostics::quoted;
use spanwise_json::{Array, Json};
use spanwise_template::Side;
use spanwise_text::Text;

pub(super) fn read(files: &mut [TextFile], reading: ImportOptions) -> ImportOutcome {
    let mut reader = LabelStudioReader::default();
    let mut unit = None;
    for file in files {
        let settled = reader.file(file, reading);
        unit.get_or_insert(settled);
    }
    let LabelStudioReader { corpus, located, problems, .. } = reader;
    let unit = Some(unit.unwrap_or(reading.unit.unwrap_or(UNIT)));
    ImportOutcome { corpus, unit, located, problems, alignment: None }
}

#[derive(Default)]
struct LabelStudioReader {
    corpus: Corpus,
    located: SpanLocationCounts,
    problems: FileProblems,
    /// The number of tasks read.
    tasks: usize,
}

/// A task that is being read.
struct Task<'a> {
    file: &'a TextFile,
    number: usize,
    survey: &'a Survey,
    unit: OffsetUnit,
    /// The record without the work of anybody.
    record: Record,
    /// Preserved data of all records of the task.
    own: Members,
}

impl LabelStudioReader {
    /// Reads a file; returns the unit of its offsets.
    fn file(&mut self, file: &mut TextFile, reading: ImportOptions) -> OffsetUnit {
        let tasks = take_items(file, &mut self.problems);
        let survey = Survey::of(&tasks);
        let unit = evidence(&tasks, &survey).settle(UNIT, reading, file, &mut self.problems);
        for (number, raw) in tasks.into_iter().enumerate() {
            let Some(object) = object(&raw, file, number, &mut self.problems) else { continue };
            let members = Members::of(&object, |_| true);
            self.task(file, number, members, (&survey, unit));
        }
        unit
    }

    fn task(
        &mut self,
        file: &TextFile,
        number: usize,
        mut members: Members,
        (survey, unit): (&Survey, OffsetUnit),
    ) {
        let mut own = Members::default();
        let mut record = data(&mut members, survey, &mut own);
        record.preserved.set("row", self.tasks.to_string());
        self.tasks += 1;
        if own.get("no_text").is_some() {
            let said = [
                "The task has no text.",
                "It is read as an empty text: a text is a member of `data`.",
            ];
            let place = in_item(number, "data");
            self.problems.error(file, place, "no-text", said.map(str::to_owned));
        }
        let lists = [ANNOTATIONS, PREDICTIONS].map(|name| {
            let raw = members.get(name).filter(|raw| matches!(Json::read(raw), Json::Array(_)))?;
            let raw = raw.to_owned();
            members.set(name, "[]");
            Some((name, raw))
        });
        own.set("task", members.to_json());
        let mut task = Task { file, number, survey, unit, record, own };
        let before = self.corpus.records.len();
        for (name, raw) in lists.into_iter().flatten() {
            let entries = Array::parse(&raw).unwrap_or_default();
            let (entries, others): (Vec<_>, Vec<_>) =
                entries.values().enumerate().partition(|(_, raw)| raw.starts_with('{'));
            if !others.is_empty() {
                let others: Vec<_> =
                    others.into_iter().map(|(at, raw)| (at, raw.to_owned())).collect();
                for (_, raw) in &others {
                    let place = in_item(number, name);
                    unexpected(file, &mut self.problems, place, "an object", raw);
                }
                task.own.set(&format!("other_{name}"), numbered(&others));
            }
            for (at, raw) in entries {
                let record = self.record(&task, name, at, Members::parse(raw));
                self.corpus.add(record);
            }
        }
        if self.corpus.records.len() == before {
            task.record.preserved.set(OWN, task.own.to_json());
            self.corpus.add(task.record);
        }
    }

    /// The record of an annotation or a prediction.
    fn record(&mut self, task: &Task, list: &str, at: usize, mut entry: Members) -> Record {
        let mut record = task.record.clone();
        let mut own = task.own.clone();
        record.annotator = annotator_of(list, &entry);
        record.done = entry.get("was_cancelled") != Some("true");
        if list == PREDICTIONS {
            let name = record.annotator.as_deref().map(Into::into);
            record.note_origin(&Origin { name, ..Origin::by(EditMaker::Model) });
            record.done = true;
        }
        let raw = entry.get("result").unwrap_or("[]").to_owned();
        match Json::read(&raw) {
            Json::Array(results) => {
                entry.set("result", "[]");
                self.results(task, &results, (&mut record, &mut own));
            }
            Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) | Json::Object(_) => {
                let place = in_item(task.number, format!("{list}[{at}].result"));
                unexpected(task.file, &mut self.problems, place, "a list", &raw);
            }
        }
        own.set_text("list", list);
        own.set("at", at.to_string());
        own.set("entry", entry.to_json());
        record.preserved.set(OWN, own.to_json());
        record
    }

    fn results(
        &mut self,
        task: &Task,
        results: &Array,
        (record, own): (&mut Record, &mut Members),
    ) {
        let mut regions: InOrder<String, (Option<Side>, Region)> = InOrder::default();
        let (mut answers, mut others) = (Vec::new(), Vec::new());
        for (number, raw) in results.values().enumerate() {
            let Some(result) = LabelResult::parse(number, raw) else {
                others.push((number, raw.to_owned()));
                if Members::parse(raw).text("type").as_deref() != Some("relation") {
                    self.not_read(task, raw);
                }
                continue;
            };
            let side = task.survey.side(&result.text("to_name"));
            if result.offsets().is_some() && side.is_some() {
                let id = result.members.text("id").unwrap_or_else(|| format!("#{number}"));
                let (_, region) = regions.at(id, || (side, Region::default()));
                region.0.push(result);
            } else if let Some((question, answer)) =
                result.answer(task.survey).filter(|_| !result.has_place())
            {
                record.answers.set(&question, Some(answer));
                answers.push((number, result.members.to_json()));
            } else {
                others.push((number, raw.to_owned()));
                self.not_read(task, raw);
            }
        }
        for (name, list) in [("answers", answers), ("others", others)] {
            if !list.is_empty() {
                own.set(name, numbered(&list));
            }
        }
        record.edits = self.edits(task, regions.into_values(), record);
    }

    /// The edits of regions, at the places of their quotes.
    fn edits(
        &mut self,
        task: &Task,
        regions: Vec<(Option<Side>, Region)>,
        record: &Record,
    ) -> Vec<Edit> {
        let quotes: Vec<String> = regions
            .iter()
            .map(|(_, region)| region.main().and_then(LabelResult::quote).unwrap_or_default())
            .collect();
        let asked: Vec<(Option<Side>, Quote)> = regions
            .iter()
            .zip(&quotes)
            .map(|((side, region), quote)| {
                let offsets = region.main().and_then(LabelResult::offsets);
                let stored = side
                    .zip(offsets)
                    .and_then(|(side, (start, end))| task.unit.span(record.text(side), start, end));
                (*side, Quote { text: quote, stored, occurrence: None })
            })
            .collect();
        let mut found = Side::ALL.map(|side| {
            let on = asked.iter().filter(|(on, _)| *on == Some(side));
            let on: Vec<Quote> = on.map(|(_, quote)| *quote).collect();
            locate(record.text(side), &on).into_iter()
        });
        let [on_source, on_target] = &mut found;
        let mut places = Vec::with_capacity(asked.len());
        for (side, quote) in &asked {
            let found = match side {
                Some(Side::Source) => on_source.next(),
                Some(Side::Target) => on_target.next(),
                None => None,
            };
            if !quote.text.is_empty() {
                let found = found.flatten();
                let place = (self.corpus.records.len(), places.len());
                let text = match side {
                    Some(Side::Source) => (&TextName::SOURCE, record.source()),
                    Some(Side::Target) | None => (&TextName::TARGET, record.target()),
                };
                self.located.add(place, text, quote.text, found.as_ref());
                places.push(found.map(|found| found.span));
                continue;
            }
            match quote.stored {
                Some(_) => self.located.by_offsets += 1,
                None => self.located.missing += 1,
            }
            places.push(quote.stored);
        }
        let all = regions.into_iter().zip(quotes).zip(places);
        all.map(|(((side, mut region), quote), place)| {
            if place.is_none() {
                let offsets = region.main().and_then(LabelResult::offsets);
                let said = absence(&quote, offsets, "text", "region");
                let remedy = "It is kept without a span, and written as it was.".to_owned();
                let at = in_item(task.number, "");
                self.problems.warn(task.file, at, "not-found", [said, remedy]);
            }
            let mut edit = region.edit(task.survey);
            let side = side.unwrap_or(Side::Target);
            if task.unit != UNIT
                && let Some(span) = place
            {
                region.set_offsets(UNIT.offsets(record.text(side), span));
            }
            edit.spans = Spans::of(side, place.into_iter().collect());
            let mut own = Members::default();
            own.set("results", region.to_json());
            edit.preserved.set(OWN, own.to_json());
            preserve_spans(&mut edit);
            edit
        })
        .collect()
    }

    fn not_read(&mut self, task: &Task, raw: &str) {
        let kind = Members::parse(raw).text("type").unwrap_or_default();
        let said = format!("A result of the type {} is not read.", quoted(&kind));
        let remedy = "It is kept, and written back as it was.".to_owned();
        let place = in_item(task.number, "");
        self.problems.warn(task.file, place, "other-result", [said, remedy]);
    }
}

/// Takes `data` of a task as a record without anybody's work.
fn data(task: &mut Members, survey: &Survey, own: &mut Members) -> Record {
    let mut data = task.get("data").map(Members::parse).unwrap_or_default();
    if task.get("data").is_some_and(|raw| raw.starts_with('{')) {
        task.set("data", "{}");
    }
    let mut record = Record::default();
    let target = survey.target.as_deref().and_then(|key| data.take_text(key));
    if target.is_none() {
        own.set("no_text", "true");
    }
    let source = survey.source.as_deref().filter(|key| data.get(key) != Some("\"\""));
    let source = source.and_then(|key| data.take_text(key));
    record.texts =
        Texts::usual(Text::new(source.unwrap_or_default()), Text::new(target.unwrap_or_default()));
    record.context = data.take_text(CONTEXT).map(Into::into);
    for (side, key) in [(Side::Source, &survey.source), (Side::Target, &survey.target)] {
        let [in_data, in_results] = names_of(side);
        key.iter().for_each(|key| own.set_text(in_data, key));
        survey.to_name(side).into_iter().for_each(|name| own.set_text(in_results, name));
    }
    if data.get("id").is_none()
        && let Some(id) = task.get("id")
    {
        data.set("id", id);
        own.set("id_of_task", "true");
    }
    record.metadata = data;
    record
}

/// The annotator of an annotation, or the model of a prediction.
pub(super) fn annotator_of(list: &str, entry: &Members) -> Option<String> {
    if list == PREDICTIONS {
        return entry.text("model_version");
    }
    let by = entry.get("completed_by")?;
    match Json::read(by) {
        Json::Object(_) => {
            let by = Members::parse(by);
            ["email", "username", "id"].into_iter().find_map(|name| by.text(name))
        }
        Json::Null => None,
        Json::Bool(_) | Json::Number(_) | Json::String(_) | Json::Array(_) => {
            Some(words_or_raw(by))
        }
    }
}

/// The evidence of the quotes of a file for the unit of its offsets.
fn evidence(tasks: &[Box<str>], survey: &Survey) -> OffsetUnitEvidence {
    let mut fits = OffsetUnitEvidence::default();
    for raw in tasks.iter().filter(|raw| !raw.is_ascii() || raw.contains("\\u")) {
        let mut task = Members::parse(raw);
        let record = data(&mut task, survey, &mut Members::default());
        each_result(&task, |result| {
            let place = result.offsets().zip(result.quote());
            let side = survey.side(&result.text("to_name"));
            if let (Some(((start, _), quote)), Some(side)) = (place, side) {
                fits.count(record.text(side), start, &quote);
            }
        });
    }
    fits
}
