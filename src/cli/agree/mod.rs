//! `spanwise agree`: how well annotators agree.

mod all;
mod gamma;
mod pair;

pub(super) use self::all::counts;

use std::collections::BTreeSet;
use std::path::PathBuf;

use serde_json::{Map, Value, json};

use super::args::{AgreeArgs, Measure};
use super::figures::Group;
use super::files::shown;
use super::report::{Console, Failure, counted};
use super::sources;
use crate::domain::diagnostic::Severity;
use crate::domain::measure::Study;
use crate::domain::measure::pairing::{AlignedBy, Paired, Source, Who};

pub(super) fn run(args: &AgreeArgs, console: &mut Console) -> Result<Value, Failure> {
    let (paths, who) = inputs(args)?;
    let mut sources = sources::read(&paths, &args.source, console)?;
    keep_annotators(&mut sources, &args.annotator)?;
    if who == Who::Files {
        refuse_several(&paths, &sources)?;
    }
    let paired = sources::paired(&paths, &sources, who, &args.source)?;
    sources::tell_left_out(&paths, &paired, console);
    let annotators = paired.study.annotators.len();
    if annotators < 2 {
        return Err(Failure::new(
            "There is only one annotator.",
            "Name the files of two annotators or more, or one that says under `metadata.annotator` who did what.",
        ));
    }
    tell(&paired, console);
    if paired.study.items.len() == paired.alone.len() {
        let last = paths.last().map_or_else(PathBuf::new, |path| path.to_path_buf());
        let said = [
            "The annotators have no item in common.".to_owned(),
            "See whether the files hold the same texts; --keys says how items are told apart."
                .to_owned(),
        ];
        console.found(&last, Severity::Error, "nothing-in-common", said);
    } else if paired.share_alone() * 100.0 > args.max_left_out {
        return Err(too_much_left_out(&paired));
    }
    let elsewhere = paired.study.spans_elsewhere();
    if elsewhere > 0 {
        let sides = sources::side_names(&paired.study).join(" and ");
        let spans = counted(elsewhere, "span", "spans");
        let said = [
            format!("{spans} on the other side left out: what is compared is the {sides}."),
            "--side both compares both sides.".to_owned(),
        ];
        let last = paths.last().map_or_else(PathBuf::new, |path| path.to_path_buf());
        console.found(&last, Severity::Warning, "other-side", said);
    }
    if !args.other_categories {
        refuse_other_categories(&paired.study)?;
    }
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

/// Leaves only the records of these annotators, if any are named.
fn keep_annotators(sources: &mut [Source], wanted: &[String]) -> Result<(), Failure> {
    if wanted.is_empty() {
        return Ok(());
    }
    let known: BTreeSet<String> = sources.iter().flat_map(Source::annotators).collect();
    let known: Vec<String> = known.into_iter().collect();
    if let Some(unknown) = wanted.iter().find(|name| !known.contains(name)) {
        let message = format!("No record is by “{unknown}”.");
        return Err(sources::unknown_name(message, unknown, &known));
    }
    for source in sources {
        let is_wanted = |name: &Option<String>| name.as_ref().is_none_or(|n| wanted.contains(n));
        source.corpus.records.retain(|record| is_wanted(&record.annotator));
    }
    Ok(())
}

/// A file that counts as one annotator holds the work of one.
fn refuse_several(paths: &[&PathBuf], sources: &[Source]) -> Result<(), Failure> {
    for (path, source) in paths.iter().zip(sources) {
        let names = source.annotators();
        if names.len() > 1 {
            let names: Vec<String> = names.into_iter().collect();
            return Err(Failure::new(
                format!(
                    "{} holds the work of several annotators: {}.",
                    shown(path),
                    names.join(", ")
                ),
                "Say whose to compare: --annotator NAME; or name the files without --reference and --hypothesis, so that all are compared.",
            ));
        }
    }
    Ok(())
}

/// An annotator who used no category of anyone else calls them otherwise, most likely.
fn refuse_other_categories(study: &Study) -> Result<(), Failure> {
    let used: Vec<BTreeSet<usize>> =
        (0..study.annotators.len()).map(|annotator| study.used_by(annotator)).collect();
    let names = |used: &BTreeSet<usize>| {
        let names = used.iter().filter_map(|at| study.categories.get(*at));
        names.map(|name| format!("“{name}”")).collect::<Vec<_>>().join(", ")
    };
    for (annotator, own) in used.iter().enumerate() {
        let others = used.iter().enumerate().filter(|(other, _)| *other != annotator);
        let others: BTreeSet<usize> = others.flat_map(|(_, used)| used.iter().copied()).collect();
        if !own.is_empty() && !others.is_empty() && own.is_disjoint(&others) {
            let name = study.annotators.get(annotator).map_or("", String::as_str);
            return Err(Failure::new(
                format!(
                    "{name} has no category in common with the others: {} there, {} here.",
                    names(&others),
                    names(own)
                ),
                "Say which are the same: --map FROM=TO, once for each; or go on: --other-categories.",
            ));
        }
    }
    Ok(())
}

fn too_much_left_out(paired: &Paired) -> Failure {
    let study = &paired.study;
    let example = paired.alone.first().and_then(|at| study.items.get(*at));
    Failure::new(
        format!(
            "{} of {} ({:.1} %) have no counterpart, such as “{}”; nothing is compared.",
            paired.alone.len(),
            counted(study.items.len(), "item", "items"),
            paired.share_alone() * 100.0,
            example.map_or("", |item| item.name.as_str()),
        ),
        format!(
            "Items were aligned by {}. See whether the files hold the same texts, and what tells them apart (--keys, --by-texts, --by-position); or go on without them: --max-left-out 100.",
            paired.by.name()
        ),
    )
}

fn tell(paired: &Paired, console: &mut Console) {
    let by = match paired.by {
        AlignedBy::Keys => "by their keys",
        AlignedBy::Id => "by `id`",
        AlignedBy::Texts => "by their texts",
        AlignedBy::Positions => "by their positions",
        AlignedBy::Several => "by their names, and by their texts where they have none in common",
    };
    console.say(&format!(
        "{}: {}, aligned {by}; {} with all of them, {} ({:.1} %) left out, with one only",
        paired.study.annotators.join(", "),
        counted(paired.study.items.len(), "item", "items"),
        paired.by_all,
        paired.alone.len(),
        paired.share_alone() * 100.0,
    ));
}

/// The names of items, by the annotator who alone has them.
fn without_counterpart(paired: &Paired) -> Map<String, Value> {
    let mut by_annotator = Map::new();
    for (annotator, name) in paired.study.annotators.iter().enumerate() {
        let items = paired.alone.iter().filter_map(|at| paired.study.items.get(*at));
        let own = items.filter(|item| item.edits.get(annotator).is_some_and(Option::is_some));
        let names: Vec<&str> = own.map(|item| item.name.as_str()).collect();
        if !names.is_empty() {
            by_annotator.insert(name.clone(), json!(names));
        }
    }
    by_annotator
}

fn figures(paired: &Paired, args: &AgreeArgs, console: &Console) -> Result<Group, Failure> {
    let study = &paired.study;
    let (sheets, points) = study.sheets();
    let mut group = Group::default();
    group.hidden("annotators", study.annotators.clone());
    group.hidden("paired_by", paired.by.name());
    group.value("tokens", study.tokenization.name());
    group.value("sides", sources::side_names(study));
    group.hidden("items", study.items.len());
    group.value("examples", paired.by_all);
    group.hidden(
        "left_out",
        json!({
            "items_of_one_annotator": paired.alone.len(),
            "share": paired.share_alone(),
            "items_with_other_texts": paired.other_texts.len(),
            "insertion_points": points,
            "spans_on_other_sides": study.spans_elsewhere(),
        }),
    );
    group.hidden("without_counterpart", without_counterpart(paired));
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
