//! The context menu of a mark, or of a row of the list.

use std::rc::Rc;
use std::sync::Arc;

use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, Event, HtmlElement, KeyboardEvent};

use super::edit_list::delete_edit;
use super::eraser::{STYLE, erase_part};
use super::hotkeys::kbd;
use super::mark_tools::{MENU, MarkedTexts, MenuRequest, OpenMenu, TextPoint};
use super::sought_texts::sought_texts;
use crate::app::{App, NoticeLevel};
use crate::ui::colors::underline;
use crate::ui::document_listener::{ListenerPhase, document_listener};
use crate::ui::edit_text::{category_label, spans_text};
use crate::ui::text_view::category_color;
use crate::ui::view::{El, View, dynamic, el};
use spanwise_annotation::document::{Edit, EditKey};
use spanwise_annotation::workspace::Command;
use spanwise_browser::console::reported;
use spanwise_browser::elements::{closest, elements};
use spanwise_browser::{styles, timing};
use spanwise_i18n::TextId;
use spanwise_template::{Category, CategoryId, CategoryShape, SpanCount};
use spanwise_text::Span;

/// The distance from the menu to the edges of the window at least, in CSS pixels.
const EDGE: f64 = 8.0;

/// The contents of the menu.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum MenuPage {
    /// The actions on an edit.
    Actions(EditKey),
    /// The categories that an edit can have.
    Categories(EditKey),
}

/// An open menu.
#[derive(Clone)]
struct MarkMenu {
    texts: MarkedTexts,
    request: Rc<MenuRequest>,
    open: OpenMenu,
    page: RwSignal<MenuPage>,
}

/// The menu for a request.
pub(super) fn mark_menu(texts: MarkedTexts, request: Rc<MenuRequest>, open: OpenMenu) -> View {
    styles::adopt(STYLE);
    let Some(first) = request.edits.first().copied() else { return View::Nothing };
    let menu = MarkMenu { texts, request, open, page: RwSignal::new(MenuPage::Actions(first)) };
    menu.close_when_left();
    let listed = menu.clone();
    let (keys, position) = (menu.clone(), menu.request.position);
    let element = el("div")
        .class("mark-menu")
        .attr("data-testid", "mark-menu")
        .attr("tabindex", "-1")
        .on(ev::keydown, move |event| keys.keydown(&event));
    let node: HtmlElement = element.node();
    element
        .child(dynamic(move || {
            let list = listed.list();
            let node = node.clone();
            timing::before_paint(move || {
                place(&node, position);
                focus_item(&node, 0);
            });
            list
        }))
        .into()
}

impl MarkMenu {
    fn edit(&self, key: EditKey) -> Option<Arc<Edit>> {
        self.texts.session.instance.with_untracked(|instance| instance.edit(key).cloned())
    }

    fn name(&self, edit: &Edit) -> String {
        let session = self.texts.session;
        format!("{} {}", category_label(&session.template(), edit), spans_text(session, edit))
    }

    fn list(&self) -> Option<El> {
        let app = App::from_context();
        let (key, items) = match self.page.get() {
            MenuPage::Actions(key) => (key, self.actions(key)),
            MenuPage::Categories(key) => (key, self.categories(key)),
        };
        let name = self.name(&*self.edit(key)?);
        let list = el("div")
            .attr("role", "menu")
            .attr("aria-label", app.words().fill(TextId::MarksMenu, &[("name", &name)]))
            .child(el("p").class("mark-menu__name").attr("aria-hidden", "true").child(name))
            .child(items);
        Some(list)
    }

    /// The actions on an edit, and the other edits here.
    fn actions(&self, key: EditKey) -> Vec<El> {
        let Some(edit) = self.edit(key) else { return Vec::new() };
        let session = self.texts.session;
        let app = App::from_context();
        let shape = session.category_of(&edit).map(|(_, category)| category.shape);
        let is_constituent =
            session.instance.with_untracked(|instance| instance.position(key).is_none());
        let does = |action: &'static str, name: TextId, command: Command| {
            self.item(action, app.text(name), move |_| session.dispatch(command.clone()))
        };
        let mut items = vec![does("open", TextId::MarksOpen, Command::Select(Some(key)))];
        match shape {
            Some(CategoryShape::Spans { count: SpanCount::Many, .. }) => {
                items.push(does("add-span", TextId::EditAddSpan, Command::Extend(key)));
            }
            Some(CategoryShape::Composite) => {
                items.push(does("add-member", TextId::EditAddMember, Command::Extend(key)));
                items.push(does("take-apart", TextId::EditTakeApart, Command::TakeApart(key)));
            }
            Some(CategoryShape::Spans { .. } | CategoryShape::Whole) | None => {}
        }
        if !is_constituent {
            let page = self.page;
            let name = format!("{} …", app.text(TextId::EditChangeCategory));
            let categories = item("category", name)
                .attr("aria-haspopup", "menu")
                .on_click(move || page.set(MenuPage::Categories(key)));
            items.push(categories);
            items.push(does("duplicate", TextId::EditDuplicate, Command::Duplicate(key)));
        }
        items.extend(self.same_text(&edit));
        items.extend(self.erase_here());
        if !is_constituent {
            let name = app.text(TextId::EditDeletePlain);
            let delete = self.item("delete", name, move |_| delete_edit(session, key));
            items.push(delete.child(kbd("Delete".to_owned())));
        }
        items.extend(self.others(key));
        items
    }

    /// Looks for the text of the edit elsewhere, where one span makes an edit of its category.
    fn same_text(&self, edit: &Edit) -> Option<El> {
        let session = self.texts.session;
        let (_, category) = session.category_of(edit)?;
        let is_sought = !sought_texts(session, edit).is_empty();
        let key = edit.key;
        let words = App::from_context().words();
        let name = words.fill(TextId::SameTextTitle, &[("category", &category.label)]);
        let run = move |_: &MarkMenu| {
            session.dispatch(Command::Select(Some(key)));
            session.seeks_same_text.set(true);
        };
        is_sought.then(|| self.item("same-text", format!("{name} …"), run))
    }

    /// Takes the shortest span here out of all edits that mark a part of it.
    fn erase_here(&self) -> Option<El> {
        let TextPoint { text: name, at } = self.request.point.clone()?;
        let edits = self.request.edits.iter().filter_map(|key| self.edit(*key));
        let spans: Vec<Span> = edits.flat_map(|edit| edit.spans.on(&name).to_vec()).collect();
        let here = spans.into_iter().filter(|span| span.start() <= at && at <= span.end());
        let span = here.filter(|span| !span.is_empty()).min_by_key(|span| span.len())?;
        let run = move |menu: &MarkMenu| {
            let message = erase_part(menu.texts, &name, span);
            menu.texts.session.app().tell(NoticeLevel::Info, message, None);
        };
        Some(self.item("erase", App::from_context().text(TextId::MarksEraseHere), run))
    }

    /// The other edits here, each of which the menu can be about instead.
    fn others(&self, key: EditKey) -> Vec<El> {
        let page = self.page;
        let others = self.request.edits.iter().filter(|other| **other != key);
        let others = others.filter_map(|other| self.edit(*other)).map(|edit| {
            let other = edit.key;
            item("other", self.name(&edit)).on_click(move || page.set(MenuPage::Actions(other)))
        });
        let others: Vec<El> = others.collect();
        let heading = || {
            let name = App::from_context().text(TextId::MarksAlsoHere);
            el("p").class("mark-menu__heading").attr("role", "presentation").child(name)
        };
        let heading = (!others.is_empty()).then(heading);
        heading.into_iter().chain(others).collect()
    }

    /// The categories that an edit can have.
    fn categories(&self, key: EditKey) -> Vec<El> {
        let session = self.texts.session;
        let template = session.template();
        let current = self.edit(key).map(|edit| edit.category.clone()).unwrap_or_default();
        let row = |(id, category): (CategoryId, &Category)| {
            let is_current = category.name == current;
            if !is_current && !session.ask(|w| w.can_become(key, id)) {
                return None;
            }
            let swatch = el("span")
                .class("category__swatch")
                .style(("background", underline(id.index(), "var(--tint)")));
            let run = move |_: &MarkMenu| session.dispatch(Command::SetCategory(key, id));
            let item = self
                .item("set-category", category.label.clone(), run)
                .attr("role", "menuitemradio")
                .attr("aria-checked", is_current.to_string())
                .attr("data-category", category.name.clone())
                .style(("--tint", category_color(Some(id.index()))))
                .child(swatch);
            Some(item)
        };
        template.typology.iter().filter_map(row).collect()
    }

    /// An item that closes the menu and does something.
    fn item(&self, action: &'static str, name: String, run: impl Fn(&MarkMenu) + 'static) -> El {
        let menu = self.clone();
        item(action, name).on_click(move || {
            menu.close();
            run(&menu);
        })
    }

    /// Closes the menu; the focus goes back to where it came from.
    fn close(&self) {
        self.open.set(None);
        if let Some(opener) = &self.request.opener {
            reported(opener.focus());
        }
    }

    /// Closes the menu, without moving the focus, when the page scrolls or the texts change; and by Escape before the
    /// menu has the focus.
    fn close_when_left(&self) {
        let (open, session) = (self.open, self.texts.session);
        let scrolled = document_listener("scroll", ListenerPhase::Capture, move |event: &Event| {
            if closest(event.target(), MENU).is_none() {
                open.set(None);
            }
        });
        let menu = self.clone();
        let left = document_listener("keydown", ListenerPhase::Capture, move |event: &Event| {
            let event: &KeyboardEvent = event.unchecked_ref();
            if event.key() == "Escape" && closest(event.target(), MENU).is_none() {
                event.prevent_default();
                event.stop_immediate_propagation();
                menu.close();
            }
        });
        on_cleanup(move || {
            scrolled();
            left();
        });
        Effect::new(move |before: Option<()>| {
            session.instance.track();
            if before.is_some() {
                open.set(None);
            }
        });
    }

    fn keydown(&self, event: &KeyboardEvent) {
        // None of the keys in it are the page's.
        event.stop_propagation();
        let Some(menu) = closest(event.target(), MENU) else { return };
        let at = items(&menu)
            .iter()
            .position(|item| Some(item.as_ref()) == document().active_element().as_ref());
        let count = items(&menu).len().max(1);
        match (event.key().as_str(), self.page.get_untracked()) {
            ("ArrowDown", _) => focus_item(&menu, at.map_or(0, |at| (at + 1) % count)),
            ("ArrowUp", _) => focus_item(&menu, (at.unwrap_or(0) + count - 1) % count),
            ("Home", _) => focus_item(&menu, 0),
            ("End", _) => focus_item(&menu, count - 1),
            ("Escape" | "ArrowLeft", MenuPage::Categories(key)) => {
                self.page.set(MenuPage::Actions(key));
            }
            ("Escape" | "Tab", _) => self.close(),
            ("ArrowRight", MenuPage::Actions(key)) => {
                let has_pages = |item: &HtmlElement| item.has_attribute("aria-haspopup");
                let items = items(&menu);
                if at.and_then(|at| items.get(at)).is_some_and(has_pages) {
                    self.page.set(MenuPage::Categories(key));
                }
            }
            _ => return,
        }
        event.prevent_default();
    }
}

fn item(action: &'static str, name: String) -> El {
    el("button")
        .attr("type", "button")
        .class("mark-menu__item")
        .attr("role", "menuitem")
        .attr("tabindex", "-1")
        .attr("data-testid", "mark-menu-item")
        .attr("data-action", action)
        .child(el("span").class("mark-menu__label").child(name))
}

fn items(menu: &Element) -> Vec<HtmlElement> {
    elements(menu.query_selector_all("button"))
}

fn focus_item(menu: &Element, at: usize) {
    if let Some(item) = items(menu).get(at) {
        reported(item.focus());
    }
}

/// Puts the menu at a place in the window, on the side of it where there is room.
fn place(menu: &HtmlElement, (x, y): (f64, f64)) {
    let size = menu.get_bounding_client_rect();
    let page = document().document_element();
    let (width, height) = page.map_or((f64::MAX, f64::MAX), |page| {
        (page.client_width().into(), page.client_height().into())
    });
    let fit = |from: f64, length: f64, room: f64| {
        let turned = if from + length + EDGE > room { from - length } else { from };
        turned.min(room - length - EDGE).max(EDGE)
    };
    let (left, top) = (fit(x, size.width(), width), fit(y, size.height(), height));
    reported(menu.style().set_property("left", &format!("{}px", left.round())));
    reported(menu.style().set_property("top", &format!("{}px", top.round())));
}
