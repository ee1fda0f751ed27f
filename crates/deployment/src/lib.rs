//! A template on its way to annotators: bundles, links, pages that embed it, studies on crowdsourcing platforms.
//!
//! Values and texts only: fetching, compression and downloads are up to the page.

// In a release of the app nothing is formatted by Debug (scripts/lib/release.sh).
#![cfg_attr(not(test), warn(clippy::use_debug))]
#![warn(clippy::wildcard_enum_match_arm)]

pub mod addresses;
pub mod crowd;
pub mod embedded_data;
pub mod embedding;
pub mod python;
pub mod share;
pub mod thresh;
