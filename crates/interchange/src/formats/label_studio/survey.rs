//! What the tasks of a file have in common: the members of `data` that are texts, and questions with check-boxes.

use std::collections::{BTreeMap, HashSet};

use super::names::{ANNOTATIONS, PREDICTIONS, SOURCE, TEXT};
use super::regions::LabelResult;
use crate::files::json::strings;
use crate::members::Members;
use spanwise_json::{Array, Json};
use spanwise_template::Side;

/// The texts of tasks, and questions with check-boxes.
#[derive(Debug, Default)]
pub(super) struct Survey {
    /// For each `to_name` of results, the member of `data`.
    keys: BTreeMap<String, String>,
    /// The members of `data` with the source and the target.
    pub(super) source: Option<String>,
    pub(super) target: Option<String>,
    several: HashSet<String>,
}

impl Survey {
    /// Looks through the tasks of a file.
    pub(super) fn of(tasks: &[Box<str>]) -> Self {
        let mut survey = Survey::default();
        let mut votes: BTreeMap<(String, String), usize> = BTreeMap::new();
        let mut lengths: BTreeMap<String, usize> = BTreeMap::new();
        for task in tasks.iter().map(|task| Members::parse(task)) {
            let texts = task.get("data").map(texts).unwrap_or_default();
            for (key, text) in &texts {
                *lengths.entry(key.clone()).or_default() += text.len();
            }
            each_result(&task, |result| {
                let question = result.text("from_name");
                let chosen = result.value.get("choices").map(strings).unwrap_or_default();
                if chosen.len() > 1 {
                    survey.several.insert(question);
                }
                if let Some(key) = text_of(&result, &texts) {
                    *votes.entry((result.text("to_name"), key)).or_default() += 1;
                }
            });
        }
        survey.settle(&votes, &lengths);
        survey
    }

    fn settle(
        &mut self,
        votes: &BTreeMap<(String, String), usize>,
        lengths: &BTreeMap<String, usize>,
    ) {
        let mut on: BTreeMap<&str, usize> = BTreeMap::new();
        for ((to_name, key), count) in votes {
            let best = self
                .keys
                .get(to_name)
                .and_then(|known| votes.get(&(to_name.clone(), known.clone())));
            if best.is_none_or(|best| count > best) {
                self.keys.insert(to_name.clone(), key.clone());
            }
            *on.entry(key).or_default() += count;
        }
        let most = |of: &BTreeMap<&str, usize>, but: &[&str]| {
            let mut of = of.iter().filter(|(key, _)| !but.contains(*key)).collect::<Vec<_>>();
            of.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
            of.first().map(|(key, _)| (**key).to_owned())
        };
        let by_length = lengths.iter().map(|(key, length)| (key.as_str(), *length)).collect();
        let plain = || lengths.contains_key(TEXT).then(|| TEXT.to_owned());
        // A text named so is what another was made from, if there is another.
        let target = most(&on, &[SOURCE]).or_else(plain).or_else(|| most(&by_length, &[SOURCE]));
        let target = target.or_else(|| most(&by_length, &[]));
        let is_target = |key: &str| target.as_deref() == Some(key);
        let source =
            (lengths.contains_key(SOURCE) && !is_target(SOURCE)).then(|| SOURCE.to_owned());
        self.source = source.or_else(|| most(&on, &[target.as_deref()?]));
        self.target = target;
    }

    /// The text that results with this `to_name` are on; `None` if it is neither the source nor the target.
    pub(super) fn side(&self, to_name: &str) -> Option<Side> {
        let Some(key) = self.keys.get(to_name) else { return Some(Side::Target) };
        match (Some(key) == self.target.as_ref(), Some(key) == self.source.as_ref()) {
            (true, _) => Some(Side::Target),
            (false, true) => Some(Side::Source),
            (false, false) => None,
        }
    }

    /// The `to_name` of results on a text.
    pub(super) fn to_name(&self, side: Side) -> Option<&str> {
        let key = match side {
            Side::Source => self.source.as_ref(),
            Side::Target => self.target.as_ref(),
        };
        self.keys.iter().find(|(_, known)| Some(*known) == key).map(|(name, _)| name.as_str())
    }

    /// Returns `true` for a question of which several options were chosen at once.
    pub(super) fn is_several(&self, question: &str) -> bool {
        self.several.contains(question)
    }
}

/// The members of `data` that are texts.
fn texts(data: &str) -> Vec<(String, String)> {
    let data = Members::parse(data);
    let texts = data.iter().filter_map(|(name, value)| match Json::read(value) {
        Json::String(text) => Some((name.to_owned(), text.into_owned())),
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::Array(_) | Json::Object(_) => None,
    });
    texts.collect()
}

/// The member of `data` with the text that a result is on: that of its `to_name`, or the first with its quote.
fn text_of(result: &LabelResult, texts: &[(String, String)]) -> Option<String> {
    result.offsets()?;
    let to_name = result.text("to_name");
    let named = texts.iter().find(|(key, _)| *key == to_name);
    let quote = result.quote().filter(|quote| !quote.is_empty());
    let quoting =
        || texts.iter().find(|(_, text)| quote.as_ref().is_some_and(|q| text.contains(q)));
    named.or_else(quoting).map(|(key, _)| key.clone())
}

/// Goes through the results of a task.
pub(super) fn each_result(task: &Members, mut each: impl FnMut(LabelResult)) {
    for list in [ANNOTATIONS, PREDICTIONS] {
        let list = task.get(list).and_then(Array::parse).unwrap_or_default();
        for entry in list.values().map(Members::parse) {
            let results = entry.get("result").and_then(Array::parse).unwrap_or_default();
            let results =
                results.values().zip(0..).filter_map(|(raw, n)| LabelResult::parse(n, raw));
            results.for_each(&mut each);
        }
    }
}
