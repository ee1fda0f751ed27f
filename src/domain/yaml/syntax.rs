//! Syntax errors in plain words, with a guess at what was meant.

use std::ops::Range;

use granit_parser::{ErrorKind, ScanError};

use super::node::Location;
use super::tree::too_deep;
use crate::domain::diagnostic::Diagnostic;

const CODE: &str = "yaml-syntax";

/// Explains the error that ended the parsing of `text`. `end` is where the last thing that was read ends.
pub(super) fn explain(text: &str, error: &ScanError, end: usize) -> Diagnostic {
    let found = error.marker().byte_offset().unwrap_or(text.len());
    let found = floor(text, found);
    if *error.kind() == ErrorKind::RecursionLimitExceeded {
        return too_deep(&Location::in_text(text, found..found));
    }
    tab(text, found, error.kind())
        .or_else(|| missing_space(text, found, error.kind()))
        .or_else(|| colon_in_text(text, found, error.kind()))
        .or_else(|| unclosed_quote(text, end, error.kind()))
        .unwrap_or_else(|| by_kind(text, found, error))
}

/// A tab in the indentation of the line, or of the next if what stands in this one is not at fault.
fn tab(text: &str, found: usize, kind: &ErrorKind) -> Option<Diagnostic> {
    let line = line_around(text, found);
    let next = line_around(text, line.end + 1);
    let look_on = found >= line.end || is_about_tab(kind);
    let tabs = tabs_before(text, line).or_else(|| tabs_before(text, next).filter(|_| look_on))?;
    Some(Diagnostic {
        remedy: "Indent with spaces.".to_owned(),
        fix: Some("  ".repeat(tabs.len())),
        ..Location::in_text(text, tabs)
            .error(CODE, "This line is indented with a tab, which YAML does not allow.")
    })
}

fn is_about_tab(kind: &ErrorKind) -> bool {
    matches!(
        kind,
        ErrorKind::TabNotAllowed
            | ErrorKind::TabInBlockIndentation
            | ErrorKind::TabInIndentation
            | ErrorKind::TabAtBlockScalarStart
            | ErrorKind::TabInPlainScalar
    )
}

/// The range of the first tabs in the indentation of a line.
fn tabs_before(text: &str, line: Range<usize>) -> Option<Range<usize>> {
    let indent = text.get(line.clone())?.split(|c: char| c != ' ' && c != '\t').next()?;
    let first = indent.find('\t')?;
    let count = indent.get(first..)?.bytes().take_while(|byte| *byte == b'\t').count();
    Some(line.start + first..line.start + first + count)
}

/// `name:value`, in this line or the one before it.
fn missing_space(text: &str, found: usize, kind: &ErrorKind) -> Option<Diagnostic> {
    if !matches!(
        kind,
        ErrorKind::MappingValueNotAllowed
            | ErrorKind::SimpleKeyExpected
            | ErrorKind::InvalidSimpleKey
            | ErrorKind::UnexpectedEof
            | ErrorKind::ExpectedBlockMappingKey
    ) {
        return None;
    }
    let line = line_around(text, found);
    let before = line_around(text, text.get(..line.start)?.trim_end().len());
    let key = [line, before].into_iter().find_map(|line| key_without_space(text, line))?;
    let written = text.get(key.clone())?;
    Some(Diagnostic {
        remedy: "Write a space after the colon.".to_owned(),
        fix: Some(format!("{written} ")),
        ..Location::in_text(text, key)
            .error(CODE, format!("`{written}` is not followed by a space."))
    })
}

/// The range of `key:` at the start of a line, if something follows it at once.
fn key_without_space(text: &str, line: Range<usize>) -> Option<Range<usize>> {
    let written = text.get(line.clone())?;
    let content = written.trim_start_matches(['-', ' ']);
    let start = line.start + (written.len() - content.len());
    let (key, rest) = content.split_once(':')?;
    let word = !key.is_empty() && key.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '-');
    let glued = rest.starts_with(|c: char| !c.is_whitespace()) && !rest.starts_with("//");
    (word && glued).then(|| start..start + key.len() + 1)
}

/// `key: some text: more`, which needs quotes.
fn colon_in_text(text: &str, found: usize, kind: &ErrorKind) -> Option<Diagnostic> {
    if *kind != ErrorKind::MappingValueNotAllowed {
        return None;
    }
    let line = line_around(text, found);
    let written = text.get(line.clone())?;
    let (key, value) = written.split_once(": ")?;
    let start = line.start + key.len() + 2 + (value.len() - value.trim_start().len());
    let value = value.trim();
    let simple =
        !value.contains(" #") && !value.starts_with(['"', '\'', '|', '>', '[', '{', '&', '*', '!']);
    let has_colon = value.contains(": ") || value.ends_with(':');
    (simple && has_colon && found >= start).then(|| Diagnostic {
        remedy: "Put the text in quotes.".to_owned(),
        fix: Some(single_quoted(value)),
        ..Location::in_text(text, start..start + value.len())
            .error(CODE, "This text contains a colon, which YAML takes for the end of a key.")
    })
}

fn single_quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

/// A quoted text that does not end where it should: points at the opening quote.
fn unclosed_quote(text: &str, end: usize, kind: &ErrorKind) -> Option<Diagnostic> {
    if !matches!(
        kind,
        ErrorKind::UnclosedQuotedScalar
            | ErrorKind::InvalidQuotedScalarIndent
            | ErrorKind::DocumentIndicatorInQuotedScalar
    ) {
        return None;
    }
    let start = end + text.get(end..)?.find(['"', '\''])?;
    Some(Diagnostic {
        remedy: "Write the same quote at the end of the text.".to_owned(),
        ..Location::in_text(text, start..start + 1).error(CODE, "This quote is never closed.")
    })
}

fn by_kind(text: &str, found: usize, error: &ScanError) -> Diagnostic {
    let (message, remedy) = words(error);
    let width = text.get(found..).and_then(|rest| rest.chars().next());
    let width = width.filter(|c| *c != '\n' && *c != '\r').map_or(0, char::len_utf8);
    Diagnostic {
        remedy: remedy.to_owned(),
        ..Location::in_text(text, found..found + width).error(CODE, message)
    }
}

/// What was found, and what to do about it.
fn words(error: &ScanError) -> (String, &'static str) {
    const INDENT: &str = "Indent it like the line it belongs with, using spaces.";
    const QUOTE: &str = "Put the text in quotes.";
    const CLOSE: &str = "Check that every bracket is closed by its partner.";
    let (message, remedy) = match error.kind() {
        ErrorKind::UnexpectedCharacter { character } => {
            return (format!("A text cannot start with “{character}” unless it is quoted."), QUOTE);
        }
        ErrorKind::MismatchedFlowCollectionEnd { open, close } => {
            return (format!("`{open}` is closed by `{close}`."), CLOSE);
        }
        ErrorKind::UnclosedFlowCollection { open } => {
            return (format!("`{open}` is never closed."), CLOSE);
        }
        ErrorKind::MappingValueNotAllowed => (
            "A key is not expected here.",
            "Check the line before: it may lack a colon, or this line may be indented too far.",
        ),
        ErrorKind::SimpleKeyExpected
        | ErrorKind::InvalidSimpleKey
        | ErrorKind::ExpectedBlockMappingKey => (
            "A key and a colon are expected here.",
            "Write `key: value`, or correct the indentation.",
        ),
        ErrorKind::ExpectedBlockSequenceEntry
        | ErrorKind::InvalidIndentation
        | ErrorKind::ExpectedDocumentStart
        | ErrorKind::InvalidFlowScalarIndent => {
            ("The indentation of this line fits no line above it.", INDENT)
        }
        ErrorKind::BlockSequenceEntryNotAllowed => (
            "A list item is not expected here.",
            "Start the list on a new line, each item with `- `.",
        ),
        kind if is_about_tab(kind) => ("A tab stands where YAML allows none.", "Use spaces."),
        ErrorKind::InvalidTrailingSingleQuotedScalar => (
            "Something follows the closing quote.",
            "Write an apostrophe inside single quotes twice, or use double quotes.",
        ),
        ErrorKind::InvalidTrailingDoubleQuotedScalar => (
            "Something follows the closing quote.",
            "Write a quote inside double quotes as `\\\"`, or use single quotes.",
        ),
        ErrorKind::UnknownQuotedScalarEscape => (
            "This is not an escape that YAML knows.",
            "Write a backslash inside double quotes as `\\\\`, or use single quotes.",
        ),
        ErrorKind::InvalidColonPlacement
        | ErrorKind::ExpectedFlowMappingSeparator
        | ErrorKind::ExpectedFlowSequenceSeparator
        | ErrorKind::BlockEntryInFlowCollection
        | ErrorKind::UnexpectedEofFlowSequence
        | ErrorKind::UnexpectedEofFlowMapping
        | ErrorKind::UnexpectedEofImplicitFlowMapping => {
            ("A bracket is still open here, or a comma is missing.", CLOSE)
        }
        ErrorKind::MisplacedFlowCollectionEnd => ("This bracket closes nothing.", "Remove it."),
        ErrorKind::MissingAnchorOrAliasName => ("A name is missing after `&` or `*`.", QUOTE),
        ErrorKind::BomInsideDocument => ("A byte order mark stands inside the text.", "Remove it."),
        _ => {
            return (
                format!("This is not YAML: {}.", error.info()),
                "Correct or remove this part.",
            );
        }
    };
    (message.to_owned(), remedy)
}

/// The range of the line that holds a byte, without its end.
fn line_around(text: &str, byte: usize) -> Range<usize> {
    let byte = floor(text, byte);
    let start = text.get(..byte).and_then(|before| before.rfind('\n')).map_or(0, |i| i + 1);
    let rest = text.get(start..).unwrap_or_default();
    let length = rest.find(['\n', '\r']).unwrap_or(rest.len());
    start..start + length
}

/// The last character boundary at or before a byte.
fn floor(text: &str, byte: usize) -> usize {
    (0..=byte.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}
