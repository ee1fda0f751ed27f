//! The bar of the adjudication page: position for all columns, and the tools of the editable work.

use crate::app::Session;
use crate::app::adjudication::Adjudication;
use crate::ui::annotate::annotation_bar::{
    file_buttons, instance_position, instructions_button, progress_strip, save_indicator,
    template_title, undo_and_redo,
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
        let parts = [progress_strip(own), undo_and_redo(own), save_indicator(own)];
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
