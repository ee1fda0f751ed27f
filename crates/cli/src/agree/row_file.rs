//! Rows for analyses in other programs, as a file.

use std::path::Path;

use serde::Serialize;

use crate::args::AgreeArgs;
use crate::files::OutputPath;
use crate::report::{Console, Failure};

/// Writes rows: JSON Lines, TSV or CSV, by the extension of the path. What is written is never one of the inputs.
pub(super) fn write<T: Serialize>(
    rows: &[T],
    path: &Path,
    args: &AgreeArgs,
    console: &mut Console,
) -> Result<(), Failure> {
    let kept: Vec<&Path> = args.inputs().map(std::path::PathBuf::as_path).collect();
    let output = OutputPath::new(path, &kept, false)?;
    let is =
        |extension: &str| path.extension().is_some_and(|own| own.eq_ignore_ascii_case(extension));
    let text = if is("jsonl") {
        rows.iter().map(|row| Ok(serde_json::to_string(row)? + "\n")).collect::<Result<_, _>>()
    } else {
        table(rows, if is("tsv") { b'\t' } else { b',' })
    };
    let unwritable = |error: serde_json::Error| {
        Failure::new(format!("The rows can't be written: {error}."), "Choose another file name.")
    };
    output.write(&text.map_err(unwritable)?, console)
}

fn table<T: Serialize>(rows: &[T], delimiter: u8) -> Result<String, serde_json::Error> {
    let mut writer = csv::WriterBuilder::new().delimiter(delimiter).from_writer(Vec::new());
    let other = |error: String| serde::ser::Error::custom(error);
    for row in rows {
        writer.serialize(row).map_err(|error| other(error.to_string()))?;
    }
    let bytes = writer.into_inner().map_err(|error| other(error.to_string()))?;
    String::from_utf8(bytes).map_err(|error| other(error.to_string()))
}
