//! Paths in arguments and messages.

use std::path::Path;

/// Returns `true` if a path stands for standard input or output.
pub(super) fn is_standard(path: &Path) -> bool {
    path == Path::new("-")
}

/// The text of a path in problems and in the JSON object.
pub(super) fn shown(path: &Path) -> String {
    path.display().to_string()
}
