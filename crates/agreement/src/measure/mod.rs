//! What can be counted, and how well annotators agree.
//!
//! Each measure is a file: its definition, where it comes from, what it does at its edges. All take a [`Study`] or a
//! part of one, and give [`Figure`]s: a number with its convention, with how much it rests on and what was left out and
//! why. A figure without a value says why there is none; none is ever NaN or infinite.
//!
//! Offsets here are code points, as in Python and in published figures.

mod answers;
mod averages;
mod bootstrap;
mod confusion;
mod convention;
mod correlation;
mod counts;
mod coverage;
mod empty;
mod examples;
mod figure;
pub mod gamma;
mod kappa;
mod krippendorff;
mod one_against_rest;
mod overlap;
pub mod pairing;
mod quality;
mod ratings;
mod schemes;
mod severity;
mod soft_labels;
mod stability;
mod study;
mod sums;
mod sweep;
mod token_alpha;
mod token_marks;
mod tokens;
mod two_agree;

pub use answers::{Question, SameEdit, answers, answers_of_all};
pub use averages::{Groups, mean_over_groups};
pub use bootstrap::{Bootstrap, Difference, INTERVALS, Resampling};
pub use confusion::{Confusion, answer_confusion, category_confusion};
pub use convention::Convention;
pub use correlation::{Counting, correlation, correlation_sums, count_correlation};
pub use counts::{AnnotatorCounts, Counts, counts};
pub use coverage::{Count, Coverage, TextCounts, coverage, text_counts};
pub use empty::{empty_score, empty_sums, empty_value};
pub use examples::{Example, Examples};
pub use figure::{Figure, Skipped, mean, ratio};
pub use kappa::{Weighting, cohen_kappa, fleiss_kappa};
pub use krippendorff::{Metric, krippendorff_alpha};
pub use one_against_rest::{Hits, OneAgainstRest, Rest, one_against_rest};
pub use overlap::{Overlap, Scores, f1, overlap, overlap_sums};
pub use quality::{
    ErrorWeights, Penalty, SpecialWeight, mean_penalty, penalties, quality_from_spans,
    segment_score, segment_scores, total_penalty,
};
pub use ratings::Ratings;
pub use schemes::{Scheme, SchemeScores, schemes};
pub use severity::{LeaveOut, leave_out, mqm_level, severity};
pub use soft_labels::{SoftScores, SoftText, share_marked, soft_labels, soft_scores};
pub use stability::{STABILITY_SAMPLES, STABILITY_TEXTS, Stability, stability};
pub use study::{
    ByAnnotator, ComparedSides, Item, Marked, MarkedRanges, Range, Sheet, Study, Unit,
};
pub use sums::Sums;
pub use sweep::Matching;
pub use token_alpha::{TokenAlpha, token_alpha, token_alpha_sums, two_valued_alpha};
pub use token_marks::TokenMarks;
pub use tokens::{GivenTokens, Tokenization};
pub use two_agree::two_agree;
