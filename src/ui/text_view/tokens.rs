//! The tokens of the texts, for templates with a tokenizer: when they are to be shown, every other one is tinted. No node
//! of a text changes for it.

use leptos::prelude::*;
use web_sys::Range;

use super::panes::Panes;
use super::selection;
use super::text_pane::TextPane;
use crate::app::Session;
use crate::app::lazy::lazily_loaded;
use crate::app::tokens::divide_texts;
use crate::ui::view::View;
use crate::ui::widgets::lazy;
use spanwise_annotation::document::TextName;
use spanwise_browser::{highlights, styles, timing};
use spanwise_text::Span;
use spanwise_text::tokens::unit_spans;

/// The name of the highlight, as in the style sheet.
const TINT: &str = "token";

static STYLE: &str = include_str!("../../../style/token-tints.css");

lazily_loaded!(typology_views, token_view, fn(Session, Panes) -> View, tokens);

/// Divides the texts of a work into tokens, and shows these.
pub(super) fn lazy_tokens(session: Session, panes: Panes) -> View {
    lazy(token_view, move |tokens| tokens(session, panes))
}

fn tokens(session: Session, panes: Panes) -> View {
    styles::adopt(STYLE);
    let divided = divide_texts(session);
    Effect::new(move |_| {
        // Text may stand in other nodes whenever it was painted.
        panes.moved.track();
        session.instance.track();
        divided.track();
        let shows = session.shows_tokens.get();
        timing::before_paint(move || {
            let texts = panes.texts().into_iter().filter(|_| shows);
            highlights::set(TINT, texts.flat_map(|text| tinted(session, &text, panes)));
        });
    });
    on_cleanup(|| highlights::set(TINT, []));
    View::Nothing
}

/// Every other unit of tokens of a text, as ranges of the page.
fn tinted(session: Session, text: &TextName, panes: Panes) -> Vec<Range> {
    // The page may be gone.
    let spans =
        session.instance.try_with_untracked(|instance| unit_spans(instance.texts.content(text)));
    let spans: Vec<Span> = spans.into_iter().flatten().step_by(2).collect();
    let ranges =
        |pane: &TextPane| spans.iter().filter_map(|span| selection::range(pane, *span)).collect();
    panes.with(text, ranges).unwrap_or_default()
}
