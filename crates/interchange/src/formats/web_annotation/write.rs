//! Writing Web Annotations.

use serde_json::Value;

use super::annotation::WebAnnotation;
use super::names::{CONTEXT, OWN, SOURCE, UNIT};
use crate::comments::{COMMENT, comments_json, comments_of};
use crate::members::Members;
use crate::preserved::verbatim::is_unmoved;
use crate::record::{Corpus, Edit, Record};
use crate::report::{ExportOutcome, Losses};
use crate::writing::capabilities::{Capabilities, MemberFilter, SPANS_ONLY, SpanCapacity};
use crate::writing::sink::{JsonListWriter, Sink};
use spanwise_json::{Array, Json, Object, encode};
use spanwise_template::Side;
use spanwise_text::{Span, Text};

const CAPABILITIES: Capabilities = Capabilities {
    source: true,
    context: true,
    annotator: true,
    spans: [SpanCapacity::ALL, SpanCapacity::ALL],
    insertion_points: true,
    without_spans: |_| true,
    edit_metadata: MemberFilter::Named(&[COMMENT]),
    beyond_text: true,
    ..SPANS_ONLY
};

/// The number of characters before and after a quote that are written.
const AROUND: usize = 32;

pub(super) fn write(corpus: &Corpus, sink: &mut dyn Sink) -> ExportOutcome {
    let own = corpus.preserved.get(OWN).map(Members::parse).unwrap_or_default();
    sink.begin("");
    let form = own.text("form");
    let (are_lines, is_list) = (form.as_deref() == Some("lines"), form.as_deref() == Some("list"));
    let page = if are_lines || is_list { ITEMS.to_string() } else { page(own.get("page")) };
    let (before, after) = page.split_once(ITEMS).unwrap_or_default();
    sink.push(before);
    let out = if are_lines {
        AnnotationOutput::Lines(&mut *sink)
    } else {
        AnnotationOutput::List(JsonListWriter::new(&mut *sink))
    };
    let mut writer =
        WebAnnotationWriter { losses: Losses::default(), read: Vec::new(), new: Vec::new(), out };
    // Annotations that were read come first, in their order, then new ones: both wait only as long as necessary.
    let mut least: Vec<Option<usize>> = Vec::with_capacity(corpus.records.len());
    for record in corpus.records.iter().rev() {
        let before = least.last().copied().flatten();
        least.push(least_number(record).into_iter().chain(before).min());
    }
    least.pop();
    for (number, record) in corpus.records.iter().enumerate() {
        writer.record(number, record);
        writer.flush(least.pop().flatten());
    }
    let WebAnnotationWriter { losses, out, .. } = writer;
    out.close().push(after);
    sink.push(if are_lines { "" } else { "\n" });
    losses.into()
}

/// The placeholder for the items of a page, which no JSON text contains.
const ITEMS: char = '\0';

/// The page that was read, or a new one.
fn page(read: Option<&str>) -> String {
    let new = r#"{"@context": "http://www.w3.org/ns/anno.jsonld", "type": "AnnotationPage"}"#;
    let mut page = read.and_then(Object::parse).or(Object::parse(new)).unwrap_or_default();
    page.set("items", ITEMS.to_string());
    page.into_text()
}

/// The form of the output.
enum AnnotationOutput<'s> {
    Lines(&'s mut dyn Sink),
    List(JsonListWriter<'s>),
}

impl<'s> AnnotationOutput<'s> {
    fn item(&mut self, json: &str) {
        match self {
            AnnotationOutput::Lines(sink) => {
                [json, "\n"].into_iter().for_each(|text| sink.push(text))
            }
            AnnotationOutput::List(list) => list.item(json),
        }
    }

    fn close(self) -> &'s mut dyn Sink {
        match self {
            AnnotationOutput::Lines(sink) => sink,
            AnnotationOutput::List(list) => list.close(),
        }
    }
}

struct WebAnnotationWriter<'s> {
    losses: Losses,
    /// Those that were read, with their numbers in the file.
    read: Vec<(usize, String)>,
    new: Vec<String>,
    out: AnnotationOutput<'s>,
}

impl WebAnnotationWriter<'_> {
    /// Writes the waiting annotations whose numbers are less than the least one still to come; if none is to come, all
    /// of them and the new ones.
    fn flush(&mut self, to_come: Option<usize>) {
        self.read.sort_by_key(|(number, _)| *number);
        let end = to_come.map_or(self.read.len(), |to_come| {
            self.read.partition_point(|(number, _)| *number < to_come)
        });
        self.read.drain(..end).for_each(|(_, json)| self.out.item(&json));
        if to_come.is_none() {
            self.new.drain(..).for_each(|json| self.out.item(&json));
        }
    }

    fn record(&mut self, number: usize, record: &Record) {
        let own = record.preserved.get(OWN).map(Members::parse);
        let (address, read) = match &own {
            Some(own) => (own.text("address").unwrap_or_default(), own.get("texts")),
            None => (format!("urn:spanwise:item:{}", number + 1), None),
        };
        match read.map(Json::read) {
            Some(Json::Array(texts)) => {
                for (number, raw) in texts.values().filter_map(numbered) {
                    self.read.push((number, raw.to_owned()));
                }
            }
            _ => self.texts(record, &address),
        }
        for edit in CAPABILITIES.edits(record, number, &mut self.losses) {
            self.edit(record, edit, &address);
        }
    }

    fn texts(&mut self, record: &Record, address: &str) {
        let source = Some(record.source().as_str()).filter(|text| !text.is_empty());
        let texts = [
            ("", Some(record.target().as_str())),
            (SOURCE, source),
            (CONTEXT, record.context.as_deref()),
        ];
        for (ending, text) in texts {
            let Some(text) = text else { continue };
            let mut body = Members::default();
            body.set_text("type", "TextualBody");
            body.set_text("value", text);
            body.set_text("purpose", "describing");
            body.set_text("format", if ending == CONTEXT { "text/markdown" } else { "text/plain" });
            let target = encode(&format!("{address}{ending}"));
            self.push(record, "describing", &body.to_json(), &target);
        }
    }

    fn edit(&mut self, record: &Record, edit: &Edit, address: &str) {
        match patched(record, edit, address) {
            Some(read) => self.read.push(read),
            None => self.push(record, "tagging", &bodies(edit), &targets(record, edit, address)),
        }
    }

    fn push(&mut self, record: &Record, motivation: &str, body: &str, target: &str) {
        let mut annotation = Members::default();
        annotation.set_text("type", "Annotation");
        annotation.set_text("motivation", motivation);
        if let Some(annotator) = &record.annotator {
            let name = encode(annotator);
            annotation.set("creator", format!("{{\"type\":\"Person\",\"name\":{name}}}"));
        }
        annotation.set("body", body);
        annotation.set("target", target);
        self.new.push(annotation.to_json());
    }
}

/// The annotation that an edit was read from, with its number; only changed members are replaced.
fn patched(record: &Record, edit: &Edit, address: &str) -> Option<(usize, String)> {
    let own = Members::parse(edit.preserved.get(OWN)?);
    let raw = own.get("raw")?;
    let mut annotation = Object::parse(raw)?;
    let read = WebAnnotation::of(&serde_json::from_str::<Value>(raw).ok()?);
    let comments = comments_json(&read.comments);
    if read.category != edit.category || comments.as_deref() != edit.metadata.get(COMMENT) {
        annotation.remove("bodyValue");
        annotation.set("body", bodies(edit));
    }
    if !is_unmoved(edit) {
        annotation.set("target", targets(record, edit, address));
    }
    Some((own.get("number")?.parse().ok()?, annotation.into_text()))
}

/// The bodies of an edit: its category and its comments.
fn bodies(edit: &Edit) -> String {
    let mut bodies = vec![body("tagging", &edit.category)];
    bodies.extend(comments_of(edit).iter().map(|comment| body("commenting", comment)));
    alone_or_list(bodies)
}

/// The targets of an edit: its spans, or else the whole text.
fn targets(record: &Record, edit: &Edit, address: &str) -> String {
    let mut targets = Vec::new();
    for (side, ending) in [(Side::Source, SOURCE), (Side::Target, "")] {
        let address = encode(&format!("{address}{ending}"));
        let spans = edit.spans.on(&side.into()).iter();
        targets.extend(spans.map(|span| {
            let selectors = selectors(record.text(side), *span);
            format!("{{\"source\":{address},\"selector\":{selectors}}}")
        }));
    }
    if targets.is_empty() {
        targets.push(encode(address));
    }
    alone_or_list(targets)
}

/// The least number of the annotations that a record was read from; 0 if one of them is unreadable.
fn least_number(record: &Record) -> Option<usize> {
    fn of_edits(edits: &[Edit]) -> Option<usize> {
        let of = |edit: &Edit| {
            of_own(&edit.preserved).into_iter().chain(of_edits(&edit.constituents)).min()
        };
        edits.iter().filter_map(of).min()
    }
    fn of_own(preserved: &Members) -> Option<usize> {
        let number = preserved.get(OWN)?.strip_prefix("{\"number\":");
        Some(number.and_then(|rest| rest.split(',').next()?.parse().ok()).unwrap_or(0))
    }
    let texts = record.preserved.get(OWN).map(Members::parse);
    let texts = texts.as_ref().and_then(|own| own.get("texts")).map(Json::read);
    let of_texts = match &texts {
        Some(Json::Array(texts)) => texts.values().filter_map(|pair| Some(numbered(pair)?.0)).min(),
        _ => None,
    };
    of_texts.into_iter().chain(of_edits(&record.edits)).min()
}

/// The number and the value in a list of these two.
fn numbered(pair: &str) -> Option<(usize, &str)> {
    let pair = Array::parse(pair)?;
    let mut values = pair.values();
    Some((values.next()?.parse().ok()?, values.next()?))
}

fn body(purpose: &str, value: &str) -> String {
    let value = encode(value);
    format!("{{\"type\":\"TextualBody\",\"purpose\":\"{purpose}\",\"value\":{value}}}")
}

fn selectors(text: &Text, span: Span) -> String {
    let (start, end) = UNIT.offsets_even_without(text, span);
    let before = text.as_str().get(..text.to_byte(span.start()).0).unwrap_or_default();
    let after = text.as_str().get(text.to_byte(span.end()).0..).unwrap_or_default();
    let first = before.char_indices().rev().take(AROUND).last().map_or(0, |(at, _)| at);
    let prefix = before.get(first..).unwrap_or_default();
    let suffix: String = after.chars().take(AROUND).collect();
    let mut quote = Members::default();
    quote.set_text("type", "TextQuoteSelector");
    quote.set_text("exact", text.slice(span));
    quote.set_text("prefix", prefix);
    quote.set_text("suffix", &suffix);
    let quote = quote.to_json();
    format!("[{{\"type\":\"TextPositionSelector\",\"start\":{start},\"end\":{end}}},{quote}]")
}

fn alone_or_list(mut values: Vec<String>) -> String {
    match values.len() {
        1 => values.pop().unwrap_or_default(),
        _ => format!("[{}]", values.join(",")),
    }
}
