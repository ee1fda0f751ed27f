//! Drawings of charts.
//!
//! Every drawing is [`WIDTH`] units wide, so that its text stays readable on a phone, and as high as its content. Labels are
//! fitted by an estimate of their width, since no font is known here; one that is cut has the whole text as its tooltip.

mod bars;
mod distribution;
mod heat_map;
mod label;
mod legend;
mod scatter;

use crate::axis::Scale;
use crate::chart::Chart;
use crate::svg::{SvgElement, SvgName, coordinate};

/// The width of a drawing in units of its view box; only a heat map of very many columns is wider. Text is 11 to 12 units
/// high.
pub const WIDTH: f64 = 420.0;

/// The space around drawings.
const MARGIN: f64 = 8.0;

/// The height of text, of small text, and of a line of text.
const TEXT: f64 = 12.0;
const SMALL: f64 = 11.0;
const LINE: f64 = 16.0;

/// The number of colours, patterns, dashes and shapes; later series repeat them.
const LOOKS: usize = 8;

/// The elements of a drawing, and its size.
struct Drawing {
    width: f64,
    height: f64,
    elements: Vec<SvgElement>,
    /// `true` if parts of it can be chosen, so that it is no mere picture.
    has_parts: bool,
}

impl Chart {
    /// The drawing. Its colours come from [`STYLE_SHEET`](crate::STYLE_SHEET), which the page or file must have.
    #[must_use]
    pub fn draw(&self) -> SvgElement {
        let drawing = match self {
            Chart::Bars(chart) => bars::draw(chart),
            Chart::HeatMap(chart) => heat_map::draw(chart),
            Chart::Distribution(chart) => distribution::draw(chart),
            Chart::Scatter(chart) => scatter::draw(chart),
        };
        let alternative = self.alternative().to_string();
        let size = [drawing.width, drawing.height].map(f64::ceil);
        let [width, height] = size.map(coordinate);
        let paper = SvgElement::new(SvgName::Rect)
            .with("class", "plot-paper")
            .with("width", width.as_str())
            .with("height", height.as_str());
        let root = SvgElement::new(SvgName::Svg)
            .with("class", "plot")
            .with("viewBox", format!("0 0 {width} {height}"))
            .with("width", width)
            .with("height", height)
            .with("role", if drawing.has_parts { "group" } else { "img" })
            .with("aria-label", alternative.as_str())
            // The places of labels are computed for it, whatever the direction of the page.
            .with("direction", "ltr")
            .with("font-size", coordinate(TEXT))
            .holding(SvgElement::new(SvgName::Desc).saying(alternative))
            .holding(paper);
        drawing.elements.into_iter().fold(root, SvgElement::holding)
    }
}

/// A path of straight lines.
fn path(class: impl Into<String>, points: &[[f64; 2]]) -> SvgElement {
    SvgElement::new(SvgName::Path).with("class", class).with("d", line(points))
}

fn line(points: &[[f64; 2]]) -> String {
    let point = |(at, [x, y]): (usize, &[f64; 2])| {
        format!("{}{} {}", if at == 0 { "M" } else { "L" }, coordinate(*x), coordinate(*y))
    };
    points.iter().enumerate().map(point).collect()
}

/// A rectangle.
fn rectangle(class: impl Into<String>, [x, y]: [f64; 2], [width, height]: [f64; 2]) -> SvgElement {
    SvgElement::new(SvgName::Rect)
        .with("class", class)
        .length("x", x)
        .length("y", y)
        .length("width", width)
        .length("height", height)
}

/// A horizontal axis with its grid, from `top` to `bottom`. Labels of ticks and the title are below it.
fn horizontal_axis(
    scale: &Scale,
    [left, right]: [f64; 2],
    [top, bottom]: [f64; 2],
    title: &str,
) -> (Vec<SvgElement>, f64) {
    let mut elements = Vec::new();
    let ticks = scale.ticks();
    let every = label::every(&ticks, right - left);
    for (at, (value, tick)) in ticks.iter().enumerate() {
        let x = scale.place(*value);
        let class = if *value == 0.0 { "plot-zero" } else { "plot-grid" };
        elements.push(path(class, &[[x, top], [x, bottom]]));
        if at % every == 0 {
            let half = label::width(tick, SMALL) / 2.0;
            let x = x.clamp(half + 2.0, (right + MARGIN).max(half + 2.0));
            elements.push(label::centred(tick, [x, bottom + 13.0], "plot-soft"));
        }
    }
    let middle = f64::midpoint(left, right);
    let fitted = label::fitted(title, right - left, TEXT);
    elements.push(label::centred_title(&fitted, title, [middle, bottom + 30.0]));
    (elements, bottom + 36.0)
}

/// A vertical axis with its grid, from `left` to `right`. Its title is above it.
fn vertical_axis(scale: &Scale, [left, right]: [f64; 2]) -> Vec<SvgElement> {
    let mut elements = Vec::new();
    for (value, tick) in scale.ticks() {
        let y = scale.place(value);
        let class = if value == 0.0 { "plot-zero" } else { "plot-grid" };
        elements.push(path(class, &[[left, y], [right, y]]));
        elements.push(label::before(&tick, [left - 5.0, y + 4.0], "plot-soft"));
    }
    elements
}

/// The room that the labels of a vertical axis take.
fn tick_room(scale: &Scale) -> f64 {
    let widths = scale.ticks().into_iter().map(|(_, tick)| label::width(&tick, SMALL));
    widths.fold(0.0, f64::max) + 6.0
}
