//! What a file holds, for those who open it: counts of records, annotators and categories, and how its spans fit the
//! texts in each unit of offsets.

use std::collections::HashSet;

use super::in_order::InOrder;
use super::offset_unit::{OffsetUnit, are_words};
use super::record::{Corpus, Edit};
use super::text_file::TextFile;
use super::{Format, ImportOptions};
use spanwise_text::Text;

/// Counts of the content of a corpus.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CorpusOverview {
    /// The number of records that are done.
    pub done: usize,
    /// The number of edits, without the constituents of composites.
    pub edits: usize,
    /// The number of different items: records with the same texts are of one.
    pub items: usize,
    /// The names of texts, in the order of the file, each with the number of records in which it is not empty.
    pub texts: Vec<(String, usize)>,
    /// The annotators, in the order of the file, each with the number of their records; `None` for records without one.
    pub annotators: Vec<(Option<String>, usize)>,
    /// The categories by the number of their edits, the most frequent first; constituents count, too.
    pub categories: Vec<(String, usize)>,
}

impl CorpusOverview {
    /// Counts the content of a corpus.
    #[must_use]
    pub fn of(corpus: &Corpus) -> Self {
        let mut overview = CorpusOverview::default();
        let (mut texts, mut annotators, mut categories) =
            (InOrder::default(), InOrder::default(), InOrder::default());
        let mut items: HashSet<Vec<(&str, &str)>> = HashSet::new();
        for record in &corpus.records {
            overview.done += usize::from(record.done);
            overview.edits += record.edits.len();
            add(&mut annotators, record.annotator.clone());
            let present = || record.texts.iter().filter(|text| !text.text.is_empty());
            for text in present() {
                add(&mut texts, text.name.as_str().to_owned());
            }
            items.insert(present().map(|text| (text.name.as_str(), text.text.as_str())).collect());
            // A stack: the last one is the next.
            let mut todo: Vec<&Edit> = record.edits.iter().rev().collect();
            while let Some(edit) = todo.pop() {
                add(&mut categories, edit.category.clone());
                todo.extend(edit.constituents.iter().rev());
            }
        }
        overview.items = items.len();
        overview.texts = texts.into_values();
        overview.annotators = annotators.into_values();
        overview.categories = categories.into_values();
        overview.categories.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        overview
    }
}

fn add<K: Clone + Eq + std::hash::Hash>(all: &mut InOrder<K, (K, usize)>, key: K) {
    all.at(key.clone(), || (key, 0)).1 += 1;
}

/// How the spans of a file fit its texts if its offsets count a unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnitReading {
    /// The unit.
    pub unit: OffsetUnit,
    /// The number of spans on texts in which the units differ.
    pub spans: usize,
    /// The number of these that are whole words, which most spans are.
    pub words: usize,
    /// The number of spans that were not found.
    pub missing: usize,
    /// The number of errors of reading.
    pub errors: usize,
}

/// Reads files in each unit. Empty for formats without offsets, and if all units are the same in all texts.
#[must_use]
pub fn unit_readings(format: &Format, files: &[TextFile]) -> Vec<UnitReading> {
    if format.unit.is_none() || files.iter().all(is_same_in_all_units) {
        return Vec::new();
    }
    let readings = OffsetUnit::ALL.map(|unit| {
        let imported =
            format.import(files, ImportOptions { unit: Some(unit), ..ImportOptions::default() });
        let (missing, errors) = (imported.located.missing, imported.problems.errors());
        let mut reading = UnitReading { unit, spans: 0, words: 0, missing, errors };
        for record in &imported.corpus.records {
            let mut todo: Vec<&Edit> = record.edits.iter().collect();
            while let Some(edit) = todo.pop() {
                todo.extend(&edit.constituents);
                for (name, spans) in edit.spans.iter() {
                    let text = record.texts.content(name);
                    if is_ascii(text) {
                        continue;
                    }
                    reading.spans += spans.len();
                    reading.words += spans.iter().filter(|span| are_words(text, **span)).count();
                }
            }
        }
        reading
    });
    readings.into()
}

/// Returns `true` if a file has neither a character beyond ASCII nor an escaped one.
fn is_same_in_all_units(file: &TextFile) -> bool {
    file.text.is_ascii() && !file.text.contains("\\u") && !file.text.contains('&')
}

fn is_ascii(text: &Text) -> bool {
    text.as_str().len() == text.len_utf16().0 as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format;

    const FILE: &str = r#"[{"target": "😀 one two", "_spanwise": {"done": true}, "metadata": {"annotator": "a"}, "edits": [
        {"category": "x", "id": 1, "annotation": null, "output_idx": [[2, 5]]},
        {"category": "y", "id": 1, "annotation": null, "output_idx": [[6, 9]]},
        {"category": "y", "id": 2, "annotation": null, "constituent_edits": [{"category": "x", "id": 2, "annotation": null}]}
    ]}, {"source": "s", "target": "t"}]"#;

    #[test]
    fn everything_is_counted() {
        let thresh = format("thresh").unwrap();
        let files = [TextFile::new("", FILE)];
        let overview = CorpusOverview::of(&thresh.import(files, ImportOptions::default()).corpus);
        assert_eq!((overview.done, overview.edits), (1, 3));
        let named = |names: &[(&str, usize)]| -> Vec<(String, usize)> {
            names.iter().map(|(name, count)| ((*name).to_owned(), *count)).collect()
        };
        assert_eq!(overview.texts, named(&[("target", 2), ("source", 1)]));
        assert_eq!(overview.categories, named(&[("x", 2), ("y", 2)]));
        assert_eq!(overview.annotators, [(Some("a".to_owned()), 1), (None, 1)]);
    }

    #[test]
    fn records_of_the_same_texts_are_of_one_item() {
        let thresh = format("thresh").unwrap();
        let items = |file: &str| {
            let corpus = thresh.import([TextFile::new("", file)], ImportOptions::default()).corpus;
            CorpusOverview::of(&corpus).items
        };
        assert_eq!(items(FILE), 2);
        assert_eq!(items(r#"[{"target": "t"}, {"source": "t"}, {"target": "t", "edits": []}]"#), 2);
    }

    #[test]
    fn readings_tell_the_unit() {
        let thresh = format("thresh").unwrap();
        let readings = unit_readings(thresh, &[TextFile::new("", FILE)]);
        let words: Vec<_> = readings.iter().map(|r| (r.unit, r.spans, r.words)).collect();
        let expected =
            [(OffsetUnit::Utf16, 2, 0), (OffsetUnit::CodePoints, 2, 2), (OffsetUnit::Bytes, 2, 0)];
        assert_eq!(words, expected);
        assert!(unit_readings(thresh, &[TextFile::new("", "[{\"target\": \"a\"}]")]).is_empty());
        assert!(unit_readings(format("mqm").unwrap(), &[TextFile::new("", FILE)]).is_empty());
    }
}
