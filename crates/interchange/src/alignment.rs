//! Alignments made while reading and writing, by [the common rule](spanwise_annotation::alignment): of annotations with
//! their texts, where a format stores them separately, and of records on the same item, where a format writes them
//! together.

use std::collections::{BTreeSet, HashMap};

use spanwise_annotation::alignment::AlignmentRule;

use super::record::Record;

/// The alignment of annotations with texts that were read separately. It is by name alone: annotations have no texts to
/// compare.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextAlignment {
    /// The name of the aligned things, in the plural: "rows".
    pub what: &'static str,
    /// The keys that identify a text, as in [`Format::keys`](super::Format::keys).
    pub keys: &'static [&'static str],
    /// The number of those that have a text.
    pub by_name: usize,
    /// The names of missing texts that annotations refer to.
    pub without_counterpart: BTreeSet<String>,
    /// The number of texts without annotations.
    pub not_annotated: usize,
}

impl TextAlignment {
    /// Creates an empty alignment.
    pub(crate) fn new(what: &'static str, keys: &'static [&'static str]) -> Self {
        let without_counterpart = BTreeSet::new();
        TextAlignment { what, keys, by_name: 0, without_counterpart, not_annotated: 0 }
    }
}

/// The alignment of records on the same items, each of which was written as one.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RecordAlignment {
    /// The number of records aligned with an earlier one by name, with the same texts.
    pub by_name: usize,
    /// The number of records aligned by their texts alone.
    pub by_texts: usize,
    /// 0-based numbers of the records that are alone on their item, though there are several annotators.
    pub without_counterpart: Vec<usize>,
}

impl RecordAlignment {
    /// Counts records, each with its 0-based number, the item that it was written to, and the rule that would align it.
    pub(crate) fn of<'r>(
        records: impl Iterator<Item = (usize, &'r Record, usize, AlignmentRule)> + Clone,
    ) -> Self {
        let annotators = records.clone().map(|(_, record, ..)| record.annotator.as_deref());
        let has_several = annotators.collect::<BTreeSet<_>>().len() > 1;
        let mut sizes: HashMap<usize, usize> = HashMap::new();
        let mut alignment = RecordAlignment::default();
        for (_, _, item, rule) in records.clone() {
            let size = sizes.entry(item).or_default();
            match rule {
                _ if *size == 0 => {}
                AlignmentRule::Name => alignment.by_name += 1,
                AlignmentRule::Texts => alignment.by_texts += 1,
            }
            *size += 1;
        }
        let alone = records.filter(|(_, _, item, _)| has_several && sizes.get(item) == Some(&1));
        alignment.without_counterpart = alone.map(|(number, ..)| number).collect();
        alignment.without_counterpart.sort_unstable();
        alignment
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_on_the_same_item_are_counted_by_what_aligned_them() {
        let by =
            |annotator: &str| Record { annotator: Some(annotator.to_owned()), ..Record::default() };
        let (a, b) = (by("a"), by("b"));
        let records = [
            (0, &a, 7, AlignmentRule::Texts),
            (1, &a, 8, AlignmentRule::Name),
            (2, &b, 7, AlignmentRule::Texts),
            (3, &b, 9, AlignmentRule::Name),
            (4, &b, 8, AlignmentRule::Name),
            (5, &b, 8, AlignmentRule::Name),
        ];
        let alignment = RecordAlignment::of(records.into_iter());
        assert_eq!((alignment.by_name, alignment.by_texts), (2, 1));
        assert_eq!(alignment.without_counterpart, [3]);
        let alone = RecordAlignment::of(records.into_iter().take(2));
        assert_eq!(alone, RecordAlignment::default(), "one annotator has no counterparts");
    }
}
