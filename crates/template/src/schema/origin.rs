//! Who introduced what may stand in a template.

/// Who introduced a key or a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SchemaOrigin {
    /// Read by Thresh.
    Thresh,
    /// Described in the paper on Thresh, but not read by it.
    Paper,
    /// Read by Spanwise alone.
    Spanwise,
}
