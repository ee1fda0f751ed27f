//! The dialog in which the work is saved in a format of others, with what will be lost named first.

use leptos::ev;
use leptos::prelude::*;

use crate::app::conversion::FormatChoice;
use crate::app::save_as::{SaveAs, WrittenWork};
use crate::app::{App, Session};
use crate::ui::view::{El, View, dynamic, el, flag, show, text};
use crate::ui::widgets::{button, command_progress, dialog};
use spanwise_i18n::TextId;

/// The dialog.
pub(super) fn save_as_dialog(session: Session) -> View {
    let app = App::from_context();
    let title = text(move || app.text(TextId::SaveAsTitle));
    dialog(session.saves_as, title, move || untrack(|| content(app, SaveAs::begin(app, session))))
        .into()
}

fn content(app: App, save_as: SaveAs) -> El {
    let is_listing =
        move || save_as.formats.with(Vec::is_empty) && save_as.failure.with(Option::is_none);
    let listing =
        text(
            move || if is_listing() { app.text(TextId::ConversionReading) } else { String::new() },
        );
    let has_separators = flag(move || {
        save_as.format.with(|format| format.as_ref().is_some_and(|one| one.semicolons))
    });
    let is_chosen = flag(move || save_as.format.with(Option::is_some));
    let save = button(app.text(TextId::SaveAsSave))
        .class("button button--main")
        .attr("data-testid", "save-file")
        .attr("disabled", flag(move || save_as.written.with(Option::is_none)))
        .on_click(move || save_as.save());
    el("div")
        .class("save-as")
        .attr("data-testid", "save-as-dialog")
        .child(dynamic(move || format_choice(app, save_as)))
        .child(show(has_separators, move || separator_choice(app, save_as)))
        .child(el("p").class("hint").attr("role", "status").child(listing))
        .child(show(is_chosen, move || {
            el("div")
                .class("conversion-page__progress")
                .child(command_progress(save_as.commands, TextId::SaveAsWriting))
        }))
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
        // Cut at its end, also on a page from right to left.
        el("option").attr("value", at.to_string()).attr("dir", "ltr").child(format.described())
    });
    let none = el("option").attr("value", "").child(app.text(TextId::SaveAsChoose));
    let options = std::iter::once(none).chain(options).collect::<Vec<_>>();
    let names: Vec<String> = formats.iter().map(|format| format.name.clone()).collect();
    let value = text(move || {
        let at = |chosen: &FormatChoice| names.iter().position(|name| *name == chosen.name);
        let at = save_as.format.with(|chosen| chosen.as_ref().and_then(at));
        at.map(|at| at.to_string()).unwrap_or_default()
    });
    let select = el("select")
        .attr("data-testid", "save-as-format")
        .child(options)
        .prop("value", value)
        .on(ev::change, move |event| {
            let at = event_target_value(&event).parse::<usize>().ok();
            if let Some(format) = at.and_then(|at| formats.get(at)) {
                save_as.choose(format.clone());
            }
        });
    el("label")
        .class("conversion-page__choice")
        .child(el("span").child(app.text(TextId::ConversionFormat)))
        .child(select)
        .into()
}

/// The separator of the cells of a table.
fn separator_choice(app: App, save_as: SaveAs) -> El {
    const SEMICOLON: &str = ";";
    let choices = [(",", TextId::SaveAsComma), (SEMICOLON, TextId::SaveAsSemicolon)];
    let options =
        choices.map(|(value, key)| el("option").attr("value", value).child(app.text(key)));
    let value = text(move || if save_as.semicolons.get() { SEMICOLON } else { "," }.to_owned());
    let select = el("select")
        .attr("data-testid", "save-as-separator")
        .child(Vec::from(options))
        .prop("value", value)
        .on(ev::change, move |event| save_as.separate_by(event_target_value(&event) == SEMICOLON));
    el("label")
        .class("conversion-page__choice")
        .child(el("span").child(app.text(TextId::SaveAsSeparator)))
        .child(select)
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
