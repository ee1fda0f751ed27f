//! The steps in which an edit is made where the template guides through them: its category, its spans, then its questions
//! one after the other.

use super::answer::Answers;
use super::draft::missing_sides;
use super::flow::{QuestionPath, accepts, walk};
use super::roles::{AssignedRoles, roles_of};
use super::spans::Spans;
use super::texts::Texts;
use spanwise_template::{Category, CategoryShape, Question};

/// A step of making an edit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EditStep {
    /// Its category.
    Category,
    /// Its spans, of a category without roles; the constituents of a composite.
    Spans,
    /// The span of the role with this name.
    Role(String),
    /// The question at this path.
    Question(QuestionPath),
}

/// The state of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StepState {
    /// The edit has what the step is about.
    Taken,
    /// It has not, and need not.
    Optional,
    /// It has not, and is incomplete without.
    Required,
}

/// The steps of an edit with these answers that apply, in their order; without questions if there are no answers.
#[must_use]
pub fn steps(category: &Category, answers: Option<&Answers>) -> Vec<EditStep> {
    let mut steps = vec![EditStep::Category];
    let roles = roles_of(category);
    match category.shape {
        CategoryShape::Whole => {}
        CategoryShape::Spans { .. } if !roles.is_empty() => {
            steps.extend(roles.iter().map(|role| EditStep::Role(role.name.clone())));
        }
        CategoryShape::Spans { .. } | CategoryShape::Composite => steps.push(EditStep::Spans),
    }
    if let Some(answers) = answers {
        walk(&category.questions, answers, |path, _| {
            let path = path.iter().map(|&name| name.to_owned()).collect();
            steps.push(EditStep::Question(path));
        });
    }
    steps
}

/// The 0-based position of a step. That of a question which is no longer asked is the one of the nearest question above
/// it; that of any other step which does not apply, the last one.
#[must_use]
pub fn position(steps: &[EditStep], step: &EditStep) -> usize {
    let last = steps.len().saturating_sub(1);
    let at = |step: &EditStep| steps.iter().position(|one| one == step);
    let above = || {
        let EditStep::Question(path) = step else { return None };
        (1..path.len()).rev().find_map(|depth| at(&EditStep::Question(path.get(..depth)?.to_vec())))
    };
    at(step).or_else(above).unwrap_or(last)
}

/// The state of a step of an edit with these spans and answers.
#[must_use]
pub fn step_state(
    step: &EditStep,
    category: &Category,
    spans: &Spans,
    answers: &Answers,
    texts: &Texts,
) -> StepState {
    let (is_taken, is_required) = match step {
        EditStep::Category => (true, true),
        EditStep::Spans => (missing_sides(category, spans, texts).is_empty(), true),
        EditStep::Role(name) => {
            let assigned = AssignedRoles::of(spans, &category.roles, texts);
            let is_missing = assigned.missing().any(|role| role.name == *name);
            (!is_missing, category.role(name).is_some_and(|role| role.required))
        }
        EditStep::Question(path) => {
            let mut found = (false, false);
            walk(&category.questions, answers, |at, asked| {
                if at.iter().copied().eq(path.iter().map(String::as_str)) {
                    let accepted = |answer| accepts(asked.question, answer);
                    found = (asked.answer.is_some_and(accepted), asked.question.required);
                }
            });
            found
        }
    };
    match (is_taken, is_required) {
        (true, _) => StepState::Taken,
        (false, false) => StepState::Optional,
        (false, true) => StepState::Required,
    }
}

/// The question at a path, asked or not.
#[must_use]
pub fn question_at<'q>(questions: &'q [Question], path: &[String]) -> Option<&'q Question> {
    let (root, options) = path.split_first()?;
    let root = questions.iter().find(|question| question.name == *root)?;
    options.iter().try_fold(root, |question, option| question.option(option)?.follow_up.as_deref())
}
