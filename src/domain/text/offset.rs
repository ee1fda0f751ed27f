//! Offsets that say their unit, and the text that converts between them.
//!
//! Three units meet in this app: the DOM and Thresh's files count UTF-16 code units, Rust counts bytes, Python counts
//! code points. Spans are kept in UTF-16, as they are in files; the other two appear only at the edges.

use std::sync::Arc;

/// Offset in UTF-16 code units: the DOM, JavaScript, and Thresh's files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Utf16(pub u32);

/// Offset in bytes of UTF-8: Rust's strings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Byte(pub usize);

/// Offset in Unicode scalar values: Python's strings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct CodePoint(pub u32);

/// A half-open range of a text, in UTF-16 code units, with `start <= end`. May be empty (an insertion point).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    start: Utf16,
    end: Utf16,
}

impl Span {
    /// The range between two offsets, in whichever order they come.
    #[must_use]
    pub fn between(a: Utf16, b: Utf16) -> Self {
        Span { start: a.min(b), end: a.max(b) }
    }

    /// First offset inside.
    #[must_use]
    pub fn start(self) -> Utf16 {
        self.start
    }

    /// First offset after.
    #[must_use]
    pub fn end(self) -> Utf16 {
        self.end
    }

    /// Length in UTF-16 code units.
    #[must_use]
    pub fn len(self) -> u32 {
        self.end.0 - self.start.0
    }

    /// Whether this is an insertion point.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }
}

/// An immutable text that converts between units of offset. Cheap to clone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Text {
    string: Arc<str>,
}
