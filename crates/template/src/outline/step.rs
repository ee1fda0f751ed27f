//! The few changes that every operation is made of, and the check that they did what they should.

use super::data::Data;
use super::error::OutlineError;
use super::keys;
use super::list;
use super::patch::{Draft, Edit};
use super::path::ItemPath;
use super::tree::{Tree, is_null};
use super::value::{NewItem, Value};

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
                let nothing = tree.root().is_none_or(is_null);
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
pub(super) fn take<'t>(tree: &Tree<'t>, steps: &[Step]) -> Result<Draft<'t>, OutlineError> {
    let mut draft = Draft::new(tree.text);
    let Some((first, more)) = steps.split_first() else { return Ok(draft) };
    let (mut expected, problems) = (data(tree), problems(tree));
    let mut shares = tree.document.has_aliases();
    let edits = first.edits(tree)?;
    first.expect(&mut expected).ok_or_else(OutlineError::unusual)?;
    draft.change(edits);
    for step in more {
        let tree = Tree::read(draft.text());
        shares |= tree.document.has_aliases();
        let edits = step.edits(&tree)?;
        step.expect(&mut expected).ok_or_else(OutlineError::unusual)?;
        draft.change(edits);
    }
    let new = Tree::read(draft.text());
    if data(&new) == expected && self::problems(&new) == problems {
        return Ok(draft);
    }
    Err(match problems.is_empty() {
        _ if shares => OutlineError::shared(),
        true => OutlineError::unusual(),
        false => OutlineError::broken(),
    })
}

/// What a text says.
pub(super) fn data(tree: &Tree<'_>) -> Data {
    tree.root().map_or(Data::Null, Data::of)
}

/// What YAML has against a text.
fn problems(tree: &Tree<'_>) -> Vec<&'static str> {
    tree.document.diagnostics.iter().map(|problem| problem.code).collect()
}
