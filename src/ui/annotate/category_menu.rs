//! The menu of categories beside a selection.

use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, KeyboardEvent};

use super::beside_span::{SpanRoom, stay_beside_span};
use super::categories::{CategoryPlace, category_button};
use super::focus::{click, focus};
use super::panel_place::note_menu_press;
use crate::app::{App, Session};
use crate::ui::text_view::Panes;
use crate::ui::view::{El, View, dynamic, el, flag};
use spanwise_annotation::workspace::{AnnotatorActivity, Workspace};
use spanwise_browser::elements::elements;
use spanwise_browser::styles;
use spanwise_i18n::TextId;
use spanwise_template::{Category, CategoryId, Side};

static STYLE: &str = include_str!("../../../style/category_menu.css");

/// The number of categories above which the menu has two columns.
const ONE_COLUMN: usize = 9;

/// The field that filters the menu.
pub(super) const FILTER: &str = ".category-menu__filter";

/// The categories that the filter leaves.
const SHOWN: &str = ".category-menu [data-testid=category]:not([hidden])";

/// The menu of the categories that fit the selection. It is over the page, so that opening it moves nothing.
pub(super) fn category_menu(session: Session, panes: Panes) -> View {
    styles::adopt(STYLE);
    let side = Memo::new(move |_| {
        session.view.with(|v| match &v.activity {
            AnnotatorActivity::Selected { text, .. } => session.side_of(text),
            AnnotatorActivity::Idle
            | AnnotatorActivity::Drafting(_)
            | AnnotatorActivity::Extending { .. } => None,
        })
    });
    dynamic(move || {
        side.get().map(|side| {
            let menu = menu(session, side);
            let room = SpanRoom { height: None, ends_above: None };
            stay_beside_span(session, panes, menu.node(), room, move || {
                session.ask(Workspace::preview)
            });
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
        .on(ev::pointerup, |event| note_menu_press(&event))
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
    let shown: Vec<HtmlElement> = elements(document().query_selector_all(SHOWN));
    let at = from.and_then(|from| shown.iter().position(|button| button.is_same_node(Some(from))));
    let next = match (at, by) {
        (None, _) => 0,
        (Some(0), -1) => return focus(FILTER),
        (Some(at), -1) => at - 1,
        (Some(at), _) => at + 1,
    };
    shown.get(next).is_some_and(|button| button.focus().is_ok())
}
