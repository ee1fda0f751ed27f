//! Links from one page of the app to another.

use leptos::ev;

use crate::app::{App, opening};
use crate::ui::view::{El, View, el};
use spanwise_browser::location;

/// A link to a query and fragment of this app. Followed in this tab, nothing is loaded anew.
pub(crate) fn page_link(query_and_hash: String, content: impl Into<View>) -> El {
    let app = App::from_context();
    el("a")
        .attr("href", location::link(&query_and_hash))
        .on(ev::click, move |event| {
            let elsewhere = event.ctrl_key() || event.meta_key() || event.shift_key();
            if !elsewhere {
                event.prevent_default();
                opening::go(app, &query_and_hash);
            }
        })
        .child(content)
}
