//! The main figures: F1, γ, α and ρ, each once, with its interval.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde_json::json;

use super::comparisons::ComparedStudy;
use crate::args::{AgreeArgs, Measure};
use crate::figures::FigureGroup;
use spanwise_agreement::measure::gamma::{gamma_sums, mean_gamma};
use spanwise_agreement::measure::{
    Bootstrap, CategoryMatching, Figure, ItemSums, OverlapConvention, PossibleValues, SpanCounting,
    SumsByGroup, TokenMarks, Undefined, correlation, correlation_sums, empty_sums, empty_value, f1,
    mean_over_groups, overlap_sums, precision_and_recall, token_alpha_sums, two_valued_alpha,
};

/// The convention of F1.
const CONVENTION: OverlapConvention = OverlapConvention::MicroChar;

// The figures of which there may be a mean.
const F1: [&str; 2] = [
    "F1 by characters (micro_char: over all texts that both have), where only spans of the same category match (hard)",
    "F1 by characters (micro_char: over all texts that both have), where categories are ignored (soft)",
];
const PRECISION_AND_RECALL: [[&str; 2]; 2] = [
    ["precision by characters (micro_char, hard)", "recall by characters (micro_char, hard)"],
    ["precision by characters (micro_char, soft)", "recall by characters (micro_char, soft)"],
];
const DELTA_F1: &str = "ΔF1 by characters (micro_char, soft less hard)";
const S_EMPTY: &str = "S∅";
const PEARSON: &str = "Pearson's correlation between the numbers of spans per text and category";
const GAMMA: &str = "gamma (Mathet, Widlöcher and Métivier 2015) as in pygamma-agreement 0.5.9";
const ALPHA: &str = "Krippendorff's α (nominal) of whether tokens are marked in a category, over all pairs of a token and \
                     a category";

/// The main figures, averaged over parts of the data, such as languages; all of the data is one part.
pub(super) fn figures(parts: &[ComparedStudy], args: &AgreeArgs) -> FigureGroup {
    let bootstrap = args.source.bootstrap();
    let of = MainFigures { parts, fields: &args.averaged_fields(), bootstrap: &bootstrap };
    let mut group = FigureGroup::default();
    if args.wants(Measure::F1) {
        let [hard, soft] = of.f1(&of.overlaps());
        group.group("f1", FigureGroup::of([("value", &hard)]));
        group.group("f1_soft", FigureGroup::of([("value", &soft)]));
    }
    if args.wants(Measure::Gamma) {
        group.group("gamma", FigureGroup::of([("value", &of.gamma())]));
    }
    if args.wants(Measure::Alpha) {
        group.group("alpha", FigureGroup::of([("value", &of.alpha())]));
    }
    if args.wants(Measure::Pearson) {
        group.group("pearson", FigureGroup::of([("value", &of.pearson())]));
    }
    // Averaged over pairs even if they are not named, unless they are pooled.
    let pairs = (!args.pool).then_some("pairs");
    let fields = of.fields.iter().map(String::as_str);
    group.hidden("averaged_over", json!(pairs.into_iter().chain(fields).collect::<Vec<_>>()));
    group
}

/// Further figures of pairs that tables have, averaged as the main ones: precision, recall, ΔF1 and S∅. Empty if
/// there is nothing to average over.
pub(super) fn averages(parts: &[ComparedStudy], args: &AgreeArgs) -> FigureGroup {
    let comparisons: usize = parts.iter().map(|part| part.comparisons.len()).sum();
    if comparisons < 2 {
        return FigureGroup::default();
    }
    let bootstrap = args.source.bootstrap();
    let of = MainFigures { parts, fields: &args.averaged_fields(), bootstrap: &bootstrap };
    let mut group = FigureGroup::default();
    let mut add = |name: &str, figure: Figure| {
        group.group(name, FigureGroup::of([("value", &figure)]));
    };
    if args.wants(Measure::F1) {
        let overlaps = of.overlaps();
        let matchings = [("", CategoryMatching::Hard), ("_soft", CategoryMatching::Soft)];
        for ((after, matching), described) in matchings.into_iter().zip(PRECISION_AND_RECALL) {
            for (at, (name, what)) in ["precision", "recall"].into_iter().zip(described).enumerate()
            {
                let value = |totals: &[f64]| {
                    let [precision, recall] = precision_and_recall(totals, CONVENTION, matching);
                    if at == 0 { precision } else { recall }
                };
                let figure = of.mean(what, &overlaps, PossibleValues::SHARE, value);
                add(&format!("{name}{after}"), figure);
            }
        }
        let delta = |totals: &[f64]| {
            let [hard, soft] = [CategoryMatching::Hard, CategoryMatching::Soft]
                .map(|matching| f1(totals, CONVENTION, matching));
            Ok(soft? - hard?)
        };
        add("delta_f1", of.mean(DELTA_F1, &overlaps, PossibleValues::CORRELATION, delta));
    }
    if args.wants(Measure::SEmpty) {
        let sums = of.comparisons(|part, at| {
            let examples = part.comparisons.get(at).map(|one| one.examples(&part.study_texts));
            empty_sums(&examples.unwrap_or_default())
        });
        add("s_empty", of.mean(S_EMPTY, &sums, PossibleValues::SHARE, empty_value));
    }
    group
}

struct MainFigures<'a, 's> {
    parts: &'a [ComparedStudy<'s>],
    /// The members by whose values the data are parted.
    fields: &'a [String],
    bootstrap: &'a Bootstrap,
}

impl MainFigures<'_, '_> {
    /// The figure of the only group, with the convention `alone` and the basis `n`, or the mean over all groups of `what`.
    fn figure(
        &self,
        alone: impl Into<Cow<'static, str>>,
        what: &str,
        groups: &SumsByGroup,
        n: usize,
        possible: PossibleValues,
        of: impl Fn(&[f64]) -> Result<f64, Undefined>,
    ) -> Figure {
        if groups.iter().map(Vec::len).sum::<usize>() == 1 {
            let figure = mean_over_groups(alone, groups, self.bootstrap, possible, of);
            return Figure { n, ..figure };
        }
        self.mean(what, groups, possible, of)
    }

    /// The mean over all groups of `what`.
    fn mean(
        &self,
        what: &str,
        groups: &SumsByGroup,
        possible: PossibleValues,
        of: impl Fn(&[f64]) -> Result<f64, Undefined>,
    ) -> Figure {
        let [over, n] = self.averaged_over(groups);
        let convention = format!("Mean over {over} of {what}; n: {n}.");
        mean_over_groups(convention, groups, self.bootstrap, possible, of)
    }

    /// A description of what groups are averaged over, and of what counts as one of them.
    fn averaged_over(&self, groups: &SumsByGroup) -> [String; 2] {
        let values = format!("the values of {}", self.fields.join(" and "));
        let has_pairs = groups.iter().any(|part| part.len() > 1);
        match (self.fields.is_empty(), has_pairs) {
            (true, _) => ["pairs of annotators", "pairs"].map(str::to_owned),
            (false, false) => [values, "values".to_owned()],
            (false, true) => [
                format!("{values} of the mean over pairs of annotators"),
                "pairs with each value".to_owned(),
            ],
        }
    }

    /// The item sums of each comparison, by part.
    fn comparisons(&self, of: impl Fn(&ComparedStudy, usize) -> ItemSums) -> SumsByGroup {
        let part =
            |part: &ComparedStudy| (0..part.comparisons.len()).map(|at| of(part, at)).collect();
        self.parts.iter().map(part).collect()
    }

    /// The number of compared texts, each counted once for each comparison.
    fn texts(&self) -> usize {
        let comparisons = self.parts.iter().flat_map(|part| &part.comparisons);
        comparisons.map(|comparison| comparison.texts.len()).sum()
    }

    /// The numbers of overlaps of each comparison, by part.
    fn overlaps(&self) -> SumsByGroup {
        self.comparisons(|part, at| {
            let examples = part.comparisons.get(at).map(|one| one.examples(&part.study_texts));
            overlap_sums(&examples.unwrap_or_default(), CONVENTION)
        })
    }

    /// F1, hard and soft.
    fn f1(&self, overlaps: &SumsByGroup) -> [Figure; 2] {
        let [hard, soft] = F1;
        [(CategoryMatching::Hard, hard), (CategoryMatching::Soft, soft)].map(|(matching, what)| {
            let alone = CONVENTION.sentence(matching);
            self.figure(alone, what, overlaps, self.texts(), PossibleValues::SHARE, |totals| {
                f1(totals, CONVENTION, matching)
            })
        })
    }

    fn pearson(&self) -> Figure {
        let counting = SpanCounting::PerTextAndCategory;
        let groups = self.comparisons(|part, at| {
            let examples = part.comparisons.get(at).map(|one| one.examples(&part.study_texts));
            let categories = part.paired.study.categories.len();
            correlation_sums(&examples.unwrap_or_default(), categories, counting)
        });
        let texts = self.parts.iter().map(|part| {
            let texts: usize = part.comparisons.iter().map(|one| one.texts.len()).sum();
            texts * part.paired.study.categories.len()
        });
        let (alone, possible) = (counting.sentence(), PossibleValues::CORRELATION);
        self.figure(alone, PEARSON, &groups, texts.sum(), possible, correlation)
    }

    fn gamma(&self) -> Figure {
        let part = |part: &ComparedStudy| {
            part.gammas.iter().map(|one| gamma_sums(&one.items, &one.outcomes)).collect()
        };
        let groups: SumsByGroup = self.parts.iter().map(part).collect();
        let outcomes = || self.parts.iter().flat_map(|part| &part.gammas).flat_map(|g| &g.outcomes);
        let n = outcomes().filter(|outcome| outcome.is_ok()).count();
        let alone = format!("Mean over texts of {GAMMA}; n: texts.");
        let what = format!("the mean over texts of {GAMMA}");
        let possible = PossibleValues::AGREEMENT;
        let figure = self.figure(alone, &what, &groups, n, possible, mean_gamma);
        let mut skipped = BTreeMap::<&'static str, usize>::new();
        for why in outcomes().filter_map(|outcome| outcome.as_ref().err()) {
            *skipped.entry(why.reason()).or_default() += 1;
        }
        skipped.into_iter().fold(figure, |figure, (why, n)| figure.without(n, why))
    }

    fn alpha(&self) -> Figure {
        let part = |part: &ComparedStudy| {
            vec![token_alpha_sums(part.marks(), part.paired.study.categories.len())]
        };
        let groups: SumsByGroup = self.parts.iter().map(part).collect();
        let all = || self.parts.iter().flat_map(|part| part.marks());
        let tokens: u64 = all().filter(|text| text.annotators >= 2).map(|text| text.tokens).sum();
        let n = usize::try_from(tokens).unwrap_or(usize::MAX);
        let usable = |text: &&TokenMarks| text.annotators >= 2 && text.tokens > 0;
        let skipped = all().count() - all().filter(usable).count();
        let (alone, possible) = (format!("{ALPHA}; n: tokens."), PossibleValues::AGREEMENT);
        let figure = self.figure(alone, ALPHA, &groups, n, possible, two_valued_alpha);
        figure
            .without(skipped, "texts without tokens, and texts that fewer than two annotators have")
    }
}
