//! Several annotators side by side: the same instance in a column for each, with their differences.

mod adjudication_bar;
mod adjudication_keys;
mod annotator_name;
mod column;
mod decision_keys;
mod decision_panel;
mod decision_row;
mod edit_answers;
mod edit_comparison;
mod edit_taking;
mod file_differences;
mod instance_answers;
mod laid_over;
mod missing_files;
mod unaligned_instances;

use std::collections::BTreeSet;

use leptos::ev;
use leptos::prelude::*;
use leptos::task::spawn_local;

use self::adjudication_bar::adjudication_bar;
use self::column::column;
use self::decision_panel::decision_panel;
use self::file_differences::file_differences;
use self::missing_files::missing_files_page;
use self::unaligned_instances::unaligned_instances;
use super::annotate;
use super::annotate::dialog_signals::DialogSignals;
use super::annotate::focus::focus;
use super::annotate::lazy_extras::lazy_dialogs;
use super::annotate::questions;
use super::colors::set_colors;
use super::opening::opening_page;
use super::text_view::edits_of;
use super::widgets::{dialog, instructions};
use crate::app::adjudication::{Adjudication, LoadedAdjudication, load};
use crate::app::{AdjudicationRequest, App, OpeningProgress, Session};
use crate::ui::view::{El, View, dynamic, el, flag, text};
use spanwise_browser::elements::closest;
use spanwise_browser::{styles, timing};
use spanwise_i18n::TextId;

static STYLE: &str = include_str!("../../../style/adjudicate.css");

/// The page of several annotators. `shown` becomes `true` once it takes input.
pub(super) fn adjudicate_page(several: AdjudicationRequest, shown: RwSignal<bool>) -> El {
    styles::adopt(questions::STYLE);
    styles::adopt(STYLE);
    let app = App::from_context();
    let loaded = RwSignal::new(None::<LoadedAdjudication>);
    let label = several.loaded_template.template.label.clone();
    document().set_title(&label);
    app.opening.set(OpeningProgress { name: label, instances: 0 });
    let number = app.page_number.get_untracked();
    let template = several.loaded_template.template.clone();
    let was_here = several.was_here();
    spawn_local(async move {
        match load(app, several).await {
            // The page may be gone.
            Ok(found) => drop(loaded.try_set(found)),
            Err(failure) if app.page_number.get_untracked() == number => app.fail(failure),
            Err(_) => {}
        }
    });
    let content = move || {
        let found = loaded.get();
        shown.set(found.is_some());
        untrack(|| match found {
            None => opening_page(),
            Some(LoadedAdjudication::Waiting(files)) => {
                missing_files_page(&template, &files, was_here)
            }
            Some(LoadedAdjudication::Open(adjudication)) => side_by_side(adjudication),
        })
    };
    el("div").child(dynamic(content))
}

/// Focuses the edit that the page is opened at, if there is one, once its row is there.
fn focus_shown_edit(adjudication: Adjudication) {
    let Some((annotator, key)) = adjudication.pointed.get_untracked() else { return };
    let session = adjudication.sessions().into_iter().find(|session| session.number == annotator);
    let Some(session) = session else { return };
    timing::after_paint(move || {
        focus(&format!("#{} [data-testid=edit-open]", session.id(&format!("row-{}", key.0))));
    });
}

fn side_by_side(adjudication: Adjudication) -> El {
    let app = App::from_context();
    let page = el("div")
        .class("annotate adjudicate")
        .attr("data-page", "adjudicate")
        .style((
            "--text-scale",
            text(move || app.preferences.with(|p| annotate::percent(p.text_size))),
        ))
        .style((
            "--line-height",
            text(move || app.preferences.with(|p| annotate::percent(p.line_spacing))),
        ))
        .style(("--columns", text(move || columns_shown(adjudication).to_string())))
        .style(("--half", text(move || columns_shown(adjudication).div_ceil(2).to_string())));
    let Some(first) = adjudication.first() else { return page };
    let template = first.template();
    set_colors(page.node(), template.clone());
    let dialogs = DialogSignals {
        instructions: RwSignal::new(false),
        keys: RwSignal::new(false),
        problems: first.problems.shown,
    };
    adjudication_keys::listen(adjudication, dialogs.keys);
    annotate::accidental_presses::guard();
    annotate::begin_at_top(first);
    focus_shown_edit(adjudication);
    let columns = adjudication.sessions().into_iter().map(|session| column(adjudication, session));
    page.child(annotate::skip_link(&app))
        .child(adjudication_bar(adjudication, first, dialogs))
        .child(
            el("main")
                .class("adjudication")
                .child(annotate::prepended_instructions(&template))
                .child(file_differences(adjudication))
                .child(context(adjudication))
                .child(comparison_bar(adjudication))
                .child(
                    el("p")
                        .attr("id", "text-help")
                        .class("visually-hidden")
                        .child(app.text(TextId::TextHelp)),
                )
                .child(
                    el("div")
                        .class("adjudication__work")
                        .class(("adjudication__work--decides", adjudication.decides()))
                        .child(
                            el("div")
                                .class("columns")
                                .on(ev::pointerover, move |event| {
                                    point_at(adjudication, event.target());
                                })
                                .on(ev::pointerleave, move |_| adjudication.pointed.set(None))
                                .on(ev::focusin, move |event| {
                                    point_at(adjudication, event.target());
                                })
                                .child(columns.collect::<Vec<_>>()),
                        )
                        .child(decision_panel(adjudication)),
                )
                .child(unaligned_instances(adjudication)),
        )
        .child(dialog(
            dialogs.instructions,
            text(move || app.text(TextId::ButtonsInstructionsLabel)),
            move || instructions(&template),
        ))
        .child(lazy_dialogs(first, adjudication_keys::ADJUDICATION_KEYS, dialogs.keys))
}

/// Number of columns that are shown. Tracks it.
fn columns_shown(adjudication: Adjudication) -> usize {
    let hidden = adjudication.hidden.with(BTreeSet::len);
    adjudication.count().saturating_sub(hidden).max(1)
}

/// The context of the instance, that of the first annotator who has the instance.
fn context(adjudication: Adjudication) -> View {
    let whose = Memo::new(move |_| adjudication.any().map(|session: Session| session.number));
    dynamic(move || {
        let number = whose.get()?;
        let sessions = adjudication.sessions();
        untrack(|| sessions.get(number).map(|session| annotate::context(*session)))
    })
}

/// Scrolls to the column of an annotator.
fn show_column(annotator: usize) {
    if let Ok(Some(column)) = document().query_selector(&column::column_selector(annotator)) {
        column.scroll_into_view();
    }
}

/// The summary of agreement, the filter, the way to the next difference, and on a narrow page the ways to the columns.
fn comparison_bar(adjudication: Adjudication) -> El {
    let app = App::from_context();
    let only = adjudication.only_differences;
    let filter = el("label")
        .class("adjudication__filter")
        .child(
            el("input")
                .attr("type", "checkbox")
                .attr("data-testid", "only-differences")
                .prop("checked", only)
                .on(ev::change, move |event| only.set(event_target_checked(&event))),
        )
        .child(app.text(TextId::AdjudicateOnlyDifferences));
    let lays_over = adjudication.lays_over;
    let overlay = adjudication.decides().then(|| {
        el("label")
            .class("adjudication__filter")
            .child(
                el("input")
                    .attr("type", "checkbox")
                    .attr("data-testid", "lay-over")
                    .prop("checked", lays_over)
                    .on(ev::change, move |event| lays_over.set(event_target_checked(&event))),
            )
            .child(app.text(TextId::AdjudicateLayOver))
    });
    let name = app.text(TextId::AdjudicateNextDifference);
    let next_difference = super::widgets::button(name.clone())
        .attr("data-testid", "next-difference")
        .attr("title", format!("{name} (:)"))
        .on_click(move || adjudication.next_difference());
    let name = app.text(TextId::AdjudicateNextDisagreement);
    let next_disagreement = adjudication.decides().then(|| {
        super::widgets::button(name.clone())
            .class("button button--main")
            .attr("data-testid", "next-disagreement")
            .attr("title", format!("{name} ({})", adjudication_keys::NEXT_DISAGREEMENT_KEY))
            .on_click(move || adjudication.next_disagreement())
    });
    let tab = |session: Session| {
        let number = session.number;
        let pressed = flag(move || adjudication.chosen.get() == number);
        super::widgets::button(annotator_name::annotator_name(app, adjudication, number))
            .attr("data-testid", "choose-annotator")
            .attr("aria-pressed", text(move || pressed.get().to_string()))
            .attr("hidden", flag(move || adjudication.hidden.with(|all| all.contains(&number))))
            .on_click(move || {
                adjudication.chosen.set(number);
                show_column(number);
            })
    };
    el("div")
        .class("adjudication__bar")
        .child(
            el("p")
                .class("adjudication__tally")
                .attr("data-testid", "tally")
                .attr("role", "status")
                .child(text(move || edit_comparison::comparison_summary(adjudication))),
        )
        .child(
            el("div")
                .class("adjudication__tools")
                .child(shown_annotators(adjudication))
                .child(overlay)
                .child(filter)
                .child(next_difference)
                .child(next_disagreement),
        )
        .child(
            el("div")
                .class("adjudication__tabs")
                .attr("role", "group")
                .attr("aria-label", app.text(TextId::AdjudicateAnnotators))
                .child(adjudication.sessions().into_iter().map(tab).collect::<Vec<_>>()),
        )
}

/// The annotators whose columns are shown, to be chosen if there are more than two.
fn shown_annotators(adjudication: Adjudication) -> View {
    if adjudication.count() < 3 {
        return View::Nothing;
    }
    let app = App::from_context();
    let hidden = adjudication.hidden;
    let choice = |session: Session| {
        let number = session.number;
        el("label")
            .class("adjudication__filter")
            .child(
                el("input")
                    .attr("type", "checkbox")
                    .attr("data-testid", "show-annotator")
                    .attr("data-annotator", (number + 1).to_string())
                    .prop("checked", flag(move || !hidden.with(|hidden| hidden.contains(&number))))
                    .on(ev::change, move |_| adjudication.toggle_column(number)),
            )
            .child(laid_over::annotator_sign(adjudication, number))
            .child(annotator_name::annotator_name(app, adjudication, number))
    };
    let others = adjudication.sessions().into_iter().filter(|session| session.is_reader());
    el("div")
        .class("adjudication__shown")
        .on(ev::keydown, move |event| decision_keys::keydown_in_shown(adjudication, &event))
        .attr("role", "group")
        .attr("aria-label", app.text(TextId::AdjudicateAnnotators))
        .child(others.map(choice).collect::<Vec<_>>())
        .into()
}

/// Sets the edit that the pointer or the focus is on, with its annotator.
fn point_at(adjudication: Adjudication, target: Option<web_sys::EventTarget>) {
    let column = closest(target.clone(), "[data-annotator]");
    let number = column.and_then(|c| c.get_attribute("data-annotator")?.parse::<usize>().ok());
    let key = edits_of(target).first().copied();
    let pointed = number.and_then(|n| n.checked_sub(1)).zip(key);
    if adjudication.pointed.get_untracked() != pointed {
        adjudication.pointed.set(pointed);
    }
}
