//! Curves between two rectangles, drawn as paths of an SVG.

use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};

use super::selection::Rectangle;
use spanwise_browser::console::reported;
use spanwise_browser::length::tenths;

/// A curve between two rectangles of the window.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct ConnectorCurve {
    /// The first line of the source span.
    pub(super) from: Rectangle,
    /// The first line of the target span.
    pub(super) to: Rectangle,
    /// A CSS colour made by the app, such as `var(--c2)`.
    pub(super) color: String,
    /// `true` for the edit that is open or pointed at.
    pub(super) is_strong: bool,
}

const SVG: &str = "http://www.w3.org/2000/svg";

/// The data of an SVG path for a curve; the numbers are the left and top edge of the SVG in the window.
pub(super) type CurvePath = fn(&ConnectorCurve, f64, f64) -> String;

/// Draws curves into an `<svg>` that fills `frame`.
pub(super) fn draw(
    svg: &Element,
    frame: &HtmlElement,
    curves: &[ConnectorCurve],
    path_data: CurvePath,
) {
    svg.set_text_content(None);
    if curves.is_empty() {
        return;
    }
    let Some(document) = svg.owner_document() else { return };
    let origin = frame.get_bounding_client_rect();
    for curve in curves {
        let Ok(path) = document.create_element_ns(Some(SVG), "path") else { return };
        let d = path_data(curve, origin.left(), origin.top());
        reported(path.set_attribute("d", &d));
        reported(path.set_attribute("class", if curve.is_strong { "is-strong" } else { "" }));
        if let Some(path) = path.dyn_ref::<web_sys::SvgElement>() {
            reported(path.style().set_property("stroke", &curve.color));
        }
        reported(svg.append_child(&path));
    }
}

/// A curve between two texts: leaves the nearer edges vertically where one is above the other, horizontally where they are
/// side by side.
pub(super) fn between_texts(curve: &ConnectorCurve, left: f64, top: f64) -> String {
    let (a, b) = (curve.from, curve.to);
    if b.top >= a.bottom || a.top >= b.bottom {
        let down = b.top >= a.bottom;
        let (y1, y2) = if down { (a.bottom, b.top) } else { (a.top, b.bottom) };
        let (x1, y1) = (f64::midpoint(a.left, a.right) - left, y1 - top);
        let (x2, y2) = (f64::midpoint(b.left, b.right) - left, y2 - top);
        let bend = f64::midpoint(y1, y2);
        cubic_curve([x1, y1], [x1, bend], [x2, bend], [x2, y2])
    } else {
        let rightward = b.left >= a.right;
        let (x1, x2) = if rightward { (a.right, b.left) } else { (a.left, b.right) };
        let (x1, y1) = (x1 - left, f64::midpoint(a.top, a.bottom) - top);
        let (x2, y2) = (x2 - left, f64::midpoint(b.top, b.bottom) - top);
        let bend = f64::midpoint(x1, x2);
        cubic_curve([x1, y1], [bend, y1], [bend, y2], [x2, y2])
    }
}

/// A cubic Bézier curve as the data of an SVG path: both ends, and a control point for each.
pub(super) fn cubic_curve(
    start: [f64; 2],
    control1: [f64; 2],
    control2: [f64; 2],
    end: [f64; 2],
) -> String {
    let point = |[x, y]: [f64; 2]| format!("{} {}", tenths(x), tenths(y));
    format!("M{} C{} {} {}", point(start), point(control1), point(control2), point(end))
}
