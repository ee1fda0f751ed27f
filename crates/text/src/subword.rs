//! Subword-tokenised texts as they are shown and read.
//!
//! Such a text is a list of tokens joined by U+0020. Byte-level BPE (GPT-2, RoBERTa) and SentencePiece mark the tokens
//! that begin a word (`Ġ`, `▁`); WordPiece marks those that do not (`##`). Spans index the stored characters, so all of
//! them stay in the page; [`Shown`] tells which of them are hidden or look different.
//!
//! Few templates have such texts, so their display is reached through a function pointer that [`enable`] sets: a
//! program that never calls it does not contain it.

use std::sync::OnceLock;

use super::{Span, Text, Utf16, boundary::split, offset::utf16_len};

/// Marks a token that continues a word in WordPiece.
pub(super) const CONTINUATION: &str = "##";

/// A part of a stored text, with its display.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    /// Its span in the stored text.
    pub span: Span,
    /// Its display.
    pub shown: Shown,
}

/// The display of a part of a stored text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Shown {
    /// Its own characters.
    AsIs,
    /// Nothing.
    Hidden,
    /// Other characters.
    Instead(String),
}

static DIVIDE: OnceLock<fn(&Text) -> Vec<Piece>> = OnceLock::new();

/// Makes the display of subword tokens known to the program; before, texts are shown as they are stored.
pub fn enable() {
    DIVIDE.get_or_init(|| divide);
}

/// Divides a text without rest into parts that are shown as they are, hidden, or shown as other characters.
///
/// Neighbours differ in kind. A text without any marker is one piece, shown as it is, as are all before [`enable`].
#[must_use]
pub fn pieces(text: &Text) -> Vec<Piece> {
    let as_is = |text: &Text| {
        let span = Span::between(Utf16(0), text.len_utf16());
        let filled = Some(span).filter(|span| !span.is_empty());
        filled.map(|span| Piece { span, shown: Shown::AsIs }).into_iter().collect()
    };
    DIVIDE.get().map_or_else(|| as_is(text), |divide| divide(text))
}

fn divide(text: &Text) -> Vec<Piece> {
    let scheme = Scheme::of(text.as_str());
    let mut pieces = Vec::new();
    let (mut head, mut rest) = split(text.as_str(), 0);
    let mut start = Utf16(0);
    while !rest.is_empty() {
        let (bytes, shown) = scheme.step(head, rest);
        let end = Utf16(start.0 + split(rest, bytes).0.chars().map(utf16_len).sum::<u32>());
        push(&mut pieces, Piece { span: Span::between(start, end), shown });
        (head, rest) = split(text.as_str(), head.len() + bytes);
        start = end;
    }
    pieces
}

/// Adds a piece, or lengthens the last one if it is of the same kind.
fn push(pieces: &mut Vec<Piece>, piece: Piece) {
    let Some(last) = pieces.last_mut() else { return pieces.push(piece) };
    match (&mut last.shown, &piece.shown) {
        (Shown::AsIs, Shown::AsIs) | (Shown::Hidden, Shown::Hidden) => {}
        (Shown::Instead(left), Shown::Instead(right)) => left.push_str(right),
        _ => return pieces.push(piece),
    }
    last.span = Span::between(last.span.start(), piece.span.end());
}

/// The text as a person reads it: the words, without markers or artificial spaces.
#[must_use]
pub fn clean(text: &Text) -> String {
    clean_slice(text, Span::between(Utf16(0), text.len_utf16()))
}

/// [`clean`] for a span. Characters that are shown together are read even if the span holds only a part of them.
#[must_use]
pub fn clean_slice(text: &Text, span: Span) -> String {
    let mut clean = String::new();
    for piece in pieces(text) {
        let start = piece.span.start().max(span.start());
        let end = piece.span.end().min(span.end());
        if start >= end {
            continue;
        }
        match piece.shown {
            Shown::AsIs => clean.push_str(text.slice(Span::between(start, end))),
            Shown::Hidden => {}
            Shown::Instead(other) => clean.push_str(&other),
        }
    }
    clean
}

/// Returns `true` for a marker of a token that begins a word: `Ġ` in byte-level BPE, `▁` in SentencePiece.
fn is_marker(c: char) -> bool {
    matches!(c, 'Ġ' | '▁')
}

/// Returns `true` for a character between tokens: white space or a marker.
pub(super) fn is_separator(c: char) -> bool {
    c.is_whitespace() || is_marker(c)
}

/// Returns `true` if a token starts after this much text.
pub(super) fn starts_token(head: &str) -> bool {
    head.chars().next_back().is_none_or(char::is_whitespace)
}

/// Returns `true` if a token starts with the marker `##`: a longer row of `#`, or one without a rest, is a token of its
/// own.
pub(super) fn is_continuation(token: &str) -> bool {
    let rest = token.strip_prefix(CONTINUATION).and_then(|rest| rest.chars().next());
    rest.is_some_and(|c| c != '#' && !is_separator(c))
}

/// The scheme by which the tokens of a text are marked.
#[derive(Debug, Clone, Copy)]
enum Scheme {
    /// No markers.
    Plain,
    /// Markers of tokens that begin a word. Byte-level texts also write bytes as characters.
    WordStart { byte_level: bool },
    /// Markers of tokens that continue a word.
    Continuation,
}

/// Steps: the length in bytes of the next part of `rest`, at least one character, and its display after `head`.
impl Scheme {
    fn of(text: &str) -> Self {
        if text.contains(is_marker) {
            Scheme::WordStart { byte_level: text.contains('Ġ') }
        } else if text.split(char::is_whitespace).any(is_continuation) {
            Scheme::Continuation
        } else {
            Scheme::Plain
        }
    }

    fn step(self, head: &str, rest: &str) -> (usize, Shown) {
        match self {
            Scheme::Plain => (rest.len(), Shown::AsIs),
            Scheme::WordStart { byte_level } => step_word_start(head, rest, byte_level),
            Scheme::Continuation => step_continuation(head, rest),
        }
    }
}

fn step_word_start(head: &str, rest: &str, byte_level: bool) -> (usize, Shown) {
    let mut chars = rest.chars();
    let Some(c) = chars.next() else { return (0, Shown::AsIs) };
    let shown = match c {
        ' ' if chars.next().is_some_and(is_marker) => Shown::AsIs,
        ' ' => Shown::Hidden,
        _ if is_marker(c) && starts_token(head) => Shown::Hidden,
        _ if is_marker(c) => Shown::Instead(" ".into()),
        _ if byte_level && byte_of(c).is_some() => return step_bytes(rest),
        _ => Shown::AsIs,
    };
    (c.len_utf8(), shown)
}

fn step_continuation(head: &str, rest: &str) -> (usize, Shown) {
    match rest.strip_prefix(' ') {
        Some(token) if is_continuation(token) => (1, Shown::Hidden),
        _ if starts_token(head) && is_continuation(rest) => (CONTINUATION.len(), Shown::Hidden),
        _ => (rest.chars().next().map_or(0, char::len_utf8), Shown::AsIs),
    }
}

/// Decodes a row of bytes written as characters, if it is UTF-8. If it breaks off within a character at the end of a
/// token, the row at the beginning of the next token goes on with it.
fn step_bytes(rest: &str) -> (usize, Shown) {
    let first = byte_row(rest);
    let undecoded = (first.len(), Shown::AsIs);
    let (mut row, mut end) = (first, 0);
    let (mut decoded, mut open) = (String::new(), Vec::new());
    while !row.is_empty() {
        end += row.len();
        open.extend(row.chars().filter_map(byte_of));
        let valid = match str::from_utf8(&open) {
            Ok(valid) => return (end, Shown::Instead(decoded + valid)),
            Err(error) if error.error_len().is_none() => error.valid_up_to(),
            Err(_) => return undecoded,
        };
        let broken_off = open.split_off(valid);
        decoded.push_str(&String::from_utf8_lossy(&open));
        open = broken_off;
        row = split(rest, end).1.strip_prefix(' ').map_or("", byte_row);
        end += 1; // The space between the tokens.
    }
    undecoded
}

/// The characters at the beginning that stand for bytes.
fn byte_row(token: &str) -> &str {
    let rest = token.trim_start_matches(|c| byte_of(c).is_some());
    split(token, token.len() - rest.len()).0
}

/// The byte that a character stands for in GPT-2's byte-level BPE.
///
/// There, printable characters of Latin-1 stand for themselves; the 68 other bytes are numbered from U+0100 on. ASCII
/// is left out because it reads the same, and `Ġ`, the byte of the space, because it is a marker.
fn byte_of(c: char) -> Option<u8> {
    let byte = match u32::from(c) {
        printable @ (0xA1..=0xAC | 0xAE..=0xFF) => printable,
        control @ 0x100..=0x11F => control - 0x100,
        high @ 0x121..=0x142 => high - 0x121 + 0x7F,
        0x143 => 0xAD,
        _ => return None,
    };
    u8::try_from(byte).ok()
}
