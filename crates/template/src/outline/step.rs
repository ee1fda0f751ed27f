//! The steps that operations consist of, and the check of their result.

use super::data::PlainData;
use super::error::OutlineError;
use super::keys;
use super::list;
use super::patch::{TextDraft, TextEdit};
use super::path::ItemPath;
use super::tree::{OutlineTree, absent, entry_of, is_null};
use super::value::{NewItem, OutlineValue};

/// A change of the text after the preceding steps.
#[derive(Debug, Clone)]
pub(super) enum OutlineStep {
    /// Sets a key, or removes it.
    Set {
        item: ItemPath,
        key: String,
        value: Option<OutlineValue>,
    },
    /// Puts an item into a list that is there.
    Insert {
        owner: ItemPath,
        index: usize,
        new: NewItem,
    },
    /// Gives a key another name.
    Rename {
        item: ItemPath,
        from: &'static str,
        to: &'static str,
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

impl OutlineStep {
    fn edits(&self, tree: &OutlineTree<'_>) -> Result<Vec<TextEdit>, OutlineError> {
        match self {
            OutlineStep::Set { item, key, value: Some(value) } => {
                let nothing = tree.root().is_none_or(is_null);
                if nothing && item.indices().is_empty() && item.list().base().is_empty() {
                    return Ok(keys::begin(tree, (key, value)));
                }
                let around = tree.layout_around(item);
                keys::set(tree, tree.item(item)?, around, (key, value), item.section())
            }
            OutlineStep::Set { item, key, value: None } => {
                keys::remove(tree, tree.item(item)?, key)
            }
            OutlineStep::Rename { item, from, to } => {
                let node = tree.item(item)?;
                let entry = entry_of(node, from).ok_or_else(|| absent(node))?;
                Ok(vec![(entry.key.source.content(), (*to).to_owned())])
            }
            OutlineStep::Insert { owner, index, new } => list::insert(tree, owner, *index, new),
            OutlineStep::Remove { item } => {
                let (Some(owner), Some(index)) = (item.parent(), item.index()) else {
                    return Err(OutlineError::missing());
                };
                list::remove(tree, &owner, index)
            }
            OutlineStep::Reorder { owner, from, to } => list::reorder(tree, owner, *from, *to),
        }
    }

    /// Makes the same change to the data of the template.
    fn expect(&self, data: &mut PlainData) -> Option<()> {
        match self {
            OutlineStep::Set { item, key, value } => {
                data.set(item, key, value.as_ref().map(OutlineValue::data))
            }
            OutlineStep::Rename { item, from, to } => data.rename(item, from, to),
            OutlineStep::Insert { owner, index, new } => data.insert(owner, *index, new.data()),
            OutlineStep::Remove { item } => data.remove(item).map(drop),
            OutlineStep::Reorder { owner, from, to } => data.reorder(owner, *from, *to),
        }
    }
}

/// Applies the steps; refuses if the new text has other data than expected, or other problems of YAML than before.
pub(super) fn take<'t>(
    tree: &OutlineTree<'t>,
    steps: &[OutlineStep],
) -> Result<TextDraft<'t>, OutlineError> {
    let mut draft = TextDraft::new(tree.text);
    let Some((first, more)) = steps.split_first() else { return Ok(draft) };
    let (mut expected, problems) = (data(tree), problems(tree));
    let mut shares = tree.document.has_aliases();
    let edits = first.edits(tree)?;
    first.expect(&mut expected).ok_or_else(OutlineError::unusual)?;
    draft.change(edits);
    for step in more {
        let tree = OutlineTree::read(draft.text());
        shares |= tree.document.has_aliases();
        let edits = step.edits(&tree)?;
        step.expect(&mut expected).ok_or_else(OutlineError::unusual)?;
        draft.change(edits);
    }
    let new = OutlineTree::read(draft.text());
    if data(&new) == expected && self::problems(&new) == problems {
        return Ok(draft);
    }
    Err(match problems.is_empty() {
        _ if shares => OutlineError::shared(),
        true => OutlineError::unusual(),
        false => OutlineError::broken(),
    })
}

/// The data of a text.
pub(super) fn data(tree: &OutlineTree<'_>) -> PlainData {
    tree.root().map_or(PlainData::Null, PlainData::of)
}

/// The codes of the problems of YAML in a text.
fn problems(tree: &OutlineTree<'_>) -> Vec<&'static str> {
    tree.document.diagnostics.iter().map(|problem| problem.code).collect()
}
