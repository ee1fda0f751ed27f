//! The parts of an address: path, query and fragment.

/// The parts of an address, or of the end of one, as they are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct AddressParts<'a> {
    /// The part before the query and the fragment, with scheme and host if the address has them.
    pub path: &'a str,
    /// The part after the first `?`; `None` if there is none before the fragment.
    pub query: Option<&'a str>,
    /// The part after the first `#`; `None` if there is none.
    pub fragment: Option<&'a str>,
}

impl<'a> AddressParts<'a> {
    /// Splits an address into its parts.
    #[must_use]
    pub fn of(address: &'a str) -> Self {
        let (before, fragment) = cut(address, '#');
        let (path, query) = cut(before, '?');
        AddressParts { path, query, fragment }
    }
}

fn cut(text: &str, at: char) -> (&str, Option<&str>) {
    text.split_once(at).map_or((text, None), |(before, after)| (before, Some(after)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_mark_in_the_fragment_begins_no_query() {
        let parts = |path, query, fragment| AddressParts { path, query, fragment };
        let cases = [
            ("", parts("", None, None)),
            ("a/b", parts("a/b", None, None)),
            ("a?b", parts("a", Some("b"), None)),
            ("a?", parts("a", Some(""), None)),
            ("a#b?c", parts("a", None, Some("b?c"))),
            ("a?b?c#d#e", parts("a", Some("b?c"), Some("d#e"))),
        ];
        for (address, expected) in cases {
            assert_eq!(AddressParts::of(address), expected, "{address}");
        }
    }
}
