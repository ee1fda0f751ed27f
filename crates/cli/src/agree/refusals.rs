//! Checks before anything is compared.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use crate::args::AgreeArgs;
use crate::paths::shown;
use crate::report::{Console, Failure, counted};
use crate::sources;
use spanwise_agreement::measure::study_alignment::{AlignedStudy, StudyFile};
use spanwise_agreement::measure::{AnnotationStudy, StudyItem};
use spanwise_diagnostics::Severity;

/// Refuses comparisons that would mislead the researcher; reports the data left out.
pub(super) fn check(
    paths: &[&PathBuf],
    paired: &AlignedStudy,
    args: &AgreeArgs,
    console: &mut Console,
) -> Result<(), Failure> {
    sources::tell_left_out(paths, paired, console);
    if paired.study.annotators.len() < 2 {
        return Err(Failure::new(
            "There is only one annotator.",
            "Name the files of two annotators or more, or one that says under `metadata.annotator` who did what.",
        ));
    }
    sources::tell_alignment(paired, console);
    let last = paths.last().map_or_else(PathBuf::new, |path| path.to_path_buf());
    if paired.study.items.len() == paired.alone.len() {
        let said = [
            "The annotators have no item in common.".to_owned(),
            "See whether the files hold the same texts; --keys says how items are told apart."
                .to_owned(),
        ];
        console.found(&last, Severity::Error, "nothing-in-common", said);
    } else {
        refuse_too_much_left_out(paired, args, "")?;
    }
    if paired.study.marks_other_sides() {
        return Err(Failure::new(
            "The annotators have no side in common: some have spans on the source only, others on the target only.",
            "See whether the files hold source and target alike; or say what to compare: --side source, target or both.",
        ));
    }
    let elsewhere = paired.study.spans_elsewhere();
    if elsewhere > 0 {
        let sides = sources::side_names(&paired.study).join(" and ");
        let spans = counted(elsewhere, "span", "spans");
        let said = [
            format!("{spans} on the other side left out: what is compared is the {sides}."),
            "--side both compares both sides.".to_owned(),
        ];
        console.found(&last, Severity::Warning, "other-side", said);
    }
    if args.other_categories { Ok(()) } else { refuse_other_categories(&paired.study) }
}

/// Refuses too many items without a counterpart, since the remaining figures would be of other data than given. With a
/// reference, each file compared with it must have its items.
fn refuse_too_much_left_out(
    paired: &AlignedStudy,
    args: &AgreeArgs,
    part: &str,
) -> Result<(), Failure> {
    let items = paired.study.items.len();
    if args.reference.is_none() {
        return sources::refuse_share(part, &paired.alone, items, paired, &args.source);
    }
    let files: BTreeSet<usize> = paired.files.iter().copied().filter(|file| *file > 0).collect();
    for file in files {
        let has = |item: &StudyItem, wanted: usize| {
            item.edits.iter().any(|(annotator, _)| paired.files.get(annotator) == Some(&wanted))
        };
        let had = paired.study.items.iter().map(|item| (has(item, 0), has(item, file)));
        let had: Vec<(bool, bool)> = had.collect();
        let alone = had.iter().enumerate().filter(|(_, (first, second))| first != second);
        let alone: Vec<usize> = alone.map(|(at, _)| at).collect();
        let all = had.iter().filter(|(first, second)| *first || *second).count();
        let annotator = paired.files.iter().position(|of| *of == file);
        let name = annotator.and_then(|at| paired.study.annotators.get(at));
        let whose = name.map(|name| format!("{part} of the reference and {name}"));
        let whose = whose.unwrap_or_default();
        sources::refuse_share(&whose, &alone, all, paired, &args.source)?;
    }
    Ok(())
}

/// The same for a part of the records, such as a language, which may lack many items even if few are left out of all
/// records.
pub(super) fn check_part(
    value: &str,
    fields: &str,
    paired: &AlignedStudy,
    args: &AgreeArgs,
) -> Result<(), Failure> {
    let part = format!(" of “{value}” ({fields})");
    refuse_too_much_left_out(paired, args, &part)
}

/// Keeps only the records of the requested annotators, and the files with any; all if no annotators are. A file with a
/// place of its own, as reference or hypothesis, stays, and if it names nobody, with its records unless another such file
/// is requested.
pub(crate) fn keep_annotators(
    sources: &mut Vec<StudyFile>,
    args: &AgreeArgs,
) -> Result<(), Failure> {
    let wanted: BTreeSet<&String> = args.annotator.iter().flatten().collect();
    if wanted.is_empty() {
        return Ok(());
    }
    let known: BTreeSet<String> = sources.iter().flat_map(sources::annotators_of).collect();
    if let Some(unknown) = wanted.iter().find(|name| !known.contains(**name)) {
        let message = format!("No record is by “{unknown}”.");
        return Err(Failure::unknown_name(message, unknown, &known));
    }
    let has_places = args.reference.is_some();
    let names_nobody = |source: &StudyFile| source.annotators().is_empty();
    let is_one_requested =
        sources.iter().any(|source| names_nobody(source) && wanted.contains(&source.name));
    if !has_places || is_one_requested {
        sources.retain(|source| !names_nobody(source) || wanted.contains(&source.name));
    }
    for source in sources.iter_mut().filter(|source| !names_nobody(source)) {
        let name = source.name.clone();
        let records = &mut source.corpus.records;
        records.retain(|record| wanted.contains(record.annotator.as_ref().unwrap_or(&name)));
    }
    if !has_places {
        sources.retain(|source| !source.corpus.records.is_empty() || wanted.contains(&source.name));
    }
    Ok(())
}

/// Refuses a file that counts as one annotator but names several.
pub(super) fn refuse_several(paths: &[&PathBuf], sources: &[StudyFile]) -> Result<(), Failure> {
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
                "Say whose to compare: --annotator NAME; or compare all of them, without --reference.",
            ));
        }
    }
    Ok(())
}

/// Refuses categories that are most likely the same under other names: those of an annotator who shares none with the
/// others, and those with the same letters, unless one annotator uses both.
fn refuse_other_categories(study: &AnnotationStudy) -> Result<(), Failure> {
    let used: Vec<BTreeSet<usize>> =
        (0..study.annotators.len()).map(|annotator| study.used_by(annotator)).collect();
    let names = |used: &BTreeSet<usize>| {
        let names = used.iter().filter_map(|at| study.categories.get(*at));
        names.map(|name| format!("“{name}”")).collect::<Vec<_>>().join(", ")
    };
    let remedy =
        "Say which are the same: --map FROM=TO, once for each; or go on: --other-categories.";
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
                remedy,
            ));
        }
    }
    let mut alike: BTreeMap<String, BTreeSet<usize>> = BTreeMap::new();
    for (at, name) in study.categories.iter().enumerate() {
        alike.entry(letters(name)).or_default().insert(at);
    }
    let is_of_different_people = |same: &&BTreeSet<usize>| {
        same.len() > 1 && used.iter().all(|own| own.intersection(same).count() < 2)
    };
    match alike.values().find(is_of_different_people) {
        Some(same) => Err(Failure::new(
            format!(
                "Annotators spell a category differently: {}. What is marked in one is not compared with the other.",
                names(same)
            ),
            remedy,
        )),
        None => Ok(()),
    }
}

/// A name without case, spaces and punctuation; unchanged if it has no letter.
fn letters(name: &str) -> String {
    let letters: String = name.to_lowercase().chars().filter(|c| c.is_alphanumeric()).collect();
    if letters.is_empty() { name.to_owned() } else { letters }
}
