//! The training of the template: its steps, its rule of scoring, and its trial.

use leptos::ev;
use leptos::prelude::*;
use web_sys::MouseEvent;

use super::outline::{item_tree, role_name};
use super::outline_form::item_form;
use super::outline_tree::OutlineTree;
use super::screen::BuilderScreen;
use super::training_form::training_fields;
use super::training_settings::training_settings;
use crate::app::{App, NoticeLevel};
use crate::ui::annotate::focus::focus;
use crate::ui::view::{El, View, dynamic, el, flag};
use crate::ui::widgets::button;
use spanwise_browser::timing;
use spanwise_i18n::TextId;
use spanwise_template::outline::{OutlineOperation, OutlineTraining, TrainingRole};

/// The tree of the training, its settings, and the form of the chosen part.
pub(super) fn training_part(tree: OutlineTree, screen: RwSignal<BuilderScreen>) -> El {
    let app = App::from_context();
    let is_elsewhere = flag(move || {
        tree.outline.with(|outline| matches!(outline.training, OutlineTraining::File(_)))
    });
    let is_absent =
        flag(move || tree.outline.with(|outline| outline.training == OutlineTraining::None));
    let trial = button(app.text(TextId::DeployTry))
        .class("button button--small")
        .attr("data-testid", "training-try")
        .attr("disabled", is_absent)
        .on_click(move || try_it(tree, screen));
    let adds = TrainingRole::STEPS.map(|role| add_button(tree, role));
    let notice = dynamic(move || {
        let text = tree.outline.with(|outline| match &outline.training {
            OutlineTraining::None => Some(app.text(TextId::BuildTrainingNone)),
            OutlineTraining::File(_) => {
                let why = app.text(TextId::OutlineTrainingElsewhere);
                Some(format!("{why} {}", app.text(TextId::OutlineTrainingCopyIn)))
            }
            OutlineTraining::Template { .. } => None,
        });
        text.map(|text| el("p").class("hint").attr("data-testid", "training-notice").child(text))
    });
    el("div")
        .class("outline__part")
        .attr("data-testid", "training-outline")
        .child(
            el("div")
                .class("build__head")
                .child(el("h2").child(app.text(TextId::TemplateTraining)))
                .child(trial),
        )
        .child(
            el("p")
                .class("outline__steps outline__adds")
                .attr("hidden", is_elsewhere)
                .child(Vec::from(adds)),
        )
        .child(
            el("div")
                .class("outline__scroll")
                .child(notice)
                .child(item_tree(tree, app.text(TextId::TemplateTraining), View::Nothing))
                .child(training_settings(tree))
                .child(
                    el("p")
                        .class("hint")
                        .attr("data-testid", "training-cannot-be-hidden")
                        .child(app.text(TextId::TrainingCannotBeHidden)),
                ),
        )
        .child(item_form(tree, move |tree, kind, role| training_fields(tree, screen, kind, role)))
}

/// The button that adds a step; the second click of a double click adds no other.
fn add_button(tree: OutlineTree, role: TrainingRole) -> El {
    let app = App::from_context();
    let name = match role {
        TrainingRole::Lesson => TextId::BuildTrainingAddLesson,
        TrainingRole::Quiz => TextId::BuildTrainingAddQuiz,
        TrainingRole::Examination => TextId::BuildTrainingAddExamination,
        TrainingRole::Exercise | TrainingRole::Right | TrainingRole::Wrong => {
            TextId::BuildTrainingAddExercise
        }
    };
    button(app.text(name))
        .class("button button--small")
        .attr("data-testid", format!("add-{}", role.key()))
        .on(ev::click, move |event: MouseEvent| {
            if event.detail() > 1 {
                return;
            }
            tree.perform(&OutlineOperation::AddStep {
                role,
                title: app.text(role_name(role)),
                training: app.text(TextId::BuildTrainingNewTitle),
            });
            timing::after_paint(|| {
                focus("[data-testid=\"training-outline\"] [data-testid=\"training-title\"]");
            });
        })
}

fn try_it(tree: OutlineTree, screen: RwSignal<BuilderScreen>) {
    let builder = tree.builder;
    if builder.current_template().is_some() {
        screen.set(BuilderScreen::Trial);
    } else {
        builder.app().tell(NoticeLevel::Warning, TextId::BuildTrainingMendTemplate, None);
    }
}
