//! Text alternatives and tables of charts.

use std::fmt;

use crate::chart::{
    Axis, BarChart, Chart, DistributionChart, HeatMap, ScatterPlot, finite, finite_interval,
    places, steps,
};
use crate::table::{DataTable, TableCell, number};

/// What a chart shows, for those who don't see it.
#[derive(Debug, Clone, PartialEq)]
pub struct TextAlternative {
    /// The kind of chart, in a word or two.
    pub kind: &'static str,
    /// What it is about.
    pub title: String,
    /// The number of values that it shows.
    pub values: usize,
    /// The number of values that are undefined.
    pub undefined: usize,
    /// The greatest value; `None` if there is none, or if all are the same.
    pub greatest: Option<Extreme>,
    /// The least value; `None` if there is none.
    pub least: Option<Extreme>,
}

/// The greatest or the least value of a chart.
#[derive(Debug, Clone, PartialEq)]
pub struct Extreme {
    /// What has this value.
    pub label: String,
    /// The value.
    pub value: f64,
}

impl fmt::Display for TextAlternative {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TextAlternative { kind, title, values, undefined, greatest, least } = self;
        let noun = if *values == 1 { "value" } else { "values" };
        write!(f, "{kind}: {title}. {values} {noun}")?;
        if *undefined > 0 {
            write!(f, ", {undefined} undefined")?;
        }
        let extreme = |of: &Extreme| format!("{} ({})", of.label, number(of.value));
        match (greatest, least) {
            (Some(greatest), Some(least)) => {
                write!(f, ". Greatest: {}; least: {}.", extreme(greatest), extreme(least))
            }
            (None, Some(only)) => write!(f, ": {}.", extreme(only)),
            (_, None) => write!(f, "."),
        }
    }
}

impl TextAlternative {
    fn of(
        kind: &'static str,
        title: &str,
        undefined: usize,
        values: impl Iterator<Item = (String, f64)>,
    ) -> Self {
        let (mut n, mut greatest, mut least) = (0, None::<Extreme>, None::<Extreme>);
        for (label, value) in values {
            n += 1;
            let extreme = || Extreme { label: label.clone(), value };
            if greatest.as_ref().is_none_or(|known| value > known.value) {
                greatest = Some(extreme());
            }
            if least.as_ref().is_none_or(|known| value < known.value) {
                least = Some(extreme());
            }
        }
        if greatest == least {
            greatest = None;
        }
        TextAlternative { kind, title: title.to_owned(), values: n, undefined, greatest, least }
    }
}

impl Chart {
    /// What it shows, in a sentence or two.
    #[must_use]
    pub fn alternative(&self) -> TextAlternative {
        match self {
            Chart::Bars(chart) => of_bars(chart),
            Chart::HeatMap(chart) => of_heat_map(chart),
            Chart::Distribution(chart) => of_distribution(chart),
            Chart::Scatter(chart) => of_scatter(chart),
        }
    }

    /// The data that it shows.
    #[must_use]
    pub fn table(&self) -> DataTable {
        let table = match self {
            Chart::Bars(chart) => bar_table(chart),
            Chart::HeatMap(chart) => heat_map_table(chart),
            Chart::Distribution(chart) => distribution_table(chart),
            Chart::Scatter(chart) => scatter_table(chart),
        };
        table.with_counts()
    }
}

/// The label of a value, with its series if there are several.
fn labelled(label: &str, series: &[impl AsRef<str>], at: usize) -> String {
    match series.get(at) {
        Some(name) if series.len() > 1 => format!("{label}, {}", name.as_ref()),
        Some(_) | None => label.to_owned(),
    }
}

fn of_bars(chart: &BarChart) -> TextAlternative {
    let bars = || {
        let groups = chart.groups.iter();
        groups
            .flat_map(|group| group.bars.iter().enumerate().map(move |(at, bar)| (group, at, bar)))
    };
    let undefined = bars().filter(|(_, _, bar)| finite(bar.value).is_none()).count();
    let values = bars().filter_map(|(group, at, bar)| {
        Some((labelled(&group.label, &chart.series, at), finite(bar.value)?))
    });
    TextAlternative::of("Bar chart", &chart.title, undefined, values)
}

fn of_heat_map(chart: &HeatMap) -> TextAlternative {
    let cells = chart.rows.iter().zip(&chart.cells).flat_map(|(row, cells)| {
        let cells = chart.columns.iter().zip(cells);
        cells.filter_map(move |(column, cell)| {
            let value = finite(cell.as_ref().map(|cell| cell.value))?;
            Some((format!("{row} × {column}"), value))
        })
    });
    TextAlternative::of("Heat map", &chart.title, 0, cells)
}

fn of_distribution(chart: &DistributionChart) -> TextAlternative {
    let names: Vec<&str> = chart.samples.iter().map(|sample| sample.name.as_str()).collect();
    let values = chart.samples.iter().enumerate().flat_map(|(at, sample)| {
        let label = labelled("", &names, at);
        let label = label.trim_start_matches(", ").to_owned();
        let label = if label.is_empty() { chart.values.title.clone() } else { label };
        let values = sample.values.iter().filter(|value| value.is_finite());
        values.map(move |value| (label.clone(), *value))
    });
    TextAlternative::of("Cumulative distribution", &chart.title, 0, values)
}

fn of_scatter(chart: &ScatterPlot) -> TextAlternative {
    let points = chart.series.iter().flat_map(|series| &series.points);
    let points = points.filter(|[x, y]| x.is_finite() && y.is_finite());
    let values = points.map(|[x, y]| {
        let label = format!("{} {}, {}", chart.x.title, number(*x), chart.y.title);
        (label, *y)
    });
    TextAlternative::of("Scatter plot", &chart.title, 0, values)
}

fn axis_name(axis: &Axis) -> String {
    let label = axis.label();
    if label.is_empty() { "value".to_owned() } else { label }
}

fn bounds(interval: Option<[f64; 2]>) -> [TableCell; 2] {
    let interval = finite_interval(interval);
    [interval.map(|[low, _]| low), interval.map(|[_, high]| high)].map(TableCell::number)
}

fn bar_table(chart: &BarChart) -> DataTable {
    let value = axis_name(&chart.values);
    let several = chart.series.len() > 1;
    let mut table = DataTable::new([
        (chart.groups_are.as_str(), false),
        (chart.series_are.as_str(), false),
        (value.as_str(), true),
        ("95 % low", true),
        ("95 % high", true),
        ("n", true),
        ("mark", false),
    ]);
    for group in &chart.groups {
        for (at, bar) in group.bars.iter().enumerate() {
            let series = chart.series.get(at).filter(|_| several);
            let [low, high] = bounds(bar.interval);
            table.rows.push(vec![
                TableCell::text(&group.label),
                series.map_or(TableCell::Empty, TableCell::text),
                TableCell::number(finite(bar.value)),
                low,
                high,
                TableCell::count(bar.n),
                bar.mark.as_ref().map_or(TableCell::Empty, TableCell::text),
            ]);
        }
    }
    table.without_empty_columns()
}

fn heat_map_table(chart: &HeatMap) -> DataTable {
    let value = axis_name(&chart.values);
    let mut table = DataTable::new([
        (chart.rows_are.as_str(), false),
        (chart.columns_are.as_str(), false),
        (value.as_str(), true),
        ("95 % low", true),
        ("95 % high", true),
        ("n", true),
    ]);
    for (row, cells) in chart.rows.iter().zip(&chart.cells) {
        for (column, cell) in chart.columns.iter().zip(cells) {
            let Some(cell) = cell.as_ref().filter(|cell| cell.value.is_finite()) else { continue };
            let [low, high] = bounds(cell.interval);
            table.rows.push(vec![
                TableCell::text(row),
                TableCell::text(column),
                TableCell::Number(cell.value),
                low,
                high,
                TableCell::count(cell.n),
            ]);
        }
    }
    table.without_empty_columns()
}

fn distribution_table(chart: &DistributionChart) -> DataTable {
    let value = axis_name(&chart.values);
    let mut table = DataTable::new([
        (chart.samples_are.as_str(), false),
        (value.as_str(), true),
        (chart.counted.as_str(), true),
        ("share not above", true),
        ("n", true),
    ]);
    for sample in &chart.samples {
        let steps = steps(sample);
        let n = steps.last().map_or(0, |(_, n)| *n);
        let mut before = 0;
        for (value, up_to) in steps {
            table.rows.push(vec![
                TableCell::text(&sample.name),
                TableCell::Number(value),
                TableCell::count(Some(up_to - before)),
                TableCell::Number(up_to as f64 / n as f64),
                TableCell::count(Some(n)),
            ]);
            before = up_to;
        }
    }
    table
}

fn scatter_table(chart: &ScatterPlot) -> DataTable {
    let [x, y] = [&chart.x, &chart.y].map(axis_name);
    let mut table = DataTable::new([
        (chart.series_are.as_str(), false),
        (x.as_str(), true),
        (y.as_str(), true),
        (chart.points_are.as_str(), true),
    ]);
    for series in &chart.series {
        let name =
            if chart.series.len() > 1 { TableCell::text(&series.name) } else { TableCell::Empty };
        for ([x, y], n) in places(&series.points) {
            table.rows.push(vec![
                name.clone(),
                TableCell::Number(x),
                TableCell::Number(y),
                TableCell::count(Some(n)),
            ]);
        }
    }
    table.without_empty_columns()
}
