//! Common parts of writers: capabilities, losses, grouping of records, sinks.
//!
//! Start reading at `capabilities`. A writer must never drop anything that is not in its capabilities without noting a
//! loss, and names losses by `loss_names`, so that a loss has the same name in every format.

pub(crate) mod capabilities;
pub(crate) mod edit_ids;
pub(crate) mod loss_names;
pub(crate) mod project_files;
pub(crate) mod records_by_item;
pub(crate) mod roles;
pub(crate) mod sink;
pub(crate) mod texts;
