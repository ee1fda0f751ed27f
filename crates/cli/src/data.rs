//! Opening of data files, the same for every command. A submission, as a receiver keeps it, is a data file with the name of
//! its annotator.

use std::path::Path;

use super::files::read;
use super::paths::shown;
use super::progress::done;
use super::report::{Console, Failure};
use spanwise_annotation::format::{Dataset, DatasetReader, counted_in_utf16};
use spanwise_submission::submission::Submission;

/// Bytes between two updates of the bar.
const STEP: usize = 1 << 20;

/// Opens a data file, with offsets in UTF-16 units, and reports its problems. `None` if it is not a data file.
pub(super) fn open(path: &Path, console: &mut Console) -> Result<Option<Dataset>, Failure> {
    Ok(open_annotated(path, console)?.map(|annotated| annotated.dataset))
}

/// A data file with its annotator, if it is a submission.
pub(super) struct AnnotatedData {
    pub(super) dataset: Dataset,
    pub(super) annotator: Option<String>,
}

/// Opens a data file as [`open`] does.
pub(super) fn open_annotated(
    path: &Path,
    console: &mut Console,
) -> Result<Option<AnnotatedData>, Failure> {
    let text = read(path)?;
    let (text, annotator) = match submission(&text) {
        Some(submission) => (submission.annotations(), Some(submission.worker().id().to_owned())),
        None => (text, None),
    };
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
    Ok(Some(AnnotatedData { dataset, annotator }))
}

/// Reads a submission; `None` if the file is something else.
fn submission(text: &str) -> Option<Submission> {
    // Most files are lists, and large ones need not be read twice.
    if !text.trim_start().starts_with('{') {
        return None;
    }
    Submission::from_json(text)
}
