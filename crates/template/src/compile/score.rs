//! The score: a word, or else a formula.

use super::fields::SectionFields;
use super::report::{CompileReport, ExpectedValue, did_you_mean};
use crate::formula::{Formula, FormulaCount, FormulaError};
use crate::model::{ScoreKind, Typology};
use crate::schema::{SCORE_MEANINGS, meaning_of};
use crate::suggest::nearest;
use spanwise_diagnostics::{Diagnostic, quoted};
use spanwise_i18n::{Message, say};

/// The score that a template asks for; its formula may name the categories of `typology`.
pub(super) fn score(
    report: &mut CompileReport<'_>,
    fields: &SectionFields<'_>,
    typology: &Typology,
) -> Option<ScoreKind> {
    let (text, at) = report.plain(fields.get("score")?, ExpectedValue::Text)?;
    if let Some(kind) = meaning_of(text, SCORE_MEANINGS) {
        return Some(kind.clone());
    }
    let is_category = |name: &str| typology.find(name).is_some();
    match Formula::parse(text, is_category) {
        Ok(formula) => Some(ScoreKind::Formula(formula)),
        Err(error) => {
            let message = problem(&error);
            let words = SCORE_MEANINGS.iter().map(|meaning| meaning.word.name);
            let diagnostic = match nearest(text, words) {
                Some(meant) => Diagnostic {
                    fix: Some(meant.to_owned()),
                    ..at.error("not-a-score", message, did_you_mean(meant))
                },
                None => at.error("not-a-score", message, remedy()),
            };
            report.add(diagnostic);
            None
        }
    }
}

fn problem(error: &FormulaError) -> Message {
    match error {
        FormulaError::EndsEarly => say!(CompileScoreFormulaEndsEarly),
        FormulaError::Unexpected(rest) => {
            say!(CompileScoreFormulaUnexpected, rest = quoted(rest))
        }
        FormulaError::UnknownName(name) => {
            say!(CompileScoreFormulaUnknownName, name = quoted(name))
        }
        FormulaError::TooDeep => say!(CompileScoreFormulaTooDeep),
    }
}

fn remedy() -> Message {
    let counts: Vec<&str> = FormulaCount::names().collect();
    say!(CompileScoreFormulaRemedy, counts = counts.join("`, `"))
}
