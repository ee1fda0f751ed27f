//! Names in Web Annotations and in records that were read from them.

use crate::offset_unit::OffsetUnit;

pub(super) const UNIT: OffsetUnit = OffsetUnit::CodePoints;

/// The member of `preserved` that is for this format.
pub(super) const OWN: &str = "web_annotation";

/// What is added to the address of a target text for the other texts of an item.
pub(super) const SOURCE: &str = "#source";
pub(super) const CONTEXT: &str = "#context";
