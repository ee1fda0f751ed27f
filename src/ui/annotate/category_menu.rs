//! The menu of categories beside a selection.

use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, Event, HtmlElement, KeyboardEvent};

use super::categories::{CategoryPlace, category_button};
use super::focus::{click, focus};
use crate::app::{App, Session};
use crate::ui::document_listener::{ListenerPhase, document_listener};
use crate::ui::text_view::{Panes, Rectangle};
use crate::ui::view::{El, View, dynamic, el, flag};
use spanwise_annotation::workspace::{AnnotatorActivity, Workspace};
use spanwise_browser::console::reported;
use spanwise_browser::elements::closest;
use spanwise_browser::timing;
use spanwise_i18n::TextId;
use spanwise_template::{Category, CategoryId, Side};

/// The distance between a selection and its menu, in CSS pixels: room for the underlines.
const GAP: f64 = 16.0;

/// The distance from the menu to the edges of the window at least, in CSS pixels.
const EDGE: f64 = 8.0;

/// The height that the menu keeps where there is less room, in CSS pixels; its list scrolls then.
const LEAST_HEIGHT: f64 = 128.0;

/// The number of categories above which the menu has two columns.
const ONE_COLUMN: usize = 9;

/// The field that filters the menu.
pub(super) const FILTER: &str = ".category-menu__filter";

/// The categories that the filter leaves.
const SHOWN: &str = ".category-menu [data-testid=category]:not([hidden])";

/// The menu of the categories that fit the selection. It is over the page, so that opening it moves nothing.
pub(super) fn category_menu(session: Session, panes: Panes) -> View {
    let side = Memo::new(move |_| {
        session.view.with(|v| match &v.activity {
            AnnotatorActivity::Selected { text, .. } => session.side_of(text),
            AnnotatorActivity::Idle
            | AnnotatorActivity::Drafting(_)
            | AnnotatorActivity::Extending(_) => None,
        })
    });
    dynamic(move || {
        side.get().map(|side| {
            let menu = menu(session, side);
            stay_beside(session, panes, menu.node());
            menu
        })
    })
}

fn menu(session: Session, side: Side) -> El {
    let title = App::from_context().text(TextId::DraftChooseCategory);
    let typed = RwSignal::new(String::new());
    let filter = el("input")
        .attr("type", "search")
        .class("category-menu__filter")
        .attr("data-testid", "category-filter")
        .attr("aria-label", title.clone())
        .attr("placeholder", title.clone())
        .attr("autocomplete", "off")
        .on(ev::input, move |event| typed.set(event_target_value(&event).to_lowercase()));
    let fitting = session.ask(|w| w.fitting(side));
    el("div")
        .class("category-menu")
        .class(("category-menu--wide", fitting.len() > ONE_COLUMN))
        .attr("data-testid", "category-menu")
        .attr("role", "group")
        .attr("aria-label", title)
        .on(ev::keydown, |event| keydown(&event))
        .child(filter)
        .child(el("div").class("category-menu__list").child(list(session, &fitting, typed)))
}

/// The categories that fit, by group; those used last come first if the person likes.
fn list(session: Session, fitting: &[CategoryId], typed: RwSignal<String>) -> Vec<View> {
    let template = session.template();
    let button = |id: CategoryId, category: &Category| {
        let label = category.label.to_lowercase();
        let is_hidden = flag(move || typed.with(|typed| !label.contains(typed.as_str())));
        category_button(session, id, category, CategoryPlace::Menu).attr("hidden", is_hidden)
    };
    let recent = session.recent_categories();
    let recent = recent.iter().filter(|id| fitting.contains(id)).filter_map(|id| {
        let category = template.typology.iter().find(|(other, _)| other == id);
        category.map(|(id, category)| View::from(button(id, category)))
    });
    let mut views: Vec<View> = recent.collect();
    if !views.is_empty() {
        views.push(el("hr").into());
    }
    for group in template.typology.groups() {
        let fits = |(id, _): &(CategoryId, &Category)| fitting.contains(id);
        let categories: Vec<_> = group.categories.into_iter().filter(fits).collect();
        let name = group.name.filter(|_| !categories.is_empty());
        let labels: Vec<_> = categories.iter().map(|(_, c)| c.label.to_lowercase()).collect();
        let is_hidden = flag(move || {
            typed.with(|typed| !labels.iter().any(|label| label.contains(typed.as_str())))
        });
        views.extend(name.map(|name| {
            let heading = el("p").class("category-menu__group").attr("hidden", is_hidden);
            View::from(heading.child(name.to_owned()))
        }));
        views.extend(categories.into_iter().map(|(id, category)| button(id, category).into()));
    }
    views
}

/// Moves between the filter and the categories, and chooses the first one by Enter.
fn keydown(event: &KeyboardEvent) {
    let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
    let is_filter = target.as_ref().is_some_and(|target| target.matches(FILTER) == Ok(true));
    let done = match event.key().as_str() {
        "Enter" if is_filter => click(SHOWN),
        "ArrowDown" => step(target.as_ref(), 1),
        "ArrowUp" => step(target.as_ref(), -1),
        _ => false,
    };
    if done {
        event.prevent_default();
        event.stop_propagation();
    }
}

/// Moves the focus among the categories; above the first one is the filter.
fn step(from: Option<&Element>, by: i32) -> bool {
    let Ok(all) = document().query_selector_all(SHOWN) else { return false };
    let shown: Vec<HtmlElement> =
        (0..all.length()).filter_map(|at| all.get(at)?.dyn_into().ok()).collect();
    let at = from.and_then(|from| shown.iter().position(|button| button.is_same_node(Some(from))));
    let next = match (at, by) {
        (None, _) => 0,
        (Some(0), -1) => return focus(FILTER),
        (Some(at), -1) => at - 1,
        (Some(at), _) => at + 1,
    };
    shown.get(next).is_some_and(|button| button.focus().is_ok())
}

/// Keeps the menu beside the selection when that moves in the window.
fn stay_beside(session: Session, panes: Panes, menu: HtmlElement) {
    let place = move || {
        let menu = menu.clone();
        timing::before_paint(move || {
            let Some((text, span)) = session.ask(Workspace::preview) else { return };
            let Some(side) = session.side_of(&text) else { return };
            let lines = panes.rectangles(side, span);
            place_beside(&menu, &lines, panes.is_right_to_left(side));
        });
    };
    let place_again = place.clone();
    // A list of the page may scroll as well as the page; the menu itself stays.
    let scrolled = document_listener("scroll", ListenerPhase::Capture, move |event: &Event| {
        if closest(event.target(), ".category-menu").is_none() {
            place_again();
        }
    });
    on_cleanup(scrolled);
    Effect::new(move |_| {
        panes.moved.track();
        session.view.track();
        place();
    });
}

/// Puts the menu below the end of the selection, or above its start where there is more room; never over it.
fn place_beside(menu: &HtmlElement, lines: &[Rectangle], right_to_left: bool) {
    let (Some(first), Some(last)) = (lines.first(), lines.last()) else { return };
    let style = menu.style();
    reported(style.remove_property("max-height"));
    let size = menu.get_bounding_client_rect();
    let page =
        document().document_element().map(|page| (page.client_width(), page.client_height()));
    let (width, height) = page.map_or((f64::MAX, f64::MAX), |(w, h)| (w.into(), h.into()));
    let below = height - last.bottom - GAP;
    let above = first.top - GAP;
    let (top, room) = if below >= size.height() || below >= above {
        (last.bottom + GAP, below)
    } else {
        (first.top - GAP - size.height().min(above), above)
    };
    // Of a selection that fills the window, it covers the end.
    let room = room.max(LEAST_HEIGHT);
    let top = top.min(height - size.height().min(room) - EDGE).max(EDGE);
    // The hand is at the end of the selection.
    let x = if right_to_left { last.left - size.width() + GAP } else { last.right - GAP };
    let x = x.min(width - size.width() - EDGE).max(EDGE);
    reported(style.set_property("left", &format!("{}px", x.round())));
    reported(style.set_property("top", &format!("{}px", top.round())));
    reported(style.set_property("max-height", &format!("{}px", room.round())));
    reported(style.set_property("visibility", "visible"));
}
