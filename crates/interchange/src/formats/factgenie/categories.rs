//! The meaning of the numbers of factgenie's categories.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

use crate::file_problems::{FileProblem, FileProblems};
use crate::members::words_or_raw;
use crate::text_file::TextFile;
use spanwise_diagnostics::{DiagnosticPlace, quoted};
use spanwise_json::{Json, Object, encode, integer};
use spanwise_template::yaml::{self, TextLocation, YamlNode, YamlValue};

/// The member with the categories, in the metadata of a record and of a campaign.
pub(super) const LIST: &str = "annotation_span_categories";

/// The consequence of unreadable categories, for messages.
const NOT_READ: &str = "Categories that no other file names are called by their numbers.";

/// The names of the categories of a record, by number.
pub(super) type CategoryNames = Arc<[String]>;

/// The lists of categories of the campaigns, by the folder of their configuration.
#[derive(Default)]
pub(super) struct CampaignCategories {
    campaigns: HashMap<String, CategoryNames>,
    /// The last list that was read from a record: most records have the same.
    last: Option<(String, CategoryNames)>,
}

impl CampaignCategories {
    /// Reads the categories in the configurations of campaigns. A `metadata.json` takes precedence over a `config.yaml`
    /// in the same folder.
    pub(super) fn of_campaigns<'f>(
        files: impl IntoIterator<Item = &'f TextFile> + Clone,
        problems: &mut FileProblems,
    ) -> Self {
        let mut categories = CampaignCategories::default();
        for file in files.clone().into_iter().filter(|file| file.name() == "metadata.json") {
            categories.add_metadata(file, problems);
        }
        for file in files {
            if ["config.yaml", "config.yml"].contains(&file.name()) {
                categories.add_config(file, problems);
            }
        }
        categories
    }

    /// Adds the categories of a `metadata.json`.
    fn add_metadata(&mut self, file: &TextFile, problems: &mut FileProblems) {
        let Some(metadata) = Object::parse(file.text.trim()) else {
            let said = ["The file is no JSON object.", NOT_READ];
            return problems.warn(
                file,
                DiagnosticPlace::Whole,
                "no-object",
                said.map(str::to_owned),
            );
        };
        let config = metadata.get("config").and_then(Object::parse);
        let list = metadata.get(LIST).or(config.as_ref().and_then(|config| config.get(LIST)));
        let Some(list) = list else { return };
        if !matches!(Json::read(list), Json::Array(_)) {
            return problems.warn(file, DiagnosticPlace::Whole, "no-list", no_list(list));
        }
        self.campaigns.insert(folder(&file.path).to_owned(), names(list));
    }

    /// Adds the categories of a `config.yaml`.
    fn add_config(&mut self, file: &TextFile, problems: &mut FileProblems) {
        let document = yaml::read(&file.text);
        for diagnostic in document.diagnostics {
            problems.add(FileProblem { file: file.path.clone(), diagnostic });
        }
        let is_known = self.campaigns.contains_key(folder(&file.path));
        let list = document.root.as_ref().and_then(|config| {
            member(config, LIST).or_else(|| member(member(config, "config")?, LIST))
        });
        let Some(list) = list else {
            if !is_known {
                let said = [&*format!("The file has no {LIST}."), NOT_READ].map(str::to_owned);
                problems.warn(file, DiagnosticPlace::Whole, "no-categories", said);
            }
            return;
        };
        let Some(sequence) = list.as_sequence() else {
            let found = list.as_scalar().map_or("a map", |scalar| &scalar.text);
            return problems.warn(file, place(&list.at), "no-list", no_list(found));
        };
        // A list that breaks off has been reported above; the numbers up to there are still valid.
        let name = |(number, category): (usize, &YamlNode)| {
            let name = name_in_yaml(category);
            if name.is_none() {
                let message = format!("The category {number} has no name.");
                let remedy = "It is called by its number. Write “name:” and a text.".to_owned();
                problems.warn(file, place(&category.at), "no-name", [message, remedy]);
            }
            name.unwrap_or_else(|| number.to_string())
        };
        let names = sequence.items.iter().enumerate().map(name).collect();
        self.campaigns.entry(folder(&file.path).to_owned()).or_insert(names);
    }

    /// The categories of a record in a file: its own list, or that of the campaign in whose folder the file is.
    pub(super) fn of(&mut self, list: Option<&str>, path: &str) -> CategoryNames {
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

fn names(list: &str) -> CategoryNames {
    let Json::Array(list) = Json::read(list) else { return Arc::from([]) };
    let name = |item| match Json::read(item) {
        Json::Object(category) => category.get("name").map(words_or_raw).unwrap_or_default(),
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) | Json::Array(_) => {
            words_or_raw(item)
        }
    };
    list.values().map(name).collect()
}

fn member<'n>(node: &'n YamlNode, name: &str) -> Option<&'n YamlNode> {
    node.as_mapping()?.get(name).map(|entry| &entry.value)
}

/// The name of a category: its member `name`, or the category itself if it is not a map; `None` if that is empty or not
/// a scalar.
fn name_in_yaml(category: &YamlNode) -> Option<String> {
    let named = match category.value {
        YamlValue::Map(_) => member(category, "name")?,
        YamlValue::Scalar(_) | YamlValue::Seq(_) => category,
    };
    let name = named.as_scalar().filter(|_| !named.is_null())?;
    Some(name.text.to_string()).filter(|name| !name.is_empty())
}

/// A place in YAML.
fn place(at: &TextLocation) -> DiagnosticPlace {
    DiagnosticPlace::Text { line: at.line, column: at.column, bytes: at.bytes.clone() }
}

/// The message and the remedy for a value that is not a list.
fn no_list(found: &str) -> [String; 2] {
    let remedy = format!("{NOT_READ} Write a list of them, each with a name.");
    [format!("{LIST} is no list, but {}.", quoted(found)), remedy]
}

/// The category of a `type`: the name with this number, otherwise the value as text.
pub(super) fn category_of(kind: &str, names: &CategoryNames) -> String {
    let index = if let Json::Number(number) = Json::read(kind) {
        integer(number).and_then(|at| usize::try_from(at).ok())
    } else {
        None
    };
    index.and_then(|at| names.get(at)).cloned().unwrap_or_else(|| words_or_raw(kind))
}

/// The `type` of a category, as JSON: its number in the list; otherwise its name, as a number if it is spelled like
/// one.
pub(super) fn type_of<'a>(category: &'a str, names: &CategoryNames) -> Cow<'a, str> {
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
