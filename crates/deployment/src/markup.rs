//! Texts as parts of HTML, XML and scripts.

/// A text in an element or a quoted attribute of HTML or XML.
///
/// XML has no way to write most control characters and U+FFFE, U+FFFF; they become U+FFFD.
pub(super) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            '\t' | '\n' => escaped.push(c),
            '\r' => escaped.push_str("&#13;"),
            '\0'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            c => escaped.push(c),
        }
    }
    escaped
}

/// A text as a string of JavaScript, within a script element of HTML too: nothing in it can end that element.
pub(super) fn script_string(text: &str) -> String {
    // Texts can always be written.
    let json = serde_json::to_string(text).unwrap_or_default();
    json.replace('<', "\\u003c").replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029")
}
