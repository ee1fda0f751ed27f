//! Means of figures over parts of the records, such as systems or languages, each part counting alike.

use serde_json::json;

use crate::args::StatsArgs;
use crate::figures::{FigureGroup, TOTAL, beside_total};
use spanwise_agreement::measure::{
    AnnotationStudy, ErrorWeights, Figure, ItemSums, PossibleValues, SpanCounts, TextCounts,
    Undefined, coverage_sums, edits_per_item_sums, mean_over_groups, mean_penalty_sums, penalties,
    ratio, score_sums, text_counts,
};

// The figures of which there is a mean.
const EDITS: &str = "the mean number of edits per item";
const SUMMED: &str =
    "coverage (tokens in spans / tokens of the text, overlaps added; mean over texts × annotators)";
const UNION: &str = "coverage without overlap (tokens in any span / tokens of the text; mean over texts × annotators)";
const WEIGHTED: &str = "severity-weighted coverage (tokens in spans × severity / tokens of the text; mean over texts × annotators)";
const RATE: &str = "the span rate (spans / tokens of the text; mean over texts × annotators)";
const PENALTY: &str = "the MQM score (mean penalty of a segment)";
const SCORE: &str = "the ESA score (mean of the scores given by annotators)";

/// A number of the spans of a text.
type SpanNumber = fn(&SpanCounts) -> usize;

/// The means over the parts of the records, each with its value of the members of `--average`.
pub(super) fn figures(parts: &[(String, AnnotationStudy)], args: &StatsArgs) -> FigureGroup {
    let of = Parts { studies: parts.iter().map(|(_, study)| study).collect(), args };
    let mut group = FigureGroup::default();
    group.hidden("averaged_over", json!(args.average.iter().flatten().collect::<Vec<_>>()));
    group.hidden("values", parts.iter().map(|(value, _)| value.as_str()).collect::<Vec<_>>());
    group.group("edits_per_item", of.edits_per_item());
    group.group("coverage", of.coverage());
    group.group("quality", of.quality());
    group
}

struct Parts<'a> {
    studies: Vec<&'a AnnotationStudy>,
    args: &'a StatsArgs,
}

impl Parts<'_> {
    /// The mean over the parts of `what`, the ratio of two sums.
    fn mean(
        &self,
        what: &str,
        why: Undefined,
        possible: PossibleValues,
        sums: impl Fn(usize, &AnnotationStudy) -> ItemSums,
    ) -> FigureGroup {
        let parts = self.studies.iter().enumerate().map(|(at, study)| vec![sums(at, study)]);
        let parts = parts.collect();
        let of = |totals: &[f64]| match totals {
            [sum, n] => ratio(*sum, *n, why),
            _ => Err(why),
        };
        let fields: Vec<&str> = self.args.average.iter().flatten().map(String::as_str).collect();
        let convention =
            format!("Mean over the values of {} of {what}; n: values.", fields.join(" and "));
        let figure: Figure =
            mean_over_groups(convention, &parts, &self.args.source.bootstrap(), possible, of);
        FigureGroup::of([("value", &figure)])
    }

    /// Names that the parts have, each once, in the order of the first part that has it.
    fn names(&self, of: impl Fn(&AnnotationStudy) -> &[String]) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for name in self.studies.iter().flat_map(|study| of(study)) {
            if !names.contains(name) {
                names.push(name.clone());
            }
        }
        names
    }

    fn edits_per_item(&self) -> FigureGroup {
        let mut group = FigureGroup::default();
        for name in self.names(|study| &study.annotators) {
            let sums = |_, study: &AnnotationStudy| match position(&study.annotators, &name) {
                Some(annotator) => edits_per_item_sums(study, annotator),
                None => ItemSums::new(2),
            };
            group.group(
                &name,
                self.mean(EDITS, Undefined::NoItemsOfAnnotator, PossibleValues::AMOUNT, sums),
            );
        }
        group
    }

    fn coverage(&self) -> FigureGroup {
        const MEASURES: [(&str, &str, PossibleValues, SpanNumber); 4] = [
            ("span_coverage", SUMMED, PossibleValues::AMOUNT, |count| count.tokens),
            ("without_overlap", UNION, PossibleValues::SHARE, |count| count.covered),
            ("severity_weighted", WEIGHTED, PossibleValues::AMOUNT, |count| count.weighted),
            ("span_rate", RATE, PossibleValues::AMOUNT, |count| count.spans),
        ];
        let texts: Vec<Vec<TextCounts>> =
            self.studies.iter().map(|study| text_counts(study)).collect();
        let of_category = |category: Option<&String>| {
            let mut group = FigureGroup::default();
            for (name, what, possible, of) in MEASURES {
                let sums = |at: usize, study: &AnnotationStudy| {
                    let own = category.map(|name| position(&study.categories, name));
                    let texts = texts.get(at).map_or(&[][..], Vec::as_slice);
                    match own {
                        _ if name == "severity_weighted"
                            && lacks_severity(texts, own.flatten()) =>
                        {
                            ItemSums::new(2)
                        }
                        // Nobody marked the category in this part.
                        Some(None) => coverage_sums(texts, None, |_| 0),
                        Some(Some(category)) => coverage_sums(texts, Some(category), of),
                        None => coverage_sums(texts, None, of),
                    }
                };
                let why = Undefined::NothingToTakeItFrom;
                group.group(name, self.mean(what, why, possible, sums));
            }
            group
        };
        let mut group = FigureGroup::default();
        group.group(TOTAL, of_category(None));
        for name in self.names(|study| &study.categories) {
            group.group(&beside_total(&name), of_category(Some(&name)));
        }
        group
    }

    fn quality(&self) -> FigureGroup {
        let weights: ErrorWeights = self.args.weights();
        let penalties: Vec<_> =
            self.studies.iter().map(|study| penalties(study, &weights)).collect();
        let annotators = self.names(|study| &study.annotators);
        let all = (annotators.len() > 1).then_some(None);
        let mut group = FigureGroup::default();
        for name in annotators.iter().map(Some).chain(all) {
            let is_own = |study: &AnnotationStudy, of: usize| {
                name.is_none_or(|name| study.annotators.get(of) == Some(name))
            };
            let penalty_sums = |at: usize, study: &AnnotationStudy| {
                let own = penalties.get(at).into_iter().flatten();
                mean_penalty_sums(own.filter(|penalty| is_own(study, penalty.annotator)))
            };
            let given_sums = |_, study: &AnnotationStudy| {
                let items = study.items.iter().enumerate();
                let scores = items.flat_map(|(at, item)| {
                    let own = item.scores.iter().filter(|(of, _)| is_own(study, *of));
                    own.map(move |(_, score)| (at, Some(*score)))
                });
                score_sums(&scores.collect::<Vec<_>>())
            };
            let mut of = FigureGroup::default();
            // Weights may be negative.
            let (any, percent) = (PossibleValues::ANY, PossibleValues::PERCENT);
            let penalty = self.mean(PENALTY, Undefined::NoWeightedSeverity, any, penalty_sums);
            let score = self.mean(SCORE, Undefined::NoScore, percent, given_sums);
            of.group("mqm_per_segment", penalty);
            of.group("esa_score", score);
            group.group(&name.map_or(TOTAL.into(), |name| beside_total(name)), of);
        }
        group
    }
}

/// Returns `true` if there are spans, and none has a severity.
fn lacks_severity(texts: &[TextCounts], category: Option<usize>) -> bool {
    let count = |text: &TextCounts| match category {
        Some(category) => text.by_category.get(category).copied().unwrap_or_default(),
        None => text.all,
    };
    let counts = || texts.iter().map(count);
    counts().any(|count| count.spans > 0) && counts().all(|count| count.spans == count.unsevered)
}

fn position(names: &[String], name: &str) -> Option<usize> {
    names.iter().position(|own| own == name)
}
