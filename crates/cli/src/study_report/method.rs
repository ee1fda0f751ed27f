//! The paragraph of method: what was computed, in words that can stand in a paper.

use serde_json::Value;

use super::answer::{AnsweredFigure, at, count, figure_at, sentence, text, texts};
use super::plots::MAIN_FIGURES;
use crate::report::counted;
use spanwise_plots::number;

/// The most annotators that are named.
const MOST_NAMED: usize = 10;

/// The paragraph, made of the answers.
pub(super) fn paragraph(stats: &Value, agree: Option<&Value>) -> String {
    let mut sentences = vec![study(stats, agree)];
    sentences.extend(selection(stats));
    sentences.extend(agree.and_then(alignment));
    sentences.extend(what_counts(stats));
    sentences.extend(left_out(stats));
    if let Some(agree) = agree {
        sentences.extend(agreement(agree));
        sentences.extend(gamma(agree));
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
    Some(format!("Items were aligned {by}; {alone}."))
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

/// Each main figure with what it is; what its convention has in common with the one before is not repeated.
fn agreement(agree: &Value) -> Vec<String> {
    let mut sentences = Vec::new();
    let mut before = "";
    for (name, label) in MAIN_FIGURES {
        let Some(figure) = figure_at(agree, &["main", name, "value"]) else { continue };
        let convention = new_sentences(figure.convention, before);
        before = figure.convention;
        sentences.push(format!("{label} {}. {convention}", outcome(&figure)));
    }
    sentences
}

/// The value of a figure with its interval and basis.
fn outcome(figure: &AnsweredFigure) -> String {
    let value = match (figure.value, figure.reason) {
        (Some(value), _) => format!("was {}", number(value)),
        (None, Some(reason)) => format!("is undefined, since {reason}"),
        (None, None) => "is undefined".to_owned(),
    };
    let interval = figure.interval.map(|bounds| {
        let [low, high] = bounds.map(number);
        format!(" [{low}, {high}]")
    });
    let n = figure.n.map(|n| format!("n = {n}"));
    let left_out: Vec<String> =
        figure.left_out.iter().map(|(n, why)| format!("{n} ({why})")).collect();
    let left_out = (!left_out.is_empty()).then(|| format!("left out: {}", left_out.join(", ")));
    let basis = n.into_iter().chain(left_out).collect::<Vec<_>>().join("; ");
    format!("{value}{} ({basis})", interval.unwrap_or_default())
}

/// The sentences of a convention that another one has not.
fn new_sentences(convention: &str, before: &str) -> String {
    let sentences = |text: &str| -> Vec<String> {
        text.trim_end_matches('.').split(". ").map(str::to_owned).collect()
    };
    let known = sentences(before);
    let new: Vec<String> =
        sentences(convention).into_iter().filter(|sentence| !known.contains(sentence)).collect();
    if new.is_empty() { String::new() } else { sentence(&new.join(". ")) }
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
        "In brackets: {} ({samples} samples, seed {seed}).",
        convention.trim_end_matches('.')
    ))
}
