use proptest::prelude::*;
use proptest::sample::Index;

use super::fold::FoldedText;
use super::*;
use spanwise_text::{Span, Utf16};

fn quote(text: &str) -> Quote<'_> {
    Quote { text, stored: None, occurrence: None }
}

fn at(start: u32, text: &str) -> Quote<'_> {
    let stored = Span::between(Utf16(start), Utf16(start + Utf16::length_of(text).0));
    Quote { text, stored: Some(stored), occurrence: None }
}

/// The text where a quote is found, with the tier.
fn found(text: &str, wanted: &str) -> Option<(String, MatchTier)> {
    let text = Text::new(text);
    let found = locate(&text, &[quote(wanted)]).pop().unwrap()?;
    Some((text.slice(found.span).to_owned(), found.tier))
}

#[test]
fn quotes_are_found_by_the_first_tier_that_knows_them() {
    use MatchTier::*;
    let cases = [
        ("a plain text", "plain", Some(("plain", Exact))),
        ("a plain text", "", None),
        ("a plain text", "none", None),
        ("", "a", None),
        // Unicode form.
        ("un cafe\u{301} noir", "caf\u{e9}", Some(("cafe\u{301}", Folded))),
        ("un caf\u{e9} noir", "cafe\u{301} noir", Some(("caf\u{e9} noir", Folded))),
        ("한국어", "\u{1112}\u{1161}\u{11ab}", Some(("한", Folded))),
        ("so … what", "so ... what", Some(("so … what", Folded))),
        // White space.
        ("10\u{a0}km  far\r\naway", "10 km far away", Some(("10\u{a0}km  far\r\naway", Folded))),
        ("two words", "two  words", Some(("two words", Folded))),
        ("(word)", " word ", Some(("word", Folded))),
        ("so\u{ad}ft hy\u{ad}phen", "soft hyphen", Some(("so\u{ad}ft hy\u{ad}phen", Folded))),
        ("soft", "so\u{ad}ft", Some(("soft", Folded))),
        ("a \u{200b} b", "a b", Some(("a \u{200b} b", Folded))),
        // Quotation marks and dashes.
        ("he said “it’s”", "\"it's\"", Some(("“it’s”", Folded))),
        ("he said \"it's\"", "‘it’s’", Some(("\"it's\"", Folded))),
        ("1999–2001 — so", "1999-2001 -- so", Some(("1999–2001 — so", Folded))),
        // Case.
        ("Die STRASSE ist", "straße", Some(("STRASSE", CaseFolded))),
        ("Die Straße ist", "STRASSE", Some(("Straße", CaseFolded))),
        ("ΟΔΥΣΣΕΥΣ ήρθε", "οδυσσευς", Some(("ΟΔΥΣΣΕΥΣ", CaseFolded))),
        ("İİİ İstanbul’da", "istanbul'da", Some(("İstanbul’da", CaseFolded))),
        ("İİİ İstanbul", "i\u{307}stanbul", Some(("İstanbul", CaseFolded))),
        ("ŻONA zona", "żona", Some(("ŻONA", CaseFolded))),
        // Whole clusters, which must not be cut.
        ("e\u{301}e", "e", Some(("e", Exact))),
        ("👨‍👩‍👧 and 👩", "👩", Some(("👩", Exact))),
        ("👨‍👩‍👧", "👩", Some(("👩", Exact))),
        ("🇫🇷🇩🇪🇸🇪", "🇩🇪", Some(("🇩🇪", Exact))),
        ("🇸🇩🇪🇸 🇩🇪", "🇩🇪", Some(("🇩🇪", Exact))),
        ("ﬁne", "f", None),
        // Most alike.
        (
            "We saw that the quick brown fox jumped.",
            "that the quikc brown fox",
            Some(("that the quick brown fox", Fuzzy)),
        ),
        ("the quick brown fox jumped", "the quick brown fx", Some(("the quick brown fox", Fuzzy))),
        ("ten letter", "two lettre", None),
        ("something else", "quite different", None),
    ];
    for (text, wanted, expected) in cases {
        let expected = expected.map(|(text, tier)| (text.to_owned(), tier));
        assert_eq!(found(text, wanted), expected, "{wanted:?} in {text:?}");
    }
    let flags = Text::new("🇸🇩🇪🇸 🇩🇪");
    assert_eq!(locate(&flags, &[quote("🇩🇪")]).pop().unwrap().unwrap().span.start(), Utf16(9));
}

#[test]
fn what_stands_at_the_stored_place_is_there() {
    let cases = [
        ("a b a b", at(4, "a"), MatchTier::Exact),
        ("Word word", at(0, "word"), MatchTier::CaseFolded),
        ("a  b a b", at(0, "a b"), MatchTier::Folded),
        ("x a\u{a0}b a b", at(1, " a b"), MatchTier::Folded),
        ("İİ Foo foo", at(3, "foo"), MatchTier::CaseFolded),
    ];
    for (text, quote, tier) in cases {
        let found = locate(&Text::new(text), &[quote]).pop().unwrap().unwrap();
        let shown = (found.tier, found.moved, found.ambiguous);
        assert_eq!(shown, (tier, false, false), "{:?} in {text:?}", quote.text);
        assert!(found.span.start() <= Utf16(quote.stored.unwrap().start().0 + 1));
    }
    let text = Text::new("The quick brawn fox, the quick brown dog");
    let found = locate(&text, &[at(4, "quick brown fox")]).pop().unwrap().unwrap();
    assert_eq!((text.slice(found.span), found.moved), ("quick brawn fox", false));
}

#[test]
fn what_is_not_at_the_stored_place_is_taken_nearest_to_it() {
    let text = Text::new("word word word");
    let found = locate(&text, &[at(6, "word"), at(7, "word"), quote("word"), quote("word")]);
    let starts: Vec<_> = found.iter().flatten().map(|f| (f.span.start().0, f.moved)).collect();
    assert_eq!(starts, [(5, true), (10, true), (0, false), (0, false)]);
    assert!(found.iter().flatten().all(|found| found.ambiguous));
    // Beyond the text, and within a character.
    for start in [1, 99, u32::MAX - 9] {
        let found = locate(&Text::new("😀 ok"), &[at(start, "ok")]).pop().unwrap().unwrap();
        assert_eq!((found.span.start(), found.moved), (Utf16(3), true));
    }
}

#[test]
fn repeated_text_is_given_out_from_left_to_right_each_place_once() {
    let text = Text::new("no no, No no");
    let occurrence = |n, text| Quote { occurrence: Some(n), ..quote(text) };
    let starts = |quotes: &[Quote]| -> Vec<(u32, bool)> {
        let found = locate(&text, quotes).into_iter().flatten();
        found.map(|found| (found.span.start().0, found.ambiguous)).collect()
    };
    let four = [quote("no"); 4];
    assert_eq!(starts(&four), [(0, true), (3, true), (10, true), (0, true)]);
    assert_eq!(starts(&[quote("no"), at(0, "no")]), [(3, true), (0, false)]);
    assert_eq!(starts(&[quote("no"), occurrence(0, "no")]), [(3, true), (0, false)]);
    assert_eq!(starts(&[occurrence(2, "no"), occurrence(3, "no")]), [(10, false), (0, true)]);
    assert_eq!(starts(&[quote("No")]), [(7, false)]);
    // A whole is no place of its part.
    assert_eq!(starts(&[quote("no, No"), quote("no, No")]), [(3, false), (3, false)]);
}

#[test]
fn long_texts_take_bounded_time() {
    let text = Text::new("lorem ipsum dolor “sit” amet ".repeat(100_000 / 29));
    let long = text.as_str().replace("dolor", "dolro");
    let half = long.get(..long.len() / 2).unwrap();
    let mut quotes = vec![quote(&long), quote(half), quote("ipsum dollr sit am")];
    let words: Vec<String> = (0..50).map(|n| format!("nowhere to be found {n}")).collect();
    quotes.extend(words.iter().map(|text| quote(text)));
    quotes.extend((0..2_000).map(|n| at(n, "r")));
    let found = locate(&text, &quotes);
    assert!(found.iter().skip(53).all(Option::is_some));
    let blanks = Text::new(" \u{a0}".repeat(50_000));
    assert_eq!(locate(&blanks, &[quote("a"), quote("\u{a0}\u{a0}")]), [None, None]);
}

/// Pieces that folding, clusters and offsets are sensitive to.
fn any_text() -> impl Strategy<Value = String> {
    const PIECES: [&str; 30] = [
        "a",
        "b",
        "A",
        "e\u{301}",
        "\u{e9}",
        "\u{301}",
        " ",
        "  ",
        "\u{a0}",
        "\r\n",
        "\n",
        "İ",
        "ı",
        "i",
        "ß",
        "SS",
        "ς",
        "Σ",
        "“",
        "\"",
        "’",
        "—",
        "-",
        "\u{ad}",
        "👨‍👩‍👧",
        "🇩🇪",
        "🇩",
        "ﬁ",
        "한",
        "…",
    ];
    prop::collection::vec(prop::sample::select(&PIECES[..]), 0..24).prop_map(|p| p.concat())
}

/// The edit distance, the slow way.
fn distance(a: &[char], b: &[char]) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut diagonal = i;
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let best = (diagonal + usize::from(x != y)).min(row[j] + 1).min(row[j + 1] + 1);
            diagonal = std::mem::replace(&mut row[j + 1], best);
        }
    }
    row[b.len()]
}

proptest! {
    #[test]
    fn a_slice_is_found_letter_for_letter(text in any_text(), a: Index, b: Index) {
        let ends: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
        let (a, b) = (*a.get(&ends), *b.get(&ends));
        let (start, end) = (a.min(b), a.max(b));
        prop_assume!(start < end);
        let slice = &text[start..end];
        let text = Text::new(text.as_str());
        let span = text.span_of(start..end);
        let anywhere = locate(&text, &[quote(slice)]).pop().unwrap().unwrap();
        prop_assert_eq!((text.slice(anywhere.span), anywhere.tier), (slice, MatchTier::Exact));
        let stored = locate(&text, &[at(span.start().0, slice)]).pop().unwrap().unwrap();
        let expected = LocatedQuote { span, tier: MatchTier::Exact, moved: false, ambiguous: false };
        prop_assert_eq!(stored, expected);
    }

    #[test]
    fn what_is_found_says_the_same(text in any_text(), quotes in prop::collection::vec(any_text(), 1..5), stored in 0u32..30) {
        let text = Text::new(text);
        let asked: Vec<Quote> = quotes.iter().enumerate()
            .map(|(n, text)| if n % 2 == 0 { quote(text) } else { at(stored, text) }).collect();
        for (asked, found) in asked.iter().zip(locate(&text, &asked)) {
            let Some(found) = found else { continue };
            prop_assert!(!asked.text.is_empty());
            prop_assert_eq!(text.clamp(found.span), found.span, "within the text, no character cut");
            let folded = |text: &str| FoldedText::of(text.trim());
            let (a, b) = (folded(text.slice(found.span)), folded(asked.text));
            match found.tier {
                MatchTier::Exact => prop_assert_eq!(text.slice(found.span), asked.text),
                MatchTier::Folded => prop_assert_eq!(a.text().trim(), b.text().trim()),
                MatchTier::CaseFolded => {
                    let (a, b) = (a.case_folded(), b.case_folded());
                    prop_assert_eq!(a.text().trim(), b.text().trim());
                }
                MatchTier::Fuzzy => {}
            }
        }
    }

    #[test]
    fn the_most_alike_is_as_near_as_can_be(
        text in "[ab ]{0,90}",
        pattern in "[ab ]{10,80}",
        edit in 0usize..80,
    ) {
        let mut near: Vec<char> = pattern.chars().collect();
        if let Some(c) = near.get_mut(edit) {
            *c = 'x';
        }
        let whole = format!("{text}{}{text}", near.iter().collect::<String>());
        let (whole, pattern): (Vec<char>, Vec<char>) = (whole.chars().collect(), pattern.chars().collect());
        let places = super::fuzzy::most_alike(&whole, &pattern);
        prop_assert!(!places.is_empty());
        for place in places {
            prop_assert!(distance(&whole[place], &pattern) <= distance(&near, &pattern));
        }
    }
}
