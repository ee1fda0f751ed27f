//! What writers of formats have in common.

pub(crate) mod capabilities;
pub(crate) mod loss_names;
pub(crate) mod records_by_item;
pub(crate) mod sink;
pub(crate) mod texts;
