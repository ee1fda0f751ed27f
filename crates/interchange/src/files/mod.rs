//! Kinds of files that several formats share: JSON, tables, lines.
//!
//! Start reading at `lines` or `json_item`. Nothing here may depend on a single format.

pub(crate) mod file_name;
pub(crate) mod json;
pub(crate) mod json_item;
pub(crate) mod lines;
pub(crate) mod table;
