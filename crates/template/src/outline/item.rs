//! The items of a template, as they stand in its text.

use std::ops::Range;

use super::data::PlainData;
use super::error::OutlineError;
use super::operation::AnswerKind;
use super::path::{ItemKind, ItemPath, OutlineList};
use super::shape;
use super::training::{OutlineTraining, TrainingRole};
use super::tree::{OutlineTree, WrittenNode, entries_of, entry_of, is_null, items_of};
use crate::Color;
use crate::model::CategoryShape;
use crate::yaml::YamlNode;

/// A template as a tree of items, those with errors included.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Outline {
    /// Its questions about instances.
    pub instance_questions: Vec<OutlineItem>,
    /// Its categories.
    pub categories: Vec<OutlineItem>,
    /// Its training.
    pub training: OutlineTraining,
    /// The reason why no category can be added or moved; `None` if that is possible.
    pub locked: Option<OutlineError>,
}

/// A category, a question or an option; or a part of a training.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutlineItem {
    /// Its path.
    pub path: ItemPath,
    /// Its kind.
    pub kind: ItemKind,
    /// Its name; empty if it has none.
    pub name: String,
    /// Its label; the name if it has none. Of a part of a training its title or text.
    pub label: String,
    /// The colour of a category: its own or that of its position.
    pub color: Option<Color>,
    /// The shape of the edits of a category; `None` for other items, and for an unknown `type`.
    pub shape: Option<CategoryShape>,
    /// The role of a step of a training, or of an option of a quiz; `None` for other items.
    pub role: Option<TrainingRole>,
    /// The kind of answers to a question or to the follow-up of an option; `None` also if `options` has another value.
    pub answers: Option<AnswerKind>,
    /// All keys with a single text, number or flag as their value.
    pub fields: Vec<OutlineField>,
    /// Its range in bytes of the text, without its comments.
    pub bytes: Range<usize>,
    /// The reason why it and its children cannot be changed; `None` if they can.
    pub locked: Option<OutlineError>,
    /// The questions of a category or quiz; the options of a question or option.
    pub children: Vec<OutlineItem>,
}

/// A key of an item with its value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutlineField {
    /// The key.
    pub key: String,
    /// The value as text.
    pub text: String,
    /// The range of the value in bytes of the text; `None` if it is that of an alias or a merged map.
    pub bytes: Option<Range<usize>>,
}

impl OutlineItem {
    /// The text of a key; `None` if it is not set.
    #[must_use]
    pub fn text(&self, key: &str) -> Option<&str> {
        self.fields.iter().find(|field| field.key == key).map(|field| field.text.as_str())
    }

    /// Returns `true` if it still has the name that it was added with.
    #[must_use]
    pub fn has_placeholder_name(&self) -> bool {
        let number = self.name.strip_prefix(self.kind.placeholder_name());
        number.is_some_and(|number| {
            let digits = number.strip_prefix('_');
            number.is_empty()
                || digits.is_some_and(|d| !d.is_empty() && d.bytes().all(|b| b.is_ascii_digit()))
        })
    }

    /// The kind of items that can be added to it; `None` if none can.
    #[must_use]
    pub fn can_add(&self) -> Option<ItemKind> {
        let free = match self.kind {
            ItemKind::Category | ItemKind::Question | ItemKind::Option => {
                matches!(self.answers, None | Some(AnswerKind::List))
            }
            ItemKind::TrainingStep => self.role == Some(TrainingRole::Quiz),
            ItemKind::QuizQuestion => true,
            ItemKind::QuizOption => false,
        };
        (self.locked.is_none() && free).then(|| self.path.child_kind())
    }
}

impl Outline {
    /// The item at a path.
    #[must_use]
    pub fn find(&self, path: &ItemPath) -> Option<&OutlineItem> {
        let (first, more) = path.indices().split_first()?;
        let list: &[OutlineItem] = match path.list() {
            OutlineList::InstanceQuestions => &self.instance_questions,
            OutlineList::Categories => &self.categories,
            OutlineList::TrainingSteps => self.training.steps(),
            OutlineList::TrainingScoring => &[],
        };
        let mut item = list.get(*first)?;
        for index in more {
            item = item.children.get(*index)?;
        }
        Some(item)
    }

    /// The innermost item whose range contains a byte or ends at it.
    #[must_use]
    pub fn at(&self, byte: usize) -> Option<&OutlineItem> {
        let holds = |item: &&OutlineItem| item.bytes.contains(&byte) || item.bytes.end == byte;
        let steps = self.training.steps();
        let mut all = self.instance_questions.iter().chain(&self.categories).chain(steps);
        let mut found = all.find(holds)?;
        while let Some(inner) = found.children.iter().find(holds) {
            found = inner;
        }
        Some(found)
    }
}

/// The outline of a text, given its tree and its data.
pub(super) fn read(tree: &OutlineTree<'_>, data: &PlainData) -> Outline {
    let root = tree.root();
    let list = root.and_then(|root| entry_of(root, "edits")).map(|entry| &entry.value);
    let locked = root.and_then(|root| {
        let wrong = entries_of(root).is_none() && !is_null(root);
        let unusual = wrong.then(OutlineError::unusual);
        let other = list.filter(|list| items_of(list).is_none() && !is_null(list));
        unusual
            .or_else(|| tree.list(&ItemPath::root()).err())
            .or_else(|| other.map(|_| OutlineError::not_a_list("edits")))
    });
    let cut = root.is_some_and(|root| root.cut && list.is_none_or(|list| list.cut));
    let source = ListSource { list, around: 0..0, locked: locked.clone() };
    Outline {
        instance_questions: instance_questions(tree, data),
        categories: items(tree, &ItemPath::root(), data, &source),
        training: training(tree, data),
        locked: locked.or_else(|| cut.then(OutlineError::broken)),
    }
}

fn instance_questions(tree: &OutlineTree<'_>, data: &PlainData) -> Vec<OutlineItem> {
    let owner = ItemPath::of_list(OutlineList::InstanceQuestions);
    let list = tree.root().and_then(|root| entry_of(root, owner.list_key()));
    let list = list.map(|entry| &entry.value);
    let source = ListSource { list, around: 0..0, locked: tree.list(&owner).err() };
    items(tree, &owner, data, &source)
}

fn training(tree: &OutlineTree<'_>, data: &PlainData) -> OutlineTraining {
    let training = match data.get("training") {
        None | Some(PlainData::Null) => return OutlineTraining::None,
        Some(PlainData::Text(address)) => return OutlineTraining::File(address.clone()),
        Some(training) => training,
    };
    let node = value_of(tree.root(), "training");
    let scoring = match training.get("scoring") {
        Some(PlainData::Text(rule)) => {
            vec![OutlineField { key: "rule".to_owned(), text: rule.clone(), bytes: None }]
        }
        Some(settings) => fields(value_of(node, "scoring"), settings),
        None => Vec::new(),
    };
    let owner = ItemPath::of_list(OutlineList::TrainingSteps);
    let locked = tree.list(&owner).err();
    let source = ListSource { list: value_of(node, owner.list_key()), around: 0..0, locked };
    OutlineTraining::Template {
        fields: fields(node, training),
        scoring,
        steps: items(tree, &owner, training, &source),
    }
}

fn value_of<'n>(node: Option<&'n YamlNode>, key: &str) -> Option<&'n YamlNode> {
    Some(&entry_of(node?, key)?.value)
}

/// The written form of a list.
struct ListSource<'n> {
    /// `None` if it comes from elsewhere.
    list: Option<&'n YamlNode>,
    /// The range to show for items without a place in the text.
    around: Range<usize>,
    locked: Option<OutlineError>,
}

/// The items in the list of an item, or of the template.
fn items(
    tree: &OutlineTree<'_>,
    owner: &ItemPath,
    data: &PlainData,
    list: &ListSource<'_>,
) -> Vec<OutlineItem> {
    let Some(PlainData::List(items)) = data.get(owner.list_key()) else { return Vec::new() };
    let nodes = list.list.and_then(items_of).map(|(_, nodes)| nodes);
    let node = |index| nodes.and_then(|nodes| nodes.get(index));
    let items = items.iter().enumerate();
    items.map(|(index, data)| item(tree, owner.child(index), data, node(index), list)).collect()
}

fn item(
    tree: &OutlineTree<'_>,
    path: ItemPath,
    data: &PlainData,
    node: Option<&YamlNode>,
    around: &ListSource<'_>,
) -> OutlineItem {
    let own = node.map_or(Some(OutlineError::shared()), |node| tree.usable(node).err());
    let locked = around.locked.clone().or(own);
    let bytes = node
        .map_or(around.around.clone(), |node| node.source.item_start()..node.source.content().end);
    let list = node.and_then(|node| entry_of(node, path.list_key())).map(|entry| &entry.value);
    let list_locked = list.and_then(|list| tree.usable(list).err());
    let inside = ListSource {
        list,
        around: list.map_or_else(|| bytes.clone(), |list| list.source.outer()),
        locked: locked.clone().or(list_locked),
    };
    let kind = path.kind().unwrap_or(ItemKind::Category);
    let is_category = kind == ItemKind::Category;
    let name = data.name().unwrap_or_default().to_owned();
    let role = TrainingRole::of(kind, data);
    let label_key = match kind {
        ItemKind::Category | ItemKind::Question | ItemKind::Option => "label",
        ItemKind::QuizQuestion => "question",
        ItemKind::TrainingStep | ItemKind::QuizOption => role.map_or("", TrainingRole::key),
    };
    OutlineItem {
        kind,
        label: data.get(label_key).and_then(PlainData::text).unwrap_or(&name).to_owned(),
        role,
        color: is_category.then(|| color(data, path.index().unwrap_or_default())),
        shape: if is_category { shape::of(data) } else { None },
        answers: match kind {
            ItemKind::Question | ItemKind::Option => answers(data),
            ItemKind::Category
            | ItemKind::TrainingStep
            | ItemKind::QuizQuestion
            | ItemKind::QuizOption => None,
        },
        fields: fields(node, data),
        children: items(tree, &path, data, &inside),
        bytes,
        locked,
        name,
        path,
    }
}

fn color(category: &PlainData, index: usize) -> Color {
    let own = category.get("color").and_then(PlainData::text).and_then(Color::parse);
    own.unwrap_or_else(|| Color::by_position(index))
}

fn answers(item: &PlainData) -> Option<AnswerKind> {
    match item.get("options")? {
        PlainData::Text(word) => AnswerKind::from_word(word),
        PlainData::List(_) => Some(AnswerKind::List),
        PlainData::Null | PlainData::Bool(_) | PlainData::Map(_) => None,
    }
}

fn fields(node: Option<&YamlNode>, data: &PlainData) -> Vec<OutlineField> {
    let place = |key: &str| {
        let value = &entry_of(node?, key)?.value;
        matches!(WrittenNode::of(value), WrittenNode::Scalar(_)).then(|| value.source.content())
    };
    let field = |key: &str, data: &PlainData| {
        let text = match data {
            PlainData::Text(text) => text.clone(),
            PlainData::Bool(flag) => flag.to_string(),
            PlainData::Null | PlainData::List(_) | PlainData::Map(_) => return None,
        };
        Some(OutlineField { key: key.to_owned(), text, bytes: place(key) })
    };
    match data {
        PlainData::Map(map) => map.iter().filter_map(|(key, value)| field(key, value)).collect(),
        PlainData::Text(text) => {
            let bytes = node.map(|node| node.source.content());
            vec![OutlineField { key: "name".to_owned(), text: text.clone(), bytes }]
        }
        PlainData::Null | PlainData::Bool(_) | PlainData::List(_) => Vec::new(),
    }
}
