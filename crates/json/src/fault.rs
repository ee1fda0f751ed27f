//! Faults of texts that should be JSON, in words for people who never heard of it.

use spanwise_diagnostics::{Diagnostic, DiagnosticPlace, Severity, quoted};
use spanwise_i18n::{Message, say};

/// The first thing that keeps a text from being JSON.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// Byte in the text.
    pub at: usize,
    /// Its kind.
    pub kind: FaultKind,
}

/// The kind of a [`Fault`].
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
            FaultKind::Ended => (say!(JsonFileEndsWhereValueShould), cut_off()),
            FaultKind::Unclosed { start } => (unclosed(text, *start, lines), cut_off()),
            FaultKind::UnclosedString { start } => {
                let line = lines.line_and_column(text, *start).0;
                (say!(JsonTextStartsOnLineNeverEnds, line), cut_off())
            }
            FaultKind::ControlCharacter => {
                (say!(JsonTextContainsLineBreakTab), say!(JsonCloseTextWithOrWriteCharacter))
            }
            FaultKind::BadEscape => {
                (say!(JsonBackslashInTextFollowedWrongCharacter), say!(JsonWriteABackslashAs))
            }
            FaultKind::BadNumber => (say!(JsonNotNumberJsonWrites), say!(JsonWriteNumberLike)),
            FaultKind::TrailingComma => (say!(JsonCommaAfterLastEntry), say!(JsonRemoveTheComma)),
            FaultKind::MissingComma => {
                (say!(JsonCommaOrClosingBracketMissing), say!(JsonPutCommaBetweenEntries))
            }
            FaultKind::MissingColon => (say!(JsonColonMissingAfterName), say!(JsonWriteNameValue)),
            FaultKind::UnquotedKey => (say!(JsonNameNotInDoubleQuotes), say!(JsonWriteNameValue)),
            FaultKind::SingleQuote => {
                (say!(JsonSingleQuotesNotJson), say!(JsonUseDoubleQuotesInPythonUse))
            }
            FaultKind::CurlyQuote => {
                (say!(JsonTypographicQuotesNotJson), say!(JsonReplaceThemPlainDoubleQuotes))
            }
            FaultKind::Comment => (say!(JsonCommentOrSlash), say!(JsonJsonNoCommentsRemove)),
            FaultKind::Word(word) => explain_word(word),
            FaultKind::Unexpected(c) => (
                say!(JsonFoundWhereValueShould, found = quoted(&c.to_string())),
                say!(JsonPutWhatIsMissingOrRemove),
            ),
            FaultKind::TooDeep => {
                (say!(JsonListsAndObjectsNestedTooDeeply), say!(JsonCheckEveryBracketClosedPartner))
            }
            FaultKind::AfterEnd => (say!(JsonMoreTextAfterEndData), say!(JsonRemoveOrPutAllItems)),
            FaultKind::NoBrackets => {
                (say!(JsonItemsCommasBetweenThem), say!(JsonPutBeforeFirstItemAndAfter))
            }
        }
    }
}

fn cut_off() -> Message {
    say!(JsonFileWasProbablyCutOffGet)
}

fn unclosed(text: &str, start: usize, lines: &mut LineCounter) -> Message {
    let line = lines.line_and_column(text, start).0;
    if text.as_bytes().get(start) == Some(&b'[') {
        say!(JsonListStartsOnLineNeverClosed, line)
    } else {
        say!(JsonObjectStartsOnLineNeverClosed, line)
    }
}

fn explain_word(word: &str) -> (Message, Message) {
    let message = say!(JsonNotJsonValue, word = quoted(word));
    let value = match word {
        "True" | "TRUE" => "true",
        "False" | "FALSE" => "false",
        "None" | "NaN" | "Infinity" | "undefined" | "nan" | "NULL" | "Null" => "null",
        _ => return (message, say!(JsonPutTextsInDoubleQuotes)),
    };
    (message, say!(JsonWriteValue, value))
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
    pub fn place(&mut self, text: &str, at: usize) -> DiagnosticPlace {
        let (line, column) = self.line_and_column(text, at);
        let length = text.get(at..).and_then(|t| t.chars().next()).map_or(0, char::len_utf8);
        DiagnosticPlace::Text { line, column, bytes: at..at + length }
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
