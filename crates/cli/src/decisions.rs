//! `spanwise gold record` and `spanwise gold make`: the record of an adjudicator's decisions, and gold made from it.

use std::collections::HashSet;
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
    AnnotatorFile, Annotators, RecordError, RecordRow, gold_from_record, read_record,
    record_of_files, record_to_csv, record_to_json,
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
        if let Some(opened) = data::open_annotated(path, &args.input, console)? {
            annotators.push(AnnotatorFile { name, dataset: Arc::new(opened.dataset) });
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

/// The number of instances in the gold of a record.
fn instances_of(rows: &[RecordRow]) -> usize {
    rows.iter().map(|row| row.get("instance")).collect::<HashSet<_>>().len()
}

pub(super) fn make(args: &GoldMakeArgs, console: &mut Console) -> Result<Value, Failure> {
    files::refuse_twice_standard(args.data.iter().chain([&args.decisions]))?;
    console.refuse_two_outputs(&args.output)?;
    let inputs = args.data.iter().chain([&args.decisions]).map(PathBuf::as_path);
    let output = OutputPath::new(&args.output, &inputs.collect::<Vec<_>>(), args.force)?;
    let mut files = Vec::new();
    for path in &args.data {
        if let Some(opened) = data::open_annotated(path, &args.input, console)? {
            files.push(AnnotatorFile { name: shown(path), dataset: Arc::new(opened.dataset) });
        }
    }
    if console.errors() > 0 {
        console.say("Nothing was written.");
        return Ok(json!({ "written": Value::Null, "instances": 0, "edits": 0 }));
    }
    let refused = |error| refusal(args, error);
    let rows = read_record(&files::read(&args.decisions)?).map_err(refused)?;
    let gold = gold_from_record(&Annotators::new(files), &rows).map_err(refused)?;
    output.write(&gold, console)?;
    let (instances, edits) = (instances_of(&rows), edits_of(&rows));
    console.say(&format!(
        "{}: {}, {}",
        output.shown(),
        counted(instances, "instance", "instances"),
        counted(edits, "edit", "edits")
    ));
    Ok(json!({ "written": output.shown(), "instances": instances, "edits": edits }))
}

fn refusal(GoldMakeArgs { data, decisions, .. }: &GoldMakeArgs, error: RecordError) -> Failure {
    match error {
        RecordError::NotARecord => Failure::new(
            format!("{} is no record of decisions.", shown(decisions)),
            "Name the JSON or CSV file that `spanwise gold record` or the adjudication page wrote.",
        ),
        RecordError::DamagedRow(row) => Failure::new(
            format!("{}: row {row} lacks its instance, or its edit is no JSON.", shown(decisions)),
            "Write the record again, with `spanwise gold record`.",
        ),
        RecordError::NoSuchInstance(number) => {
            let lacking = match data.as_slice() {
                [one] => format!("{} has no", shown(one)),
                _ => "None of the files has an".to_owned(),
            };
            Failure::new(
                format!("{lacking} instance with the texts of instance {number} of gold."),
                "Name the data that was adjudicated: without annotations, or the files of all annotators.",
            )
        }
    }
}
