//! The files of the project, for tests that read them.

#![expect(clippy::expect_used, clippy::panic, reason = "only tests call it")]

use std::fs;
use std::path::{Path, PathBuf};

/// The folder of the project.
#[must_use]
pub fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

/// The direct entries of a folder, sorted.
///
/// # Panics
/// If there is no such folder.
#[must_use]
pub fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder").flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    paths
}

/// The files below a folder whose names end in one of `kinds`, sorted; packages of npm left out.
///
/// # Panics
/// If there is none, or no such folder.
#[must_use]
pub fn files_below(folder: &Path, kinds: &[&str]) -> Vec<PathBuf> {
    let is_of_a_kind = |path: &Path| {
        path.extension().and_then(|kind| kind.to_str()).is_some_and(|kind| kinds.contains(&kind))
    };
    let mut found = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        let inside = entries(&folder);
        let (inner, files): (Vec<_>, Vec<_>) = inside.into_iter().partition(|path| path.is_dir());
        folders.extend(inner.into_iter().filter(|path| !path.ends_with("node_modules")));
        found.extend(files.into_iter().filter(|path| is_of_a_kind(path)));
    }
    assert!(!found.is_empty(), "there is nothing in {}", folder.display());
    found.sort();
    found
}

/// The text of a file.
///
/// # Panics
/// If it cannot be read.
#[must_use]
pub fn text_of(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
