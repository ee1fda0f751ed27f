//! Names in FALTE's files and in records that were read from them; its types of errors.

use crate::record::Edit;
use spanwise_annotation::document::Answer;

/// The members of [`Record::metadata`](crate::Record) that name an item, as in [`Format::keys`](crate::Format::keys).
pub(super) const ITEM_KEYS: &[&str] = &["storyid"];

/// FALTE's types, the corresponding names in SNaC's data and template, and `true` for types with a second span.
pub(super) const TYPES: [(&str, &str, bool); 7] = [
    ("character", "CharE", false),
    ("event", "RefE", false),
    ("scene", "SceneE", false),
    ("repitition", "RepE", true),
    ("inconsistent", "InconE", true),
    ("grammar", "GramE", false),
    ("coref", "CorefE", false),
];

/// The annotator in all rows of FALTE's own page.
pub(super) const NOBODY: &str = "turker";

/// The type of a row without an error.
pub(super) const NO_ERROR: &str = "no-error";

/// The prefix that FALTE's page adds to the name of a type.
pub(super) const PREFIX: &str = "selection-";

/// Names in [`Record::metadata`](crate::Record) and [`Edit::metadata`](crate::Edit).
pub(super) const STORY: &str = "storyid";
pub(super) const PARAGRAPHS: &str = "paragraphs";
pub(super) const SESSION_ID: &str = "session";
pub(super) const SEGMENT: &str = "segmentid";

/// The column of comments, the metadata of an edit that one was read for, and the question of a template that asks for
/// one.
pub(super) const FEEDBACK: &str = "feedback";

/// Names in preserved data: the columns of the table; the original story; rows without an error in a session that has
/// no others (left out once there is an edit), and in one that has; the number of a row, and its cells that would be
/// written otherwise.
pub(super) const COLUMNS: &str = "columns";
pub(super) const STORY_WAS: &str = "story";
pub(super) const EMPTY_ROWS: &str = "no_error";
pub(super) const OTHER_ROWS: &str = "rows";
pub(super) const ROW: &str = "row";
pub(super) const CELLS: &str = "cells";

/// The category of a type.
pub(super) fn category_of(error: &str) -> &str {
    let name = error.strip_prefix(PREFIX).unwrap_or(error);
    TYPES.iter().find(|(known, ..)| *known == name).map_or(name, |(_, category, _)| category)
}

/// The type of a category.
pub(super) fn type_of(category: &str) -> &str {
    TYPES.iter().find(|(_, known, _)| *known == category).map_or(category, |(name, ..)| name)
}

/// Returns `true` if the second span of the edits of a category is the antecedent of an error.
pub(super) fn has_antecedent(category: &str) -> bool {
    TYPES.iter().any(|(_, known, paired)| *known == category && *paired)
}

/// Returns `true` if the edits of a category have a second span; also for an unknown category.
pub(super) fn is_paired(category: &str) -> bool {
    TYPES.iter().find(|(_, known, _)| *known == category).is_none_or(|(.., paired)| *paired)
}

/// The comment that an annotator wrote on the page: the answer to the question [`FEEDBACK`], if that is a text. It goes
/// before the comment that was read.
pub(super) fn answered_feedback(edit: &Edit) -> Option<&str> {
    match edit.answers.get(FEEDBACK)? {
        Answer::Value(text) => Some(text).filter(|text| !text.is_empty()).map(String::as_str),
        Answer::Choice { .. } | Answer::Several(_) | Answer::Unknown(_) => None,
    }
}
