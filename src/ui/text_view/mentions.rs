//! The mentions in the texts: when one of them is under the pointer or the caret, all of its cluster are lit.
//!
//! A segment knows the cluster of the mention that it is of, as `data-cluster`. Lighting is an attribute of present nodes,
//! `data-lit`; those of lines that come near the viewport get it when they are marked.

use std::sync::Arc;

use leptos::ev;
use leptos::prelude::*;
use web_sys::{EventTarget, HtmlElement};

use super::browser_selection;
use super::caret::Caret;
use super::pane::change;
use super::panes::Panes;
use crate::app::Session;
use crate::app::lazy::lazily_loaded;
use crate::ui::view::{View, show};
use crate::ui::widgets::lazy;
use spanwise_annotation::mentions::ShownMentions;
use spanwise_browser::elements::closest;
use spanwise_browser::{styles, timing};
use spanwise_template::Side;

/// The time after which it is looked again whether text is still selected, in milliseconds.
const REST_MS: i32 = 300;

static STYLE: &str = include_str!("../../../style/mentions.css");

lazily_loaded!(
    mentions,
    mention_view,
    fn(Session, Panes, RwSignal<Option<Caret>>, HtmlElement) -> View,
    mentions
);

/// Finds the mentions of a work and lights them, once an instance may have some. `frame` is around its panes.
pub(super) fn lazy_mentions(
    session: Session,
    panes: Panes,
    caret: RwSignal<Option<Caret>>,
    frame: HtmlElement,
) -> View {
    let wanted = session.mentions.are_wanted;
    let were_wanted = Memo::new(move |before: Option<&bool>| before == Some(&true) || wanted.get());
    show(were_wanted.into(), move || {
        let frame = frame.clone();
        lazy(mention_view, move |mentions| mentions(session, panes, caret, frame.clone()))
    })
}

fn mentions(
    session: Session,
    panes: Panes,
    caret: RwSignal<Option<Caret>>,
    frame: HtmlElement,
) -> View {
    styles::adopt(STYLE);
    find_at_rest(session);
    let light = move |cluster: Option<Arc<str>>| {
        for side in Side::ALL {
            change(panes, side, |pane| pane.light(cluster.clone()));
        }
    };
    let hovered = window_event_listener(ev::pointerover, move |event| {
        light(hovered_cluster(event.target(), &frame));
    });
    on_cleanup(move || hovered.remove());
    Effect::new(move |had_caret: Option<bool>| {
        let caret = caret.get();
        // Without one, before or now, it is the pointer that lights them.
        if caret.is_some() || had_caret == Some(true) {
            light(caret.and_then(|caret| cluster_at(session, caret)));
        }
        caret.is_some()
    });
    // Clusters of another instance may have the same names.
    Effect::new(move |_| {
        session.mentions.shown.track();
        light(None);
    });
    View::Nothing
}

/// Has mentions found as soon as no text is selected: new nodes would take a selection away.
fn find_at_rest(session: Session) {
    if browser_selection::is_collapsed() {
        session.mentions.find_with(ShownMentions::of);
    } else {
        timing::after(REST_MS, move || {
            // The session may be gone.
            if session.is_plain.try_get_untracked().is_some() {
                find_at_rest(session);
            }
        });
    }
}

/// The cluster of the mention under the pointer, if it is in a frame.
fn hovered_cluster(target: Option<EventTarget>, frame: &HtmlElement) -> Option<Arc<str>> {
    let mention = closest(target, "[data-cluster]").filter(|it| frame.contains(Some(it)))?;
    mention.get_attribute("data-cluster").map(Arc::from)
}

/// The cluster of the mention that the caret stands in.
fn cluster_at(session: Session, caret: Caret) -> Option<Arc<str>> {
    let text = session.text_name(caret.side)?;
    let at = caret.head.start();
    session.mentions.shown.with_untracked(|m| m.at(&text, at).map(|m| m.cluster.clone()))
}
