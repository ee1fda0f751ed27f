//! The notes of decisions in an instance of gold: `_spanwise.decisions`, a list of
//! `{"group": "…", "decision": "…", "annotator": "…", "rationale": "…"}`.
//!
//! A note that cannot be read counts as none, and stays as long as no decision of its instance changes.

use std::sync::Arc;

use serde_json::{Value, json};

use super::annotation_group::GroupId;
use super::decision::Decision;
use spanwise_annotation::document::Instance;

/// The note of one decision.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DecisionNote {
    /// The group that it is about.
    pub group: GroupId,
    /// The word of the decision ([`Decision::word`]).
    pub decision: String,
    /// The name of the annotator whose edit or answer was taken.
    pub annotator: Option<String>,
    /// The reason that the adjudicator gave; empty for none.
    pub rationale: String,
}

impl DecisionNote {
    /// The decision, by the names of the annotators; `None` if it is none, or of an annotator who is not here.
    pub(super) fn decision(&self, names: &[String]) -> Option<Decision> {
        let fixed = [
            Decision::Unanimous,
            Decision::Union,
            Decision::Intersection,
            Decision::Majority,
            Decision::Own,
            Decision::Reject,
        ];
        if let Some(decision) = fixed.into_iter().find(|fixed| fixed.word() == self.decision) {
            return Some(decision);
        }
        let taken = names.iter().position(|name| Some(name) == self.annotator.as_ref())?;
        Some(Decision::Take(taken)).filter(|decision| decision.word() == self.decision)
    }
}

/// The notes of decisions in an instance, in order.
#[must_use]
pub fn decision_notes(instance: &Instance) -> Vec<DecisionNote> {
    let Some(json) = instance.decisions.as_deref() else { return Vec::new() };
    let list: Vec<Value> = serde_json::from_str(json).unwrap_or_default();
    list.iter().filter_map(note).collect()
}

fn note(value: &Value) -> Option<DecisionNote> {
    let text = |name: &str| value.get(name).and_then(Value::as_str);
    Some(DecisionNote {
        group: GroupId(u64::from_str_radix(text("group")?, 16).ok()?),
        decision: text("decision")?.to_owned(),
        annotator: text("annotator").map(str::to_owned),
        rationale: text("rationale").unwrap_or_default().to_owned(),
    })
}

/// Notes of decisions as JSON; `None` for none.
pub(super) fn to_json(notes: &[DecisionNote]) -> Option<Arc<str>> {
    let item = |note: &DecisionNote| {
        let mut item = json!({ "group": note.group.to_string(), "decision": note.decision });
        if let Some(annotator) = &note.annotator {
            item["annotator"] = json!(annotator);
        }
        if !note.rationale.is_empty() {
            item["rationale"] = json!(note.rationale);
        }
        item
    };
    let list: Vec<Value> = notes.iter().map(item).collect();
    (!list.is_empty()).then(|| Value::Array(list).to_string().into())
}
