//! The annotator's view as JSON text, which comes back after a reload.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{AnnotatorActivity, WorkspaceView};
use crate::document::{Draft, EditKey, RoleName, Spans, TextName, role_names};
use spanwise_json::{Array, Object, integer};
use spanwise_template::CategoryId;
use spanwise_text::{Span, Utf16};

#[derive(Serialize)]
struct StoredView {
    instance: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    selected: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    draft: Option<StoredDraft>,
    #[serde(skip_serializing_if = "Option::is_none")]
    paragraph: Option<usize>,
}

#[derive(Serialize)]
struct StoredDraft {
    category: u16,
    source: Vec<(u32, u32)>,
    target: Vec<(u32, u32)>,
    /// Spans on texts other than source and target.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    spans: BTreeMap<String, Vec<(u32, u32)>>,
    /// The names of the roles of spans, by text.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
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
        | AnnotatorActivity::Extending { .. } => None,
    };
    let selected = view.selected.map(|key| key.0);
    let (instance, paragraph) = (view.instance, view.paragraph);
    serde_json::to_string(&StoredView { instance, selected, draft, paragraph })
}

/// Reads a view written by [`write_view`]; `None` if the text is not such JSON.
#[must_use]
pub fn read_view(json: &str) -> Option<WorkspaceView> {
    let view = Object::parse(json)?;
    let selected = optional(&view, "selected", number)?;
    let activity = optional(&view, "draft", read_draft)?;
    Some(WorkspaceView {
        instance: number(view.get("instance")?)?,
        selected: selected.map(EditKey),
        activity: activity.map_or(AnnotatorActivity::Idle, AnnotatorActivity::Drafting),
        paragraph: optional(&view, "paragraph", number)?,
    })
}

/// The value of a member that may be missing or `null`; the outer `None` if it cannot be read.
fn optional<T>(
    object: &Object<'_>,
    name: &str,
    read: impl Fn(&str) -> Option<T>,
) -> Option<Option<T>> {
    match object.get(name) {
        None | Some("null") => Some(None),
        Some(raw) => read(raw).map(Some),
    }
}

fn number<N: TryFrom<i64>>(raw: &str) -> Option<N> {
    N::try_from(integer(raw)?).ok()
}

fn read_draft(raw: &str) -> Option<Draft> {
    let draft = Object::parse(raw)?;
    let mut spans =
        Spans::usual(read_spans(draft.get("source")?)?, read_spans(draft.get("target")?)?);
    if let Some(raw) = draft.get("spans") {
        for member in Object::parse(raw)?.members() {
            spans.set(TextName::new(&member.name), read_spans(&member.value)?);
        }
    }
    if let Some(raw) = draft.get("roles") {
        for member in Object::parse(raw)?.members() {
            spans.set_roles(&TextName::new(&member.name), role_names(&member.value)?);
        }
    }
    let constituents = Array::parse(draft.get("members")?)?;
    Some(Draft {
        category: CategoryId(number(draft.get("category")?)?),
        spans,
        constituents: constituents
            .values()
            .map(|raw| number(raw).map(EditKey))
            .collect::<Option<_>>()?,
        role: None,
    })
}

fn read_spans(raw: &str) -> Option<Vec<Span>> {
    let span = |raw: &str| {
        let pair = Array::parse(raw)?;
        let mut ends = pair.values().map(number);
        Some(Span::between(Utf16(ends.next()??), Utf16(ends.next()??)))
    };
    Array::parse(raw)?.values().map(span).collect()
}
