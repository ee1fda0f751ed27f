//! What charts show.

use serde::{Deserialize, Serialize};

/// A chart.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Chart {
    /// Bars with intervals, in groups.
    Bars(BarChart),
    /// A matrix of values.
    HeatMap(HeatMap),
    /// The cumulative distributions of samples.
    Distribution(DistributionChart),
    /// Points.
    Scatter(ScatterPlot),
}

impl Chart {
    /// Its title.
    #[must_use]
    pub fn title(&self) -> &str {
        match self {
            Chart::Bars(chart) => &chart.title,
            Chart::HeatMap(chart) => &chart.title,
            Chart::Distribution(chart) => &chart.title,
            Chart::Scatter(chart) => &chart.title,
        }
    }
}

/// What an axis, or a column of a table, is about.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Axis {
    /// Its title.
    pub title: String,
    /// The unit, such as `s`; empty for numbers without one.
    pub unit: String,
}

impl Axis {
    /// Creates an axis.
    #[must_use]
    pub fn new(title: impl Into<String>, unit: impl Into<String>) -> Self {
        Axis { title: title.into(), unit: unit.into() }
    }

    /// The title with the unit.
    #[must_use]
    pub fn label(&self) -> String {
        if self.unit.is_empty() {
            self.title.clone()
        } else {
            format!("{} ({})", self.title, self.unit)
        }
    }
}

/// Horizontal bars: groups of one bar for each series.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct BarChart {
    /// The title.
    pub title: String,
    /// What groups are, such as `category`.
    pub groups_are: String,
    /// What series are, such as `annotator`.
    pub series_are: String,
    /// What bars measure.
    pub values: Axis,
    /// The names of the series.
    pub series: Vec<String>,
    /// The groups, from the top.
    pub groups: Vec<BarGroup>,
}

/// A group of bars.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct BarGroup {
    /// Its label.
    pub label: String,
    /// Its bars, in the order of the series.
    pub bars: Vec<Bar>,
}

/// A bar.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Bar {
    /// Its value; `None` if it is undefined. A value that is not finite counts as undefined.
    pub value: Option<f64>,
    /// The lower and the upper bound of its 95 % interval.
    pub interval: Option<[f64; 2]>,
    /// The size of its basis.
    pub n: Option<usize>,
    /// A word by which it is marked, such as `outlier`.
    pub mark: Option<String>,
}

/// A matrix of values, as cells of different darkness.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct HeatMap {
    /// The title.
    pub title: String,
    /// What rows are.
    pub rows_are: String,
    /// What columns are.
    pub columns_are: String,
    /// What cells measure.
    pub values: Axis,
    /// The values of the lightest and the darkest colour; `None` for the least and the greatest value.
    pub range: Option<[f64; 2]>,
    /// The labels of the rows, from the top.
    pub rows: Vec<String>,
    /// The labels of the columns.
    pub columns: Vec<String>,
    /// The cells, by row; `None` for a cell without a value.
    pub cells: Vec<Vec<Option<HeatCell>>>,
}

/// A cell of a heat map.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct HeatCell {
    /// Its value. One that is not finite is left out.
    pub value: f64,
    /// The lower and the upper bound of its 95 % interval.
    pub interval: Option<[f64; 2]>,
    /// The size of its basis.
    pub n: Option<usize>,
    /// An id of its element (`data-cell`), by which a page knows what was chosen.
    pub id: Option<String>,
}

/// The empirical cumulative distributions of samples: for each value, the share of the sample that is not above it.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct DistributionChart {
    /// The title.
    pub title: String,
    /// What is distributed.
    pub values: Axis,
    /// What is counted, such as `items`.
    pub counted: String,
    /// What samples are, such as `annotator`.
    pub samples_are: String,
    /// The samples.
    pub samples: Vec<Sample>,
}

/// A named list of numbers.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Sample {
    /// Its name.
    pub name: String,
    /// Its numbers, in any order. Those that are not finite are left out.
    pub values: Vec<f64>,
}

/// Points; those at the same place are one point of a greater area.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct ScatterPlot {
    /// The title.
    pub title: String,
    /// The horizontal axis.
    pub x: Axis,
    /// The vertical axis.
    pub y: Axis,
    /// What points are, such as `items`.
    pub points_are: String,
    /// What series are, such as `category`.
    pub series_are: String,
    /// `true` if both axes have the same range and a line shows where both values are equal.
    pub has_diagonal: bool,
    /// The series, each with a shape of its own.
    pub series: Vec<ScatterSeries>,
}

/// A series of points.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct ScatterSeries {
    /// Its name.
    pub name: String,
    /// Its points, x before y. Those that are not finite are left out.
    pub points: Vec<[f64; 2]>,
}

/// The numbers of points at each place, and the places, sorted.
pub(crate) fn places(points: &[[f64; 2]]) -> Vec<([f64; 2], usize)> {
    let mut sorted: Vec<[f64; 2]> =
        points.iter().filter(|[x, y]| x.is_finite() && y.is_finite()).copied().collect();
    sorted.sort_by(|a, b| a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1])));
    let mut places: Vec<([f64; 2], usize)> = Vec::new();
    for point in sorted {
        match places.last_mut() {
            Some((place, n)) if *place == point => *n += 1,
            Some(_) | None => places.push((point, 1)),
        }
    }
    places
}

/// The distinct values of a sample, sorted, each with the number of values that are not above it.
pub(crate) fn steps(sample: &Sample) -> Vec<(f64, usize)> {
    let mut sorted: Vec<f64> = sample.values.iter().filter(|v| v.is_finite()).copied().collect();
    sorted.sort_by(f64::total_cmp);
    let mut steps: Vec<(f64, usize)> = Vec::new();
    for (at, value) in sorted.into_iter().enumerate() {
        match steps.last_mut() {
            #[expect(clippy::float_cmp, reason = "equal values are one step")]
            Some((last, n)) if *last == value => *n = at + 1,
            Some(_) | None => steps.push((value, at + 1)),
        }
    }
    steps
}

/// A number, if it is finite.
pub(crate) fn finite(value: Option<f64>) -> Option<f64> {
    value.filter(|value| value.is_finite())
}

/// An interval, if its bounds are finite, the lower one first.
pub(crate) fn finite_interval(interval: Option<[f64; 2]>) -> Option<[f64; 2]> {
    let [low, high] = interval.filter(|bounds| bounds.iter().all(|bound| bound.is_finite()))?;
    Some([low.min(high), low.max(high)])
}
