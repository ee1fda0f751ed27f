//! Ranges of a text in code points, the unit of published figures.

/// A half-open range of a text, in code points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CodePointRange {
    /// First offset inside.
    pub start: u32,
    /// First offset after; not before `start`.
    pub end: u32,
}

impl CodePointRange {
    /// Its length in code points.
    #[must_use]
    pub fn len(self) -> u32 {
        self.end.saturating_sub(self.start)
    }

    /// Returns `true` if it is an insertion point.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The number of code points that two ranges have in common.
    #[must_use]
    pub fn overlap(self, other: CodePointRange) -> u32 {
        self.end.min(other.end).saturating_sub(self.start.max(other.start))
    }
}
