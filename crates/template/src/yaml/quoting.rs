//! Texts in double quotes, as YAML 1.1 and 1.2 read them back.

/// Returns `true` if a character can stand in a scalar in double quotes only: control characters, others that are not
/// printable in YAML, and line breaks of YAML 1.1.
pub(crate) fn needs_double_quotes(c: char) -> bool {
    c.is_control() || matches!(c, '\u{feff}' | '\u{2028}' | '\u{2029}' | '\u{fffe}' | '\u{ffff}')
}

/// A text in double quotes, on one line: <https://yaml.org/spec/1.2.2/#731-double-quoted-style>.
#[must_use]
pub fn double_quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            '\r' => quoted.push_str("\\r"),
            c if needs_double_quotes(c) => quoted.push_str(&format!("\\u{:04x}", u32::from(c))),
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}
