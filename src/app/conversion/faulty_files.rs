//! Files that are not read, or not read whole: each is named, and can be left out.

use std::collections::BTreeMap;

use leptos::prelude::*;

use super::answers::ListedProblem;
use super::recognition::with_folder;
use super::{Conversion, ConvertedSource, ForeignSource};
use crate::app::adjudication::request::NamedData;
use crate::app::opening::without_file;

/// A file that is not read, or not read whole.
#[derive(Debug, Clone)]
pub struct FaultyFile {
    /// Its name.
    pub name: String,
    /// The number of records that were read; `None` if it is not known.
    pub records: Option<usize>,
    /// The errors in it; none if its format is not known.
    pub errors: Vec<ListedProblem>,
    /// Its position among several files; `None` if there is no other, and for errors of all together.
    pub at: Option<usize>,
}

impl Conversion {
    /// The files that are not read, or not read whole. Tracks what was read.
    #[must_use]
    pub fn faulty_files(self) -> Vec<FaultyFile> {
        let groups = self.groups.get();
        let sources = groups.iter().flat_map(|group| &group.sources);
        let converted = self.converted.get().unwrap_or_default();
        self.foreign.with_value(|foreign| {
            let faulty =
                |(number, source)| faulty_files_of(source, converted.get(number), &foreign.files);
            sources.enumerate().flat_map(faulty).collect()
        })
    }

    /// Reads the other files, without that at a position.
    pub fn leave_out(self, at: usize) {
        without_file(self.app, self.foreign.get_value(), at);
    }
}

fn faulty_files_of(
    source: &ForeignSource,
    converted: Option<&ConvertedSource>,
    files: &[NamedData],
) -> Vec<FaultyFile> {
    let paths: Vec<String> = with_folder(files).into_iter().map(|file| file.name).collect();
    let at_path = |path: &str| paths.iter().position(|other| other == path);
    let own = at_path(&source.path);
    let is_unknown = source.found.is_unknown();
    let problems = converted.into_iter().flat_map(|converted| &converted.data.problems);
    let mut faulty: BTreeMap<Option<usize>, Vec<ListedProblem>> = BTreeMap::new();
    for error in problems.filter(|problem| problem.is_error()) {
        let at = error.file.as_deref().and_then(at_path).or(own);
        faulty.entry(at).or_default().push(error.clone());
    }
    if is_unknown {
        faulty.entry(own).or_default();
    }
    let records = |at: Option<usize>| {
        if at == own {
            return (!is_unknown).then_some(source.found.records);
        }
        let path = paths.get(at?)?;
        source.records.iter().find(|(other, _)| other == path).map(|(_, records)| *records)
    };
    let file = |(at, errors): (Option<usize>, Vec<ListedProblem>)| FaultyFile {
        name: at.and_then(|at| files.get(at)).map_or(&source.name, |file| &file.name).clone(),
        records: records(at),
        errors,
        at: at.filter(|_| files.len() > 1),
    };
    faulty.into_iter().map(file).collect()
}
