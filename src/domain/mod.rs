//! The rules of Spanwise, with no browser in sight.
//!
//! Nothing here reads a clock, a network, a store or a random number: what the rules need is handed to them.
//! Errors that a person can cause are values with a place and a remedy ([`diagnostic`]); nothing panics on any input.

pub mod alignment;
mod assignment;
mod decimal;
pub mod deploy;
pub mod diagnostic;
pub mod document;
pub mod exchange;
pub mod fingerprint;
pub mod format;
pub mod identity;
pub mod limits;
pub mod link;
pub mod markdown;
pub mod measure;
pub mod several;
pub mod sorted;
pub mod store;
pub mod submit;
pub mod text;
pub mod typology;
pub mod wording;
pub mod workspace;
pub mod yaml;
