//! What was done with the names of a typology, counted over all instances.

use std::collections::{BTreeMap, BTreeSet};

use super::{NameChange, TypologyChanges};

/// The way to a name, all names being those before: `[category]`, `[category, question]`, `[category, question, option]`,
/// and on to the options of follow-ups. Of a question of all categories the first name is `*`.
pub type NamePath = Vec<String>;

/// Stands for every category in a [`NamePath`].
pub(super) const ANY: &str = "*";

/// Why a name stays that was to be changed.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum KeptReason {
    /// The question that decides a split was not answered.
    Unanswered,
    /// The split says nothing of the answer.
    OtherAnswer,
    /// It was removed: the new typology does not know it.
    Removed,
    /// Another question of the edit has the new name.
    Taken,
}

/// How often something was found.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct OccurrenceCount {
    /// How many edits.
    pub edits: usize,
    /// The 0-based number of the first instance with one.
    pub first: usize,
    /// For [`KeptReason::OtherAnswer`] and [`KeptReason::Taken`]: the answer or name of the first one.
    pub example: String,
}

/// What changes did, and did not.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ChangeCounts {
    /// Edits with at least one changed name.
    pub edits: usize,
    /// Edits that got another `id`, since another edit of their new category has theirs.
    pub renumbered: usize,
    /// How many edits each name was changed in, and into what.
    pub changed: BTreeMap<(NamePath, String), OccurrenceCount>,
    /// How many edits a name stays in, and why.
    pub stays: BTreeMap<(NamePath, KeptReason), OccurrenceCount>,
    /// Names of the changes that occurred.
    pub(super) met: BTreeSet<NamePath>,
}

impl ChangeCounts {
    /// The names of changes that no edit had, in order; not those below such a name.
    #[must_use]
    pub fn unmet(&self, changes: &TypologyChanges) -> Vec<NamePath> {
        let mut unmet = Vec::new();
        self.add_unmet(&changes.categories, &mut Vec::new(), &mut unmet);
        self.add_unmet(&changes.questions, &mut vec![ANY.to_owned()], &mut unmet);
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
