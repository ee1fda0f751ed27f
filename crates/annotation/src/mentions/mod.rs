//! The mentions that light up together in the texts of an instance: those given in the data or, in a text without any, those
//! that the template's [`MentionRule`] finds.
//!
//! No mention overlaps another: of those that do, the one that begins first is shown, of two that begin together the longer.
//! Few templates need these rules: a program that neither calls them nor [`enable`] does not contain them.
//! **Start reading** at [`ShownMentions::of`].

mod given;
mod names;
mod phrases;

pub use given::{GivenMention, MENTIONS, read_mentions};

use std::cmp::Reverse;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use crate::document::{NamedText, RevealedParagraphs, TextName, Texts};
use crate::format::report::InstanceReport;
use crate::format::{LoadedInstance, read_instance};
use spanwise_diagnostics::Diagnostic;
use spanwise_json::Object;
use spanwise_template::{MentionRule, Side, Template, TemplateSettings};
use spanwise_text::{Span, Text, Utf16};

/// A place of a text that belongs to a cluster.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mention {
    /// The place, in UTF-16 code units; never empty.
    pub span: Span,
    /// The name of the cluster, unique in the instance: mentions with the same name speak of the same.
    pub cluster: Arc<str>,
}

/// The mentions of the texts that a page shows: the first on each side.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ShownMentions(Vec<(TextName, Vec<Mention>)>);

impl ShownMentions {
    /// The mentions of an instance, from its JSON in the data file and its texts. Takes time in proportion to these.
    #[must_use]
    pub fn of(raw: &str, texts: &Texts, rule: &MentionRule) -> Self {
        let given = mentions_of(raw, texts, &mut InstanceReport::new(0));
        let texts = Side::ALL.into_iter().filter_map(|side| texts.first(side));
        let mentions = texts.map(|text| (text.name.clone(), mentions_in(text, &given, rule)));
        ShownMentions(mentions.filter(|(_, mentions)| !mentions.is_empty()).collect())
    }

    /// Those of these mentions that are revealed. With the rule for repeated names, those of clusters that are repeated
    /// there: others would tell that they come again.
    #[must_use]
    pub fn in_revealed(mut self, revealed: &RevealedParagraphs, rule: &MentionRule) -> Self {
        for (_, mentions) in self.0.iter_mut().filter(|(name, _)| name == revealed.target()) {
            mentions.retain(|mention| mention.span.end() <= revealed.end());
            if *rule == MentionRule::Names {
                let mut times: HashMap<Arc<str>, usize> = HashMap::new();
                for mention in mentions.iter() {
                    *times.entry(mention.cluster.clone()).or_default() += 1;
                }
                mentions.retain(|mention| times.get(&mention.cluster) > Some(&1));
            }
        }
        self
    }

    /// The mentions on a text, in its order.
    #[must_use]
    pub fn on(&self, text: &TextName) -> &[Mention] {
        let known = self.0.iter().find(|(name, _)| name == text);
        known.map_or(&[], |(_, mentions)| mentions)
    }

    /// The mentions of a text that contain an offset or end there: at most two.
    pub fn touching(
        &self,
        text: &TextName,
        offset: Utf16,
    ) -> impl Iterator<Item = &Mention> + use<'_> {
        let mentions = self.on(text);
        let first = mentions.partition_point(|mention| mention.span.end() < offset);
        let from_first = mentions.get(first..).unwrap_or_default().iter();
        from_first.take_while(move |mention| mention.span.start() <= offset)
    }

    /// The mention over an offset of a text.
    #[must_use]
    pub fn at(&self, text: &TextName, offset: Utf16) -> Option<&Mention> {
        self.touching(text, offset).find(|mention| mention.span.end() > offset)
    }

    /// The number of mentions of a cluster, in all texts.
    #[must_use]
    pub fn count(&self, cluster: &str) -> usize {
        let all = self.0.iter().flat_map(|(_, mentions)| mentions);
        all.filter(|mention| *mention.cluster == *cluster).count()
    }
}

/// The mentions that are given with an instance, from its JSON.
fn mentions_of(raw: &str, texts: &Texts, report: &mut InstanceReport) -> Vec<GivenMention> {
    let instance = Object::parse(raw);
    let list = instance.as_ref().and_then(|instance| instance.get(MENTIONS));
    list.map(|list| read_mentions(list, texts, report)).unwrap_or_default()
}

fn mentions_in(text: &NamedText, given: &[GivenMention], rule: &MentionRule) -> Vec<Mention> {
    let given = given.iter().filter(|given| given.text == text.name);
    let given: Vec<Mention> = given.map(|given| given.mention.clone()).collect();
    if !given.is_empty() {
        return apart(given);
    }
    let text = &text.text;
    match rule {
        MentionRule::Data => Vec::new(),
        MentionRule::Names => apart(named(text, names::names(text.as_str()))),
        MentionRule::Phrases(phrases) => apart(named(text, phrases::occurrences(text, phrases))),
    }
}

/// Mentions at places of a text, in bytes, each in the cluster of its words.
fn named(text: &Text, places: Vec<Range<usize>>) -> Vec<Mention> {
    let mention = |place: Range<usize>| {
        let cluster = text.as_str().get(place.clone())?.into();
        Some(Mention { span: text.span_of(place), cluster })
    };
    places.into_iter().filter_map(mention).collect()
}

/// Mentions in the order of the text, without those that overlap an earlier one.
fn apart(mut mentions: Vec<Mention>) -> Vec<Mention> {
    mentions.sort_by_key(|mention| (mention.span.start(), Reverse(mention.span.end())));
    let mut end = Utf16(0);
    mentions.retain(|Mention { span, .. }| {
        let is_apart = span.start() >= end;
        end = if is_apart { span.end() } else { end };
        is_apart
    });
    mentions
}

/// Reads an instance as [`read_instance`] does, and reports the problems of its mentions if the template shows mentions.
#[must_use]
pub fn read_with_mentions(raw: &str, index: usize, template: &Template) -> LoadedInstance {
    let mut loaded = read_instance(raw, index, &template.typology);
    let texts = &loaded.instance.texts;
    loaded.problems.extend(check_mentions(raw, index, texts, &template.settings));
    loaded
}

/// The problems of the mentions that are given with an instance, if the template shows mentions. `index` is the 0-based
/// number of the instance.
fn check_mentions(
    raw: &str,
    index: usize,
    texts: &Texts,
    settings: &TemplateSettings,
) -> Vec<Diagnostic> {
    let mut report = InstanceReport::new(index);
    if settings.mentions.is_some() {
        mentions_of(raw, texts, &mut report);
    }
    report.into_problems()
}

/// The type of [`check_mentions`].
type CheckMentions = fn(&str, usize, &Texts, &TemplateSettings) -> Vec<Diagnostic>;

static CHECK: OnceLock<CheckMentions> = OnceLock::new();

/// Has works report the problems of mentions from now on.
pub fn enable() {
    CHECK.get_or_init(|| check_mentions);
}

/// As [`check_mentions`]; no problems before [`enable`] was called.
pub(crate) fn problems(
    raw: &str,
    index: usize,
    texts: &Texts,
    settings: &TemplateSettings,
) -> Vec<Diagnostic> {
    CHECK.get().map_or_else(Vec::new, |check| check(raw, index, texts, settings))
}

#[cfg(test)]
mod tests;
