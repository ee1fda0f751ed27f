//! A template as a tree of categories, questions and options that can be changed without knowing YAML.
//!
//! The text stays the only truth: [`outline`] reads the tree from it, [`apply`] turns what is asked into a patch that
//! leaves every other byte alone, comments and layout included. A patch is handed out only if the text then says what
//! was asked and nothing else; whatever the outline cannot do in that way is refused with the reason.
//!
//! A comment belongs to the item that it stands directly above, with the same indentation, or whose line it ends; so
//! does one below an item that is indented further than it. It moves and goes with that item.

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
mod tree;
mod value;

pub use error::{OutlineError, OutlineObstacle};
pub use fixes::{fix, fix_all};
pub use item::{Outline, OutlineField, OutlineItem};
pub use operation::{AnswerKind, MoveDestination, OutlineOperation};
pub use patch::{OutlinePatch, TextEdit};
pub use path::{ItemKind, ItemPath};

use std::ops::Range;

use self::plan::{OperationPlan, TemplateText};
use self::tree::{OutlineTree, entry_of};

/// The items of a template, as far as its text can be read.
#[must_use]
pub fn outline(text: &str) -> Outline {
    let tree = OutlineTree::read(text);
    item::read(&tree, &step::data(&tree))
}

/// The patch that does what is asked. It may be empty, where the text says so already.
///
/// # Errors
/// If the operation makes no sense for the item, or the text cannot be changed without harm; with what to do instead.
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

/// Where the item or key stands that was changed.
fn selection(tree: &OutlineTree<'_>, plan: &OperationPlan) -> Option<Range<usize>> {
    let item = plan.item.as_ref()?;
    let node = tree.item(item).ok()?;
    let value = plan.key.as_ref().and_then(|key| entry_of(node, key)).map(|entry| &entry.value);
    Some(value.unwrap_or(node).source.content())
}
