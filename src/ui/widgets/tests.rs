//! Dialogs, notices and instructions in the page.

use std::sync::Arc;

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::HtmlDialogElement;

use super::{dialog, instructions, markdown, notices};
use crate::app::{App, NoticeLevel};
use crate::ui::testing::TestPage;
use crate::ui::view::{el, text};
use spanwise_i18n::{Message, TextId};
use spanwise_template::compile;

#[wasm_bindgen_test]
async fn a_dialog_follows_its_signal_and_makes_its_content_at_each_opening() {
    let page = TestPage::new();
    page.with(App::provide);
    let (open, made) = page.with(|| (RwSignal::new(false), StoredValue::new(0)));
    page.mount(move || {
        dialog(open, text(|| "T".to_owned()), move || {
            made.update_value(|n| *n += 1);
            el("input").attr("id", "content")
        })
    });
    page.settled().await;
    let dialog: HtmlDialogElement = page.find("dialog").unchecked_into();
    assert!(!dialog.open() && page.all("#content").is_empty());

    open.set(true);
    page.settled().await;
    assert!(dialog.open() && page.all("#content").len() == 1);
    assert_eq!(dialog.get_attribute("aria-label").as_deref(), Some("T"));

    // As with Escape: the signal follows the browser.
    dialog.close();
    page.settled().await;
    assert!(!open.get_untracked() && page.all("#content").is_empty());

    open.set(true);
    page.settled().await;
    page.find("header button").click();
    page.settled().await;
    assert!(!dialog.open());
    assert_eq!(made.get_value(), 2);
}

#[wasm_bindgen_test]
async fn notices_are_announced_by_their_level_and_go_when_dismissed() {
    let page = TestPage::new();
    let app = page.with(App::provide);
    page.mount(notices);
    let shown = |region: &str| -> Vec<String> {
        let all = page.all(&format!("[role={region}] [data-testid=notice] p"));
        all.iter().map(|p| p.text_content().unwrap()).collect()
    };
    for (level, message) in
        [(NoticeLevel::Info, "one"), (NoticeLevel::Error, "two"), (NoticeLevel::Warning, "3")]
    {
        app.tell(level, Message::from(message.to_owned()), None);
    }
    page.settled().await;
    assert_eq!(shown("alert"), ["two"]);
    assert_eq!(shown("status"), ["one", "3"]);

    let stays = page.all("[role=status] [data-testid=notice]")[1].clone();
    page.all("[role=status] [data-testid=notice] button")[0].click();
    page.settled().await;
    assert_eq!(shown("status"), ["3"]);
    assert!(page.find("[role=status] [data-testid=notice]") == stays);
}

const EXAMPLES: &str = "
template_name: t
edits: [{name: add, label: Addition}, {name: cut}]
instructions: |
  ```annotated
  source: a [b [c]{cut}]{add: why} d[]{cut}
  target: e <b>
  ```

  * In a list:

    ```annotated
    [f]{add}
    ```

  ```annotated
  [g
  ```
";

#[wasm_bindgen_test]
async fn annotated_examples_have_marks_and_a_list_of_them() {
    let page = TestPage::new();
    let app = page.with(App::provide);
    let template = Arc::new(compile(EXAMPLES).template.unwrap());
    page.mount(|| instructions(&template));
    page.settled().await;
    let texts = |selector: &str| -> Vec<String> {
        page.all(selector).iter().map(|element| element.text_content().unwrap()).collect()
    };
    // Behind each mark, the name of its category for screen readers.
    assert_eq!(
        texts(".example__text"),
        ["a b c (cut)  (Addition)  d (cut) ", "e <b>", "f (Addition) "]
    );
    let label = |id| app.text(id);
    assert_eq!(
        texts(".example__label"),
        [label(TextId::TypologySourceLabel), label(TextId::TypologyTargetLabel)]
    );
    let point = format!("cut {}", label(TextId::EditInsertionPoint));
    assert_eq!(texts(".example li"), ["Addition b c why", "cut c", &point, "Addition f"]);
    assert_eq!(texts("pre"), ["[g\n"]);

    let style = |selector: &str, name: &str| {
        page.all(selector)[0].style().get_property_value(name).unwrap()
    };
    assert_eq!(style("mark", "--tint"), "var(--c0)");
    assert_eq!(style("mark mark", "--tint"), "var(--c1)");
    let place = "background-position";
    assert_ne!(style("mark", place), style("mark mark", place), "one underline over the other");
}

#[wasm_bindgen_test]
async fn other_markdown_has_no_examples() {
    let page = TestPage::new();
    page.with(App::provide);
    page.mount(|| markdown("```annotated\n[a]{add}\n```"));
    page.settled().await;
    assert_eq!(page.find("pre").text_content().as_deref(), Some("[a]{add}\n"));
    assert!(page.all("mark").is_empty());
}
