//! Figures as a table for a paper or a spreadsheet.

use std::fmt::Write;

use super::text::{number, spaced};
use super::{FigureGroup, GroupEntry};
use crate::args::TableFormat;
use crate::report::Failure;
use spanwise_agreement::measure::Figure;

/// Names of the columns.
const HEAD: [&str; 5] = ["figure", "value", "95 % low", "95 % high", "n"];

impl FigureGroup {
    /// The figures, one in each line, with their path of names below the group.
    ///
    /// # Errors
    /// If a CSV can't be written.
    pub(crate) fn to_table(&self, kind: TableFormat) -> Result<String, Failure> {
        let mut rows = Vec::new();
        rows_of(self, "", &mut rows);
        match kind {
            TableFormat::Md => Ok(markdown(&rows)),
            TableFormat::Latex => Ok(latex(&rows)),
            TableFormat::Csv => csv(&rows),
        }
    }
}

fn rows_of<'a>(group: &'a FigureGroup, path: &str, rows: &mut Vec<(String, &'a Figure)>) {
    for (name, entry) in &group.entries {
        let path = match (path, name.as_str()) {
            // A figure alone in its group is called like the group.
            (path, "value" | "mean") if !path.is_empty() => path.to_owned(),
            ("", name) => spaced(name),
            (path, name) => format!("{path}, {}", spaced(name)),
        };
        match entry {
            GroupEntry::Figure { figure, .. } | GroupEntry::Count(figure) => {
                rows.push((path, figure))
            }
            GroupEntry::Group(group) | GroupEntry::ShownOnly(group) => rows_of(group, &path, rows),
            GroupEntry::Value(_) | GroupEntry::Hidden(_) | GroupEntry::Line(_) => {}
        }
    }
}

fn cells(figure: &Figure, none: &str) -> [String; 4] {
    let bounds = figure.interval.and_then(Result::ok);
    let shown = |value: Option<f64>| value.map_or_else(|| none.to_owned(), number);
    [
        shown(figure.value.ok()),
        shown(bounds.map(|(low, _)| low)),
        shown(bounds.map(|(_, high)| high)),
        figure.n.to_string(),
    ]
}

fn markdown(rows: &[(String, &Figure)]) -> String {
    let mut text = format!("| {} |\n|---|---:|---:|---:|---:|\n", HEAD.join(" | "));
    for (name, figure) in rows {
        let name = name.replace('\\', "\\\\").replace('|', "\\|");
        // Writing to a text does not fail.
        let _ = writeln!(text, "| {name} | {} |", cells(figure, "–").join(" | "));
    }
    for convention in conventions(rows) {
        let _ = write!(text, "\n* {convention}");
    }
    text + "\n"
}

fn latex(rows: &[(String, &Figure)]) -> String {
    let mut text = String::new();
    for convention in conventions(rows) {
        let _ = writeln!(text, "% {convention}");
    }
    text.push_str("\\begin{tabular}{lrrrr}\n\\toprule\n");
    let _ = writeln!(text, "{} \\\\\n\\midrule", HEAD.map(escaped).join(" & "));
    for (name, figure) in rows {
        let _ = writeln!(text, "{} & {} \\\\", escaped(name), cells(figure, "--").join(" & "));
    }
    text + "\\bottomrule\n\\end{tabular}\n"
}

/// Escapes text for LaTeX.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for char in text.chars() {
        match char {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => escaped.extend(['\\', char]),
            '~' => escaped.push_str("\\textasciitilde{}"),
            '^' => escaped.push_str("\\textasciicircum{}"),
            '\\' => escaped.push_str("\\textbackslash{}"),
            other => escaped.push(other),
        }
    }
    escaped
}

fn csv(rows: &[(String, &Figure)]) -> Result<String, Failure> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let head = ["figure", "value", "low_95", "high_95", "n", "convention"];
    let lines = rows.iter().map(|(name, figure)| {
        let bounds = figure.interval.and_then(Result::ok);
        let exact = |value: Option<f64>| value.map_or_else(String::new, |value| value.to_string());
        [
            name.clone(),
            exact(figure.value.ok()),
            exact(bounds.map(|(low, _)| low)),
            exact(bounds.map(|(_, high)| high)),
            figure.n.to_string(),
            figure.convention.to_owned(),
        ]
    });
    let written = writer
        .write_record(head)
        .and_then(|()| lines.into_iter().try_for_each(|line| writer.write_record(line)));
    let bytes = written.map_err(|_| ()).and_then(|()| writer.into_inner().map_err(|_| ()));
    let text = bytes.and_then(|bytes| String::from_utf8(bytes).map_err(|_| ()));
    text.map_err(|()| Failure::new("The table can't be written.", "Choose another kind of table."))
}

/// The conventions of the figures, each once, in the order of the rows.
fn conventions<'a>(rows: &[(String, &'a Figure)]) -> Vec<&'a str> {
    let mut all: Vec<&str> = Vec::new();
    for (_, figure) in rows {
        if !all.contains(&figure.convention) {
            all.push(figure.convention);
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
             f1 of a|b & 0.5000 & 0.2500 & 0.7500 & 3 \\\\\nγ, of 100\\% & -- & -- & -- & 0 \\\\\n\
             \\bottomrule\n\\end{tabular}\n"
        );
        assert_eq!(
            table(TableFormat::Csv),
            "figure,value,low_95,high_95,n,convention\nf1 of a|b,0.5,0.25,0.75,3,share of x.\n\
             \"γ, of 100%\",,,,0,share of x.\n"
        );
    }
}
