//! What can be counted, and how well annotators agree.
//!
//! Each measure is a file: its definition, where it comes from, what it does at its edges. All take a [`Study`] or a
//! part of one, and give [`Figure`]s: a number with its convention, with how much it rests on and what was left out and
//! why. A figure without a value says why there is none; none is ever NaN or infinite.
//!
//! Offsets here are code points, as in Python and in published figures.

mod figure;
pub mod gamma;
mod study;

pub use figure::{Figure, Skipped, mean, ratio};
pub use study::{Item, Marked, Range, Sheet, Study, Unit};
