//! The points of single steps by Scarecrow's rule.
//!
//! An exercise is worth its points, in equal shares of its gold edits. The share of each that was not found is lost, and as
//! much for each edit without gold, so that marking everything gains nothing; the paper, whose exercises have one gold edit,
//! says only what they are worth. A question is worth its points if it is answered rightly.
//!
//! An examination is worth its points if enough is found, 5 of 7; "otherwise, 4 points will be deducted for each missing
//! error span" (B.2), which is a fifth of its 20 points. What is missing is counted from what is needed, so that all is lost
//! where nothing is found. Edits without gold cost nothing, as in the paper.

use super::{EarnedPoints, Loss, LossReason, Points, ScarecrowPoints, StepScore, needed_of, units};
use crate::model::{StepBody, TrainingStep};
use crate::progress::Outcome;

impl ScarecrowPoints {
    pub(super) fn step_score(&self, step: &TrainingStep, outcome: Option<&Outcome>) -> StepScore {
        let units = u64::from(units(step.body()));
        // The points, the shares that they are lost in, and the losses that are passed over.
        let (of, shares, passed_over) = match step.body() {
            StepBody::Lesson => (0, 0, 0),
            StepBody::Exercise(_) => (u64::from(self.exercise), units, 0),
            StepBody::Quiz(_) => (u64::from(self.question).saturating_mul(units), units, 0),
            StepBody::Examination(task) => {
                let needed = u64::try_from(needed_of(task.gold().len())).unwrap_or(units);
                (u64::from(self.examination), needed, units.saturating_sub(needed))
            }
        };
        let of = Points::whole(of);
        let mut losses = counted(step.body(), outcome);
        // Lost shares so far; the points follow from all of them, so that roundings do not add up.
        let (mut shares_lost, mut left_to_pass_over) = (0_u64, passed_over);
        for loss in &mut losses {
            let count = u64::from(loss.count);
            let lost = match loss.reason {
                LossReason::NotDone => shares,
                LossReason::WithoutGold if is_examination(step.body()) => 0,
                LossReason::WithoutGold
                | LossReason::WrongBorder
                | LossReason::WrongCategory
                | LossReason::Missed
                | LossReason::WrongAnswer => count.saturating_sub(left_to_pass_over),
            };
            left_to_pass_over = left_to_pass_over.saturating_sub(count);
            let before = of.part(shares_lost, shares);
            shares_lost = shares_lost.saturating_add(lost).min(shares);
            loss.points = Some(of.part(shares_lost, shares).minus(before));
        }
        let got = of.minus(of.part(shares_lost, shares));
        StepScore { step: step.id().clone(), points: Some(EarnedPoints { got, of }), losses }
    }
}

fn is_examination(body: &StepBody) -> bool {
    match body {
        StepBody::Examination(_) => true,
        StepBody::Lesson | StepBody::Exercise(_) | StepBody::Quiz(_) => false,
    }
}

/// What was lost in a step, without points: the slightest reasons first, which are the first to be passed over.
pub(super) fn counted(body: &StepBody, outcome: Option<&Outcome>) -> Vec<Loss> {
    let units = units(body);
    let counts = match outcome.filter(|outcome| outcome.fits(body)) {
        None | Some(Outcome::Read) => vec![(LossReason::NotDone, 1)],
        Some(Outcome::Answered { right, .. }) => {
            vec![(LossReason::WrongAnswer, units.saturating_sub(*right))]
        }
        Some(Outcome::Marked(counts)) => vec![
            (LossReason::WrongBorder, counts.wrong_border),
            (LossReason::WrongCategory, counts.wrong_category),
            (LossReason::Missed, counts.missed),
            (LossReason::WithoutGold, counts.without_gold),
        ],
    };
    let loss = |(reason, count)| Loss { reason, count, points: None };
    counts.into_iter().filter(|(_, count)| *count > 0).map(loss).collect()
}
