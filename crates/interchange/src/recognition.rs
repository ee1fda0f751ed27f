//! Recognition of formats by the content of files.
//!
//! A format says of the beginnings of files how far they look like it ([`Format::recognises`]); [`detect`] compares the
//! answers. Nothing is read beyond these beginnings, so that large files and folders are recognised at once.

use std::cell::OnceCell;
use std::collections::HashSet;

use csv::{ByteRecord, ReaderBuilder};

use super::text_file::TextFile;
use super::{FORMATS, FileLayout, Format};
use crate::files::table::{separator, without_separator_line};
use spanwise_json::{decode, skip_space, value_end};

/// How far files look like those of a format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Recognition {
    /// They do not.
    No,
    /// The format takes files of this kind, but they hold nothing that only this format has.
    Possible,
    /// They hold what only this format has.
    Certain,
}

impl From<bool> for Recognition {
    fn from(is_certain: bool) -> Self {
        if is_certain { Recognition::Certain } else { Recognition::No }
    }
}

/// The formats that files look like, in the order of [`FORMATS`]: those that recognise something of their own, or else
/// those that take files of this kind. Empty if no format does, several if more than one fits.
#[must_use]
pub fn detect(files: &[TextFile]) -> Vec<&'static Format> {
    let heads: Vec<FileHead> = files.iter().take(MOST_FILES).map(FileHead::new).collect();
    let is_single = files.len() == 1 && files.iter().all(|file| file.path.is_empty());
    let known = FORMATS.iter().map(|format| {
        let may_be = is_single || format.layout == FileLayout::Folder;
        (if may_be { (format.recognises)(&heads) } else { Recognition::No }, format)
    });
    let known: Vec<(Recognition, &Format)> = known.collect();
    let best = known.iter().map(|(recognition, _)| *recognition).max();
    let best = best.filter(|best| *best > Recognition::No);
    known.iter().filter(|(found, _)| Some(*found) == best).map(|(_, format)| *format).collect()
}

/// The maximal number of files of a folder that are looked at.
const MOST_FILES: usize = 100;

/// The maximal number of bytes that are looked at, except those of strings.
const MOST_BYTES: usize = 1 << 18;

/// The maximal number of strings of a JSON file that are looked at.
const MOST_STRINGS: usize = 10_000;

/// The deepest objects whose members are looked at.
const DEPTH: usize = 3;

/// The beginning of a file.
pub(crate) struct FileHead<'f> {
    file: &'f TextFile,
    /// The text without a byte order mark and a line that names the separator of cells.
    text: &'f str,
    /// The first [`MOST_BYTES`] of it.
    beginning: &'f str,
    json: OnceCell<Option<JsonHead>>,
    separator: OnceCell<u8>,
    columns: OnceCell<Vec<String>>,
}

impl<'f> FileHead<'f> {
    fn new(file: &'f TextFile) -> Self {
        let text = without_separator_line(&file.text);
        FileHead {
            file,
            text,
            beginning: beginning(text),
            json: OnceCell::new(),
            separator: OnceCell::new(),
            columns: OnceCell::new(),
        }
    }

    /// The last part of its path; empty for a single file.
    pub(crate) fn name(&self) -> &'f str {
        self.file.name()
    }

    /// Its path; empty for a single file.
    pub(crate) fn path(&self) -> &'f str {
        &self.file.path
    }

    /// The beginning as JSON; `None` if it begins neither like a list nor like an object.
    pub(crate) fn json(&self) -> Option<&JsonHead> {
        self.json.get_or_init(|| JsonHead::of(self.text)).as_ref()
    }

    /// What separates the cells of a table.
    pub(crate) fn separator(&self) -> u8 {
        *self.separator.get_or_init(|| separator(self.beginning.as_bytes()))
    }

    /// The names of the columns of a table: the cells of its first line.
    pub(crate) fn columns(&self) -> &[String] {
        self.columns.get_or_init(|| columns(self.beginning.as_bytes(), self.separator()))
    }

    /// Returns `true` if a table has all of these columns.
    pub(crate) fn has_columns(&self, names: &[&str]) -> bool {
        // Quick, since JSON is asked, too, and its first line, which may be long, would be divided into cells.
        names.iter().all(|name| self.beginning.contains(name))
            && names.iter().all(|name| self.columns().iter().any(|column| column == name))
    }

    /// The first lines that are not blank.
    pub(crate) fn lines(&self) -> impl Iterator<Item = &'f str> {
        const MOST: usize = 50;
        self.beginning.lines().take(10 * MOST).filter(|line| !line.trim().is_empty()).take(MOST)
    }
}

/// The names of members at the beginning of a JSON file, by the number of objects that they are in: of the items of a
/// list, and of objects one after the other, all have the depth 1.
#[derive(Debug, Default)]
pub(crate) struct JsonHead {
    by_depth: [HashSet<String>; DEPTH],
}

impl JsonHead {
    fn of(text: &str) -> Option<Self> {
        let mut at = skip_space(text, 0);
        let bytes = text.as_bytes();
        if !matches!(bytes.get(at), Some(b'[' | b'{')) {
            return None;
        }
        let mut head = JsonHead::default();
        let (mut open, mut strings, mut others) = (Vec::new(), 0, 0);
        while let Some(byte) =
            bytes.get(at).filter(|_| others < MOST_BYTES && strings < MOST_STRINGS)
        {
            others += 1;
            let start = at;
            at += 1;
            match byte {
                b'{' | b'[' => open.push(*byte),
                b'}' | b']' => drop(open.pop()),
                b'"' => {
                    let Ok(end) = value_end(text, start) else { break };
                    strings += 1;
                    at = end;
                    let is_name = bytes.get(skip_space(text, end)) == Some(&b':');
                    let depth = open.iter().filter(|byte| **byte == b'{').count();
                    let names = depth.checked_sub(1).and_then(|at| head.by_depth.get_mut(at));
                    if let (true, Some(names)) = (is_name, names) {
                        let literal = text.get(start..end).unwrap_or_default();
                        names.insert(decode(literal).text.into_owned());
                    }
                }
                _ => {}
            }
        }
        Some(head)
    }

    /// Returns `true` if all of these are names of members in so many objects, from 1.
    pub(crate) fn has_at(&self, depth: usize, names: &[&str]) -> bool {
        let found = depth.checked_sub(1).and_then(|at| self.by_depth.get(at));
        found.is_some_and(|found| names.iter().all(|name| found.contains(*name)))
    }

    /// Returns `true` if items, or the object, have members with all of these names.
    pub(crate) fn has(&self, names: &[&str]) -> bool {
        self.has_at(1, names)
    }

    /// The same for any of these names.
    pub(crate) fn has_any(&self, names: &[&str]) -> bool {
        names.iter().any(|name| self.has(&[name]))
    }
}

/// The first [`MOST_BYTES`] of a text, without a character that ends beyond.
fn beginning(text: &str) -> &str {
    (0..4).find_map(|less| text.get(..MOST_BYTES - less)).unwrap_or(text)
}

/// The cells of the first line of a table.
fn columns(bytes: &[u8], separator: u8) -> Vec<String> {
    let mut reader = ReaderBuilder::new()
        .delimiter(separator)
        .has_headers(false)
        .flexible(true)
        .from_reader(bytes);
    let mut row = ByteRecord::new();
    // Reading from memory does not fail.
    let _ = reader.read_byte_record(&mut row);
    row.iter().map(|cell| String::from_utf8_lossy(cell).into_owned()).collect()
}

/// Recognises files of which any is JSON with these names.
pub(crate) fn any_json(files: &[FileHead], has: impl Fn(&JsonHead) -> bool) -> Recognition {
    files.iter().filter_map(FileHead::json).any(has).into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::samples;

    #[test]
    fn samples_are_recognised() {
        for format in FORMATS {
            let found = detect(&samples::of(format));
            let names: Vec<&str> = found.iter().map(|format| format.name).collect();
            assert_eq!(names, [format.name]);
        }
    }

    #[test]
    fn nothing_is_read_beyond_the_beginning() {
        // The beginning ends within a character.
        let text = format!("on\n{}\nlast", "é".repeat(MOST_BYTES));
        let file = TextFile::new("", text.as_str());
        let head = FileHead::new(&file);
        let lines: Vec<usize> = head.lines().map(str::len).collect();
        assert_eq!(lines, [2, MOST_BYTES - 4]);
    }

    #[test]
    fn names_are_found_by_depth() {
        let text = "\u{feff}[{\"a\": \"x: {\\\"no\\\": 1}\", \"b\\u0063\": [{\"c\": {\"d\": {\"e\": 1}}}]}, {\"f\"";
        let file = TextFile::new("", text);
        let head = FileHead::new(&file);
        let json = head.json().unwrap();
        assert!(json.has(&["a", "bc"]) && json.has_at(2, &["c"]) && json.has_at(3, &["d"]));
        assert!(
            !json.has(&["no"]) && !json.has(&["c"]) && !json.has(&["f"]) && !json.has_at(4, &["e"])
        );
        assert!(json.has_any(&["z", "a"]) && !json.has_any(&["z"]));
    }

    #[test]
    fn anything_is_survived_and_only_json_is_possible_thresh() {
        for (text, expected) in [
            ("", &[][..]),
            ("Some words.", &[]),
            ("a,b\n1,2\n", &[]),
            ("[]", &["thresh"]),
            (" {\"text\": \"x\"}", &["thresh"]),
            ("[{\"source\": \"a", &["thresh"]),
        ] {
            let found = detect(&[TextFile::new("", text)]);
            let names: Vec<&str> = found.iter().map(|format| format.name).collect();
            assert_eq!(names, expected, "{text:?}");
        }
        assert!(detect(&[]).is_empty());
    }
}
