//! Spans of a run that were not found exactly: placed, accepted or dropped by a person.

use std::sync::Arc;

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::LanguageModel;
use super::runs::DecidedSpans;
use crate::app::conversion::{MatchedSpans, SpanDecisions};

/// The spans of a run that are decided about.
#[derive(Debug, Clone)]
pub struct PlacedSpans {
    /// The number of the run.
    pub run: u32,
    /// The name of the run.
    pub name: String,
    /// The spans.
    pub spans: Arc<MatchedSpans>,
    /// The decisions about them.
    pub decisions: SpanDecisions,
}

impl LanguageModel {
    /// Lists the spans of a run that were not found exactly, to be decided about.
    pub fn place_spans(self, number: u32) {
        let found = self.of_run(number, |shown| {
            Some((shown.run.clone(), shown.read.clone()?, shown.annotated.clone()?))
        });
        let Some((run, read, annotated)) = found.flatten() else { return };
        spawn_local(async move {
            let spans = MatchedSpans::of(&read, &annotated).await;
            let decided = run.decided.about(&spans.listed);
            self.placing.try_update(|placing| {
                let decisions = SpanDecisions::about_one(&spans.listed, decided);
                let (run, name) = (run.number, run.name);
                *placing = Some(PlacedSpans { run, name, spans: Arc::new(spans), decisions });
            });
        });
    }

    /// Keeps the decisions as they are now. Tracks them.
    pub fn keep_placed(self, placed: &PlacedSpans) {
        let (number, spans) = (placed.run, &placed.spans.listed);
        let decisions = placed.decisions.of_source(0);
        let differs = self.of_run(number, |shown| shown.run.decided.about(spans) != decisions);
        if differs != Some(true) {
            return;
        }
        let decided = DecidedSpans::new(spans, decisions);
        // Nothing is shown by it before the list is closed.
        self.runs.update_untracked(|runs| {
            if let Some(shown) = runs.iter_mut().find(|shown| shown.run.number == number) {
                shown.run.decided = decided.clone();
            }
        });
        spawn_local(async move {
            self.change_kept(|kept| {
                if let Some(run) = kept.runs.iter_mut().find(|run| run.number == number) {
                    run.decided = decided.clone();
                }
            })
            .await;
        });
    }

    /// Closes the list; the annotations of the run are by the decisions then.
    pub fn end_placing(self) {
        if let Some(Some(placed)) = self.placing.try_update(Option::take) {
            spawn_local(async move { self.read(placed.run).await.unwrap_or_default() });
        }
    }
}
