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

    /// The number of characters that it counts as: its length, or 1 for an insertion point, which stands for the gap at
    /// its place, a character of its own.
    #[must_use]
    pub fn extent(self) -> u32 {
        self.len().max(1)
    }

    /// The number of characters that two ranges have in common: code points, or the gap of two insertion points at the
    /// same place.
    #[must_use]
    pub fn overlap(self, other: CodePointRange) -> u32 {
        if self.is_empty() && self == other {
            return 1;
        }
        self.end.min(other.end).saturating_sub(self.start.max(other.start))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_insertion_point_shares_its_gap_with_its_equals_only() {
        let range = |(start, end)| CodePointRange { start, end };
        for (a, b, shared) in [
            ((3, 3), (3, 3), 1),
            ((3, 3), (4, 4), 0),
            ((3, 3), (0, 9), 0),
            ((3, 3), (3, 4), 0),
            ((2, 3), (3, 3), 0),
            ((0, 5), (3, 9), 2),
            ((0, 3), (3, 9), 0),
        ] {
            let (a, b) = (range(a), range(b));
            assert_eq!((a.overlap(b), b.overlap(a)), (shared, shared), "{a:?} {b:?}");
        }
        assert_eq!((range((3, 3)).extent(), range((3, 5)).extent()), (1, 2));
    }
}
