//! Files that are written bit by bit.

use std::collections::HashMap;

use super::report::File;

/// Files by their paths, in the order in which they are first written to.
#[derive(Debug, Default)]
pub(super) struct Folder {
    files: Vec<File>,
    places: HashMap<String, usize>,
}

impl Folder {
    /// Adds to the text of a file.
    pub(super) fn append(&mut self, path: &str, write: impl FnOnce(&mut String)) {
        let at = match self.places.get(path) {
            Some(at) => *at,
            None => {
                self.places.insert(path.to_owned(), self.files.len());
                self.files.push(File::new(path, ""));
                self.files.len() - 1
            }
        };
        if let Some(file) = self.files.get_mut(at) {
            write(&mut file.text);
        }
    }

    pub(super) fn into_files(self) -> Vec<File> {
        self.files
    }
}
