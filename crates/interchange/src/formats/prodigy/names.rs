//! Names in Prodigy's files and in records that were read from them.

use crate::offset_unit::OffsetUnit;

pub(super) const UNIT: OffsetUnit = OffsetUnit::CodePoints;

/// This format's member of `preserved` in records.
pub(super) const OWN: &str = "prodigy";

pub(super) const TEXT: &str = "text";
pub(super) const TOKENS: &str = "tokens";
pub(super) const SPANS: &str = "spans";
pub(super) const RELATIONS: &str = "relations";
pub(super) const ANSWER: &str = "answer";
/// The `answer` of an item that is done.
pub(super) const ACCEPT: &str = "accept";
/// The members that name the annotator.
pub(super) const ANNOTATORS: [&str; 2] = ["_annotator_id", "_session_id"];

/// The members that are answers about the item, which are the names of their questions: the chosen options, and a text.
pub(super) const CHOSEN: &str = "accept";
pub(super) const INPUT: &str = "user_input";

/// The members of a line that are no metadata of a record of another format.
pub(super) const NOT_METADATA: [&str; 8] =
    [TEXT, TOKENS, SPANS, RELATIONS, CHOSEN, INPUT, ANNOTATORS[0], ANNOTATORS[1]];
