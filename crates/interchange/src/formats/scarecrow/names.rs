//! Names of columns in Scarecrow's table and in records that were read from it.

/// The columns in their order.
pub(super) const COLUMNS: [&str; 9] =
    ["id", "gid", PROMPT, GENERATION, "model", "p", "temperature", "frequency_penalty", RESPONSES];
pub(super) const PROMPT: &str = "prompt";
pub(super) const GENERATION: &str = "generation";
pub(super) const RESPONSES: &str = "responses";

/// The item of a response that holds the annotations.
pub(super) const ANNOTATIONS: usize = 4;

/// Names in [`Record::preserved`](crate::Record): the literals as they were, and the columns.
pub(super) const RESPONSE: &str = "response";
pub(super) const UNREAD: &str = "unread";
pub(super) const COLUMN_NAMES: &str = "columns";
/// The mark of a cell that is a single response, not a list.
pub(super) const SINGLE: &str = "single";
