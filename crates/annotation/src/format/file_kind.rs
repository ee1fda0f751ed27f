//! The kind of a text, by its content, and by its name if the content is ambiguous.

use spanwise_json::{Object, skip_space};
use spanwise_limits::LONGEST_TEMPLATE;

/// The kind of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FileKind {
    /// A template: YAML, or JSON with a `template_name`.
    Template,
    /// JSON or JSON Lines.
    Json,
    /// A table whose cells are separated by this byte.
    Table(u8),
    /// None of these.
    Other,
}

/// The number of records by which a table is recognized.
const RECORDS: usize = 10;

/// The number of bytes by which a table or its separator is recognized.
const LOOKED_AT: usize = 64 * 1024;

/// The longest name of a column, in bytes, in a table that is recognized by its content.
const LONGEST_NAME: usize = 60;

/// The kind of a text. `name` is the name of its file, or its address.
#[must_use]
pub fn kind(name: &str, text: &str) -> FileKind {
    let text = text.trim_start_matches('\u{feff}');
    let end = ending(name);
    let is_yaml = matches!(end.as_str(), "yml" | "yaml");
    match text.as_bytes().get(skip_space(text, 0)) {
        // YAML has lists in brackets, too, but no template is one.
        Some(b'[') => return FileKind::Json,
        Some(b'{') if is_yaml || has_template_name(text) => return FileKind::Template,
        Some(b'{') => return FileKind::Json,
        _ => {}
    }
    let is_of_template = |line: &str| {
        let key = line.trim_start().trim_start_matches(['"', '\'']);
        key.starts_with("template_name") || line.starts_with("edits:")
    };
    match end.as_str() {
        "yml" | "yaml" => FileKind::Template,
        "tsv" | "tab" => FileKind::Table(b'\t'),
        "csv" => FileKind::Table(commonest(text)),
        _ if text.lines().any(is_of_template) => FileKind::Template,
        _ => even(text).map_or(FileKind::Other, FileKind::Table),
    }
}

/// Returns `true` if a text is a single JSON object in a file that is JSON Lines by its name.
#[must_use]
pub fn is_one_line(name: &str, text: &str) -> bool {
    matches!(ending(name).as_str(), "jsonl" | "ndjson") && Object::parse(text.trim()).is_some()
}

/// The extension of a file name or an address, in lower case; empty if there is none.
fn ending(name: &str) -> String {
    let path = name.split(['?', '#']).next().unwrap_or_default();
    let file = path.rsplit('/').next().unwrap_or_default();
    file.rsplit_once('.').map_or("", |(_, end)| end).to_ascii_lowercase()
}

/// Returns `true` if a text is a JSON object with a `template_name`.
fn has_template_name(text: &str) -> bool {
    // A longer text could not be compiled as a template.
    text.len() <= LONGEST_TEMPLATE
        && text.contains("\"template_name\"")
        && Object::parse(text.trim()).is_some_and(|object| object.get("template_name").is_some())
}

const SEPARATORS: [u8; 3] = *b",;\t";

/// The most frequent separator in the first record; a comma if there is none.
fn commonest(text: &str) -> u8 {
    let count =
        |separator: &u8| TableRecords::of(text, *separator).next().map_or(0, |r| r.separators);
    SEPARATORS.into_iter().rev().max_by_key(count).unwrap_or(b',')
}

/// The separator by which the first record consists of distinct names and all of the first records have equally many
/// cells, at least two; `None` if there is none.
fn even(text: &str) -> Option<u8> {
    SEPARATORS.into_iter().find(|separator| {
        let records: Vec<TableRecord<'_>> =
            TableRecords::of(text, *separator).take(RECORDS).collect();
        let Some((first, [second, ..])) = records.split_first() else { return false };
        let names: Vec<&str> = first.text.split(char::from(*separator)).map(str::trim).collect();
        let are_names = names.iter().enumerate().all(|(at, name)| {
            (1..=LONGEST_NAME).contains(&name.len())
                && !names.iter().take(at).any(|other| other == name)
        });
        second.separators > 0
            && are_names
            && records.iter().all(|record| record.separators == first.separators)
    })
}

/// A record of a possible table.
struct TableRecord<'t> {
    text: &'t str,
    /// Separators outside of quotes.
    separators: usize,
}

/// Iterates over the records of a possible table, without empty lines.
struct TableRecords<'t> {
    rest: &'t str,
    separator: u8,
}

impl<'t> TableRecords<'t> {
    fn of(text: &'t str, separator: u8) -> Self {
        let end = (0..=LOOKED_AT.min(text.len())).rev().find(|at| text.is_char_boundary(*at));
        TableRecords { rest: text.get(..end.unwrap_or_default()).unwrap_or_default(), separator }
    }
}

impl<'t> Iterator for TableRecords<'t> {
    type Item = TableRecord<'t>;

    fn next(&mut self) -> Option<TableRecord<'t>> {
        self.rest = self.rest.trim_start_matches(['\r', '\n']);
        if self.rest.is_empty() {
            return None;
        }
        let (mut separators, mut is_quoted) = (0, false);
        let mut end = self.rest.len();
        for (at, byte) in self.rest.bytes().enumerate() {
            match byte {
                b'"' => is_quoted = !is_quoted,
                b'\r' | b'\n' if !is_quoted => {
                    end = at;
                    break;
                }
                byte if byte == self.separator && !is_quoted => separators += 1,
                _ => {}
            }
        }
        let (text, rest) = self.rest.split_at_checked(end)?;
        self.rest = rest;
        Some(TableRecord { text, separators })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_told_by_content_and_name() {
        let comma = FileKind::Table(b',');
        let cases = [
            ("data.json", "[]", FileKind::Json),
            ("data.yml", "[{\"source\": \"a\"}]", FileKind::Json),
            ("x", "\u{feff} {\"source\": \"a\"}", FileKind::Json),
            ("t.yml", "{\"edits\": []}", FileKind::Template),
            ("t.json", "{\"template_name\": \"t\", \"edits\": []}", FileKind::Template),
            ("d.json", "{\"source\": \"say \\\"template_name\\\"\"}", FileKind::Json),
            ("t.yaml", "Dear annotators, mark every error.", FileKind::Template),
            ("https://x.example/t.YML?raw=1#top", "a: b", FileKind::Template),
            ("t.txt", "# ours\ntemplate_name: t\n", FileKind::Template),
            ("notes.txt", "Dear annotators, please mark every error.", FileKind::Other),
            ("notes.txt", "One, two.\nThree, four, five.", FileKind::Other),
            ("notes.txt", "One line\nand one more", FileKind::Other),
            ("a.csv", "text\nHello", comma),
            ("a.csv", "a;b\n1,5;2", FileKind::Table(b';')),
            ("a.csv", "a\tb\n1\t2", FileKind::Table(b'\t')),
            ("a.csv", "\"x;y;z\",b\n1,2", comma),
            ("a.tsv", "a,b\n1,2", FileKind::Table(b'\t')),
            ("https://x.example/data", "a,b\n\"1,\n5\",2\n\n3,4\n", comma),
            ("data.txt", "a\tb\r\nx, y\tz\r\n", FileKind::Table(b'\t')),
            ("data.txt", "a,b", FileKind::Other),
            ("data.txt", "a,a\n1,2", FileKind::Other),
            ("x.json", "\"A buoy.\"", FileKind::Other),
        ];
        for (name, text, expected) in cases {
            assert_eq!(kind(name, text), expected, "{name}: {text}");
        }
    }

    #[test]
    fn a_long_text_is_not_read_to_its_end() {
        let text = "é".repeat(200_000);
        assert_eq!(kind("x", &text), FileKind::Other);
    }
}
