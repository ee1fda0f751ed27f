//! `spanwise stats`: counts, coverage, severity and quality of annotations; ranking of systems.
//!
//! Start reading at `run`. A figure must never be computed here: measures are in `spanwise_agreement`. JSON keys are published
//! and don't change.

mod averages;
mod counted_texts;
mod differences;
pub(super) mod ranking;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::iter;
use std::path::PathBuf;
use std::sync::Arc;

use serde_json::{Value, json};

use self::counted_texts::CountedTexts;
use super::agree::counts;
use super::args::StatsArgs;
use super::figures::{FigureGroup, TOTAL, beside_total};
use super::report::{Console, Failure, counted};
use super::sources::{self, RecordGrouping, SelectedRecords};
use spanwise_agreement::measure::study_alignment::{AlignedStudy, AnnotatorsAre, StudyFile};
use spanwise_agreement::measure::{
    AnnotationStudy, AnnotatorsAgainstRest, AnswerShares, Bootstrap, Coverage, ErrorWeights,
    FreeTextQuestions, FrequentWords, OUTLIER, OneAgainstRest, OthersRule, STABILITY_SAMPLES,
    STABILITY_SIZES, STABILITY_TEXTS, ScoreRule, SegmentPenalty, Stability, TextCounts,
    TimeFigures, Undefined, answer_shares, coverage, explanations, leave_out, mean_penalty,
    penalties, profiles, quality_from_spans, segment_scores, stability_of_size, time_per_edit,
    time_per_item, total_penalty,
};
use spanwise_template::Template;

/// The number of frequent words that text shows; JSON has more.
const SHOWN_WORDS: usize = 5;

pub(super) fn run(args: &StatsArgs, console: &mut Console) -> Result<Value, Failure> {
    let paths: Vec<&PathBuf> = args.files.iter().collect();
    let selected = sources::read(&paths, &args.source, console)?;
    let request = StatsRequest::new(args, &selected)?;
    let paired = sources::paired(&paths, selected.files, AnnotatorsAre::Annotators, &args.source)?;
    sources::tell_left_out(&paths, &paired, console);
    console.say(&format!(
        "{}: {}",
        sources::annotators(&paired.study),
        counted(paired.study.items.len(), "item", "items")
    ));
    let group = request.answer(&paired, console)?;
    sources::print(&group, &args.source, console)?;
    Ok(group.into_json())
}

/// A request for statistics, with the parts of the records that have figures of their own.
pub(super) struct StatsRequest<'a> {
    args: &'a StatsArgs,
    /// The conditions.
    told: FigureGroup,
    groupings: Vec<RecordGrouping<'a>>,
    averaged: BTreeMap<String, Vec<StudyFile>>,
}

impl<'a> StatsRequest<'a> {
    /// Takes what it needs from records.
    pub(super) fn new(args: &'a StatsArgs, selected: &SelectedRecords) -> Result<Self, Failure> {
        Ok(StatsRequest {
            args,
            told: selected.told(&args.source, &[]),
            groupings: sources::groupings(&selected.files, &args.source)?,
            averaged: sources::parts(&selected.files, args.average.iter().flatten())?,
        })
    }

    /// The figures of the aligned records.
    pub(super) fn answer(
        self,
        paired: &AlignedStudy,
        console: &Console,
    ) -> Result<FigureGroup, Failure> {
        let StatsRequest { args, told: mut group, groupings, averaged } = self;
        let paths: Vec<&PathBuf> = args.files.iter().collect();
        let part_paired =
            |part| sources::paired(&paths, part, AnnotatorsAre::Annotators, &args.source);
        let rules = args.source.leave_out_rules();
        group.extend(figures(paired, args, console)?);
        if !averaged.is_empty() {
            let of_part =
                |(value, part)| Ok((value, leave_out(&part_paired(part)?.study, &rules).0));
            let parts = averaged.into_iter().map(of_part).collect::<Result<Vec<_>, Failure>>()?;
            group.group("averages", averages::figures(&parts, args));
        }
        let (mut rankings, mut differences, mut groups) = (Vec::new(), Vec::new(), Vec::new());
        let has_details = args.source.all || console.is_json();
        for (fields, parts) in groupings {
            let parts = parts.into_iter().map(|(value, part)| Ok((value, part_paired(part)?)));
            let parts: Vec<(String, AlignedStudy)> = parts.collect::<Result<_, Failure>>()?;
            let ranking = ranking::figures(&parts, args, has_details)?;
            rankings.push((fields, ranking.systems));
            differences.push((fields, ranking.differences));
            let mut of_values = FigureGroup::default();
            for (value, part) in &parts {
                of_values.group(value, figures(part, args, console)?);
            }
            groups.push((fields, of_values));
        }
        sources::add_groupings(&mut group, "ranking", rankings);
        if differences.iter().any(|(_, of)| !of.is_empty()) {
            sources::add_groupings(&mut group, "group_differences", differences);
        }
        sources::add_groupings(&mut group, "groups", groups);
        Ok(group)
    }
}

fn figures(
    paired: &AlignedStudy,
    args: &StatsArgs,
    console: &Console,
) -> Result<FigureGroup, Failure> {
    let (study, left_out) = match &args.source.leave_out_rules()[..] {
        [] => (Cow::Borrowed(&paired.study), 0),
        rules => {
            let (study, n) = leave_out(&paired.study, rules);
            (Cow::Owned(study), n)
        }
    };
    let bootstrap = args.source.bootstrap();
    let mut group = FigureGroup::default();
    group.hidden("annotators", study.annotators.clone());
    group.hidden("paired_by", paired.by.name());
    group.hidden("without_counterpart", sources::without_counterpart(paired));
    group.hidden("categories_of_one_annotator", sources::categories_of_one(&study));
    group.value("items", study.items.len());
    group.value("tokens", study.tokenization.name());
    sources::say_sides(&mut group, &study, &args.source);
    group.hidden("spans_on_other_sides", study.spans_elsewhere());
    sources::say_edits_left_out(&mut group, left_out, &args.source);
    sources::say_intervals(&mut group, &args.source);
    group.group("counts", counts(&study, &bootstrap));
    let texts = CountedTexts::of(&study);
    group.group("coverage", covered(&study, &texts.marks, &bootstrap));
    if !study.times.is_empty() {
        group.group("time", timed(&study, &bootstrap));
    }
    let has_details = args.source.all || console.is_json();
    let penalties = penalties(&study, &args.weights());
    if has_details {
        group.group("stability", stable(&study, &texts.spans, args.source.seed));
        if let Some(against) = &texts.against_rest {
            group.group("profiles", profiled(&study, &bootstrap));
            let scores = against_rest(&study, against, apart(paired, args), &bootstrap);
            group.group("one_against_rest", scores);
        }
        let sides = differences::annotators(&study, &penalties);
        let differences = differences::figures(&sides, args);
        differences.into_iter().for_each(|of| group.group("annotator_differences", of));
    } else {
        group.line("more", "--all shows all figures");
    }
    let given = given_answers(&study, has_details, &bootstrap);
    given.into_iter().for_each(|given| group.group("given_answers", given));
    group.group("quality", quality(&study, &penalties, &args.weights(), &bootstrap));
    let template = sources::template(&args.source)?.map(Arc::new);
    if has_details {
        let explained = explained(&study, template.as_deref(), &bootstrap);
        explained.into_iter().for_each(|explained| group.group("explanations", explained));
    }
    if let Some(rule) = template.as_ref().and_then(ScoreRule::of) {
        group.group("score", scores(&study, &rule, &bootstrap));
    }
    Ok(group)
}

/// The reason why annotators are not compared with the others: too few items are common. All other figures count each item.
fn apart(paired: &AlignedStudy, args: &StatsArgs) -> Option<Undefined> {
    let (alone, items) = (paired.alone.len(), paired.study.items.len());
    let percent = 100.0 * alone as f64 / items.max(1) as f64;
    let is_apart = percent > args.source.max_left_out;
    if alone > 0 && alone == items {
        Some(Undefined::NoCommonItems)
    } else {
        is_apart.then_some(Undefined::ManyItemsOfOne)
    }
}

fn covered(study: &AnnotationStudy, marks: &[TextCounts], bootstrap: &Bootstrap) -> FigureGroup {
    let mut group = FigureGroup::default();
    group.group(TOTAL, of_coverage(&coverage(marks, None, bootstrap)));
    for (at, category) in study.categories.iter().enumerate() {
        group.group(&beside_total(category), of_coverage(&coverage(marks, Some(at), bootstrap)));
    }
    group
}

/// The seconds that annotators took, where files have the times of an event log.
fn timed(study: &AnnotationStudy, bootstrap: &Bootstrap) -> FigureGroup {
    let of = |TimeFigures { mean, median }: TimeFigures| {
        FigureGroup::of([("median", &median), ("mean", &mean)])
    };
    let per_edit = |category| of(time_per_edit(&study.times, category, bootstrap));
    let mut edits = FigureGroup::default();
    edits.group(TOTAL, per_edit(None));
    for (at, category) in study.categories.iter().enumerate() {
        edits.group(&beside_total(category), per_edit(Some(at)));
    }
    let mut group = FigureGroup::default();
    group.group("per_item", of(time_per_item(&study.times, bootstrap)));
    group.group("per_edit", edits);
    group
}

fn of_coverage(coverage: &Coverage) -> FigureGroup {
    let mut group = FigureGroup::default();
    group.group("span_coverage", FigureGroup::of([("value", &coverage.summed)]));
    group.group("without_overlap", FigureGroup::of([("value", &coverage.union)]));
    group.group("severity_weighted", FigureGroup::of([("value", &coverage.weighted)]));
    group.group("span_rate", FigureGroup::of([("value", &coverage.rate)]));
    group.count("spans", &coverage.spans);
    group.figure("tokens_per_span", &coverage.tokens_per_span);
    group
}

/// The profiles of annotators, each with its figures beside the others'.
fn profiled(study: &AnnotationStudy, bootstrap: &Bootstrap) -> FigureGroup {
    let mut group = FigureGroup::default();
    for (name, profile) in study.annotators.iter().zip(profiles(study, bootstrap)) {
        let mut of = FigureGroup::default();
        for figure in &profile.figures {
            let mut quantity = FigureGroup::default();
            quantity.figure("value", &figure.value);
            quantity.figure("modified_z", &figure.z);
            quantity.value("outlier", json!(figure.is_outlier()));
            of.group(figure.quantity.name(), quantity);
        }
        of.group("excess", FigureGroup::of([("value", &profile.excess)]));
        group.group(name, of);
    }
    group.hidden("outlier_above", OUTLIER);
    group
}

/// The lengths and the frequent words of answers in free text; `None` if there are none.
fn explained(
    study: &AnnotationStudy,
    template: Option<&Template>,
    bootstrap: &Bootstrap,
) -> Option<FigureGroup> {
    let questions = template.map_or(FreeTextQuestions::Guessed, |template| {
        FreeTextQuestions::of_template(&template.typology)
    });
    let all = explanations(study, &questions, bootstrap);
    let mut group = FigureGroup::default();
    for of_question in &all {
        let category = study.categories.get(of_question.category).map_or("", String::as_str);
        let mut of = FigureGroup::default();
        of.figure("answered", &of_question.answered);
        of.figure("mean_words", &of_question.mean);
        of.figure("median_words", &of_question.median);
        for (name, words) in ["words", "bigrams", "trigrams"].into_iter().zip(&of_question.frequent)
        {
            let entry = |found: &FrequentWords| json!({ "words": found.words, "n": found.n, "answers": found.answers });
            of.hidden(name, words.iter().map(entry).collect::<Vec<_>>());
            let shown = words.iter().take(SHOWN_WORDS);
            let shown = shown.map(|found| format!("{} ({})", found.words, found.n));
            of.line(name, shown.collect::<Vec<_>>().join(", "));
        }
        group.group(&format!("{category}: {}", of_question.path.join("/")), of);
    }
    (!all.is_empty()).then_some(group)
}

/// The shares of the answers to questions about items, and to those about edits, too, if they are wanted; `None` if there are
/// none.
fn given_answers(
    study: &AnnotationStudy,
    of_edits: bool,
    bootstrap: &Bootstrap,
) -> Option<FigureGroup> {
    let mut all = answer_shares(study, bootstrap);
    all.retain(|question| of_edits || question.category.is_none());
    let mut group = FigureGroup::default();
    for AnswerShares { category, path, shares } in &all {
        let mut of = FigureGroup::default();
        for (answer, share) in shares {
            of.group(answer, FigureGroup::of([("share", share)]));
        }
        let category = category.and_then(|at| study.categories.get(at));
        let of_category = category.map(|name| format!("{name}: ")).unwrap_or_default();
        group.group(&format!("{of_category}{}", path.join("/")), of);
    }
    (!all.is_empty()).then_some(group)
}

/// The stability of the number of spans over samples of texts, as in Scarecrow's table 5. `spans` are those of each text, of
/// all categories together and then of each.
fn stable(study: &AnnotationStudy, spans: &[Vec<f64>], seed: u64) -> FigureGroup {
    let mut group = FigureGroup::default();
    let figures = |found: &Stability| {
        let mut of = FigureGroup::default();
        of.figure("mean", &found.mean);
        of.figure("sd", &found.sd);
        of.figure("cv", &found.cv);
        of
    };
    let usual = stability_of_size(spans, STABILITY_TEXTS, seed);
    let texts = spans.first().map_or(0, Vec::len);
    let sizes = STABILITY_SIZES.into_iter().filter(|size| *size <= texts);
    let of_sizes: Vec<(usize, Vec<Stability>)> =
        sizes.map(|texts| (texts, stability_of_size(spans, texts, seed))).collect();
    let categories = study.categories.iter().map(|category| beside_total(category));
    let names = iter::once(Cow::Borrowed(TOTAL)).chain(categories);
    for (at, (name, usual)) in names.zip(&usual).enumerate() {
        let mut of = figures(usual);
        let mut sizes = FigureGroup::default();
        for (texts, found) in &of_sizes {
            found
                .get(at)
                .into_iter()
                .for_each(|found| sizes.group(&texts.to_string(), figures(found)));
        }
        of.group("texts", sizes);
        group.group(&name, of);
    }
    group.hidden("texts_per_sample", STABILITY_TEXTS);
    group.hidden("samples", STABILITY_SAMPLES);
    group.hidden("seed", seed);
    group
}

fn against_rest(
    study: &AnnotationStudy,
    against: &AnnotatorsAgainstRest,
    apart: Option<Undefined>,
    bootstrap: &Bootstrap,
) -> FigureGroup {
    let scores = |found: OneAgainstRest| {
        let mut group = FigureGroup::default();
        let figures = [("precision", found.precision), ("recall", found.recall), ("f1", found.f1)];
        for (name, figure) in figures {
            let figure = match apart {
                Some(why) => figure.undefined(why),
                None => figure,
            };
            group.figure(name, &figure);
        }
        group
    };
    let mut group = FigureGroup::default();
    for (at, category) in study.categories.iter().enumerate() {
        let of_rule = |rest| scores(against.scores(at, rest, bootstrap));
        let mut of = FigureGroup::default();
        of.group("union", of_rule(OthersRule::Union));
        of.group("majority", of_rule(OthersRule::Majority));
        group.group(category, of);
    }
    group
}

/// The score that the template asks for, of each annotator, and of all together.
fn scores(study: &AnnotationStudy, rule: &ScoreRule, bootstrap: &Bootstrap) -> FigureGroup {
    let penalties = rule.penalties(study);
    let mut group = FigureGroup::default();
    for (annotator, name) in each_and_all(study) {
        let is_own = |of: usize| annotator.is_none_or(|one| one == of);
        let own = penalties.iter().filter(|penalty| is_own(penalty.annotator));
        group.group(&name, FigureGroup::of([("value", &rule.figure(own, bootstrap))]));
    }
    group
}

/// The annotators with their names; if there are several, also `None` for all together.
fn each_and_all(study: &AnnotationStudy) -> impl Iterator<Item = (Option<usize>, Cow<'_, str>)> {
    let all = (study.annotators.len() > 1).then_some((None, Cow::Borrowed(TOTAL)));
    let each = study.annotators.iter().enumerate().map(|(at, name)| (Some(at), beside_total(name)));
    each.chain(all)
}

/// MQM and ESA, of each annotator, and of all together.
fn quality(
    study: &AnnotationStudy,
    mqm: &[SegmentPenalty],
    weights: &ErrorWeights,
    bootstrap: &Bootstrap,
) -> FigureGroup {
    let esa = penalties(study, &ErrorWeights::esa());
    let mut group = FigureGroup::default();
    for (annotator, name) in each_and_all(study) {
        let is_own = |of: usize| annotator.is_none_or(|one| one == of);
        let own = mqm.iter().filter(|penalty| is_own(penalty.annotator));
        let mut of = FigureGroup::default();
        of.figure("mqm_total", &total_penalty(own.clone(), bootstrap));
        let per_segment = mean_penalty(own, weights, bootstrap);
        of.group("mqm_per_segment", FigureGroup::of([("value", &per_segment)]));
        let scores: Vec<(usize, Option<f64>)> = study
            .items
            .iter()
            .enumerate()
            .flat_map(|(at, item)| {
                let had = item.edits.iter().filter(|(of, _)| is_own(*of));
                had.map(move |(of, _)| (at, item.scores.get(of).copied()))
            })
            .collect();
        of.group("esa_score", FigureGroup::of([("value", &segment_scores(&scores, bootstrap))]));
        let own = esa.iter().filter(|penalty| is_own(penalty.annotator));
        let from_spans = quality_from_spans(own, bootstrap);
        of.group("esa_from_spans", FigureGroup::of([("value", &from_spans)]));
        group.group(&name, of);
    }
    group
}
