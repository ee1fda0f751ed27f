//! The screens of the builder.

use super::outline_tree::OutlineTree;
use spanwise_template::outline::ItemPath;
use spanwise_training::Task;

/// A screen of the builder.
#[derive(Clone)]
pub(super) enum BuilderScreen {
    /// The draft in its panes.
    Draft,
    /// A task whose gold is marked.
    Gold(Box<GoldStep>),
    /// The training, as trainees see it.
    Trial,
}

/// An exercise or examination whose gold is marked.
#[derive(Clone)]
pub(super) struct GoldStep {
    pub(super) tree: OutlineTree,
    pub(super) path: ItemPath,
    pub(super) title: String,
    pub(super) task: Task,
}
