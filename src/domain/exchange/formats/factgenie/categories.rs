//! What the numbers of factgenie's categories stand for.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

use crate::domain::format::json::{Json, Object, encode, integer};

/// The member with the categories, in the metadata of a record and of a campaign.
pub(super) const LIST: &str = "annotation_span_categories";

/// The names of the categories of a record, by number.
pub(super) type Names = Arc<[String]>;

/// The lists of categories of the campaigns, by the folder of their `metadata.json`.
#[derive(Default)]
pub(super) struct Categories {
    campaigns: HashMap<String, Names>,
    /// The last list that was read from a record: most records have the same.
    last: Option<(String, Names)>,
}

impl Categories {
    /// Takes in a `metadata.json`.
    pub(super) fn add_campaign(&mut self, path: &str, text: &str) {
        let Some(metadata) = Object::parse(text.trim()) else { return };
        let config = metadata.get("config").and_then(Object::parse);
        let list = metadata.get(LIST).or(config.as_ref().and_then(|config| config.get(LIST)));
        if let Some(list) = list {
            self.campaigns.insert(folder(path).to_owned(), names(list));
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
