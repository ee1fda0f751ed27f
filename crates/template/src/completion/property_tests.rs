//! Properties that hold for any text.

use proptest::prelude::*;

use super::tests::labels;
use super::*;
use crate::schema::TEMPLATE;
use spanwise_i18n::Words;

#[test]
fn a_long_text_takes_no_time() {
    let texts = [
        "edits: [{a: \"\n".repeat(20_000),
        "\"\n ".repeat(100_000),
        "- ".repeat(200_000),
        "[".repeat(200_000),
        "a: [\n".repeat(100_000),
        "a: '\n  b\n".repeat(50_000),
        (0..700).map(|depth| format!("{}a:\n", " ".repeat(depth))).collect(),
    ];
    for text in texts {
        let start = std::time::Instant::now();
        let _ = completions(&Words::default(), &[], &text, text.len());
        let _ = hover(&Words::default(), &text, text.len() / 2);
        let took = start.elapsed();
        assert!(took < std::time::Duration::from_secs(2), "{took:?}: {text:.20}");
    }
}

/// Pieces of templates, in any order.
fn texts() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "edits:",
        "name: a",
        "options:",
        "annotation: ",
        "type: ",
        "font_size",
        "- ",
        "-",
        "\n",
        "\n  ",
        "\n    ",
        "\r\n",
        "\n      ",
        "\t",
        "[",
        "]",
        "{",
        "}",
        ", ",
        ": ",
        ":",
        "\"",
        "'",
        "\\",
        "|\n",
        "#",
        " # c",
        "&a ",
        "*a",
        "!t ",
        "é",
        "字",
        "\u{a0}",
        "\u{feff}",
        "---\n",
        "...\n",
        "interface_text:",
        "color: te",
        "display: ",
        "? ",
        "%",
    ]);
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]
    #[test]
    fn any_cursor_in_any_text_is_fine(
        text in prop_oneof![texts(), "(?s).{0,60}"], at in 0..200_usize
    ) {
        let Completions { from, to, items } = completions(&Words::default(), &[], &text, at);
        prop_assert!(text.get(from..to).is_some());
        prop_assert!(from <= clamped(&text, at) && clamped(&text, at) <= to);
        for item in items {
            prop_assert!(item.insert.is_char_boundary(item.cursor));
        }
        if let Some(hover) = hover(&Words::default(), &text, at) {
            prop_assert!(text.get(hover.range).is_some_and(|word| !word.is_empty()));
        }
    }

    #[test]
    fn what_is_done_once_is_not_offered_again(
        key in prop::sample::select(TEMPLATE.keys.iter().map(|key| key.name).collect::<Vec<_>>())
    ) {
        let offered = labels(&format!("{key}: a\n‸"));
        prop_assert!(!offered.iter().any(|label| label == key));
        let offered = labels(&format!("‸\n{key}: a\n"));
        prop_assert!(!offered.iter().any(|label| label == key));
    }
}
