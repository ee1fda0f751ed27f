//! Paths as the command line names them.

use std::path::Path;

/// Whether a path stands for standard input or output.
pub(super) fn is_standard(path: &Path) -> bool {
    path == Path::new("-")
}

/// A path as problems and the JSON object name it.
pub(super) fn shown(path: &Path) -> String {
    path.display().to_string()
}
