//! Agreement of annotators: alignment of their instances, matching of their edits, and measures of agreement.
//!
//! **Start reading** at [`measure`] for the measures, at [`adjudication`] for the comparison of annotators instance by
//! instance.
//!
//! **Must never happen here:** a figure that is NaN or infinite, or 0 where it is undefined (see `measure::Undefined`);
//! randomness without a seed, or results that depend on threads or on the machine; access to files, network or clock.

// In a release of the app nothing is formatted by Debug (scripts/lib/release.sh).
#![cfg_attr(not(test), warn(clippy::use_debug))]
#![warn(clippy::wildcard_enum_match_arm)]

pub mod adjudication;
pub mod assignment;
mod heaviest_matching;
pub mod measure;
