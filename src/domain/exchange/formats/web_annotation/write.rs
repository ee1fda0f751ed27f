//! Writing Web Annotations.

use serde_json::Value;

use super::annotation::Annotation;
use super::{CONTEXT, OWN, SOURCE, UNIT};
use crate::domain::exchange::comments::{COMMENT, comments_json, comments_of};
use crate::domain::exchange::members::Members;
use crate::domain::exchange::record::{Corpus, Edit, Record};
use crate::domain::exchange::report::{Losses, Written};
use crate::domain::exchange::way_back::as_written::stands;
use crate::domain::exchange::writing::holds::{Holds, SPANS_ONLY, Spans, Which};
use crate::domain::format::json::{Array, Json, Object, encode};
use crate::domain::text::{Span, Text};
use crate::domain::typology::Side;

const HOLDS: Holds = Holds {
    source: true,
    context: true,
    annotator: true,
    spans: [Spans::ALL, Spans::ALL],
    points: true,
    nowhere: |_| true,
    of_edits: Which::Named(&[COMMENT]),
    beyond: true,
    ..SPANS_ONLY
};

/// How many characters before and after a quote are told.
const AROUND: usize = 32;

pub(super) fn write(corpus: &Corpus) -> Written {
    let own = corpus.kept.get(OWN).map(Members::parse).unwrap_or_default();
    let mut writer = Writer { losses: Losses::default(), items: Vec::new() };
    for (number, record) in corpus.records.iter().enumerate() {
        writer.record(number, record);
    }
    let Writer { losses, mut items } = writer;
    // What was read comes first, in its order.
    items.sort_by_key(|(number, _)| number.unwrap_or(usize::MAX));
    let items: Vec<String> = items.into_iter().map(|(_, json)| json).collect();
    let text = match own.text("form").as_deref() {
        Some("lines") => items.into_iter().map(|item| item + "\n").collect(),
        Some("list") => format!("[\n{}\n]\n", items.join(",\n")),
        _ => page(own.get("page"), &items.join(",\n")),
    };
    Written::single(text, losses)
}

fn page(read: Option<&str>, items: &str) -> String {
    let new = r#"{"@context": "http://www.w3.org/ns/anno.jsonld", "type": "AnnotationPage"}"#;
    let mut page = read.and_then(Object::parse).or(Object::parse(new)).unwrap_or_default();
    page.set("items", format!("[\n{items}\n]"));
    page.into_text() + "\n"
}

struct Writer {
    losses: Losses,
    /// With their numbers in the file that they were read from.
    items: Vec<(Option<usize>, String)>,
}

impl Writer {
    fn record(&mut self, number: usize, record: &Record) {
        let own = record.kept.get(OWN).map(Members::parse);
        let (address, read) = match &own {
            Some(own) => (own.text("address").unwrap_or_default(), own.get("texts")),
            None => (format!("urn:spanwise:item:{}", number + 1), None),
        };
        match read.map(Json::read) {
            Some(Json::Array(texts)) => {
                for (number, raw) in texts.values().filter_map(numbered) {
                    self.items.push((Some(number), raw.to_owned()));
                }
            }
            _ => self.texts(record, &address),
        }
        for edit in HOLDS.edits(record, number, &mut self.losses) {
            self.edit(record, edit, &address);
        }
    }

    fn texts(&mut self, record: &Record, address: &str) {
        let source = Some(record.source.as_str()).filter(|text| !text.is_empty());
        let texts = [
            ("", Some(record.target.as_str())),
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
            Some((at, annotation)) => self.items.push((Some(at), annotation)),
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
        self.items.push((None, annotation.to_json()));
    }
}

/// The annotation that an edit was read from, with its number: only what was changed is replaced.
fn patched(record: &Record, edit: &Edit, address: &str) -> Option<(usize, String)> {
    let own = Members::parse(edit.kept.get(OWN)?);
    let raw = own.get("raw")?;
    let mut annotation = Object::parse(raw)?;
    let read = Annotation::of(&serde_json::from_str::<Value>(raw).ok()?);
    let comments = comments_json(&read.comments);
    if read.category != edit.category || comments.as_deref() != edit.metadata.get(COMMENT) {
        annotation.remove("bodyValue");
        annotation.set("body", bodies(edit));
    }
    if !stands(edit) {
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
        let spans = edit.spans.on(side).iter();
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

/// A number and what follows it in a list of two.
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
