//! Names of members in SNaC's files and in records that were read from them.

pub(super) const TEXT: &str = "text";
pub(super) const ERRORS: &str = "errors";
pub(super) const SPAN: &str = "span";
pub(super) const TYPE: &str = "error_type";
pub(super) const VOTES: &str = "votes";
pub(super) const OFFSETS: [&str; 2] = ["start", "end"];

/// Names in [`Record::metadata`](crate::Record) for the two levels.
pub(super) const BOOK: &str = "book";
pub(super) const SEGMENT: &str = "segment";

/// Names in [`Record::preserved`](crate::Record): the order of the members of a segment; the original of a value that
/// is not a segment or not a book with segments; errors that can't be read, by their place in the list.
pub(super) const NAMES: &str = "names";
pub(super) const ODD: &str = "odd";
pub(super) const UNREAD: &str = "unread";
