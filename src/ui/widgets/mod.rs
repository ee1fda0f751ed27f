//! Small parts that several pages use.

mod dialog;
mod diagnostics;
mod icon;
mod markdown;
mod notices;

pub(super) use diagnostics::Diagnostics;
pub(super) use dialog::Dialog;
pub(super) use icon::{Icon, icon};
pub(super) use markdown::Markdown;
pub(super) use notices::Notices;
