//! The place of the open edit's panel: beside its text.

use leptos::prelude::*;
use web_sys::HtmlElement;

use crate::app::Session;
use crate::ui::text_view::Panes;
use spanwise_annotation::document::EditKey;
use spanwise_browser::console::reported;
use spanwise_browser::timing;
use spanwise_template::Side;

/// The distance from the top of the panel to its edit, in CSS pixels: the questions begin at the height of the text.
const ABOVE_SPAN: f64 = 48.0;

/// The height of the panel at least, in CSS pixels, so that questions rarely need scrolling.
const ROOM_FOR_QUESTIONS: f64 = 420.0;

/// Sets `--beside` of the column to the height in the window where the edit was when it was opened. The panel stays there
/// while questions are answered; `style/annotate.css` uses it where the page has a column for the panel.
pub(super) fn keep_beside(session: Session, panes: Panes, column: HtmlElement) {
    let open = Memo::new(move |_| session.view.with(|view| view.selected));
    Effect::new(move |_| {
        let Some(key) = open.get() else { return };
        let column = column.clone();
        timing::before_paint(move || {
            let height = window().inner_height().ok().and_then(|height| height.as_f64());
            let (Some(top), Some(height)) = (top_of(session, panes, key), height) else { return };
            let top = (top - ABOVE_SPAN).min(height - ROOM_FOR_QUESTIONS).max(0.0);
            reported(column.style().set_property("--beside", &format!("{}px", top.round())));
        });
    });
}

/// The top of the first line of an edit in the window, in CSS pixels.
fn top_of(session: Session, panes: Panes, key: EditKey) -> Option<f64> {
    let spans = session.instance.with_untracked(|i| i.edit(key).map(|edit| edit.spans.clone()))?;
    Side::ALL.into_iter().find_map(|side| {
        let span = *spans.on(&session.text_name(side)?).first()?;
        panes.rectangles(side, span).first().map(|line| line.top)
    })
}
