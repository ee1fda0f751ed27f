//! Reasons why a figure has no value.

use std::fmt;

/// The reason why a figure, or its interval, is undefined.
///
/// A measure never returns NaN or an infinite number: where its formula has no value, it returns one of these reasons.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Undefined {
    /// There are no texts.
    NoTexts,
    /// There are no texts that both annotators have.
    NoCommonTexts,
    /// There are no texts with characters.
    NoTextsWithCharacters,
    /// There are no tokens.
    NoTokens,
    /// There are no spans.
    NoSpans,
    /// There are no two systems to compare.
    NoTwoSystems,
    /// There are no segments.
    NoSegments,
    /// There are no samples.
    NoSamples,
    /// There is nothing to compare.
    NothingToCompare,
    /// There is nothing to take it from.
    NothingToTakeItFrom,
    /// The annotator has no items.
    NoItemsOfAnnotator,
    /// The annotators have no items in common.
    NoCommonItems,
    /// Half of the items or more are those of one of them only.
    FewCommonItems,
    /// More items than allowed are those of one annotator only.
    ManyItemsOfOne,
    /// There are fewer than two values.
    FewerThanTwoValues,
    /// There are fewer than five items.
    FewerThanFiveItems,
    /// There are no answers.
    NoAnswers,
    /// There are no ratings.
    NoRatings,
    /// There is no item that both annotators rated.
    NoItemThatBothRated,
    /// There is no item with two ratings.
    NoItemWithTwoRatings,
    /// There is no item with two values.
    NoItemWithTwoValues,
    /// All ratings are the same: nothing could have been disagreed about by chance.
    SameRatings,
    /// All values are the same: nothing could have been disagreed about by chance.
    SameValues,
    /// The hypothesis has no spans in these texts.
    NoSpansOfHypothesis,
    /// The reference has no spans in these texts.
    NoSpansOfReference,
    /// Neither of the annotators has spans in these texts.
    NoSpansOfEither,
    /// Both annotators marked something in every text.
    NoOneSidedText,
    /// Nobody marked any token.
    NoTokenMarked,
    /// The annotator marked no token.
    AnnotatorMarkedNoToken,
    /// The others marked no token.
    OthersMarkedNoToken,
    /// The figure is defined for no annotator.
    DefinedForNoAnnotator,
    /// The figure is defined in no text.
    DefinedInNoText,
    /// A correlation takes at least two pairs of numbers.
    FewerThanTwoPairs,
    /// The numbers of one of the annotators are all the same.
    SameNumbers,
    /// Half of the annotators or more have the median, so that nothing deviates from it.
    HalfHaveTheMedian,
    /// The mean is zero.
    MeanIsZero,
    /// The computation has no finite result.
    NotFinite,
    /// No span has a severity.
    NoSeverity,
    /// No edit has a severity that has a weight.
    NoWeightedSeverity,
    /// No segment has a score.
    NoScore,
    /// No item or edit has a time.
    NoTimes,
    /// There is no text that has a gamma.
    NoTextWithGamma,
    /// Fewer than two annotators.
    FewerThanTwoAnnotators,
    /// Fewer than three annotators can be compared.
    FewerThanThreeAnnotators,
    /// Fewer than two annotators have the text.
    FewerThanTwoAnnotatorsHaveTheText,
    /// Nobody marked anything.
    NobodyMarkedAnything,
    /// An annotator marked nothing.
    AnAnnotatorMarkedNothing,
    /// No sample has any units.
    NoUnitsInSamples,
    /// No units are aligned.
    NoUnitsAligned,
    /// Chance aligns no units.
    NoUnitsAlignedByChance,
    /// Chance is expected to have no disorder.
    NoDisorderByChance,
    /// The figure is undefined without one of the items.
    UndefinedWithoutAnItem,
    /// Less than half of the bootstrap samples have a value.
    UndefinedInMostSamples,
}

impl Undefined {
    /// The reason as printed in results; part of the published output of the command line.
    #[must_use]
    pub const fn reason(self) -> &'static str {
        match self {
            Undefined::NoTexts => "there are no texts",
            Undefined::NoCommonTexts => "there are no texts that both annotators have",
            Undefined::NoTextsWithCharacters => "there are no texts with characters",
            Undefined::NoTokens => "there are no tokens",
            Undefined::NoSpans => "there are no spans",
            Undefined::NoTwoSystems => "there are no two systems to compare",
            Undefined::NoSegments => "there are no segments",
            Undefined::NoSamples => "there are no samples",
            Undefined::NothingToCompare => "there is nothing to compare",
            Undefined::NothingToTakeItFrom => "there is nothing to take it from",
            Undefined::NoItemsOfAnnotator => "the annotator has no items",
            Undefined::NoCommonItems => "they have no items in common",
            Undefined::FewCommonItems => "they have few items in common",
            Undefined::ManyItemsOfOne => "more items than allowed are those of one annotator only",
            Undefined::FewerThanTwoValues => "there are fewer than two values",
            Undefined::FewerThanFiveItems => "there are fewer than five items",
            Undefined::NoAnswers => "there are no answers",
            Undefined::NoRatings => "there are no ratings",
            Undefined::NoItemThatBothRated => "there is no item that both annotators rated",
            Undefined::NoItemWithTwoRatings => "there is no item with two ratings",
            Undefined::NoItemWithTwoValues => "there is no item with two values",
            Undefined::SameRatings => {
                "all ratings are the same: nothing could have been disagreed about by chance"
            }
            Undefined::SameValues => {
                "all values are the same: nothing could have been disagreed about by chance"
            }
            Undefined::NoSpansOfHypothesis => "the hypothesis has no spans in these texts",
            Undefined::NoSpansOfReference => "the reference has no spans in these texts",
            Undefined::NoSpansOfEither => "neither of the annotators has spans in these texts",
            Undefined::NoOneSidedText => "both annotators marked something in every text",
            Undefined::NoTokenMarked => "nobody marked any token",
            Undefined::AnnotatorMarkedNoToken => "the annotator marked no token",
            Undefined::OthersMarkedNoToken => "the others marked no token",
            Undefined::DefinedForNoAnnotator => "it is defined for no annotator",
            Undefined::DefinedInNoText => "there is no text in which it is defined",
            Undefined::FewerThanTwoPairs => "a correlation takes at least two pairs of numbers",
            Undefined::SameNumbers => "the numbers of one of the annotators are all the same",
            Undefined::HalfHaveTheMedian => "half of the annotators or more have the median",
            Undefined::MeanIsZero => "the mean is zero",
            Undefined::NotFinite => "the computation has no finite result",
            Undefined::NoSeverity => "no span has a severity",
            Undefined::NoWeightedSeverity => "no edit has a severity that has a weight",
            Undefined::NoScore => "no segment has a score",
            Undefined::NoTimes => "there are no times",
            Undefined::NoTextWithGamma => "there is no text that has a gamma",
            Undefined::FewerThanTwoAnnotators => "fewer than two annotators",
            Undefined::FewerThanThreeAnnotators => "fewer than three annotators can be compared",
            Undefined::FewerThanTwoAnnotatorsHaveTheText => {
                "fewer than two annotators have the text"
            }
            Undefined::NobodyMarkedAnything => "nobody marked anything",
            Undefined::AnAnnotatorMarkedNothing => "an annotator marked nothing",
            Undefined::NoUnitsInSamples => "no sample has any units",
            Undefined::NoUnitsAligned => "no units are aligned",
            Undefined::NoUnitsAlignedByChance => "chance aligns no units",
            Undefined::NoDisorderByChance => "chance is expected to have no disorder",
            Undefined::UndefinedWithoutAnItem => "without one of the items there is no such figure",
            Undefined::UndefinedInMostSamples => {
                "less than half of the bootstrap samples have a value"
            }
        }
    }
}

impl fmt::Display for Undefined {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.reason())
    }
}

impl std::error::Error for Undefined {}
