//! Keys of the whole page: those that move all columns, then those of the editable work.

use leptos::ev;
use leptos::prelude::*;
use web_sys::KeyboardEvent;

use super::edit_taking::take_pointed;
use crate::app::App;
use crate::app::adjudication::{Adjudication, MatchedEdit};
use crate::ui::annotate::keys_dialog::ListedKeys;
use crate::ui::annotate::page_keys;
use crate::ui::key_press::KeyPress;
use spanwise_browser::elements::closest;
use spanwise_i18n::TextId;

/// The keys that only this page has.
pub(super) const ADJUDICATION_KEYS: ListedKeys = &[
    (":", TextId::AdjudicateNextDifference),
    (TAKE_KEY, TextId::AdjudicateTakeHint),
    (TAKE_BOTH_KEY, TextId::AdjudicateTakeBothHint),
    (NEXT_DISAGREEMENT_KEY, TextId::AdjudicateNextDisagreement),
    ("↑ ↓", TextId::AdjudicateKeyMove),
    ("1 … 9", TextId::AdjudicateKeyTake),
    ("Shift+1 … Shift+9", TextId::AdjudicateKeyInstance),
    ("U, I, M", TextId::AdjudicateKeyMerge),
    ("O, X", TextId::AdjudicateKeyOwn),
    ("F", TextId::AdjudicateKeyFilter),
    ("H, 1 … 9", TextId::AdjudicateKeyHide),
    ("A", TextId::AdjudicateTakeUnanimous),
    ("Shift+A", TextId::AdjudicateTakeAllUnanimous),
    ("R", TextId::AdjudicateRationale),
    ("L", TextId::AdjudicateLayOver),
    ("D", TextId::AdjudicateOnlyDifferences),
    ("S", TextId::AdjudicateRecordJson),
    ("Shift+S", TextId::AdjudicateRecordCsv),
];

/// Takes the edit pointed at, in the place of the one matched with it.
pub(super) const TAKE_KEY: &str = "=";
/// Goes to the next open group that the annotators differ in.
pub(super) const NEXT_DISAGREEMENT_KEY: &str = ">";
/// Takes the edit pointed at beside the one matched with it.
pub(super) const TAKE_BOTH_KEY: &str = "+";

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
    let press = KeyPress::from(event);
    let is_single = press.is_plain() && app.preferences.with_untracked(|p| p.single_keys);
    if !typing
        && is_single
        && let Some(key) = adjudication_key(&press.key)
    {
        carry_out(adjudication, help, key);
        event.prevent_default();
        return;
    }
    // An instance that is not shown must not be changed.
    let own = adjudication.own().filter(|own| untrack(|| adjudication.place(own.number)).is_some());
    if let Some(own) = own {
        page_keys::keydown(own, help, event);
    }
}

/// An action that a key asks for on this page only.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum AdjudicationKey {
    NextInstance,
    PreviousInstance,
    NextDifference,
    NextDisagreement,
    Take(MatchedEdit),
    ShowKeys,
}

/// Decides what a plain key asks for; `None` leaves it to the editable work.
fn adjudication_key(key: &str) -> Option<AdjudicationKey> {
    Some(match key {
        "." => AdjudicationKey::NextInstance,
        "," => AdjudicationKey::PreviousInstance,
        ":" => AdjudicationKey::NextDifference,
        NEXT_DISAGREEMENT_KEY => AdjudicationKey::NextDisagreement,
        TAKE_KEY => AdjudicationKey::Take(MatchedEdit::Replaced),
        TAKE_BOTH_KEY => AdjudicationKey::Take(MatchedEdit::Kept),
        "?" => AdjudicationKey::ShowKeys,
        _ => return None,
    })
}

fn carry_out(adjudication: Adjudication, help: RwSignal<bool>, key: AdjudicationKey) {
    let row = adjudication.row.get_untracked();
    match key {
        AdjudicationKey::NextInstance => adjudication.go(row + 1),
        AdjudicationKey::PreviousInstance => adjudication.go(row.saturating_sub(1)),
        AdjudicationKey::NextDifference => adjudication.next_difference(),
        AdjudicationKey::NextDisagreement => adjudication.next_disagreement(),
        AdjudicationKey::Take(matched) => take_pointed(adjudication, matched),
        AdjudicationKey::ShowKeys => help.set(true),
    }
}
