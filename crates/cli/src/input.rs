//! Opens what is read in a format of annotations: one that was named, or that the content is recognised as.

use std::path::Path;

use super::args::InputArgs;
use super::files;
use super::paths::shown;
use super::report::Failure;
use spanwise_interchange::{Format, TextFile, detect, format};

/// Files with their format.
pub(super) struct Input {
    pub(super) format: &'static Format,
    /// `true` if nobody named the format.
    pub(super) is_detected: bool,
    pub(super) files: Vec<TextFile>,
}

impl Input {
    /// Opens a file or a folder. `option` is the option that names the format.
    ///
    /// # Errors
    /// If it cannot be read, or if no format was named, and none fits, or several do.
    pub(super) fn open(path: &Path, named: Option<&str>, option: &str) -> Result<Self, Failure> {
        Input::open_as(path, named, |candidates| only(path, candidates, option))
    }

    /// Opens a file or a folder of annotators. What looks like no format at all is taken for Thresh's, which explains what
    /// is wrong with it.
    ///
    /// # Errors
    /// If it cannot be read, or if no format was named, and several others fit.
    pub(super) fn of_annotators(path: &Path, args: &InputArgs) -> Result<Self, Failure> {
        Input::open_as(path, args.format.as_deref(), |candidates| {
            let is_usual =
                candidates.is_empty() || candidates.iter().any(|format| is_thresh(format));
            if is_usual { known(THRESH) } else { only(path, candidates, "--format") }
        })
    }

    fn open_as(
        path: &Path,
        named: Option<&str>,
        choose: impl FnOnce(&[&'static Format]) -> Result<&'static Format, Failure>,
    ) -> Result<Self, Failure> {
        if let Some(name) = named {
            let format = known(name)?;
            let files = files::read_all(path, Some(format.layout))?;
            return Ok(Input { format, is_detected: false, files });
        }
        let files = files::read_all(path, None)?;
        let format = choose(&detect(&files))?;
        Ok(Input { format, is_detected: true, files })
    }

    /// Returns `true` if the format is Thresh's.
    pub(super) fn is_thresh(&self) -> bool {
        is_thresh(self.format)
    }
}

/// The name of Thresh's format.
pub(super) const THRESH: &str = "thresh";

fn is_thresh(format: &Format) -> bool {
    format.name == THRESH
}

/// A format by its name.
pub(super) fn known(name: &str) -> Result<&'static Format, Failure> {
    format(name).ok_or_else(|| {
        let message = format!("There is no format “{name}”.");
        Failure::new(message, "`spanwise formats` lists those that there are.")
    })
}

/// The only candidate.
fn only(
    path: &Path,
    candidates: &[&'static Format],
    option: &str,
) -> Result<&'static Format, Failure> {
    let path = shown(path);
    match candidates {
        [format] => Ok(format),
        [] => Err(Failure::new(
            format!("{path} looks like none of the formats of annotations."),
            format!("Name its format with {option}: `spanwise formats` lists them."),
        )),
        several => {
            let names: Vec<&str> = several.iter().map(|format| format.name).collect();
            let names = names.join(", ");
            Err(Failure::new(
                format!("{path} looks like several formats: {names}."),
                format!("Name the one that it is with {option}."),
            ))
        }
    }
}
