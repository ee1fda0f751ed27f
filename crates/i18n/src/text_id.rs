//! The English texts, each a constant.

#[cfg(test)]
use crate::digest::digest;

/// A text of the interface.
///
/// Each is a constant that `build.rs` makes of a text in `languages/en.json` or `languages/build/en.json`: `bar.next` is
/// `TextId::BarNext`. A page brings along the texts that it names and no others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct TextId(&'static MessageText);

/// The English text of a [`TextId`], and the digest of its name.
#[derive(Debug, PartialEq, Eq, Hash)]
struct MessageText {
    digest: u32,
    /// The form for one, of a text that counts.
    one: Option<&'static str>,
    other: &'static str,
}

/// The texts of a group, in the order of the English file.
#[derive(Debug, Clone, Copy)]
pub struct TextGroup {
    /// Its name in language files.
    pub name: &'static str,
    /// Its texts, each with its name in the group.
    pub texts: &'static [(&'static str, TextId)],
}

include!(concat!(env!("OUT_DIR"), "/texts.rs"));

impl TextGroup {
    /// The text of a name.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<TextId> {
        self.texts.iter().find(|(known, _)| *known == name).map(|(_, key)| *key)
    }
}

impl TextId {
    /// The digest of its name: the program does without the names of hundreds of texts, which take 4 KB (gzip).
    pub(super) const fn digest(self) -> u32 {
        self.0.digest
    }

    /// The English text; of one that counts, the form for several.
    #[must_use]
    pub const fn english(self) -> &'static str {
        self.0.other
    }

    /// The English form for one, of a text that counts.
    #[must_use]
    pub const fn english_for_one(self) -> Option<&'static str> {
        self.0.one
    }

    /// Returns `true` if the text has forms for a count.
    #[must_use]
    pub const fn counts(self) -> bool {
        self.0.one.is_some()
    }

    /// Returns `true` if the text has the place `{{name}}`.
    #[must_use]
    pub const fn has_place(self, name: &str) -> bool {
        let mut at = 0;
        while at < self.0.other.len() {
            if is_place(self.0.other.as_bytes(), at, name.as_bytes()) {
                return true;
            }
            at += 1;
        }
        false
    }

    /// Returns `true` if these are the names of all places of the text, as [`say!`](crate::say) checks at compile time.
    #[must_use]
    pub const fn is_filled_by(self, names: &[&str]) -> bool {
        let mut known = 0;
        while known < names.len() {
            if !self.has_place(names[known]) {
                return false;
            }
            known += 1;
        }
        let text = self.0.other.as_bytes();
        let mut at = 0;
        while at + 1 < text.len() {
            let opens = text[at] == b'{' && text[at + 1] == b'{';
            if opens && !is_one_of(text, at, names) {
                return false;
            }
            at += 1;
        }
        true
    }
}

/// Returns `true` if the place that begins at byte `at` has one of these names.
const fn is_one_of(text: &[u8], at: usize, names: &[&str]) -> bool {
    let mut known = 0;
    while known < names.len() {
        if is_place(text, at, names[known].as_bytes()) {
            return true;
        }
        known += 1;
    }
    false
}

/// Returns `true` if `{{name}}` stands at byte `at`.
const fn is_place(text: &[u8], at: usize, name: &[u8]) -> bool {
    let after = at + 2 + name.len();
    if after + 2 > text.len() || text[at] != b'{' || text[at + 1] != b'{' {
        return false;
    }
    let mut n = 0;
    while n < name.len() {
        if text[at + 2 + n] != name[n] {
            return false;
        }
        n += 1;
    }
    text[after] == b'}' && text[after + 1] == b'}'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_found_by_its_name() {
        assert_eq!(groups::BAR.find("next"), Some(TextId::BarNext));
        assert_eq!(groups::BAR.find("none"), None);
        assert_eq!(digest("bar.next"), TextId::BarNext.digest());
    }

    #[test]
    fn a_text_that_counts_has_two_forms() {
        assert!(TextId::QuestionsOpen.counts());
        assert_eq!(TextId::QuestionsOpen.english_for_one(), Some("{{n}} question open"));
        assert_eq!(TextId::QuestionsOpen.english(), "{{n}} questions open");
        assert!(!TextId::BarNext.counts());
    }

    #[test]
    fn places_are_filled_by_all_their_names_and_no_others() {
        assert!(TextId::BarDoneOf.is_filled_by(&["n", "total"]));
        assert!(!TextId::BarDoneOf.is_filled_by(&["n"]));
        assert!(!TextId::BarDoneOf.is_filled_by(&["n", "total", "all"]));
        assert!(TextId::BarNext.is_filled_by(&[]));
        assert!(!TextId::BarNext.has_place(""));
    }
}
