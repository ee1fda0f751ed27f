//! The page's signals, and the one road by which anything changes. No markup here.
//!
//! [`App`] holds what the whole page shares; [`Session`] is one open work. Signals hold copies of what the pure
//! [`Workspace`](spanwise_annotation::workspace::Workspace) says after each command; nothing else sets them.

pub mod adjudication;
pub mod builder;
mod context;
pub mod deployment;
mod download_reminder;
mod durable_store;
pub mod embed;
pub mod export;
mod failure;
mod fetching;
mod field_mapping;
pub mod gallery;
pub mod icons;
mod language;
pub(crate) mod lazy;
mod loaded_languages;
mod loaded_template;
mod navigation;
mod notices;
mod open_sessions;
mod open_work;
pub mod opening;
mod page_address;
mod preferences;
pub mod problems;
pub mod recent_works;
mod session;
mod session_problems;
mod session_start;
mod storage_retry;
mod store;
pub mod submission;
mod unsaved_changes;
mod write_lock;

pub use adjudication::request::AdjudicationRequest;
pub use context::{App, EmbeddedDataSource, OpeningProgress, Page, Session};
pub use failure::Failure;
pub use field_mapping::unmapped_data::UnmappedData;
pub use loaded_template::LoadedTemplate;
pub use notices::{Notice, NoticeAction, NoticeLevel};
pub use preferences::{ConnectorVisibility, Preferences};
pub use session::draft_prompt;
