//! The items of a template, as they stand in its text.

use std::ops::Range;

use super::data::PlainData;
use super::error::OutlineError;
use super::operation::AnswerKind;
use super::path::{ItemKind, ItemPath};
use super::shape;
use super::tree::{OutlineTree, WrittenNode, entries_of, entry_of, is_null, items_of, mark};
use crate::Color;
use crate::model::CategoryShape;
use crate::yaml::YamlNode;

/// A template as a tree of items, those with errors included.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Outline {
    /// Its categories.
    pub categories: Vec<OutlineItem>,
    /// Why no category can be added or moved, if that is so.
    pub locked: Option<OutlineError>,
}

/// A category, a question or an option.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutlineItem {
    /// Where it stands in the tree.
    pub path: ItemPath,
    /// What it is.
    pub kind: ItemKind,
    /// Its name; empty if it has none.
    pub name: String,
    /// Its label; the name where it has none.
    pub label: String,
    /// The colour of a category: its own or that of its position.
    pub color: Option<Color>,
    /// What can be selected for a category; `None` also for a type that is no known word.
    pub shape: Option<CategoryShape>,
    /// What can be answered to a question, or to an option that has a question of its own. `None` also for a value
    /// that is no kind of answer.
    pub answers: Option<AnswerKind>,
    /// All keys of which the value is a single text, number or flag; those that come from elsewhere have no place.
    pub fields: Vec<OutlineField>,
    /// Where it is written, without its comments: bytes of the text.
    pub bytes: Range<usize>,
    /// Why it and what is in it cannot be changed, if that is so.
    pub locked: Option<OutlineError>,
    /// The questions of a category; the options of a question or option.
    pub children: Vec<OutlineItem>,
}

/// A key of an item with its value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutlineField {
    /// The key.
    pub key: String,
    /// The value as text.
    pub text: String,
    /// Where the value is written: bytes of the text.
    pub bytes: Option<Range<usize>>,
}

impl OutlineItem {
    /// The text of a key; `None` if it is not set.
    #[must_use]
    pub fn text(&self, key: &str) -> Option<&str> {
        self.fields.iter().find(|field| field.key == key).map(|field| field.text.as_str())
    }

    /// What can be added to it, if anything.
    #[must_use]
    pub fn can_add(&self) -> Option<ItemKind> {
        let free = matches!(self.answers, None | Some(AnswerKind::List));
        (self.locked.is_none() && free).then(|| self.path.child_kind())
    }
}

impl Outline {
    /// The item at a path.
    #[must_use]
    pub fn find(&self, path: &ItemPath) -> Option<&OutlineItem> {
        let (first, more) = path.indices().split_first()?;
        let mut item = self.categories.get(*first)?;
        for index in more {
            item = item.children.get(*index)?;
        }
        Some(item)
    }

    /// The innermost item whose text holds a byte.
    #[must_use]
    pub fn at(&self, byte: usize) -> Option<&OutlineItem> {
        let holds = |item: &&OutlineItem| item.bytes.contains(&byte) || item.bytes.end == byte;
        let mut found = self.categories.iter().find(holds)?;
        while let Some(inner) = found.children.iter().find(holds) {
            found = inner;
        }
        Some(found)
    }
}

/// The outline of a text and what it says.
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
        categories: items(tree, &ItemPath::root(), data, &source),
        locked: locked.or_else(|| cut.then(OutlineError::broken)),
    }
}

/// Where a list is written.
struct ListSource<'n> {
    /// `None` if it comes from elsewhere.
    list: Option<&'n YamlNode>,
    /// What to show for items that have no place in the text.
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
    let bytes = node.map_or(around.around.clone(), |node| mark(node)..node.source.content().end);
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
    OutlineItem {
        kind,
        label: data.get("label").and_then(PlainData::text).unwrap_or(&name).to_owned(),
        color: is_category.then(|| color(data, path.index().unwrap_or_default())),
        shape: if is_category { shape::of(data) } else { None },
        answers: if is_category { None } else { answers(data) },
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
