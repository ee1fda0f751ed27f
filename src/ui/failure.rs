//! Says what could not be opened, where the fault is, and what to do.

use leptos::prelude::*;

use super::widgets::Diagnostics;
use crate::domain::wording::Key;
use crate::platform::location;
use crate::state::{App, Failure, Level};

/// The page for whatever could not be opened.
#[component]
pub(super) fn FailurePage(failure: Failure) -> impl IntoView {
    let app = App::from_context();
    let Failure { what, message, diagnostics } = failure;
    view! {
        <main class="page page--narrow" data-page="failure">
            <h1>{app.text(Key::FailureTitle)}</h1>
            <div
                class="notice notice--error notice--in-page"
                role="alert"
                data-testid="notice"
                data-level=Level::Error.name()
            >
                <p class="failure__what">{what}</p>
                <p>{message}</p>
                <Diagnostics list=diagnostics/>
            </div>
            <p class="actions">
                <button type="button" class="button button--main" on:click=|_| location::reload()>
                    {app.text(Key::FailureRetry)}
                </button>
                <button type="button" class="button" on:click=|_| location::go("#/")>
                    {app.text(Key::FailureHub)}
                </button>
            </p>
        </main>
    }
}
