//! Measures compared with values from elsewhere, and their properties.

#![expect(clippy::expect_used, clippy::unwrap_used, reason = "a test may fail")]

mod answers;
mod conventions;
mod fixtures;
mod gamma;
mod properties;
mod published;
mod sample;
mod scarecrow;
mod texts;
mod tokens;
