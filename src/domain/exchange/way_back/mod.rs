//! What only the way back to a format needs: its reader puts it into `kept`, its writer takes it from there.
//!
//! Records are written in other formats than they were read from, so names in `kept` say what they hold of whose.

pub(crate) mod as_written;
pub(crate) mod order;
