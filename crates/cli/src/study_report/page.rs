//! The page of a report: one HTML file without scripts, with everything in it.

use std::fmt::Write;

use data_encoding::{BASE64, HEXLOWER};
use serde_json::Value;

use super::ReportedFile;
use super::answer::{at, by_annotator, count, lacking_texts, text, texts};
use super::html::Html;
use super::plots::Plot;
use super::tables::{FigureTable, agree_tables, main_tables, stats_tables};
use spanwise_annotation::digest::Digest;
use spanwise_plots::{DataTable, STYLE_SHEET, TableCell};

/// The style sheet of the page.
const PAGE_STYLE: &str = include_str!("report.css");

/// The address of the documentation of measures.
const DEFINITIONS: &str = concat!(env!("CARGO_PKG_REPOSITORY"), "/blob/main/docs/measures.md");

/// The most names that are listed.
const MOST_NAMES: usize = 30;

/// What a report is about.
pub(super) struct ReportContent<'a> {
    /// The files.
    pub(super) files: &'a [ReportedFile],
    /// The command that makes the report.
    pub(super) command: &'a str,
    /// The paragraph of method.
    pub(super) method: &'a str,
    /// The plots.
    pub(super) plots: &'a [Plot],
    /// The answer of `stats`.
    pub(super) stats: &'a Value,
    /// The answer of `agree`; `None` for a single annotator.
    pub(super) agree: Option<&'a Value>,
}

/// The page as text.
pub(super) fn page(content: &ReportContent) -> String {
    let style = format!("{STYLE_SHEET}{PAGE_STYLE}");
    let mut html = Html::default();
    html.own("<!doctype html>\n");
    html.open("html", &[("lang", "en")]);
    head(&mut html, content, &style);
    html.open("body", &[]);
    html.open("main", &[]);
    html.element("h1", &[], "Annotation report");
    introduction(&mut html, content);
    if let Some(agree) = content.agree {
        html.open("section", &[]);
        html.element("h2", &[("id", "agreement-figures")], "Agreement");
        for (at, table) in main_tables(agree).enumerate() {
            // The first one is what the section is about.
            if at > 0 {
                html.element("h3", &[], &table.heading);
            }
            figure_table(&mut html, &table);
        }
        html.close("section");
    }
    html.open("section", &[]);
    html.element("h2", &[("id", "plots")], "Plots");
    html.open("div", &[("class", "plots")]);
    content.plots.iter().for_each(|of| plot(&mut html, of));
    html.close("div");
    html.close("section");
    all_figures(&mut html, content);
    method(&mut html, content);
    html.close("main");
    html.close("body");
    html.close("html");
    html.into_text()
}

fn head(html: &mut Html, content: &ReportContent, style: &str) {
    let annotated = content.files.iter().filter(|file| file.option.is_none());
    let names: Vec<&str> = annotated.map(|file| file.name.as_str()).collect();
    let title = match names.len() {
        0..=3 => format!("Annotation report: {}", names.join(", ")),
        many => format!("Annotation report: {many} files"),
    };
    html.open("head", &[]);
    html.own("<meta charset=\"utf-8\">\n");
    let policy = policy(style);
    html.open("meta", &[("http-equiv", "Content-Security-Policy"), ("content", &policy)]);
    html.own("\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    html.own("<meta name=\"color-scheme\" content=\"light dark\">\n");
    let version = concat!("Spanwise ", env!("CARGO_PKG_VERSION"));
    html.open("meta", &[("name", "generator"), ("content", version)]);
    html.element("title", &[], &title);
    html.open("style", &[]);
    // In HTML a style sheet is not escaped; these are parts of the program without markup.
    html.own(STYLE_SHEET);
    html.own(PAGE_STYLE);
    html.close("style");
    html.close("head");
}

/// A policy that allows the style sheet and nothing else.
fn policy(style: &str) -> String {
    let digest = HEXLOWER.decode(Digest::of(style).to_string().as_bytes()).unwrap_or_default();
    let digest = BASE64.encode(&digest);
    format!("default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'")
}

fn introduction(html: &mut Html, content: &ReportContent) {
    html.element(
        "p",
        &[],
        &format!(
            "What was marked in these files, and how well annotators agree, by the conventions that stand beside each figure. \
             Made with Spanwise {}.",
            env!("CARGO_PKG_VERSION")
        ),
    );
    html.open("nav", &[("aria-label", "Contents")]);
    let agreement = content.agree.map(|_| ("#agreement-figures", "Agreement"));
    let links = [("#files", "Files"), ("#data", "What was compared")].into_iter().chain(agreement);
    let last = [("#plots", "Plots"), ("#figures", "All figures"), ("#method", "Method")];
    for (address, name) in links.chain(last) {
        html.element("a", &[("href", address)], name);
        html.text(" ");
    }
    html.close("nav");
    html.open("section", &[]);
    html.element("h2", &[("id", "files")], "Files");
    files(html, content.files);
    html.close("section");
    html.open("section", &[]);
    html.element("h2", &[("id", "data")], "What was compared");
    html.open("dl", &[]);
    for (name, value) in facts(content) {
        html.element("dt", &[], name);
        html.open("dd", &[]);
        html.name(&value);
        html.close("dd");
    }
    html.close("dl");
    html.close("section");
}

fn files(html: &mut Html, files: &[ReportedFile]) {
    let columns = [("file", false), ("option", false), ("files in it", true), ("SHA-256", false)];
    let mut table = DataTable::new(columns);
    for file in files {
        table.rows.push(vec![
            TableCell::text(&file.name),
            TableCell::text(file.option.as_deref().unwrap_or_default()),
            TableCell::count(file.files_within),
            TableCell::text(&file.sha256),
        ]);
    }
    data_table(html, &table.without_empty_columns(), Some("files"));
    if files.iter().any(|file| file.files_within.is_some()) {
        let how = "The digest of a folder is that of the digests of its files in the order of their names, joined by spaces.";
        html.element("p", &[("class", "note")], how);
    }
}

/// What was read, aligned and left out: names and values.
pub(super) fn facts(content: &ReportContent) -> Vec<(&'static str, String)> {
    let stats = content.stats;
    let annotators = texts(stats, &["annotators"]);
    let mut facts = vec![("Annotators", listed(&annotators))];
    let records = count(stats, &["selection", "records"]).unwrap_or(0);
    facts.push((
        "Records",
        match count(stats, &["selection", "left_out"]) {
            Some(n) if n > 0 => format!("{records}; {n} not selected"),
            Some(_) | None => records.to_string(),
        },
    ));
    facts.push(("Items", count(stats, &["items"]).unwrap_or(0).to_string()));
    if let Some(agree) = content.agree {
        let number = |path: &[&str]| count(agree, path).unwrap_or(0);
        facts.push(("Items that all annotators have", number(&["examples"]).to_string()));
        facts.push(("Aligned by", text(agree, &["paired_by"]).unwrap_or_default().to_owned()));
        let share = at(agree, &["left_out", "share"]).and_then(Value::as_f64).unwrap_or(0.0);
        let alone = number(&["left_out", "items_of_one_annotator"]);
        let left_out = format!("{alone} ({:.1} %)", share * 100.0);
        facts.push(("Left out of agreement: items that one annotator alone has", left_out));
        facts.extend(without_counterpart(agree));
        let other = number(&["left_out", "items_with_other_texts"]);
        if other > 0 {
            facts.push((
                "Left out: items whose name others have with other texts",
                other.to_string(),
            ));
        }
        let lacking = lacking_texts(agree);
        if !lacking.is_empty() {
            facts.push((
                "Texts that annotators lack; they are not compared there",
                lacking.join("; "),
            ));
        }
        if let Some(texts) = count(agree, &["partly_empty", "texts"]).filter(|n| *n > 0) {
            let treatment = match text(agree, &["partly_empty", "treatment"]) {
                Some("skip") => "left out of γ",
                Some(_) | None => "counted for γ",
            };
            facts.push((
                "Texts that one annotator left empty, and another not",
                format!("{texts}, {treatment}"),
            ));
        }
    }
    facts.push(("Spans count on", texts(stats, &["sides"]).join(" and ")));
    if let Some(n) = count(stats, &["spans_on_other_sides"]).filter(|n| *n > 0) {
        facts.push(("Left out: spans on other sides", n.to_string()));
    }
    if let Some(n) = count(stats, &["edits_left_out"]) {
        facts.push(("Left out: edits by --leave-out", n.to_string()));
    }
    facts.push(("Tokens", text(stats, &["tokens"]).unwrap_or_default().to_owned()));
    facts.extend(typologies(stats));
    facts.push((
        "Intervals",
        match count(stats, &["intervals", "samples"]) {
            Some(samples) => {
                let seed = count(stats, &["intervals", "seed"]).unwrap_or(0);
                let convention = text(stats, &["intervals", "convention"]).unwrap_or_default();
                format!("{convention}; {samples} samples, seed {seed}")
            }
            None => "none (--resamples 0)".to_owned(),
        },
    ));
    facts
}

/// The names, or the first of many.
fn listed(names: &[&str]) -> String {
    match names.get(..MOST_NAMES) {
        Some(first) if names.len() > MOST_NAMES => {
            format!("{} and {} others", first.join(", "), names.len() - MOST_NAMES)
        }
        Some(_) | None => names.join(", "),
    }
}

fn without_counterpart(agree: &Value) -> Option<(&'static str, String)> {
    let text = by_annotator(agree, &["without_counterpart"], listed).join("; ");
    (!text.is_empty()).then_some(("These items", text))
}

/// The versions of the typology that files were annotated with.
fn typologies(stats: &Value) -> Option<(&'static str, String)> {
    let all = at(stats, &["typologies"])?.as_array()?;
    let of = |noted: &Value| {
        Some(format!("{}: {}", text(noted, &["file"])?, text(noted, &["typology"])?))
    };
    let text = all.iter().filter_map(of).collect::<Vec<_>>().join("; ");
    (!text.is_empty()).then_some(("Hashes of the typologies annotated with", text))
}

fn definition(html: &mut Html, section: &str) {
    let mut address = format!("{DEFINITIONS}#");
    for byte in section.bytes() {
        // Writing to a text does not fail.
        let _ = if byte.is_ascii() {
            write!(address, "{}", char::from(byte))
        } else {
            write!(address, "%{byte:02X}")
        };
    }
    html.element("a", &[("href", &address), ("rel", "noreferrer")], "Definition");
}

fn plot(html: &mut Html, plot: &Plot) {
    html.open("figure", &[("id", &plot.id)]);
    html.open("figcaption", &[]);
    html.element("h3", &[], &plot.heading);
    html.close("figcaption");
    html.drawing(&plot.chart.draw());
    html.open("p", &[("class", "note")]);
    html.text(&plot.about);
    html.text(" ");
    definition(html, plot.section);
    html.close("p");
    html.open("details", &[]);
    html.element("summary", &[], "Data");
    data_table(html, &plot.chart.table(), Some(&plot.heading));
    html.close("details");
    html.close("figure");
}

fn all_figures(html: &mut Html, content: &ReportContent) {
    html.open("section", &[("class", "figures")]);
    html.element("h2", &[("id", "figures")], "All figures");
    let tables = content.agree.map(agree_tables).unwrap_or_default();
    for (title, tables) in [("Agreement", tables), ("What was marked", stats_tables(content.stats))]
    {
        if tables.is_empty() {
            continue;
        }
        html.element("h3", &[], title);
        for table in tables {
            html.open("details", &[]);
            html.element(
                "summary",
                &[],
                &format!("{} ({})", table.heading, table.names.figures.len()),
            );
            figure_table(html, &table);
            html.close("details");
        }
    }
    html.element("p", &[("class", "note screen")], "Tables that are open are printed.");
    html.close("section");
}

fn figure_table(html: &mut Html, of: &FigureTable) {
    match &of.table {
        Some(table) => data_table(html, table, Some(&of.heading)),
        None => {
            let said = format!(
                "{} figures are too many for a page; --json has them.",
                of.names.figures.len()
            );
            html.element("p", &[], &said);
        }
    }
    html.open("ul", &[("class", "note")]);
    of.notes.iter().for_each(|note| html.element("li", &[], note));
    html.open("li", &[]);
    definition(html, of.section);
    html.close("li");
    html.close("ul");
}

fn data_table(html: &mut Html, table: &DataTable, label: Option<&str>) {
    let label = label.unwrap_or_default();
    html.open(
        "div",
        &[("class", "wide"), ("role", "region"), ("tabindex", "0"), ("aria-label", label)],
    );
    html.open("table", &[]);
    html.open("thead", &[]);
    html.open("tr", &[]);
    let class = |is_number: bool| if is_number { "number" } else { "words" };
    for column in &table.columns {
        html.open("th", &[("scope", "col"), ("class", class(column.is_number))]);
        html.name(&column.name);
        html.close("th");
    }
    html.close("tr");
    html.close("thead");
    html.open("tbody", &[]);
    for row in &table.rows {
        html.open("tr", &[]);
        for (column, cell) in table.columns.iter().zip(row) {
            html.open("td", &[("class", class(column.is_number))]);
            match cell {
                TableCell::Text(text) => html.name(text),
                TableCell::Count(_) | TableCell::Number(_) | TableCell::Empty => {
                    html.text(&cell.shown("–"));
                }
            }
            html.close("td");
        }
        html.close("tr");
    }
    html.close("tbody");
    html.close("table");
    html.close("div");
}

fn method(html: &mut Html, content: &ReportContent) {
    html.open("section", &[]);
    html.element("h2", &[("id", "method")], "Method");
    html.element("p", &[], content.method);
    html.element("h3", &[], "The same again");
    html.open("pre", &[]);
    html.element("code", &[], content.command);
    html.close("pre");
    html.close("section");
}
