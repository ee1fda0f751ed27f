//! Files as researchers have them, in every format, and the expected results.

#![expect(clippy::expect_used, clippy::panic, reason = "a test may fail")]

mod across;
mod examples;
mod long;
mod nasty;
mod round_trip;
mod templates;

use std::collections::BTreeMap;

use serde_json::Value;
use spanwise_interchange::{Corpus, Format, ImportOptions, ImportOutcome, TextFile, format};

/// The format with this name, which must exist.
fn of(name: &str) -> &'static Format {
    format(name).unwrap_or_else(|| panic!("there is no format {name}"))
}

fn read(name: &str, files: &[TextFile]) -> ImportOutcome {
    of(name).import(files, ImportOptions::default())
}

/// Records as Thresh's JSON, as text and as values.
fn thresh(corpus: &Corpus) -> (TextFile, Value) {
    let file = of("thresh").export(&mut corpus.clone()).files.remove(0);
    let value = serde_json::from_str(&file.text).expect("JSON");
    (file, value)
}

/// The values of files: JSON and its lines as values, tables in CSV by their cells, other text as it is.
fn values(format: &str, files: &[TextFile]) -> BTreeMap<String, Value> {
    let value = |text: &str| {
        let lines = || text.lines().map(serde_json::from_str).collect::<Result<Vec<Value>, _>>();
        let json = serde_json::from_str(text).or_else(|_| lines().map(Value::from));
        json.unwrap_or_else(|_| match format {
            "falte" | "pygamma" | "scarecrow" | "csv-spans" | "csv-edits" => rows(text, b','),
            "tsv-spans" | "tsv-edits" => rows(text, b'\t'),
            _ => Value::from(text),
        })
    };
    files.iter().map(|file| (file.path.clone(), value(&file.text))).collect()
}

fn rows(text: &str, separator: u8) -> Value {
    let mut table = csv::ReaderBuilder::new();
    let table = table.delimiter(separator).has_headers(false).from_reader(text.as_bytes());
    let rows = table.into_records().map(|row| row.expect("a row"));
    rows.map(|row| row.iter().map(Value::from).collect::<Value>()).collect()
}
