//! `spanwise gold record` and `spanwise gold make`: the record of an adjudicator's decisions, and gold made from it.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::{Value, json};

use super::args::{GoldMakeArgs, GoldRecordArgs};
use super::data;
use super::files::{self, OutputPath};
use super::merge::names_of_files;
use super::paths::shown;
use super::report::{Console, Failure, counted};
use spanwise_agreement::adjudication::{
    AnnotatorFile, RecordError, RecordRow, gold_from_record, read_record, record_of_files,
    record_to_csv, record_to_json,
};
use spanwise_template::compile;

pub(super) fn record(args: &GoldRecordArgs, console: &mut Console) -> Result<Value, Failure> {
    files::refuse_twice_standard(args.files.iter().chain([&args.gold, &args.template]))?;
    console.refuse_two_outputs(&args.output)?;
    let inputs = args.files.iter().chain([&args.gold, &args.template]);
    let kept: Vec<&Path> = inputs.map(PathBuf::as_path).collect();
    let output = OutputPath::new(&args.output, &kept, args.force)?;
    let compiled = compile(&files::read(&args.template)?);
    compiled.diagnostics.iter().for_each(|problem| console.problem(&args.template, problem));
    let gold = data::open(&args.gold, console)?;
    let mut annotators = Vec::new();
    for (path, name) in args.files.iter().zip(names_of_files(&args.files)?) {
        if let Some(dataset) = data::open(path, console)? {
            annotators.push(AnnotatorFile { name, dataset: Arc::new(dataset) });
        }
    }
    let (Some(gold), Some(template), 0) = (gold, compiled.template, console.errors()) else {
        console.say("Nothing was written.");
        return Ok(json!({ "written": Value::Null, "groups": 0, "decided": 0 }));
    };
    let rows = record_of_files(&Arc::new(gold), annotators, &template.typology);
    output.write(&record_text(&rows, &args.output), console)?;
    let (groups, open) = groups_of(&rows);
    let decided = groups - open.len();
    let all = counted(groups, "group", "groups");
    console.say(&format!("{}: {decided} of {all} decided", output.shown()));
    Ok(json!({ "written": output.shown(), "groups": groups, "decided": decided }))
}

/// A record for a file of this name.
pub(super) fn record_text(rows: &[RecordRow], path: &Path) -> String {
    let is_table = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("csv"));
    if is_table { record_to_csv(rows) } else { record_to_json(rows) }
}

/// The number of groups in a record, and the rows of those that are open.
pub(super) fn groups_of(rows: &[RecordRow]) -> (usize, Vec<&RecordRow>) {
    let groups = rows.iter().filter(|row| !row.get("group").is_empty());
    let open = groups.clone().filter(|row| row.get("decision").is_empty());
    (groups.count(), open.collect())
}

/// The number of edits in the gold of a record.
pub(super) fn edits_of(rows: &[RecordRow]) -> usize {
    rows.iter().filter(|row| !row.get("place").is_empty()).count()
}

pub(super) fn make(args: &GoldMakeArgs, console: &mut Console) -> Result<Value, Failure> {
    files::refuse_twice_standard([&args.data, &args.decisions])?;
    console.refuse_two_outputs(&args.output)?;
    let output = OutputPath::new(&args.output, &[&args.data, &args.decisions], args.force)?;
    let dataset = data::open(&args.data, console)?;
    let (Some(dataset), 0) = (&dataset, console.errors()) else {
        console.say("Nothing was written.");
        return Ok(json!({ "written": Value::Null, "instances": 0, "edits": 0 }));
    };
    let refused = |error| refusal(&args.decisions, &args.data, error);
    let rows = read_record(&files::read(&args.decisions)?).map_err(refused)?;
    let gold = gold_from_record(dataset, &rows).map_err(refused)?;
    output.write(&gold, console)?;
    let edits = edits_of(&rows);
    let instances = counted(dataset.len(), "instance", "instances");
    console.say(&format!("{}: {instances}, {}", output.shown(), counted(edits, "edit", "edits")));
    Ok(json!({ "written": output.shown(), "instances": dataset.len(), "edits": edits }))
}

fn refusal(record: &Path, data: &Path, error: RecordError) -> Failure {
    match error {
        RecordError::NotARecord => Failure::new(
            format!("{} is no record of decisions.", shown(record)),
            "Name the JSON or CSV file that `spanwise gold record` or the adjudication page wrote.",
        ),
        RecordError::DamagedRow(row) => Failure::new(
            format!("{}: row {row} lacks its instance, or its edit is no JSON.", shown(record)),
            "Write the record again, with `spanwise gold record`.",
        ),
        RecordError::NoSuchInstance(number) => Failure::new(
            format!("{} has no instance with the texts of instance {number} of gold.", shown(data)),
            "Name the data that was adjudicated: without annotations, or any annotator's file.",
        ),
    }
}
