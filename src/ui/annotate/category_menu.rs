//! The menu of categories beside a selection.

use leptos::prelude::*;
use web_sys::HtmlElement;

use super::categories::category_button;
use crate::app::{App, Session};
use crate::ui::text_view::{Panes, Rectangle};
use crate::ui::view::{View, dynamic, el, text};
use spanwise_annotation::workspace::{AnnotatorActivity, Workspace};
use spanwise_browser::console::reported;
use spanwise_browser::timing;
use spanwise_i18n::TextId;
use spanwise_template::Side;

/// The distance between a selection and its menu, in CSS pixels: room for the underlines.
const GAP: f64 = 16.0;

/// The menu of the categories that fit the selection, placed over the texts so that opening it moves nothing.
pub(super) fn category_menu(session: Session, panes: Panes, frame: HtmlElement) -> View {
    let app = App::from_context();
    let side = Memo::new(move |_| {
        session.view.with(|v| match &v.activity {
            AnnotatorActivity::Selected { text, .. } => session.side_of(text),
            AnnotatorActivity::Idle
            | AnnotatorActivity::Drafting(_)
            | AnnotatorActivity::Extending(_) => None,
        })
    });
    let buttons = move |side: Side| {
        let template = session.template();
        let fitting = session.ask(|w| w.fitting(side));
        let buttons = template.typology.iter().filter(|(id, _)| fitting.contains(id));
        buttons.map(|(id, category)| category_button(session, id, category)).collect::<Vec<_>>()
    };
    let title = move || {
        el("p")
            .class("category-menu__title")
            .child(app.text(TextId::DraftChooseCategory))
            .child(" ")
            .child(el("q").child(text(move || selected_text(session))))
    };
    dynamic(move || {
        side.get().map(|side| {
            let menu = el("div")
                .class("category-menu")
                .attr("data-testid", "category-menu")
                .attr("role", "group")
                .attr("aria-label", app.text(TextId::DraftChooseCategory))
                .child(title())
                .child(el("div").class("category-menu__buttons").child(buttons(side)));
            stay_beside(session, panes, frame.clone(), menu.node());
            menu
        })
    })
}

/// Keeps the menu beside the selection when that moves on the page.
fn stay_beside(session: Session, panes: Panes, frame: HtmlElement, menu: HtmlElement) {
    Effect::new(move |_| {
        panes.moved.track();
        session.view.track();
        let (frame, menu) = (frame.clone(), menu.clone());
        timing::before_paint(move || {
            let Some((text, span)) = session.ask(Workspace::preview) else { return };
            let Some(side) = session.side_of(&text) else { return };
            let lines = panes.rectangles(side, span);
            place_beside(&menu, &frame, &lines);
        });
    });
}

/// Puts the menu below the last line of the selection, above the first one where there is no room below.
fn place_beside(menu: &HtmlElement, frame: &HtmlElement, lines: &[Rectangle]) {
    let (Some(first), Some(last)) = (lines.first(), lines.last()) else { return };
    let (frame, size) = (frame.get_bounding_client_rect(), menu.get_bounding_client_rect());
    let window = window().inner_height().ok().and_then(|height| height.as_f64());
    let (top, left, bottom) = (first.top, last.left, last.bottom);
    let has_room_below = window.is_none_or(|window| bottom + GAP + size.height() <= window);
    let has_room_above = top - GAP - size.height() >= 0.0;
    let y =
        if has_room_below || !has_room_above { bottom + GAP } else { top - GAP - size.height() };
    let x = left.min(frame.right() - size.width()).max(frame.left());
    let style = menu.style();
    reported(style.set_property("left", &format!("{}px", (x - frame.left()).round())));
    reported(style.set_property("top", &format!("{}px", (y - frame.top()).round())));
    reported(style.set_property("visibility", "visible"));
}

fn selected_text(session: Session) -> String {
    session.view.track();
    let preview = session.ask(|w| w.preview());
    session.instance.track();
    preview.map_or_else(String::new, |(text, span)| session.read_in(&text, span))
}
