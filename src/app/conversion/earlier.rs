//! Choices and decisions about files, kept when their page goes: for further files that join them, and for the same files when
//! they are chosen again.

use std::cell::RefCell;
use std::collections::BTreeMap;

use leptos::prelude::*;

use super::decisions::DecidedSource;
use super::recognition::with_folder;
use super::{Conversion, ForeignSource, FormatGroup};
use crate::app::adjudication::request::NamedData;

/// A source as it was left.
pub(super) struct EarlierSource {
    /// Its only file; `None` for that of all files together.
    file: Option<NamedData>,
    format: Option<String>,
    offsets: Option<String>,
    decided: DecidedSource,
}

/// Files as they were left.
struct EarlierFiles {
    files: Vec<NamedData>,
    sources: Vec<EarlierSource>,
}

thread_local! {
    /// Those of the page that was left last.
    static LEFT: RefCell<Option<EarlierFiles>> = const { RefCell::new(None) };
}

/// Keeps what was chosen and decided on the page when it goes.
pub(super) fn keep_when_left(conversion: Conversion) {
    on_cleanup(move || {
        if let Some(left) = as_left(conversion) {
            LEFT.set(Some(left));
        }
    });
}

fn as_left(conversion: Conversion) -> Option<EarlierFiles> {
    let groups = conversion.groups.try_get_untracked()?;
    let mut decided = conversion.decisions.by_source()?.into_iter();
    let files = conversion.foreign.try_with_value(|foreign| foreign.files.clone())?;
    let by_path = by_path(&files);
    let mut sources = Vec::new();
    for group in groups {
        for source in group.sources {
            let (format, offsets) = (group.format.clone(), group.offsets.clone());
            let file = by_path.get(&source.path).cloned();
            let decided = decided.next().unwrap_or_default();
            sources.push(EarlierSource { file, format, offsets, decided });
        }
    }
    Some(EarlierFiles { files, sources })
}

/// The files by the paths of sources with one file.
fn by_path(files: &[NamedData]) -> BTreeMap<String, NamedData> {
    let paths = with_folder(files).into_iter().map(|file| file.name);
    paths.zip(files.iter().cloned()).collect()
}

/// The sources as they were left, if these files, perhaps with further ones or without some, are those that were left last.
pub(super) fn earlier_sources(files: &[NamedData]) -> Vec<EarlierSource> {
    let is_of_left = |left: &EarlierFiles| {
        files.starts_with(&left.files) || files.iter().all(|file| left.files.contains(file))
    };
    let left = LEFT.take().filter(is_of_left);
    let Some(EarlierFiles { files: before, sources }) = left else { return Vec::new() };
    // The records of a folder are numbered over all of its files.
    let is_same = |source: &EarlierSource| source.file.is_some() || before.len() == files.len();
    sources.into_iter().filter(is_same).collect()
}

/// Chooses for each group what was chosen for one of its sources, and gives what was decided about each source, in order.
pub(super) fn chosen_again(
    groups: &mut [FormatGroup],
    files: &[NamedData],
    mut earlier: Vec<EarlierSource>,
) -> Vec<DecidedSource> {
    let by_path = by_path(files);
    let is_same = |left: &EarlierSource, source: &ForeignSource| {
        left.file.as_ref() == by_path.get(&source.path)
    };
    for group in groups.iter_mut() {
        let is_of_group =
            |left: &&EarlierSource| group.sources.iter().any(|source| is_same(left, source));
        if let Some(left) = earlier.iter().find(is_of_group) {
            (group.format, group.offsets) = (left.format.clone(), left.offsets.clone());
            group.is_stale = left.format.is_some() || left.offsets.is_some();
        }
    }
    let sources = groups.iter().flat_map(|group| &group.sources);
    let decided = sources.map(|source| {
        let at = earlier.iter().position(|left| is_same(left, source));
        at.map(|at| earlier.swap_remove(at)).map(|left| left.decided).unwrap_or_default()
    });
    decided.collect()
}
