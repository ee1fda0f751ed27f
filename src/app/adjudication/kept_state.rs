//! The state of the page besides its position, kept with the editable work: what is shown, and reasons that are typed but
//! not given yet.

use std::collections::{BTreeMap, BTreeSet};

use leptos::prelude::*;
use serde::{Deserialize, Serialize};

use super::{Adjudication, GroupFilter};
use spanwise_agreement::adjudication::GroupId;
use spanwise_annotation::store::works::{adjudication, set_adjudication};
use spanwise_annotation::workspace::Workspace;

/// The state as it is stored.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
struct KeptState {
    hidden: BTreeSet<usize>,
    only_differences: bool,
    lays_over: bool,
    filter: GroupFilter,
    reasons: TypedReasons,
}

/// Reasons that are typed but not given yet, by instance of gold and group.
pub(super) type TypedReasons = BTreeMap<String, String>;

impl Adjudication {
    /// Shows the page as it was left, and stores its state whenever that changes.
    pub(super) fn keep_state(self) {
        let Some(own) = self.own() else { return };
        let work = own.work.with_value(|work| work.id.clone());
        let store = self.app.store();
        let kept = adjudication(&store, &work);
        if let Some(kept) = kept.and_then(|json| serde_json::from_str::<KeptState>(&json).ok()) {
            self.restore(kept);
        }
        Effect::new(move |before: Option<KeptState>| {
            let now = self.state();
            let is_changed = before.is_some_and(|before| before != now);
            if is_changed
                && !own.ask(Workspace::is_read_only)
                && let Ok(json) = serde_json::to_string(&now)
            {
                // As with the position, there is no notice of its own when storage is full.
                let _ = set_adjudication(&store, &work, &json);
            }
            now
        });
    }

    /// Tracks all of it.
    fn state(self) -> KeptState {
        KeptState {
            hidden: self.hidden.get(),
            only_differences: self.only_differences.get(),
            lays_over: self.lays_over.get(),
            filter: self.decisions.filter.get(),
            reasons: self.decisions.typed_reasons.get(),
        }
    }

    /// Restores what the files and the template still have.
    fn restore(self, kept: KeptState) {
        let KeptState { mut hidden, only_differences, lays_over, mut filter, reasons } = kept;
        let count = self.count();
        hidden.retain(|annotator| (1..count).contains(annotator));
        // Of two columns none can be hidden.
        if count > 2 {
            self.hidden.set(hidden);
        }
        filter.annotator = filter.annotator.filter(|annotator| *annotator < count);
        let template = self.template();
        filter.category = filter
            .category
            .filter(|name| template.is_some_and(|t| t.typology.find(name).is_some()));
        self.only_differences.set(only_differences);
        self.lays_over.set(lays_over);
        self.decisions.filter.set(filter);
        self.decisions.typed_reasons.set(reasons);
    }

    /// The reason for a decision of the instance shown as it is in the field: as typed, or else as given. Tracks both.
    #[must_use]
    pub fn reason_in_field(self, group: GroupId) -> String {
        let key = self.reason_key(group);
        let typed = self.decisions.typed_reasons.with(|typed| typed.get(&key?).cloned());
        typed.or_else(|| Some(self.decided(group)?.rationale)).unwrap_or_default()
    }

    /// Notes a reason that is typed but not given yet.
    pub fn type_reason(self, group: GroupId, reason: &str) {
        if let Some(key) = self.reason_key(group) {
            self.decisions.typed_reasons.update(|typed| {
                typed.insert(key, reason.to_owned());
            });
        }
    }

    /// Gives the reason that is typed for a decision of the instance shown, if there is one, as one step.
    pub fn give_reason(self, group: GroupId) {
        let typed = self.reason_key(group).and_then(|key| {
            self.decisions.typed_reasons.with_untracked(|typed| typed.get(&key).cloned())
        });
        if let Some(typed) = typed
            && self.explain_decision(group, typed.trim())
        {
            self.forget_reason(group);
        }
    }

    /// Forgets the reason that is typed for a decision of the instance shown.
    pub fn forget_reason(self, group: GroupId) {
        if let Some(key) = self.reason_key(group) {
            self.decisions.typed_reasons.update(|typed| {
                typed.remove(&key);
            });
        }
    }

    fn reason_key(self, group: GroupId) -> Option<String> {
        let row = self.row.get_untracked();
        let instance = self.parts.with_value(|parts| parts.place_in_gold(row))?;
        Some(format!("{instance}/{group}"))
    }
}
