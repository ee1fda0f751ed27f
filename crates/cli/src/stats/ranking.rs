//! Ranking of systems, or of other groups of `--by`, from the best to the worst.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::json;

use crate::agree::shown_difference;
use crate::args::StatsArgs;
use crate::figures::FigureGroup;
use crate::report::Failure;
use crate::sources;
use spanwise_agreement::measure::study_alignment::AlignedStudy;
use spanwise_agreement::measure::{
    AnnotationStudy, Bootstrap, Figure, ItemSums, SegmentPenalty, StudyItem, Undefined, leave_out,
    penalties, ratio,
};
use spanwise_annotation::alignment::{Alignment, AlignmentKey, NameTrust, RowPlacement};
use spanwise_annotation::document::Texts;
use spanwise_template::Side;

/// The score by which systems are ranked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RankingScore {
    /// MQM's penalty of a segment, if any error has a severity.
    Penalty,
    /// The scores that annotators gave.
    Given,
    /// The number of edits of a segment, if there is no other score.
    Edits,
}

impl RankingScore {
    /// Its name in results.
    pub(crate) fn name(self) -> &'static str {
        match self {
            RankingScore::Penalty => "mqm_per_segment",
            RankingScore::Given => "esa_score",
            RankingScore::Edits => "edits_per_segment",
        }
    }

    /// The conventions of the figure, and of the difference to the next system.
    fn conventions(self) -> [&'static str; 2] {
        match self {
            RankingScore::Penalty => [
                "MQM score over the segments of all annotators: mean penalty by the weights of quality, lower is better (Freitag et al. 2021); n: items",
                "MQM score of the system less that of the next one, over the items that both have; n: items",
            ],
            RankingScore::Given => [
                "ESA score over the segments of all annotators: mean of the scores given, 0 to 100 (Kocmi et al. 2024); n: items",
                "ESA score of the system less that of the next one, over the items that both have; n: items",
            ],
            RankingScore::Edits => [
                "mean number of edits in the segments of all annotators; n: items",
                "mean number of edits of the system less that of the next one, over the items that both have; n: items",
            ],
        }
    }

    /// Returns `true` if more is better.
    pub(crate) fn is_quality(self) -> bool {
        self == RankingScore::Given
    }
}

/// A system and its numbers by item, the same items in all systems.
struct RankedSystem<'a> {
    name: &'a str,
    /// The items that it has, by row, each with its name.
    items: BTreeMap<usize, &'a str>,
    sums: ItemSums,
    figure: Figure,
}

/// All systems in their order, each with its score over all annotators, and its difference to the next one.
pub(super) fn figures(
    parts: &[(String, AlignedStudy)],
    args: &StatsArgs,
) -> Result<FigureGroup, Failure> {
    let bootstrap = args.source.bootstrap();
    let rules = args.source.leave_out_rules();
    let studies: Vec<(&str, AnnotationStudy)> = parts
        .iter()
        .map(|(name, part)| (name.as_str(), leave_out(&part.study, &rules).0))
        .collect();
    let costs: Vec<Vec<SegmentPenalty>> =
        studies.iter().map(|(_, study)| penalties(study, &args.weights())).collect();
    let score = score(&studies, &costs);
    let by_source = studies.iter().flat_map(|(_, study)| &study.items);
    let by_source = by_source.into_iter().any(|item| !item.texts.text(Side::Source).is_empty());
    let mut alignment = Alignment::new(NameTrust::Given);
    let mut systems: Vec<RankedSystem> = Vec::new();
    for ((name, study), costs) in studies.iter().zip(&costs) {
        let rows = alignment.add(&identities(study, by_source));
        let sums = sums(study, costs, score, &rows);
        let [convention, _] = score.conventions();
        let figure = bootstrap.mean(convention, sums.items(), &sums, Undefined::NoSegments);
        let names = study.items.iter().map(|item| item.name.as_str());
        let items = rows.iter().map(|aligned| aligned.row).zip(names).collect();
        systems.push(RankedSystem { name, items, sums, figure });
    }
    systems.sort_by(|a, b| {
        let [a, b] = [a, b].map(|system| system.figure.value.unwrap_or(f64::INFINITY));
        if score.is_quality() { b.total_cmp(&a) } else { a.total_cmp(&b) }
    });
    for (system, next) in systems.iter().zip(systems.iter().skip(1)) {
        refuse_left_out([system, next], by_source, args)?;
    }
    Ok(shown(&systems, score, &bootstrap, args.source.max_left_out))
}

/// The items of two systems.
struct PairedItems<'s> {
    /// The names of those that only one of both has.
    alone: Vec<&'s str>,
    /// The number of those that at least one has.
    all: usize,
}

impl<'s> PairedItems<'s> {
    fn of([a, b]: [&RankedSystem<'s>; 2]) -> Self {
        let rows: BTreeSet<usize> = a.items.keys().chain(b.items.keys()).copied().collect();
        let is_alone = |row: &&usize| a.items.contains_key(row) != b.items.contains_key(row);
        let name = |row: &usize| a.items.get(row).or_else(|| b.items.get(row)).copied();
        let alone = rows.iter().filter(is_alone).filter_map(name).collect();
        PairedItems { alone, all: rows.len() }
    }

    /// The share of those that only one has.
    fn share_alone(&self) -> f64 {
        if self.all == 0 { 0.0 } else { self.alone.len() as f64 / self.all as f64 }
    }

    /// The reason why the systems are not compared: they are apart by intention, and more than is allowed, in percent, would
    /// be left out.
    fn apart(&self, max_left_out: f64) -> Option<Undefined> {
        let share = self.share_alone();
        let is_apart = share >= 0.5 && 100.0 * share > max_left_out;
        is_apart.then_some(if self.alone.len() == self.all {
            Undefined::NoCommonItems
        } else {
            Undefined::FewCommonItems
        })
    }
}

/// Refuses too many items of only one of two systems, unless they are apart by intention.
fn refuse_left_out(
    systems: [&RankedSystem; 2],
    by_source: bool,
    args: &StatsArgs,
) -> Result<(), Failure> {
    let items = PairedItems::of(systems);
    if items.apart(args.source.max_left_out).is_some() {
        return Ok(());
    }
    let PairedItems { alone, all } = items;
    let whose = format!(" of {}", systems.map(|system| system.name).join(" and "));
    let by = if by_source { "their sources" } else { "their names" };
    let example = alone.first().copied().unwrap_or_default();
    sources::refuse_too_many(&whose, alone.len(), all, (example, by), &args.source)
}

/// The score by which all systems can be ranked.
fn score(studies: &[(&str, AnnotationStudy)], costs: &[Vec<SegmentPenalty>]) -> RankingScore {
    let has_score =
        |study: &AnnotationStudy| study.items.iter().any(|item| !item.scores.is_empty());
    if costs.iter().flatten().any(|penalty| penalty.errors > 0) {
        RankingScore::Penalty
    } else if studies.iter().all(|(_, study)| has_score(study)) {
        RankingScore::Given
    } else {
        RankingScore::Edits
    }
}

/// The keys that align the items of systems: their sources, which is all that systems share, or their names if there
/// are no sources.
pub(crate) fn identities(study: &AnnotationStudy, by_source: bool) -> Vec<AlignmentKey> {
    let identity = |item: &StudyItem| match by_source {
        true => AlignmentKey::new(None, &item.texts.only(Side::Source)),
        false => AlignmentKey::new(Some(item.name.clone()), &Texts::none()),
    };
    study.items.iter().map(identity).collect()
}

/// The sum and the number of the scores of all annotators of each item, by the row of the item.
fn sums(
    study: &AnnotationStudy,
    costs: &[SegmentPenalty],
    score: RankingScore,
    rows: &[RowPlacement],
) -> ItemSums {
    let mut by_row: BTreeMap<usize, [f64; 2]> = BTreeMap::new();
    let mut add = |item: usize, number: f64| {
        if let Some(row) = rows.get(item) {
            let [sum, count] = by_row.entry(row.row).or_default();
            (*sum, *count) = (*sum + number, *count + 1.0);
        }
    };
    match score {
        RankingScore::Penalty => costs.iter().for_each(|penalty| add(penalty.item, penalty.sum)),
        RankingScore::Given => {
            for (at, item) in study.items.iter().enumerate() {
                item.scores.values().for_each(|given| add(at, *given));
            }
        }
        RankingScore::Edits => {
            for (at, item) in study.items.iter().enumerate() {
                item.edits.values().for_each(|edits| add(at, edits.len() as f64));
            }
        }
    }
    let mut sums = ItemSums::new(2);
    by_row.into_iter().for_each(|(row, numbers)| sums.add_row(row, numbers));
    sums
}

fn shown(
    systems: &[RankedSystem],
    score: RankingScore,
    bootstrap: &Bootstrap,
    max_left_out: f64,
) -> FigureGroup {
    let mut group = FigureGroup::default();
    for (at, system) in systems.iter().enumerate() {
        let mut of = FigureGroup::default();
        of.value("rank", at + 1);
        of.figure(score.name(), &system.figure);
        if let Some(next) = systems.get(at + 1) {
            let [_, convention] = score.conventions();
            let sides = [&system.sums, &next.sums];
            let items = PairedItems::of([system, next]);
            let apart = items.apart(max_left_out);
            let mean = |totals: &[f64]| match (apart, totals) {
                (Some(reason), _) => Err(reason),
                (None, [sum, count, ..]) => ratio(*sum, *count, Undefined::NoCommonItems),
                (None, _) => Err(Undefined::NoCommonItems),
            };
            let difference = bootstrap.difference(convention, sides, mean);
            let mut difference = shown_difference(&difference);
            let left_out = json!({ "items": items.alone.len(), "share": items.share_alone() });
            difference.hidden("left_out", left_out);
            of.group("to_the_next", difference);
        }
        group.group(system.name, of);
    }
    group
}
