//! The web app of Spanwise: fine-grained evaluation of text in the browser.
//!
//! The rules are crates of their own, in `crates/`. The layers of the app, each of which may use only those before it:
//!
//! | Layer | Content | Never in it |
//! |---|---|---|
//! | [`app`] | signals of the page; the one road by which anything changes | markup |
//! | [`ui`] | markup and events | rules |

// In a release nothing is formatted by Debug (scripts/lib/release.sh).
#![cfg_attr(not(test), warn(clippy::use_debug))]
#![warn(clippy::wildcard_enum_match_arm)]

pub mod app;
pub mod ui;
