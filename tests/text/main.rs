//! Texts: units of offset, boundaries, subword display.

#![allow(clippy::panic, clippy::unwrap_used, reason = "helpers of tests fail the test")]

mod boundary;
mod offset;
mod samples;
mod subword;
