//! Syntax errors in plain words, with a guess at the intended text.
//!
//! Most templates have none, so the explanations are reached through a function pointer that
//! [`explain_syntax_errors`] sets: a program that never calls it does not contain them.

use std::ops::Range;
use std::sync::OnceLock;

use granit_parser::{ErrorKind, ScanError};

use super::build::too_deep;
use super::lines::{line_end, line_start, next_line};
use super::location::TextLocation;
use spanwise_diagnostics::Diagnostic;
use spanwise_i18n::{Message, say};

const CODE: &str = "yaml-syntax";

/// Explains the error that ended the parsing of a text whose last node read ends at a byte.
type Explain = fn(text: &str, error: &ScanError, end: usize) -> Diagnostic;

static EXPLAIN: OnceLock<Explain> = OnceLock::new();

/// Makes the explanations of syntax errors known to the program; before, only their places are reported.
pub fn explain_syntax_errors() {
    EXPLAIN.get_or_init(|| explain);
}

/// The diagnostic of the error that ended the parsing of `text`. `end` is the end of the last node read, in bytes.
pub(super) fn diagnostic(text: &str, error: &ScanError, end: usize) -> Diagnostic {
    if let Some(explain) = EXPLAIN.get() {
        return explain(text, error, end);
    }
    let found = floor(text, error.marker().byte_offset().unwrap_or(text.len()));
    let (message, remedy) = unexplained();
    TextLocation::in_text(text, found..found).error(CODE, message, remedy)
}

fn explain(text: &str, error: &ScanError, end: usize) -> Diagnostic {
    let found = error.marker().byte_offset().unwrap_or(text.len());
    let found = floor(text, found);
    if *error.kind() == ErrorKind::RecursionLimitExceeded {
        return too_deep(&TextLocation::in_text(text, found..found));
    }
    tab(text, found, error.kind())
        .or_else(|| missing_space(text, found, error.kind()))
        .or_else(|| colon_in_text(text, found, error.kind()))
        .or_else(|| unclosed_quote(text, end, error.kind()))
        .unwrap_or_else(|| by_kind(text, found, error))
}

/// A tab in the indentation of the line; or of the next one, if the error is at the end of the line or about a tab.
fn tab(text: &str, found: usize, kind: &ErrorKind) -> Option<Diagnostic> {
    let line = line_around(text, found);
    let look_on = found >= line.end || is_about_tab(kind);
    let next = next_line(text, line.start).filter(|_| look_on);
    let of_next = || tabs_before(text, line_around(text, next?));
    let tabs = tabs_before(text, line).or_else(of_next)?;
    Some(Diagnostic {
        fix: Some("  ".repeat(tabs.len())),
        ..TextLocation::in_text(text, tabs).error(
            CODE,
            say!(YamlLineIndentedWithTabYamlDoes),
            say!(YamlIndentWithSpaces),
        )
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
        fix: Some(format!("{written} ")),
        ..TextLocation::in_text(text, key).error(
            CODE,
            say!(YamlNotFollowedSpace, key = written),
            say!(YamlWriteSpaceAfterColon),
        )
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
        fix: Some(single_quoted(value)),
        ..TextLocation::in_text(text, start..start + value.len()).error(
            CODE,
            say!(YamlTextContainsColonYamlTakes),
            put_in_quotes(),
        )
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
    Some(TextLocation::in_text(text, start..start + 1).error(CODE, never_closed(), close_quote()))
}

fn by_kind(text: &str, found: usize, error: &ScanError) -> Diagnostic {
    let (message, remedy) = words(error);
    let width = text.get(found..).and_then(|rest| rest.chars().next());
    let width = width.filter(|c| *c != '\n' && *c != '\r').map_or(0, char::len_utf8);
    TextLocation::in_text(text, found..found + width).error(CODE, message, remedy)
}

/// The message and the remedy for an error.
#[expect(clippy::wildcard_enum_match_arm, reason = "the errors of the parser may become more")]
fn words(error: &ScanError) -> (Message, Message) {
    match error.kind() {
        ErrorKind::UnexpectedCharacter { character } => (
            say!(YamlTextCannotStartWithUnlessQuoted, character = character.to_string()),
            put_in_quotes(),
        ),
        ErrorKind::MismatchedFlowCollectionEnd { open, close } => (
            say!(YamlOpenIsClosedByClose, open = open.to_string(), close = close.to_string()),
            check_brackets(),
        ),
        ErrorKind::UnclosedFlowCollection { open } => {
            (say!(YamlOpenIsNeverClosed, open = open.to_string()), check_brackets())
        }
        ErrorKind::PlainScalarStartsWithDashFlowIndicator => {
            (say!(YamlTextCannotStartWithUnlessQuoted, character = "-"), put_in_quotes())
        }
        ErrorKind::MappingValueNotAllowed | ErrorKind::MappingKeyNotAllowed => {
            (say!(YamlKeyNotExpected), say!(YamlCheckLineBeforeMayLackColon))
        }
        ErrorKind::SimpleKeyExpected
        | ErrorKind::InvalidSimpleKey
        | ErrorKind::ExpectedBlockMappingKey => {
            (say!(YamlKeyAndColonExpected), say!(YamlWriteKeyValueOrCorrectIndentation))
        }
        ErrorKind::ExpectedBlockSequenceEntry
        | ErrorKind::InvalidIndentation
        | ErrorKind::ExpectedDocumentStart
        | ErrorKind::InvalidFlowScalarIndent
        | ErrorKind::InvalidBlockScalarIndent
        | ErrorKind::InvalidQuotedScalarIndent => {
            (say!(YamlIndentationLineFitsNoLineAbove), say!(YamlIndentLikeLineBelongsWithUsing))
        }
        ErrorKind::BlockSequenceEntryNotAllowed => {
            (say!(YamlListItemNotExpected), say!(YamlStartListOnNewLineEach))
        }
        kind if is_about_tab(kind) => (say!(YamlTabStandsWhereYamlAllowsNone), say!(YamlUseSpaces)),
        ErrorKind::InvalidTrailingSingleQuotedScalar => {
            (something_follows_quote(), say!(YamlWriteApostropheInsideSingleQuotesTwice))
        }
        ErrorKind::InvalidTrailingDoubleQuotedScalar => {
            (something_follows_quote(), say!(YamlWriteQuoteInsideDoubleQuotes))
        }
        ErrorKind::UnclosedQuotedScalar | ErrorKind::DocumentIndicatorInQuotedScalar => {
            (never_closed(), close_quote())
        }
        ErrorKind::UnknownQuotedScalarEscape
        | ErrorKind::InvalidQuotedScalarHexEscape
        | ErrorKind::InvalidLowSurrogateHexEscape
        | ErrorKind::InvalidLowSurrogate
        | ErrorKind::MissingLowSurrogate
        | ErrorKind::UnpairedLowSurrogate
        | ErrorKind::InvalidUnicodeEscape => {
            (say!(YamlNotEscapeYamlKnows), say!(YamlWriteBackslashInsideDoubleQuotes))
        }
        ErrorKind::InvalidColonPlacement
        | ErrorKind::ExpectedFlowMappingSeparator
        | ErrorKind::ExpectedFlowSequenceSeparator
        | ErrorKind::BlockEntryInFlowCollection
        | ErrorKind::FlowMappingValueAdjacentCollection
        | ErrorKind::UnexpectedEofFlowSequence
        | ErrorKind::UnexpectedEofFlowMapping
        | ErrorKind::UnexpectedEofImplicitFlowMapping => {
            (say!(YamlBracketStillOpenOrCommaMissing), check_brackets())
        }
        ErrorKind::MisplacedFlowCollectionEnd => {
            (say!(YamlBracketClosesNothing), say!(JsonRemoveIt))
        }
        ErrorKind::MissingAnchorOrAliasName => (say!(YamlNameMissingAfterOr), put_in_quotes()),
        ErrorKind::BomInsideDocument => {
            (say!(YamlByteOrderMarkStandsInsideText), say!(JsonRemoveIt))
        }
        ErrorKind::InvalidBlockScalarHeader | ErrorKind::ZeroBlockScalarIndent => {
            (say!(YamlWhatFollowsOrInLine), say!(YamlBeginTextInNextLineIndented))
        }
        ErrorKind::CommentNotSeparated | ErrorKind::CommentInterceptedScalar => {
            (say!(YamlStartsCommentWhereNoneCan), say!(YamlPutTextInQuotesOrComment))
        }
        ErrorKind::ExpectedWhitespace
        | ErrorKind::InvalidBlockEntryWhitespace
        | ErrorKind::InvalidMappingValueWhitespace => {
            (say!(YamlASpaceIsMissingHere), say!(YamlWriteASpace))
        }
        ErrorKind::UndeclaredTagHandle
        | ErrorKind::ExpectedTagBang
        | ErrorKind::InvalidGlobalTagCharacter
        | ErrorKind::InvalidTagTerminator
        | ErrorKind::MissingTagUri
        | ErrorKind::UnclosedVerbatimTag
        | ErrorKind::InvalidTagEscape
        | ErrorKind::InvalidTagUtf8LeadingByte
        | ErrorKind::InvalidTagUtf8TrailingByte
        | ErrorKind::InvalidTagUtf8 => (say!(YamlWordBeginsWithTagAndOneCannot), put_in_quotes()),
        ErrorKind::DuplicateVersionDirective
        | ErrorKind::UnsupportedYamlMajorVersion
        | ErrorKind::DuplicateTagDirective
        | ErrorKind::MissingDocumentEndBeforeDirective
        | ErrorKind::ExpectedTagDirectiveBang
        | ErrorKind::InvalidDirectiveTerminator
        | ErrorKind::MissingYamlVersionSeparator
        | ErrorKind::MissingDirectiveName
        | ErrorKind::InvalidDirectiveName
        | ErrorKind::YamlVersionTooLong
        | ErrorKind::MissingYamlVersion
        | ErrorKind::InvalidTagDirectiveTerminator => {
            (say!(YamlLineBeginsWithDirectiveAndOneCannot), say!(YamlRemoveLineOrPutText))
        }
        ErrorKind::InvalidDocumentEnd => {
            (say!(YamlSomethingFollowsEndsDocument), say!(JsonRemoveIt))
        }
        _ => unexplained(),
    }
}

fn unexplained() -> (Message, Message) {
    (say!(YamlThisIsNotYaml), say!(YamlCorrectOrRemovePart))
}

fn never_closed() -> Message {
    say!(YamlQuoteNeverClosed)
}

fn close_quote() -> Message {
    say!(YamlWriteSameQuoteAtEndText)
}

fn put_in_quotes() -> Message {
    say!(YamlPutTextInQuotes)
}

fn check_brackets() -> Message {
    say!(JsonCheckEveryBracketClosedPartner)
}

fn something_follows_quote() -> Message {
    say!(YamlSomethingFollowsClosingQuote)
}

/// The range of the line that holds a byte, without its end.
fn line_around(text: &str, byte: usize) -> Range<usize> {
    let byte = floor(text, byte);
    line_start(text, byte)..line_end(text, byte)
}

/// The last character boundary at or before a byte.
fn floor(text: &str, byte: usize) -> usize {
    (0..=byte.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}
