//! The mentions in the texts: when one of them is under the pointer or the caret, all of its cluster are lit.
//!
//! A segment knows the cluster of the mention that it is of, as `data-cluster`. Lighting is an attribute of present nodes,
//! `data-lit`; those of lines that come near the viewport get it when they are marked.

use std::sync::Arc;

use leptos::ev;
use leptos::prelude::*;
use web_sys::{Element, EventTarget, HtmlElement};

use super::browser_selection;
use super::caret::Caret;
use super::panes::Panes;
use super::text_pane::TextPane;
use crate::app::Session;
use crate::app::lazy::lazily_loaded;
use crate::ui::view::{View, show};
use crate::ui::widgets::lazy;
use spanwise_annotation::mentions::ShownMentions;
use spanwise_browser::console::reported;
use spanwise_browser::elements::{closest, elements};
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
    let lit = session.mentions.lit;
    let hovered = window_event_listener(ev::pointerover, move |event| {
        light_only(lit, hovered_cluster(event.target(), &frame));
    });
    on_cleanup(move || hovered.remove());
    Effect::new(move |_| {
        if let Some(caret) = caret.get() {
            light_only(lit, cluster_at(session, caret));
        }
    });
    // Clusters of another instance may have the same names.
    Effect::new(move |_| {
        session.mentions.shown.track();
        light_only(lit, None);
    });
    Effect::new(move |_| {
        let cluster = lit.get();
        for side in Side::ALL {
            panes.with(side, |pane| {
                put_out(pane);
                if let Some(cluster) = &cluster {
                    light(pane, cluster);
                }
            });
        }
    });
    View::Nothing
}

/// Has mentions found as soon as no text is selected: new nodes would take a selection away.
fn find_at_rest(session: Session) {
    if browser_selection::is_collapsed() {
        session.mentions.find_with(ShownMentions::of);
    } else {
        timing::after(REST_MS, move || find_at_rest(session));
    }
}

fn light_only(lit: RwSignal<Option<Arc<str>>>, cluster: Option<Arc<str>>) {
    if lit.with_untracked(|lit| *lit != cluster) {
        lit.set(cluster);
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

/// Lights the mentions of a cluster in a text.
pub(super) fn light(pane: &TextPane, cluster: &str) {
    for mention in elements::<Element>(pane.root().query_selector_all("[data-cluster]")) {
        if mention.get_attribute("data-cluster").as_deref() == Some(cluster) {
            reported(mention.set_attribute("data-lit", "true"));
        }
    }
}

/// Takes the light from all mentions of a text.
fn put_out(pane: &TextPane) {
    for mention in elements::<Element>(pane.root().query_selector_all("[data-lit]")) {
        reported(mention.remove_attribute("data-lit"));
    }
}
