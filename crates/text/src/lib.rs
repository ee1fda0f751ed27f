//! Texts, offsets into them, and ranges of them.

// In a release of the app nothing is formatted by Debug (scripts/lib/release.sh).
#![cfg_attr(not(test), warn(clippy::use_debug))]
#![warn(clippy::wildcard_enum_match_arm)]

pub mod blocks;
pub mod boundary;
pub mod markup;
pub mod offset;
pub mod paragraph;
pub mod runs;
pub mod sentence;
pub mod spreadsheet;
pub mod subword;
pub mod tokens;
pub mod word;

pub use boundary::Boundary;
pub use offset::{Byte, CodePoint, Span, Text, Utf16};
pub use paragraph::ParagraphRule;
