//! Decoding of `name=value&…`, as browsers do it.

/// The pairs of a query: `+` is a space, `%XX` a byte; what is no UTF-8 becomes U+FFFD.
pub(super) fn pairs(query: &str) -> impl Iterator<Item = (String, String)> {
    query.split('&').filter(|pair| !pair.is_empty()).map(|pair| {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        (decode(name), decode(value))
    })
}

fn decode(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, tail)) = rest.split_first() {
        let plain = if first == b'+' { b' ' } else { first };
        let (byte, after) = escaped_byte(rest).unwrap_or((plain, tail));
        bytes.push(byte);
        rest = after;
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The byte that `%XX` at the beginning stands for, and what follows it.
pub(super) fn escaped_byte(text: &[u8]) -> Option<(u8, &[u8])> {
    let [b'%', high, low, rest @ ..] = text else { return None };
    let digit = |b: &u8| char::from(*b).to_digit(16).and_then(|d| u8::try_from(d).ok());
    Some((digit(high)? * 16 + digit(low)?, rest))
}
