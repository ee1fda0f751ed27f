//! The conventions by which published precision, recall and F1 of spans were computed.

use super::overlap_index::CategoryMatching;

/// A convention for precision, recall and F1 of a hypothesis against a reference. Published numbers follow different
/// ones, often without saying so, and differ by as much as a half.
///
/// Unless stated otherwise, a measure is undefined if its denominator is 0. F1 is the harmonic mean, 0 if nothing is
/// shared or only one of the two annotators marked anything, and undefined if neither did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum OverlapConvention {
    /// Micro character overlap over all texts. A text in which only one side marked something lowers that side's score;
    /// one without any spans changes nothing. It reproduces the tables of Kasner et al. (2025).
    #[default]
    MicroChar,
    /// The same without texts in which either side marked nothing, as the current version of factgenie computes it:
    /// higher wherever annotators disagree about which texts have errors.
    MicroCharSkipOneSided,
    /// As printed in Kasner et al. (2025), equations 3 and 4: the best overlap of each span, relative to the length of
    /// the *other* span.
    PaperPrinted,
    /// The best overlap of each span, relative to its own length.
    BestMatchOwnLength,
    /// Da San Martino et al. (2019, EMNLP): all overlaps of each span, relative to its own length; over 1 where spans of
    /// the other side overlap each other. By its definition, precision is 0 for an empty hypothesis and recall is 0 for
    /// an empty reference, and so F1 is 0 even if both are.
    DaSanMartino2019,
    /// Spans count if they are exactly the same, as in the CoNLL shared tasks (Tjong Kim Sang and De Meulder 2003); a
    /// span that is there twice has to be matched twice.
    ExactMatch,
    /// Match with partial overlap and partial credit (MPP), micro-averaged, for error spans of machine translation
    /// (Perrella, Morales Agostinho and Zaragoza 2026): see `partial_credit.rs`.
    PartialCredit,
    /// The mean over texts of micro character overlap within each; 1 for a text that neither marked, 0 for one that only
    /// one of them marked.
    PerExampleMean,
    /// The same with 0 for a text that neither marked: close to the human baseline printed in Kasner et al. (2025).
    PerExampleMeanEmptyZero,
}

/// The sentence on insertion points, which all measures of overlap share.
macro_rules! points {
    () => {
        " An insertion point is a span of one character of its own, in common with those at the same place only."
    };
}
pub(super) use points;

/// The sentences of a convention: for hard figures, for soft figures, and for their difference.
macro_rules! sentences {
    ($text:literal) => {
        [
            concat!($text, points!(), " Only spans of the same category match (hard)."),
            concat!($text, points!(), " Categories are ignored (soft)."),
            concat!(
                "Soft F1 (categories ignored) minus hard F1 (categories must agree). ",
                $text,
                points!()
            ),
        ]
    };
}

impl OverlapConvention {
    /// All of them; the default comes first.
    pub const ALL: [OverlapConvention; 9] = [
        OverlapConvention::MicroChar,
        OverlapConvention::MicroCharSkipOneSided,
        OverlapConvention::PaperPrinted,
        OverlapConvention::BestMatchOwnLength,
        OverlapConvention::DaSanMartino2019,
        OverlapConvention::ExactMatch,
        OverlapConvention::PartialCredit,
        OverlapConvention::PerExampleMean,
        OverlapConvention::PerExampleMeanEmptyZero,
    ];

    /// Its name in options and output; never changes.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            OverlapConvention::MicroChar => "micro_char",
            OverlapConvention::MicroCharSkipOneSided => "micro_char_skip_one_sided",
            OverlapConvention::PaperPrinted => "paper_printed",
            OverlapConvention::BestMatchOwnLength => "best_match_own_length",
            OverlapConvention::DaSanMartino2019 => "da_san_martino_2019",
            OverlapConvention::ExactMatch => "exact_match",
            OverlapConvention::PartialCredit => "mpp",
            OverlapConvention::PerExampleMean => "per_example_mean",
            OverlapConvention::PerExampleMeanEmptyZero => "per_example_mean_empty_zero",
        }
    }

    /// Returns `true` if its figures are computed from the same numbers of texts as those of another convention.
    #[must_use]
    pub fn shares_numbers_with(self, other: Self) -> bool {
        let is_mean = |convention| {
            matches!(
                convention,
                OverlapConvention::PerExampleMean | OverlapConvention::PerExampleMeanEmptyZero
            )
        };
        self == other || is_mean(self) && is_mean(other)
    }

    /// The convention with this name, if there is one.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|convention| convention.name() == name)
    }

    /// The convention as a sentence fit for a paper.
    #[must_use]
    pub const fn sentence(self, matching: CategoryMatching) -> &'static str {
        let [hard, soft, _] = self.sentences();
        match matching {
            CategoryMatching::Hard => hard,
            CategoryMatching::Soft => soft,
        }
    }

    /// The definition of the difference between soft and hard F1, as such a sentence.
    pub(super) const fn of_the_difference(self) -> &'static str {
        let [_, _, difference] = self.sentences();
        difference
    }

    const fn sentences(self) -> [&'static str; 3] {
        match self {
            OverlapConvention::MicroChar => sentences!(
                "Micro-averaged character overlap over all texts, including those that only one annotator marked: \
                 precision is the number of characters marked by both divided by the number marked by the hypothesis, \
                 recall the same divided by the number marked by the reference. A character covered by several spans \
                 counts once for each, and as marked by both as often as by the annotator with fewer."
            ),
            OverlapConvention::MicroCharSkipOneSided => sentences!(
                "Micro-averaged character overlap over the texts that both annotators marked: precision is the number \
                 of characters marked by both divided by the number marked by the hypothesis, recall the same divided \
                 by the number marked by the reference. A character covered by several spans counts once for each, and \
                 as marked by both as often as by the annotator with fewer."
            ),
            OverlapConvention::PaperPrinted => sentences!(
                "Precision is the mean over spans of the hypothesis of the greatest overlap with a span of the \
                 reference in characters, relative to the length of the latter; recall is the same with the two \
                 exchanged (Kasner et al. 2025, Eq. 3 and 4 as printed)."
            ),
            OverlapConvention::BestMatchOwnLength => sentences!(
                "Precision is the mean over spans of the hypothesis of the greatest overlap with a span of the \
                 reference in characters, relative to the length of the former; recall is the same with the two \
                 exchanged."
            ),
            OverlapConvention::DaSanMartino2019 => sentences!(
                "Precision is the mean over spans of the hypothesis of the sum of their overlaps with all spans of the \
                 reference in characters, relative to the length of the former; recall is the same with the two \
                 exchanged (Da San Martino et al. 2019)."
            ),
            OverlapConvention::ExactMatch => sentences!(
                "Span-level precision and recall, micro-averaged: a span counts as found if the other annotator marked \
                 one with the same boundaries; each span is matched once."
            ),
            OverlapConvention::PartialCredit => sentences!(
                "Match with partial overlap and partial credit (MPP), micro-averaged: in each text, spans that overlap \
                 are matched one to one such that the text's F1 is greatest; precision is the mean over spans of the \
                 hypothesis of the overlap with their match, relative to their own length, recall the same over spans \
                 of the reference (Perrella, Morales Agostinho and Zaragoza 2026)."
            ),
            OverlapConvention::PerExampleMean => sentences!(
                "Mean over texts of the character overlap within each text, where a text that neither annotator marked \
                 counts as 1 and a text that only one of them marked as 0."
            ),
            OverlapConvention::PerExampleMeanEmptyZero => sentences!(
                "Mean over texts of the character overlap within each text, where a text that at least one of the \
                 annotators did not mark counts as 0."
            ),
        }
    }
}
