//! The signals of the page, and the one road by which anything changes.
//!
//! Start reading at `context.rs`, which defines [`App`] (shared by the whole page), [`Session`] (one open work) and
//! [`Page`]; then `session.rs`, where each [`Command`](spanwise_annotation::workspace::Command) of the annotator goes
//! through [`Session::dispatch`] to the [`Workspace`](spanwise_annotation::workspace::Workspace), into the journal and
//! back into the signals; then [`opening`], which leads from an address or a file to a page.
//!
//! Never here:
//! * markup, or anything else that knows how a page looks;
//! * rules of annotating, which belong to the crates: signals hold copies of the workspace's state;
//! * a signal of a session that something else than its own functions sets after a command.

pub mod adjudication;
mod adjudication_offer;
pub mod builder;
pub(crate) mod commands;
mod context;
pub mod conversion;
pub mod deployment;
mod download_reminder;
mod durable_store;
pub mod embed;
mod event_log;
pub mod export;
mod failure;
mod fetching;
mod field_mapping;
pub mod figures;
mod file_writer;
pub mod gallery;
pub mod icons;
mod language;
pub mod language_model;
pub(crate) mod lazy;
mod loaded_languages;
mod loaded_template;
mod navigation;
mod needed_rules;
mod noted_typologies;
mod notices;
mod open_sessions;
mod open_work;
pub mod opening;
mod page_address;
mod preferences;
pub mod problems;
mod reading;
pub mod recent_works;
pub mod replay;
mod restoring;
pub mod save_as;
mod session;
mod session_problems;
mod session_start;
mod shown_texts;
mod storage_retry;
mod store;
pub mod submission;
pub mod suggestions;
pub(crate) mod tokens;
pub mod training;
mod unsaved_changes;
mod write_lock;

pub use adjudication::request::AdjudicationRequest;
pub use context::{App, EmbeddedDataSource, OpeningProgress, Page, Session, WaitingData};
pub use conversion::ForeignFiles;
pub use failure::Failure;
pub use field_mapping::unmapped_data::UnmappedData;
pub use figures::FiguresRequest;
pub use language_model::ModelRequest;
pub use loaded_template::LoadedTemplate;
pub use notices::{Notice, NoticeAction, NoticeLevel};
pub use preferences::{ConnectorVisibility, Preferences};
pub use session::{draft_prompt, refusal_message};
pub use shown_texts::ShownText;
