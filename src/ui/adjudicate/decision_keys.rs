//! Keys of the list of decisions, for the group with the focus.

use leptos::prelude::*;
use web_sys::KeyboardEvent;

use super::decision_row::decide;
use crate::app::adjudication::{Adjudication, RecordForm};
use crate::ui::annotate::focus::focus;
use crate::ui::key_press::KeyPress;
use spanwise_agreement::adjudication::{DecidedGroup, Decision, GroupId};
use spanwise_browser::elements::closest;

/// An action for the list of decisions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum DecisionKey {
    /// Decide the group with the focus.
    Decide(Decision),
    /// Take the whole instance of an annotator.
    TakeInstance(usize),
    TakeUnanimous,
    TakeAllUnanimous,
    /// Focus the field for a reason.
    Explain,
    /// Focus the first filter.
    Filter,
    /// Focus the choice of the annotators whose columns are shown.
    ChooseShown,
    ToggleOverlay,
    ToggleOnlyDifferences,
    Download(RecordForm),
    Next,
    Previous,
}

/// Carries out a key. One that is held decides once.
pub(super) fn keydown(adjudication: Adjudication, event: &KeyboardEvent) {
    let is_in_field = closest(event.target(), "input, select, textarea").is_some();
    let press = KeyPress::from(event);
    if event.default_prevented() || is_in_field || !press.is_plain() {
        return;
    }
    let listed = untrack(|| adjudication.annotators_here());
    let Some(key) = decision_key(&press, &event.code(), &listed) else { return };
    event.prevent_default();
    let is_move = matches!(key, DecisionKey::Next | DecisionKey::Previous);
    if event.repeat() && !is_move {
        return;
    }
    let group =
        closest(event.target(), "[data-group]").and_then(|row| row.get_attribute("data-group"));
    carry_out(adjudication, key, group.as_deref());
}

/// The digit that takes from an annotator: the position among those listed, from 1.
pub(super) fn digit_of(adjudication: Adjudication, annotator: usize) -> Option<String> {
    let listed = untrack(|| adjudication.annotators_here());
    let at = listed.iter().take(9).position(|other| *other == annotator)?;
    Some((at + 1).to_string())
}

/// Goes back to the list on Escape, from a control that a key of the list leads to. Returns `true` if it did.
pub(super) fn back_to_list(adjudication: Adjudication, event: &KeyboardEvent) -> bool {
    if event.key() != "Escape" || event.default_prevented() {
        return false;
    }
    let current = adjudication.decisions.current.get_untracked();
    let listed = untrack(|| adjudication.listed_groups());
    let is_current = |decided: &&DecidedGroup| Some(decided.group.id) == current;
    if let Some(DecidedGroup { group, .. }) = listed.iter().find(is_current).or(listed.first()) {
        event.prevent_default();
        adjudication.go_to_group(group.id);
    }
    true
}

/// Hides or shows the column of an annotator by the digit that takes from them, in the choice of columns.
pub(super) fn keydown_in_shown(adjudication: Adjudication, event: &KeyboardEvent) {
    if back_to_list(adjudication, event) || !KeyPress::from(event).is_plain() {
        return;
    }
    let listed = untrack(|| adjudication.annotators_here());
    let number = event.key().parse::<usize>().ok().and_then(|digit| digit.checked_sub(1));
    // The first column is not hidden.
    let annotator = number.and_then(|number| listed.get(number)).filter(|at| **at > 0);
    if let Some(annotator) = annotator {
        event.prevent_default();
        adjudication.toggle_column(*annotator);
    }
}

/// Decides what a key asks for. `code` is that of the place on the keyboard: digits with Shift are other characters.
/// `listed` are the annotators that digits stand for, in order.
fn decision_key(press: &KeyPress, code: &str, listed: &[usize]) -> Option<DecisionKey> {
    let digit = |text: &str| {
        let number: usize = text.parse().ok()?;
        listed.get(number.checked_sub(1)?).copied()
    };
    let key = press.key.to_lowercase();
    if press.shift {
        return match key.as_str() {
            "a" => Some(DecisionKey::TakeAllUnanimous),
            "s" => Some(DecisionKey::Download(RecordForm::Csv)),
            _ => digit(code.strip_prefix("Digit")?).map(DecisionKey::TakeInstance),
        };
    }
    Some(match key.as_str() {
        "u" => DecisionKey::Decide(Decision::Union),
        "i" => DecisionKey::Decide(Decision::Intersection),
        "m" => DecisionKey::Decide(Decision::Majority),
        "o" => DecisionKey::Decide(Decision::Own),
        "x" => DecisionKey::Decide(Decision::Reject),
        "a" => DecisionKey::TakeUnanimous,
        "r" => DecisionKey::Explain,
        "f" => DecisionKey::Filter,
        "h" => DecisionKey::ChooseShown,
        "l" => DecisionKey::ToggleOverlay,
        "d" => DecisionKey::ToggleOnlyDifferences,
        "s" => DecisionKey::Download(RecordForm::Json),
        "arrowdown" => DecisionKey::Next,
        "arrowup" => DecisionKey::Previous,
        other => DecisionKey::Decide(Decision::Take(digit(other)?)),
    })
}

fn carry_out(adjudication: Adjudication, key: DecisionKey, group: Option<&str>) {
    let listed = untrack(|| adjudication.listed_groups());
    let at = listed.iter().position(|decided| Some(decided.group.id.to_string().as_str()) == group);
    let to = |at: Option<usize>| {
        if let Some(decided) = at.and_then(|at| listed.get(at)) {
            adjudication.go_to_group(decided.group.id);
        }
    };
    let here: Option<GroupId> = at.and_then(|at| listed.get(at)).map(|decided| decided.group.id);
    match key {
        DecisionKey::Decide(decision) => {
            if let Some(decided) = at.and_then(|at| listed.get(at))
                && adjudication.offered(decided).contains(&decision)
            {
                decide(adjudication, decided.group.id, decision);
            }
        }
        DecisionKey::TakeInstance(annotator) => adjudication.take_instance(annotator),
        DecisionKey::TakeUnanimous => adjudication.take_unanimous(),
        DecisionKey::TakeAllUnanimous => adjudication.take_all_unanimous(),
        DecisionKey::Filter => {
            focus("[data-testid=\"filter-kind\"]");
        }
        DecisionKey::ChooseShown => {
            focus("[data-testid=\"show-annotator\"]");
        }
        DecisionKey::ToggleOverlay => adjudication.lays_over.update(|is_on| *is_on = !*is_on),
        DecisionKey::ToggleOnlyDifferences => {
            adjudication.only_differences.update(|is_on| *is_on = !*is_on);
        }
        DecisionKey::Download(form) => adjudication.download_record(form),
        DecisionKey::Explain => {
            if let Some(id) = here {
                focus(&format!("[data-group=\"{id}\"] [data-testid=\"rationale\"]"));
            }
        }
        DecisionKey::Next => to(Some(at.map_or(0, |at| at + 1))),
        DecisionKey::Previous => to(at.and_then(|at| at.checked_sub(1))),
    }
}
