//! Writing a text as a YAML scalar that reads back as that text, also for readers of YAML 1.1.

use crate::yaml::quoting::{double_quoted, needs_double_quotes};
use crate::yaml::{CollectionLayout, ScalarStyle};

/// A scalar as it is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct WrittenScalar {
    /// The text in the line of the key.
    pub(super) line: String,
    /// The lines below it, without their indentation.
    pub(super) body: Option<Vec<String>>,
}

/// Writes a text, in the style of the replaced text if possible.
pub(super) fn scalar(text: &str, layout: CollectionLayout, like: ScalarStyle) -> WrittenScalar {
    if layout == CollectionLayout::Block
        && text.contains('\n')
        && let Some((line, body)) = literal(text)
    {
        return WrittenScalar { line: line.to_owned(), body: Some(body) };
    }
    WrittenScalar { line: in_line(text, layout, like), body: None }
}

/// Writes a text in a single line.
pub(super) fn in_line(text: &str, layout: CollectionLayout, like: ScalarStyle) -> String {
    let like_quoted = matches!(like, ScalarStyle::SingleQuoted | ScalarStyle::DoubleQuoted);
    if !like_quoted && can_be_plain(text, layout) {
        return text.to_owned();
    }
    let simple = !text.contains(needs_double_quotes);
    let single = like == ScalarStyle::SingleQuoted
        || like != ScalarStyle::DoubleQuoted && text.contains(['"', '\\']);
    if simple && single {
        return format!("'{}'", text.replace('\'', "''"));
    }
    double_quoted(text)
}

fn can_be_plain(text: &str, layout: CollectionLayout) -> bool {
    let Some(first) = text.chars().next() else { return false };
    let indicators = "-?:,[]{}#&*!|>'\"%@`=.~<";
    let clear = !indicators.contains(first)
        && !text.starts_with(char::is_whitespace)
        && !text.ends_with(char::is_whitespace)
        && !text.contains(needs_double_quotes)
        && !text.contains(": ")
        && !text.ends_with(':')
        && !text.contains(" #");
    let closes = |c: char| ",[]{}".contains(c);
    let fits = layout == CollectionLayout::Block
        || !text.contains(closes) && !text.contains(":\"") && !text.contains(":'");
    clear && fits && !is_word(text) && !is_like_a_number(text)
}

/// Returns `true` for a word that YAML 1.1 or 1.2 does not read as a text.
fn is_word(text: &str) -> bool {
    let words = ["null", "true", "false", "yes", "no", "on", "off", "y", "n"];
    words.iter().any(|word| word.eq_ignore_ascii_case(text))
}

/// Returns `true` for numbers, dates and times, and for some texts of the same characters.
fn is_like_a_number(text: &str) -> bool {
    let starts = text.trim_start_matches(['+', '-', '.']).starts_with(|c: char| c.is_ascii_digit());
    starts && text.chars().all(|c| c.is_ascii_hexdigit() || "xXoO_+-.:tTzZ ".contains(c))
}

/// The header and the lines of a literal block, if that can hold the text as it is.
fn literal(text: &str) -> Option<(&'static str, Vec<String>)> {
    let (header, body) = match text.strip_suffix('\n') {
        Some(body) => ("|", body),
        None => ("|-", text),
    };
    let special = |c: char| c != '\n' && c != '\t' && needs_double_quotes(c);
    let odd = |line: &str| line.starts_with('\t') || line.trim().is_empty() && !line.is_empty();
    // More than one line break at the end, or spaces at the start, would need an indicator.
    let refused = body.is_empty()
        || body.ends_with('\n')
        || body.starts_with([' ', '\n'])
        || body.contains(special)
        || body.split('\n').any(odd);
    (!refused).then(|| (header, body.split('\n').map(str::to_owned).collect()))
}
