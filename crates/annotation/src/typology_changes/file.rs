//! Changes of a typology as a file: YAML, or JSON, which is YAML too. Described in `docs/typology-changes.md`.

use std::collections::BTreeMap;

use super::{NameChange, NameFate, NameSplit, TypologyChanges};
use spanwise_diagnostics::{Diagnostic, Severity};
use spanwise_i18n::Message;
use spanwise_template::suggest::nearest;
use spanwise_template::yaml::{MappingEntry, YamlMapping, YamlNode, YamlValue, read};

/// The kind of a named item, which determines the keys of its change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum NameKind {
    Category,
    Question,
    Option,
}

impl NameKind {
    /// The key of the names below, and their kind.
    fn below(self) -> (&'static str, NameKind) {
        match self {
            NameKind::Category => ("questions", NameKind::Question),
            NameKind::Question | NameKind::Option => ("options", NameKind::Option),
        }
    }
}

/// Reads the changes of a file.
///
/// # Errors
/// If there is an error in the file; returns all its problems, with places in `text`.
pub fn read_file(text: &str) -> Result<TypologyChanges, Vec<Diagnostic>> {
    let document = read(text);
    let mut reader = FileReader { problems: document.diagnostics };
    let mut changes = TypologyChanges::default();
    for entry in document.root.as_ref().map(|root| reader.entries(root)).unwrap_or_default() {
        match entry.key_text() {
            "categories" => changes.categories = reader.names(&entry.value, NameKind::Category),
            "questions" => changes.questions = reader.names(&entry.value, NameKind::Question),
            "instance_questions" => {
                changes.instance_questions = reader.names(&entry.value, NameKind::Question);
            }
            _ => reader.unknown_key(entry, &["categories", "questions", "instance_questions"]),
        }
    }
    let is_error = |problem: &Diagnostic| problem.severity == Severity::Error;
    if reader.problems.iter().any(is_error) { Err(reader.problems) } else { Ok(changes) }
}

struct FileReader {
    problems: Vec<Diagnostic>,
}

impl FileReader {
    fn error(&mut self, node: &YamlNode, code: &'static str, message: &str, remedy: &str) {
        let [message, remedy] = [message, remedy].map(|text| Message::from(text.to_owned()));
        self.problems.push(node.head().error(code, message, remedy));
    }

    fn unknown_key(&mut self, entry: &MappingEntry, known: &[&str]) {
        let message = format!("There is no key “{}” here.", entry.key_text());
        let remedy = match nearest(entry.key_text(), known.iter().copied()) {
            Some(meant) => format!("Did you mean `{meant}`?"),
            None => format!("Write one of these: {}.", known.join(", ")),
        };
        let [message, remedy] = [message, remedy].map(Message::from);
        self.problems.push(entry.key.at.error("unknown-key", message, remedy));
    }

    /// The entries of a map; none for an empty node, nor for any other, which is reported.
    fn entries<'n>(&mut self, node: &'n YamlNode) -> Vec<&'n MappingEntry> {
        match &node.value {
            YamlValue::Map(mapping) => mapping.entries().collect(),
            YamlValue::Scalar(_) if node.is_null() => Vec::new(),
            YamlValue::Scalar(_) | YamlValue::Seq(_) => {
                let remedy = "Write names with what becomes of them, one in a line: `old: new`.";
                self.error(node, "not-a-map", "Names should stand here.", remedy);
                Vec::new()
            }
        }
    }

    fn names(&mut self, node: &YamlNode, kind: NameKind) -> BTreeMap<String, NameChange> {
        let entries = self.entries(node).into_iter();
        entries
            .map(|entry| (entry.key_text().to_owned(), self.change(&entry.value, kind)))
            .collect()
    }

    /// Reads the change of one name: nothing (it is removed), another name, or a map with more.
    fn change(&mut self, node: &YamlNode, kind: NameKind) -> NameChange {
        if node.is_null() {
            return NameChange::of(NameFate::Removed);
        }
        match &node.value {
            YamlValue::Scalar(_) => {
                NameChange::of(self.name(node).map_or(NameFate::Kept, NameFate::Renamed))
            }
            YamlValue::Map(mapping) => self.details(mapping, kind),
            YamlValue::Seq(_) => {
                let remedy = "Write its new name, or `split` if it becomes several.";
                self.error(node, "not-a-name", "A list is no new name.", remedy);
                NameChange::default()
            }
        }
    }

    fn details(&mut self, mapping: &YamlMapping, kind: NameKind) -> NameChange {
        let (below, kind_below) = kind.below();
        let mut change = NameChange::default();
        for entry in mapping.entries() {
            let fate = match entry.key_text() {
                "name" => self.name(&entry.value).map(NameFate::Renamed),
                "split" => self.split(&entry.value).map(NameFate::Split),
                key if key == below => {
                    change.below = self.names(&entry.value, kind_below);
                    continue;
                }
                _ => {
                    self.unknown_key(entry, &["name", "split", below]);
                    continue;
                }
            };
            if change.fate != NameFate::Kept {
                let remedy = "Leave out `name`: the new names stand under `split`.";
                self.error(&entry.value, "name-and-split", "It is renamed and split.", remedy);
            }
            change.fate = fate.unwrap_or_default();
        }
        change
    }

    fn split(&mut self, node: &YamlNode) -> Option<NameSplit> {
        let (mut by, mut into) = (Vec::new(), BTreeMap::new());
        for entry in self.entries(node) {
            match entry.key_text() {
                "by" => by = self.path(&entry.value),
                "into" => {
                    for entry in self.entries(&entry.value) {
                        if let Some(name) = self.name(&entry.value) {
                            into.insert(entry.key_text().to_owned(), name);
                        }
                    }
                }
                _ => self.unknown_key(entry, &["by", "into"]),
            }
        }
        if by.is_empty() || into.is_empty() {
            let message = "A split needs `by`, a question, and `into`, new names by its answers.";
            let remedy = "Write, for instance, `split: {by: type, into: {yes: one, no: other}}`.";
            self.error(node, "incomplete-split", message, remedy);
            return None;
        }
        Some(NameSplit { by, into })
    }

    /// Reads the name of a question, or a list of it and the options that lead to a follow-up.
    fn path(&mut self, node: &YamlNode) -> Vec<String> {
        match &node.value {
            YamlValue::Seq(sequence) => {
                sequence.items.iter().filter_map(|node| self.name(node)).collect()
            }
            YamlValue::Scalar(_) | YamlValue::Map(_) => self.name(node).into_iter().collect(),
        }
    }

    fn name(&mut self, node: &YamlNode) -> Option<String> {
        let text = node.as_scalar().map(|scalar| &*scalar.text);
        match text.filter(|text| !text.is_empty() && !node.is_null()) {
            Some(text) => Some(text.to_owned()),
            None => {
                let remedy = "Write one, in quotes if it has signs such as `:` or `#`.";
                self.error(node, "not-a-name", "A name should stand here.", remedy);
                None
            }
        }
    }
}
