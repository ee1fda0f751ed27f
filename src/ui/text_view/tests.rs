//! The text pane: its nodes after each paint, and the mapping between offsets and positions in the page.

use super::rendering::formatted;
use super::selection;
use super::text_pane::{
    DisplayedText, HighlightedEdit, LineContent, MarkAttributes, Segment, TextPane,
};
use super::visibility::NearObserver;
use crate::ui::testing::{MountedElement, mount};
use spanwise_browser::elements::elements;
use spanwise_limits::MOST_BLOCKS_AT_ONCE;
use spanwise_markdown::formatting::{Formatting, Rendering};
use spanwise_text::{Span, Text, Utf16};
use wasm_bindgen::JsCast;
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::{Element, HtmlElement, Node};

/// A pane in the page.
fn pane() -> (MountedElement, TextPane) {
    let root = mount("div");
    let pane = TextPane::new(root.clone(), None).unwrap();
    (root, pane)
}

fn plain(text: &str) -> Segment {
    Segment::Plain(vec![DisplayedText::AsStored(text.to_owned())])
}

fn marked(text: &str, name: &str, key: u32) -> Segment {
    let marking =
        MarkAttributes { names: name.to_owned(), keys: vec![key], ..MarkAttributes::default() };
    Segment::Marked(vec![DisplayedText::AsStored(text.to_owned())], marking)
}

fn point(name: &str, key: u32) -> Segment {
    Segment::Point(MarkAttributes {
        names: name.to_owned(),
        keys: vec![key],
        ..MarkAttributes::default()
    })
}

fn span(start: u32, end: u32) -> Span {
    Span::between(Utf16(start), Utf16(end))
}

fn line(span: Span, segments: Vec<Segment>) -> LineContent {
    LineContent { span, paragraph: 0, classes: String::new(), segments }
}

/// Two lines, `One 👍 two` and `three`, with marks, an insertion point and hidden characters.
fn sample() -> Vec<LineContent> {
    let hidden = Segment::Marked(
        vec![
            DisplayedText::AsStored("th".into()),
            DisplayedText::Replaced { stored: "re".into(), displayed: "!".into() },
            DisplayedText::Hidden("e".into()),
        ],
        MarkAttributes { names: "c-1".into(), keys: vec![3], ..MarkAttributes::default() },
    );
    vec![
        line(
            span(0, 11),
            vec![marked("One ", "a-1", 1), plain("\u{1f44d} "), point("b-1", 2), plain("two\n")],
        ),
        line(span(11, 16), vec![hidden]),
    ]
}

/// The text of a pane without the elements marked as not being text.
fn text_of(root: &HtmlElement) -> String {
    let copy: HtmlElement = root.clone_node_with_deep(true).unwrap().unchecked_into();
    let skipped = copy.query_selector_all("[data-skip]").unwrap();
    for at in 0..skipped.length() {
        skipped.get(at).unwrap().unchecked_into::<Element>().remove();
    }
    copy.text_content().unwrap()
}

#[wasm_bindgen_test]
fn a_pane_holds_the_text_and_nothing_else() {
    let (root, mut pane) = pane();
    pane.paint(sample());
    assert_eq!(text_of(&root), "One \u{1f44d} two\nthree");
}

#[wasm_bindgen_test]
fn a_rendered_text_is_cut_where_its_look_changes_and_keeps_every_character() {
    let text = "# A \u{1f44d}\n**bold** |x|\n|-|\n";
    let (root, mut pane) = pane();
    let lines = vec![
        line(span(0, 7), vec![plain("# A "), marked("\u{1f44d}", "a-1", 1), plain("\n")]),
        line(
            span(7, 20),
            vec![plain("**b"), point("b-1", 2), marked("old*", "c-1", 3), plain("* |x|\n")],
        ),
        line(span(20, 24), vec![plain("|-|\n")]),
    ];
    let formatting = Formatting::of(&Text::new(text), Rendering::Markdown);
    pane.paint(formatted(&formatting, lines));
    assert_eq!(text_of(&root), text);
    let first = root.query_selector(".line--h1").unwrap().unwrap();
    assert_eq!(first.text_content().unwrap(), "# A \u{1f44d}\n");
    let texts = |selector: &str| -> Vec<String> {
        let found = elements::<Element>(root.query_selector_all(selector));
        found.into_iter().map(|element| element.text_content().unwrap()).collect()
    };
    assert_eq!(texts(".fmt--strong"), ["b", "old"]);
    assert_eq!(texts("[data-keys='3']"), ["old", "*"]);
    assert_eq!(texts(".fmt--markup[data-keys='3']"), ["*"]);
    for offset in (0..=24).filter(|o| *o != 5) {
        let (node, at) = pane.position(Utf16(offset)).unwrap();
        assert_eq!(pane.offset(&node, at), Utf16(offset));
    }
}

#[wasm_bindgen_test]
fn what_stands_around_the_text_is_no_part_of_it() {
    let (root, mut pane) = pane();
    let check = |pane: &TextPane, around: &str| {
        assert_eq!(text_of(&root), "One \u{1f44d} two\nthree");
        assert_eq!(root.text_content().unwrap().replace('!', ""), around);
        for offset in (0..=16).filter(|o| *o != 5) {
            let (node, at) = pane.position(Utf16(offset)).unwrap();
            assert_eq!(pane.offset(&node, at), Utf16(offset));
        }
    };
    pane.paint(sample());
    pane.surround(Some("Before."), Some("After."));
    check(&pane, "Before.One \u{1f44d} two\nthreeAfter.");
    let first = root.query_selector(".around--before").unwrap().unwrap();
    let last = root.query_selector(".around--after").unwrap().unwrap();
    let inside = |element: &Element| element.first_child().unwrap();
    assert_eq!(pane.offset(&inside(&first), 3), Utf16(0));
    assert_eq!(pane.offset(&inside(&last), 3), Utf16(16));

    // The last line gets other nodes: they come before what follows the text, which stays where it is.
    let mut other = sample();
    other[1].segments = vec![plain("thr"), marked("ee", "d-1", 4)];
    pane.paint(other);
    pane.surround(Some("Before."), Some("After."));
    check(&pane, "Before.One \u{1f44d} two\nthreeAfter.");
    assert!(last.is_same_node(root.query_selector(".around--after").unwrap().as_deref()));

    pane.surround(None, Some("Else."));
    check(&pane, "One \u{1f44d} two\nthreeElse.");
    pane.paint(vec![line(span(0, 3), vec![plain("One")])]);
    pane.surround(Some("A"), Some("B"));
    assert_eq!(root.text_content().unwrap(), "AOneB");
    pane.surround(None, None);
    assert_eq!(root.text_content().unwrap(), "One");
}

#[wasm_bindgen_test]
fn a_text_of_very_many_lines_is_painted_in_parts() {
    let (root, mut pane) = pane();
    let lines =
        |count: u32| (0..count).map(|at| line(span(2 * at, 2 * at + 2), vec![plain("x\n")]));
    let count = MOST_BLOCKS_AT_ONCE as u32 * 2 + 10;
    pane.paint(lines(count).collect());
    assert_eq!(root.child_element_count(), MOST_BLOCKS_AT_ONCE as u32);
    while !pane.is_whole() {
        pane.paint_more();
    }
    assert_eq!(text_of(&root), "x\n".repeat(count as usize));

    // Another text takes its place at once, as far as it is painted.
    pane.paint(sample());
    assert!(pane.is_whole());
    assert_eq!(text_of(&root), "One \u{1f44d} two\nthree");
}

#[wasm_bindgen_test]
fn offsets_and_positions_are_inverse() {
    let (_root, mut pane) = pane();
    pane.paint(sample());
    for offset in (0..=16).filter(|o| *o != 5) {
        let (node, at) = pane.position(Utf16(offset)).unwrap();
        assert_eq!(pane.offset(&node, at), Utf16(offset));
    }
}

#[wasm_bindgen_test]
fn positions_outside_count_as_the_nearer_end() {
    let before = mount("p");
    let (root, mut pane) = pane();
    let after = mount("p");
    pane.paint(sample());
    assert_eq!(pane.offset(&before, 0), Utf16(0));
    assert_eq!(pane.offset(&after, 0), Utf16(16));
    assert_eq!(pane.offset(&root, 1), Utf16(11));
    assert_eq!(pane.offset(&root, 2), Utf16(16));
}

#[wasm_bindgen_test]
fn only_what_looks_different_is_touched() {
    let (root, mut pane) = pane();
    pane.paint(sample());
    let nodes = || {
        let line = root.first_child().unwrap().child_nodes();
        (0..line.length()).map(|i| line.get(i).unwrap()).collect::<Vec<Node>>()
    };
    let before = nodes();
    let mut changed = sample();
    changed[0].segments[3] = marked("two\n", "d-1", 4);
    pane.paint(changed);
    let after = nodes();
    assert_eq!(before[..3], after[..3]);
    assert_ne!(before[3], after[3]);
    assert_eq!(text_of(&root), "One \u{1f44d} two\nthree");
}

#[wasm_bindgen_test]
fn every_piece_of_an_edit_is_highlighted() {
    let (root, mut pane) = pane();
    pane.paint(sample());
    let lit = |class: &str| root.query_selector_all(&format!(".{class}")).unwrap().length();
    let edit = |key| HighlightedEdit { key, color: "red".to_owned() };
    pane.highlight("is-open", &[edit(1)]);
    assert_eq!(lit("is-open"), 1);
    pane.highlight("is-open", &[edit(3)]);
    assert_eq!(lit("is-open"), 1);
    assert!(root.query_selector("[data-mark='c-1'].is-open").unwrap().is_some());
    pane.highlight("is-open", &[]);
    assert_eq!(lit("is-open"), 0);
}

#[wasm_bindgen_test]
fn a_part_of_the_text_is_a_range_of_the_page_whatever_is_marked() {
    let (_root, mut pane) = pane();
    pane.paint(sample());
    let cases = [((0, 3), "One"), ((2, 6), "e 👍"), ((4, 6), "👍"), ((4, 10), "👍 two")];
    for ((start, end), expected) in cases {
        let range = selection::range(&pane, span(start, end)).unwrap();
        assert_eq!(String::from(range.to_string()), expected);
    }
}

#[wasm_bindgen_test]
fn lines_far_down_a_long_text_wait_for_their_marks() {
    let root = mount("div");
    let mut pane = TextPane::new(root.clone(), NearObserver::new(|_| {})).unwrap();
    let far = |start: u32, name: &str, key: u32| {
        let texts = [marked(&"a".repeat(9_000), name, key), plain(&"b".repeat(1_000))];
        line(span(start, start + 10_000), texts.into())
    };
    let text = || vec![far(0, "a-1", 1), far(10_000, "b-2", 2), far(20_000, "c-3", 3)];
    let names = || -> Vec<String> {
        let marks = elements::<Element>(root.query_selector_all("[data-mark]"));
        marks.iter().filter_map(|mark| mark.get_attribute("data-mark")).collect()
    };
    pane.paint(text());
    assert_eq!(names(), ["a-1", "b-2"]);
    assert_eq!(text_of(&root).len(), 30_000);

    let highlighted = HighlightedEdit { key: 3, color: "red".to_owned() };
    pane.highlight("is-open", &[highlighted]);
    assert_eq!(names(), ["a-1", "b-2", "c-3"]);
    assert!(root.query_selector("[data-mark='c-3'].is-open").unwrap().is_some());
    pane.paint(text());
    assert_eq!(names(), ["a-1", "b-2", "c-3"]);

    let mut other = text();
    other.truncate(2);
    other.push(far(20_001, "d-4", 4));
    pane.paint(other);
    assert_eq!(names(), ["a-1", "b-2"]);
    pane.mark_all();
    assert_eq!(names(), ["a-1", "b-2", "d-4"]);
    assert_eq!(text_of(&root).len(), 30_000);
}
