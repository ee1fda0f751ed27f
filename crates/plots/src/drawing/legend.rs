//! Legends: the names of series beside what they look like.

use super::label;
use super::{LINE, LOOKS, MARGIN, SMALL, WIDTH};
use crate::svg::SvgElement;

/// The room of a sign in a legend, with the space after it.
const SIGN: f64 = 24.0;

/// A legend in as many lines as it needs, from `top`; returns it with the place below it. `sign` draws the sign of a
/// series around a point.
pub(super) fn draw(
    names: &[String],
    top: f64,
    sign: impl Fn(usize, [f64; 2]) -> Vec<SvgElement>,
) -> (Vec<SvgElement>, f64) {
    let mut elements = Vec::new();
    let [mut x, mut y] = [MARGIN, top];
    for (at, name) in names.iter().enumerate() {
        let shown = label::fitted(name, WIDTH - 2.0 * MARGIN - SIGN, SMALL);
        let wide = SIGN + label::width(&shown, SMALL) + 12.0;
        if x > MARGIN && x + wide > WIDTH - MARGIN {
            [x, y] = [MARGIN, y + LINE];
        }
        elements.extend(sign(at, [x + 9.0, y + 8.0]));
        elements.push(label::small(&shown, [x + SIGN, y + 12.0], "plot-soft"));
        x += wide;
    }
    (elements, if names.is_empty() { top } else { y + LINE + 6.0 })
}

/// The class of the look of a series.
pub(super) fn fill(series: usize) -> String {
    format!("plot-fill-{}", series % LOOKS)
}
