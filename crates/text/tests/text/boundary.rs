//! Snapping: tables, and laws on odd texts.

use proptest::prelude::*;
use spanwise_text::{
    Boundary, Span, Text, Utf16,
    boundary::{next_unit, previous_unit, snap, snap_point, unit_at},
    sentence,
};
use unicode_segmentation::UnicodeSegmentation;

use crate::samples::{BOUNDARIES, long_text, span, text, unspaced_text};

/// The span of the only occurrence of `part`.
fn find(text: &Text, part: &str) -> Span {
    let mut places = text.as_str().match_indices(part);
    let (start, _) = places.next().unwrap_or_else(|| panic!("no {part:?} in {text:?}"));
    assert_eq!(places.next(), None, "{part:?} stands twice");
    text.span_of(start..start + part.len())
}

fn units(text: &Text, boundary: Boundary) -> Vec<Span> {
    sentence::enable();
    let mut at = Utf16(0);
    std::iter::from_fn(|| {
        let unit = next_unit(text, at, boundary)?;
        assert!(unit.end() > at, "no progress at {at:?} in {text:?}");
        at = unit.end();
        Some(unit)
    })
    .collect()
}

fn slices(string: &str, boundary: Boundary) -> Vec<String> {
    let text = Text::from(string);
    units(&text, boundary).into_iter().map(|unit| text.slice(unit).to_owned()).collect()
}

// Thresh 11.31: words end at spaces and line feeds only
#[test]
fn selections_snap_as_the_table_says() {
    use Boundary::{Char, Subword, Whitespace, Word};
    let sentence = "Hello, world! foo-bar (baz) end.";
    let chinese = "你好世界，今天 天气很好";
    let tokens = "ĠIs Ġnob ler , Ġto";
    let pieces = "un ##afford ##able ! ## ####";
    let table = [
        (Whitespace, sentence, "el", Some("Hello,")),
        (Whitespace, sentence, "orld! fo", Some("world! foo-bar")),
        (Whitespace, sentence, ", w", Some("Hello, world!")),
        (Whitespace, sentence, "! ", Some("world!")),
        (Whitespace, "one two", " ", None),
        (Whitespace, "line one\nline two", "wo", Some("two")),
        (Whitespace, "line one\nl", "e\nl", Some("one\nl")),
        (Whitespace, "a\tb c", "a", Some("a")),
        (Whitespace, "a\u{a0}b\u{3000}c", "b", Some("b")),
        (Whitespace, chinese, "好世", Some("你好世界，今天")),
        (Whitespace, "ab😀cd", "😀", Some("ab😀cd")),
        (Char, sentence, "orld! fo", Some("orld! fo")),
        (Char, "one two", "e t", Some("e t")),
        (Char, "one two", " t", Some(" t")),
        (Char, "one two", " ", None),
        (Char, "a\r\nb", "\nb", Some("\r\nb")),
        (Char, "x👩\u{200d}👧y", "👧", Some("👩\u{200d}👧")),
        (Char, "🇩🇪🇫🇷", "🇷", Some("🇫🇷")),
        (Char, "cafe\u{301}s", "\u{301}", Some("e\u{301}")),
        (Char, "한\u{1100}\u{1161}글", "\u{1161}", Some("\u{1100}\u{1161}")),
        (Char, "अक्षि", "ष", Some("क्षि")),
        (Word, "Hello, world!", "ell", Some("Hello")),
        (Word, "Hello, world!", "o,", Some("Hello,")),
        (Word, "Hello, world!", ", ", Some(",")),
        (Word, "Hello, world!", " w", Some("world")),
        (Word, "I don't pay 3.14 $", "n'", Some("don't")),
        (Word, "I don't pay 3.14 $", ".1", Some("3.14")),
        (Word, chinese, "好世", Some("好世")),
        (Word, "10\u{202f}%", "0", Some("10")),
        (Subword, tokens, "Ġno", Some("nob")),
        (Subword, tokens, "nob ler", Some("nob ler")),
        (Subword, tokens, " Ġt", Some("to")),
        (Subword, tokens, " Ġn", Some("nob")),
        (Subword, "▁Is ▁nob ler", "▁n", Some("nob")),
        (Subword, "▁Is ▁nob ler", " ▁", None),
        (Subword, pieces, "affor", Some("afford")),
        (Subword, pieces, "un ##a", Some("un ##afford")),
        (Subword, pieces, "un #", Some("un")),
        (Subword, pieces, "#af", Some("afford")),
        (Subword, pieces, "! #", Some("! ##")),
        (Subword, pieces, "###", Some("####")),
    ];
    for (boundary, string, selected, expected) in table {
        let text = Text::from(string);
        let snapped = snap(&text, find(&text, selected), boundary);
        assert_eq!(
            snapped.map(|span| text.slice(span)),
            expected,
            "{boundary:?}: {selected:?} in {string:?}"
        );
    }
}

#[test]
fn texts_divide_into_sentences() {
    let table: &[(&str, &[&str])] = &[
        ("One. Two!  Three? ", &["One.", "Two!", "Three?"]),
        (
            "  He said: “Stop!” (Now.) Then he left.",
            &["He said: “Stop!”", "(Now.)", "Then he left."],
        ),
        ("It costs 3.50 €, e.g. here. OK…", &["It costs 3.50 €, e.g. here.", "OK…"]),
        // The standard knows no abbreviations.
        ("Dr. Doe came.", &["Dr.", "Doe came."]),
        // A line break ends a sentence, finished or not.
        ("A title\nFirst line\r\nand second.", &["A title", "First line", "and second."]),
        ("a\u{2028}b\u{2029}c\u{85}d", &["a", "b", "c", "d"]),
        ("今天天气很好。你去哪里？", &["今天天气很好。", "你去哪里？"]),
        // The standard does not tell brackets that open from those that close.
        ("他说。「好！」走了", &["他说。「", "好！」", "走了"]),
        ("今日は。元気ですか？はい", &["今日は。", "元気ですか？", "はい"]),
        ("أين أنت؟ أنا هنا. نعم", &["أين أنت؟", "أنا هنا.", "نعم"]),
        ("आप कैसे हैं? मैं ठीक हूँ। धन्यवाद॥", &["आप कैसे हैं?", "मैं ठीक हूँ।", "धन्यवाद॥"]),
        // Thai ends no sentence with a mark: only line breaks and borrowed marks do.
        ("สวัสดีครับ วันนี้อากาศดี\nไปไหนมา?", &["สวัสดีครับ วันนี้อากาศดี", "ไปไหนมา?"]),
        (" \n ", &[]),
        ("", &[]),
    ];
    for (string, expected) in table {
        assert_eq!(slices(string, Boundary::Sentence), *expected, "{string:?}");
    }
}

#[test]
fn texts_divide_into_paragraphs() {
    let table: &[(&str, &[&str])] = &[
        ("One.\nTwo.", &["One.\nTwo."]),
        ("\n\n  One.\nTwo. \n\n\n Three.\n", &["One.\nTwo.", "Three."]),
        ("a\r\nb\r\n\r\nc", &["a\r\nb", "c"]),
        ("a\rb\r\rc", &["a\rb", "c"]),
        ("a\n \t\nb", &["a", "b"]),
        ("a\u{2029}b\u{2028}c", &["a", "b\u{2028}c"]),
        ("今天。\n\n你好", &["今天。", "你好"]),
        ("أنا هنا.\n\nनमस्ते।\nมา", &["أنا هنا.", "नमस्ते।\nมา"]),
        (" \n ", &[]),
        ("", &[]),
    ];
    for (string, expected) in table {
        assert_eq!(slices(string, Boundary::Paragraph), *expected, "{string:?}");
    }
}

#[test]
fn selections_grow_to_sentences_and_paragraphs() {
    sentence::enable();
    let string = "One here. Two there.\n\nThree. Four.";
    let table = [
        (Boundary::Sentence, "wo", Some("Two there.")),
        (Boundary::Sentence, "e. T", Some("One here. Two there.")),
        (Boundary::Sentence, "here. ", Some("One here.")),
        (Boundary::Sentence, "\n\nT", Some("Three.")),
        (Boundary::Sentence, "\n\n", None),
        (Boundary::Paragraph, "wo", Some("One here. Two there.")),
        (Boundary::Paragraph, ".\n\nT", Some(string)),
        (Boundary::Paragraph, "\n", None),
    ];
    for (boundary, selected, expected) in table {
        let text = Text::from(string);
        let start = string.find(selected).unwrap_or_else(|| panic!("no {selected:?}"));
        let selection = text.span_of(start..start + selected.len());
        assert_eq!(snap(&text, selection, boundary).map(|span| text.slice(span)), expected);
    }
}

#[test]
fn offsets_agree_with_those_of_thresh() {
    let tokens = Text::from("ĠIs Ġnob ler , Ġto");
    assert_eq!(snap(&tokens, span(4, 7), Boundary::Subword), Some(span(5, 8)));
    assert_eq!(snap(&tokens, span(5, 12), Boundary::Subword), Some(span(5, 12)));
    let lines = Text::from("line one\nline two");
    assert_eq!(snap(&lines, span(10, 12), Boundary::Whitespace), Some(span(9, 13)));
    assert_eq!(snap(&Text::from("ab😀cd"), span(2, 4), Boundary::Char), Some(span(2, 4)));
}

#[test]
fn half_a_character_counts_as_the_whole() {
    let text = Text::from("ab😀cd");
    assert_eq!(snap(&text, span(2, 3), Boundary::Char), Some(span(2, 4)));
    assert_eq!(snap(&text, span(3, 4), Boundary::Char), Some(span(2, 4)));
    assert_eq!(snap(&text, span(3, 3), Boundary::Char), None);
}

#[test]
fn texts_divide_into_units() {
    use Boundary::{Char, Subword, Whitespace, Word};
    assert_eq!(slices("a é\r\n🇩🇪", Char), ["a", " ", "é", "\r\n", "🇩🇪"]);
    assert_eq!(slices(" a, b\n\tc ", Whitespace), ["a,", "b", "c"]);
    assert_eq!(slices("Hello,  world!", Word), ["Hello", ",", "world", "!"]);
    assert_eq!(slices("10\u{202f}000", Word), ["10", "000"]);
    assert_eq!(slices("今天カタカナ", Word), ["今", "天", "カタカナ"]);
    assert_eq!(slices("ĠIs Ġ Ġnob\nler", Subword), ["Is", "nob", "ler"]);
    assert_eq!(slices("un ##aff ##able C ##", Subword), ["un", "aff", "able", "C", "##"]);
}

#[test]
fn a_caret_moves_by_units() {
    let text = Text::from("Hello, world!");
    let word = Boundary::Word;
    assert_eq!(unit_at(&text, Utf16(2), word), Some(span(0, 5)));
    assert_eq!(unit_at(&text, Utf16(6), word), Some(span(7, 12)));
    assert_eq!(unit_at(&text, Utf16(13), word), None);
    assert_eq!(next_unit(&text, Utf16(2), word), Some(span(5, 6)));
    assert_eq!(next_unit(&text, Utf16(5), word), Some(span(5, 6)));
    assert_eq!(previous_unit(&text, Utf16(9), word), Some(span(5, 6)));
    assert_eq!(previous_unit(&text, Utf16(5), word), Some(span(0, 5)));
    assert_eq!(previous_unit(&text, Utf16(3), word), None);
}

#[test]
fn points_stand_at_edges() {
    let at =
        |string: &str, offset, boundary| snap_point(&Text::from(string), Utf16(offset), boundary).0;
    assert_eq!(at("Hello world", 1, Boundary::Whitespace), 0);
    assert_eq!(at("Hello world", 3, Boundary::Whitespace), 5);
    assert_eq!(at("four", 2, Boundary::Whitespace), 0);
    assert_eq!(at("a    b", 2, Boundary::Whitespace), 1);
    assert_eq!(at("a    b", 99, Boundary::Whitespace), 6);
    assert_eq!(at("a😀b", 2, Boundary::Char), 1);
    assert_eq!(at("Ġto", 0, Boundary::Subword), 1);
    assert_eq!(at("", 4, Boundary::Word), 0);
    assert_eq!(at("   ", 2, Boundary::Word), 3);
}

#[test]
fn long_rows_without_spaces_have_one_division() {
    let rows = [
        "x",
        "7",
        "今",
        "カ",
        "ไ",
        "🇩",
        "e\u{301}",
        "\u{301}",
        "'a",
        "👩\u{200d}",
        "א\"",
        "\u{200d}",
    ];
    for row in rows {
        let text = Text::new(row.repeat(1_700 / row.len()));
        for unit in units(&text, Boundary::Word) {
            assert_eq!(snap(&text, unit, Boundary::Word), Some(unit), "{row:?}");
            for at in (unit.start().0..unit.end().0).step_by(97) {
                assert_eq!(
                    unit_at(&text, Utf16(at), Boundary::Word),
                    Some(unit),
                    "{row:?} at {at}"
                );
            }
        }
    }
}

#[test]
fn a_word_longer_than_any_is_cut() {
    let longest = "x".repeat(512);
    assert_eq!(slices(&longest, Boundary::Word), [longest.as_str()]);
    assert_eq!(slices(&longest.repeat(3), Boundary::Word), [longest.clone(), longest.repeat(2)]);
    let before = ".".repeat(1020);
    assert_eq!(
        slices(&(before + "Hello"), Boundary::Word).last().map(String::as_str),
        Some("Hello")
    );
}

/// The division into units, from the definition and with the whole text in view.
fn oracle(text: &Text, boundary: Boundary) -> Option<Vec<Span>> {
    let string = text.as_str();
    let runs = || {
        string
            .split(char::is_whitespace)
            .filter(|run| !run.is_empty())
            .map(|run| (run.as_ptr() as usize - string.as_ptr() as usize, run))
    };
    let ranges: Vec<(usize, &str)> = match boundary {
        Boundary::Char => string.grapheme_indices(true).collect(),
        Boundary::Whitespace => runs().collect(),
        Boundary::Word => runs()
            .flat_map(|(at, run)| {
                run.split_word_bound_indices().map(move |(i, word)| (at + i, word))
            })
            .collect(),
        Boundary::Sentence => string.split_sentence_bound_indices().filter_map(trimmed).collect(),
        Boundary::Paragraph | Boundary::Subword | Boundary::Token => return None,
    };
    Some(ranges.into_iter().map(|(start, unit)| text.span_of(start..start + unit.len())).collect())
}

/// A unit without the white space around it; `None` if nothing else is in it.
fn trimmed((start, unit): (usize, &str)) -> Option<(usize, &str)> {
    let from = unit.len() - unit.trim_start().len();
    (from < unit.len()).then(|| (start + from, unit.trim()))
}

fn check_laws(text: &Text, selection: Span, boundary: Boundary) {
    let all = units(text, boundary);
    if let Some(expected) = oracle(text, boundary) {
        assert_eq!(all, expected, "{boundary:?} units of {text:?}");
    }
    let context = format!("{boundary:?}: {selection:?} in {text:?}");
    let chosen =
        text.span_of(text.to_byte(selection.start()).0..text.to_byte_up(selection.end()).0);
    let touched: Vec<_> = all
        .iter()
        .filter(|unit| unit.start() < chosen.end() && chosen.start() < unit.end())
        .collect();
    let expected = match (touched.first(), touched.last()) {
        _ if selection.is_empty() || text.slice(chosen).trim().is_empty() => None,
        (Some(first), Some(last)) => Some(Span::between(first.start(), last.end())),
        _ => None,
    };
    let snapped = snap(text, selection, boundary);
    assert_eq!(snapped, expected, "{context}");
    if let Some(snapped) = snapped {
        assert_eq!(snap(text, snapped, boundary), Some(snapped), "{context}");
    }
}

proptest! {
    #[test]
    fn selections_snap_to_the_units_they_touch(string in text(), a in 0..60_u32, b in 0..60_u32) {
        for boundary in BOUNDARIES {
            check_laws(&Text::from(string.as_str()), span(a, b), boundary);
        }
    }

    #[test]
    fn snapping_keeps_what_was_selected(string in text(), a in 0..60_u32, b in 0..60_u32) {
        let text = Text::from(string.as_str());
        let selection = text.clamp(span(a, b));
        let inked = text.slice(selection).trim();
        for boundary in BOUNDARIES.into_iter().filter(|one| *one != Boundary::Subword) {
            sentence::enable();
            let snapped = snap(&text, selection, boundary);
            prop_assert_eq!(snapped.is_none(), inked.is_empty());
            if let Some(snapped) = snapped {
                prop_assert!(text.slice(snapped).contains(inked));
                let exact = boundary == Boundary::Char;
                prop_assert!(!exact || snapped.start() <= selection.start() && selection.end() <= snapped.end());
            }
        }
    }

    #[test]
    fn units_come_in_order_both_ways(string in text()) {
        let text = Text::from(string.as_str());
        for boundary in BOUNDARIES {
            let all = units(&text, boundary);
            prop_assert!(all.iter().all(|unit| !unit.is_empty() && text.clamp(*unit) == *unit));
            for pair in all.windows(2) {
                prop_assert!(pair[0].end() <= pair[1].start());
                prop_assert_eq!(next_unit(&text, pair[0].end(), boundary), Some(pair[1]));
                prop_assert_eq!(previous_unit(&text, pair[1].start(), boundary), Some(pair[0]));
            }
        }
    }

    #[test]
    fn every_offset_has_its_neighbours(string in text()) {
        let text = Text::from(string.as_str());
        for boundary in BOUNDARIES {
            let all = units(&text, boundary);
            for at in (0..text.len_utf16().0 + 2).map(Utf16) {
                let here = all.iter().find(|unit| unit.end() > at).copied();
                let next = all.iter().find(|unit| unit.start() >= at).copied();
                let previous = all.iter().rfind(|unit| unit.end() <= at).copied();
                prop_assert_eq!(unit_at(&text, at, boundary), here);
                prop_assert_eq!(next_unit(&text, at, boundary), next);
                prop_assert_eq!(previous_unit(&text, at, boundary), previous);
            }
        }
    }

    #[test]
    fn points_stand_at_the_nearest_edge(string in text(), at in 0..60_u32) {
        let text = Text::from(string.as_str());
        for boundary in BOUNDARIES {
            let point = snap_point(&text, Utf16(at), boundary);
            let edges = units(&text, boundary).into_iter().flat_map(|unit| [unit.start(), unit.end()]);
            if let Some(nearest) = edges.map(|edge| edge.0.abs_diff(at)).min() {
                prop_assert_eq!(point.0.abs_diff(at), nearest);
            }
            prop_assert_eq!(snap_point(&text, point, boundary), point);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn words_in_long_texts_are_those_of_the_whole(string in long_text()) {
        let text = Text::from(string.as_str());
        for boundary in BOUNDARIES {
            check_laws(&text, span(900, 1100), boundary);
        }
    }

    #[test]
    fn words_in_long_texts_without_spaces_are_those_of_the_whole(string in unspaced_text()) {
        check_laws(&Text::from(string.as_str()), span(300, 420), Boundary::Word);
    }
}
