//! What only the way back to a format needs: its reader puts it into `preserved`, its writer takes it from there.

pub(crate) mod order;
pub(crate) mod verbatim;
