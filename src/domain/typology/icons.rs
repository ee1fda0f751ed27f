//! Icons of categories: drawings of our own for the names that templates use, so that no font has to be loaded.

/// A line for each drawing: names of Font Awesome, and a path on a grid of 16 by 16, drawn as a line of width 1.5.
const DRAWINGS: &str = include_str!("icons.txt");

/// The path of an icon, by its name without `fa-`; `None` if there is no drawing of it.
#[must_use]
pub fn drawing(name: &str) -> Option<&'static str> {
    drawings().find(|(names, _)| names.split(' ').any(|known| known == name)).map(|(_, path)| path)
}

/// One name of each drawing, without `fa-`.
pub fn names() -> impl Iterator<Item = &'static str> {
    drawings().filter_map(|(names, _)| names.split(' ').next())
}

fn drawings() -> impl Iterator<Item = (&'static str, &'static str)> {
    DRAWINGS.lines().filter_map(|line| line.split_once(": "))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn drawings_are_found_by_each_of_their_names() {
        assert!(drawing("trash").is_some());
        assert_eq!(drawing("trash-can"), drawing("trash"));
        assert_eq!(drawing("no-such-icon"), None);
        assert_eq!(drawing(""), None);
    }

    #[test]
    fn every_line_is_a_drawing_with_names_of_its_own() {
        assert_eq!(drawings().count(), DRAWINGS.lines().count());
        let all: Vec<&str> = drawings().flat_map(|(names, _)| names.split(' ')).collect();
        let unique: BTreeSet<&str> = all.iter().copied().collect();
        assert_eq!(all.len(), unique.len(), "a name stands twice");
        for name in all {
            assert!(name.bytes().all(|b| b.is_ascii_lowercase() || b == b'-'), "{name}");
        }
    }

    #[test]
    fn a_drawing_is_a_path_and_nothing_else() {
        for (names, path) in drawings() {
            let is_path = |b: u8| b.is_ascii_digit() || b"MmLlHhVvCcSsAaZz.- ".contains(&b);
            assert!(path.starts_with(['M', 'm']) && path.bytes().all(is_path), "{names}");
        }
    }
}
