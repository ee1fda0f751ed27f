//! Preserved data of an annotation: the parts that its span and category do not represent.
//!
//! The member `factgenie` of an edit's preserved data has the original `type`, `text` and `start` if they differ from
//! those that would be written. They hold as long as the category is `category` and the span is unmoved. An annotation
//! that could not be read at all is there as `raw`.

use super::categories::{CategoryNames, type_of};
use super::names::OWN;
use crate::members::Members;
use crate::preserved::verbatim::{self, preserve_spans};
use crate::record::Edit;
use spanwise_json::{Json, encode};
use spanwise_text::{Span, Text};

/// The members of an annotation that make an edit, as JSON.
#[derive(Debug, Default)]
pub(super) struct VerbatimMembers<'a> {
    pub(super) kind: Option<&'a str>,
    pub(super) text: Option<&'a str>,
    pub(super) start: Option<&'a str>,
}

/// Preserves the members of an annotation that its edit does not represent. `spelled` is its text, decoded; `verbatim`
/// is `true` if exactly this text stands at its start.
pub(super) fn preserve(
    said: &VerbatimMembers,
    spelled: &str,
    verbatim: bool,
    edit: &mut Edit,
    text: &Text,
    names: &CategoryNames,
) {
    let mut own = Members::default();
    if said.kind != Some(type_of(&edit.category, names).as_ref()) {
        own.set_text("category", &edit.category);
        said.kind.into_iter().for_each(|kind| own.set("type", kind));
    }
    let plain = said.start.and_then(|start| start.parse().ok());
    let span = edit.spans.target().first().copied();
    if !(verbatim && plain.is_some() || stands(said, spelled, plain, span, text)) {
        said.text.into_iter().for_each(|text| own.set("text", text));
        said.start.into_iter().for_each(|start| own.set("start", start));
        preserve_spans(edit);
    }
    if !own.is_empty() {
        edit.preserved.set(OWN, own.to_json());
    }
}

/// Returns `true` if text and start of the annotation follow from the span.
fn stands(
    said: &VerbatimMembers,
    spelled: &str,
    start: Option<u32>,
    span: Option<Span>,
    text: &Text,
) -> bool {
    let Some(span) = span else { return false };
    said.text.is_some_and(|text| text.starts_with('"'))
        && text.slice(span) == spelled
        && start == Some(text.to_code_point(span.start()).0)
}

/// Preserved data of an edit, as far as they still apply.
#[derive(Default)]
pub(super) struct PreservedAnnotation {
    own: Members,
    /// `true` if the span is unmoved.
    pub(super) stands: bool,
}

impl PreservedAnnotation {
    pub(super) fn of(edit: &Edit) -> Self {
        let own = edit.preserved.get(OWN).map(Members::parse).unwrap_or_default();
        let stands = edit.preserved.get(OWN).is_some()
            && verbatim::is_unmoved(edit)
            && edit.constituents.is_empty();
        PreservedAnnotation { own, stands }
    }

    /// The original of an annotation that could not be read.
    pub(super) fn raw(&self) -> Option<&str> {
        self.own.get("raw").filter(|_| self.stands)
    }

    /// The text written as `type`; `None` if there was none.
    pub(super) fn kind(&self, category: &str, names: &CategoryNames) -> Option<String> {
        if self.own.text("category").as_deref() == Some(category) {
            return self.own.get("type").map(str::to_owned);
        }
        Some(type_of(category, names).into_owned())
    }

    /// The values of `text` and `start`: those of the span, or the preserved ones if it is unmoved or was not found.
    pub(super) fn place(&self, span: Option<Span>, text: &Text) -> [Option<String>; 2] {
        match span.filter(|_| !self.stands) {
            Some(span) => {
                let start = text.to_code_point(span.start()).0;
                [Some(encode(text.slice(span))), Some(start.to_string())]
            }
            None => ["text", "start"].map(|name| self.own.get(name).map(str::to_owned)),
        }
    }
}

/// The text of a JSON string; empty for anything else.
pub(super) fn spelled(value: Option<&str>) -> std::borrow::Cow<'_, str> {
    match value.map(Json::read) {
        Some(Json::String(text)) => text,
        _ => "".into(),
    }
}
