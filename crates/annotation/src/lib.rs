//! Annotations: instances, edits and their history, the data files they come from, and the journal that keeps them.
//!
//! **Start reading** at [`document`] for annotations, at [`workspace`] for the operations on them, at [`mod@format`]
//! for files, at [`store`] for storage on a device.
//!
//! **Must never happen here:** access to a clock, a network, a store or random numbers, which are passed in; an
//! annotation lost or changed silently; data of a file lost when the file is written.

// In a release of the app nothing is formatted by Debug (scripts/lib/release.sh).
#![cfg_attr(not(test), warn(clippy::use_debug))]
#![warn(clippy::wildcard_enum_match_arm)]

pub mod alignment;
pub mod change;
pub mod corrections;
pub mod digest;
pub mod document;
pub mod event_log;
pub mod fingerprint;
pub mod format;
pub mod mentions;
pub mod overlaps;
pub mod replay;
pub mod store;
pub mod suggestions;
pub mod tokens;
pub mod typology_changes;
pub mod typology_hash;
pub mod workspace;
