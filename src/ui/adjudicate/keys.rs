//! Keys of the whole page: those that move all columns, then those of the work that may be changed.

use leptos::ev;
use leptos::prelude::*;
use web_sys::KeyboardEvent;

use crate::state::App;
use crate::state::adjudicate::Adjudication;
use crate::ui::annotate::keys;
use crate::ui::annotate::keys_dialog::ListedKeys;
use spanwise_browser::elements::closest;
use spanwise_i18n::Key;

/// The keys that only this page has.
pub(super) const OF_PAGE: ListedKeys = &[(":", Key::AdjudicateNextDifference)];

/// Listens on the whole window for as long as the page is shown.
pub(super) fn listen(adjudication: Adjudication, help: RwSignal<bool>) {
    let app = App::from_context();
    let listener =
        window_event_listener(ev::keydown, move |event| keydown(app, adjudication, help, &event));
    on_cleanup(move || listener.remove());
}

fn keydown(app: App, adjudication: Adjudication, help: RwSignal<bool>, event: &KeyboardEvent) {
    let within = |selector: &str| closest(event.target(), selector).is_some();
    if event.default_prevented() || within("dialog") {
        return;
    }
    let typing = within("textarea, select, input:not([type=radio]):not([type=checkbox])");
    let with_others = event.ctrl_key() || event.meta_key() || event.alt_key();
    let plain = !with_others && app.preferences.with_untracked(|p| p.single_keys);
    if !typing && plain && moves(adjudication, help, &event.key()) {
        event.prevent_default();
        return;
    }
    // What is not shown must not be changed.
    let own = adjudication.own().filter(|own| untrack(|| adjudication.place(own.number)).is_some());
    if let Some(own) = own {
        keys::keydown(own, help, event);
    }
}

/// Moves all columns or shows the list of keys, if a key asks for it. Returns whether it does.
fn moves(adjudication: Adjudication, help: RwSignal<bool>, key: &str) -> bool {
    let row = adjudication.row.get_untracked();
    match key {
        "." => adjudication.go(row + 1),
        "," => adjudication.go(row.saturating_sub(1)),
        ":" => adjudication.next_difference(),
        "?" => help.set(true),
        _ => return false,
    }
    true
}
