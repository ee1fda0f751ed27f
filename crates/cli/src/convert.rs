//! `spanwise convert`: annotations from one format into another.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::args::ConvertArgs;
use super::files::OutputPath;
use super::input::{Input, known};
use super::match_decisions;
use super::output_sink::OutputSink;
use super::paths::shown;
use super::progress::done;
use super::report::{Console, Failure, counted};
use super::staged::StagedFile;
use super::typology_changes::{self, RequestedChanges};
use spanwise_annotation::typology_changes::{InstanceLog, write_log};
use spanwise_diagnostics::Severity;
use spanwise_interchange::{
    Corpus, ExportOutcome, FileProblems, Format, ImportOptions, ImportOutcome, Losses, OffsetUnit,
    RecordAlignment, SpanLocationCounts, TextAlignment, match_name, uncertain_table,
    with_semicolons,
};

/// Steps of the bar: reading, importing, exporting.
const STEPS: usize = 3;

pub(super) fn run(args: &ConvertArgs, console: &mut Console) -> Result<Value, Failure> {
    let to = target(args)?;
    console.refuse_two_outputs(&args.output)?;
    let output = OutputPath::new(&args.output, &[&args.input], args.force)?;
    let changes = RequestedChanges::read(&args.map, console)?;

    let bar = console.progress().bar(&shown(&args.input), STEPS);
    let input = Input::open(&args.input, args.from.as_deref(), "--from")?;
    let (from, is_detected) = (input.format, input.is_detected);
    let reading = reading(args.offsets.as_deref(), from)?;
    bar.inc(1);
    let mut imported = from.import(input.files, reading);
    bar.inc(1);
    let matches = matches(&imported);
    if let Some(path) = &args.matches {
        let table = uncertain_table(&imported.located.uncertain, &imported.corpus);
        OutputPath::new(path, &[&args.input, &args.output], args.force)?.write(&table, console)?;
    }
    let decided = match &args.matches_decided {
        Some(path) => Some(match_decisions::apply(path, &mut imported, console)?),
        None => None,
    };
    let mapped = map(args, &changes, &mut imported.corpus, console)?;
    let mut sink = OutputSink::new(to, &output, args.no_loss || imported.corpus.records.is_empty());
    let ExportOutcome { losses, alignment } = to.export_to(&mut imported.corpus, &mut sink);
    done(&bar);

    tell_problems(&args.input, &imported.problems, console);
    tell(from, to, &imported, &losses, console);
    tell_aligned(imported.alignment.as_ref(), alignment.as_ref(), console);
    let is_written = may_be_written(args, from, &imported, &losses, console);
    let mut written = Vec::new();
    if is_written {
        // Written before the output is in its place, so that the output is never without its log.
        let log = mapped.log.map(|(output, log)| output.staged()?.with(&log)).transpose()?;
        written = sink.commit(console)?;
        log.map_or(Ok(()), StagedFile::commit)?;
        console.say(&format!("written: {}", output.shown()));
    } else {
        console.say("Nothing was written.");
    }
    let said = json!({
        "from": {
            "format": from.name,
            "detected": is_detected,
            "offsets": imported.unit.map(OffsetUnit::name),
        },
        "to": { "format": to.name, "offsets": to.unit.map(OffsetUnit::name) },
        "records": imported.corpus.records.len(),
        "edits": edits(&imported.corpus),
        "spans": counts_by_way(&imported.located),
        "matches": matches,
        "matches_total": imported.located.uncertain.total(),
        "matches_decided": decided,
        "aligned": {
            "read": imported.alignment.as_ref().map(aligned_texts),
            "written": alignment.as_ref().map(aligned_records),
        },
        "losses": self::losses(&losses),
        "unlisted": imported.problems.unlisted(),
        "map": mapped.figures,
        "written": written,
    });
    if console.ends_process() {
        // To free a million allocations first would take a tenth of its time.
        std::mem::forget(imported);
    }
    Ok(said)
}

/// The changes that `--map` or `--undo-map` made.
#[derive(Default)]
struct AppliedChanges<'a> {
    figures: Option<Value>,
    /// The path of its log, and the log.
    log: Option<(OutputPath<'a>, String)>,
}

/// Applies `--map` to the records, or undoes the changes of a log.
fn map<'a>(
    args: &'a ConvertArgs,
    changes: &RequestedChanges,
    corpus: &mut Corpus,
    console: &mut Console,
) -> Result<AppliedChanges<'a>, Failure> {
    if let Some(log) = &args.undo_map {
        let taken_back = typology_changes::undo(log, corpus)?;
        let edits = counted(taken_back.edits, "edit", "edits");
        console.say(&match taken_back.records {
            0 => format!("taken back: {edits}"),
            n => format!("taken back: {edits}, answers about {}", counted(n, "record", "records")),
        });
        let figures =
            json!({ "taken_back": taken_back.edits, "taken_back_records": taken_back.records });
        return Ok(AppliedChanges { figures: Some(figures), log: None });
    }
    if changes.is_empty() {
        return Ok(AppliedChanges::default());
    }
    let mut logs = Vec::new();
    let keep = |log: InstanceLog| {
        if args.map_log.is_some() && !log.is_empty() {
            logs.push(log);
        }
    };
    let tally = changes.apply(std::iter::once(corpus), keep, console)?;
    let log = args.map_log.as_ref().map(|path| {
        let output = OutputPath::new(path, &[&args.input, &args.output], args.force)?;
        let log = write_log(&logs).map_err(|error| {
            let message = format!("The log can't be written: {error}.");
            Failure::new(message, "Convert without --map-log.")
        })?;
        Ok((output, log))
    });
    Ok(AppliedChanges { figures: Some(typology_changes::figures(&tally)), log: log.transpose()? })
}

/// The unit that was asked for.
///
/// # Errors
/// If the format has no offsets.
pub(super) fn reading(offsets: Option<&str>, from: &Format) -> Result<ImportOptions, Failure> {
    let unit = offsets.and_then(OffsetUnit::of_name);
    if unit.is_some() && from.unit.is_none() {
        let message = format!("There are no offsets in {}.", from.name);
        return Err(Failure::new(message, "Leave --offsets out."));
    }
    Ok(ImportOptions { unit, ..ImportOptions::default() })
}

/// The path of a file that was read, for people.
fn path_of(base: &Path, file: &str) -> PathBuf {
    if file.is_empty() || base.is_file() { base.to_owned() } else { base.join(file) }
}

/// Reports the problems of files.
pub(super) fn tell_problems(input: &Path, problems: &FileProblems, console: &mut Console) {
    for problem in problems.listed() {
        console.problem(&path_of(input, &problem.file), &problem.diagnostic);
    }
    let unlisted = problems.unlisted();
    if unlisted > 0 {
        // An error among those that are not listed must still be one.
        let of = |severity| {
            problems.listed().iter().filter(|p| p.diagnostic.severity == severity).count()
        };
        let severity = if problems.errors() > of(Severity::Error) {
            Severity::Error
        } else {
            Severity::Warning
        };
        let message =
            format!("{} not listed.", counted(unlisted, "more problem is", "more problems are"));
        let remedy = "Correct these first, then convert again.".to_owned();
        console.found(input, severity, "more-problems", [message, remedy]);
    }
}

/// Prints the numbers of records and edits, the ways in which spans were found, and the losses.
fn tell(from: &Format, to: &Format, imported: &ImportOutcome, losses: &Losses, console: &Console) {
    console.say(&format!(
        "{} → {}: {}, {}",
        from.name,
        to.name,
        counted(imported.corpus.records.len(), "record", "records"),
        counted(edits(&imported.corpus), "edit", "edits"),
    ));
    let found: Vec<String> = ways(&imported.located)
        .into_iter()
        .filter(|(_, _, n)| *n > 0)
        .map(|(_, what, n)| format!("{n} {what}"))
        .collect();
    if !found.is_empty() {
        console.say(&format!("spans: {}", found.join(", ")));
    }
    for loss in losses.iter() {
        let first = loss.first.saturating_add(1);
        console.say(&format!(
            "not in {}: {} {} (first in record {first})",
            to.name, loss.count, loss.what
        ));
    }
}

/// Prints the alignment, if anything was aligned.
fn tell_aligned(
    read: Option<&TextAlignment>,
    written: Option<&RecordAlignment>,
    console: &Console,
) {
    if let Some(read) = read {
        let mut said = vec![format!("{} {} by {}", read.by_name, read.what, read.keys.join(", "))];
        if let Some(first) = read.without_counterpart.first() {
            let missing = counted(read.without_counterpart.len(), "text is", "texts are");
            said.push(format!("{missing} not there, such as “{first}”"));
        }
        if read.not_annotated > 0 {
            said.push(format!(
                "{} without annotations",
                counted(read.not_annotated, "text", "texts")
            ));
        }
        console.say(&format!("aligned while reading: {}", said.join("; ")));
    }
    if let Some(written) = written.filter(|written| written.by_name + written.by_texts > 0) {
        let (by_name, by_texts) = (written.by_name, written.by_texts);
        let records = counted(by_name, "record", "records");
        let alone = written.without_counterpart.len();
        let alone =
            if alone > 0 { format!("; {alone} of one annotator only") } else { String::new() };
        console.say(&format!(
            "aligned while writing: {records} by name, {by_texts} by their texts{alone}"
        ));
    }
}

fn aligned_texts(alignment: &TextAlignment) -> Value {
    json!({
        "what": alignment.what,
        "keys": alignment.keys,
        "by_name": alignment.by_name,
        "by_texts": 0,
        "without_counterpart": alignment.without_counterpart,
        "not_annotated": alignment.not_annotated,
    })
}

fn aligned_records(alignment: &RecordAlignment) -> Value {
    json!({
        "by_name": alignment.by_name,
        "by_texts": alignment.by_texts,
        "without_counterpart": alignment.without_counterpart,
    })
}

/// The ways in which spans were found: name in JSON, words, number of spans.
fn ways(located: &SpanLocationCounts) -> [(&'static str, &'static str, usize); 8] {
    [
        ("by_offsets", "by offsets alone", located.by_offsets),
        ("exact", "exactly", located.exact),
        ("folded", "but for spelling of spaces, quotes and dashes", located.folded),
        ("case_folded", "but for upper and lower case", located.case_folded),
        ("fuzzy", "nearly", located.fuzzy),
        ("moved", "of these elsewhere than their offsets say", located.moved),
        ("ambiguous", "of these at one of several places", located.ambiguous),
        ("missing", "not found", located.missing),
    ]
}

/// The spans that are not just where the file says, with offsets in UTF-16 units.
pub(super) fn matches(imported: &ImportOutcome) -> Vec<Value> {
    let told = imported.located.uncertain.listed().iter().map(|span| {
        let record = imported.corpus.records.get(span.record);
        let edit = record.and_then(|record| record.edits.get(span.edit));
        json!({
            "record": span.record,
            "annotator": record.and_then(|record| record.annotator.as_deref()),
            "edit": span.edit,
            "category": edit.map(|edit| edit.category.as_str()),
            "text": span.text.as_str(),
            "quote": span.quote,
            "match": match_name(span.found.as_ref()),
            "moved": span.found.is_some_and(|found| found.moved),
            "ambiguous": span.found.is_some_and(|found| found.ambiguous),
            "found": span.found_text,
            "place": span.place(),
            "elsewhere": span.places_elsewhere(),
        })
    });
    told.collect()
}

/// The numbers of spans by the way in which they were found.
pub(super) fn counts_by_way(located: &SpanLocationCounts) -> Value {
    ways(located).into_iter().map(|(name, _, n)| (name.to_owned(), Value::from(n))).collect()
}

fn losses(losses: &Losses) -> Vec<Value> {
    losses
        .iter()
        .map(|loss| json!({ "what": loss.what, "count": loss.count, "index": loss.first }))
        .collect()
}

fn edits(corpus: &Corpus) -> usize {
    corpus.records.iter().map(|record| record.edits.len()).sum()
}

/// The format to write, with the separator asked for.
fn target(args: &ConvertArgs) -> Result<&'static Format, Failure> {
    let format = known(&args.to)?;
    if args.separator == "," {
        return Ok(format);
    }
    with_semicolons(format).ok_or_else(|| {
        Failure::new(
            format!("The format {} has no choice of a separator.", format.name),
            "Leave --separator out, or write csv-spans or csv-edits.",
        )
    })
}

/// Returns `true` if there are records, and no losses that `--no-loss` forbids; reports an error otherwise.
fn may_be_written(
    args: &ConvertArgs,
    from: &Format,
    imported: &ImportOutcome,
    losses: &Losses,
    console: &mut Console,
) -> bool {
    if args.no_loss && !losses.is_empty() {
        let what: Vec<String> =
            losses.iter().map(|loss| format!("{} {}", loss.count, loss.what)).collect();
        let said = [
            format!("{} can't hold everything: {}.", args.to, what.join(", ")),
            "Choose another format, or leave --no-loss out.".to_owned(),
        ];
        console.found(&args.input, Severity::Error, "loss", said);
        return false;
    }
    if imported.corpus.records.is_empty() {
        let said = [
            format!("There is no record of the format {} in it.", from.name),
            "See whether --from names its format.".to_owned(),
        ];
        console.found(&args.input, Severity::Error, "no-records", said);
        return false;
    }
    true
}
