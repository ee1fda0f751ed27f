//! Texts as parts of HTML and XML.

/// A text in an element or a quoted attribute of HTML or XML.
///
/// XML has no way to write most control characters and U+FFFE, U+FFFF; they become U+FFFD.
#[must_use]
pub fn escaped(text: &str) -> String {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_character_of_a_text_is_markup() {
        let cases = [
            ("a & <b>", "a &amp; &lt;b&gt;"),
            ("\"it's\"", "&quot;it&#39;s&quot;"),
            ("a\tb\nc\rd", "a\tb\nc&#13;d"),
            ("\0\u{1f}\u{fffe}\u{ffff}", "\u{fffd}\u{fffd}\u{fffd}\u{fffd}"),
            ("\u{e9}\u{1f44d}", "\u{e9}\u{1f44d}"),
        ];
        for (text, expected) in cases {
            assert_eq!(escaped(text), expected);
        }
    }
}
