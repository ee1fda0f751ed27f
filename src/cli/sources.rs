//! Files of any format, put together into a study.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::args::SourceArgs;
use super::convert::{known, tell_problems};
use super::files::{self, shown};
use super::progress::done;
use super::report::{Console, Failure, counted};
use crate::domain::diagnostic::Severity;
use crate::domain::exchange::{Reading, Unit};
use crate::domain::measure::pairing::{Names, Paired, Source, Who, pair};
use crate::domain::measure::{ComparedSides, GivenTokens, Study, Tokenization};
use crate::domain::typology::Side;
use crate::domain::typology::suggest::nearest;

/// The names of the sides that are looked at.
pub(super) fn side_names(study: &Study) -> Vec<&'static str> {
    let name = |side: Side| match side {
        Side::Source => "source",
        Side::Target => "target",
    };
    study.compared_sides().into_iter().map(name).collect()
}

/// What tokens are.
fn tokenization(args: &SourceArgs) -> Result<Tokenization, Failure> {
    Ok(match args.tokens.as_str() {
        "word" => Tokenization::Word,
        "space" => Tokenization::Space,
        "char" => Tokenization::Char,
        file => Tokenization::Given(GivenTokens::read(&files::read(Path::new(file))?).into()),
    })
}

/// A given tokenization has all texts.
fn refuse_untokenized(study: &Study, args: &SourceArgs) -> Result<(), Failure> {
    let Tokenization::Given(given) = &study.tokenization else { return Ok(()) };
    let (sheets, _) = study.sheets();
    let mut lacking = sheets.iter().filter(|sheet| given.tokens(sheet.text.as_str()).is_none());
    let Some(first) = lacking.next() else { return Ok(()) };
    let example: String = first.text.as_str().chars().take(60).collect();
    let n = counted(1 + lacking.count(), "text", "texts");
    Err(Failure::new(
        format!("{} lacks {n}, such as “{example}”.", args.tokens),
        "Put each text in a line of its own: the same characters, with white space between tokens.",
    ))
}

/// Pairs the records of files.
pub(super) fn paired(
    paths: &[&PathBuf],
    sources: &[Source],
    who: Who,
    args: &SourceArgs,
) -> Result<Paired, Failure> {
    let mut paired = pair(sources, who).map_err(|nameless| {
        let path = paths.get(nameless.file).map_or(String::new(), |path| shown(path));
        unknown_name(
            format!("Record {} of {path} has no `{}`.", nameless.record + 1, nameless.key),
            &nameless.key,
            &nameless.known,
        )
    })?;
    paired.study.tokenization = tokenization(args)?;
    paired.study.sides = args.side.map(ComparedSides::from).unwrap_or_default();
    refuse_untokenized(&paired.study, args)?;
    Ok(paired)
}

/// A name that is none of those that are known.
pub(super) fn unknown_name(message: String, name: &str, known: &[String]) -> Failure {
    let meant = nearest(name, known.iter().map(String::as_str));
    let remedy = match (meant, known) {
        (Some(meant), _) => format!("Did you mean `{meant}`?"),
        (None, []) => "There are no names to choose from.".to_owned(),
        (None, known) => format!("Choose one of these: {}.", known.join(", ")),
    };
    Failure::new(message, remedy)
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
    rename_categories(&mut sources, &args.map)?;
    Ok(sources)
}

/// Gives categories the names that they are to be compared by.
fn rename_categories(sources: &mut [Source], map: &[(String, String)]) -> Result<(), Failure> {
    if map.is_empty() {
        return Ok(());
    }
    let known: BTreeSet<String> = sources.iter().flat_map(Source::categories).collect();
    let known: Vec<String> = known.into_iter().collect();
    if let Some((unknown, _)) = map.iter().find(|(from, _)| !known.contains(from)) {
        let message = format!("There is no category “{unknown}”.");
        return Err(unknown_name(message, unknown, &known));
    }
    let records = sources.iter_mut().flat_map(|source| &mut source.corpus.records);
    for edit in records.flat_map(|record| &mut record.edits) {
        if let Some((_, to)) = map.iter().find(|(from, _)| *from == edit.category) {
            edit.category.clone_from(to);
        }
    }
    Ok(())
}

fn source(path: &Path, args: &SourceArgs, console: &mut Console) -> Result<Source, Failure> {
    let format = known(&args.format)?;
    let reading = Reading { unit: args.offsets.as_deref().and_then(Unit::of_name) };
    let imported = format.import(&files::read_all(path, format.folder)?, reading);
    tell_problems(path, &imported.problems, console);
    let names = match &args.keys {
        Some(keys) => Names::Given(keys.clone()),
        None if args.by_texts => Names::None,
        None if args.by_position => Names::Positions,
        None => Names::OfFormat(format.keys.iter().map(|key| (*key).to_owned()).collect()),
    };
    Ok(Source { name: name(path), corpus: imported.corpus, names, first_spans: args.first_spans })
}

/// What an annotator is called whom the file does not name.
fn name(path: &Path) -> String {
    path.file_stem().map_or_else(|| shown(path), |stem| stem.to_string_lossy().into_owned())
}

/// Tells which items have no counterpart.
pub(super) fn tell_left_out(paths: &[&PathBuf], paired: &Paired, console: &mut Console) {
    let Some(path) = paths.last() else { return };
    let n = paired.other_texts.len();
    if n > 0 {
        let said = [
            format!(
                "{} the name of an item that has other texts: offsets in them mean something else, so they are not compared.",
                counted(n, "item has", "items have")
            ),
            "Compare files on the same texts; --by-texts passes over the names.".to_owned(),
        ];
        console.found(path, Severity::Warning, "other-texts", said);
    }
}
