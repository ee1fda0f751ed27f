//! Names in Label Studio's files and in records that were read from them.

use crate::offset_unit::OffsetUnit;
use spanwise_template::Side;

pub(super) const UNIT: OffsetUnit = OffsetUnit::CodePoints;

/// This format's member of `preserved`, in records and edits.
pub(super) const OWN: &str = "label_studio";

/// The members of an edit's metadata that stand beside `meta` in a result.
pub(super) const SCORE: &str = "score";
pub(super) const LABELS: &str = "labels";

/// The members of `data` of tasks that are written for records of other formats.
pub(super) const TEXT: &str = "text";
pub(super) const SOURCE: &str = "source";
pub(super) const CONTEXT: &str = "context";
/// `from_name` of new regions.
pub(super) const LABEL: &str = "label";

/// The lists of a task whose items are records.
pub(super) const ANNOTATIONS: &str = "annotations";
pub(super) const PREDICTIONS: &str = "predictions";

/// The members of a record's preserved data with the names of a text in `data` and in the results on it.
pub(super) fn names_of(side: Side) -> [&'static str; 2] {
    match side {
        Side::Source => ["source_key", "source_name"],
        Side::Target => ["target_key", "target_name"],
    }
}
