//! Capabilities of Mu-SHROOM's lines, and the names of their members.

use crate::files::json_item::ANNOTATOR;
use crate::offset_unit::OffsetUnit;
use crate::writing::capabilities::{Capabilities, MemberFilter, SPANS_ONLY};

pub(super) const CAPABILITIES: Capabilities = Capabilities {
    source: true,
    annotator: true,
    undone_items: true,
    metadata: MemberFilter::Besides(&[INPUT, OUTPUT, ANNOTATOR, SOFT]),
    insertion_points: true,
    edit_metadata: MemberFilter::Besides(&["start", "end", "prob"]),
    ..SPANS_ONLY
};

pub(super) const UNIT: OffsetUnit = OffsetUnit::CodePoints;
pub(super) const INPUT: &str = "model_input";
pub(super) const OUTPUT: &str = "model_output_text";
pub(super) const SOFT: &str = "soft_labels";
pub(super) const HARD: &str = "hard_labels";
