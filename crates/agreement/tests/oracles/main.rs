//! Our figures compared with those of common packages, on data that is new in every run.
//!
//! `scripts/lib/oracles.sh` installs the packages (requirements.txt) from PyPI on first use; if they are not available,
//! the tests print that they are skipped. `SPANWISE_SEED` repeats a run; with `SPANWISE_OFFLINE=1` nothing is
//! installed.

#![expect(clippy::expect_used, clippy::panic, reason = "a test may fail")]

mod agreement;
mod gamma;
mod one_against_rest;
mod python;
mod random;
mod schemes;
