//! Runs: what a model was asked, and what came of it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::app::conversion::{MatchedSpan, SpanDecision, carried_over};
use spanwise_annotation::store::WorkId;
use spanwise_browser::blobs;

/// A run of a model over data.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModelRun {
    /// Its number among the runs about the work, from 1.
    pub number: u32,
    /// The name by which edits note that they are of it; it stays when the run gets another name.
    pub(super) id: String,
    /// Its name.
    pub name: String,
    /// The model.
    pub model: String,
    /// The arguments of the command line by which it asks and its replies are read, without paths.
    pub(super) arguments: Vec<String>,
    /// The text of its prompt; `None` for that of its variant.
    pub prompt: Option<String>,
    /// The decisions about spans that were not found exactly.
    #[serde(default)]
    pub(super) decided: DecidedSpans,
}

/// Decisions about spans of a run, with the spans as they were listed then.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(super) struct DecidedSpans {
    spans: Vec<MatchedSpan>,
    /// By the number of their span. No map, whose numbers would be read as texts within what is kept of a work.
    decisions: Vec<(usize, SpanDecision)>,
}

impl DecidedSpans {
    pub(super) fn new(spans: &[MatchedSpan], decisions: BTreeMap<usize, SpanDecision>) -> Self {
        DecidedSpans { spans: spans.to_vec(), decisions: decisions.into_iter().collect() }
    }

    /// The decisions that are about spans as they are listed now, by their numbers.
    pub(super) fn about(&self, spans: &[MatchedSpan]) -> BTreeMap<usize, SpanDecision> {
        let decisions = self.decisions.iter().copied().collect();
        carried_over(&decisions, &self.spans, spans)
    }
}

impl ModelRun {
    /// The settings of what it asks, as the command line takes them.
    #[must_use]
    pub fn settings(&self) -> String {
        // The data is Thresh's on the page.
        let settings: Vec<&str> = self.arguments.iter().skip(2).map(String::as_str).collect();
        settings.join(" ")
    }
}

/// A run with its replies.
#[derive(Debug, Clone, PartialEq)]
pub struct ShownRun {
    /// The run.
    pub run: ModelRun,
    /// Its replies, each as a line of JSON.
    pub(super) replies: Vec<String>,
    /// What `spanwise annotate` says of the replies.
    pub read: Option<Value>,
    /// The data with the annotations of the model.
    pub(super) annotated: Option<String>,
}

impl ShownRun {
    /// A count of what was read.
    #[must_use]
    pub fn count(&self, group: &str, name: &str) -> Option<f64> {
        self.read.as_ref()?.get(group)?.get(name)?.as_f64()
    }

    /// The number of requests without a reply.
    #[must_use]
    pub fn missing(&self) -> usize {
        let missing = self.read.as_ref().and_then(|read| read.get("missing")?.as_array());
        missing.map_or(0, Vec::len)
    }

    /// Notes about replies: the number of the instance, from 1, and what was mended or could not be used.
    #[must_use]
    pub fn notes(&self) -> Vec<(u64, String)> {
        let notes = self.read.as_ref().and_then(|read| read.get("notes")?.as_array());
        let note = |note: &Value| {
            let number = note.get("instance")?.as_u64()? + 1;
            Some((number, note.get("message")?.as_str()?.to_owned()))
        };
        notes.into_iter().flatten().filter_map(note).collect()
    }

    /// The number of spans that were not found exactly.
    #[must_use]
    pub fn uncertain(&self) -> u64 {
        let total = self.read.as_ref().and_then(|read| read.get("matches_total")?.as_u64());
        total.unwrap_or_default()
    }

    /// Returns `true` if there are annotations to go on with.
    #[must_use]
    pub fn has_annotations(&self) -> bool {
        self.annotated.is_some()
    }

    /// Keeps a reply on the device, and then among its replies.
    pub(super) async fn keep(work: &WorkId, run: u32, at: usize, line: &str) -> bool {
        blobs::put(&reply_name(work, run, at), line).await.is_ok()
    }

    /// Loads the replies of a run.
    pub(super) async fn load(work: &WorkId, run: ModelRun) -> Self {
        let mut replies = Vec::new();
        while let Ok(Some(bytes)) = blobs::get(&reply_name(work, run.number, replies.len())).await {
            replies.push(String::from_utf8_lossy(&bytes).into_owned());
        }
        ShownRun { run, replies, read: None, annotated: None }
    }

    /// Removes its replies from the device.
    pub(super) async fn forget(&self, work: &WorkId) {
        for at in 0..self.replies.len() {
            // What is not there needs no removal.
            let _ = blobs::remove(&reply_name(work, self.run.number, at)).await;
        }
    }
}

/// The name under which the runs about a work are kept on the device.
pub(super) fn model_name(work: &WorkId) -> String {
    format!("{work}+model")
}

/// The name of a reply among what is kept on the device.
fn reply_name(work: &WorkId, run: u32, at: usize) -> String {
    format!("{}/{run}/{at}", model_name(work))
}
