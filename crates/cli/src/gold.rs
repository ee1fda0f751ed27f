//! `spanwise gold`: instances with known edits hidden in a work, and what annotators found of them. What an adjudicator
//! decided is in `decisions`, and gold made by a rule in `gold_by_rule`.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::path::Path;

use serde_json::{Value, json};

use super::args::{GoldArgs, GoldCommand, GoldHideArgs, GoldRemoveArgs, GoldScoreArgs};
use super::data;
use super::decisions;
use super::files::{self, OutputPath};
use super::gold_by_rule;
use super::paths::shown;
use super::report::{Console, Failure, counted};
use spanwise_annotation::format::{Dataset, annotator_of};
use spanwise_diagnostics::Severity;
use spanwise_submission::hidden_gold::{
    GoldPlaces, GoldPlacesError, HiddenGoldFigures, WorkItem, has_gold, hide, mixed,
};
use spanwise_template::{Template, compile};

pub(super) fn run(args: &GoldArgs, console: &mut Console) -> Result<Value, Failure> {
    match &args.command {
        GoldCommand::Hide(args) => hide_gold(args, console),
        GoldCommand::Score(args) => score(args, console),
        GoldCommand::Remove(args) => remove(args, console),
        GoldCommand::Decide(args) => gold_by_rule::decide(args, console),
        GoldCommand::Record(args) => decisions::record(args, console),
        GoldCommand::Make(args) => decisions::make(args, console),
    }
}

fn hide_gold(args: &GoldHideArgs, console: &mut Console) -> Result<Value, Failure> {
    files::refuse_twice_standard([&args.data, &args.gold])?;
    console.refuse_two_outputs(&args.output)?;
    let output = OutputPath::new(&args.output, &[&args.data, &args.gold], args.force)?;
    let (dataset, gold) = (data::open(&args.data, console)?, data::open(&args.gold, console)?);
    let (Some(dataset), Some(gold), 0) = (&dataset, &gold, console.errors()) else {
        console.say("Nothing was written.");
        return Ok(json!({ "written": Value::Null, "instances": 0, "gold": [] }));
    };
    tell_template_left_out(&args.data, dataset, console);
    let work = mixed(dataset.len(), gold.len(), &places(args), &args.seed)
        .map_err(|error| refusal(error, gold.len()))?;
    let pieces = work.iter().filter_map(|item| match item {
        WorkItem::Data(at) => dataset.raw(*at).map(str::to_owned),
        WorkItem::Gold(at) => hide(gold.raw(*at)?, args.boundary_tolerance),
    });
    let list = pieces.collect::<Vec<_>>().join(",\n");
    output.write(&format!("[\n{list}\n]\n"), console)?;
    let is_gold = |item: &WorkItem| matches!(item, WorkItem::Gold(_));
    let at: Vec<usize> =
        (1..).zip(&work).filter(|(_, item)| is_gold(item)).map(|(n, _)| n).collect();
    let instances = counted(work.len(), "instance", "instances");
    console.say(&format!("{}: {instances}, {} of them with hidden gold", output.shown(), at.len()));
    Ok(json!({ "written": output.shown(), "instances": work.len(), "gold": at }))
}

fn tell_template_left_out(path: &Path, dataset: &Dataset, console: &mut Console) {
    if dataset.template().is_some() {
        let said = [
            "The template in the file is not in the one that is written.",
            "`spanwise bundle` puts a template and data together.",
        ];
        let said = said.map(str::to_owned);
        console.found(path, Severity::Warning, "template-left-out", said);
    }
}

fn places(args: &GoldHideArgs) -> GoldPlaces {
    let number = |n: u64| usize::try_from(n).unwrap_or(usize::MAX);
    match args.every.map(number).and_then(NonZeroUsize::new) {
        Some(stretch) => GoldPlaces::OneIn(stretch),
        None if args.at.is_empty() => GoldPlaces::Anywhere,
        None => GoldPlaces::At(args.at.iter().map(|at| number(*at).saturating_sub(1)).collect()),
    }
}

fn refusal(error: GoldPlacesError, gold: usize) -> Failure {
    match error {
        GoldPlacesError::TooLittleGold { places } => Failure::new(
            format!(
                "{} would be needed, and the file has {gold}.",
                counted(places, "instance with gold", "instances with gold")
            ),
            "Give more gold, or hide it more rarely.",
        ),
        GoldPlacesError::NoSuchPlace { place } => Failure::new(
            format!("Place {} is not in the work, or is named twice.", place.saturating_add(1)),
            "Places count from 1 in the resulting work, each once.",
        ),
    }
}

fn remove(args: &GoldRemoveArgs, console: &mut Console) -> Result<Value, Failure> {
    console.refuse_two_outputs(&args.output)?;
    let output = OutputPath::new(&args.output, &[&args.data], args.force)?;
    let dataset = data::open(&args.data, console)?;
    let (Some(dataset), 0) = (&dataset, console.errors()) else {
        console.say("Nothing was written.");
        return Ok(json!({ "written": Value::Null, "instances": 0, "removed": 0 }));
    };
    tell_template_left_out(&args.data, dataset, console);
    let left: Vec<&str> = dataset.iter().filter(|raw| !has_gold(raw)).collect();
    output.write(&format!("[\n{}\n]\n", left.join(",\n")), console)?;
    let removed = dataset.len() - left.len();
    let instances = counted(left.len(), "instance", "instances");
    console.say(&format!("{}: {instances}, {removed} with hidden gold removed", output.shown()));
    Ok(json!({ "written": output.shown(), "instances": left.len(), "removed": removed }))
}

fn score(args: &GoldScoreArgs, console: &mut Console) -> Result<Value, Failure> {
    files::refuse_twice_standard(args.files.iter().chain([&args.template]))?;
    let compiled = compile(&files::read(&args.template)?);
    compiled.diagnostics.iter().for_each(|problem| console.problem(&args.template, problem));
    let mut rows = Vec::new();
    for path in &args.files {
        let (Some(dataset), Some(template)) = (data::open(path, console)?, &compiled.template)
        else {
            continue;
        };
        let found = by_annotator(&dataset, template);
        if found.is_empty() {
            let said = [
                "No instance of the file has hidden gold.",
                "Hide some with `spanwise gold hide`.",
            ];
            console.found(path, Severity::Warning, "no-hidden-gold", said.map(str::to_owned));
        }
        for (annotator, figures) in found {
            print(path, annotator.as_deref(), &figures, console);
            let mut row = json!(figures);
            row["file"] = shown(path).into();
            row["annotator"] = annotator.into();
            rows.push(row);
        }
    }
    Ok(json!({ "annotators": rows }))
}

/// The figures of each annotator that the instances name.
fn by_annotator(
    dataset: &Dataset,
    template: &Template,
) -> BTreeMap<Option<String>, HiddenGoldFigures> {
    let mut instances: BTreeMap<Option<String>, Vec<&str>> = BTreeMap::new();
    for raw in dataset.iter() {
        instances.entry(annotator_of(raw)).or_default().push(raw);
    }
    let figures = |(annotator, instances)| {
        Some((annotator, HiddenGoldFigures::of(instances, &template.typology)?))
    };
    instances.into_iter().filter_map(figures).collect()
}

fn print(path: &Path, annotator: Option<&str>, figures: &HiddenGoldFigures, console: &mut Console) {
    let HiddenGoldFigures { instances, counts, f1 } = figures;
    let whose = annotator.map(|name| format!(", {name}")).unwrap_or_default();
    let instances = counted(*instances, "instance", "instances");
    let f1 = f1.map_or_else(|| "undefined".to_owned(), |f1| format!("{f1:.3}"));
    console.print_text(&format!(
        "{}{whose}: {instances}; {} of {} found, {} at a wrong border, {} in another category, {} missed, {} without gold; F1 {f1}\n",
        shown(path),
        counts.found,
        counts.gold(),
        counts.wrong_border,
        counts.wrong_category,
        counts.missed,
        counts.without_gold,
    ));
}
