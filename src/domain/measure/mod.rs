//! What can be counted, and how well annotators agree.
//!
//! Each measure is a file: its definition, where it comes from, what it does at its edges. All take a [`Study`] or a
//! part of one, and give [`Figure`]s: a number with its convention, with how much it rests on and what was left out and
//! why. A figure without a value says why there is none; none is ever NaN or infinite.
//!
//! Offsets here are code points, as in Python and in published figures.

mod answers;
mod confusion;
mod convention;
mod correlation;
mod counts;
mod coverage;
mod empty;
mod examples;
mod figure;
pub mod gamma;
mod interval;
mod kappa;
mod krippendorff;
mod one_against_rest;
mod overlap;
pub mod pairing;
mod quality;
mod severity;
mod study;
mod sweep;
mod token_alpha;
mod token_marks;
mod tokens;
mod two_agree;

pub use answers::{Question, answers};
pub use confusion::{Confusion, answer_confusion, category_confusion};
pub use convention::Convention;
pub use correlation::{Counting, count_correlation};
pub use counts::{AnnotatorCounts, Counts, counts};
pub use coverage::{Count, Coverage, Tally, coverage, tallies};
pub use empty::empty_score;
pub use examples::{Example, Examples};
pub use figure::{Figure, Skipped, mean, ratio};
pub use interval::{Estimate, Resampling, Stability, bootstrap, mean_estimate, stability};
pub use kappa::{Weighting, cohen_kappa, fleiss_kappa};
pub use krippendorff::{Metric, krippendorff_alpha};
pub use one_against_rest::{Hits, OneAgainstRest, Rest, one_against_rest};
pub use overlap::{Overlap, Scores, overlap};
pub use quality::{
    ErrorWeights, Penalty, SpecialWeight, mean_penalty, penalties, quality_from_spans,
    segment_score, segment_scores, total_penalty,
};
pub use severity::{LeaveOut, leave_out, mqm_level, severity};
pub use study::{ComparedSides, Item, Marked, Range, Sheet, Study, Unit};
pub use sweep::Matching;
pub use token_alpha::{Constant, TokenAlpha, token_alpha};
pub use token_marks::TokenMarks;
pub use tokens::{GivenTokens, Tokenization};
pub use two_agree::{TwoAgree, two_agree};
