//! MQM: the tables of WMT's expert annotations (Freitag et al. 2021), one row for each error.
//!
//! Tab-separated with the columns `system doc doc_id seg_id rater source target category severity` in any order, and
//! maybe others. Nothing is quoted: a quotation mark is a letter like others, as in the viewer that was made for these
//! tables (some released files were quoted by another program; their quotation marks stay). `<v>…</v>` marks the error
//! in the target, or in the source if that has the error or something is left out; a row without it is about the whole
//! segment. `No-error` marks a segment without errors.
//!
//! A record has the errors that one rater found in one segment of one system. Rows of a record need not be neighbours;
//! if they disagree on the text, they are separate records, so that every text comes back as it was. Severities known
//! to our template are answers; all stay in the edit's `metadata.severity`.

mod names;
mod row;
mod tags;

#[cfg(test)]
mod tests;

use std::collections::{HashMap, HashSet};

use crate::file_problems::FileProblems;
use crate::files::lines::{NumberedLines, TextLine, cell, lines, preserved_row};
use crate::members::Members;
use crate::preserved::verbatim::{preserve_line, preserved_line, unchanged_line};
use crate::recognition::{FileHead, Recognition};
use crate::record::{Corpus, Edit, Record};
use crate::report::{ExportOutcome, ImportOutcome, Losses, SpanLocationCounts};
#[cfg(test)]
use crate::testing::samples;
use crate::text_file::TextFile;
use crate::writing::capabilities::{Capabilities, MemberFilter, SPANS_ONLY, SpanCapacity};
use crate::writing::loss_names;
use crate::writing::sink::Sink;
use crate::{FileLayout, Format, HeldTexts, ImportOptions, PreservedDataOf};
use names::understood;
use row::{MqmHeader, MqmRow, MqmRowContent};
use spanwise_annotation::document::Texts;
use spanwise_json::Array;
use spanwise_template::Side;
use spanwise_text::Text;
use tags::markable;

/// MQM.
pub(super) const FORMAT: Format = Format {
    name: "mqm",
    about: "MQM tables of WMT (TSV)",
    unit: None,
    layout: FileLayout::SingleFile,
    extension: "tsv",
    preserved_data: PreservedDataOf::ThisFormat,
    texts: HeldTexts::SourceAndTarget,
    read,
    write,
    recognises,
    keys: &["system", "doc", "seg_id"],
    #[cfg(test)]
    sample: samples::MQM,
};

fn recognises(files: &[FileHead]) -> Recognition {
    files.iter().any(|file| file.has_columns(&["target", "category", "severity"])).into()
}

const CAPABILITIES: Capabilities = Capabilities {
    source: true,
    annotator: true,
    undone_items: true,
    spans: [SpanCapacity::ALL, SpanCapacity::ALL],
    insertion_points: true,
    without_spans: |_| true,
    answers: names::can_hold_answer,
    ..SPANS_ONLY
};

/// The member of the corpus's preserved data with the first line.
const HEADER: &str = "header";
/// The member of the corpus's preserved data with the lines that are not rows.
const UNREAD: &str = "unread";
/// The loss of characters that cells can't represent.
const BREAKS: &str = "tabs and line breaks";
/// The member of a record's preserved data with the rows without an error.
const NO_ERROR: &str = "no_error";

fn read(files: &mut [TextFile], _: ImportOptions) -> ImportOutcome {
    let mut reader = MqmReader::default();
    for file in files {
        reader.file(file);
    }
    let mut preserved = Members::default();
    if let Some(header) = &reader.header {
        preserved.set_text(HEADER, header.line());
        preserved.set(UNREAD, reader.unread.to_json());
    }
    // The records of several raters on an item become neighbours.
    reader.records.sort_by_key(|found| found.item);
    let records = reader.records.into_iter().map(MqmRecordDraft::finish).collect();
    let corpus = Corpus { records, preserved };
    ImportOutcome {
        corpus,
        unit: None,
        located: reader.located,
        problems: reader.problems,
        alignment: None,
    }
}

#[derive(Default)]
struct MqmReader {
    header: Option<MqmHeader>,
    unread: NumberedLines,
    records: Vec<MqmRecordDraft>,
    /// The numbers of items and, in `known`, of records, whose keys include the rater.
    items: HashMap<String, usize>,
    known: HashMap<String, usize>,
    located: SpanLocationCounts,
    problems: FileProblems,
}

/// A record that rows are added to.
struct MqmRecordDraft {
    /// The number of its item.
    item: usize,
    record: Record,
    /// The rows without an error, as preserved data.
    no_error: Vec<String>,
}

impl MqmRecordDraft {
    fn finish(mut self) -> Record {
        if !self.no_error.is_empty() {
            self.record.preserved.set(NO_ERROR, format!("[{}]", self.no_error.join(",")));
        }
        self.record
    }
}

impl MqmReader {
    fn file(&mut self, file: &TextFile) {
        let mut all = lines(&file.text);
        let Some(first) = all.next() else { return };
        let header = match MqmHeader::read(first.text) {
            Ok(header) => header,
            Err(missing) => {
                let message = format!("The first line has no column {missing}.");
                let remedy = "The first line names the columns, with tabs between them.".to_owned();
                let said = [message, remedy];
                return self.problems.error(file, first.place(), "missing-column", said);
            }
        };
        for line in all {
            match header.row(line.text) {
                Some(row) => self.row(file, &header, line, row),
                None => self.no_row(file, line),
            }
        }
        self.header = Some(header);
    }

    /// Keeps a line that is not a row, to be written back where it was, and reports it unless it is blank.
    fn no_row(&mut self, file: &TextFile, line: TextLine) {
        self.unread.add(Some(line.number), line.text.to_owned());
        if !line.is_blank() {
            let message = "The line has too few cells.".to_owned();
            let remedy = "It is not read: give it a cell for each column, with tabs between them.";
            let said = [message, remedy.to_owned()];
            self.problems.error(file, line.place(), "missing-cell", said);
        }
    }

    fn row(&mut self, file: &TextFile, header: &MqmHeader, line: TextLine, row: MqmRow) {
        if let Some(side) = row.unpaired {
            let side = if side == Side::Source { "source" } else { "target" };
            let message = format!("In the {side}, <v> or </v> has no partner.");
            let remedy = "What it marks is not known: put <v> before the error and </v> after it.";
            let said = [message, remedy.to_owned()];
            self.problems.error(file, line.place(), "unpaired-mark", said);
        }
        let content = row.content;
        let found = self.found(row.item, &row.rater, [row.source, row.target]);
        let record = &mut found.record;
        match content {
            MqmRowContent::NoError(mut own) => {
                let again = header.no_error_line(record, &own);
                own.set("row", line.number.to_string());
                preserve_line(&mut own, line.text, &again);
                found.no_error.push(own.to_json());
            }
            MqmRowContent::Error(mut edit) => {
                let again = header.edit_line(record, &edit);
                edit.preserved.set("row", line.number.to_string());
                preserve_line(&mut edit.preserved, line.text, &again);
                let spans = edit.spans.source().len() + edit.spans.target().len();
                record.edits.push(*edit);
                self.located.exact += spans;
            }
        }
    }

    /// The record of a row, which is added if it is new.
    fn found(
        &mut self,
        item: Members,
        rater: &str,
        [source, target]: [Text; 2],
    ) -> &mut MqmRecordDraft {
        let of_item = [&item.to_json(), source.as_str(), target.as_str()].join("\t");
        let texts = Texts::usual(source, target);
        let key = [&of_item, rater].join("\t");
        let next = self.records.len();
        let at = *self.known.entry(key).or_insert(next);
        if at == next {
            let next_item = self.items.len();
            let number = *self.items.entry(of_item).or_insert(next_item);
            let annotator = (!rater.is_empty()).then(|| rater.to_owned());
            let metadata = item;
            let record = Record { annotator, texts, done: true, metadata, ..Record::default() };
            self.records.push(MqmRecordDraft { item: number, record, no_error: Vec::new() });
        }
        &mut self.records[at]
    }
}

fn write(corpus: &Corpus, sink: &mut dyn Sink) -> ExportOutcome {
    let read = corpus.preserved.text(HEADER).and_then(|line| MqmHeader::read(&line).ok());
    let anew = read.is_none();
    let header = read.unwrap_or_default();
    let (of_items, edit_metadata) = (header.of_items(), header.of_rows());
    let (of_items, edit_metadata) =
        (MemberFilter::Named(&of_items), MemberFilter::Named(&edit_metadata));
    let (metadata, edit_metadata) =
        (MemberFilter::Words(&of_items), MemberFilter::Words(&edit_metadata));
    let holds = Capabilities { metadata, edit_metadata, ..CAPABILITIES };
    let mut losses = Losses::default();
    let mut known = HashSet::new();
    // New lines are in order already; those that were read are sorted into their original one.
    let is_read = |record: &Record| {
        !record.preserved.is_empty() || record.edits.iter().any(|edit| !edit.preserved.is_empty())
    };
    let mut all = (!anew || corpus.records.iter().any(is_read)).then(NumberedLines::default);
    sink.begin("");
    match &mut all {
        Some(all) => all.add(Some(0), header.line().to_owned()),
        None => sink.push(header.line()),
    }
    for (number, record) in corpus.records.iter().enumerate() {
        let edits = holds.edits(record, number, &mut losses);
        let rater = record.annotator.as_deref();
        let texts = [record.source(), record.target()].map(Text::as_str);
        if !known.insert((rater, texts, record.metadata.to_json())) {
            losses.note("items that one annotator has twice", number);
        }
        let mut lines = Vec::new();
        for edit in edits {
            note_losses_of(edit, number, &mut losses);
            lines.push((preserved_row(&edit.preserved), edit_line(&header, record, edit)));
        }
        for own in no_errors(record) {
            lines.push((preserved_row(&own), no_error_line(&header, record, own)));
        }
        note_losses(&header, record, &lines, number, &mut losses);
        for (number, line) in lines {
            match &mut all {
                Some(all) => all.add(number, line),
                None => ["\n", &line].into_iter().for_each(|text| sink.push(text)),
            }
        }
    }
    match all {
        Some(mut all) => {
            if anew {
                all.add(None, String::new());
            } else {
                all.add_preserved(&corpus.preserved, UNREAD);
            }
            all.write(sink);
        }
        None => sink.push("\n"),
    }
    losses.into()
}

/// The line as it was read if it still describes the edit, else a new one.
fn edit_line(header: &MqmHeader, record: &Record, edit: &Edit) -> String {
    let read = |line: &str| {
        let row = header.row(line).filter(|row| row.is_of(record))?;
        match row.content {
            MqmRowContent::Error(read) => Some(*read),
            MqmRowContent::NoError(_) => None,
        }
    };
    unchanged_line(edit, read).unwrap_or_else(|| header.edit_line(record, edit))
}

fn no_error_line(header: &MqmHeader, record: &Record, own: Members) -> String {
    let says = |row: MqmRow| row.is_of(record) && matches!(row.content, MqmRowContent::NoError(_));
    let preserved = preserved_line(&own).filter(|line| header.row(line).is_some_and(says));
    preserved.unwrap_or_else(|| header.no_error_line(record, &own))
}

/// The cells of rows without an error: those that were read, unless all errors are new; or one for a record that is
/// done and has no errors.
fn no_errors(record: &Record) -> Vec<Members> {
    let read = record.preserved.get(NO_ERROR).and_then(Array::parse).unwrap_or_default();
    let read: Vec<Members> = read.values().map(Members::parse).collect();
    let still = record.edits.is_empty()
        || record.edits.iter().any(|e| preserved_row(&e.preserved).is_some());
    if !still || !record.done {
        return Vec::new();
    }
    if record.edits.is_empty() && read.is_empty() {
        let mut own = Members::default();
        own.set_text("severity", "No-error");
        return vec![own];
    }
    read
}

fn note_losses(
    header: &MqmHeader,
    record: &Record,
    lines: &[(Option<u64>, String)],
    number: usize,
    losses: &mut Losses,
) {
    let mut note = |what, count| losses.note_many(what, number, count);
    let open = !record.done && record.edits.is_empty();
    note("items that are not done", usize::from(open));
    let is_misread = |side: &Side| {
        let text = record.text(*side).as_str();
        let says = |row: MqmRow| row.text(*side).as_str() == cell(text);
        let is_read = |(_, line): &(_, String)| header.row(line).is_some_and(says);
        text.contains('<') && !lines.iter().all(is_read)
    };
    note("texts that say <v> themselves", Side::ALL.iter().filter(|side| is_misread(side)).count());
    let of_item = |name| record.metadata.text(name);
    let texts = Side::ALL.map(|side| Some(record.text(side).as_str().to_owned()));
    let texts = texts.into_iter().chain([record.annotator.clone()]);
    let texts = texts.chain(names_of(&record.metadata).map(of_item)).flatten();
    note(BREAKS, texts.filter(|text| cell(text) != *text).count());
}

fn names_of(members: &Members) -> impl Iterator<Item = &str> {
    members.iter().map(|(name, _)| name)
}

fn note_losses_of(edit: &Edit, number: usize, losses: &mut Losses) {
    let mut note = |what, count| losses.note_many(what, number, count);
    let lost = |spans: &[_]| spans.len() - markable(spans).len();
    note("overlapping spans of an edit", lost(edit.spans.source()) + lost(edit.spans.target()));
    let (category, severity) = names::spelled(edit);
    let of_edit = |name| edit.metadata.text(name);
    let texts = names_of(&edit.metadata).filter_map(of_edit).chain([category.clone()]);
    note(BREAKS, texts.filter(|text| cell(text) != *text).count());
    let (name, _) = understood(&cell(&category), &severity);
    note(loss_names::CATEGORIES, usize::from(name != edit.category));
}
