//! Cumulative distributions, as steps.

use super::{Drawing, LOOKS, MARGIN, SMALL, TEXT, WIDTH};
use super::{horizontal_axis, label, legend, path, tick_room, vertical_axis};
use crate::axis::Scale;
use crate::chart::{DistributionChart, steps};
use crate::svg::SvgElement;

/// The height of the axes.
const HEIGHT: f64 = 190.0;

/// The dashes of lines, by the look of a series.
const DASHES: [&str; LOOKS] = ["", "7 3", "2 2", "9 3 2 3", "12 4", "4 4", "9 3 2 3 2 3", "1 3"];

pub(super) fn draw(chart: &DistributionChart) -> Drawing {
    let all = || chart.samples.iter().map(steps);
    let names: Vec<String> = chart
        .samples
        .iter()
        .zip(all())
        .map(|(sample, steps)| {
            format!("{} (n = {})", sample.name, steps.last().map_or(0, |(_, n)| *n))
        })
        .collect();
    let (mut elements, below) = legend::draw(&names, MARGIN, |series, [x, y]| {
        vec![step_line(series, &[[x - 9.0, y], [x + 9.0, y]])]
    });
    let title = format!("share of {}", chart.counted);
    let shown = label::fitted(&title, WIDTH - 2.0 * MARGIN, SMALL);
    elements.push(label::small(&shown, [MARGIN, below + TEXT], "plot-soft"));
    let [top, bottom] = [below + TEXT + 10.0, below + TEXT + 10.0 + HEIGHT];
    let y = Scale::around([0.0, 1.0], [bottom, top], 6);
    let sides = [MARGIN + tick_room(&y), WIDTH - MARGIN - 6.0];
    let values = chart.samples.iter().flat_map(|sample| sample.values.iter().copied());
    let x = Scale::around(values, sides, 6);
    let (axis, below) = horizontal_axis(&x, sides, [top, bottom], &chart.values.label());
    elements.extend(axis);
    elements.extend(vertical_axis(&y, sides));
    for (series, steps) in all().enumerate() {
        let Some(n) = steps.last().map(|(_, n)| *n as f64) else { continue };
        let mut points = vec![[sides[0], bottom]];
        let mut height = bottom;
        for (value, up_to) in steps {
            let place = x.place(value);
            points.push([place, height]);
            height = y.place(up_to as f64 / n);
            points.push([place, height]);
        }
        points.push([sides[1], height]);
        elements.push(step_line(series, &points));
    }
    Drawing { width: WIDTH, height: below + MARGIN, elements, has_parts: false }
}

fn step_line(series: usize, points: &[[f64; 2]]) -> SvgElement {
    let look = series % LOOKS;
    let line = path(format!("plot-step plot-line-{look}"), points);
    match DASHES.get(look) {
        Some(dashes) if !dashes.is_empty() => line.with("stroke-dasharray", *dashes),
        Some(_) | None => line,
    }
}
