//! The lines between placed nodes.

use super::model::{DiagramDirection, DiagramEdge, DiagramNode, DiagramNodeKind};

/// From the bend of a line to the child.
const BEND: i32 = 12;
/// Radius of a bend.
pub(super) const RADIUS: i32 = 5;

/// A node in its place.
pub(super) struct PlacedNode {
    pub(super) node: DiagramNode,
    /// Position of its parent among all nodes.
    pub(super) parent: usize,
    /// The x coordinate at which the line to the first child starts; unused for the root.
    pub(super) line_x: i32,
    /// The middle of its row.
    pub(super) row_y: i32,
}

/// Mirrors a node for a diagram from right to left.
pub(super) fn mirror(placed: &mut PlacedNode, width: i32) {
    let node = &mut placed.node;
    node.x = width - node.x - node.width;
    placed.line_x = width - placed.line_x;
    for text in node.label.iter_mut().chain(&mut node.note) {
        text.x = width - text.x;
        text.anchor = if text.rtl { "start" } else { "end" };
    }
}

/// A line to each node but the root. Each node must come after its parent.
pub(super) fn edges(placed: &[PlacedNode], direction: DiagramDirection) -> Vec<DiagramEdge> {
    let mut edges = Vec::new();
    // The last child of each node that has its line already.
    let mut before: Vec<Option<&PlacedNode>> = vec![None; placed.len()];
    for (to, child) in placed.iter().enumerate().skip(1) {
        let from = child.parent;
        if let (Some(parent), Some(before)) = (placed.get(from), before.get_mut(from)) {
            let path = line(parent, before.replace(child), child, direction);
            edges.push(DiagramEdge { from, to, path, color: parent.node.color });
        }
    }
    edges
}

/// The line to a child: from below the root, from beside the label of any other node, or, for all children but the
/// first, from the line to the previous child.
fn line(
    parent: &PlacedNode,
    before: Option<&PlacedNode>,
    child: &PlacedNode,
    direction: DiagramDirection,
) -> String {
    let (end, ahead) = match direction {
        DiagramDirection::LeftToRight => (child.node.x, 1),
        DiagramDirection::RightToLeft => (child.node.x + child.node.width, -1),
    };
    let (y, bend) = (child.row_y, end - BEND * ahead);
    let turn = format!("V{}Q{bend} {y} {} {y}H{end}", y - RADIUS, bend + RADIUS * ahead);
    match before {
        None if parent.node.part == DiagramNodeKind::Root => {
            format!("M{bend} {}{turn}", parent.node.y + parent.node.height)
        }
        // The first child of any other node is straight ahead.
        None => format!("M{} {y}H{end}", parent.line_x),
        Some(before) if before.row_y == parent.row_y => {
            let (from, x, below) = (parent.row_y, bend - RADIUS * ahead, parent.row_y + RADIUS);
            format!("M{x} {from}Q{bend} {from} {bend} {below}{turn}")
        }
        Some(before) => format!("M{bend} {}{turn}", before.row_y - RADIUS),
    }
}
