//! Alignment of the records of several files by item, into an [`AnnotationStudy`].

use std::collections::BTreeSet;
use std::hash::Hash;
use std::sync::Arc;

use foldhash::{HashMap, HashMapExt as _, HashSet, HashSetExt as _};

use super::annotation_study::{AnnotationStudy, ByAnnotator, MarkedEdit, MarkedRanges, StudyItem};
use super::code_point_range::CodePointRange;
use super::quality::segment_score;
use super::time::ItemTimes;
use crate::adjudication::{FlatAnswers, flatten_answers};
use spanwise_annotation::alignment::{
    Alignment, AlignmentKey, AlignmentRule, NameTrust, RowPlacement, by_keys,
};
use spanwise_annotation::document::{Answers, QuestionPath, TextName, Texts};
use spanwise_annotation::event_log::FileTimes;
use spanwise_annotation::format::thresh_read::OWN_KEY;
use spanwise_interchange::{Corpus, Edit, Members, OffsetUnit, Record};
use spanwise_text::{Span, Text};

/// The members of edits' metadata that are used.
const SEVERITY: &str = "severity";
const PROBABILITY: &str = "probability";

/// The records of one file.
#[derive(Debug, Clone)]
pub struct StudyFile {
    /// The name of the annotator if the file names none, such as the name of the file.
    pub name: String,
    /// Its records.
    pub corpus: Corpus,
    /// The names of its items.
    pub names: ItemNames,
    /// The spans of its edits that count.
    pub spans: CountedSpans,
}

/// The spans of an edit that count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum CountedSpans {
    /// All of them.
    #[default]
    All,
    /// The first on each text. Scarecrow's further spans are antecedents: the places that the error refers to, which
    /// its figures do not count.
    First,
}

impl StudyFile {
    /// The categories of its edits.
    #[must_use]
    pub fn categories(&self) -> BTreeSet<String> {
        let edits = self.corpus.records.iter().flat_map(|record| &record.edits);
        owned(edits.map(|edit| edit.category.as_str()))
    }

    /// The annotators named in its records.
    #[must_use]
    pub fn annotators(&self) -> BTreeSet<String> {
        owned(self.corpus.records.iter().filter_map(|record| record.annotator.as_deref()))
    }

    /// The names of members that its records have, for [`field`].
    #[must_use]
    pub fn members(&self) -> BTreeSet<String> {
        owned(self.corpus.records.iter().flat_map(|record| {
            let all = record.metadata.iter().chain(record.other.iter());
            let named = record.annotator.as_ref().map(|_| "annotator");
            all.map(|(name, _)| name).chain(named)
        }))
    }

    /// Drops the data that no study uses, before the study is built beside the records: contexts may be the longest of
    /// all texts.
    pub fn drop_unused(&mut self) {
        fn of_edit(edit: &mut Edit) {
            let used =
                edit.metadata.iter().filter(|(name, _)| [SEVERITY, PROBABILITY].contains(name));
            edit.metadata = used.collect();
            edit.other = Members::default();
            edit.constituents.iter_mut().for_each(of_edit);
        }
        for record in &mut self.corpus.records {
            record.context = None;
            record.edits.iter_mut().for_each(of_edit);
        }
    }

    /// The same file with no records in it.
    #[must_use]
    pub fn without_records(&self) -> Self {
        StudyFile {
            name: self.name.clone(),
            corpus: Corpus::default(),
            names: self.names.clone(),
            spans: self.spans,
        }
    }
}

/// Each name once. Files repeat few names in many records and edits.
fn owned<'n>(names: impl Iterator<Item = &'n str>) -> BTreeSet<String> {
    let each: BTreeSet<&str> = names.collect();
    each.into_iter().map(str::to_owned).collect()
}

/// The choice of annotators.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AnnotatorsAre {
    /// Each file is one annotator, regardless of the names in its records.
    Files,
    /// The annotators named in the records; a file that names none, or only one, is one annotator.
    Annotators,
}

/// The source of the names of a file's items.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ItemNames {
    /// The keys of its format, as in [`Format::keys`], for records that have all of them; else `id`.
    ///
    /// [`Format::keys`]: spanwise_interchange::Format::keys
    OfFormat(Vec<String>),
    /// These members of a record or its metadata, which all records have; `a|b` is `a`, or `b` for records without it.
    Given(Vec<String>),
    /// Nothing: items are identified by their texts.
    None,
    /// Their positions in the file, for each annotator.
    Positions,
}

/// The rule that aligned the records of several files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AlignedBy {
    /// The keys of the format, or those that were given.
    Keys,
    /// `id`.
    Id,
    /// Source and target, letter for letter; equal ones in their order.
    Texts,
    /// Positions in the files.
    Positions,
    /// Several of these rules.
    Several,
}

impl AlignedBy {
    /// Its name in results.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            AlignedBy::Keys => "keys",
            AlignedBy::Id => "id",
            AlignedBy::Texts => "texts",
            AlignedBy::Positions => "position",
            AlignedBy::Several => "several",
        }
    }
}

/// A study, and the outcome of the alignment of its records.
#[derive(Debug, Clone)]
pub struct AlignedStudy {
    /// The items, with the annotations of each annotator.
    pub study: AnnotationStudy,
    /// The rules that aligned the records.
    pub by: AlignedBy,
    /// Items that all annotators have.
    pub by_all: usize,
    /// Items that only one annotator has, by their positions in [`AnnotationStudy::items`].
    pub alone: Vec<usize>,
    /// Items whose name an earlier annotator has with other texts only, by their positions: offsets in them mean
    /// something else.
    pub other_texts: Vec<usize>,
    /// By annotator: the position of their file.
    pub files: Vec<usize>,
}

impl AlignedStudy {
    /// The share of items that only one of several annotators has, from 0 to 1.
    #[must_use]
    pub fn share_alone(&self) -> f64 {
        let n = self.study.items.len();
        if n == 0 { 0.0 } else { self.alone.len() as f64 / n as f64 }
    }
}

/// A record without the member that names items.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MissingKey {
    /// Position of its file.
    pub file: usize,
    /// 0-based number of the record.
    pub record: usize,
    /// The member.
    pub key: String,
    /// Names of members that the file has, for a suggestion.
    pub known: BTreeSet<String>,
}

/// Aligns the records of several files, by the policy of [`alignment`](spanwise_annotation::alignment).
///
/// # Errors
/// If a record lacks a member of [`ItemNames::Given`].
pub fn align_study(
    mut sources: Vec<StudyFile>,
    who: AnnotatorsAre,
) -> Result<AlignedStudy, MissingKey> {
    let annotators = annotators(&sources, who);
    let mut table = StudyBuilder::new(&sources, annotators.len());
    let numbers: Vec<Vec<usize>> =
        annotators.iter().map(|annotator| annotator.records(&sources)).collect();
    for ((number, annotator), own) in annotators.iter().enumerate().zip(numbers) {
        if let Some(source) = sources.get_mut(annotator.file) {
            table.add(number, annotator.file, source, &own)?;
        }
    }
    let (names, files) =
        annotators.into_iter().map(|annotator| (annotator.name, annotator.file)).unzip();
    Ok(table.finish(names, files))
}

/// An annotator: a name, and records of a file.
struct StudyAnnotator {
    name: String,
    file: usize,
    /// The name in their records, if these have one; `None` if all records of the file are theirs.
    within: Option<Option<String>>,
}

impl StudyAnnotator {
    /// The numbers of their records in their file.
    fn records(&self, sources: &[StudyFile]) -> Vec<usize> {
        let records = sources.get(self.file).map_or(&[][..], |source| &source.corpus.records);
        let is_own =
            |record: &Record| self.within.as_ref().is_none_or(|name| *name == record.annotator);
        let own = records.iter().enumerate().filter(|(_, record)| is_own(record));
        own.map(|(number, _)| number).collect()
    }
}

fn annotators(sources: &[StudyFile], who: AnnotatorsAre) -> Vec<StudyAnnotator> {
    let mut all = Vec::new();
    for (file, source) in sources.iter().enumerate() {
        let mut names: Vec<&Option<String>> = Vec::new();
        let mut known = HashSet::new();
        for record in &source.corpus.records {
            if known.insert(&record.annotator) {
                names.push(&record.annotator);
            }
        }
        if who == AnnotatorsAre::Files || names.len() <= 1 {
            all.push(StudyAnnotator { name: source.name.clone(), file, within: None });
            continue;
        }
        for within in names {
            let name = within.clone().unwrap_or_else(|| source.name.clone());
            all.push(StudyAnnotator { name, file, within: Some(within.clone()) });
        }
    }
    tell_apart(&mut all, sources);
    all
}

/// Disambiguates equal names: appends the name of the file, or the annotator's number if the whole file is theirs.
fn tell_apart(all: &mut [StudyAnnotator], sources: &[StudyFile]) {
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

fn categories(sources: &[StudyFile]) -> Vec<String> {
    let names: BTreeSet<String> = sources.iter().flat_map(StudyFile::categories).collect();
    names.into_iter().collect()
}

/// The value of a record under a name: in its metadata, else in its other members; `annotator` is the annotator.
#[must_use]
pub fn field(record: &Record, name: &str) -> Option<String> {
    let known = record.metadata.text(name).or_else(|| record.other.text(name));
    known.or_else(|| (name == "annotator").then(|| record.annotator.clone()).flatten())
}

/// Adds the names of the texts that are not empty.
fn note_names(texts: &Texts, names: &mut BTreeSet<TextName>) {
    let present = texts.iter().filter(|text| !text.text.is_empty());
    for text in present {
        if !names.contains(&text.name) {
            names.insert(text.name.clone());
        }
    }
}

/// By annotator: the names that they lack and others have.
fn lacking_texts(names: Vec<BTreeSet<TextName>>) -> Vec<BTreeSet<TextName>> {
    let all: BTreeSet<TextName> = names.iter().flatten().cloned().collect();
    names.into_iter().map(|own| &all - &own).collect()
}

/// The name of a key without a value in a record.
struct KeyWithoutValue(String);

/// The values of keys, joined.
///
/// # Errors
/// If the record lacks a value; returns the first such key.
fn name_by(record: &Record, keys: &[String]) -> Result<String, KeyWithoutValue> {
    let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
    let values = by_keys(&keys, |name| field(record, name))
        .map_err(|key| KeyWithoutValue(key.to_owned()))?;
    Ok(values.join(" / "))
}

fn by_id(record: &Record) -> Option<String> {
    record.other.text("id").or_else(|| record.metadata.text("id")).filter(|id| !id.is_empty())
}

struct StudyBuilder {
    alignment: Alignment,
    annotators: usize,
    categories: Vec<String>,
    items: Vec<StudyItem>,
    /// By annotator: the names of the texts that their records have.
    text_names: Vec<BTreeSet<TextName>>,
    times: Vec<ItemTimes>,
    /// Items whose name occurred before with other texts.
    other_texts: BTreeSet<usize>,
    /// The rules that aligned records with earlier ones.
    by: HashSet<AlignedBy>,
    asked: Option<AlignedBy>,
    shared: SharedAnswers,
}

impl StudyBuilder {
    fn new(sources: &[StudyFile], annotators: usize) -> Self {
        let asked = sources.iter().find_map(|source| match source.names {
            ItemNames::OfFormat(_) => None,
            ItemNames::Given(_) => Some(AlignedBy::Keys),
            ItemNames::None => Some(AlignedBy::Texts),
            ItemNames::Positions => Some(AlignedBy::Positions),
        });
        let trust = if asked.is_none() { NameTrust::Checked } else { NameTrust::Given };
        StudyBuilder {
            alignment: Alignment::new(trust),
            annotators,
            categories: categories(sources),
            items: Vec::new(),
            text_names: Vec::new(),
            times: Vec::new(),
            other_texts: BTreeSet::new(),
            by: HashSet::new(),
            asked,
            shared: SharedAnswers::default(),
        }
    }

    /// The name of a record, and the kind of name.
    fn name(
        &self,
        (file, source): (usize, &StudyFile),
        (number, record): (usize, &Record),
        position: usize,
    ) -> Result<Option<(String, AlignedBy)>, MissingKey> {
        match &source.names {
            ItemNames::OfFormat(keys) => {
                let keys = (!keys.is_empty()).then(|| name_by(record, keys).ok()).flatten();
                let name = keys.map(|name| (name, AlignedBy::Keys));
                Ok(name.or_else(|| Some((by_id(record)?, AlignedBy::Id))))
            }
            ItemNames::Given(keys) => match name_by(record, keys) {
                Ok(name) => Ok(Some((name, AlignedBy::Keys))),
                Err(KeyWithoutValue(key)) => {
                    Err(MissingKey { file, record: number, key, known: source.members() })
                }
            },
            ItemNames::None => Ok(None),
            ItemNames::Positions => Ok(Some((position.to_string(), AlignedBy::Positions))),
        }
    }

    /// Adds the records of an annotator, taking them out of their file, since an item needs less memory than a record.
    fn add(
        &mut self,
        annotator: usize,
        file: usize,
        source: &mut StudyFile,
        numbers: &[usize],
    ) -> Result<(), MissingKey> {
        let mut names = Vec::with_capacity(numbers.len());
        let mut identities = Vec::with_capacity(numbers.len());
        let mut text_names = BTreeSet::new();
        for (position, number) in numbers.iter().enumerate() {
            let Some(record) = source.corpus.records.get(*number) else { continue };
            let name = self.name((file, source), (*number, record), position + 1)?;
            let known = name.as_ref().map(|(name, _)| name.clone());
            identities.push(AlignmentKey::new(known, &record.texts));
            note_names(&record.texts, &mut text_names);
            names.push(name);
        }
        let aligned = self.alignment.add(&identities);
        drop(identities);
        self.text_names.push(text_names);
        if self.items.is_empty() {
            self.items.reserve(aligned.len());
        }
        for ((aligned, name), number) in aligned.into_iter().zip(names).zip(numbers) {
            match (aligned.by, &name) {
                (Some(AlignmentRule::Name), Some((_, kind))) => self.by.insert(*kind),
                (Some(_), _) => self.by.insert(AlignedBy::Texts),
                (None, _) => false,
            };
            if let Some(record) = source.corpus.records.get_mut(*number).map(std::mem::take) {
                let name = name.map(|(name, _)| name);
                self.put(annotator, &aligned, name, &record, source.spans);
            }
        }
        Ok(())
    }

    fn put(
        &mut self,
        annotator: usize,
        aligned: &RowPlacement,
        name: Option<String>,
        record: &Record,
        spans: CountedSpans,
    ) {
        if aligned.row == self.items.len() {
            self.items.push(StudyItem {
                name: name.unwrap_or_else(|| (aligned.row + 1).to_string()),
                texts: record.texts.clone(),
                edits: ByAnnotator::default(),
                answers: ByAnnotator::default(),
                scores: ByAnnotator::default(),
                hard_labels: ByAnnotator::default(),
            });
        }
        if aligned.has_other_texts {
            self.other_texts.insert(aligned.row);
        }
        let edits = marked(record, &self.categories, spans, &mut self.shared);
        let answers = self.shared.answers(flatten_answers(&record.answers).into_iter());
        let score = record.metadata.text("score").and_then(|score| segment_score(&score));
        self.times.extend(times(record, aligned.row, &self.categories));
        let Some(item) = self.items.get_mut(aligned.row) else { return };
        item.texts.complete(&record.texts);
        item.edits.insert(annotator, edits);
        if !record.answers.is_empty() {
            item.answers.insert(annotator, answers);
        }
        if let Some(score) = score {
            item.scores.insert(annotator, score);
        }
        if let Some(labels) = hard_labels(record) {
            item.hard_labels.insert(annotator, labels);
        }
    }

    fn finish(self, annotators: Vec<String>, files: Vec<usize>) -> AlignedStudy {
        let having = |item: &StudyItem| item.edits.len();
        let by_all = self.items.iter().filter(|item| having(item) == self.annotators).count();
        let is_alone = |at: &usize| self.items.get(*at).is_some_and(|item| having(item) == 1);
        let alone: Vec<usize> = if self.annotators == 1 {
            Vec::new()
        } else {
            (0..self.items.len()).filter(is_alone).collect()
        };
        let mut by = self.by.into_iter();
        let by = self.asked.unwrap_or(match (by.next(), by.next()) {
            (Some(one), None) => one,
            (None, _) => AlignedBy::Texts,
            (Some(_), Some(_)) => AlignedBy::Several,
        });
        AlignedStudy {
            by,
            by_all,
            alone,
            other_texts: self.other_texts.into_iter().collect(),
            files,
            study: AnnotationStudy {
                annotators,
                categories: self.categories,
                items: self.items,
                lacking_texts: lacking_texts(self.text_names),
                times: self.times,
                ..AnnotationStudy::default()
            },
        }
    }
}

/// The hard labels given beside soft ones: ranges in code points.
fn hard_labels(record: &Record) -> Option<Vec<CodePointRange>> {
    let labels: Vec<[u32; 2]> = serde_json::from_str(record.metadata.get("hard_labels")?).ok()?;
    let range = |[start, end]: [u32; 2]| (start <= end).then_some(CodePointRange { start, end });
    labels.into_iter().map(range).collect()
}

/// The times of the event log of a record, where it has them. Times of edits that it does not have are left out.
fn times(record: &Record, item: usize, categories: &[String]) -> Option<ItemTimes> {
    let FileTimes { ms, edits } = FileTimes::of_own(record.other.get(OWN_KEY)?)?;
    #[expect(clippy::cast_precision_loss, reason = "milliseconds of a visit")]
    let seconds = |ms: u64| ms as f64 / 1000.0;
    let all = record.edits.iter().flat_map(|edit| std::iter::once(edit).chain(&edit.constituents));
    let edits = all.filter_map(|edit| {
        let category = categories.binary_search(&edit.category).ok()?;
        let ms = edits.get(&edit.category)?.get(&edit.id.as_ref()?.to_string())?;
        Some((category, seconds(*ms)))
    });
    Some(ItemTimes { item, seconds: seconds(ms), edits: edits.collect() })
}

/// A pool of answers, so that edits share equal ones.
#[derive(Default)]
struct SharedAnswers {
    paths: HashSet<Arc<QuestionPath>>,
    values: HashSet<Arc<str>>,
}

/// The greatest number of paths, and of values, in the pool. Of more, most are texts that nobody gives twice.
const MOST_SHARED: usize = 1 << 12;

impl SharedAnswers {
    fn answers(&mut self, of: impl Iterator<Item = (Arc<QuestionPath>, Arc<str>)>) -> FlatAnswers {
        let share = |(path, value)| (once(&mut self.paths, path), once(&mut self.values, value));
        of.map(share).collect()
    }
}

/// Returns the pooled value equal to `value`, or pools it while there is room.
fn once<T: Eq + Hash + ?Sized>(held: &mut HashSet<Arc<T>>, value: Arc<T>) -> Arc<T> {
    if let Some(held) = held.get(&value) {
        return held.clone();
    }
    if held.len() < MOST_SHARED {
        held.insert(value.clone());
    }
    value
}

fn marked(
    record: &Record,
    categories: &[String],
    counted: CountedSpans,
    shared: &mut SharedAnswers,
) -> Vec<MarkedEdit> {
    let edit = |edit: &Edit| {
        let category = categories.binary_search(&edit.category).ok()?;
        let spans = ranges_by_text(edit, &record.texts, counted);
        let answers = shared.answers(answers_with_severity(&edit.metadata, &edit.answers));
        Some(MarkedEdit { category, spans, answers, probability: probability(edit) })
    };
    let mut marked = Vec::with_capacity(record.edits.len());
    marked.extend(record.edits.iter().filter_map(edit));
    marked
}

/// The answers about an edit, and before them the severity in its metadata, as in some formats: the answer to a question
/// of this name takes precedence.
pub(super) fn answers_with_severity(
    metadata: &Members,
    answers: &Answers,
) -> impl Iterator<Item = (Arc<QuestionPath>, Arc<str>)> {
    let severity = metadata.text(SEVERITY).map(|severity| {
        (Arc::new(vec![SEVERITY.to_owned()]), severity.trim().to_lowercase().into())
    });
    severity.into_iter().chain(flatten_answers(answers))
}

/// The probability in an edit's metadata, as in some formats; `None` unless it is from 0 to 1.
fn probability(edit: &Edit) -> Option<f64> {
    let probability: f64 = edit.metadata.text(PROBABILITY)?.trim().parse().ok()?;
    (0.0..=1.0).contains(&probability).then_some(probability)
}

/// The spans of an edit and of its constituents, by text.
fn ranges_by_text(edit: &Edit, texts: &Texts, counted: CountedSpans) -> MarkedRanges {
    let members = edit.constituents.iter().flat_map(|part| part.spans.iter());
    let names: BTreeSet<&TextName> = edit.spans.iter().chain(members).map(|(n, _)| n).collect();
    let on = |name: &TextName| {
        // Spans on unknown texts are on none that is compared.
        let text = texts.get(name).map_or(&Text::EMPTY, |text| &text.text);
        (name.clone(), ranges(edit, name, text, counted))
    };
    names.into_iter().map(on).collect()
}

/// The spans of an edit and of its constituents on one text, sorted, without duplicates.
fn ranges(edit: &Edit, name: &TextName, text: &Text, counted: CountedSpans) -> Vec<CodePointRange> {
    let members = edit.constituents.iter().flat_map(|part| part.spans.on(name));
    let all = edit.spans.on(name).iter().chain(members);
    let all = all.take(match counted {
        CountedSpans::All => usize::MAX,
        CountedSpans::First => 1,
    });
    let mut ranges: Vec<CodePointRange> = all.map(|span| range(text, *span)).collect();
    ranges.sort_unstable();
    ranges.dedup();
    ranges.shrink_to_fit();
    ranges
}

/// Converts a span to code points. Positions without a text, as in some formats, stay as they are.
fn range(text: &Text, span: Span) -> CodePointRange {
    let (start, end) = if text.is_empty() {
        (span.start().0, span.end().0)
    } else {
        OffsetUnit::CodePoints.offsets(text, span)
    };
    CodePointRange { start, end }
}

#[cfg(test)]
mod tests {
    use super::*;
    use spanwise_template::Side;
    use spanwise_text::Utf16;

    fn record(target: &str, annotator: Option<&str>, spans: &[(u32, u32)]) -> Record {
        let spans = spans.iter().map(|(a, b)| Span::between(Utf16(*a), Utf16(*b)));
        Record {
            annotator: annotator.map(str::to_owned),
            texts: Texts::target_only(Text::new(target)),
            edits: spans.map(|span| Edit::on(Side::Target, "e", vec![span])).collect(),
            ..Record::default()
        }
    }

    fn source(name: &str, keys: &[&str], records: Vec<Record>) -> StudyFile {
        let keys = keys.iter().map(|key| (*key).to_owned()).collect();
        let corpus = Corpus { records, preserved: Members::default() };
        let names = ItemNames::OfFormat(keys);
        StudyFile { name: name.to_owned(), corpus, names, spans: CountedSpans::All }
    }

    /// By item: the number of edits of each annotator.
    fn counts(paired: &AlignedStudy) -> Vec<Vec<Option<usize>>> {
        let annotators = 0..paired.study.annotators.len();
        let items = paired.study.items.iter();
        let of = |item: &StudyItem| {
            annotators.clone().map(|at| Some(item.edits.get(at)?.len())).collect()
        };
        items.map(of).collect()
    }

    /// Aligns sources whose records have all requested names.
    fn paired(sources: &[StudyFile], who: AnnotatorsAre) -> AlignedStudy {
        align_study(sources.to_vec(), who).unwrap()
    }

    #[test]
    fn edits_have_the_probability_of_their_metadata() {
        for (metadata, expected) in [
            (r#"{"probability": 0.25}"#, Some(0.25)),
            (r#"{"probability": " 1 "}"#, Some(1.0)),
            (r#"{"probability": 1.5}"#, None),
            (r#"{"probability": "NaN"}"#, None),
            (r#"{"probability": [0.5]}"#, None),
            ("{}", None),
        ] {
            let mut record = record("a", None, &[(0, 1)]);
            record.edits[0].metadata = Members::parse(metadata);
            let study = paired(&[source("a", &[], vec![record])], AnnotatorsAre::Files).study;
            let edits = study.items[0].edits.get(0).unwrap();
            assert_eq!(edits[0].probability, expected, "{metadata}");
        }
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
        let paired =
            paired(&[source("x", &[], first), source("y", &[], second)], AnnotatorsAre::Annotators);
        assert_eq!(paired.study.annotators, ["x", "y"]);
        assert_eq!(paired.by, AlignedBy::Texts);
        let expected = [
            vec![Some(0), Some(1)],
            vec![Some(1), None],
            vec![Some(1), Some(0)],
            vec![None, Some(0)],
        ];
        assert_eq!(counts(&paired), expected);
        assert_eq!((paired.by_all, &paired.alone[..]), (2, &[1, 3][..]));
        assert_eq!(paired.share_alone(), 0.5);
    }

    #[test]
    fn texts_that_an_annotator_lacks_are_compared_among_the_others() {
        let pair = |source: &str, target: &str| Record {
            texts: Texts::usual(source, target),
            edits: vec![
                Edit::on(Side::Source, "e", vec![Span::between(Utf16(0), Utf16(1))]),
                Edit::on(Side::Target, "e", vec![Span::between(Utf16(0), Utf16(1))]),
            ],
            ..record("", None, &[])
        };
        let with_sources = || vec![pair("s", "a"), pair("t", "b")];
        let without = vec![record("b", None, &[(0, 1)]), record("a", None, &[])];
        let ann = source("ann", &[], with_sources());
        let ben = source("ben", &[], with_sources());
        let cleo = source("cleo", &[], without);
        for files in [[&ann, &ben, &cleo], [&cleo, &ann, &ben]] {
            let paired = paired(&files.map(Clone::clone), AnnotatorsAre::Files);
            assert_eq!((paired.by_all, paired.alone.len()), (2, 0));
            let study = &paired.study;
            let cleo = study.annotators.iter().position(|name| name == "cleo").unwrap();
            for (at, lacking) in study.lacking_texts.iter().enumerate() {
                let expected = (at == cleo).then_some(TextName::SOURCE);
                assert_eq!(lacking.iter().cloned().collect::<Vec<_>>(), Vec::from_iter(expected));
            }
            let texts = study.study_texts();
            assert_eq!(texts.len(), 4);
            for text in texts {
                let has_cleo = text.units.get(cleo).is_some();
                assert_eq!(has_cleo, text.name == TextName::TARGET, "{}", text.text.as_str());
                assert_eq!(text.units.len(), if has_cleo { 3 } else { 2 });
            }
        }
    }

    fn with(target: &str, setup: &str, index: &str) -> Record {
        let mut record = record(target, None, &[(0, 1)]);
        record.metadata.set_text("setup_id", setup);
        record.metadata.set("example_idx", index);
        record
    }

    #[test]
    fn keys_tell_items_apart() {
        let keys = ["setup_id", "example_idx"];
        let first = vec![with("a", "GPT_4.o", "1"), with("a", "GPT_4.o", "2"), with("b", "m", "3")];
        let second =
            vec![with("a", "gpt-4-o", "2"), with("x", "m", "3"), with("a", "gpt-4-o", "2")];
        let found = paired(
            &[source("x", &keys, first.clone()), source("y", &keys, second)],
            AnnotatorsAre::Files,
        );
        assert_eq!(found.by, AlignedBy::Keys);
        // An item that an annotator has twice is two; one with other texts has no counterpart.
        let expected = [
            vec![Some(1), None],
            vec![Some(1), Some(1)],
            vec![Some(1), None],
            vec![None, Some(1)],
            vec![None, Some(1)],
        ];
        assert_eq!(counts(&found), expected);
        assert_eq!((&found.other_texts[..], &found.alone[..]), (&[3][..], &[0, 2, 3, 4][..]));
        assert_eq!(found.study.items[1].name, "gpt-4-o / 2");
        let renumbered = |target: &str, index: &str, original: &str| {
            let mut record = with(target, "m", index);
            record.metadata.set("original", original);
            record
        };
        let one = source("x", &["original|example_idx"], vec![renumbered("a", "1", "7")]);
        let other = source("y", &["original|example_idx"], vec![renumbered("a", "2", "7")]);
        assert_eq!(paired(&[one, other], AnnotatorsAre::Files).by_all, 1);
        let without = vec![record("a", None, &[])];
        let found =
            paired(&[source("x", &keys, first), source("y", &keys, without)], AnnotatorsAre::Files);
        assert_eq!(found.by, AlignedBy::Texts);
    }

    #[test]
    fn ids_tell_items_of_the_same_texts_apart() {
        let named = |id: &str, spans: &[(u32, u32)]| {
            let mut record = record("Yes.", None, spans);
            record.other.set_text("id", id);
            record
        };
        let first = vec![named("a", &[(0, 1)]), named("b", &[])];
        let second = vec![named("b", &[]), named("a", &[(0, 1)])];
        let both = [source("x", &[], first), source("y", &[], second)];
        let found = paired(&both, AnnotatorsAre::Annotators);
        assert_eq!(found.by, AlignedBy::Id);
        assert_eq!(counts(&found), [[Some(1), Some(1)], [Some(0), Some(0)]]);
        let by_texts = both.clone().map(|source| StudyFile { names: ItemNames::None, ..source });
        assert_eq!(
            counts(&paired(&by_texts, AnnotatorsAre::Files)),
            [[Some(1), Some(0)], [Some(0), Some(1)]]
        );
        let given = |key: &str| {
            let names = ItemNames::Given(vec![key.to_owned()]);
            both.clone().map(|source| StudyFile { names: names.clone(), ..source })
        };
        assert_eq!(paired(&given("id"), AnnotatorsAre::Files).by, AlignedBy::Keys);
        let nameless = align_study(given("idd").to_vec(), AnnotatorsAre::Files).unwrap_err();
        assert_eq!((nameless.file, nameless.record, nameless.key.as_str()), (0, 0, "idd"));
        assert_eq!(nameless.known.iter().collect::<Vec<_>>(), ["id"]);
    }

    #[test]
    fn positions_count_if_that_is_asked_for() {
        let records = |targets: &[&str]| targets.iter().map(|t| record(t, None, &[])).collect();
        let sources = [&["a", "a", "b"][..], &["a", "b"]].map(|targets| StudyFile {
            names: ItemNames::Positions,
            ..source("x", &[], records(targets))
        });
        let found = paired(&sources, AnnotatorsAre::Files);
        assert_eq!((found.by, found.by_all), (AlignedBy::Positions, 1));
        assert_eq!((&found.alone[..], &found.other_texts[..]), (&[1, 2, 3][..], &[3][..]));
    }

    #[test]
    fn annotators_of_one_file_are_told_apart_if_asked() {
        let records = || vec![record("a", Some("p"), &[]), record("a", Some("q"), &[(0, 1)])];
        let found = paired(&[source("f", &[], records())], AnnotatorsAre::Annotators);
        assert_eq!(found.study.annotators, ["p", "q"]);
        assert_eq!(counts(&found), [[Some(0), Some(1)]]);
        let found = paired(
            &[source("f", &[], records()), source("g", &[], records())],
            AnnotatorsAre::Annotators,
        );
        assert_eq!(found.study.annotators, ["p (f)", "q (f)", "p (g)", "q (g)"]);
        let found = paired(&[source("f", &[], records())], AnnotatorsAre::Files);
        assert_eq!(found.study.annotators, ["f"]);
        let found =
            paired(&[source("f", &[], vec![]), source("f", &[], vec![])], AnnotatorsAre::Files);
        assert_eq!(found.study.annotators, ["f (1)", "f (2)"]);
    }

    #[test]
    fn further_spans_of_an_edit_may_be_antecedents() {
        let mut with = record("abcdefghij", None, &[]);
        let spans = [(6, 9), (0, 2)].map(|(a, b)| Span::between(Utf16(a), Utf16(b)));
        with.edits.push(Edit::on(Side::Target, "e", spans.to_vec()));
        let cases =
            [(CountedSpans::All, vec![(0, 2), (6, 9)]), (CountedSpans::First, vec![(6, 9)])];
        for (counted, expected) in cases {
            let source = StudyFile { spans: counted, ..source("x", &[], vec![with.clone()]) };
            let study = paired(&[source], AnnotatorsAre::Files).study;
            let spans = &study.items[0].edits.get(0).unwrap()[0].on(&TextName::TARGET);
            assert_eq!(spans.iter().map(|r| (r.start, r.end)).collect::<Vec<_>>(), expected);
        }
    }

    #[test]
    fn offsets_count_code_points_and_stay_where_there_is_no_text() {
        let records = vec![record("😀ab", None, &[(2, 3)]), record("", None, &[(5, 9)])];
        let found = paired(&[source("x", &[], records)], AnnotatorsAre::Files);
        let range =
            |item: usize| found.study.items[item].edits.get(0).unwrap()[0].on(&TextName::TARGET)[0];
        assert_eq!(
            (range(0), range(1)),
            (CodePointRange { start: 1, end: 2 }, CodePointRange { start: 5, end: 9 })
        );
    }
}
