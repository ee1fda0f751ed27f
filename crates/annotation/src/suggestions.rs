//! Suggestions: the edits of a run of a model on the same texts, which a person accepts or rejects one by one.
//!
//! An accepted suggestion is an edit with a note of it ([`SuggestionId`]); a rejected one stays, whole, in
//! [`Instance::rejected`]. What is decided is read off these: undoing a decision, or deleting the edit, opens it again.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use crate::document::{Edit, EditKey, Instance, Origin, SuggestionId};
use crate::fingerprint::fingerprint;
use crate::format::thresh_read::OWN_KEY;
use crate::format::write_edit;
use spanwise_json::{Array, Json, Object, encode};
use spanwise_template::Typology;

/// The decision of a person about a suggestion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SuggestionState {
    /// Nothing yet.
    Open,
    /// It became this edit.
    Accepted(EditKey),
    /// It was rejected.
    Rejected,
}

/// The suggestions of a run about an instance: its top-level edits, with notes of their origin. `of_run` is the instance
/// with the edits of the run. A suggestion is known by what it marks, so that it is the same one when the model is asked
/// again; of equal ones, each is one of its own.
#[must_use]
pub fn suggestions(of_run: &Instance, run: &Arc<str>) -> Vec<Arc<Edit>> {
    let mut equal: HashMap<String, u32> = HashMap::new();
    let noted = of_run.edits.iter().map(|edit| {
        let mut edit = of_run.with_known_origins(edit);
        let origin = edit.origin.take().unwrap_or(Origin::PRE_ANNOTATION);
        let mut marked = marked(&edit);
        let before = equal.entry(marked.clone()).or_default();
        marked.push_str(&before.to_string());
        *before += 1;
        let id = SuggestionId { run: run.clone(), edit: fingerprint(marked.as_bytes()) };
        edit.origin = Some(Origin { suggestion: Some(Arc::new(id)), ..origin });
        Arc::new(edit)
    });
    noted.collect()
}

/// The marked content of an edit as a text: its category, its spans or the words that were not found, and its constituents.
fn marked(edit: &Edit) -> String {
    let mut text = format!("{}\n", encode(&edit.category));
    for (name, spans) in edit.spans.iter() {
        for span in spans {
            text.push_str(&format!("{} {} {}\n", name.as_str(), span.start().0, span.end().0));
        }
    }
    text.extend(unfound_quote_of(edit).map(|quote| encode(&quote)));
    edit.constituents.iter().for_each(|part| text.push_str(&marked(part)));
    text
}

/// The identity of an edit that is a suggestion, or was one.
#[must_use]
pub fn suggestion_id(edit: &Edit) -> Option<&SuggestionId> {
    edit.origin.as_ref()?.suggestion.as_deref()
}

/// Member of an edit's metadata with the text of a model's span that was not found.
const QUOTE: &str = "quote";

/// Member of an edit's metadata with the reason of a model.
const REASON: &str = "reason";

/// The reason that a model gave for an edit.
#[must_use]
pub fn reason_of(edit: &Edit) -> Option<String> {
    metadata_text(edit, REASON)
}

/// The text of a span that a model named and that is not in the text.
#[must_use]
pub fn unfound_quote_of(edit: &Edit) -> Option<String> {
    metadata_text(edit, QUOTE).filter(|_| edit.spans.is_empty())
}

fn metadata_text(edit: &Edit, name: &str) -> Option<String> {
    let object = Object::parse(edit.original.text()?)?;
    let metadata = Object::parse(object.get("metadata")?)?;
    text(metadata.get(name)?).filter(|text| !text.is_empty())
}

/// A reply of a model about an instance.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptReply {
    /// The reply as it came.
    pub reply: String,
    /// The thinking trace, if there is one.
    pub thinking: Option<String>,
    /// Notes of mended and of unusable parts; in English.
    pub notes: Vec<String>,
}

/// The replies of which the edits of an instance were made: `_spanwise.replies`.
#[must_use]
pub fn replies_of(of_run: &Instance) -> Vec<KeptReply> {
    let read = || {
        let object = Object::parse(of_run.original.text()?)?;
        let own = Object::parse(object.get(OWN_KEY)?)?;
        let replies = Array::parse(own.get("replies")?)?;
        Some(replies.values().filter_map(kept_reply).collect())
    };
    read().unwrap_or_default()
}

fn kept_reply(raw: &str) -> Option<KeptReply> {
    let object = Object::parse(raw)?;
    let notes = object.get("notes").and_then(Array::parse);
    Some(KeptReply {
        reply: text(object.get("reply")?)?,
        thinking: object.get("thinking").and_then(text),
        notes: notes.map(|notes| notes.values().filter_map(text).collect()).unwrap_or_default(),
    })
}

fn text(raw: &str) -> Option<String> {
    Json::read(raw).into_text().map(Cow::into_owned)
}

/// The decisions about suggestions of an instance.
#[derive(Debug)]
pub struct Decided {
    accepted: HashMap<Arc<SuggestionId>, EditKey>,
    rejected: HashSet<Arc<SuggestionId>>,
}

impl Decided {
    /// Reads the decisions off an instance.
    #[must_use]
    pub fn of(instance: &Instance) -> Self {
        let id = |edit: &Arc<Edit>| edit.origin.as_ref()?.suggestion.clone();
        let accepted = instance.edits.iter().filter_map(|edit| Some((id(edit)?, edit.key)));
        let rejected = rejected_edits(instance).iter().filter_map(|raw| id_of(raw)).collect();
        Decided { accepted: accepted.collect(), rejected }
    }

    /// The decision about a suggestion.
    #[must_use]
    pub fn state(&self, id: &SuggestionId) -> SuggestionState {
        match self.accepted.get(id) {
            Some(key) => SuggestionState::Accepted(*key),
            None if self.rejected.contains(id) => SuggestionState::Rejected,
            None => SuggestionState::Open,
        }
    }
}

/// The JSON of the rejected suggestions with one more, or with one less if it `is_back`; `None` for none at all.
pub(crate) fn rejected_with(
    instance: &Instance,
    suggestion: &Edit,
    is_back: bool,
    typology: &Typology,
) -> Option<Arc<str>> {
    let is_other = |raw: &String| id_of(raw).as_deref() != suggestion_id(suggestion);
    let mut edits: Vec<String> = rejected_edits(instance).into_iter().filter(is_other).collect();
    if !is_back {
        edits.push(write_edit(suggestion, typology));
    }
    (!edits.is_empty()).then(|| format!("[{}]", edits.join(",")).into())
}

fn rejected_edits(instance: &Instance) -> Vec<String> {
    let list = instance.rejected.as_deref().and_then(Array::parse);
    list.map(|list| list.values().map(str::to_owned).collect()).unwrap_or_default()
}

fn id_of(raw: &str) -> Option<Arc<SuggestionId>> {
    Origin::noted_in_own(Object::parse(raw)?.get(OWN_KEY)?)?.suggestion
}
