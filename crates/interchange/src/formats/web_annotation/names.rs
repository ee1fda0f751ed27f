//! Names in Web Annotations and in records that were read from them.

use crate::offset_unit::OffsetUnit;

pub(super) const UNIT: OffsetUnit = OffsetUnit::CodePoints;

/// This format's member of `preserved`.
pub(super) const OWN: &str = "web_annotation";

/// The suffixes of a target text's address for the other texts of an item.
pub(super) const SOURCE: &str = "#source";
pub(super) const CONTEXT: &str = "#context";
