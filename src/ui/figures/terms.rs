//! The names of figures in the language of the page. What is drawn, what is saved and what is said of conventions stays in
//! English, for an English paper.

use super::in_english;
use crate::app::App;
use crate::ui::view::El;
use spanwise_i18n::TextId;

/// An element with a name: in the language of the page, if there is one in it.
pub(super) fn named(app: App, element: El, name: Option<TextId>, english: &str) -> El {
    match name {
        Some(key) => in_own_language(app, element).child(app.text(key)),
        None => in_english(element).child(symbol(english)),
    }
}

/// The symbol of a measure that has one in every language.
fn symbol(name: &str) -> &str {
    match name {
        "alpha" => "α",
        "gamma" => "γ",
        "f1" => "F1",
        name => name,
    }
}

/// An element in the language of the page, where it stands in English.
pub(in crate::ui) fn in_own_language(app: App, element: El) -> El {
    let language = app.words().language();
    let direction = if language.right_to_left { "rtl" } else { "ltr" };
    element.attr("lang", language.code).attr("dir", direction)
}

/// The name of a table, by its heading: that of its group in the answer of the command line.
pub(super) fn table_name(heading: &str) -> Option<TextId> {
    Some(match heading {
        "Main figures" => TextId::MeasuresMain,
        "pairs" => TextId::MeasuresPairs,
        "counts" => TextId::MeasuresCounts,
        "f1 by category" => TextId::MeasuresF1ByCategory,
        "pearson" => TextId::MeasuresPearson,
        "schemes" => TextId::MeasuresSchemes,
        "soft" => TextId::MeasuresSoft,
        "s empty" => TextId::MeasuresSEmpty,
        "two agree" => TextId::MeasuresTwoAgree,
        "answers" => TextId::MeasuresAnswers,
        "item answers" => TextId::MeasuresItemAnswers,
        "given answers" => TextId::MeasuresGivenAnswers,
        "competence" => TextId::MeasuresCompetence,
        "Alternative annotator test" | "alt test" => TextId::MeasuresAltTest,
        "systems" => TextId::MeasuresSystems,
        "profiles" => TextId::MeasuresProfiles,
        "explanations" => TextId::MeasuresExplanations,
        "differences" => TextId::MeasuresDifferences,
        "annotator differences" => TextId::MeasuresAnnotatorDifferences,
        "group differences" | "group differences by" => TextId::MeasuresGroupDifferences,
        "Hypotheses against the reference" | "hypotheses" => TextId::MeasuresAgainstReference,
        "averages" => TextId::MeasuresAverages,
        "groups" | "groups by" => TextId::MeasuresGroups,
        "coverage" => TextId::MeasuresCoverage,
        "time" => TextId::MeasuresTime,
        "stability" => TextId::MeasuresStability,
        "one against rest" => TextId::MeasuresOneAgainstRest,
        "quality" => TextId::MeasuresQuality,
        "score" => TextId::MeasuresScore,
        "ranking" | "ranking by" => TextId::MeasuresRanking,
        _ => return None,
    })
}

/// The name of a plot, by its id.
pub(super) fn plot_name(id: &str) -> Option<TextId> {
    Some(match id {
        "prevalence" => TextId::MeasuresPrevalence,
        "coverage" => TextId::MeasuresCoverageByCategory,
        "severity" => TextId::MeasuresSeverity,
        "annotators" => TextId::MeasuresHowMuch,
        "annotators-length" => TextId::MeasuresHowLong,
        "annotators-empty" => TextId::MeasuresWithoutEdits,
        "edits-per-item" => TextId::MeasuresEditsPerItem,
        "time-per-item" => TextId::MeasuresTimePerItem,
        "time-per-edit" => TextId::MeasuresTimePerEdit,
        "mqm" => TextId::MeasuresMqm,
        "esa" => TextId::MeasuresEsa,
        "ranking" => TextId::MeasuresRanking,
        "ranking-steps" => TextId::MeasuresRankingSteps,
        "coverage-of-groups" => TextId::MeasuresCoverageOfGroups,
        "variation" => TextId::MeasuresStability,
        "explanations" => TextId::MeasuresAnswerLength,
        "agreement" => TextId::MeasuresAgreement,
        "alpha-by-category" => TextId::MeasuresAlphaByCategory,
        "mean-confusion" => TextId::MeasuresMeanConfusion,
        "pairs-f1" => TextId::MeasuresPairsF1,
        "pairs-gamma" => TextId::MeasuresPairsGamma,
        "systems" => TextId::MeasuresSystemsAgreement,
        "agreement-of-groups" => TextId::MeasuresAgreementOfGroups,
        "differences" => TextId::MeasuresHypotheses,
        "competence" => TextId::MeasuresCompetence,
        "alt-test" => TextId::MeasuresAltTest,
        _ => return None,
    })
}

/// The name of a column.
pub(super) fn column_name(name: &str) -> Option<TextId> {
    Some(match name {
        "figure" => TextId::MeasuresFigure,
        "value" => TextId::MeasuresValue,
        "95 % low" => TextId::MeasuresLow,
        "95 % high" => TextId::MeasuresHigh,
        "left out" => TextId::MeasuresLeftOut,
        "note" => TextId::MeasuresNote,
        "category" => TextId::MeasuresCategory,
        "annotator" => TextId::MeasuresAnnotator,
        "hypothesis" => TextId::MeasuresHypothesis,
        "precision" => TextId::MeasuresPrecision,
        "precision soft" => TextId::MeasuresPrecisionSoft,
        "recall" => TextId::MeasuresRecall,
        "recall soft" => TextId::MeasuresRecallSoft,
        "F1 soft" => TextId::MeasuresF1Soft,
        "tested" => TextId::MeasuresTested,
        "advantage of the tested" => TextId::MeasuresAdvantageOfTested,
        "advantage of the annotator" => TextId::MeasuresAdvantageOfAnnotator,
        OUTCOME => TextId::MeasuresOutcome,
        _ => return None,
    })
}

/// The column of outcomes, whose cells have names, too.
const OUTCOME: &str = "outcome";

/// The name of an outcome, in the column of outcomes.
pub(super) fn outcome_name(column: &str, outcome: &str) -> Option<TextId> {
    if column != OUTCOME {
        return None;
    }
    Some(match outcome {
        "passed" => TextId::MeasuresPassed,
        "not passed" => TextId::MeasuresNotPassed,
        "won" => TextId::MeasuresWon,
        "not won" => TextId::MeasuresNotWon,
        _ => return None,
    })
}

/// The name of a fact about the data.
pub(super) fn fact_name(name: &str) -> Option<TextId> {
    Some(match name {
        "Annotators" => TextId::MeasuresAnnotators,
        "Records" => TextId::MeasuresRecords,
        "Items" => TextId::MeasuresItems,
        "Items that all annotators have" => TextId::MeasuresSharedItems,
        "Aligned by" => TextId::MeasuresAlignedBy,
        "Left out of agreement: items that one annotator alone has" => TextId::MeasuresAlone,
        "Texts that one annotator left empty, and another not" => TextId::MeasuresPartlyEmpty,
        "Spans count on" => TextId::MeasuresCountedOn,
        "Tokens" => TextId::MeasuresTokens,
        "Intervals" => TextId::MeasuresIntervals,
        _ => return None,
    })
}
