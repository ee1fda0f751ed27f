//! What is wrong with a text that should be JSON, in words for people who never heard of it.

use spanwise_diagnostics::{Diagnostic, Place, Severity, quoted};
use spanwise_i18n::{Message, say};

/// The first thing that keeps a text from being JSON.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// Byte in the text.
    pub at: usize,
    /// What it is.
    pub kind: FaultKind,
}

/// What keeps a text from being JSON.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FaultKind {
    /// Nothing where a value should be.
    Ended,
    /// The text ends inside the container that starts at this byte.
    Unclosed {
        /// Byte of its bracket.
        start: usize,
    },
    /// The text ends inside the string that starts at this byte.
    UnclosedString {
        /// Byte of its quote.
        start: usize,
    },
    /// A control character inside a string.
    ControlCharacter,
    /// A backslash before a character that cannot be escaped.
    BadEscape,
    /// A number that is not spelled as JSON asks.
    BadNumber,
    /// A comma before a closing bracket.
    TrailingComma,
    /// Two values without a comma between them.
    MissingComma,
    /// A key without a colon.
    MissingColon,
    /// A key without quotes.
    UnquotedKey,
    /// A string in single quotes.
    SingleQuote,
    /// A string in typographic quotes.
    CurlyQuote,
    /// A comment.
    Comment,
    /// A word that is not `true`, `false` or `null`.
    Word(String),
    /// Another character that cannot stand here.
    Unexpected(char),
    /// More nesting than is read: [`spanwise_limits::DEEPEST_DATA`].
    TooDeep,
    /// Text after the end of the list or object.
    AfterEnd,
    /// Objects with commas between them, but no list around.
    NoBrackets,
}

impl Fault {
    /// The fault as a diagnostic at its place in `text`, the lines of which are counted by `lines`.
    pub fn diagnose(&self, text: &str, lines: &mut LineCounter) -> Diagnostic {
        let (message, remedy) = self.explain(text, lines);
        Diagnostic {
            severity: Severity::Error,
            code: "json-syntax",
            place: lines.place(text, self.at),
            message,
            remedy,
            fix: None,
        }
    }

    fn explain(&self, text: &str, lines: &mut LineCounter) -> (Message, Message) {
        match &self.kind {
            FaultKind::Ended => (say!("The file ends where a value should be."), cut_off()),
            FaultKind::Unclosed { start } => (unclosed(text, *start, lines), cut_off()),
            FaultKind::UnclosedString { start } => {
                let line = lines.line_and_column(text, *start).0;
                (say!("The text that starts on line {line} never ends.", line), cut_off())
            }
            FaultKind::ControlCharacter => (
                say!("A text contains a line break, a tab or another control character."),
                say!("Close the text with \" or write the character as \\n or \\t."),
            ),
            FaultKind::BadEscape => (
                say!("A backslash in a text is followed by a wrong character."),
                say!("Write a backslash as \\\\."),
            ),
            FaultKind::BadNumber => (
                say!("This is not a number as JSON writes it."),
                say!("Write it like 12 or -0.5, or put it in double quotes."),
            ),
            FaultKind::TrailingComma => {
                (say!("There is a comma after the last entry."), say!("Remove the comma."))
            }
            FaultKind::MissingComma => (
                say!("A comma or a closing bracket is missing here."),
                say!("Put a comma between entries."),
            ),
            FaultKind::MissingColon => {
                (say!("A colon is missing after a name."), say!("Write \"name\": value."))
            }
            FaultKind::UnquotedKey => {
                (say!("A name is not in double quotes."), say!("Write \"name\": value."))
            }
            FaultKind::SingleQuote => (
                say!("Single quotes are not JSON."),
                say!("Use double quotes; in Python, use json.dump."),
            ),
            FaultKind::CurlyQuote => (
                say!("Typographic quotes are not JSON."),
                say!("Replace them by plain double quotes."),
            ),
            FaultKind::Comment => (
                say!("There is a comment or a slash here."),
                say!("JSON has no comments: remove it."),
            ),
            FaultKind::Word(word) => explain_word(word),
            FaultKind::Unexpected(c) => (
                say!("Found {found} where a value should be.", found = quoted(&c.to_string())),
                say!("Remove it."),
            ),
            FaultKind::TooDeep => (
                say!("Lists and objects are nested too deeply here."),
                say!("Check that every bracket is closed by its partner."),
            ),
            FaultKind::AfterEnd => (
                say!("There is more text after the end of the data."),
                say!("Remove it, or put all items in one list."),
            ),
            FaultKind::NoBrackets => (
                say!("The items have commas between them but no list around them."),
                say!("Put [ before the first item and ] after the last."),
            ),
        }
    }
}

fn cut_off() -> Message {
    say!("The file was probably cut off: get it again.")
}

fn unclosed(text: &str, start: usize, lines: &mut LineCounter) -> Message {
    let line = lines.line_and_column(text, start).0;
    if text.as_bytes().get(start) == Some(&b'[') {
        say!("The list that starts on line {line} is never closed.", line)
    } else {
        say!("The object that starts on line {line} is never closed.", line)
    }
}

fn explain_word(word: &str) -> (Message, Message) {
    let message = say!("{word} is not a JSON value.", word = quoted(word));
    let value = match word {
        "True" | "TRUE" => "true",
        "False" | "FALSE" => "false",
        "None" | "NaN" | "Infinity" | "undefined" | "nan" | "NULL" | "Null" => "null",
        _ => return (message, say!("Put texts in double quotes.")),
    };
    (message, say!("Write {value}.", value))
}

/// Counts the lines of a text, from one place to the next: the places of many problems take one pass over it.
#[derive(Debug, Clone, Default)]
pub struct LineCounter {
    at: usize,
    /// Line breaks before `at`.
    breaks: usize,
}

impl LineCounter {
    /// The place of a byte. The text is the same each time.
    pub fn place(&mut self, text: &str, at: usize) -> Place {
        let (line, column) = self.line_and_column(text, at);
        let length = text.get(at..).and_then(|t| t.chars().next()).map_or(0, char::len_utf8);
        Place::Text { line, column, bytes: at..at + length }
    }

    /// 1-based line, and column in characters.
    fn line_and_column(&mut self, text: &str, at: usize) -> (u32, u32) {
        let before = text.get(..at).unwrap_or(text);
        let breaks = |from: usize, to: usize| {
            let part = text.as_bytes().get(from..to).unwrap_or_default();
            part.iter().filter(|byte| **byte == b'\n').count()
        };
        let end = before.len();
        self.breaks += breaks(self.at, end);
        self.breaks = self.breaks.saturating_sub(breaks(end, self.at));
        self.at = end;
        let last = before.rsplit('\n').next().unwrap_or_default();
        let one_based = |n: usize| u32::try_from(n).unwrap_or(u32::MAX).saturating_add(1);
        let column = last.trim_start_matches('\u{feff}').chars().count();
        (one_based(self.breaks), one_based(column))
    }
}
