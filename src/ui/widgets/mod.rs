//! Small parts that several pages use.

mod diagnostics;
mod dialog;
mod icon;
mod markdown;
mod notices;

pub(super) use diagnostics::Diagnostics;
pub(super) use dialog::Dialog;
pub(super) use icon::{Icon, icon};
pub(super) use markdown::Markdown;
pub(super) use notices::Notices;
