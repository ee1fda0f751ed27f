//! The page on which a trainee works through a training: an overview, one step at a time, the result.

mod overview;
mod quiz;
mod result;
mod solution;
mod step;
mod step_list;
mod task;

use std::sync::Arc;

use leptos::prelude::*;
use leptos::task::spawn_local;

use self::overview::overview;
use self::result::result;
use self::step::step;
use self::step_list::{lazy_step_list, position_text};
pub(super) use self::task::task_texts;
use super::annotate;
use super::annotate::accidental_presses;
use super::annotate::annotation_bar::{instructions_button, tool_button};
use super::annotate::focus::focus;
use super::colors::set_colors;
use super::failure::failure_page;
use super::opening::opening_page;
use super::widgets::{Icon, dialog, dropdown, dropdown_button, instructions, page_link};
use crate::app::training::{LoadedTraining, OpenTraining, TrainingPart, TrainingPurpose, load};
use crate::app::{App, Failure, LoadedTemplate, OpeningProgress};
use crate::ui::view::{El, View, dynamic, el, flag, text};
use spanwise_browser::{styles, timing};
use spanwise_i18n::TextId;
use spanwise_links::Route;
use spanwise_template::Template;

static STYLE: &str = include_str!("../../../style/training.css");

/// The id of the heading of the part that is shown.
const HEADING: &str = "training-heading";

/// The page of the training of a template. `shown` becomes `true` once it takes input.
pub(super) fn training_page(
    loaded_template: LoadedTemplate,
    purpose: TrainingPurpose,
    shown: RwSignal<bool>,
) -> El {
    let app = App::from_context();
    let loaded = RwSignal::new(None::<Result<Arc<LoadedTraining>, Failure>>);
    let label = loaded_template.template.label.clone();
    app.opening.set(OpeningProgress { name: label, instances: 0 });
    spawn_local(async move {
        let found = load(loaded_template).await.map(Arc::new);
        // The page may be gone.
        drop(loaded.try_set(Some(found)));
    });
    el("div").child(dynamic(move || {
        let found = loaded.get();
        shown.set(found.is_some());
        untrack(|| match found {
            None => opening_page(),
            Some(Ok(found)) => page(OpenTraining::new(app, found, purpose)),
            // Here, since this page has the texts of the problems of trainings.
            Some(Err(failure)) => failure_page(failure),
        })
    }))
}

fn page(open: OpenTraining) -> El {
    let app = App::from_context();
    let template = open.loaded_template().template;
    let title = open.training().title().to_owned();
    document().set_title(&title);
    accidental_presses::guard();
    let shows_instructions = RwSignal::new(false);
    // What came of a check is read aloud; the region is there before.
    let said = RwSignal::new(String::new());
    open.go_on();
    focus_new_headings(open);
    task_page(template.clone())
        .attr("data-page", "training")
        .child(
            el("header")
                .class("bar")
                .child(
                    el("h1")
                        .class("bar__title")
                        .attr("title", format!("{title} ({})", app.text(TextId::AppHome)))
                        .child(page_link(Route::Start.to_string(), title)),
                )
                .child(position(open))
                .child(instructions_button(&template, shows_instructions)),
        )
        .child(
            el("main")
                .class("training__main")
                .child(
                    el("p")
                        .class("visually-hidden")
                        .attr("role", "status")
                        .child(text(move || said.get())),
                )
                .child(dynamic(move || {
                    let part = open.part.get();
                    untrack(|| part_view(open, part, said))
                })),
        )
        .child(dialog(
            shows_instructions,
            text(move || app.text(TextId::ButtonsInstructionsLabel)),
            move || instructions(&template),
        ))
}

/// The frame of a page with texts of tasks, which look as the reader has set them.
pub(super) fn task_page(template: Arc<Template>) -> El {
    styles::adopt(STYLE);
    let app = App::from_context();
    let page = el("div")
        .class("annotate training")
        .style((
            "--text-scale",
            text(move || app.preferences.with(|p| annotate::percent(p.text_size))),
        ))
        .style((
            "--line-height",
            text(move || app.preferences.with(|p| annotate::percent(p.line_spacing))),
        ));
    set_colors(page.node(), template);
    page
}

fn part_view(open: OpenTraining, part: TrainingPart, said: RwSignal<String>) -> View {
    said.set(String::new());
    match part {
        TrainingPart::Overview => overview(open).into(),
        TrainingPart::Step(at) => step(open, at, said),
        TrainingPart::Result => result(open),
    }
}

/// Moves the focus to the heading of each further part, and the view to its beginning.
fn focus_new_headings(open: OpenTraining) {
    Effect::new(move |before: Option<()>| {
        open.part.track();
        if before.is_some() {
            timing::after(0, || {
                window().scroll_to_with_x_and_y(0.0, 0.0);
                focus(&format!("#{HEADING}"));
            });
        }
    });
}

/// The heading of a part, which takes the focus when the part is shown.
fn heading(content: impl Into<View>) -> El {
    el("h2").attr("id", HEADING).attr("tabindex", "-1").child(content)
}

/// The position among the steps, with buttons to the parts beside it, and the list of steps.
fn position(open: OpenTraining) -> El {
    let app = App::from_context();
    let total = open.training().steps().len();
    let at = Memo::new(move |_| place(&open.part.get(), total));
    let go = move |by: isize| {
        if let Some(place) = at.get_untracked().checked_add_signed(by) {
            open.show(part_at(place, total));
        }
    };
    let list =
        dropdown_button(text(move || position_text(app, open))).attr("data-testid", "steps").attr(
            "aria-label",
            text(move || {
                format!("{}: {}", app.text(TextId::TrainingSteps), position_text(app, open))
            }),
        );
    el("nav")
        .class("bar__group training__position")
        .attr("aria-label", app.text(TextId::TrainingSteps))
        .attr("data-testid", "position")
        .attr("data-index", text(move || at.get().to_string()))
        .attr("data-total", total.to_string())
        .child(
            tool_button("previous", Icon::Previous, app.text(TextId::TrainingPreviousStep), "")
                .attr("title", app.text(TextId::TrainingPreviousStep))
                .attr("disabled", flag(move || at.get() == 0))
                .attr("data-repeats", true)
                .on_click(move || go(-1)),
        )
        .child(dropdown(list, move |menu| lazy_step_list(open, menu)))
        .child(
            tool_button("next", Icon::Next, app.text(TextId::TrainingNextStep), "")
                .attr("title", app.text(TextId::TrainingNextStep))
                .attr("disabled", flag(move || at.get() > total))
                .attr("data-repeats", true)
                .on_click(move || go(1)),
        )
}

/// The place of a part among all: the overview is 0, steps count from 1, the result comes after them.
fn place(part: &TrainingPart, total: usize) -> usize {
    match part {
        TrainingPart::Overview => 0,
        TrainingPart::Step(at) => at + 1,
        TrainingPart::Result => total + 1,
    }
}

fn part_at(place: usize, total: usize) -> TrainingPart {
    match place.checked_sub(1) {
        None => TrainingPart::Overview,
        Some(at) if at < total => TrainingPart::Step(at),
        Some(_) => TrainingPart::Result,
    }
}
