//! Dialogs and notices in the page.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::HtmlDialogElement;

use super::{dialog, notices};
use crate::app::{App, NoticeLevel};
use crate::ui::testing::TestPage;
use crate::ui::view::{el, text};
use spanwise_i18n::Message;

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
