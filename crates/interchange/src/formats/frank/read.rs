//! From items to records.

use super::names::{
    ARTICLE, CODES, COUNT, ITEM, JUDGED, NAMES, NO_ERROR, ODD, REFERENCE, ROW, SENTENCE, SUMMARY,
};
use crate::ImportOptions;
use crate::file_problems::FileProblems;
use crate::files::json::{in_item, owned, unexpected, value};
use crate::in_order::InOrder;
use crate::members::Members;
use crate::preserved::order::{names, numbered};
use crate::record::{Corpus, Edit, Record};
use crate::report::{ImportOutcome, SpanLocationCounts};
use crate::text_file::TextFile;
use spanwise_json::{Array, Json, Object};
use spanwise_limits::MOST_SENTENCES;
use spanwise_template::Side;
use spanwise_text::Text;

pub(super) fn read(files: &mut [TextFile], _: ImportOptions) -> ImportOutcome {
    let mut problems = FileProblems::default();
    let mut corpus = Corpus::default();
    let mut sentences = Vec::new();
    for file in files {
        let Some(json) = value(file, &mut problems) else { continue };
        let Some(items) = Array::parse(json) else {
            unexpected(file, &mut problems, in_item(0, ""), "a list of summaries", json);
            continue;
        };
        let items = owned(items.values());
        file.text = String::new();
        for (row, item) in items.into_iter().enumerate() {
            let mut reader = FrankReader {
                file,
                number: corpus.records.len(),
                sentences: &mut sentences,
                problems: &mut problems,
            };
            let records = reader.item(row, &item);
            records.into_iter().for_each(|record| corpus.add(record));
        }
    }
    ImportOutcome {
        corpus,
        unit: None,
        located: SpanLocationCounts::default(),
        problems,
        alignment: None,
    }
}

struct FrankReader<'a> {
    file: &'a TextFile,
    /// The number of the item's first record.
    number: usize,
    /// The metadata of edits by the number of their sentence; most edits share theirs with others.
    sentences: &'a mut Vec<Members>,
    problems: &'a mut FileProblems,
}

impl FrankReader<'_> {
    /// A record for each annotator; a single one if there is none.
    fn item(&mut self, row: usize, json: &str) -> Vec<Record> {
        let mut members = Members::parse(json);
        let mut item = Record::default();
        item.preserved.set(ROW, row.to_string());
        item.preserved.set(NAMES, names(&members));
        let Some(summary) = members.take_text(SUMMARY) else {
            self.unexpected(String::new(), "an item with a summary", json);
            item.preserved.set(ITEM, json);
            return vec![item];
        };
        item.texts.set(Side::Target, Text::new(summary));
        item.texts.set(Side::Source, Text::new(members.take_text(REFERENCE).unwrap_or_default()));
        item.context = members.take_text(ARTICLE).map(Into::into);
        let codes = members.get(CODES).unwrap_or("[]").to_owned();
        let sentences = Array::parse(&codes).filter(|list| list.values().len() <= MOST_SENTENCES);
        if sentences.is_some() {
            members.take(CODES);
        } else {
            self.unexpected(CODES.to_owned(), "a list with codes for each sentence", &codes);
        }
        item.metadata = members;
        let sentences = sentences.unwrap_or_default();
        item.preserved.set(COUNT, sentences.values().len().to_string());
        let (annotators, odd) = self.annotators(&sentences);
        if !odd.is_empty() {
            item.preserved.set(ODD, numbered(&odd));
        }
        if annotators.is_empty() {
            return vec![item];
        }
        let records = annotators.into_iter().map(|annotator| annotator.record(&item));
        records.collect()
    }

    /// The annotators, and the sentences whose value is not an object.
    fn annotators(
        &mut self,
        sentences: &Array,
    ) -> (Vec<AnnotatorJudgements>, Vec<(usize, String)>) {
        let mut odd = Vec::new();
        let mut annotators: InOrder<String, AnnotatorJudgements> = InOrder::default();
        for (sentence, json) in sentences.values().enumerate() {
            let Some(object) = Object::parse(json) else {
                let path = format!("{CODES}[{sentence}]");
                self.unexpected(path, "an object of annotators", json);
                odd.push((sentence, json.to_owned()));
                continue;
            };
            for member in object.members() {
                let name = member.name.to_string();
                let codes = codes(&member.value);
                if codes.is_none() {
                    let path = format!("{CODES}[{sentence}].{}", member.name);
                    self.unexpected(path, "a list of codes", &member.value);
                }
                let annotator = annotators.at(name.clone(), || AnnotatorJudgements {
                    name,
                    ..AnnotatorJudgements::default()
                });
                annotator.judged.push((sentence, member.value.to_string()));
                let metadata = of_sentence(self.sentences, sentence);
                let edit =
                    |category| Edit { category, metadata: metadata.clone(), ..Edit::default() };
                annotator.edits.extend(codes.into_iter().flatten().map(edit));
            }
        }
        (annotators.into_values(), odd)
    }

    fn unexpected(&mut self, path: String, expected: &str, found: &str) {
        unexpected(self.file, self.problems, in_item(self.number, path), expected, found);
    }
}

/// The codes of errors in a list; `None` if it is not a list of texts.
pub(super) fn codes(json: &str) -> Option<Vec<String>> {
    let array = Array::parse(json)?;
    let codes = array.values().map(|code| {
        let Json::String(code) = Json::read(code) else { return None };
        Some(code.into_owned())
    });
    let codes: Option<Vec<String>> = codes.collect();
    codes.map(|codes| codes.into_iter().filter(|code| code != NO_ERROR).collect())
}

/// The metadata of edits of a sentence.
fn of_sentence(known: &mut Vec<Members>, sentence: usize) -> Members {
    while known.len() <= sentence {
        let mut metadata = Members::default();
        metadata.set(SENTENCE, known.len().to_string());
        known.push(metadata);
    }
    known.get(sentence).cloned().unwrap_or_default()
}

/// The codes of one annotator.
#[derive(Default)]
struct AnnotatorJudgements {
    name: String,
    edits: Vec<Edit>,
    judged: Vec<(usize, String)>,
}

impl AnnotatorJudgements {
    fn record(self, item: &Record) -> Record {
        let mut record = item.clone();
        record.preserved.set(JUDGED, numbered(&self.judged));
        Record { annotator: Some(self.name), edits: self.edits, done: true, ..record }
    }
}
