//! The origin of the keys and words of a template.

/// The reader that introduced a key or a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SchemaOrigin {
    /// Read by Thresh.
    Thresh,
    /// Described in the paper on Thresh, but not read by it.
    Paper,
    /// Read by Spanwise alone.
    Spanwise,
}
