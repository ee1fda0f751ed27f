//! Figures as a table for a paper or a spreadsheet.

use super::{FigureGroup, FigureNotes, GroupEntry, NamePlace, mark};
use crate::args::TableFormat;
use crate::comma_list;
use crate::report::Failure;
use spanwise_agreement::measure::Figure;
use spanwise_plots::{DataTable, TableCell, TableFault};

impl FigureGroup {
    /// The figures, one in each line, with their path of names below the group.
    ///
    /// # Errors
    /// If a CSV can't be written.
    pub(crate) fn to_table(&self, kind: TableFormat) -> Result<String, Failure> {
        let mut rows = Vec::new();
        rows_of(self, "", NamePlace::default(), &mut rows);
        let names = match kind {
            TableFormat::Md | TableFormat::Latex => {
                ["figure", "value", "95 % low", "95 % high", "n", "note"]
            }
            // Beside each figure, and with names that need no quotes in programs.
            TableFormat::Csv => ["figure", "value", "low_95", "high_95", "n", "convention"],
        };
        let is_number = |name: &str| !["figure", "convention", "note"].contains(&name);
        let mut table = DataTable::new(names.map(|name| (name, is_number(name))));
        let mut notes = FigureNotes::default();
        for row in &rows {
            let number = notes.number_of(row.figure);
            let mut cells = row.cells();
            cells.push(TableCell::text(match kind {
                TableFormat::Md | TableFormat::Latex => mark(number),
                TableFormat::Csv => row.figure.convention.to_string(),
            }));
            table.rows.push(cells);
        }
        let notes: Vec<String> = notes.lines().collect();
        kind.write(&table, &notes.iter().map(String::as_str).collect::<Vec<_>>())
    }
}

impl TableFormat {
    /// A table of this kind, with notes where there is room for them.
    ///
    /// # Errors
    /// If a CSV can't be written.
    pub(crate) fn write(self, table: &DataTable, notes: &[&str]) -> Result<String, Failure> {
        match self {
            TableFormat::Md => Ok(table.to_markdown(notes)),
            TableFormat::Latex => Ok(table.to_latex(notes)),
            TableFormat::Csv => table.to_csv().map_err(|TableFault| {
                Failure::new("The table can't be written.", "Choose another kind of table.")
            }),
        }
    }

    /// The extension of its files.
    pub(crate) fn extension(self) -> &'static str {
        match self {
            TableFormat::Md => "md",
            TableFormat::Latex => "tex",
            TableFormat::Csv => "csv",
        }
    }
}

/// Adds the figures of a group, the names in which are at a place; a path is a list as options read it.
fn rows_of<'a>(group: &'a FigureGroup, path: &str, place: NamePlace, rows: &mut Vec<TableRow<'a>>) {
    for (name, entry) in &group.entries {
        let is_figure = matches!(entry, GroupEntry::Figure { .. } | GroupEntry::Count(_));
        let place = entry.place(place);
        let path = match (path, comma_list::part(&place.shown(name))) {
            // A figure alone in its group is called like the group.
            (path, _) if !path.is_empty() && is_figure && ["value", "mean"].contains(&&**name) => {
                path.to_owned()
            }
            ("", shown) => shown,
            (path, shown) => format!("{path}, {shown}"),
        };
        match entry {
            GroupEntry::Figure { figure, .. } => {
                rows.push(TableRow { path, figure, is_count: false });
            }
            GroupEntry::Count(figure) => rows.push(TableRow { path, figure, is_count: true }),
            GroupEntry::Group(group) | GroupEntry::ShownOnly(group) => {
                rows_of(group, &path, place.within(name), rows);
            }
            GroupEntry::Value(_) | GroupEntry::Hidden(_) | GroupEntry::Line(_) => {}
        }
    }
}

/// A figure with its path.
struct TableRow<'a> {
    path: String,
    figure: &'a Figure,
    /// `true` for a whole number.
    is_count: bool,
}

impl TableRow<'_> {
    fn cells(&self) -> Vec<TableCell> {
        let Figure { value, interval, n, .. } = self.figure;
        let value = value.ok();
        let bounds = interval.and_then(Result::ok);
        vec![
            TableCell::text(&self.path),
            if self.is_count { TableCell::whole(value) } else { TableCell::number(value) },
            TableCell::number(bounds.map(|(low, _)| low)),
            TableCell::number(bounds.map(|(_, high)| high)),
            TableCell::count(Some(*n)),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use spanwise_agreement::measure::Undefined;

    fn figures() -> FigureGroup {
        let known =
            Figure { interval: Some(Ok((0.25, 0.75))), ..Figure::new("share of x.", Ok(0.5), 3) };
        let unknown = Figure::new("share of x.", Err(Undefined::NoTexts), 0);
        let mut group = FigureGroup::default();
        group.value("items", 3);
        group.group("f1_of_a|b", FigureGroup::of([("value", &known)]));
        group.group("γ", FigureGroup::of([("of_100%", &unknown)]));
        group
    }

    #[test]
    fn paths_can_be_divided_and_names_of_data_are_as_they_are() {
        let known = Figure::new("share of x.", Ok(0.5), 3);
        let categories = ["a_b", "a b", "rain, \"wet\"", "value"];
        let mut of_categories = FigureGroup::default();
        let mut alike = FigureGroup::default();
        for name in categories {
            of_categories.group(name, FigureGroup::of([("f1", &known)]));
            alike.group(name, FigureGroup::of([("value", &known)]));
        }
        let mut group = FigureGroup::default();
        group.group("f1_by_category", of_categories);
        group.group("alpha", alike);
        let csv = group.to_table(TableFormat::Csv).unwrap();
        let mut reader = csv::Reader::from_reader(csv.as_bytes());
        let paths: Vec<Vec<String>> = reader
            .records()
            .map(|row| comma_list::split(row.unwrap().get(0).unwrap()).unwrap())
            .collect();
        let expected = categories.map(|name| vec!["f1 by category", name, "f1"]);
        let alike = categories.map(|name| vec!["alpha", name]);
        assert_eq!(paths, expected.into_iter().chain(alike).collect::<Vec<_>>());
    }

    #[test]
    fn a_line_for_each_figure_in_every_kind() {
        let table = |kind| figures().to_table(kind).unwrap();
        assert_eq!(
            table(TableFormat::Md),
            "| figure | value | 95 % low | 95 % high | n | note |\n|---|---:|---:|---:|---:|---|\n\
             | f1 of a\\|b | 0.5000 | 0.2500 | 0.7500 | 3 | \\[1\\] |\n| γ, of 100% | – | – | – | 0 | \\[1\\] |\n\n\
             * \\[1\\] share of x. –: there are no texts.\n"
        );
        assert_eq!(
            table(TableFormat::Latex),
            "% [1] share of x. –: there are no texts.\n\\begin{tabular}{lrrrrl}\n\\toprule\n\
             figure & value & 95 \\% low & 95 \\% high & n & note \\\\\n\\midrule\n\
             f1 of a\\textbar{}b & 0.5000 & 0.2500 & 0.7500 & 3 & [1] \\\\\n$\\gamma$, of 100\\% & -- & -- & -- & 0 & [1] \\\\\n\
             \\bottomrule\n\\end{tabular}\n"
        );
        assert_eq!(
            table(TableFormat::Csv),
            "figure,value,low_95,high_95,n,convention\nf1 of a|b,0.5,0.25,0.75,3,share of x.\n\
             \"γ, of 100%\",,,,0,share of x.\n"
        );
    }
}
