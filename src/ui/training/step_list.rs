//! The list of steps with what came of them.

use leptos::prelude::*;

use crate::app::App;
use crate::app::training::{OpenTraining, TrainingPart};
use crate::ui::view::{El, View, dynamic, el, text};
use crate::ui::widgets::{DropdownElement, Icon, button, icon};
use spanwise_i18n::TextId;
use spanwise_training::{EarnedPoints, StepBody, StepId, TrainingStep};

/// The name of the kind of a step.
pub(super) fn kind_name(app: App, body: &StepBody) -> String {
    app.text(match body {
        StepBody::Lesson => TextId::TrainingLesson,
        StepBody::Exercise(_) => TextId::TrainingExercise,
        StepBody::Quiz(_) => TextId::TrainingQuiz,
        StepBody::Examination(_) => TextId::TrainingExamination,
    })
}

/// The position among the steps, for people to read.
pub(super) fn position_text(app: App, open: OpenTraining) -> String {
    match open.part.get() {
        TrainingPart::Overview => app.text(TextId::TrainingOverview),
        TrainingPart::Step(at) => {
            let total = app.words().count(TextId::BarOfTotal, open.training().steps().len());
            format!("{} {total}", at + 1)
        }
        TrainingPart::Result => app.text(TextId::TrainingResult),
    }
}

/// The points of a step in this attempt; `None` while it has none, and where the rule gives none. Tracked.
pub(super) fn points_of(open: OpenTraining, step: &StepId) -> Option<EarnedPoints> {
    let training = open.training();
    open.record.with(|record| {
        record.progress().outcome(step)?;
        let score = record.progress().score(&training);
        score.steps.into_iter().find(|one| one.step == *step)?.points
    })
}

/// The list in its dropdown.
pub(super) fn lazy_step_list(open: OpenTraining, menu: DropdownElement) -> View {
    el("div").class("training__panel").child(step_list(open, move || menu.close())).into()
}

/// All parts, with buttons that show them. `chosen` runs before a part is shown.
pub(super) fn step_list(open: OpenTraining, chosen: impl Fn() + Copy + 'static) -> El {
    let app = App::from_context();
    let row = move |part: TrainingPart, content: View| {
        let (current, shown) = (part.clone(), part);
        el("li").child(
            button(content)
                .class("button button--quiet training__row")
                .attr(
                    "aria-current",
                    text(move || {
                        if open.part.get() == current {
                            "step".to_owned()
                        } else {
                            "false".to_owned()
                        }
                    }),
                )
                .on_click(move || {
                    chosen();
                    open.show(shown.clone());
                }),
        )
    };
    let name = |key| el("span").class("training__name").child(app.text(key));
    let training = open.training();
    let steps = training.steps().iter().enumerate().map(|(at, step)| {
        row(TrainingPart::Step(at), step_row(open, step)).attr("data-testid", "step")
    });
    el("ol")
        .class("training__list")
        .child(row(TrainingPart::Overview, name(TextId::TrainingOverview).into()))
        .child(steps.collect::<Vec<_>>())
        .child(row(TrainingPart::Result, name(TextId::TrainingResult).into()))
}

/// A step: its kind and title, and, once it is done, a sign and its points.
fn step_row(open: OpenTraining, step: &TrainingStep) -> View {
    let app = App::from_context();
    let id = step.id().clone();
    let done = dynamic(move || {
        let is_done = open.record.with(|record| record.progress().outcome(&id).is_some());
        is_done.then(|| {
            let points = points_of(open, &id).map(|points| {
                el("span")
                    .class("training__points")
                    .attr("dir", "ltr")
                    .child(format!("{} / {}", points.got, points.of))
            });
            View::Many(vec![
                points.into(),
                el("span")
                    .class("training__done")
                    .attr("role", "img")
                    .attr("aria-label", app.text(TextId::StatusDone))
                    .child(icon(Icon::Check))
                    .into(),
            ])
        })
    });
    View::Many(vec![
        el("span").class("training__kind").child(kind_name(app, step.body())).into(),
        el("span").class("training__name").attr("dir", "auto").child(step.title()).into(),
        done,
    ])
}
