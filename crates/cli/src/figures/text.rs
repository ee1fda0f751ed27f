//! Figures for people: a table of each kind of row, with notes on the meaning of the columns below.

use std::fmt::Write;

use serde_json::Value;

use super::{FigureGroup, FigureNotes, GroupEntry, NamePlace, mark};
use spanwise_agreement::measure::{Figure, INTERVALS};
use spanwise_plots::number;

impl FigureGroup {
    /// The group as text.
    pub(crate) fn to_text(&self) -> String {
        let mut text = String::new();
        let mut notes = PrintedNotes::default();
        for (name, entry) in &self.entries {
            let place = entry.place(NamePlace::default());
            let shown = place.shown(name);
            match entry {
                GroupEntry::Hidden(_) => {}
                GroupEntry::Group(group) | GroupEntry::ShownOnly(group) => {
                    let mut rows = Vec::new();
                    rows_of(group, "", place.within(name), &mut rows);
                    // Writing to a text does not fail.
                    let _ = writeln!(text, "\n{shown}");
                    tables(rows, &mut text, &mut notes);
                }
                GroupEntry::Value(value) | GroupEntry::Line(value) => {
                    let _ = writeln!(text, "{shown}: {}", plain(value));
                }
                GroupEntry::Figure { figure, .. } | GroupEntry::Count(figure) => {
                    let _ = writeln!(text, "{shown}: {}", cell(figure));
                    notes.number(figure);
                }
            }
        }
        text.push_str(&notes.text());
        text
    }
}

/// The direct entries of a group, labelled with its path.
struct LabelledRow<'a> {
    label: String,
    cells: Vec<(String, &'a GroupEntry)>,
}

/// Adds the rows of a group, the names in which are at a place.
fn rows_of<'a>(
    group: &'a FigureGroup,
    label: &str,
    place: NamePlace,
    rows: &mut Vec<LabelledRow<'a>>,
) {
    let is_cell = |entry: &GroupEntry| {
        matches!(
            entry,
            GroupEntry::Figure { .. }
                | GroupEntry::Count(_)
                | GroupEntry::Value(_)
                | GroupEntry::Line(_)
        )
    };
    let cells: Vec<(String, &GroupEntry)> = group
        .entries
        .iter()
        .filter(|(_, entry)| is_cell(entry))
        .map(|(name, entry)| (place.shown(name), entry))
        .collect();
    if !cells.is_empty() {
        rows.push(LabelledRow { label: label.to_owned(), cells });
    }
    for (name, entry) in &group.entries {
        if let GroupEntry::Group(group) | GroupEntry::ShownOnly(group) = entry {
            let place = entry.place(place);
            let label = match (label, place.shown(name)) {
                ("", shown) => shown,
                // Rows of categories are recognizable without this label.
                (label, _) if place.is(name, "categories") => label.to_owned(),
                (label, shown) => format!("{label} · {shown}"),
            };
            rows_of(group, &label, place.within(name), rows);
        }
    }
}

/// One table for all rows with the same columns.
fn tables<'a>(mut rows: Vec<LabelledRow<'a>>, text: &mut String, notes: &mut PrintedNotes<'a>) {
    while let Some(first) = rows.first() {
        let names: Vec<String> = first.cells.iter().map(|(name, _)| name.clone()).collect();
        let (same, others): (Vec<LabelledRow>, Vec<LabelledRow>) =
            rows.into_iter().partition(|row| row.cells.iter().map(|cell| &cell.0).eq(&names));
        rows = others;
        match same.as_slice() {
            // A row unlike any other: its values are listed below each other.
            [only] if only.cells.len() > 1 || only.label.is_empty() => lines(only, text, notes),
            all => table(&names, all, text, notes),
        }
    }
}

fn lines<'a>(row: &LabelledRow<'a>, text: &mut String, notes: &mut PrintedNotes<'a>) {
    let label = |name: &str| {
        if row.label.is_empty() { name.to_owned() } else { format!("{} · {name}", row.label) }
    };
    let width = row.cells.iter().map(|(name, _)| label(name).chars().count()).max().unwrap_or(0);
    for (name, entry) in &row.cells {
        let (shown, note) = shown(entry, notes);
        let mark = marks(note.as_slice());
        let _ = writeln!(text, "  {:<width$}  {shown}{mark}", label(name));
    }
}

fn table<'a>(
    names: &[String],
    rows: &[LabelledRow<'a>],
    text: &mut String,
    notes: &mut PrintedNotes<'a>,
) {
    let mut head: Vec<String> =
        std::iter::once(String::new()).chain(names.iter().cloned()).collect();
    let mut grid: Vec<Vec<String>> = Vec::new();
    let mut numbers: Vec<Vec<usize>> = Vec::new();
    for row in rows {
        let cells = row.cells.iter().map(|(_, entry)| shown(entry, notes));
        let (cells, note): (Vec<String>, Vec<Option<usize>>) = cells.unzip();
        grid.push(std::iter::once(row.label.clone()).chain(cells).collect());
        let mut note: Vec<usize> = note.into_iter().flatten().collect();
        note.dedup();
        numbers.push(note);
    }
    // Notes that hold for whole rows stand at the rows, others at the columns.
    if rows.len() > 1
        && numbers.iter().all(|of| of.len() == 1)
        && numbers.iter().any(|of| Some(of) != numbers.first())
    {
        for (line, of) in grid.iter_mut().zip(&numbers) {
            line.first_mut().into_iter().for_each(|label| label.push_str(&marks(of)));
        }
    } else {
        for (column, name) in head.iter_mut().skip(1).enumerate() {
            let entries = rows.iter().filter_map(|row| row.cells.get(column));
            let mut of: Vec<usize> =
                entries.filter_map(|(_, entry)| shown(entry, notes).1).collect();
            of.sort_unstable();
            of.dedup();
            name.push_str(&marks(&of));
        }
    }
    grid.insert(0, head);
    print(&grid, text);
}

fn marks(notes: &[usize]) -> String {
    notes.iter().map(|number| format!(" {}", mark(*number))).collect()
}

fn print(grid: &[Vec<String>], text: &mut String) {
    let columns = grid.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column| {
        grid.iter()
            .filter_map(|line| line.get(column))
            .map(|cell: &String| cell.chars().count())
            .max()
            .unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    for line in grid {
        let mut out = String::from(" ");
        for (at, (cell, width)) in line.iter().zip(&widths).enumerate() {
            let _ = if at == 0 {
                write!(out, " {cell:<width$}")
            } else {
                write!(out, "  {cell:>width$}")
            };
        }
        let _ = writeln!(text, "{}", out.trim_end());
    }
}

/// A value, and the number of its note.
fn shown<'a>(entry: &'a GroupEntry, notes: &mut PrintedNotes<'a>) -> (String, Option<usize>) {
    match entry {
        GroupEntry::Figure { figure, .. } | GroupEntry::Count(figure) => {
            (cell(figure), Some(notes.number(figure)))
        }
        GroupEntry::Value(value) | GroupEntry::Line(value) | GroupEntry::Hidden(value) => {
            (plain(value), None)
        }
        GroupEntry::Group(_) | GroupEntry::ShownOnly(_) => (String::new(), None),
    }
}

/// A figure with its interval and its `n`; a dash if it is undefined.
fn cell(figure: &Figure) -> String {
    match figure.value {
        Ok(value) => match figure.interval {
            Some(Ok((low, high))) => {
                format!("{} [{}, {}] (n={})", number(value), number(low), number(high), figure.n)
            }
            _ => format!("{} (n={})", number(value), figure.n),
        },
        Err(_) => "–".to_owned(),
    }
}

/// Notes of figures that are printed.
#[derive(Default)]
struct PrintedNotes<'a> {
    notes: FigureNotes<'a>,
    has_intervals: bool,
}

impl<'a> PrintedNotes<'a> {
    /// The number of the note of a figure.
    fn number(&mut self, figure: &'a Figure) -> usize {
        self.has_intervals |= matches!(figure.interval, Some(Ok(_)));
        self.notes.number_of(figure)
    }

    fn text(&self) -> String {
        let mut text: String = self.notes.lines().map(|line| format!("\n{line}")).collect();
        if self.has_intervals {
            let _ = write!(text, "\n[…] {INTERVALS}.");
        }
        if !text.is_empty() {
            text.push_str("\n\n--json has what was left out of each figure.\n");
        }
        text
    }
}

fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Number(found) if found.is_f64() => {
            found.as_f64().map_or_else(|| found.to_string(), number)
        }
        Value::Array(items) => items.iter().map(plain).collect::<Vec<_>>().join(" … "),
        Value::Bool(flag) => if *flag { "yes" } else { "no" }.to_owned(),
        Value::Null => "–".to_owned(),
        Value::Number(_) | Value::Object(_) => value.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use spanwise_agreement::measure::Undefined;

    #[test]
    fn rows_of_a_kind_are_one_table_and_notes_are_said_once() {
        let known = Figure::new("mean of x", Ok(0.5), 3).without(2, "empty ones");
        let unknown = Figure::new("mean of x", Err(Undefined::NoTexts), 0);
        let mut groups = FigureGroup::default();
        groups.group("a_b", FigureGroup::of([("x_y", &known)]));
        groups.group("c", FigureGroup::of([("x_y", &unknown)]));
        let mut all = FigureGroup::default();
        all.value("examples", 3);
        all.group("f1_by_category", groups);
        all.hidden("seed", 1);
        assert_eq!(
            all.to_text(),
            "examples: 3\n\nf1 by category\n            x y [1]\n  a_b  0.5000 (n=3)\n  c               –\n\n\
             [1] mean of x. Left out: empty ones. –: there are no texts.\n\n\
             --json has what was left out of each figure.\n"
        );
    }
}
