//! A file with its text.

/// A file by its path relative to what was opened, with `/` between folders; empty for a single file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextFile {
    /// Where it is.
    pub path: String,
    /// What it holds.
    pub text: String,
}

impl TextFile {
    /// A file.
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
