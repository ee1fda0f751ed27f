//! What the numbers of factgenie's categories stand for.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

use crate::report::File;
use spanwise_json::{Json, Object, encode, integer};
use spanwise_template::yaml::{self, Node};

/// The member with the categories, in the metadata of a record and of a campaign.
pub(super) const LIST: &str = "annotation_span_categories";

/// The names of the categories of a record, by number.
pub(super) type Names = Arc<[String]>;

/// The lists of categories of the campaigns, by the folder of their configuration.
#[derive(Default)]
pub(super) struct Categories {
    campaigns: HashMap<String, Names>,
    /// The last list that was read from a record: most records have the same.
    last: Option<(String, Names)>,
}

impl Categories {
    /// Those that the configurations of campaigns name.
    pub(super) fn of_campaigns<'f>(files: impl IntoIterator<Item = &'f File>) -> Self {
        let mut categories = Categories::default();
        for file in files {
            match file.name() {
                "metadata.json" => categories.add_metadata(&file.path, &file.text),
                "config.yaml" | "config.yml" => categories.add_config(&file.path, &file.text),
                _ => {}
            }
        }
        categories
    }

    /// Takes in a `metadata.json`.
    fn add_metadata(&mut self, path: &str, text: &str) {
        let Some(metadata) = Object::parse(text.trim()) else { return };
        let config = metadata.get("config").and_then(Object::parse);
        let list = metadata.get(LIST).or(config.as_ref().and_then(|config| config.get(LIST)));
        if let Some(list) = list {
            self.campaigns.insert(folder(path).to_owned(), names(list));
        }
    }

    /// Takes in a `config.yaml`; what a `metadata.json` in the same folder says goes first.
    fn add_config(&mut self, path: &str, text: &str) {
        let Some(config) = yaml::read(text).root else { return };
        let list = member(&config, LIST).or_else(|| member(member(&config, "config")?, LIST));
        if let Some(list) = list.and_then(Node::as_sequence) {
            let names = list.items.iter().map(name_in_yaml).collect();
            self.campaigns.entry(folder(path).to_owned()).or_insert(names);
        }
    }

    /// The categories of a record in a file: its own list, or that of the campaign in whose folder the file is.
    pub(super) fn of(&mut self, list: Option<&str>, path: &str) -> Names {
        if let Some(list) = list {
            if let Some((_, names)) = self.last.as_ref().filter(|(known, _)| known == list) {
                return names.clone();
            }
            let names = names(list);
            self.last = Some((list.to_owned(), names.clone()));
            return names;
        }
        let mut at = folder(path);
        loop {
            if let Some(names) = self.campaigns.get(at) {
                return names.clone();
            }
            if at.is_empty() {
                return Arc::from([]);
            }
            at = folder(at);
        }
    }
}

fn folder(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

fn names(list: &str) -> Names {
    let Json::Array(list) = Json::read(list) else { return Arc::from([]) };
    let name = |item| match Json::read(item) {
        Json::Object(category) => category.get("name").map(words).unwrap_or_default(),
        _ => words(item),
    };
    list.values().map(name).collect()
}

fn member<'n>(node: &'n Node, name: &str) -> Option<&'n Node> {
    node.as_mapping()?.get(name).map(|entry| &entry.value)
}

/// The name of a category: a member of it, or all that there is.
fn name_in_yaml(category: &Node) -> String {
    let scalar = member(category, "name").unwrap_or(category).as_scalar();
    scalar.map_or_else(String::new, |scalar| scalar.text.to_string())
}

/// A value as words: a string decoded, all else as it is spelled.
pub(super) fn words(value: &str) -> String {
    match Json::read(value) {
        Json::String(text) => text.into_owned(),
        _ => value.to_owned(),
    }
}

/// The category that a `type` stands for.
pub(super) fn category_of(kind: &str, names: &Names) -> String {
    let index = match Json::read(kind) {
        Json::Number(number) => integer(number).and_then(|at| usize::try_from(at).ok()),
        _ => None,
    };
    index.and_then(|at| names.get(at)).cloned().unwrap_or_else(|| words(kind))
}

/// The `type` of a category, as JSON: its number, or its name if it is not one of the list.
pub(super) fn type_of<'a>(category: &'a str, names: &Names) -> Cow<'a, str> {
    let is_number = || {
        let all_digits = category.bytes().all(|byte| byte.is_ascii_digit());
        all_digits && category.len() < 10 && (category == "0" || !category.starts_with('0'))
    };
    match names.iter().position(|name| name == category) {
        Some(at) => Cow::Owned(at.to_string()),
        None if !category.is_empty() && is_number() => Cow::Borrowed(category),
        None => Cow::Owned(encode(category)),
    }
}
