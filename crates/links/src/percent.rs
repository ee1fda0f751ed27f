//! Escaping for addresses.

/// A text as one segment of a path or one value of a query: everything but letters, digits and `-._~` of ASCII is
/// escaped.
pub fn component(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            encoded.push_str(&format!("%{byte:02X}"));
        }
    }
    encoded
}

/// A path of several segments: the `/` between them stay.
pub fn path(text: &str) -> String {
    text.split('/').map(component).collect::<Vec<_>>().join("/")
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
}
