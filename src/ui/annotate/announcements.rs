//! Announcements to screen readers when the page changes: the instance gone to, the menu that opens, the edit that is made.

use leptos::prelude::*;

use super::focus::{focus_text_in_place, has_focus};
use crate::app::Session;
use crate::ui::edit_text::{category_label, spans_text};
use crate::ui::view::{El, el, text};
use spanwise_annotation::document::EditKey;
use spanwise_annotation::workspace::{AnnotatorActivity, Workspace};
use spanwise_browser::timing;
use spanwise_i18n::TextId;

/// The part of the state that announcements compare.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct AnnouncedState {
    instance: usize,
    edits: usize,
    open: Option<EditKey>,
    has_menu: bool,
}

/// A live region with the last announcement. Whatever had the focus may be gone by then: the text takes it.
pub(in crate::ui) fn announcements(session: Session) -> El {
    let said = RwSignal::new(String::new());
    Effect::new(move |before: Option<AnnouncedState>| {
        let now = session.view.with(|view| AnnouncedState {
            instance: view.instance,
            edits: session.instance.with(|i| i.edits.len()),
            open: view.selected,
            has_menu: matches!(view.activity, AnnotatorActivity::Selected { .. }),
        });
        if let Some(before) = before.filter(|before| *before != now) {
            if let Some(text) = announcement(session, before, now) {
                said.set(text);
            }
            // A button that is disabled or gone loses the focus with the next frame.
            timing::after_paint(|| {
                if !has_focus() {
                    focus_text_in_place();
                }
            });
        }
        now
    });
    el("p")
        .class("visually-hidden")
        .attr("data-testid", "announcement")
        .attr("aria-live", "polite")
        .child(text(move || said.get()))
}

fn announcement(session: Session, before: AnnouncedState, now: AnnouncedState) -> Option<String> {
    let app = session.app();
    if now.instance != before.instance {
        let [n, total] = [now.instance + 1, session.ask(Workspace::len)].map(|n| n.to_string());
        return Some(app.words().fill(TextId::BarInstanceOf, &[("n", &n), ("total", &total)]));
    }
    if now.has_menu && !before.has_menu {
        let (text, span) = session.ask(Workspace::preview)?;
        let label = session.label_among_several(&text);
        let label = label.map_or_else(String::new, |label| format!(" {label}:"));
        let text = session.read_in(&text, span);
        return Some(format!("{}{label} “{text}”", app.text(TextId::DraftChooseCategory)));
    }
    let made = now.open.filter(|_| now.edits > before.edits && now.open != before.open)?;
    let edit = session.instance.with_untracked(|i| i.edit(made).cloned())?;
    Some(format!("{} {}", category_label(&session.template(), &edit), spans_text(session, &edit)))
}
