//! Arbitrary records: all content that a record can have, but seldom all of it at once.

use proptest::prelude::*;

use super::super::{Corpus, Edit, Members, Record};
use spanwise_annotation::document::{Answer, Answers, TextName, Texts};
use spanwise_json::encode;
use spanwise_template::Side;
use spanwise_text::{Span, Text, Utf16};

/// The content that the records of a corpus may have. Each kind is allowed for all of them or for none, so that every
/// format can hold many of the corpora.
#[derive(Debug, Clone, Copy)]
struct CorpusFeatures {
    odd_texts: bool,
    sources: bool,
    contexts: bool,
    annotators: bool,
    undone: bool,
    metadata: bool,
    source_spans: bool,
    several_spans: bool,
    points: bool,
    nowhere: bool,
    constituents: bool,
    answers: bool,
    item_answers: bool,
    details: bool,
    other: bool,
}

fn may() -> impl Strategy<Value = CorpusFeatures> {
    let odds = 0.3;
    let flag = || prop::bool::weighted(odds);
    let texts = (flag(), any::<bool>(), flag(), any::<bool>(), flag(), flag(), flag());
    let edits = (flag(), flag(), flag(), flag(), flag(), flag(), flag(), flag());
    (texts, edits).prop_map(|(texts, edits)| {
        let (odd_texts, sources, contexts, annotators, undone, metadata, item_answers) = texts;
        let (source_spans, several_spans, points, nowhere, constituents, answers, details, other) =
            edits;
        CorpusFeatures {
            odd_texts,
            sources,
            contexts,
            annotators,
            undone,
            metadata,
            source_spans,
            several_spans,
            points,
            nowhere,
            constituents,
            answers,
            item_answers,
            details,
            other,
        }
    })
}

/// A corpus of a few records.
pub(crate) fn corpora() -> impl Strategy<Value = Corpus> {
    may().prop_flat_map(|may| {
        let records = prop::collection::vec(record(may), 1..4);
        records.prop_map(|records| Corpus { records, preserved: Members::default() })
    })
}

/// Words with characters of one to four bytes, or just about anything.
fn text(odd: bool) -> BoxedStrategy<String> {
    let word = "(a|b|é|😀|aé|a😀b){1,3}";
    let plain = prop::collection::vec(word, 1..6).prop_map(|words| words.join(" "));
    if !odd {
        return plain.boxed();
    }
    let odd = "([ab é😀\"',;:<>&|\\\\\r\n\t_#{}\\[\\]]|<v>|_SEP_|\n\n|\r\n|&amp;|\u{301}){0,16}";
    prop_oneof![plain, odd].boxed()
}

/// A JSON value, as metadata have it.
fn value(odd: bool) -> impl Strategy<Value = String> {
    let word = text(odd).prop_map(|text| encode(&text));
    let other = prop::sample::select(&["3", "0.50", "true", "null", "[1]", r#"{"a": "b"}"#][..]);
    prop_oneof![word, other.prop_map(str::to_owned)]
}

fn members(
    names: &'static [&'static str],
    most: usize,
    odd: bool,
) -> impl Strategy<Value = Members> {
    let members = prop::collection::vec((prop::sample::select(names), value(odd)), 0..=most);
    members.prop_map(|members| {
        let mut all = Members::default();
        members.into_iter().for_each(|(name, value)| all.set(name, value));
        all
    })
}

/// The default; if `may`, also the values of a strategy.
fn perhaps<T: Clone + std::fmt::Debug + Default + 'static>(
    may: bool,
    strategy: impl Strategy<Value = T> + 'static,
) -> BoxedStrategy<T> {
    if may { prop_oneof![Just(T::default()), strategy].boxed() } else { Just(T::default()).boxed() }
}

/// Names that formats use in the metadata of items, and one that none uses.
const OF_ITEMS: [&str; 25] = [
    "system",
    "doc",
    "seg_id",
    "langs",
    "line_id",
    "score",
    "article_id",
    "gid",
    "model",
    "prompt",
    "book",
    "segment",
    "text",
    "storyid",
    "paragraphs",
    "hash",
    "summary",
    "document",
    "example",
    "example_idx",
    "sentence-1",
    "model_input",
    "soft_labels",
    "hard_labels",
    "note",
];

/// The same of edits.
const OF_EDITS: [&str; 15] = [
    "comment",
    "severity",
    "sentence",
    "segmentid",
    "feedback",
    "votes",
    "span",
    "start",
    "text",
    "reason",
    "error_type",
    "type",
    "probability",
    "prob",
    "note",
];

const CATEGORIES: [&str; 12] = [
    "RepE",
    "GramE",
    "redundant",
    "bad_math",
    "accuracy",
    "factual",
    "missing_info",
    "loaded_language",
    "no-error",
    "NoE",
    "Bad Math",
    "ann é😀",
];

fn record(may: CorpusFeatures) -> impl Strategy<Value = Record> {
    // Records of the same texts are those of several annotators.
    let fixed = || Just("same é😀 text\n\nof several annotators".to_owned());
    let target = prop_oneof![3 => text(may.odd_texts), 1 => fixed()];
    let texts = (target, perhaps(may.sources, text(may.odd_texts)));
    let context = perhaps(may.contexts, text(may.odd_texts).prop_map(Some));
    let names = ["ann", "bob é😀", "A1B2C3D4E5F6G7", "7", "annotator 1"];
    let annotator = perhaps(may.annotators, prop::sample::select(names.to_vec()).prop_map(Some));
    let metadata = perhaps(may.metadata, members(&OF_ITEMS, 3, may.odd_texts));
    let other = perhaps(may.other, members(&["bookmark", "_program"], 1, false));
    let edits = prop::collection::vec(edit(may, 0), 0..4);
    let answers = perhaps(may.item_answers, answers(may.odd_texts));
    let done = if may.undone { any::<bool>().boxed() } else { Just(true).boxed() };
    (texts, context, annotator, metadata, other, edits, answers, done).prop_map(
        |((target, source), context, annotator, metadata, other, edits, answers, done)| {
            let mut record = Record {
                annotator: annotator.map(str::to_owned),
                texts: Texts::usual(Text::new(source), Text::new(target)),
                context: context.map(Into::into),
                edits,
                answers,
                done,
                metadata,
                other,
                ..Record::default()
            };
            let mut edits = std::mem::take(&mut record.edits);
            edits.iter_mut().for_each(|edit| place(edit, &record));
            record.edits = edits;
            record
        },
    )
}

/// Puts spans into the texts.
fn place(edit: &mut Edit, record: &Record) {
    for side in Side::ALL {
        edit.spans.change(&side.into(), |spans| place_on(record.text(side), spans));
    }
    edit.constituents.iter_mut().for_each(|part| place(part, record));
}

fn place_on(text: &Text, spans: &mut Vec<Span>) {
    let length = text.len_utf16().0;
    for span in spans.iter_mut() {
        // Spans that are not points stay so, if there is any text.
        let start = if length == 0 { 0 } else { span.start().0 % length };
        let end = if span.is_empty() { start } else { start + 1 + span.end().0 % 6 };
        *span = text.clamp(Span::between(Utf16(start), Utf16(end)));
    }
    if text.is_empty() {
        spans.clear();
    }
}

fn edit(may: CorpusFeatures, depth: u32) -> BoxedStrategy<Edit> {
    let span = move || {
        let span = (0..40_u32, 1..9_u32).prop_map(|(start, length)| (start, start + length));
        let point = (0..40_u32).prop_map(|at| (at, at));
        let any =
            if may.points { prop_oneof![3 => span, 1 => point].boxed() } else { span.boxed() };
        any.prop_map(|(start, end)| Span::between(Utf16(start), Utf16(end)))
    };
    let (least, most) = (usize::from(!may.nowhere), if may.several_spans { 3 } else { 1 });
    let target = prop::collection::vec(span(), least..=most);
    let source = perhaps(may.source_spans && may.sources, prop::collection::vec(span(), 0..=most));
    let answers = perhaps(may.answers, answers(may.odd_texts));
    let metadata = perhaps(may.details, members(&OF_EDITS, 2, may.odd_texts));
    let other = perhaps(may.other, members(&["votes", "_program"], 1, false));
    let constituents = if depth < 2 && may.constituents {
        perhaps(true, prop::collection::vec(edit(may, depth + 1), 1..3))
    } else {
        Just(Vec::new()).boxed()
    };
    (prop::sample::select(&CATEGORIES[..]), target, source, answers, metadata, other, constituents)
        .prop_map(|(category, target, source, answers, metadata, other, constituents)| {
            let category = category.to_owned();
            let mut edit =
                Edit { category, answers, metadata, other, constituents, ..Edit::default() };
            edit.spans.set(TextName::TARGET, target);
            edit.spans.set(TextName::SOURCE, source);
            edit
        })
        .boxed()
}

fn answers(odd: bool) -> impl Strategy<Value = Answers> {
    let names = [
        "explanation",
        "redundant_type",
        "accuracy_type",
        "factual_error",
        "missing_info_error",
        "passage_id",
        "intention",
        "Sure",
    ];
    let words = prop::sample::select(&["minor", "a lot", "yes", "7", "other"][..]);
    let words = prop_oneof![2 => words.prop_map(str::to_owned), 1 => text(odd).prop_filter("never empty", |text| !text.is_empty())].boxed();
    let value = words.clone().prop_map(Answer::Value);
    let answer = (words, prop::option::of(value.clone()), any::<bool>()).prop_map(
        |(option, follow_up, alone)| match follow_up {
            Some(follow_up) if alone => follow_up,
            follow_up => Answer::Choice { option, follow_up: follow_up.map(Box::new) },
        },
    );
    let answer = prop_oneof![value, answer];
    let answers = prop::collection::vec((prop::sample::select(names.to_vec()), answer), 0..3);
    answers.prop_map(|all| {
        let mut answers = Answers::default();
        all.into_iter().for_each(|(name, answer)| answers.set(name, Some(answer)));
        answers
    })
}
