//! Records that a format writes together, such as all annotators of an item.

use std::collections::HashMap;
use std::hash::Hash;

use crate::domain::exchange::record::Record;

/// The records of each key, with their numbers; keys in the order of their first records.
pub(crate) fn groups<'r, K: Hash + Eq>(
    records: &'r [Record],
    key: impl Fn(&'r Record) -> K,
) -> Vec<Vec<(usize, &'r Record)>> {
    let mut groups: Vec<Vec<(usize, &'r Record)>> = Vec::new();
    let mut known: HashMap<K, usize> = HashMap::new();
    for numbered in records.iter().enumerate() {
        let at = *known.entry(key(numbered.1)).or_insert(groups.len());
        match groups.get_mut(at) {
            Some(group) => group.push(numbered),
            None => groups.push(vec![numbered]),
        }
    }
    groups
}

/// What is the same for all annotators of one item that was read from a row of its own.
pub(crate) fn item(record: &Record) -> (Option<&str>, [&str; 2], Option<&str>, String) {
    let texts = [record.source.as_str(), record.target.as_str()];
    (record.kept.get("row"), texts, record.context.as_deref(), record.metadata.to_json())
}
