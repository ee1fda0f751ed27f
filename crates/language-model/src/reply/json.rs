//! Replies in JSON: found among other text, mended where they are damaged, read whatever their members are called.

use serde_json::{Deserializer, Map, Value};

use super::lenient::{LenientValue, value_at};
use super::{ReadAnnotation, ReadQuote, ReadReply, ReplyNote, TokenRange};
use spanwise_template::Side;

/// Names of the list of annotations.
const LISTS: [&str; 6] = ["annotations", "errors", "edits", "spans", "labels", "findings"];
/// Names of the category.
const CATEGORIES: [&str; 7] =
    ["category", "annotation_type", "type", "label", "error_type", "kind", "class"];
/// Names of the reason.
const REASONS: [&str; 5] = ["reason", "explanation", "justification", "rationale", "comment"];
/// Names of the text of a span in the target.
const TEXTS: [&str; 5] = ["text", "quote", "span", "target", "content"];
/// Names of the text of a span in the source.
const SOURCES: [&str; 1] = ["source"];
/// Names of the number of an occurrence, from 1.
const OCCURRENCES: [&str; 2] = ["occurrence", "occurrence_number"];
/// Names of the number of an occurrence, from 0, as factgenie has it, in both of its spellings.
const OCCURRENCES_FROM_0: [&str; 2] = ["occurrence_index", "occurence_index"];
/// Names of the numbers of tokens.
const TOKENS: [&str; 2] = ["tokens", "token_range"];
/// Names of the object with answers.
const ANSWERS: [&str; 2] = ["answers", "annotation"];
/// Names of the annotations that another one is made of.
const CONSTITUENTS: [&str; 2] = ["constituents", "parts"];

/// The deepest object in which the list of annotations is looked for.
const DEEPEST_LIST: usize = 3;

/// Reads a reply.
pub(super) fn read(text: &str) -> ReadReply {
    let strict = strict_values(text);
    let mut reply = ReadReply::default();
    if let Some(at) = answer_among(&strict) {
        let earlier =
            strict.iter().enumerate().filter(|(other, value)| *other != at && is_answer(value));
        let earlier = earlier.count();
        if earlier > 0 {
            let said = format!(
                "Of {} answers in the reply, the last one with a list counts.",
                earlier + 1
            );
            reply.notes.push(ReplyNote::mended("several-answers", said));
        }
        strict.get(at).into_iter().for_each(|value| take(value, false, &mut reply));
        return reply;
    }
    let lenient = lenient_values(text);
    let bare: Vec<&Value> = strict.iter().flat_map(annotations_in).collect();
    match lenient.iter().rev().find(|found| found.value.is_object() && has_list(&found.value)) {
        // Well-formed annotations are never given up for what may be a mended whole.
        Some(found) if list_in(&found.value, 0).map_or(0, Vec::len) >= bare.len() => {
            take_mended(found, &mut reply);
        }
        Some(_) | None if !bare.is_empty() => {
            let said = "The annotations were not in one object with a list.";
            reply.notes.push(ReplyNote::mended("no-list", said));
            reply.annotations = bare.iter().filter_map(|value| annotation(value)).collect();
        }
        Some(_) | None => match lenient.iter().rev().find(|found| is_answer(&found.value)) {
            Some(found) => take_mended(found, &mut reply),
            None => reply.notes.push(nothing(text)),
        },
    }
    reply
}

/// The member `text` of the only object of a reply, in which a text in tags may be wrapped.
pub(super) fn member_text(text: &str) -> Option<String> {
    let value: Value = serde_json::from_str(text.trim()).ok()?;
    Some(value.get("text")?.as_str()?.to_owned())
}

/// The position of the value that is the answer: the last object with a list, or else the last list that is not empty. Empty
/// brackets may just follow an answer.
fn answer_among(values: &[Value]) -> Option<usize> {
    let last = |is_answer: fn(&Value) -> bool| {
        values.iter().rposition(|value| is_answer(value) && has_list(value))
    };
    let is_list = |value: &Value| value.as_array().is_some_and(|list| !list.is_empty());
    last(Value::is_object).or_else(|| last(is_list))
}

fn nothing(text: &str) -> ReplyNote {
    if text.trim().is_empty() {
        ReplyNote::invalid("empty", "The reply is empty.")
    } else {
        ReplyNote::invalid("no-answer", "The reply has no JSON with annotations.")
    }
}

/// Takes annotations and answers out of an answer that was damaged. One that ends before it says anything is none: nobody
/// said that there is nothing to mark.
fn take_mended(found: &LenientValue, reply: &mut ReadReply) {
    take(&found.value, found.is_cut_off, reply);
    if found.is_cut_off && reply.annotations.is_empty() && reply.answers.is_empty() {
        let said = "The reply was cut off before its first annotation.";
        reply.notes = vec![ReplyNote::invalid("no-answer", said)];
        return;
    }
    if found.is_cut_off {
        let said = "The reply was cut off; it was read as far as it goes.";
        reply.notes.push(ReplyNote::invalid("cut-off", said));
    }
    if !found.mends.is_empty() {
        let said = format!("The JSON was mended: {}.", found.mends.join(", "));
        reply.notes.push(ReplyNote::mended("mended-json", said));
    }
}

/// All well-formed objects and lists of a text that are in no other one.
fn strict_values(text: &str) -> Vec<Value> {
    let mut values = Vec::new();
    let mut at = 0;
    while let Some(next) = find_start(text, at) {
        let mut stream =
            Deserializer::from_str(text.get(next..).unwrap_or_default()).into_iter::<Value>();
        match stream.next() {
            Some(Ok(value)) => {
                values.push(value);
                at = next + stream.byte_offset();
            }
            Some(Err(_)) | None => at = next + 1,
        }
    }
    values
}

fn lenient_values(text: &str) -> Vec<LenientValue> {
    let mut values = Vec::new();
    let mut at = 0;
    while let Some(next) = find_start(text, at) {
        match value_at(text, next) {
            Some(found) => {
                at = found.end.max(next + 1);
                values.push(found);
            }
            None => at = next + 1,
        }
    }
    values
}

fn find_start(text: &str, from: usize) -> Option<usize> {
    let found = text.get(from..)?.find(['{', '['])?;
    Some(from + found)
}

/// Returns `true` for what can be an answer: it has a list of annotations, is one, or is an annotation.
fn is_answer(value: &Value) -> bool {
    has_list(value) || annotation(value).is_some()
}

fn has_list(value: &Value) -> bool {
    list_in(value, 0).is_some()
}

/// The list of annotations of an answer.
fn list_in(value: &Value, depth: usize) -> Option<&Vec<Value>> {
    match value {
        Value::Array(list) => list.iter().all(|one| annotation(one).is_some()).then_some(list),
        Value::Object(members) => {
            let named = LISTS.iter().find_map(|name| members.get(*name)?.as_array());
            let below = || {
                let inner = members.values().filter(|value| value.is_object());
                (depth < DEEPEST_LIST)
                    .then(|| inner.into_iter().find_map(|value| list_in(value, depth + 1)))?
            };
            named.or_else(below)
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => None,
    }
}

/// The annotations in a value that is no answer as a whole.
fn annotations_in(value: &Value) -> Vec<&Value> {
    match value {
        Value::Array(list) => list.iter().filter(|one| annotation(one).is_some()).collect(),
        Value::Object(_) if annotation(value).is_some() => vec![value],
        Value::Object(_) | Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {
            Vec::new()
        }
    }
}

/// Takes annotations and answers out of an answer, whose last annotation may be cut off.
fn take(value: &Value, is_cut_off: bool, reply: &mut ReadReply) {
    match list_in(value, 0) {
        Some(list) => {
            for (at, one) in list.iter().enumerate() {
                match annotation(one) {
                    Some(annotation) => reply.annotations.push(annotation),
                    None if is_cut_off && at + 1 == list.len() => {}
                    None => {
                        let said =
                            format!("Annotation {} names neither a category nor a text.", at + 1);
                        reply.notes.push(ReplyNote::invalid("no-annotation", said));
                    }
                }
            }
        }
        None => reply.annotations.extend(annotation(value)),
    }
    let object = if value.get("answers").is_some() { Some(value) } else { wrapped(value) };
    let answers = object.and_then(|object| object.get("answers")?.as_object());
    reply.answers = answers.cloned().unwrap_or_default();
}

/// The object within an object that has the answers.
fn wrapped(value: &Value) -> Option<&Value> {
    value.as_object()?.values().find(|inner| inner.get("answers").is_some())
}

/// An annotation; `None` for what names neither a category nor a text.
fn annotation(value: &Value) -> Option<ReadAnnotation> {
    let members = value.as_object()?;
    let category =
        first(members, &CATEGORIES).filter(|value| value.is_string() || value.is_number());
    let mut quotes = Vec::new();
    let of_side = |names: &[&str], side: Side, quotes: &mut Vec<ReadQuote>| {
        for value in names.iter().filter_map(|name| members.get(*name)) {
            quotes_of(value, side, members, quotes);
        }
    };
    of_side(&SOURCES, Side::Source, &mut quotes);
    of_side(&TEXTS, Side::Target, &mut quotes);
    let tokens = first(members, &TOKENS).map(token_ranges).unwrap_or_default();
    let constituents = first(members, &CONSTITUENTS).and_then(Value::as_array);
    let constituents: Vec<ReadAnnotation> =
        constituents.into_iter().flatten().filter_map(annotation).collect();
    if category.is_none() && quotes.is_empty() && tokens.is_empty() && constituents.is_empty() {
        return None;
    }
    Some(ReadAnnotation {
        category: category.cloned(),
        reason: first(members, &REASONS).and_then(Value::as_str).unwrap_or_default().to_owned(),
        quotes,
        tokens,
        answers: answers_of(members),
        constituents,
    })
}

/// The answers of an annotation: those in an object of their own, and members that have no meaning here, which may be
/// answers beside it.
fn answers_of(members: &Map<String, Value>) -> Map<String, Value> {
    let own = first(members, &ANSWERS).and_then(Value::as_object).cloned();
    let groups: [&[&str]; 9] = [
        &CATEGORIES,
        &REASONS,
        &TEXTS,
        &SOURCES,
        &OCCURRENCES,
        &OCCURRENCES_FROM_0,
        &TOKENS,
        &ANSWERS,
        &CONSTITUENTS,
    ];
    let is_known = |name: &str| groups.iter().any(|names| names.contains(&name));
    let beside = members.iter().filter(|(name, _)| !is_known(name));
    let mut answers: Map<String, Value> =
        beside.map(|(name, value)| (name.clone(), value.clone())).collect();
    answers.extend(own.unwrap_or_default());
    // A question may be called like a member, such as `comment`.
    for name in REASONS {
        if let Some(value) = members.get(name) {
            answers.entry(name).or_insert_with(|| value.clone());
        }
    }
    answers
}

fn quotes_of(value: &Value, side: Side, around: &Map<String, Value>, quotes: &mut Vec<ReadQuote>) {
    match value {
        Value::String(text) => quotes.push(quote(text, side, around)),
        Value::Array(list) => list.iter().for_each(|one| match one.as_str() {
            Some(text) => quotes.push(quote(text, side, &Map::new())),
            None => quotes_of(one, side, around, quotes),
        }),
        Value::Object(members) => {
            let text = TEXTS.iter().find_map(|name| members.get(*name)?.as_str());
            let side = match members.get("side").and_then(Value::as_str) {
                Some("source") => Side::Source,
                Some("target") => Side::Target,
                Some(_) | None => side,
            };
            quotes.extend(text.map(|text| quote(text, side, members)));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

fn quote(text: &str, side: Side, members: &Map<String, Value>) -> ReadQuote {
    let number = |names: &[&str]| first(members, names).and_then(whole_number);
    let from_1 = number(&OCCURRENCES).map(|number| number.saturating_sub(1));
    ReadQuote {
        text: text.to_owned(),
        side: Some(side),
        occurrence: from_1.or_else(|| number(&OCCURRENCES_FROM_0)),
        role: members.get("role").and_then(Value::as_str).map(str::to_owned),
        at: None,
    }
}

/// Ranges of tokens: `[first, last]`, a list of such, or one number; `[first, …, last]` with all between them, too.
fn token_ranges(value: &Value) -> Vec<TokenRange> {
    let Some(list) = value.as_array() else {
        return any_number(value).map(TokenRange::of_one).into_iter().collect();
    };
    if list.iter().any(Value::is_array) {
        return list.iter().flat_map(token_ranges).collect();
    }
    let numbers: Vec<i64> = list.iter().filter_map(any_number).collect();
    let (Some(first), Some(last)) = (numbers.iter().min(), numbers.iter().max()) else {
        return Vec::new();
    };
    let is_list = numbers.is_sorted() && last.abs_diff(*first) + 1 == numbers.len() as u64;
    let is_range = numbers.len() <= 2 && numbers.is_sorted();
    vec![TokenRange { first: *first, last: *last, is_as_asked: is_range || is_list }]
}

/// A whole number, also a negative one, also as text.
fn any_number(value: &Value) -> Option<i64> {
    match value {
        Value::Number(number) => number.as_i64(),
        Value::String(text) => text.trim().parse().ok(),
        Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => None,
    }
}

/// A whole number, also as text.
fn whole_number(value: &Value) -> Option<usize> {
    match value {
        Value::Number(number) => usize::try_from(number.as_u64()?).ok(),
        Value::String(text) => text.trim().parse().ok(),
        Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => None,
    }
}

fn first<'v>(members: &'v Map<String, Value>, names: &[&str]) -> Option<&'v Value> {
    names.iter().find_map(|name| members.get(*name))
}
