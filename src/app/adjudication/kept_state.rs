//! The state of the page besides its position, kept with the editable work, or else in the tab: what is shown, and reasons
//! that are typed but not given yet.

use std::collections::{BTreeMap, BTreeSet};

use leptos::prelude::*;
use serde::{Deserialize, Serialize};

use super::request::AdjudicationRequest;
use super::{Adjudication, GroupFilter};
use crate::app::store::PageStore;
use spanwise_agreement::adjudication::GroupId;
use spanwise_annotation::store::works::{adjudication, set_adjudication};
use spanwise_annotation::store::{KeyValue, WorkId};
use spanwise_annotation::workspace::Workspace;
use spanwise_browser::storage::BrowserStore;

/// The state as it is stored.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
struct KeptState {
    hidden: BTreeSet<usize>,
    only_differences: bool,
    lays_over: bool,
    filter: GroupFilter,
    reasons: TypedReasons,
    /// The row shown, where no editable work has the position.
    row: Option<usize>,
}

/// The store of the state.
enum StatePlace {
    /// That of the editable work.
    Work(PageStore, WorkId),
    /// That of the tab, under the query that opens the page again.
    Tab(BrowserStore, String),
}

impl StatePlace {
    /// `None` where nothing is stored: no reload shows the page again, or the browser blocks it.
    fn of(adjudication: Adjudication, request: &AdjudicationRequest) -> Option<Self> {
        if let Some(own) = adjudication.own() {
            let work = own.work.with_value(|work| work.id.clone());
            return Some(StatePlace::Work(adjudication.app.store(), work));
        }
        let query = request.query.as_ref().filter(|query| !query.is_empty())?;
        Some(StatePlace::Tab(BrowserStore::of_tab()?, format!("spanwise/1/adjudication/{query}")))
    }

    fn read(&self) -> Option<KeptState> {
        let json = match self {
            StatePlace::Work(store, work) => adjudication(store, work),
            StatePlace::Tab(store, key) => store.get(key),
        };
        serde_json::from_str(&json?).ok()
    }

    fn write(&self, state: &KeptState) {
        let Ok(json) = serde_json::to_string(state) else { return };
        // As with the position, there is no notice of its own when storage is full.
        let _ = match self {
            StatePlace::Work(store, work) => set_adjudication(store, work, &json),
            StatePlace::Tab(store, key) => store.set(key, &json),
        };
    }
}

/// Reasons that are typed but not given yet, by instance of gold and group.
pub(super) type TypedReasons = BTreeMap<String, String>;

impl Adjudication {
    /// Shows the page as it was left, and stores its state whenever that changes.
    pub(super) fn keep_state(self, request: &AdjudicationRequest) {
        let Some(place) = StatePlace::of(self, request) else { return };
        if let Some(kept) = place.read() {
            self.restore(kept, request);
        }
        Effect::new(move |before: Option<KeptState>| {
            let now = self.state();
            let is_writable = self.own().is_none_or(|own| !own.ask(Workspace::is_read_only));
            if is_writable && before.is_some_and(|before| before != now) {
                place.write(&now);
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
            row: self.own().is_none().then(|| self.row.get()),
        }
    }

    /// Restores what the files and the template still have.
    fn restore(self, kept: KeptState, request: &AdjudicationRequest) {
        let KeptState { mut hidden, only_differences, lays_over, mut filter, reasons, row } = kept;
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
        if let Some(row) = row.filter(|row| request.row.is_none() && *row < self.total()) {
            self.row.set(row);
        }
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
