//! `spanwise stats`: what was marked, how much of the texts, how severe.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use serde_json::{Value, json};

use super::agree::counts;
use super::args::StatsArgs;
use super::figures::Group;
use super::report::{Console, Failure, counted};
use super::sources;
use crate::domain::measure::pairing::{Paired, Source, Who};
use crate::domain::measure::{
    Coverage, ErrorWeights, LeaveOut, OneAgainstRest, Resampling, Rest, Sheet, Study, coverage,
    leave_out, mean_penalty, one_against_rest, penalties, quality_from_spans, segment_scores,
    stability, tallies, total_penalty,
};

pub(super) fn run(args: &StatsArgs, console: &mut Console) -> Result<Value, Failure> {
    let paths: Vec<&PathBuf> = args.files.iter().collect();
    let sources = sources::read(&paths, &args.source, console)?;
    let paired = sources::paired(&paths, &sources, Who::Annotators, &args.source)?;
    sources::tell_left_out(&paths, &paired, console);
    console.say(&format!(
        "{}: {}",
        paired.study.annotators.join(", "),
        counted(paired.study.items.len(), "item", "items")
    ));
    for rule in &args.leave_out {
        if !paired.study.categories.contains(&rule.category) {
            let message = format!("There is no category “{}”.", rule.category);
            return Err(sources::unknown_name(message, &rule.category, &paired.study.categories));
        }
    }
    let mut group = figures(&paired, args);
    if let Some(member) = &args.by {
        group.group("groups", by(member, &paths, &sources, args)?);
    }
    console.print_text(&group.to_text());
    Ok(group.to_json())
}

/// The figures of each value of a member of the metadata.
fn by(
    member: &str,
    paths: &[&PathBuf],
    sources: &[Source],
    args: &StatsArgs,
) -> Result<Group, Failure> {
    let records = || sources.iter().flat_map(|source| &source.corpus.records);
    if records().all(|record| record.metadata.get(member).is_none()) {
        let known: BTreeSet<String> = records()
            .flat_map(|record| record.metadata.iter().map(|(name, _)| name.to_owned()))
            .collect();
        let known: Vec<String> = known.into_iter().collect();
        let message = format!("No record has `{member}`.");
        return Err(sources::unknown_name(message, member, &known));
    }
    let mut parts: BTreeMap<Option<String>, Vec<Source>> = BTreeMap::new();
    for (number, source) in sources.iter().enumerate() {
        for record in &source.corpus.records {
            let part = parts.entry(record.metadata.text(member)).or_insert_with(|| {
                // Every file is in every part, since an annotator without a record there is one nonetheless.
                sources.iter().map(Source::without_records).collect()
            });
            if let Some(source) = part.get_mut(number) {
                source.corpus.records.push(record.clone());
            }
        }
    }
    let mut groups = Group::default();
    for (value, part) in parts {
        let figures = figures(&sources::paired(paths, &part, Who::Annotators, &args.source)?, args);
        groups.group(value.as_deref().unwrap_or("(none)"), figures);
    }
    Ok(groups)
}

fn figures(paired: &Paired, args: &StatsArgs) -> Group {
    let (study, left_out) = leave_out(&paired.study, &args.leave_out);
    let (sheets, _) = study.sheets();
    let mut group = Group::default();
    group.hidden("annotators", study.annotators.clone());
    group.value("items", study.items.len());
    group.value("tokens", study.tokenization.name());
    group.value("sides", sources::side_names(&study));
    group.hidden("spans_on_other_sides", study.spans_elsewhere());
    if !args.leave_out.is_empty() {
        group.value("edits_left_out", left_out);
        group.hidden("leave_out", rules(&args.leave_out));
    }
    group.group("counts", counts(&study));
    group.group("coverage", covered(&study));
    group.group("stability", stable(&study, &sheets, args.seed));
    if study.annotators.len() > 2 {
        group.group("one_against_rest", against_rest(&study, &sheets));
    }
    group.group("quality", quality(&study, &args.weights()));
    group
}

fn rules(rules: &[LeaveOut]) -> Vec<Value> {
    let rule = |rule: &LeaveOut| json!({ "category": rule.category, "up_to": rule.up_to });
    rules.iter().map(rule).collect()
}

fn covered(study: &Study) -> Group {
    let tallies = tallies(study);
    let mut group = Group::default();
    group.group("all", of_coverage(&coverage(&tallies, None)));
    for (at, category) in study.categories.iter().enumerate() {
        group.group(category, of_coverage(&coverage(&tallies, Some(at))));
    }
    group
}

fn of_coverage(coverage: &Coverage) -> Group {
    let mut group = Group::default();
    group.estimate("span_coverage", &coverage.summed);
    group.estimate("without_overlap", &coverage.union);
    group.estimate("severity_weighted", &coverage.weighted);
    group.estimate("span_rate", &coverage.rate);
    group.figure("spans", &coverage.spans);
    group.figure("tokens_per_span", &coverage.tokens_per_span);
    group
}

/// How much the number of spans changes with the texts, as in Scarecrow's table 5.
fn stable(study: &Study, sheets: &[Sheet], seed: u64) -> Group {
    let how = Resampling::scarecrow(seed);
    let spans = |sheet: &Sheet, wanted: Option<usize>| {
        let units = sheet.units.iter().flatten().flatten();
        units.filter(|unit| wanted.is_none_or(|wanted| unit.category == wanted)).count() as f64
    };
    let mut group = Group::default();
    let categories =
        study.categories.iter().enumerate().map(|(at, name)| (name.as_str(), Some(at)));
    for (name, wanted) in std::iter::once(("all", None)).chain(categories) {
        let counts: Vec<f64> = sheets.iter().map(|sheet| spans(sheet, wanted)).collect();
        let found = stability(&counts, how);
        let mut of = Group::default();
        of.figure("mean", &found.mean);
        of.figure("sd", &found.sd);
        of.figure("cv", &found.cv);
        group.group(name, of);
    }
    group.hidden("texts_per_sample", json!(how.size));
    group.hidden("samples", how.draws);
    group.hidden("seed", seed);
    group
}

fn against_rest(study: &Study, sheets: &[Sheet]) -> Group {
    let scores = |found: &OneAgainstRest| {
        let mut group = Group::default();
        group.figure("precision", &found.precision);
        group.figure("recall", &found.recall);
        group.figure("f1", &found.f1);
        group
    };
    let mut group = Group::default();
    for (at, category) in study.categories.iter().enumerate() {
        let mut of = Group::default();
        of.group("union", scores(&one_against_rest(sheets, at, Rest::Union)));
        of.group("majority", scores(&one_against_rest(sheets, at, Rest::Majority)));
        group.group(category, of);
    }
    group
}

/// MQM and ESA, of each annotator.
fn quality(study: &Study, weights: &ErrorWeights) -> Group {
    let (mqm, esa) = (penalties(study, weights), penalties(study, &ErrorWeights::esa()));
    let mut group = Group::default();
    for (annotator, name) in study.annotators.iter().enumerate() {
        let own = mqm.iter().filter(|penalty| penalty.annotator == annotator);
        let mut of = Group::default();
        of.figure("mqm_total", &total_penalty(own.clone()));
        of.estimate("mqm_per_segment", &mean_penalty(own));
        let scores: Vec<Option<f64>> = study
            .items
            .iter()
            .filter(|item| item.edits.get(annotator).is_some_and(Option::is_some))
            .map(|item| item.scores.get(annotator).copied().flatten())
            .collect();
        of.estimate("esa_score", &segment_scores(&scores));
        let own = esa.iter().filter(|penalty| penalty.annotator == annotator);
        of.estimate("esa_from_spans", &quality_from_spans(own));
        group.group(name, of);
    }
    group
}
