//! The mentions that are shown in the texts of an instance: those given in the data or, in a text without any, those that
//! the template's [`MentionRule`] finds.
//!
//! No mention overlaps another: of those that do, the one that begins first is shown, of two that begin together the longer.
//! **Start reading** at [`ShownMentions::of`].

mod names;
mod phrases;

use std::cmp::Reverse;
use std::ops::Range;

use crate::document::{Instance, Mention, NamedText, RevealedParagraphs, TextName};
use spanwise_template::{MentionRule, Side};
use spanwise_text::{Span, Text, Utf16};

/// The mentions of the texts that a page shows: the first on each side.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ShownMentions(Vec<(TextName, Vec<Mention>)>);

impl ShownMentions {
    /// The mentions of an instance. Takes time in proportion to its texts.
    #[must_use]
    pub fn of(instance: &Instance, rule: &MentionRule) -> Self {
        if *rule == MentionRule::None {
            return ShownMentions::default();
        }
        let texts = Side::ALL.into_iter().filter_map(|side| instance.texts.first(side));
        let mentions = texts.map(|text| (text.name.clone(), mentions_in(text, instance, rule)));
        ShownMentions(mentions.filter(|(_, mentions)| !mentions.is_empty()).collect())
    }

    /// Those of these mentions that are revealed.
    #[must_use]
    pub fn in_revealed(mut self, revealed: &RevealedParagraphs) -> Self {
        for (_, mentions) in self.0.iter_mut().filter(|(name, _)| name == revealed.target()) {
            mentions.retain(|mention| mention.span.end() <= revealed.end());
        }
        self
    }

    /// The mentions on a text, in its order.
    #[must_use]
    pub fn on(&self, text: &TextName) -> &[Mention] {
        let known = self.0.iter().find(|(name, _)| name == text);
        known.map_or(&[], |(_, mentions)| mentions)
    }

    /// The mention over an offset of a text.
    #[must_use]
    pub fn at(&self, text: &TextName, offset: Utf16) -> Option<&Mention> {
        let mentions = self.on(text);
        let first = mentions.partition_point(|mention| mention.span.end() <= offset);
        mentions.get(first).filter(|mention| mention.span.start() <= offset)
    }

    /// The number of mentions of a cluster, in all texts.
    #[must_use]
    pub fn count(&self, cluster: &str) -> usize {
        let all = self.0.iter().flat_map(|(_, mentions)| mentions);
        all.filter(|mention| *mention.cluster == *cluster).count()
    }

    /// Returns `true` if there is no mention.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

fn mentions_in(text: &NamedText, instance: &Instance, rule: &MentionRule) -> Vec<Mention> {
    let given = instance.mentions.iter().flat_map(|mentions| mentions.iter());
    let given = given.filter(|given| given.text == text.name).map(|given| given.mention.clone());
    let given: Vec<Mention> = given.collect();
    if !given.is_empty() {
        return apart(given);
    }
    let text = &text.text;
    match rule {
        MentionRule::Names => apart(named(text, names::names(text.as_str()))),
        MentionRule::Phrases(phrases) => apart(named(text, phrases::occurrences(text, phrases))),
        MentionRule::Data | MentionRule::None => Vec::new(),
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

/// The parts of a span of a text, each with the mention that covers it, if any. `mentions` are those of the text.
pub fn parts_of(
    span: Span,
    mentions: &[Mention],
) -> impl Iterator<Item = (Span, Option<&Mention>)> {
    let first = mentions.partition_point(|mention| mention.span.end() <= span.start());
    let mut coming = mentions.get(first..).unwrap_or_default().iter().peekable();
    let mut at = span.start();
    std::iter::from_fn(move || {
        if at >= span.end() {
            return None;
        }
        let start = at;
        let covering = coming.next_if(|mention| mention.span.start() <= start);
        let end = match (covering, coming.peek()) {
            (Some(mention), _) => mention.span.end(),
            (None, Some(next)) => next.span.start(),
            (None, None) => span.end(),
        };
        at = end.min(span.end());
        Some((Span::between(start, at), covering))
    })
}

#[cfg(test)]
mod tests;
