//! Base64 with the alphabet for addresses, without padding: RFC 4648, section 5.

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Bytes as text.
pub(super) fn encode(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let byte = |at: usize| u32::from(group.get(at).copied().unwrap_or_default());
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for at in 0..=group.len() {
            let six = (bits >> (18 - 6 * at)) & 63;
            let letter = usize::try_from(six).ok().and_then(|six| ALPHABET.get(six));
            text.extend(letter.map(|letter| char::from(*letter)));
        }
    }
    text
}

/// The bytes that a text stands for; `None` if it stands for none. Padding may stand at its end.
pub(super) fn decode(text: &str) -> Option<Vec<u8>> {
    let text = text.trim_end_matches('=');
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3 + 2);
    for group in text.as_bytes().chunks(4) {
        let mut bits = 0;
        for letter in group {
            bits = bits << 6 | six_bits(*letter)?;
        }
        let missing = 4 - group.len();
        if missing == 3 {
            return None;
        }
        let [_, first, second, third] = (bits << (6 * missing)).to_be_bytes();
        bytes.extend([first, second, third].into_iter().take(3 - missing));
    }
    Some(bytes)
}

fn six_bits(letter: u8) -> Option<u32> {
    let (base, first) = match letter {
        b'A'..=b'Z' => (0, b'A'),
        b'a'..=b'z' => (26, b'a'),
        b'0'..=b'9' => (52, b'0'),
        b'-' => return Some(62),
        b'_' => return Some(63),
        _ => return None,
    };
    Some(base + u32::from(letter - first))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// RFC 4648, section 10, without padding; and the two letters that differ.
    #[test]
    fn known_texts() {
        let cases: [(&[u8], &str); 8] = [
            (b"", ""),
            (b"f", "Zg"),
            (b"fo", "Zm8"),
            (b"foo", "Zm9v"),
            (b"foob", "Zm9vYg"),
            (b"fooba", "Zm9vYmE"),
            (b"foobar", "Zm9vYmFy"),
            (&[0xfb, 0xff], "-_8"),
        ];
        for (bytes, text) in cases {
            assert_eq!(encode(bytes), text);
            assert_eq!(decode(text).as_deref(), Some(bytes));
        }
        assert_eq!(decode("Zg=="), Some(b"f".to_vec()));
    }

    #[test]
    fn other_texts_are_refused() {
        for text in ["Z", "Zm9vY", "Zm+v", "Zm/v", "Z g", "Zm=v", "é"] {
            assert_eq!(decode(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn all_bytes_come_back(bytes: Vec<u8>) {
            prop_assert_eq!(decode(&encode(&bytes)), Some(bytes));
        }

        #[test]
        fn no_text_is_too_much(text: String) {
            decode(&text);
        }
    }
}
