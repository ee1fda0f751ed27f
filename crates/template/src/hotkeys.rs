//! The keys that a template may give to its categories, questions and options.

use std::collections::HashSet;

/// Keys of the annotate page itself, which a template cannot have.
const PAGE_KEYS: [char; 12] = ['.', ',', ';', '\'', '*', '?', '[', ']', '{', '}', 'n', 'i'];

/// Returns `true` if the annotate page itself uses a key, given in lower case.
pub(super) fn is_reserved(key: char) -> bool {
    PAGE_KEYS.contains(&key) || key.is_whitespace() || key.is_control()
}

/// A hotkey for a part with this label: the first free letter of the label, or else of the alphabet.
pub(super) fn free_hotkey(label: &str, template: &str) -> Option<char> {
    let taken = written(template);
    let letters = label.chars().flat_map(char::to_lowercase).filter(|c| c.is_alphabetic());
    letters.chain('a'..='z').find(|key| !is_reserved(*key) && !taken.contains(key))
}

/// The hotkeys written in a template, in lower case, ineffective ones included.
fn written(template: &str) -> HashSet<char> {
    let values = template.split("hotkey:").skip(1);
    let first = |value: &str| value.trim_start_matches([' ', '"', '\'']).chars().next();
    values.filter_map(first).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_free_letter_of_the_label_is_proposed() {
        let template = "edits:\n- {name: a, hotkey: d}\n- {name: b, hotkey: \"S\"}\n";
        let proposed = |label| free_hotkey(label, template);
        assert_eq!(proposed("Insertion"), Some('e'), "i, n, s are taken");
        assert_eq!(proposed("Noun"), Some('o'));
        assert_eq!(proposed("Style"), Some('t'));
        assert_eq!(proposed("In d!"), Some('a'), "of the alphabet");
        assert_eq!(proposed("插入"), Some('插'));
    }

    #[test]
    fn without_a_free_letter_none_is_proposed() {
        let all: String = ('a'..='z').map(|key| format!("hotkey: {key}\n")).collect();
        assert_eq!(free_hotkey("Insertion", &all), None);
    }
}
