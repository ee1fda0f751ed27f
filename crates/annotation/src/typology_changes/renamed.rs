//! Detection of a single rename between two versions of a typology.

use std::collections::BTreeMap;

use super::{NameChange, NameFate, TypologyChanges};
use spanwise_template::{Category, Checkbox, Choice, Question, QuestionKind, Typology, readable};

/// The part of a typology in which a name is changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RenamedPart {
    /// The categories, with their questions.
    Categories,
    /// The questions about instances.
    InstanceQuestions,
}

/// The rename of a category, question or option.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rename {
    /// Its part of the typology.
    pub part: RenamedPart,
    /// The path to it, in old names, its own last: category, question, option, options of follow-ups; from the question
    /// for one about instances.
    pub path: Vec<String>,
    /// Its new name.
    pub to: String,
}

impl Rename {
    /// The rename as changes of a typology.
    #[must_use]
    pub fn changes(&self) -> TypologyChanges {
        let renamed = NameChange::of(NameFate::Renamed(self.to.clone()));
        let mut names = self.path.iter().rev();
        let Some(own) = names.next() else { return TypologyChanges::default() };
        let around = |inner: BTreeMap<String, NameChange>, name: &String| {
            BTreeMap::from([(name.clone(), NameChange { fate: NameFate::Kept, below: inner })])
        };
        let names = names.fold(BTreeMap::from([(own.clone(), renamed)]), around);
        let mut changes = TypologyChanges::default();
        match self.part {
            RenamedPart::Categories => changes.categories = names,
            RenamedPart::InstanceQuestions => changes.instance_questions = names,
        }
        changes
    }
}

/// A sequence of renames, each in terms of the names left by those before it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Renames(Vec<Rename>);

impl Renames {
    /// Adds a rename. It is merged with the last one if that renamed the same item, as while a name is typed; if the
    /// old name is restored, both are dropped.
    pub fn push(&mut self, rename: Rename) {
        let around = |rename: &Rename| {
            rename.path.split_last().map(|(_, around)| (rename.part, around.to_vec()))
        };
        match self.0.last_mut() {
            Some(last)
                if around(last) == around(&rename) && rename.path.last() == Some(&last.to) =>
            {
                last.to = rename.to;
                if last.path.last() == Some(&last.to) {
                    self.0.pop();
                }
            }
            _ => self.0.push(rename),
        }
    }

    /// Returns `true` if there are no renames.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The renames as changes of a typology, in order.
    #[must_use]
    pub fn changes(&self) -> Vec<TypologyChanges> {
        self.0.iter().map(Rename::changes).collect()
    }
}

/// The rename that is the only difference between two typologies; `None` if there is none, or another difference. A
/// label derived from the name may follow it.
#[must_use]
pub fn renamed(before: &Typology, after: &Typology) -> Option<Rename> {
    let part = RenamedPart::Categories;
    let mut comparison = TypologyComparison { part, path: Vec::new(), rename: None };
    comparison.lists(before.categories(), after.categories(), TypologyComparison::categories)?;
    comparison.part = RenamedPart::InstanceQuestions;
    let (before, after) = (before.instance_questions(), after.instance_questions());
    comparison.lists(before, after, TypologyComparison::questions)?;
    comparison.rename
}

/// A parallel traversal of two typologies. Its methods return `None` if they differ in more than one name.
struct TypologyComparison {
    part: RenamedPart,
    path: Vec<String>,
    rename: Option<Rename>,
}

/// An item with a name and a label.
trait NamedItem {
    fn name(&self) -> &str;
    fn label(&self) -> &str;
}

macro_rules! named {
    ($($of:ty),*) => {
        $(impl NamedItem for $of {
            fn name(&self) -> &str {
                &self.name
            }

            fn label(&self) -> &str {
                &self.label
            }
        })*
    };
}

named!(Category, Checkbox, Question, Choice);

impl TypologyComparison {
    /// Compares lists item by item.
    fn lists<N: NamedItem>(
        &mut self,
        before: &[N],
        after: &[N],
        rest: fn(&mut Self, &N, &N) -> Option<()>,
    ) -> Option<()> {
        if before.len() != after.len() {
            return None;
        }
        for (old, new) in before.iter().zip(after) {
            self.path.push(old.name().to_owned());
            self.names(before, old, new)?;
            rest(self, old, new)?;
            self.path.pop();
        }
        Some(())
    }

    /// Compares names and labels. The old name of another item in the list does not count as a new name.
    fn names<N: NamedItem>(&mut self, before: &[N], old: &N, new: &N) -> Option<()> {
        if old.name() == new.name() {
            return (old.label() == new.label()).then_some(());
        }
        let follows = |one: &N| one.label() == readable(one.name());
        let is_taken = before.iter().any(|one| one.name() == new.name());
        let is_same = old.label() == new.label() || (follows(old) && follows(new));
        if self.rename.is_some() || is_taken || !is_same {
            return None;
        }
        let (part, path) = (self.part, self.path.clone());
        self.rename = Some(Rename { part, path, to: new.name().to_owned() });
        Some(())
    }

    fn categories(&mut self, old: &Category, new: &Category) -> Option<()> {
        let Category { description, group, color, icon, hotkey, shape, .. } = old;
        let Category { roles, boundary, weight, questions, .. } = old;
        let is_same = *description == new.description
            && *group == new.group
            && *color == new.color
            && *icon == new.icon
            && *hotkey == new.hotkey
            && *shape == new.shape
            && *roles == new.roles
            && *boundary == new.boundary
            && *weight == new.weight;
        is_same.then_some(())?;
        self.lists(questions, &new.questions, Self::questions)
    }

    fn questions(&mut self, old: &Question, new: &Question) -> Option<()> {
        let Question { prompt, description, hotkey, required, kind, .. } = old;
        let is_same = *prompt == new.prompt
            && *description == new.description
            && *hotkey == new.hotkey
            && *required == new.required;
        is_same.then_some(())?;
        match (kind, &new.kind) {
            (QuestionKind::Choice(old), QuestionKind::Choice(new)) => {
                self.lists(old, new, Self::options)
            }
            (QuestionKind::Checkboxes(old), QuestionKind::Checkboxes(new)) => {
                self.lists(old, new, Self::checkboxes)
            }
            (old, new) => (old == new).then_some(()),
        }
    }

    fn checkboxes(&mut self, old: &Checkbox, new: &Checkbox) -> Option<()> {
        let Checkbox { description, hotkey, .. } = old;
        (*description == new.description && *hotkey == new.hotkey).then_some(())
    }

    fn options(&mut self, old: &Choice, new: &Choice) -> Option<()> {
        let Choice { description, hotkey, weight, follow_up, .. } = old;
        let is_same =
            *description == new.description && *hotkey == new.hotkey && *weight == new.weight;
        is_same.then_some(())?;
        match (follow_up, &new.follow_up) {
            // A follow-up has the name of its option.
            (Some(old), Some(new)) => self.questions(old, new),
            (old, new) => (old.is_none() && new.is_none()).then_some(()),
        }
    }
}
