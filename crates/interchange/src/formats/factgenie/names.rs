//! Names in factgenie's files and in records that were read from them.

use crate::offset_unit::OffsetUnit;

/// The members of [`Record::metadata`](crate::Record) that name an item, as in [`Format::keys`](crate::Format::keys).
pub(super) const ITEM_KEYS: &[&str] =
    &["dataset", "split", "setup_id", "orig_example_idx|example_idx"];

/// The members that name an example, which are written first.
pub(super) const KEYS: [&str; 4] = ["dataset", "split", "setup_id", "example_idx"];

pub(super) const UNIT: OffsetUnit = OffsetUnit::CodePoints;

/// This format's member of `preserved`, in records, edits and the corpus.
pub(super) const OWN: &str = "factgenie";
