//! Kinds of files that several formats are: JSON, tables, lines.

pub(crate) mod items;
pub(crate) mod json_file;
pub(crate) mod json_items;
pub(crate) mod lines;
pub(crate) mod table;
