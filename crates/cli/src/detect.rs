//! `spanwise detect`: the format of files, what they hold, and what their offsets count.

use std::path::Path;

use serde_json::{Value, json};

use super::args::DetectArgs;
use super::convert::{counts_by_way, reading, tell_problems};
use super::files;
use super::input::known;
use super::paths::shown;
use super::progress::{ProgressBar, done};
use super::report::{Console, Failure, counted};
use spanwise_diagnostics::Severity;
use spanwise_interchange::{
    CorpusOverview, Format, ImportOutcome, OffsetUnit, UnitReading, detect, gallery_template,
    unit_readings,
};

/// Steps of the bar for each file or folder: reading in each unit of offsets, reading.
const STEPS: usize = 2;

/// The maximal number of names in a line for people.
const FEW: usize = 8;

pub(super) fn run(args: &DetectArgs, console: &mut Console) -> Result<Value, Failure> {
    files::refuse_twice_standard(&args.files)?;
    let bar = console.progress().bar("reading", STEPS * args.files.len());
    let told = args.files.iter().enumerate().map(|(number, path)| {
        bar.set_position((STEPS * number) as u64);
        one(path, args, &bar, console)
    });
    let told = told.collect::<Result<Vec<_>, _>>()?;
    done(&bar);
    Ok(json!({ "files": told }))
}

fn one(
    path: &Path,
    args: &DetectArgs,
    bar: &ProgressBar,
    console: &mut Console,
) -> Result<Value, Failure> {
    let named = args.format.as_deref().map(known).transpose()?;
    let files = files::read_all(path, named.map(|format| format.layout))?;
    let candidates = named.map_or_else(|| detect(&files), |format| vec![format]);
    let names: Vec<&str> = candidates.iter().map(|format| format.name).collect();
    let mut told = json!({
        "file": shown(path),
        "format": null,
        "detected": named.is_none(),
        "candidates": names,
    });
    let [format] = candidates.as_slice() else {
        bar.suspend(|| say_undecided(path, &names, console));
        return Ok(told);
    };
    let options = reading(args.offsets.as_deref(), format)?;
    let readings = unit_readings(format, &files);
    bar.inc(1);
    let imported = format.import(files, options);
    let overview = CorpusOverview::of(&imported.corpus);
    bar.suspend(|| {
        tell_problems(path, &imported.problems, console);
        print(path, format, &imported, &overview, console);
    });
    if let Value::Object(told) = &mut told {
        told.extend(members(format, &imported, &overview, &readings));
    }
    Ok(told)
}

/// Reports that no format, or several, fit.
fn say_undecided(path: &Path, candidates: &[&str], console: &mut Console) {
    let (code, message) = if candidates.is_empty() {
        ("unknown-format", "It looks like none of the formats of annotations.".to_owned())
    } else {
        ("several-formats", format!("It looks like several formats: {}.", candidates.join(", ")))
    };
    let remedy = "Name its format with --format: `spanwise formats` lists them.".to_owned();
    console.found(path, Severity::Error, code, [message, remedy]);
}

fn members(
    format: &Format,
    imported: &ImportOutcome,
    overview: &CorpusOverview,
    readings: &[UnitReading],
) -> serde_json::Map<String, Value> {
    let count = |(name, n): &(String, usize), of: &str| json!({ "name": name, of: n });
    let annotator = |(name, n): &(Option<String>, usize)| json!({ "name": name, "records": n });
    let reading = |reading: &UnitReading| {
        json!({
            "unit": reading.unit.name(),
            "spans": reading.spans,
            "words": reading.words,
            "missing": reading.missing,
            "errors": reading.errors,
        })
    };
    let told = json!({
        "format": format.name,
        "about": format.about,
        "offsets": format.unit.map(|declared| json!({
            "unit": imported.unit.map(OffsetUnit::name),
            "declared": declared.name(),
            "readings": readings.iter().map(reading).collect::<Vec<_>>(),
        })),
        "records": imported.corpus.records.len(),
        "items": overview.items,
        "done": overview.done,
        "edits": overview.edits,
        "spans": counts_by_way(&imported.located),
        "texts": overview.texts.iter().map(|text| count(text, "records")).collect::<Vec<_>>(),
        "annotators": overview.annotators.iter().map(annotator).collect::<Vec<_>>(),
        "categories": overview.categories.iter().map(|category| count(category, "edits")).collect::<Vec<_>>(),
        "template": gallery_template(format),
        "unlisted": imported.problems.unlisted(),
    });
    if let Value::Object(told) = told { told } else { serde_json::Map::new() }
}

/// Prints what a file is and holds, for people.
fn print(
    path: &Path,
    format: &Format,
    imported: &ImportOutcome,
    overview: &CorpusOverview,
    console: &mut Console,
) {
    let mut text = format!("{}: {} ({})\n", shown(path), format.name, format.about);
    let mut line = |name: &str, value: String| text += &format!("  {name:11} {value}\n");
    line("records", imported.corpus.records.len().to_string());
    let categories = overview.categories.iter().map(|(name, n)| format!("{name} {n}"));
    line("edits", with_few(overview.edits.to_string(), categories));
    let named = overview.annotators.iter().filter_map(|(name, n)| Some((name.as_ref()?, n)));
    let named: Vec<String> = named.map(|(name, n)| format!("{name} {n}")).collect();
    line("annotators", with_few(named.len().to_string(), named.into_iter()));
    if let Some(unit) = imported.unit {
        line("offsets", unit.name().to_owned());
    }
    if let Some(template) = gallery_template(format) {
        line("template", format!("{template}, in the gallery"));
    }
    console.print_text(&text);
}

/// A number with the first of what it counts.
fn with_few(number: String, names: impl ExactSizeIterator<Item = String>) -> String {
    let more = names.len().saturating_sub(FEW);
    let mut few: Vec<String> = names.take(FEW).collect();
    if more > 0 {
        few.push(counted(more, "other", "others"));
    }
    if few.is_empty() { number } else { format!("{number}: {}", few.join(", ")) }
}
