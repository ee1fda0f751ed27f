//! What can be counted, and how well annotators agree.
//!
//! Each measure is a file: its definition, where it comes from, what it does at its edges. All take a [`Study`] or a
//! part of one, and give [`Figure`]s: a number with its convention, with how much it rests on and what was left out and
//! why. A figure without a value says why there is none; none is ever NaN or infinite.
//!
//! Offsets here are code points, as in Python and in published figures.

mod coverage;
mod figure;
mod interval;
mod one_against_rest;
mod quality;
mod severity;
mod study;
mod tokens;

pub use coverage::{Count, Coverage, Tally, coverage, tallies};
pub use figure::{Figure, Skipped, mean, ratio};
pub use interval::{Estimate, Resampling, Stability, bootstrap, mean_estimate, stability};
pub use one_against_rest::{Hits, OneAgainstRest, Rest, one_against_rest};
pub use quality::{
    ErrorWeights, Penalty, SpecialWeight, mean_penalty, penalties, quality_from_spans,
    segment_score, segment_scores, total_penalty,
};
pub use severity::{LeaveOut, leave_out, severity};
pub use study::{Item, Marked, Range, Sheet, Study, Unit};
pub use tokens::tokens;
