//! What `spanwise report` answers, as far as the page shows it.

use std::sync::Arc;

use serde::Deserialize;

use super::options::DataNames;
use super::report_command::{ComputedReport, ReportParts};
use crate::app::commands::{CommandFailure, refusal};
use crate::app::conversion::ListedProblem;
use spanwise_i18n::Message;
use spanwise_plots::{Chart, DataTable};

/// The JSON object that `report` answers; that of a part has the problems of the data alone.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(super) struct ReportAnswer {
    facts: Vec<Fact>,
    plots: Vec<ReportPlot>,
    tables: Vec<FigureTable>,
    method: String,
    /// `None` if there are no figures.
    reproduce: Option<String>,
    /// The problems of the data.
    pub(super) problems: Vec<ListedProblem>,
    /// The names that the data has.
    pub(super) names: DataNames,
    failure: Option<CommandFailure>,
}

/// Figures with their tables and plots.
#[derive(Debug, Clone, PartialEq)]
pub struct FigureReport {
    /// What was read, aligned and left out.
    pub facts: Vec<Fact>,
    /// The plots.
    pub plots: Vec<Arc<Numbered<ReportPlot>>>,
    /// The tables, those of the main figures first.
    pub tables: Vec<Arc<Numbered<FigureTable>>>,
    /// A paragraph of method.
    pub method: String,
    /// The command that computes the same.
    pub command: String,
    /// The problems of the data.
    pub problems: Vec<ListedProblem>,
    /// The way to make a file of it.
    pub(super) parts: ReportParts,
}

/// A part of a report with a number, which no other one has. What is the same in the report after it keeps the number.
#[derive(Debug, Clone, PartialEq)]
pub struct Numbered<T> {
    /// The number.
    pub number: u64,
    /// The part.
    pub part: T,
}

/// A fact about the data.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Fact {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: String,
}

/// A plot with what a reader needs to know of it.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct ReportPlot {
    /// Its name in files.
    pub id: String,
    /// Its heading.
    pub heading: String,
    /// Convention, `n`, and what was left out.
    pub about: String,
    /// The section of the documentation that defines it.
    pub section: String,
    /// The chart.
    pub chart: Chart,
}

/// Figures as a table.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct FigureTable {
    /// Its heading.
    pub heading: String,
    /// The machine-readable names of the figures.
    pub names: Arc<FigureNames>,
    /// The figures; `None` if they are too many for a page.
    pub table: Option<Arc<DataTable>>,
    /// Conventions, and what was left out, each as a sentence.
    pub notes: Vec<String>,
    /// The section of the documentation that defines them.
    pub section: String,
    /// `true` for what a reader sees first.
    pub is_main: bool,
}

/// Machine-readable names of figures.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
pub struct FigureNames {
    /// In the order of the rows.
    pub figures: Vec<NamedFigure>,
    /// Their conventions.
    conventions: Vec<String>,
}

/// The machine-readable name of a figure.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct NamedFigure {
    /// Its names in the answer of `agree` or `stats`, with dots between; of a main figure the last one.
    pub measure: String,
    /// Position in [`FigureNames::conventions`].
    convention: Option<usize>,
}

impl FigureNames {
    /// The convention of a figure; empty if none is stated.
    #[must_use]
    pub fn convention(&self, figure: &NamedFigure) -> &str {
        let convention = figure.convention.and_then(|at| self.conventions.get(at));
        convention.map_or("", String::as_str)
    }
}

impl FigureReport {
    /// Reads an answer. Plots and tables that are the same in the report before keep their numbers.
    ///
    /// # Errors
    /// The reason of the command line, if it computed nothing.
    pub(super) fn of(
        ComputedReport { answer, parts }: ComputedReport,
        before: Option<&Self>,
    ) -> Result<Self, Message> {
        let ReportAnswer { facts, plots, tables, method, reproduce, problems, failure, .. } =
            answer;
        let Some(command) = reproduce else {
            return Err(refusal(failure, &problems));
        };
        Ok(FigureReport {
            facts,
            plots: numbered(plots, before.map_or(&[], |of| &of.plots)),
            tables: numbered(tables, before.map_or(&[], |of| &of.tables)),
            method,
            command,
            problems,
            parts,
        })
    }
}

/// Parts with numbers: what is the same before, each once, is taken from there; the others have numbers beyond these.
fn numbered<T: PartialEq>(parts: Vec<T>, before: &[Arc<Numbered<T>>]) -> Vec<Arc<Numbered<T>>> {
    let mut next = before.iter().map(|of| of.number + 1).max().unwrap_or_default();
    let mut before: Vec<Option<&Arc<Numbered<T>>>> = before.iter().map(Some).collect();
    let numbered = parts.into_iter().map(|part| {
        let same = before.iter_mut().find(|of| of.is_some_and(|of| of.part == part));
        if let Some(same) = same.and_then(Option::take) {
            return Arc::clone(same);
        }
        let number = next;
        next += 1;
        Arc::new(Numbered { number, part })
    });
    numbered.collect()
}
