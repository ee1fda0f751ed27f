//! Elements of the window that stand beside a span, where the hand is: the menu of categories, and the questions of an edit.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Event, HtmlElement, Node};

use crate::app::Session;
use crate::ui::document_listener::{ListenerPhase, document_listener};
use crate::ui::text_view::{Panes, Rectangle};
use spanwise_annotation::document::TextName;
use spanwise_browser::console::reported;
use spanwise_browser::timing;
use spanwise_text::Span;

/// The distance between a span and what stands beside it, in CSS pixels: room for the underlines.
const GAP: f64 = 16.0;

/// The distance to the edges of the window at least, in CSS pixels.
const EDGE: f64 = 8.0;

/// The height that is kept where there is less room, in CSS pixels; the content scrolls then.
const LEAST_HEIGHT: f64 = 128.0;

/// The room that an element has beside a span.
#[derive(Clone, Copy)]
pub(super) struct SpanRoom {
    /// The height kept free for an element that grows, in CSS pixels, so that it stays where it is; else its own.
    pub(super) height: Option<f64>,
    /// A selector of what it does not cover, but stands above.
    pub(super) ends_above: Option<&'static str>,
}

/// Keeps an element beside a span when that moves in the window; where there is no span, the element is left alone. The
/// place is in the element's properties `--x`, `--y` and `--room`, the greatest height, and once it is known, `--shown`
/// is `visible`; `style/annotate.css` uses them.
pub(super) fn stay_beside_span(
    session: Session,
    panes: Panes,
    element: HtmlElement,
    room: SpanRoom,
    span: impl Fn() -> Option<(TextName, Span)> + Clone + 'static,
) {
    let own = element.clone();
    let place = move || {
        let (element, span) = (element.clone(), span.clone());
        timing::before_paint(move || {
            // The page may be gone, and with it what knows of the span.
            let Some((text, span)) = element.is_connected().then(&span).flatten() else { return };
            let lines = panes.rectangles(&text, span);
            place_beside(&element, room, &lines, panes.is_right_to_left(&text));
        });
    };
    let place_again = place.clone();
    // A list of the page may scroll as well as the page; what scrolls in the element itself does not move it.
    let scrolled = document_listener("scroll", ListenerPhase::Capture, move |event: &Event| {
        let target = event.target().and_then(|target| target.dyn_into::<Node>().ok());
        if !own.contains(target.as_ref()) {
            place_again();
        }
    });
    on_cleanup(scrolled);
    Effect::new(move |_| {
        panes.moved.track();
        session.view.track();
        session.instance.track();
        place();
    });
}

/// Puts an element below the end of a span; where it does not fit, beside all of the span; and where that does not fit
/// either, above or below it, where there is more room. It is never over the span.
fn place_beside(element: &HtmlElement, kept: SpanRoom, lines: &[Rectangle], right_to_left: bool) {
    let (Some(first), Some(last)) = (lines.first(), lines.last()) else { return };
    let style = element.style();
    reported(style.remove_property("--room"));
    let size = element.get_bounding_client_rect();
    let (own_width, own_height) = (size.width(), kept.height.unwrap_or_else(|| size.height()));
    let page =
        document().document_element().map(|page| (page.client_width(), page.client_height()));
    let (width, height) = page.map_or((f64::MAX, f64::MAX), |(w, h)| (w.into(), h.into()));
    let lowest = kept.ends_above.and_then(top_of).unwrap_or(f64::MAX);
    let (right_edge, bottom_edge) = (width - EDGE, height.min(lowest) - EDGE);
    // The hand is at the end of the span.
    let at_end = if right_to_left { last.left - own_width + GAP } else { last.right - GAP };
    let at_side = if right_to_left {
        lines.iter().map(|line| line.left).fold(f64::MAX, f64::min) - GAP - own_width
    } else {
        lines.iter().map(|line| line.right).fold(f64::MIN, f64::max) + GAP
    };
    let fits_at_side = at_side >= EDGE && at_side + own_width <= right_edge;
    let below = bottom_edge - last.bottom - GAP;
    let above = first.top - GAP - EDGE;
    let (x, y, room) = if below < own_height && fits_at_side {
        let y = last.top.min(bottom_edge - own_height).max(EDGE);
        (at_side, y, bottom_edge - y)
    } else if below >= own_height || below >= above {
        // Of a span that fills the window, it covers the end.
        let y = (last.bottom + GAP).min(bottom_edge - own_height.min(LEAST_HEIGHT)).max(EDGE);
        (at_end, y, bottom_edge - y)
    } else {
        let room = above.max(LEAST_HEIGHT);
        (at_end, first.top - GAP - own_height.min(room), room)
    };
    let x = x.min(right_edge - own_width).max(EDGE);
    let y = y.max(EDGE);
    for (property, pixels) in [("--x", x), ("--y", y), ("--room", room)] {
        reported(style.set_property(property, &format!("{}px", pixels.round())));
    }
    reported(style.set_property("--shown", "visible"));
}

/// The top of the first element for a selector, in the window, in CSS pixels.
fn top_of(selector: &str) -> Option<f64> {
    let found = document().query_selector(selector).ok().flatten()?;
    Some(found.get_bounding_client_rect().top())
}
