//! Data whose texts go by other names: which fields it has, and which of them become source, target, context and id.

use serde::{Deserialize, Serialize};

use super::dataset::{Dataset, DatasetEntryKind};
use spanwise_json::{Array, Json, Object, encode};
use spanwise_limits::MOST_FIELDS;
use spanwise_template::{CategoryShape, Side, Typology};

/// How deep fields are looked for.
const DEEPEST: usize = 4;

/// Items of a list within an item that are looked at.
const LISTED: usize = 3;

/// Items whose values are shown.
const EXAMPLES: usize = 2;

/// The texts of an instance by their names in data, in the order in which they are asked for.
pub const TEXTS: [&str; 4] = ["source", "target", "context", "id"];

/// Which fields of data become the texts of instances, by paths such as `outputs.0.text`.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct FieldMapping {
    /// By the place of a text in [`TEXTS`].
    pub paths: [Option<String>; TEXTS.len()],
}

impl FieldMapping {
    /// Whether it gives a text to annotate.
    #[must_use]
    pub fn has_text(&self) -> bool {
        self.paths.iter().take(2).any(Option::is_some)
    }
}

/// A field that the items of data have.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DataField {
    /// Its path, of names and numbers joined by points.
    pub path: String,
    /// How many items have something in it.
    pub count: usize,
    /// What the first two items have in it.
    pub first: [Option<String>; EXAMPLES],
    /// The first value of all.
    pub example: String,
    /// Length of all values together, in bytes.
    bytes: usize,
}

/// What items of data have.
#[derive(Debug, Clone, Default)]
pub struct FieldSurvey {
    fields: Vec<DataField>,
    items: usize,
    has_text: bool,
}

/// Whether an item has a text that a template could show.
#[must_use]
pub fn has_text(raw: &str) -> bool {
    let Some(object) = Object::parse(raw) else { return false };
    ["source", "target"].into_iter().any(|name| object.get(name).and_then(content).is_some())
}

/// The text that a value is; none if it is empty, or no text at all.
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
    /// Looks at the next item.
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

    /// Whether some item has a text that a template could show.
    #[must_use]
    pub fn has_text(&self) -> bool {
        self.has_text
    }

    /// The fields, in the order in which they were met.
    #[must_use]
    pub fn fields(&self) -> &[DataField] {
        &self.fields
    }

    /// Whether all fields that a mapping names are there.
    #[must_use]
    pub fn fits(&self, mapping: &FieldMapping) -> bool {
        let is_there = |path: &String| self.fields.iter().any(|field| field.path == *path);
        mapping.has_text() && mapping.paths.iter().flatten().all(is_there)
    }

    /// What the fields may be, by their names, and else by the length of what is in them.
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
        let (needs_source, needs_target) = sides(typology);
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

/// Values that are shorter on average, in bytes, are no texts to annotate unless their name says so.
const SHORTEST_TEXT: usize = 8;

/// Names under which source, target, context and id are found elsewhere, the likeliest first; as [`plain`] gives them.
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

/// The last name of a path, of letters and digits only, in small letters.
fn plain(path: &str) -> String {
    let is_number = |name: &&str| !name.bytes().all(|b| b.is_ascii_digit());
    let name = path.rsplit('.').find(is_number).unwrap_or(path);
    name.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect()
}

/// Whether any category marks something in the source, in the target.
fn sides(typology: &Typology) -> (bool, bool) {
    let takes = |side: Side| {
        typology.categories().iter().any(|category| match category.shape {
            CategoryShape::Spans { sides, .. } => sides.includes(side),
            CategoryShape::Whole | CategoryShape::Composite => false,
        })
    };
    let (source, target) = (takes(Side::Source), takes(Side::Target));
    if source || target { (source, target) } else { (true, true) }
}

/// An item with its texts under the names that instances have. All else of it stays; what had such a name and is not
/// chosen goes on under another.
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

/// A name that no member has.
fn aside(name: &str, object: &Object<'_>) -> String {
    let numbered = (2..).map(|n| format!("original_{name}_{n}"));
    let mut names = std::iter::once(format!("original_{name}")).chain(numbered);
    names.find(|name| object.get(name).is_none()).unwrap_or_default()
}

/// What is at a path. Names may have points of their own.
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

/// Makes a data file of another one, with the texts of each item under the names that instances have.
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

    /// Takes over the next item; `false` if there is none. What is damaged goes along as a text.
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

    /// The data file: a list.
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
