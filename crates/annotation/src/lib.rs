//! Annotations: instances, edits and their history, the data files they come from, and the journal that keeps them.
//!
//! Nothing here reads a clock, a network, a store or a random number: what the rules need is handed to them.

pub mod alignment;
pub mod change;
pub mod document;
pub mod fingerprint;
pub mod format;
pub mod identity;
pub mod store;
pub mod typology_changes;
pub mod workspace;
