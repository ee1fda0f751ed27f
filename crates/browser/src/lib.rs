//! Functions of the browser, with plain functions and values. No signals, no markup, no rules.
//!
//! | Capability | Where | When it is missing |
//! |---|---|---|
//! | localStorage | [`storage`] | work stays in memory, and the page says so |
//! | IndexedDB | [`durable`], [`blobs`] | a crash can undo the last minutes, and the page says so; large data files must be opened again |
//! | Web Locks | [`tab_lock`] | the journal's own guard finds a second writer |
//! | fetch, files | [`net`], [`files`] | — |
//! | compression streams | [`compression`] | share links can neither be made nor opened, and the page says so |
//! | module workers | [`tokenizer`] | no text is divided by a tokenizer, and the page says so |
//! | WebAssembly in workers | [`commands`] | no format of others is read, and no figure computed; the page says so |
//! | custom highlights | [`highlights`] | tokens cannot be shown |
//! | `performance.mark`, frames | [`timing`] | not measured |

// In a release of the app nothing is formatted by Debug (scripts/lib/release.sh).
#![cfg_attr(not(test), warn(clippy::use_debug))]
#![warn(clippy::wildcard_enum_match_arm)]

pub mod assemble;
pub mod blobs;
pub mod clipboard;
pub mod commands;
pub mod compression;
pub mod connection;
pub mod console;
mod database;
pub mod durable;
pub mod editor;
pub mod elements;
mod error;
pub mod files;
pub mod folders;
pub mod forms;
pub mod highlights;
pub mod inline;
pub mod language;
pub mod leaving;
pub mod length;
pub mod location;
pub mod messages;
pub mod net;
mod objects;
pub mod outside;
pub mod pictures;
pub mod presence;
pub mod random;
pub mod storage;
mod streams;
pub mod styles;
pub mod tab_lock;
pub mod tabs;
pub mod timing;
pub mod tokenizer;
pub mod updates;

pub use error::BrowserError;

use wasm_bindgen::JsValue;

/// The text of a JavaScript error; `?` if the value is no error.
pub(crate) fn message(error: &JsValue) -> String {
    objects::member(error, "message")
        .and_then(|message| message.as_string())
        .or_else(|| error.as_string())
        .unwrap_or_else(|| "?".to_owned())
}
