//! Tables of units as pygamma-agreement loads them: rows of annotator, category, start and end, without a header.
//!
//! A continuum, the units of all annotators on one text, is a file of its own in `continua/`, named by the number of
//! the text; `all.csv` has the same rows with that number before them. Either is read. As in pygamma-agreement, an
//! annotator without units has no row, and a text without units no file.
//!
//! There are no texts in these tables. Records have an empty text, and spans the offsets of the table, which are code
//! points if they come from here.

use std::collections::{HashMap, HashSet};

use csv::StringRecord;

use crate::alignment::RecordAlignment;
use crate::file_problems::FileProblems;
use crate::in_order::InOrder;
use crate::members::Members;
use crate::offset_unit::OffsetUnit;
use crate::recognition::{FileHead, Recognition};
use crate::record::{Corpus, Edit, Record};
use crate::report::{ExportOutcome, ImportOutcome, Losses, SpanLocationCounts};
#[cfg(test)]
use crate::testing::samples;
use crate::text_file::TextFile;
use crate::writing::capabilities::{Capabilities, MemberFilter, SPANS_ONLY, marks};
use crate::writing::loss_names;
use crate::writing::sink::Sink;
use crate::{FileLayout, Format, HeldTexts, ImportOptions, PreservedDataOf};
use spanwise_annotation::alignment::AlignmentRule;
use spanwise_diagnostics::{DiagnosticPlace, quoted};
use spanwise_template::Side;
use spanwise_text::{Span, Utf16};

/// Tables for pygamma-agreement.
pub(super) const FORMAT: Format = Format {
    name: "pygamma",
    about: "tables of units for pygamma-agreement, without texts",
    unit: Some(OffsetUnit::CodePoints),
    layout: FileLayout::Folder,
    extension: "csv",
    preserved_data: PreservedDataOf::ThisFormat,
    texts: HeldTexts::SourceAndTarget,
    read,
    write,
    recognises,
    keys: &["example"],
    #[cfg(test)]
    sample: samples::PYGAMMA,
};

fn recognises(files: &[FileHead]) -> Recognition {
    let is_table = |file: &FileHead| {
        let mut lines = file.lines().peekable();
        let is_named = file.path().is_empty() || file.path().ends_with(".csv");
        // A line of JSON may be the whole file.
        let may_be = is_named && file.json().is_none();
        may_be && lines.peek().is_some() && lines.all(|line| unit_of_line(line).is_some())
    };
    files.iter().any(is_table).into()
}

/// This format's member of `preserved`: in the corpus the tables that were read, in a record the path of its own.
const OWN: &str = "pygamma";
/// The member of a record's metadata with the id of its text.
const EXAMPLE: &str = "example";
/// The table with the rows of all texts.
const ALL: &str = "all.csv";

/// The name of an annotator, if none is given.
const UNNAMED: &str = "unnamed";

/// A row of a table.
struct UnitRow {
    example: Option<String>,
    annotator: String,
    category: String,
    span: Span,
}

fn read(files: &mut [TextFile], reading: ImportOptions) -> ImportOutcome {
    let files = &*files;
    let mut problems = FileProblems::default();
    let (tables, others): (Vec<&TextFile>, Vec<&TextFile>) =
        files.iter().partition(|file| file.path.is_empty() || file.path.ends_with(".csv"));
    for file in others {
        problems.other_file(file, "Tables of units end in .csv.");
    }
    let tables: Vec<(&TextFile, Vec<UnitRow>)> =
        tables.into_iter().map(|file| (file, rows(file, &mut problems))).collect();
    let mut records = RecordsByText::default();
    let is_all = |rows: &[UnitRow]| rows.first().is_some_and(|row| row.example.is_some());
    let (all, each): (Vec<_>, Vec<_>) = tables.into_iter().partition(|(_, rows)| is_all(rows));
    let mut own = Members::default();
    for (file, rows) in all {
        own.set_text("all", &file.path);
        rows.into_iter().for_each(|row| records.add(row, None));
    }
    // The tables of single texts repeat these rows.
    let repeated = records.examples.clone();
    for (file, rows) in each {
        own.set("each", "true");
        let example = stem(file);
        if !repeated.contains(&example) {
            for row in rows {
                records.add(UnitRow { example: Some(example.clone()), ..row }, Some(&file.path));
            }
        }
    }
    let RecordsByText { records, located, .. } = records;
    let mut corpus = Corpus { records: records.into_values(), ..Corpus::default() };
    let file = files.first().cloned().unwrap_or_else(|| TextFile::new("", ""));
    if corpus.records.is_empty() {
        let said =
            ["There are no units here.", "Open tables of annotator, category, start and end."];
        problems.error(&file, DiagnosticPlace::Whole, "no-units", said.map(str::to_owned));
    } else {
        corpus.preserved.set(OWN, own.to_json());
        let said = ["These tables hold no texts.", "The spans are kept by their offsets."];
        problems.warn(&file, DiagnosticPlace::Whole, "no-text", said.map(str::to_owned));
    }
    ImportOutcome {
        corpus,
        unit: Some(reading.unit.unwrap_or(OffsetUnit::CodePoints)),
        located,
        problems,
        alignment: None,
    }
}

/// The name of a file without its ending: the id of the text of a table.
fn stem(file: &TextFile) -> String {
    file.name().trim_end_matches(".csv").to_owned()
}

#[derive(Default)]
struct RecordsByText {
    /// By text and annotator.
    records: InOrder<(String, String), Record>,
    located: SpanLocationCounts,
    /// The ids of the texts, as in the names of their tables.
    examples: HashSet<String>,
}

impl RecordsByText {
    fn add(&mut self, row: UnitRow, path: Option<&str>) {
        let example = row.example.unwrap_or_default();
        let key = (example.clone(), row.annotator.clone());
        let record = self.records.at(key, || {
            self.examples.insert(file_name(&example));
            record(&example, row.annotator, path)
        });
        record.edits.push(Edit::on(Side::Target, &row.category, vec![row.span]));
        self.located.by_offsets += 1;
    }
}

fn record(example: &str, annotator: String, path: Option<&str>) -> Record {
    let mut record = Record { annotator: Some(annotator), done: true, ..Record::default() };
    record.metadata.set_text(EXAMPLE, example);
    let mut own = Members::default();
    path.into_iter().for_each(|path| own.set_text("file", path));
    record.preserved.set(OWN, own.to_json());
    record
}

/// The rows of a table. All have as many fields as the first one, four or five.
fn rows(file: &TextFile, problems: &mut FileProblems) -> Vec<UnitRow> {
    let mut reader = csv::ReaderBuilder::new();
    let mut reader = reader.has_headers(false).flexible(true).from_reader(file.text.as_bytes());
    let mut rows: Vec<UnitRow> = Vec::new();
    for fields in reader.records().map_while(Result::ok) {
        let first = rows.first().map(|row| row.example.is_some());
        match row(&fields).filter(|row| first.is_none_or(|first| first == row.example.is_some())) {
            Some(row) => rows.push(row),
            None => {
                let found: Vec<&str> = fields.iter().take(6).collect();
                let message = format!("{} is no unit.", quoted(&found.join(",")));
                let remedy = "Write annotator, category, start and end, whole numbers; before them \
                              the id of the text, in all rows or in none.";
                problems.error(file, place_of(&fields), "no-unit", [message, remedy.to_owned()]);
            }
        }
    }
    rows
}

/// The unit of a line of a table.
fn unit_of_line(line: &str) -> Option<UnitRow> {
    let mut reader = csv::ReaderBuilder::new();
    let mut reader = reader.has_headers(false).from_reader(line.as_bytes());
    row(&reader.records().next()?.ok()?)
}

fn row(fields: &StringRecord) -> Option<UnitRow> {
    let fields: Vec<&str> = fields.iter().collect();
    let (example, [annotator, category, start, end]) = match *fields.as_slice() {
        [annotator, category, start, end] => (None, [annotator, category, start, end]),
        [id, annotator, category, start, end] => (Some(id), [annotator, category, start, end]),
        _ => return None,
    };
    let [start, end] = [start, end].map(|offset| offset.trim().parse().ok().map(Utf16));
    let span = Span::between(start?, end?);
    let [annotator, category] = [annotator, category].map(str::to_owned);
    let example = example.map(str::to_owned);
    (start <= end).then_some(UnitRow { example, annotator, category, span })
}

fn place_of(fields: &StringRecord) -> DiagnosticPlace {
    let position = fields.position();
    let line = position.and_then(|at| u32::try_from(at.line()).ok()).unwrap_or_default();
    let start = position.and_then(|at| usize::try_from(at.byte()).ok()).unwrap_or_default();
    DiagnosticPlace::Text { line, column: 1, bytes: start..start }
}

const CAPABILITIES: Capabilities = Capabilities {
    annotator: true,
    metadata: MemberFilter::Named(&[EXAMPLE]),
    beyond_text: true,
    ..SPANS_ONLY
};

fn write(corpus: &Corpus, sink: &mut dyn Sink) -> ExportOutcome {
    let own = corpus.preserved.get(OWN).map(Members::parse);
    let mut losses = Losses::default();
    let (mut folder, mut all) = (InOrder::default(), String::new());
    let (mut examples, mut items) = (ExampleNumbers::default(), Vec::new());
    let mut numbers: HashMap<String, usize> = HashMap::new();
    for (number, record) in corpus.records.iter().enumerate() {
        losses.note_many(loss_names::TEXTS, number, usize::from(!record.target().is_empty()));
        let holds = CAPABILITIES.for_record_of(record.preserved.get(OWN).is_some());
        let marks = marks(&holds.edits(record, number, &mut losses));
        if marks.is_empty() {
            losses.note("annotators without a span on a text", number);
            continue;
        }
        let example = examples.of(record);
        let next = numbers.len();
        let item = *numbers.entry(example.clone()).or_insert(next);
        let is_named = named(record).is_some();
        items.push((
            number,
            record,
            item,
            if is_named { AlignmentRule::Name } else { AlignmentRule::Texts },
        ));
        let path = path_of(record, &example);
        for (edit, span) in marks {
            let (start, end) = OffsetUnit::CodePoints.offsets_even_without(record.target(), span);
            let [start, end] = [start, end].map(|offset| offset.to_string());
            let annotator = record.annotator.as_deref().unwrap_or(UNNAMED);
            let row = [annotator, &edit.category, &start, &end].map(field).join(",");
            let table: &mut TextFile = folder.at(path.clone(), || TextFile::new(path.as_str(), ""));
            table.text.extend([&row, "\n"]);
            all.extend([&field(&example), ",", &row, "\n"]);
        }
    }
    let is_read = |name| own.as_ref().is_none_or(|own| own.get(name).is_some());
    let mut files = if is_read("each") { folder.into_values() } else { Vec::new() };
    if is_read("all") {
        let path = own.and_then(|own| own.text("all")).unwrap_or_else(|| ALL.to_owned());
        files.push(TextFile::new(path, all));
    }
    files.into_iter().for_each(|file| sink.file(file));
    ExportOutcome { losses, alignment: Some(RecordAlignment::of(items.into_iter())) }
}

/// Numbers as ids of texts, for records of formats without ids. Records with the same texts have the same number,
/// unless an annotator had these texts twice.
#[derive(Default)]
struct ExampleNumbers<'c> {
    /// The number of times that an annotator had the texts.
    times: HashMap<(Texts<'c>, &'c str), usize>,
    /// The ids by texts, and by the number of times that the annotator had them.
    numbers: HashMap<(Texts<'c>, usize), usize>,
}

/// The source and the target of an item.
type Texts<'c> = [&'c str; 2];

impl<'c> ExampleNumbers<'c> {
    fn of(&mut self, record: &'c Record) -> String {
        if let Some(example) = named(record) {
            return example;
        }
        let texts = [record.source().as_str(), record.target().as_str()];
        let annotator = record.annotator.as_deref().unwrap_or(UNNAMED);
        let times = self.times.entry((texts, annotator)).or_default();
        *times += 1;
        let next = self.numbers.len() + 1;
        self.numbers.entry((texts, *times)).or_insert(next).to_string()
    }
}

/// The id of the text of a record that was read from such tables.
fn named(record: &Record) -> Option<String> {
    record.preserved.get(OWN).and(record.metadata.text(EXAMPLE))
}

/// The path of the table of a text.
fn path_of(record: &Record, example: &str) -> String {
    let own = record.preserved.get(OWN).map(Members::parse);
    if let Some(path) = own.and_then(|own| own.text("file")) {
        return path;
    }
    format!("continua/{}.csv", file_name(example))
}

/// An id in the name of a file: characters other than letters, digits, `-`, `_` and `.` are percent-encoded.
fn file_name(example: &str) -> String {
    let mut name = String::new();
    for c in example.chars() {
        if c.is_alphanumeric() || matches!(c, '-' | '_' | '.') {
            name.push(c);
        } else {
            let mut bytes = [0; 4];
            name.extend(c.encode_utf8(&mut bytes).bytes().map(|byte| format!("%{byte:02X}")));
        }
    }
    name
}

/// A field of a table.
fn field(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) || text.trim() != text {
        return format!("\"{}\"", text.replace('"', "\"\""));
    }
    text.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::written_by;
    use crate::testing::{everything, lost, round_trip};

    /// Example, annotator, and category and offsets of each edit.
    type Told<'a> = (Option<String>, &'a str, Vec<(&'a str, u32, u32)>);

    fn told(corpus: &Corpus) -> Vec<Told<'_>> {
        let records = corpus.records.iter().map(|record| {
            let edits = record.edits.iter().map(|edit| {
                let span = edit.spans.target().first().unwrap();
                (edit.category.as_str(), span.start().0, span.end().0)
            });
            let annotator = record.annotator.as_deref().unwrap();
            (record.metadata.text(EXAMPLE), annotator, edits.collect())
        });
        records.collect()
    }

    #[test]
    fn a_table_is_a_continuum() {
        let rows = "ann,Wrong,3,9\nann,\"Odd, very\",12,15\nbob,Wrong,4,9\n";
        for path in ["", "x/7.csv"] {
            let imported = round_trip(&FORMAT, &[TextFile::new(path, rows)]);
            let id = Some(if path.is_empty() { "" } else { "7" }.to_owned());
            assert_eq!(
                told(&imported.corpus),
                [
                    (id.clone(), "ann", vec![("Wrong", 3, 9), ("Odd, very", 12, 15)]),
                    (id, "bob", vec![("Wrong", 4, 9)])
                ]
            );
            assert_eq!((imported.problems.warnings(), imported.located.by_offsets), (1, 3));
        }
    }

    #[test]
    fn a_column_may_tell_the_texts() {
        let all = TextFile::new("all.csv", "a/1,ann,W,0,2\na/1,bob,W,1,2\n2,ann,W,0,2\n");
        let imported = round_trip(&FORMAT, std::slice::from_ref(&all));
        let examples: Vec<_> =
            told(&imported.corpus).into_iter().map(|told| told.0.unwrap()).collect();
        assert_eq!(examples, ["a/1", "a/1", "2"]);
        let each = [
            TextFile::new("continua/a%2F1.csv", "ann,W,0,2\nbob,W,1,2\n"),
            TextFile::new("continua/2.csv", "ann,W,0,2\n"),
        ];
        let both = round_trip(&FORMAT, &[&[all], &each[..]].concat());
        assert_eq!(told(&both.corpus), told(&imported.corpus), "the same rows once more");
    }

    #[test]
    fn what_other_formats_say_is_written_as_far_as_there_is_a_place() {
        let mut corpus = everything();
        let mut again = corpus.records[0].clone();
        again.annotator = Some("bob".to_owned());
        again.edits.truncate(1);
        corpus.records.push(again);
        let written = written_by(write, &corpus);
        assert_eq!(
            lost(&written),
            [
                ("annotators without a span on a text", 1),
                ("answers", 4),
                ("composite edits, of which the parts became edits", 1),
                ("contexts", 2),
                ("edits of several spans, each of which became one", 1),
                ("edits without a span", 1),
                ("insertion points", 1),
                ("metadata of edits", 2),
                ("metadata of items", 4),
                ("other members of edits", 2),
                ("other members of items", 2),
                ("source texts", 2),
                ("spans on the source", 3),
                ("texts", 3),
                ("that an item is not done", 1),
            ]
        );
        let rows = "ann,plain,0,5\nann,several,8,11\nann,several,0,5\nann,both,6,7\nann,part,6,7\nbob,plain,0,5\n";
        let all: String = rows.lines().map(|row| format!("1,{row}\n")).collect();
        assert_eq!(
            written.files,
            [TextFile::new("continua/1.csv", rows), TextFile::new("all.csv", all)]
        );
    }

    #[test]
    fn broken_tables_are_survived() {
        let text = "annotator,category,start,end\nann,W,0,2\n1,ann,W,0,2\nann,W,3,1\nann,W,0,99999999999\n";
        let imported = read(&mut [TextFile::new("", text)], ImportOptions::default());
        let places: Vec<_> =
            imported.problems.listed().iter().map(|p| p.diagnostic.place.to_string()).collect();
        let expected = [1, 3, 4, 5].map(|line| format!("line {line}, column 1"));
        assert_eq!(places.get(..4), Some(&expected[..]));
        assert_eq!(told(&imported.corpus).len(), 1);
        assert!(read(&mut [].to_vec(), ImportOptions::default()).problems.errors() > 0);
    }
}
