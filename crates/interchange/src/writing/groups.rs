//! Records that a format writes together, such as all annotators of an item.

use std::hash::Hash;

use crate::in_order::InOrder;
use crate::record::Record;

/// The records of each item, with their numbers; items in the order of their first records.
pub(crate) fn by_item(records: &[Record]) -> Vec<Vec<(usize, &Record)>> {
    let mut items = InOrder::default();
    for (number, record) in records.iter().enumerate() {
        items.at(item(number, record), Vec::new).push((number, record));
    }
    items.into_values()
}

/// What is the same for all annotators of one item. An item that nobody looked at is only that one record.
fn item(number: usize, record: &Record) -> impl Hash + Eq + use<'_> {
    let row = record.kept.get("row");
    let untouched = row.is_none() && !record.done && record.edits.is_empty();
    let texts = [record.source.as_str(), record.target.as_str()];
    let own = untouched.then_some(number);
    (row, own, texts, record.context.as_deref(), &record.metadata)
}
