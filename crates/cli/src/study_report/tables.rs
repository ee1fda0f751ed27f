//! The tables of a report: every figure of an answer, by group.

use serde::Serialize;
use serde_json::Value;

use super::alternative_test::AlternativeTest;
use super::answer::{
    AnsweredFigure, CommonBasis, FoundFigure, all_figures, part, sentence, spaced, text,
};
use super::plots::MAIN_FIGURES;
use crate::agree::DIFFERENCE_TEST;
use crate::figures::{FigureNotes, NamePlace, mark};
use spanwise_plots::{DataTable, TableCell};

/// The most rows that a report shows of a group.
const MOST_ROWS: usize = 2000;

/// The headings of tables that are not those of a group in an answer.
const MAIN: &str = "Main figures";
const HYPOTHESES: &str = "Hypotheses against the reference";
const ALTERNATIVE_TEST: &str = "Alternative annotator test";
const PAIRS: &str = "pairs";

/// A group of figures as a table.
#[derive(Debug)]
pub(super) struct FigureTable {
    /// Its heading.
    pub(super) heading: String,
    /// The rows; `None` if there are too many.
    pub(super) table: Option<DataTable>,
    /// The machine-readable names of the figures of all rows, also of those that are too many.
    pub(super) names: FigureNames,
    /// Conventions with what was left out, numbered as rows refer to them.
    pub(super) notes: Vec<String>,
    /// The section of the documentation with the definitions.
    pub(super) section: &'static str,
    /// `true` for what a reader sees first; the others are folded.
    pub(super) is_main: bool,
}

/// Machine-readable names of figures.
#[derive(Debug, Default, Serialize)]
pub(super) struct FigureNames {
    pub(super) figures: Vec<NamedFigure>,
    /// The different conventions of the figures, as the answer has them.
    conventions: Vec<String>,
}

/// The machine-readable name of a figure.
#[derive(Debug, Serialize)]
pub(super) struct NamedFigure {
    /// Its names in the answer of `agree` or `stats`, with dots between; of a main figure the last one.
    measure: String,
    /// The position of its convention in [`FigureNames::conventions`]; `None` if the answer states none.
    convention: Option<usize>,
}

/// A row of a table.
struct FigureRow<'a> {
    label: String,
    measure: String,
    figure: AnsweredFigure<'a>,
}

/// The main figures of `agree`, those of each hypothesis, and the alternative annotator test.
pub(super) fn main_tables(agree: &Value) -> impl Iterator<Item = FigureTable> {
    main_table(agree).into_iter().chain(hypotheses_table(agree)).chain(alternative_table(agree))
}

fn main_table(agree: &Value) -> Option<FigureTable> {
    let figure = |(name, label): (&str, &str)| {
        let figure = super::answer::figure_at(agree, &["main", name, "value"])?;
        Some(FigureRow { label: label.to_owned(), measure: name.to_owned(), figure })
    };
    let figures: Vec<_> = MAIN_FIGURES.into_iter().filter_map(figure).collect();
    (!figures.is_empty())
        .then(|| FigureTable { is_main: true, ..table(MAIN, figures, "the-main-figures") })
}

/// The figures of a hypothesis against the reference, by the heading of their column, as Kasner et al. (2025, table 8) have
/// them.
const OF_HYPOTHESIS: [(&str, &str); 10] = [
    ("pearson", "ρ"),
    ("precision", "precision"),
    ("precision_soft", "precision soft"),
    ("recall", "recall"),
    ("recall_soft", "recall soft"),
    ("f1", "F1"),
    ("f1_soft", "F1 soft"),
    ("delta_f1", "ΔF1"),
    ("gamma", "γ"),
    ("s_empty", "S∅"),
];

/// A row for each hypothesis. The table `hypotheses` has the intervals.
fn hypotheses_table(agree: &Value) -> Option<FigureTable> {
    let hypotheses = agree.get("hypotheses")?.as_object()?;
    let is_there = |name: &str| hypotheses.values().any(|of| of.get(name).is_some());
    let columns: Vec<_> = OF_HYPOTHESIS.into_iter().filter(|(name, _)| is_there(name)).collect();
    let figures = columns.iter().map(|(_, heading)| (*heading, true));
    let mut table = DataTable::new([("hypothesis", false)].into_iter().chain(figures));
    let number = |of: &Value, name: &str| of.get(name).and_then(Value::as_f64);
    let row = |(hypothesis, of): (&String, &Value)| {
        let numbers = columns.iter().map(|(name, _)| TableCell::number(number(of, name)));
        [TableCell::text(hypothesis)].into_iter().chain(numbers).collect()
    };
    table.rows = hypotheses.iter().map(row).collect();
    Some(FigureTable {
        heading: HYPOTHESES.to_owned(),
        table: Some(table),
        names: FigureNames::default(),
        notes: vec![HYPOTHESES_NOTE.to_owned()],
        section: "hypotheses-against-a-reference",
        is_main: true,
    })
}

fn alternative_table(agree: &Value) -> Option<FigureTable> {
    let test = AlternativeTest::of(agree)?;
    Some(FigureTable {
        heading: ALTERNATIVE_TEST.to_owned(),
        table: Some(test.table()),
        names: FigureNames::default(),
        notes: vec![test.setting(), ALTERNATIVE_NOTE.to_owned()],
        section: "the-alternative-annotator-test",
        is_main: true,
    })
}

const ALTERNATIVE_NOTE: &str = "ω: share of annotators against whom the tested wins, passed from 0.5 on; ρ: mean advantage of the \
     tested; p: of the one-sided t-test that the annotator's advantage exceeds that of the tested by ε or more.";

const HYPOTHESES_NOTE: &str = "Precision, recall and F1 by characters (micro_char), where only spans of the same category match, \
     and soft, where categories are ignored; ΔF1: soft less hard; ρ: Pearson's correlation of the numbers of spans per text \
     and category; γ: mean over texts.";

/// The other figures of `agree`, by group. Counts are those of `stats`.
pub(super) fn agree_tables(agree: &Value) -> Vec<FigureTable> {
    let mut tables = tables(agree, |names| !matches!(names, ["main", ..]) && !are_counts(names));
    let pairs = agree.get("pairs").and_then(Value::as_array).into_iter().flatten();
    let mut figures = Vec::new();
    for (at, pair) in pairs.enumerate() {
        let names = [text(pair, &["reference"]), text(pair, &["hypothesis"])];
        let names = part(&names.map(Option::unwrap_or_default).join(" and "));
        figures.extend(all_figures(pair, NamePlace::default()).into_iter().map(|found| {
            FigureRow {
                label: format!("{names}, {}", found.label),
                measure: format!("pairs.{at}.{}", found.path.join(".")),
                figure: found.figure,
            }
        }));
    }
    if !figures.is_empty() {
        tables.push(table(PAIRS, figures, "two-annotators"));
    }
    tables
}

/// The figures of `stats`, by group.
pub(super) fn stats_tables(stats: &Value) -> Vec<FigureTable> {
    tables(stats, |_| true)
}

/// Returns `true` if a figure of these names is a count: of all records, or of one value of the members of a grouping, which
/// of several groupings comes after these members.
fn are_counts(names: &[&str]) -> bool {
    let after_part = match names {
        ["groups", _, rest @ ..] | ["groups_by", _, _, rest @ ..] => rest,
        names => names,
    };
    after_part.first() == Some(&"counts")
}

/// The figures of an answer that are shown by their names, by group.
fn tables(answer: &Value, is_shown: impl Fn(&[&str]) -> bool) -> Vec<FigureTable> {
    let groups = answer.as_object().into_iter().flatten();
    let of = |(name, group): (&String, &Value)| {
        let found = all_figures(group, NamePlace::default().within(name)).into_iter();
        let found =
            found.filter(|found| is_shown(&[&[name.as_str()][..], &found.path[..]].concat()));
        let figures: Vec<_> = found.map(|found| row_of(name, found)).collect();
        (!figures.is_empty()).then(|| table(&spaced(name), figures, section(name)))
    };
    groups.filter_map(of).collect()
}

/// The row of a figure of a group.
fn row_of<'a>(group: &str, found: FoundFigure<'a>) -> FigureRow<'a> {
    let names = std::iter::once(group).chain(found.path.iter().copied());
    let measure = names.collect::<Vec<_>>().join(".");
    // A group whose only figure is its own.
    let label = if found.path.is_empty() { spaced(group) } else { found.label };
    FigureRow { label, measure, figure: found.figure }
}

fn table(heading: &str, figures: Vec<FigureRow>, section: &'static str) -> FigureTable {
    let mut basis = CommonBasis::default();
    figures.iter().for_each(|row| basis.add(&row.figure));
    let mut notes = FigureNotes::default();
    let mut table = DataTable::new([
        ("figure", false),
        ("value", true),
        ("95 % low", true),
        ("95 % high", true),
        ("p", true),
        ("n", true),
        ("left out", true),
        ("note", false),
    ]);
    let is_shown = figures.len() <= MOST_ROWS;
    for FigureRow { label, figure, .. } in &figures {
        let note = note(figure, &mut notes);
        if !is_shown {
            continue;
        }
        let [low, high] = [0, 1].map(|at| figure.interval.and_then(|i| i.get(at).copied()));
        let left_out: u64 = figure.left_out.iter().map(|(n, _)| n).sum();
        let value = if figure.is_count { TableCell::whole } else { TableCell::number };
        table.rows.push(vec![
            TableCell::text(label),
            value(figure.value),
            TableCell::number(low),
            TableCell::number(high),
            TableCell::number(figure.p),
            TableCell::count(figure.n),
            if left_out == 0 { TableCell::Empty } else { TableCell::Count(left_out) },
            note,
        ]);
    }
    let named = |FigureRow { measure, figure, .. }: FigureRow| {
        let mut conventions = basis.conventions().iter();
        let convention = conventions.position(|known| *known == figure.convention);
        NamedFigure { measure, convention }
    };
    let are_tested = figures.iter().any(|row| row.figure.p.is_some());
    let test = are_tested.then(|| format!("{DIFFERENCE_TEST}."));
    FigureTable {
        heading: heading.to_owned(),
        table: is_shown.then(|| table.without_empty_columns()),
        notes: notes.lines().chain(test).collect(),
        names: FigureNames {
            figures: figures.into_iter().map(named).collect(),
            conventions: basis.conventions().iter().map(|&known| known.to_owned()).collect(),
        },
        section,
        is_main: false,
    }
}

/// The mark of the note of a figure; empty if there is nothing to note.
fn note<'a>(figure: &AnsweredFigure<'a>, notes: &mut FigureNotes<'a>) -> TableCell {
    let AnsweredFigure { convention, left_out, reason, .. } = figure;
    if convention.is_empty() && left_out.is_empty() && reason.is_none() {
        return TableCell::Empty;
    }
    let convention = if convention.is_empty() { String::new() } else { sentence(convention) };
    TableCell::text(mark(notes.number(&convention, left_out.iter().map(|(_, why)| *why), *reason)))
}

/// The groups of figures in answers that a report has tables of, each with the section of the documentation that defines
/// them.
const GROUPS: [(&str, &str); 34] = [
    ("alpha", "any-number-of-annotators"),
    ("alt_test", "the-alternative-annotator-test"),
    ("annotator_differences", "intervals-and-tests"),
    ("answers", "two-annotators"),
    ("averages", "averages"),
    ("competence", "competence-of-annotators"),
    ("counts", "any-number-of-annotators"),
    ("coverage", "of-what-was-marked"),
    ("differences", "intervals-and-tests"),
    ("explanations", "answers-in-free-text"),
    ("f1", "conventions-of-f1"),
    ("f1_by_category", "two-annotators"),
    ("gamma", "γ"),
    ("given_answers", "of-what-was-marked"),
    ("group_differences", "intervals-and-tests"),
    ("group_differences_by", "intervals-and-tests"),
    ("groups", "measures"),
    ("groups_by", "measures"),
    ("hypotheses", "hypotheses-against-a-reference"),
    ("item_answers", "two-annotators"),
    ("one_against_rest", "of-what-was-marked"),
    ("pearson", "two-annotators"),
    ("profiles", "profiles-of-annotators"),
    ("quality", "of-what-was-marked"),
    ("ranking", "of-what-was-marked"),
    ("ranking_by", "of-what-was-marked"),
    ("s_empty", "two-annotators"),
    ("schemes", "schemes-of-partial-matches"),
    ("score", "of-what-was-marked"),
    ("soft", "soft-labels"),
    ("stability", "of-what-was-marked"),
    ("systems", "rankings-of-systems"),
    ("time", "of-what-was-marked"),
    ("two_agree", "any-number-of-annotators"),
];

/// The section of the documentation that defines a group of figures.
fn section(name: &str) -> &'static str {
    let known = GROUPS.iter().find(|(group, _)| *group == name);
    known.map_or("measures", |(_, section)| section)
}

/// The headings that tables of a report can have.
pub fn headings() -> impl Iterator<Item = String> {
    let own = [MAIN, HYPOTHESES, ALTERNATIVE_TEST, PAIRS].map(str::to_owned);
    own.into_iter().chain(GROUPS.iter().map(|(group, _)| spaced(group)))
}
