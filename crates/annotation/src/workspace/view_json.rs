//! The annotator's view as JSON text, which comes back after a reload.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{AnnotatorActivity, WorkspaceView};
use crate::document::{Draft, EditKey, RoleName, Spans, TextName};
use spanwise_template::CategoryId;
use spanwise_text::{Span, Utf16};

#[derive(Serialize, Deserialize)]
struct StoredView {
    instance: usize,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    selected: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    draft: Option<StoredDraft>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    paragraph: Option<usize>,
}

#[derive(Serialize, Deserialize)]
struct StoredDraft {
    category: u16,
    source: Vec<(u32, u32)>,
    target: Vec<(u32, u32)>,
    /// Spans on texts other than source and target.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    spans: BTreeMap<String, Vec<(u32, u32)>>,
    /// The names of the roles of spans, by text.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    roles: BTreeMap<String, Vec<Option<String>>>,
    #[serde(rename = "members")]
    constituents: Vec<u32>,
}

/// Writes a view as JSON; of activities, only a draft is kept.
///
/// # Errors
/// Never for a view made here.
pub fn write_view(view: &WorkspaceView) -> Result<String, serde_json::Error> {
    let pairs = |spans: &[Span]| spans.iter().map(|s| (s.start().0, s.end().0)).collect();
    let names = |roles: &[RoleName]| {
        roles.iter().map(|role| role.as_deref().map(str::to_owned)).collect::<Vec<_>>()
    };
    let is_usual = |name: &TextName| [TextName::SOURCE, TextName::TARGET].contains(name);
    let draft = match &view.activity {
        AnnotatorActivity::Drafting(draft) => Some(StoredDraft {
            category: draft.category.0,
            source: pairs(draft.spans.source()),
            target: pairs(draft.spans.target()),
            spans: (draft.spans.iter())
                .filter(|(name, _)| !is_usual(name))
                .map(|(name, spans)| (name.as_str().to_owned(), pairs(spans)))
                .collect(),
            roles: (draft.spans.iter())
                .map(|(name, _)| (name.as_str().to_owned(), names(draft.spans.roles_on(name))))
                .filter(|(_, roles)| !roles.is_empty())
                .collect(),
            constituents: draft.constituents.iter().map(|m| m.0).collect(),
        }),
        AnnotatorActivity::Idle
        | AnnotatorActivity::Selected { .. }
        | AnnotatorActivity::Extending(_) => None,
    };
    let selected = view.selected.map(|key| key.0);
    let (instance, paragraph) = (view.instance, view.paragraph);
    serde_json::to_string(&StoredView { instance, selected, draft, paragraph })
}

/// Reads a view written by [`write_view`].
///
/// # Errors
/// If the text is not such JSON.
pub fn read_view(json: &str) -> Result<WorkspaceView, serde_json::Error> {
    let stored: StoredView = serde_json::from_str(json)?;
    let spans = |pairs: Vec<(u32, u32)>| {
        pairs.into_iter().map(|(a, b)| Span::between(Utf16(a), Utf16(b))).collect()
    };
    let activity = stored.draft.map_or(AnnotatorActivity::Idle, |draft| {
        let mut drafted = Spans::usual(spans(draft.source), spans(draft.target));
        for (name, pairs) in draft.spans {
            drafted.set(TextName::new(&name), spans(pairs));
        }
        for (name, roles) in draft.roles {
            let roles = roles.into_iter().map(|role| role.map(Into::into)).collect();
            drafted.set_roles(&TextName::new(&name), roles);
        }
        AnnotatorActivity::Drafting(Draft {
            category: CategoryId(draft.category),
            spans: drafted,
            constituents: draft.constituents.into_iter().map(EditKey).collect(),
        })
    });
    Ok(WorkspaceView {
        instance: stored.instance,
        selected: stored.selected.map(EditKey),
        activity,
        paragraph: stored.paragraph,
    })
}
