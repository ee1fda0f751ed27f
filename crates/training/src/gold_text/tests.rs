use proptest::prelude::*;

use super::*;
use crate::testing::{edits, typology};

fn task(annotated: &str) -> Task {
    Task::of_annotated_text(annotated, &typology()).unwrap()
}

fn written(task: &Task) -> String {
    task.annotated_text(&typology()).unwrap()
}

#[test]
fn a_task_is_written_as_it_reads() {
    for text in [
        "a b c\n",
        "a [b]{bad: why} c\n",
        "[a [b]{bad: x} c]{good: y}\n",
        "[a]{twice#1: x} b [c]{twice#1}\n",
        "source: one [two]{pair#1: both}\ntarget: eins [zwei]{pair#1}\n",
        "source: only [this]{left}\n",
        "a []{gap: here}b\n",
        "[a]{bad}[b]{bad}\n",
        "sign \\[x\\] and a \\\\ and\nsource\\: not a heading\n",
        "one\n\n  two [three]{bad: a \\} and a \\\\ in it}\n",
        "[[a]{good}]{bad}\n",
    ] {
        assert_eq!(written(&task(text)), text);
    }
    // White space and headings that say nothing are left out.
    assert_eq!(written(&task("target:  a [b]{ bad :  x\n y }\n\n")), "a [b]{bad: x y}\n");
    assert_eq!(Task::of_annotated_text("a [b", &typology()), None);
    assert_eq!(Task::of_annotated_text("target: a\ntarget: b", &typology()), None);
}

#[test]
fn edits_become_gold_and_keep_their_explanations() {
    let before = task("[one]{bad: first} two [three]{bad: third} four\n");
    // The first is gone, the second is on other words, and one is new.
    let mut made = edits(&[("bad", &[(0, 3)]), ("bad", &[(8, 18)]), ("twice", &[(0, 3), (4, 7)])]);
    made.remove(0);
    let now = before.with_gold(&made, &typology());
    assert_eq!(written(&now), "[one]{twice#2} [two]{twice#2} [three four]{bad: third}\n");
}

#[test]
fn crossing_marks_are_refused_with_their_words() {
    let made = edits(&[("bad", &[(0, 7)]), ("good", &[(4, 13)])]);
    let crossing = task("one two three").with_gold(&made, &typology());
    let error = crossing.annotated_text(&typology()).unwrap_err();
    assert_eq!(error, GoldTextError::Crossing("one two".to_owned(), "two three".to_owned()));
    let many: Vec<_> = (0..=MOST_MARKS_ON_A_PLACE).map(|_| ("bad", &[(0, 3)][..])).collect();
    let deep = task("one").with_gold(&edits(&many), &typology());
    assert_eq!(deep.annotated_text(&typology()), Err(GoldTextError::TooMany));
}

#[test]
fn marks_follow_their_words_into_another_text() {
    for (before, text, after) in [
        ("a [b]{bad: x} c", "new a b c", "new a [b]{bad: x} c\n"),
        ("a [b]{bad: x} c", "a b c d", "a [b]{bad: x} c d\n"),
        ("a [b]{bad: x} c", "a new b c", "a new [b]{bad: x} c\n"),
        ("a [have]{bad: x} c", "a had c", "a [had]{bad: x} c\n"),
        ("a [b]{bad: x} c", "a c", "a c\n"),
        ("a [b c]{bad: x} d", "a c d", "a [c]{bad: x} d\n"),
        ("a [b]{bad: x}", "other", "other\n"),
        ("𝒳 [b]{bad: x} c", "𝒳 𝒴 b c", "𝒳 𝒴 [b]{bad: x} c\n"),
        ("a []{gap: x}b", "a new b", "a new []{gap: x}b\n"),
        ("[a]{bad: x}", "", "\n"),
    ] {
        assert_eq!(
            written(&task(before).with_text(Side::Target, text)),
            after,
            "{before} > {text}"
        );
    }
    let both =
        task("source: [a]{pair#1} b\ntarget: [c]{pair#1} d").with_text(Side::Source, "a x b");
    assert_eq!(written(&both), "source: [a]{pair#1} x b\ntarget: [c]{pair#1} d\n");
}

#[test]
fn an_explanation_is_one_line() {
    let explained = task("[a]{bad} b").with_explanation(0, " why:\n} not ");
    assert_eq!(written(&explained), "[a]{bad: why: \\} not} b\n");
    assert_eq!(written(&explained.with_explanation(0, "")), "[a]{bad} b\n");
}

fn any_task() -> impl Strategy<Value = Task> {
    let text = "[ab\\[\\]{}:\\\\\n 𝒳é]{0,12}|source: a|a\ntarget:";
    let mark = (0..4_usize, 0..12_u32, 0..6_u32);
    let explained = prop::option::of("[a:}\\\\ ]{1,6}");
    (text, text, prop::collection::vec((mark, explained), 0..5)).prop_map(
        |(source, target, marks)| {
            let mut task = Task::of_annotated_text("", &typology()).unwrap();
            task = task.with_text(Side::Source, &source).with_text(Side::Target, &target);
            let end = task.target.len_utf16().0;
            let names = ["bad", "good", "twice", "gap"];
            let spans: Vec<[(u32, u32); 1]> = marks
                .iter()
                .map(|((_, start, length), _)| {
                    let byte = |at: u32| task.target.to_byte(Utf16(at.min(end))).0;
                    let span = task.target.span_of(byte(*start)..byte(start + length));
                    [(span.start().0, span.end().0)]
                })
                .collect();
            let made: Vec<_> = marks
                .iter()
                .zip(&spans)
                .map(|(((name, ..), _), spans)| (names[*name], &spans[..]))
                .collect();
            let mut task = task.with_gold(&edits(&made), &typology());
            for (at, (_, explanation)) in marks.iter().enumerate() {
                task = task.with_explanation(at, explanation.as_deref().unwrap_or_default());
            }
            task
        },
    )
}

proptest! {
    #[test]
    fn what_is_written_reads_back(task in any_task()) {
        match task.annotated_text(&typology()) {
            Ok(text) => {
                let read = Task::of_annotated_text(&text, &typology()).unwrap();
                prop_assert_eq!(read.annotated_text(&typology()), Ok(text));
            }
            Err(error) => prop_assert!(matches!(error, GoldTextError::Crossing(..)), "{:?}", error),
        }
    }

    #[test]
    fn any_text_may_follow_any(task in any_task(), text in "[ab 𝒳é]{0,12}") {
        let changed = task.with_text(Side::Target, &text);
        for edit in changed.gold() {
            for span in edit.spans().target() {
                prop_assert!(span.end() <= changed.text(Side::Target).len_utf16());
            }
        }
    }
}
