//! arXivEdits (Jiang et al. 2022): pairs of sentences from versions of papers, with edits and their intentions.
//!
//! A JSON object of pairs, named from "0". `edits-combination-0` is an object of edits, named in the same way, each
//! with `type`, `intention`, and the tokens it covers in both sentences, or `null`; tokens stand between single spaces.
//! Its edits are read, with spans of characters that begin and end with a token, so that the space after it is
//! excluded; the other combinations are preserved. The members of a pair are metadata by their names. Types are
//! categories in lower case, intentions answers: of `Lang-other`, the part before the first hyphen is the option, the
//! rest its follow-up.

mod tokens;

#[cfg(test)]
mod tests;

use std::collections::HashSet;

use crate::file_problems::FileProblems;
use crate::files::json::{in_item, owned_members, value};
use crate::files::json_item::{ANNOTATOR, put_annotator, put_text, take_annotator, take_text};
use crate::members::Members;
use crate::preserved::verbatim::{preserve_json, unchanged_json};
use crate::recognition::{FileHead, Recognition, any_json};
use crate::record::{Corpus, Edit, Record};
use crate::report::{ExportOutcome, ImportOutcome, Losses, SpanLocationCounts};
#[cfg(test)]
use crate::testing::samples;
use crate::text_file::TextFile;
use crate::writing::capabilities::{Capabilities, MemberFilter, SPANS_ONLY, SpanCapacity};
use crate::writing::loss_names;
use crate::writing::sink::Sink;
use crate::{FileLayout, Format, HeldTexts, ImportOptions, PreservedDataOf};
use spanwise_annotation::document::{Answer, Answers, Texts};
use spanwise_diagnostics::quoted;
use spanwise_json::{Array, Json, Object, encode, integer};
use spanwise_template::Side;
use spanwise_text::Text;
use tokens::{SentenceTokens, TokenFit};

/// arXivEdits.
pub(super) const FORMAT: Format = Format {
    name: "arxivedits",
    about: "arXivEdits (JSON)",
    unit: None,
    layout: FileLayout::SingleFile,
    extension: "json",
    preserved_data: PreservedDataOf::ThisFormat,
    texts: HeldTexts::SourceAndTarget,
    read,
    write,
    recognises,
    keys: &["arxiv-id", "sentence-pair-index", "sentence-1-level", "sentence-2-level"],
    #[cfg(test)]
    sample: samples::ARXIVEDITS,
};

fn recognises(files: &[FileHead]) -> Recognition {
    any_json(files, |json| json.has_at(2, &["sentence-1", "sentence-2"]))
}

const CAPABILITIES: Capabilities = Capabilities {
    source: true,
    annotator: true,
    undone_items: true,
    metadata: MemberFilter::Besides(&["sentence-1", "sentence-2", ANNOTATOR]),
    spans: [SpanCapacity::ONE, SpanCapacity::ONE],
    // Ends that are not ends of tokens are noted by `note_losses`.
    beyond_text: true,
    insertion_points: true,
    without_spans: |_| true,
    answers: can_hold_answer,
    edit_metadata: MemberFilter::Besides(&[
        TYPE,
        INTENTION,
        "sentence-1-token-indices",
        "sentence-2-token-indices",
    ]),
    ..SPANS_ONLY
};

const SENTENCES: [(Side, &str, &str); 2] = [
    (Side::Source, "sentence-1", "sentence-1-token-indices"),
    (Side::Target, "sentence-2", "sentence-2-token-indices"),
];
const COMBINATIONS: &str = "edits-combination-";
const COMBINATION: &str = "edits-combination-0";
const TYPE: &str = "type";
const INTENTION: &str = "intention";
/// The option whose follow-up is in the same word.
const LANGUAGE: &str = "lang";
/// The preserved name of a pair or an edit that is not its number.
const KEY: &str = "key";

/// Intentions as the corpus spells them.
const INTENTIONS: [&str; 7] = [
    "Content",
    "Format",
    "Improve-grammar-Typo",
    "Lang-accurate-spefific",
    "Lang-improve-readability-Simplify",
    "Lang-other",
    "Lang-professional-Improve-style",
];

fn read(files: &mut [TextFile], _: ImportOptions) -> ImportOutcome {
    let mut corpus = Corpus::default();
    let (mut located, mut problems) = (SpanLocationCounts::default(), FileProblems::default());
    for file in files {
        let Some(raw) = value(file, &mut problems) else { continue };
        let Some(pairs) = Object::parse(raw.trim()) else {
            let said = [
                "The file is no object.".to_owned(),
                "Pairs of sentences stand in one object, named from \"0\".".to_owned(),
            ];
            problems.error(file, in_item(0, ""), "no-object", said);
            continue;
        };
        let pairs = owned_members(&pairs);
        file.text = String::new();
        for (number, (name, pair)) in pairs.into_iter().enumerate() {
            let mut reader = PairReader { file, number, problems: &mut problems };
            if let Some(mut record) = reader.record(&pair) {
                preserve_key(&mut record.preserved, &name, corpus.records.len());
                let spans = |edit: &Edit| edit.spans.source().len() + edit.spans.target().len();
                located.by_offsets += record.edits.iter().map(spans).sum::<usize>();
                corpus.add(record);
            }
        }
    }
    ImportOutcome { corpus, unit: None, located, problems, alignment: None }
}

/// Keeps the name of a member, unless it is its number.
fn preserve_key(preserved: &mut Members, key: &str, number: usize) {
    if key != number.to_string() {
        preserved.set_text(KEY, key);
    }
}

struct PairReader<'a> {
    file: &'a TextFile,
    number: usize,
    problems: &'a mut FileProblems,
}

impl PairReader<'_> {
    fn record(&mut self, raw: &str) -> Option<Record> {
        let place = in_item(self.number, "");
        let Some(pair) = Object::parse(raw.trim()) else {
            let said = ["The pair is no object.".to_owned(), "It is not read.".to_owned()];
            self.problems.error(self.file, place, "no-object", said);
            return None;
        };
        let mut members = Members::of(&pair, |_| true);
        let mut record = Record::default();
        let preserved = &mut record.preserved;
        let mut text = |name| {
            let (place, said) = (in_item(self.number, name), (self.file, &mut *self.problems));
            Text::new(take_text(&mut members, preserved, name, &place, said))
        };
        record.texts = Texts::usual(text("sentence-1"), text("sentence-2"));
        record.annotator = take_annotator(&mut members, &mut record.preserved);
        match members.get(COMBINATION).map(Json::read) {
            Some(Json::Object(edits)) => {
                record.done = true;
                record.edits = self.edits(&edits, &record);
                members.take(COMBINATION);
            }
            Some(Json::Null) | None => {}
            Some(_) => {
                let said = [format!("{COMBINATION} is no object."), "It is kept.".to_owned()];
                self.problems.error(
                    self.file,
                    in_item(self.number, COMBINATION),
                    "no-object",
                    said,
                );
            }
        }
        for (name, value) in members.iter() {
            let is_edits = name.starts_with(COMBINATIONS);
            let members = if is_edits { &mut record.preserved } else { &mut record.metadata };
            members.set(name, value);
        }
        Some(record)
    }

    fn edits(&mut self, edits: &Object, record: &Record) -> Vec<Edit> {
        let tokens = SentencePair::of(record);
        let mut all = Vec::new();
        for (number, member) in edits.members().iter().enumerate() {
            let (mut edit, whole) = tokens.understood(&member.value);
            if !whole {
                let message = format!("An edit can't be read in full: {}.", quoted(&member.value));
                let remedy = "It is kept: an edit has a type, an intention or null, and for each sentence null or two \
                              numbers of tokens.";
                let place = in_item(self.number, format!("{COMBINATION}.{}", member.name));
                self.problems.error(
                    self.file,
                    place,
                    "unreadable-edit",
                    [message, remedy.to_owned()],
                );
            }
            let again = tokens.entry(&edit);
            preserve_json(&mut edit.preserved, &member.value, &again);
            preserve_key(&mut edit.preserved, &member.name, number);
            all.push(edit);
        }
        all
    }
}

/// The tokens of both sentences.
struct SentencePair([SentenceTokens; 2]);

impl SentencePair {
    fn of(record: &Record) -> Self {
        SentencePair(Side::ALL.map(|side| SentenceTokens::new(record.text(side))))
    }

    /// The edit of an entry, and `true` if all of the entry was understood.
    fn understood(&self, raw: &str) -> (Edit, bool) {
        let mut members = Members::parse(raw);
        let kind = members.text(TYPE);
        let mut whole = kind.is_some();
        let mut edit =
            Edit { category: kind.unwrap_or_default().to_lowercase(), ..Edit::default() };
        members.take(TYPE);
        let intention = members.take(INTENTION).unwrap_or_default();
        match Json::read(&intention) {
            Json::String(intention) => edit.answers = answers(&intention),
            Json::Null => {}
            Json::Bool(_) | Json::Number(_) | Json::Array(_) | Json::Object(_) => whole = false,
        }
        for ((side, _, name), tokens) in SENTENCES.into_iter().zip(&self.0) {
            let raw = members.take(name).unwrap_or_default();
            if matches!(Json::read(&raw), Json::Null) {
                continue;
            }
            let span = indices(&raw).and_then(|(start, end)| tokens.span(start..end));
            whole &= span.is_some();
            edit.spans.change(&side.into(), |spans| spans.extend(span));
        }
        edit.metadata = members;
        (edit, whole)
    }

    /// The entry of an edit.
    fn entry(&self, edit: &Edit) -> String {
        let mut members = Members::default();
        members.set_text(TYPE, &capitalised(&edit.category));
        let intention = intention(&edit.answers);
        members.set(INTENTION, intention.map_or_else(|| "null".to_owned(), |text| encode(&text)));
        for ((side, _, name), tokens) in SENTENCES.into_iter().zip(&self.0) {
            let span = edit.spans.on(&side.into()).first();
            let range = span.map(|span| tokens.touched(*span).0);
            let indices = range.map(|range| format!("[{},{}]", range.start, range.end));
            members.set(name, indices.unwrap_or_else(|| "null".to_owned()));
        }
        members.extend(CAPABILITIES.edit_metadata.among(&edit.metadata));
        members.to_json()
    }

    /// The entry as it was read if it still describes the edit, else a new one.
    fn written(&self, edit: &Edit) -> String {
        let as_written = unchanged_json(edit, |raw| Some(self.understood(raw).0));
        as_written.map_or_else(|| self.entry(edit), str::to_owned)
    }

    /// The relation of the written spans of an edit to tokens.
    fn fits(&self, edit: &Edit) -> impl Iterator<Item = TokenFit> {
        let spans = SENTENCES.into_iter().zip(&self.0);
        spans.filter_map(|((side, ..), tokens)| {
            Some(tokens.touched(*edit.spans.on(&side.into()).first()?).1)
        })
    }
}

/// The start and the end of a range of tokens.
fn indices(raw: &str) -> Option<(usize, usize)> {
    let number = |raw: &str| {
        let Json::Number(number) = Json::read(raw) else { return None };
        usize::try_from(integer(number)?).ok()
    };
    let pair = Array::parse(raw.trim())?;
    let mut values = pair.values();
    let (start, end) = (number(values.next()?)?, number(values.next()?)?);
    (values.next().is_none() && start <= end).then_some((start, end))
}

fn capitalised(name: &str) -> String {
    let mut letters = name.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.collect::<String>() + letters.as_str()
}

/// An intention as an answer.
fn answers(intention: &str) -> Answers {
    let option = |option: &str, follow_up| Answer::Choice { option: option.to_owned(), follow_up };
    let lower = intention.to_lowercase();
    let answer = match lower.strip_prefix(LANGUAGE).and_then(|rest| rest.strip_prefix('-')) {
        Some(rest) => option(LANGUAGE, Some(Box::new(option(rest, None)))),
        None => option(&lower, None),
    };
    let mut answers = Answers::default();
    answers.set(INTENTION, Some(answer).filter(|_| !intention.is_empty()));
    answers
}

/// The intention given as an answer, spelled as in the corpus if it is known there; `None` if it is not a choice.
fn intention(all: &Answers) -> Option<String> {
    let Answer::Choice { option, follow_up } = all.get(INTENTION)? else { return None };
    let word = match follow_up.as_deref() {
        Some(Answer::Choice { option: follow_up, follow_up: None }) => {
            format!("{option}-{follow_up}")
        }
        _ => option.clone(),
    };
    let lower = |known: &str| known.bytes().map(|byte| byte.to_ascii_lowercase()).eq(word.bytes());
    let released = INTENTIONS.into_iter().find(|known| lower(known));
    Some(released.map_or(word, str::to_owned))
}

/// Returns `true` if the intention retains the answer to a question.
fn can_hold_answer(edit: &Edit, question: &str) -> bool {
    let read = intention(&edit.answers).map(|text| answers(&text)).unwrap_or_default();
    read.get(question) == edit.answers.get(question)
}

fn write(corpus: &Corpus, sink: &mut dyn Sink) -> ExportOutcome {
    let mut losses = Losses::default();
    let pairs = corpus.records.iter().enumerate().map(|(number, record)| {
        let tokens = SentencePair::of(record);
        let edits = CAPABILITIES.edits(record, number, &mut losses);
        edits.iter().for_each(|edit| note_losses(edit, &tokens, number, &mut losses));
        (record.preserved.text(KEY), pair(record, &edits, &tokens))
    });
    sink.begin("");
    object(pairs, "\n", &mut |json| sink.push(json));
    sink.push("\n");
    losses.into()
}

fn pair(record: &Record, edits: &[&Edit], tokens: &SentencePair) -> String {
    let mut members: Members = CAPABILITIES.metadata.among(&record.metadata).collect();
    for (side, name, _) in SENTENCES {
        put_text(&mut members, &record.preserved, name, record.text(side).as_str());
    }
    put_annotator(&mut members, &record.preserved, record.annotator.as_deref());
    if record.done || !record.edits.is_empty() {
        let edits = edits.iter().map(|edit| (edit.preserved.text(KEY), tokens.written(edit)));
        let mut json = String::new();
        object(edits, "", &mut |piece| json.push_str(piece));
        members.set(COMBINATION, json);
    }
    for (name, value) in record.preserved.iter().filter(|(name, _)| name.starts_with(COMBINATIONS))
    {
        if members.get(name).is_none() {
            members.set(name, value);
        }
    }
    members.to_json()
}

/// Writes an object of values by their preserved names, or else by number.
fn object(
    values: impl Iterator<Item = (Option<String>, String)>,
    between: &str,
    push: &mut dyn FnMut(&str),
) {
    let mut used = HashSet::new();
    push("{");
    for (number, (key, value)) in values.enumerate() {
        let mut next = number;
        let mut key = key.unwrap_or_else(|| number.to_string());
        while !used.insert(key.clone()) {
            next += 1;
            key = next.to_string();
        }
        let comma = if number > 0 { "," } else { "" };
        [comma, between, &encode(&key), ":", &value].into_iter().for_each(&mut *push);
    }
    push(between);
    push("}");
}

fn note_losses(edit: &Edit, tokens: &SentencePair, number: usize, losses: &mut Losses) {
    let mut note = |what, count| losses.note_many(what, number, count);
    note(loss_names::CATEGORIES, usize::from(edit.category.to_lowercase() != edit.category));
    let count = |fit| tokens.fits(edit).filter(|found| *found == fit).count();
    note("spaces that spans have after their last token", count(TokenFit::WithSpace));
    note("ends of spans that are not ends of tokens", count(TokenFit::Inexact));
}
