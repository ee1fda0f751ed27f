//! The legend of the strip of instances, with the number of instances in each state.

use leptos::prelude::*;

use super::menu_panel::STYLE;
use crate::app::{App, Session};
use crate::ui::view::{El, el, text};
use spanwise_annotation::workspace::WorkProgress;
use spanwise_browser::styles;
use spanwise_i18n::TextId;

/// A state of an instance: the name of its cell in the strip, its text, and the number of instances in it.
type LegendRow = (&'static str, TextId, fn(WorkProgress) -> usize);

const ROWS: [LegendRow; 5] = [
    ("untouched", TextId::StatusUntouched, WorkProgress::untouched),
    ("in-progress", TextId::StatusInProgress, |p| p.in_progress - p.came_annotated),
    ("annotated", TextId::StatusAnnotated, |p| p.came_annotated),
    ("done", TextId::StatusDone, |p| p.done),
    ("done", TextId::StatusDoneNoErrors, |p| p.done_no_errors),
];

/// The panel of the legend.
pub(super) fn progress_legend(session: Session) -> El {
    styles::adopt(STYLE);
    let app = App::from_context();
    let row = |(name, label, count): LegendRow| {
        el("li")
            .child(
                el("span")
                    .class(format!("strip__cell strip__cell--{name}"))
                    .attr("aria-hidden", "true"),
            )
            .child(app.text(label))
            .child(
                el("span")
                    .class("count")
                    .child(text(move || count(session.progress.get()).to_string())),
            )
    };
    el("div")
        .class("dropdown__panel")
        .child(el("ul").class("legend").child(ROWS.into_iter().map(row).collect::<Vec<_>>()))
        .child(el("p").class("hint").child(app.text(TextId::BarStripHint)))
}
