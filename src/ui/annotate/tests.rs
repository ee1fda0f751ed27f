//! Questions, the list of edits and the annotated text of an open work, in the page.

use std::collections::BTreeSet;

use leptos::prelude::*;
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::{HtmlElement, Node};

use super::edit_list::edit_list;
use super::edit_panel::edit_panel;
use super::texts_with_menu;
use crate::app::Session;
use crate::ui::testing::{TestPage, open_work};
use crate::ui::text_view::Panes;
use spanwise_annotation::document::EditKey;
use spanwise_annotation::workspace::Command;

const TEMPLATE: &str = "
template_name: test
boundary: char
edits:
  - name: error
    enable_output: true
    annotation:
      - name: kind
        options:
          - name: spelling
          - name: meaning
            options:
              - name: changed
              - name: lost
      - name: note
        options: textbox
  - name: gap
    type: split
    enable_output: true
";

/// Two lines, an edit in each, and an insertion point at the end of the first.
const DATA: &str = r#"[{
    "source": "", "target": "one two\nthree",
    "edits": [
        {"category": "error", "id": 0, "output_idx": [[0, 3]], "annotation": null},
        {"category": "error", "id": 1, "output_idx": [[8, 13]], "annotation": null},
        {"category": "gap", "id": 0, "output_idx": [[7, 7]], "annotation": null}
    ]
}]"#;

/// A page with the work open on it.
async fn page_with_work() -> (TestPage, Session) {
    let page = TestPage::new();
    let session = open_work(&page, TEMPLATE, DATA).await;
    (page, session)
}

/// The edit at a position of the data.
fn edit_at(session: Session, position: usize) -> EditKey {
    session.instance.with_untracked(|instance| instance.edits[position].key)
}

fn attributes(elements: &[HtmlElement], name: &str) -> Vec<String> {
    elements.iter().filter_map(|element| element.get_attribute(name)).collect()
}

#[wasm_bindgen_test]
async fn a_follow_up_appears_under_its_option_and_goes_with_it() {
    let (page, session) = page_with_work().await;
    page.mount(move || edit_panel(session));
    page.settled().await;
    session.dispatch(Command::Select(Some(edit_at(session, 0))));
    page.settled().await;
    let paths = || attributes(&page.all(".question"), "data-path");
    assert_eq!(paths(), ["kind", "note"]);
    let first = page.find("[data-path=kind] > .answers");

    page.find("[data-value=meaning]").click();
    page.settled().await;
    assert_eq!(paths(), ["kind", "kind/meaning", "note"]);
    let option = page.find(".answers__option:has(> .answer > [data-value=meaning])");
    let follow_up = page.find("[data-path='kind/meaning']");
    assert!(option.contains(Some(&follow_up)));
    // The question stays the same nodes, so that the focus does.
    assert!(page.find("[data-path=kind] > .answers") == first);

    page.find("[data-value=lost]").click();
    page.settled().await;
    assert_eq!(attributes(&page.all("input:checked"), "data-value"), ["meaning", "lost"]);

    page.find("[data-value=spelling]").click();
    page.settled().await;
    assert_eq!(paths(), ["kind", "note"]);
    assert_eq!(attributes(&page.all("input:checked"), "data-value"), ["spelling"]);
}

#[wasm_bindgen_test]
async fn opening_an_edit_puts_the_focus_on_its_first_open_question() {
    let (page, session) = page_with_work().await;
    page.mount(move || edit_panel(session));
    page.settled().await;
    for position in [0, 1] {
        session.dispatch(Command::Select(Some(edit_at(session, position))));
        page.settled().await;
        let focused = document().active_element().unwrap();
        assert_eq!(focused.get_attribute("data-value").as_deref(), Some("spelling"));
        assert!(page.find("[data-path=kind]").contains(Some(&focused)));
    }
    session.dispatch(Command::Select(None));
    page.settled().await;
    assert!(page.all(".question").is_empty());
}

#[wasm_bindgen_test]
async fn rows_of_the_list_follow_the_edits_and_those_that_stay_keep_their_nodes() {
    let (page, session) = page_with_work().await;
    let only = page.with(|| RwSignal::new(BTreeSet::new()));
    page.mount(move || edit_list(session, only, None));
    page.settled().await;
    let rows = || page.all("[data-testid=edit]");
    let marks = || attributes(&rows(), "data-list-mark");
    // In the order of the text.
    assert_eq!(marks(), ["error-0", "gap-0", "error-1"]);
    let (first, last) = (rows()[0].clone(), rows()[2].clone());

    page.all("[data-testid=edit-delete]")[1].click();
    page.settled().await;
    assert_eq!(marks(), ["error-0", "error-1"]);
    assert!(rows()[0] == first && rows()[1] == last);
    // Its place is kept, with the way back.
    assert_eq!(page.all("[data-testid=deleted]").len(), 1);

    page.find("[data-testid=undo-delete]").click();
    page.settled().await;
    assert_eq!(marks(), ["error-0", "gap-0", "error-1"]);
    assert!(rows()[0] == first && rows()[2] == last);

    page.all("[data-testid=edit-open]")[2].click();
    page.settled().await;
    assert_eq!(session.view.with_untracked(|v| v.selected), Some(edit_at(session, 1)));
}

#[wasm_bindgen_test]
async fn the_text_is_patched_line_by_line_as_edits_come_and_go() {
    let (page, session) = page_with_work().await;
    let (caret, only) = page.with(|| (RwSignal::new(None), RwSignal::new(BTreeSet::new())));
    page.mount(move || texts_with_menu(session, Panes::new(), caret, only, None));
    page.settled().await;
    let names = || attributes(&page.all("#text-target [data-mark]"), "data-mark");
    let lines = || -> Vec<Vec<Node>> {
        let nodes = |line: HtmlElement| {
            let list = line.child_nodes();
            (0..list.length()).map(|at| list.get(at).unwrap()).collect()
        };
        page.all("#text-target .line").into_iter().map(nodes).collect()
    };
    let text = || page.find("#text-target").text_content().unwrap();
    assert_eq!(names(), ["error-0", "gap-0", "error-1"]);
    assert_eq!(page.all("#text-target .point").len(), 1);
    assert_eq!(text(), "one two\nthree");
    let before = lines();

    // An edit of the second line goes: the first line keeps its nodes.
    session.dispatch(Command::Delete(edit_at(session, 1)));
    page.settled().await;
    assert_eq!(names(), ["error-0", "gap-0"]);
    let after = lines();
    assert!(after[0] == before[0] && after[1] != before[1]);

    session.dispatch(Command::Undo);
    page.settled().await;
    assert_eq!(names(), ["error-0", "gap-0", "error-1"]);

    // The open edit is marked by a class; no node is replaced.
    let before = lines();
    session.dispatch(Command::Select(Some(edit_at(session, 0))));
    page.settled().await;
    assert_eq!(attributes(&page.all("#text-target .is-open"), "data-mark"), ["error-0"]);
    assert!(lines() == before);
    // It has a handle at each end.
    assert_eq!(attributes(&page.all("[data-testid=knob]"), "data-edge"), ["start", "end"]);

    session.dispatch(Command::Clear);
    page.settled().await;
    assert!(names().is_empty() && page.all("[data-testid=knob]").is_empty());
    assert_eq!(text(), "one two\nthree");
}
