//! What `spanwise report` answers, as far as the page shows it.

use std::sync::Arc;

use serde::Deserialize;
use serde_json::Value;

use super::{REPORT, refusal};
use crate::app::commands::CommandAnswer;
use crate::app::conversion::{ListedProblem, list};
use spanwise_i18n::Message;
use spanwise_plots::{Chart, DataTable};

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
    /// What was found in the files.
    pub problems: Vec<ListedProblem>,
    /// The report as a file of its own.
    pub html: String,
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
    /// What programs know each figure by, in the order of the rows.
    pub named_figures: Vec<NamedFigure>,
    /// The figures; `None` if they are too many for a page.
    pub table: Option<DataTable>,
    /// Conventions, and what was left out, each as a sentence.
    pub notes: Vec<String>,
    /// The section of the documentation that defines them.
    pub section: String,
    /// `true` for what a reader sees first.
    pub is_main: bool,
}

/// What programs know a figure by.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct NamedFigure {
    /// Its names in the answer of `agree` or `stats`, with dots between; of a main figure the last one.
    pub measure: String,
    /// Its convention.
    pub convention: String,
}

impl FigureReport {
    /// Reads an answer. Plots and tables that are the same in the report before keep their numbers.
    ///
    /// # Errors
    /// The reason of the command line, if it computed nothing.
    pub(super) fn of(answer: CommandAnswer, before: Option<&Self>) -> Result<Self, Message> {
        let Some(html) = answer.text(REPORT) else {
            return Err(refusal(answer.failure().or_else(|| first_error(&answer.json))));
        };
        let text = |name| answer.json.get(name).and_then(Value::as_str).unwrap_or_default();
        Ok(FigureReport {
            facts: list(&answer.json, "facts"),
            plots: numbered(list(&answer.json, "plots"), before.map_or(&[], |of| &of.plots)),
            tables: numbered(list(&answer.json, "tables"), before.map_or(&[], |of| &of.tables)),
            method: text("method").to_owned(),
            command: text("reproduce").to_owned(),
            problems: list(&answer.json, "problems"),
            html,
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

/// The first error of files.
fn first_error(json: &Value) -> Option<String> {
    let problems: Vec<ListedProblem> = list(json, "problems");
    let error = problems.into_iter().find(|problem| problem.severity == "error")?;
    Some(format!("{} {}", error.message, error.remedy))
}
