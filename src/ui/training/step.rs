//! One step: its heading and text, and its lesson, task or quiz.

use leptos::prelude::*;

use super::quiz::quiz;
use super::step_list::{kind_name, points_of};
use super::task::task;
use super::{heading, part_at, place};
use crate::app::App;
use crate::app::training::OpenTraining;
use crate::ui::view::{El, View, dynamic, el};
use crate::ui::widgets::{annotated_markdown, button};
use spanwise_i18n::{TextId, say};
use spanwise_training::{EarnedPoints, StepBody, TrainingStep};

/// A step, by its 0-based position. `said` is read aloud.
pub(super) fn step(open: OpenTraining, at: usize, said: RwSignal<String>) -> View {
    let app = App::from_context();
    let training = open.training();
    let Some(step) = training.steps().get(at) else { return View::Nothing };
    let template = open.loaded_template().template;
    let text = (!step.text().is_empty()).then(|| annotated_markdown(step.text(), &template));
    let head = el("div")
        .class("training__head")
        .child(el("p").class("training__kind").child(kind_name(app, step.body())))
        .child(heading(step.title()).attr("dir", "auto"))
        .child(text);
    let body = match step.body() {
        StepBody::Lesson => next_button(open).into(),
        StepBody::Exercise(gold) | StepBody::Examination(gold) => {
            task(open, at, step.clone(), gold.clone(), said)
        }
        StepBody::Quiz(questions) => quiz(open, step.clone(), questions.clone(), said),
    };
    View::Many(vec![head.into(), body])
}

/// The button that goes on to the next part.
pub(super) fn next_button(open: OpenTraining) -> El {
    let app = App::from_context();
    let total = open.training().steps().len();
    el("p").class("actions training__actions").child(
        button(app.text(TextId::TrainingNextStep))
            .class("button button--main")
            .attr("data-testid", "next-step")
            .on_click(move || {
                let next = place(&open.part.get_untracked(), total).saturating_add(1);
                open.show(part_at(next, total));
            }),
    )
}

/// The points of a step that was checked, if the rule gives some.
pub(super) fn points(open: OpenTraining, step: &TrainingStep) -> View {
    let id = step.id().clone();
    dynamic(move || points_of(open, &id).map(points_view))
}

/// Points got of those to be had.
pub(super) fn points_view(points: EarnedPoints) -> El {
    el("p")
        .class("training__score")
        .attr("data-testid", "points")
        .attr("data-value", points.got.to_string())
        .child(points_text(points))
}

pub(super) fn points_text(points: EarnedPoints) -> String {
    let (n, total) = (points.got.to_string(), points.of.to_string());
    App::from_context().say(&say!(TrainingPointsOf, n, total))
}

/// The position of a step among those of its training that `is_counted`, from 1, and the number of these.
pub(super) fn numbered(
    open: OpenTraining,
    at: usize,
    is_counted: impl Fn(&StepBody) -> bool,
) -> (usize, usize) {
    let training = open.training();
    let count = |steps: &[TrainingStep]| steps.iter().filter(|one| is_counted(one.body())).count();
    let before = training.steps().get(..at).map_or(0, count);
    (before + 1, count(training.steps()))
}
