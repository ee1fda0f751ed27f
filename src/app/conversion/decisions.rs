//! What a person decides about spans that were not found exactly: by `convert --matches-decided`.

use std::collections::BTreeMap;

use leptos::prelude::*;
use serde::{Deserialize, Serialize};

use super::answers::MatchedSpan;
use spanwise_annotation::format::span_decisions::{DecidedSpan, SpanDecisionFile, SpanFate};

/// A decision about a span.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum SpanDecision {
    /// It is where it was found.
    Accept,
    /// It is at this place, in UTF-16 units.
    Place([u32; 2]),
    /// It is left out.
    Drop,
}

/// A span: the number of its source, and its own among the spans of the source that are listed.
pub type ListedSpan = (usize, usize);

/// The decisions about all listed spans, with those before them. `Copy`, like a signal.
#[derive(Debug, Clone, Copy)]
pub struct SpanDecisions {
    all: RwSignal<BTreeMap<ListedSpan, SpanDecision>>,
    /// The spans decided, each with what it was before: the last one is undone first.
    before: RwSignal<Vec<(ListedSpan, Option<SpanDecision>)>>,
}

impl SpanDecisions {
    pub(super) fn none() -> Self {
        SpanDecisions { all: RwSignal::new(BTreeMap::new()), before: RwSignal::new(Vec::new()) }
    }

    /// Decisions about the spans of one source, some of which are there.
    pub(in crate::app) fn about_one(
        spans: &[MatchedSpan],
        decided: impl IntoIterator<Item = (usize, SpanDecision)>,
    ) -> Self {
        let all = decided.into_iter().map(|(number, decision)| ((0, number), decision));
        SpanDecisions {
            all: RwSignal::new(all.collect()),
            before: RwSignal::new(Vec::new()),
            spans: StoredValue::new(vec![spans.to_vec()]),
        }
    }

    /// The decisions about the spans of a source, by their numbers. Tracks them.
    pub(in crate::app) fn of_source(self, source: usize) -> BTreeMap<usize, SpanDecision> {
        self.all.with(|all| {
            let of_source = all.range((source, 0)..(source + 1, 0));
            of_source.map(|((_, number), decision)| (*number, *decision)).collect()
        })
    }

    /// Returns `true` if anything is decided, as long as the page is shown.
    pub(super) fn would_be_lost(self) -> bool {
        self.all.try_with_untracked(|all| !all.is_empty()).unwrap_or_default()
    }

    /// The decision about a span. Tracks it.
    #[must_use]
    pub fn about(self, span: ListedSpan) -> Option<SpanDecision> {
        self.all.with(|all| all.get(&span).copied())
    }

    /// The number of spans of a source that are decided. Tracks it.
    #[must_use]
    pub fn count(self, source: usize) -> usize {
        self.all.with(|all| all.range((source, 0)..(source + 1, 0)).count())
    }

    /// Decides about a span.
    pub fn decide(self, span: ListedSpan, decision: SpanDecision) {
        self.change(span, |_| Some(decision));
    }

    /// Decides about a span; if that was its decision, takes it back.
    pub fn toggle(self, span: ListedSpan, decision: SpanDecision) {
        self.change(span, |before| (before != Some(decision)).then_some(decision));
    }

    fn change(
        self,
        span: ListedSpan,
        change: impl FnOnce(Option<SpanDecision>) -> Option<SpanDecision>,
    ) {
        let before = self.all.with_untracked(|all| all.get(&span).copied());
        self.before.update(|list| list.push((span, before)));
        self.set(span, change(before));
    }

    /// Returns `true` if a decision can be undone. Tracks it.
    #[must_use]
    pub fn can_undo(self) -> bool {
        self.before.with(|before| !before.is_empty())
    }

    /// Undoes the last decision.
    pub fn undo(self) {
        if let Some(Some((span, before))) = self.before.try_update(Vec::pop) {
            self.set(span, before);
        }
    }

    fn set(self, span: ListedSpan, decision: Option<SpanDecision>) {
        self.all.update(|all| {
            match decision {
                Some(decision) => all.insert(span, decision),
                None => all.remove(&span),
            };
        });
    }

    pub(super) fn forget_all(self) {
        self.all.try_set(BTreeMap::new());
        self.before.try_set(Vec::new());
    }

    /// The file of the decisions about the spans of a source; `None` if there are none.
    pub(super) fn file(self, source: usize, spans: &[MatchedSpan]) -> Option<String> {
        decision_file(&untrack(|| self.of_source(source)), spans)
    }
}

/// The file of decisions about spans, as commands take it; `None` if there are none.
pub(in crate::app) fn decision_file(
    decisions: &BTreeMap<usize, SpanDecision>,
    spans: &[MatchedSpan],
) -> Option<String> {
    let entry = |(number, decision): (&usize, &SpanDecision)| {
        Some(decided_span(*number, spans.get(*number)?, *decision))
    };
    let decisions: Vec<DecidedSpan> = decisions.iter().filter_map(entry).collect();
    (!decisions.is_empty()).then(|| SpanDecisionFile { decisions }.to_json())
}

fn decided_span(number: usize, span: &MatchedSpan, decision: SpanDecision) -> DecidedSpan {
    let (decision, place) = match decision {
        SpanDecision::Accept => (SpanFate::Accept, None),
        SpanDecision::Drop => (SpanFate::Drop, None),
        SpanDecision::Place(place) => (SpanFate::Place, Some(place)),
    };
    DecidedSpan { number, quote: span.quote.clone(), decision, place }
}
