//! What was aligned on the way, by [the rule that holds everywhere](spanwise_annotation::alignment): annotations with the
//! texts that they are about where a format keeps them apart, and records on the same item where a format writes them
//! together.

use std::collections::{BTreeSet, HashMap};

use spanwise_annotation::alignment::Rule;

use super::record::Record;

/// Annotations aligned with texts that were read apart from them. Since only texts have texts, names decide alone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextAlignment {
    /// What was aligned, in the plural: "rows".
    pub what: &'static str,
    /// What names a text, as [`Format::keys`](super::Format::keys) has it.
    pub keys: &'static [&'static str],
    /// How many found their text.
    pub by_name: usize,
    /// The names of texts that annotations are about and that are not there.
    pub without_counterpart: BTreeSet<String>,
    /// How many texts have no annotations.
    pub not_annotated: usize,
}

impl TextAlignment {
    /// Nothing yet.
    pub(crate) fn new(what: &'static str, keys: &'static [&'static str]) -> Self {
        let without_counterpart = BTreeSet::new();
        TextAlignment { what, keys, by_name: 0, without_counterpart, not_annotated: 0 }
    }
}

/// Records aligned to items that were written as one.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RecordAlignment {
    /// How many found an earlier record of the same item by its name, with the same texts.
    pub by_name: usize,
    /// How many did by the texts alone.
    pub by_texts: usize,
    /// 0-based numbers of the records that are alone on their item, though there are several annotators.
    pub without_counterpart: Vec<usize>,
}

impl RecordAlignment {
    /// Counts records, each with its 0-based number, the item that it was written to, and what would align it.
    pub(crate) fn of<'r>(
        records: impl Iterator<Item = (usize, &'r Record, usize, Rule)> + Clone,
    ) -> Self {
        let annotators = records.clone().map(|(_, record, ..)| record.annotator.as_deref());
        let has_several = annotators.collect::<BTreeSet<_>>().len() > 1;
        let mut sizes: HashMap<usize, usize> = HashMap::new();
        let mut alignment = RecordAlignment::default();
        for (_, _, item, rule) in records.clone() {
            let size = sizes.entry(item).or_default();
            match rule {
                _ if *size == 0 => {}
                Rule::Name => alignment.by_name += 1,
                Rule::Texts => alignment.by_texts += 1,
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
            (0, &a, 7, Rule::Texts),
            (1, &a, 8, Rule::Name),
            (2, &b, 7, Rule::Texts),
            (3, &b, 9, Rule::Name),
            (4, &b, 8, Rule::Name),
            (5, &b, 8, Rule::Name),
        ];
        let alignment = RecordAlignment::of(records.into_iter());
        assert_eq!((alignment.by_name, alignment.by_texts), (2, 1));
        assert_eq!(alignment.without_counterpart, [3]);
        let alone = RecordAlignment::of(records.into_iter().take(2));
        assert_eq!(alone, RecordAlignment::default(), "one annotator has no counterparts");
    }
}
