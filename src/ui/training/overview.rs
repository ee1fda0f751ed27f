//! The beginning of a training: its rules, the trainee, the steps.

use leptos::ev;
use leptos::prelude::*;

use super::heading;
use super::step_list::step_list;
use crate::app::App;
use crate::app::training::{OpenTraining, TrainingPart};
use crate::ui::view::{El, dynamic, el, text};
use crate::ui::widgets::{button, diagnostics};
use spanwise_diagnostics::Severity;
use spanwise_i18n::{TextId, say};

/// The overview.
pub(super) fn overview(open: OpenTraining) -> El {
    let app = App::from_context();
    let training = open.training();
    let rules = training.rules();
    let rules = rules.iter().map(|rule| el("li").child(app.say(rule)));
    el("div")
        .class("training__page")
        .child(heading(training.title()).attr("dir", "auto"))
        .child(problems(open))
        .child(dynamic(move || progress(open)))
        .child(el("h3").child(app.text(TextId::TrainingRulesHeading)))
        .child(el("ul").class("training__rules").child(rules.collect::<Vec<_>>()))
        .child(trainee_field(open))
        .child(
            el("p").class("actions").child(
                button(text(move || {
                    let key =
                        if has_begun(open) { TextId::TrainingGoOn } else { TextId::TrainingBegin };
                    app.text(key)
                }))
                .class("button button--main")
                .attr("data-testid", "begin")
                .on_click(move || open.show(next_part(open))),
            ),
        )
        .child(el("h3").child(app.text(TextId::TrainingSteps)))
        .child(step_list(open, || {}))
}

/// Returns `true` once a step of the attempt is done. Tracked.
fn has_begun(open: OpenTraining) -> bool {
    let training = open.training();
    open.record.with(|record| record.progress().next_step(&training) != training.steps().first())
}

/// The first step that is not done, or else the result.
fn next_part(open: OpenTraining) -> TrainingPart {
    let training = open.training();
    open.record.with_untracked(|record| {
        let next = record.progress().next_step(&training);
        let at =
            next.and_then(|next| training.steps().iter().position(|step| step.id() == next.id()));
        at.map_or(TrainingPart::Result, TrainingPart::Step)
    })
}

/// The number of the attempt, and how many steps are done.
fn progress(open: OpenTraining) -> El {
    let app = App::from_context();
    let training = open.training();
    let (finished, is_finished, done) = open.record.with(|record| {
        let progress = record.progress();
        let steps = training.steps().iter();
        let done = steps.filter(|step| progress.outcome(step.id()).is_some()).count();
        (progress.finished_attempts(), progress.is_finished(), done)
    });
    let attempt = if is_finished { finished } else { finished.saturating_add(1) };
    let attempt = say!(TrainingAttempt, n = attempt.to_string());
    let (n, total) = (done.to_string(), training.steps().len().to_string());
    let done = say!(TrainingDoneOf, n, total);
    el("p").class("hint").attr("data-testid", "training-progress").child(format!(
        "{} · {}",
        app.say(&attempt),
        app.say(&done)
    ))
}

/// The problems of the training, for its designer.
fn problems(open: OpenTraining) -> Option<El> {
    let app = App::from_context();
    let problems = open.diagnostics();
    (!problems.is_empty()).then(|| {
        let errors = problems.iter().any(|problem| problem.severity == Severity::Error);
        let title = if errors {
            app.text(TextId::TrainingLeftOut)
        } else {
            app.words().count(TextId::BarProblems, problems.len())
        };
        el("details")
            .class("panel")
            .attr("data-testid", "training-problems")
            .attr("open", errors)
            .child(el("summary").child(title))
            .child(diagnostics(&problems))
    })
}

/// The field for the name or number of the trainee.
pub(super) fn trainee_field(open: OpenTraining) -> El {
    let app = App::from_context();
    let field = el("input")
        .attr("type", "text")
        .attr("autocomplete", "off")
        .attr("data-testid", "trainee")
        .attr("aria-describedby", "trainee-hint")
        .prop("value", text(move || open.record.with(|record| record.trainee.clone())))
        .on(ev::change, move |event| {
            open.set_trainee(event_target_value(&event).trim().to_owned())
        });
    el("div")
        .class("training__trainee")
        .child(el("label").child(app.text(TextId::TrainingTrainee)).child(field))
        .child(
            el("p")
                .class("hint")
                .attr("id", "trainee-hint")
                .child(app.text(TextId::TrainingTraineeHint)),
        )
}
