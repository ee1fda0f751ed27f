//! Matrices of cells.

use super::{Drawing, MARGIN, SMALL, TEXT, WIDTH};
use super::{label, path, rectangle};
use crate::chart::{HeatMap, finite};
use crate::svg::{SvgElement, SvgName};
use crate::table::number;

/// The number of colours.
const STEPS: usize = 7;

/// The first colour that needs light text.
const DARK: usize = 5;

/// The most room of labels.
const ROW_ROOM: f64 = 120.0;
const COLUMN_ROOM: f64 = 110.0;

/// The least and the greatest size of a cell.
const CELL: [f64; 2] = [15.0, 46.0];

pub(super) fn draw(chart: &HeatMap) -> Drawing {
    let widest = |labels: &[String], most: f64, size: f64| {
        labels.iter().map(|of| label::width(of, size)).fold(0.0, f64::max).min(most)
    };
    let title_room = label::width(&chart.rows_are, SMALL).min(ROW_ROOM);
    let left = MARGIN + widest(&chart.rows, ROW_ROOM, TEXT).max(title_room) + 8.0;
    let columns = chart.columns.len();
    let [least, greatest] = CELL;
    let size = ((WIDTH - MARGIN - left) / columns.max(1) as f64).clamp(least, greatest);
    let height = size.min(30.0);
    let names = MARGIN + TEXT + 6.0;
    let top = names + widest(&chart.columns, COLUMN_ROOM, SMALL) + 8.0;
    let width = (left + size * columns as f64 + MARGIN).max(WIDTH);
    let range = range(chart);

    let room = width - left - MARGIN;
    let mut elements = vec![label::after(
        &label::fitted(&chart.columns_are, room, TEXT),
        &chart.columns_are,
        [left, MARGIN + TEXT],
    )];
    let rows_are = label::fitted(&chart.rows_are, left - MARGIN - 8.0, SMALL);
    elements.push(label::before(&rows_are, [left - 8.0, top - 6.0], "plot-soft"));
    for (at, name) in chart.columns.iter().enumerate() {
        let x = left + (at as f64 + 0.5) * size + 4.0;
        let shown = label::fitted(name, COLUMN_ROOM, SMALL);
        elements.push(label::upwards(&shown, name, [x, top - 6.0]));
    }
    for (row, name) in chart.rows.iter().enumerate() {
        let y = top + row as f64 * height;
        let shown = label::fitted(name, left - MARGIN - 8.0, TEXT);
        elements.push(label::before_whole(&shown, name, [left - 8.0, y + height / 2.0 + 4.0]));
        let cells = chart.cells.get(row).map_or(&[][..], Vec::as_slice);
        for (column, _) in chart.columns.iter().enumerate() {
            let place = [left + column as f64 * size, y];
            let cell = cells.get(column).and_then(Option::as_ref);
            let value = finite(cell.map(|cell| cell.value));
            let mut element = draw_cell(value, range, place, [size, height]);
            if let Some(id) = cell.and_then(|cell| cell.id.as_ref()) {
                element = element.with("data-cell", id.as_str());
            }
            elements.push(element);
        }
    }
    let mut bottom = top + height * chart.rows.len() as f64;
    if chart.rows.is_empty() || columns == 0 {
        elements.push(label::small("no data", [MARGIN, bottom + TEXT], "plot-soft"));
        bottom += TEXT + 4.0;
    }
    let (legend, below) = legend(&chart.values.label(), range, bottom + 10.0);
    elements.extend(legend);
    let has_parts = chart.cells.iter().flatten().flatten().any(|cell| cell.id.is_some());
    Drawing { width, height: below + MARGIN, elements, has_parts }
}

/// The values of the lightest and the darkest colour.
fn range(chart: &HeatMap) -> [f64; 2] {
    let values = || {
        let cells = chart.cells.iter().flatten().flatten();
        cells.filter_map(|cell| finite(Some(cell.value)))
    };
    let given = chart.range.filter(|range| range.iter().all(|bound| bound.is_finite()));
    let [low, high] = given.unwrap_or([f64::INFINITY, f64::NEG_INFINITY]);
    let low = values().fold(low, f64::min);
    let high = values().fold(high, f64::max);
    if low > high { [0.0, 1.0] } else { [low, high] }
}

/// The colour of a value.
fn step(value: f64, [low, high]: [f64; 2]) -> usize {
    // Halves, so that the difference of the greatest numbers is finite.
    let span = high / 2.0 - low / 2.0;
    if span <= 0.0 {
        return if value > 0.0 { STEPS - 1 } else { 0 };
    }
    let share = (value / 2.0 - low / 2.0) / span;
    ((share * STEPS as f64) as usize).min(STEPS - 1)
}

fn draw_cell(
    value: Option<f64>,
    range: [f64; 2],
    [x, y]: [f64; 2],
    [width, height]: [f64; 2],
) -> SvgElement {
    let cell = SvgElement::new(SvgName::G);
    let Some(value) = value else {
        let line = path("plot-missing", &[[x + 3.0, y + height - 3.0], [x + width - 3.0, y + 3.0]]);
        return cell.holding(line);
    };
    let step = step(value, range);
    let fill = format!("plot-cell plot-heat-{step}");
    let cell = cell.holding(rectangle(fill, [x, y], [width, height]));
    let shown = short(value);
    if label::width(&shown, SMALL) > width - 2.0 {
        return cell.holding(SvgElement::new(SvgName::Title).saying(number(value)));
    }
    let class = if step < DARK { "plot-on-light" } else { "plot-on-dark" };
    cell.holding(label::centred(&shown, [x + width / 2.0, y + height / 2.0 + 4.0], class))
}

/// A number with two decimals, a whole one with none, a very great one as a power of ten.
fn short(value: f64) -> String {
    let shown = match value {
        _ if value.abs() >= 1e6 => format!("{value:.1e}"),
        _ if value.fract() == 0.0 => number(value),
        _ => format!("{value:.2}"),
    };
    shown.replace('-', "−")
}

/// The colours with the least and the greatest value, and what they mean.
fn legend(title: &str, range: [f64; 2], top: f64) -> (Vec<SvgElement>, f64) {
    const STEP: f64 = 14.0;
    let [low, high] = range.map(short);
    let from = MARGIN + label::width(&low, SMALL) + 5.0;
    let mut elements = vec![label::small(&low, [MARGIN, top + 10.0], "plot-soft")];
    for step in 0..STEPS {
        let place = [from + step as f64 * STEP, top];
        elements.push(rectangle(format!("plot-cell plot-heat-{step}"), place, [STEP, 12.0]));
    }
    let after = from + STEPS as f64 * STEP + 5.0;
    let high = label::fitted(&high, 100.0, SMALL);
    elements.push(label::small(&high, [after, top + 10.0], "plot-soft"));
    let [x, room] = [MARGIN, WIDTH - 2.0 * MARGIN];
    elements.push(label::after(&label::fitted(title, room, TEXT), title, [x, top + 28.0]));
    (elements, top + 32.0)
}
