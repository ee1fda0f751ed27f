//! The data of a template without its written form, to check the result of a change of the text.

use std::collections::BTreeMap;

use super::path::{ItemKind, ItemPath};
use crate::yaml::{MappingEntry, ResolvedScalar, YamlNode, YamlValue};

/// A value, aliases and merge keys resolved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum PlainData {
    Null,
    Bool(bool),
    Text(String),
    List(Vec<PlainData>),
    Map(BTreeMap<String, PlainData>),
}

impl PlainData {
    pub(super) fn of(node: &YamlNode) -> Self {
        match &node.value {
            YamlValue::Scalar(scalar) => match scalar.resolve() {
                ResolvedScalar::Null => PlainData::Null,
                ResolvedScalar::Bool(value) => PlainData::Bool(value),
                ResolvedScalar::Text(text) => PlainData::Text(text.to_owned()),
            },
            YamlValue::Seq(list) => PlainData::List(list.items.iter().map(PlainData::of).collect()),
            YamlValue::Map(map) => {
                let entry = |e: &MappingEntry| (e.key_text().to_owned(), PlainData::of(&e.value));
                PlainData::Map(map.entries().map(entry).collect())
            }
        }
    }

    pub(super) fn text(&self) -> Option<&str> {
        if let PlainData::Text(text) = self { Some(text) } else { None }
    }

    pub(super) fn get(&self, key: &str) -> Option<&PlainData> {
        if let PlainData::Map(map) = self { map.get(key) } else { None }
    }

    /// The item at a path.
    pub(super) fn item(&self, path: &ItemPath) -> Option<&PlainData> {
        let mut data = path.list().base().iter().try_fold(self, |data, key| data.get(key))?;
        let mut list = ItemPath::of_list(path.list());
        for &index in path.indices() {
            let Some(PlainData::List(items)) = data.get(list.list_key()) else { return None };
            data = items.get(index)?;
            list = list.child(index);
        }
        Some(data)
    }

    pub(super) fn item_mut(&mut self, path: &ItemPath) -> Option<&mut PlainData> {
        let mut data = self;
        for key in path.list().base() {
            let PlainData::Map(map) = data else { return None };
            data = map.get_mut(*key)?;
        }
        let mut list = ItemPath::of_list(path.list());
        for &index in path.indices() {
            let PlainData::Map(map) = data else { return None };
            let Some(PlainData::List(items)) = map.get_mut(list.list_key()) else { return None };
            data = items.get_mut(index)?;
            list = list.child(index);
        }
        Some(data)
    }

    /// The items in the list of an item.
    pub(super) fn items(&self, owner: &ItemPath) -> &[PlainData] {
        let list = self.item(owner).and_then(|data| data.get(owner.list_key()));
        if let Some(PlainData::List(items)) = list { items } else { &[] }
    }

    fn items_mut(&mut self, owner: &ItemPath) -> Option<&mut Vec<PlainData>> {
        let PlainData::Map(map) = self.item_mut(owner)? else { return None };
        let list = map.get_mut(owner.list_key())?;
        if let PlainData::List(items) = list { Some(items) } else { None }
    }

    /// The name of an item: of an option that is a mere word, the word.
    pub(super) fn name(&self) -> Option<&str> {
        self.text().or_else(|| self.get("name")?.text())
    }

    /// Sets or removes a key; a word becomes a map with that name.
    pub(super) fn set(
        &mut self,
        item: &ItemPath,
        key: &str,
        value: Option<PlainData>,
    ) -> Option<()> {
        let data = self.item_mut(item)?;
        match (&mut *data, value) {
            (PlainData::Text(word), Some(PlainData::Text(value))) if key == "name" => *word = value,
            (PlainData::Map(map), Some(value)) => drop(map.insert(key.to_owned(), value)),
            (PlainData::Map(map), None) => drop(map.remove(key)?),
            (PlainData::Text(word), Some(value)) => {
                let word = std::mem::take(word);
                let pairs = [("name".to_owned(), PlainData::Text(word)), (key.to_owned(), value)];
                *data = PlainData::Map(pairs.into());
            }
            (PlainData::Null, Some(value)) => {
                *data = PlainData::Map([(key.to_owned(), value)].into())
            }
            (PlainData::Text(_) | PlainData::Null, None)
            | (PlainData::Bool(_) | PlainData::List(_), _) => return None,
        }
        Some(())
    }

    /// Gives a key of an item another name.
    pub(super) fn rename(&mut self, item: &ItemPath, from: &str, to: &str) -> Option<()> {
        let PlainData::Map(map) = self.item_mut(item)? else { return None };
        let value = map.remove(from)?;
        map.insert(to.to_owned(), value).is_none().then_some(())
    }

    /// Puts an item into a list, which is made if there is none.
    pub(super) fn insert(&mut self, owner: &ItemPath, index: usize, item: PlainData) -> Option<()> {
        let data = self.item_mut(owner)?;
        if owner.indices().is_empty() && *data == PlainData::Null {
            *data = PlainData::Map(BTreeMap::new());
        }
        if let PlainData::Text(_) = data {
            self.set(owner, owner.list_key(), Some(PlainData::List(Vec::new())))?;
        }
        let PlainData::Map(map) = self.item_mut(owner)? else { return None };
        let list = map.entry(owner.list_key().to_owned()).or_insert(PlainData::Null);
        if *list == PlainData::Null {
            *list = PlainData::List(Vec::new());
        }
        let PlainData::List(items) = list else { return None };
        (index <= items.len()).then(|| items.insert(index, item))
    }

    /// Takes an item out of its list. A list left empty is removed too, unless its owner needs it.
    pub(super) fn remove(&mut self, item: &ItemPath) -> Option<PlainData> {
        let (owner, index) = (item.parent()?, item.index()?);
        let items = self.items_mut(&owner)?;
        let removed = (index < items.len()).then(|| items.remove(index))?;
        if items.is_empty() && !keeps_empty_list(&owner) {
            self.set(&owner, owner.list_key(), None)?;
        }
        Some(removed)
    }

    pub(super) fn reorder(&mut self, owner: &ItemPath, from: usize, to: usize) -> Option<()> {
        let items = self.items_mut(owner)?;
        let item = (from.max(to) < items.len()).then(|| items.remove(from))?;
        items.insert(to, item);
        Some(())
    }
}

/// Returns `true` if an item needs its list, even an empty one: a template its categories, a question its options, a
/// training its steps.
pub(super) fn keeps_empty_list(owner: &ItemPath) -> bool {
    match owner.child_kind() {
        ItemKind::Category
        | ItemKind::TrainingStep
        | ItemKind::QuizQuestion
        | ItemKind::QuizOption => true,
        ItemKind::Question => false,
        ItemKind::Option => owner.kind() == Some(ItemKind::Question),
    }
}
