//! Counts of changed and kept names over all instances.

use std::collections::{BTreeMap, BTreeSet};

use super::{NameChange, TypologyChanges};

/// The path to a name, in old names: `[category]`, `[category, question]`, `[category, question, option]`, and on to
/// the options of follow-ups. For a question of all categories, the first name is `*`; for one about instances, it is
/// empty.
pub type NamePath = Vec<String>;

/// The first name in the [`NamePath`] of a question of all categories.
pub(super) const ANY: &str = "*";

/// The first name in the [`NamePath`] of a question about instances.
pub(super) const INSTANCE: &str = "";

/// The reason for keeping a name that was to be changed.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum KeptReason {
    /// The deciding question of a split is not answered.
    Unanswered,
    /// The split does not mention the answer.
    OtherAnswer,
    /// The name is removed: the new typology does not have it.
    Removed,
    /// Another question of the edit has the new name.
    Taken,
}

/// The number of edits in which a name was changed or kept, with the first instance. For a name of a question about
/// instances, each instance counts as one edit.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct OccurrenceCount {
    /// The number of edits.
    pub edits: usize,
    /// The 0-based number of the first instance with one.
    pub first: usize,
    /// For [`KeptReason::OtherAnswer`] and [`KeptReason::Taken`]: the answer or the new name in the first one.
    pub example: String,
}

/// Counts of the effects of changes.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ChangeCounts {
    /// Edits with at least one changed name.
    pub edits: usize,
    /// Edits that got another `id`, since another edit of their new category has theirs.
    pub renumbered: usize,
    /// The edits with a changed name, by the name and the new name.
    pub changed: BTreeMap<(NamePath, String), OccurrenceCount>,
    /// The edits with a kept name, by the name and the reason.
    pub stays: BTreeMap<(NamePath, KeptReason), OccurrenceCount>,
    /// Names mentioned by changes that occurred in edits.
    pub(super) met: BTreeSet<NamePath>,
}

impl ChangeCounts {
    /// The names mentioned by changes that occurred in no edit, in order, without the names below them.
    #[must_use]
    pub fn unmet(&self, changes: &TypologyChanges) -> Vec<NamePath> {
        let mut unmet = Vec::new();
        self.add_unmet(&changes.categories, &mut Vec::new(), &mut unmet);
        self.add_unmet(&changes.questions, &mut vec![ANY.to_owned()], &mut unmet);
        self.add_unmet(&changes.instance_questions, &mut vec![INSTANCE.to_owned()], &mut unmet);
        unmet
    }

    fn add_unmet(
        &self,
        names: &BTreeMap<String, NameChange>,
        path: &mut NamePath,
        unmet: &mut Vec<NamePath>,
    ) {
        for (name, change) in names {
            path.push(name.clone());
            if self.met.contains(path) {
                self.add_unmet(&change.below, path, unmet);
            } else {
                unmet.push(path.clone());
            }
            path.pop();
        }
    }

    pub(super) fn note_changed(&mut self, path: &[&str], to: &str, instance: usize) {
        note(self.changed.entry((owned(path), to.to_owned())), instance, "");
    }

    pub(super) fn note_stays(
        &mut self,
        path: &[&str],
        why: KeptReason,
        example: &str,
        instance: usize,
    ) {
        note(self.stays.entry((owned(path), why)), instance, example);
    }

    pub(super) fn note_met(&mut self, path: &[&str]) {
        self.met.insert(owned(path));
    }
}

type CountEntry<'m, K> = std::collections::btree_map::Entry<'m, K, OccurrenceCount>;

fn note<K: Ord>(entry: CountEntry<'_, K>, instance: usize, example: &str) {
    let first = || OccurrenceCount { edits: 0, first: instance, example: example.to_owned() };
    entry.or_insert_with(first).edits += 1;
}

fn owned(path: &[&str]) -> NamePath {
    path.iter().map(|name| (*name).to_owned()).collect()
}
