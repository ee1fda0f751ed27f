//! The layout of a tree: each leaf has a row, each node is on the row of its first child, nodes of one depth are
//! aligned. A leaf may be longer than its column is wide, since the rest of its row is free.

use super::lines::{self, PlacedNode, RADIUS};
use super::measure::{FontWeight, TextRuler, is_rtl};
use super::model::{Diagram, DiagramDirection, DiagramNode, DiagramNodeKind, DiagramText};
use super::note_words::{DiagramWords, SEPARATOR};
use super::text_room::{NotePlacement, TextRoom};
use super::tree::{BranchKind, TypologyBranch, TypologyTree};
use crate::CategoryShape;

/// The options of a diagram. Unreasonable sizes are clamped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DiagramOptions {
    /// Height of a row, in CSS pixels.
    pub row_height: i32,
    /// Size of labels, in CSS pixels.
    pub font_size: i32,
    /// The maximal width of a label, in CSS pixels, before it wraps to a second line. A leaf has one line, up to half
    /// as wide again, and the root one up to three times as wide. Longer labels are shortened.
    pub max_label_width: i32,
    /// The width of a diagram, in CSS pixels, above which labels are narrowed, down to half of
    /// [`max_label_width`](DiagramOptions::max_label_width).
    pub good_width: i32,
    /// The side of the root.
    pub direction: DiagramDirection,
    /// The number of levels drawn, the categories being the first; `None` for all.
    pub levels: Option<usize>,
}

impl Default for DiagramOptions {
    fn default() -> Self {
        DiagramOptions {
            row_height: 20,
            font_size: 13,
            max_label_width: 240,
            good_width: 1000,
            direction: DiagramDirection::LeftToRight,
            levels: None,
        }
    }
}

/// The step by which labels are narrowed in too wide a diagram.
const STEP: i32 = 20;
/// Around everything.
pub(super) const MARGIN: i32 = 12;
/// From the border of a box to its text.
pub(super) const PADDING: i32 = 6;
/// The coloured bar of a category, with its distance to the text.
pub(super) const BAR: i32 = 6;
/// Between the columns, for the lines.
pub(super) const GAP: i32 = 24;
/// Between a label and the note beside it.
pub(super) const NOTE_GAP: i32 = 10;
/// Between two lines of a node, besides the size of the lower one.
const LEADING: i32 = 3;
/// Between categories, if any of them has children in the diagram.
const GROUP_GAP: i32 = 8;
/// Above and below each box.
const ROW_GAP: i32 = 1;

/// Lays a tree out with its texts.
#[must_use]
pub fn layout(tree: &TypologyTree, words: &DiagramWords, options: &DiagramOptions) -> Diagram {
    let mut most = options.max_label_width.clamp(20, 2000);
    let least = most / 2;
    loop {
        let diagram = LayoutPlan::new(tree, words, options, most).diagram(options.direction);
        if diagram.width <= options.good_width || most == least {
            return diagram;
        }
        most = (most - STEP).max(least);
    }
}

/// A diagram in the making, from left to right.
pub(super) struct LayoutPlan<'a> {
    pub(super) tree: &'a TypologyTree,
    words: &'a DiagramWords,
    row: i32,
    /// The maximal width of a label, and that of a leaf's label if there is room.
    pub(super) most: i32,
    pub(super) leaf_most: i32,
    pub(super) good_width: i32,
    bold: TextRuler,
    plain: TextRuler,
    pub(super) small: TextRuler,
    levels: usize,
    /// The common shape of the categories, if they have one.
    shape: Option<CategoryShape>,
    /// The left edges of the columns, by depth.
    columns: Vec<i32>,
    placed: Vec<PlacedNode>,
}

impl<'a> LayoutPlan<'a> {
    fn new(
        tree: &'a TypologyTree,
        words: &'a DiagramWords,
        options: &DiagramOptions,
        most: i32,
    ) -> Self {
        let size = options.font_size.clamp(6, 60);
        let ruler = |size, weight| TextRuler { size, weight };
        let mut plan = LayoutPlan {
            tree,
            words,
            row: options.row_height.clamp((size + 4).max(2 * RADIUS + 2), 120),
            most,
            leaf_most: options.max_label_width.clamp(20, 2000) * 3 / 2,
            good_width: options.good_width.clamp(0, 100_000),
            bold: ruler(size, FontWeight::Bold),
            plain: ruler(size, FontWeight::Regular),
            small: ruler((size * 17 / 20).max(5), FontWeight::Regular),
            levels: options.levels.unwrap_or(usize::MAX).max(1),
            shape: tree.common_shape(),
            columns: Vec::new(),
            placed: Vec::new(),
        };
        plan.columns = plan.columns();
        plan
    }

    fn diagram(mut self, direction: DiagramDirection) -> Diagram {
        let height = self.grow() + MARGIN;
        let ends = self.placed.iter().map(|placed| placed.node.x + placed.node.width);
        let width = ends.max().unwrap_or_default() + MARGIN;
        if direction == DiagramDirection::RightToLeft {
            self.placed.iter_mut().for_each(|placed| lines::mirror(placed, width));
        }
        let edges = lines::edges(&self.placed, direction);
        Diagram {
            width,
            height,
            font_size: self.plain.size,
            note_size: self.small.size,
            stroke: "1.25",
            nodes: self.placed.into_iter().map(|placed| placed.node).collect(),
            edges,
        }
    }

    /// Places all nodes; returns the end of the last row.
    fn grow(&mut self) -> i32 {
        let tree = self.tree;
        self.root();
        let spaced = tree.branches.iter().any(|branch| !self.shown(branch, 1).is_empty());
        let gap = if spaced { GROUP_GAP } else { 0 };
        let room = self.leaf_room(&tree.branches, 1);
        let mut top = MARGIN + self.row + GROUP_GAP - gap;
        for branch in &tree.branches {
            top += gap;
            top += self.branch(branch, 1, 0, top, room);
        }
        top
    }

    fn root(&mut self) {
        let (before, after) = &self.words.each;
        let each = self.shape.map(|shape| format!("{before}{}{after}", self.words.shape(shape)));
        let note = each.unwrap_or_default();
        let room = TextRoom {
            label: self.most * 3,
            lines: 1,
            note: self.most,
            note_at: NotePlacement::After,
        };
        let node = DiagramNode {
            part: DiagramNodeKind::Root,
            depth: 0,
            leaf: self.tree.branches.is_empty(),
            x: MARGIN,
            y: MARGIN + ROW_GAP,
            width: 0,
            height: self.row - 2 * ROW_GAP,
            label: Vec::new(),
            note: None,
            full_text: self.tree.label.clone(),
            color: None,
        };
        let placed = self.written(node, 0, &self.tree.label, &note, room);
        self.placed.push(placed);
    }

    /// Places a branch from `top` downwards; returns its height. `room` is for a branch without children.
    fn branch(
        &mut self,
        branch: &TypologyBranch,
        depth: usize,
        parent: usize,
        top: i32,
        room: TextRoom,
    ) -> i32 {
        let children = self.shown(branch, depth);
        let room = if children.is_empty() { room } else { self.inner_room(branch) };
        let node = DiagramNode {
            part: DiagramNodeKind::of(branch.kind),
            depth,
            leaf: children.is_empty(),
            x: self.column(depth),
            y: top + ROW_GAP,
            width: 0,
            height: self.row - 2 * ROW_GAP,
            label: Vec::new(),
            note: None,
            full_text: full_text(branch, self.tree.only_question(branch)),
            color: branch.color,
        };
        let note = self.note(branch, depth);
        let placed = self.written(node, parent, &branch.label, &note, room);
        let height = placed.node.height + 2 * ROW_GAP;
        let index = self.placed.len();
        self.placed.push(placed);
        let room = self.leaf_room(children, depth + 1);
        let mut below = top;
        for child in children {
            below += self.branch(child, depth + 1, index, below, room);
        }
        height.max(below - top)
    }

    /// Writes label and note into a box of one row, and makes it as large as they need.
    fn written(
        &self,
        mut node: DiagramNode,
        parent: usize,
        label: &str,
        note: &str,
        room: TextRoom,
    ) -> PlacedNode {
        let ruler = self.ruler(node.part);
        let row_y = node.y - ROW_GAP + self.row / 2;
        // Letters without ascenders are in the middle of the row.
        let baseline = |size: i32| row_y + size * 7 / 20;
        let x = node.x + inset(node.part);
        let (mut y, mut label_end, mut first_end) = (baseline(ruler.size), x, None);
        for line in ruler.wrap(label, room.label, room.lines) {
            if first_end.is_some() {
                y += ruler.size + LEADING;
            }
            let end = x + ruler.width(&line);
            label_end = end.max(label_end);
            first_end.get_or_insert(end);
            node.label.push(text(x, y, line));
        }
        let note = self.small.fit(note, room.note);
        let (note_x, note_y) = match room.note_at {
            _ if note.is_empty() => (x, y),
            NotePlacement::Beside(distance) => (x + distance, baseline(self.small.size)),
            NotePlacement::After => (label_end + NOTE_GAP, baseline(self.small.size)),
            NotePlacement::Below => (x, y + self.small.size + LEADING),
        };
        let note_end = note_x + self.small.width(&note);
        node.width = label_end.max(note_end) + PADDING - node.x;
        node.height += y.max(note_y) - baseline(ruler.size);
        let beside = !note.is_empty() && room.note_at != NotePlacement::Below;
        let line_x = if beside { note_end } else { first_end.unwrap_or(x) } + PADDING;
        node.note = Some(text(note_x, note_y, note)).filter(|note| !note.text.is_empty());
        PlacedNode { node, parent, line_x, row_y }
    }

    /// The children of a branch in this diagram.
    pub(super) fn shown<'t>(
        &self,
        branch: &'t TypologyBranch,
        depth: usize,
    ) -> &'t [TypologyBranch] {
        if depth < self.levels { self.tree.hanging_on(branch) } else { &[] }
    }

    pub(super) fn note(&self, branch: &TypologyBranch, depth: usize) -> String {
        let known = matches!(branch.kind, BranchKind::Category(_, shape) if Some(shape) == self.shape)
            && branch.roles.is_empty();
        let mut parts = vec![if known { String::new() } else { self.words.note(branch) }];
        let question = self.tree.only_question(branch);
        if let Some(question) = question {
            parts.push(question.label.clone());
            parts.push(self.words.note(question));
        }
        let last = question.unwrap_or(branch);
        if depth >= self.levels && !last.children.is_empty() {
            parts.push(format!("+{}", last.leaves()));
        }
        parts.retain(|part| !part.is_empty());
        parts.join(SEPARATOR)
    }

    pub(super) fn ruler(&self, part: DiagramNodeKind) -> TextRuler {
        match part {
            DiagramNodeKind::Root | DiagramNodeKind::Category(_) => self.bold,
            DiagramNodeKind::Question | DiagramNodeKind::Option => self.plain,
        }
    }

    pub(super) fn column(&self, depth: usize) -> i32 {
        self.columns.get(depth).copied().unwrap_or(MARGIN)
    }
}

/// The distance from the border of a box to its text.
pub(super) fn inset(part: DiagramNodeKind) -> i32 {
    match part {
        DiagramNodeKind::Root => 0,
        DiagramNodeKind::Category(_) => PADDING + BAR,
        DiagramNodeKind::Question | DiagramNodeKind::Option => PADDING,
    }
}

fn text(x: i32, y: i32, text: String) -> DiagramText {
    let rtl = is_rtl(&text);
    DiagramText { x, y, text, rtl, anchor: if rtl { "end" } else { "start" } }
}

/// The label, explanation and prompt of a branch and of its only question, one per line, each once.
fn full_text(branch: &TypologyBranch, question: Option<&TypologyBranch>) -> String {
    let texts = |branch: &'_ TypologyBranch| {
        [&branch.label, &branch.description, &branch.prompt].map(String::clone)
    };
    let mut lines: Vec<String> = Vec::new();
    for text in [Some(branch), question].into_iter().flatten().flat_map(texts) {
        if !(text.is_empty() || lines.contains(&text)) {
            lines.push(text);
        }
    }
    lines.join("\n")
}
