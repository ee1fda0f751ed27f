//! The modal dialog.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::HtmlDialogElement;

use super::dialog::dialog;
use crate::state::App;
use crate::ui::component_testing::{MountedComponent, mount, updated};
use crate::ui::view::{Place, View, el};

/// A dialog with a field, and the signals that it follows.
fn dialog_with_field() -> (MountedComponent, RwSignal<bool>, RwSignal<String>) {
    let (open, title) = (RwSignal::new(false), RwSignal::new("First".to_owned()));
    let component = mount(move |parent| {
        App::provide();
        let content = || el("input");
        View::from(dialog(open, title.into(), content)).put(Place::end_of(parent));
    });
    (component, open, title)
}

fn is_open(component: &MountedComponent) -> bool {
    component.find("dialog").unchecked_into::<HtmlDialogElement>().open()
}

#[wasm_bindgen_test]
async fn a_dialog_has_its_content_while_it_is_open() {
    let (component, open, _) = dialog_with_field();
    updated().await;
    assert!(!is_open(&component));
    assert!(component.all("input").is_empty());

    open.set(true);
    updated().await;
    assert!(is_open(&component));
    component.find("dialog input");

    open.set(false);
    updated().await;
    assert!(!is_open(&component));
    assert!(component.all("input").is_empty());
}

#[wasm_bindgen_test]
async fn a_dialog_follows_its_title() {
    let (component, open, title) = dialog_with_field();
    open.set(true);
    updated().await;
    let heading = component.find("h2");
    assert_eq!(component.text("h2"), "First");

    title.set("Second".to_owned());
    updated().await;
    assert_eq!(component.text("h2"), "Second");
    assert_eq!(component.find("dialog").get_attribute("aria-label").as_deref(), Some("Second"));
    // The element stays: only its text changed.
    assert!(component.find("h2").is_same_node(Some(&heading)));
}

#[wasm_bindgen_test]
async fn an_open_dialog_has_the_focus_and_closes_by_its_button() {
    let (component, open, _) = dialog_with_field();
    open.set(true);
    updated().await;
    assert!(component.has_focus("header button"));

    component.find("header button").click();
    updated().await;
    assert!(!open.get_untracked());
    assert!(!is_open(&component));
}

#[wasm_bindgen_test]
async fn a_click_beside_the_content_closes_a_dialog_and_one_inside_does_not() {
    let (component, open, _) = dialog_with_field();
    open.set(true);
    updated().await;
    component.find("dialog input").click();
    updated().await;
    assert!(is_open(&component));

    component.find("dialog").click();
    updated().await;
    assert!(!open.get_untracked());
}

#[wasm_bindgen_test]
async fn an_unmounted_dialog_follows_nothing_anymore() {
    let (component, open, _) = dialog_with_field();
    updated().await;
    let dialog: HtmlDialogElement = component.find("dialog").unchecked_into();
    drop(component);
    assert!(!dialog.is_connected());
    open.set(true);
    updated().await;
    assert!(!dialog.open());
}
