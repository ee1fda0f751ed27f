//! Names that can be those of files, for formats that name files after annotators.

/// The maximal length of a name, in bytes: with an ending it fits every file system.
const LONGEST: usize = 100;

/// Returns `true` if a name can be that of a file on every system, without its ending.
pub(crate) fn is_file_name(name: &str) -> bool {
    let is_odd = |c: char| c.is_control() || "/\\:*?\"<>|".contains(c);
    let is_short = !name.is_empty() && name.len() <= LONGEST;
    is_short && !name.starts_with('.') && name.trim() == name && !name.contains(is_odd)
}

#[cfg(test)]
mod tests {
    use super::is_file_name;

    #[test]
    fn names_of_files_are_short_and_plain() {
        for name in ["anna", "Bob é😀", "a.b", "dataset-anna@example.org"] {
            assert!(is_file_name(name), "{name}");
        }
        let long = "x".repeat(101);
        for name in ["", ".", "..", "a/b", "a\\b", " a", "a\n", "c:", long.as_str()] {
            assert!(!is_file_name(name), "{name}");
        }
    }
}
