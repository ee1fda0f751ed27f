//! Marks of others below the lines of a text, in lanes. No node of the text changes for them, only the distance of its
//! lines.

use web_sys::HtmlElement;

use super::marks::category_color;
use super::panes::Panes;
use super::selection::Rectangle;
use crate::ui::colors::underline;
use crate::ui::view::{MountPoint, View, el};
use spanwise_annotation::document::TextName;
use spanwise_browser::console::reported;
use spanwise_text::Span;

/// The height of a lane in CSS pixels, and the room for the underlines of the text itself above the first one;
/// `style/adjudicate.css` counts with the same.
const LANE: f64 = 11.0;
const ABOVE: f64 = 12.0;

/// A mark in a lane.
#[derive(Debug, Clone)]
pub(in crate::ui) struct LanedMark {
    pub(in crate::ui) span: Span,
    /// 0 is the nearest to the text.
    pub(in crate::ui) lane: usize,
    /// The sign of the person who made it, at its beginning and where it goes on in another line.
    pub(in crate::ui) sign: String,
    /// The category, by its position in the template.
    pub(in crate::ui) category: Option<usize>,
}

/// The distance from a line of text to the lower edge of so many lanes.
pub(in crate::ui) fn depth(lanes: usize) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "a few lanes")]
    let lanes = lanes as f64;
    ABOVE + LANE * lanes
}

/// Makes room for lanes between the lines of a text.
pub(in crate::ui) fn reserve_lanes(panes: Panes, text: &TextName, lanes: usize) {
    panes.with(text, |pane| {
        let root = pane.root();
        reported(root.class_list().toggle_with_force("has-lanes", lanes > 0));
        reported(root.style().set_property("--lanes", &lanes.to_string()));
    });
}

/// Draws marks on a text into a layer that fills the element around the panes, from `origin` on.
pub(in crate::ui) fn draw_lanes(
    panes: Panes,
    layer: &HtmlElement,
    origin: Rectangle,
    text: &TextName,
    marks: &[LanedMark],
) {
    let from_right = panes.is_right_to_left(text);
    for mark in marks {
        let color = category_color(mark.category);
        let lines = panes.rectangles(text, mark.span);
        let mut before = None;
        for line in &lines {
            // A line of text is several rectangles where other marks begin or end.
            let is_first = before.replace(line.bottom).is_none_or(|bottom| bottom <= line.top);
            let sign = is_first
                .then(|| el("span").class("lane__sign").attr("data-sign", mark.sign.clone()));
            let top = line.bottom - origin.top + depth(mark.lane);
            let bar = el("div")
                .class("lane")
                .class(("lane--from-right", from_right))
                .style(("left", pixels(line.left - origin.left)))
                .style(("top", pixels(top)))
                .style(("width", pixels(line.right - line.left)))
                .style(("--tint", color.clone()))
                .style(("--stroke", underline(mark.category.unwrap_or_default(), &color)))
                .child(sign);
            View::from(bar).mount(MountPoint::end_of(layer));
        }
    }
}

/// A length as CSS writes it.
pub(in crate::ui) fn pixels(length: f64) -> String {
    format!("{}px", length.round())
}
