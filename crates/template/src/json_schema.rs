//! The schema as JSON Schema, for other editors and validators.
//!
//! It accepts every template that compiles without a diagnostic, and unknown keys, since the compiler accepts those
//! too. It refuses values that the compiler reads with a mere warning or hint, such as `"yes"` for `true`. Rules across
//! several parts of a template (unique names, hotkeys) are left to the compiler.

use super::color::Color;
use super::docs;
use super::interface_text::{groups, keys_of};
use super::schema::{self, KeyEffect, SECTIONS, SchemaKey, SchemaSection, SchemaWord, ValueType};
use super::schema::{ANSWERS, DATA_KEYS, TEMPLATE};
use spanwise_i18n::{Language, Message};

mod json;

use json::Json;

/// A web address.
const LINK: &str = r"^\s*[Hh][Tt][Tt][Pp][Ss]?://[^\s/\\][^\s\\]*\s*$";
/// An address without scheme and host.
const RELATIVE_LINK: &str = r"^\s*(?!//)(?=\S)[^\s\\:/]*(/[^\s\\]*)?\s*$";
/// A number with at most six digits after the point.
const DECIMAL: &str = r"^[-+]?([0-9]+\.?|\.(?=[0-9]))[0-9]{0,6}$";
/// Codes and functions of CSS, and names in another case or with white space around them.
const OTHER_COLOR: &str = r"^\s*(#|rgba?\(|hsla?\()|[A-Z]|^\s|\s$";

/// The JSON Schema of templates: draft 2020-12, the same text each time.
#[must_use]
pub fn json_schema() -> String {
    let head = [
        ("$schema", Json::text("https://json-schema.org/draft/2020-12/schema")),
        ("$id", Json::text("template.schema.json")),
        ("title", Json::text("Template")),
    ];
    let sections = SECTIONS.iter().filter(|section| !std::ptr::eq(**section, &raw const TEMPLATE));
    let sections = sections.map(|section| (section.name(), map(section)));
    let shared = [
        ("text", scalar(&["string", "number", "boolean", "null"])),
        ("name", name()),
        ("answers", answers()),
        ("color", color()),
        ("interface_text", interface_text()),
    ];
    let defs = Json::object(sections.chain(shared));
    let schema = Json::object(head).with(map(&TEMPLATE)).with(Json::object([("$defs", defs)]));
    schema.pretty()
}

/// The schema of a map with the keys of a section.
fn map(section: &SchemaSection) -> Json {
    let needed = section.keys.iter().filter(|key| key.needed).map(|key| key.name);
    let needed: Vec<Json> = needed.map(Json::text).collect();
    let properties = section.keys.iter().map(|key| (key.name, property(section, key)));
    let slips = slips(section);
    let map = Json::object([
        ("description", Json::text(docs::of_section(section).to_string())),
        ("type", Json::text("object")),
        ("properties", Json::object(properties)),
    ]);
    let required = (!needed.is_empty()).then_some(("required", Json::List(needed)));
    let names = Json::object([("not", Json::object([("enum", Json::List(slips))]))]);
    let names = Some(("propertyNames", names));
    map.with(Json::object(required.into_iter().chain(names)))
}

/// The keys that are errors in a section, because another is meant or because they belong elsewhere.
fn slips(section: &SchemaSection) -> Vec<Json> {
    let slips = section.slips.iter().map(|(slip, _)| *slip);
    let owned = SECTIONS.iter().flat_map(|other| other.keys).map(|key| key.name);
    let owned = owned.filter(|key| schema::owner_of(key).is_some());
    let mut slips: Vec<&str> = slips.chain(DATA_KEYS.iter().copied()).chain(owned).collect();
    slips.retain(|slip| section.key(slip).is_none());
    slips.sort_unstable();
    slips.dedup();
    slips.into_iter().map(Json::text).collect()
}

fn property(section: &SchemaSection, key: &SchemaKey) -> Json {
    let value = value(key);
    let value = if key.needed { value } else { or_null(value) };
    let notes = docs::of_effect(key.effect).and(docs::of_origin(key.origin));
    let doc = docs::of_key(section, key.name).and(notes).to_string();
    let mark = (key.effect != KeyEffect::Used).then_some(("deprecated", Json::Bool(true)));
    Json::object([("description", Json::text(doc))]).with(Json::object(mark)).with(value)
}

/// The schema of the values of a key, `null` aside.
fn value(key: &SchemaKey) -> Json {
    match key.value {
        ValueType::Name => reference("name"),
        ValueType::Text | ValueType::Markdown => reference("text"),
        ValueType::Flag => scalar(&["boolean"]),
        ValueType::Integer { min, max } => any_of([
            scalar(&["integer"]).with(Json::object([
                ("minimum", Json::number(min)),
                ("maximum", Json::number(max)),
            ])),
            pattern("^[0-9]+$"),
        ]),
        ValueType::Decimal => any_of([scalar(&["number"]), pattern(DECIMAL)]),
        ValueType::Color => reference("color"),
        ValueType::Icon => pattern("^(fa[a-z]* |fa-[a-z-]+ )*fa-[a-z0-9-]+( fa-[a-z0-9-]+)*$"),
        ValueType::Language => {
            any_of(Language::codes().map(|code| constant(code, &docs::of_word(key, code))))
        }
        ValueType::Link => pattern(LINK),
        ValueType::RelativeLink => any_of([pattern(LINK), pattern(RELATIVE_LINK)]),
        ValueType::Hotkey => any_of([pattern(r"^[^\s?]$"), digit()]),
        ValueType::Word(words) => any_of(constants(key, words)),
        ValueType::OpenWord(words) => any_of(constants(key, words).chain([reference("text")])),
        ValueType::Words(words) => words_value(key, words),
        ValueType::WordOrTexts(words) => {
            any_of(constants(key, words).chain([list(reference("text"), 0)]))
        }
        ValueType::Answers => reference("answers"),
        ValueType::Map(section) => reference(section.name()),
        ValueType::WordOrMap(words, section) => {
            any_of(constants(key, words).chain([reference(section.name())]))
        }
        ValueType::List(section) => list(reference(section.name()), u16::from(key.needed)),
        ValueType::InterfaceText => reference("interface_text"),
        ValueType::Training => any_of([scalar(&["object"]), pattern(LINK), pattern(RELATIVE_LINK)]),
    }
}

/// One word, a list of words, or a map whose values are words.
fn words_value(key: &SchemaKey, words: &'static [SchemaWord]) -> Json {
    let word = || or_null(any_of(constants(key, words)));
    let map = scalar(&["object"]).with(Json::object([("additionalProperties", word())]));
    any_of([list(word(), 0), map].into_iter().chain(constants(key, words)))
}

fn constants(key: &SchemaKey, words: &'static [SchemaWord]) -> impl Iterator<Item = Json> {
    words.iter().map(|word| constant(word.name, &docs::of_word(key, word.name)))
}

fn constant(word: &str, doc: &Message) -> Json {
    Json::object([("const", Json::text(word)), ("description", Json::text(doc.to_string()))])
}

/// A name: numbers and `true` are taken as they are written.
fn name() -> Json {
    let length = Json::object([("minLength", Json::number(1))]);
    scalar(&["string", "number", "boolean"]).with(length)
}

fn answers() -> Json {
    let options = list(reference(schema::CHOICE.name()), 1);
    let key = schema::QUESTION.keys.iter().find(|key| matches!(key.value, ValueType::Answers));
    let doc = |word| key.map_or_else(Message::none, |key| docs::of_word(key, word));
    let words = ANSWERS.iter().map(|word| constant(word.name, &doc(word.name)));
    any_of(words.chain([options]))
}

fn color() -> Json {
    let mut names: Vec<&str> = Color::names().collect();
    names.sort_unstable();
    names.dedup();
    let names = Json::List(names.into_iter().map(Json::text).collect());
    any_of([Json::object([("enum", names)]), pattern(OTHER_COLOR)])
}

fn digit() -> Json {
    scalar(&["integer"])
        .with(Json::object([("minimum", Json::number(0)), ("maximum", Json::number(9))]))
}

fn interface_text() -> Json {
    let groups = groups().into_iter().map(|group| {
        let texts = keys_of(group).into_iter().map(|key| (key, text_of(group, key)));
        let texts = Json::object([("properties", Json::object(texts))]);
        (group, scalar(&["object", "null"]).with(texts))
    });
    scalar(&["object"]).with(Json::object([("properties", Json::object(groups))]))
}

/// A text of the interface, described by the English one.
fn text_of(group: &str, key: &str) -> Json {
    let doc =
        docs::of_interface_text(group, key).map(|doc| ("description", Json::text(doc.to_string())));
    Json::object(doc).with(reference("text"))
}

fn list(item: Json, least: u16) -> Json {
    let least = (least > 0).then_some(("minItems", Json::number(least)));
    scalar(&["array"]).with(Json::object([("items", item)])).with(Json::object(least))
}

fn reference(name: &str) -> Json {
    Json::object([("$ref", Json::text(format!("#/$defs/{name}")))])
}

fn pattern(pattern: &str) -> Json {
    scalar(&["string"]).with(Json::object([("pattern", Json::text(pattern))]))
}

/// A value of one of some types.
fn scalar(types: &[&str]) -> Json {
    let types = match types {
        [one] => Json::text(*one),
        _ => Json::List(types.iter().copied().map(Json::text).collect()),
    };
    Json::object([("type", types)])
}

fn any_of(choices: impl IntoIterator<Item = Json>) -> Json {
    Json::object([("anyOf", Json::List(choices.into_iter().collect()))])
}

/// The same schema with `null`: a key may be written without a value.
fn or_null(value: Json) -> Json {
    let null = || scalar(&["null"]);
    let Json::Object(mut members) = value else { return any_of([value, null()]) };
    match &mut *members {
        [(_, Json::Text(text))] if text == "#/$defs/text" => Json::Object(members),
        [(key, Json::List(choices))] if key == "anyOf" => {
            choices.push(null());
            Json::Object(members)
        }
        [(key, kind @ Json::Text(_)), ..] if key == "type" => {
            *kind = Json::List(vec![kind.clone(), Json::text("null")]);
            Json::Object(members)
        }
        _ => any_of([Json::Object(members), null()]),
    }
}

#[cfg(test)]
mod tests;
