//! Which records of several files are about the same item: makes a [`Study`] of them.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::quality::segment_score;
use super::study::{Item, Marked, Range, Study};
use crate::domain::exchange::{Corpus, Edit, Record, Unit};
use crate::domain::several::flat;
use crate::domain::text::{Span, Text};
use crate::domain::typology::Side;

/// The records of one file.
#[derive(Debug, Clone)]
pub struct Source {
    /// What the annotator is called if the file names none, such as the name of the file.
    pub name: String,
    /// What was read.
    pub corpus: Corpus,
    /// Members of the metadata that tell items apart, as in [`Format::keys`]; none to go by the texts.
    ///
    /// [`Format::keys`]: crate::domain::exchange::Format::keys
    pub keys: Vec<String>,
    /// Whether only the first span of an edit on each side counts. Scarecrow's further spans are antecedents: the places
    /// that the error refers to, which its figures do not count.
    pub first_spans: bool,
}

impl Source {
    /// The same file with no records in it.
    #[must_use]
    pub fn without_records(&self) -> Self {
        Source {
            name: self.name.clone(),
            corpus: Corpus::default(),
            keys: self.keys.clone(),
            first_spans: self.first_spans,
        }
    }
}

/// Who counts as an annotator.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Who {
    /// Each file is one, whoever worked on it.
    Files,
    /// Those whom the records name; a file that names nobody, or one only, is one.
    Annotators,
}

/// How records were put together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PairedBy {
    /// By the keys of the format.
    Keys,
    /// By source and target, letter for letter; equal ones in their order.
    Texts,
}

/// A study, and what became of the records.
#[derive(Debug, Clone)]
pub struct Paired {
    /// The items, with what each annotator made of them.
    pub study: Study,
    /// How records were put together.
    pub by: PairedBy,
    /// Items that all annotators have.
    pub by_all: usize,
    /// Items that only one annotator has.
    pub by_one: usize,
    /// Records left out because their texts are not those that the first record with the same keys has: offsets in
    /// them mean something else.
    pub other_texts: usize,
    /// Records left out because the annotator has the item already.
    pub repeated: usize,
}

/// Puts the records of several files together.
///
/// By keys, if every record of every file has all of them; else by texts, of which the n-th occurrence in one file
/// belongs to the n-th in another. `setup_id` is compared in lower case with `.` and `_` as `-`: factgenie's releases
/// spell it in several ways.
#[must_use]
pub fn pair(sources: &[Source], who: Who) -> Paired {
    let by_keys = sources.iter().all(|source| {
        let known = |record: &Record| key_of(record, &source.keys).is_some();
        !source.keys.is_empty() && source.corpus.records.iter().all(known)
    });
    let annotators = annotators(sources, who);
    let mut table = Table {
        by: if by_keys { PairedBy::Keys } else { PairedBy::Texts },
        annotators: annotators.len(),
        categories: categories(sources),
        items: Vec::new(),
        places: HashMap::new(),
        other_texts: 0,
        repeated: 0,
    };
    for (number, source) in sources.iter().enumerate() {
        let of = |record: &Record| annotators.iter().position(|a| a.has(number, record));
        let mut seen: HashMap<(usize, Key), usize> = HashMap::new();
        for record in &source.corpus.records {
            if let Some(annotator) = of(record) {
                table.add(annotator, record, source, &mut seen);
            }
        }
    }
    let names = annotators.into_iter().map(|annotator| annotator.name).collect();
    table.finish(names)
}

/// Who annotated: a name, and whose records of which file are meant.
struct Annotator {
    name: String,
    file: usize,
    /// Only the records of this one in the file; `None` for all.
    within: Option<Option<String>>,
}

impl Annotator {
    fn has(&self, file: usize, record: &Record) -> bool {
        self.file == file && self.within.as_ref().is_none_or(|name| *name == record.annotator)
    }
}

fn annotators(sources: &[Source], who: Who) -> Vec<Annotator> {
    let mut all = Vec::new();
    for (file, source) in sources.iter().enumerate() {
        let mut names: Vec<&Option<String>> = Vec::new();
        let mut known = HashSet::new();
        for record in &source.corpus.records {
            if known.insert(&record.annotator) {
                names.push(&record.annotator);
            }
        }
        if who == Who::Files || names.len() <= 1 {
            all.push(Annotator { name: source.name.clone(), file, within: None });
            continue;
        }
        for within in names {
            let name = within.clone().unwrap_or_else(|| source.name.clone());
            all.push(Annotator { name, file, within: Some(within.clone()) });
        }
    }
    tell_apart(&mut all, sources);
    all
}

/// Names of the same spelling in several files get the name of their file.
fn tell_apart(all: &mut [Annotator], sources: &[Source]) {
    let mut times: HashMap<String, usize> = HashMap::new();
    for annotator in all.iter() {
        *times.entry(annotator.name.clone()).or_default() += 1;
    }
    for (number, annotator) in all.iter_mut().enumerate() {
        if times.get(&annotator.name).is_some_and(|times| *times > 1) {
            let file = sources.get(annotator.file).map_or("", |source| &source.name);
            annotator.name = if annotator.within.is_some() {
                format!("{} ({file})", annotator.name)
            } else {
                format!("{} ({})", annotator.name, number + 1)
            };
        }
    }
}

fn categories(sources: &[Source]) -> Vec<String> {
    let records = sources.iter().flat_map(|source| &source.corpus.records);
    let edits = records.flat_map(|record| &record.edits);
    let names: BTreeSet<&str> = edits.map(|edit| edit.category.as_str()).collect();
    names.into_iter().map(str::to_owned).collect()
}

/// What tells items apart: values of keys, or the texts.
type Key = Vec<String>;

fn key_of(record: &Record, keys: &[String]) -> Option<Key> {
    let value = |key: &String| {
        // Of alternatives, the first that the record has.
        let text = key.split('|').find_map(|name| record.metadata.text(name))?;
        Some(if key == "setup_id" { spelled_alike(&text) } else { text })
    };
    keys.iter().map(value).collect()
}

fn spelled_alike(name: &str) -> String {
    name.to_lowercase().replace(['.', '_'], "-")
}

struct Table {
    by: PairedBy,
    annotators: usize,
    categories: Vec<String>,
    items: Vec<Item>,
    /// Items by key and, for equal texts, by which occurrence they are.
    places: HashMap<(Key, usize), usize>,
    other_texts: usize,
    repeated: usize,
}

impl Table {
    fn add(
        &mut self,
        annotator: usize,
        record: &Record,
        source: &Source,
        seen: &mut HashMap<(usize, Key), usize>,
    ) {
        let key = match self.by {
            PairedBy::Keys => key_of(record, &source.keys).unwrap_or_default(),
            PairedBy::Texts => vec![record.source.as_str().into(), record.target.as_str().into()],
        };
        let times = seen.entry((annotator, key.clone())).or_default();
        let occurrence = if self.by == PairedBy::Texts { *times } else { 0 };
        *times += 1;
        let number = self.items.len();
        let name = match self.by {
            PairedBy::Keys => key.join(" / "),
            PairedBy::Texts => (number + 1).to_string(),
        };
        let place = *self.places.entry((key, occurrence)).or_insert(number);
        if place == number {
            let texts = [record.source.clone(), record.target.clone()];
            let (edits, scores) = (vec![None; self.annotators], vec![None; self.annotators]);
            self.items.push(Item { name, texts, edits, scores });
        }
        let edits = marked(record, &self.categories, source.first_spans);
        let Some(item) = self.items.get_mut(place) else { return };
        if item.texts != [record.source.clone(), record.target.clone()] {
            self.other_texts += 1;
            return;
        }
        let score = record.metadata.text("score").and_then(|score| segment_score(&score));
        match (item.edits.get_mut(annotator), item.scores.get_mut(annotator)) {
            (Some(slot @ None), Some(given)) => (*slot, *given) = (Some(edits), score),
            _ => self.repeated += 1,
        }
    }

    fn finish(self, annotators: Vec<String>) -> Paired {
        let having = |item: &&Item, n: usize| item.edits.iter().flatten().count() == n;
        let by_all = self.items.iter().filter(|item| having(item, self.annotators)).count();
        let by_one = self.items.iter().filter(|item| having(item, 1)).count();
        Paired {
            by: self.by,
            by_all,
            by_one: if self.annotators == 1 { 0 } else { by_one },
            other_texts: self.other_texts,
            repeated: self.repeated,
            study: Study { annotators, categories: self.categories, items: self.items },
        }
    }
}

fn marked(record: &Record, categories: &[String], first_spans: bool) -> Vec<Marked> {
    let edit = |edit: &Edit| {
        let category = categories.binary_search(&edit.category).ok()?;
        let spans = Side::ALL.map(|side| ranges(edit, side, record.text(side), first_spans));
        let mut answers = flat(&edit.answers);
        if let Some(severity) = edit.metadata.text("severity") {
            answers.entry(vec!["severity".to_owned()]).or_insert(severity.trim().to_lowercase());
        }
        Some(Marked { category, spans, answers })
    };
    record.edits.iter().filter_map(edit).collect()
}

/// The spans of an edit with those of its members, sorted, each once.
fn ranges(edit: &Edit, side: Side, text: &Text, first: bool) -> Vec<Range> {
    let members = edit.parts.iter().flat_map(|part| part.spans.on(side));
    let all = edit.spans.on(side).iter().chain(members);
    let all = all.take(if first { 1 } else { usize::MAX });
    let mut ranges: Vec<Range> = all.map(|span| range(text, *span)).collect();
    ranges.sort_unstable();
    ranges.dedup();
    ranges
}

/// A span in code points. Where a format has positions without a text, they are taken as they are.
fn range(text: &Text, span: Span) -> Range {
    let (start, end) = if text.is_empty() {
        (span.start().0, span.end().0)
    } else {
        Unit::CodePoints.offsets(text, span)
    };
    Range { start, end }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::exchange::Members;
    use crate::domain::text::Utf16;

    fn record(target: &str, annotator: Option<&str>, spans: &[(u32, u32)]) -> Record {
        let spans = spans.iter().map(|(a, b)| Span::between(Utf16(*a), Utf16(*b)));
        Record {
            annotator: annotator.map(str::to_owned),
            target: Text::new(target),
            edits: spans.map(|span| Edit::on(Side::Target, "e", vec![span])).collect(),
            ..Record::default()
        }
    }

    fn source(name: &str, keys: &[&str], records: Vec<Record>) -> Source {
        let keys = keys.iter().map(|key| (*key).to_owned()).collect();
        let corpus = Corpus { records, kept: Members::default() };
        Source { name: name.to_owned(), corpus, keys, first_spans: false }
    }

    /// By item: how many edits each annotator has.
    fn counts(paired: &Paired) -> Vec<Vec<Option<usize>>> {
        let items = paired.study.items.iter();
        items.map(|item| item.edits.iter().map(|e| e.as_ref().map(Vec::len)).collect()).collect()
    }

    #[test]
    fn equal_texts_belong_together_in_their_order() {
        let first = vec![
            record("a", None, &[]),
            record("b", None, &[(0, 1)]),
            record("a", None, &[(0, 1)]),
        ];
        let second =
            vec![record("a", None, &[(0, 1)]), record("c", None, &[]), record("a", None, &[])];
        let paired = pair(&[source("x", &[], first), source("y", &[], second)], Who::Annotators);
        assert_eq!(paired.study.annotators, ["x", "y"]);
        assert_eq!(paired.by, PairedBy::Texts);
        let expected = [[Some(0), Some(1)], [Some(1), None], [Some(1), Some(0)], [None, Some(0)]];
        assert_eq!(counts(&paired), expected);
        assert_eq!((paired.by_all, paired.by_one), (2, 2));
    }

    #[test]
    fn keys_are_used_where_all_have_them() {
        let with = |target: &str, setup: &str, index: &str| {
            let mut record = record(target, None, &[(0, 1)]);
            record.metadata.set_text("setup_id", setup);
            record.metadata.set("example_idx", index);
            record
        };
        let keys = ["setup_id", "example_idx"];
        let first = vec![with("a", "GPT_4.o", "1"), with("a", "GPT_4.o", "2"), with("b", "m", "3")];
        let second =
            vec![with("a", "gpt-4-o", "2"), with("x", "m", "3"), with("a", "gpt-4-o", "2")];
        let paired =
            pair(&[source("x", &keys, first.clone()), source("y", &keys, second)], Who::Files);
        assert_eq!(paired.by, PairedBy::Keys);
        assert_eq!(counts(&paired), [[Some(1), None], [Some(1), Some(1)], [Some(1), None]]);
        assert_eq!((paired.other_texts, paired.repeated), (1, 1));
        assert_eq!(paired.study.items[1].name, "gpt-4-o / 2");
        let renumbered = |target: &str, index: &str, original: &str| {
            let mut record = with(target, "m", index);
            record.metadata.set("original", original);
            record
        };
        let one = source("x", &["original|example_idx"], vec![renumbered("a", "1", "7")]);
        let other = source("y", &["original|example_idx"], vec![renumbered("a", "2", "7")]);
        assert_eq!(pair(&[one, other], Who::Files).by_all, 1);
        let without = vec![record("a", None, &[])];
        let paired = pair(&[source("x", &keys, first), source("y", &keys, without)], Who::Files);
        assert_eq!(paired.by, PairedBy::Texts);
    }

    #[test]
    fn annotators_of_one_file_are_told_apart_if_asked() {
        let records = || vec![record("a", Some("p"), &[]), record("a", Some("q"), &[(0, 1)])];
        let paired = pair(&[source("f", &[], records())], Who::Annotators);
        assert_eq!(paired.study.annotators, ["p", "q"]);
        assert_eq!(counts(&paired), [[Some(0), Some(1)]]);
        let paired =
            pair(&[source("f", &[], records()), source("g", &[], records())], Who::Annotators);
        assert_eq!(paired.study.annotators, ["p (f)", "q (f)", "p (g)", "q (g)"]);
        let paired = pair(&[source("f", &[], records())], Who::Files);
        assert_eq!(paired.study.annotators, ["f"]);
        let paired = pair(&[source("f", &[], vec![]), source("f", &[], vec![])], Who::Files);
        assert_eq!(paired.study.annotators, ["f (1)", "f (2)"]);
    }

    #[test]
    fn further_spans_of_an_edit_may_be_antecedents() {
        let mut with = record("abcdefghij", None, &[]);
        let spans = [(6, 9), (0, 2)].map(|(a, b)| Span::between(Utf16(a), Utf16(b)));
        with.edits.push(Edit::on(Side::Target, "e", spans.to_vec()));
        for (first_spans, expected) in [(false, vec![(0, 2), (6, 9)]), (true, vec![(6, 9)])] {
            let source = Source { first_spans, ..source("x", &[], vec![with.clone()]) };
            let study = pair(&[source], Who::Files).study;
            let spans = &study.items[0].edits[0].as_ref().unwrap()[0].spans[1];
            assert_eq!(spans.iter().map(|r| (r.start, r.end)).collect::<Vec<_>>(), expected);
        }
    }

    #[test]
    fn offsets_count_code_points_and_stay_where_there_is_no_text() {
        let records = vec![record("😀ab", None, &[(2, 3)]), record("", None, &[(5, 9)])];
        let paired = pair(&[source("x", &[], records)], Who::Files);
        let range =
            |item: usize| paired.study.items[item].edits[0].as_ref().unwrap()[0].spans[1][0];
        assert_eq!((range(0), range(1)), (Range { start: 1, end: 2 }, Range { start: 5, end: 9 }));
    }
}
