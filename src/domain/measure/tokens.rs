//! The tokens of a text, for measures that count tokens.

use super::study::Range;

/// The tokens of a text as ranges of code points: what stands between white space (Unicode's `White_Space`). Punctuation
/// belongs to the word that it touches; scripts that put no space between words have long tokens.
#[must_use]
pub fn tokens(text: &str) -> Vec<Range> {
    let mut tokens = Vec::new();
    let mut start = None;
    let mut at = 0;
    for c in text.chars() {
        if c.is_whitespace() {
            tokens.extend(start.take().map(|start| Range { start, end: at }));
        } else {
            start.get_or_insert(at);
        }
        at += 1;
    }
    tokens.extend(start.map(|start| Range { start, end: at }));
    tokens
}

/// Which of the sorted tokens a span is on: those that have a code point in common with it. None for an insertion point.
#[must_use]
pub(super) fn touched(tokens: &[Range], span: Range) -> std::ops::Range<usize> {
    let first = tokens.partition_point(|token| token.end <= span.start);
    let end = tokens.partition_point(|token| token.start < span.end);
    if span.is_empty() { first..first } else { first..end.max(first) }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn tokens_are_what_white_space_leaves() {
        let range = |(start, end)| Range { start, end };
        for (text, expected) in [
            ("", vec![]),
            (" \n\t", vec![]),
            ("one", vec![(0, 3)]),
            (" one  two\n", vec![(1, 4), (6, 9)]),
            ("a\u{a0}b\u{3000}c", vec![(0, 1), (2, 3), (4, 5)]),
            ("😀 né, 文字", vec![(0, 1), (2, 5), (6, 8)]),
        ] {
            let expected: Vec<Range> = expected.into_iter().map(range).collect();
            assert_eq!(tokens(text), expected, "{text:?}");
        }
    }

    #[test]
    fn a_span_is_on_the_tokens_it_shares_a_code_point_with() {
        // 0..3, 4..7, 8..11
        let tokens = tokens("one two six");
        for ((start, end), expected) in [
            ((0, 3), 0..1),
            ((2, 5), 0..2),
            ((3, 4), 1..1),
            ((3, 5), 1..2),
            ((0, 11), 0..3),
            ((8, 90), 2..3),
            ((5, 5), 1..1),
            ((90, 99), 3..3),
        ] {
            assert_eq!(touched(&tokens, Range { start, end }), expected, "{start}..{end}");
        }
    }

    proptest! {
        #[test]
        fn tokens_are_those_of_the_standard_library(text in "[a-c😀é \\n\u{a0}]{0,40}") {
            let chars: Vec<char> = text.chars().collect();
            let ours: Vec<String> = tokens(&text)
                .into_iter()
                .map(|token| chars[token.start as usize..token.end as usize].iter().collect())
                .collect();
            let theirs: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
            prop_assert_eq!(ours, theirs);
        }

        #[test]
        fn touching_is_sharing_a_code_point(text in "[ab ]{0,30}", start in 0_u32..32, length in 0_u32..32) {
            let tokens = tokens(&text);
            let span = Range { start, end: start + length };
            let touched = touched(&tokens, span);
            for (at, token) in tokens.iter().enumerate() {
                prop_assert_eq!(touched.contains(&at), token.overlap(span) > 0);
            }
        }
    }
}
