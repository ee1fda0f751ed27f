//! Annotated examples: what is read, what is refused, and where.

use proptest::prelude::*;

use super::*;
use crate::compile;

fn typology() -> Typology {
    let text =
        "template_name: t\nedits: [{name: add, label: Addition}, {name: cut}, {name: \"a#b\"}]\n";
    compile(text).template.unwrap().typology
}

/// The texts in a short notation: `side|text with <marks>`.
fn show(example: &AnnotatedExample) -> String {
    let texts = example.texts.iter().map(|text| {
        let side = match text.side {
            Some(Side::Source) => "source|",
            Some(Side::Target) => "target|",
            None => "",
        };
        format!("{side}{}", show_parts(&text.parts))
    });
    texts.collect::<Vec<_>>().join(" // ")
}

fn show_parts(parts: &[ExamplePart]) -> String {
    let show = |part: &ExamplePart| match part {
        ExamplePart::Text(text) => text.clone(),
        ExamplePart::Mark(mark) => {
            let why = mark.explanation.as_ref().map_or(String::new(), |why| format!("={why}"));
            let label = mark.label.as_ref().map_or(String::new(), |label| format!("#{label}"));
            format!("<{}{label}{why}:{}>", mark.category.0, show_parts(&mark.parts))
        }
    };
    parts.iter().map(show).collect()
}

#[test]
fn a_block_becomes_texts_with_marks() {
    let cases = [
        ("", ""),
        ("plain\n", "plain"),
        ("two\nlines\n", "two\nlines"),
        ("a [b]{add} c\n", "a <0:b> c"),
        ("[a]{ cut }", "<1:a>"),
        ("[a]{add: because  it\n is so }", "<0=because it is so:a>"),
        ("[a]{add: 1:2}", "<0=1:2:a>"),
        ("[a]{add:}", "<0:a>"),
        // Marks in each other, and next to each other.
        ("[a [b]{cut} c]{add}[d]{cut}", "<0:a <1:b> c><1:d>"),
        ("[[a]{add}]{cut}", "<1:<0:a>>"),
        // Marks of one edit.
        ("[a]{add#1: why} [b]{add # 1}", "<0#1=why:a> <0#1:b>"),
        ("[a]{a#b}[b]{a#b#c}", "<2:a><2#c:b>"),
        // Insertion points.
        ("a[]{cut}b", "a<1:>b"),
        // Signs of the text.
        (r"\[a\] \\ \{b\} c\:", r"[a] \ {b} c:"),
        (r"[x\]y]{add: z \} \\}", r"<0=z } \:x]y>"),
        (r"C:\dir {b} a: b", r"C:\dir {b} a: b"),
        ("\\", "\\"),
        // Two texts.
        ("source: a [b]{cut}\ntarget: a\n", "source|a <1:b> // target|a"),
        ("target:\n  a\n  b\n", "target|a\n  b"),
        ("first\nsource: a", "first // source|a"),
        ("\nsource: a", "source|a"),
        ("sources: a\n source: b\nsource:b", "sources: a\n source: b\nsource:b"),
        ("\\source: a", "\\source: a"),
        ("source\\: a", "source: a"),
        ("source:", "source|"),
        ("[שלום]{add} עולם 👍", "<0:שלום> עולם 👍"),
    ];
    for (block, expected) in cases {
        let example = AnnotatedExample::parse(block, &typology());
        assert_eq!(example.as_ref().map(show), Ok(expected.to_owned()), "{block}");
    }
}

#[test]
fn a_block_that_cannot_be_read_says_where() {
    use ExampleErrorKind::{NoCategory, TooManyMarks, Unclosed, Unopened};
    let unknown = |name: &str| ExampleErrorKind::UnknownCategory(name.to_owned());
    let many = "[a]{add}".repeat(MOST_MARKS + 1);
    let deep = "[".repeat(MOST_MARKS_ON_A_PLACE + 1);
    let cases = [
        ("  a [b", Unclosed, 4..5),
        ("[a [b]{add}", Unclosed, 0..1),
        ("source: [a\ntarget: b]{add}", Unclosed, 8..9),
        ("é]{add}", Unopened, 2..3),
        ("[a] b", NoCategory, 2..3),
        ("[a]", NoCategory, 2..3),
        ("[a] {add}", NoCategory, 2..3),
        ("[a]{add", NoCategory, 2..3),
        ("[a]{add\n}", NoCategory, 2..3),
        ("[a]{add: b", NoCategory, 2..3),
        ("[a]{}", NoCategory, 2..3),
        ("[a]{: b}", NoCategory, 2..3),
        ("\n [a]{ adds : b}", unknown("adds"), 7..11),
        ("target:  [a]{é}", unknown("é"), 13..15),
        // Names alone, not labels.
        ("[a]{Addition}", unknown("Addition"), 4..12),
        (&many, TooManyMarks, MOST_MARKS * 8..MOST_MARKS * 8 + 1),
        (&deep, TooManyMarks, MOST_MARKS_ON_A_PLACE..MOST_MARKS_ON_A_PLACE + 1),
    ];
    for (block, kind, at) in cases {
        let error = AnnotatedExample::parse(block, &typology());
        assert_eq!(error, Err(ExampleError { kind, at }), "{block:.40}");
    }
}

#[test]
fn the_text_of_a_mark_is_without_marks() {
    let example = AnnotatedExample::parse("[a [b]{cut} c]{add}", &typology()).unwrap();
    let [ExamplePart::Mark(mark)] = &example.texts[0].parts[..] else { panic!("{example:?}") };
    assert_eq!(mark.text(), "a b c");
}

proptest! {
    #[test]
    fn any_block_is_read_or_refused_at_a_place_in_it(
        block in r"(\[|\]|\{|\}|\{add\}|\{cut: |\\|:|source:|target: |\n| |a|é|👍){0,40}",
    ) {
        if let Err(error) = AnnotatedExample::parse(&block, &typology()) {
            let place = block.get(error.at.clone());
            prop_assert!(place.is_some_and(|text| !text.is_empty() && !text.contains('\n')));
        }
    }

    #[test]
    fn a_text_without_signs_comes_back(text in r"[^\[\]\\:]{0,60}") {
        let example = AnnotatedExample::parse(&text, &typology()).unwrap();
        prop_assert_eq!(show(&example), text.trim());
    }

    #[test]
    fn a_marked_text_comes_back(
        before in r"[^\[\]\\:]{0,9}", marked in r"\PC{0,20}", after in r"[^\[\]\\:]{0,9}",
    ) {
        let escaped: String = marked
            .chars()
            .flat_map(|c| SIGNS.contains(&c).then_some('\\').into_iter().chain([c]))
            .collect();
        let block = format!("{before}[{escaped}]{{add}}{after}");
        let example = AnnotatedExample::parse(&block, &typology()).unwrap();
        let expected = format!("{before}<0:{marked}>{after}");
        prop_assert_eq!(show(&example), expected.trim());
    }
}
