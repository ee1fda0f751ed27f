//! Curves between the source and the target spans of an edit, drawn over the texts.

use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};

use super::length::tenths;

/// One curve, from the bottom of one rectangle to the top of another, in window coordinates.
#[derive(Debug, Clone, PartialEq)]
pub struct Curve {
    /// Left, top, right, bottom of the source span's first line.
    pub from: [f64; 4],
    /// Left, top, right, bottom of the target span's first line.
    pub to: [f64; 4],
    /// A CSS colour made by the app, such as `var(--c2)`.
    pub color: String,
    /// Whether it belongs to the edit that is open or pointed at.
    pub strong: bool,
}

const SVG: &str = "http://www.w3.org/2000/svg";

/// Draws curves into an `<svg>` that fills `frame`.
pub fn draw(svg: &Element, frame: &HtmlElement, curves: &[Curve]) {
    svg.set_text_content(None);
    let Some(document) = svg.owner_document() else { return };
    let origin = frame.get_bounding_client_rect();
    for curve in curves {
        let Ok(path) = document.create_element_ns(Some(SVG), "path") else { return };
        let d = path_data(curve, origin.left(), origin.top());
        // Attributes with names of ours on an element of ours: this does not fail.
        let _ = path.set_attribute("d", &d);
        let _ = path.set_attribute("class", if curve.strong { "is-strong" } else { "" });
        if let Some(path) = path.dyn_ref::<web_sys::SvgElement>() {
            let _ = path.style().set_property("stroke", &curve.color);
        }
        let _ = svg.append_child(&path);
    }
}

/// Leaves the nearer edges vertically where one text is above the other, horizontally where they are side by side.
fn path_data(curve: &Curve, left: f64, top: f64) -> String {
    let ([a_left, a_top, a_right, a_bottom], [b_left, b_top, b_right, b_bottom]) =
        (curve.from, curve.to);
    if b_top >= a_bottom || a_top >= b_bottom {
        let down = b_top >= a_bottom;
        let (y1, y2) = if down { (a_bottom, b_top) } else { (a_top, b_bottom) };
        let (x1, y1) = ((a_left + a_right) / 2.0 - left, y1 - top);
        let (x2, y2) = ((b_left + b_right) / 2.0 - left, y2 - top);
        let bend = (y1 + y2) / 2.0;
        curve_to([x1, y1], [x1, bend], [x2, bend], [x2, y2])
    } else {
        let rightward = b_left >= a_right;
        let (x1, x2) = if rightward { (a_right, b_left) } else { (a_left, b_right) };
        let (x1, y1) = (x1 - left, (a_top + a_bottom) / 2.0 - top);
        let (x2, y2) = (x2 - left, (b_top + b_bottom) / 2.0 - top);
        let bend = (x1 + x2) / 2.0;
        curve_to([x1, y1], [bend, y1], [bend, y2], [x2, y2])
    }
}

fn curve_to(from: [f64; 2], first: [f64; 2], second: [f64; 2], to: [f64; 2]) -> String {
    let point = |[x, y]: [f64; 2]| format!("{} {}", tenths(x), tenths(y));
    format!("M{} C{} {} {}", point(from), point(first), point(second), point(to))
}
