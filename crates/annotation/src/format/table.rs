//! Tables (CSV, TSV) as a list of objects: one for each row, with a member for each cell.

use csv::{Reader, ReaderBuilder, StringRecord};

use super::dataset::TEMPLATE_KEY;
use super::thresh_read::OWN_KEY;
use spanwise_diagnostics::{Diagnostic, DiagnosticPlace, Severity};
use spanwise_i18n::say;
use spanwise_json::{encode, encode_into};
use spanwise_limits::{MOST_COLUMNS, MOST_FILE_PROBLEMS};

/// Member names that a data file uses for other things than texts: a column with such a name gets another one.
const RESERVED: [&str; 4] = ["edits", "bookmark", OWN_KEY, TEMPLATE_KEY];

/// Reads a table step by step.
#[derive(Debug)]
pub struct TableReader<'t> {
    text: &'t str,
    reader: Reader<&'t [u8]>,
    /// Names of columns, each used once.
    columns: Vec<String>,
    json: String,
    row: StringRecord,
    problems: Vec<Diagnostic>,
}

impl<'t> TableReader<'t> {
    /// Starts to read a table whose cells are separated by a byte; a byte order mark is allowed.
    ///
    /// # Errors
    /// If there are more than [`MOST_COLUMNS`] columns.
    #[allow(clippy::result_large_err, reason = "one per file")]
    pub fn new(text: &'t str, separator: u8) -> Result<Self, Diagnostic> {
        let mut reader =
            ReaderBuilder::new().flexible(true).delimiter(separator).from_reader(text.as_bytes());
        let mut columns = Vec::new();
        let header = reader.headers().cloned().unwrap_or_default();
        if header.len() > MOST_COLUMNS {
            return Err(too_many_columns(header.len()));
        }
        for (at, name) in header.iter().enumerate() {
            let name = match name.trim() {
                "" => unnamed(at),
                name => name.to_owned(),
            };
            columns.push(unused(&name, &columns));
        }
        let (row, problems) = (StringRecord::new(), Vec::new());
        Ok(TableReader { text, reader, columns, json: "[".to_owned(), row, problems })
    }

    /// Reads the next row; `false` if there is none.
    pub fn step(&mut self) -> bool {
        // Reading from memory does not fail, so only the end of the text stops it.
        if !self.reader.read_record(&mut self.row).unwrap_or_default() {
            return false;
        }
        self.check_length();
        self.json.push_str(if self.json.len() == 1 { "\n{" } else { ",\n{" });
        for (at, cell) in self.row.iter().enumerate() {
            let name = match self.columns.get(at) {
                Some(name) => encode(name),
                None => encode(&unused(&unnamed(at), &self.columns)),
            };
            self.json.push_str(if at == 0 { "" } else { ", " });
            self.json.push_str(&name);
            self.json.push_str(": ");
            encode_into(cell, &mut self.json);
        }
        self.json.push('}');
        true
    }

    /// Returns the rows as JSON, and the problems of rows that differ in length from the first line.
    #[must_use]
    pub fn finish(mut self) -> (String, Vec<Diagnostic>) {
        self.json.push_str("\n]\n");
        (self.json, self.problems)
    }

    fn check_length(&mut self) {
        let (found, expected) = (self.row.len(), self.columns.len());
        if found == expected || self.problems.len() > MOST_FILE_PROBLEMS {
            return;
        }
        if self.problems.len() == MOST_FILE_PROBLEMS {
            let message = say!(DataMoreProblemsThanListed);
            let remedy = say!(DataCorrectFirstAndOpenFileAgain);
            return self.problems.push(Diagnostic::warning(
                "more-problems",
                DiagnosticPlace::Whole,
                message,
                remedy,
            ));
        }
        let message = say!(
            DataRowCellsButFirstLineNames,
            found = found.to_string(),
            expected = expected.to_string()
        );
        let remedy = if found < expected {
            say!(DataLastColumnsMissingCellsWithSeparators)
        } else {
            say!(DataCellsBeyondKeptUnderNamesTheir)
        };
        let place = place(&self.row, self.text.as_bytes());
        self.problems.push(Diagnostic::warning("uneven-row", place, message, remedy));
    }
}

fn too_many_columns(found: usize) -> Diagnostic {
    let message = say!(
        DataFirstLineNamesColumnsMore,
        found = found.to_string(),
        most = MOST_COLUMNS.to_string()
    );
    let remedy = say!(DataCheckWhatSeparatesCellsOrLeave);
    let severity = Severity::Error;
    Diagnostic {
        severity,
        ..Diagnostic::warning("too-many-columns", DiagnosticPlace::Whole, message, remedy)
    }
}

/// The name of a column (0-based) that the first line does not name.
fn unnamed(at: usize) -> String {
    format!("column {}", at + 1)
}

/// The name, with a number appended if it is taken by another column or reserved.
fn unused(name: &str, taken: &[String]) -> String {
    let is_free = |name: &String| !taken.contains(name) && !RESERVED.contains(&name.as_str());
    let numbered = (2..).map(|n| format!("{name} ({n})"));
    std::iter::once(name.to_owned()).chain(numbered).find(is_free).unwrap_or_default()
}

/// The start of a row. The position given by the CSV reader may be before line breaks that it skips.
pub fn place(row: &StringRecord, text: &[u8]) -> DiagnosticPlace {
    let (line, byte) = row.position().map_or((0, 0), |at| (at.line(), at.byte()));
    let byte = usize::try_from(byte).unwrap_or(usize::MAX);
    let rest = text.get(byte..).unwrap_or_default();
    let skipped = rest.iter().take_while(|b| matches!(b, b'\r' | b'\n'));
    let (breaks, length) =
        skipped.fold((0, 0), |(breaks, length), b| (breaks + u64::from(*b == b'\n'), length + 1));
    let line = u32::try_from(line.saturating_add(breaks)).unwrap_or(u32::MAX);
    let byte = byte.saturating_add(length);
    DiagnosticPlace::Text { line, column: 1, bytes: byte..byte }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, separator: u8) -> (String, Vec<String>) {
        let mut reader = TableReader::new(text, separator).unwrap();
        while reader.step() {}
        let (json, problems) = reader.finish();
        (json, problems.iter().map(|problem| problem.sentence().to_string()).collect())
    }

    #[test]
    fn rows_become_objects() {
        let cases = [
            ("source,target\na,b\n", b',', r#"[ {"source": "a", "target": "b"} ]"#),
            ("\u{feff}a;b\r\n1,5;\"x\r\ny\"\"\"\r\n", b';', r#"[ {"a": "1,5", "b": "x\r\ny\""} ]"#),
            ("a\tb\n\t🚢\n\n2\t3", b'\t', r#"[ {"a": "", "b": "🚢"}, {"a": "2", "b": "3"} ]"#),
            (
                " a ,a,,edits\n1,2,3,4",
                b',',
                r#"[ {"a": "1", "a (2)": "2", "column 3": "3", "edits (2)": "4"} ]"#,
            ),
            ("a,b\n", b',', "[ ]"),
            ("", b',', "[ ]"),
        ];
        for (text, separator, expected) in cases {
            let (json, problems) = read(text, separator);
            assert_eq!(json.trim_end().replace('\n', " "), expected, "{text}");
            assert!(problems.is_empty(), "{problems:?}");
        }
    }

    #[test]
    fn rows_of_another_length_are_kept_and_said_with_their_line() {
        let (json, problems) = read("a,b\r\n1\r\n\r\n1,2,3\r\n\"open,2\r\n", b',');
        let expected =
            r#"[ {"a": "1"}, {"a": "1", "b": "2", "column 3": "3"}, {"a": "open,2\r\n"} ]"#;
        assert_eq!(json.trim_end().replace('\n', " "), expected);
        let places: Vec<&str> = problems
            .iter()
            .filter_map(|said| said.split_once(", "))
            .map(|(line, _)| line)
            .collect();
        assert_eq!(places, ["line 2", "line 4", "line 5"]);
        assert!(problems[1].contains("3 cells") && problems[1].contains("2 columns"));
    }

    #[test]
    fn problems_are_listed_up_to_a_number() {
        let (_, problems) = read(&format!("a,b\n{}", "1\n".repeat(5000)), b',');
        assert_eq!(problems.len(), MOST_FILE_PROBLEMS + 1);
    }

    #[test]
    fn a_table_of_thousands_of_columns_is_refused() {
        let text = "a,".repeat(MOST_COLUMNS + 1);
        assert_eq!(TableReader::new(&text, b',').unwrap_err().code, "too-many-columns");
    }
}
