//! The few changes that every operation is made of, and the check that they did what they should.

use super::data::Data;
use super::error::OutlineError;
use super::keys;
use super::list;
use super::parse::parse;
use super::patch::{Draft, Edit};
use super::path::ItemPath;
use super::tree::{Part, Tree};
use super::value::{NewItem, Value};
use crate::yaml;

/// A change of the text as the steps before have left it.
#[derive(Debug, Clone)]
pub(super) enum Step {
    /// Sets a key, or removes it.
    Set {
        item: ItemPath,
        key: String,
        value: Option<Value>,
    },
    /// Puts an item into a list that is there.
    Insert {
        owner: ItemPath,
        index: usize,
        new: NewItem,
    },
    Remove {
        item: ItemPath,
    },
    Reorder {
        owner: ItemPath,
        from: usize,
        to: usize,
    },
}

impl Step {
    fn edits(&self, tree: &Tree<'_>) -> Result<Vec<Edit>, OutlineError> {
        match self {
            Step::Set { item, key, value: Some(value) } => {
                let nothing = tree.root.as_ref().is_none_or(Part::is_null);
                if nothing && item.indices().is_empty() {
                    return Ok(keys::begin(tree, (key, value)));
                }
                let around = tree.layout_around(item);
                keys::set(tree, tree.item(item)?, around, (key, value), item.section())
            }
            Step::Set { item, key, value: None } => keys::remove(tree, tree.item(item)?, key),
            Step::Insert { owner, index, new } => list::insert(tree, owner, *index, new),
            Step::Remove { item } => {
                let (Some(owner), Some(index)) = (item.parent(), item.index()) else {
                    return Err(OutlineError::missing());
                };
                list::remove(tree, &owner, index)
            }
            Step::Reorder { owner, from, to } => list::reorder(tree, owner, *from, *to),
        }
    }

    /// Does the same to what the template says.
    fn expect(&self, data: &mut Data) -> Option<()> {
        match self {
            Step::Set { item, key, value } => data.set(item, key, value.as_ref().map(Value::data)),
            Step::Insert { owner, index, new } => data.insert(owner, *index, new.data()),
            Step::Remove { item } => data.remove(item).map(drop),
            Step::Reorder { owner, from, to } => data.reorder(owner, *from, *to),
        }
    }
}

/// Takes the steps, and refuses when the text then says anything else than it should.
pub(super) fn take<'t>(text: &'t str, steps: &[Step]) -> Result<Draft<'t>, OutlineError> {
    let mut draft = Draft::new(text);
    if steps.is_empty() {
        return Ok(draft);
    }
    let (mut expected, problems) = said(text);
    let mut shares = false;
    for step in steps {
        let tree = parse(draft.text());
        shares |= !tree.shared.is_empty();
        let edits = step.edits(&tree)?;
        step.expect(&mut expected).ok_or_else(OutlineError::unusual)?;
        draft.change(edits);
    }
    if said(draft.text()) == (expected, problems.clone()) {
        return Ok(draft);
    }
    Err(match problems.is_empty() {
        _ if shares => OutlineError::shared(),
        true => OutlineError::unusual(),
        false => OutlineError::broken(),
    })
}

/// What a text says, and what YAML has against it.
pub(super) fn said(text: &str) -> (Data, Vec<&'static str>) {
    let (node, problems) = yaml::read(text);
    let data = node.map_or(Data::Null, |node| Data::of(&node));
    (data, problems.iter().map(|problem| problem.code).collect())
}
