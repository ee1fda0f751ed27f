//! Marks of spans inside the text itself: `<v>…</v>`.

use std::ops::Range;

use spanwise_text::{Span, Text};

const OPEN: &str = "<v>";
const CLOSE: &str = "</v>";

/// A text with its marks taken out.
#[derive(Debug, Default)]
pub(super) struct UnmarkedText {
    /// Without marks.
    pub text: String,
    /// The marked ranges, in bytes of the text.
    pub spans: Vec<Range<usize>>,
    /// `true` if a mark has no partner; such marks are taken out, too.
    pub unpaired: bool,
}

/// Takes the marks out of a cell.
pub(super) fn unmark(cell: &str) -> UnmarkedText {
    let mut found = UnmarkedText::default();
    let mut open = None;
    let mut rest = cell;
    while let Some(at) = rest.find('<') {
        let (before, mark) = rest.split_at(at);
        found.text.push_str(before);
        if let Some(after) = mark.strip_prefix(OPEN) {
            found.unpaired |= open.replace(found.text.len()).is_some();
            rest = after;
        } else if let Some(after) = mark.strip_prefix(CLOSE) {
            match open.take() {
                Some(start) => found.spans.push(start..found.text.len()),
                None => found.unpaired = true,
            }
            rest = after;
        } else {
            found.text.push('<');
            rest = mark.get(1..).unwrap_or_default();
        }
    }
    found.text.push_str(rest);
    found.unpaired |= open.is_some();
    found
}

/// Puts marks around spans, from left to right. A span that overlaps one before it can't be marked.
pub(super) fn mark(text: &Text, spans: &[Span]) -> String {
    let mut cell = String::new();
    let mut done = 0;
    for span in markable(spans) {
        let (start, end) = (text.to_byte(span.start()).0, text.to_byte(span.end()).0);
        let part = |range: Range<usize>| text.as_str().get(range).unwrap_or_default();
        cell.extend([part(done..start), OPEN, part(start..end), CLOSE]);
        done = end;
    }
    cell.push_str(text.as_str().get(done..).unwrap_or_default());
    cell
}

/// The spans that can be marked in one text: sorted, without those that overlap one before them.
pub(super) fn markable(spans: &[Span]) -> Vec<Span> {
    let mut sorted = spans.to_vec();
    sorted.sort();
    let mut free: Vec<Span> = Vec::new();
    for span in sorted {
        if free.last().is_none_or(|last| last.end() <= span.start()) {
            free.push(span);
        }
    }
    free
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn marks_are_found_and_their_lack() {
        for (cell, text, spans, unpaired) in [
            ("a <v>b</v> c", "a b c", vec![(2, 3)], false),
            ("<v>é</v><v></v>x", "éx", vec![(0, 2), (2, 2)], false),
            ("no < mark <b>", "no < mark <b>", vec![], false),
            ("a <v>b", "a b", vec![], true),
            ("a</v> b", "a b", vec![], true),
            ("<v>a<v>b</v></v>", "ab", vec![(1, 2)], true),
            ("<", "<", vec![], false),
        ] {
            let found = unmark(cell);
            let at: Vec<_> = found.spans.iter().map(|span| (span.start, span.end)).collect();
            assert_eq!((found.text.as_str(), at, found.unpaired), (text, spans, unpaired));
        }
    }

    #[test]
    fn overlapping_spans_cannot_all_be_marked() {
        let text = Text::new("abcdef");
        let span = |start, end| text.span_of(start..end);
        let spans = [span(4, 5), span(0, 2), span(1, 3), span(2, 2)];
        assert_eq!(mark(&text, &spans), "<v>ab</v><v></v>cd<v>e</v>f");
    }

    proptest! {
        #[test]
        fn marking_brings_back_what_was_unmarked(cell in "(a|😀| |<|>|v|/|<v>x</v>){0,12}") {
            let found = unmark(&cell);
            prop_assume!(!found.unpaired && unmark(&found.text).text == found.text);
            let text = Text::new(found.text.as_str());
            let spans: Vec<Span> = found.spans.iter().map(|span| text.span_of(span.clone())).collect();
            prop_assert_eq!(mark(&text, &spans), cell);
        }
    }
}
