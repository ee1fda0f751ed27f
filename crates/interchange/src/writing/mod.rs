//! What writers of formats have in common.

pub(crate) mod capabilities;
pub(crate) mod groups;
pub(crate) mod lost;
pub(crate) mod sink;
pub(crate) mod texts;
