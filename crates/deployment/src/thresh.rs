//! A template as Thresh needs it in a bundle: with every text of its interface.
//!
//! Thresh's `/annotate` merges no language into the template that it opens: a missing group or text of `interface_text`
//! leaves its page blank or its buttons without words. Here the texts are inserted into the template's own text, which
//! otherwise stays as it is, comments included.

use std::ops::Range;
use std::sync::Arc;

use spanwise_i18n::{REPLACEABLE, THRESH_ONLY, TextGroup, TextId, Translation, Words};
use spanwise_template::yaml::{self, MappingEntry, YamlNode, double_quoted};
use spanwise_template::{Template, compile};

/// Texts of Thresh's interface that this app shows, too. The others are [`THRESH_ONLY`].
const SHARED: [TextId; 19] = [
    TextId::AdjudicationHighlightLabel,
    TextId::CommentBoxPlaceholder,
    TextId::CommentBoxLabel,
    TextId::TypologySourceLabel,
    TextId::TypologyTargetLabel,
    TextId::TypologyContextLabel,
    TextId::ButtonsSaveLabel,
    TextId::ButtonsCancelLabel,
    TextId::ButtonsInstructionsLabel,
    TextId::ButtonsShowContextLabel,
    TextId::ButtonsHideContextLabel,
    TextId::HitBoxHitLabel,
    TextId::AnnotationViewerHeader,
    TextId::QuestionsBinaryYes,
    TextId::QuestionsBinaryNo,
    TextId::QuestionsLikert1,
    TextId::QuestionsLikert2,
    TextId::QuestionsLikert3,
    TextId::QuestionsTextboxPlaceholder,
];

/// A text of Thresh's interface: group, key and wording.
pub type ThreshText = (&'static str, &'static str, String);

/// All 42 texts of Thresh's interface in a language, by group; in English where the language has no translation.
#[must_use]
pub fn texts(translation: Arc<Translation>) -> Vec<ThreshText> {
    let words = Words::new(translation, &[]);
    let is_of_thresh = |key: &TextId| THRESH_ONLY.contains(key) || SHARED.contains(key);
    let of_group = |group: &'static TextGroup| {
        let texts = group.texts.iter().filter(|(_, key)| is_of_thresh(key));
        texts.map(|(name, key)| (group.name, *name, words.get(*key).to_owned()))
    };
    let mut texts: Vec<ThreshText> = REPLACEABLE.iter().flat_map(of_group).collect();
    texts.sort_by_key(|(group, _, _)| *group);
    texts
}

/// Inserts the texts that a template does not set itself into its `interface_text`.
///
/// `None` if that would affect anything else, as where `interface_text` is an alias.
#[must_use]
pub fn with_texts(template: &str, texts: &[ThreshText]) -> Option<String> {
    let root = yaml::read(template).root?;
    let mut inserts = Vec::new();
    match entry(&root, "interface_text") {
        None => inserts.push(insert_into(template, &root, &[whole(texts)])?),
        Some(known) if known.value.is_null() => {
            inserts.push(set(template, known, &Pairs::Map(groups(texts)))?);
        }
        Some(known) => {
            let mut missing = Vec::new();
            for (name, pairs) in groups(texts) {
                match entry(&known.value, name) {
                    None => missing.push((name, pairs)),
                    Some(group) if group.value.is_null() => {
                        inserts.push(set(template, group, &pairs)?);
                    }
                    Some(group) => inserts.extend(completed(template, group, pairs)?),
                }
            }
            if !missing.is_empty() {
                inserts.push(insert_into(template, &known.value, &missing)?);
            }
        }
    }
    let merged = applied(template, inserts);
    says_the_same(template, &merged, texts).then_some(merged)
}

/// The value of a key: a text, or a map of pairs.
enum Pairs<'t> {
    Text(&'t str),
    Map(Vec<Pair<'t>>),
}

type Pair<'t> = (&'t str, Pairs<'t>);

/// A range of the text, and its replacement.
type Insert = (Range<usize>, String);

fn whole(texts: &[ThreshText]) -> Pair<'_> {
    ("interface_text", Pairs::Map(groups(texts)))
}

fn groups(texts: &[ThreshText]) -> Vec<Pair<'_>> {
    let mut groups: Vec<Pair<'_>> = Vec::new();
    for (group, key, text) in texts {
        let pair = (*key, Pairs::Text(text.as_str()));
        match groups.last_mut() {
            Some((name, Pairs::Map(pairs))) if name == group => pairs.push(pair),
            _ => groups.push((group, Pairs::Map(vec![pair]))),
        }
    }
    groups
}

fn entry<'n>(node: &'n YamlNode, key: &str) -> Option<&'n MappingEntry> {
    node.as_mapping()?.get(key)
}

/// The insertion of the pairs that a group lacks, at its beginning; `Some(None)` if it lacks none.
fn completed(template: &str, group: &MappingEntry, pairs: Pairs<'_>) -> Option<Option<Insert>> {
    let Pairs::Map(pairs) = pairs else { return None };
    let lacks = |(key, _): &Pair<'_>| entry(&group.value, key).is_none();
    let missing: Vec<Pair<'_>> = pairs.into_iter().filter(lacks).collect();
    if missing.is_empty() {
        return Some(None);
    }
    insert_into(template, &group.value, &missing).map(Some)
}

/// The insertion of pairs at the beginning of a map; `None` for an alias, and if the first key of a block does not
/// begin a line.
fn insert_into(template: &str, map: &YamlNode, pairs: &[Pair<'_>]) -> Option<Insert> {
    let mapping = map.as_mapping()?;
    if template.get(map.at.bytes.start..)?.starts_with('{') {
        let separator = if mapping.entries().next().is_none() { "" } else { ", " };
        let after = map.at.bytes.start + 1;
        return Some((after..after, format!("{}{separator}", in_brackets(pairs))));
    }
    let starts = mapping.entries().map(|entry| entry.key.at.bytes.start);
    let first = starts.filter(|start| map.at.bytes.contains(start)).min()?;
    let before = template.get(..first)?;
    let line = before.rsplit(['\n', '\r']).next().unwrap_or_default();
    let indent = line.strip_prefix('\u{feff}').unwrap_or(line);
    let line_break = if template.contains("\r\n") { "\r\n" } else { "\n" };
    if !indent.bytes().all(|byte| byte == b' ') {
        return None;
    }
    Some((first..first, lines(pairs, indent, line_break)))
}

/// The insertion of a map as the value of a key that has none.
fn set(template: &str, known: &MappingEntry, pairs: &Pairs<'_>) -> Option<Insert> {
    let Pairs::Map(pairs) = pairs else { return None };
    let written = format!("{{{}}}", in_brackets(pairs));
    let null = known.value.at.bytes.clone();
    if !template.get(null.clone())?.is_empty() {
        return Some((null, written));
    }
    let after = template.get(known.key.at.bytes.end..)?;
    let colon = known.key.at.bytes.end + after.find(':')? + 1;
    Some((colon..colon, format!(" {written}")))
}

/// Pairs as lines, each ended by a line break and the indentation of the text after it.
fn lines(pairs: &[Pair<'_>], indent: &str, line_break: &str) -> String {
    let mut all = String::new();
    for (key, value) in pairs {
        match value {
            Pairs::Text(text) => {
                all += &format!("{key}: {}{line_break}{indent}", double_quoted(text));
            }
            Pairs::Map(pairs) => {
                let deeper = format!("{indent}  ");
                let inner = lines(pairs, &deeper, line_break);
                let inner = inner.strip_suffix("  ").unwrap_or(&inner);
                all += &format!("{key}:{line_break}{deeper}{inner}");
            }
        }
    }
    all
}

/// The pairs of a map in braces, without the braces.
fn in_brackets(pairs: &[Pair<'_>]) -> String {
    let pair = |(key, value): &Pair<'_>| match value {
        Pairs::Text(text) => format!("{key}: {}", double_quoted(text)),
        Pairs::Map(pairs) => format!("{key}: {{{}}}", in_brackets(pairs)),
    };
    pairs.iter().map(pair).collect::<Vec<_>>().join(", ")
}

fn applied(template: &str, mut inserts: Vec<Insert>) -> String {
    inserts.sort_by_key(|(range, _)| range.start);
    let mut text = template.to_owned();
    for (range, with) in inserts.into_iter().rev() {
        if text.get(range.clone()).is_some() {
            text.replace_range(range, &with);
        }
    }
    text
}

/// Returns `true` if `after` has all of `texts`, keeps the texts of `before`, and otherwise has the same meaning.
fn says_the_same(before: &str, after: &str, texts: &[ThreshText]) -> bool {
    let (before, after) = (compile(before), compile(after));
    let (Some(before), Some(after)) = (before.template, after.template) else { return false };
    let said = |(group, key, text): &(String, String, String)| {
        let mut all = after.settings.interface_text.iter();
        all.any(|(g, k, t)| g == group && k == key && t == text)
    };
    let is_set = |(group, key, _): &ThreshText| {
        let mut all = after.settings.interface_text.iter();
        all.any(|(g, k, _)| g == group && k == key)
    };
    before.settings.interface_text.iter().all(said)
        && texts.iter().all(is_set)
        && without_texts(before) == without_texts(after.clone())
}

fn without_texts(mut template: Template) -> Template {
    template.settings.interface_text.clear();
    template
}
