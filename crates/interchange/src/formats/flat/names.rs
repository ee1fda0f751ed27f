//! The names of columns.

use std::collections::{HashMap, HashSet};

use super::cells::needs_mark;
use super::record::{FlatRecord, first_part};
use crate::in_order::InOrder;
use crate::record::{Corpus, Edit};
use crate::report::Losses;
use spanwise_annotation::document::TextRole;

/// What the names of columns begin with: metadata and answers of items and of edits, and texts.
pub(super) const ITEM_METADATA: &str = "item:";
pub(super) const ITEM_ANSWER: &str = "item_answer:";
pub(super) const EDIT_METADATA: &str = "metadata:";
pub(super) const EDIT_ANSWER: &str = "answer:";
pub(super) const TEXT: &str = "text:";

/// The maximal number of columns whose names come from the data. What is beyond is put together in one cell, so that a
/// row never is much longer than its content.
const MOST: usize = 300;

/// The names of columns that come from the data.
#[derive(Debug)]
pub(super) struct ColumnNames {
    known: HashMap<&'static str, HashSet<String>>,
    /// The known names by the first part of their path, which keeps those of a question together.
    in_order: HashMap<&'static str, InOrder<String, Vec<String>>>,
    /// Names of metadata of which some strings look like numbers: all strings are told apart from these.
    marked: HashMap<&'static str, HashSet<String>>,
    room: usize,
    is_open: bool,
}

impl ColumnNames {
    /// Names without a limit, for files in which each value says its name.
    pub(super) fn unlimited() -> Self {
        ColumnNames {
            known: HashMap::new(),
            in_order: HashMap::new(),
            marked: HashMap::new(),
            room: usize::MAX,
            is_open: true,
        }
    }

    /// The names for the records of a table.
    pub(super) fn of(corpus: &Corpus) -> Self {
        let mut names = ColumnNames { room: MOST, ..ColumnNames::unlimited() };
        for record in &corpus.records {
            names.mark(ITEM_METADATA, record.metadata.iter());
            let mut todo: Vec<&Edit> = record.edits.iter().collect();
            while let Some(edit) = todo.pop() {
                names.mark(EDIT_METADATA, edit.metadata.iter());
                todo.extend(&edit.constituents);
            }
        }
        for record in &corpus.records {
            FlatRecord::of(record, 0, &mut names, &mut Losses::default());
        }
        names.is_open = false;
        names
    }

    fn mark<'m>(&mut self, group: &'static str, members: impl Iterator<Item = (&'m str, &'m str)>) {
        for (name, _) in members.filter(|(_, json)| needs_mark(json)) {
            let marked = self.marked.entry(group).or_default();
            if !marked.contains(name) {
                marked.insert(name.to_owned());
            }
        }
    }

    /// Returns `true` if the strings of a name are told apart from numbers.
    pub(super) fn is_marked(&self, group: &str, name: &str) -> bool {
        self.marked.get(group).is_some_and(|marked| marked.contains(name))
    }

    /// Returns `true` if there is a column of a name; while names are collected, if there is room for it.
    pub(super) fn has(&mut self, group: &'static str, name: &str) -> bool {
        if self.known.get(group).is_some_and(|known| known.contains(name)) {
            return true;
        }
        if !self.is_open || self.room == 0 {
            return false;
        }
        if self.room < usize::MAX {
            self.room -= 1;
            self.known.entry(group).or_default().insert(name.to_owned());
            let in_order = self.in_order.entry(group).or_default();
            in_order.at(first_part(group, name), Vec::new).push(name.to_owned());
        }
        true
    }

    /// The same for a text.
    pub(super) fn has_text(&mut self, name: &str, role: TextRole) -> bool {
        name.trim() == name && self.has(TEXT, &text_column(name, role))
    }

    /// The names of a group in their order: by question, then by path.
    pub(super) fn take(&mut self, group: &str) -> Vec<String> {
        let groups = self.in_order.remove(group).unwrap_or_default().into_values();
        let sorted = groups.into_iter().map(|mut names| {
            names.sort_unstable();
            names
        });
        sorted.flatten().collect()
    }
}

/// The name of the column of a text, without its group.
pub(super) fn text_column(name: &str, role: TextRole) -> String {
    format!("{name} ({})", role.name())
}

/// The name and the role of a text by the name of its column; one without a role is a target.
pub(super) fn text_of_column(column: &str) -> (&str, TextRole) {
    let named = column.strip_suffix(')').and_then(|column| column.rsplit_once(" ("));
    let named = named.and_then(|(name, role)| Some((name, TextRole::named(role)?)));
    named.unwrap_or((column, TextRole::Target))
}
