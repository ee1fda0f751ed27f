//! Every text that the interface shows: in English in `languages/en.json`, in the other languages beside it, and as a
//! template replaces it.
//!
//! The files are i18next JSON, version 4: groups of texts by name, `{{places}}`, and of a text that counts one form for
//! each plural category of the language (`open_one`, `open_other`), chosen by its place `{{n}}`.
//!
//! Start reading: [`TextId`], a text; [`say!`], a text with values for its places; [`Words`], the texts of a language.

// In a release of the app nothing is formatted by Debug (scripts/lib/release.sh).
#![cfg_attr(not(test), warn(clippy::use_debug))]
#![warn(clippy::wildcard_enum_match_arm)]

mod digest;
mod language;
mod message;
mod replaceable;
mod text_id;
mod words;

pub use language::{LANGUAGES, Language, LanguageError, PluralRule, Translation};
pub use message::{Message, MessageValue};
pub use replaceable::{REPLACEABLE, THRESH_ONLY};
pub use text_id::{BUILDER, MAIN, TextGroup, TextId, groups};
pub use words::Words;
