//! Sample texts for all tests.

use proptest::prelude::*;
use spanwise_text::{Boundary, Span, Utf16};

/// All boundaries. Their sentences must be enabled.
pub(crate) const BOUNDARIES: [Boundary; 6] = [
    Boundary::Char,
    Boundary::Whitespace,
    Boundary::Word,
    Boundary::Subword,
    Boundary::Sentence,
    Boundary::Paragraph,
];

pub(crate) fn span(start: u32, end: u32) -> Span {
    Span::between(Utf16(start), Utf16(end))
}

/// Short texts that the rules treat specially, so that they meet often.
const TELLING: &[&str] = &[
    "a",
    "Hello",
    "don't",
    "3.14",
    ".",
    ",",
    "!",
    "\"",
    "_",
    "-",
    " ",
    "  ",
    "? ",
    ".\") ",
    "e.g. ",
    "。",
    "؟ ",
    "। ",
    "\n",
    "\n \n",
    "\u{85}",
    "\u{2029}",
    "\r\n",
    "\r",
    "\t",
    "\u{a0}",
    "\u{202f}",
    "\u{3000}",
    "\u{200b}",
    "\u{ad}",
    "é",
    "e\u{301}",
    "\u{301}",
    "\u{200d}",
    "😀",
    "👩\u{200d}👩\u{200d}👧",
    "🇩🇪",
    "🇪",
    "각",
    "\u{1100}",
    "\u{1161}",
    "क्षि",
    "\u{94d}",
    "好世",
    "ひら",
    "カタ",
    "ไทย",
    "א\"ב",
    "Ġ",
    "▁",
    "##",
    "#",
    "âĢĶ",
    "ðŁĺ",
    "Ģ",
    "Ċ",
    "Ã©",
    "nob",
];

fn fragment() -> impl Strategy<Value = String> {
    let telling = proptest::sample::select(TELLING).prop_map(String::from);
    prop_oneof![8 => telling, 1 => any::<char>().prop_map(String::from)]
}

pub(crate) fn text() -> impl Strategy<Value = String> {
    proptest::collection::vec(fragment(), 0..16).prop_map(|fragments| fragments.concat())
}

/// Texts that reach over several cells of the search for words.
pub(crate) fn long_text() -> impl Strategy<Value = String> {
    proptest::collection::vec(fragment(), 400..600).prop_map(|fragments| fragments.concat())
}

/// Long texts in scripts that do without white space.
pub(crate) fn unspaced_text() -> impl Strategy<Value = String> {
    let parts = [
        "今天",
        "好",
        "\u{20000}",
        "を",
        "ひら",
        "カタカナ",
        "ー",
        "ﾊﾝ",
        "，",
        "。",
        "「",
        "3.14",
        "2,000",
        "ABC",
        "don't",
        "_",
        "😀",
        "👩\u{200d}👧",
        "🇩🇪",
        "か\u{3099}",
        "葛\u{e0100}",
        "好\u{200d}",
        "ไทยกำ",
        "한국",
    ];
    let part = proptest::sample::select(parts.to_vec());
    proptest::collection::vec(part, 300..500).prop_map(|parts| parts.concat())
}
