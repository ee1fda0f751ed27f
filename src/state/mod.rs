//! The page's signals, and the one road by which anything changes. No markup here.
//!
//! [`App`] holds what the whole page shares; [`Session`] is one open work. Signals hold copies of what the pure
//! [`Workspace`](spanwise_annotation::workspace::Workspace) says after each command; nothing else sets them.

pub mod adjudicate;
mod app;
mod beginning;
pub mod build;
mod columns;
pub mod deploy;
mod durable;
pub mod embed;
pub mod export;
pub mod gallery;
pub mod icons;
mod language;
pub mod opening;
pub(crate) mod parts;
mod preferences;
pub mod problems;
pub mod recent;
mod saving;
mod session;
mod several;
mod sources;
pub mod submit;
mod unsaved;
mod work;
mod writer;

pub use app::{App, BroughtBy, Example, Failure, Landing, Level, Notice, NoticeAction, Page};
pub use columns::Unmapped;
pub use preferences::{Connectors, Preferences};
pub use saving::Store;
pub use session::{Session, what_next};
pub use several::Several;
