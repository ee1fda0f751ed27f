//! The annotate page.

pub(super) mod accidental_presses;
mod all_done;
pub(super) mod annotation_bar;
pub(super) mod announcements;
pub(super) mod answer_text;
mod beside_span;
mod categories;
mod category_menu;
mod chip;
mod comment_panel;
mod corrected_texts;
mod data_beside;
pub(super) mod dialog_signals;
mod draft_panel;
pub(super) mod edit_list;
pub(super) mod edit_panel;
mod edit_tools;
mod eraser;
mod filter_panel;
pub(super) mod focus;
mod guided_steps;
mod hotkeys;
pub(super) mod instance_questions;
pub(super) mod instance_tools;
mod key_meaning;
pub(super) mod keys_dialog;
pub(super) mod lazy_extras;
mod live_score;
mod mark_menu;
mod mark_tools;
pub(super) mod menu;
mod menu_panel;
mod more_controls;
pub(super) mod page_keys;
mod panel_place;
mod plain_text_hint;
mod progress_legend;
mod question_key;
pub(super) mod questions;
mod replay_dialog;
mod row_window;
mod same_text_dialog;
mod save_as_dialog;
mod sought_texts;
mod suggestions;

use std::collections::BTreeSet;
use std::sync::Arc;

use leptos::ev;
use leptos::prelude::*;

use self::annotation_bar::annotation_bar;
use self::announcements::announcements;
use self::categories::category_bar;
use self::corrected_texts::lazy_corrected_texts;
use self::data_beside::{lazy_data, load_data};
use self::dialog_signals::DialogSignals;
use self::draft_panel::draft_place;
use self::edit_list::edit_list;
use self::focus::focus_text;
use self::lazy_extras::{
    asks_about_outputs, lazy_category_menu, lazy_dialogs, lazy_edit_panel, lazy_instance_questions,
    lazy_no_problem, lazy_text_questions, load_edit_views_early, load_text_questions,
};
use self::suggestions::{lazy_suggestions, suggestion_keys};
use super::colors::set_colors;
use super::text_view::{self, Caret, MarkClass, Panes, caret_announcement, text_view};
use super::widgets::{button, dialog, instructions, load_markdown, markdown};
use crate::app::{App, Session};
use crate::ui::view::{El, View, dynamic, el, flag, text};
use spanwise_browser::timing;
use spanwise_i18n::TextId;
use spanwise_json::tree::may_be_data;
use spanwise_template::Template;

/// The elements that scroll by themselves, besides the page.
const SCROLLED: [&str; 3] = [".work__texts", ".list__rows", ".context .markdown"];

/// The page on which a work is annotated.
pub(super) fn annotate(session: Session) -> El {
    let app = App::from_context();
    let template = session.template();
    let panes = Panes::new();
    let caret = RwSignal::new(None::<Caret>);
    let hidden = RwSignal::new(BTreeSet::new());
    let dialogs = DialogSignals {
        instructions: RwSignal::new(false),
        keys: RwSignal::new(false),
        problems: session.problems.shown,
    };
    text_view::listen(session, panes, caret);
    text_view::listen_to_clicks(session, panes);
    text_view::listen_to_hovering(session);
    page_keys::listen(session, dialogs.keys);
    accidental_presses::guard();
    begin_at_top(session);
    document().set_title(&template.label);

    let display = template.settings.display;
    let page = el("div")
        .class("annotate")
        .class(("annotate--columns", display.side_by_side))
        .class(("annotate--plain", session.is_plain))
        .class(("annotate--no-keys", flag(move || app.preferences.with(|p| !p.single_keys))))
        .class(("annotate--texts-in-columns", display.text_side_by_side))
        .attr("data-page", "annotate")
        .style(("--text-scale", text(move || app.preferences.with(|p| percent(p.text_size)))))
        .style(("--line-height", text(move || app.preferences.with(|p| percent(p.line_spacing)))));
    set_colors(page.node(), template.clone());
    page.child(skip_link(&app))
        .child(annotation_bar(session, dialogs, panes.read_through.into()))
        .child(
            el("main")
                .class("work")
                .child(texts(session, panes, caret, hidden))
                .child(el("div").class("work__open").child(lazy_edit_panel(session, panes)))
                .child(
                    el("aside")
                        .class("work__edits")
                        .attr("aria-labelledby", session.id("list-heading"))
                        .child(edit_list(session, hidden, None)),
                ),
        )
        .child(dialog(
            dialogs.instructions,
            text(move || app.text(TextId::ButtonsInstructionsLabel)),
            move || instructions(&template),
        ))
        .child(lazy_dialogs(session, suggestion_keys(session), dialogs.keys))
        .child(load_edit_views_early(session, panes, hidden))
}

/// The instructions, if they stand above the texts.
pub(super) fn prepended_instructions(template: &Arc<Template>) -> Option<El> {
    let settings = &template.settings;
    let is_shown = settings.prepend_instructions && settings.instructions.is_some();
    is_shown.then(|| el("section").class("instructions").child(instructions(template)))
}

/// Scrolls to the top whenever another instance is shown.
pub(super) fn begin_at_top(session: Session) {
    let at = Memo::new(move |_| session.view.with(|v| v.instance));
    Effect::new(move |before: Option<usize>| {
        let at = at.get();
        if before.is_some_and(|before| before != at) {
            // The texts are laid out by then, so that scrolling costs no layout of its own.
            timing::before_paint(|| {
                window().scroll_to_with_x_and_y(0.0, 0.0);
                for selector in SCROLLED {
                    if let Ok(Some(element)) = document().query_selector(selector) {
                        element.set_scroll_top(0);
                    }
                }
            });
        }
        at
    });
}

pub(super) fn skip_link(app: &App) -> El {
    el("a")
        .class("skip-link")
        .attr("href", "#text-target")
        .on(ev::click, |event| {
            event.prevent_default();
            focus_text();
        })
        .child(app.text(TextId::AppSkip))
}

/// The texts, and below them the tools that make edits.
fn texts(
    session: Session,
    panes: Panes,
    caret: RwSignal<Option<Caret>>,
    hidden: RwSignal<BTreeSet<String>>,
) -> El {
    let app = App::from_context();
    el("div")
        .class("work__texts")
        .child(prepended_instructions(&session.template()))
        .child(context(session))
        .child(texts_with_menu(session, panes, caret, hidden, None))
        .child(
            el("p")
                .attr("id", "text-help")
                .class("visually-hidden")
                .child(app.text(TextId::TextHelp)),
        )
        .child(caret_announcement(session, caret))
        .child(announcements(session))
        .child(making(session))
        .child(lazy_suggestions(session, panes))
        .child(lazy_corrected_texts(session))
        .child(lazy_no_problem(session))
        .child(lazy_instance_questions(session))
}

/// The texts, with the menu of categories for the selection over them.
pub(super) fn texts_with_menu(
    session: Session,
    panes: Panes,
    caret: RwSignal<Option<Caret>>,
    hidden: RwSignal<BTreeSet<String>>,
    mark_class: Option<MarkClass>,
) -> El {
    text_view(session, panes, caret, hidden, mark_class, lazy_text_questions)
        .child((!session.is_reader()).then(|| lazy_category_menu(session, panes)))
}

/// The categories and the draft edit.
pub(super) fn making(session: Session) -> El {
    el("div").class("work__making").child(category_bar(session)).child(draft_place(session))
}

/// A percentage as CSS writes numbers.
pub(super) fn percent(value: u16) -> String {
    format!("{}.{:02}", value / 100, value % 100)
}

/// Reports whether lazily loaded code shows the texts or what stands above them: they would move when it comes.
pub(super) fn waits_for_code(session: Session) -> bool {
    let settings = &session.template().settings;
    let has_context = with_context(session, |context| !context.is_empty());
    has_context
        || (settings.prepend_instructions && settings.instructions.is_some())
        || text_view::is_rendered(session)
        || asks_about_outputs(session)
}

/// Loads that code. What cannot be loaded says so where it is missing.
pub(super) async fn load_for_texts(session: Session) {
    load_markdown().await;
    if with_context(session, may_be_data) {
        load_data().await;
    }
    if text_view::is_rendered(session) {
        text_view::load_rendering().await;
    }
    if asks_about_outputs(session) {
        load_text_questions().await;
    }
}

/// Asks something about the context of the instance; `false` if there is none.
fn with_context(session: Session, ask: fn(&str) -> bool) -> bool {
    session.instance.with_untracked(|instance| instance.context.as_deref().is_some_and(ask))
}

/// The context of the instance, collapsed if the template says so.
pub(super) fn context(session: Session) -> View {
    let app = App::from_context();
    let context = Memo::new(move |_| session.instance.with(|i| i.context.clone()));
    let at = Memo::new(move |_| session.view.with(|v| v.instance));
    let hides = session.template().settings.display.hide_context;
    let shown = RwSignal::new(!hides);
    // It is folded again on each instance.
    Effect::new(move |_| {
        at.get();
        shown.set(!hides);
    });
    let fold = move || {
        let name = move || {
            app.text(if shown.get() {
                TextId::ButtonsHideContextLabel
            } else {
                TextId::ButtonsShowContextLabel
            })
        };
        button(text(name))
            .attr("aria-expanded", text(move || shown.get().to_string()))
            .on_click(move || shown.update(|s| *s = !*s))
    };
    dynamic(move || {
        context.get().filter(|c| !c.is_empty()).map(|content| {
            let content =
                if may_be_data(&content) { lazy_data(&content) } else { markdown(&content).into() };
            let label = app.text(TextId::TypologyContextLabel);
            let label = (!label.is_empty()).then(|| el("h2").class("pane__label").child(label));
            el("section").class("context").child(label).child(hides.then(fold)).child(
                el("div")
                    .attr("data-testid", "pane-context")
                    .attr("hidden", flag(move || !shown.get()))
                    .child(content),
            )
        })
    })
}

#[cfg(test)]
mod tests;
