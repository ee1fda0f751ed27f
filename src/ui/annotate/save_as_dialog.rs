//! The dialog in which the work is saved in a format of others, with what will be lost named first.

use leptos::ev;
use leptos::prelude::*;

use crate::app::save_as::{SaveAs, WrittenWork};
use crate::app::{App, Session};
use crate::ui::view::{El, View, dynamic, el, flag, text};
use crate::ui::widgets::{button, dialog};
use spanwise_i18n::TextId;

/// The dialog.
pub(super) fn save_as_dialog(session: Session) -> View {
    let app = App::from_context();
    let title = text(move || app.text(TextId::SaveAsTitle));
    dialog(session.saves_as, title, move || untrack(|| content(app, SaveAs::begin(app, session))))
        .into()
}

fn content(app: App, save_as: SaveAs) -> El {
    let is_busy = flag(move || save_as.commands.progress.with(Option::is_some));
    let said =
        text(
            move || {
                if is_busy.get() { app.text(TextId::ConversionReading) } else { String::new() }
            },
        );
    let save = button(app.text(TextId::SaveAsSave))
        .class("button button--main")
        .attr("data-testid", "save-file")
        .attr("disabled", flag(move || save_as.written.with(Option::is_none)))
        .on_click(move || save_as.save());
    el("div")
        .class("save-as")
        .attr("data-testid", "save-as-dialog")
        .child(dynamic(move || format_choice(app, save_as)))
        .child(el("p").class("hint").attr("role", "status").child(said))
        .child(dynamic(move || {
            save_as.failure.get().map(|message| {
                el("p").class("notice notice--error").attr("role", "alert").child(app.say(&message))
            })
        }))
        .child(dynamic(move || save_as.written.get().map(|written| outcome(app, &written))))
        .child(el("p").class("actions").child(save))
}

/// All formats.
fn format_choice(app: App, save_as: SaveAs) -> View {
    let formats = save_as.formats.get();
    if formats.is_empty() {
        return View::Nothing;
    }
    let options = formats.iter().enumerate().map(|(at, format)| {
        let shown = format!("{} — {}", format.name, format.about);
        el("option").attr("value", at.to_string()).child(shown)
    });
    let none = el("option").attr("value", "").child(app.text(TextId::SaveAsChoose));
    let options = std::iter::once(none).chain(options).collect::<Vec<_>>();
    let select = el("select").attr("data-testid", "save-as-format").child(options).on(
        ev::change,
        move |event| {
            let at = event_target_value(&event).parse::<usize>().ok();
            if let Some(format) = at.and_then(|at| formats.get(at)) {
                save_as.choose(format.clone());
            }
        },
    );
    el("label")
        .class("conversion-page__choice")
        .child(el("span").child(app.text(TextId::ConversionFormat)))
        .child(select)
        .into()
}

/// What the format cannot hold.
fn outcome(app: App, written: &WrittenWork) -> El {
    let losses = written
        .losses
        .iter()
        .map(|loss| el("li").child(format!("{} ", loss.count)).child(loss.what.as_str()));
    let problems = written
        .problems
        .iter()
        .map(|problem| el("li").child(format!("{} {}", problem.message, problem.remedy)));
    let rows = losses.chain(problems).collect::<Vec<_>>();
    if rows.is_empty() {
        return el("p").attr("data-testid", "no-loss").child(app.text(TextId::SaveAsNoLoss));
    }
    el("section")
        .child(el("h3").child(app.text(TextId::ConversionLosses)))
        .child(el("ul").attr("data-testid", "losses").child(rows))
}
