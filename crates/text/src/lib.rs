//! Texts, offsets into them, and ranges of them.

#![warn(clippy::wildcard_enum_match_arm)]

pub mod blocks;
pub mod boundary;
pub mod markup;
pub mod offset;
pub mod runs;
pub mod subword;
mod word;

pub use boundary::Boundary;
pub use offset::{Byte, CodePoint, Span, Text, Utf16};
