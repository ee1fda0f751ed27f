//! The shape of the edits of a category, as the keys `type`, `enable_input` and `enable_output`.

use super::data::PlainData;
use super::value::OutlineValue;
use crate::model::{CategoryShape, CategoryType, Side, Sides, SpanCount};
use crate::schema::{TYPE_MEANINGS, meaning_of};

const SOURCE: &str = "enable_input";
const TARGET: &str = "enable_output";

/// The keys of a new category.
pub(super) fn fields(shape: CategoryShape) -> Vec<(&'static str, OutlineValue)> {
    let mut fields = Vec::new();
    if word(shape) != "single_span" {
        fields.push(("type", OutlineValue::Text(word(shape).to_owned())));
    }
    for side in Side::ALL {
        if lies_in(shape, side) {
            fields.push((key(side), OutlineValue::Flag(true)));
        }
    }
    fields
}

/// The keys to set so that a category gets this shape; those that say so already are left out.
pub(super) fn changes(
    category: &PlainData,
    shape: CategoryShape,
) -> Vec<(&'static str, OutlineValue)> {
    let mut fields = Vec::new();
    let kind = category.get("type").filter(|kind| **kind != PlainData::Null);
    let word = word(shape);
    let usual = word == "single_span" && kind.is_none();
    if !usual && kind.and_then(PlainData::text) != Some(word) {
        fields.push(("type", OutlineValue::Text(word.to_owned())));
    }
    for side in Side::ALL {
        let now = category.get(key(side)).filter(|flag| **flag != PlainData::Null);
        let wanted = lies_in(shape, side);
        let usual = !wanted && now.is_none();
        if !usual && now != Some(&PlainData::Bool(wanted)) {
            fields.push((key(side), OutlineValue::Flag(wanted)));
        }
    }
    fields
}

/// Returns `true` if a category names the roles of its spans.
pub(super) fn has_roles(category: &PlainData) -> bool {
    matches!(category.get("spans"), Some(PlainData::List(roles)) if !roles.is_empty())
}

/// The shape of a category, as the compiler reads it, but for the roles of its spans; `None` if its `type` is no known
/// word.
pub(super) fn of(category: &PlainData) -> Option<CategoryShape> {
    let flag = |side| match category.get(key(side)) {
        Some(PlainData::Bool(value)) => *value,
        Some(PlainData::Text(word)) => {
            ["true", "yes", "on", "y", "1"].iter().any(|on| word.eq_ignore_ascii_case(on))
        }
        Some(PlainData::Null | PlainData::List(_) | PlainData::Map(_)) | None => false,
    };
    let sides = Sides::of(flag(Side::Source), flag(Side::Target));
    let spans =
        |count| sides.map_or(CategoryShape::Whole, |sides| CategoryShape::Spans { sides, count });
    let kind = match category.get("type").and_then(PlainData::text) {
        Some(word) => *meaning_of(word, TYPE_MEANINGS)?,
        None => CategoryType::SingleSpan,
    };
    Some(match kind {
        CategoryType::Composite => CategoryShape::Composite,
        CategoryType::Split => {
            let sides = sides.unwrap_or(Sides::Target);
            CategoryShape::Spans { sides, count: SpanCount::Point }
        }
        CategoryType::MultiSpan => spans(SpanCount::Many),
        CategoryType::SingleSpan => spans(SpanCount::One),
    })
}

fn key(side: Side) -> &'static str {
    match side {
        Side::Source => SOURCE,
        Side::Target => TARGET,
    }
}

fn word(shape: CategoryShape) -> &'static str {
    match shape {
        CategoryShape::Composite => "composite",
        CategoryShape::Spans { count: SpanCount::Many, .. } => "multi_span",
        CategoryShape::Spans { count: SpanCount::Point, .. } => "split",
        CategoryShape::Whole | CategoryShape::Spans { count: SpanCount::One, .. } => "single_span",
    }
}

fn lies_in(shape: CategoryShape, side: Side) -> bool {
    matches!(shape, CategoryShape::Spans { sides, .. } if sides.includes(side))
}
