//! Opens what is read in a format of annotations: one that was named, or that the content is recognised as.

use std::path::Path;

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
        if let Some(name) = named {
            let format = known(name)?;
            let files = files::read_all(path, Some(format.layout))?;
            return Ok(Input { format, is_detected: false, files });
        }
        let files = files::read_all(path, None)?;
        let format = only(path, &detect(&files), option)?;
        Ok(Input { format, is_detected: true, files })
    }
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
