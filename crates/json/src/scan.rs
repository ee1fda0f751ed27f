//! Finds the end of a JSON value, or the fault by which a text is not JSON.

use super::fault::{Fault, FaultKind};
use super::string::plain;
use spanwise_limits::DEEPEST_DATA;

/// The first byte at or after `at` that is not JSON white space.
pub fn skip_space(text: &str, at: usize) -> usize {
    let bytes = text.as_bytes().get(at..).unwrap_or_default();
    let space = bytes.iter().take_while(|b| matches!(b, b' ' | b'\t' | b'\n' | b'\r')).count();
    at.saturating_add(space)
}

/// The end of the value that starts at byte `at`.
pub fn value_end(text: &str, at: usize) -> Result<usize, Fault> {
    let mut scan = Scan { text, at, open: Vec::new() };
    loop {
        if scan.value()? && scan.close_all()? {
            return Ok(scan.at);
        }
    }
}

/// The end of the key at byte `at`, and the start of its value after the colon.
pub fn key_end(text: &str, at: usize) -> Result<(usize, usize), Fault> {
    let mut scan = Scan { text, at, open: Vec::new() };
    let end = scan.key()?;
    Ok((end, scan.at))
}

struct Scan<'a> {
    text: &'a str,
    at: usize,
    /// Start offsets (bytes) of the containers around `at`, outermost first.
    open: Vec<usize>,
}

impl Scan<'_> {
    fn peek(&self) -> Option<u8> {
        self.byte(self.at)
    }

    fn byte(&self, at: usize) -> Option<u8> {
        self.text.as_bytes().get(at).copied()
    }

    fn space(&mut self) {
        self.at = skip_space(self.text, self.at);
    }

    fn fault<T>(&self, kind: FaultKind) -> Result<T, Fault> {
        Err(Fault { at: self.at, kind })
    }

    /// Reads a value, or the opening of one. Returns `true` if it is complete.
    fn value(&mut self) -> Result<bool, Fault> {
        match self.peek() {
            Some(b'{') => self.enter(b'}'),
            Some(b'[') => self.enter(b']'),
            Some(b'"') => self.string().map(|()| true),
            Some(b'-' | b'0'..=b'9') => self.number().map(|()| true),
            _ => self.word().map(|()| true),
        }
    }

    fn enter(&mut self, close: u8) -> Result<bool, Fault> {
        if self.open.len() >= DEEPEST_DATA {
            return self.fault(FaultKind::TooDeep);
        }
        let start = self.at;
        self.at += 1;
        self.space();
        if self.peek() == Some(close) {
            self.at += 1;
            return Ok(true);
        }
        self.open.push(start);
        if close == b'}' {
            self.key()?;
        }
        Ok(false)
    }

    /// Closes the containers that end here. Returns `true` if none is left open; if not, a value comes next.
    fn close_all(&mut self) -> Result<bool, Fault> {
        while let Some(&start) = self.open.last() {
            self.space();
            let in_object = self.byte(start) == Some(b'{');
            match self.peek() {
                Some(b'}') if in_object => {}
                Some(b']') if !in_object => {}
                Some(b',') => return self.comma(in_object).map(|()| false),
                None => return self.fault(FaultKind::Unclosed { start }),
                Some(_) => return self.fault(FaultKind::MissingComma),
            }
            self.at += 1;
            self.open.pop();
        }
        Ok(true)
    }

    fn comma(&mut self, in_object: bool) -> Result<(), Fault> {
        let comma = self.at;
        self.at += 1;
        self.space();
        let close = if in_object { b'}' } else { b']' };
        if self.peek() == Some(close) {
            return Err(Fault { at: comma, kind: FaultKind::TrailingComma });
        }
        if in_object { self.key().map(|_| ()) } else { Ok(()) }
    }

    /// Reads a key, its colon, and the white space around it. Returns the end of the key.
    fn key(&mut self) -> Result<usize, Fault> {
        match self.peek() {
            Some(b'"') => self.string()?,
            None => return self.ended(),
            Some(b'\'') => return self.fault(FaultKind::SingleQuote),
            Some(_) => return self.fault(FaultKind::UnquotedKey),
        }
        let end = self.at;
        self.space();
        match self.peek() {
            Some(b':') => self.at += 1,
            None => return self.ended(),
            Some(_) => return self.fault(FaultKind::MissingColon),
        }
        self.space();
        Ok(end)
    }

    fn ended<T>(&self) -> Result<T, Fault> {
        match self.open.last() {
            Some(&start) => self.fault(FaultKind::Unclosed { start }),
            None => self.fault(FaultKind::Ended),
        }
    }

    fn string(&mut self) -> Result<(), Fault> {
        let start = self.at;
        self.at += 1;
        loop {
            let rest = self.text.as_bytes().get(self.at..).unwrap_or_default();
            self.at += plain(rest);
            match self.peek() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(());
                }
                Some(b'\\') => self.escape()?,
                Some(_) => return self.fault(FaultKind::ControlCharacter),
                None => return self.fault(FaultKind::UnclosedString { start }),
            }
        }
    }

    fn escape(&mut self) -> Result<(), Fault> {
        let length = match self.byte(self.at + 1) {
            Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => 2,
            Some(b'u') => 6,
            _ => return self.fault(FaultKind::BadEscape),
        };
        let digits = self.text.as_bytes().get(self.at + 2..self.at + length);
        if !digits.is_some_and(|d| d.iter().all(u8::is_ascii_hexdigit)) {
            return self.fault(FaultKind::BadEscape);
        }
        self.at += length;
        Ok(())
    }

    fn number(&mut self) -> Result<(), Fault> {
        let start = self.at;
        if self.peek() == Some(b'-') {
            self.at += 1;
        }
        let leading_zero = self.peek() == Some(b'0');
        let mut valid = match self.digits() {
            0 => false,
            n => n == 1 || !leading_zero,
        };
        if self.peek() == Some(b'.') {
            self.at += 1;
            valid &= self.digits() > 0;
        }
        if matches!(self.peek(), Some(b'e' | b'E')) {
            self.at += 1;
            if matches!(self.peek(), Some(b'+' | b'-')) {
                self.at += 1;
            }
            valid &= self.digits() > 0;
        }
        if valid { Ok(()) } else { Err(Fault { at: start, kind: FaultKind::BadNumber }) }
    }

    fn digits(&mut self) -> usize {
        let rest = self.text.as_bytes().get(self.at..).unwrap_or_default();
        let count = rest.iter().take_while(|b| b.is_ascii_digit()).count();
        self.at += count;
        count
    }

    fn word(&mut self) -> Result<(), Fault> {
        let rest = self.text.get(self.at..).unwrap_or_default();
        let length = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        let word = rest.get(..length).unwrap_or_default();
        match (word, rest.chars().next()) {
            ("true" | "false" | "null", _) => {
                self.at += length;
                Ok(())
            }
            (_, None) => self.ended(),
            ("", Some('\'')) => self.fault(FaultKind::SingleQuote),
            ("", Some('“' | '”' | '„' | '«' | '‘' | '’')) => {
                self.fault(FaultKind::CurlyQuote)
            }
            ("", Some('/')) => self.fault(FaultKind::Comment),
            ("", Some(c)) => self.fault(FaultKind::Unexpected(c)),
            (word, _) => self.fault(FaultKind::Word(word.to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::value::RawValue;

    fn accepts(text: &str) -> bool {
        value_end(text, skip_space(text, 0)).is_ok_and(|end| skip_space(text, end) == text.len())
    }

    #[test]
    fn depth_is_limited_without_recursion() {
        let nested = |n: usize| "[".repeat(n) + &"]".repeat(n);
        assert!(accepts(&nested(DEEPEST_DATA)));
        assert!(!accepts(&nested(DEEPEST_DATA + 1)));
        assert!(!accepts(&"[{\"a\":".repeat(1_000_000)));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4000))]
        #[test]
        fn agrees_with_serde_json(
            text in r#"([\[\]{},:"\\ ]|"[a-z]"|"k":|\\u[0-9d]{4}|[0-9.eE+-]|true|null|nul|é|\n|😀){0,12}"#,
        ) {
            prop_assert_eq!(accepts(&text), serde_json::from_str::<&RawValue>(&text).is_ok());
        }

        #[test]
        fn arbitrary_text_never_panics(text in any::<String>(), at in 0usize..20) {
            let _ = (value_end(&text, at), key_end(&text, at));
        }
    }
}
