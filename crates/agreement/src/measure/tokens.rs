//! The tokens of a text, for measures that count tokens.

use std::sync::Arc;

use foldhash::HashMap;
use unicode_segmentation::UnicodeSegmentation;

use super::code_point_range::CodePointRange;

/// The tokenization of texts.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Tokenization {
    /// Words of UAX #29 and single punctuation marks. Where a script has no spaces, this is each of its characters; but
    /// Katakana stays together.
    #[default]
    Word,
    /// Stretches between white space (Unicode's `White_Space`): punctuation belongs to the word that it touches. In
    /// scripts without spaces, a token is a whole sentence.
    Space,
    /// Code points other than white space.
    Char,
    /// The tokens of a tokenized file.
    Given(Arc<GivenTokens>),
}

impl Tokenization {
    /// Its name in results.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Tokenization::Word => "word",
            Tokenization::Space => "space",
            Tokenization::Char => "char",
            Tokenization::Given(_) => "given",
        }
    }

    /// The tokens of a text as ranges of code points, sorted. A given tokenization that lacks the text has none.
    #[must_use]
    pub fn tokens(&self, text: &str) -> Vec<CodePointRange> {
        match self {
            Tokenization::Word => pieces(text.split_word_bounds()),
            Tokenization::Space => pieces(text.split_inclusive(char::is_whitespace)),
            Tokenization::Char => pieces(text.split_inclusive(|_| true)),
            Tokenization::Given(given) => given.tokens(text).unwrap_or_default(),
        }
    }
}

/// Consecutive pieces of a text as ranges, without white space at their ends and without empty ones.
fn pieces<'t>(pieces: impl Iterator<Item = &'t str>) -> Vec<CodePointRange> {
    let mut tokens = Vec::new();
    let mut at = 0;
    for piece in pieces {
        let count = |text: &str| u32::try_from(text.chars().count()).unwrap_or(u32::MAX);
        let length = count(piece.trim_end());
        if length > 0 {
            tokens.push(CodePointRange { start: at, end: at + length });
        }
        at += count(piece);
    }
    tokens
}

/// The tokens of the texts in a tokenized file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct GivenTokens {
    /// By text without its white space: the lengths of its tokens in code points.
    lengths: HashMap<String, Vec<u32>>,
}

impl GivenTokens {
    /// Reads a tokenized file: a line for each text, its tokens with white space between them.
    #[must_use]
    pub fn read(lines: &str) -> Self {
        let lengths = lines.lines().map(|line| {
            let tokens = line.split_whitespace();
            let lengths = tokens.clone().map(|token| u32::try_from(token.chars().count()));
            (tokens.collect(), lengths.map(|n| n.unwrap_or(u32::MAX)).collect())
        });
        GivenTokens { lengths: lengths.collect() }
    }

    /// The tokens of a text; `None` if the file lacks it. White space in the text may be inside a token, but not at its
    /// ends.
    #[must_use]
    pub fn tokens(&self, text: &str) -> Option<Vec<CodePointRange>> {
        let bare: String = text.split_whitespace().collect();
        let lengths = self.lengths.get(&bare)?;
        let filled = |(at, c): (u32, char)| (!c.is_whitespace()).then_some(at);
        let mut places = (0_u32..).zip(text.chars()).filter_map(filled);
        let token = |length: &u32| {
            let start = places.next()?;
            let more = usize::try_from(length.saturating_sub(2)).ok()?;
            let end = if *length > 1 { places.nth(more)? } else { start };
            Some(CodePointRange { start, end: end + 1 })
        };
        lengths.iter().map(token).collect()
    }
}

/// The positions of the tokens, which are sorted, that share a code point with a span. An insertion point is on the
/// token that it stands in or before, or on the last one if there is none.
#[must_use]
pub(super) fn touched(tokens: &[CodePointRange], span: CodePointRange) -> std::ops::Range<usize> {
    let first = tokens.partition_point(|token| token.end <= span.start);
    if span.is_empty() {
        let at = first.min(tokens.len().saturating_sub(1));
        return at..tokens.len().min(at + 1);
    }
    let end = tokens.partition_point(|token| token.start < span.end);
    first..end.max(first)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn tokens_are_what_white_space_leaves() {
        let range = |(start, end)| CodePointRange { start, end };
        for (text, expected) in [
            ("", vec![]),
            (" \n\t", vec![]),
            ("one", vec![(0, 3)]),
            (" one  two\n", vec![(1, 4), (6, 9)]),
            ("a\u{a0}b\u{3000}c", vec![(0, 1), (2, 3), (4, 5)]),
            ("😀 né, 文字", vec![(0, 1), (2, 5), (6, 8)]),
        ] {
            let expected: Vec<CodePointRange> = expected.into_iter().map(range).collect();
            assert_eq!(Tokenization::Space.tokens(text), expected, "{text:?}");
        }
    }

    #[test]
    fn words_are_those_of_unicode_and_no_sentence_is_one_token() {
        let read = |tokenization: &Tokenization, text: &str| -> Vec<String> {
            let chars: Vec<char> = text.chars().collect();
            let token =
                |t: CodePointRange| chars[t.start as usize..t.end as usize].iter().collect();
            tokenization.tokens(text).into_iter().map(token).collect()
        };
        for (text, expected) in [
            ("Don’t, said 😀é!", &["Don’t", ",", "said", "😀", "é", "!"][..]),
            ("日本語は", &["日", "本", "語", "は"]),
            ("カタカナ 語", &["カタカナ", "語"]),
            ("ไทย", &["ไ", "ท", "ย"]),
            (" 3.14\n", &["3.14"]),
            ("", &[]),
        ] {
            assert_eq!(read(&Tokenization::Word, text), expected, "{text}");
        }
        assert_eq!(read(&Tokenization::Char, "a é\n😀"), ["a", "é", "😀"]);
        let given =
            Tokenization::Given(Arc::new(GivenTokens::read("日本 語 は\nNew York -er s\n")));
        assert_eq!(read(&given, "日本語は"), ["日本", "語", "は"]);
        assert_eq!(read(&given, "New  Yor k-ers"), ["New", "Yor k", "-er", "s"]);
        assert_eq!(read(&given, "elsewhere"), Vec::<String>::new());
    }

    #[test]
    fn a_span_is_on_the_tokens_it_shares_a_code_point_with() {
        // 0..3, 4..7, 8..11
        let tokens = Tokenization::Space.tokens("one two six");
        for ((start, end), expected) in [
            ((0, 3), 0..1),
            ((2, 5), 0..2),
            ((3, 4), 1..1),
            ((3, 5), 1..2),
            ((0, 11), 0..3),
            ((8, 90), 2..3),
            ((0, 0), 0..1),
            ((3, 3), 1..2),
            ((4, 4), 1..2),
            ((5, 5), 1..2),
            ((11, 11), 2..3),
            ((90, 90), 2..3),
            ((90, 99), 3..3),
        ] {
            assert_eq!(touched(&tokens, CodePointRange { start, end }), expected, "{start}..{end}");
        }
        assert_eq!(touched(&[], CodePointRange { start: 0, end: 0 }), 0..0);
    }

    proptest! {
        #[test]
        fn tokens_are_those_of_the_standard_library(text in "[a-c😀é \\n\u{a0}]{0,40}") {
            let chars: Vec<char> = text.chars().collect();
            let ours: Vec<String> = Tokenization::Space.tokens(&text)
                .into_iter()
                .map(|token| chars[token.start as usize..token.end as usize].iter().collect())
                .collect();
            let theirs: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
            prop_assert_eq!(ours, theirs);
        }

        #[test]
        fn touching_is_sharing_a_code_point(text in "[ab ]{0,30}", start in 0_u32..32, length in 1_u32..32) {
            let tokens = Tokenization::Space.tokens(&text);
            let span = CodePointRange { start, end: start + length };
            let touched = touched(&tokens, span);
            for (at, token) in tokens.iter().enumerate() {
                prop_assert_eq!(touched.contains(&at), token.overlap(span) > 0);
            }
        }
    }
}
