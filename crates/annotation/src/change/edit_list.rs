//! The list of edits of an instance, as changes go through it.

use std::collections::HashMap;
use std::sync::Arc;

use crate::document::{Edit, EditKey};

/// The operations of changes on a list of edits.
pub(super) trait EditList {
    /// The edit with a key.
    fn edit(&self, key: EditKey) -> Option<&Arc<Edit>>;
    /// Puts an edit at a position, or at the end if there are fewer.
    fn put(&mut self, at: usize, edit: Arc<Edit>);
    /// Takes an edit out, with its position.
    fn take(&mut self, key: EditKey) -> Option<(usize, Arc<Edit>)>;
    /// Puts an edit in the place of the one with its key, which is returned.
    fn swap(&mut self, edit: Arc<Edit>) -> Option<Arc<Edit>>;
}

impl EditList for Vec<Arc<Edit>> {
    fn edit(&self, key: EditKey) -> Option<&Arc<Edit>> {
        self.iter().find(|edit| edit.key == key)
    }

    fn put(&mut self, at: usize, edit: Arc<Edit>) {
        self.insert(at.min(self.len()), edit);
    }

    fn take(&mut self, key: EditKey) -> Option<(usize, Arc<Edit>)> {
        let at = self.iter().position(|edit| edit.key == key)?;
        Some((at, self.remove(at)))
    }

    fn swap(&mut self, edit: Arc<Edit>) -> Option<Arc<Edit>> {
        let slot = self.iter_mut().find(|slot| slot.key == edit.key)?;
        Some(std::mem::replace(slot, edit))
    }
}

/// The most edits in one block.
const BLOCK: usize = 512;

/// A list in blocks that knows in which block each edit is: a change takes a few hundred steps however long the list
/// is, where a plain list has to be gone through.
#[derive(Debug, Default)]
pub(super) struct EditBlocks {
    blocks: Vec<EditBlock>,
    /// The name of the block of each edit.
    block_of: HashMap<EditKey, usize>,
    /// The name for the next block.
    next_name: usize,
}

#[derive(Debug)]
struct EditBlock {
    name: usize,
    edits: Vec<Arc<Edit>>,
}

impl EditBlocks {
    pub(super) fn new(edits: Vec<Arc<Edit>>) -> Self {
        let mut list = EditBlocks::default();
        let mut edits = edits.into_iter().peekable();
        while edits.peek().is_some() {
            // Half full, so that there is room.
            list.add_block(list.blocks.len(), edits.by_ref().take(BLOCK / 2).collect());
        }
        list
    }

    pub(super) fn into_vec(self) -> Vec<Arc<Edit>> {
        self.blocks.into_iter().flat_map(|block| block.edits).collect()
    }

    fn add_block(&mut self, at: usize, edits: Vec<Arc<Edit>>) {
        let name = self.next_name;
        self.next_name += 1;
        self.block_of.extend(edits.iter().map(|edit| (edit.key, name)));
        self.blocks.insert(at, EditBlock { name, edits });
    }

    /// The number of the block of an edit, its place there, and its position in the list.
    fn find(&self, key: EditKey) -> Option<(usize, usize, usize)> {
        let name = *self.block_of.get(&key)?;
        let mut before = 0;
        for (number, block) in self.blocks.iter().enumerate() {
            if block.name == name {
                let at = block.edits.iter().position(|edit| edit.key == key)?;
                return Some((number, at, before + at));
            }
            before += block.edits.len();
        }
        None
    }

    fn slot(&mut self, key: EditKey) -> Option<&mut Arc<Edit>> {
        let (number, at, _) = self.find(key)?;
        self.blocks.get_mut(number)?.edits.get_mut(at)
    }
}

impl EditList for EditBlocks {
    fn edit(&self, key: EditKey) -> Option<&Arc<Edit>> {
        let (number, at, _) = self.find(key)?;
        self.blocks.get(number)?.edits.get(at)
    }

    fn put(&mut self, at: usize, edit: Arc<Edit>) {
        if self.blocks.is_empty() {
            return self.add_block(0, vec![edit]);
        }
        let (mut number, mut at) = (0, at);
        while let Some(block) = self.blocks.get(number)
            && at > block.edits.len()
            && number + 1 < self.blocks.len()
        {
            at -= block.edits.len();
            number += 1;
        }
        let Some(block) = self.blocks.get_mut(number) else { return };
        self.block_of.insert(edit.key, block.name);
        block.edits.insert(at.min(block.edits.len()), edit);
        if block.edits.len() > BLOCK {
            let half = block.edits.split_off(BLOCK / 2);
            self.add_block(number + 1, half);
        }
    }

    fn take(&mut self, key: EditKey) -> Option<(usize, Arc<Edit>)> {
        let (number, at, position) = self.find(key)?;
        let block = self.blocks.get_mut(number)?;
        let edit = block.edits.remove(at);
        if block.edits.is_empty() {
            self.blocks.remove(number);
        }
        self.block_of.remove(&key);
        Some((position, edit))
    }

    fn swap(&mut self, edit: Arc<Edit>) -> Option<Arc<Edit>> {
        Some(std::mem::replace(self.slot(edit.key)?, edit))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn edit(key: u32) -> Arc<Edit> {
        Arc::new(Edit::new(EditKey(key), "e", i64::from(key)))
    }

    fn keys(list: &[Arc<Edit>]) -> Vec<u32> {
        list.iter().map(|edit| edit.key.0).collect()
    }

    proptest! {
        #[test]
        fn blocks_do_what_a_plain_list_does(
            count in 0..2000_u32,
            steps in proptest::collection::vec((0..3_u8, 0..2400_u32, 0..2400_usize), 0..600),
        ) {
            let mut plain: Vec<Arc<Edit>> = (0..count).map(edit).collect();
            let mut blocks = EditBlocks::new(plain.clone());
            for (step, key, at) in steps {
                let key = EditKey(key);
                let is_there = EditList::edit(&plain, key).is_some();
                prop_assert_eq!(blocks.edit(key).is_some(), is_there);
                match step {
                    0 if is_there => {}
                    0 => {
                        EditList::put(&mut plain, at, edit(key.0));
                        blocks.put(at, edit(key.0));
                    }
                    1 => {
                        let gone = EditList::take(&mut plain, key).map(|(at, edit)| (at, edit.key));
                        prop_assert_eq!(blocks.take(key).map(|(at, edit)| (at, edit.key)), gone);
                    }
                    _ => {
                        let old = EditList::swap(&mut plain, edit(key.0)).is_some();
                        prop_assert_eq!(blocks.swap(edit(key.0)).is_some(), old);
                    }
                }
            }
            prop_assert_eq!(keys(&blocks.into_vec()), keys(&plain));
        }
    }
}
