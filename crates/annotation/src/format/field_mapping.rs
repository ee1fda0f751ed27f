//! Data whose texts have other names: its fields, and the mapping of fields to source, target, context and id.

use serde::{Deserialize, Serialize};

use super::dataset::{Dataset, DatasetEntryKind};
use super::report::InstanceReport;
use super::texts::{add_listed, list_of_texts};
use crate::document::Texts;
use spanwise_json::{Array, Json, Object, encode};
use spanwise_limits::MOST_FIELDS;
use spanwise_template::{CategoryShape, Side, Sides, Typology};

/// The deepest nesting of a field.
const DEEPEST: usize = 4;

/// The number of values surveyed in a list within an item.
const LISTED: usize = 3;

/// The number of items whose values are shown.
const EXAMPLES: usize = 2;

/// The names of an instance's texts in data, in the order in which they are asked for.
pub const TEXTS: [&str; 4] = ["source", "target", "context", "id"];

/// The fields of data that become the texts of instances, as paths such as `outputs.0.text`.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct FieldMapping {
    /// By the place of a text in [`TEXTS`].
    pub paths: [Option<String>; TEXTS.len()],
}

impl FieldMapping {
    /// Returns `true` if it maps a text to annotate, source or target.
    #[must_use]
    pub fn has_text(&self) -> bool {
        self.paths.iter().take(2).any(Option::is_some)
    }
}

/// A field of the items of data.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DataField {
    /// Its path, of names and numbers joined by points.
    pub path: String,
    /// The number of items with a value in it.
    pub count: usize,
    /// Its values in the first two items.
    pub first: [Option<String>; EXAMPLES],
    /// The first value of all.
    pub example: String,
    /// Total length of all values, in bytes.
    bytes: usize,
}

/// A survey of the fields of items.
#[derive(Debug, Clone, Default)]
pub struct FieldSurvey {
    fields: Vec<DataField>,
    items: usize,
    has_text: bool,
}

/// Returns `true` if an item has a text that a template could show.
#[must_use]
pub fn has_text(raw: &str) -> bool {
    let Some(object) = Object::parse(raw) else { return false };
    let has_content = |raw: &str| match Array::parse(raw) {
        Some(paragraphs) => paragraphs.values().any(|raw| content(raw).is_some()),
        None => content(raw).is_some(),
    };
    ["source", "target"].into_iter().any(|name| object.get(name).is_some_and(has_content))
        || lists_text(&object)
}

/// Returns `true` if an item has a list of texts or turns, one of which can be annotated.
fn lists_text(object: &Object) -> bool {
    let mut report = InstanceReport::new(0);
    let mut texts = Texts::none();
    if let Some(list) = list_of_texts(object, &mut report) {
        add_listed(&list, &mut texts, &mut report);
    }
    texts.iter().any(|text| text.role.side().is_some() && !text.text.as_str().trim().is_empty())
}

/// The text of a value; `None` if it is blank, `null`, a list or an object.
fn content(raw: &str) -> Option<String> {
    let text = match Json::read(raw) {
        Json::String(text) => text.into_owned(),
        Json::Number(number) => number.to_owned(),
        Json::Bool(value) => value.to_string(),
        Json::Null | Json::Array(_) | Json::Object(_) => return None,
    };
    (!text.trim().is_empty()).then_some(text)
}

impl FieldSurvey {
    /// Surveys the next item.
    pub fn add(&mut self, raw: &str) {
        self.has_text = self.has_text || has_text(raw);
        if let Json::Object(object) = Json::read(raw) {
            self.add_members(&object, "", 1);
        }
        self.items += 1;
    }

    fn add_members(&mut self, object: &Object<'_>, within: &str, depth: usize) {
        for member in object.members() {
            self.add_value(&member.value, format!("{within}{}", member.name), depth);
        }
    }

    fn add_value(&mut self, raw: &str, path: String, depth: usize) {
        match Json::read(raw) {
            Json::Object(object) if depth < DEEPEST => {
                self.add_members(&object, &format!("{path}."), depth + 1);
            }
            Json::Array(array) if depth < DEEPEST => {
                for (at, value) in array.values().enumerate().take(LISTED) {
                    self.add_value(value, format!("{path}.{at}"), depth + 1);
                }
            }
            Json::Null
            | Json::Bool(_)
            | Json::Number(_)
            | Json::String(_)
            | Json::Array(_)
            | Json::Object(_) => {
                if let Some(text) = content(raw) {
                    self.count(path, text);
                }
            }
        }
    }

    fn count(&mut self, path: String, text: String) {
        let at = self.fields.iter().position(|field| field.path == path);
        let at = at.unwrap_or_else(|| {
            self.fields.push(DataField { path, example: text.clone(), ..DataField::default() });
            self.fields.len() - 1
        });
        if at >= MOST_FIELDS {
            self.fields.truncate(MOST_FIELDS);
            return;
        }
        let Some(field) = self.fields.get_mut(at) else { return };
        field.count += 1;
        field.bytes += text.len();
        if let Some(place) = field.first.get_mut(self.items) {
            *place = Some(text);
        }
    }

    /// Returns `true` if some item has a text that a template could show.
    #[must_use]
    pub fn has_text(&self) -> bool {
        self.has_text
    }

    /// The fields, in the order in which they were found.
    #[must_use]
    pub fn fields(&self) -> &[DataField] {
        &self.fields
    }

    /// Returns `true` if a mapping gives a text to annotate, and all its fields are there.
    #[must_use]
    pub fn fits(&self, mapping: &FieldMapping) -> bool {
        let is_there = |path: &String| self.fields.iter().any(|field| field.path == *path);
        mapping.has_text() && mapping.paths.iter().flatten().all(is_there)
    }

    /// Guesses a mapping by the names of the fields, and else by the length of their values.
    #[must_use]
    pub fn guess(&self, typology: &Typology) -> FieldMapping {
        let mut paths: [Option<String>; TEXTS.len()] = Default::default();
        for (at, names) in USUAL_NAMES.into_iter().enumerate() {
            let found = names.iter().find_map(|name| {
                let is_it = |field: &&DataField| plain(&field.path) == *name;
                let free = |field: &&DataField| !paths.iter().flatten().any(|p| *p == field.path);
                self.fields.iter().find(|field| is_it(field) && free(field))
            });
            if let (Some(place), Some(field)) = (paths.get_mut(at), found) {
                *place = Some(field.path.clone());
            }
        }
        let [mut source, mut target, context, id] = paths;
        let marked = marked_sides(typology);
        let needs_source = marked.includes(Side::Source);
        let needs_target = marked.includes(Side::Target);
        let taken = [&source, &target, &context, &id].map(Clone::clone);
        let mut long: Vec<&DataField> = self
            .fields
            .iter()
            .filter(|field| !taken.iter().flatten().any(|path| *path == field.path))
            .filter(|field| field.bytes / field.count.max(1) >= SHORTEST_TEXT)
            .collect();
        long.sort_by_key(|field| std::cmp::Reverse(field.bytes));
        long.truncate(
            usize::from(source.is_none() && needs_source)
                + usize::from(target.is_none() && needs_target),
        );
        // Of two texts, the source comes first in most data.
        long.sort_by_key(|field| self.fields.iter().position(|other| other.path == field.path));
        let mut long = long.into_iter().map(|field| field.path.clone());
        if needs_source && source.is_none() && (long.len() > 1 || target.is_some() || !needs_target)
        {
            source = long.next();
        }
        if needs_target && target.is_none() {
            target = long.next();
        }
        if !needs_source && target.is_none() {
            target = source.take();
        } else if !needs_target && source.is_none() {
            source = target.take();
        }
        FieldMapping { paths: [source, target, context, id] }
    }
}

/// The least average length, in bytes, of the values of a field that is taken for a text without a usual name.
const SHORTEST_TEXT: usize = 8;

/// Names of source, target, context and id in other data, the likeliest first; normalized by [`plain`].
const USUAL_NAMES: [&[&str]; TEXTS.len()] = [
    &[
        "source",
        "src",
        "sourcetext",
        "sourcesentence",
        "original",
        "originaltext",
        "orig",
        "input",
        "inputtext",
        "document",
        "doc",
        "article",
        "complex",
        "premise",
        "prompt",
        "question",
        "text1",
        "texta",
        "sentence1",
        "sentencea",
    ],
    &[
        "target",
        "tgt",
        "targettext",
        "targetsentence",
        "translation",
        "mt",
        "hypothesis",
        "hyp",
        "output",
        "outputtext",
        "prediction",
        "generated",
        "generatedtext",
        "generation",
        "response",
        "answer",
        "completion",
        "candidate",
        "summary",
        "simplified",
        "simplification",
        "simple",
        "text2",
        "textb",
        "sentence2",
        "sentenceb",
        "text",
        "sentence",
        "content",
        "body",
    ],
    &["context", "ctx", "background", "instruction", "instructions"],
    &[
        "id",
        "uid",
        "uuid",
        "guid",
        "idx",
        "index",
        "docid",
        "documentid",
        "itemid",
        "exampleid",
        "sampleid",
        "instanceid",
        "segid",
        "segmentid",
        "key",
    ],
];

/// The last name of a path that is not a number, in lower case, reduced to ASCII letters and digits.
fn plain(path: &str) -> String {
    let is_no_number = |name: &&str| !name.bytes().all(|b| b.is_ascii_digit());
    let name = path.rsplit('.').find(is_no_number).unwrap_or(path);
    name.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect()
}

/// The sides on which categories have spans; both if no category has spans.
fn marked_sides(typology: &Typology) -> Sides {
    let takes = |side: Side| {
        typology.categories().iter().any(|category| match category.shape {
            CategoryShape::Spans { sides, .. } => sides.includes(side),
            CategoryShape::Whole | CategoryShape::Composite => false,
        })
    };
    match (takes(Side::Source), takes(Side::Target)) {
        (true, false) => Sides::Source,
        (false, true) => Sides::Target,
        (true, true) | (false, false) => Sides::Both,
    }
}

/// Returns an item with its texts under the names in [`TEXTS`]. All other members stay; a member that has such a name
/// but is not chosen is renamed, except for an `id` if none is chosen.
#[must_use]
pub fn mapped(raw: &str, mapping: &FieldMapping) -> String {
    let Some(mut object) = Object::parse(raw) else { return raw.to_owned() };
    for (name, path) in TEXTS.into_iter().zip(&mapping.paths) {
        if path.as_deref() == Some(name) || (path.is_none() && name == "id") {
            continue;
        }
        let value = path.as_deref().and_then(|path| value_at(raw, path));
        if object.get(name).is_some_and(|old| !matches!(old, "null" | "\"\"")) {
            let aside = aside(name, &object);
            object.rename(name, &aside);
        }
        if let Some(value) = value {
            object.set(name, encode(&value));
        }
    }
    object.into_text()
}

/// The name under which the present member `name` is kept: one that no member has.
fn aside(name: &str, object: &Object<'_>) -> String {
    let numbered = (2..).map(|n| format!("original_{name}_{n}"));
    let mut names = std::iter::once(format!("original_{name}")).chain(numbered);
    names.find(|name| object.get(name).is_none()).unwrap_or_default()
}

/// The text at a path. Names may contain points themselves.
fn value_at(raw: &str, path: &str) -> Option<String> {
    let rest_after = |name: &str| path.strip_prefix(name)?.strip_prefix('.');
    if let Some(object) = Object::parse(raw) {
        if let Some(text) = object.get(path).and_then(content) {
            return Some(text);
        }
        return object.members().iter().find_map(|m| value_at(&m.value, rest_after(&m.name)?));
    }
    let array = Array::parse(raw)?;
    let (number, rest) = path.split_once('.').map_or((path, None), |(n, rest)| (n, Some(rest)));
    let value = array.values().nth(number.parse().ok()?)?;
    match rest {
        Some(rest) => value_at(value, rest),
        None => content(value),
    }
}

/// Converts a data file, step by step, to one with the texts of each item under the names in [`TEXTS`].
#[derive(Debug)]
pub struct FieldMapper<'d> {
    dataset: &'d Dataset,
    mapping: &'d FieldMapping,
    next: usize,
    json: String,
}

impl<'d> FieldMapper<'d> {
    /// Starts with the first item.
    #[must_use]
    pub fn new(dataset: &'d Dataset, mapping: &'d FieldMapping) -> Self {
        FieldMapper { dataset, mapping, next: 0, json: "[".to_owned() }
    }

    /// Converts the next item; `false` if there is none. A damaged line becomes a JSON string; a template is left out.
    pub fn step(&mut self) -> bool {
        let Some(entry) = self.dataset.entries.get(self.next) else { return false };
        self.next += 1;
        let raw = self.dataset.text.get(entry.bytes.clone()).unwrap_or_default();
        let item = match entry.kind {
            DatasetEntryKind::Instance(_) => mapped(raw, self.mapping),
            DatasetEntryKind::Other => raw.to_owned(),
            DatasetEntryKind::Unreadable => encode(raw),
            DatasetEntryKind::Template => return true,
        };
        self.push(&item);
        true
    }

    /// Returns the data file: a list, in which the unread tail, if any, is the last item, a JSON string.
    #[must_use]
    pub fn finish(mut self) -> String {
        if let Some(tail) = self.dataset.tail() {
            self.push(&encode(tail));
        }
        self.json.push_str("\n]\n");
        self.json
    }

    fn push(&mut self, item: &str) {
        self.json.push_str(if self.json.len() == 1 { "\n" } else { ",\n" });
        self.json.push_str(item);
    }
}

#[cfg(test)]
mod tests;
