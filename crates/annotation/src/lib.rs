//! Annotations: instances, edits and their history, the data files they come from, and the journal that keeps them.
//!
//! **Start reading** at [`document`] for what an annotator makes, at [`workspace`] for what can be done with it, at [`mod@format`] for
//! files, at [`store`] for what is kept on a device.
//!
//! **Must never happen here:** access to a clock, a network, a store or a random number, which are handed in; an annotation
//! that is lost or changed in silence; data of a file that are not there any more when the file is written.

// In a release of the app nothing is formatted by Debug (scripts/lib/release.sh).
#![cfg_attr(not(test), warn(clippy::use_debug))]
#![warn(clippy::wildcard_enum_match_arm)]

pub mod alignment;
pub mod change;
pub mod digest;
pub mod document;
pub mod fingerprint;
pub mod format;
pub mod store;
pub mod typology_changes;
pub mod workspace;
