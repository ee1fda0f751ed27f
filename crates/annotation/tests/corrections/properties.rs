//! Properties that hold for any two texts.

use std::time::Instant;

use proptest::prelude::*;
use serde_json::{Value, json};
use spanwise_annotation::corrections::{derive, with_line_ends_of};
use spanwise_annotation::document::TextName;

use super::{after_editing, corrected, edit, instance, template};

/// Pieces of texts that rules treat specially, so that they meet often.
const PIECES: [&str; 28] = [
    "a",
    "b",
    "dog",
    "don't",
    "3.14",
    " ",
    "  ",
    ". ",
    ", ",
    "!",
    "-",
    "\n",
    "\n\n",
    "\r\n",
    "\r",
    "\u{a0}",
    "é",
    "e\u{301}",
    "\u{301}",
    "\u{200d}",
    "😀",
    "👩\u{200d}👩\u{200d}👧",
    "🇩🇪",
    "שלום",
    "مرحبا ",
    "語",
    "ไทย",
    "का",
];

const BOUNDARIES: [&str; 6] = ["char", "whitespace", "word", "subword", "sentence", "paragraph"];

fn text() -> impl Strategy<Value = Vec<&'static str>> {
    proptest::collection::vec(proptest::sample::select(&PIECES[..]), 0..14)
}

/// Changes to a list of pieces: each puts a piece in the place of some.
fn edited(of: &[&str], changes: &[(usize, usize, Vec<&'static str>)]) -> String {
    let mut pieces = of.to_vec();
    for (at, len, new) in changes {
        let start = at % (pieces.len() + 1);
        let end = (start + len).min(pieces.len());
        pieces.splice(start..end, new.iter().copied());
    }
    pieces.concat()
}

fn changes() -> impl Strategy<Value = Vec<(usize, usize, Vec<&'static str>)>> {
    let new = proptest::collection::vec(proptest::sample::select(&PIECES[..]), 0..3);
    proptest::collection::vec((0..40_usize, 0..3_usize, new), 0..4)
}

/// Category, start and length in characters, and replacement of edits.
fn edits() -> impl Strategy<Value = Vec<(usize, usize, usize, Option<String>)>> {
    let new = proptest::collection::vec(proptest::sample::select(&PIECES[..]), 0..3);
    let new = proptest::option::weighted(0.9, new.prop_map(|new| new.concat()));
    proptest::collection::vec((0..6_usize, 0..60_usize, 0..6_usize, new), 0..6)
}

fn edits_on(target: &str, edits: &[(usize, usize, usize, Option<String>)]) -> Value {
    let mut ends = vec![0];
    ends.extend(target.chars().scan(0, |at, c| {
        *at += c.len_utf16();
        Some(*at)
    }));
    let offset = |at: usize| ends.get(at.min(ends.len() - 1)).copied().unwrap_or_default();
    let one =
        |(id, (category, start, len, new)): (usize, &(usize, usize, usize, Option<String>))| {
            let start = start % ends.len();
            let len = if *category == 1 { 0 } else { *len };
            let span = [offset(start), offset(start + len)];
            let id = u32::try_from(id).unwrap_or_default() + 1;
            match category {
                0 => edit("fix", id, span, &json!({"r": new})),
                1 => edit("add", id, span, &json!({"r": new})),
                2 => edit("cut", id, span, &json!({"r": new})),
                3 => edit("style", id, span, &json!({"better": new})),
                4 => edit("error", id, span, &json!({"kind": {"val": "word", "word": new}})),
                _ => {
                    let constituent = edit("fix", id + 100, span, &json!({"r": new}));
                    json!({"category": "group", "id": id, "constituent_edits": [constituent]})
                }
            }
        };
    edits.iter().enumerate().map(one).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    /// Applying the derived replacements to the target gives exactly the edited text, whatever it is and whatever edits
    /// were there.
    #[test]
    fn the_corrected_text_is_the_edited_text(
        boundary in proptest::sample::select(&BOUNDARIES[..]),
        target in text(),
        edits in edits(),
        steps in proptest::collection::vec(
            prop_oneof![changes().prop_map(Ok), text().prop_map(|text| Err(text.concat()))], 1..3),
    ) {
        spanwise_text::sentence::enable();
        let rules = template(boundary);
        let mut now = instance(&target.concat(), &edits_on(&target.concat(), &edits), &rules.0);
        for step in steps {
            let words = corrected(&now, &rules.0).to_string();
            let wanted = match step {
                Ok(changes) => {
                    let pieces: Vec<&str> = words.split_inclusive(' ').collect();
                    edited(&pieces, &changes)
                }
                Err(text) => text,
            };
            now = after_editing(&now, &wanted, &rules);
            let found = corrected(&now, &rules.0);
            prop_assert_eq!(found.to_string(), wanted.clone());
            prop_assert!(found.left_out().is_empty() || words == wanted);
            // Nothing is left to do.
            let again = derive(&now, &TextName::TARGET, &wanted, &rules.0, rules.1);
            prop_assert!(again.is_empty());
        }
    }

    /// Edits of categories that are not for corrections keep their spans, and all that have no replacement stay.
    #[test]
    fn other_edits_stay(target in text(), edits in edits(), changes in changes()) {
        let rules = template("word");
        let before = instance(&target.concat(), &edits_on(&target.concat(), &edits), &rules.0);
        let after = after_editing(&before, &edited(&target, &changes), &rules);
        for edit in before.all_edits() {
            let of_others = ["style", "error", "group"].contains(&edit.category.as_str())
                || before.composite_of(edit.key).is_some()
                || edit.answers.get("r").is_none();
            if of_others {
                let same = after.edit(edit.key).expect("it stays");
                prop_assert_eq!((&same.category, &same.id, &same.spans), (&edit.category, &edit.id, &edit.spans));
            }
        }
    }

    #[test]
    fn line_ends_of_unchanged_text_come_back(text in text(), changes in changes()) {
        let old = text.concat();
        let as_typed = |text: &str| text.replace("\r\n", "\n").replace('\r', "\n");
        prop_assert_eq!(&with_line_ends_of(&old, &as_typed(&old)), &old);
        let typed = as_typed(&edited(&text, &changes));
        prop_assert_eq!(as_typed(&with_line_ends_of(&old, &typed)), typed);
    }
}

/// Also a long text of which nothing is left is compared in little time.
#[test]
fn long_texts_take_little_time() {
    let rules = template("word");
    let of =
        |word: &str| (0..40_000).map(|n| format!("{word}{} ", n * n % 997)).collect::<String>();
    let before = instance(&of("a"), &json!([]), &rules.0);
    let start = Instant::now();
    let wanted = of("b");
    let after = after_editing(&before, &wanted, &rules);
    assert_eq!(corrected(&after, &rules.0).to_string(), wanted);
    let taken = start.elapsed();
    assert!(taken.as_secs() < 20, "{taken:?}");
}
