//! Measures of agreement, and counts of annotations.
//!
//! Each measure is a file with its definition, its source, and its edge cases. All take an [`AnnotationStudy`] or a
//! part of one, and return [`Figure`]s: a number with its convention, its `n`, and its omissions with their reasons. A
//! figure without a value has a reason ([`Undefined`]); none is ever NaN or infinite. `docs/measures.md` defines all of
//! them for users.
//!
//! Start reading at `annotation_study` and `figure`, then a short measure such as `two_agree`. To add a measure, add its file, give
//! its figures from `ItemSums`, so that they have intervals, and its reasons to `Undefined`.
//!
//! Offsets here are code points, as in Python and in published figures; a measure must never count UTF-16 units or bytes.

mod alternative_annotator;
mod annotation_study;
mod answer_shares;
mod answers;
mod averages;
mod bootstrap;
mod code_point_range;
mod compared_texts;
mod competence;
mod confusion;
mod convention;
mod correlation;
mod count_samples;
mod counts;
mod coverage;
mod drawn_samples;
mod empty_texts;
mod explanations;
mod figure;
pub mod gamma;
mod item_sums;
mod kappa;
mod krippendorff;
mod numbered_values;
mod one_against_rest;
mod overlap;
mod overlap_index;
mod partial_credit;
mod profiles;
mod quality;
mod ratings;
mod same_edits;
mod sampled_sums;
mod schemes;
mod score;
mod severity;
mod soft_label_file;
mod soft_labels;
mod stability;
pub mod study_alignment;
mod system_rankings;
mod time;
mod token_alpha;
mod token_marks;
mod tokens;
mod two_agree;
mod undefined;
mod value_counts;

pub use alternative_annotator::{
    AlternativeAnnotatorTest, AlternativeScore, AnnotatorTrial, FALSE_DISCOVERY_RATE,
    alternative_annotator_test,
};
pub use annotation_study::{
    AnnotationStudy, ByAnnotator, ComparedSides, MarkedEdit, MarkedRanges, MarkedSpan, StudyItem,
    StudyText, counted_range,
};
pub use answer_shares::{AnswerShares, answer_shares};
pub use answers::{QuestionRatings, answers, answers_of_all, item_answers, item_answers_of_all};
pub use averages::{SumsByGroup, mean_over_groups};
pub use bootstrap::{Bootstrap, FigureDifference, INTERVALS, PossibleValues};
pub use code_point_range::CodePointRange;
pub use compared_texts::{ComparedText, ComparedTexts};
pub use competence::{AnnotatorCompetence, TokenCompetence};
pub use confusion::{
    ConfusedSpans, Confusion, answer_confusion, category_confusion, confused_spans,
};
pub use convention::OverlapConvention;
pub use correlation::{SpanCounting, correlation, correlation_sums, count_correlation};
pub use count_samples::{edits_of_items, spans_of_texts};
pub use counts::{AnnotatorCounts, EditCounts, counts, edits_per_item_sums};
pub use coverage::{Coverage, SpanCounts, TextCounts, coverage, coverage_sums, text_counts};
pub use drawn_samples::{DrawnSamples, Resampling};
pub use empty_texts::{empty_score, empty_sums, empty_value};
pub use explanations::{Explanations, FreeTextQuestions, FrequentWords, explanations};
pub use figure::{Figure, Omission, mean, ratio};
pub use item_sums::ItemSums;
pub use kappa::{KappaWeighting, cohen_kappa, cohen_kappas, fleiss_kappa};
pub use krippendorff::{AlphaMetric, krippendorff_alpha};
pub use one_against_rest::{AnnotatorsAgainstRest, OneAgainstRest, OthersRule, TokenHits};
pub use overlap::{
    OverlapScores, PrecisionRecallF1, f1, overlap, overlap_sums, overlaps, precision_and_recall,
};
pub use overlap_index::CategoryMatching;
pub use profiles::{AnnotatorProfile, OUTLIER, ProfileFigure, ProfileQuantity, profiles};
pub use quality::{
    ErrorWeights, SegmentPenalty, SpecialWeight, mean_penalty, mean_penalty_sums, penalties,
    quality_from_spans, score_sums, segment_score, segment_scores, total_penalty,
};
pub use ratings::Ratings;
pub use same_edits::{MatchableEdits, SameEditRule};
pub use schemes::{MatchingScheme, SchemeScores, schemes};
pub use score::ScoreRule;
pub(crate) use severity::severity_of;
pub use severity::{LeaveOutRule, leave_out, mqm_level, severity};
pub use soft_label_file::soft_label_corpus;
pub use soft_labels::{SoftScores, SoftText, share_marked, soft_labels, soft_scores};
pub use stability::{
    STABILITY_SAMPLES, STABILITY_SIZES, STABILITY_TEXTS, Stability, stability, stability_of_size,
};
pub use system_rankings::{PERMUTATIONS, RankingAgreement, SegmentScores, ranking_agreement};
pub use time::{ItemTimes, TimeFigures, time_per_edit, time_per_item};
pub use token_alpha::{TokenAlpha, token_alpha, token_alpha_sums, two_valued_alpha};
pub use token_marks::TokenMarks;
pub use tokens::{GivenTokens, Tokenization};
pub use two_agree::two_agree;
pub use undefined::Undefined;
