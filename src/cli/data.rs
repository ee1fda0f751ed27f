//! Data files as every command opens them.

use std::path::Path;

use super::files::{read, shown};
use super::progress::done;
use super::report::{Console, Failure};
use crate::domain::diagnostic::Diagnostic;
use crate::domain::format::{Dataset, Reader, in_utf16};

/// Bytes between two looks of the bar.
const STEP: usize = 1 << 20;

/// Opens a data file, offsets in UTF-16 units. `None` if it is none; what is wrong is told.
pub(super) fn open(path: &Path, console: &mut Console) -> Result<Option<Dataset>, Failure> {
    let text = read(path)?;
    let bar = console.progress().bar(&shown(path), text.len());
    let mut reader = Reader::new(text);
    loop {
        let progress = reader.step(STEP);
        bar.set_position(progress.bytes as u64);
        if progress.done {
            break;
        }
    }
    done(&bar);
    let dataset = match reader.finish().and_then(converted) {
        Ok(dataset) => dataset,
        Err(problem) => {
            console.problem(path, &problem);
            return Ok(None);
        }
    };
    dataset.problems().iter().for_each(|problem| console.problem(path, problem));
    Ok(Some(dataset))
}

#[allow(clippy::result_large_err, reason = "one per file")]
fn converted(dataset: Dataset) -> Result<Dataset, Diagnostic> {
    match in_utf16(&dataset) {
        Some(text) => Reader::new(text).finish(),
        None => Ok(dataset),
    }
}
