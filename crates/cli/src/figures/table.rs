//! Figures as a table for a paper or a spreadsheet.

use super::{FigureGroup, GroupEntry, NamePlace};
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
        let columns = ["figure", "value", "95 % low", "95 % high", "n"];
        let names = match kind {
            TableFormat::Md | TableFormat::Latex => &columns[..],
            // Beside each figure, and with names that need no quotes in programs.
            TableFormat::Csv => &["figure", "value", "low_95", "high_95", "n", "convention"],
        };
        let is_number = |name: &str| !["figure", "convention"].contains(&name);
        let mut table = DataTable::new(names.iter().map(|name| (*name, is_number(name))));
        for (name, figure) in &rows {
            let mut cells = cells(name, figure);
            cells.truncate(names.len());
            table.rows.push(cells);
        }
        kind.write(&table, &conventions(&rows))
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
fn rows_of<'a>(
    group: &'a FigureGroup,
    path: &str,
    place: NamePlace,
    rows: &mut Vec<(String, &'a Figure)>,
) {
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
            GroupEntry::Figure { figure, .. } | GroupEntry::Count(figure) => {
                rows.push((path, figure))
            }
            GroupEntry::Group(group) | GroupEntry::ShownOnly(group) => {
                rows_of(group, &path, place.within(name), rows);
            }
            GroupEntry::Value(_) | GroupEntry::Hidden(_) | GroupEntry::Line(_) => {}
        }
    }
}

fn cells(name: &str, figure: &Figure) -> Vec<TableCell> {
    let bounds = figure.interval.and_then(Result::ok);
    vec![
        TableCell::text(name),
        TableCell::number(figure.value.ok()),
        TableCell::number(bounds.map(|(low, _)| low)),
        TableCell::number(bounds.map(|(_, high)| high)),
        TableCell::count(Some(figure.n)),
        TableCell::text(&*figure.convention),
    ]
}

/// The conventions of the figures, each once, in the order of the rows.
fn conventions<'a>(rows: &[(String, &'a Figure)]) -> Vec<&'a str> {
    let mut all: Vec<&str> = Vec::new();
    for (_, figure) in rows {
        if !all.contains(&&*figure.convention) {
            all.push(&figure.convention);
        }
    }
    all
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
            "| figure | value | 95 % low | 95 % high | n |\n|---|---:|---:|---:|---:|\n\
             | f1 of a\\|b | 0.5000 | 0.2500 | 0.7500 | 3 |\n| γ, of 100% | – | – | – | 0 |\n\n* share of x.\n"
        );
        assert_eq!(
            table(TableFormat::Latex),
            "% share of x.\n\\begin{tabular}{lrrrr}\n\\toprule\n\
             figure & value & 95 \\% low & 95 \\% high & n \\\\\n\\midrule\n\
             f1 of a|b & 0.5000 & 0.2500 & 0.7500 & 3 \\\\\n$\\gamma$, of 100\\% & -- & -- & -- & 0 \\\\\n\
             \\bottomrule\n\\end{tabular}\n"
        );
        assert_eq!(
            table(TableFormat::Csv),
            "figure,value,low_95,high_95,n,convention\nf1 of a|b,0.5,0.25,0.75,3,share of x.\n\
             \"γ, of 100%\",,,,0,share of x.\n"
        );
    }
}
