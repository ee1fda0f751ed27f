//! The shape of a tree, without a word: branches that fan out from the root, in the colours of the categories.

use super::model::{Diagram, DiagramDirection, DiagramEdge, DiagramNode, DiagramNodeKind};
use super::tree::{TypologyBranch, TypologyTree};
use crate::{Color, Typology};

/// Three times the displayed width, since lengths are whole.
const WIDTH: i32 = 720;
const HEIGHT: i32 = 288;
const MARGIN: i32 = 15;
/// Diameter of the root.
const ROOT: i32 = 18;
/// The maximal heights of a category, a leaf, and a node between them.
const CATEGORY: i32 = 18;
const LEAF: i32 = 7;
const JOINT: i32 = 3;
/// Width of a leaf.
const BAR: i32 = 15;
/// The maximal numbers of leaves and levels: more would be too close together to be drawn.
const MOST_LEAVES: usize = 96;
const MOST_LEVELS: usize = 12;

/// The distance of leaves, and the additional gap after a category with children, in units that are scaled to the
/// height of the diagram; even, so that they can be halved.
const STEP: i32 = 4;
const GROUP_GAP: i32 = 2;

/// Draws the shape of a typology in 720 × 288 pixels, to be shown at a third of that size. Details too fine to be drawn
/// are left out: the deepest levels first, then the last categories and questions.
#[must_use]
pub fn thumbnail(typology: &Typology, direction: DiagramDirection) -> Diagram {
    let tree = TypologyTree::of("", typology);
    let levels = (1..=MOST_LEVELS).rev();
    let mut levels =
        levels.skip_while(|levels| *levels > 1 && leaves(&tree, *levels) > MOST_LEAVES);
    let mut fan = BranchFan {
        tree: &tree,
        levels: levels.next().unwrap_or(1),
        used: 0,
        category: 0,
        drafts: Vec::new(),
    };
    fan.grow();
    fan.diagram(direction)
}

/// The number of leaves with this number of levels.
fn leaves(tree: &TypologyTree, levels: usize) -> usize {
    fn of(tree: &TypologyTree, branches: &[TypologyBranch], levels: usize) -> usize {
        let below = |branch| match tree.hanging_on(branch) {
            children if levels > 1 && !children.is_empty() => of(tree, children, levels - 1),
            _ => 1,
        };
        branches.iter().map(below).sum()
    }
    of(tree, &tree.branches, levels)
}

/// A tree spread out without texts.
struct BranchFan<'t> {
    tree: &'t TypologyTree,
    levels: usize,
    /// Units taken by the leaves so far.
    used: i32,
    /// Diameter of a category.
    category: i32,
    drafts: Vec<ThumbnailDraft>,
}

/// A node before lengths are known.
struct ThumbnailDraft {
    part: DiagramNodeKind,
    depth: usize,
    parent: usize,
    leaf: bool,
    /// Its middle, in units.
    middle: i32,
    full_text: String,
    color: Option<Color>,
}

impl BranchFan<'_> {
    fn grow(&mut self) {
        let tree = self.tree;
        self.drafts.push(ThumbnailDraft {
            part: DiagramNodeKind::Root,
            depth: 0,
            parent: 0,
            leaf: tree.branches.is_empty(),
            middle: 0,
            full_text: tree.label.clone(),
            color: None,
        });
        let mut middles = Vec::new();
        for branch in tree.branches.iter().take(MOST_LEAVES) {
            middles.push(self.branch(branch, 1, 0));
            if !self.shown(branch, 1).is_empty() {
                self.used += GROUP_GAP;
            }
        }
        self.centre(0, &middles);
        self.category = self.room_for_categories();
    }

    /// Adds a branch; returns its middle, in units.
    fn branch(&mut self, branch: &TypologyBranch, depth: usize, parent: usize) -> i32 {
        let children = self.shown(branch, depth);
        let leaf = children.is_empty();
        let index = self.drafts.len();
        self.drafts.push(ThumbnailDraft {
            part: DiagramNodeKind::of(branch.kind),
            depth,
            parent,
            leaf,
            middle: self.used + STEP / 2,
            full_text: branch.label.clone(),
            color: branch.color,
        });
        if leaf {
            self.used += STEP;
            return self.used - STEP / 2;
        }
        let middles: Vec<i32> =
            children.iter().map(|child| self.branch(child, depth + 1, index)).collect();
        self.centre(index, &middles)
    }

    fn shown<'b>(&self, branch: &'b TypologyBranch, depth: usize) -> &'b [TypologyBranch] {
        if depth < self.levels { self.tree.hanging_on(branch) } else { &[] }
    }

    /// Puts a node between the first and the last of its children.
    fn centre(&mut self, index: usize, children: &[i32]) -> i32 {
        let first = children.first().copied().unwrap_or_default();
        let middle = i32::midpoint(first, children.last().copied().unwrap_or_default());
        if let Some(draft) = self.drafts.get_mut(index) {
            draft.middle = middle;
        }
        middle
    }

    fn diagram(&self, direction: DiagramDirection) -> Diagram {
        let nodes: Vec<DiagramNode> =
            self.drafts.iter().map(|draft| self.node(draft, direction)).collect();
        let edges = self.drafts.iter().enumerate().skip(1).filter_map(|(to, draft)| {
            let (parent, child) = (nodes.get(draft.parent)?, nodes.get(to)?);
            let path = curve(parent, child, direction);
            Some(DiagramEdge { from: draft.parent, to, path, color: draft.color })
        });
        Diagram {
            width: WIDTH,
            height: HEIGHT,
            font_size: 0,
            note_size: 0,
            stroke: "3",
            edges: edges.collect(),
            nodes,
        }
    }

    fn node(&self, draft: &ThumbnailDraft, direction: DiagramDirection) -> DiagramNode {
        let (width, height) = self.size(draft);
        let deepest = self.drafts.iter().map(|draft| draft.depth).max().unwrap_or_default();
        let column = (WIDTH - 2 * MARGIN - BAR) / length(deepest.max(1));
        let from_root = MARGIN + column * length(draft.depth);
        DiagramNode {
            part: draft.part,
            depth: draft.depth,
            leaf: draft.leaf,
            x: match direction {
                DiagramDirection::LeftToRight => from_root,
                DiagramDirection::RightToLeft => WIDTH - from_root - width,
            },
            y: self.to_pixels(draft.middle) - height / 2,
            width,
            height,
            label: Vec::new(),
            note: None,
            full_text: draft.full_text.clone(),
            color: draft.color,
        }
    }

    fn to_pixels(&self, units: i32) -> i32 {
        MARGIN + units * (HEIGHT - 2 * MARGIN) / self.used.max(1)
    }

    /// Width and height, less than the distance to the next.
    fn size(&self, draft: &ThumbnailDraft) -> (i32, i32) {
        let leaves = self.to_pixels(STEP) - self.to_pixels(0) - 1;
        match draft.part {
            DiagramNodeKind::Root => (ROOT, ROOT),
            DiagramNodeKind::Category(_) => (self.category, self.category),
            DiagramNodeKind::Question | DiagramNodeKind::Option if draft.leaf => {
                (BAR, leaves.clamp(1, LEAF))
            }
            DiagramNodeKind::Question | DiagramNodeKind::Option => (JOINT, leaves.clamp(1, JOINT)),
        }
    }

    /// The diameter of a category: less than the distance between any two.
    fn room_for_categories(&self) -> i32 {
        let categories = self.drafts.iter().filter(|draft| draft.depth == 1);
        let middles: Vec<i32> = categories.map(|draft| self.to_pixels(draft.middle)).collect();
        let distances = middles.windows(2).filter_map(|pair| Some(pair.last()? - pair.first()?));
        distances.min().map_or(CATEGORY, |nearest| (nearest - 2).clamp(1, CATEGORY))
    }
}

fn length(count: usize) -> i32 {
    i32::try_from(count).unwrap_or(i32::MAX)
}

/// A curve from parent to child, horizontal at both ends.
fn curve(parent: &DiagramNode, child: &DiagramNode, direction: DiagramDirection) -> String {
    let (from, to) = match direction {
        DiagramDirection::LeftToRight => (parent.x + parent.width, child.x),
        DiagramDirection::RightToLeft => (parent.x, child.x + child.width),
    };
    let (from_y, to_y) = (parent.y + parent.height / 2, child.y + child.height / 2);
    let middle = i32::midpoint(from, to);
    format!("M{from} {from_y}C{middle} {from_y} {middle} {to_y} {to} {to_y}")
}
