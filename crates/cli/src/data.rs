//! Opening of data files. A submission, as a receiver keeps it, is a data file with the name of
//! its annotator.

use std::path::Path;

use super::args::InputArgs;
use super::convert::tell_problems;
use super::files::read;
use super::input::{Input, THRESH, known};
use super::paths::shown;
use super::progress::done;
use super::report::{Console, Failure};
use spanwise_annotation::format::{Dataset, DatasetReader, counted_in_utf16};
use spanwise_interchange::{ImportOptions, ReadingPurpose};
use spanwise_submission::submission::Submission;

/// Bytes between two updates of the bar.
const STEP: usize = 1 << 20;

/// Opens a data file of Thresh's format, with offsets in UTF-16 units, and reports its problems. `None` if it is not one.
pub(super) fn open(path: &Path, console: &mut Console) -> Result<Option<Dataset>, Failure> {
    Ok(read_annotated(path, read(path)?, console).map(|annotated| annotated.dataset))
}

/// A data file with its annotator, if it is a submission.
pub(super) struct AnnotatedData {
    pub(super) dataset: Dataset,
    pub(super) annotator: Option<String>,
}

/// Opens an annotator's file of any format, as Thresh's, and reports its problems. `None` if it cannot be read as that.
pub(super) fn open_annotated(
    path: &Path,
    args: &InputArgs,
    console: &mut Console,
) -> Result<Option<AnnotatedData>, Failure> {
    let input = Input::of_annotators(path, args)?;
    let unit = args.unit();
    if input.is_thresh() && unit.is_none() {
        let text = input.files.into_iter().map(|file| file.text).collect();
        return Ok(read_annotated(path, text, console));
    }
    // Data that only its own format needs is no part of what is written.
    let reading = ImportOptions { unit, purpose: ReadingPurpose::ThreshFormat };
    let mut imported = input.format.import(input.files, reading);
    tell_problems(path, &imported.problems, console);
    let written = known(THRESH)?.export(&mut imported.corpus).files;
    let text = written.into_iter().map(|file| file.text).collect();
    Ok(read_annotated(path, text, console))
}

/// Reads the text of a data file, with offsets in UTF-16 units, and reports its problems.
fn read_annotated(path: &Path, text: String, console: &mut Console) -> Option<AnnotatedData> {
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
            return None;
        }
    };
    dataset.problems().iter().for_each(|problem| console.problem(path, problem));
    Some(AnnotatedData { dataset, annotator })
}

/// Reads a submission; `None` if the file is something else.
fn submission(text: &str) -> Option<Submission> {
    // Most files are lists, and large ones need not be read twice.
    if !text.trim_start().starts_with('{') {
        return None;
    }
    Submission::from_json(text)
}
