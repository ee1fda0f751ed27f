//! What is shown while something is being opened.

use leptos::prelude::*;

use crate::domain::wording::Key;
use crate::state::App;

/// Says what is being opened, and how far it is.
#[component]
pub(super) fn OpeningPage(
    /// The file or address.
    what: String,
    /// Instances read so far.
    count: usize,
) -> impl IntoView {
    let app = App::from_context();
    let text = if count == 0 {
        app.words().fill(Key::Loading, &[("name", &what)])
    } else {
        app.words().fill(Key::LoadingCount, &[("name", &what), ("n", &count.to_string())])
    };
    view! {
        <main class="page page--narrow" data-page="opening" aria-busy="true">
            <p class="opening" role="status">
                {text}
            </p>
        </main>
    }
}
