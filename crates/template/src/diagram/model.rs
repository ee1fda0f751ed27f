//! A diagram: boxes with texts, and the lines between them.

use super::tree::BranchKind;
use crate::{CategoryId, Color};

/// The side of the root.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum DiagramDirection {
    /// On the left.
    #[default]
    LeftToRight,
    /// On the right, for interfaces written from right to left.
    RightToLeft,
}

/// A tree, laid out: boxes and the lines between them, in CSS pixels from the upper left corner.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagram {
    /// Width of everything, margins included.
    pub width: i32,
    /// Height of everything, margins included.
    pub height: i32,
    /// Size of labels; 0 if there is no text.
    pub font_size: i32,
    /// Size of notes; 0 if there is no text.
    pub note_size: i32,
    /// Width of lines, for `stroke-width`.
    pub stroke: &'static str,
    /// The root, and then each node before its children, in the order of the template.
    pub nodes: Vec<DiagramNode>,
    /// One for each node but the root.
    pub edges: Vec<DiagramEdge>,
}

/// The part of a typology that a node represents.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DiagramNodeKind {
    /// The typology.
    Root,
    /// A category.
    Category(CategoryId),
    /// A question about edits of a category, or about instances.
    Question,
    /// An option of a question.
    Option,
}

impl DiagramNodeKind {
    pub(super) fn of(kind: BranchKind) -> DiagramNodeKind {
        match kind {
            BranchKind::Category(id, _) => DiagramNodeKind::Category(id),
            BranchKind::InstanceQuestion | BranchKind::Question => DiagramNodeKind::Question,
            BranchKind::Option => DiagramNodeKind::Option,
        }
    }
}

/// A box. No two boxes of a diagram overlap.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DiagramNode {
    /// The part of the typology that it represents.
    pub part: DiagramNodeKind,
    /// Steps from the root.
    pub depth: usize,
    /// `true` if it has no children in the diagram.
    pub leaf: bool,
    /// Left border.
    pub x: i32,
    /// Upper border.
    pub y: i32,
    /// Width.
    pub width: i32,
    /// Height.
    pub height: i32,
    /// The lines of its label, shortened if it is too long; none in a diagram without text.
    pub label: Vec<DiagramText>,
    /// A short note, such as the kind of its answers.
    pub note: Option<DiagramText>,
    /// Label, explanation and prompt in full, one per line; in a thumbnail the label alone.
    pub full_text: String,
    /// Colour of its category as the template gives it; to be adapted to the background. `None` for the root and
    /// for questions about instances.
    pub color: Option<Color>,
}

/// One line of text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DiagramText {
    /// Its left end, or its right end in a diagram from right to left.
    pub x: i32,
    /// Its baseline.
    pub y: i32,
    /// The text.
    pub text: String,
    /// `true` if it is written from right to left; for the attribute `direction`.
    pub rtl: bool,
    /// `start` or `end`, for the attribute `text-anchor`.
    pub anchor: &'static str,
}

/// A line to the border of a node: from beside or below the label of its parent, or from the line to the sibling before it,
/// so that no stretch is drawn twice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DiagramEdge {
    /// Position of the parent in [`Diagram::nodes`].
    pub from: usize,
    /// Position of the child in [`Diagram::nodes`].
    pub to: usize,
    /// The attribute `d` of a path.
    pub path: String,
    /// Colour of its category, as in [`DiagramNode::color`]; `None` if it belongs to none.
    pub color: Option<Color>,
}
