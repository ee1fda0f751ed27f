//! Charts: bars with intervals, heat maps, cumulative distributions and scatter plots.
//!
//! A [`Chart`] is a value that says what is shown: a title, axes with units, series, values with intervals and `n`. From it
//! come a tree of SVG elements ([`Chart::draw`]), a text alternative ([`Chart::alternative`]) and the table of its data
//! ([`Chart::table`]). A page makes nodes of the elements; [`svg_file`] writes them as a file that looks right alone, in both
//! themes.
//!
//! **Start reading** at `chart`, then `drawing/bars.rs`.
//!
//! **Must never happen here:** a coordinate that is not finite or lies outside the view box; a figure computed rather than
//! shown; a colour outside the style sheet; an id, since ids of several drawings on a page would clash.

#![cfg_attr(not(test), warn(clippy::use_debug))]
#![warn(clippy::wildcard_enum_match_arm)]

mod alternative;
mod axis;
mod chart;
mod drawing;
mod svg;
mod table;

pub use alternative::{Extreme, TextAlternative};
pub use axis::{Scale, nice_number};
pub use chart::{
    Axis, Bar, BarChart, BarGroup, Chart, DistributionChart, HeatCell, HeatMap, Sample,
    ScatterPlot, ScatterSeries,
};
pub use drawing::WIDTH;
pub use svg::{STYLE_SHEET, SvgElement, SvgName, SvgNode, markup, svg_file};
pub use table::{DataTable, TableCell, TableColumn, TableFault, number, one_line};
