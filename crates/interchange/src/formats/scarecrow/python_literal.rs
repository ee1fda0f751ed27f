//! Python literals, as `repr` writes them and `ast.literal_eval` reads them: lists, tuples, strings, numbers, `None`,
//! `True` and `False`.
//!
//! Source of the syntax: The Python Language Reference, "Lexical analysis". Not read: dictionaries, sets, bytes, prefixes
//! of strings, strings in three quotes, `\N{…}`.

use std::fmt;

use spanwise_limits::DEEPEST_LITERAL;

/// A literal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum PythonLiteral {
    None,
    Bool(bool),
    /// A number as it is spelled.
    Number(String),
    Text(String),
    List(Vec<PythonLiteral>),
    Tuple(Vec<PythonLiteral>),
}

impl PythonLiteral {
    /// Reads a text that holds one literal, with white space around it or not.
    pub(super) fn parse(text: &str) -> Result<Self, PythonLiteralError> {
        let mut reader = PythonLiteralReader { text, at: 0, depth: 0 };
        let value = reader.value()?;
        match reader.peek() {
            None => Ok(value),
            Some(_) => reader.fault("there is more after the end of the literal"),
        }
    }

    /// A whole number.
    pub(super) fn number(number: u32) -> Self {
        PythonLiteral::Number(number.to_string())
    }

    /// The items of a list or a tuple.
    pub(super) fn items(&self) -> Option<&[PythonLiteral]> {
        match self {
            PythonLiteral::List(items) | PythonLiteral::Tuple(items) => Some(items),
            PythonLiteral::None
            | PythonLiteral::Bool(_)
            | PythonLiteral::Number(_)
            | PythonLiteral::Text(_) => None,
        }
    }

    /// The same, mutable.
    pub(super) fn items_mut(&mut self) -> Option<&mut Vec<PythonLiteral>> {
        match self {
            PythonLiteral::List(items) | PythonLiteral::Tuple(items) => Some(items),
            PythonLiteral::None
            | PythonLiteral::Bool(_)
            | PythonLiteral::Number(_)
            | PythonLiteral::Text(_) => None,
        }
    }

    /// A string.
    pub(super) fn text(&self) -> Option<&str> {
        if let PythonLiteral::Text(text) = self { Some(text) } else { None }
    }

    /// A whole number that is not negative, also as a string.
    pub(super) fn whole(&self) -> Option<u32> {
        match self {
            PythonLiteral::Number(digits) | PythonLiteral::Text(digits) => {
                digits.trim().parse().ok()
            }
            PythonLiteral::None
            | PythonLiteral::Bool(_)
            | PythonLiteral::List(_)
            | PythonLiteral::Tuple(_) => None,
        }
    }
}

/// A syntax error in a literal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct PythonLiteralError {
    /// The number of characters before the fault.
    pub(super) at: usize,
    /// The problem, without its place.
    pub(super) what: &'static str,
}

impl fmt::Display for PythonLiteralError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, at character {}", self.what, self.at.saturating_add(1))
    }
}

struct PythonLiteralReader<'a> {
    text: &'a str,
    /// The position, in bytes.
    at: usize,
    depth: usize,
}

impl<'a> PythonLiteralReader<'a> {
    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// Skips white space; returns the next character, which is not consumed.
    fn peek(&mut self) -> Option<char> {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
        self.rest().chars().next()
    }

    fn next(&mut self) -> Option<char> {
        let c = self.rest().chars().next()?;
        self.at += c.len_utf8();
        Some(c)
    }

    fn fault<T>(&self, what: &'static str) -> Result<T, PythonLiteralError> {
        let at = self.text.get(..self.at).map_or(0, |before| before.chars().count());
        Err(PythonLiteralError { at, what })
    }

    fn value(&mut self) -> Result<PythonLiteral, PythonLiteralError> {
        match self.peek() {
            None => self.fault("the literal ends too early"),
            Some('[') => self.sequence(']').map(|(items, _)| PythonLiteral::List(items)),
            Some('(') => match self.sequence(')')? {
                (mut items, false) if items.len() == 1 => Ok(items.remove(0)),
                (items, _) => Ok(PythonLiteral::Tuple(items)),
            },
            Some(quote @ ('\'' | '"')) => self.string(quote).map(PythonLiteral::Text),
            Some('+' | '-' | '.' | '0'..='9') => self.number(),
            Some(_) => self.word(),
        }
    }

    /// The items up to a closing bracket, and `true` if a comma follows any of them.
    fn sequence(&mut self, close: char) -> Result<(Vec<PythonLiteral>, bool), PythonLiteralError> {
        if self.depth >= DEEPEST_LITERAL {
            return self.fault("there are too many lists in lists");
        }
        self.depth += 1;
        self.next();
        let mut items = Vec::new();
        let mut comma = false;
        while self.peek() != Some(close) {
            items.push(self.value()?);
            match self.peek() {
                Some(',') => comma = self.next().is_some(),
                Some(c) if c == close => {}
                None => return self.fault("a bracket is never closed"),
                Some(_) => return self.fault("a comma or a closing bracket is missing"),
            }
        }
        self.next();
        self.depth -= 1;
        Ok((items, comma))
    }

    fn number(&mut self) -> Result<PythonLiteral, PythonLiteralError> {
        let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.' | '_');
        let rest = self.rest();
        let spelled = rest.split(|c| !is_part(c)).next().unwrap_or_default();
        if spelled.parse::<f64>().is_err() || spelled.ends_with(|c: char| c.is_ascii_alphabetic()) {
            return self.fault("this is not a number");
        }
        self.at += spelled.len();
        Ok(PythonLiteral::Number(spelled.to_owned()))
    }

    fn word(&mut self) -> Result<PythonLiteral, PythonLiteralError> {
        let words = [
            ("None", PythonLiteral::None),
            ("True", PythonLiteral::Bool(true)),
            ("False", PythonLiteral::Bool(false)),
        ];
        let rest = self.rest();
        let word =
            rest.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default();
        match words.into_iter().find(|(name, _)| *name == word) {
            Some((name, value)) => {
                self.at += name.len();
                Ok(value)
            }
            None => self.fault("this is not a Python literal"),
        }
    }

    fn string(&mut self, quote: char) -> Result<String, PythonLiteralError> {
        let start = self.at;
        self.next();
        let mut text = String::new();
        loop {
            match self.next() {
                None => {
                    self.at = start;
                    return self.fault("a string is never closed");
                }
                Some(c) if c == quote => return Ok(text),
                Some('\\') => self.escape(&mut text)?,
                Some(c) => text.push(c),
            }
        }
    }

    /// Reads an escape after its backslash. One that Python does not know stays as it is, as in Python.
    fn escape(&mut self, text: &mut String) -> Result<(), PythonLiteralError> {
        let Some(c) = self.next() else { return self.fault("a string is never closed") };
        match c {
            '\n' => {}
            '\\' | '\'' | '"' => text.push(c),
            'n' => text.push('\n'),
            'r' => text.push('\r'),
            't' => text.push('\t'),
            'a' => text.push('\u{7}'),
            'b' => text.push('\u{8}'),
            'f' => text.push('\u{c}'),
            'v' => text.push('\u{b}'),
            'x' => text.push(self.character(2)?),
            'u' => text.push(self.character(4)?),
            'U' => text.push(self.character(8)?),
            '0'..='7' => text.push(self.octal(c)),
            _ => text.extend(['\\', c]),
        }
        Ok(())
    }

    fn hexadecimal(&mut self, digits: usize) -> Result<u32, PythonLiteralError> {
        let hex =
            self.rest().get(..digits).filter(|hex| hex.bytes().all(|b| b.is_ascii_hexdigit()));
        match hex.and_then(|hex| u32::from_str_radix(hex, 16).ok()) {
            Some(code) => {
                self.at += digits;
                Ok(code)
            }
            None => self.fault("a backslash is followed by a wrong character code"),
        }
    }

    /// A character by its code; the two surrogates of one, as JavaScript writes them, are combined.
    fn character(&mut self, digits: usize) -> Result<char, PythonLiteralError> {
        let mut code = self.hexadecimal(digits)?;
        if (0xD800..0xDC00).contains(&code) && self.rest().starts_with("\\u") {
            self.at += 2;
            let low = self.hexadecimal(4)?;
            if (0xDC00..0xE000).contains(&low) {
                code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
            }
        }
        match char::from_u32(code) {
            Some(c) => Ok(c),
            None => self.fault("a backslash is followed by half a character"),
        }
    }

    fn octal(&mut self, first: char) -> char {
        let mut code = first.to_digit(8).unwrap_or_default();
        for _ in 0..2 {
            let Some(digit) = self.rest().chars().next().and_then(|c| c.to_digit(8)) else { break };
            self.next();
            code = code * 8 + digit;
        }
        char::from_u32(code).unwrap_or_default()
    }
}

/// Writes a literal as Python's `repr` does, except for unassigned characters, which Python escapes.
impl fmt::Display for PythonLiteral {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PythonLiteral::None => f.write_str("None"),
            PythonLiteral::Bool(true) => f.write_str("True"),
            PythonLiteral::Bool(false) => f.write_str("False"),
            PythonLiteral::Number(number) => f.write_str(number),
            PythonLiteral::Text(text) => write_string(f, text),
            PythonLiteral::List(items) => write_sequence(f, "[", items, "]"),
            PythonLiteral::Tuple(items) if items.len() == 1 => write_sequence(f, "(", items, ",)"),
            PythonLiteral::Tuple(items) => write_sequence(f, "(", items, ")"),
        }
    }
}

fn write_sequence(
    f: &mut fmt::Formatter<'_>,
    open: &str,
    items: &[PythonLiteral],
    close: &str,
) -> fmt::Result {
    f.write_str(open)?;
    for (i, item) in items.iter().enumerate() {
        let comma = if i == 0 { "" } else { ", " };
        write!(f, "{comma}{item}")?;
    }
    f.write_str(close)
}

fn write_string(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    let quote = if text.contains('\'') && !text.contains('"') { '"' } else { '\'' };
    write!(f, "{quote}")?;
    for c in text.chars() {
        match c {
            '\\' => f.write_str("\\\\")?,
            '\n' => f.write_str("\\n")?,
            '\r' => f.write_str("\\r")?,
            '\t' => f.write_str("\\t")?,
            c if c == quote => write!(f, "\\{c}")?,
            c if is_printable(c) => write!(f, "{c}")?,
            c => match u32::from(c) {
                code @ 0..=0xFF => write!(f, "\\x{code:02x}")?,
                code @ 0..=0xFFFF => write!(f, "\\u{code:04x}")?,
                code => write!(f, "\\U{code:08x}")?,
            },
        }
    }
    write!(f, "{quote}")
}

/// Returns `true` if Python shows a character as it is: no control, format or private character, and no space but
/// U+0020.
fn is_printable(c: char) -> bool {
    let format = matches!(c,
        '\u{AD}' | '\u{600}'..='\u{605}' | '\u{61C}' | '\u{6DD}' | '\u{70F}' | '\u{8E2}' | '\u{180E}'
        | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{2064}' | '\u{2066}'..='\u{206F}'
        | '\u{FEFF}' | '\u{FFF9}'..='\u{FFFB}' | '\u{E0001}' | '\u{E0020}'..='\u{E007F}');
    let private = matches!(c, '\u{E000}'..='\u{F8FF}' | '\u{F0000}'..);
    c == ' ' || !(c.is_control() || c.is_whitespace() || format || private)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn text(text: &str) -> PythonLiteral {
        PythonLiteral::Text(text.to_owned())
    }

    fn number(spelled: &str) -> PythonLiteral {
        PythonLiteral::Number(spelled.to_owned())
    }

    #[test]
    fn every_kind_is_read_and_written_as_repr_does() {
        let cases = [
            ("[]", PythonLiteral::List(vec![])),
            ("()", PythonLiteral::Tuple(vec![])),
            ("(1,)", PythonLiteral::Tuple(vec![number("1")])),
            (
                "[None, True, False]",
                PythonLiteral::List(vec![
                    PythonLiteral::None,
                    PythonLiteral::Bool(true),
                    PythonLiteral::Bool(false),
                ]),
            ),
            ("(-1.5, 1e-05)", PythonLiteral::Tuple(vec![number("-1.5"), number("1e-05")])),
            ("'a b'", text("a b")),
            (r#""it's""#, text("it's")),
            (r#"'"it\'s"'"#, text("\"it's\"")),
            (r"'\n\r\t\\ \x00\xa0\u200b\ue000'", text("\n\r\t\\ \0\u{a0}\u{200b}\u{e000}")),
            ("'é😀'", text("é😀")),
        ];
        for (written, literal) in cases {
            assert_eq!(PythonLiteral::parse(written), Ok(literal.clone()), "{written}");
            assert_eq!(literal.to_string(), written);
        }
    }

    #[test]
    fn other_spellings_are_read() {
        let cases = [
            (" [ 1 ,2, ] ", "[1, 2]"),
            ("(('a'))", "'a'"),
            (r"'\x41\101\u00e9\U0001F600\ud83d\ude00\a\q'", r"'AAé😀😀\x07\\q'"),
            ("\"a\\\nb\"", "'ab'"),
            ("'two\nlines'", r"'two\nlines'"),
        ];
        for (written, canonical) in cases {
            assert_eq!(PythonLiteral::parse(written).unwrap().to_string(), canonical, "{written}");
        }
    }

    #[test]
    fn faults_have_a_place() {
        let cases = [
            ("", 0),
            ("[1, 2", 5),
            ("[1 2]", 3),
            ("[é, 'open]", 1),
            ("['é', 'open]", 6),
            ("['é', nan]", 6),
            ("1e", 0),
            ("1 2", 2),
            (r"'\xZ1'", 3),
            (r"'\ud83d'", 7),
            (r"'\U99999999'", 11),
            ("{'a': 1}", 0),
            ("b'x'", 0),
            ("[1,,2]", 3),
        ];
        for (written, at) in cases {
            assert_eq!(PythonLiteral::parse(written).unwrap_err().at, at, "{written}");
        }
        let deep = "[".repeat(100_000);
        assert_eq!(PythonLiteral::parse(&deep).unwrap_err().at, DEEPEST_LITERAL);
    }

    fn literals() -> impl Strategy<Value = PythonLiteral> {
        let leaf = prop_oneof![
            Just(PythonLiteral::None),
            any::<bool>().prop_map(PythonLiteral::Bool),
            any::<i64>().prop_map(|n| PythonLiteral::Number(n.to_string())),
            "\\PC*|[\\x00-\\x20'\"\\\\a]*".prop_map(PythonLiteral::Text),
        ];
        leaf.prop_recursive(4, 32, 5, |inner| {
            let items = prop::collection::vec(inner, 0..5);
            prop_oneof![
                items.clone().prop_map(PythonLiteral::List),
                items.prop_map(PythonLiteral::Tuple)
            ]
        })
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_again(literal in literals()) {
            prop_assert_eq!(PythonLiteral::parse(&literal.to_string()), Ok(literal));
        }

        #[test]
        fn nothing_panics(text in "[\\[\\]()'\"\\\\xuU0-9a-fé,. NonTrue-]{0,40}") {
            let _ = PythonLiteral::parse(&text);
        }
    }
}
