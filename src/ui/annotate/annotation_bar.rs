//! The bar of the annotate page: title, position, progress, undo, save state, and a menu.

use std::ops::Range;

use leptos::ev;
use leptos::prelude::*;
use web_sys::{EventTarget, HtmlInputElement};

use super::dialog_signals::DialogSignals;
use super::instance_tools::instance_tools;
use super::lazy_extras::lazy_progress_legend;
use super::menu::menu;
use crate::app::export::ExportFormat;
use crate::app::{App, NoticeLevel, Session};
use crate::ui::submit::submit_button;
use crate::ui::view::{El, dynamic, el, flag, text};
use crate::ui::widgets::{
    Icon, InstanceCounts, button, dropdown, dropdown_button, file_field, icon, icon_button,
    page_link, progress_text,
};
use spanwise_annotation::document::{InstanceStatus, InstanceSummary};
use spanwise_annotation::store::SaveState;
use spanwise_annotation::workspace::{Command, StripCell, Workspace};
use spanwise_browser::console::reported;
use spanwise_browser::elements::closest;
use spanwise_browser::timing;
use spanwise_i18n::{TextId, say};
use spanwise_links::Route;
use spanwise_template::Template;

/// The most cells of the strip of instances.
pub(in crate::ui) const STRIP: usize = 60;

/// The bar at the top.
pub(super) fn annotation_bar(
    session: Session,
    dialogs: DialogSignals,
    read_through: Signal<bool>,
) -> El {
    let template = session.template();
    el("header")
        .class("bar")
        .child(template_title(&template))
        .child(instance_position(
            session.ask(Workspace::len),
            Signal::derive(move || session.view.with(|v| v.instance)),
            move |at| session.dispatch(Command::GoTo(at)),
        ))
        .child(progress_strip(session))
        .child(super::live_score::live_score(session))
        .child(undo_and_redo(session))
        .child(save_indicator(session))
        .child(session.is_for_others().then(|| submit_button(session)))
        .child(instructions_button(&template, dialogs.instructions))
        .child((!session.is_reader()).then(|| instance_tools(session, read_through)))
        .child(file_buttons(session))
        .child(menu(session, dialogs))
}

/// The template's label, as a link to the start page.
pub(in crate::ui) fn template_title(template: &Template) -> El {
    let home = App::from_context().text(TextId::AppHome);
    el("h1")
        .class("bar__title")
        .attr("title", format!("{} ({home})", template.label))
        .child(page_link(Route::Start.to_string(), template.label.clone()))
}

/// The buttons that open a file and download the annotations, if the template allows them.
pub(in crate::ui) fn file_buttons(session: Session) -> El {
    let app = App::from_context();
    let disable = session.template().settings.disable;
    let word = |key| el("span").class("bar__word").attr("aria-hidden", "true").child(app.text(key));
    let open = || {
        let name = app.text(TextId::BarOpenFile);
        el("label")
            .class("button button--quiet file-choice")
            .attr("title", name.clone())
            .child(icon(Icon::Open))
            .child(word(TextId::BarOpen))
            .child(file_field(|| {}).attr("aria-label", name))
    };
    let download = || {
        icon_button(Icon::Download, app.text(TextId::BarDownload))
            .attr(
                "data-testid",
                text(move || {
                    if session.is_for_others() {
                        "download".to_owned()
                    } else {
                        if_not_finished(session, "download")
                    }
                }),
            )
            .attr("title", app.text(TextId::BarDownloadHint))
            .child(word(TextId::HubExport))
            .on_click(move || session.export(app, ExportFormat::Annotations))
    };
    el("div")
        .class("bar__group bar__files")
        .child((!disable.upload).then(open))
        .child((!disable.download && !session.is_reader()).then(download))
}

/// The `data-testid` of the control of the bar that hands the work in; empty once the panel at the end has that control.
pub(in crate::ui) fn if_not_finished(session: Session, testid: &str) -> String {
    let is_finished = session.progress.with(|progress| progress.is_finished());
    if is_finished { String::new() } else { testid.to_owned() }
}

/// The button that opens the instructions, unless there are none or the page shows them.
pub(in crate::ui) fn instructions_button(
    template: &Template,
    instructions: RwSignal<bool>,
) -> Option<El> {
    let settings = &template.settings;
    let is_needed = settings.instructions.is_some() && !settings.prepend_instructions;
    is_needed.then(|| {
        button(App::from_context().text(TextId::ButtonsInstructionsLabel))
            .class("button button--quiet")
            .on_click(move || instructions.set(true))
    })
}

/// The buttons for undo and redo.
pub(in crate::ui) fn undo_and_redo(session: Session) -> El {
    let app = App::from_context();
    let can_undo = move || session.history.get().can_undo || session.planned.get().is_some();
    el("div")
        .class("bar__group")
        .child(
            tool_button("undo", Icon::Undo, app.text(TextId::BarUndo), "Ctrl+Z")
                .attr("disabled", flag(move || !can_undo()))
                .on_click(move || session.dispatch(Command::Undo)),
        )
        .child(
            tool_button("redo", Icon::Redo, app.text(TextId::BarRedo), "Ctrl+Shift+Z")
                .attr("disabled", flag(move || !session.history.get().can_redo))
                .on_click(move || session.dispatch(Command::Redo)),
        )
}

/// An icon button, with its name and its key in the tooltip.
pub(in crate::ui) fn tool_button(testid: &'static str, glyph: Icon, name: String, key: &str) -> El {
    icon_button(glyph, name.clone())
        .attr("data-testid", testid)
        .attr("title", format!("{name} ({key})"))
}

/// The position in the data (`at` counts from 0), with buttons and a field that change it.
pub(in crate::ui) fn instance_position(
    total: usize,
    at: Signal<usize>,
    go_to: impl Fn(usize) + Copy + 'static,
) -> El {
    let app = App::from_context();
    let at = Memo::new(move |_| at.get());
    let field = el("input")
        .attr("type", "text")
        .attr("inputmode", "numeric")
        .class("position__input")
        .attr("data-testid", "goto")
        .attr("aria-label", app.text(TextId::BarGoto))
        .prop("value", text(move || (at.get() + 1).to_string()));
    let input: HtmlInputElement = field.node();
    let go = move || {
        let typed = input.value();
        if let Ok(wanted) = typed.trim().parse::<usize>() {
            go_to(wanted.clamp(1, total.max(1)) - 1);
        } else if !typed.trim().is_empty() {
            app.tell(NoticeLevel::Info, say!(RefusedNotANumber, text = typed.trim()), None);
        }
        input.set_value(&(at.get_untracked() + 1).to_string());
    };
    let go_on_enter = go.clone();
    el("nav")
        .class("bar__group position")
        .attr("aria-label", app.text(TextId::HitBoxHitLabel))
        .attr("data-testid", "position")
        .attr("data-index", text(move || (at.get() + 1).to_string()))
        .attr("data-total", total.to_string())
        .child(
            tool_button("previous", Icon::Previous, app.text(TextId::BarPrevious), ",")
                .attr("disabled", flag(move || at.get() == 0))
                .on_click(move || go_to(at.get_untracked().saturating_sub(1))),
        )
        .child(field.on(ev::change, move |_| go()).on(ev::keydown, move |event| {
            if event.key() == "Enter" {
                go_on_enter();
            }
        }))
        .child(
            el("span").class("position__total").child(app.words().count(TextId::BarOfTotal, total)),
        )
        .child(
            tool_button("next", Icon::Next, app.text(TextId::BarNext), ".")
                .attr("disabled", flag(move || at.get() + 1 >= total))
                .on_click(move || go_to(at.get_untracked() + 1)),
        )
}

/// Progress as a strip of instances with its legend, and a button to the next unfinished one.
pub(in crate::ui) fn progress_strip(session: Session) -> El {
    let app = App::from_context();
    let figures = text(move || {
        let progress = session.progress.get();
        let counts = InstanceCounts {
            done: progress.all_done(),
            annotated: progress.came_annotated,
            total: progress.total,
        };
        progress_text(&app.words(), counts)
    });
    let legend = dropdown_button(el("span").class("progress__text").child(figures))
        .attr("data-testid", "progress-legend");
    el("div")
        .class("bar__group progress")
        .attr("data-testid", "progress")
        .child(strip_of_work(session))
        .child(dropdown(legend, move |_| lazy_progress_legend(session)))
        .child(
            tool_button("next-unfinished", Icon::Skip, app.text(TextId::BarNextUnfinished), ";")
                .on_click(move || {
                    let from = session.view.with_untracked(|v| v.instance);
                    if let Some(at) = session.ask(|w| w.overview().next_unfinished(from)) {
                        session.dispatch(Command::GoTo(at));
                    }
                }),
        )
}

/// The instances of a work as a strip, by their states.
fn strip_of_work(session: Session) -> El {
    let cells = move || {
        session.progress.track();
        session.ask(|w| w.overview().strip(STRIP))
    };
    let here = Signal::derive(move || session.view.with(|v| v.instance));
    strip(cells, here, move |instances| {
        let at = session.ask(|w| w.overview().first_unfinished(instances));
        session.dispatch(Command::GoTo(at));
    })
}

/// A strip: a cell for each instance, or for each stretch of many, filled as far as its instances are done. `cells` tracks
/// what changes them. A click on one calls `go` with its instances; the field for the number does the same by keys.
pub(in crate::ui) fn strip(
    cells: impl Fn() -> Vec<StripCell> + Copy + 'static,
    here: Signal<usize>,
    go: impl Fn(Range<usize>) + 'static,
) -> El {
    let app = App::from_context();
    let here = Memo::new(move |_| here.get());
    let views = move || {
        let here = here.get();
        let cell = |(at, cell): (usize, StripCell)| strip_cell(at, &cell, here);
        cells().into_iter().enumerate().map(cell).collect::<Vec<_>>()
    };
    let pointed = move |target: Option<EventTarget>| {
        let element = closest(target, ".strip__cell")?;
        let at: usize = element.get_attribute("data-at")?.parse().ok()?;
        Some((element, untrack(cells).get(at).cloned()?))
    };
    el("span")
        .class("strip")
        .attr("aria-hidden", "true")
        .on(ev::pointerover, move |event| {
            if let Some((element, cell)) = pointed(event.target()) {
                reported(element.set_attribute("title", &cell_text(app, &cell)));
            }
        })
        .on(ev::click, move |event| {
            if let Some((_, cell)) = pointed(event.target()) {
                go(cell.instances);
            }
        })
        .child(dynamic(views))
}

fn strip_cell(at: usize, cell: &StripCell, here: usize) -> El {
    let percent = |count: usize| format!("{}%", count * 100 / cell.instances.len().max(1));
    let begun = cell.done + cell.in_progress;
    el("i")
        .class("strip__cell")
        .class(("strip__cell--here", cell.instances.contains(&here)))
        .attr("data-at", at.to_string())
        .style(("--done", percent(cell.done)))
        .style(("--annotated", percent(cell.done + cell.came_annotated)))
        .style(("--begun", percent(begun)))
}

/// The instances of a cell, counted from 1, and the numbers of those done and in progress.
fn cell_text(app: App, cell: &StripCell) -> String {
    let [from, to] = [cell.instances.start + 1, cell.instances.end].map(|n| n.to_string());
    let [done, open] = [cell.done, cell.in_progress].map(|n| n.to_string());
    let values = [("from", &*from), ("to", &*to), ("done", &*done), ("open", &*open)];
    app.words().fill(TextId::BarStripCell, &values)
}

/// The name of a status in classes and attributes.
pub(super) fn status_name(status: InstanceStatus) -> &'static str {
    match status {
        InstanceStatus::Untouched => "untouched",
        InstanceStatus::InProgress => "in-progress",
        InstanceStatus::Done => "done",
        InstanceStatus::DoneNoErrors => "done-no-errors",
    }
}

/// The name of an instance's state in classes: its status, or that it came annotated.
pub(super) fn summary_name(summary: InstanceSummary) -> &'static str {
    if summary.came_annotated() { "annotated" } else { status_name(summary.status()) }
}

/// The time after which the bar shows that it is saving, in milliseconds; most saving takes a frame or two.
const SAVING_SHOWS_MS: i32 = 1_000;

/// True while saving takes longer than [`SAVING_SHOWS_MS`].
fn long_saving(session: Session) -> RwSignal<bool> {
    let is_long = RwSignal::new(false);
    let began = StoredValue::new(0_u32);
    Effect::new(move |_| {
        let is_saving = session.save_state.get() == SaveState::Saving;
        began.update_value(|n| *n = n.wrapping_add(1));
        let number = began.get_value();
        if !is_saving {
            is_long.set(false);
            return;
        }
        timing::after(SAVING_SHOWS_MS, move || {
            // The page may be gone by then.
            if began.try_get_value() == Some(number) {
                is_long.try_set(true);
            }
        });
    });
    is_long
}

/// The save state.
pub(in crate::ui) fn save_indicator(session: Session) -> El {
    let app = App::from_context();
    let store = app.store();
    // The page around this one shows the save state.
    let hidden = !store.is_durable() && !store.is_blocked();
    let kept = !store.is_blocked();
    let is_long = long_saving(session);
    let state = Memo::new(move |_| {
        if session.read_only.get() {
            return ("read-only", TextId::BarReadOnly);
        }
        match session.save_state.get() {
            SaveState::Saved if kept => ("saved", TextId::BarSaved),
            SaveState::SavedNotDurably => ("saved", TextId::BarSavedNotDurably),
            SaveState::Saving if is_long.get() => ("saving", TextId::BarSaving),
            SaveState::Saving => ("saving", TextId::BarSaved),
            SaveState::Saved | SaveState::Unsaved(_) => ("unsaved", TextId::BarUnsaved),
            SaveState::ReadOnly(_) => ("read-only", TextId::BarReadOnly),
        }
    });
    el("span")
        .class(text(move || format!("save-state save-state--{}", state.get().0)))
        .attr("data-testid", "save-state")
        .attr("hidden", hidden)
        .attr("data-state", text(move || state.get().0.to_owned()))
        .attr("role", "status")
        .child(text(move || app.text(state.get().1)))
}
