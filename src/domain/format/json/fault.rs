//! What is wrong with a text that should be JSON, in words for people who never heard of it.

use crate::domain::diagnostic::{Diagnostic, Place, Severity};

/// The first thing that keeps a text from being JSON.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Fault {
    /// Byte in the text.
    pub(crate) at: usize,
    pub(crate) kind: FaultKind,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum FaultKind {
    /// Nothing where a value should be.
    Ended,
    /// The text ends inside the container that starts at this byte.
    Unclosed {
        start: usize,
    },
    /// The text ends inside the string that starts at this byte.
    UnclosedString {
        start: usize,
    },
    ControlCharacter,
    BadEscape,
    BadNumber,
    TrailingComma,
    MissingComma,
    MissingColon,
    UnquotedKey,
    SingleQuote,
    CurlyQuote,
    Comment,
    /// A word that is not `true`, `false` or `null`.
    Word(String),
    Unexpected(char),
    TooDeep,
    /// Text after the end of the list or object.
    AfterEnd,
    /// Objects with commas between them, but no list around.
    NoBrackets,
}

impl Fault {
    /// The fault as a diagnostic at its place in `text`.
    pub(crate) fn diagnose(&self, text: &str) -> Diagnostic {
        let (message, remedy) = self.explain(text);
        Diagnostic {
            severity: Severity::Error,
            code: "json-syntax",
            place: place(text, self.at),
            message,
            remedy,
            fix: None,
        }
    }

    fn explain(&self, text: &str) -> (String, String) {
        let say = |message: &str, remedy: &str| (message.to_owned(), remedy.to_owned());
        match &self.kind {
            FaultKind::Ended => say("The file ends where a value should be.", CUT_OFF),
            FaultKind::Unclosed { start } => (unclosed(text, *start), CUT_OFF.to_owned()),
            FaultKind::UnclosedString { start } => {
                let line = line_and_column(text, *start).0;
                (format!("The text that starts on line {line} never ends."), CUT_OFF.to_owned())
            }
            FaultKind::ControlCharacter => say(
                "A text contains a line break, a tab or another control character.",
                "Close the text with \" or write the character as \\n or \\t.",
            ),
            FaultKind::BadEscape => {
                say("A backslash in a text is followed by a wrong character.", "Write \\\\ for it.")
            }
            FaultKind::BadNumber => say(
                "This is not a number as JSON writes it.",
                "Write it like 12 or -0.5, or put it in double quotes.",
            ),
            FaultKind::TrailingComma => {
                say("There is a comma after the last entry.", "Remove the comma.")
            }
            FaultKind::MissingComma => {
                say("A comma or a closing bracket is missing here.", "Put a comma between entries.")
            }
            FaultKind::MissingColon => {
                say("A colon is missing after a name.", "Write \"name\": value.")
            }
            FaultKind::UnquotedKey => {
                say("A name is not in double quotes.", "Write \"name\": value.")
            }
            FaultKind::SingleQuote => {
                say("Single quotes are not JSON.", "Use double quotes; in Python, use json.dump.")
            }
            FaultKind::CurlyQuote => {
                say("Typographic quotes are not JSON.", "Replace them by plain double quotes.")
            }
            FaultKind::Comment => {
                say("There is a comment or a slash here.", "JSON has no comments: remove it.")
            }
            FaultKind::Word(word) => explain_word(word),
            FaultKind::Unexpected(c) => {
                (format!("Found {c:?} where a value should be."), "Remove it.".to_owned())
            }
            FaultKind::TooDeep => {
                say("Lists and objects are nested too deeply here.", "Check the brackets.")
            }
            FaultKind::AfterEnd => say(
                "There is more text after the end of the data.",
                "Remove it, or put all items in one list.",
            ),
            FaultKind::NoBrackets => say(
                "The items have commas between them but no list around them.",
                "Put [ before the first item and ] after the last.",
            ),
        }
    }
}

const CUT_OFF: &str = "The file was probably cut off: get it again.";

fn unclosed(text: &str, start: usize) -> String {
    let line = line_and_column(text, start).0;
    let what = if text.as_bytes().get(start) == Some(&b'[') { "list" } else { "object" };
    format!("The {what} that starts on line {line} is never closed.")
}

fn explain_word(word: &str) -> (String, String) {
    let message = format!("{word:?} is not a JSON value.");
    let json = match word {
        "True" | "TRUE" => "true",
        "False" | "FALSE" => "false",
        "None" | "NaN" | "Infinity" | "undefined" | "nan" | "NULL" | "Null" => "null",
        _ => return (message, "Put texts in double quotes.".to_owned()),
    };
    (message, format!("Write {json}."))
}

/// The place of a byte.
pub(crate) fn place(text: &str, at: usize) -> Place {
    let (line, column) = line_and_column(text, at);
    let length = text.get(at..).and_then(|t| t.chars().next()).map_or(0, char::len_utf8);
    Place::Text { line, column, bytes: at..at + length }
}

/// 1-based line, and column in characters.
fn line_and_column(text: &str, at: usize) -> (u32, u32) {
    let before = text.get(..at).unwrap_or(text);
    let last = before.rsplit('\n').next().unwrap_or_default();
    let breaks = before.bytes().filter(|&b| b == b'\n').count();
    let one_based = |n: usize| u32::try_from(n).unwrap_or(u32::MAX).saturating_add(1);
    (one_based(breaks), one_based(last.trim_start_matches('\u{feff}').chars().count()))
}
