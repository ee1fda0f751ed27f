//! `spanwise report`: what `agree` and `stats` compute, as one page with tables and plots.
//!
//! Start reading at `run`, then `plots` and `page`. A figure must never be computed here: figures are read from the answers
//! of `agree` and `stats`, as `--json` has them, and numbers of single items come from `spanwise_agreement`. Text from data
//! reaches the page only through `html`, which escapes it. The page must not depend on anything but the files and the
//! arguments, so that the same command makes the same bytes.
//!
//! A page has two workers compute the [`parts`](ReportPart) of a large report, each with `--part`, and one of them make the
//! report of these, with `--parts`. It is the same as the one that is computed at once; without the part of γ, as the one
//! without γ. Its answer is the same but for the figures that the parts have.

mod alternative_test;
mod answer;
mod html;
mod item_numbers;
mod method;
mod page;
mod plots;
mod tables;

use std::borrow::Cow;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use self::item_numbers::ItemNumbers;
use self::page::ReportContent;
use self::plots::Plot;
pub use self::tables::headings;
use self::tables::{FigureTable, agree_tables, main_tables, stats_tables};
use super::agree::{self, AgreeRequest};
use super::args::{ReportArgs, ReportPart, StatsArgs, TableFormat, error_weights};
use super::figures::FigureGroup;
use super::files::{self, OutputPath};
use super::paths::{is_standard, shown};
use super::report::{Console, Failure, counted};
use super::sources::{self, DataNames};
use super::stats::StatsRequest;
use spanwise_agreement::measure::leave_out;
use spanwise_agreement::measure::study_alignment::AnnotatorsAre;
use spanwise_annotation::digest::Digest;
use spanwise_plots::svg_file;

/// A file that a report is about.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct ReportedFile {
    /// Its name.
    name: String,
    /// The option that names it; `None` of an annotator's file.
    option: Option<String>,
    /// The number of files in a folder.
    files_within: Option<usize>,
    /// Its digest.
    sha256: String,
}

/// The figures of a report, and the files that they are of. A part lacks those of others.
#[derive(Debug, Default, Serialize, Deserialize)]
struct ComputedReport {
    files: Option<Vec<ReportedFile>>,
    /// The answer of `stats`.
    stats: Option<Value>,
    /// The answer of `agree`; `None` for a single annotator.
    agree: Option<Value>,
    items: Option<ItemNumbers>,
    /// The names that options can take.
    names: Option<DataNames>,
}

pub(super) fn run(args: &ReportArgs, console: &mut Console) -> Result<Value, Failure> {
    let paths: Vec<&PathBuf> = args.agree.inputs().collect();
    if paths.is_empty() {
        return Err(Failure::new(
            "There is nothing to report on.",
            "Name the files of the annotators, or --reference and --hypothesis.",
        ));
    }
    if paths.iter().any(|path| is_standard(path)) {
        return Err(Failure::new(
            "A report names the digests of its files; standard input (`-`) has none.",
            "Name the file.",
        ));
    }
    let kept: Vec<&Path> = paths.iter().map(|path| path.as_path()).collect();
    let output = args.output.as_ref().map(|path| {
        console.refuse_two_outputs(path)?;
        OutputPath::new(path, &kept, args.force)
    });
    let output = output.transpose()?;
    let output_name = args.output.as_deref().map(shown);
    let folder = args.plots.as_ref().map(|folder| OutputPath::new(folder, &kept, args.force));
    let folder = folder.transpose()?;
    console.make_report();
    let computed = if args.parts.is_empty() {
        computed(args, &paths, console)?
    } else {
        let parts = args.parts.iter().map(|path| read_part(path));
        parts.collect::<Result<Vec<_>, _>>()?.into_iter().fold(ComputedReport::default(), joined)
    };
    if args.agree.part.is_some() {
        if let Some(output) = &output {
            output.write(&json!(computed).to_string(), console)?;
        }
        return Ok(json!({ "output": output_name }));
    }
    let ComputedReport { files: Some(files), stats: Some(stats), agree, items: Some(items), names } =
        computed
    else {
        return Err(Failure::new("Figures of the report are missing.", "Name all of its parts."));
    };
    let plots = plots::plots(&items, &stats, agree.as_ref());
    let command = command(console.arguments(), args.output.as_deref());
    let method = method::paragraph(&stats, agree.as_ref(), &error_weights(&args.weights));
    let content = ReportContent {
        files: &files,
        command: &command,
        method: &method,
        plots: &plots,
        stats: &stats,
        agree: agree.as_ref(),
    };
    if let Some(output) = &output {
        output.write(&page::page(&content), console)?;
    }
    if let Some(folder) = &folder {
        write_plots(folder, &plots, args.agree.source.table.unwrap_or(TableFormat::Csv))?;
    }
    console.say(&format!(
        "{}: {}, {}",
        output.as_ref().map_or_else(|| "The report".to_owned(), OutputPath::shown),
        counted(files.len(), "file", "files"),
        counted(plots.len(), "plot", "plots"),
    ));
    let file = |file: &ReportedFile| json!({ "name": file.name, "sha256": file.sha256 });
    let mut answer = json!({
        "output": output_name,
        "version": env!("CARGO_PKG_VERSION"),
        "files": files.iter().map(file).collect::<Vec<_>>(),
        "method": method,
        "reproduce": command,
        "facts": page::facts(&content).iter().map(answered_fact).collect::<Vec<_>>(),
        "plots": plots.iter().map(answered_plot).collect::<Vec<_>>(),
        "tables": answered_tables(&stats, agree.as_ref()),
        "names": names,
    });
    // The parts have them.
    if args.parts.is_empty() {
        answer["agree"] = json!(agree);
        answer["stats"] = stats;
    }
    Ok(answer)
}

/// Computes a report, or the part that is asked for.
fn computed(
    args: &ReportArgs,
    paths: &[&PathBuf],
    console: &mut Console,
) -> Result<ComputedReport, Failure> {
    let [has_first, has_second] =
        [ReportPart::First, ReportPart::Second].map(|part| args.agree.has_part(part));
    let source = &args.agree.source;
    let annotated = paths.iter().map(|path| (None, path.as_path()));
    let of_options = sources::files_of_options(source).into_iter();
    let all = annotated.chain(of_options.map(|(option, path)| (Some(option), path)));
    let files = has_second.then(|| all.map(|(option, path)| reported(option, path)).collect());
    let files = files.transpose()?;
    let mut selected = sources::read(paths, source, console)?;
    agree::keep_annotators(&mut selected.files, &args.agree)?;
    let names = has_first.then(|| std::mem::take(&mut selected.names));
    let stats_args = StatsArgs {
        files: paths.iter().map(|path| (*path).clone()).collect(),
        source: source.clone(),
        weights: args.weights.clone(),
        average: vec![args.agree.averaged_fields().into()],
    };
    let stats = StatsRequest::new(&stats_args, &selected)?;
    let agreement = AgreeRequest::new(&args.agree, &selected);
    // With a reference, the annotators of a file are one.
    let by_file = match &agreement {
        Ok(request) if request.who() == AnnotatorsAre::Files => {
            Some(sources::paired(paths, selected.files.clone(), AnnotatorsAre::Files, source)?)
        }
        Ok(_) | Err(_) => None,
    };
    let paired = sources::paired(paths, selected.files, AnnotatorsAre::Annotators, source)?;
    // With a single annotator there is only what was marked.
    let agree = if paired.study.annotators.len() > 1 {
        Some(agreement?.answer(by_file.as_ref().unwrap_or(&paired), console)?.into_json())
    } else {
        None
    };
    let stats = has_first.then(|| stats.answer(&paired, console)).transpose()?;
    let stats = stats.map(FigureGroup::into_json);
    let items = has_second.then(|| {
        let study = match &source.leave_out_rules()[..] {
            [] => Cow::Borrowed(&paired.study),
            rules => Cow::Owned(leave_out(&paired.study, rules).0),
        };
        ItemNumbers::of(&study)
    });
    Ok(ComputedReport { files, stats, agree, items, names })
}

fn read_part(path: &Path) -> Result<ComputedReport, Failure> {
    serde_json::from_str(&files::read(path)?).map_err(|error| {
        let message = format!("{} is no part of a report: {error}.", shown(path));
        Failure::new(message, "Compute it with --part.")
    })
}

/// Joins two parts.
fn joined(one: ComputedReport, other: ComputedReport) -> ComputedReport {
    ComputedReport {
        files: one.files.or(other.files),
        stats: one.stats.or(other.stats),
        agree: match (one.agree, other.agree) {
            (Some(one), Some(other)) => Some(joined_figures(one, other)),
            (agree, None) | (None, agree) => agree,
        },
        items: one.items.or(other.items),
        names: one.names.or(other.names),
    }
}

/// Figures of both answers, by their names; those of pairs by the places of the pairs.
fn joined_figures(one: Value, other: Value) -> Value {
    match (one, other) {
        (Value::Object(mut one), Value::Object(other)) => {
            for (name, of_other) in other {
                let figures = match one.remove(&name) {
                    Some(of_one) => joined_figures(of_one, of_other),
                    None => of_other,
                };
                one.insert(name, figures);
            }
            Value::Object(one)
        }
        (Value::Array(one), Value::Array(other)) if one.len() == other.len() => {
            one.into_iter().zip(other).map(|(one, other)| joined_figures(one, other)).collect()
        }
        // A value of several parts, such as the names of the annotators.
        (one, _) => one,
    }
}

fn answered_fact((name, value): &(&'static str, String)) -> Value {
    json!({ "name": name, "value": value })
}

/// All tables of the report, those of the main figures first.
fn answered_tables(stats: &Value, agree: Option<&Value>) -> Vec<Value> {
    let main = agree.into_iter().flat_map(main_tables);
    let others = agree.map(agree_tables).unwrap_or_default();
    let tables = main.chain(others).chain(stats_tables(stats));
    let answered = |table: FigureTable| {
        json!({
            "heading": table.heading,
            "names": table.names,
            "table": table.table,
            "notes": table.notes,
            "section": table.section,
            "is_main": table.is_main,
        })
    };
    tables.map(answered).collect()
}

fn answered_plot(plot: &Plot) -> Value {
    json!({
        "id": plot.id,
        "heading": plot.heading,
        "about": plot.about,
        "section": plot.section,
        "alternative": plot.chart.alternative().to_string(),
        "chart": plot.chart,
        "table": plot.chart.table(),
    })
}

/// A file, or a folder with the digest of its files.
fn reported(option: Option<&str>, path: &Path) -> Result<ReportedFile, Failure> {
    let digests = files::digests(path)?;
    let (files_within, digest) = match digests.as_slice() {
        [only] if !path.is_dir() => (None, only.clone()),
        all => (Some(all.len()), Digest::of_all(&all.iter().collect::<Vec<_>>())),
    };
    let (name, option) = (shown(path), option.map(str::to_owned));
    Ok(ReportedFile { name, option, files_within, sha256: digest.to_string() })
}

/// Writes each plot as an SVG file, and its table.
fn write_plots(folder: &OutputPath, plots: &[Plot], kind: TableFormat) -> Result<(), Failure> {
    folder.begin_folder()?;
    let write = |name: String, text: &str| {
        let mut file = folder.begin_in_folder(&name)?;
        file.push(text)?;
        file.finish()?;
        file.commit()
    };
    for plot in plots {
        write(format!("{}.svg", plot.id), &svg_file(&plot.chart.draw()))?;
        let table = kind.write(&plot.chart.table(), &[&plot.about])?;
        write(format!("{}.{}", plot.id, kind.extension()), &table)?;
    }
    Ok(())
}

/// Options that say how a command answers, not what it computes.
const OPTIONS_OF_ANSWERS: [&str; 4] = ["--json", "--quiet", "-q", "--progress-lines"];

/// The file of a report in the command of one that was not written.
const REPORT: &str = "report.html";

/// The option that says where a report was computed, with its values.
const PARTS: &str = "--parts=";

/// The command that computes the same, as a shell reads it: without the folder and the options of its answer. One without an
/// output gets one.
fn command(arguments: &[String], output: Option<&Path>) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,@%+".contains(c);
    let quoted = |argument: Cow<str>| {
        if !argument.is_empty() && argument.chars().all(is_plain) {
            argument.into_owned()
        } else {
            format!("'{}'", argument.replace('\'', "'\\''"))
        }
    };
    let name = output.and_then(Path::file_name).map(OsStr::to_string_lossy);
    let without_folder = |argument| {
        let (option, value) = match str::split_once(argument, '=') {
            Some((option, value)) if option.starts_with("--") => (format!("{option}="), value),
            Some(_) | None => (String::new(), argument),
        };
        match &name {
            Some(name) if output == Some(Path::new(value)) => Cow::Owned(format!("{option}{name}")),
            Some(_) | None => Cow::Borrowed(argument),
        }
    };
    let computing = arguments.iter().map(String::as_str);
    let computing = computing
        .filter(|argument| !OPTIONS_OF_ANSWERS.contains(argument) && !argument.starts_with(PARTS));
    let mut words: Vec<String> = std::iter::once("spanwise".to_owned())
        .chain(computing.map(without_folder).map(quoted))
        .collect();
    if output.is_none() {
        let end_of_options = words.iter().position(|word| word == "--").unwrap_or(words.len());
        words.splice(end_of_options..end_of_options, ["--output", REPORT].map(str::to_owned));
    }
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn command_of(arguments: &[&str], output: Option<&str>) -> String {
        let arguments: Vec<String> = arguments.iter().map(|one| (*one).to_owned()).collect();
        command(&arguments, output.map(Path::new))
    }

    #[test]
    fn commands_are_quoted_for_a_shell() {
        assert_eq!(
            command_of(
                &["report", "a.json", "it's $HOME.json", "", "-o", "r.html"],
                Some("r.html")
            ),
            "spanwise report a.json 'it'\\''s $HOME.json' '' -o r.html"
        );
    }

    #[test]
    fn the_command_says_only_what_is_computed() {
        assert_eq!(
            command_of(
                &[
                    "--json",
                    "--progress-lines",
                    "report",
                    "-q",
                    "in/a.json",
                    "--output",
                    "out/r.html"
                ],
                Some("out/r.html")
            ),
            "spanwise report in/a.json --output r.html"
        );
        assert_eq!(
            command_of(
                &["report", "--seed=7", "--output=out/r.html", "--", "in/a.json"],
                Some("out/r.html")
            ),
            "spanwise report --seed=7 --output=r.html -- in/a.json"
        );
    }

    #[test]
    fn the_command_of_a_report_that_was_not_written_writes_it() {
        let expected = "spanwise report a.json --seed 7 --output report.html";
        assert_eq!(command_of(&["report", "a.json", "--seed", "7", "--parts=x,y"], None), expected);
        let expected = "spanwise report --output report.html -- a.json";
        assert_eq!(command_of(&["report", "--parts=x", "--", "a.json"], None), expected);
    }
}
