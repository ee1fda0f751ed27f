//! The page's signals, and the one road by which anything changes. No markup here.
//!
//! [`App`] holds what the whole page shares; [`Session`] is one open work. Signals hold copies of what the pure
//! [`Workspace`](spanwise_annotation::workspace::Workspace) says after each command; nothing else sets them.

pub mod adjudication;
pub mod builder;
mod context;
pub mod deployment;
mod durable_store;
pub mod embed;
pub mod export;
mod fetching;
mod field_mapping;
pub mod gallery;
pub mod icons;
mod language;
pub(crate) mod lazy;
mod open_work;
pub mod opening;
mod preferences;
pub mod problems;
pub mod recent_works;
mod session;
mod session_start;
mod store;
pub mod submission;
mod unsaved_changes;
mod write_lock;

pub use adjudication::request::AdjudicationRequest;
pub use context::{
    App, EmbeddedDataSource, ExampleData, Failure, LoadedTemplate, Notice, NoticeAction,
    NoticeLevel, Page,
};
pub use field_mapping::UnmappedData;
pub use preferences::{ConnectorVisibility, Preferences};
pub use session::{Session, draft_prompt};
pub use store::PageStore;
