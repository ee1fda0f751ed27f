//! What writers of formats have in common.

pub(crate) mod groups;
pub(crate) mod holds;
pub(crate) mod lost;
pub(crate) mod sink;
