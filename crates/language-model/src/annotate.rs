//! Replies made into records: spans searched for in the texts, categories and answers as the typology has them.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::answer_form::AnswerForm;
use crate::endpoint::ModelReply;
use crate::reply::{
    self, AnswerReader, ReadAnnotation, ReadQuote, ReadReply, ReplyNote, TokenRange, position_of,
    tokens,
};
use crate::request_id::RequestId;
use spanwise_annotation::document::{EditMaker, NamedText, Origin, Spans};
use spanwise_annotation::format::thresh_read::OWN_KEY;
use spanwise_annotation::overlaps::have_common_characters;
use spanwise_interchange::locate::{Quote, locate};
use spanwise_interchange::{
    Corpus, Edit, FileProblems, ImportOutcome, Members, Record, SpanLocationCounts,
};
use spanwise_template::{Category, OverlapPolicy, Side, Template};
use spanwise_text::{Byte, Span, Text, Utf16};

/// A reply, and the request that it answers.
#[derive(Debug, Clone)]
pub struct InstanceReply {
    /// The request.
    pub id: RequestId,
    /// The reply.
    pub reply: ModelReply,
}

/// What was noted about a reply.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReplyNotes {
    /// The request.
    pub id: RequestId,
    /// What was mended, and what could not be used.
    pub notes: Vec<ReplyNote>,
}

/// The numbers of a run.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct RunCounts {
    /// Replies.
    pub replies: usize,
    /// Replies without annotations that can be read as meant so.
    pub empty: usize,
    /// Replies of which nothing could be read.
    pub unreadable: usize,
    /// Answers that no question allows, and categories that there are not.
    pub invalid: usize,
    /// Edits.
    pub edits: usize,
    /// Tokens read, if the endpoint counts them.
    pub input_tokens: u64,
    /// Tokens written.
    pub output_tokens: u64,
    /// Seconds that requests took, added up.
    pub seconds: f64,
}

impl RunCounts {
    /// Adds what a reply took.
    pub fn add_usage(&mut self, reply: &ModelReply) {
        self.input_tokens += reply.input_tokens.unwrap_or_default();
        self.output_tokens += reply.output_tokens.unwrap_or_default();
        self.seconds += reply.seconds.unwrap_or_default();
    }
}

/// The records that replies were made into.
#[derive(Debug)]
pub struct AnnotatedReplies {
    /// The records, spans that are not just where a reply says, and how the others were found, for decisions about them.
    pub outcome: ImportOutcome,
    /// What was noted, by request.
    pub notes: Vec<ReplyNotes>,
    /// The numbers of the run.
    pub counts: RunCounts,
}

/// Makes records of replies about `records`: one for each sample, in which the model is the annotator, with the sample's
/// number if there are several. Instances without a reply that can be read have no record: nobody said that there is
/// nothing to mark.
#[must_use]
pub fn annotate(
    records: &[Record],
    template: &Template,
    form: AnswerForm,
    model: &str,
    replies: &[InstanceReply],
) -> AnnotatedReplies {
    let has_samples = replies.iter().any(|reply| reply.id.sample > 0);
    let mut by_record: BTreeMap<(usize, usize), Vec<&InstanceReply>> = BTreeMap::new();
    for reply in replies {
        by_record.entry((reply.id.instance, reply.id.sample)).or_default().push(reply);
    }
    let mut made = RecordMaker::new(template, form);
    for ((instance, sample), mut replies) in by_record {
        let Some(of) = records.get(instance) else { continue };
        replies.sort_by_key(|reply| reply.id.text);
        let annotator =
            if has_samples { format!("{model} #{}", sample + 1) } else { model.to_owned() };
        if let Some(record) = made.record(of, annotator, model, &replies) {
            made.corpus.records.push(record);
        }
    }
    let RecordMaker { corpus, located, notes, counts, .. } = made;
    let problems = FileProblems::default();
    let outcome = ImportOutcome { corpus, unit: None, located, problems, alignment: None };
    AnnotatedReplies { outcome, notes, counts }
}

struct RecordMaker<'t> {
    template: &'t Template,
    form: AnswerForm,
    corpus: Corpus,
    located: SpanLocationCounts,
    notes: Vec<ReplyNotes>,
    counts: RunCounts,
}

impl<'t> RecordMaker<'t> {
    fn new(template: &'t Template, form: AnswerForm) -> Self {
        RecordMaker {
            template,
            form,
            corpus: Corpus::default(),
            located: SpanLocationCounts::default(),
            notes: Vec::new(),
            counts: RunCounts::default(),
        }
    }

    fn record(
        &mut self,
        of: &Record,
        annotator: String,
        model: &str,
        replies: &[&InstanceReply],
    ) -> Option<Record> {
        let mut record = Record {
            annotator: Some(annotator),
            texts: of.texts.clone(),
            context: of.context.clone(),
            metadata: of.metadata.clone(),
            done: true,
            ..Record::default()
        };
        let mut traces = Vec::new();
        for InstanceReply { id, reply } in replies {
            let read = reply::read(&reply.text, self.form.reply, &self.template.typology);
            let mut notes = self.take(*id, reply.is_cut_off, &read, &mut record);
            if reply.is_cut_off {
                notes.insert(
                    0,
                    ReplyNote::mended(
                        "length",
                        "The reply reached the most tokens that a reply may have.",
                    ),
                );
            }
            if !self.count(reply, &read, &notes) {
                traces.push(trace(*id, reply, &read, &notes));
            }
            if !notes.is_empty() {
                self.notes.push(ReplyNotes { id: *id, notes });
            }
        }
        if traces.is_empty() {
            return None;
        }
        let mut own = Members::default();
        own.set("replies", Value::Array(traces).to_string());
        record.other = of.other.clone();
        record.other.set(OWN_KEY, own.to_json());
        let origin = Origin { name: Some(model.into()), ..Origin::by(EditMaker::Model) };
        record.note_origin(&origin);
        Some(record)
    }

    /// Counts a reply; returns `true` if nothing of it could be read.
    fn count(&mut self, reply: &ModelReply, read: &ReadReply, notes: &[ReplyNote]) -> bool {
        let counts = &mut self.counts;
        counts.replies += 1;
        let is_unreadable = notes.iter().any(ReplyNote::is_unreadable);
        counts.unreadable += usize::from(is_unreadable);
        counts.empty += usize::from(read.annotations.is_empty() && !is_unreadable);
        counts.invalid += notes.iter().filter(|note| note.is_of_invalid_answer()).count();
        counts.add_usage(reply);
        is_unreadable
    }

    /// Adds the edits and answers of a reply to a record; returns the notes about the reply.
    fn take(
        &mut self,
        id: RequestId,
        is_cut_off: bool,
        read: &ReadReply,
        record: &mut Record,
    ) -> Vec<ReplyNote> {
        let mut notes = read.notes.clone();
        let target = record.texts.on(Side::Target).nth(id.text).cloned();
        let source = record.texts.first(Side::Source).cloned();
        if let (Some(repeated), Some(target)) = (&read.repeated, &target)
            && repeated.trim() != target.text.as_str().trim()
        {
            let repeats = repeats(repeated, target.text.as_str());
            notes.push(if read.annotations.is_empty() && (is_cut_off || !repeats) {
                ReplyNote::invalid(
                    "no-answer",
                    "The reply has no tags, and does not repeat the text.",
                )
            } else {
                ReplyNote::mended("changed-text", "The reply repeats the text with changes.")
            });
        }
        let mut sought: Vec<SoughtSpan> = Vec::new();
        let first = record.edits.len();
        for (at, annotation) in read.annotations.iter().enumerate() {
            let about = format!("annotation {}", at + 1);
            let edit = self.edit(annotation, &about, &mut notes);
            let number = record.edits.len();
            seek(annotation, (number, None), &mut sought);
            for (part, constituent) in annotation.constituents.iter().enumerate() {
                seek(constituent, (number, Some(part)), &mut sought);
            }
            record.edits.push(edit);
        }
        for side in Side::ALL {
            let text = if side == Side::Target { &target } else { &source };
            let of_side: Vec<&SoughtSpan> = sought.iter().filter(|one| one.side == side).collect();
            if let Some(text) = text {
                self.place(&of_side, text, record, &mut notes);
            } else if !of_side.is_empty() {
                let said =
                    format!("The instance has no {} for {} spans.", side_name(side), of_side.len());
                notes.push(ReplyNote::invalid("no-text", said));
            }
        }
        if self.template.settings.overlap == OverlapPolicy::Forbid {
            note_overlaps(record, first, &mut notes);
        }
        self.counts.edits += record.edits.len() - first;
        let typology = &self.template.typology;
        let mut reader = AnswerReader { notes: &mut notes, about: "the item".to_owned() };
        let asked = [typology.instance_questions(), typology.text_questions()].concat();
        let answers = reader.answers(&asked, &read.answers);
        for (name, answer) in answers.iter() {
            record.answers.set(name, Some(answer.clone()));
        }
        notes
    }

    /// The edit of an annotation, without spans.
    fn edit(&self, annotation: &ReadAnnotation, about: &str, notes: &mut Vec<ReplyNote>) -> Edit {
        let mut edit = Edit::default();
        let category = self.category(annotation.category.as_ref());
        match (category, &annotation.category) {
            (Some(category), _) => {
                edit.category = category.name.clone();
                let mut reader = AnswerReader { notes, about: about.to_owned() };
                edit.answers = reader.answers(&category.questions, &annotation.answers);
            }
            (None, Some(given)) => {
                // It stays as it is named: the page shows edits of unknown categories, too.
                edit.category = given.as_str().map_or_else(|| given.to_string(), str::to_owned);
                let said = format!("{about}: there is no category {given}.");
                notes.push(ReplyNote::invalid("unknown-category", said));
            }
            (None, None) => {
                notes.push(ReplyNote::invalid(
                    "no-category",
                    format!("{about}: it names no category."),
                ));
            }
        }
        if !annotation.reason.is_empty() {
            edit.metadata.set_text("reason", &annotation.reason);
        }
        let parts = annotation.constituents.iter();
        edit.constituents = parts.map(|part| self.edit(part, about, notes)).collect();
        edit
    }

    fn category(&self, given: Option<&Value>) -> Option<&'t Category> {
        let categories = self.template.typology.categories();
        let names: Vec<(&str, &str)> =
            categories.iter().map(|category| (&*category.name, &*category.label)).collect();
        categories.get(position_of(&names, given?)?)
    }

    /// Searches a text for spans, and adds them to their edits.
    fn place(
        &mut self,
        sought: &[&SoughtSpan],
        text: &NamedText,
        record: &mut Record,
        notes: &mut Vec<ReplyNote>,
    ) {
        let quoted: Vec<&&SoughtSpan> = sought.iter().filter(|one| one.tokens.is_none()).collect();
        let quotes: Vec<Quote> = quoted.iter().map(|one| one.quote(&text.text)).collect();
        let found = locate(&text.text, &quotes);
        let number = self.corpus.records.len();
        for (one, found) in quoted.iter().zip(found) {
            let target = (&text.name, &text.text);
            self.located.add((number, one.edit.0), target, &one.quote.text, found.as_ref());
            let Some(found) = found else {
                note_missing(record, one);
                continue;
            };
            let span = self.span(one, found.span, record);
            add_span(record, one, text, span);
        }
        for one in sought {
            let Some(range) = one.tokens else { continue };
            match tokens::span(&text.text, range) {
                Some(span) => {
                    self.located.by_offsets += 1;
                    let TokenRange { first, last, is_as_asked } = range;
                    if !is_as_asked {
                        let said =
                            format!("Numbers of tokens were read as those from {first} to {last}.");
                        notes.push(ReplyNote::mended("token-order", said));
                    }
                    let span = self.span(one, span, record);
                    add_span(record, one, text, span);
                }
                None => {
                    let TokenRange { first, last, .. } = range;
                    let said = format!("There are no tokens from {first} to {last}.");
                    notes.push(ReplyNote::invalid("no-tokens", said));
                }
            }
        }
    }

    /// The span of a place found: its end for an insertion point. Others stay as the model quotes them, whatever the
    /// boundaries of the category.
    fn span(&self, one: &SoughtSpan, found: Span, record: &Record) -> Span {
        let edit = record.edits.get(one.edit.0);
        let of = match one.edit.1 {
            Some(part) => edit.and_then(|edit| edit.constituents.get(part)),
            None => edit,
        };
        let category = of.and_then(|edit| self.template.typology.find(&edit.category));
        match category {
            Some((_, category)) if category.shape.is_point() => {
                Span::between(found.end(), found.end())
            }
            Some(_) | None => found,
        }
    }
}

/// A span that is searched for: of an edit, or of one of its constituents, by their positions.
struct SoughtSpan {
    edit: (usize, Option<usize>),
    side: Side,
    quote: ReadQuote,
    tokens: Option<TokenRange>,
}

impl SoughtSpan {
    fn quote<'s>(&'s self, text: &Text) -> Quote<'s> {
        let stored = self.quote.at.map(|at| {
            let start = text.to_utf16(Byte(at.min(text.as_str().len())));
            Span::between(
                start,
                Utf16(start.0.saturating_add(Utf16::length_of(&self.quote.text).0)),
            )
        });
        Quote { text: &self.quote.text, stored, occurrence: self.quote.occurrence }
    }
}

fn seek(annotation: &ReadAnnotation, edit: (usize, Option<usize>), sought: &mut Vec<SoughtSpan>) {
    for quote in &annotation.quotes {
        let side = quote.side.unwrap_or(Side::Target);
        sought.push(SoughtSpan { edit, side, quote: quote.clone(), tokens: None });
    }
    for range in &annotation.tokens {
        let (side, quote) = (Side::Target, ReadQuote::default());
        sought.push(SoughtSpan { edit, side, quote, tokens: Some(*range) });
    }
}

fn edit_of<'r>(record: &'r mut Record, one: &SoughtSpan) -> Option<&'r mut Edit> {
    let edit = record.edits.get_mut(one.edit.0)?;
    match one.edit.1 {
        Some(part) => edit.constituents.get_mut(part),
        None => Some(edit),
    }
}

fn add_span(record: &mut Record, one: &SoughtSpan, text: &NamedText, span: Span) {
    let Some(edit) = edit_of(record, one) else { return };
    match &one.quote.role {
        Some(role) => edit.spans.push_with_role(&text.name, span, Some(role.as_str().into())),
        None => edit.spans.push(&text.name, span),
    }
}

/// Notes the annotations of a reply that overlap an earlier one, which the template forbids. They stay: a person decides.
fn note_overlaps(record: &Record, first: usize, notes: &mut Vec<ReplyNote>) {
    let edits: Vec<Vec<&Spans>> = record.edits.iter().skip(first).map(all_spans).collect();
    for (at, edit) in edits.iter().enumerate() {
        let overlapped = edits.iter().take(at).position(|earlier| {
            edit.iter().any(|a| earlier.iter().any(|b| have_common_characters(a, b)))
        });
        if let Some(earlier) = overlapped {
            let (at, earlier) = (at + 1, earlier + 1);
            let said = format!("annotation {at}: its span overlaps that of annotation {earlier}.");
            notes.push(ReplyNote::invalid("overlap", said));
        }
    }
}

fn all_spans(edit: &Edit) -> Vec<&Spans> {
    std::iter::once(&edit.spans).chain(edit.constituents.iter().map(|part| &part.spans)).collect()
}

/// Keeps the text of a span that was not found with its edit.
fn note_missing(record: &mut Record, one: &SoughtSpan) {
    if let Some(edit) = edit_of(record, one) {
        edit.metadata.set_text("quote", &one.quote.text);
    }
}

/// The least share of the words of a text that a reply which repeats it has in common with it.
const LEAST_REPEATED: f64 = 0.5;

/// Returns `true` if a reply has most words of a text, and not many more.
fn repeats(reply: &str, text: &str) -> bool {
    let mut words: BTreeMap<&str, usize> = BTreeMap::new();
    text.split_whitespace().for_each(|word| *words.entry(word).or_default() += 1);
    let of_reply: Vec<&str> = reply.split_whitespace().collect();
    let is_common = |word: &&&str| match words.get_mut(**word) {
        Some(count) if *count > 0 => {
            *count -= 1;
            true
        }
        Some(_) | None => false,
    };
    let common = of_reply.iter().filter(is_common).count();
    let most = of_reply.len().max(text.split_whitespace().count()).max(1);
    common as f64 / most as f64 >= LEAST_REPEATED
}

fn side_name(side: Side) -> &'static str {
    match side {
        Side::Source => "source",
        Side::Target => "target",
    }
}

/// What is kept of a reply with its record.
fn trace(id: RequestId, reply: &ModelReply, read: &ReadReply, notes: &[ReplyNote]) -> Value {
    let thinking = [reply.thinking.as_deref(), read.thinking.as_deref()];
    let thinking: Vec<&str> = thinking.into_iter().flatten().collect();
    json!({
        "id": id.to_string(),
        "reply": reply.text,
        "thinking": (!thinking.is_empty()).then(|| thinking.join("\n\n")),
        "input_tokens": reply.input_tokens,
        "output_tokens": reply.output_tokens,
        "seconds": reply.seconds,
        "notes": notes.iter().map(|note| note.message.as_str()).collect::<Vec<_>>(),
    })
}

#[cfg(test)]
mod tests;
