//! Texts of a hundred thousand lines, a line of ten megabytes, a thousand marks on one place.

use spanwise_limits::MOST_MARKS_ON_A_PLACE;
use spanwise_text::blocks::blocks;
use spanwise_text::runs::{Mark, layout};
use spanwise_text::{Span, Text, Utf16};

use super::within;

#[test]
fn a_hundred_thousand_lines_are_a_few_hundred_blocks() {
    let text = Text::new("a line é of text\n".repeat(100_000));
    let blocks = within(400, || blocks(&text));
    assert!(blocks.len() < 2000, "{} blocks", blocks.len());
    let joined: String = blocks.iter().map(|block| text.slice(*block)).collect();
    assert_eq!(joined, text.as_str());
    assert!(blocks.iter().all(|block| text.slice(*block).ends_with('\n')));
}

#[test]
fn a_line_of_ten_megabytes_is_cut() {
    for text in ["naïve words of a long line ".repeat(370_000), "é".repeat(5_000_000)] {
        let text = Text::new(text);
        let blocks = within(700, || blocks(&text));
        assert!(blocks.iter().all(|block| block.len() <= 4000));
    }
}

#[test]
fn thousands_of_marks_within_each_other_are_laid_out_up_to_a_limit() {
    let count = 20_000;
    let span = |i| Span::between(Utf16(i), Utf16(4 * count - i));
    let marks: Vec<Mark> = (0..count).map(|i| Mark { span: span(i), rank: i }).collect();
    let layout = within(1500, || layout(Utf16(4 * count), &marks));
    let most = layout.runs.iter().map(|run| run.cover.len()).max();
    assert_eq!(most, Some(MOST_MARKS_ON_A_PLACE));
    // The first run lies under the outermost mark only.
    let first = layout.runs.first().expect("a run");
    assert_eq!(first.cover.iter().map(|cover| cover.mark).collect::<Vec<_>>(), [0]);
    // The middle run lies under all marks, of which the shortest are kept.
    let middle = layout.runs.get(layout.runs.len() / 2).expect("a run");
    assert!(middle.cover.iter().any(|cover| cover.mark == count as usize - 1));
}

#[test]
fn marks_in_any_order_are_laid_out() {
    let count = 100_000;
    let span = |i| Span::between(Utf16(5 * i), Utf16(5 * i + 1 + i * 7919 % 4));
    let marks: Vec<Mark> =
        (0..count).map(|i| Mark { span: span(i * 7919 % count), rank: i }).collect();
    let layout = within(1500, || layout(Utf16(5 * count), &marks));
    assert!(layout.runs.len() > count as usize);
}
