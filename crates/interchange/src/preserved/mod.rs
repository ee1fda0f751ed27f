//! What only the way back to a format needs: its reader puts it into `preserved`, its writer takes it from there.

pub(crate) mod as_written;
pub(crate) mod order;
