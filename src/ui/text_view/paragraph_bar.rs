//! The buttons that go from paragraph to paragraph, below the texts.

use leptos::prelude::*;

use super::panes::Panes;
use crate::app::lazy::lazily_loaded;
use crate::app::{App, Session};
use crate::ui::document_listener::{ListenerPhase, document_listener};
use crate::ui::view::{El, View, el, flag, text};
use crate::ui::widgets::{button, lazy};
use spanwise_i18n::{TextId, say};
use spanwise_template::Revision;

lazily_loaded!(typology_views, loaded_bar, fn(Session, Panes) -> El, paragraph_bar);

/// The bar, in templates that reveal one paragraph after the other.
pub(super) fn lazy_paragraph_bar(session: Session, panes: Panes) -> El {
    // Its room is there before it.
    el("div").class("paragraphs").child(lazy(loaded_bar, move |bar| bar(session, panes).into()))
}

/// The numbers of the paragraph looked at, of the newest one, and of all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct ParagraphPlace {
    shown: usize,
    newest: usize,
    count: usize,
}

impl ParagraphPlace {
    /// Going on reveals a paragraph.
    fn reveals(self) -> bool {
        self.shown == self.newest
    }

    fn is_last(self) -> bool {
        self.shown + 1 >= self.count
    }
}

fn paragraph_bar(session: Session, panes: Panes) -> El {
    let app = App::from_context();
    // Handles and connectors follow the texts when the box of read paragraphs scrolls.
    on_cleanup(document_listener("scroll", ListenerPhase::Capture, move |event| {
        let target = event.target();
        if spanwise_browser::elements::closest(target, ".context-box").is_some() {
            panes.moved.try_update(|n| *n = n.wrapping_add(1));
        }
    }));
    let place = Memo::new(move |_| {
        let place = |shown, newest, count| ParagraphPlace { shown, newest, count };
        let known = session.ask_revealed(|all, shown| place(shown, all.newest(), all.count()));
        known.unwrap_or_default()
    });
    let position = text(move || {
        let ParagraphPlace { shown, count, .. } = place.get();
        app.say(&say!(ParagraphsPosition, number = shown + 1, total = count))
    });
    let can_go_back = session.revision() != Some(Revision::Deny);
    let previous = can_go_back.then(|| {
        button(app.text(TextId::ParagraphsPrevious))
            .attr("data-testid", "previous-paragraph")
            .attr("disabled", flag(move || place.get().shown == 0))
            .on_click(move || {
                if let Some(previous) = place.get_untracked().shown.checked_sub(1) {
                    session.go_to_paragraph(previous);
                }
            })
    });
    let label = text(move || {
        app.text(if place.get().reveals() {
            TextId::ParagraphsReveal
        } else {
            TextId::ParagraphsNext
        })
    });
    let next = button(label)
        .class(("button--main", flag(move || !place.get().is_last())))
        .attr("data-testid", "next-paragraph")
        .attr("title", "Ctrl+Enter")
        .attr("disabled", flag(move || place.get().is_last()))
        .on_click(move || session.go_to_paragraph(place.get_untracked().shown + 1));
    el("div")
        .class("paragraphs__bar")
        .child(View::from(previous))
        .child(
            el("span")
                .class("paragraphs__position")
                .attr("data-testid", "paragraph-position")
                .attr("role", "status")
                .child(position),
        )
        .child(next)
}
