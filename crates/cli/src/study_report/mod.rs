//! `spanwise report`: what `agree` and `stats` compute, as one page with tables and plots.
//!
//! Start reading at `run`, then `plots` and `page`. A figure must never be computed here: figures are read from the answers
//! of `agree` and `stats`, as `--json` has them, and numbers of single items come from `spanwise_agreement`. Text from data
//! reaches the page only through `html`, which escapes it. The page must not depend on anything but the files and the
//! arguments, so that the same command makes the same bytes.

mod answer;
mod html;
mod method;
mod page;
mod plots;
mod tables;

use std::borrow::Cow;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use self::page::ReportContent;
use self::plots::Plot;
use self::tables::{FigureTable, agree_tables, main_tables, stats_tables};
use super::agree::{self, AgreeRequest};
use super::args::{ReportArgs, StatsArgs, TableFormat};
use super::files::{self, OutputPath};
use super::paths::{is_standard, shown};
use super::report::{Console, Failure, counted};
use super::sources;
use super::stats::StatsRequest;
use spanwise_agreement::measure::leave_out;
use spanwise_agreement::measure::study_alignment::AnnotatorsAre;
use spanwise_annotation::digest::Digest;
use spanwise_plots::svg_file;

/// A file that a report is about.
pub(super) struct ReportedFile {
    /// Its name.
    name: String,
    /// The number of files in a folder.
    files_within: Option<usize>,
    /// Its digest.
    digest: Digest,
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
    let output = OutputPath::new(&args.output, &kept, args.force)?;
    console.refuse_two_outputs(&args.output)?;
    let folder = args.plots.as_ref().map(|folder| OutputPath::new(folder, &kept, args.force));
    let folder = folder.transpose()?;
    let reported: Vec<ReportedFile> =
        paths.iter().map(|path| reported(path)).collect::<Result<_, _>>()?;

    console.make_report();
    let source = &args.agree.source;
    let mut selected = sources::read(&paths, source, console)?;
    agree::keep_annotators(&mut selected.files, &args.agree.annotator)?;
    let stats_args = StatsArgs {
        files: paths.iter().map(|path| (*path).clone()).collect(),
        source: source.clone(),
        weights: args.weights.clone(),
        average: vec![args.agree.averaged_fields().into()],
    };
    let marked = StatsRequest::new(&stats_args, &selected)?;
    let agreement = AgreeRequest::new(&args.agree, &selected);
    // With a reference, the annotators of a file are one.
    let by_file = match &agreement {
        Ok(request) if request.who() == AnnotatorsAre::Files => {
            Some(sources::paired(&paths, selected.files.clone(), AnnotatorsAre::Files, source)?)
        }
        Ok(_) | Err(_) => None,
    };
    let paired = sources::paired(&paths, selected.files, AnnotatorsAre::Annotators, source)?;
    let study = match &source.leave_out_rules()[..] {
        [] => Cow::Borrowed(&paired.study),
        rules => Cow::Owned(leave_out(&paired.study, rules).0),
    };
    // With a single annotator there is only what was marked.
    let agreement = if paired.study.annotators.len() > 1 {
        Some(agreement?.answer(by_file.as_ref().unwrap_or(&paired), console)?.into_json())
    } else {
        None
    };
    let marked = marked.answer(&paired, console)?.into_json();
    let plots = plots::plots(&study, &marked, agreement.as_ref());
    let command = command(console.arguments(), &args.output);
    let method = method::paragraph(&marked, agreement.as_ref());
    let content = ReportContent {
        files: &reported,
        command: &command,
        method: &method,
        plots: &plots,
        stats: &marked,
        agree: agreement.as_ref(),
    };
    output.write(&page::page(&content), console)?;
    if let Some(folder) = &folder {
        write_plots(folder, &plots, source.table.unwrap_or(TableFormat::Csv))?;
    }
    console.say(&format!(
        "{}: {}, {}",
        output.shown(),
        counted(reported.len(), "file", "files"),
        counted(plots.len(), "plot", "plots"),
    ));
    let file =
        |file: &ReportedFile| json!({ "name": file.name, "sha256": file.digest.to_string() });
    Ok(json!({
        "output": shown(&args.output),
        "version": env!("CARGO_PKG_VERSION"),
        "files": reported.iter().map(file).collect::<Vec<_>>(),
        "method": method,
        "reproduce": command,
        "facts": page::facts(&content).iter().map(answered_fact).collect::<Vec<_>>(),
        "plots": plots.iter().map(answered_plot).collect::<Vec<_>>(),
        "tables": answered_tables(&marked, agreement.as_ref()),
        "agree": agreement,
        "stats": marked,
    }))
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
            "figures": table.figures.len(),
            "named_figures": table.figures,
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

/// The digest of a file, or of the files of a folder.
fn reported(path: &Path) -> Result<ReportedFile, Failure> {
    let digests = files::digests(path)?;
    let (files_within, digest) = match digests.as_slice() {
        [only] if !path.is_dir() => (None, only.clone()),
        all => (Some(all.len()), Digest::of_all(&all.iter().collect::<Vec<_>>())),
    };
    Ok(ReportedFile { name: shown(path), files_within, digest })
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

/// The command that computes the same, as a shell reads it: without the folder and the options of its answer.
fn command(arguments: &[String], output: &Path) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,@%+".contains(c);
    let quoted = |argument: Cow<str>| {
        if !argument.is_empty() && argument.chars().all(is_plain) {
            argument.into_owned()
        } else {
            format!("'{}'", argument.replace('\'', "'\\''"))
        }
    };
    let name = output.file_name().map(OsStr::to_string_lossy);
    let without_folder = |argument| {
        let (option, value) = match str::split_once(argument, '=') {
            Some((option, value)) if option.starts_with("--") => (format!("{option}="), value),
            Some(_) | None => (String::new(), argument),
        };
        match &name {
            Some(name) if Path::new(value) == output => Cow::Owned(format!("{option}{name}")),
            Some(_) | None => Cow::Borrowed(argument),
        }
    };
    let computing = arguments.iter().map(String::as_str);
    let computing = computing.filter(|argument| !OPTIONS_OF_ANSWERS.contains(argument));
    std::iter::once("spanwise".to_owned())
        .chain(computing.map(without_folder).map(quoted))
        .collect::<Vec<_>>()
        .join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn command_of(arguments: &[&str], output: &str) -> String {
        let arguments: Vec<String> = arguments.iter().map(|one| (*one).to_owned()).collect();
        command(&arguments, Path::new(output))
    }

    #[test]
    fn commands_are_quoted_for_a_shell() {
        assert_eq!(
            command_of(&["report", "a.json", "it's $HOME.json", "", "-o", "r.html"], "r.html"),
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
                "out/r.html"
            ),
            "spanwise report in/a.json --output r.html"
        );
        assert_eq!(
            command_of(
                &["report", "--seed=7", "--output=out/r.html", "--", "in/a.json"],
                "out/r.html"
            ),
            "spanwise report --seed=7 --output=r.html -- in/a.json"
        );
    }
}
