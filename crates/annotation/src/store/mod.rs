//! Storage on this device: works, their journals, drafts, and the rules by which nothing of them is lost.
//!
//! A *work* is one template with one data file. Everything goes through [`KeyValue`], which the browser's `localStorage`
//! implements; nothing here knows what an edit is, only that changes and states are JSON texts.
//!
//! **Start reading** at [`Journal`]; `mirror` joins two stores.
//!
//! **Must never happen here:** a stored value that is deleted because it cannot be read; reading that waits for a write; a
//! success that is reported before the store has the value.

mod compact;
pub mod deleted;
pub mod disambiguation;
pub mod drafts;
mod ends;
pub mod events;
pub mod field_mappings;
mod frame;
mod history;
mod holding;
mod journal;
mod journal_ends;
mod key_value;
mod keys;
mod mirror;
mod recover;
pub mod reminder;
mod removed;
pub mod usage;
pub mod works;

pub use frame::ValueDamage;
pub use frame::{seal, unseal};
pub use history::InstanceHistory;
pub use holding::{HoldingStore, HoldingWriter};
pub use journal::{Journal, JournalError, JournalRecord, ReadOnlyReason, SaveState};
pub use key_value::{KeyValue, MemoryStore, StoreError};
pub use keys::{DraftKeyPart, StorageKey, WorkId, WorkKeyPart, training_key};
pub use mirror::{MirrorBatch, MirroredStore, Reconciliation, go_on_alone, reconcile};
pub use recover::{JournalProblem, OpenedJournal};
pub use removed::RemovedEntries;
