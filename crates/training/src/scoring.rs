//! What the steps of a training are worth, by rules that trainees can read.

mod explanation;
mod step_score;

pub use explanation::what_cannot_be_hidden;

use std::fmt;

use crate::model::{StepBody, StepId, Training, TrainingStep};
use crate::progress::Outcome;

/// The rule by which a training is scored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scoring {
    /// `scarecrow`: points, as in the training of Scarecrow's annotators (Dou et al. 2022, §4.7 and B.2).
    Scarecrow(ScarecrowPoints),
    /// `f1`: the F1 of all edits of all tasks together, 2 · found / (gold + marked), as annotators of span annotation tasks
    /// were chosen (Kasner et al. 2025, "Large Language Models as Span Annotators"). A question counts as a gold edit,
    /// found with the right answer, and an answer as an edit that was marked.
    F1 {
        /// How far borders may be off.
        tolerance: BoundaryTolerance,
    },
}

/// The points of Scarecrow's rule, and how far borders may be off, which the paper leaves open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ScarecrowPoints {
    /// Points of an exercise.
    pub exercise: u16,
    /// Points of a question of a quiz.
    pub question: u16,
    /// Points of an examination.
    pub examination: u16,
    /// How far borders may be off.
    pub tolerance: BoundaryTolerance,
}

impl Default for ScarecrowPoints {
    /// Those of the paper: ten exercises, ten questions and an examination are worth 100 points.
    fn default() -> Self {
        let tolerance = BoundaryTolerance::Overlap;
        ScarecrowPoints { exercise: 5, question: 3, examination: 20, tolerance }
    }
}

/// How far the borders of an edit may be off from those of its gold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BoundaryTolerance {
    /// `overlap`: each span of the gold shares a character with a span of the edit.
    Overlap,
    /// The edit has as many spans, and each border is off by at most this number of words. Spaces and punctuation do not
    /// count.
    Words(u32),
}

impl Scoring {
    /// How far borders may be off.
    #[must_use]
    pub fn tolerance(&self) -> BoundaryTolerance {
        match self {
            Scoring::Scarecrow(points) => points.tolerance,
            Scoring::F1 { tolerance } => *tolerance,
        }
    }

    /// The pass mark of a training that names none, in percent: that of the papers.
    #[must_use]
    pub fn default_pass_mark(&self) -> u32 {
        match self {
            Scoring::Scarecrow(_) => 90,
            Scoring::F1 { .. } => 50,
        }
    }

    /// What results depend on, for the identity of a training.
    pub(crate) fn key(&self) -> String {
        let tolerance = match self.tolerance() {
            BoundaryTolerance::Overlap => "overlap".to_owned(),
            BoundaryTolerance::Words(most) => most.to_string(),
        };
        match self {
            Scoring::Scarecrow(ScarecrowPoints { exercise, question, examination, .. }) => {
                format!("scarecrow {exercise} {question} {examination} {tolerance}")
            }
            Scoring::F1 { .. } => format!("f1 {tolerance}"),
        }
    }
}

/// The edits of an examination that have to be found for all its points: 5 of 7 in the paper, and the same part, rounded up,
/// of another number.
#[must_use]
pub fn needed_of(gold: usize) -> usize {
    const NEEDED: usize = 5;
    const OF: usize = 7;
    gold.saturating_mul(NEEDED).div_ceil(OF)
}

/// Points, or percent, in thousandths, so that a third of a point three times is a point.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Points(u64);

impl Points {
    const ONE: u64 = 1000;

    /// Whole points.
    #[must_use]
    pub fn whole(points: u64) -> Self {
        Points(points.saturating_mul(Points::ONE))
    }

    /// The part `n` of `of` of these points, rounded down to thousandths; all of them if `of` is 0.
    fn part(self, n: u64, of: u64) -> Self {
        Points(self.0.saturating_mul(n.min(of)).checked_div(of).unwrap_or(self.0))
    }

    fn plus(self, other: Points) -> Self {
        Points(self.0.saturating_add(other.0))
    }

    fn minus(self, other: Points) -> Self {
        Points(self.0.saturating_sub(other.0))
    }

    /// Whole points, rounded down, so that 89.9 of 90 is not 90.
    #[must_use]
    pub fn rounded_down(self) -> u64 {
        self.0 / Points::ONE
    }
}

impl fmt::Display for Points {
    /// With two decimals, or none for whole points; rounded down.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.0 / Points::ONE, self.0 % Points::ONE / 10) {
            (whole, 0) => write!(f, "{whole}"),
            (whole, hundredths) => write!(f, "{whole}.{hundredths:02}"),
        }
    }
}

/// The score of a training, with all that was lost.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Score {
    /// The score that is compared with the pass mark, in percent.
    pub percent: Points,
    /// The points of all steps, got and to be had; `None` where the rule gives none.
    pub points: Option<EarnedPoints>,
    /// The steps that are scored, in their order.
    pub steps: Vec<StepScore>,
}

/// Points got of those to be had.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct EarnedPoints {
    /// The points got.
    pub got: Points,
    /// The points to be had.
    pub of: Points,
}

/// The score of a step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StepScore {
    /// The step.
    pub step: StepId,
    /// Its points; `None` where the rule gives none.
    pub points: Option<EarnedPoints>,
    /// What was lost, by reason, each once.
    pub losses: Vec<Loss>,
}

/// What was lost for a reason.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Loss {
    /// The reason.
    pub reason: LossReason,
    /// How often: edits or questions.
    pub count: u32,
    /// The points; may be none for a count that the rule passes over. `None` where the rule gives no points.
    pub points: Option<Points>,
}

/// The reasons for which something is lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LossReason {
    /// The step was not done.
    NotDone,
    /// Gold was missed.
    Missed,
    /// Gold was marked in another category.
    WrongCategory,
    /// Gold was marked with borders too far off.
    WrongBorder,
    /// Something was marked that is no gold.
    WithoutGold,
    /// A question was answered wrongly, or not.
    WrongAnswer,
}

impl Training {
    /// The score of what was done so far; what was not done counts as lost.
    pub fn score<'o>(&self, outcome_of: impl Fn(&StepId) -> Option<&'o Outcome>) -> Score {
        let scored = self.steps().iter().filter(|step| step.body().is_scored());
        let outcomes: Vec<(&TrainingStep, Option<&Outcome>)> =
            scored.map(|step| (step, outcome_of(step.id()))).collect();
        match self.scoring() {
            Scoring::Scarecrow(rule) => in_points(rule, &outcomes),
            Scoring::F1 { .. } => by_f1(&outcomes),
        }
    }

    /// Returns `true` if a score is at least the pass mark.
    #[must_use]
    pub fn is_passed_with(&self, score: &Score) -> bool {
        score.percent >= Points::whole(u64::from(self.pass_mark()))
    }
}

fn in_points(rule: &ScarecrowPoints, outcomes: &[(&TrainingStep, Option<&Outcome>)]) -> Score {
    let steps: Vec<StepScore> =
        outcomes.iter().map(|(step, outcome)| rule.step_score(step, *outcome)).collect();
    let earned = steps.iter().filter_map(|step| step.points);
    let points = earned.fold(EarnedPoints::default(), |all, one| EarnedPoints {
        got: all.got.plus(one.got),
        of: all.of.plus(one.of),
    });
    Score {
        percent: Points::whole(100).part(points.got.0, points.of.0),
        points: Some(points),
        steps,
    }
}

fn by_f1(outcomes: &[(&TrainingStep, Option<&Outcome>)]) -> Score {
    let (mut found, mut both) = (0_u64, 0_u64);
    let mut steps = Vec::new();
    for (step, outcome) in outcomes {
        let figures = F1Figures::of(step.body(), *outcome);
        found = found.saturating_add(figures.found);
        both = both.saturating_add(figures.gold).saturating_add(figures.marked);
        steps.push(StepScore {
            step: step.id().clone(),
            points: None,
            losses: step_score::counted(step.body(), *outcome),
        });
    }
    let percent = Points::whole(100).part(found.saturating_mul(2), both);
    Score { percent, points: None, steps }
}

/// What a step contributes to F1.
struct F1Figures {
    found: u64,
    gold: u64,
    marked: u64,
}

impl F1Figures {
    fn of(body: &StepBody, outcome: Option<&Outcome>) -> Self {
        let gold = u64::from(units(body));
        let (found, marked) = match outcome.filter(|outcome| outcome.fits(body)) {
            Some(Outcome::Marked(counts)) => (counts.found, counts.marked()),
            Some(Outcome::Answered { right, answered }) => (*right, u64::from(*answered)),
            Some(Outcome::Read) | None => (0, 0),
        };
        let found = u64::from(found).min(gold);
        F1Figures { found, gold, marked: marked.max(found) }
    }
}

/// The gold edits or questions of a step.
fn units(body: &StepBody) -> u32 {
    let units = match body {
        StepBody::Lesson => 0,
        StepBody::Exercise(task) | StepBody::Examination(task) => task.gold().len(),
        StepBody::Quiz(questions) => questions.len(),
    };
    u32::try_from(units).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests;
