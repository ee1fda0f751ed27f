//! The shell: notices, the page that is shown, files dropped anywhere.

use leptos::ev;
use leptos::prelude::*;

use super::annotate::annotate;
use super::failure::failure_page;
use super::hub::hub;
use super::landing::landing_page;
use super::opening::opening_page;
use super::view::{El, Place, View, dynamic};
use super::widgets::notices;
use crate::platform::{files, location};
use crate::state::{App as AppState, Page, opening};

/// Puts the whole app on the page.
pub fn show() {
    let app = AppState::provide();
    opening::open_address(app);
    location::on_fragment_change(move || opening::open_address(app));
    accept_drops(app);
    Effect::new(move |_| {
        let ready = !app.page.with(|page| matches!(page, Page::Opening(..)));
        crate::platform::timing::after_paint(move || set_ready(ready));
        if !ready {
            set_ready(false);
        }
    });
    let page = dynamic(move || {
        app.page_number.track();
        untrack(|| page_view(app.page.get_untracked()))
    });
    if let Some(body) = document().body() {
        View::from(notices()).put(Place::end_of(&body));
        page.put(Place::end_of(&body));
    }
}

fn page_view(page: Page) -> El {
    match page {
        Page::Opening(what, count) => opening_page(&what, count),
        Page::Hub => hub(),
        Page::Landing(landing) => landing_page(landing),
        Page::Annotate(session) => annotate(session),
        Page::Failure(failure) => failure_page(failure),
    }
}

/// Files may be dropped anywhere on the page.
fn accept_drops(app: AppState) {
    let allow = window_event_listener(ev::dragover, |event| event.prevent_default());
    let drop = window_event_listener(ev::drop, move |event| {
        event.prevent_default();
        let list = event.data_transfer().and_then(|transfer| transfer.files());
        opening::open_files(app, files::all(list));
    });
    on_cleanup(move || {
        allow.remove();
        drop.remove();
    });
}

fn set_ready(ready: bool) {
    let Some(root) = document().document_element() else { return };
    // Attributes with names of ours on the root: this does not fail.
    let _ = if ready {
        root.set_attribute("data-app-ready", "true")
    } else {
        root.remove_attribute("data-app-ready")
    };
}
