//! Icons of categories: names of Font Awesome, and the files that the build makes of its drawings (`icons/make.mjs`).
//! The drawings themselves are no part of the program.

use spanwise_json::{Json, Object};

/// The number of files that the icons are distributed over.
const FILES: u32 = 128;

/// The file with the names of all icons, without styles.
pub const NAMES: &str = "font-awesome/names.json";

/// Words besides the name, with the style that they ask for; `None` for a mere prefix, and for styles that are not
/// free: these are drawn in the style that is available.
const STYLES: [(&str, Option<&str>); 20] = [
    ("fa", None),
    ("fas", Some("solid")),
    ("fa-solid", Some("solid")),
    ("far", Some("regular")),
    ("fa-regular", Some("regular")),
    ("fab", Some("brands")),
    ("fa-brands", Some("brands")),
    ("fa-classic", None),
    ("fal", None),
    ("fa-light", None),
    ("fat", None),
    ("fa-thin", None),
    ("fad", None),
    ("fa-duotone", None),
    ("fa-sharp", None),
    ("fa-sharp-duotone", None),
    ("fass", None),
    ("fasr", None),
    ("fasl", None),
    ("fast", None),
];

/// Parses the name of an icon: `trash`, or `regular/star` with a style. `None` if the text contains none.
#[must_use]
pub fn icon_name(text: &str) -> Option<String> {
    let style_of = |word: &str| STYLES.iter().find(|(known, _)| *known == word);
    let words = || text.split_ascii_whitespace();
    // Words after the name set size or animation.
    let name = words().find(|word| style_of(word).is_none()).or_else(|| words().last())?;
    let name = name.strip_prefix("fa-").unwrap_or(name);
    let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if name.is_empty() || !words().all(|word| word.chars().all(fits)) {
        return None;
    }
    let style = words().find_map(|word| style_of(word)?.1);
    Some(style.map_or_else(|| name.to_owned(), |style| format!("{style}/{name}")))
}

/// The name without a style.
#[must_use]
pub fn without_style(icon: &str) -> &str {
    icon.split_once('/').map_or(icon, |(_, name)| name)
}

/// The file of an icon, the same for all its styles.
#[must_use]
pub fn file_of(icon: &str) -> String {
    let sum: u32 = without_style(icon).bytes().map(u32::from).sum();
    format!("font-awesome/{}.json", sum % FILES)
}

/// The drawing of an icon: a filled path on a grid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IconDrawing {
    /// `viewBox` of the grid.
    pub view_box: String,
    /// The path, as the attribute `d` takes it.
    pub path: String,
}

/// The entry of an icon in its file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum IconEntry {
    /// Its drawing.
    Drawing(IconDrawing),
    /// Another name to look it up by.
    Other(String),
}

/// Looks up an icon in the text of [its file](file_of). An icon without the requested style is drawn in the available
/// one.
#[must_use]
pub fn find(file: &str, icon: &str) -> Option<IconEntry> {
    let entries = Object::parse(file)?;
    let entry = entries.get(icon).or_else(|| entries.get(without_style(icon)))?;
    if let Json::String(other) = Json::read(entry) {
        let style = icon.split_once('/').filter(|_| !other.contains('/'));
        return Some(IconEntry::Other(match style {
            Some((style, _)) => format!("{style}/{other}"),
            None => other.into_owned(),
        }));
    }
    let (width, height, path): (u32, u32, String) = serde_json::from_str(entry).ok()?;
    Some(IconEntry::Drawing(IconDrawing { view_box: format!("0 0 {width} {height}"), path }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_in_every_form_that_font_awesome_has() {
        for (text, name) in [
            ("fa-trash", Some("trash")),
            ("trash", Some("trash")),
            ("fa-solid fa-trash", Some("solid/trash")),
            ("fas fa-trash-alt", Some("solid/trash-alt")),
            ("fa fa-trash", Some("trash")),
            ("fa-regular fa-star fa-lg", Some("regular/star")),
            ("far  fa-circle", Some("regular/circle")),
            ("fab fa-github", Some("brands/github")),
            ("fa-sharp fa-solid fa-pen", Some("solid/pen")),
            ("fa-2", Some("2")),
            ("fa", Some("fa")),
            ("fa-", None),
            ("", None),
            ("fa-x\"><script>", None),
            ("fa-Trash", None),
            ("regular/star", None),
        ] {
            assert_eq!(icon_name(text).as_deref(), name, "{text}");
        }
    }

    #[test]
    fn icons_are_found_by_name_style_and_other_names() {
        let file = r#"{"circle": [512, 512, "M1 1z"], "regular/circle": [512, 500, "M2 2z"],
            "circle-o": "regular/circle", "dot": "circle", "odd": [1], "worse": {}}"#;
        let drawing = |view_box: &str, path: &str| {
            Some(IconEntry::Drawing(IconDrawing {
                view_box: view_box.to_owned(),
                path: path.to_owned(),
            }))
        };
        let other = |name: &str| Some(IconEntry::Other(name.to_owned()));
        for (icon, found) in [
            ("circle", drawing("0 0 512 512", "M1 1z")),
            ("solid/circle", drawing("0 0 512 512", "M1 1z")),
            ("regular/circle", drawing("0 0 512 500", "M2 2z")),
            ("brands/circle", drawing("0 0 512 512", "M1 1z")),
            ("circle-o", other("regular/circle")),
            ("solid/circle-o", other("regular/circle")),
            ("regular/dot", other("regular/circle")),
            ("dot", other("circle")),
            ("square", None),
            ("odd", None),
            ("worse", None),
        ] {
            assert_eq!(find(file, icon), found, "{icon}");
        }
        assert_eq!(find("<!doctype html>", "circle"), None);
    }

    #[test]
    fn each_name_has_its_file_whatever_the_style() {
        assert_eq!(file_of("a"), "font-awesome/97.json");
        assert_eq!(file_of("regular/ab"), "font-awesome/67.json");
        assert_eq!(file_of(""), "font-awesome/0.json");
    }
}
