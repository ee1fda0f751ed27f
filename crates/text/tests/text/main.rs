//! Texts: units of offset, boundaries, subword display, runs.

#![allow(clippy::panic, clippy::unwrap_used, reason = "helpers of tests fail the test")]

mod boundary;
mod offset;
mod runs;
mod samples;
mod subword;
mod tokens;
