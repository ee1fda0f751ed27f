//! Tables of figures, saved as CSV, Markdown and LaTeX.

use std::rc::Rc;
use std::sync::Arc;

use crate::app::App;
use crate::app::figures::{FigureNames, FigureTable, Figures, Numbered};
use crate::ui::figures::terms::{column_name, in_own_language, named, outcome_name, table_name};
use crate::ui::figures::{definition, export, in_english};
use crate::ui::view::{El, Turns, el};
use spanwise_i18n::TextId;
use spanwise_plots::{DataTable, TableCell, TableColumn};

/// Makes a table to be saved, with its notes.
pub(super) type MakeTable = Rc<dyn Fn() -> (DataTable, Vec<String>)>;

/// The rows of a table that are made at a time: some milliseconds of work.
const ROWS_AT_A_TIME: usize = 20;

/// A group of figures, with its conventions; folded unless it is a main one.
pub(super) fn figure_table(
    app: App,
    turns: Turns,
    figures: Figures,
    shared: &Arc<Numbered<FigureTable>>,
) -> El {
    let of = &shared.part;
    let name = table_name(&of.heading);
    let notes: Vec<El> = of.notes.iter().map(|note| el("li").child(note.as_str())).collect();
    let number = of.names.figures.len().to_string();
    let content = match &of.table {
        Some(table) => in_english(el("div"))
            .child(data_table(app, turns, &of.heading, table, &of.names))
            .child(
                el("ul")
                    .class("hint")
                    .child(notes)
                    .child(el("li").child(definition(app, &of.section))),
            )
            .child(table_files(figures, &of.heading, saved(Arc::clone(shared)))),
        None => el("p").child(app.words().fill(TextId::FiguresBeyondPage, &[("n", &number)])),
    };
    if of.is_main {
        return el("section").child(named(app, el("h2"), name, &of.heading)).child(content);
    }
    let heading = named(app, el("span"), name, &of.heading);
    el("details").child(el("summary").child(heading).child(format!(" ({number})"))).child(content)
}

/// A table, whose rows are made in turn, with the names of its figures, if it has any.
pub(super) fn data_table(
    app: App,
    turns: Turns,
    name: &str,
    table: &Arc<DataTable>,
    names: &Arc<FigureNames>,
) -> El {
    let head = table.columns.iter().map(|column| {
        let head = in_column(el("th").attr("scope", "col"), column);
        named(app, head, column_name(&column.name), &column.name)
    });
    let rows = (0..table.rows.len()).step_by(ROWS_AT_A_TIME).map(|first| {
        let (table, names) = (Arc::clone(table), Arc::clone(names));
        turns.part(move || rows(app, &table, &names, first))
    });
    el("div")
        .class("figures-page__table")
        .attr("role", "region")
        .attr("tabindex", "0")
        .attr("aria-label", name.to_owned())
        .child(
            el("table")
                .child(el("thead").child(el("tr").child(head.collect::<Vec<_>>())))
                .child(el("tbody").child(rows.collect::<Vec<_>>())),
        )
}

/// The rows of a table from the first one on that are made at a time.
fn rows(app: App, table: &DataTable, names: &FigureNames, first: usize) -> Vec<El> {
    let cell = |(column, cell): (&TableColumn, &TableCell)| {
        let shown = cell.shown("–");
        let data = in_column(el("td"), column);
        match outcome_name(&column.name, &shown) {
            Some(name) => in_own_language(app, data).child(app.text(name)),
            None => data.child(shown),
        }
    };
    let row = |(at, cells): (usize, &Vec<TableCell>)| {
        let row = el("tr").child(table.columns.iter().zip(cells).map(cell).collect::<Vec<_>>());
        match names.figures.get(at) {
            Some(figure) => for_programs(row, table, cells)
                .attr("data-measure", figure.measure.clone())
                .attr("data-convention", names.convention(figure).to_owned()),
            None => row,
        }
    };
    table.rows.iter().enumerate().skip(first).take(ROWS_AT_A_TIME).map(row).collect()
}

/// A cell as it is in a column. Those of numbers, most by far, need no attributes.
fn in_column(cell: El, column: &TableColumn) -> El {
    if column.is_number { cell } else { cell.class("words").attr("dir", "auto") }
}

/// The row of a figure with its numbers in full, `null` for those that it lacks.
fn for_programs(row: El, table: &DataTable, cells: &[TableCell]) -> El {
    let number = |name: &str| {
        let at = table.columns.iter().position(|column| column.name == name);
        match at.and_then(|at| cells.get(at)) {
            Some(TableCell::Number(value)) => value.to_string(),
            Some(TableCell::Count(n)) => n.to_string(),
            Some(TableCell::Text(_) | TableCell::Empty) | None => "null".to_owned(),
        }
    };
    row.attr("data-testid", "figure")
        .attr("data-value", number("value"))
        .attr("data-low", number("95 % low"))
        .attr("data-high", number("95 % high"))
        .attr("data-n", number("n"))
}

fn saved(shared: Arc<Numbered<FigureTable>>) -> MakeTable {
    Rc::new(move || {
        let FigureTable { table, notes, .. } = &shared.part;
        (table.as_deref().cloned().unwrap_or_default(), notes.clone())
    })
}

/// Buttons that save a table in each form. It is made when one is pressed.
pub(super) fn table_files(figures: Figures, name: &str, table: MakeTable) -> El {
    let name = file_stem(name);
    let file = |label, extension: &'static str| {
        let (table, name) = (Rc::clone(&table), name.clone());
        export(label, extension).on_click(move || {
            let (mut table, notes) = table();
            let notes: Vec<&str> = notes.iter().map(String::as_str).collect();
            let (media_type, text) = match extension {
                "md" => ("text/markdown", table.to_markdown(&notes)),
                "tex" => ("application/x-tex", table.to_latex(&notes)),
                _ => {
                    write_notes_out(&mut table, &notes);
                    ("text/csv", table.to_csv().unwrap_or_default())
                }
            };
            figures.save(&format!("{name}.{extension}"), media_type, text.as_bytes());
        })
    };
    el("p").class("actions figures-page__files-of").child([
        file("CSV", "csv"),
        file("Markdown", "md"),
        file("LaTeX", "tex"),
    ])
}

/// Puts notes in place of their marks, for a form in which nothing can stand below the table.
fn write_notes_out(table: &mut DataTable, notes: &[&str]) {
    let Some(at) = table.columns.iter().position(|column| column.name == "note") else { return };
    for cell in table.rows.iter_mut().filter_map(|row| row.get_mut(at)) {
        let TableCell::Text(mark) = cell else { continue };
        let note = notes.iter().find_map(|note| note.strip_prefix(mark.as_str()));
        if let Some(note) = note {
            *mark = note.trim_start().to_owned();
        }
    }
}

/// A heading as the name of a file.
pub(super) fn file_stem(heading: &str) -> String {
    let letter = |c: char| if c.is_alphanumeric() { c } else { '-' };
    heading.chars().map(letter).collect()
}
