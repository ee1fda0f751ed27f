//! Lines of a text file: split, and joined again in their original order.

use std::borrow::Cow;

use crate::members::Members;
use crate::writing::sink::Sink;
use spanwise_diagnostics::DiagnosticPlace;
use spanwise_json::{Array, Json, encode, integer};

/// A line of a file. Lines are separated by line feeds alone, so that joining them with line feeds gives the text.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TextLine<'a> {
    /// The number, 1-based.
    pub(crate) number: u64,
    /// The start, in bytes.
    start: usize,
    /// The text without the line feed.
    pub(crate) text: &'a str,
}

impl TextLine<'_> {
    /// The place for problems.
    pub(crate) fn place(&self) -> DiagnosticPlace {
        let line = u32::try_from(self.number).unwrap_or(u32::MAX);
        DiagnosticPlace::Text { line, column: 1, bytes: self.start..self.start + self.text.len() }
    }

    /// Returns `true` if there is only white space.
    pub(crate) fn is_blank(&self) -> bool {
        self.text.trim().is_empty()
    }
}

/// The lines of a text.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = TextLine<'_>> {
    let mut start = 0;
    (1..).zip(text.split('\n')).map(move |(number, text)| {
        let line = TextLine { number, start, text };
        start += text.len() + 1;
        line
    })
}

/// The minimal size of a block except the last, in bytes.
const BLOCK: usize = 1 << 16;

/// Splits a text into blocks of whole lines, so that each can be freed once it is read.
pub(crate) fn blocks_of_lines(text: String) -> Vec<Box<str>> {
    let mut blocks = Vec::with_capacity(text.len() / BLOCK + 1);
    let mut rest = text.as_str();
    while !rest.is_empty() {
        let after = rest.as_bytes().iter().skip(BLOCK).position(|byte| *byte == b'\n');
        let end = after.map_or(rest.len(), |after| BLOCK + after + 1);
        let (block, later) = rest.split_at(end);
        blocks.push(block.into());
        rest = later;
    }
    blocks
}

/// The lines of a text to be written, each with its original number.
#[derive(Debug, Default)]
pub(crate) struct NumberedLines(Vec<(u64, Box<str>)>);

impl NumberedLines {
    /// Adds a line; one without a number goes after the line that was added before.
    pub(crate) fn add(&mut self, number: Option<u64>, line: String) {
        let last = self.0.last().map_or(0, |(number, _)| *number);
        self.0.push((number.unwrap_or(last), line.into()));
    }

    /// The lines as JSON, as preserved data: `[[number, line], …]`.
    pub(crate) fn to_json(&self) -> String {
        let pair = |(number, line): &(u64, Box<str>)| format!("[{number},{}]", encode(line));
        format!("[{}]", self.0.iter().map(pair).collect::<Vec<_>>().join(","))
    }

    /// Adds the lines that were preserved as JSON under a name.
    pub(crate) fn add_preserved(&mut self, preserved: &Members, name: &str) {
        let all = preserved.get(name).and_then(Array::parse).unwrap_or_default();
        for pair in all.values().filter_map(Array::parse) {
            let mut values = pair.values();
            if let (Some(number), Some(Json::String(line))) =
                (values.next().and_then(row_number), values.next().map(Json::read))
            {
                self.add(Some(number), line.into_owned());
            }
        }
    }

    /// The text: lines by number, those with the same number in the order they were added.
    pub(crate) fn into_text(self) -> String {
        let mut files = Vec::new();
        Sink::begin(&mut files, "");
        self.write(&mut files);
        files.pop().map(|file| file.text).unwrap_or_default()
    }

    /// Writes the text, and frees each line once it is written.
    pub(crate) fn write(mut self, sink: &mut dyn Sink) {
        self.0.sort_by_key(|(number, _)| *number);
        for (number, (_, line)) in self.0.into_iter().enumerate() {
            sink.push(if number > 0 { "\n" } else { "" });
            sink.push(&line);
        }
    }
}

/// The number of a line that was preserved under `row`.
pub(crate) fn preserved_row(preserved: &Members) -> Option<u64> {
    row_number(preserved.get("row")?)
}

fn row_number(raw: &str) -> Option<u64> {
    match Json::read(raw) {
        Json::Number(number) => integer(number).and_then(|number| u64::try_from(number).ok()),
        Json::Null | Json::Bool(_) | Json::String(_) | Json::Array(_) | Json::Object(_) => None,
    }
}

/// A text for an unquoted cell of a table: tabs and line breaks become spaces, one for one, so that offsets stay right.
pub(crate) fn cell(text: &str) -> Cow<'_, str> {
    if text.bytes().any(|byte| matches!(byte, b'\t' | b'\n' | b'\r')) {
        return Cow::Owned(text.replace(['\t', '\n', '\r'], " "));
    }
    Cow::Borrowed(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_come_back_in_their_order() {
        for text in ["", "a", "a\n", "\n\na\r\nb\n\n"] {
            let mut all = NumberedLines::default();
            let mut later = NumberedLines::default();
            for line in lines(text) {
                let into = if line.number % 2 == 0 { &mut all } else { &mut later };
                into.add(Some(line.number), line.text.to_owned());
            }
            let mut preserved = Members::default();
            preserved.set("unread", later.to_json());
            all.add_preserved(&preserved, "unread");
            assert_eq!(all.into_text(), text);
        }
    }

    #[test]
    fn blocks_are_whole_lines() {
        for text in ["", "a", "é\n", &"é one\n".repeat(BLOCK), &"é".repeat(BLOCK)] {
            let blocks = blocks_of_lines(text.to_owned());
            assert_eq!(blocks.concat(), text);
            let mut others = blocks.iter().rev().skip(1);
            assert!(others.all(|block| block.ends_with('\n') && block.len() < 2 * BLOCK));
        }
    }

    #[test]
    fn a_new_line_follows_the_one_before() {
        let mut all = NumberedLines::default();
        all.add(Some(2), "b".to_owned());
        all.add(None, "new".to_owned());
        all.add(Some(1), "a".to_owned());
        all.add(Some(3), "c".to_owned());
        assert_eq!(all.into_text(), "a\nb\nnew\nc");
    }

    #[test]
    fn places_are_those_in_the_text() {
        let text = "é\nab\n";
        let second = lines(text).nth(1).unwrap();
        let DiagnosticPlace::Text { line, bytes, .. } = second.place() else { panic!("no place") };
        assert_eq!((line, text.get(bytes)), (2, Some("ab")));
    }
}
