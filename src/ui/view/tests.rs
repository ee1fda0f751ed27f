//! Elements, regions and keyed lists in the page: creation, update, order, focus, removal.

use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::{HtmlElement, HtmlInputElement, Node};

use super::{Turns, View, dynamic, el, flag, for_each, show, text};
use crate::ui::testing::TestPage;
use spanwise_browser::timing;

/// A list of fields, one for each key.
fn list(page: &TestPage, keys: RwSignal<Vec<u64>>) {
    page.mount(move || {
        let row = |key: u64| el("input").attr("id", format!("row-{key}"));
        el("div").child("<").child(for_each(move || keys.get(), |key| (*key, 0), row)).child(">")
    });
}

fn ids(page: &TestPage) -> Vec<String> {
    page.all("input").iter().map(|input| input.id()).collect()
}

fn nodes(page: &TestPage) -> Vec<Node> {
    page.all("input").into_iter().map(Node::from).collect()
}

#[wasm_bindgen_test]
async fn a_keyed_list_follows_its_keys_and_keeps_the_nodes_of_those_that_stay() {
    // Keys before and after.
    let cases: [(&[u64], &[u64]); 8] = [
        (&[], &[1, 2]),
        (&[1, 2, 3], &[1, 2, 3]),
        (&[1, 2, 3], &[3, 1, 2]),
        (&[1, 2, 3], &[1, 3]),
        (&[1, 3], &[1, 2, 3]),
        (&[1, 2, 3, 4], &[4, 3, 2, 1]),
        (&[1, 2, 3], &[4, 2, 5]),
        (&[1, 2], &[]),
    ];
    for (before, after) in cases {
        let page = TestPage::new();
        let keys = page.with(|| RwSignal::new(before.to_vec()));
        list(&page, keys);
        let made = nodes(&page);
        keys.set(after.to_vec());
        page.settled().await;
        let expected: Vec<String> = after.iter().map(|key| format!("row-{key}")).collect();
        assert_eq!(ids(&page), expected, "{before:?} {after:?}");
        let now = nodes(&page);
        for (at, key) in after.iter().enumerate() {
            if let Some(was) = before.iter().position(|old| old == key) {
                assert!(now[at] == made[was], "{key} of {after:?} is another node");
            }
        }
        assert_eq!(page.text(), "<>");
    }
}

#[wasm_bindgen_test]
async fn a_row_that_stays_keeps_the_focus_while_rows_around_it_come_and_go() {
    let page = TestPage::new();
    let keys = page.with(|| RwSignal::new(vec![1, 2, 3]));
    list(&page, keys);
    page.find("#row-2").focus().unwrap();
    for after in [vec![2, 3], vec![4, 2], vec![2]] {
        keys.set(after);
        page.settled().await;
        assert_eq!(page.focused_id(), "row-2");
    }
}

#[wasm_bindgen_test]
async fn a_row_that_goes_is_cleaned_up() {
    let page = TestPage::new();
    let (keys, cleaned) = page.with(|| (RwSignal::new(vec![1, 2]), StoredValue::new(Vec::new())));
    page.mount(move || {
        for_each(
            move || keys.get(),
            |key| (*key, 0),
            move |key: u64| {
                on_cleanup(move || cleaned.update_value(|all| all.push(key)));
                el("p")
            },
        )
    });
    keys.set(vec![2]);
    page.settled().await;
    assert_eq!(cleaned.get_value(), [1]);
}

#[wasm_bindgen_test]
async fn what_is_shown_stays_the_same_node_while_the_condition_stays_true() {
    let page = TestPage::new();
    let count = page.with(|| RwSignal::new(0));
    page.mount(move || show(flag(move || count.get() > 0), || el("input").attr("id", "shown")));
    assert!(page.all("#shown").is_empty());
    count.set(1);
    page.settled().await;
    let made = page.find("#shown");
    made.focus().unwrap();
    count.set(2);
    page.settled().await;
    assert!(page.find("#shown") == made);
    assert_eq!(page.focused_id(), "shown");
    count.set(0);
    page.settled().await;
    assert!(page.all("#shown").is_empty());
}

#[wasm_bindgen_test]
async fn a_dynamic_view_is_made_anew_in_its_place() {
    let page = TestPage::new();
    let words = page.with(|| RwSignal::new(vec!["a", "b"]));
    page.mount(move || {
        let changing =
            dynamic(move || words.get().into_iter().map(|w| el("b").child(w)).collect::<Vec<_>>());
        View::Many(vec!["<".into(), changing, ">".into()])
    });
    assert_eq!(page.text(), "<ab>");
    for (now, expected) in [(vec![], "<>"), (vec!["c"], "<c>"), (vec!["d", "e", "f"], "<def>")] {
        words.set(now);
        page.settled().await;
        assert_eq!(page.text(), expected);
    }
}

#[wasm_bindgen_test]
async fn attributes_classes_styles_properties_and_texts_follow_their_signals() {
    let page = TestPage::new();
    let (is_on, word) = page.with(|| (RwSignal::new(true), RwSignal::new("one".to_owned())));
    page.mount(move || {
        let word = text(move || word.get());
        el("p").child(word).child(
            el("input")
                .class("field")
                .class(("field--on", is_on))
                .attr("title", word)
                .attr("disabled", is_on)
                .attr("lang", None::<String>)
                .style(("--word", word))
                .prop("value", word),
        )
    });
    let input: HtmlInputElement = page.find("input").unchecked_into();
    let state = || {
        let style = HtmlElement::style(&input).get_property_value("--word").unwrap();
        (input.class_name(), input.title(), input.disabled(), style, input.value(), page.text())
    };
    let expected = |class: &str, is_on: bool, word: &str| {
        let word = word.to_owned();
        (class.to_owned(), word.clone(), is_on, word.clone(), word.clone(), word)
    };
    assert_eq!(state(), expected("field field--on", true, "one"));
    assert!(!input.has_attribute("lang"));
    is_on.set(false);
    word.set("two".to_owned());
    page.settled().await;
    assert_eq!(state(), expected("field", false, "two"));
}

#[wasm_bindgen_test]
fn a_listener_ends_with_its_owner() {
    let page = TestPage::new();
    let clicks = page.with(|| RwSignal::new(0));
    page.mount(move || el("button").on(ev::click, move |_| clicks.update(|n| *n += 1)));
    let button: HtmlElement = page.find("button");
    button.click();
    assert_eq!(clicks.get_untracked(), 1);
    page.clean_up();
    // A listener that were still there would fail to find the signal.
    button.click();
}

#[wasm_bindgen_test]
async fn parts_are_made_in_the_order_of_the_document() {
    let page = TestPage::new();
    let (turns, made) = page.with(|| (Turns::new(), StoredValue::new(String::new())));
    let letter = move |letter: &'static str| {
        made.update_value(|made| made.push_str(letter));
        letter
    };
    page.mount(move || {
        let inner = move || View::from([letter("b").into(), turns.part(move || letter("c"))]);
        View::Many(vec![
            turns.part(move || letter("a")),
            "<".into(),
            turns.part(move || el("p").child(inner()).child(">")),
            turns.part(move || letter("d")),
        ])
    });
    assert_eq!((page.text().as_str(), turns.are_waiting()), ("<", true));
    page.settled().await;
    assert_eq!((page.text().as_str(), turns.are_waiting()), ("a<bc>d", false));
    assert_eq!(made.get_value(), "abcd");
}

#[wasm_bindgen_test]
async fn the_last_part_is_made_after_those_that_come_meanwhile() {
    let page = TestPage::new();
    let (turns, keys, made) =
        page.with(|| (Turns::new(), RwSignal::new(vec![0]), StoredValue::new(String::new())));
    let letter = move |letter: &'static str| {
        made.update_value(|made| made.push_str(letter));
        letter
    };
    page.mount(move || {
        let row = move |key: u64| {
            let name = if key == 0 { "a" } else { "b" };
            el("p").child(turns.part(move || letter(name)))
        };
        let rows = for_each(move || keys.get(), |key| (*key, 0), row);
        View::Many(vec![turns.last_part(move || letter("z")), turns.part(slow_part), rows])
    });
    keys.set(vec![0, 1]);
    page.settled().await;
    assert_eq!((page.text().as_str(), made.get_value().as_str()), ("z.ab", "abz"));
}

/// Takes longer to make than a slice.
fn slow_part() -> &'static str {
    let until = timing::now_ms() + 10.0;
    while timing::now_ms() < until {}
    "."
}

#[wasm_bindgen_test]
async fn parts_that_take_longer_than_a_slice_leave_the_page_its_turns() {
    let page = TestPage::new();
    let turns = page.with(Turns::new);
    let began = timing::now_ms();
    page.mount(move || View::Many((0..10).map(|_| turns.part(slow_part)).collect()));
    let mut seen = Vec::new();
    while turns.are_waiting() {
        timing::pause().await;
        seen.push(page.text().len());
    }
    assert_eq!(page.text().len(), 10);
    assert!(timing::now_ms() - began >= 100.0);
    assert!(seen.len() > 5, "others had their turn after {seen:?} parts");
}

#[wasm_bindgen_test]
async fn a_part_whose_owner_is_cleaned_up_before_its_turn_is_not_made() {
    let page = TestPage::new();
    let (turns, keys, made) =
        page.with(|| (Turns::new(), RwSignal::new(vec![1, 2]), StoredValue::new(0)));
    page.mount(move || {
        let row = move |_| {
            el("p").child(turns.part(move || {
                made.update_value(|made| *made += 1);
                el("input")
            }))
        };
        let rows = for_each(move || keys.get(), |key| (*key, 0), row);
        View::Many(vec![turns.part(slow_part), rows])
    });
    keys.set(vec![2]);
    page.settled().await;
    assert_eq!((made.get_value(), page.all("input").len()), (1, 1));
}
