//! The paragraph of method: what was computed, in whole sentences that can stand in a paper.

use serde_json::Value;

use super::alternative_test::AlternativeTest;
use super::answer::{
    AnsweredFigure, at, count, figure, figure_at, groups, lacking_texts, text, texts,
};
use super::plots::{ACCURACIES, Grouping, RANKING_SCORES, groupings};
use crate::report::counted;
use spanwise_agreement::measure::ErrorWeights;

/// The most annotators that are named.
const MOST_NAMED: usize = 10;

/// The paragraph, made of the answers.
pub(super) fn paragraph(stats: &Value, agree: Option<&Value>, weights: &ErrorWeights) -> String {
    let mut sentences = vec![study(stats, agree)];
    sentences.extend(selection(stats));
    sentences.extend(agree.and_then(alignment));
    sentences.extend(what_counts(stats));
    sentences.extend(left_out(stats));
    sentences.extend(coverage(stats));
    sentences.extend(penalties(stats, weights));
    sentences.extend(groupings(stats, "ranking").into_iter().filter_map(ranking));
    if let Some(agree) = agree {
        sentences.extend(averaging(agree));
        sentences.extend(agreement(agree));
        sentences.extend(gamma(agree));
        sentences.extend(judges(agree));
        sentences.extend(AlternativeTest::of(agree).into_iter().flat_map(|test| test.sentences()));
    }
    sentences.extend(intervals(stats));
    sentences.push(format!("Figures were computed with Spanwise {}.", env!("CARGO_PKG_VERSION")));
    sentences.join(" ")
}

fn study(stats: &Value, agree: Option<&Value>) -> String {
    let annotators = texts(stats, &["annotators"]);
    let who = match annotators.len() {
        1 => format!("One annotator ({})", annotators.join("")),
        n if n <= MOST_NAMED => format!("{n} annotators ({})", annotators.join(", ")),
        n => format!("{n} annotators"),
    };
    let items = counted_items(count(stats, &["items"]).unwrap_or(0));
    let all = agree.and_then(|agree| count(agree, &["examples"]));
    let all = all.map(|n| format!(", {n} of which all annotators have")).unwrap_or_default();
    format!("{who} marked {items}{all}.")
}

fn counted_items(n: u64) -> String {
    counted(usize::try_from(n).unwrap_or(usize::MAX), "item", "items")
}

/// The records that were asked for.
fn selection(stats: &Value) -> Option<String> {
    let left_out = count(stats, &["selection", "left_out"]).filter(|n| *n > 0)?;
    let conditions = at(stats, &["selection", "where"]).and_then(Value::as_object);
    let condition = |(name, values): (&String, &Value)| {
        let values = values.as_array().into_iter().flatten().filter_map(Value::as_str);
        format!("{name} = {}", values.collect::<Vec<_>>().join(" or "))
    };
    let conditions = conditions.into_iter().flatten().map(condition).collect::<Vec<_>>().join(", ");
    let conditions =
        if conditions.is_empty() { String::new() } else { format!(" (kept: {conditions})") };
    Some(format!("{left_out} records were not selected{conditions}."))
}

fn alignment(agree: &Value) -> Option<String> {
    let by = match text(agree, &["paired_by"])? {
        "keys" => "by their keys",
        "id" => "by their ids",
        "texts" => "by their texts",
        "position" => "by their positions in the files",
        _ => "by their names, and by their texts where they have none in common",
    };
    let alone = count(agree, &["left_out", "items_of_one_annotator"]).unwrap_or(0);
    let share = at(agree, &["left_out", "share"]).and_then(Value::as_f64).unwrap_or(0.0) * 100.0;
    let alone = match alone {
        0 => "none was left out of agreement".to_owned(),
        n => format!(
            "{} ({share:.1} %) that one annotator alone has were left out of agreement",
            counted_items(n)
        ),
    };
    let lacking = lacking_texts(agree);
    let lacking = if lacking.is_empty() {
        String::new()
    } else {
        format!(
            " Texts that an annotator's file lacks were compared among the others, and items aligned by the texts in common ({}).",
            lacking.join("; ")
        )
    };
    Some(format!("Items were aligned {by}; {alone}.{lacking}"))
}

/// Tokens, sides and spans.
fn what_counts(stats: &Value) -> Option<String> {
    let tokens = match text(stats, &["tokens"])? {
        "word" => "words by UAX #29 and punctuation marks",
        "space" => "stretches between white space",
        "char" => "code points",
        _ => "as given in a file",
    };
    let sides = texts(stats, &["sides"]).join(" and ");
    let first = at(stats, &["selection", "first_spans"]).and_then(Value::as_bool).unwrap_or(false);
    let first = if first { ", the first span of each edit only" } else { "" };
    let categories = texts(stats, &["selection", "categories"]).join(", ");
    let only = match categories.as_str() {
        "" => String::new(),
        named => format!(" Only edits of {named} count."),
    };
    Some(format!("Spans on the {sides} count{first}; tokens are {tokens}.{only}"))
}

/// The edits of `--leave-out`.
fn left_out(stats: &Value) -> Option<String> {
    let n = count(stats, &["edits_left_out"])?;
    let rules = at(stats, &["leave_out"])?.as_array()?;
    let rule = |rule: &Value| {
        Some(format!(
            "{} at severity {} or less",
            text(rule, &["category"])?,
            count(rule, &["up_to"])?
        ))
    };
    let rules: Vec<String> = rules.iter().filter_map(rule).collect();
    Some(format!("Edits of {} were left out ({n}).", rules.join(", ")))
}

/// The coverage of all annotators.
fn coverage(stats: &Value) -> Option<String> {
    let of = |name| figure_at(stats, &["coverage", "all", name, "value"]);
    let summed = of("span_coverage").filter(|figure| figure.value.is_some())?;
    let once = of("without_overlap")?;
    let basis = basis(&summed, "texts × annotators");
    Some(format!(
        "The share of the tokens of a text that spans covered was {} on average with overlaps added, and {} with each token \
         counted once{basis}.",
        value(&summed),
        value(&once),
    ))
}

/// The weights of MQM's scores, if they are shown and not the usual ones.
fn penalties(stats: &Value, weights: &ErrorWeights) -> Option<String> {
    let is_penalty = |(_, of): (&str, &Value)| {
        let penalty = figure_at(of, &["mqm_per_segment", "value"]);
        penalty.and_then(|penalty| penalty.value).is_some_and(|value| value != 0.0)
    };
    let is_shown = groups(stats, &["quality"]).into_iter().any(is_penalty);
    let of = |weights: &ErrorWeights| {
        [weights.neutral, weights.minor, weights.major, weights.critical]
            .map(|weight| weight.to_string())
    };
    let [neutral, minor, major, critical] = of(weights);
    (is_shown && of(weights) != of(&ErrorWeights::default())).then(|| {
        format!(
            "In MQM scores, a neutral error weighs {neutral}, a minor one {minor}, a major one {major}, and a critical one \
             {critical}."
        )
    })
}

/// The members over whose values the main figures are means, besides pairs.
fn averaging(agree: &Value) -> Option<String> {
    let over = texts(agree, &["main", "averaged_over"]);
    let fields: Vec<&str> = over.into_iter().filter(|name| *name != "pairs").collect();
    (!fields.is_empty()).then(|| {
        format!(
            "The figures of agreement are means over the values of {}, each counting alike.",
            fields.join(", ")
        )
    })
}

/// The most groups of a ranking, and pairs of judges, that are named.
const MOST_GROUPS: usize = 10;

/// Groups from the best.
fn ranking(grouping: Grouping) -> Option<String> {
    let ranked = grouping.ranked();
    let (_, best) = ranked.first()?;
    let (name, score) = RANKING_SCORES.into_iter().find(|(name, _)| best.get(name).is_some())?;
    let of = |(group, of): &(&str, &Value)| {
        let score = figure(of, name)?;
        Some(format!("{group} with {}{}", value(&score), basis(&score, "")))
    };
    let mut listed: Vec<String> = ranked.iter().take(MOST_GROUPS).filter_map(of).collect();
    if ranked.len() > MOST_GROUPS {
        listed.push(format!("and {} others", ranked.len() - MOST_GROUPS));
    }
    let by = grouping.fields.map(|fields| format!(" of {fields}")).unwrap_or_default();
    Some(format!("The ranking{by} by {score} was, from the best, {}.", listed.join(", ")))
}

/// The agreement of annotators on the ranking of systems.
fn judges(agree: &Value) -> Vec<String> {
    let pairs = groups(agree, &["systems"]);
    let of = |(pair, of): (&str, &Value)| {
        let figures = ACCURACIES.into_iter().filter_map(|(name, label)| {
            let figure = figure(of, name)?;
            Some(format!("{label} {}{}", value(&figure), basis(&figure, "")))
        });
        let figures = figures.collect::<Vec<_>>().join(", ");
        (!figures.is_empty())
            .then(|| format!("The agreement of {pair} on the ranking of systems was: {figures}."))
    };
    pairs.into_iter().filter_map(of).take(MOST_GROUPS).collect()
}

/// The main figures as subjects of sentences, with what their `n` counts unless a convention says so.
const SUBJECTS: [(&str, &str, &str); 5] = [
    ("f1", "F1 by characters (micro_char), where only spans of the same category match,", "texts"),
    ("f1_soft", "F1 by characters (micro_char), where categories are ignored,", "texts"),
    ("gamma", "The mean of γ (Mathet, Widlöcher and Métivier 2015) over texts", "texts"),
    ("alpha", "Krippendorff's α of whether tokens are marked in a category", "tokens"),
    (
        "pearson",
        "Pearson's ρ of the numbers of spans per text and category",
        "pairs of a text and a category",
    ),
];

fn agreement(agree: &Value) -> Vec<String> {
    let has_pairs = texts(agree, &["annotators"]).len() > 2;
    let of = |(name, subject, counted): (&str, &str, &str)| {
        let figure = figure_at(agree, &["main", name, "value"])?;
        if let (None, Some(reason)) = (figure.value, figure.reason) {
            return Some(format!("{subject} is undefined, since {reason}."));
        }
        let is_of_pairs = has_pairs && figure.convention.starts_with("Mean over pairs");
        let average = if is_of_pairs { " on average over pairs of annotators" } else { "" };
        Some(format!("{subject} was {}{average}{}.", value(&figure), basis(&figure, counted)))
    };
    SUBJECTS.into_iter().filter_map(of).collect()
}

/// The value of a figure with its interval.
pub(super) fn value(figure: &AnsweredFigure) -> String {
    let Some(value) = figure.value else { return "undefined".to_owned() };
    let interval = figure.interval.map(|[low, high]| format!(" [{low:.4}, {high:.4}]"));
    format!("{value:.4}{}", interval.unwrap_or_default())
}

/// The basis of a figure, in brackets after a space; empty if it is unknown.
pub(super) fn basis(figure: &AnsweredFigure, counted: &str) -> String {
    let named = figure.convention.rsplit_once("n: ").map(|(_, unit)| unit.trim_end_matches('.'));
    let n = figure.n.map(|n| format!("n = {n} {}", named.unwrap_or(counted)).trim_end().to_owned());
    let left_out: Vec<String> =
        figure.left_out.iter().map(|(n, why)| format!("{n} ({why})")).collect();
    let left_out = (!left_out.is_empty()).then(|| format!("left out: {}", left_out.join(", ")));
    let basis = n.into_iter().chain(left_out).collect::<Vec<_>>().join("; ");
    if basis.is_empty() { basis } else { format!(" ({basis})") }
}

/// How chance was sampled for γ.
fn gamma(agree: &Value) -> Option<String> {
    let samples = count(agree, &["gamma", "samples"])?;
    let seed = count(agree, &["gamma", "seed"])?;
    let treatment = match text(agree, &["partly_empty", "treatment"])? {
        "skip" => "texts on which an annotator marked nothing were left out of it",
        _ => "texts on which an annotator marked nothing count in it",
    };
    Some(format!(
        "For γ, at most {samples} samples of chance were drawn for each text (seed {seed}); {treatment}."
    ))
}

fn intervals(stats: &Value) -> Option<String> {
    let convention = text(stats, &["intervals", "convention"])?;
    let samples = count(stats, &["intervals", "samples"])?;
    let seed = count(stats, &["intervals", "seed"])?;
    Some(format!(
        "In square brackets are {} ({samples} samples, seed {seed}).",
        convention.trim_end_matches('.')
    ))
}
