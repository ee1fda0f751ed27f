//! JSON as models write it: with trailing commas, single quotes, comments, raw line breaks, names without quotes, words of
//! Python, and cut off in the middle.

use serde_json::{Map, Value};

/// The deepest nesting that is read.
const DEEPEST: usize = 64;

/// A value that was read leniently.
#[derive(Debug)]
pub(super) struct LenientValue {
    pub(super) value: Value,
    /// The first byte after it.
    pub(super) end: usize,
    /// What had to be mended, in the order in which it was met, each once.
    pub(super) mends: Vec<&'static str>,
    /// `true` if the text ended before it did.
    pub(super) is_cut_off: bool,
}

/// Reads the object or the list that begins at a byte of a text; `None` if what begins there is neither.
pub(super) fn value_at(text: &str, at: usize) -> Option<LenientValue> {
    let mut reader = LenientReader { text, at, mends: Vec::new(), is_cut_off: false };
    let value = match reader.peek()? {
        '{' if reader.begins_object() => reader.object(0),
        '[' if reader.begins_list() => reader.list(0),
        _ => return None,
    };
    let LenientReader { at: end, mends, is_cut_off, .. } = reader;
    Some(LenientValue { value, end, mends, is_cut_off })
}

struct LenientReader<'t> {
    text: &'t str,
    at: usize,
    mends: Vec<&'static str>,
    is_cut_off: bool,
}

impl<'t> LenientReader<'t> {
    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn skip(&mut self, c: char) {
        self.at += c.len_utf8();
    }

    fn mend(&mut self, what: &'static str) {
        if !self.mends.contains(&what) {
            self.mends.push(what);
        }
    }

    /// Returns `true` for `{` before a name, or at the end of an object.
    fn begins_object(&self) -> bool {
        let inner = self.rest().get(1..).unwrap_or_default().trim_start();
        match inner.chars().next() {
            Some('"' | '\'' | '“' | '}') | None => true,
            Some(c) if c.is_alphabetic() || c == '_' => {
                let end = inner.find(|c: char| !(c.is_alphanumeric() || c == '_'));
                end.is_some_and(|end| {
                    inner.get(end..).unwrap_or_default().trim_start().starts_with(':')
                })
            }
            Some('/') => inner.starts_with("//") || inner.starts_with("/*"),
            Some(_) => false,
        }
    }

    /// Returns `true` for `[` before an object, a text or a list, or at the end of a list.
    fn begins_list(&self) -> bool {
        let inner = self.rest().get(1..).unwrap_or_default().trim_start();
        inner.chars().next().is_none_or(|c| "{[]\"'“".contains(c))
    }

    fn skip_space(&mut self) {
        loop {
            let rest = self.rest();
            let trimmed = rest.trim_start();
            self.at += rest.len() - trimmed.len();
            let length = if trimmed.starts_with("//") {
                trimmed.find('\n').unwrap_or(trimmed.len())
            } else if trimmed.starts_with("/*") {
                trimmed.find("*/").map_or(trimmed.len(), |end| end + 2)
            } else {
                return;
            };
            self.mend("comments");
            self.at += length;
        }
    }

    fn value(&mut self, depth: usize) -> Value {
        self.skip_space();
        match self.peek() {
            Some('{') if depth < DEEPEST => self.object(depth),
            Some('[') if depth < DEEPEST => self.list(depth),
            Some('"' | '\'' | '“') => Value::String(self.string()),
            Some(_) => self.word(),
            None => {
                self.is_cut_off = true;
                Value::Null
            }
        }
    }

    fn object(&mut self, depth: usize) -> Value {
        self.skip('{');
        let mut members = Map::new();
        loop {
            self.skip_space();
            match self.peek() {
                None => {
                    self.is_cut_off = true;
                    break;
                }
                Some('}') => {
                    self.skip('}');
                    break;
                }
                Some(']') => {
                    // It closes the list around.
                    self.mend("a missing }");
                    break;
                }
                Some(',') => {
                    self.skip(',');
                    self.skip_space();
                    if self.peek() == Some('}') {
                        self.mend("a trailing comma");
                    }
                }
                Some(_) => {
                    let Some(name) = self.name() else { break };
                    self.skip_space();
                    match self.peek() {
                        Some(c @ (':' | '=')) => self.skip(c),
                        Some(_) => self.mend("a missing colon"),
                        None => {}
                    }
                    self.skip_space();
                    if self.peek().is_none() {
                        self.is_cut_off = true;
                        break;
                    }
                    let value = if matches!(self.peek(), Some(',' | '}')) {
                        self.mend("a missing value");
                        Value::Null
                    } else {
                        self.value(depth + 1)
                    };
                    // The beginning of a text stands elsewhere, too.
                    if self.is_cut_off && !value.is_object() && !value.is_array() {
                        break;
                    }
                    members.insert(name, value);
                    self.skip_space();
                    if !matches!(self.peek(), Some(',' | '}' | ']') | None) {
                        self.mend("a missing comma");
                    }
                }
            }
        }
        Value::Object(members)
    }

    /// The name of a member. Something that is none is skipped, so that reading goes on; `None` at the end.
    fn name(&mut self) -> Option<String> {
        match self.peek()? {
            '"' | '\'' | '“' => Some(self.string()),
            c if c.is_alphanumeric() || c == '_' => {
                self.mend("a name without quotes");
                let rest = self.rest();
                let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '-'));
                let name = rest.get(..end.unwrap_or(rest.len())).unwrap_or_default();
                self.at += name.len();
                Some(name.to_owned())
            }
            c => {
                self.mend("stray characters");
                self.skip(c);
                Some(String::new())
            }
        }
    }

    fn list(&mut self, depth: usize) -> Value {
        self.skip('[');
        let mut values = Vec::new();
        loop {
            self.skip_space();
            match self.peek() {
                None => {
                    self.is_cut_off = true;
                    break;
                }
                Some(']') => {
                    self.skip(']');
                    break;
                }
                Some('}') => {
                    // It closes the object around.
                    self.mend("a missing ]");
                    break;
                }
                Some(',') => {
                    self.skip(',');
                    self.skip_space();
                    if self.peek() == Some(']') {
                        self.mend("a trailing comma");
                    }
                }
                Some(_) => {
                    let before = self.at;
                    values.push(self.value(depth + 1));
                    if self.at == before {
                        // What is nested too deeply is skipped.
                        self.mend("stray characters");
                        self.peek().into_iter().for_each(|c| self.skip(c));
                    }
                    self.skip_space();
                    if !matches!(self.peek(), Some(',' | '}' | ']') | None) {
                        self.mend("a missing comma");
                    }
                }
            }
        }
        Value::Array(values)
    }

    /// A text up to its closing quote: one after which a text can have ended, so that quotes in it are part of it.
    fn string(&mut self) -> String {
        let mut text = String::new();
        let Some(open) = self.peek() else { return text };
        self.skip(open);
        let close = match open {
            '\'' => {
                self.mend("single quotes");
                '\''
            }
            '“' => {
                self.mend("curved quotes");
                '”'
            }
            _ => '"',
        };
        loop {
            let Some(c) = self.peek() else {
                self.is_cut_off = true;
                return text;
            };
            self.skip(c);
            match c {
                '\\' => self.escape(&mut text),
                c if c == close => {
                    if self.ends_string() {
                        return text;
                    }
                    self.mend("quotes within a text");
                    text.push(c);
                }
                c => {
                    if c == '\n' {
                        self.mend("line breaks within a text");
                    }
                    text.push(c);
                }
            }
        }
    }

    /// Returns `true` if a text can have ended here.
    fn ends_string(&self) -> bool {
        let rest = self.rest().trim_start();
        let Some(next) = rest.chars().next() else { return true };
        match next {
            '}' | ']' | ':' => true,
            // A comma is followed by another value or name, unless it belongs to the text.
            ',' => {
                let after = rest.get(1..).unwrap_or_default().trim_start();
                after.chars().next().is_none_or(|c| {
                    "\"'“{[}]-".contains(c)
                        || c.is_ascii_digit()
                        || after.starts_with("//")
                        || WORDS.iter().any(|(word, _)| after.starts_with(word))
                        || is_bare_name(after)
                })
            }
            // A comma that is missing.
            '"' => self.rest().starts_with(char::is_whitespace),
            _ => false,
        }
    }

    fn escape(&mut self, text: &mut String) {
        let Some(c) = self.peek() else {
            self.is_cut_off = true;
            return;
        };
        self.skip(c);
        match c {
            'n' => text.push('\n'),
            't' => text.push('\t'),
            'r' => text.push('\r'),
            'b' => text.push('\u{8}'),
            'f' => text.push('\u{c}'),
            'u' => self.unicode_escape(text),
            c => text.push(c),
        }
    }

    fn unicode_escape(&mut self, text: &mut String) {
        let Some(first) = self.hex() else {
            self.mend("a damaged escape");
            return text.push_str("\\u");
        };
        let second = || -> Option<u32> {
            let rest = self.rest().strip_prefix("\\u")?;
            u32::from_str_radix(rest.get(..4)?, 16).ok()
        };
        let code = match (first, second()) {
            (0xd800..=0xdbff, Some(low @ 0xdc00..=0xdfff)) => {
                self.at += "\\u0000".len();
                0x1_0000 + ((first - 0xd800) << 10) + (low - 0xdc00)
            }
            (code, _) => code,
        };
        text.push(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER));
    }

    fn hex(&mut self) -> Option<u32> {
        let code = u32::from_str_radix(self.rest().get(..4)?, 16).ok()?;
        self.at += 4;
        Some(code)
    }

    /// A number, a word of JSON, Python or JavaScript, or text without quotes.
    fn word(&mut self) -> Value {
        let rest = self.rest();
        let end = rest.find(|c: char| ",}]\n\"{[".contains(c)).unwrap_or(rest.len());
        let word = rest.get(..end).unwrap_or_default();
        self.at += word.len();
        if self.peek().is_none() {
            self.is_cut_off = true;
        }
        let word = word.trim();
        if let Some((_, value)) = WORDS.iter().find(|(known, _)| *known == word) {
            if !["true", "false", "null"].contains(&word) {
                self.mend("words of another language");
            }
            return value.map_or(Value::Null, Value::Bool);
        }
        if let Ok(number) = serde_json::from_str::<serde_json::Number>(word) {
            return Value::Number(number);
        }
        if word.is_empty() {
            return Value::Null;
        }
        self.mend("text without quotes");
        Value::String(word.to_owned())
    }
}

/// Words that are values.
const WORDS: [(&str, Option<bool>); 8] = [
    ("true", Some(true)),
    ("false", Some(false)),
    ("null", None),
    ("True", Some(true)),
    ("False", Some(false)),
    ("None", None),
    ("undefined", None),
    ("NaN", None),
];

/// Returns `true` for a name without quotes before a colon.
fn is_bare_name(text: &str) -> bool {
    let end = text.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(text.len());
    end > 0 && text.get(end..).unwrap_or_default().trim_start().starts_with(':')
}
