//! The room of a text.

/// How much a label and its note may take, and where the note is.
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
