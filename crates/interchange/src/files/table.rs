//! Tables of text: CSV with a line of column names.

use csv::{ReaderBuilder, StringRecord, WriterBuilder};

use crate::file_problems::FileProblems;
use crate::text_file::TextFile;
use crate::writing::sink::Sink;
use spanwise_annotation::format::table::place;
use spanwise_diagnostics::DiagnosticPlace;
use spanwise_limits::MOST_COLUMNS;

/// A table.
#[derive(Debug, Default)]
pub(crate) struct CsvTable {
    /// The names of the columns, made distinct.
    pub(crate) columns: Vec<String>,
    pub(crate) rows: Vec<CsvRow>,
}

/// A row below the names.
#[derive(Debug)]
pub(crate) struct CsvRow {
    pub(crate) cells: StringRecord,
    /// Its start in the file.
    pub(crate) place: DiagnosticPlace,
}

impl CsvRow {
    /// A cell by the number of its column; empty where the row is too short.
    pub(crate) fn cell(&self, column: usize) -> &str {
        self.cells.get(column).unwrap_or_default()
    }
}

impl CsvTable {
    /// Reads a file of cells separated by commas.
    pub(crate) fn read(file: &TextFile, problems: &mut FileProblems) -> Self {
        let mut table = CsvTable::default();
        let rows = &mut table.rows;
        table.columns = read_rows(file, b',', problems, |_, row| rows.push(row));
        table
    }

    /// The number of a column.
    pub(crate) fn column(&self, name: &str) -> Option<usize> {
        self.columns.iter().position(|known| known == name)
    }
}

/// Reads a file row by row, so that rows need not be in memory together. `take` is given the names of the columns, made
/// distinct, and a row. Returns the names; none if there are too many.
pub(crate) fn read_rows(
    file: &TextFile,
    separator: u8,
    problems: &mut FileProblems,
    mut take: impl FnMut(&[String], CsvRow),
) -> Vec<String> {
    let mut reader = ReaderBuilder::new();
    let mut reader = reader.delimiter(separator).flexible(true).from_reader(file.text.as_bytes());
    let mut columns = Vec::new();
    for name in reader.headers().into_iter().flatten() {
        columns.push(unused(name, &columns));
        if columns.len() > MOST_COLUMNS {
            let said = format!("The first line names more than {MOST_COLUMNS} columns.");
            let remedy = "Give a table as the tool writes it.".to_owned();
            problems.error(file, DiagnosticPlace::Whole, "too-many-columns", [said, remedy]);
            return Vec::new();
        }
    }
    for cells in reader.records().flatten() {
        let row = CsvRow { place: place(&cells, file.text.as_bytes()), cells };
        let (found, expected) = (row.cells.len(), columns.len());
        if found != expected {
            let said = format!("The row has {found} cells, but the table has {expected} columns.");
            let remedy = "What is missing is read as empty, and what is too much is left out. Cells with commas, \
                          quotes or line breaks have to stand in double quotes.";
            problems.warn(file, row.place.clone(), "uneven-row", [said, remedy.to_owned()]);
        }
        take(&columns, row);
    }
    columns
}

/// The table after a byte order mark and after a line such as `sep=;`, by which spreadsheets are told the separator.
pub(crate) fn without_separator_line(text: &str) -> &str {
    let text = text.trim_start_matches('\u{feff}');
    let rest = text.strip_prefix("sep=").and_then(|rest| rest.split_once('\n'));
    rest.filter(|(separator, _)| separator.trim_end_matches('\r').len() == 1)
        .map_or(text, |(_, rest)| rest)
}

/// The separator of the cells of a table: of comma, semicolon (as spreadsheets write where the comma is for decimals) and
/// tab the one that occurs most in the first line, outside of quotes.
pub(crate) fn separator(text: &[u8]) -> u8 {
    const SEPARATORS: [u8; 3] = [b',', b';', b'\t'];
    let mut counts = [0_usize; 3];
    let mut is_quoted = false;
    for byte in text {
        match SEPARATORS.iter().position(|separator| separator == byte) {
            _ if *byte == b'"' => is_quoted = !is_quoted,
            _ if is_quoted => {}
            Some(at) => counts.get_mut(at).into_iter().for_each(|count| *count += 1),
            None if matches!(byte, b'\n' | b'\r') => break,
            None => {}
        }
    }
    let most = SEPARATORS.into_iter().zip(counts).rev().max_by_key(|(_, count)| *count);
    most.map_or(b',', |(separator, _)| separator)
}

/// The name, with a number if another column has it.
fn unused(name: &str, taken: &[String]) -> String {
    let numbered = (2..).map(|n| format!("{name} ({n})"));
    let mut names = std::iter::once(name.to_owned()).chain(numbered);
    names.find(|name| !taken.contains(name)).unwrap_or_default()
}

/// Writes a table: cells in quotes only where they have to be, lines ending in `\n`.
pub(crate) fn write<R>(columns: &[String], rows: impl Iterator<Item = R>, sink: &mut dyn Sink)
where
    R: IntoIterator<Item = String>,
{
    sink.push(&line(b',', columns.iter()));
    rows.for_each(|row| sink.push(&line(b',', row.into_iter())));
}

/// A line of a table, with its end.
pub(crate) fn line<C: AsRef<[u8]>>(separator: u8, cells: impl Iterator<Item = C>) -> String {
    let mut writer = WriterBuilder::new();
    let mut writer = writer.delimiter(separator).flexible(true).from_writer(Vec::new());
    // Writing into memory does not fail.
    let _ = writer.write_record(cells);
    writer.into_inner().ok().and_then(|bytes| String::from_utf8(bytes).ok()).unwrap_or_default()
}

/// The text of a table, as [`write()`] writes it.
#[cfg(test)]
pub(crate) fn written<R>(columns: &[String], rows: impl Iterator<Item = R>) -> String
where
    R: IntoIterator<Item = String>,
{
    let mut files = Vec::new();
    Sink::begin(&mut files, "");
    write(columns, rows, &mut files);
    files.remove(0).text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (CsvTable, Vec<String>) {
        let mut problems = FileProblems::default();
        let table = CsvTable::read(&TextFile::new("", text), &mut problems);
        let said = problems.listed().iter().map(|p| p.diagnostic.place.to_string()).collect();
        (table, said)
    }

    #[test]
    fn cells_come_and_go_as_they_are() {
        let text = "a,b,a\n1,\"x, \"\"y\"\"\nz\",\n,,é\n";
        let (table, problems) = read(text);
        assert_eq!(
            (table.columns.as_slice(), problems.len()),
            (&["a", "b", "a (2)"].map(String::from)[..], 0)
        );
        let cells = |row: &CsvRow| (0..3).map(|i| row.cell(i).to_owned()).collect::<Vec<_>>();
        assert_eq!(
            table.rows.iter().map(cells).collect::<Vec<_>>(),
            [["1", "x, \"y\"\nz", ""], ["", "", "é"]]
        );
        let columns = ["a", "b", "a"].map(String::from);
        assert_eq!(written(&columns, table.rows.iter().map(cells)), text);
    }

    #[test]
    fn separators_are_told_by_the_first_line() {
        for (text, expected) in [
            ("", b','),
            ("a", b','),
            ("a;b,c;d\n,,,,,", b';'),
            ("\"a;b;c\",d", b','),
            ("a\tb\r\n", b'\t'),
            ("a,b;c", b','),
        ] {
            assert_eq!(separator(text.as_bytes()), expected, "{text:?}");
        }
    }

    #[test]
    fn uneven_rows_have_their_place() {
        let (table, problems) = read("\u{feff}a,b\r\n1\r\n1,2,3\r\n\"open,2\r\n");
        assert_eq!(table.columns, ["a", "b"]);
        assert_eq!(table.rows.iter().map(|row| row.cell(1)).collect::<Vec<_>>(), ["", "2", ""]);
        assert_eq!(problems, ["line 2, column 1", "line 3, column 1", "line 4, column 1"]);
        assert_eq!(read("").0.columns.len(), 0);
    }
}
