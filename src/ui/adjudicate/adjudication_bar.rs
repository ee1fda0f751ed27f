//! The bar of the adjudication page: position for all columns, and the tools of the editable work.

use super::decision_panel::decisions_counted;
use crate::app::Session;
use crate::app::adjudication::Adjudication;
use crate::ui::annotate::annotation_bar::{
    STRIP, file_buttons, instance_position, instructions_button, progress_strip, save_indicator,
    strip, template_title, undo_and_redo,
};
use crate::ui::annotate::dialog_signals::DialogSignals;
use crate::ui::annotate::menu::menu;
use crate::ui::submit::submit_button;
use crate::ui::view::{El, View, el};

/// The bar at the top.
pub(super) fn adjudication_bar(
    adjudication: Adjudication,
    first: Session,
    dialogs: DialogSignals,
) -> El {
    let template = first.template();
    let own = adjudication.own();
    let of_own = own.map(|own| {
        let progress = match adjudication.decides() && !own.is_for_others() {
            true => decisions_strip(adjudication),
            // A submission has the instances that are done.
            false => progress_strip(own),
        };
        let parts = [progress, undo_and_redo(own), save_indicator(own)];
        View::from(parts)
    });
    el("header")
        .class("bar")
        .child(template_title(&template))
        .child(instance_position(adjudication.total(), adjudication.row.into(), move |row| {
            adjudication.go(row);
        }))
        .child(of_own)
        .child(own.filter(|own| own.is_for_others()).map(submit_button))
        .child(instructions_button(&template, dialogs.instructions))
        .child(file_buttons(first))
        .child(menu(first, dialogs))
}

/// The progress of the decisions, as a strip of all instances.
fn decisions_strip(adjudication: Adjudication) -> El {
    let go = move |stretch| adjudication.go_to_open(stretch);
    el("div")
        .class("bar__group progress")
        .attr("data-testid", "progress")
        .child(strip(move || adjudication.strip(STRIP), adjudication.row.into(), go))
        .child(el("span").class("progress__text").child(decisions_counted(adjudication)))
}
