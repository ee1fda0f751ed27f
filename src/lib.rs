//! Spanwise: fine-grained evaluation of text in the browser.
//!
//! Layers, each of which may use only those before it:
//!
//! | Layer | What it is | What it never touches |
//! |---|---|---|
//! | [`domain`] | every rule: templates, offsets, snapping, edits, history, formats, journal | browser, clock, network, leptos |
//! | `platform` | the browser's capabilities as plain functions | leptos |
//! | `state` | the page's signals; the one road by which anything changes | markup |
//! | `ui` | markup and events | rules |
//!
//! `cli`, the command line, stands on [`domain`] alone.

#[cfg(feature = "cli")]
pub mod cli;
pub mod domain;
#[cfg(feature = "web")]
pub mod platform;
#[cfg(feature = "web")]
pub mod state;
#[cfg(feature = "web")]
pub mod ui;
