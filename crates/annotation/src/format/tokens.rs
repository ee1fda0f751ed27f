//! The tokens of an edit in a file: `token_idx`, an object by the name of the text, with a `[first, end)` pair of token
//! numbers for each span on it.

use std::fmt::Write;
use std::ops::Range;

use super::spans::offset;
use crate::document::{TextName, TokenNumbers};
use spanwise_json::{Array, Object};

const TOKENS: &str = "token_idx";

/// Reads the tokens of an edit. A list that cannot be read is left out, and kept in the file until it changes.
pub(super) fn read_tokens(edit: &Object) -> TokenNumbers {
    let by_text = edit.get(TOKENS).and_then(Object::parse).unwrap_or_default();
    let members = by_text.members().iter();
    members.filter_map(|text| Some((TextName::new(&text.name), ranges(&text.value)?))).collect()
}

fn ranges(raw: &str) -> Option<Vec<Range<u32>>> {
    Array::parse(raw)?.values().map(range).collect()
}

fn range(raw: &str) -> Option<Range<u32>> {
    let pair = Array::parse(raw)?;
    let mut numbers = pair.values().map(offset);
    let (first, end) = (numbers.next()??, numbers.next()??);
    numbers.next().is_none().then_some(first..end)
}

/// Writes the tokens of an edit into its object if they differ.
pub(super) fn patch_tokens(edit: &mut Object, tokens: &TokenNumbers) {
    if read_tokens(edit) == *tokens {
        return;
    }
    if tokens.is_empty() {
        return edit.remove(TOKENS);
    }
    let mut by_text = Object::default();
    for (text, ranges) in tokens {
        by_text.set(text.as_str(), write_ranges(ranges));
    }
    edit.set(TOKENS, by_text.into_text());
}

fn write_ranges(ranges: &[Range<u32>]) -> String {
    let mut json = String::from("[");
    for (i, range) in ranges.iter().enumerate() {
        let comma = if i == 0 { "" } else { "," };
        // Writing to memory does not fail.
        let _ = write!(json, "{comma}[{},{}]", range.start, range.end);
    }
    json.push(']');
    json
}
