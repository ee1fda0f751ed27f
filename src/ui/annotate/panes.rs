//! The texts: painted by [`TextPane`], selected in by mouse, touch and keyboard.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::HtmlElement;

use super::caret::Caret;
use super::list::Remarks;
use super::marks::{self, Overlay};
use crate::app::{App, Session};
use crate::ui::view::{El, el, flag};
use spanwise_annotation::document::NamedText;
use spanwise_annotation::workspace::Activity;
use spanwise_browser::sight::Sight;
use spanwise_browser::text_pane::TextPane;
use spanwise_browser::timing;
use spanwise_template::Side;
use spanwise_text::{Span, Utf16};

/// Both panes, for whoever needs to know where text is on the page.
#[derive(Debug, Clone, Copy)]
pub(in crate::ui) struct Panes {
    source: StoredValue<Option<Rc<RefCell<TextPane>>>, LocalStorage>,
    target: StoredValue<Option<Rc<RefCell<TextPane>>>, LocalStorage>,
    /// Changes whenever text may stand elsewhere, for what is drawn over it.
    pub(super) moved: RwSignal<u32>,
    /// Whether the end of the texts was in sight since the instance is shown.
    pub(in crate::ui) read_through: RwSignal<bool>,
}

impl Panes {
    pub(in crate::ui) fn new() -> Self {
        Panes {
            source: StoredValue::new_local(None),
            target: StoredValue::new_local(None),
            moved: RwSignal::new(0),
            read_through: RwSignal::new(true),
        }
    }

    fn slot(self, side: Side) -> StoredValue<Option<Rc<RefCell<TextPane>>>, LocalStorage> {
        match side {
            Side::Source => self.source,
            Side::Target => self.target,
        }
    }

    /// Notices when the element around the panes changes its size, as with the window or the size of the text.
    pub(in crate::ui) fn watch(self, frame: &web_sys::Element) {
        let changed = Closure::<dyn Fn()>::new(move || {
            // The page may be gone.
            self.moved.try_update(|n| *n = n.wrapping_add(1));
        });
        if let Ok(observer) = web_sys::ResizeObserver::new(changed.as_ref().unchecked_ref()) {
            observer.observe(frame);
            let held = StoredValue::new_local((observer, changed));
            on_cleanup(move || held.with_value(|(observer, _)| observer.disconnect()));
        }
    }

    /// Whether the text of a side is written from right to left.
    pub(in crate::ui) fn is_right_to_left(self, side: Side) -> bool {
        self.with(side, |pane| {
            let style = window().get_computed_style(pane.root()).ok().flatten()?;
            Some(style.get_property_value("direction").ok()? == "rtl")
        })
        .flatten()
        .unwrap_or(false)
    }

    /// Asks a pane something, if it is on the page.
    pub(in crate::ui) fn with<T>(self, side: Side, ask: impl FnOnce(&TextPane) -> T) -> Option<T> {
        let pane = self.slot(side).try_get_value().flatten()?;
        let pane = pane.try_borrow().ok()?;
        Some(ask(&pane))
    }
}

/// The label and the text of one side. `caret` is the keyboard's, in one of the panes; only edits of the category in
/// `filter` are marked.
pub(in crate::ui) fn pane(
    session: Session,
    side: Side,
    panes: Panes,
    caret: RwSignal<Option<Caret>>,
    filter: RwSignal<Option<String>>,
    remarks: Option<Remarks>,
) -> El {
    let app = App::from_context();
    let template = session.template();
    let font_size = match side {
        Side::Source => template.settings.source_font_size,
        Side::Target => template.settings.target_font_size,
    };
    let (test_id, name) = match side {
        Side::Source => ("pane-source", "text-source"),
        Side::Target => ("pane-target", "text-target"),
    };
    let id = session.id(name);
    let text = el("div")
        .class("pane__text")
        .set("id", id.clone())
        .set("data-testid", test_id)
        .set("dir", "auto")
        .set("tabindex", "0")
        .set("role", "textbox")
        .set("aria-readonly", "true")
        .set("aria-multiline", "true")
        .set("aria-labelledby", format!("{id}-label"))
        .set("aria-describedby", "text-help")
        .style("font-size", font_size.map(|px| format!("calc({px}px * var(--text-scale))")))
        .on(ev::keydown, move |event| {
            super::caret::keydown(session, panes, side, caret, &event);
        })
        .on(ev::blur, move |_| caret.set(None));
    paint(session, side, panes, filter, remarks, text.node());

    let is_empty = Memo::new(move |_| session.instance.with(|i| i.text(side).is_empty()));
    el("section")
        .class("pane")
        .class_if("pane--absent", flag(move || side == Side::Source && is_empty.get()))
        .child(
            el("h2")
                .class("pane__label")
                .set("id", format!("{id}-label"))
                .child(app.text(side.label())),
        )
        .child(text)
}

/// The end of both texts: notices when it comes into sight.
pub(super) fn end_of_texts(session: Session, panes: Panes) -> El {
    let end = el("div").class("texts__end").set("aria-hidden", "true");
    let node: HtmlElement = end.node();
    let at = Memo::new(move |_| session.view.with(|v| v.instance));
    if let Some(sight) = Sight::new(move |seen, first| {
        // The page may be gone. What was seen once stays so, until another instance is shown.
        panes.read_through.try_update(|read| *read = seen || (*read && !first));
    }) {
        let sight = StoredValue::new_local(sight);
        Effect::new(move |_| {
            at.get();
            sight.with_value(|sight| sight.watch(&node));
        });
    }
    end
}

/// Keeps the text of a side painted.
fn paint(
    session: Session,
    side: Side,
    panes: Panes,
    filter: RwSignal<Option<String>>,
    remarks: Option<Remarks>,
    root: HtmlElement,
) {
    let slot = panes.slot(side);
    let subwords = session.has_subwords();
    let template = session.template();
    slot.set_value(TextPane::new(root).map(|pane| Rc::new(RefCell::new(pane))));
    let goes_on = Rc::new(Cell::new(false));
    Effect::new(move |_| {
        let mut overlay = overlay(session, side, filter.get());
        if let Some(remarks) = &remarks {
            let edits = session.instance.get();
            let keys = edits.edits.iter().map(|edit| edit.key);
            overlay.classes = keys.map(|key| (key, (remarks.class)(key))).collect();
        }
        let lines = session.instance.with(|i| marks::lines(i, side, &template, subwords, &overlay));
        if let Some(pane) = slot.get_value()
            && let Ok(mut pane) = pane.try_borrow_mut()
        {
            pane.paint(lines);
            painted(session, side, &mut pane);
            if !pane.is_whole() && !goes_on.replace(true) {
                paint_rest(session, side, panes, goes_on.clone());
            }
        }
        panes.moved.update(|n| *n = n.wrapping_add(1));
    });
    Effect::new(move |_| {
        let hovered: Vec<u32> = session.hovered.get().iter().map(|key| key.0).collect();
        panes.with(side, |pane| pane.highlight("is-hovered", &hovered));
    });
    on_cleanup(move || slot.set_value(None));
}

/// What stands around the text, and which edits are highlighted in it.
fn painted(session: Session, side: Side, pane: &mut TextPane) {
    if pane.is_whole() {
        session.instance.with(|i| {
            let text = i.texts.first(side);
            pane.surround(text.and_then(NamedText::before), text.and_then(NamedText::after));
        });
    }
    session.view.with_untracked(|view| {
        let open: Vec<u32> = view.selected.iter().map(|key| key.0).collect();
        pane.highlight("is-open", &open);
        let chosen: Vec<u32> = view.chosen().iter().map(|key| key.0).collect();
        pane.highlight("is-chosen", &chosen);
    });
}

/// Paints the rest of a long text, a part with each frame. `goes_on`: whether that is under way.
fn paint_rest(session: Session, side: Side, panes: Panes, goes_on: Rc<Cell<bool>>) {
    timing::after_paint(move || {
        goes_on.set(false);
        // The page may be gone.
        let Some(pane) = panes.slot(side).try_get_value().flatten() else { return };
        let Ok(mut pane) = pane.try_borrow_mut() else { return };
        pane.paint_more();
        untrack(|| painted(session, side, &mut pane));
        if !pane.is_whole() && !goes_on.replace(true) {
            paint_rest(session, side, panes, goes_on.clone());
        }
        drop(pane);
        panes.moved.try_update(|n| *n = n.wrapping_add(1));
    });
}

/// The draft and the handles that a pane shows over its edits.
fn overlay(session: Session, side: Side, filter: Option<String>) -> Overlay {
    let mut overlay = Overlay { only: filter, ..Overlay::default() };
    let Some(shown) = session.text_name(side) else { return overlay };
    session.view.with(|view| match &view.activity {
        Activity::Drafting(draft) => {
            let spans = draft.spans.on(&shown).iter();
            overlay.pending = spans.map(|s| (*s, Some(draft.category.index()))).collect();
        }
        Activity::Selected { text, span } if *text == shown => {
            let preview = session.ask(|w| w.preview()).map_or(*span, |(_, span)| span);
            overlay.pending.push((preview, None));
        }
        _ => {}
    });
    overlay
}

/// The offset of a handle's span edge under the pointer.
pub(super) fn offset_under(panes: Panes, side: Side, x: i32, y: i32) -> Option<Utf16> {
    #[expect(clippy::cast_precision_loss, reason = "pixels of a window")]
    let (x, y) = (x as f32, y as f32);
    panes.with(side, |pane| spanwise_browser::selection::offset_at_point(pane, x, y)).flatten()
}

/// The part of a side that is selected in the browser.
pub(super) fn selected_in(panes: Panes, side: Side) -> Option<Span> {
    panes.with(side, spanwise_browser::selection::in_pane).flatten()
}
