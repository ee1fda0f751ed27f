//! JSON string literals.

use std::borrow::Cow;

/// A string literal, decoded.
#[derive(Debug, PartialEq, Eq)]
pub struct Decoded<'a> {
    /// The text, with U+FFFD for every lone surrogate: the same length in UTF-16.
    pub text: Cow<'a, str>,
    /// `true` if the literal has a lone surrogate.
    pub lone_surrogate: bool,
}

/// Decodes a literal, quotes included.
pub fn decode(literal: &str) -> Decoded<'_> {
    let inner = literal.strip_prefix('"').unwrap_or(literal);
    let inner = inner.strip_suffix('"').unwrap_or(inner);
    if !inner.contains('\\') {
        return Decoded { text: Cow::Borrowed(inner), lone_surrogate: false };
    }
    let mut text = String::with_capacity(inner.len());
    let mut lone_surrogate = false;
    let mut rest = inner;
    while let Some((plain, escape)) = rest.split_once('\\') {
        text.push_str(plain);
        let (c, after) = unescape(escape);
        text.push(c.unwrap_or(char::REPLACEMENT_CHARACTER));
        lone_surrogate |= c.is_none();
        rest = after;
    }
    text.push_str(rest);
    Decoded { text: Cow::Owned(text), lone_surrogate }
}

/// The character of an escape, `None` for a lone surrogate, and the text after it. `escape` starts after `\`.
fn unescape(escape: &str) -> (Option<char>, &str) {
    let mut chars = escape.chars();
    let c = match chars.next() {
        Some('b') => '\u{8}',
        Some('f') => '\u{c}',
        Some('n') => '\n',
        Some('r') => '\r',
        Some('t') => '\t',
        Some('u') => return unescape_unit(chars.as_str()),
        Some(itself) => itself,
        None => return (None, ""),
    };
    (Some(c), chars.as_str())
}

/// The same for `\u`: one UTF-16 code unit, or two that belong together.
fn unescape_unit(digits: &str) -> (Option<char>, &str) {
    let Some((first, after)) = code_unit(digits) else { return (None, digits) };
    if let Some((second, after_pair)) = after.strip_prefix("\\u").and_then(code_unit)
        && let Some(Ok(c)) = char::decode_utf16([first, second]).next()
        && c.len_utf16() == 2
    {
        return (Some(c), after_pair);
    }
    (char::from_u32(u32::from(first)), after)
}

fn code_unit(digits: &str) -> Option<(u16, &str)> {
    let (hex, after) = digits.split_at_checked(4)?;
    Some((u16::from_str_radix(hex, 16).ok()?, after))
}

/// The literal of a text.
pub fn encode(text: &str) -> String {
    let mut literal = String::with_capacity(text.len() + 2);
    encode_into(text, &mut literal);
    literal
}

/// Appends the literal of a text.
pub fn encode_into(text: &str, json: &mut String) {
    json.push('"');
    let mut rest = text;
    while let Some((plain, special)) = rest.split_at_checked(plain(rest.as_bytes())) {
        json.push_str(plain);
        let Some(c) = special.chars().next() else { break };
        match c {
            '"' => json.push_str("\\\""),
            '\\' => json.push_str("\\\\"),
            '\u{8}' => json.push_str("\\b"),
            '\u{c}' => json.push_str("\\f"),
            '\n' => json.push_str("\\n"),
            '\r' => json.push_str("\\r"),
            '\t' => json.push_str("\\t"),
            _ => {
                let digit = |n| char::from_digit(n, 16).unwrap_or_default();
                let code = u32::from(c);
                json.push_str("\\u00");
                json.extend([digit(code >> 4), digit(code & 15)]);
            }
        }
        rest = special.get(1..).unwrap_or_default();
    }
    json.push('"');
}

/// The number of bytes before the first one that must be escaped in a literal.
pub(super) fn plain(bytes: &[u8]) -> usize {
    // Whole blocks without a branch for each byte, which the compiler turns into a few instructions.
    const BLOCK: usize = 16;
    let is_special = |byte: &u8| (*byte < b' ') | (*byte == b'"') | (*byte == b'\\');
    let blocks = bytes.chunks_exact(BLOCK);
    let clear = |block: &&[u8]| !block.iter().fold(false, |any, byte| any | is_special(byte));
    let start = blocks.take_while(clear).count() * BLOCK;
    let rest = bytes.get(start..).unwrap_or_default();
    start + rest.iter().position(is_special).unwrap_or(rest.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn lone_surrogates_keep_their_length() {
        for (literal, text, lone) in [
            (r#""a\ud83d\ude00b""#, "a😀b", false),
            (r#""a\ud83db""#, "a\u{fffd}b", true),
            (r#""\ude00\ud83d""#, "\u{fffd}\u{fffd}", true),
            (r#""\ud83d\ud83d\ude00""#, "\u{fffd}😀", true),
            (r#""\ud83d\n""#, "\u{fffd}\n", true),
            (r#""\u0041\/\\\"""#, "A/\\\"", false),
            (r#""\ufffd""#, "\u{fffd}", false),
        ] {
            let decoded = decode(literal);
            assert_eq!((decoded.text.as_ref(), decoded.lone_surrogate), (text, lone), "{literal}");
        }
    }

    proptest! {
        #[test]
        fn a_text_is_its_literal_decoded(text in any::<String>()) {
            let literal = encode(&text);
            let decoded = decode(&literal);
            prop_assert_eq!(decoded.text.as_ref(), text.as_str());
        }

        #[test]
        fn literals_are_those_of_serde_json(text in "([\\x00-\\x7f]|é|😀|[a-z]{15,17}){0,12}") {
            prop_assert_eq!(encode(&text), serde_json::to_string(&text).unwrap());
        }

        #[test]
        fn nothing_panics(text in any::<String>(), escapes in r#"(\\[u"nd]|[d-e89]|\\ud8)*"#) {
            let _ = (decode(&text), decode(&escapes));
        }
    }
}
