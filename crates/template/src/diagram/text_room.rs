//! The room of a text.

/// The room of a label and its note: maximal widths in CSS pixels, the lines of the label, and the placement of the
/// note.
#[derive(Clone, Copy)]
pub(super) struct TextRoom {
    pub(super) label: i32,
    pub(super) lines: usize,
    pub(super) note: i32,
    pub(super) note_at: NotePlacement,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum NotePlacement {
    /// On the row of the label, this far from its beginning.
    Beside(i32),
    /// On the row of the label, after it.
    After,
    /// Below the label.
    Below,
}
