//! Opening of data files, the same for every command.

use std::path::Path;

use super::files::read;
use super::paths::shown;
use super::progress::done;
use super::report::{Console, Failure};
use spanwise_annotation::format::{Dataset, DatasetReader, counted_in_utf16};

/// Bytes between two updates of the bar.
const STEP: usize = 1 << 20;

/// Opens a data file, with offsets in UTF-16 units, and reports its problems. `None` if it is not a data file.
pub(super) fn open(path: &Path, console: &mut Console) -> Result<Option<Dataset>, Failure> {
    let text = read(path)?;
    let bar = console.progress().bar(&shown(path), text.len());
    let mut reader = DatasetReader::new(text);
    loop {
        let progress = reader.step(STEP);
        bar.set_position(progress.bytes as u64);
        if progress.done {
            break;
        }
    }
    done(&bar);
    let dataset = match reader.finish().and_then(counted_in_utf16) {
        Ok(dataset) => dataset,
        Err(problem) => {
            console.problem(path, &problem);
            return Ok(None);
        }
    };
    dataset.problems().iter().for_each(|problem| console.problem(path, problem));
    Ok(Some(dataset))
}
