//! A file with its text.

/// A text file, identified by its path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextFile {
    /// The path relative to the opened folder, with `/` between folders; empty for a single file.
    pub path: String,
    /// Its content.
    pub text: String,
}

impl TextFile {
    /// Creates a file.
    #[must_use]
    pub fn new(path: impl Into<String>, text: impl Into<String>) -> Self {
        TextFile { path: path.into(), text: text.into() }
    }

    /// The last part of the path.
    #[must_use]
    pub fn name(&self) -> &str {
        self.path.rsplit('/').next().unwrap_or_default()
    }
}
