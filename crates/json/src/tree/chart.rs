//! The numbers of a list or of the columns of a table, as points of a chart.

use super::shape::{DataTable, Shape};
use super::{JsonTree, NodeId, NodeKind};
use spanwise_limits::MOST_CHART_POINTS;

/// Numbers that can be drawn.
#[derive(Debug, Clone, PartialEq)]
pub struct ChartSeries {
    /// The name of the column, or of the list.
    pub name: String,
    /// Its points, at most [`MOST_CHART_POINTS`], in the order of the data. Of more numbers, the least and the greatest
    /// of each stretch.
    pub points: Vec<ChartPoint>,
    /// The number of its numbers.
    pub count: usize,
    /// The least of its numbers.
    pub least: f64,
    /// The greatest of its numbers.
    pub greatest: f64,
}

/// A number and where it stands.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ChartPoint {
    /// Its 0-based place among the rows or values.
    pub place: usize,
    /// The number.
    pub value: f64,
    /// Its row, or itself in a list of numbers.
    pub row: NodeId,
}

impl JsonTree {
    /// The numbers of the columns that hold several, and nothing but numbers and `null`; those of a list of numbers.
    #[must_use]
    pub fn chart_series(&self, id: NodeId, shape: &Shape) -> Vec<ChartSeries> {
        match shape {
            Shape::Single | Shape::Entries => Vec::new(),
            Shape::Numbers => {
                let values = self.children(id).enumerate();
                let points = values.filter_map(|(place, value)| self.point(place, value, value));
                series(&self.name(id), points.collect()).into_iter().collect()
            }
            Shape::Table(table) => self.column_series(id, table),
        }
    }

    /// Reports whether there is something to draw.
    #[must_use]
    pub fn has_chart(&self, id: NodeId, shape: &Shape) -> bool {
        match shape {
            Shape::Single | Shape::Entries => false,
            Shape::Numbers => true,
            Shape::Table(table) => self.numeric_columns(id, table).contains(&true),
        }
    }

    fn numeric_columns(&self, id: NodeId, table: &DataTable) -> Vec<bool> {
        let mut columns = vec![(true, 0_usize); table.columns.len()];
        for row in self.rows_of(id, table) {
            for (cell, (is_numeric, count)) in self.cells(row, table).into_iter().zip(&mut columns)
            {
                match cell.map(|cell| self.kind(cell)) {
                    Some(NodeKind::Number) => *count += 1,
                    None | Some(NodeKind::Null) => {}
                    Some(NodeKind::Object | NodeKind::List | NodeKind::Text | NodeKind::Bool) => {
                        *is_numeric = false
                    }
                }
            }
        }
        columns.into_iter().map(|(is_numeric, count)| is_numeric && count > 1).collect()
    }

    fn column_series(&self, id: NodeId, table: &DataTable) -> Vec<ChartSeries> {
        let numeric = self.numeric_columns(id, table);
        let mut columns = vec![Vec::new(); table.columns.len()];
        for (place, row) in self.rows_of(id, table).enumerate() {
            let cells = self.cells(row, table).into_iter().zip(&mut columns).zip(&numeric);
            for ((cell, points), _) in cells.filter(|(_, is_numeric)| **is_numeric) {
                points.extend(cell.and_then(|cell| self.point(place, cell, row)));
            }
        }
        table
            .columns
            .iter()
            .zip(columns)
            .filter_map(|(name, points)| series(name, points))
            .collect()
    }

    /// The point of a number; `None` for one that is out of range, such as `1e999`.
    fn point(&self, place: usize, value: NodeId, row: NodeId) -> Option<ChartPoint> {
        let value: f64 = self.raw(value).parse().ok()?;
        value.is_finite().then_some(ChartPoint { place, value, row })
    }
}

/// `None` if there are fewer than two points.
fn series(name: &str, points: Vec<ChartPoint>) -> Option<ChartSeries> {
    let count = points.len();
    if count < 2 {
        return None;
    }
    let values = || points.iter().map(|point| point.value);
    let (least, greatest) =
        (values().fold(f64::INFINITY, f64::min), values().fold(f64::NEG_INFINITY, f64::max));
    Some(ChartSeries { name: name.to_owned(), points: thinned(points), count, least, greatest })
}

/// The least and the greatest of each stretch, so that no peak is lost.
fn thinned(points: Vec<ChartPoint>) -> Vec<ChartPoint> {
    if points.len() <= MOST_CHART_POINTS {
        return points;
    }
    let stretch = points.len().div_ceil(MOST_CHART_POINTS / 2);
    let extremes = points.chunks(stretch).flat_map(|stretch| {
        let by_value = |a: &&ChartPoint, b: &&ChartPoint| a.value.total_cmp(&b.value);
        let (least, greatest) = (stretch.iter().min_by(by_value), stretch.iter().max_by(by_value));
        let mut ends: Vec<ChartPoint> = least.into_iter().chain(greatest).copied().collect();
        ends.sort_by_key(|point| point.place);
        ends.dedup_by_key(|point| point.place);
        ends
    });
    extremes.collect()
}
