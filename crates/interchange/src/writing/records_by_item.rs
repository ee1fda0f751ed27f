//! Records that a format writes together, such as all annotators of an item.

use std::hash::Hash;

use crate::alignment::RecordAlignment;
use crate::in_order::InOrder;
use crate::record::Record;
use spanwise_annotation::alignment::AlignmentRule;

/// The member of a record's preserved data with the number of the item that it was read from.
const ROW: &str = "row";

/// Members of a record's metadata that name the session in which an annotator worked on the item: they are about the
/// annotations, and differ between the annotators of an item.
pub(crate) const SESSION_NAMES: [&str; 4] = ["session", "PROLIFIC_PID", "STUDY_ID", "SESSION_ID"];

/// The records of an item, with their 0-based numbers.
pub(crate) type Group<'r> = Vec<(usize, &'r Record)>;

/// The alignment of the records of groups. Records read from one item are aligned by its number, as by a name.
pub(crate) fn alignment(groups: &[Group]) -> RecordAlignment {
    let rule = |record: &Record| {
        if record.preserved.get(ROW).is_some() { AlignmentRule::Name } else { AlignmentRule::Texts }
    };
    let records = groups.iter().enumerate().flat_map(|(item, group)| {
        group.iter().map(move |(number, record)| (*number, *record, item, rule(record)))
    });
    RecordAlignment::of(records)
}

/// The records of each item; items in the order of their first records.
pub(crate) fn by_item(records: &[Record]) -> Vec<Group<'_>> {
    let mut items = InOrder::default();
    for (number, record) in records.iter().enumerate() {
        items.at(item(number, record), Vec::new).push((number, record));
    }
    items.into_values()
}

/// The key of an item, equal for all its annotators. An unannotated record that was not read from a row has its own.
fn item(number: usize, record: &Record) -> impl Hash + Eq + use<'_> {
    let row = record.preserved.get(ROW);
    let untouched = row.is_none() && !record.done && record.edits.is_empty();
    let texts = [record.source().as_str(), record.target().as_str()];
    let own = untouched.then_some(number);
    let metadata = record.metadata.iter().filter(|(name, _)| !SESSION_NAMES.contains(name));
    (row, own, texts, record.context.as_deref(), metadata.collect::<Vec<_>>())
}

/// Returns `true` if a record was read from an item of the format that it is written in.
pub(crate) fn is_of_an_item(record: &Record) -> bool {
    record.preserved.get(ROW).is_some()
}
