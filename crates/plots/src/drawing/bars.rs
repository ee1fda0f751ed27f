//! Horizontal bars: labels stand above their groups, so that long ones have room on a phone, too.

use super::{Drawing, LINE, LOOKS, MARGIN, SMALL, TEXT, WIDTH};
use super::{horizontal_axis, label, legend, line, path, rectangle};
use crate::axis::Scale;
use crate::chart::{Bar, BarChart, finite, finite_interval};
use crate::svg::{SvgElement, SvgName};

/// The height of a bar, and the space below it.
const BAR: f64 = 13.0;
const GAP: f64 = 3.0;

/// The room of marks, and of `n`, at the end of bars.
const MARKS: f64 = 14.0;

/// The distance of lines of a pattern.
const HATCH: f64 = 5.0;

/// The most lines of a label.
const LINES: usize = 2;

pub(super) fn draw(chart: &BarChart) -> Drawing {
    let bars = || chart.groups.iter().flat_map(|group| &group.bars);
    let numbers = bars().filter_map(|bar| Some(label::width(&basis(bar)?.to_string(), SMALL)));
    let n_room = numbers.fold(0.0, f64::max);
    let marks: Vec<&String> = distinct(bars().filter_map(|bar| bar.mark.as_ref()));
    let marks_room = if marks.is_empty() { 0.0 } else { MARKS };
    let right =
        WIDTH - MARGIN - if n_room > 0.0 { n_room.max(10.0) + 6.0 } else { 6.0 } - marks_room;
    let sides = [MARGIN + 4.0, right];
    let values = bars().flat_map(|bar| {
        let bounds = finite_interval(bar.interval).into_iter().flatten();
        finite(bar.value).into_iter().chain(bounds)
    });
    // Lengths are compared, so they begin at zero.
    let scale = Scale::around(values.chain([0.0]), sides, 6);

    let mut elements = Vec::new();
    let mut y = MARGIN;
    if chart.series.len() > 1 {
        let (drawn, below) = legend::draw(&chart.series, y, |series, [x, y]| {
            bar_shape([x - 9.0, y - 5.0], [18.0, 10.0], series)
        });
        elements.extend(drawn);
        y = below;
    }
    if !marks.is_empty() {
        let names: Vec<String> = marks.iter().map(|name| (*name).clone()).collect();
        let (drawn, below) = legend::draw(&names, y, |_, place| vec![mark(place)]);
        elements.extend(drawn);
        y = below;
    }
    if n_room > 0.0 {
        elements.push(label::before("n", [WIDTH - MARGIN, y + TEXT], "plot-soft"));
    }
    let top = y;
    let mut shapes = Vec::new();
    for group in &chart.groups {
        for shown in label::lines(&group.label, right - MARGIN, TEXT, LINES) {
            y += LINE;
            shapes.push(label::after(&shown, &group.label, [MARGIN + 4.0, y - 4.0]));
        }
        for (series, bar) in group.bars.iter().enumerate() {
            shapes.extend(draw_bar(bar, series, &scale, y));
            if let Some(n) = basis(bar) {
                let place = [WIDTH - MARGIN, y + BAR - 3.0];
                shapes.push(label::before(&n.to_string(), place, "plot-soft"));
            }
            if bar.mark.is_some() {
                shapes.push(mark([right + MARKS / 2.0 + 2.0, y + BAR / 2.0]));
            }
            y += BAR + GAP;
        }
        y += 3.0;
    }
    if chart.groups.is_empty() {
        y += LINE;
        shapes.push(label::small("no data", [MARGIN + 4.0, y - 3.0], "plot-soft"));
    }
    let (axis, below) = horizontal_axis(&scale, sides, [top, y], &chart.values.label());
    elements.extend(axis);
    elements.extend(shapes);
    Drawing { width: WIDTH, height: below + MARGIN, elements, has_parts: false }
}

fn distinct<'a>(all: impl Iterator<Item = &'a String>) -> Vec<&'a String> {
    let mut distinct: Vec<&String> = Vec::new();
    for one in all {
        if !distinct.contains(&one) {
            distinct.push(one);
        }
    }
    distinct
}

/// The size of the basis of a bar. Beside the dash of an undefined one it would be read as its value.
fn basis(bar: &Bar) -> Option<usize> {
    finite(bar.value).and(bar.n)
}

fn draw_bar(bar: &Bar, series: usize, scale: &Scale, top: f64) -> Vec<SvgElement> {
    let zero = scale.place(0.0);
    let middle = top + BAR / 2.0;
    let Some(value) = finite(bar.value) else {
        return vec![label::small("–", [zero + 4.0, top + BAR - 3.0], "plot-soft")];
    };
    let end = scale.place(value);
    let left = zero.min(end);
    let mut shapes = bar_shape([left, top], [(end - zero).abs(), BAR], series);
    if let Some([low, high]) = finite_interval(bar.interval) {
        let [low, high] = [low, high].map(|bound| scale.place(bound));
        let cap = |x: f64| line(&[[x, middle - 4.0], [x, middle + 4.0]]);
        let whole = format!("{}{}{}", line(&[[low, middle], [high, middle]]), cap(low), cap(high));
        for class in ["plot-halo", "plot-interval"] {
            shapes
                .push(SvgElement::new(SvgName::Path).with("class", class).with("d", whole.clone()));
        }
    }
    shapes
}

/// A rectangle in the colour and the pattern of a series.
fn bar_shape([x, y]: [f64; 2], [width, height]: [f64; 2], series: usize) -> Vec<SvgElement> {
    let fill = format!("plot-bar {}", legend::fill(series));
    let mut shapes = vec![rectangle(fill, [x, y], [width, height])];
    let lines = pattern(series % LOOKS, [x, y], [width, height]);
    if !lines.is_empty() {
        shapes.push(SvgElement::new(SvgName::Path).with("class", "plot-hatch").with("d", lines));
    }
    shapes
}

/// The lines of a pattern within a rectangle. They are drawn rather than filled in by a `pattern` element, which would need
/// an id.
fn pattern(look: usize, [x, y]: [f64; 2], [width, height]: [f64; 2]) -> String {
    let uprights =
        || evenly(width).map(|at| line(&[[x + at, y], [x + at, y + height]])).collect::<String>();
    let levels =
        || evenly(height).map(|at| line(&[[x, y + at], [x + width, y + at]])).collect::<String>();
    // A slanted line that begins `at` units right of the corner at which its kind begins, cut to the rectangle.
    let slanted = |is_rising: bool| {
        evenly(width + height)
            .map(|at| {
                let ([from, to], [down, up]) = (
                    [(at - height).max(0.0), at.min(width)],
                    [at.min(height), (at - width).max(0.0)],
                );
                let [first, last] =
                    if is_rising { [down, up] } else { [height - down, height - up] };
                line(&[[x + from, y + first], [x + to, y + last]])
            })
            .collect::<String>()
    };
    match look {
        1 => slanted(true),
        2 => slanted(false),
        3 => uprights(),
        4 => levels(),
        5 => slanted(true) + &slanted(false),
        6 => uprights() + &levels(),
        7 => levels() + &slanted(true),
        _ => String::new(),
    }
}

/// Places within a length, evenly spaced.
fn evenly(length: f64) -> impl Iterator<Item = f64> {
    let n = (length / HATCH).ceil().clamp(1.0, 500.0) as usize;
    (1..n).map(|at| at as f64 * HATCH)
}

/// The sign of a marked bar.
fn mark([x, y]: [f64; 2]) -> SvgElement {
    path("plot-mark", &[[x, y - 4.5], [x + 4.5, y], [x, y + 4.5], [x - 4.5, y], [x, y - 4.5]])
}
