//! A template as a tree of categories, questions and options that can be changed without knowing YAML.
//!
//! The text remains the only source: [`outline`] reads the tree from it, [`apply`] turns an operation into a patch that
//! leaves every other byte alone, comments and layout included. A patch is returned only if the patched text has
//! exactly the data that the operation asks for; otherwise the operation is refused, with the reason.
//!
//! A comment belongs to an item if it is directly above it with the same indentation, ends its line, or is below it and
//! indented further. It is moved and removed with the item.

mod data;
mod error;
mod fixes;
mod flow;
mod item;
mod keys;
mod list;
mod operation;
mod patch;
mod path;
mod plan;
mod region;
mod scalar;
mod shape;
mod step;
mod text_keys;
mod training;
mod tree;
mod value;

pub use error::{OutlineError, OutlineObstacle};
pub use fixes::{fix, fix_all};
pub use item::{Outline, OutlineField, OutlineItem};
pub use operation::{AnswerKind, MoveDestination, OutlineOperation};
pub use patch::{OutlinePatch, TextEdit};
pub use path::{ItemKind, ItemPath, OutlineList};
pub use training::{OutlineTraining, TrainingRole};

use std::ops::Range;

use self::plan::{OperationPlan, TemplateText};
use self::tree::{OutlineTree, entry_of};

/// The items of a template, as far as its text can be read.
#[must_use]
pub fn outline(text: &str) -> Outline {
    let tree = OutlineTree::read(text);
    item::read(&tree, &step::data(&tree))
}

/// The patch for an operation; empty if the text needs no change.
///
/// # Errors
/// If the operation makes no sense for the item, or the text cannot be changed without harm. The error has a remedy.
pub fn apply(text: &str, operation: &OutlineOperation) -> Result<OutlinePatch, OutlineError> {
    let tree = OutlineTree::read(text);
    let source = TemplateText { data: step::data(&tree), tree };
    let plan = source.plan(operation)?;
    let draft = step::take(&source.tree, &plan.steps)?;
    let new = draft.text().to_owned();
    let edits = draft.into_edits();
    let select = selection(&OutlineTree::read(&new), &plan).unwrap_or_else(|| {
        let start = edits.first().map_or(0, |(range, _)| range.start.min(new.len()));
        start..start
    });
    Ok(OutlinePatch { edits, select, item: plan.item })
}

/// The range of the changed item, or of the value of its changed key.
fn selection(tree: &OutlineTree<'_>, plan: &OperationPlan) -> Option<Range<usize>> {
    let item = plan.item.as_ref()?;
    let node = tree.item(item).ok()?;
    let value = plan.key.as_ref().and_then(|key| entry_of(node, key)).map(|entry| &entry.value);
    Some(value.unwrap_or(node).source.content())
}
