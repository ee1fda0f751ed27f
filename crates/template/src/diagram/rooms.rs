//! The room of each text: the columns of a diagram, and the free space beside them.

use super::layout::{BAR, GAP, LayoutPlan, MARGIN, NOTE_GAP, PADDING, inset};
use super::model::DiagramNodeKind;
use super::text_room::{NotePlacement, TextRoom};
use super::tree::{BranchKind, TypologyBranch};

impl LayoutPlan<'_> {
    /// The room of a branch with children, which widens its column.
    pub(super) fn inner_room(&self, branch: &TypologyBranch) -> TextRoom {
        let category = matches!(branch.kind, BranchKind::Category(..));
        let note_at = if category { NotePlacement::Below } else { NotePlacement::After };
        TextRoom { label: self.most, lines: 2, note: self.most, note_at }
    }

    /// The room of the siblings without children: up to the edge of the diagram, with the notes aligned.
    pub(super) fn leaf_room(&self, siblings: &[TypologyBranch], depth: usize) -> TextRoom {
        let leaves = || siblings.iter().filter(|branch| self.shown(branch, depth).is_empty());
        let notes = leaves().map(|leaf| self.small.fit(&self.note(leaf, depth), self.leaf_most));
        let note = notes.map(|note| self.small.width(&note)).max().unwrap_or_default();
        let free =
            self.good_width - MARGIN - self.column(depth) - note - NOTE_GAP - BAR - 2 * PADDING;
        let most = free.clamp(self.most, self.leaf_most);
        let label_width = |leaf: &TypologyBranch| {
            let ruler = self.ruler(DiagramNodeKind::of(leaf.kind));
            ruler.width(&ruler.fit(&leaf.label, most))
        };
        let label = leaves().map(label_width).max().unwrap_or_default();
        TextRoom {
            label: most,
            lines: 1,
            note: self.leaf_most,
            note_at: NotePlacement::Beside(label + NOTE_GAP),
        }
    }

    /// The left edges of the columns, by depth. The root is above the others, so its column has no width.
    pub(super) fn columns(&self) -> Vec<i32> {
        let mut widths = vec![0];
        self.widen(&self.tree.branches, 1, &mut widths);
        let mut x = MARGIN;
        let begin = |width: i32| {
            let here = x;
            x += width + GAP;
            here
        };
        widths.into_iter().map(begin).collect()
    }

    /// Makes each column as wide as its widest branch with children.
    fn widen(&self, branches: &[TypologyBranch], depth: usize, widths: &mut Vec<i32>) {
        if widths.len() <= depth {
            widths.resize(depth + 1, 0);
        }
        for branch in branches {
            let children = self.shown(branch, depth);
            if children.is_empty() {
                continue;
            }
            let needed = self.inner_width(branch, depth);
            if let Some(width) = widths.get_mut(depth) {
                *width = needed.max(*width);
            }
            self.widen(children, depth + 1, widths);
        }
    }

    fn inner_width(&self, branch: &TypologyBranch, depth: usize) -> i32 {
        let (part, room) = (DiagramNodeKind::of(branch.kind), self.inner_room(branch));
        let ruler = self.ruler(part);
        let lines = ruler.wrap(&branch.label, room.label, room.lines);
        let label = lines.iter().map(|line| ruler.width(line)).max().unwrap_or_default();
        let note = self.small.width(&self.small.fit(&self.note(branch, depth), room.note));
        let text = match room.note_at {
            NotePlacement::Below => label.max(note),
            NotePlacement::Beside(_) | NotePlacement::After if note == 0 => label,
            NotePlacement::Beside(_) | NotePlacement::After => label + NOTE_GAP + note,
        };
        inset(part) + text + PADDING
    }
}
