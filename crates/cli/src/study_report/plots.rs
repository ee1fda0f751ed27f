//! The plots of a report, made of the answers of `agree` and `stats`.

use serde_json::Value;

use super::alternative_test::AlternativeTest;
use super::answer::{
    AnsweredFigure, CommonBasis, at, count, figure, figure_at, groups, sentence, spaced, text,
    texts,
};
use super::item_numbers::{ItemNumbers, MOST_PAIRS, SpansOfPair};
use crate::figures::TOTAL;
use spanwise_plots::{
    Axis, Bar, BarChart, BarGroup, Chart, DistributionChart, HeatCell, HeatMap, Sample,
    ScatterPlot, ScatterSeries,
};

/// What stands in place of the conventions of the main figures, which a report has beside their table.
const MAIN: &str = "The main figures; their conventions are with their table.";

/// The greatest number of annotators that share a group of bars.
const MOST_IN_GROUP: usize = 4;

/// The greatest number of annotators that have a line of their own.
const MOST_LINES: usize = 8;

/// The greatest number of questions whose frequent words have a plot.
const MOST_QUESTIONS: usize = 12;

/// The greatest number of bars, and of rows of a heat map.
const MOST_ROWS: usize = 60;

/// A plot with what a reader needs to know of it.
#[derive(Debug)]
pub(super) struct Plot {
    /// Its name in addresses and files.
    pub(super) id: String,
    /// Its heading.
    pub(super) heading: String,
    /// Convention, `n`, and what was left out, in one line.
    pub(super) about: String,
    /// The section of the documentation with the definition.
    pub(super) section: &'static str,
    /// The chart.
    pub(super) chart: Chart,
}

/// The plots that the answers have figures for, those of what was marked first.
pub(super) fn plots(items: &ItemNumbers, stats: &Value, agree: Option<&Value>) -> Vec<Plot> {
    let mut plots = Vec::new();
    plots.extend(prevalence(stats));
    plots.extend(coverage(stats));
    plots.extend(annotators(stats));
    plots.extend(distribution(items));
    plots.extend(variation(stats));
    plots.extend(explanations(stats));
    plots.extend(frequent_words(stats));
    plots.extend(time(stats));
    plots.extend(quality(stats));
    plots.extend(rankings(stats));
    plots.extend(coverage_of_groups(stats));
    if let Some(agree) = agree {
        plots.extend(main_figures(agree));
        plots.extend(differences(agree));
        plots.extend(agreement_by_category(agree));
        plots.extend(confusions(agree));
        plots.extend(mean_confusion(agree));
        plots.extend(agreement_of_pairs(agree));
        plots.extend(scatter_plots(&items.spans));
        plots.extend(competence(agree));
        plots.extend(alternative_test(agree));
        plots.extend(judges_of_systems(agree));
        plots.extend(agreement_of_groups(agree));
    }
    plots
}

/// Bars being made of figures.
struct FigureBars<'a> {
    groups: Vec<BarGroup>,
    basis: CommonBasis<'a>,
}

impl<'a> FigureBars<'a> {
    fn new() -> Self {
        FigureBars { groups: Vec::new(), basis: CommonBasis::default() }
    }

    /// Adds a group of figures; those that are missing are undefined bars.
    fn add(&mut self, label: &str, figures: Vec<Option<AnsweredFigure<'a>>>) {
        figures.iter().flatten().for_each(|figure| self.basis.add(figure));
        let bar = |figure: &Option<AnsweredFigure>| figure.as_ref().map(AnsweredFigure::bar);
        let bars = figures.iter().map(|figure| bar(figure).unwrap_or_default()).collect();
        self.groups.push(BarGroup { label: label.to_owned(), bars });
    }

    /// Marks a bar of the group that was added last.
    fn mark_last(&mut self, at: usize, mark: Option<&str>) {
        let bar = self.groups.last_mut().and_then(|group| group.bars.get_mut(at));
        bar.into_iter().for_each(|bar| bar.mark = mark.map(str::to_owned));
    }

    fn bars(&self) -> impl Iterator<Item = &Bar> {
        self.groups.iter().flat_map(|group| &group.bars)
    }

    /// The plot; `None` if there is nothing to see.
    fn plot(
        self,
        [id, heading, section]: [&'static str; 3],
        what: [&str; 2],
        values: Axis,
        series: Vec<String>,
    ) -> Option<Plot> {
        let (chart, about) = self.chart(heading, what, values, series)?;
        Some(Plot { id: id.to_owned(), heading: heading.to_owned(), about, section, chart })
    }

    /// The chart, and the line about its figures; `None` if there is nothing to see.
    fn chart(
        self,
        title: &str,
        [groups_are, series_are]: [&str; 2],
        values: Axis,
        series: Vec<String>,
    ) -> Option<(Chart, String)> {
        if !self.bars().any(|bar| bar.value.is_some()) {
            return None;
        }
        let about = self.basis.sentence();
        let chart = Chart::Bars(BarChart {
            title: title.to_owned(),
            groups_are: groups_are.to_owned(),
            series_are: series_are.to_owned(),
            values,
            series,
            groups: self.groups,
        });
        Some((chart, about))
    }
}

fn owned(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

/// The categories of a group that also has one of `all`.
fn categories<'a>(answer: &'a Value, path: &[&str]) -> impl Iterator<Item = (&'a str, &'a Value)> {
    groups(answer, path).into_iter().filter(|(name, _)| *name != TOTAL).take(MOST_ROWS)
}

/// How often each category was used: by annotator, or by all together if there are many.
fn prevalence(stats: &Value) -> Option<Plot> {
    let annotators = texts(stats, &["annotators"]);
    let mut bars = FigureBars::new();
    if annotators.len() > MOST_IN_GROUP {
        for (category, of) in categories(stats, &["coverage"]) {
            bars.add(category, vec![figure_at(of, &["span_rate", "value"])]);
        }
        let names = ["prevalence", "Prevalence of categories", "of-what-was-marked"];
        return bars.plot(names, ["category", ""], Axis::new("spans per token", ""), Vec::new());
    }
    let first = annotators.first()?;
    for (category, _) in groups(stats, &["counts", first, "categories"]).into_iter().take(MOST_ROWS)
    {
        let of = |annotator: &&str| {
            figure_at(stats, &["counts", annotator, "categories", category, "edits_per_item"])
        };
        bars.add(category, annotators.iter().map(of).collect());
    }
    let names = ["prevalence", "Prevalence of categories", "any-number-of-annotators"];
    bars.plot(names, ["category", "annotator"], Axis::new("edits per item", ""), owned(&annotators))
}

fn coverage(stats: &Value) -> Vec<Plot> {
    let mut shares = FigureBars::new();
    let mut weighted = FigureBars::new();
    for (category, of) in categories(stats, &["coverage"]) {
        let value = |name| figure_at(of, &[name, "value"]);
        shares.add(category, vec![value("span_coverage"), value("without_overlap")]);
        weighted.add(category, vec![value("severity_weighted")]);
    }
    let series = owned(&["overlaps added", "each token once"]);
    let shares = shares.plot(
        ["coverage", "Coverage by category", "of-what-was-marked"],
        ["category", "measure"],
        Axis::new("share of tokens", ""),
        series,
    );
    let has_severity = weighted.bars().any(|bar| bar.value.is_some_and(|value| value > 0.0));
    let weighted = weighted.plot(
        ["severity", "Coverage weighted by severity", "of-what-was-marked"],
        ["category", ""],
        Axis::new("tokens × severity by tokens", ""),
        Vec::new(),
    );
    shares.into_iter().chain(weighted.filter(|_| has_severity)).collect()
}

/// How annotators mark, with those who are outliers among them; of two there is only how much.
fn annotators(stats: &Value) -> Vec<Plot> {
    const QUANTITIES: [[&str; 4]; 3] = [
        ["spans_per_item", "annotators", "How much annotators mark", "spans per item"],
        ["mean_length", "annotators-length", "How long the spans of annotators are", "characters"],
        ["items_without", "annotators-empty", "Items without edits by annotator", "share of items"],
    ];
    let annotators = texts(stats, &["annotators"]);
    if stats.get("profiles").is_some() {
        let plot = |of: [&'static str; 4]| profile(stats, &annotators, of);
        return QUANTITIES.into_iter().filter_map(plot).collect();
    }
    if annotators.len() < 2 {
        return Vec::new();
    }
    let mut bars = FigureBars::new();
    for annotator in annotators {
        bars.add(annotator, vec![figure_at(stats, &["counts", annotator, "edits_per_item"])]);
    }
    let names = ["annotators", "How much annotators mark", "any-number-of-annotators"];
    let plot = bars.plot(names, ["annotator", ""], Axis::new("edits per item", ""), Vec::new());
    plot.into_iter().collect()
}

/// A quantity of all annotators, with its outliers.
fn profile(
    stats: &Value,
    annotators: &[&str],
    [quantity, id, heading, axis]: [&'static str; 4],
) -> Option<Plot> {
    let mut bars = FigureBars::new();
    let mut rule = None;
    let mut n_outliers = 0;
    for annotator in annotators {
        let group = at(stats, &["profiles", annotator, quantity])?;
        bars.add(annotator, vec![figure(group, "value")]);
        rule = rule.or(figure(group, "modified_z").map(|z| z.convention));
        let is_outlier = group.get("outlier").and_then(Value::as_bool).unwrap_or(false);
        n_outliers += usize::from(is_outlier);
        bars.mark_last(0, is_outlier.then_some("outlier"));
    }
    let above = at(stats, &["profiles", "outlier_above"]).and_then(Value::as_f64);
    let rule = rule.zip(above).map(|(rule, above)| {
        let z = rule.trim_end_matches('.');
        format!(" Outliers: {n_outliers}, with an absolute value above {above} of this: {z}.")
    });
    let names = [id, heading, "profiles-of-annotators"];
    let basis = bars.basis.sentence();
    let values: Vec<f64> = bars.bars().filter_map(|bar| bar.value).collect();
    let is_crowd = annotators.len() > MOST_ROWS;
    let plot = bars.plot(names, ["annotator", ""], Axis::new(axis, ""), Vec::new())?;
    let chart = if is_crowd { crowd(heading, axis, values) } else { plot.chart };
    Some(Plot { about: basis + &rule.unwrap_or_default(), chart, ..plot })
}

/// The annotators of a crowd, of whom not each can have a bar.
fn crowd(title: &str, axis: &str, values: Vec<f64>) -> Chart {
    Chart::Distribution(DistributionChart {
        title: title.to_owned(),
        values: Axis::new(axis, ""),
        counted: "annotators".to_owned(),
        samples_are: "of".to_owned(),
        samples: vec![Sample { name: "all annotators".to_owned(), values }],
    })
}

/// How the numbers of edits of items are distributed.
fn distribution(items: &ItemNumbers) -> Option<Plot> {
    let numbers = |edits: &[usize]| edits.iter().map(|n| *n as f64).collect::<Vec<f64>>();
    let each = items.edits.iter();
    let samples: Vec<Sample> = if items.edits.len() > MOST_LINES {
        let values = each.flat_map(|(_, edits)| numbers(edits)).collect();
        vec![Sample { name: "all annotators".to_owned(), values }]
    } else {
        each.map(|(name, edits)| Sample { name: name.clone(), values: numbers(edits) }).collect()
    };
    let n: usize = samples.iter().map(|sample| sample.values.len()).sum();
    if n == 0 {
        return None;
    }
    let heading = "Edits per item".to_owned();
    let about = format!(
        "Cumulative distribution of the number of edits of an item: the share of items with so many edits or fewer. n = {n} \
         items × annotators; items that an annotator does not have are left out."
    );
    let chart = Chart::Distribution(DistributionChart {
        title: heading.clone(),
        values: Axis::new("edits of an item", ""),
        counted: "items".to_owned(),
        samples_are: "annotator".to_owned(),
        samples,
    });
    let section = "any-number-of-annotators";
    Some(Plot { id: "edits-per-item".to_owned(), heading, about, section, chart })
}

fn time(stats: &Value) -> Vec<Plot> {
    let mean_and_median = |group| vec![figure(group, "mean"), figure(group, "median")];
    let series = || owned(&["mean", "median"]);
    let mut per_item = FigureBars::new();
    if let Some(group) = at(stats, &["time", "per_item"]) {
        per_item.add("all items", mean_and_median(group));
    }
    let mut per_edit = FigureBars::new();
    for (category, group) in categories(stats, &["time", "per_edit"]) {
        per_edit.add(category, mean_and_median(group));
    }
    let per_item = per_item.plot(
        ["time-per-item", "Time per item", "of-what-was-marked"],
        ["", "measure"],
        Axis::new("time", "s"),
        series(),
    );
    let per_edit = per_edit.plot(
        ["time-per-edit", "Time per edit", "of-what-was-marked"],
        ["category", "measure"],
        Axis::new("time", "s"),
        series(),
    );
    per_item.into_iter().chain(per_edit).collect()
}

/// Scores of quality by annotator, if there are severities or scores.
fn quality(stats: &Value) -> Vec<Plot> {
    let mut mqm = FigureBars::new();
    let mut esa = FigureBars::new();
    for (annotator, group) in groups(stats, &["quality"]).into_iter().take(MOST_ROWS) {
        mqm.add(annotator, vec![figure_at(group, &["mqm_per_segment", "value"])]);
        esa.add(annotator, vec![figure_at(group, &["esa_score", "value"])]);
    }
    let has_severity = mqm.bars().any(|bar| bar.value.is_some_and(|value| value != 0.0));
    let mqm = mqm.plot(
        ["mqm", "MQM score by annotator", "of-what-was-marked"],
        ["annotator", ""],
        Axis::new("penalty per segment", ""),
        Vec::new(),
    );
    let esa = esa.plot(
        ["esa", "ESA score by annotator", "of-what-was-marked"],
        ["annotator", ""],
        Axis::new("score", "0 to 100"),
        Vec::new(),
    );
    mqm.filter(|_| has_severity).into_iter().chain(esa).collect()
}

/// The figures of the groups of one `--by`.
pub(super) struct Grouping<'a> {
    /// What is added to ids and headings, so that several groupings differ.
    added: [String; 2],
    /// The members by which several groupings differ.
    pub(super) fields: Option<&'a str>,
    /// The groups with their names.
    parts: Vec<(&'a str, &'a Value)>,
}

impl Grouping<'_> {
    /// The groups from the best, if they are ranked.
    pub(super) fn ranked(&self) -> Vec<(&str, &Value)> {
        let mut ranked = self.parts.clone();
        ranked.sort_by_key(|(_, group)| count(group, &["rank"]));
        ranked
    }

    /// The plot under an id and a heading of its own.
    fn named(&self, plot: Plot) -> Plot {
        let [id, heading] = &self.added;
        Plot { id: plot.id + id, heading: plot.heading + heading, ..plot }
    }
}

/// The groups of one `--by`, or of each of several.
pub(super) fn groupings<'a>(answer: &'a Value, name: &str) -> Vec<Grouping<'a>> {
    let parts = groups(answer, &[name]);
    let single =
        (!parts.is_empty()).then_some(Grouping { added: Default::default(), fields: None, parts });
    let several = groups(answer, &[&format!("{name}_by")]).into_iter().enumerate();
    let several = several.map(|(at, (fields, of))| Grouping {
        added: [format!("-{}", at + 1), format!(", by {fields}")],
        fields: Some(fields),
        parts: groups(of, &[]),
    });
    single.into_iter().chain(several).collect()
}

/// The systems, or other groups, from the best, and the difference of each to the next one.
fn rankings(stats: &Value) -> Vec<Plot> {
    let mut plots = Vec::new();
    for grouping in groupings(stats, "ranking") {
        let ranked = grouping.ranked();
        let all = [ranking(&ranked), steps_of_ranking(&ranked)];
        plots.extend(all.into_iter().flatten().map(|plot| grouping.named(plot)));
    }
    plots
}

/// The scores by which groups can be ranked, as people call them.
pub(super) const RANKING_SCORES: [(&str, &str); 3] = [
    ("mqm_per_segment", "MQM score"),
    ("esa_score", "ESA score"),
    ("edits_per_segment", "edits per segment"),
];

fn ranking(ranked: &[(&str, &Value)]) -> Option<Plot> {
    let (_, best) = ranked.first()?;
    let (score, _) = RANKING_SCORES.into_iter().find(|(name, _)| best.get(name).is_some())?;
    let mut bars = FigureBars::new();
    for (system, group) in ranked.iter().take(MOST_ROWS) {
        bars.add(system, vec![figure(group, score)]);
    }
    let names = ["ranking", "Ranking, from the best", "of-what-was-marked"];
    bars.plot(names, ["group", ""], Axis::new(spaced(score), ""), Vec::new())
}

fn steps_of_ranking(ranked: &[(&str, &Value)]) -> Option<Plot> {
    let mut bars = FigureBars::new();
    for ((system, group), (next, _)) in ranked.iter().zip(ranked.iter().skip(1)).take(MOST_ROWS) {
        bars.add(&format!("{system} − {next}"), vec![figure_at(group, &["to_the_next", "value"])]);
    }
    let names = ["ranking-steps", "Differences in the ranking", "intervals-and-tests"];
    bars.plot(names, ["groups", ""], Axis::new("difference", ""), Vec::new())
}

fn coverage_of_groups(stats: &Value) -> Vec<Plot> {
    let plot = |grouping: Grouping| {
        let mut bars = FigureBars::new();
        for (group, of) in grouping.parts.iter().take(MOST_ROWS) {
            let value = |name| figure_at(of, &["coverage", "all", name, "value"]);
            bars.add(group, vec![value("span_coverage"), value("without_overlap")]);
        }
        let names = ["coverage-of-groups", "Coverage by group", "of-what-was-marked"];
        let series = owned(&["overlaps added", "each token once"]);
        let axis = Axis::new("share of tokens", "");
        Some(grouping.named(bars.plot(names, ["group", "measure"], axis, series)?))
    };
    groupings(stats, "groups").into_iter().filter_map(plot).collect()
}

/// How the number of spans varies with the number of texts.
fn variation(stats: &Value) -> Option<Plot> {
    let mut sizes = groups(stats, &["stability", "all", "texts"]);
    sizes.sort_by_key(|(texts, _)| texts.parse::<u64>().ok());
    let mut bars = FigureBars::new();
    for (texts, of) in sizes {
        bars.add(&format!("{texts} texts"), vec![figure(of, "cv")]);
    }
    let names = ["variation", "Variation over the number of texts", "of-what-was-marked"];
    let axis = Axis::new("100 · standard deviation ÷ mean of the number of spans", "");
    bars.plot(names, ["texts", ""], axis, Vec::new())
}

/// How long answers in free text are.
fn explanations(stats: &Value) -> Option<Plot> {
    let mut bars = FigureBars::new();
    for (question, of) in groups(stats, &["explanations"]).into_iter().take(MOST_ROWS) {
        bars.add(question, vec![figure(of, "mean_words"), figure(of, "median_words")]);
    }
    let names = ["explanations", "Length of answers in free text", "answers-in-free-text"];
    bars.plot(names, ["question", "measure"], Axis::new("words", ""), owned(&["mean", "median"]))
}

/// The most frequent words and n-grams of the answers to each question in free text.
fn frequent_words(stats: &Value) -> Vec<Plot> {
    let questions = groups(stats, &["explanations"]);
    if questions.len() > MOST_QUESTIONS {
        return Vec::new();
    }
    let plot = |(at, (question, of)): (usize, &(&str, &Value))| {
        let bars: Vec<BarGroup> = [("words", 10), ("bigrams", 5), ("trigrams", 5)]
            .into_iter()
            .flat_map(|(name, most)| word_bars(of, name, most))
            .collect();
        if bars.is_empty() {
            return None;
        }
        let heading = format!("Frequent words, {question}");
        let answers = figure(of, "mean_words").and_then(|mean| mean.n).unwrap_or(0);
        let about = format!(
            "Occurrences of the most frequent words (UAX #29, with a letter or digit, in lower case) and of the most frequent \
             sequences of two and of three words within punctuation. n = {answers} answers."
        );
        let chart = Chart::Bars(BarChart {
            title: heading.clone(),
            groups_are: "words".to_owned(),
            series_are: String::new(),
            values: Axis::new("occurrences", ""),
            series: Vec::new(),
            groups: bars,
        });
        let id = format!("words-{}", at + 1);
        Some(Plot { id, heading, about, section: "answers-in-free-text", chart })
    };
    questions.iter().enumerate().filter_map(plot).collect()
}

fn word_bars(question: &Value, name: &str, most: usize) -> Vec<BarGroup> {
    let list = question.get(name).and_then(Value::as_array).into_iter().flatten().take(most);
    let bar = |found: &Value| {
        let value = Some(count(found, &["n"])? as f64);
        let bars = vec![Bar { value, ..Bar::default() }];
        Some(BarGroup { label: text(found, &["words"])?.to_owned(), bars })
    };
    list.filter_map(bar).collect()
}

/// The main figures with the names that people know.
pub(super) const MAIN_FIGURES: [(&str, &str); 5] = [
    ("f1", "F1"),
    ("f1_soft", "F1, categories ignored"),
    ("gamma", "γ"),
    ("alpha", "α"),
    ("pearson", "ρ"),
];

fn main_figures(agree: &Value) -> Option<Plot> {
    let mut bars = FigureBars::new();
    for (name, label) in MAIN_FIGURES {
        if let Some(figure) = figure_at(agree, &["main", name, "value"]) {
            bars.add(label, vec![Some(figure)]);
        }
    }
    let about = format!("{MAIN} {}", bars.basis.without_conventions());
    let names = ["agreement", "Agreement", "the-main-figures"];
    let plot = bars.plot(names, ["figure", ""], Axis::new("value", ""), Vec::new())?;
    Some(Plot { about, ..plot })
}

/// The differences of hypotheses against the same reference.
fn differences(agree: &Value) -> Option<Plot> {
    let tested = MAIN_FIGURES.into_iter().chain([("s_empty", "S∅")]);
    let pairs = groups(agree, &["differences"]);
    let has = |name: &str| pairs.iter().any(|(_, of)| of.get(name).is_some());
    let tested: Vec<(&str, &str)> = tested.filter(|(name, _)| has(name)).collect();
    let mut bars = FigureBars::new();
    for (pair, of) in pairs.iter().take(MOST_ROWS) {
        bars.add(pair, tested.iter().map(|(name, _)| figure_at(of, &[name, "value"])).collect());
    }
    let series = tested.iter().map(|(_, label)| (*label).to_owned()).collect();
    let names = ["differences", "Differences of hypotheses", "intervals-and-tests"];
    bars.plot(names, ["hypotheses", "figure"], Axis::new("difference", ""), series)
}

fn agreement_by_category(agree: &Value) -> Vec<Plot> {
    let mut f1 = FigureBars::new();
    for (category, of) in groups(agree, &["f1_by_category"]).into_iter().take(MOST_ROWS) {
        f1.add(category, vec![figure(of, "f1")]);
    }
    let mut alpha = FigureBars::new();
    for (category, of) in groups(agree, &["alpha"]).into_iter().take(MOST_ROWS) {
        alpha.add(category, vec![figure(of, "pooled")]);
    }
    let f1 = f1.plot(
        ["f1-by-category", "F1 by category", "two-annotators"],
        ["category", ""],
        Axis::new("F1", ""),
        Vec::new(),
    );
    let alpha = alpha.plot(
        ["alpha-by-category", "α by category", "any-number-of-annotators"],
        ["category", ""],
        Axis::new("Krippendorff's α", ""),
        Vec::new(),
    );
    f1.into_iter().chain(alpha).collect()
}

/// Which categories stand against which: of two annotators, or of each of a few pairs.
fn confusions(agree: &Value) -> Vec<Plot> {
    if let Some(confusion) = agree.get("confusion") {
        let names = match texts(agree, &["annotators"])[..] {
            [reference, hypothesis] => [reference, hypothesis],
            // Pairs that are pooled.
            _ => ["reference", "hypothesis"],
        };
        return confusion_plot(confusion, names, "confusion").into_iter().collect();
    }
    let pairs = agree.get("pairs").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    if pairs.len() > MOST_PAIRS {
        return Vec::new();
    }
    let plot = |(at, pair): (usize, &Value)| {
        let names = [text(pair, &["reference"])?, text(pair, &["hypothesis"])?];
        confusion_plot(pair.get("confusion")?, names, &format!("confusion-{}", at + 1))
    };
    pairs.iter().enumerate().filter_map(plot).collect()
}

/// What the row and the column of spans without a counterpart are called.
const NOTHING: &str = "∅";

fn confusion_plot(confusion: &Value, names: [&str; 2], id: &str) -> Option<Plot> {
    let [reference, hypothesis] = names;
    let heading = format!("Confusion of {reference} and {hypothesis}");
    let about = format!(
        "{} n = {} spans with a counterpart; {NOTHING}: those without.",
        sentence(text(confusion, &["convention"]).unwrap_or_default()),
        count(confusion, &["n"]).unwrap_or(0),
    );
    let chart = Chart::HeatMap(confusion_map(confusion, names, &heading)?);
    Some(Plot { id: id.to_owned(), heading, about, section: "two-annotators", chart })
}

/// The mean confusion of several pairs.
fn mean_confusion(agree: &Value) -> Option<Plot> {
    let confusion = at(agree, &["averages", "confusion"])?;
    let heading = "Mean confusion of all pairs".to_owned();
    let about = format!(
        "{} n = {} pairs; {NOTHING}: spans without a counterpart.",
        sentence(text(confusion, &["convention"]).unwrap_or_default()),
        count(confusion, &["n"]).unwrap_or(0),
    );
    let map = confusion_map(confusion, ["reference", "hypothesis"], &heading)?;
    let id = "mean-confusion".to_owned();
    Some(Plot { id, heading, about, section: "averages", chart: Chart::HeatMap(map) })
}

fn confusion_map(
    confusion: &Value,
    [reference, hypothesis]: [&str; 2],
    title: &str,
) -> Option<HeatMap> {
    let labels = texts(confusion, &["labels"]);
    let matrix = confusion.get("matrix")?.as_array()?;
    if labels.is_empty() || labels.len() > MOST_ROWS {
        return None;
    }
    let cell = |n: Option<f64>, row: &str, column: &str| {
        let value = n?;
        Some(HeatCell { value, id: Some(format!("{row} → {column}")), ..HeatCell::default() })
    };
    let alone = |side: &str, label: &str| {
        Some(at(confusion, &[side, label]).and_then(Value::as_f64).unwrap_or(0.0))
    };
    let mut cells: Vec<Vec<Option<HeatCell>>> = Vec::new();
    for (label, row) in labels.iter().zip(matrix) {
        let counts = labels.iter().zip(row.as_array()?);
        let counts = counts.map(|(column, n)| cell(n.as_f64(), label, column));
        let missed = cell(alone("reference_only", label), label, NOTHING);
        cells.push(counts.chain([missed]).collect());
    }
    let added = labels.iter().map(|label| cell(alone("hypothesis_only", label), NOTHING, label));
    cells.push(added.chain([None]).collect());
    let all: Vec<String> =
        labels.iter().chain([&NOTHING]).map(|label| (*label).to_owned()).collect();
    Some(HeatMap {
        title: title.to_owned(),
        rows_are: reference.to_owned(),
        columns_are: hypothesis.to_owned(),
        values: Axis::new("spans", ""),
        range: Some([0.0, 0.0]),
        rows: all.clone(),
        columns: all,
        cells,
    })
}

/// F1 and γ of every two annotators.
fn agreement_of_pairs(agree: &Value) -> Vec<Plot> {
    let f1 = pair_map(
        agree,
        ["pairs-f1", "F1 of every two annotators", "F1"],
        &["f1", "micro_char", "hard", "f1"],
    );
    let gamma =
        pair_map(agree, ["pairs-gamma", "γ of every two annotators", "γ"], &["gamma", "mean"]);
    f1.into_iter().chain(gamma).collect()
}

fn pair_map(agree: &Value, [id, heading, measure]: [&str; 3], path: &[&str]) -> Option<Plot> {
    let annotators = texts(agree, &["annotators"]);
    let pairs = agree.get("pairs")?.as_array()?;
    if annotators.len() > MOST_ROWS {
        return None;
    }
    let mut basis = CommonBasis::default();
    let mut cells = vec![vec![None; annotators.len()]; annotators.len()];
    let place = |name: &str| annotators.iter().position(|annotator| *annotator == name);
    for pair in pairs {
        let Some(figure) = figure_at(pair, path) else { continue };
        let names = text(pair, &["reference"]).zip(text(pair, &["hypothesis"]));
        let (row, column) = names.and_then(|(r, h)| place(r).zip(place(h)))?;
        basis.add(&figure);
        let Some(value) = figure.value else { continue };
        for (row, column) in [(row, column), (column, row)] {
            let own = cells.get_mut(row).and_then(|cells| cells.get_mut(column))?;
            let id = annotators.get(row).zip(annotators.get(column));
            let id = id.map(|(row, column)| format!("{row} → {column}"));
            let interval = figure.interval;
            *own = Some(HeatCell { value, interval, n: figure.n, id });
        }
    }
    if cells.iter().flatten().all(Option::is_none) {
        return None;
    }
    let names = owned(&annotators);
    let chart = Chart::HeatMap(HeatMap {
        title: heading.to_owned(),
        rows_are: "annotator".to_owned(),
        columns_are: "other annotator".to_owned(),
        values: Axis::new(measure, ""),
        range: Some([0.0, 1.0]),
        rows: names.clone(),
        columns: names,
        cells,
    });
    let about = match basis.conventions() {
        [] => "F1 by characters over all texts that both have (micro_char), where only spans of the same category match \
               (hard)."
            .to_owned(),
        _ => basis.sentence(),
    };
    let (id, heading) = (id.to_owned(), heading.to_owned());
    Some(Plot { id, heading, about, section: "two-annotators", chart })
}

/// Numbers of spans of two annotators in the texts that both have.
fn scatter_plots(pairs: &[SpansOfPair]) -> Vec<Plot> {
    let plot = |(at, pair): (usize, &SpansOfPair)| {
        let SpansOfPair { annotators: [first, second], counts, left_out } = pair;
        let heading = format!("Spans of {first} and {second}");
        let about = format!(
            "The numbers of spans per text, insertion points included, whose correlation is ρ per text. n = {} texts; texts \
             that one of both does not have are left out ({left_out}).",
            counts.len(),
        );
        let chart = Chart::Scatter(ScatterPlot {
            title: heading.clone(),
            x: Axis::new(first, "spans"),
            y: Axis::new(second, "spans"),
            points_are: "texts".to_owned(),
            series_are: String::new(),
            has_diagonal: true,
            series: vec![ScatterSeries {
                name: String::new(),
                points: counts.iter().map(|counts| counts.map(|n| n as f64)).collect(),
            }],
        });
        let is_empty = counts.is_empty();
        let id = format!("spans-{}", at + 1);
        (!is_empty).then_some(Plot { id, heading, about, section: "two-annotators", chart })
    };
    pairs.iter().enumerate().filter_map(plot).collect()
}

/// The competence of annotators in finding marked tokens, by the model of Dawid and Skene, over all categories.
fn competence(agree: &Value) -> Option<Plot> {
    let mut bars = FigureBars::new();
    for (annotator, of) in
        groups(agree, &["competence", "all", "annotators"]).into_iter().take(MOST_ROWS)
    {
        bars.add(annotator, vec![figure(of, "sensitivity"), figure(of, "specificity")]);
    }
    let names = ["competence", "Competence of annotators", "competence-of-annotators"];
    let series = owned(&["sensitivity", "specificity"]);
    bars.plot(names, ["annotator", "measure"], Axis::new("probability", ""), series)
}

/// The alternative annotator test: all tested annotators together, and each of a few by annotator.
fn alternative_test(agree: &Value) -> Vec<Plot> {
    const SECTION: &str = "the-alternative-annotator-test";
    let Some(test) = AlternativeTest::of(agree) else { return Vec::new() };
    let tested = &test.tested;
    let is = |of: &Value, name: &str| of.get(name).and_then(Value::as_bool) == Some(true);
    let mut bars = FigureBars::new();
    for (model, of) in tested.iter().take(MOST_ROWS) {
        bars.add(model, vec![figure(of, "advantage_probability"), figure(of, "winning_rate")]);
        bars.mark_last(1, is(of, "passed").then_some("passed"));
    }
    let names = ["alt-test", "Alternative annotator test", SECTION];
    let series = owned(&["ρ, advantage probability", "ω, winning rate"]);
    let all = bars.plot(names, ["tested", "measure"], Axis::new("share", ""), series);
    let (setting, outcomes) = (test.setting(), test.outcomes());
    let all =
        all.map(|plot| Plot { about: format!("{} {setting} {outcomes}", plot.about), ..plot });
    let plot = |(at, (model, of)): (usize, &(&str, &Value))| {
        let mut bars = FigureBars::new();
        for (annotator, of) in groups(of, &["annotators"]).into_iter().take(MOST_ROWS) {
            bars.add(
                annotator,
                vec![figure(of, "model_advantage"), figure(of, "annotator_advantage")],
            );
            bars.mark_last(0, is(of, "won").then_some("won"));
        }
        let heading = format!("Advantage of {model} over each annotator");
        let series = vec![(*model).to_owned(), "the annotator".to_owned()];
        let axis = Axis::new("share of texts", "");
        let (chart, about) = bars.chart(&heading, ["annotator", "of"], axis, series)?;
        let id = format!("alt-test-{}", at + 1);
        let about = format!("{about} {setting}");
        Some(Plot { id, heading, about, section: SECTION, chart })
    };
    let each = if tested.len() > MOST_PAIRS { &[] } else { &tested[..] };
    all.into_iter().chain(each.iter().enumerate().filter_map(plot)).collect()
}

/// The measures of agreement on the ranking of systems, as people call them.
pub(super) const ACCURACIES: [(&str, &str); 4] = [
    ("pairwise_accuracy", "pairwise accuracy"),
    ("soft_pairwise_accuracy", "soft pairwise accuracy"),
    ("acc_eq", "acc eq"),
    ("acc_eq_calibrated", "acc eq calibrated"),
];

/// The agreement of every two annotators on the ranking of systems.
fn judges_of_systems(agree: &Value) -> Option<Plot> {
    let mut bars = FigureBars::new();
    let pairs = groups(agree, &["systems"]).into_iter();
    let pairs =
        pairs.filter(|(_, of)| ACCURACIES.into_iter().any(|(name, _)| figure(of, name).is_some()));
    for (pair, of) in pairs.take(MOST_ROWS) {
        bars.add(pair, ACCURACIES.into_iter().map(|(name, _)| figure(of, name)).collect());
    }
    let names = ["systems", "Agreement on the ranking of systems", "rankings-of-systems"];
    let series = ACCURACIES.into_iter().map(|(_, label)| label.to_owned()).collect();
    bars.plot(names, ["annotators", "measure"], Axis::new("accuracy", ""), series)
}

fn agreement_of_groups(agree: &Value) -> Vec<Plot> {
    let plot = |grouping: Grouping| {
        let has = |name: &str| {
            grouping
                .parts
                .iter()
                .any(|(_, part)| figure_at(part, &["main", name, "value"]).is_some())
        };
        let figures: Vec<(&str, &str)> =
            MAIN_FIGURES.into_iter().filter(|(name, _)| has(name)).collect();
        let mut bars = FigureBars::new();
        for (group, part) in grouping.parts.iter().take(MOST_ROWS) {
            let of = |(name, _): &(&str, &str)| figure_at(part, &["main", name, "value"]);
            bars.add(group, figures.iter().map(of).collect());
        }
        let series = figures.iter().map(|(_, label)| (*label).to_owned()).collect();
        let about = format!("{MAIN} {}", bars.basis.without_conventions());
        let names = ["agreement-of-groups", "Agreement by group", "the-main-figures"];
        let plot = bars.plot(names, ["group", "figure"], Axis::new("value", ""), series)?;
        Some(grouping.named(Plot { about, ..plot }))
    };
    groupings(agree, "groups").into_iter().filter_map(plot).collect()
}
