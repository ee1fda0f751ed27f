//! Reading brat's folders.

use std::collections::HashMap;

use super::lines::{BratLine, said};
use super::names::{DOCUMENT, ITEM_KEYS, OWN, UNIT};
use crate::ImportOptions;
use crate::alignment::TextAlignment;
use crate::comments::{COMMENT, comments_json};
use crate::file_problems::FileProblems;
use crate::locate::{Quote, locate};
use crate::members::Members;
use crate::offset_unit::{OffsetUnit, OffsetUnitEvidence};
use crate::preserved::verbatim::preserve_spans;
use crate::record::{Corpus, Edit, Record};
use crate::report::{ImportOutcome, SpanLocationCounts};
use crate::text_file::TextFile;
use spanwise_annotation::document::TextName;
use spanwise_diagnostics::{DiagnosticPlace, quoted};
use spanwise_json::encode;
use spanwise_template::Side;
use spanwise_text::{Span, Text, Utf16};

pub(super) fn read(files: &mut [TextFile], reading: ImportOptions) -> ImportOutcome {
    let files = &*files;
    let mut import = BratReader::default();
    let mut others: Vec<(&str, String)> = Vec::new();
    let texts: HashMap<&str, &TextFile> =
        files.iter().filter_map(|file| Some((file.path.strip_suffix(".txt")?, file))).collect();
    let mut annotated: HashMap<&str, &TextFile> = HashMap::new();
    for file in files {
        match file.path.strip_suffix(".ann") {
            Some(document) => {
                annotated.insert(document, file);
            }
            None if file.path.is_empty() => {
                annotated.insert("", file);
            }
            None if file.path.ends_with(".txt") => {}
            None => {
                if !file.path.ends_with(SETTINGS) {
                    import.problems.other_file(file, "brat's files end in .txt, .ann or .conf.");
                }
                others.push((&file.path, encode(&file.text)));
            }
        }
    }
    let alignment = alignment(&texts, &annotated);
    let mut unit = None;
    for file in files {
        let document = file.path.strip_suffix(".ann").or(file.path.strip_suffix(".txt"));
        let document = document.or(file.path.is_empty().then_some(""));
        let Some(document) = document else { continue };
        let (text, annotations) = (texts.get(document).copied(), annotated.get(document).copied());
        // An item with both files takes the position of its annotations.
        if annotations.is_none_or(|annotations| std::ptr::eq(annotations, file)) {
            let settled = import.item(document, text, annotations, reading);
            unit.get_or_insert(settled);
        }
    }
    let BratReader { mut corpus, located, mut problems, .. } = import;
    if corpus.records.is_empty() {
        let file = files.first().cloned().unwrap_or_else(|| TextFile::new("", ""));
        let said = ["There are no annotations here.", "Open a folder of .txt and .ann files."];
        problems.error(&file, DiagnosticPlace::Whole, "no-annotations", said.map(str::to_owned));
    }
    if !others.is_empty() {
        corpus.preserved.set(OWN, others.into_iter().collect::<Members>().to_json());
    }
    let unit = Some(unit.unwrap_or(reading.unit.unwrap_or(UNIT)));
    ImportOutcome { corpus, unit, located, problems, alignment }
}

/// The ending of files with brat's settings, such as `annotation.conf`, which are only kept.
const SETTINGS: &str = ".conf";

/// The alignment of annotation files with texts; `None` if there are no annotation files.
fn alignment(
    texts: &HashMap<&str, &TextFile>,
    annotated: &HashMap<&str, &TextFile>,
) -> Option<TextAlignment> {
    let mut alignment = TextAlignment::new("files", ITEM_KEYS);
    for document in annotated.keys() {
        if texts.contains_key(document) {
            alignment.by_name += 1;
        } else {
            alignment.without_counterpart.insert((*document).to_owned());
        }
    }
    alignment.not_annotated = texts.len() - alignment.by_name;
    (!annotated.is_empty()).then_some(alignment)
}

#[derive(Default)]
struct BratReader {
    corpus: Corpus,
    located: SpanLocationCounts,
    problems: FileProblems,
}

/// A span of a line, and its expected text.
struct BratFragment<'a> {
    /// Position of its edit.
    edit: usize,
    line: usize,
    start: u32,
    end: u32,
    quote: String,
    of: &'a str,
}

impl BratReader {
    /// Reads an item; returns the unit of its offsets.
    fn item(
        &mut self,
        document: &str,
        text: Option<&TextFile>,
        annotations: Option<&TextFile>,
        reading: ImportOptions,
    ) -> OffsetUnit {
        let mut record = Record { done: annotations.is_some(), ..Record::default() };
        record.metadata.set_text(DOCUMENT, document);
        let mut own = Members::default();
        if let Some(file) = text {
            record.texts.set(Side::Target, Text::new(file.text.as_str()));
        } else {
            own.set("no_text", "true");
        }
        let mut unit = UNIT;
        if let Some(file) = annotations {
            own.set_text("lines", &file.text);
            if text.is_none() {
                let message =
                    format!("There is no text: {} is missing.", quoted(&format!("{document}.txt")));
                let remedy =
                    "Open it together with this file. Offsets are kept as they are.".to_owned();
                self.problems.error(file, DiagnosticPlace::Whole, "no-text", [message, remedy]);
            }
            unit = self.edits(file, &mut record, reading);
        }
        record.preserved.set(OWN, own.to_json());
        self.corpus.add(record);
        unit
    }

    fn edits(
        &mut self,
        file: &TextFile,
        record: &mut Record,
        reading: ImportOptions,
    ) -> OffsetUnit {
        let said = said(file.text.lines());
        let mut fragments: Vec<BratFragment> = Vec::new();
        let mut fits = OffsetUnitEvidence::default();
        let mut ids = Vec::new();
        for (number, line) in file.text.lines().enumerate() {
            match BratLine::parse(line) {
                BratLine::Span { id, category, fragments: offsets, text } => {
                    let mut edit = Edit { category: category.to_owned(), ..Edit::default() };
                    if let Some(said) = said.get(id) {
                        edit.answers = said.answers.clone();
                        let comments = comments_json(&said.comments);
                        comments.into_iter().for_each(|json| edit.metadata.set(COMMENT, json));
                    }
                    for ((start, end), quote) in offsets.iter().zip(quotes(&offsets, text)) {
                        fits.count(record.target(), *start, &quote);
                        let (start, end, edit) = (*start, *end, record.edits.len());
                        fragments.push(BratFragment {
                            edit,
                            line: number,
                            start,
                            end,
                            quote,
                            of: text,
                        });
                    }
                    ids.push(id);
                    record.edits.push(edit);
                }
                BratLine::Broken => {
                    let message = format!("{} is no line with a span.", quoted(line));
                    let remedy = "Write T1, a tab, category, start and end, a tab and the text. It is kept as it is.";
                    self.problems.error(
                        file,
                        place(number),
                        "no-span",
                        [message, remedy.to_owned()],
                    );
                }
                BratLine::Attribute { .. } | BratLine::Note { .. } | BratLine::Other => {}
            }
        }
        let unit = fits.settle(UNIT, reading, file, &mut self.problems);
        self.place(file, record, &fragments, unit);
        for (edit, id) in record.edits.iter_mut().zip(ids) {
            let mut own = Members::default();
            own.set_text("id", id);
            edit.preserved.set(OWN, own.to_json());
            preserve_spans(edit);
        }
        unit
    }

    /// Gives the edits their spans.
    fn place(
        &mut self,
        file: &TextFile,
        record: &mut Record,
        fragments: &[BratFragment],
        unit: OffsetUnit,
    ) {
        let text = record.target().clone();
        let spans: Vec<Span> =
            fragments.iter().map(|fragment| stored(&text, fragment, unit)).collect();
        let quotes: Vec<Quote> = fragments
            .iter()
            .zip(&spans)
            .map(|(fragment, span)| {
                let found = text.slice(*span);
                let stands = found.chars().map(unbroken).eq(fragment.quote.chars());
                let quote = if stands { found } else { fragment.quote.as_str() };
                Quote { text: quote, stored: Some(*span), occurrence: None }
            })
            .collect();
        let found = locate(&text, &quotes);
        for ((fragment, stored), found) in fragments.iter().zip(&spans).zip(found) {
            let unchecked = text.is_empty() || fragment.quote.is_empty();
            let span = if unchecked { Some(*stored) } else { found.map(|found| found.span) };
            match unchecked {
                true => self.located.by_offsets += 1,
                false => {
                    let place = (self.corpus.records.len(), fragment.edit);
                    let target = (&TextName::TARGET, &text);
                    self.located.add(place, target, &fragment.quote, found.as_ref());
                }
            }
            if span.is_none() {
                let message = format!("{} is not in the text.", quoted(fragment.of));
                let remedy = "It is kept without a span, and written as it was.".to_owned();
                self.problems.warn(file, place(fragment.line), "not-found", [message, remedy]);
            }
            if let Some(edit) = record.edits.get_mut(fragment.edit) {
                edit.spans.change(&TextName::TARGET, |spans| spans.extend(span));
            }
        }
    }
}

fn place(line: usize) -> DiagnosticPlace {
    let line = u32::try_from(line + 1).unwrap_or(u32::MAX);
    DiagnosticPlace::Text { line, column: 1, bytes: 0..0 }
}

/// A character as written in a line: a blank for a line break.
pub(super) fn unbroken(c: char) -> char {
    if matches!(c, '\n' | '\r') { ' ' } else { c }
}

/// The span that a line gives to a fragment; if the text is missing, by the numbers themselves.
fn stored(text: &Text, fragment: &BratFragment, unit: OffsetUnit) -> Span {
    let at = |offset| match unit.at(text, offset) {
        _ if text.is_empty() => Utf16(offset),
        Some(at) => at,
        None => text.len_utf16(),
    };
    Span::between(at(fragment.start), at(fragment.end))
}

/// Splits the text of a line, with a blank between each two fragments, into the texts of the fragments. If the lengths
/// differ from the offsets, all are empty, except that of a single fragment.
fn quotes(fragments: &[(u32, u32)], text: &str) -> Vec<String> {
    if let [_] = fragments {
        return vec![text.to_owned()];
    }
    let mut rest = text;
    let mut quotes = Vec::new();
    for (start, end) in fragments {
        let length = usize::try_from(end - start).unwrap_or(usize::MAX);
        let after = rest.char_indices().map(|(at, _)| at).chain([rest.len()]).nth(length);
        let Some((quote, others)) = after.and_then(|at| rest.split_at_checked(at)) else {
            return vec![String::new(); fragments.len()];
        };
        quotes.push(quote.to_owned());
        rest = others.strip_prefix(' ').unwrap_or(others);
    }
    if rest.is_empty() { quotes } else { vec![String::new(); fragments.len()] }
}
