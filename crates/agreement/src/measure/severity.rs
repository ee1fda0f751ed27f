//! The severity of an edit, by its answers.

use super::annotation_study::{AnnotationStudy, MarkedEdit};
use crate::adjudication::FlatAnswers;
use spanwise_annotation::document::QuestionPath;
use spanwise_template::LikertScale;

/// MQM's levels of severity, from the least.
pub(super) const MQM_LEVELS: &[&str] = &["neutral", "minor", "major", "critical"];

/// The severity of an edit, by its answers: 1, 2, 3 for `minor`, `somewhat`, `a lot` of three points, 1 to 5 for five
/// points, and 0 to 3 for MQM's `neutral`, `minor`, `major`, `critical`, so that both have `minor` at 1. `None` if no
/// answer states one.
///
/// The answer to a question called `severity` takes precedence, then one to a question whose name ends in `_type`, or
/// below it, as in the templates for Scarecrow (`redundant_type`) and MQM (`accuracy_type`), then any other. A number
/// counts only in the first two cases, since elsewhere it may mean anything. Of equal precedence, the highest counts.
#[must_use]
pub fn severity(edit: &MarkedEdit) -> Option<u8> {
    rated(&edit.answers).map(|(_, severity)| severity)
}

/// The severity of an edit with these answers in MQM's levels: 0 to 3 for `neutral`, `minor`, `major`, `critical`.
///
/// As [`severity`], except for the three points below a question whose name ends in `_type`: in the template for MQM
/// `minor`, `somewhat` and `a lot` stand for `neutral`, `minor` and `major`, as Thresh's converter has it and as MQM's
/// tables are read and written here.
#[must_use]
pub fn mqm_level(answers: &FlatAnswers) -> Option<u8> {
    let (rank, severity) = rated(answers)?;
    let is_point = |(path, answer): (&QuestionPath, &str)| {
        SeverityRank::of(path) == rank && of_point(answer) == Some(severity)
    };
    let shifted = rank == SeverityRank::Type && answers.iter().any(is_point);
    Some(if shifted { severity.saturating_sub(1) } else { severity })
}

/// The severity of an edit with these answers, as [`severity`].
pub(crate) fn severity_of(answers: &FlatAnswers) -> Option<u8> {
    rated(answers).map(|(_, severity)| severity)
}

fn rated(answers: &FlatAnswers) -> Option<(SeverityRank, u8)> {
    let rated = answers.iter().filter_map(|(path, answer)| {
        let rank = SeverityRank::of(path);
        let point =
            of_word(answer).or_else(|| of_number(answer).filter(|_| rank > SeverityRank::Other));
        Some((rank, point?))
    });
    rated.max()
}

/// The precedence of a question as the one about severity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum SeverityRank {
    Other,
    Type,
    Severity,
}

impl SeverityRank {
    fn of(path: &[String]) -> Self {
        if path.last().is_some_and(|name| name == "severity") {
            SeverityRank::Severity
        } else if path.first().is_some_and(|name| name.ends_with("_type")) {
            SeverityRank::Type
        } else {
            SeverityRank::Other
        }
    }
}

fn of_word(answer: &str) -> Option<u8> {
    let word = MQM_LEVELS.iter().position(|word| word.eq_ignore_ascii_case(answer));
    word.and_then(|level| u8::try_from(level).ok()).or_else(|| of_point(answer))
}

/// The severity of a point of a three-point scale, from 1.
fn of_point(answer: &str) -> Option<u8> {
    let point = LikertScale::Three.tokens().iter().position(|token| *token == answer)?;
    u8::try_from(1 + point).ok()
}

fn of_number(answer: &str) -> Option<u8> {
    u8::try_from(1 + LikertScale::Five.tokens().iter().position(|token| *token == answer)?).ok()
}

/// A rule that leaves out the edits of a category up to a severity. Edits without a severity stay.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeaveOutRule {
    /// The name of the category.
    pub category: String,
    /// The highest severity that is left out.
    pub up_to: u8,
}

impl LeaveOutRule {
    /// The rule of every figure of the Scarecrow paper: leaves out slips of grammar that hardly affect understanding
    /// (Dou et al. 2022, section 5).
    #[must_use]
    pub fn scarecrow() -> Self {
        LeaveOutRule { category: "grammar_usage".to_owned(), up_to: 1 }
    }
}

/// Returns the study without the edits that the rules leave out, and the number of these edits. The categories stay, so
/// positions in [`AnnotationStudy::categories`] remain valid.
#[must_use]
pub fn leave_out(study: &AnnotationStudy, rules: &[LeaveOutRule]) -> (AnnotationStudy, usize) {
    let mut study = study.clone();
    let limits: Vec<(usize, u8)> = rules
        .iter()
        .filter_map(|rule| {
            Some((study.categories.iter().position(|name| *name == rule.category)?, rule.up_to))
        })
        .collect();
    let is_out = |edit: &MarkedEdit| {
        let severity = severity(edit);
        limits.iter().any(|(category, up_to)| {
            *category == edit.category && severity.is_some_and(|severity| severity <= *up_to)
        })
    };
    let mut left_out = 0;
    for edits in study.items.iter_mut().flat_map(|item| item.edits.values_mut()) {
        let before = edits.len();
        edits.retain(|edit| !is_out(edit));
        left_out += before - edits.len();
    }
    (study, left_out)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::measure::MarkedRanges;
    use crate::measure::{ByAnnotator, StudyItem};
    use spanwise_annotation::document::Texts;
    use spanwise_text::Text;

    fn edit(category: usize, answers: &[(&[&str], &str)]) -> MarkedEdit {
        let answer = |(path, answer): &(&[&str], &str)| {
            (Arc::new(path.iter().map(|name| (*name).to_owned()).collect()), (*answer).into())
        };
        let answers = answers.iter().map(answer).collect();
        MarkedEdit { category, spans: MarkedRanges::default(), answers, probability: None }
    }

    #[test]
    fn severities_are_read_from_answers() {
        for (answers, expected) in [
            (vec![], None),
            (vec![(&["redundant_type"][..], "minor")], Some(1)),
            (vec![(&["redundant_type"], "somewhat")], Some(2)),
            (vec![(&["redundant_type"], "a lot")], Some(3)),
            // The explanation comes before the severity in the order of names.
            (vec![(&["explanation"], "a lot"), (&["redundant_type"], "minor")], Some(1)),
            (
                vec![(&["accuracy_type"], "omission"), (&["accuracy_type", "omission"], "a lot")],
                Some(3),
            ),
            (vec![(&["severity"], "neutral")], Some(0)),
            (vec![(&["severity"], "Minor")], Some(1)),
            (vec![(&["severity"], "MAJOR")], Some(2)),
            (vec![(&["severity"], "critical")], Some(3)),
            (vec![(&["severity"], "minor"), (&["fluency_type"], "5")], Some(1)),
            (vec![(&["tone_type"], "5")], Some(5)),
            (vec![(&["severity"], "6")], None),
            (vec![(&["severity"], "0")], None),
            (vec![(&["passage_id"], "3")], None),
            (vec![(&["impact"], "bad"), (&["impact", "bad"], "somewhat")], Some(2)),
            (vec![(&["first"], "minor"), (&["second"], "somewhat")], Some(2)),
            (vec![(&["explanation"], "a lot of words")], None),
        ] {
            assert_eq!(severity(&edit(0, &answers)), expected, "{answers:?}");
        }
    }

    #[test]
    fn only_mild_edits_of_the_category_are_left_out() {
        let rated = |category, word| edit(category, &[(&["x_type"], word)]);
        let item = StudyItem {
            name: "1".to_owned(),
            texts: Texts::target_only(Text::new("text")),
            edits: vec![
                Some(vec![
                    rated(0, "minor"),
                    rated(0, "somewhat"),
                    rated(1, "minor"),
                    edit(0, &[]),
                ]),
                None,
                Some(vec![rated(0, "minor")]),
            ]
            .into(),
            answers: ByAnnotator::default(),
            scores: ByAnnotator::default(),
            hard_labels: ByAnnotator::default(),
        };
        let study = AnnotationStudy {
            annotators: ["a", "b", "c"].map(str::to_owned).to_vec(),
            categories: ["grammar_usage", "redundant"].map(str::to_owned).to_vec(),
            items: vec![item],
            ..AnnotationStudy::default()
        };
        let (left, n) = leave_out(&study, &[LeaveOutRule::scarecrow()]);
        assert_eq!(n, 2);
        let edits = &left.items[0].edits;
        let of_first = vec![rated(0, "somewhat"), rated(1, "minor"), edit(0, &[])];
        assert_eq!(edits.get(0), Some(&of_first));
        assert_eq!(
            (edits.get(1), edits.get(2)),
            (None, Some(&vec![])),
            "looked at, and nothing left"
        );
        assert_eq!(leave_out(&study, &[]).1, 0);
        let unknown = LeaveOutRule { category: "no such".to_owned(), up_to: 3 };
        assert_eq!(leave_out(&study, &[unknown]).1, 0);
    }
}
