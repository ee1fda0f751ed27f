//! The shell: notices, the page that is shown, files dropped anywhere.

use leptos::ev;
use leptos::prelude::*;

use super::annotate::Annotate;
use super::failure::FailurePage;
use super::hub::Hub;
use super::landing::LandingPage;
use super::opening::OpeningPage;
use super::widgets::Notices;
use crate::platform::{files, location};
use crate::state::{App as AppState, Page, opening};

/// The whole app.
#[component]
pub fn App() -> impl IntoView {
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
    view! {
        <Notices/>
        // Keyed, so that a page never takes over the elements of another one of its kind.
        <For each=move || [app.page_number.get()] key=|number| *number let:_number>
            {page_view(app.page.get_untracked())}
        </For>
    }
}

fn page_view(page: Page) -> AnyView {
    match page {
        Page::Opening(what, count) => view! { <OpeningPage what count/> }.into_any(),
        Page::Hub => view! { <Hub/> }.into_any(),
        Page::Landing(landing) => view! { <LandingPage landing/> }.into_any(),
        Page::Annotate(session) => view! { <Annotate session/> }.into_any(),
        Page::Failure(failure) => view! { <FailurePage failure/> }.into_any(),
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
