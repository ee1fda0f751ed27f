//! Names in RAGTruth's files and in records that were read from them.

use crate::offset_unit::OffsetUnit;

/// The members of [`Record::metadata`](crate::Record) that name an item, as in [`Format::keys`](crate::Format::keys).
pub(super) const ITEM_KEYS: &[&str] = &["id"];

pub(super) const UNIT: OffsetUnit = OffsetUnit::CodePoints;

/// This format's member of `preserved`, in the corpus and in records.
pub(super) const OWN: &str = "ragtruth";

pub(super) const RESPONSE: &str = "response";
pub(super) const LABELS: &str = "labels";
pub(super) const SOURCE_ID: &str = "source_id";
pub(super) const SOURCE_INFO: &str = "source_info";
/// The members of a source that are metadata of the items.
pub(super) const OF_SOURCE: [&str; 2] = ["task_type", "source"];

/// The files of responses and of sources.
pub(super) const RESPONSES: &str = "response.jsonl";
pub(super) const SOURCES: &str = "source_info.jsonl";
