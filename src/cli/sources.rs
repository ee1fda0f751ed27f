//! Files of any format, put together into a study.

use std::path::{Path, PathBuf};

use super::args::SourceArgs;
use super::convert::{known, tell_problems};
use super::files::{self, shown};
use super::progress::done;
use super::report::{Console, Failure};
use crate::domain::diagnostic::Severity;
use crate::domain::exchange::{Reading, Unit};
use crate::domain::measure::pairing::{Paired, Source, Who, pair};

/// Reads files and pairs their records; what is wrong, and what is left out, is told.
pub(super) fn study(
    paths: &[&PathBuf],
    who: Who,
    args: &SourceArgs,
    console: &mut Console,
) -> Result<Paired, Failure> {
    let paired = pair(&read(paths, args, console)?, who);
    tell_left_out(paths, &paired, console);
    Ok(paired)
}

/// Reads files; what is wrong is told.
pub(super) fn read(
    paths: &[&PathBuf],
    args: &SourceArgs,
    console: &mut Console,
) -> Result<Vec<Source>, Failure> {
    files::refuse_twice_standard(paths.iter().copied())?;
    let bar = console.progress().bar("reading", paths.len());
    let mut sources = Vec::new();
    for path in paths {
        sources.push(source(path, args, console)?);
        bar.inc(1);
    }
    done(&bar);
    Ok(sources)
}

fn source(path: &Path, args: &SourceArgs, console: &mut Console) -> Result<Source, Failure> {
    let format = known(&args.format)?;
    let reading = Reading { unit: args.offsets.as_deref().and_then(Unit::of_name) };
    let imported = format.import(&files::read_all(path, format.folder)?, reading);
    tell_problems(path, &imported.problems, console);
    let keys = match &args.keys {
        Some(keys) => keys.clone(),
        None if args.by_texts => Vec::new(),
        None => format.keys.iter().map(|key| (*key).to_owned()).collect(),
    };
    Ok(Source { name: name(path), corpus: imported.corpus, keys, first_spans: args.first_spans })
}

/// What an annotator is called whom the file does not name.
fn name(path: &Path) -> String {
    path.file_stem().map_or_else(|| shown(path), |stem| stem.to_string_lossy().into_owned())
}

/// Tells which records have no part in the study.
pub(super) fn tell_left_out(paths: &[&PathBuf], paired: &Paired, console: &mut Console) {
    let Some(path) = paths.last() else { return };
    let mut warn = |n: usize, code, what: &str, remedy: &str| {
        if n > 0 {
            let said = [format!("{n} {what}"), remedy.to_owned()];
            console.found(path, Severity::Warning, code, said);
        }
    };
    warn(
        paired.other_texts,
        "other-texts",
        "records have the keys of an item, but not its texts; they are left out.",
        "Compare files on the same texts, or add --by-texts.",
    );
    warn(
        paired.repeated,
        "repeated-records",
        "records are of items that the same annotator has already; they are left out.",
        "See whether the file holds several annotators without naming them.",
    );
}
