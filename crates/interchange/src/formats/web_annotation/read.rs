//! Reading Web Annotations.

use std::collections::{HashMap, HashSet};

use serde_json::Value;

use super::annotation::{WebAnnotation, WebAnnotationTarget};
use super::names::{CONTEXT, OWN, SOURCE, UNIT};
use crate::ImportOptions;
use crate::alignment::TextAlignment;
use crate::comments::{COMMENT, comments_json};
use crate::file_problems::FileProblems;
use crate::files::json::{items, owned};
use crate::in_order::InOrder;
use crate::locate::{LocatedQuote, Quote, locate};
use crate::members::Members;
use crate::offset_unit::{OffsetUnit, OffsetUnitEvidence};
use crate::preserved::verbatim::preserve_spans;
use crate::record::{Corpus, Edit, Record};
use crate::report::{ImportOutcome, SpanLocationCounts};
use crate::text_file::TextFile;
use spanwise_annotation::document::Texts;
use spanwise_diagnostics::{DiagnosticPlace, quoted};
use spanwise_json::{Json, Object};
use spanwise_template::Side;
use spanwise_text::{Span, Text, Utf16};

pub(super) fn read(files: &mut [TextFile], reading: ImportOptions) -> ImportOutcome {
    let mut import = WebAnnotationReader {
        corpus: Corpus::default(),
        located: SpanLocationCounts::default(),
        problems: FileProblems::default(),
        alignment: TextAlignment::new("annotations", &["target"]),
    };
    let mut unit = None;
    for file in files {
        let settled = import.file(file, reading);
        unit.get_or_insert(settled);
    }
    let WebAnnotationReader { corpus, located, problems, alignment } = import;
    let alignment = Some(alignment).filter(|_| !corpus.records.is_empty());
    ImportOutcome { corpus, unit: Some(unit.unwrap_or(UNIT)), located, problems, alignment }
}

/// An annotation of a file.
struct NumberedAnnotation {
    number: usize,
    raw: Box<str>,
    annotation: WebAnnotation,
}

struct WebAnnotationReader {
    corpus: Corpus,
    located: SpanLocationCounts,
    problems: FileProblems,
    alignment: TextAlignment,
}

/// The annotations of one creator on one item.
struct AnnotationGroup {
    address: String,
    creator: Option<String>,
    items: Vec<NumberedAnnotation>,
    /// The annotations with its texts, by their numbers.
    texts: Vec<(usize, Box<str>)>,
}

impl WebAnnotationReader {
    /// Reads a file; returns the unit of its offsets.
    fn file(&mut self, file: &mut TextFile, reading: ImportOptions) -> OffsetUnit {
        let values = items(file, &mut self.problems);
        let (list, envelope) = unwrap(file, &values);
        let list = owned(list);
        file.text = String::new();
        self.corpus.preserved.set(OWN, envelope.to_json());
        let (groups, texts) = groups(self.read(file, list));
        if groups.is_empty() {
            let said = [
                "There are no annotations here.",
                "Open an AnnotationPage or a list of annotations.",
            ];
            self.problems.error(
                file,
                DiagnosticPlace::Whole,
                "no-annotations",
                said.map(str::to_owned),
            );
        }
        self.align(&groups, &texts);
        let mut fits = OffsetUnitEvidence::default();
        for target in
            groups.iter().flat_map(|group| &group.items).flat_map(|item| &item.annotation.targets)
        {
            if let (Some(text), Some((start, _)), Some(quote)) =
                (texts.get(&target.address), target.position, &target.quote)
            {
                fits.count(text, start, &quote.exact);
            }
        }
        let unit = fits.settle(UNIT, reading, file, &mut self.problems);
        for group in groups {
            let record = self.record(file, group, &texts, unit);
            self.corpus.add(record);
        }
        unit
    }

    /// Counts the alignment of the annotations of a file with texts, by the addresses of their targets.
    fn align(&mut self, groups: &[AnnotationGroup], texts: &HashMap<String, Text>) {
        let mut annotated = HashSet::new();
        for group in groups.iter().filter(|group| !group.items.is_empty()) {
            annotated.insert(group.address.as_str());
            if texts.contains_key(&group.address) {
                self.alignment.by_name += group.items.len();
            } else {
                self.alignment.without_counterpart.insert(group.address.clone());
            }
        }
        let alone: HashSet<&str> = groups.iter().map(|group| group.address.as_str()).collect();
        self.alignment.not_annotated += alone.difference(&annotated).count();
    }

    /// The annotations of a list that have a target.
    fn read(&mut self, file: &TextFile, list: Vec<Box<str>>) -> Vec<NumberedAnnotation> {
        let mut items = Vec::new();
        for (number, raw) in list.into_iter().enumerate() {
            let value = serde_json::from_str::<Value>(&raw).unwrap_or_default();
            let annotation = WebAnnotation::of(&value);
            if annotation.targets.is_empty() {
                let said = ["This is no annotation with a target.", "It was left out."];
                let place = DiagnosticPlace::Data { instance: number, path: String::new() };
                self.problems.error(file, place, "no-annotation", said.map(str::to_owned));
            } else {
                items.push(NumberedAnnotation { number, raw, annotation });
            }
        }
        items
    }

    fn record(
        &mut self,
        file: &TextFile,
        group: AnnotationGroup,
        texts: &HashMap<String, Text>,
        unit: OffsetUnit,
    ) -> Record {
        let text = |ending: &str| texts.get(&format!("{}{ending}", group.address)).cloned();
        let instance = group.items.first().map_or(0, |item| item.number);
        let target = text("").unwrap_or_else(|| {
            let message = format!("The text at {} is not in the file.", quoted(&group.address));
            let remedy = "Add an annotation with the motivation describing, the text as its TextualBody and that \
                          address as its target. Offsets are kept as they are.";
            let place = DiagnosticPlace::Data { instance, path: "target".to_owned() };
            self.problems.error(file, place, "no-text", [message, remedy.to_owned()]);
            Text::new("")
        });
        let mut record = Record {
            annotator: group.creator.clone(),
            texts: Texts::usual(text(SOURCE).unwrap_or(Text::EMPTY), target),
            context: text(CONTEXT).map(|text| text.as_str().into()),
            done: true,
            ..Record::default()
        };
        let mut own = Members::default();
        own.set_text("address", &group.address);
        let given: Vec<_> =
            group.texts.iter().map(|(number, raw)| format!("[{number},{raw}]")).collect();
        own.set("texts", format!("[{}]", given.join(",")));
        record.preserved.set(OWN, own.to_json());
        record.edits = self.edits(file, &group.items, &record, unit);
        record
    }

    fn edits(
        &mut self,
        file: &TextFile,
        items: &[NumberedAnnotation],
        record: &Record,
        unit: OffsetUnit,
    ) -> Vec<Edit> {
        let mut edits: Vec<Edit> = items.iter().map(edit).collect();
        for side in Side::ALL {
            let text = record.text(side);
            let targets: Vec<(usize, usize, &WebAnnotationTarget)> = items
                .iter()
                .enumerate()
                .flat_map(|(edit, item)| {
                    let targets = item.annotation.targets.iter().enumerate();
                    targets.map(move |(at, target)| (edit, at, target))
                })
                .filter(|(_, _, target)| target.side() == side)
                .collect();
            let quotes: Vec<Quote> =
                targets.iter().map(|(_, _, target)| quote(text, target, unit)).collect();
            let found = locate(text, &quotes);
            for (((edit, at, target), quote), found) in targets.iter().zip(&quotes).zip(found) {
                let number = items.get(*edit).map_or(0, |item| item.number);
                let place =
                    DiagnosticPlace::Data { instance: number, path: format!("target[{at}]") };
                if is_looked_for(text, target, quote) {
                    let of = (self.corpus.records.len(), *edit);
                    self.located.add(of, (&side.into(), text), quote.text, found.as_ref());
                }
                let span = self.span(file, place, text, target, quote, found);
                if let Some(edit) = edits.get_mut(*edit) {
                    edit.spans.change(&side.into(), |spans| spans.extend(span));
                }
            }
        }
        for (edit, item) in edits.iter_mut().zip(items) {
            let own = format!("{{\"number\":{},\"raw\":{}}}", item.number, item.raw);
            edit.preserved.set(OWN, own);
            preserve_spans(edit);
        }
        edits
    }

    /// The span of a target; `None` for a whole text.
    fn span(
        &mut self,
        file: &TextFile,
        place: DiagnosticPlace,
        text: &Text,
        target: &WebAnnotationTarget,
        quote: &Quote,
        found: Option<LocatedQuote>,
    ) -> Option<Span> {
        if target.foreign {
            let said = [
                "The selectors of this target are not known here.",
                "It has no span; it is written as it was.",
            ];
            self.problems.warn(file, place, "unknown-selector", said.map(str::to_owned));
            return None;
        }
        let by_offsets = quote.stored.filter(|_| text.is_empty() || quote.text.is_empty());
        if let Some(span) = by_offsets {
            self.located.by_offsets += 1;
            return Some(span);
        }
        if found.is_none() && is_looked_for(text, target, quote) {
            let message = format!("{} is not in the text.", quoted(quote.text));
            let remedy = "It is kept without a span, and written as it was.".to_owned();
            self.problems.warn(file, place, "not-found", [message, remedy]);
        }
        found.map(|found| found.span)
    }
}

/// Returns `true` if a target is found by its quote, rather than by its offsets alone.
fn is_looked_for(text: &Text, target: &WebAnnotationTarget, quote: &Quote) -> bool {
    let has_offsets_only = quote.stored.is_some() && (text.is_empty() || quote.text.is_empty());
    let is_said = target.position.is_some() || target.quote.is_some();
    !target.foreign && !has_offsets_only && is_said
}

/// The annotations of a file, and their envelope: the page without its items, or the form of the sequence.
fn unwrap<'a>(file: &'a TextFile, values: &[&'a str]) -> (Vec<&'a str>, Members) {
    let mut envelope = Members::default();
    if let [page] = values
        && let Some(mut object) = Object::parse(page)
        && let Some(Json::Array(items)) = member(page, "items").map(Json::read)
    {
        object.set("items", "[]".to_owned());
        envelope.set("page", object.into_text());
        return (items.values().collect(), envelope);
    }
    let is_list = file.text.trim_start_matches('\u{feff}').trim_start().starts_with('[');
    envelope.set_text("form", if is_list { "list" } else { "lines" });
    (values.to_vec(), envelope)
}

/// The text of a member of an object.
fn member<'a>(object: &'a str, name: &str) -> Option<&'a str> {
    let parsed = Object::parse(object)?;
    let member = parsed.members().iter().rev().find(|member| member.name == name)?;
    match member.value {
        std::borrow::Cow::Borrowed(value) => Some(value),
        std::borrow::Cow::Owned(_) => None,
    }
}

/// The annotations by item and creator, in the order of the file, and the texts by their address.
fn groups(items: Vec<NumberedAnnotation>) -> (Vec<AnnotationGroup>, HashMap<String, Text>) {
    let mut groups: InOrder<(String, Option<String>), AnnotationGroup> = InOrder::default();
    let mut texts = HashMap::new();
    // A text without a creator belongs to its first annotator.
    let mut creators: HashMap<String, Option<String>> = HashMap::new();
    for item in items.iter().filter(|item| item.annotation.text.is_none()) {
        creators.entry(item.address()).or_insert_with(|| item.annotation.creator.clone());
    }
    for item in items {
        let address = item.address();
        let mut creator = item.annotation.creator.clone();
        if item.annotation.text.is_some() && creator.is_none() {
            creator = creators.get(&address).cloned().flatten();
        }
        let key = (address.clone(), creator.clone());
        let group = groups.at(key, || AnnotationGroup {
            address,
            creator,
            items: Vec::new(),
            texts: Vec::new(),
        });
        match (&item.annotation.text, item.annotation.targets.first()) {
            (Some(text), Some(target)) => {
                texts.insert(target.address.clone(), Text::new(text.as_str()));
                group.texts.push((item.number, item.raw));
            }
            _ => group.items.push(item),
        }
    }
    (groups.into_values(), texts)
}

impl NumberedAnnotation {
    /// The address of the item that it is about.
    fn address(&self) -> String {
        self.annotation
            .targets
            .first()
            .map(WebAnnotationTarget::item)
            .unwrap_or_default()
            .to_owned()
    }
}

/// The edit of an annotation, without its spans.
fn edit(item: &NumberedAnnotation) -> Edit {
    let mut edit = Edit { category: item.annotation.category.clone(), ..Edit::default() };
    if let Some(comments) = comments_json(&item.annotation.comments) {
        edit.metadata.set(COMMENT, comments);
    }
    edit
}

/// The quote of a target, with the place that it states: its position if the quote stands there, otherwise the first
/// place between prefix and suffix, otherwise the position.
fn quote<'a>(text: &Text, target: &'a WebAnnotationTarget, unit: OffsetUnit) -> Quote<'a> {
    let position = target.position.map(|(start, end)| {
        let at = |offset| match unit.at(text, offset) {
            _ if text.is_empty() => Utf16(offset),
            Some(at) => at,
            None => text.len_utf16(),
        };
        Span::between(at(start), at(end))
    });
    let Some(quote) = &target.quote else {
        return Quote { text: "", stored: position, occurrence: None };
    };
    let stands = |span: &Span| text.slice(*span) == quote.exact;
    let stored = match position.filter(stands) {
        Some(span) => Some(span),
        None => in_context(text, &quote.exact, &quote.prefix, &quote.suffix).or(position),
    };
    Quote { text: &quote.exact, stored, occurrence: None }
}

/// The first place of a quote between a prefix and a suffix; `None` if both of them are empty.
fn in_context(text: &Text, exact: &str, prefix: &str, suffix: &str) -> Option<Span> {
    if exact.is_empty() || prefix.is_empty() && suffix.is_empty() {
        return None;
    }
    let string = text.as_str();
    let ranges = string.match_indices(exact).map(|(at, _)| at..at + exact.len());
    let mut fitting = ranges.filter(|range| {
        let before = string.get(..range.start).unwrap_or_default();
        let after = string.get(range.end..).unwrap_or_default();
        before.ends_with(prefix) && after.starts_with(suffix)
    });
    fitting.next().map(|range| text.span_of(range))
}
