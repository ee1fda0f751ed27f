//! The end of a training: the score, the result code, another attempt.

use leptos::prelude::*;

use super::heading;
use super::overview::trainee_field;
use super::step::points_view;
use super::step_list::kind_name;
use crate::app::App;
use crate::app::training::{OpenTraining, TrainingPart};
use crate::ui::view::{El, View, dynamic, el};
use crate::ui::widgets::{Icon, button, copy, icon};
use spanwise_i18n::{TextId, say};

/// The result, or what is still to be done for it.
pub(super) fn result(open: OpenTraining) -> View {
    let app = App::from_context();
    let is_finished = Memo::new(move |_| open.record.with(|r| r.progress().is_finished()));
    let page = el("div").class("training__page").child(heading(app.text(TextId::TrainingResult)));
    page.child(dynamic(move || {
        if is_finished.get() { untrack(|| finished(open)) } else { open_steps(open) }
    }))
    .into()
}

/// The steps that are not done yet.
fn open_steps(open: OpenTraining) -> View {
    let app = App::from_context();
    let training = open.training();
    let steps = training.steps().iter().enumerate();
    let steps = steps.filter(|(_, step)| {
        open.record.with(|record| record.progress().outcome(step.id()).is_none())
    });
    let rows = steps.map(|(at, step)| {
        let name = format!("{}: {}", kind_name(app, step.body()), step.title());
        el("li").child(
            button(name)
                .class("button button--quiet training__row")
                .on_click(move || open.show(TrainingPart::Step(at))),
        )
    });
    View::Many(vec![
        el("p").child(app.text(TextId::TrainingOpenSteps)).into(),
        el("ul")
            .class("training__open-steps")
            .attr("data-testid", "open-steps")
            .child(rows.collect::<Vec<_>>())
            .into(),
    ])
}

fn finished(open: OpenTraining) -> View {
    let app = App::from_context();
    let training = open.training();
    let (score, may_begin_again) = open.record.with_untracked(|record| {
        let progress = record.progress();
        // Who has passed needs no further attempt.
        let again = !progress.has_passed() && progress.may_begin_again(&training);
        (progress.score(&training), again)
    });
    let passed = training.is_passed_with(&score);
    let (sign, name, key) = if passed {
        (Icon::Check, "passed", TextId::TrainingPassed)
    } else {
        (Icon::Warning, "failed", TextId::TrainingNotPassed)
    };
    let verdict = el("p")
        .class(format!("training__result training__result--{name}"))
        .attr("data-testid", "training-result")
        .attr("data-state", name)
        .child(icon(sign))
        .child(el("strong").child(app.text(key)));
    let percent = score.percent.to_string();
    View::Many(vec![
        verdict.into(),
        el("p")
            .attr("data-testid", "training-score")
            .attr("data-value", percent.clone())
            .child(app.say(&say!(TrainingScore, percent)))
            .into(),
        score.points.map(points_view).into(),
        trainee_field(open).into(),
        dynamic(move || code(open)),
        may_begin_again.then(|| again(open)).into(),
    ])
}

/// The result code, once the name of the trainee is known.
fn code(open: OpenTraining) -> El {
    let app = App::from_context();
    let code = open.record.with(|record| {
        let is_named = !record.trainee.is_empty();
        is_named.then(|| record.progress().result_code(&record.trainee)).flatten()
    });
    let section = el("section")
        .class("panel training__code")
        .child(el("h3").child(app.text(TextId::TrainingCode)));
    let Some(code) = code else {
        return section.child(el("p").child(app.text(TextId::TrainingNameNeeded)));
    };
    let code = code.to_string();
    let copied = code.clone();
    section
        .child(
            el("p")
                .class("actions")
                .child(el("code").attr("dir", "ltr").attr("data-testid", "result-code").child(code))
                .child(
                    button(app.text(TextId::TemplateCopy))
                        .attr("data-testid", "copy-code")
                        .on_click(move || copy(app, copied.clone())),
                ),
        )
        .child(el("p").class("hint").child(app.text(TextId::TrainingCodeHint)))
}

fn again(open: OpenTraining) -> El {
    let app = App::from_context();
    el("div")
        .child(
            el("p").class("actions").child(
                button(app.text(TextId::TrainingAgain))
                    .attr("data-testid", "try-again")
                    .on_click(move || open.begin_again()),
            ),
        )
        .child(el("p").class("hint").child(app.text(TextId::TrainingAgainHint)))
}
