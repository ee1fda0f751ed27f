//! From records to rows.

use super::annotation;
use super::names::{
    ANNOTATIONS, COLUMN_NAMES, COLUMNS, GENERATION, PROMPT, RESPONSE, RESPONSES, SINGLE, UNREAD,
};
use super::python_literal::PythonLiteral;
use super::read::{is_worker, position_name};
use super::responses::{AnnotationsPlace, is_single, preserved};
use crate::files::json::strings;
use crate::files::table;
use crate::preserved::order::{put_back, read_numbered};
use crate::record::{Corpus, Edit, Record};
use crate::report::{ExportOutcome, Losses};
use crate::writing::capabilities::{Capabilities, MemberFilter, SPANS_ONLY, SpanCapacity};
use crate::writing::loss_names;
use crate::writing::records_by_item::{SESSION_NAMES, alignment, by_item, is_of_an_item};
use crate::writing::roles::ERROR_AND_ANTECEDENT;
use crate::writing::sink::Sink;
use spanwise_annotation::document::Answer;
use spanwise_json::Json;

/// The names of this format's own columns, and those of sessions, of which a row has none.
const NOT_METADATA: [&str; 7] = {
    let [session, pid, study, session_id] = SESSION_NAMES;
    [PROMPT, GENERATION, RESPONSES, session, pid, study, session_id]
};

const CAPABILITIES: Capabilities = Capabilities {
    source: true,
    // `name` notes annotators that cannot be held.
    annotator: true,
    undone_items: true,
    metadata: MemberFilter::Words(&MemberFilter::Besides(&NOT_METADATA)),
    spans: [SpanCapacity::NONE, SpanCapacity::ALL],
    insertion_points: true,
    roles: &ERROR_AND_ANTECEDENT,
    answers: annotation::can_hold_answer,
    ..SPANS_ONLY
};

/// The capabilities for a record. One that was read from this format has all of its columns.
fn holds(record: &Record) -> Capabilities<'static> {
    if is_of_an_item(record) {
        let metadata =
            MemberFilter::Words(&MemberFilter::Besides(&[PROMPT, GENERATION, RESPONSES]));
        return Capabilities { metadata, ..CAPABILITIES };
    }
    CAPABILITIES
}

pub(super) fn write(corpus: &Corpus, sink: &mut dyn Sink) -> ExportOutcome {
    let mut losses = Losses::default();
    let columns = columns(corpus);
    let groups = by_item(&corpus.records);
    let rows = groups.iter().map(|group| row(group, &columns, &mut losses));
    sink.begin("");
    table::write(&columns, rows, sink);
    ExportOutcome { losses, alignment: Some(alignment(&groups)) }
}

/// The columns of the file that was read, or the usual ones; then all others in the metadata.
fn columns(corpus: &Corpus) -> Vec<String> {
    let mut columns = corpus.preserved.get(COLUMN_NAMES).map(strings).unwrap_or_default();
    let mut known: std::collections::HashSet<String> = columns.iter().cloned().collect();
    let usual = if columns.is_empty() { &COLUMNS[..] } else { &[PROMPT, GENERATION, RESPONSES] };
    let metadata = corpus.records.iter().flat_map(|record| {
        let held = record.metadata.iter().map(|(name, _)| name);
        held.filter(|name| is_of_an_item(record) || !SESSION_NAMES.contains(name))
    });
    for name in usual.iter().copied().chain(metadata) {
        if known.insert(name.to_owned()) {
            columns.push(name.to_owned());
        }
    }
    columns
}

fn row(group: &[(usize, &Record)], columns: &[String], losses: &mut Losses) -> Vec<String> {
    let mut responses = Vec::new();
    for (number, record) in group {
        let stands = |edit: &Edit| annotation::as_it_was(edit, record.target()).is_some();
        let edits = holds(record).edits_except(record, *number, losses, stands);
        responses.extend(response(record, &edits, *number, responses.len(), losses));
    }
    let Some((_, first)) = group.first() else { return Vec::new() };
    let unread = if responses.is_empty() { first.preserved.text(RESPONSES) } else { None };
    let single = responses
        .first()
        .filter(|one| group.len() == 1 && first.preserved.get(SINGLE).is_some() && is_single(one));
    let written = single.map(PythonLiteral::to_string);
    let responses =
        unread.or(written).unwrap_or_else(|| PythonLiteral::List(responses).to_string());
    let cell = |name: &String| match name.as_str() {
        PROMPT => first.source().as_str().to_owned(),
        GENERATION => first.target().as_str().to_owned(),
        RESPONSES => responses.clone(),
        name => first.metadata.text(name).unwrap_or_default(),
    };
    columns.iter().map(cell).collect()
}

/// The response of an annotator; `None` for an unannotated item. `place` is its position in the row.
fn response(
    record: &Record,
    edits: &[&Edit],
    number: usize,
    place: usize,
    losses: &mut Losses,
) -> Option<PythonLiteral> {
    let as_it_was = preserved(&record.preserved, RESPONSE);
    let untouched = record.edits.is_empty() && !record.done;
    if untouched && as_it_was.is_none() {
        losses.note_many(loss_names::ANNOTATORS, number, usize::from(record.annotator.is_some()));
        return None;
    }
    edits.iter().for_each(|edit| note_texts(edit, number, losses));
    let annotations = edits.iter().filter_map(|edit| annotation::write(edit, record.target()));
    let annotations: Vec<PythonLiteral> = annotations.collect();
    let unread =
        read_numbered(record.preserved.get(UNREAD)).into_iter().filter_map(|(at, json)| {
            let Json::String(text) = Json::read(&json) else { return None };
            Some((at, PythonLiteral::parse(&text).ok()?))
        });
    let annotations = put_back(annotations, unread.collect());
    let mut response = as_it_was.unwrap_or_else(fresh);
    if AnnotationsPlace::of(&response).is_none() {
        if untouched {
            return Some(response);
        }
        response = fresh();
    }
    name(&mut response, record, number, place, losses);
    let at = AnnotationsPlace::of(&response)?;
    *at.in_response(&mut response)? = annotations;
    Some(response)
}

fn fresh() -> PythonLiteral {
    let mut items = vec![PythonLiteral::None; ANNOTATIONS];
    items.push(PythonLiteral::List(Vec::new()));
    PythonLiteral::List(items)
}

/// Names the annotator in the response, or notes the loss if there is no place for the name.
fn name(
    response: &mut PythonLiteral,
    record: &Record,
    number: usize,
    place: usize,
    losses: &mut Losses,
) {
    let Some(annotator) = record.annotator.as_deref() else { return };
    let items = response.items().unwrap_or_default();
    let at = items.iter().position(|item| item.text().is_some_and(is_worker));
    if at.and_then(|at| items.get(at)).and_then(PythonLiteral::text) == Some(annotator) {
        return;
    }
    let is_inside = matches!(AnnotationsPlace::of(response), Some(AnnotationsPlace::Inside));
    if is_worker(annotator) && is_inside {
        let first = response.items_mut().and_then(|items| items.get_mut(at.unwrap_or(0)));
        if let Some(item) = first.filter(|item| at.is_some() || **item == PythonLiteral::None) {
            *item = PythonLiteral::Text(annotator.to_owned());
            return;
        }
    }
    if at.is_some() || annotator != position_name(place) {
        losses.note(loss_names::ANNOTATORS, number);
    }
}

/// Notes texts that change when they are written and read again.
fn note_texts(edit: &Edit, number: usize, losses: &mut Losses) {
    let renamed = annotation::category_of(annotation::type_of(&edit.category)) != edit.category;
    losses.note_many(loss_names::CATEGORIES, number, usize::from(renamed));
    if let Some(Answer::Value(text)) = edit.answers.get("explanation") {
        let changed = annotation::decode(&annotation::encode(text)) != *text;
        losses.note_many("explanations that hold an escape", number, usize::from(changed));
    }
}
