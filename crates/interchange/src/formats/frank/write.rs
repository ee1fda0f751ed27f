//! From records to items.

use std::collections::{HashMap, HashSet};

use unicode_segmentation::UnicodeSegmentation;

use super::names::{
    ARTICLE, CODES, COUNT, ITEM, JUDGED, NAMES, NO_ERROR, ODD, REFERENCE, SENTENCE, SENTENCES,
    SUMMARY,
};
use super::read::codes;
use crate::files::json::strings;
use crate::members::Members;
use crate::preserved::order::{in_order, read_numbered};
use crate::record::{Corpus, Edit, Record};
use crate::report::{ExportOutcome, Losses};
use crate::writing::capabilities::{Capabilities, MemberFilter, SPANS_ONLY, SpanCapacity};
use crate::writing::loss_names;
use crate::writing::records_by_item::{SESSION_NAMES, alignment, by_item};
use crate::writing::sink::{JsonListWriter, Sink};
use spanwise_json::encode;
use spanwise_limits::MOST_SENTENCES;

const CAPABILITIES: Capabilities = Capabilities {
    source: true,
    context: true,
    annotator: true,
    undone_items: true,
    metadata: MemberFilter::ALL,
    spans: [SpanCapacity::NONE, SpanCapacity::NONE],
    insertion_points: true,
    without_spans: |_| true,
    edit_metadata: MemberFilter::Named(&[SENTENCE]),
    ..SPANS_ONLY
};

pub(super) fn write(corpus: &Corpus, sink: &mut dyn Sink) -> ExportOutcome {
    let mut losses = Losses::default();
    sink.begin("");
    let mut items = JsonListWriter::new(sink);
    let groups = by_item(&corpus.records);
    for group in &groups {
        items.item(&one_item(group, &mut losses));
    }
    items.close().push("\n");
    ExportOutcome { losses, alignment: Some(alignment(&groups)) }
}

/// The names of this format's own members, and those of sessions, of which an item has none.
const NOT_METADATA: [&str; 8] = {
    let [session, pid, study, session_id] = SESSION_NAMES;
    [SUMMARY, REFERENCE, ARTICLE, CODES, session, pid, study, session_id]
};

/// The capabilities for a record. One of another format loses metadata with the names of [`NOT_METADATA`].
fn holds(record: &Record) -> Capabilities<'static> {
    if record.preserved.get(NAMES).is_some() {
        return CAPABILITIES;
    }
    Capabilities { metadata: MemberFilter::Besides(&NOT_METADATA), ..CAPABILITIES }
}

fn one_item(group: &[(usize, &Record)], losses: &mut Losses) -> String {
    let Some((number, first)) = group.first() else { return String::new() };
    if let Some(item) = first.preserved.get(ITEM).filter(|_| first.edits.is_empty()) {
        return item.to_owned();
    }
    let names = first.preserved.get(NAMES).map(strings).unwrap_or_default();
    let mut members: Members = holds(first).metadata.among(&first.metadata).collect();
    let context = first.context.as_deref();
    let texts = [
        (SUMMARY, first.target().as_str(), names.is_empty()),
        (REFERENCE, first.source().as_str(), false),
        (ARTICLE, context.unwrap_or_default(), context.is_some()),
    ];
    for (name, text, always) in texts {
        let was_there = names.iter().any(|known| known == name);
        let is_taken = members.get(name).is_some();
        if !text.is_empty() || (always || was_there) && !is_taken {
            losses.note_many(loss_names::ITEM_METADATA, *number, usize::from(is_taken));
            members.set_text(name, text);
        }
    }
    let sentences = SummarySentences::of(first);
    let annotators = annotators(group, &sentences, losses);
    let odd = read_numbered(first.preserved.get(ODD)).into_iter().collect::<HashMap<_, _>>();
    let objects = (0..sentences.count).map(|sentence| {
        let codes = annotators.iter().filter_map(|annotator| {
            Some(format!("{}:{}", encode(&annotator.name), annotator.codes(sentence)?))
        });
        let codes: Vec<String> = codes.collect();
        let as_it_was = odd.get(&sentence).filter(|_| codes.is_empty());
        as_it_was.cloned().unwrap_or_else(|| format!("{{{}}}", codes.join(",")))
    });
    let codes = format!("[{}]", objects.collect::<Vec<_>>().join(","));
    let was_there = names.is_empty() || names.iter().any(|name| name == CODES);
    let is_taken = members.get(CODES).is_some();
    if was_there && !is_taken || !annotators.is_empty() {
        losses.note_many(loss_names::ITEM_METADATA, *number, usize::from(is_taken));
        members.set(CODES, codes);
    }
    in_order(&names, members).to_json()
}

/// The sentences of a summary.
struct SummarySentences {
    count: usize,
    /// Their starts in the summary, in bytes, in order.
    starts: Vec<usize>,
}

impl SummarySentences {
    fn of(record: &Record) -> Self {
        let text = record.target().as_str();
        let given = record.metadata.get(SENTENCES).map(strings).unwrap_or_default();
        let mut starts = Vec::new();
        let mut end = 0;
        for sentence in &given {
            let at = text.get(end..).and_then(|rest| rest.find(sentence.as_str()));
            starts.push(end + at.unwrap_or_default());
            end += at.map_or(0, |at| at + sentence.len());
        }
        if given.is_empty() {
            let sentences = text.split_sentence_bound_indices();
            let sentences = sentences.filter(|(_, sentence)| !sentence.trim().is_empty());
            starts = sentences.map(|(at, _)| at).collect();
        }
        let preserved = record.preserved.text(COUNT).and_then(|count| count.parse().ok());
        let count = preserved.unwrap_or_else(|| starts.len().max(1));
        SummarySentences { count: count.min(MOST_SENTENCES), starts }
    }

    /// The sentence of an edit, and `true` if it is certain: named by the edit, or, if none is named, that of its span.
    fn place(&self, edit: &Edit, record: &Record) -> (usize, bool) {
        let said = edit.metadata.text(SENTENCE).and_then(|number| number.parse().ok());
        if let Some(sentence) = said.filter(|sentence| *sentence < self.count) {
            return (sentence, true);
        }
        let last = self.count.saturating_sub(1);
        let Some(span) = edit.spans.target().first() else { return (0, false) };
        let byte = record.target().to_byte(span.start()).0;
        let sentence = self.starts.partition_point(|start| *start <= byte).saturating_sub(1);
        (sentence.min(last), said.is_none())
    }
}

/// The codes of one annotator for the sentences.
struct AnnotatorCodes {
    name: String,
    /// The codes by sentence.
    found: HashMap<usize, Vec<String>>,
    /// The lists that were read, by sentence.
    judged: HashMap<usize, String>,
    /// `true` if sentences outside `judged` were found to have no errors.
    all: bool,
}

impl AnnotatorCodes {
    /// The list of a sentence, as it was read if its codes are the same; `None` if the sentence was not judged.
    fn codes(&self, sentence: usize) -> Option<String> {
        let found = self.found.get(&sentence).map(Vec::as_slice).unwrap_or_default();
        let judged = self.judged.get(&sentence);
        let same = |list: &&String| codes(list).unwrap_or_default() == found;
        if let Some(list) = judged.filter(same) {
            return Some(list.clone());
        }
        if found.is_empty() {
            return (self.all || judged.is_some()).then(|| format!("[{}]", encode(NO_ERROR)));
        }
        let list: Vec<String> = found.iter().map(|code| encode(code)).collect();
        Some(format!("[{}]", list.join(",")))
    }
}

fn annotators(
    group: &[(usize, &Record)],
    sentences: &SummarySentences,
    losses: &mut Losses,
) -> Vec<AnnotatorCodes> {
    let mut taken = HashSet::new();
    let mut annotators = Vec::new();
    for (number, record) in group {
        let edits = holds(record).edits(record, *number, losses);
        let preserved = record.preserved.get(JUDGED);
        if preserved.is_none() && !record.done && record.edits.is_empty() {
            losses.note_many(
                loss_names::ANNOTATORS,
                *number,
                usize::from(record.annotator.is_some()),
            );
            continue;
        }
        let numbered = (annotators.len()..).map(|n| format!("annotator_{n}"));
        let mut names = record.annotator.iter().cloned().chain(numbered);
        let name = names.find(|name| !taken.contains(name)).unwrap_or_default();
        let renamed = record.annotator.as_ref().is_some_and(|own| *own != name);
        losses.note_many(loss_names::ANNOTATORS, *number, usize::from(renamed));
        taken.insert(name.clone());
        let mut found: HashMap<usize, Vec<String>> = HashMap::new();
        for edit in edits {
            let (sentence, certain) = sentences.place(edit, record);
            losses.note_many("edits that name no sentence", *number, usize::from(!certain));
            let is_code = edit.category != NO_ERROR && sentences.count > 0;
            losses.note_many(
                "edits that are no errors of a sentence",
                *number,
                usize::from(!is_code),
            );
            found.entry(sentence).or_default().push(edit.category.clone());
        }
        let all = preserved.is_none() && record.done;
        annotators.push(AnnotatorCodes {
            name,
            found,
            judged: read_numbered(preserved).into_iter().collect(),
            all,
        });
    }
    // By the first sentence with codes, which is the order in which they will be read.
    let first = |annotator: &AnnotatorCodes| {
        (0..sentences.count).find(|sentence| annotator.codes(*sentence).is_some())
    };
    annotators.sort_by_cached_key(|annotator| first(annotator).unwrap_or(usize::MAX));
    annotators
}
