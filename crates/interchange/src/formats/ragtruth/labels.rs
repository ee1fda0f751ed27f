//! Labels, which are edits.

use super::names::UNIT;
use crate::comments::{COMMENT, comments_of};
use crate::members::Members;
use crate::preserved::verbatim::{is_unmoved, unchanged_json};
use crate::record::Edit;
use spanwise_annotation::document::Answer;
use spanwise_annotation::format::spans::offset;
use spanwise_json::Json;
use spanwise_text::{Span, Text};

const KIND: &str = "label_type";
const META: &str = "meta";
const FLAGS: [&str; 2] = ["implicit_true", "due_to_null"];
const YES: &str = "yes";
const NO: &str = "no";

/// The members of a label that are no metadata of an edit by their own name.
pub(super) const NOT_METADATA: [&str; 7] = ["start", "end", "text", KIND, META, FLAGS[0], FLAGS[1]];

/// A label as it was written.
pub(super) struct ReadLabel<'a> {
    pub(super) raw: &'a str,
    pub(super) start: Option<u32>,
    pub(super) end: Option<u32>,
    pub(super) quote: String,
}

impl<'a> ReadLabel<'a> {
    pub(super) fn parse(raw: &'a str) -> Self {
        let members = Members::parse(raw);
        let number = |name| offset(members.get(name)?);
        let (start, end) = (number("start"), number("end"));
        let quote = members.get("text").filter(|json| json.starts_with('"'));
        let quote = quote.and_then(|_| members.text("text")).unwrap_or_default();
        ReadLabel { raw, start, end, quote }
    }
}

/// Reads a label as an edit, without its span.
pub(super) fn understood(raw: &str) -> Edit {
    let mut metadata = Members::parse(raw);
    let mut edit = Edit { category: metadata.text(KIND).unwrap_or_default(), ..Edit::default() };
    if let Some(comment) = metadata.take_text(META) {
        metadata.set_text(COMMENT, &comment);
    }
    for name in FLAGS {
        if let Some(Json::Bool(flag)) = metadata.get(name).map(Json::read) {
            let answer = if flag { YES } else { NO };
            edit.answers.set(name, Some(Answer::Value(answer.to_owned())));
        }
    }
    edit.metadata = metadata.iter().filter(|(name, _)| !NOT_METADATA.contains(name)).collect();
    edit
}

/// Returns `true` for an answer that is a member of a label.
pub(super) fn is_held(edit: &Edit, question: &str) -> bool {
    FLAGS.contains(&question) && flag(edit, question).is_some()
}

fn flag(edit: &Edit, name: &str) -> Option<bool> {
    match edit.answers.get(name)? {
        Answer::Value(value) if value == YES => Some(true),
        Answer::Value(value) if value == NO => Some(false),
        Answer::Value(_) | Answer::Choice { .. } | Answer::Several(_) | Answer::Unknown(_) => None,
    }
}

/// The label of an edit with one of its spans.
pub(super) fn entry(edit: &Edit, span: Span, target: &Text) -> String {
    let (start, end) = UNIT.offsets(target, span);
    let mut members = Members::default();
    members.set("start", start.to_string());
    members.set("end", end.to_string());
    members.set_text("text", target.slice(span));
    let comments = comments_of(edit);
    if !comments.is_empty() {
        members.set_text(META, &comments.join("\n"));
    }
    members.set_text(KIND, &edit.category);
    for name in FLAGS {
        flag(edit, name).into_iter().for_each(|flag| members.set(name, flag.to_string()));
    }
    let others = edit.metadata.iter().filter(|(name, _)| *name != COMMENT);
    members.extend(others.filter(|(name, _)| !NOT_METADATA.contains(name)));
    members.to_json()
}

/// The label that an edit was read from, if it still describes the edit.
pub(super) fn as_read(edit: &Edit) -> Option<&str> {
    unchanged_json(edit, |raw| {
        is_unmoved(edit).then(|| Edit { spans: edit.spans.clone(), ..understood(raw) })
    })
}
