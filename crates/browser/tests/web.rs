//! What only a browser can say: that the app's view of a text is the browser's.

#![cfg(target_arch = "wasm32")]
#![allow(
    clippy::unwrap_used,
    reason = "a test may fail; helpers of tests are not exempt by themselves"
)]

use js_sys::JsString;
use spanwise_annotation::store::{Key, KeyValue, MemoryStore, Mirror, Part, StoreError, WorkId};
use spanwise_browser::blobs;
use spanwise_browser::durable::DurableStore;
use spanwise_browser::language::plural_category;
use spanwise_browser::storage::BrowserStore;
use spanwise_browser::text_pane::{Glyphs, Look, Marking, TextPane};
use spanwise_limits::MOST_BLOCKS_AT_ONCE;
use spanwise_text::{Span, Text, Utf16};
use wasm_bindgen::JsCast;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};
use web_sys::{Element, HtmlElement, Node};

wasm_bindgen_test_configure!(run_in_browser);

const SAMPLE: &str = "a\u{e9}\u{4e2d}\u{1f44d}\u{1f3fd} \u{5e9}\u{5dc}\u{5d5}\u{5dd}";

#[wasm_bindgen_test]
fn lengths_are_those_of_javascript() {
    assert_eq!(Text::new(SAMPLE).len_utf16().0, JsString::from(SAMPLE).length());
}

#[wasm_bindgen_test]
fn counts_have_the_plural_categories_of_their_language() {
    let cases = [("ru", 3, "few"), ("ru", 21, "one"), ("ar", 0, "zero"), ("ja", 1, "other")];
    for (code, n, category) in cases {
        assert_eq!(plural_category(code, n), category, "{code} {n}");
    }
}

#[wasm_bindgen_test]
fn slices_between_whole_characters_are_those_of_javascript() {
    let text = Text::new(SAMPLE);
    let whole = JsString::from(SAMPLE);
    let offsets: Vec<u32> =
        SAMPLE.char_indices().map(|(byte, _)| Text::new(&SAMPLE[..byte]).len_utf16().0).collect();
    for (index, &start) in offsets.iter().enumerate() {
        for &end in &offsets[index..] {
            let span = Span::between(Utf16(start), Utf16(end));
            assert_eq!(text.slice(span), String::from(whole.slice(start, end)));
        }
    }
}

/// A pane in the page, for as long as the test runs.
fn pane() -> (HtmlElement, TextPane) {
    let document = web_sys::window().unwrap().document().unwrap();
    let root: HtmlElement = document.create_element("div").unwrap().unchecked_into();
    document.body().unwrap().append_child(&root).unwrap();
    let pane = TextPane::new(root.clone()).unwrap();
    (root, pane)
}

fn plain(text: &str) -> Look {
    Look::Plain(vec![Glyphs::Shown(text.to_owned())])
}

fn marked(text: &str, name: &str, key: u32) -> Look {
    let marking = Marking { names: name.to_owned(), keys: vec![key], ..Marking::default() };
    Look::Marked(vec![Glyphs::Shown(text.to_owned())], marking)
}

fn point(name: &str, key: u32) -> Look {
    Look::Point(Marking { names: name.to_owned(), keys: vec![key], ..Marking::default() })
}

fn span(start: u32, end: u32) -> Span {
    Span::between(Utf16(start), Utf16(end))
}

/// Two lines, `One 👍 two` and `three`, with marks, an insertion point and hidden characters.
fn sample() -> Vec<(Span, Vec<Look>)> {
    let hidden = Look::Marked(
        vec![
            Glyphs::Shown("th".into()),
            Glyphs::Instead("re".into(), "!".into()),
            Glyphs::Hidden("e".into()),
        ],
        Marking { names: "c-1".into(), keys: vec![3], ..Marking::default() },
    );
    vec![
        (
            span(0, 11),
            vec![marked("One ", "a-1", 1), plain("\u{1f44d} "), point("b-1", 2), plain("two\n")],
        ),
        (span(11, 16), vec![hidden]),
    ]
}

/// The text of a pane without what is marked as not being text.
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
    other[1].1 = vec![plain("thr"), marked("ee", "d-1", 4)];
    pane.paint(other);
    pane.surround(Some("Before."), Some("After."));
    check(&pane, "Before.One \u{1f44d} two\nthreeAfter.");
    assert!(last.is_same_node(root.query_selector(".around--after").unwrap().as_deref()));

    pane.surround(None, Some("Else."));
    check(&pane, "One \u{1f44d} two\nthreeElse.");
    pane.paint(vec![(span(0, 3), vec![plain("One")])]);
    pane.surround(Some("A"), Some("B"));
    assert_eq!(root.text_content().unwrap(), "AOneB");
    pane.surround(None, None);
    assert_eq!(root.text_content().unwrap(), "One");
}

#[wasm_bindgen_test]
fn a_text_of_very_many_lines_is_painted_in_parts() {
    let (root, mut pane) = pane();
    let lines = |count: u32| (0..count).map(|at| (span(2 * at, 2 * at + 2), vec![plain("x\n")]));
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
    let document = web_sys::window().unwrap().document().unwrap();
    let before = document.create_element("p").unwrap();
    document.body().unwrap().append_child(&before).unwrap();
    let (root, mut pane) = pane();
    let after = document.create_element("p").unwrap();
    document.body().unwrap().append_child(&after).unwrap();
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
    changed[0].1[3] = marked("two\n", "d-1", 4);
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
    pane.highlight("is-open", &[1]);
    assert_eq!(lit("is-open"), 1);
    pane.highlight("is-open", &[3]);
    assert_eq!(lit("is-open"), 1);
    assert!(root.query_selector("[data-mark='c-1'].is-open").unwrap().is_some());
    pane.highlight("is-open", &[]);
    assert_eq!(lit("is-open"), 0);
}

#[wasm_bindgen_test]
fn what_is_stored_is_found_again() {
    let store = BrowserStore::open().unwrap();
    store.set("spanwise-test/a", "\u{1f44d}").unwrap();
    assert_eq!(store.get("spanwise-test/a").as_deref(), Some("\u{1f44d}"));
    assert!(store.keys().contains(&"spanwise-test/a".to_owned()));
    store.remove("spanwise-test/a");
    assert_eq!(store.get("spanwise-test/a"), None);
}

#[wasm_bindgen_test]
fn a_full_store_says_so_and_keeps_what_it_had() {
    let store = BrowserStore::open().unwrap();
    store.set("spanwise-test/b", "small").unwrap();
    let huge = "x".repeat(20_000_000);
    assert_eq!(store.set("spanwise-test/b", &huge), Err(StoreError::Full));
    assert_eq!(store.get("spanwise-test/b").as_deref(), Some("small"));
    store.remove("spanwise-test/b");
}

#[wasm_bindgen_test]
async fn large_texts_are_kept_apart() {
    let large = "\u{5e9}\u{5dc}".repeat(1_000_000);
    blobs::put("test", &large).await.unwrap();
    assert_eq!(blobs::get("test").await.unwrap().unwrap(), large.as_bytes());
    blobs::remove("test").await.unwrap();
    assert_eq!(blobs::get("test").await.unwrap(), None);
}

#[wasm_bindgen_test]
async fn the_durable_store_notes_a_removed_work_and_all_of_its_snapshots() {
    let mirror = Mirror::new(MemoryStore::default());
    let durable = DurableStore::default();
    let work = WorkId::new("11112222333344445555666677778888").unwrap();
    let meta = Key::Work(work, Part::Meta).to_string();
    let snapshot = meta.replace("meta", "snap/0/7");
    let other = meta.replace("1111", "2222").replace("meta", "snap/0/7");
    let kept = async |key: &str| {
        let found = durable.read().await.unwrap().into_iter().find(|(name, _)| name == key);
        found.map(|(_, text)| text)
    };
    for key in [&meta, &snapshot, &other] {
        mirror.set(key, "text").unwrap();
    }
    durable.write(&mirror.batch(1).unwrap()).await.unwrap();
    for key in [&meta, &snapshot, &other] {
        assert_eq!(kept(key).await.as_deref(), Some("=text"), "{key}");
    }
    // The snapshot has left the first store before, as earlier ones do.
    mirror.retire(&snapshot);
    mirror.remove(&meta);
    let removal = mirror.batch(2).unwrap();
    durable.write(&removal).await.unwrap();
    for key in [&meta, &snapshot] {
        assert_eq!(kept(key).await, Some(removal.removal()), "{key}");
    }
    assert_eq!(kept(&other).await.as_deref(), Some("=text"));
}
