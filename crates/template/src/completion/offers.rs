//! The completions at the cursor.

use super::clamped;
use super::cursor::{Cursor, CursorTarget, Placement};
use super::explain;
use super::inserted_text::{self, CollectionState, InsertedText, ValueStart, snippets};
use super::schema_place::{SchemaPlace, described};
use crate::color::{Color, KEYWORDS, PALETTE};
use crate::docs;
use crate::interface_text::{groups, keys_of};
use crate::schema::{KeyEffect, SchemaSection, ValueType, WORD_SLIPS};
use crate::yaml;
use spanwise_i18n::{Language, Words, say};

/// The completions of a part of the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Completions {
    /// Start of the part, in bytes of UTF-8.
    pub from: usize,
    /// End of the part, in bytes of UTF-8.
    pub to: usize,
    /// The completions that match the typed text, best first.
    pub items: Vec<Completion>,
}

/// A completion: a text to insert, with its description.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Completion {
    /// Label in the list of completions.
    pub label: String,
    /// Short description, such as the type of a value, in Markdown; may be empty.
    pub detail: String,
    /// Documentation, in Markdown; may be empty.
    pub doc: String,
    /// The text to insert: one line, or several with their indentation.
    pub insert: String,
    /// Position of the cursor afterwards, in bytes of `insert`.
    pub cursor: usize,
    /// Its kind.
    pub kind: CompletionKind,
}

/// Kinds of completions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CompletionKind {
    /// A key of a map.
    Key,
    /// A value.
    Value,
    /// Several lines that are often written together.
    Snippet,
}

/// The maximal number of completions.
const MOST: usize = 100;

/// The completions at a cursor, given as a byte of the text; one inside a character counts as before it. Descriptions
/// are in the language of `words`. `icons` are the names of the available icons.
#[must_use]
pub fn completions(words: &Words, icons: &[String], text: &str, at: usize) -> Completions {
    let at = clamped(text, at);
    let document = yaml::read_with_recovery(text);
    let Some(cursor) = Cursor::locate(text, &document, at) else {
        return Completions { from: at, to: at, items: Vec::new() };
    };
    let typed = text.get(cursor.word.start..at).unwrap_or_default().to_lowercase();
    let offers = offers(words, icons, &cursor, !typed.is_empty());
    let ranked = offers.into_iter().filter_map(|offer| Some((offer.rank(&typed)?, offer)));
    let mut ranked: Vec<(u8, CompletionOffer)> = ranked.collect();
    ranked.sort_by_key(|(rank, _)| *rank);
    let items = ranked.into_iter().map(|(_, offer)| offer.item).take(MOST).collect();
    Completions { from: cursor.word.start, to: cursor.word.end, items }
}

/// A completion, not yet matched with the typed text.
struct CompletionOffer {
    item: Completion,
    /// Other names by which it is found.
    also: Vec<&'static str>,
    /// `true` if it is listed after the others.
    late: bool,
}

impl CompletionOffer {
    fn new(
        kind: CompletionKind,
        label: &str,
        detail: String,
        doc: String,
        insert: InsertedText,
    ) -> Self {
        let label = label.to_owned();
        let InsertedText { text, cursor } = insert;
        let item = Completion { label, detail, doc, insert: text, cursor, kind };
        CompletionOffer { item, also: Vec::new(), late: false }
    }

    /// The rank of its match with the typed text, 0 being the best; `None` if it does not match.
    fn rank(&self, typed: &str) -> Option<u8> {
        let label = self.item.label.to_lowercase();
        let is_long = typed.chars().nth(2).is_some();
        let late = u8::from(self.late);
        if label.starts_with(typed) {
            return Some(late);
        }
        let fits = label.contains(typed) || self.also.iter().any(|name| name.starts_with(typed));
        (is_long && fits).then_some(2 + late)
    }
}

fn offers(
    words: &Words,
    icons: &[String],
    cursor: &Cursor<'_>,
    typing: bool,
) -> Vec<CompletionOffer> {
    match &cursor.target {
        CursorTarget::Key { map, others, has_colon, list } => {
            let mut offers =
                keys(words, SchemaPlace::at(map), others, cursor, CollectionState::GoesOn);
            if *has_colon {
                offers.iter_mut().for_each(|offer| offer.name_only());
            } else if let Some(list) = list {
                offers.extend(items(
                    words,
                    SchemaPlace::at(list).items(),
                    cursor,
                    CollectionState::Begins,
                ));
            }
            offers
        }
        CursorTarget::Value { path, others, is_free } => {
            let place = SchemaPlace::at(path);
            let is_bare_item =
                cursor.placement == Placement::Brackets && matches!(place, SchemaPlace::Item(_));
            let mut offers = if is_bare_item {
                Vec::new()
            } else {
                keys(words, place, others, cursor, CollectionState::Begins)
            };
            if *is_free {
                offers.extend(items(words, place.section(), cursor, CollectionState::GoesOn));
            }
            offers.extend(values(words, icons, place, cursor, typing));
            offers.extend(items(words, place.items(), cursor, CollectionState::Begins));
            offers
        }
    }
}

impl CompletionOffer {
    /// Inserts the name alone, so that the value remains.
    fn name_only(&mut self) {
        let name = &self.item.label;
        (self.item.insert, self.item.cursor) = (name.clone(), name.len());
    }
}

/// The keys of the map at a place, without those in `taken`. The map may begin at the cursor.
fn keys(
    words: &Words,
    place: SchemaPlace<'_>,
    taken: &[&str],
    cursor: &Cursor<'_>,
    collection: CollectionState,
) -> Vec<CompletionOffer> {
    let free = |name: &&str| !taken.contains(name);
    match place {
        SchemaPlace::Value(key) if key.is_interface_text() => {
            let offer = |name| {
                let insert = inserted_text::key(name, &ValueStart::Map(""), cursor, collection);
                let detail = words.say(&say!(HelpTextsOfTheInterface));
                let doc = explain::group(words, name);
                CompletionOffer::new(CompletionKind::Key, name, detail, doc, insert)
            };
            groups().into_iter().filter(free).map(offer).collect()
        }
        SchemaPlace::Group(group) => {
            let offer = |name| {
                let insert = inserted_text::key(name, &ValueStart::Text(""), cursor, collection);
                let late = docs::of_interface_text(group, name).is_none();
                let doc = explain::text(words, group, name);
                let detail = words.say(&say!(HelpATextOfTheInterface));
                let offer = CompletionOffer::new(CompletionKind::Key, name, detail, doc, insert);
                CompletionOffer { late, ..offer }
            };
            keys_of(group).into_iter().filter(free).map(offer).collect()
        }
        SchemaPlace::Root | SchemaPlace::Value(_) | SchemaPlace::Item(_) | SchemaPlace::Unknown => {
            section_keys(words, place, taken, cursor, collection)
        }
    }
}

fn section_keys(
    words: &Words,
    place: SchemaPlace<'_>,
    taken: &[&str],
    cursor: &Cursor<'_>,
    collection: CollectionState,
) -> Vec<CompletionOffer> {
    let Some(section) = place.section() else { return Vec::new() };
    let useful = section.keys.iter().filter(|key| match key.effect {
        _ if taken.contains(&key.name) => false,
        KeyEffect::Used => true,
        KeyEffect::OlderNameOf(newer) => !taken.contains(&newer),
        KeyEffect::None(_) => false,
    });
    let offers = useful.map(|key| {
        let insert = inserted_text::key(key.name, &ValueStart::of(key), cursor, collection);
        let (detail, doc) = (described(words, key.value), explain::key(words, section, key));
        let slips = section.slips.iter().filter(|(_, meant)| *meant == key.name);
        let offer = CompletionOffer::new(CompletionKind::Key, key.name, detail, doc, insert);
        CompletionOffer {
            also: slips.map(|slip| slip.0).collect(),
            late: key.effect != KeyEffect::Used,
            ..offer
        }
    });
    offers.collect()
}

/// Whole items of a list, each with the dash or brackets of the list if that begins here.
fn items(
    words: &Words,
    section: Option<&'static SchemaSection>,
    cursor: &Cursor<'_>,
    collection: CollectionState,
) -> Vec<CompletionOffer> {
    let Some(section) = section.filter(|_| !cursor.is_quoted) else { return Vec::new() };
    let offers = snippets(section).iter().map(|snippet| {
        let insert = inserted_text::item(snippet.lines, cursor, collection);
        let label = words.get(snippet.label);
        let detail = words.say(&docs::of_item(section));
        let doc = words.get(snippet.doc).to_owned();
        let offer = CompletionOffer::new(CompletionKind::Snippet, label, detail, doc, insert);
        CompletionOffer { also: vec![snippet.label.english()], ..offer }
    });
    offers.collect()
}

/// The values of the key at a place: words, flags, languages, colours or icons.
fn values(
    words: &Words,
    icons: &[String],
    place: SchemaPlace<'_>,
    cursor: &Cursor<'_>,
    typing: bool,
) -> Vec<CompletionOffer> {
    let Some((key, collection)) = place.words() else { return Vec::new() };
    let value = |name: &str| {
        let doc = explain::word(words, key, name);
        let insert = inserted_text::word(name, cursor, collection);
        CompletionOffer::new(CompletionKind::Value, name, String::new(), doc, insert)
    };
    match key.value {
        ValueType::Flag => ["true", "false"].map(value).into(),
        ValueType::Language => Language::codes().map(value).into(),
        ValueType::Color => colors(words, cursor, typing),
        ValueType::Icon => icons.iter().map(|name| value(&format!("fa-{name}"))).collect(),
        ValueType::Name
        | ValueType::Text
        | ValueType::Markdown
        | ValueType::Integer { .. }
        | ValueType::Decimal
        | ValueType::Link
        | ValueType::RelativeLink
        | ValueType::Hotkey
        | ValueType::Word(_)
        | ValueType::OpenWord(_)
        | ValueType::Words(_)
        | ValueType::WordOrTexts(_)
        | ValueType::Answers
        | ValueType::Map(_)
        | ValueType::WordOrMap(..)
        | ValueType::List(_)
        | ValueType::InterfaceText
        | ValueType::Training => {
            let known = key.value.words().iter().map(|word| {
                let slips = WORD_SLIPS.iter().filter(|(_, meant)| *meant == word.name);
                let also = slips.map(|slip| slip.0).collect();
                CompletionOffer { also, ..value(word.name) }
            });
            known.collect()
        }
    }
}

/// Thresh's colours, those of the palette, and, once something is typed, the named colours of CSS.
fn colors(words: &Words, cursor: &Cursor<'_>, typing: bool) -> Vec<CompletionOffer> {
    let color = |label: &str, code: String, doc: &str, insert: InsertedText| {
        CompletionOffer::new(CompletionKind::Value, label, code, doc.to_owned(), insert)
    };
    let named = |name: &str| {
        let code = Color::parse(name).map(Color::css).unwrap_or_default();
        color(name, code, "", inserted_text::word(name, cursor, CollectionState::GoesOn))
    };
    let keywords = KEYWORDS.iter().map(|(name, _)| named(name));
    let doc = words.say(&say!(HelpColourPaletteForCategoriesNameNone));
    let palette = PALETTE.iter().map(|entry| {
        let code = entry.css();
        let written = if cursor.is_quoted { code.clone() } else { format!("\"{code}\"") };
        color(
            &code,
            String::new(),
            &doc,
            inserted_text::word(&written, cursor, CollectionState::GoesOn),
        )
    });
    let is_other = |name: &&str| KEYWORDS.iter().all(|(keyword, _)| keyword != name);
    let css =
        Color::names().filter(is_other).map(|name| CompletionOffer { late: true, ..named(name) });
    let css = css.filter(|_| typing);
    keywords.chain(palette).chain(css).collect()
}
