//! Annotators with thousands of edits in one place.

use spanwise_agreement::adjudication::compare;

use super::{Short, instance, within};

/// Edits that lie within each other, the outermost first.
fn nested(count: usize, shift: usize) -> impl Iterator<Item = Short> {
    (0..count).map(move |i| ("wrong", i + shift, 4 * count - i, (i + shift) % 3 + 1))
}

/// Edits of which each overlaps the next.
fn chain(count: usize, shift: usize) -> impl Iterator<Item = Short> {
    (0..count).map(move |i| ("wrong", 3 * i + shift, 3 * i + 5 + shift, (i + shift) % 3 + 1))
}

fn text(length: usize) -> String {
    "x".repeat(length)
}

#[test]
fn thousands_of_overlapping_edits_are_compared() {
    for count in [500, 2000] {
        let text = text(4 * count + 20);
        for (a, b) in [
            (instance(&text, nested(count, 0)), instance(&text, nested(count, 1))),
            (instance(&text, chain(count, 0)), instance(&text, chain(count, 1))),
        ] {
            let compared = within(1000, || compare(&[Some(&a), Some(&b)]));
            let paired =
                compared.edits(0).filter(|(_, edit)| !edit.counterparts.is_empty()).count();
            assert!(paired * 10 > count * 9, "{paired} of {count} edits found a counterpart");
        }
    }
}

#[test]
fn a_hundred_thousand_edits_beside_each_other_are_compared() {
    let text = text(400_000);
    let edits = |shift| (0..100_000).map(move |i| ("wrong", 4 * i + shift, 4 * i + 3, 1));
    let (a, b) = (instance(&text, edits(0)), instance(&text, edits(1)));
    let compared = within(3000, || compare(&[Some(&a), Some(&b)]));
    assert_eq!(compared.counts().differ, 100_000);
}

#[test]
fn thousands_of_edits_on_the_same_words_are_compared() {
    let edits = |shift: usize| (0..4000).map(move |i| ("wrong", 2, 9, (i + shift) % 3 + 1));
    let (a, b) = (instance("some words", edits(0)), instance("some words", edits(1)));
    let compared = within(1000, || compare(&[Some(&a), Some(&b)]));
    assert!(compared.counts().agree > 3900);
}
