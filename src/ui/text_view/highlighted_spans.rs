//! Spans of the texts that are highlighted without any node of a text changing for it.

use std::rc::Rc;

use leptos::prelude::*;

use super::panes::Panes;
use super::selection;
use super::text_pane::TextPane;
use crate::app::Session;
use spanwise_annotation::document::TextName;
use spanwise_browser::{highlights, timing};
use spanwise_text::Span;

/// Highlights spans under a name of the style sheet. `spans` gives those of a text, and tracks what they depend on.
pub(in crate::ui) fn highlight_spans(
    session: Session,
    panes: Panes,
    name: &'static str,
    spans: impl Fn(&TextName) -> Vec<Span> + 'static,
) {
    let spans = Rc::new(spans);
    Effect::new(move |_| {
        // Text may stand in other nodes whenever it was painted.
        panes.moved.track();
        session.instance.track();
        let texts = panes.texts().into_iter();
        let all: Vec<(TextName, Vec<Span>)> =
            texts.map(|text| (text.clone(), spans(&text))).collect();
        timing::before_paint(move || {
            let ranges = all.iter().flat_map(|(text, spans)| {
                let of_pane = |pane: &TextPane| {
                    spans
                        .iter()
                        .filter_map(|span| selection::range(pane, *span))
                        .collect::<Vec<_>>()
                };
                panes.with(text, of_pane).unwrap_or_default()
            });
            highlights::set(name, ranges.collect::<Vec<_>>());
        });
    });
    on_cleanup(move || highlights::set(name, []));
}
