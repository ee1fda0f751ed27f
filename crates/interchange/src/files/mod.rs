//! Kinds of files that several formats are: JSON, tables, lines.

pub(crate) mod json;
pub(crate) mod json_item;
pub(crate) mod lines;
pub(crate) mod table;
