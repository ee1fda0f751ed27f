//! Measures, against what published tools give and against what has to hold of any.

#![expect(clippy::expect_used, clippy::unwrap_used, reason = "a test may fail")]

mod answers;
mod conventions;
mod fixtures;
mod gamma;
mod properties;
mod published;
mod sample;
mod scarecrow;
mod tokens;
