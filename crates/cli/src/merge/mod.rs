//! `spanwise merge`: annotators' files on the same data, or the parts of one annotator, in one file.
//!
//! Start reading at `merged_instances`. An instance must never be dropped: two versions by one annotator are a conflict, and
//! nothing is written until the user says which one to take.

mod instance;
mod merged_instances;

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use self::instance::AnnotatedInstance;
use self::merged_instances::{InstancePlace, MergedInstances, VersionConflict};
use super::args::{MergeArgs, PreferredVersion};
use super::data::{self, AnnotatedData};
use super::files::{self, OutputPath};
use super::paths::{is_standard, shown};
use super::progress::done;
use super::report::{Console, Failure, counted};
use super::typologies::FileTypologies;
use spanwise_annotation::format::Dataset;
use spanwise_annotation::typology_hash::TypologyHash;
use spanwise_diagnostics::{Diagnostic, DiagnosticPlace, Severity};
use spanwise_i18n::Message;

pub(super) fn run(args: &MergeArgs, console: &mut Console) -> Result<Value, Failure> {
    files::refuse_twice_standard(&args.files)?;
    console.refuse_two_outputs(&args.output)?;
    let kept: Vec<&Path> = args.files.iter().map(PathBuf::as_path).collect();
    let output = OutputPath::new(&args.output, &kept, args.force)?;
    let names = names(args)?;

    let mut table = MergedInstances::new(args.prefer);
    let mut typologies = FileTypologies::default();
    for (file, (path, name)) in args.files.iter().zip(&names).enumerate() {
        if let Some(AnnotatedData { dataset, annotator }) =
            data::open_annotated(path, &args.input, console)?
        {
            let given = !args.annotators.is_empty();
            let name = annotator.as_ref().filter(|_| !given).unwrap_or(name);
            tell_left_out(path, &dataset, console);
            add(file, path, name, &dataset, &mut table, console);
            typologies.add(path, dataset.iter().map(TypologyHash::noted_in));
        }
    }
    typologies.tell(None, console);
    for conflict in table.conflicts() {
        tell_conflict(args, conflict, console);
    }
    let is_written = console.errors() == 0;
    if is_written {
        output.write_pieces(table.pieces(), console)?;
    }
    summary(&table, is_written.then_some(&output), console);
    let [by_name, by_texts] = table.aligned();
    Ok(json!({
        "files": args.files.iter().map(|path| shown(path)).collect::<Vec<_>>(),
        "read": table.read(),
        "instances": table.len(),
        "annotators": table.annotators().iter()
            .map(|(name, n)| json!({ "name": name, "instances": n })).collect::<Vec<_>>(),
        "aligned": { "by_name": by_name, "by_texts": by_texts },
        "without_counterpart": table.without_counterpart(),
        "repeated": table.repeated(),
        "untouched": table.untouched(),
        "typologies": typologies.figures(),
        "conflicts": table.conflicts().iter()
            .map(|conflict| conflict_json(args, conflict)).collect::<Vec<_>>(),
        "written": is_written.then(|| output.shown()),
    }))
}

/// The annotator of each file.
fn names(args: &MergeArgs) -> Result<Vec<String>, Failure> {
    let files = &args.files;
    let given: Vec<&String> = args.annotators.iter().flatten().collect();
    if let Some(empty) = given.iter().find(|name| name.trim().is_empty()) {
        let message = format!("“{empty}” is no name of an annotator.");
        return Err(Failure::new(message, "Name annotators like this: --annotators anna,ben"));
    }
    match given.as_slice() {
        [] => names_of_files(files),
        [one] => Ok(vec![(*one).clone(); files.len()]),
        names if names.len() == files.len() => {
            Ok(names.iter().map(|name| (*name).clone()).collect())
        }
        names => Err(Failure::new(
            format!("There are {} files, but {} annotators.", files.len(), names.len()),
            "Give a name for each file, or one for all.",
        )),
    }
}

/// The names of the files without folders and endings.
pub(super) fn names_of_files(files: &[PathBuf]) -> Result<Vec<String>, Failure> {
    let (mut names, mut known) = (Vec::new(), HashSet::new());
    let mut paths = HashSet::new();
    for path in files {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let stem = if is_standard(path) { "stdin".to_owned() } else { stem };
        let is_new_file = paths.insert(path.canonicalize().unwrap_or_else(|_| path.clone()));
        if !known.insert(stem.clone()) && is_new_file {
            return Err(Failure::new(
                format!(
                    "Several files are called {stem}: they may be of one annotator or of several."
                ),
                "Say who annotated: --annotators anna,ben, or --annotators anna for all files.",
            ));
        }
        names.push(stem);
    }
    Ok(names)
}

/// Reports content of a file that is no instance and so not in the merged file.
fn tell_left_out(path: &Path, dataset: &Dataset, console: &mut Console) {
    if dataset.is_damaged() {
        let said = [
            "A part of the file can't be read, and would be lost.".to_owned(),
            "Mend the file first.".to_owned(),
        ];
        console.found(path, Severity::Error, "damaged", said);
    }
    if dataset.template().is_some() {
        let said = [
            "The template in the file is not in the merged one.".to_owned(),
            "`spanwise bundle` puts a template and data together.".to_owned(),
        ];
        console.found(path, Severity::Warning, "template-left-out", said);
    }
}

fn add(
    file: usize,
    path: &Path,
    name: &str,
    dataset: &Dataset,
    table: &mut MergedInstances,
    console: &mut Console,
) {
    let bar = console.progress().bar(&shown(path), dataset.len());
    let mut nameless = Vec::new();
    for (index, raw) in dataset.iter().enumerate() {
        match AnnotatedInstance::read(raw, name) {
            Some(instance) => table.add(InstancePlace { file, index }, instance),
            None => nameless.push(index),
        }
        bar.inc(1);
    }
    done(&bar);
    table.end_file();
    for index in nameless {
        let message = "The annotator can't be noted, since `metadata` is no object.".to_owned();
        let remedy = "Make `metadata` an object, or take it out.".to_owned();
        let place = DiagnosticPlace::Data { instance: index, path: "metadata".to_owned() };
        told(path, Severity::Error, "no-place-for-annotator", place, [message, remedy], console);
    }
}

fn told(
    path: &Path,
    severity: Severity,
    code: &'static str,
    place: DiagnosticPlace,
    [message, remedy]: [String; 2],
    console: &mut Console,
) {
    let (message, remedy) = (Message::from(message), Message::from(remedy));
    console.problem(path, &Diagnostic { severity, code, place, message, remedy, fix: None });
}

fn file_of(args: &MergeArgs, file: usize) -> &Path {
    args.files.get(file).map_or(Path::new(""), PathBuf::as_path)
}

/// Reports a conflict, which is an error unless `--prefer` chooses a version.
fn tell_conflict(args: &MergeArgs, conflict: &VersionConflict, console: &mut Console) {
    let (severity, remedy) = match args.prefer {
        None => (
            Severity::Error,
            "Make them the same, or say which to take: --prefer first or --prefer last.",
        ),
        Some(PreferredVersion::First) => (Severity::Warning, "The first version is taken."),
        Some(PreferredVersion::Last) => (Severity::Warning, "The last version is taken."),
    };
    let (first, second) = (conflict.places[0], conflict.places[1]);
    let message = format!(
        "{} has it otherwise in {}, instance {}: {}.",
        conflict.annotator,
        shown(file_of(args, first.file)),
        first.index + 1,
        conflict.differing.join(", "),
    );
    let place = DiagnosticPlace::Data { instance: second.index, path: String::new() };
    let path = file_of(args, second.file);
    told(path, severity, "conflict", place, [message, remedy.to_owned()], console);
}

fn conflict_json(args: &MergeArgs, conflict: &VersionConflict) -> Value {
    let place = |place: InstancePlace| json!({ "file": shown(file_of(args, place.file)), "index": place.index });
    json!({
        "annotator": conflict.annotator,
        "differing": conflict.differing,
        "versions": conflict.places.map(place),
    })
}

fn summary(table: &MergedInstances, written: Option<&OutputPath>, console: &Console) {
    let of = |n| counted(n, "instance", "instances");
    let by = |(name, n): &(String, usize)| format!("{name} {n}");
    let annotators: Vec<String> = table.annotators().iter().map(by).collect();
    console.say(&format!("{} ({})", of(table.len()), annotators.join(", ")));
    let [by_name, by_texts] = table.aligned();
    if by_name + by_texts > 0 {
        console.say(&format!("{} aligned by name, {by_texts} by their texts", of(by_name)));
    }
    let alone = table.without_counterpart().len();
    if alone > 0 {
        console.say(&format!("{} of one annotator only", of(alone)));
    }
    if table.repeated() > 0 {
        console.say(&format!("{} said the same as an earlier one", of(table.repeated())));
    }
    if table.untouched() > 0 {
        console.say(&format!(
            "{} without annotations gave way to the annotated one",
            of(table.untouched())
        ));
    }
    match written {
        Some(output) => console.say(&format!("written: {}", output.shown())),
        None => console.say("Nothing was written."),
    }
}
