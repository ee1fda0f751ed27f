//! Numbers of a list or a column as bars or a line.

use leptos::ev;
use leptos::prelude::*;
use web_sys::HtmlDetailsElement;

use super::ShownData;
use crate::app::App;
use crate::ui::view::{El, View, dynamic, el, show, svg};
use spanwise_i18n::{TextId, say};
use spanwise_json::tree::{ChartPoint, ChartSeries, NodeId, Shape};

/// The size of the drawing, which is scaled to the page.
const WIDTH: f64 = 600.0;
const HEIGHT: f64 = 140.0;

/// The greatest number of bars that are drawn at first; more numbers are a line.
const MOST_BARS: usize = 60;

/// The charts of a value, once they are opened.
pub(super) fn chart(data: &ShownData, id: NodeId, shape: Shape) -> El {
    let was_open = RwSignal::new(false);
    let details = el("details").class("data__charts").attr("data-testid", "data-charts");
    let node: HtmlDetailsElement = details.node();
    let shown = data.clone();
    details
        .child(el("summary").child(data.app.text(TextId::BesideChart)))
        .child(show(was_open.into(), move || charts(&shown, shown.tree.chart_series(id, &shape))))
        .on(ev::toggle, move |_| {
            if node.open() {
                was_open.set(true);
            }
        })
}

/// One of several series, as bars or as a line.
fn charts(data: &ShownData, all: Vec<ChartSeries>) -> View {
    let app = data.app;
    let chosen = RwSignal::new(0_usize);
    let is_line = RwSignal::new(all.first().is_some_and(|series| series.count > MOST_BARS));
    let options = all.iter().enumerate().map(|(number, series)| {
        el("option").attr("value", number.to_string()).child(series.name.clone())
    });
    let columns = (all.len() > 1).then(|| {
        let select = el("select")
            .attr("data-testid", "data-column")
            .child(options.collect::<Vec<_>>())
            .on(ev::change, move |event| {
                chosen.set(event_target_value(&event).parse().unwrap_or_default());
            });
        el("label").child(app.text(TextId::BesideColumn)).child(" ").child(select)
    });
    let line = el("input")
        .attr("type", "checkbox")
        .attr("data-testid", "data-as-line")
        .prop("checked", is_line)
        .on(ev::change, move |event| is_line.set(event_target_checked(&event)));
    let controls = el("div")
        .class("data__controls")
        .child(columns)
        .child(el("label").child(line).child(" ").child(app.text(TextId::BesideAsLine)));
    let data = data.clone();
    let drawing = dynamic(move || {
        all.get(chosen.get()).map(|series| figure(app, &data, series, is_line.get()))
    });
    View::Many(vec![controls.into(), drawing])
}

/// The drawing with what it shows in words.
fn figure(app: App, data: &ShownData, series: &ChartSeries, is_line: bool) -> El {
    let name = match series.name.as_str() {
        "" => app.text(TextId::BesideData),
        name => name.to_owned(),
    };
    let ChartSeries { count: n, least, greatest, .. } = series;
    let (least, greatest) = (least.to_string(), greatest.to_string());
    let caption = app.say(&say!(BesideChartText, name, n = *n, least, greatest));
    let scale = ChartScale::of(series);
    let drawing = svg("svg")
        .attr("viewBox", format!("0 0 {WIDTH} {HEIGHT}"))
        .attr("preserveAspectRatio", "none")
        .attr("aria-hidden", "true")
        .child(if is_line { line(series, &scale).into() } else { bars(data, series, &scale) })
        .child(axis(&scale));
    el("figure")
        .attr("data-testid", "data-chart")
        .child(drawing)
        .child(el("figcaption").class("hint").child(caption))
}

/// Where places and numbers are in the drawing.
struct ChartScale {
    /// The number of places.
    places: f64,
    /// The number at the upper edge, at least 0.
    top: f64,
    /// Units of the drawing per number.
    unit: f64,
}

impl ChartScale {
    fn of(series: &ChartSeries) -> Self {
        let (top, bottom) = (series.greatest.max(0.0), series.least.min(0.0));
        let last = series.points.last().map_or(0, |point| point.place);
        // The difference of two numbers may be out of range.
        let extent = top - bottom;
        let unit = if extent > 0.0 && extent.is_finite() { HEIGHT / extent } else { 0.0 };
        ChartScale { places: number(last) + 1.0, top, unit }
    }

    /// The left edge of a place.
    fn x(&self, place: usize) -> f64 {
        number(place) / self.places * WIDTH
    }

    fn y(&self, value: f64) -> f64 {
        (self.top - value) * self.unit
    }
}

#[expect(clippy::cast_precision_loss, reason = "places of a drawing")]
fn number(count: usize) -> f64 {
    count as f64
}

fn bars(data: &ShownData, series: &ChartSeries, scale: &ChartScale) -> View {
    let width = (WIDTH / scale.places * 0.8).max(0.5);
    let bar = |point: &ChartPoint| {
        let (from, to) = (scale.y(0.0), scale.y(point.value));
        let label = format!("{}: {}", data.label(point), point.value);
        svg("rect")
            .attr("x", format!("{:.2}", scale.x(point.place) + WIDTH / scale.places * 0.1))
            .attr("y", format!("{:.2}", from.min(to)))
            .attr("width", format!("{width:.2}"))
            .attr("height", format!("{:.2}", (from - to).abs()))
            .child(svg("title").child(label))
    };
    series.points.iter().map(bar).collect::<Vec<_>>().into()
}

fn line(series: &ChartSeries, scale: &ChartScale) -> El {
    let half = WIDTH / scale.places / 2.0;
    let point = |point: &ChartPoint| {
        format!("{:.2},{:.2}", scale.x(point.place) + half, scale.y(point.value))
    };
    let points: Vec<String> = series.points.iter().map(point).collect();
    svg("polyline").attr("points", points.join(" "))
}

/// The line at 0.
fn axis(scale: &ChartScale) -> El {
    let y = format!("{:.2}", scale.y(0.0));
    svg("line").attr("x1", "0").attr("x2", WIDTH.to_string()).attr("y1", y.clone()).attr("y2", y)
}

impl ShownData {
    /// What a point is called: the first text of its row, or its number.
    fn label(&self, point: &ChartPoint) -> String {
        let label = self.tree.first_text(point.row);
        label.unwrap_or_else(|| self.tree.name(point.row)).into_owned()
    }
}
