//! Records that a format writes together, such as all annotators of an item.

use std::collections::HashMap;
use std::hash::Hash;

use crate::domain::exchange::record::Record;

/// The records of each key, with their numbers; keys in the order of their first records.
pub(crate) fn groups<'r, K: Hash + Eq>(
    records: &'r [Record],
    key: impl Fn(usize, &'r Record) -> K,
) -> Vec<Vec<(usize, &'r Record)>> {
    let mut groups: Vec<Vec<(usize, &'r Record)>> = Vec::new();
    let mut known: HashMap<K, usize> = HashMap::new();
    for numbered in records.iter().enumerate() {
        let at = *known.entry(key(numbered.0, numbered.1)).or_insert(groups.len());
        match groups.get_mut(at) {
            Some(group) => group.push(numbered),
            None => groups.push(vec![numbered]),
        }
    }
    groups
}

/// What is the same for all annotators of one item. An item that nobody looked at is only that one record.
pub(crate) fn item(number: usize, record: &Record) -> impl Hash + Eq + use<'_> {
    let row = record.kept.get("row");
    let untouched = row.is_none() && !record.done && record.edits.is_empty();
    let texts = [record.source.as_str(), record.target.as_str()];
    let own = untouched.then_some(number);
    (row, own, texts, record.context.as_deref(), record.metadata.to_json())
}
