//! Escapes of texts and of values.

/// Reserved characters of values, which stand after a backslash.
const RESERVED: &str = "\\[]|_;*";

/// A value as it stands in a column.
pub(super) fn value(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            '\t' => out.push_str("\\t"),
            '\n' => out.push_str("\\n"),
            '-' if rest.peek() == Some(&'>') => {
                rest.next();
                out.push_str("\\->");
            }
            c => {
                out.push_str(if RESERVED.contains(c) { "\\" } else { "" });
                out.push(c);
            }
        }
    }
    out
}

/// A value of a column.
pub(super) fn read_value(cell: &str) -> String {
    let mut out = String::with_capacity(cell.len());
    let mut rest = cell.chars().peekable();
    while let Some(c) = rest.next() {
        match (c, rest.peek()) {
            ('\\', Some('t')) => out.push('\t'),
            ('\\', Some('n')) => out.push('\n'),
            ('\\', Some(next)) if RESERVED.contains(*next) || *next == '-' => out.push(*next),
            (c, _) => {
                out.push(c);
                continue;
            }
        }
        rest.next();
    }
    out
}

/// Splits a cell at a separator that does not stand after a backslash.
pub(super) fn split(cell: &str, separator: char) -> Vec<&str> {
    let (mut parts, mut start, mut is_escaped) = (Vec::new(), 0, false);
    for (at, c) in cell.char_indices() {
        if c == separator && !is_escaped {
            parts.push(cell.get(start..at).unwrap_or_default());
            start = at + c.len_utf8();
        }
        is_escaped = c == '\\' && !is_escaped;
    }
    parts.push(cell.get(start..).unwrap_or_default());
    parts
}

/// A value and the number in brackets after it.
pub(super) fn number(cell: &str) -> (&str, Option<u32>) {
    let numbered = cell.strip_suffix(']').and_then(|cell| cell.rsplit_once('['));
    let parsed = numbered.and_then(|(value, number)| Some((value, number.parse().ok()?)));
    match parsed {
        Some((value, number)) => (value, Some(number)),
        None => (cell, None),
    }
}

/// Characters of texts with an escape, each with its letter. Other control characters stand after a backslash.
const LETTERS: [(char, char); 6] =
    [('\t', 't'), ('\n', 'n'), ('\u{c}', 'f'), ('\r', 'r'), ('\u{8}', 'b'), ('\\', '\\')];

/// Returns `true` for a control character without a letter.
fn is_control(c: char) -> bool {
    c < ' ' && !('\u{8}'..'\u{e}').contains(&c)
}

/// A text without line breaks as it stands in a line.
pub(super) fn text(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        let letter = LETTERS.iter().find(|(known, _)| *known == c).map(|(_, letter)| *letter);
        if letter.is_some() || is_control(c) {
            out.push('\\');
        }
        out.push(letter.unwrap_or(c));
    }
    out
}

/// The text in a line.
pub(super) fn read_text(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    let mut rest = line.chars().peekable();
    while let Some(c) = rest.next() {
        let next = rest.peek().copied().filter(|_| c == '\\');
        let escaped = next.and_then(|next| {
            let known = LETTERS.iter().find(|(_, letter)| *letter == next).map(|(c, _)| *c);
            known.or_else(|| is_control(next).then_some(next))
        });
        if escaped.is_some() {
            rest.next();
        }
        out.push(escaped.unwrap_or(c));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_come_back() {
        for plain in ["a\\b", "[x]", "a|b_c;d*", "->", "- >", "a\tb\nc", "\\->\\", "é😀", "\\", ""]
        {
            assert_eq!(read_value(&value(plain)), plain, "{}", value(plain));
            assert!(!value(plain).contains(['\t', '\n']));
            let numbered = format!("{}[3]", value(plain));
            assert_eq!(number(&numbered), (value(plain).as_str(), Some(3)));
            assert_eq!(split(&format!("{numbered}|x"), '|'), [numbered.as_str(), "x"]);
        }
        for plain in ["a\tb", "a\\tb", "\r", "\u{1}\u{1f}\u{c}", "tab\\", "\\\\n"] {
            assert_eq!(read_text(&text(plain)), plain);
        }
        assert_eq!(number("a\\]"), ("a\\]", None));
        assert_eq!(read_value("\\q"), "\\q");
    }
}
