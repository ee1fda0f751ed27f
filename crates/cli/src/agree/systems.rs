//! Annotators as judges of systems: do they agree which ones are better?

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::comparisons::ComparedStudy;
use crate::args::AgreeArgs;
use crate::figures::FigureGroup;
use crate::stats::ranking::{RankingScore, identities};
use spanwise_agreement::measure::study_alignment::AlignedStudy;
use spanwise_agreement::measure::{
    AnnotationStudy, ErrorWeights, PERMUTATIONS, SegmentPenalty, SegmentScores, penalties,
    ranking_agreement,
};
use spanwise_annotation::alignment::{Alignment, NameTrust};
use spanwise_template::Side;

/// One system: the annotations of its outputs.
struct JudgedSystem<'a> {
    study: &'a AnnotationStudy,
    penalties: Vec<SegmentPenalty>,
    /// By item: the row of its segment, the same in all systems.
    rows: Vec<usize>,
}

/// The agreement of every two annotators on the systems.
pub(super) fn figures(
    field: &str,
    parts: &[(String, AlignedStudy)],
    compared: &ComparedStudy,
    args: &AgreeArgs,
) -> FigureGroup {
    let systems = judged_systems(parts);
    let annotators = &compared.paired.study.annotators;
    let scores: BTreeMap<&str, RankingScore> =
        annotators.iter().map(|name| (name.as_str(), score(&systems, name))).collect();
    let named = scores.iter().map(|(name, score)| ((*name).to_owned(), json!(score.name())));
    let mut group = FigureGroup::default();
    group.hidden("field", field);
    group.hidden("names", parts.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>());
    group.hidden("scores", Value::Object(named.collect::<Map<_, _>>()));
    group.hidden("permutations", PERMUTATIONS);
    group.hidden("seed", args.source.seed);
    for [one, other] in compared.comparisons.iter().filter_map(|comparison| comparison.pair) {
        let (Some(one), Some(other)) = (annotators.get(one), annotators.get(other)) else {
            continue;
        };
        let score_of = |name: &String| (name.clone(), scores.get(name.as_str()).copied());
        let segments = segments(&systems, [score_of(one), score_of(other)]);
        let found = ranking_agreement(&segments, args.source.seed, &args.source.bootstrap());
        let mut of = FigureGroup::default();
        of.hidden("reference", one.as_str());
        of.hidden("hypothesis", other.as_str());
        of.figure("pairwise_accuracy", &found.accuracy);
        of.figure("soft_pairwise_accuracy", &found.soft_accuracy);
        of.figure("acc_eq", &found.segment_accuracy);
        of.figure("acc_eq_calibrated", &found.tie_calibrated);
        of.value("tie_threshold", json!(found.tie_threshold));
        group.group(&format!("{one} and {other}"), of);
    }
    group
}

/// The systems with their segments aligned by sources, or by names where there are none.
fn judged_systems(parts: &[(String, AlignedStudy)]) -> Vec<JudgedSystem<'_>> {
    let items = parts.iter().flat_map(|(_, part)| &part.study.items);
    let by_source = items.into_iter().any(|item| !item.texts.text(Side::Source).is_empty());
    let mut alignment = Alignment::new(NameTrust::Given);
    let studies = parts.iter().map(|(_, part)| &part.study);
    let system = |study| {
        let rows = alignment.add(&identities(study, by_source)).into_iter();
        let penalties = penalties(study, &ErrorWeights::default());
        JudgedSystem { study, penalties, rows: rows.map(|placed| placed.row).collect() }
    };
    studies.map(system).collect()
}

/// The score of an annotator: MQM's penalty if any of their errors has a severity, else the scores that they gave, else
/// the number of edits.
fn score(systems: &[JudgedSystem], annotator: &str) -> RankingScore {
    let has_penalty = |system: &JudgedSystem| {
        let at = system.study.annotators.iter().position(|name| name == annotator);
        let mut own = system.penalties.iter().filter(|penalty| Some(penalty.annotator) == at);
        own.any(|penalty| penalty.errors > 0)
    };
    let gave_scores = |system: &JudgedSystem| {
        let at = system.study.annotators.iter().position(|name| name == annotator);
        at.is_some_and(|at| system.study.items.iter().any(|item| item.scores.get(at).is_some()))
    };
    if systems.iter().any(has_penalty) {
        RankingScore::Penalty
    } else if systems.iter().any(gave_scores) {
        RankingScore::Given
    } else {
        RankingScore::Edits
    }
}

/// By segment and system: the scores of both annotators, of which the greater is the better one.
fn segments(
    systems: &[JudgedSystem],
    judges: [(String, Option<RankingScore>); 2],
) -> Vec<SegmentScores> {
    let mut by_row: BTreeMap<usize, SegmentScores> = BTreeMap::new();
    for (at, system) in systems.iter().enumerate() {
        let [one, other] =
            [&judges[0], &judges[1]].map(|(name, score)| system.scores(name, *score));
        for ((row, one), other) in system.rows.iter().zip(one).zip(other) {
            let scores = by_row.entry(*row).or_insert_with(|| vec![None; systems.len()]);
            if let Some(scores) = scores.get_mut(at) {
                *scores = one.zip(other).map(|(one, other)| [one, other]);
            }
        }
    }
    by_row.into_values().collect()
}

impl JudgedSystem<'_> {
    /// By item: the score of an annotator; `None` where they gave none.
    fn scores(&self, annotator: &str, score: Option<RankingScore>) -> Vec<Option<f64>> {
        let mut scores = vec![None; self.study.items.len()];
        let at = self.study.annotators.iter().position(|name| name == annotator);
        let (Some(at), Some(score)) = (at, score) else { return scores };
        match score {
            RankingScore::Penalty => {
                for penalty in self.penalties.iter().filter(|penalty| penalty.annotator == at) {
                    scores
                        .iter_mut()
                        .skip(penalty.item)
                        .take(1)
                        .for_each(|of| *of = Some(penalty.sum));
                }
            }
            RankingScore::Given => {
                let given = self.study.items.iter().map(|item| item.scores.get(at).copied());
                scores = given.collect();
            }
            RankingScore::Edits => {
                let edits = self.study.items.iter().map(|item| item.edits.get(at));
                scores = edits.map(|edits| edits.map(|edits| edits.len() as f64)).collect();
            }
        }
        let sign = if score.is_quality() { 1.0 } else { -1.0 };
        scores.into_iter().map(|score| score.map(|score| sign * score)).collect()
    }
}
