//! Tables of data, written as CSV, Markdown and LaTeX.

use std::fmt::Write;

use serde::{Deserialize, Serialize};
use spanwise_text::spreadsheet::guarded;

/// A table.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct DataTable {
    /// The columns.
    pub columns: Vec<TableColumn>,
    /// The rows, each with a cell for each column.
    pub rows: Vec<Vec<TableCell>>,
}

/// A column.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableColumn {
    /// Its name.
    pub name: String,
    /// `true` for numbers, which are aligned at their ends.
    pub is_number: bool,
}

/// A cell.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum TableCell {
    /// A whole number.
    Count(u64),
    /// A measure, which has as many decimals as others.
    Number(f64),
    /// Text.
    Text(String),
    /// Nothing.
    Empty,
}

/// A table that can't be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TableFault;

impl DataTable {
    /// Creates a table without rows; columns are named, those of numbers with `true`.
    #[must_use]
    pub fn new<'a>(columns: impl IntoIterator<Item = (&'a str, bool)>) -> Self {
        let columns = columns
            .into_iter()
            .map(|(name, is_number)| TableColumn { name: name.to_owned(), is_number })
            .collect();
        DataTable { columns, rows: Vec::new() }
    }

    /// Removes the columns that are empty in all rows.
    #[must_use]
    pub fn without_empty_columns(mut self) -> Self {
        let is_used =
            |at: usize| self.rows.iter().any(|row| row.get(at) != Some(&TableCell::Empty));
        let used: Vec<bool> =
            (0..self.columns.len()).map(|at| self.rows.is_empty() || is_used(at)).collect();
        let mut flags = used.iter();
        self.columns.retain(|_| flags.next().copied().unwrap_or(true));
        for row in &mut self.rows {
            let mut flags = used.iter();
            row.retain(|_| flags.next().copied().unwrap_or(true));
        }
        self
    }

    /// Makes counts of the numbers of columns in which all numbers are whole.
    #[must_use]
    pub(crate) fn with_counts(mut self) -> Self {
        for column in 0..self.columns.len() {
            let are_whole = self.rows.iter().all(|row| match row.get(column) {
                Some(TableCell::Number(value)) => {
                    TableCell::whole(Some(*value)) != TableCell::Empty
                }
                Some(TableCell::Count(_) | TableCell::Text(_) | TableCell::Empty) | None => true,
            });
            let cells = self.rows.iter_mut().filter_map(|row| row.get_mut(column));
            for cell in cells.filter(|_| are_whole) {
                if let TableCell::Number(value) = cell {
                    *cell = TableCell::whole(Some(*value));
                }
            }
        }
        self
    }

    /// As CSV (RFC 4180, lines end with LF), with numbers in full. No text is executed as a formula.
    ///
    /// # Errors
    /// If rows differ in their number of cells.
    pub fn to_csv(&self) -> Result<String, TableFault> {
        let mut writer = csv::Writer::from_writer(Vec::new());
        let exact = |cell: &TableCell| match cell {
            TableCell::Count(n) => n.to_string(),
            TableCell::Number(value) => value.to_string(),
            TableCell::Text(text) => data_cell(text),
            TableCell::Empty => String::new(),
        };
        let head = writer.write_record(self.columns.iter().map(|column| data_cell(&column.name)));
        head.map_err(|_| TableFault)?;
        for row in &self.rows {
            writer.write_record(row.iter().map(exact)).map_err(|_| TableFault)?;
        }
        let bytes = writer.into_inner().map_err(|_| TableFault)?;
        String::from_utf8(bytes).map_err(|_| TableFault)
    }

    /// As a Markdown table, with `notes` as a list below it.
    #[must_use]
    pub fn to_markdown(&self, notes: &[&str]) -> String {
        let names: Vec<String> =
            self.columns.iter().map(|column| markdown_text(&column.name)).collect();
        let rules: Vec<&str> =
            self.columns.iter().map(|c| if c.is_number { "---:" } else { "---" }).collect();
        let mut text = format!("| {} |\n|{}|\n", names.join(" | "), rules.join("|"));
        for row in &self.rows {
            let cells: Vec<String> =
                row.iter().map(|cell| shown(cell, "–", markdown_text)).collect();
            // Writing to a text does not fail.
            let _ = writeln!(text, "| {} |", cells.join(" | "));
        }
        for note in notes {
            let _ = write!(text, "\n* {}", markdown_text(note));
        }
        text + "\n"
    }

    /// As a LaTeX table with the rules of booktabs, with `notes` as comments above it.
    #[must_use]
    pub fn to_latex(&self, notes: &[&str]) -> String {
        let mut text = String::new();
        for note in notes {
            let _ = writeln!(text, "% {}", one_line(note));
        }
        let kinds: String =
            self.columns.iter().map(|c| if c.is_number { 'r' } else { 'l' }).collect();
        let names: Vec<String> = self.columns.iter().map(|c| latex_text(&c.name)).collect();
        let _ = writeln!(text, "\\begin{{tabular}}{{{kinds}}}\n\\toprule");
        let _ = writeln!(text, "{} \\\\\n\\midrule", names.join(" & "));
        for row in &self.rows {
            let cells: Vec<String> = row.iter().map(|cell| shown(cell, "--", latex_text)).collect();
            // A bracket at the start of a row would be the argument of the break before it.
            let guard =
                if cells.first().is_some_and(|cell| cell.starts_with('[')) { "{}" } else { "" };
            let _ = writeln!(text, "{guard}{} \\\\", cells.join(" & "));
        }
        text + "\\bottomrule\n\\end{tabular}\n"
    }
}

impl TableCell {
    /// A number, or nothing.
    #[must_use]
    pub fn number(value: Option<f64>) -> Self {
        value.map_or(TableCell::Empty, TableCell::Number)
    }

    /// A number that is whole, or nothing.
    #[must_use]
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a whole number below 2^53"
    )]
    pub fn whole(value: Option<f64>) -> Self {
        let whole = value.filter(|value| value.fract() == 0.0 && (0.0..9e15).contains(value));
        whole.map_or(TableCell::Empty, |value| TableCell::Count(value as u64))
    }

    /// A whole number, or nothing.
    #[must_use]
    pub fn count(n: Option<usize>) -> Self {
        n.map_or(TableCell::Empty, |n| TableCell::Count(n as u64))
    }

    /// A text, empty if there is none.
    #[must_use]
    pub fn text(text: impl Into<String>) -> Self {
        TableCell::Text(text.into())
    }

    /// The cell for people; `none` if it is empty.
    #[must_use]
    pub fn shown(&self, none: &str) -> String {
        shown(self, none, str::to_owned)
    }
}

fn shown(cell: &TableCell, none: &str, escaped: impl Fn(&str) -> String) -> String {
    match cell {
        TableCell::Count(n) => n.to_string(),
        // Zero has no sign.
        TableCell::Number(value) => format!("{:.4}", value + 0.0),
        TableCell::Text(text) => escaped(text),
        TableCell::Empty => none.to_owned(),
    }
}

/// A number with four decimals, a whole one with none.
#[must_use]
pub fn number(value: f64) -> String {
    if value.fract() == 0.0 && value.abs() < 1e15 {
        // Zero has no sign.
        format!("{}", value + 0.0)
    } else {
        format!("{value:.4}")
    }
}

/// Text without line breaks and other control characters, which become spaces.
#[must_use]
pub fn one_line(text: &str) -> String {
    text.chars()
        .map(|c| if c.is_control() || c == '\u{2028}' || c == '\u{2029}' { ' ' } else { c })
        .collect()
}

/// Escapes text for a cell of Markdown.
fn markdown_text(text: &str) -> String {
    let mut escaped = String::new();
    for char in one_line(text).chars() {
        match char {
            '\\' | '|' | '*' | '_' | '`' | '[' | ']' | '~' | '$' => escaped.extend(['\\', char]),
            '<' => escaped.push_str("&lt;"),
            '&' => escaped.push_str("&amp;"),
            other => escaped.push(other),
        }
    }
    escaped
}

/// A text without the isolates that keep its parts in order on a page: data has none.
fn without_isolates(text: &str) -> String {
    text.replace(['\u{2068}', '\u{2069}'], "")
}

/// A text as a cell for programs.
fn data_cell(text: &str) -> String {
    guarded(&without_isolates(text)).into_owned()
}

/// Signs that names of figures have and pdfLaTeX typesets only by a command, each with that command.
const LATEX_SIGNS: &[(char, &str)] = &[
    ('α', "$\\alpha$"),
    ('β', "$\\beta$"),
    ('γ', "$\\gamma$"),
    ('δ', "$\\delta$"),
    ('ε', "$\\varepsilon$"),
    ('ζ', "$\\zeta$"),
    ('η', "$\\eta$"),
    ('θ', "$\\theta$"),
    ('ι', "$\\iota$"),
    ('κ', "$\\kappa$"),
    ('λ', "$\\lambda$"),
    ('μ', "$\\mu$"),
    ('ν', "$\\nu$"),
    ('ξ', "$\\xi$"),
    ('π', "$\\pi$"),
    ('ρ', "$\\rho$"),
    ('ς', "$\\varsigma$"),
    ('σ', "$\\sigma$"),
    ('τ', "$\\tau$"),
    ('υ', "$\\upsilon$"),
    ('φ', "$\\varphi$"),
    ('χ', "$\\chi$"),
    ('ψ', "$\\psi$"),
    ('ω', "$\\omega$"),
    ('ϵ', "$\\epsilon$"),
    ('ϕ', "$\\phi$"),
    ('Γ', "$\\Gamma$"),
    ('Δ', "$\\Delta$"),
    ('Θ', "$\\Theta$"),
    ('Λ', "$\\Lambda$"),
    ('Ξ', "$\\Xi$"),
    ('Π', "$\\Pi$"),
    ('Σ', "$\\Sigma$"),
    ('Υ', "$\\Upsilon$"),
    ('Φ', "$\\Phi$"),
    ('Ψ', "$\\Psi$"),
    ('Ω', "$\\Omega$"),
    ('∅', "$\\emptyset$"),
    ('≥', "$\\geq$"),
    ('≤', "$\\leq$"),
    ('≠', "$\\neq$"),
    ('≈', "$\\approx$"),
    ('−', "$-$"),
    ('±', "$\\pm$"),
    ('×', "$\\times$"),
    ('÷', "$\\div$"),
    ('·', "$\\cdot$"),
    ('√', "$\\surd$"),
    ('∞', "$\\infty$"),
    ('→', "$\\rightarrow$"),
    ('←', "$\\leftarrow$"),
    ('↔', "$\\leftrightarrow$"),
    ('∩', "$\\cap$"),
    ('∪', "$\\cup$"),
    ('∈', "$\\in$"),
    ('¹', "$^1$"),
    ('²', "$^2$"),
    ('³', "$^3$"),
    ('½', "$\\frac{1}{2}$"),
    ('–', "--"),
    ('—', "---"),
    ('…', "\\ldots{}"),
    ('“', "``"),
    ('”', "''"),
    ('‘', "`"),
    ('’', "'"),
    ('\u{a0}', "~"),
];

/// Escapes text for LaTeX.
fn latex_text(text: &str) -> String {
    let mut escaped = String::new();
    for char in without_isolates(&one_line(text)).chars() {
        match char {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => escaped.extend(['\\', char]),
            '~' => escaped.push_str("\\textasciitilde{}"),
            '^' => escaped.push_str("\\textasciicircum{}"),
            '\\' => escaped.push_str("\\textbackslash{}"),
            '<' => escaped.push_str("\\textless{}"),
            '>' => escaped.push_str("\\textgreater{}"),
            // A dash in the usual encoding of fonts, OT1.
            '|' => escaped.push_str("\\textbar{}"),
            other => match LATEX_SIGNS.iter().find(|(sign, _)| *sign == other) {
                Some((_, command)) => escaped.push_str(command),
                None => escaped.push(other),
            },
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> DataTable {
        let mut table = DataTable::new([("name", false), ("value", true), ("n", true)]);
        table.rows = vec![
            vec![
                TableCell::text("a|b\n<i>_50 %_</i>, \"q\""),
                TableCell::Number(0.123_456),
                TableCell::Count(3),
            ],
            vec![TableCell::text("[x] \\ ~ ^ {}"), TableCell::Empty, TableCell::Count(0)],
        ];
        table
    }

    #[test]
    fn every_kind_escapes_what_it_must() {
        assert_eq!(
            table().to_csv().unwrap(),
            "name,value,n\n\"a|b\n<i>_50 %_</i>, \"\"q\"\"\",0.123456,3\n[x] \\ ~ ^ {},,0\n"
        );
        assert_eq!(
            table().to_markdown(&["per item; n: items"]),
            "| name | value | n |\n|---|---:|---:|\n\
             | a\\|b &lt;i>\\_50 %\\_&lt;/i>, \"q\" | 0.1235 | 3 |\n| \\[x\\] \\\\ \\~ ^ {} | – | 0 |\n\n* per item; n: items\n"
        );
        assert_eq!(
            table().to_latex(&["one\ntwo"]),
            "% one two\n\\begin{tabular}{lrr}\n\\toprule\nname & value & n \\\\\n\\midrule\n\
             a\\textbar{}b \\textless{}i\\textgreater{}\\_50 \\%\\_\\textless{}/i\\textgreater{}, \"q\" & 0.1235 & 3 \\\\\n\
             {}[x] \\textbackslash{} \\textasciitilde{} \\textasciicircum{} \\{\\} & -- & 0 \\\\\n\\bottomrule\n\\end{tabular}\n"
        );
    }

    #[test]
    fn no_text_is_a_formula_or_mathematics() {
        let mut table = DataTable::new([("=1+1", false), ("value", true)]);
        let formula = "\u{2068}=HYPERLINK(\"http://x\")\u{2069}";
        table.rows = vec![vec![TableCell::text(formula), TableCell::Number(-0.5)]];
        assert_eq!(
            table.to_csv().unwrap(),
            "'=1+1,value\n\"'=HYPERLINK(\"\"http://x\"\")\",-0.5\n"
        );
        table.rows = vec![vec![TableCell::text("$x_1$"), TableCell::Empty]];
        assert!(table.to_markdown(&[]).contains("| \\$x\\_1\\$ |"));
    }

    #[test]
    fn the_measures_of_a_column_have_as_many_decimals() {
        let mut table = DataTable::new([("n", true), ("share", true)]);
        let row = |n, share| vec![TableCell::Number(n), TableCell::Number(share)];
        table.rows = vec![row(2.0, 0.475), row(10.0, 1.0), row(0.0, -0.0)];
        let shown = |cells: &Vec<TableCell>| cells.iter().map(|cell| cell.shown("–")).collect();
        let rows: Vec<Vec<String>> = table.with_counts().rows.iter().map(shown).collect();
        assert_eq!(rows, [["2", "0.4750"], ["10", "1.0000"], ["0", "0.0000"]]);
    }

    #[test]
    fn signs_are_commands_of_latex() {
        for (text, expected) in [
            ("γ-cat", "$\\gamma$-cat"),
            ("S∅, ΔF1", "S$\\emptyset$, $\\Delta$F1"),
            ("κ ≥ 0.5 – α × ρ²", "$\\kappa$ $\\geq$ 0.5 -- $\\alpha$ $\\times$ $\\rho$$^2$"),
            ("“so” …", "``so'' \\ldots{}"),
            ("Müller", "Müller"),
        ] {
            assert_eq!(latex_text(text), expected);
        }
        let mut greek = ('α'..='ω').chain("ΓΔΘΛΞΠΣΥΦΨΩ".chars()).filter(|sign| *sign != 'ο');
        assert!(greek.all(|sign| latex_text(&sign.to_string()).is_ascii()));
    }

    #[test]
    fn empty_columns_are_dropped_if_there_are_rows() {
        let mut some = table();
        some.rows.iter_mut().for_each(|row| row[1] = TableCell::Empty);
        assert_eq!(some.without_empty_columns().to_csv().unwrap().lines().next(), Some("name,n"));
        let none = DataTable::new([("name", false)]);
        assert_eq!(none.without_empty_columns().to_csv().unwrap(), "name\n");
    }
}
