//! The panes of a work, which know the positions of text on the page.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;

use leptos::prelude::*;

use super::browser_selection;
use super::rendering::MakeFormatter;
use super::selection::{self, Rectangle};
use super::text_pane::TextPane;
use spanwise_annotation::document::TextName;
use spanwise_browser::elements::{SizeWatch, closest};
use spanwise_text::{Span, Utf16};

/// A pane that several hold: its effects, and the list of panes.
pub(super) type SharedPane = Rc<RefCell<TextPane>>;

/// The panes, one for each text. `Copy`, like a signal; a pane is there while its element is on the page.
#[derive(Debug, Clone, Copy)]
pub(in crate::ui) struct Panes {
    /// In the order in which they were made.
    on_page: StoredValue<Vec<(TextName, SharedPane)>, LocalStorage>,
    /// The names of the texts that are folded.
    pub(super) folded: RwSignal<BTreeSet<String>>,
    /// The formatter of the texts, in a template that renders them, once it is loaded.
    pub(super) formatter: RwSignal<Option<MakeFormatter>>,
    /// Changes whenever text may have moved, for the drawings over it.
    pub(in crate::ui) moved: RwSignal<u32>,
    /// `true` if the end of the texts was in the viewport since the instance is shown.
    pub(in crate::ui) read_through: RwSignal<bool>,
}

impl Panes {
    pub(in crate::ui) fn new() -> Self {
        Panes {
            on_page: StoredValue::new_local(Vec::new()),
            folded: RwSignal::new(BTreeSet::new()),
            formatter: RwSignal::new(None),
            moved: RwSignal::new(0),
            read_through: RwSignal::new(true),
        }
    }

    /// Adds the pane of a text.
    pub(super) fn add(self, text: TextName, pane: SharedPane) {
        self.on_page.update_value(|panes| panes.push((text, pane)));
    }

    /// Removes a pane.
    pub(super) fn remove(self, pane: &SharedPane) {
        // The page may be gone.
        self.on_page.try_update_value(|panes| panes.retain(|(_, other)| !Rc::ptr_eq(other, pane)));
    }

    /// The pane of a text.
    pub(super) fn of(self, text: &TextName) -> Option<SharedPane> {
        self.on_page.try_with_value(|panes| {
            panes.iter().find(|(name, _)| name == text).map(|(_, pane)| pane.clone())
        })?
    }

    /// The names of the texts on the page.
    pub(in crate::ui) fn texts(self) -> Vec<TextName> {
        let names = |panes: &Vec<(TextName, SharedPane)>| {
            panes.iter().map(|(name, _)| name.clone()).collect()
        };
        self.on_page.try_with_value(names).unwrap_or_default()
    }

    /// The text whose pane holds a node.
    pub(in crate::ui) fn text_at(self, target: Option<web_sys::EventTarget>) -> Option<TextName> {
        let root = closest(target, ".pane__text")?;
        let is_it = |text: &TextName| self.with(text, |pane| **pane.root() == root) == Some(true);
        self.texts().into_iter().find(is_it)
    }

    /// Notices when the element around the panes changes its size, as with the window or the size of the text.
    pub(super) fn watch(self, frame: &web_sys::Element) {
        StoredValue::new_local(SizeWatch::of(frame, move || {
            // The page may be gone.
            self.moved.try_update(|n| *n = n.wrapping_add(1));
        }));
    }

    /// Reports whether a text is written from right to left.
    pub(in crate::ui) fn is_right_to_left(self, text: &TextName) -> bool {
        self.with(text, |pane| {
            let style = window().get_computed_style(pane.root()).ok().flatten()?;
            Some(style.get_property_value("direction").ok()? == "rtl")
        })
        .flatten()
        .unwrap_or(false)
    }

    /// Calls `ask` with a pane if it is on the page.
    pub(super) fn with<T>(self, text: &TextName, ask: impl FnOnce(&TextPane) -> T) -> Option<T> {
        let pane = self.of(text)?;
        let pane = pane.try_borrow().ok()?;
        Some(ask(&pane))
    }

    /// The rectangles that a span fills on the page, in the order of the text.
    pub(in crate::ui) fn rectangles(self, text: &TextName, span: Span) -> Vec<Rectangle> {
        self.with(text, |pane| selection::rectangles(pane, span)).unwrap_or_default()
    }

    /// The offset in a text under a point of the window.
    pub(in crate::ui) fn offset_at(self, text: &TextName, x: i32, y: i32) -> Option<Utf16> {
        #[expect(clippy::cast_precision_loss, reason = "pixels of a window")]
        let (x, y) = (x as f32, y as f32);
        self.with(text, |pane| selection::offset_at_point(pane, x, y)).flatten()
    }

    /// The part of a text that is selected in the browser.
    pub(in crate::ui) fn selected_span(self, text: &TextName) -> Option<Span> {
        self.with(text, selection::in_pane).flatten()
    }

    /// The part of a text that is selected in the browser, if the selection begins or ends there.
    pub(in crate::ui) fn touched_span(self, text: &TextName) -> Option<Span> {
        let touched = |pane: &TextPane| browser_selection::touches(pane.root());
        self.with(text, touched).filter(|touched| *touched)?;
        self.selected_span(text)
    }
}
