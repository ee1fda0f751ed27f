//! Points.

use super::{Drawing, LOOKS, MARGIN, SMALL, TEXT, WIDTH};
use super::{horizontal_axis, label, legend, path, tick_room, vertical_axis};
use crate::axis::Scale;
use crate::chart::{ScatterPlot, places};
use crate::svg::{SvgElement, SvgName};

/// The height of the axes.
const HEIGHT: f64 = 260.0;

/// The radius of a single point, and the greatest of all.
const RADIUS: [f64; 2] = [3.5, 13.0];

/// The space between the ends of axes and the ticks at their ends, so that no point covers a label.
const INSET: f64 = 14.0;

pub(super) fn draw(chart: &ScatterPlot) -> Drawing {
    let names: Vec<String> = chart.series.iter().map(|series| series.name.clone()).collect();
    let names = if names.len() > 1 { names } else { Vec::new() };
    let (mut elements, below) =
        legend::draw(&names, MARGIN, |series, place| vec![point(series, place, 5.0)]);
    let all: Vec<Vec<([f64; 2], usize)>> =
        chart.series.iter().map(|series| places(&series.points)).collect();
    let most = all.iter().flatten().map(|(_, n)| *n).max().unwrap_or(0);
    let n: usize = all.iter().flatten().map(|(_, n)| *n).sum();
    let mut note = format!("n = {n} {}", chart.points_are);
    if most > 1 {
        note += &format!("; the area is their number, 1 to {most}");
    }
    let shown = label::fitted(&note, WIDTH - 2.0 * MARGIN, SMALL);
    elements.push(label::small(&shown, [MARGIN, below + 10.0], "plot-soft"));
    let title = chart.y.label();
    let shown = label::fitted(&title, WIDTH - 2.0 * MARGIN, TEXT);
    elements.push(label::after(&shown, &title, [MARGIN, below + 30.0]));
    let [top, bottom] = [below + 42.0, below + 42.0 + HEIGHT];

    let axis = |at: usize| {
        all.iter().flatten().flat_map(move |(place, _)| {
            // Equal ranges need both values of each point.
            if chart.has_diagonal { place.to_vec() } else { vec![place[at]] }
        })
    };
    let y = Scale::around(axis(1), [bottom - INSET, top + INSET], 6);
    let sides = [MARGIN + tick_room(&y), WIDTH - MARGIN - 6.0];
    let [left, right] = [sides[0] + INSET, sides[1] - INSET];
    let x = Scale::around(axis(0), [left, right], 6);
    let (drawn, below) = horizontal_axis(&x, sides, [top, bottom], &chart.x.label());
    elements.extend(drawn);
    elements.extend(vertical_axis(&y, sides));
    if chart.has_diagonal {
        elements.push(path("plot-missing", &[[left, bottom - INSET], [right, top + INSET]]));
    }
    let [least, greatest] = RADIUS;
    let unit = if most > 1 {
        ((greatest * greatest) / most as f64).min(least * least).sqrt()
    } else {
        least
    };
    for (series, places) in all.iter().enumerate() {
        for ([at, up], n) in places {
            let radius = (unit * (*n as f64).sqrt()).clamp(1.0, greatest);
            let place = [x.place(*at), y.place(*up)];
            let name = SvgElement::new(SvgName::Title).saying(n.to_string());
            let point = point(series, place, radius);
            elements.push(if *n > 1 { point.holding(name) } else { point });
        }
    }
    Drawing { width: WIDTH, height: below + MARGIN, elements, has_parts: false }
}

/// A point in the colour and the shape of a series.
fn point(series: usize, [x, y]: [f64; 2], radius: f64) -> SvgElement {
    let class = format!("plot-point {}", legend::fill(series));
    let r = radius;
    let corners: Vec<[f64; 2]> = match series % LOOKS {
        1 => vec![[-r, -r], [r, -r], [r, r], [-r, r]],
        2 => vec![[0.0, -r], [r, r], [-r, r]],
        3 => vec![[0.0, -r], [r, 0.0], [0.0, r], [-r, 0.0]],
        4 => vec![[0.0, r], [r, -r], [-r, -r]],
        5 => vec![[-r, 0.0], [r, -r], [r, r]],
        6 => vec![[r, 0.0], [-r, -r], [-r, r]],
        7 => vec![[-r, -r], [r, r], [r, -r], [-r, r]],
        _ => {
            return SvgElement::new(SvgName::Circle)
                .with("class", class)
                .length("cx", x)
                .length("cy", y)
                .length("r", radius);
        }
    };
    let first = corners.first().copied();
    let around: Vec<[f64; 2]> =
        corners.into_iter().chain(first).map(|[right, down]| [x + right, y + down]).collect();
    path(class, &around)
}
