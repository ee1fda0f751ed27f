//! `spanwise gold decide`: gold made of annotators' files by a rule, as an adjudicator makes it of all groups at once.

use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::{Value, json};

use super::args::GoldDecideArgs;
use super::convert::tell_problems;
use super::decisions::{edits_of, groups_of, record_text};
use super::files::{self, OutputPath};
use super::input::{Input, THRESH, known};
use super::new_template::template_of_data;
use super::paths::shown;
use super::progress::done;
use super::report::{Console, Failure, counted};
use super::sources::{name, usable_template};
use super::typologies::FileTypologies;
use spanwise_agreement::adjudication::{
    AnnotatorFile, Annotators, MissingInstances, RecordRow, RecordedGold, gold_by_rule,
    split_by_annotator,
};
use spanwise_annotation::format::DatasetReader;
use spanwise_annotation::typology_hash::TypologyHash;
use spanwise_diagnostics::{Diagnostic, Severity};
use spanwise_interchange::{Corpus, ImportOptions, ReadingPurpose, Record, TypologyOfData};
use spanwise_template::{Template, compile};

pub(super) fn decide(args: &GoldDecideArgs, console: &mut Console) -> Result<Value, Failure> {
    files::refuse_twice_standard(args.files.iter().chain(&args.template))?;
    let inputs = || args.files.iter().chain(&args.template).map(PathBuf::as_path);
    let place = |path, kept: Vec<&Path>, console: &Console| {
        console.refuse_two_outputs(path)?;
        OutputPath::new(path, &kept, args.force)
    };
    let output = place(&args.output, inputs().collect(), console)?;
    let record = match &args.record {
        Some(path) if *path == args.output => {
            let message = format!("{} can't be gold and its record.", shown(path));
            return Err(Failure::new(message, "Write them to two files."));
        }
        Some(path) => Some(place(path, inputs().collect(), console)?),
        None => None,
    };
    let given = args.template.as_deref().map(usable_template).transpose()?;
    let mut corpora = read(args, given.as_ref(), console)?;
    if console.errors() > 0 {
        console.say("Nothing was written.");
        return Ok(json!({ "written": Value::Null, "record": Value::Null }));
    }
    let template = given.map_or_else(|| shown_template(&corpora), Ok)?;
    let annotators = Annotators::new(annotators(&mut corpora)?);
    let missing = annotators.missing_instances();
    missing.iter().for_each(|missing| tell_missing(&annotators, missing, &output, console));
    let made = gold_by_rule(&annotators, &template.typology, args.take.into());
    output.write(&made.gold, console)?;
    if let Some(record) = &record {
        record.write(&record_text(&made.record, record.path()), console)?;
    }
    Ok(told(&annotators, &made, &output, record.as_ref(), console))
}

/// Reads the files, each with its path.
fn read<'a>(
    args: &'a GoldDecideArgs,
    template: Option<&Template>,
    console: &mut Console,
) -> Result<Vec<(&'a Path, Corpus)>, Failure> {
    let bar = console.progress().bar("reading", args.files.len());
    let (mut corpora, mut typologies) = (Vec::new(), FileTypologies::default());
    for path in &args.files {
        let Input { format, files, .. } =
            Input::open(path, args.input.format.as_deref(), "--format")?;
        // Data that only its own format needs is no part of gold.
        let purpose = ReadingPurpose::ThreshFormat;
        let reading = ImportOptions { unit: args.input.unit(), purpose };
        let imported = format.import(files, reading);
        tell_problems(path, &imported.problems, console);
        typologies.add(path, imported.corpus.records.iter().map(Record::noted_typology));
        corpora.push((path.as_path(), imported.corpus));
        bar.inc(1);
    }
    done(&bar);
    typologies.tell(args.template.as_deref().zip(template.map(TypologyHash::of)), console);
    Ok(corpora)
}

/// A template for what the files show.
fn shown_template(corpora: &[(&Path, Corpus)]) -> Result<Template, Failure> {
    let mut all = Corpus::default();
    all.records.extend(corpora.iter().flat_map(|(_, corpus)| corpus.records.iter().cloned()));
    let yaml = template_of_data("gold", &TypologyOfData::of(&all))?;
    compile(&yaml).template.ok_or_else(|| {
        Failure::new("The files show no categories.", "Name the template: --template FILE.")
    })
}

/// The annotators of the files: those that records name where these are several, else one called like the file. One that
/// is given twice counts once.
fn annotators(corpora: &mut [(&Path, Corpus)]) -> Result<Vec<AnnotatorFile>, Failure> {
    let (mut annotators, mut taken) = (Vec::new(), HashSet::new());
    for (path, corpus) in corpora {
        let unreadable = |problem: Diagnostic| {
            Failure::new(
                format!("{}: {}", shown(path), problem.message),
                problem.remedy.to_string(),
            )
        };
        let text = known(THRESH)?.export(corpus).files.into_iter().map(|file| file.text);
        let all = DatasetReader::new(text.collect::<String>()).finish().map_err(unreadable)?;
        let split = split_by_annotator(&all);
        let is_single = split.len() < 2;
        for (own, text) in split {
            let name = if is_single || own.is_empty() { name(path) } else { own };
            if taken.insert((name.clone(), text.clone())) {
                let dataset = DatasetReader::new(text).finish().map_err(unreadable)?;
                annotators.push(AnnotatorFile { name, dataset: Arc::new(dataset) });
            }
        }
    }
    tell_apart(&mut annotators);
    Ok(annotators)
}

/// Appends their number to names that several have.
fn tell_apart(annotators: &mut [AnnotatorFile]) {
    let mut times: BTreeMap<String, usize> = BTreeMap::new();
    for annotator in annotators.iter() {
        *times.entry(annotator.name.clone()).or_default() += 1;
    }
    for (annotator, number) in annotators.iter_mut().zip(1..) {
        if times.get(&annotator.name).is_some_and(|times| *times > 1) {
            annotator.name = format!("{} ({number})", annotator.name);
        }
    }
}

/// Warns of instances that an annotator lacks, which the others decide without them.
fn tell_missing(
    annotators: &Annotators,
    missing: &MissingInstances,
    output: &OutputPath,
    console: &mut Console,
) {
    let Some(annotator) = annotators.all().get(missing.annotator) else { return };
    let lacks = counted(missing.rows.len(), "instance", "instances");
    let others = match missing.other_texts.len() {
        0 => String::new(),
        n => format!(", and has {n} of them with other texts"),
    };
    let said = [
        format!("{} lacks {lacks} of {}{others}.", annotator.name, annotators.rows().len()),
        "There, those who have the instance decide.".to_owned(),
    ];
    console.found(output.path(), Severity::Warning, "missing-instances", said);
}

/// Prints the numbers, warns of groups that are open, and returns the JSON.
fn told(
    annotators: &Annotators,
    made: &RecordedGold,
    output: &OutputPath,
    record: Option<&OutputPath>,
    console: &mut Console,
) -> Value {
    let names: Vec<&str> = annotators.all().iter().map(|file| file.name.as_str()).collect();
    let (groups, open) = groups_of(&made.record);
    let (instances, edits) = (annotators.rows().len(), edits_of(&made.record));
    let decided = groups - open.len();
    console.say(&format!(
        "{}: {}, {}; {decided} of {} decided",
        output.shown(),
        counted(instances, "instance", "instances"),
        counted(edits, "edit", "edits"),
        counted(groups, "group", "groups"),
    ));
    if !open.is_empty() {
        let are_open = counted(open.len(), "group is", "groups are");
        let said = [
            format!("{are_open} open, since the rule does not decide: gold has nothing of it."),
            "Decide on the page of several annotators, or by another rule; --record lists all groups.".to_owned(),
        ];
        console.found(output.path(), Severity::Warning, "open-groups", said);
    }
    let row = |row: &&RecordRow| {
        json!({
            "instance": row.get("instance").parse::<usize>().ok(),
            "group": row.get("group"),
            "standing": row.get("standing"),
            "annotators": row.get("annotators"),
            "missed_by": row.get("missed_by"),
        })
    };
    json!({
        "written": output.shown(),
        "record": record.map(OutputPath::shown),
        "annotators": names,
        "instances": instances,
        "edits": edits,
        "groups": groups,
        "decided": decided,
        "undecided": open.iter().map(row).collect::<Vec<_>>(),
    })
}
