//! Ranking of systems, or of other groups of `--by`, from the best to the worst.

use super::differences::{self, ComparedSide, PairedItems, difference, sums_by_score};
use crate::args::StatsArgs;
use crate::figures::FigureGroup;
use crate::report::Failure;
use crate::sources;
use spanwise_agreement::measure::study_alignment::AlignedStudy;
use spanwise_agreement::measure::{
    AnnotationStudy, Bootstrap, Figure, ItemSums, SegmentPenalty, StudyItem, Undefined, leave_out,
    penalties,
};
use spanwise_annotation::alignment::{Alignment, AlignmentKey, NameTrust};
use spanwise_annotation::document::Texts;
use spanwise_template::Side;

/// The score by which systems are ranked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum RankingScore {
    /// MQM's penalty of a segment, if any error has a severity.
    Penalty,
    /// The scores that annotators gave.
    Given,
    /// The number of edits of a segment, if there is no other score.
    Edits,
}

impl RankingScore {
    pub(super) const ALL: [Self; 3] =
        [RankingScore::Penalty, RankingScore::Given, RankingScore::Edits];

    /// Its name in results.
    pub(crate) fn name(self) -> &'static str {
        match self {
            RankingScore::Penalty => "mqm_per_segment",
            RankingScore::Given => "esa_score",
            RankingScore::Edits => "edits_per_segment",
        }
    }

    /// The conventions of the figure, of the difference to the next system, and of that of any two systems or annotators.
    pub(super) fn conventions(self) -> [&'static str; 3] {
        match self {
            RankingScore::Penalty => [
                "MQM score over the segments of all annotators: mean penalty by the weights of quality, lower is better (Freitag et al. 2021); n: items",
                "MQM score of the system less that of the next one, over the items that both have; n: items",
                "MQM score of the first less that of the second, over the items that both have; n: items",
            ],
            RankingScore::Given => [
                "ESA score over the segments of all annotators: mean of the scores given, 0 to 100 (Kocmi et al. 2024); n: items",
                "ESA score of the system less that of the next one, over the items that both have; n: items",
                "ESA score of the first less that of the second, over the items that both have; n: items",
            ],
            RankingScore::Edits => [
                "mean number of edits in the segments of all annotators; n: items",
                "mean number of edits of the system less that of the next one, over the items that both have; n: items",
                "mean number of edits of the first less that of the second, over the items that both have; n: items",
            ],
        }
    }

    /// Returns `true` if more is better.
    pub(crate) fn is_quality(self) -> bool {
        self == RankingScore::Given
    }
}

/// A system with its score over all annotators.
struct RankedSystem<'a> {
    side: ComparedSide<'a>,
    figure: Figure,
}

/// A ranking of systems, and the differences of every two of them.
pub(super) struct Ranking {
    pub(super) systems: FigureGroup,
    pub(super) differences: FigureGroup,
}

/// All systems in their order, each with its score over all annotators, and its difference to the next one; with the
/// differences of every two if they are asked for.
pub(super) fn figures(
    parts: &[(String, AlignedStudy)],
    args: &StatsArgs,
    with_differences: bool,
) -> Result<Ranking, Failure> {
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
        let rows: Vec<usize> = rows.iter().map(|aligned| aligned.row).collect();
        let sums = sums_by_score(study, costs, &rows, |_| true);
        let [convention, ..] = score.conventions();
        let none = ItemSums::new(2);
        let own = sums.get(&score).unwrap_or(&none);
        let figure = bootstrap.mean(convention, own.items(), own, Undefined::NoSegments);
        let names = study.items.iter().map(|item| item.name.as_str());
        let items = rows.into_iter().zip(names).collect();
        systems.push(RankedSystem { side: ComparedSide { name, items, sums }, figure });
    }
    systems.sort_by(|a, b| {
        let [a, b] = [a, b].map(|system| system.figure.value.unwrap_or(f64::INFINITY));
        if score.is_quality() { b.total_cmp(&a) } else { a.total_cmp(&b) }
    });
    for (system, next) in systems.iter().zip(systems.iter().skip(1)) {
        refuse_left_out([&system.side, &next.side], by_source, args)?;
    }
    let shown = shown(&systems, score, &bootstrap, args.source.max_left_out);
    let sides: Vec<ComparedSide> = systems.into_iter().map(|system| system.side).collect();
    let differences = with_differences.then(|| differences::figures(&sides, args)).flatten();
    Ok(Ranking { systems: shown, differences: differences.unwrap_or_default() })
}

/// Refuses too many items of only one of two systems, unless they are apart by intention.
fn refuse_left_out(
    systems: [&ComparedSide; 2],
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
        let next = systems.get(at + 1).and_then(|next| {
            let [_, convention, _] = score.conventions();
            difference([&system.side, &next.side], score, convention, bootstrap, max_left_out)
        });
        next.into_iter().for_each(|next| of.group("to_the_next", next));
        group.group(system.side.name, of);
    }
    group
}
