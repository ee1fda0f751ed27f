//! Paths of items in the tree of a template.

use std::fmt;

use crate::schema::{self, SchemaSection};

/// The kind of an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ItemKind {
    /// An item of `edits`.
    Category,
    /// An item of `annotation` or `instance_questions`.
    Question,
    /// An item of `options`; with options of its own it is a question, too.
    Option,
    /// An item of `steps` of `training`.
    TrainingStep,
    /// An item of `questions` of a quiz.
    QuizQuestion,
    /// An item of `options` of a question of a quiz.
    QuizOption,
}

impl ItemKind {
    /// The name that an item is added with if none is given; a number is added to one that is taken. Empty for items
    /// without names.
    pub(super) fn placeholder_name(self) -> &'static str {
        match self {
            ItemKind::Category => "new_category",
            ItemKind::Question => "new_question",
            ItemKind::Option => "new_option",
            ItemKind::TrainingStep | ItemKind::QuizQuestion | ItemKind::QuizOption => "",
        }
    }
}

/// The list of a template that a path begins in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, PartialOrd, Ord)]
pub enum OutlineList {
    /// `instance_questions`
    InstanceQuestions,
    /// `edits`
    #[default]
    Categories,
    /// `steps` of `training`
    TrainingSteps,
    /// None: the path is that of the map `scoring` of `training`.
    TrainingScoring,
}

impl OutlineList {
    /// The keys that lead from the template to the map that holds the list.
    pub(super) fn base(self) -> &'static [&'static str] {
        match self {
            OutlineList::InstanceQuestions | OutlineList::Categories => &[],
            OutlineList::TrainingSteps => &["training"],
            OutlineList::TrainingScoring => &["training", "scoring"],
        }
    }
}

/// The path of an item: its index in `edits`, then in `annotation`, then in one `options` after the other; or its index in
/// `instance_questions`, then in one `options` after the other; or its index in `steps` of the training, then in `questions`,
/// then in `options`. Without an index it is that of the template or training itself.
///
/// Indices are 0-based and count all written items, including those that the compiler leaves out.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, PartialOrd, Ord)]
pub struct ItemPath {
    list: OutlineList,
    indices: Vec<usize>,
}

impl ItemPath {
    /// The path of the template itself, with the categories as its list.
    #[must_use]
    pub fn root() -> Self {
        ItemPath::default()
    }

    /// The path of the template or training itself, with this list.
    #[must_use]
    pub fn of_list(list: OutlineList) -> Self {
        ItemPath { list, indices: Vec::new() }
    }

    /// Creates the path with these indices, beginning in the categories.
    #[must_use]
    pub fn new(indices: impl Into<Vec<usize>>) -> Self {
        ItemPath { list: OutlineList::Categories, indices: indices.into() }
    }

    /// The list that it begins in.
    #[must_use]
    pub fn list(&self) -> OutlineList {
        self.list
    }

    /// The indices.
    #[must_use]
    pub fn indices(&self) -> &[usize] {
        &self.indices
    }

    fn with(&self, indices: Vec<usize>) -> Self {
        ItemPath { list: self.list, indices }
    }

    /// The path of an item in the list of this one.
    #[must_use]
    pub fn child(&self, index: usize) -> Self {
        self.with(self.indices.iter().copied().chain([index]).collect())
    }

    /// The path of the item whose list contains this one; `None` for the template.
    #[must_use]
    pub fn parent(&self) -> Option<ItemPath> {
        let (_, parent) = self.indices.split_last()?;
        Some(self.with(parent.to_vec()))
    }

    /// The index in the list that contains this item; `None` for the template.
    #[must_use]
    pub fn index(&self) -> Option<usize> {
        self.indices.last().copied()
    }

    /// The kind of this item; `None` for the template.
    #[must_use]
    pub fn kind(&self) -> Option<ItemKind> {
        self.parent().map(|parent| parent.child_kind())
    }

    /// The kind of the items in the list of this one.
    #[must_use]
    pub fn child_kind(&self) -> ItemKind {
        match (self.list, self.indices.len()) {
            (OutlineList::Categories, 0) => ItemKind::Category,
            (OutlineList::Categories, 1) | (OutlineList::InstanceQuestions, 0) => {
                ItemKind::Question
            }
            (OutlineList::Categories | OutlineList::InstanceQuestions, _) => ItemKind::Option,
            (OutlineList::TrainingSteps | OutlineList::TrainingScoring, 0) => {
                ItemKind::TrainingStep
            }
            (OutlineList::TrainingSteps | OutlineList::TrainingScoring, 1) => {
                ItemKind::QuizQuestion
            }
            (OutlineList::TrainingSteps | OutlineList::TrainingScoring, _) => ItemKind::QuizOption,
        }
    }

    /// The key of that list.
    #[must_use]
    pub fn list_key(&self) -> &'static str {
        match self.child_kind() {
            ItemKind::Category => "edits",
            ItemKind::Question if self.list == OutlineList::Categories => "annotation",
            ItemKind::Question => "instance_questions",
            ItemKind::TrainingStep => "steps",
            ItemKind::QuizQuestion => "questions",
            ItemKind::Option | ItemKind::QuizOption => "options",
        }
    }

    /// Returns `true` if this item is `other` or inside it.
    #[must_use]
    pub fn is_within(&self, other: &ItemPath) -> bool {
        self.list == other.list && self.indices.starts_with(&other.indices)
    }

    /// The section of the map of this item.
    pub(super) fn section(&self) -> &'static SchemaSection {
        match self.kind() {
            None => match self.list {
                OutlineList::InstanceQuestions | OutlineList::Categories => &schema::TEMPLATE,
                OutlineList::TrainingSteps => &schema::TRAINING,
                OutlineList::TrainingScoring => &schema::TRAINING_SCORING,
            },
            Some(ItemKind::Category) => &schema::CATEGORY,
            Some(ItemKind::Question) => &schema::QUESTION,
            Some(ItemKind::Option) => &schema::CHOICE,
            Some(ItemKind::TrainingStep) => &schema::TRAINING_STEP,
            Some(ItemKind::QuizQuestion) => &schema::QUIZ_QUESTION,
            Some(ItemKind::QuizOption) => &schema::QUIZ_OPTION,
        }
    }

    /// The path of this item after the removal of `gone`; meaningless for items inside `gone`.
    #[must_use]
    pub fn without(&self, gone: &ItemPath) -> Self {
        let mut path = self.clone();
        let Some((&index, list)) = gone.indices.split_last() else { return path };
        if let Some(own) = path.indices.get_mut(list.len())
            && self.list == gone.list
            && self.indices.starts_with(list)
            && *own > index
        {
            *own -= 1;
        }
        path
    }
}

/// `edits 2, annotation 0, options 1`.
impl fmt::Display for ItemPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut around = ItemPath::of_list(self.list);
        for &index in &self.indices {
            let comma = if around.indices.is_empty() { "" } else { ", " };
            write!(f, "{comma}{} {index}", around.list_key())?;
            around = around.child(index);
        }
        Ok(())
    }
}
