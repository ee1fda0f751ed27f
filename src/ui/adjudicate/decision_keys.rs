//! Keys of the list of decisions, for the group with the focus.

use leptos::prelude::*;
use web_sys::KeyboardEvent;

use super::decision_row::{decide, focus_group};
use crate::app::adjudication::Adjudication;
use crate::ui::annotate::focus::focus;
use crate::ui::key_press::KeyPress;
use spanwise_agreement::adjudication::{Decision, GroupId};
use spanwise_browser::elements::closest;

/// An action for the list of decisions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum DecisionKey {
    /// Decide the group with the focus.
    Decide(Decision),
    /// Take the whole instance of an annotator.
    TakeInstance(usize),
    TakeUnanimous,
    /// Focus the field for a reason.
    Explain,
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
    let Some(key) = decision_key(&press, &event.code(), adjudication.count()) else { return };
    event.prevent_default();
    let is_move = matches!(key, DecisionKey::Next | DecisionKey::Previous);
    if event.repeat() && !is_move {
        return;
    }
    let group =
        closest(event.target(), "[data-group]").and_then(|row| row.get_attribute("data-group"));
    carry_out(adjudication, key, group.as_deref());
}

/// Decides what a key asks for. `code` is that of the place on the keyboard: digits with Shift are other characters.
fn decision_key(press: &KeyPress, code: &str, annotators: usize) -> Option<DecisionKey> {
    let digit = |text: &str| {
        let number: usize = text.parse().ok()?;
        number.checked_sub(1).filter(|number| *number < annotators)
    };
    if press.shift {
        return digit(code.strip_prefix("Digit")?).map(DecisionKey::TakeInstance);
    }
    Some(match press.key.to_lowercase().as_str() {
        "u" => DecisionKey::Decide(Decision::Union),
        "i" => DecisionKey::Decide(Decision::Intersection),
        "m" => DecisionKey::Decide(Decision::Majority),
        "o" => DecisionKey::Decide(Decision::Own),
        "x" => DecisionKey::Decide(Decision::Reject),
        "a" => DecisionKey::TakeUnanimous,
        "r" => DecisionKey::Explain,
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
            adjudication.decisions.current.set(Some(decided.group.id));
            focus_group(&decided.group.id.to_string());
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
        DecisionKey::TakeInstance(annotator) => {
            if untrack(|| adjudication.annotators_here()).contains(&annotator) {
                adjudication.take_instance(annotator);
            }
        }
        DecisionKey::TakeUnanimous => adjudication.take_unanimous(),
        DecisionKey::Explain => {
            if let Some(id) = here {
                focus(&format!("[data-group=\"{id}\"] [data-testid=\"rationale\"]"));
            }
        }
        DecisionKey::Next => to(Some(at.map_or(0, |at| at + 1))),
        DecisionKey::Previous => to(at.and_then(|at| at.checked_sub(1))),
    }
}
