//! Measures against values from elsewhere, and what must hold of them.

#![expect(clippy::expect_used, reason = "a test may fail")]

mod answers;
mod conventions;
mod fixtures;
mod properties;
mod published;
mod sample;
mod scarecrow;
mod tokens;
