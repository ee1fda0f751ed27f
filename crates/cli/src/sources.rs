//! Alignment of files of any format into a study.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::args::{Grouping, SourceArgs};
use super::comma_list::CommaList;
use super::convert::tell_problems;
use super::figures::FigureGroup;
use super::files;
use super::input::Input;
use super::paths::{self, shown};
use super::progress::done;
use super::report::{Console, Failure, counted};
use super::typologies::FileTypologies;
use super::typology_changes::{self, RequestedChanges};
use spanwise_agreement::measure::study_alignment::{
    AlignedBy, AlignedStudy, AnnotatorsAre, CountedSpans, ItemNames, StudyFile, align_study, field,
};
use spanwise_agreement::measure::{
    AnnotationStudy, ComparedSides, GivenTokens, INTERVALS, LeaveOutRule, Tokenization,
};
use spanwise_annotation::document::TextName;
use spanwise_annotation::typology_changes::ChangeCounts;
use spanwise_annotation::typology_hash::TypologyHash;
use spanwise_diagnostics::{Diagnostic, Severity};
use spanwise_interchange::{ImportOptions, ReadingPurpose, Record};
use spanwise_template::{CategoryShape, Side, Template, compile};

/// The name of a side in results.
fn side_name(side: Side) -> &'static str {
    match side {
        Side::Source => "source",
        Side::Target => "target",
    }
}

/// The names of the compared sides.
pub(super) fn side_names(study: &AnnotationStudy) -> Vec<&'static str> {
    study.compared_sides().into_iter().map(side_name).collect()
}

/// The compared sides: the requested ones, else those on which categories of the template have spans, else those used
/// by the annotators.
fn sides(args: &SourceArgs) -> Result<ComparedSides, Failure> {
    if let Some(side) = args.side {
        return Ok(side.into());
    }
    let Some(template) = template(args)? else { return Ok(ComparedSides::Used) };
    let marks = |side: Side| {
        let mut shapes = template.typology.categories().iter().map(|category| category.shape);
        shapes.any(
            |shape| matches!(shape, CategoryShape::Spans { sides, .. } if sides.includes(side)),
        )
    };
    Ok(match (marks(Side::Source), marks(Side::Target)) {
        (true, true) => ComparedSides::Both,
        (true, false) => ComparedSides::Source,
        (false, true) => ComparedSides::Target,
        (false, false) => ComparedSides::Used,
    })
}

/// The template, if one was given.
pub(super) fn template(args: &SourceArgs) -> Result<Option<Template>, Failure> {
    args.template.as_deref().map(usable_template).transpose()
}

/// A template without errors.
pub(super) fn usable_template(path: &Path) -> Result<Template, Failure> {
    let compiled = compile(&files::read(path)?);
    // With errors it may lack categories, and thereby sides.
    let is_error = |problem: &Diagnostic| problem.severity == Severity::Error;
    let usable = compiled.template.filter(|_| !compiled.diagnostics.iter().any(is_error));
    let path = shown(path);
    usable.ok_or_else(|| {
        let first = compiled.diagnostics.iter().find(|problem| is_error(problem));
        let first = first.map(|problem| problem.advice().to_string()).unwrap_or_default();
        Failure::new(
            format!("{path} is no template without errors. {first}"),
            format!("`spanwise check {path}` and the builder list all errors."),
        )
    })
}

/// Adds the compared sides, and their source, to the figures.
pub(super) fn say_sides(group: &mut FigureGroup, study: &AnnotationStudy, args: &SourceArgs) {
    let by = match (study.sides, args.side) {
        (ComparedSides::Used, _) => "annotators",
        (_, Some(_)) => "side",
        (_, None) => "template",
    };
    group.value("sides", side_names(study));
    group.value("sides_by", by);
}

/// The files that options name, each with its option.
pub(super) fn files_of_options(args: &SourceArgs) -> Vec<(&'static str, &Path)> {
    let template = args.template.iter().map(|path| ("--template", path.as_path()));
    let is_file = !["word", "space", "char"].contains(&args.tokens.as_str());
    let tokens = is_file.then_some(("--tokens", Path::new(&args.tokens)));
    let changes = args.map.iter().filter(|text| !text.contains('='));
    template.chain(tokens).chain(changes.map(|file| ("--map", Path::new(file)))).collect()
}

/// The requested tokenization.
fn tokenization(args: &SourceArgs) -> Result<Tokenization, Failure> {
    Ok(match args.tokens.as_str() {
        "word" => Tokenization::Word,
        "space" => Tokenization::Space,
        "char" => Tokenization::Char,
        file if !paths::is_standard(Path::new(file)) && !Path::new(file).exists() => {
            return Err(Failure::new(
                format!("--tokens {file}: there is no file of this name."),
                "Write `word`, `space` or `char`, or the file with a tokenized text in each line.",
            ));
        }
        file => Tokenization::Given(GivenTokens::read(&files::read(Path::new(file))?).into()),
    })
}

/// Refuses a given tokenization that lacks texts.
fn refuse_untokenized(study: &AnnotationStudy, args: &SourceArgs) -> Result<(), Failure> {
    let Tokenization::Given(given) = &study.tokenization else { return Ok(()) };
    let study_texts = study.study_texts();
    let mut lacking =
        study_texts.iter().filter(|study_text| given.tokens(study_text.text.as_str()).is_none());
    let Some(first) = lacking.next() else { return Ok(()) };
    let example: String = first.text.as_str().chars().take(60).collect();
    let item = study.items.get(first.item).map_or("", |item| item.name.as_str());
    let n = counted(1 + lacking.count(), "text", "texts");
    Err(Failure::new(
        format!(
            "{} lacks {n}, such as “{example}” (the {} of item {item}).",
            args.tokens,
            first.name.as_str()
        ),
        "Put each text in a line of its own: the same characters, with white space between tokens.",
    ))
}

/// Aligns the records of files.
pub(super) fn paired(
    paths: &[&PathBuf],
    sources: Vec<StudyFile>,
    who: AnnotatorsAre,
    args: &SourceArgs,
) -> Result<AlignedStudy, Failure> {
    // Files of annotators who are not wanted are not among them.
    let names: Vec<String> = sources.iter().map(|source| source.name.clone()).collect();
    let mut paired = align_study(sources, who).map_err(|nameless| {
        let is_it = |path: &&&PathBuf| names.get(nameless.file) == Some(&name(path));
        let path = paths.iter().find(is_it).map_or(String::new(), |path| shown(path));
        Failure::unknown_name(
            format!("Record {} of {path} has no `{}`.", nameless.record + 1, nameless.key),
            &nameless.key,
            &offered(&nameless.known),
        )
    })?;
    paired.study.tokenization = tokenization(args)?;
    paired.study.sides = sides(args)?;
    refuse_untokenized(&paired.study, args)?;
    Ok(paired)
}

/// Adds the rules of `--leave-out`, if there are any, and the number of edits that they left out.
pub(super) fn say_edits_left_out(group: &mut FigureGroup, edits: usize, args: &SourceArgs) {
    if args.leave_out.is_empty() {
        return;
    }
    let rule = |rule: &LeaveOutRule| json!({ "category": rule.category, "up_to": rule.up_to });
    group.value("edits_left_out", edits);
    group.hidden("leave_out", args.leave_out.iter().flatten().map(rule).collect::<Vec<Value>>());
}

/// Files with the requested records only.
#[derive(Debug, Clone)]
pub(super) struct SelectedRecords {
    pub(super) files: Vec<StudyFile>,
    /// The formats of the files, as told in the results.
    formats: Vec<Value>,
    /// The number of records of the files.
    given: usize,
    /// The changes that `--map` made in them.
    changes: Option<ChangeCounts>,
    /// The typologies that the files were annotated with.
    typologies: FileTypologies,
    /// The names in all records of the files, chosen or not.
    pub(super) names: DataNames,
}

/// The names by which records and edits can be chosen.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(super) struct DataNames {
    /// Of members of records and of their metadata.
    members: BTreeSet<String>,
    /// Of categories, with those that `--map` takes them for.
    categories: BTreeSet<String>,
    annotators: BTreeSet<String>,
}

impl DataNames {
    fn add(&mut self, sources: &[StudyFile]) {
        for source in sources {
            self.members.extend(offered(&source.members()));
            self.categories.extend(source.categories());
            self.annotators.extend(annotators_of(source));
        }
    }
}

/// The annotators whose work a file has; records that name nobody are those of one who is called like the file.
pub(super) fn annotators_of(source: &StudyFile) -> BTreeSet<String> {
    let mut names = source.annotators();
    let is_nameless = |record: &Record| record.annotator.is_none();
    if names.is_empty() || source.corpus.records.iter().any(is_nameless) {
        names.insert(source.name.clone());
    }
    names
}

impl SelectedRecords {
    /// The conditions, and the number of records left.
    pub(super) fn told(&self, args: &SourceArgs, annotators: &[CommaList<String>]) -> FigureGroup {
        let records: usize = self.files.iter().map(|file| file.corpus.records.len()).sum();
        let mut conditions: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for (name, value) in args.conditions.iter().flatten() {
            conditions.entry(name).or_default().push(value);
        }
        let mut group = FigureGroup::default();
        group.hidden(
            "selection",
            json!({
                "where": conditions,
                "annotators": annotators.iter().flatten().collect::<Vec<_>>(),
                "categories": args.category.iter().flatten().collect::<Vec<_>>(),
                "records": records,
                "left_out": self.given - records,
                "first_spans": args.first_spans,
                "map": self.changes.as_ref().map(typology_changes::figures),
            }),
        );
        group.hidden("formats", self.formats.clone());
        group.hidden("typologies", self.typologies.figures());
        if self.given > records {
            group.line(
                "selected",
                format!("{records} of {}", counted(self.given, "record", "records")),
            );
        }
        if args.first_spans {
            group.line("spans", "the first of each edit and side only");
        }
        group
    }
}

/// Reads files and reports their problems.
pub(super) fn read(
    paths: &[&PathBuf],
    args: &SourceArgs,
    console: &mut Console,
) -> Result<SelectedRecords, Failure> {
    files::refuse_twice_standard(paths.iter().copied())?;
    if args.template.as_deref().is_some_and(paths::is_standard) {
        // It is read again for each part of the records.
        return Err(Failure::new("The template can't be read from `-`.", "Name its file."));
    }
    let bar = console.progress().bar("reading", paths.len());
    let (mut sources, mut formats) = (Vec::new(), Vec::new());
    for path in paths {
        let (source, format) = source(path, args, console)?;
        sources.push(source);
        formats.push(format);
        bar.inc(1);
    }
    done(&bar);
    let given = sources.iter().map(|source| source.corpus.records.len()).sum();
    let mut names = DataNames::default();
    names.add(&sources);
    let asked = RequestedChanges::read(&args.map, console)?;
    let changes = if asked.is_empty() {
        None
    } else {
        let corpora = sources.iter_mut().map(|source| &mut source.corpus);
        let changes = asked.apply(corpora, drop, console)?;
        names.add(&sources);
        Some(changes)
    };
    let typologies = typologies(paths, &sources, args, console)?;
    refuse_unknown_categories(&sources, args)?;
    keep_where(&mut sources, &args.conditions)?;
    keep_categories(&mut sources, &args.category);
    Ok(SelectedRecords { files: sources, formats, given, changes, typologies, names })
}

/// The typologies that the files were annotated with, with a warning of those that differ.
fn typologies(
    paths: &[&PathBuf],
    sources: &[StudyFile],
    args: &SourceArgs,
    console: &mut Console,
) -> Result<FileTypologies, Failure> {
    let mut typologies = FileTypologies::default();
    for (path, source) in paths.iter().zip(sources) {
        typologies.add(path, source.corpus.records.iter().map(Record::noted_typology));
    }
    let template = template(args)?;
    let of_template = template.as_ref().map(TypologyHash::of);
    typologies.tell(args.template.as_deref().zip(of_template), console);
    Ok(typologies)
}

/// Refuses a name that no record has.
fn refuse_unknown_field(sources: &[StudyFile], name: &str) -> Result<(), Failure> {
    let known: BTreeSet<String> = sources.iter().flat_map(StudyFile::members).collect();
    if known.contains(name) {
        return Ok(());
    }
    Err(Failure::unknown_name(format!("No record has `{name}`."), name, &offered(&known)))
}

/// The members that can be meant. The others are kept for the format that they came from.
fn offered(members: &BTreeSet<String>) -> BTreeSet<String> {
    members.iter().filter(|name| !name.starts_with('_')).cloned().collect()
}

/// Keeps only the records that meet all conditions; of several values of one member, any will do.
fn keep_where(
    sources: &mut [StudyFile],
    conditions: &[CommaList<(String, String)>],
) -> Result<(), Failure> {
    let mut by_name: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (name, value) in conditions.iter().flatten() {
        by_name.entry(name).or_default().insert(value);
    }
    for (name, wanted) in &by_name {
        refuse_unknown_field(sources, name)?;
        let records = sources.iter().flat_map(|source| &source.corpus.records);
        let known: BTreeSet<String> = records.filter_map(|record| field(record, name)).collect();
        if let Some(unknown) = wanted.iter().find(|value| !known.contains(**value)) {
            let message = format!("No record has `{unknown}` for `{name}`.");
            return Err(Failure::unknown_name(message, unknown, &known));
        }
    }
    let fits = |record: &Record| {
        let meets = |(name, wanted): (&&str, &BTreeSet<&str>)| {
            field(record, name).is_some_and(|value| wanted.contains(value.as_str()))
        };
        by_name.iter().all(meets)
    };
    for source in sources.iter_mut() {
        source.corpus.records.retain(fits);
    }
    if sources.iter().all(|source| source.corpus.records.is_empty()) && !by_name.is_empty() {
        return Err(Failure::new(
            "No record meets all conditions at once.",
            "Leave out one of --where.",
        ));
    }
    Ok(())
}

/// Refuses categories of `--category` and `--leave-out` that nobody used in any record. Those that records chosen
/// by `--where` lack are none of these.
fn refuse_unknown_categories(sources: &[StudyFile], args: &SourceArgs) -> Result<(), Failure> {
    let left_out = args.leave_out.iter().flatten().map(|rule| &rule.category);
    let mut named = args.category.iter().flatten().chain(left_out).peekable();
    if named.peek().is_none() {
        return Ok(());
    }
    let known: BTreeSet<String> = sources.iter().flat_map(StudyFile::categories).collect();
    match named.find(|name| !known.contains(*name)) {
        Some(unknown) => {
            let message = format!("There is no category “{unknown}”.");
            Err(Failure::unknown_name(message, unknown, &known))
        }
        None => Ok(()),
    }
}

/// Keeps only the edits of these categories; all if there are none.
fn keep_categories(sources: &mut [StudyFile], wanted: &[CommaList<String>]) {
    let wanted: Vec<&String> = wanted.iter().flatten().collect();
    if wanted.is_empty() {
        return;
    }
    for record in sources.iter_mut().flat_map(|source| &mut source.corpus.records) {
        record.edits.retain(|edit| wanted.contains(&&edit.category));
    }
}

/// Splits the records by their values of the given members, joined by ` / `, a missing one being `(none)`; empty if no
/// members are given. Every file is in every part, since an annotator without a record there counts nonetheless.
pub(super) fn parts<'m>(
    sources: &[StudyFile],
    members: impl IntoIterator<Item = &'m String>,
) -> Result<BTreeMap<String, Vec<StudyFile>>, Failure> {
    let members: Vec<&String> = members.into_iter().collect();
    for member in &members {
        refuse_unknown_field(sources, member)?;
    }
    if members.is_empty() {
        return Ok(BTreeMap::new());
    }
    let mut parts: BTreeMap<String, Vec<StudyFile>> = BTreeMap::new();
    for (number, source) in sources.iter().enumerate() {
        for record in &source.corpus.records {
            let value = |member| field(record, member).unwrap_or_else(|| "(none)".to_owned());
            let values: Vec<String> = members.iter().map(|member| value(member)).collect();
            let part = parts
                .entry(values.join(" / "))
                .or_insert_with(|| sources.iter().map(StudyFile::without_records).collect());
            if let Some(source) = part.get_mut(number) {
                source.corpus.records.push(record.clone());
            }
        }
    }
    Ok(parts)
}

/// A grouping of `--by` as it was given, with the records by their values.
pub(super) type RecordGrouping<'a> = (&'a str, BTreeMap<String, Vec<StudyFile>>);

/// The records split by each grouping of `--by`, after the grouping.
pub(super) fn groupings<'a>(
    sources: &[StudyFile],
    args: &'a SourceArgs,
) -> Result<Vec<RecordGrouping<'a>>, Failure> {
    let parted = |by: &'a Grouping| Ok((by.given.as_str(), parts(sources, &by.members)?));
    args.by.iter().map(parted).collect()
}

/// Adds what was computed for each grouping of `--by`: a single one under `name`, several under `<name>_by`, each with
/// its own.
pub(super) fn add_groupings(
    group: &mut FigureGroup,
    name: &str,
    groupings: Vec<(&str, FigureGroup)>,
) {
    let is_single = groupings.len() == 1;
    let mut all = FigureGroup::default();
    for (fields, figures) in groupings {
        if is_single {
            group.group(name, figures);
        } else {
            all.group(fields, figures);
        }
    }
    if !all.is_empty() {
        group.group(&format!("{name}_by"), all);
    }
}

/// A file, and its format as told in the results.
fn source(
    path: &Path,
    args: &SourceArgs,
    console: &mut Console,
) -> Result<(StudyFile, Value), Failure> {
    let Input { format, is_detected, files } =
        Input::open(path, args.input.format.as_deref(), "--format")?;
    let reading = ImportOptions { unit: args.input.unit(), purpose: ReadingPurpose::Figures };
    let imported = format.import(files, reading);
    let told = json!({ "file": shown(path), "format": format.name, "detected": is_detected });
    tell_problems(path, &imported.problems, console);
    let names = match &args.keys[..] {
        [_, ..] => ItemNames::Given(args.keys.iter().flatten().cloned().collect()),
        [] if args.by_texts => ItemNames::None,
        [] if args.by_position => ItemNames::Positions,
        [] => ItemNames::OfFormat(format.keys.iter().map(|key| (*key).to_owned()).collect()),
    };
    let spans = if args.first_spans { CountedSpans::First } else { CountedSpans::All };
    let mut source = StudyFile { name: name(path), corpus: imported.corpus, names, spans };
    // A name without letters would be none in a table.
    for record in &mut source.corpus.records {
        record.annotator.take_if(|name| name.trim().is_empty());
    }
    source.drop_unused();
    Ok((source, told))
}

/// The name of an annotator if the file names none: that of the file without its extension.
pub(super) fn name(path: &Path) -> String {
    path.file_stem().map_or_else(|| shown(path), |stem| stem.to_string_lossy().into_owned())
}

/// Warns of items whose name another annotator has with other texts.
pub(super) fn tell_left_out(paths: &[&PathBuf], paired: &AlignedStudy, console: &mut Console) {
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

/// Refuses to continue if too many items, `alone` of `all`, are those of one annotator only.
pub(super) fn refuse_share(
    whose: &str,
    alone: &[usize],
    all: usize,
    paired: &AlignedStudy,
    args: &SourceArgs,
) -> Result<(), Failure> {
    let example = alone.first().and_then(|at| paired.study.items.get(*at));
    let example = example.map_or("", |item| item.name.as_str());
    refuse_too_many(whose, alone.len(), all, (example, paired.by.name()), args)
}

/// Refuses to continue if too many items, `alone` of `all`, have no counterpart. The message has an example, and the
/// rule of the alignment.
pub(super) fn refuse_too_many(
    whose: &str,
    alone: usize,
    all: usize,
    (example, by): (&str, &str),
    args: &SourceArgs,
) -> Result<(), Failure> {
    let percent = 100.0 * alone as f64 / all.max(1) as f64;
    if percent <= args.max_left_out {
        return Ok(());
    }
    Err(Failure::new(
        format!(
            "{alone} of {}{whose} ({percent:.1} %) have no counterpart, such as “{example}”; nothing is compared.",
            counted(all, "item", "items"),
        ),
        format!(
            "Items were aligned by {by}. See whether the files hold the same texts, and what tells them apart (--keys, --by-texts, --by-position); or go on without them: --max-left-out 100.",
        ),
    ))
}

/// The names of items, by the annotator who alone has them.
pub(super) fn without_counterpart(paired: &AlignedStudy) -> Map<String, Value> {
    let mut by_annotator = Map::new();
    for (annotator, name) in paired.study.annotators.iter().enumerate() {
        let items = paired.alone.iter().filter_map(|at| paired.study.items.get(*at));
        let own = items.filter(|item| item.edits.get(annotator).is_some());
        let names: Vec<&str> = own.map(|item| item.name.as_str()).collect();
        if !names.is_empty() {
            by_annotator.insert(name.clone(), json!(names));
        }
    }
    by_annotator
}

/// The annotators whose records lack texts that those of others have, with the names of these.
pub(super) fn lacking_texts(study: &AnnotationStudy) -> impl Iterator<Item = (&str, Vec<&str>)> {
    let lacking = study.annotators.iter().zip(&study.lacking_texts);
    lacking.filter(|(_, texts)| !texts.is_empty()).map(|(annotator, texts)| {
        (annotator.as_str(), texts.iter().map(TextName::as_str).collect())
    })
}

/// By annotator: the categories that nobody else used, in which annotators can only disagree.
pub(super) fn categories_of_one(study: &AnnotationStudy) -> Map<String, Value> {
    let used: Vec<_> = (0..study.annotators.len()).map(|at| study.used_by(at)).collect();
    let mut by_annotator = Map::new();
    for (at, (name, own)) in study.annotators.iter().zip(&used).enumerate() {
        let is_elsewhere = |category: &usize| {
            used.iter().enumerate().any(|(other, used)| other != at && used.contains(category))
        };
        let alone = own.iter().filter(|category| !is_elsewhere(category));
        let names: Vec<&String> = alone.filter_map(|at| study.categories.get(*at)).collect();
        if !names.is_empty() {
            by_annotator.insert(name.clone(), json!(names));
        }
    }
    by_annotator
}

/// The names of the annotators; if there are more than ten, their number.
pub(super) fn annotators(study: &AnnotationStudy) -> String {
    const FEW: usize = 10;
    let names = &study.annotators;
    if names.len() > FEW { format!("{} annotators", names.len()) } else { names.join(", ") }
}

/// Prints the annotators, the rule that aligned their items, and the number of items without a counterpart.
pub(super) fn tell_alignment(paired: &AlignedStudy, console: &mut Console) {
    let by = match paired.by {
        AlignedBy::Keys => "by their keys",
        AlignedBy::Id => "by `id`",
        AlignedBy::Texts => "by their texts",
        AlignedBy::Positions => "by their positions",
        AlignedBy::Several => "by their names, and by their texts where they have none in common",
    };
    console.say(&format!(
        "{}: {}, aligned {by}; {} with all of them, {} ({:.1} %) left out, with one only",
        annotators(&paired.study),
        counted(paired.study.items.len(), "item", "items"),
        paired.by_all,
        paired.alone.len(),
        paired.share_alone() * 100.0,
    ));
}

/// Adds the method of intervals to the figures.
pub(super) fn say_intervals(group: &mut FigureGroup, args: &SourceArgs) {
    if args.resamples > 0 {
        let how = json!({ "convention": INTERVALS, "samples": args.resamples, "seed": args.seed });
        group.hidden("intervals", how);
    }
}

/// Prints figures as text, or as a table if requested.
pub(super) fn print(
    group: &FigureGroup,
    args: &SourceArgs,
    console: &mut Console,
) -> Result<(), Failure> {
    console.print_text(&match args.table {
        Some(kind) => group.to_table(kind)?,
        None => group.to_text(),
    });
    Ok(())
}
