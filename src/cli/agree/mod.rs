//! `spanwise agree`: how well annotators agree.

mod all;
mod gamma;
mod pair;

pub(super) use self::all::counts;

use std::path::PathBuf;

use serde_json::{Map, Value, json};

use super::args::{AgreeArgs, Measure};
use super::figures::Group;
use super::report::{Console, Failure, counted};
use super::sources;
use crate::domain::measure::Study;
use crate::domain::measure::pairing::{Paired, PairedBy, Who};

pub(super) fn run(args: &AgreeArgs, console: &mut Console) -> Result<Value, Failure> {
    let (paths, who) = inputs(args)?;
    let paired = sources::study(&paths, who, &args.source, console)?;
    let annotators = paired.study.annotators.len();
    if annotators < 2 {
        return Err(Failure::new(
            "There is only one annotator.",
            "Name the files of two annotators or more, or one that says under `metadata.annotator` who did what.",
        ));
    }
    tell(&paired, console);
    let figures = figures(&paired, args, console)?;
    console.print_text(&figures.to_text());
    Ok(figures.to_json())
}

/// The files, and whether each is one annotator.
fn inputs(args: &AgreeArgs) -> Result<(Vec<&PathBuf>, Who), Failure> {
    match (&args.reference, &args.hypothesis) {
        (Some(reference), Some(hypothesis)) => Ok((vec![reference, hypothesis], Who::Files)),
        _ if !args.files.is_empty() => Ok((args.files.iter().collect(), Who::Annotators)),
        _ => Err(Failure::new(
            "There is nothing to compare.",
            "Name the files of the annotators, or --reference and --hypothesis.",
        )),
    }
}

fn tell(paired: &Paired, console: &mut Console) {
    let by = match paired.by {
        PairedBy::Keys => "by the keys of the format",
        PairedBy::Texts => "by their texts",
    };
    console.say(&format!(
        "{}: {}, paired {by}; {} with all of them, {} with one only",
        paired.study.annotators.join(", "),
        counted(paired.study.items.len(), "item", "items"),
        paired.by_all,
        paired.by_one,
    ));
}

fn figures(paired: &Paired, args: &AgreeArgs, console: &Console) -> Result<Group, Failure> {
    let study = &paired.study;
    let (sheets, points) = study.sheets();
    let mut group = Group::default();
    group.hidden("annotators", study.annotators.clone());
    group.hidden(
        "paired_by",
        match paired.by {
            PairedBy::Keys => "keys",
            PairedBy::Texts => "texts",
        },
    );
    group.hidden("items", study.items.len());
    group.value("examples", paired.by_all);
    group.hidden(
        "left_out",
        json!({
            "items_of_one_annotator": paired.by_one,
            "records_with_other_texts": paired.other_texts,
            "repeated_records": paired.repeated,
            "insertion_points": points,
        }),
    );
    if args.wants(Measure::Counts) {
        group.group("counts", all::counts(study));
    }
    if study.annotators.len() == 2 {
        group.extend(pair::figures(study, &sheets, [0, 1], args, console)?);
    } else {
        group.extend(all::of_many(study, &sheets, args, console)?);
    }
    group.extend(all::of_any(study, &sheets, args));
    if study.annotators.len() > 2 {
        group.extend(pairs(study, &sheets, args, console)?);
    }
    Ok(group)
}

/// Every two of the annotators, the first one as the reference.
fn pairs(
    study: &Study,
    sheets: &[crate::domain::measure::Sheet],
    args: &AgreeArgs,
    console: &Console,
) -> Result<Group, Failure> {
    let names = &study.annotators;
    let mut list = Vec::new();
    let mut text = Group::default();
    for (first, reference) in names.iter().enumerate() {
        for (second, hypothesis) in names.iter().enumerate().skip(first + 1) {
            let figures = pair::figures(study, sheets, [first, second], args, console)?;
            let mut object = Map::new();
            object.insert("reference".to_owned(), json!(reference));
            object.insert("hypothesis".to_owned(), json!(hypothesis));
            if let Value::Object(members) = figures.to_json() {
                object.extend(members);
            }
            list.push(Value::Object(object));
            text.shown_only(&format!("{reference} and {hypothesis}"), figures);
        }
    }
    text.hidden("pairs", list);
    Ok(text)
}
