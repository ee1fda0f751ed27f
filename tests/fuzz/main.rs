//! Fuzz targets: no input from outside causes a panic or breaks the laws for all inputs.
//!
//! Each target runs in `cargo test` for a second (bolero's default): its corpus, then random inputs.
//! `BOLERO_RANDOM_TEST_TIME_MS=60000` or `BOLERO_RANDOM_ITERATIONS=100000` sets how long or how often instead, and
//! `BOLERO_RANDOM_SEED` repeats the input that a failure names. Guided by coverage, with libFuzzer, after
//! `cargo install cargo-bolero`, until it is stopped:
//!
//! ```text
//! cargo bolero test compiler::every_text_compiles --sanitizer NONE -p spanwise-tests
//! ```
//!
//! The corpus of a target is in `__fuzz__/<target>/corpus`, where bolero looks for it and adds its finds, unless
//! `--corpus-dir` names another folder. An input that failed belongs into the corpus, too.

#![expect(clippy::expect_used, clippy::panic, reason = "a test may fail")]

mod compiler;
mod corpus;
mod journal;
mod link;
mod markdown;
mod reader;
mod reconcile;
mod replies;
mod stored;
