//! Figures in the answers of `agree` and `stats`, as `--json` has them.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use crate::comma_list;
use crate::figures::NamePlace;
use spanwise_plots::Bar;

/// A figure of an answer.
#[derive(Debug, Clone, Default)]
pub(super) struct AnsweredFigure<'a> {
    /// Its value, if it is defined.
    pub(super) value: Option<f64>,
    /// `true` for a whole number.
    pub(super) is_count: bool,
    /// Its interval, if it has one.
    pub(super) interval: Option<[f64; 2]>,
    /// The p-value of a difference.
    pub(super) p: Option<f64>,
    /// Why it is undefined.
    pub(super) reason: Option<&'a str>,
    /// The convention, empty if it is stated elsewhere.
    pub(super) convention: &'a str,
    /// The size of its basis.
    pub(super) n: Option<usize>,
    /// The numbers of what was left out, with the reasons.
    pub(super) left_out: Vec<(u64, &'a str)>,
}

impl AnsweredFigure<'_> {
    /// The figure as a bar.
    pub(super) fn bar(&self) -> Bar {
        Bar { value: self.value, interval: self.interval, n: self.n, mark: None }
    }
}

/// The figure of this name in a group; `None` if there is none.
pub(super) fn figure<'a>(group: &'a Value, name: &str) -> Option<AnsweredFigure<'a>> {
    let object = group.as_object()?;
    let found = object.get(name).filter(|found| found.is_number() || found.is_null())?;
    let about = object.get("about").and_then(|about| about.get(name));
    let basis = about.and_then(Value::as_object).unwrap_or(object);
    let n = basis.get("n").and_then(Value::as_u64);
    let left_out = basis.get("skipped").and_then(Value::as_array).into_iter().flatten();
    let omission =
        |omission: &'a Value| Some((omission.get("n")?.as_u64()?, omission.get("why")?.as_str()?));
    Some(AnsweredFigure {
        value: found.as_f64(),
        is_count: found.is_u64(),
        interval: object.get(&interval_name(name)).and_then(interval),
        p: object.get("p").and_then(Value::as_f64).filter(|_| name == "value"),
        reason: object.get(&format!("{name}_reason")).and_then(Value::as_str),
        convention: basis.get("convention").and_then(Value::as_str).unwrap_or_default(),
        n: n.and_then(|n| usize::try_from(n).ok()),
        left_out: left_out.filter_map(omission).collect(),
    })
}

/// The texts that annotators lack and others have, as `annotator: text, …`.
pub(super) fn lacking_texts(agree: &Value) -> Vec<String> {
    by_annotator(agree, &["left_out", "lacking_texts"], |texts| texts.join(", "))
}

/// Lists of names by annotator, as `annotator: names`.
pub(super) fn by_annotator(
    answer: &Value,
    path: &[&str],
    listed: impl Fn(&[&str]) -> String,
) -> Vec<String> {
    let all = at(answer, path).and_then(Value::as_object).into_iter().flatten();
    all.map(|(annotator, names)| format!("{annotator}: {}", listed(&texts(names, &[])))).collect()
}

/// The figure at the end of a path of names.
pub(super) fn figure_at<'a>(answer: &'a Value, path: &[&str]) -> Option<AnsweredFigure<'a>> {
    let (name, groups) = path.split_last()?;
    figure(at(answer, groups)?, name)
}

/// The value at the end of a path of names.
pub(super) fn at<'a>(answer: &'a Value, path: &[&str]) -> Option<&'a Value> {
    path.iter().try_fold(answer, |value, name| value.get(name))
}

/// The names of a group, each with its own group.
pub(super) fn groups<'a>(answer: &'a Value, path: &[&str]) -> Vec<(&'a str, &'a Value)> {
    let object = at(answer, path).and_then(Value::as_object).into_iter().flatten();
    object.filter(|(_, of)| of.is_object()).map(|(name, of)| (name.as_str(), of)).collect()
}

/// The texts of a list.
pub(super) fn texts<'a>(answer: &'a Value, path: &[&str]) -> Vec<&'a str> {
    let list = at(answer, path).and_then(Value::as_array).into_iter().flatten();
    list.filter_map(Value::as_str).collect()
}

/// A whole number.
pub(super) fn count(answer: &Value, path: &[&str]) -> Option<u64> {
    at(answer, path)?.as_u64()
}

/// A text.
pub(super) fn text<'a>(answer: &'a Value, path: &[&str]) -> Option<&'a str> {
    at(answer, path)?.as_str()
}

fn interval_name(name: &str) -> String {
    if name == "value" { "interval_95".to_owned() } else { format!("{name}_interval_95") }
}

fn interval(bounds: &Value) -> Option<[f64; 2]> {
    match bounds.as_array()?.as_slice() {
        [low, high] => Some([low.as_f64()?, high.as_f64()?]),
        _ => None,
    }
}

/// A figure with the names of the groups that lead to it, and its own.
#[derive(Debug, Clone, Default)]
pub(super) struct FoundFigure<'a> {
    pub(super) path: Vec<&'a str>,
    /// The path for people, as a list; empty for the figure that its group is called after.
    pub(super) label: String,
    pub(super) figure: AnsweredFigure<'a>,
}

/// All figures of a group and the groups in it, the names in which are at a place.
pub(super) fn all_figures(group: &Value, place: NamePlace) -> Vec<FoundFigure<'_>> {
    let mut found = Vec::new();
    collect(group, place, &FoundFigure::default(), &mut found);
    found
}

fn collect<'a>(
    group: &'a Value,
    place: NamePlace,
    of_group: &FoundFigure<'a>,
    found: &mut Vec<FoundFigure<'a>>,
) {
    let Some(object) = group.as_object() else { return };
    for (name, value) in object.iter().filter(|(name, _)| !place.is(name, "about")) {
        let mut own = of_group.clone();
        if !is_namesake(object, name) {
            own.path.push(name);
            // Categories are recognizable without this name.
            if !place.is(name, "categories") {
                let separator = if own.label.is_empty() { "" } else { ", " };
                own.label.extend([separator, &part(&place.shown(name))]);
            }
        }
        if is_figure(object, name) {
            found.extend(figure(group, name).map(|figure| FoundFigure { figure, ..own }));
        } else if value.is_object() {
            collect(value, place.within(name), &own, found);
        }
    }
}

/// Returns `true` for the figure that is called like its group: its value, or its mean if there is no value.
fn is_namesake(object: &Map<String, Value>, name: &str) -> bool {
    let is_called_so = name == "value" || name == "mean" && !object.contains_key("value");
    is_called_so && is_figure(object, name)
}

/// Returns `true` if a member is a figure rather than a number that says how figures were computed.
fn is_figure(object: &Map<String, Value>, name: &str) -> bool {
    /// The names of figures that share their basis.
    const SHARING: [&str; 7] = ["value", "mean", "median", "share", "precision", "recall", "f1"];
    let is_number = object.get(name).is_some_and(|value| value.is_number() || value.is_null());
    let has_basis = object.get("about").is_some_and(|about| about.get(name).is_some());
    is_number && (has_basis || object.contains_key("convention") && SHARING.contains(&name))
}

/// A part of a path for people, isolated if it may be from right to left, so that paths keep their order.
pub(super) fn part(name: &str) -> String {
    let name = comma_list::part(name);
    if name.is_ascii() { name } else { format!("\u{2068}{name}\u{2069}") }
}

/// A name of the program for people.
pub(super) fn spaced(name: &str) -> String {
    NamePlace::default().shown(name)
}

/// What several figures rest on, put together for one line.
#[derive(Debug, Default)]
pub(super) struct CommonBasis<'a> {
    conventions: Vec<&'a str>,
    n: Option<[usize; 2]>,
    left_out: BTreeMap<&'a str, u64>,
    undefined: Vec<&'a str>,
}

impl<'a> CommonBasis<'a> {
    /// Adds the basis of a figure.
    pub(super) fn add(&mut self, figure: &AnsweredFigure<'a>) {
        let convention = figure.convention;
        if !convention.is_empty() && !self.conventions.contains(&convention) {
            self.conventions.push(convention);
        }
        if let Some(n) = figure.n {
            let [least, most] = self.n.unwrap_or([n, n]);
            self.n = Some([least.min(n), most.max(n)]);
        }
        for (n, why) in &figure.left_out {
            let most = self.left_out.entry(why).or_default();
            *most = (*most).max(*n);
        }
        if let Some(reason) = figure.reason.filter(|reason| !self.undefined.contains(reason)) {
            self.undefined.push(reason);
        }
    }

    /// The conventions.
    pub(super) fn conventions(&self) -> &[&'a str] {
        &self.conventions
    }

    /// The line: conventions, `n`, what was left out, why figures are undefined.
    pub(super) fn sentence(&self) -> String {
        let conventions = self.conventions.iter().map(|convention| sentence(convention));
        let basis = self.without_conventions();
        conventions.chain((!basis.is_empty()).then_some(basis)).collect::<Vec<_>>().join(" ")
    }

    /// The line without the conventions.
    pub(super) fn without_conventions(&self) -> String {
        let mut sentences = Vec::new();
        match self.n {
            Some([least, most]) if least == most => sentences.push(format!("n = {least}.")),
            Some([least, most]) => sentences.push(format!("n from {least} to {most}.")),
            None => {}
        }
        if !self.left_out.is_empty() {
            let differs = self.n.is_some_and(|[least, most]| least != most);
            let most = if differs { "at most " } else { "" };
            let each = self.left_out.iter().map(|(why, n)| format!("{n} ({why})"));
            let list = each.collect::<Vec<_>>().join("; ");
            sentences.push(format!("Left out: {most}{list}."));
        }
        if !self.undefined.is_empty() {
            sentences.push(format!("Undefined where {}.", self.undefined.join("; ")));
        }
        sentences.join(" ")
    }
}

/// A convention as a sentence. Greek letters are symbols, which have no capitals.
pub(super) fn sentence(convention: &str) -> String {
    let mut chars = convention.trim_end_matches('.').chars();
    let first = chars.next().map(|first| first.to_ascii_uppercase().to_string());
    let first = first.unwrap_or_default();
    format!("{first}{}.", chars.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn figures_are_told_from_other_numbers() {
        let answer = json!({
            "gamma": {
                "mean": 0.5, "mean_interval_95": [0.25, 0.75], "convention": "mean of γ", "n": 3, "samples": 30, "seed": 42,
                "skipped": [{ "n": 2, "why": "empty ones" }],
                "cat": { "value": 0.25, "mean": 0.125, "convention": "cat", "n": 3 },
                "k": { "some_category": { "value": null, "value_reason": "none", "about": { "value": { "convention": "k", "n": 0, "skipped": [] } } } },
            },
            "counts": { "anna": { "items": 3, "edits": 4, "about": { "edits": { "convention": "edits", "n": 3, "skipped": [] } } } },
            "seed": 42,
        });
        let found: Vec<(String, Option<f64>)> = all_figures(&answer, NamePlace::default())
            .into_iter()
            .map(|found| (found.label, found.figure.value))
            .collect();
        let expected = [
            ("counts, anna, edits", Some(4.0)),
            ("gamma, cat, mean", Some(0.125)),
            ("gamma, cat", Some(0.25)),
            ("gamma, k, some_category", None),
            ("gamma", Some(0.5)),
        ];
        assert_eq!(found, expected.map(|(path, value)| (path.to_owned(), value)));
        let gamma = figure_at(&answer, &["gamma", "mean"]).unwrap();
        assert_eq!((gamma.interval, gamma.n), (Some([0.25, 0.75]), Some(3)));
        let mut basis = CommonBasis::default();
        basis.add(&gamma);
        basis.add(&figure_at(&answer, &["gamma", "k", "some_category", "value"]).unwrap());
        assert_eq!(sentence("ρ of both"), "ρ of both.");
        assert_eq!(
            basis.sentence(),
            "Mean of γ. K. n from 0 to 3. Left out: at most 2 (empty ones). Undefined where none."
        );
    }
}
