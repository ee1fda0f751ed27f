//! Percent-encoding of the parts of an address.

use percent_encoding::{AsciiSet, CONTROLS, NON_ALPHANUMERIC, utf8_percent_encode};

/// All but the unreserved characters of RFC 3986, section 2.3.
const COMPONENT: AsciiSet = NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

const COMPONENTS: AsciiSet = COMPONENT.remove(b'/');

const QUOTES_AND_BRACKETS: AsciiSet = CONTROLS.add(b' ').add(b'"').add(b'#').add(b'<').add(b'>');

/// The special-query percent-encode set of the URL standard.
pub(super) const QUERY: AsciiSet = QUOTES_AND_BRACKETS.add(b'\'');

/// The path percent-encode set of the URL standard, and `\` and `|`, which some servers refuse.
pub(super) const PATH: AsciiSet =
    QUOTES_AND_BRACKETS.add(b'?').add(b'\\').add(b'^').add(b'`').add(b'{').add(b'|').add(b'}');

/// Encodes a text as one segment of a path or one value of a query: all characters except ASCII letters, digits and
/// `-._~`.
#[must_use]
pub fn component(text: &str) -> String {
    utf8_percent_encode(text, &COMPONENT).to_string()
}

/// Encodes a path of several segments, except the `/` between them.
#[must_use]
pub fn path(text: &str) -> String {
    utf8_percent_encode(text, &COMPONENTS).to_string()
}

/// Appends a part of an address, with every character escaped that may not stand in it. Escapes in the part stay; a `%`
/// that begins none is escaped.
pub(super) fn normalize(part: &str, set: &'static AsciiSet, into: &mut String) {
    for (index, text) in part.split('%').enumerate() {
        if index > 0 {
            into.push_str(if starts_with_byte(text) { "%" } else { "%25" });
        }
        into.extend(utf8_percent_encode(text, set));
    }
}

/// Returns `true` if the text begins with two hexadecimal digits.
fn starts_with_byte(text: &str) -> bool {
    matches!(text.as_bytes(), [high, low, ..] if high.is_ascii_hexdigit() && low.is_ascii_hexdigit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_that_could_mean_something_is_escaped() {
        assert_eq!(component("a-Z_0.~"), "a-Z_0.~");
        assert_eq!(component("a/b?c=d&e#f g+%é"), "a%2Fb%3Fc%3Dd%26e%23f%20g%2B%25%C3%A9");
        assert_eq!(path("a b/c"), "a%20b/c");
    }

    #[test]
    fn escapes_in_an_address_stay() {
        for (part, expected) in [
            ("a%20b c", "a%20b%20c"),
            ("%", "%25"),
            ("%4", "%254"),
            ("%zz%é0", "%25zz%25%C3%A90"),
            ("%%41", "%25%41"),
        ] {
            let mut normal = String::new();
            normalize(part, &PATH, &mut normal);
            assert_eq!(normal, expected, "{part}");
        }
    }
}
