//! Both panes of a work, which know the positions of text on the page.

use std::cell::RefCell;
use std::rc::Rc;

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;

use super::browser_selection;
use super::selection::{self, Rectangle};
use super::text_pane::TextPane;
use spanwise_template::Side;
use spanwise_text::{Span, Utf16};

/// Both panes. `Copy`, like a signal; a pane is there while its element is on the page.
#[derive(Debug, Clone, Copy)]
pub(in crate::ui) struct Panes {
    source: StoredValue<Option<Rc<RefCell<TextPane>>>, LocalStorage>,
    target: StoredValue<Option<Rc<RefCell<TextPane>>>, LocalStorage>,
    /// `true` once the panes format their texts, in a template that renders them.
    pub(super) are_formatting: RwSignal<bool>,
    /// Changes whenever text may have moved, for the drawings over it.
    pub(in crate::ui) moved: RwSignal<u32>,
    /// `true` if the end of the texts was in the viewport since the instance is shown.
    pub(in crate::ui) read_through: RwSignal<bool>,
}

impl Panes {
    pub(in crate::ui) fn new() -> Self {
        Panes {
            source: StoredValue::new_local(None),
            target: StoredValue::new_local(None),
            are_formatting: RwSignal::new(false),
            moved: RwSignal::new(0),
            read_through: RwSignal::new(true),
        }
    }

    pub(super) fn slot(
        self,
        side: Side,
    ) -> StoredValue<Option<Rc<RefCell<TextPane>>>, LocalStorage> {
        match side {
            Side::Source => self.source,
            Side::Target => self.target,
        }
    }

    /// Notices when the element around the panes changes its size, as with the window or the size of the text.
    pub(super) fn watch(self, frame: &web_sys::Element) {
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

    /// Reports whether the text of a side is written from right to left.
    pub(in crate::ui) fn is_right_to_left(self, side: Side) -> bool {
        self.with(side, |pane| {
            let style = window().get_computed_style(pane.root()).ok().flatten()?;
            Some(style.get_property_value("direction").ok()? == "rtl")
        })
        .flatten()
        .unwrap_or(false)
    }

    /// Calls `ask` with a pane if it is on the page.
    pub(super) fn with<T>(self, side: Side, ask: impl FnOnce(&TextPane) -> T) -> Option<T> {
        let pane = self.slot(side).try_get_value().flatten()?;
        let pane = pane.try_borrow().ok()?;
        Some(ask(&pane))
    }

    /// The rectangles that a span fills on the page, in the order of the text.
    pub(in crate::ui) fn rectangles(self, side: Side, span: Span) -> Vec<Rectangle> {
        self.with(side, |pane| selection::rectangles(pane, span)).unwrap_or_default()
    }

    /// The offset in the text of a side under a point of the window.
    pub(in crate::ui) fn offset_at(self, side: Side, x: i32, y: i32) -> Option<Utf16> {
        #[expect(clippy::cast_precision_loss, reason = "pixels of a window")]
        let (x, y) = (x as f32, y as f32);
        self.with(side, |pane| selection::offset_at_point(pane, x, y)).flatten()
    }

    /// The part of a side that is selected in the browser.
    pub(in crate::ui) fn selected_span(self, side: Side) -> Option<Span> {
        self.with(side, selection::in_pane).flatten()
    }

    /// The part of a side that is selected in the browser, if the selection begins or ends there.
    pub(in crate::ui) fn touched_span(self, side: Side) -> Option<Span> {
        let touched = |pane: &TextPane| browser_selection::touches(pane.root());
        self.with(side, touched).filter(|touched| *touched)?;
        self.selected_span(side)
    }
}
