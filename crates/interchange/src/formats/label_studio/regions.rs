//! Results, and the regions that they make.

use std::borrow::Cow;

use super::answers;
use super::names::{LABELS, SCORE};
use super::survey::Survey;
use crate::comments::{COMMENT, comments_json, comments_of};
use crate::files::json::strings;
use crate::members::{Members, words_or_raw};
use crate::preserved::order::{numbered, read_numbered};
use crate::record::Edit;
use spanwise_annotation::document::Answers;
use spanwise_annotation::format::spans::offset;
use spanwise_json::{Array, Json, encode};

/// The member of `meta` with the comments.
const META_TEXT: &str = "text";

/// A result.
#[derive(Debug, Clone)]
pub(super) struct LabelResult {
    /// Its number in its list.
    pub(super) number: usize,
    pub(super) members: Members,
    pub(super) value: Members,
}

impl LabelResult {
    /// Reads a result; `None` if it is not an object with an object `value`.
    pub(super) fn parse(number: usize, raw: &str) -> Option<Self> {
        let members = Members::parse(raw);
        let value = members.get("value").map(Members::parse)?;
        Some(LabelResult { number, members, value })
    }

    pub(super) fn text(&self, name: &str) -> String {
        self.members.text(name).unwrap_or_default()
    }

    pub(super) fn kind(&self) -> String {
        self.text("type")
    }

    /// The offsets of start and end; `None` without both.
    pub(super) fn offsets(&self) -> Option<(u32, u32)> {
        offset(self.value.get("start")?).zip(offset(self.value.get("end")?))
    }

    /// Returns `true` if it is on a part of its text or of something else.
    pub(super) fn has_place(&self) -> bool {
        ["start", "end", "x", "points"].iter().any(|name| self.value.get(name).is_some())
    }

    pub(super) fn quote(&self) -> Option<String> {
        Json::read(self.value.get("text")?).into_text().map(Cow::into_owned)
    }

    /// The labels, of a result of that type.
    fn labels(&self) -> Vec<String> {
        let is_labels = self.kind() == LABELS;
        self.value.get(LABELS).filter(|_| is_labels).map(strings).unwrap_or_default()
    }

    /// The name of the question that it answers, and the answer.
    pub(super) fn answer(
        &self,
        survey: &Survey,
    ) -> Option<(String, spanwise_annotation::document::Answer)> {
        let question = self.members.text("from_name")?;
        let is_several = survey.is_several(&question);
        answers::read(&self.kind(), &self.value, is_several).map(|answer| (question, answer))
    }
}

/// The results of a region that say something about its edit.
#[derive(Debug, Clone, Default)]
pub(super) struct Region(pub(super) Vec<LabelResult>);

impl Region {
    /// The region that an edit was read from.
    pub(super) fn preserved(own: &Members) -> Option<Self> {
        let parts = read_numbered(Some(own.get("results")?));
        let parts = parts.iter().filter_map(|(number, raw)| LabelResult::parse(*number, raw));
        Some(Region(parts.collect())).filter(|region| !region.0.is_empty())
    }

    /// The results as preserved data.
    pub(super) fn to_json(&self) -> String {
        let parts = self.0.iter().map(|part| (part.number, part.members.to_json()));
        numbered(&parts.collect::<Vec<_>>())
    }

    /// The result with the labels, or else the first.
    pub(super) fn main(&self) -> Option<&LabelResult> {
        self.0.iter().find(|part| !part.labels().is_empty()).or(self.0.first())
    }

    /// Sets the offsets of all results, for files that count in another unit.
    pub(super) fn set_offsets(&mut self, (start, end): (u32, u32)) {
        for part in &mut self.0 {
            part.value.set("start", start.to_string());
            part.value.set("end", end.to_string());
            part.members.set("value", part.value.to_json());
        }
    }

    /// The edit, without its spans.
    pub(super) fn edit(&self, survey: &Survey) -> Edit {
        let mut edit = Edit::default();
        let Some(main) = self.main() else { return edit };
        let labels = main.labels();
        edit.category = labels.first().cloned().unwrap_or_else(|| main.text("from_name"));
        if labels.len() > 1 {
            main.value.get(LABELS).into_iter().for_each(|all| edit.metadata.set(LABELS, all));
        }
        main.members.get(SCORE).into_iter().for_each(|score| edit.metadata.set(SCORE, score));
        let meta = main.members.get("meta").map(Members::parse).unwrap_or_default();
        let comments = comments_json(&meta.get(META_TEXT).map(comments).unwrap_or_default());
        comments.into_iter().for_each(|json| edit.metadata.set(COMMENT, json));
        for (name, value) in meta.iter().filter(|(name, _)| !NOT_META.contains(name)) {
            edit.metadata.set(name, value);
        }
        let answers = self.0.iter().filter_map(|part| part.answer(survey));
        answers.for_each(|(question, answer)| edit.answers.set(&question, Some(answer)));
        edit
    }

    /// Returns `true` if the region says of an edit what the edit says, regardless of places.
    pub(super) fn says(&self, edit: &Edit) -> bool {
        let read = self.edit(&Survey::default());
        read.category == edit.category
            && read.metadata == edit.metadata
            && same_answers(&read.answers, &edit.answers)
    }
}

/// The members of `meta` that are no metadata of an edit by their own name.
const NOT_META: [&str; 4] = [META_TEXT, COMMENT, SCORE, LABELS];

fn comments(json: &str) -> Vec<String> {
    match Array::parse(json) {
        Some(list) => list.values().map(words_or_raw).collect(),
        None => vec![words_or_raw(json)],
    }
}

fn same_answers(a: &Answers, b: &Answers) -> bool {
    a.iter().count() == b.iter().count()
        && a.iter().all(|(name, answer)| answers::same(Some(answer), b.get(name)))
}

/// The labels of an edit, and `true` if its metadata name others.
pub(super) fn labels_of(edit: &Edit) -> (Vec<String>, bool) {
    let Some(json) = edit.metadata.get(LABELS) else { return (vec![edit.category.clone()], false) };
    let all = strings(json);
    if all.len() > 1 && all.first() == Some(&edit.category) {
        (all, false)
    } else {
        (vec![edit.category.clone()], true)
    }
}

/// The members of a result with labels, with what an edit's metadata say.
pub(super) fn with_metadata(mut members: Members, edit: &Edit) -> Members {
    let score = edit.metadata.get(SCORE);
    match score {
        Some(score) => members.set(SCORE, score),
        None => members.remove(SCORE),
    }
    let before = members.get("meta").map(Members::parse).unwrap_or_default();
    // What has another meaning beside `meta` stays in it.
    let mut meta: Members =
        before.iter().filter(|(name, _)| NOT_META.contains(name) && *name != META_TEXT).collect();
    let comments: Vec<String> = comments_of(edit).iter().map(|comment| encode(comment)).collect();
    if !comments.is_empty() {
        meta.set(META_TEXT, format!("[{}]", comments.join(",")));
    }
    meta.extend(edit.metadata.iter().filter(|(name, _)| !NOT_META.contains(name)));
    match meta.is_empty() {
        true => members.remove("meta"),
        false => members.set("meta", meta.to_json()),
    }
    members
}
