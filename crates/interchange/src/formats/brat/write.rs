//! Writing brat's folders.

use std::collections::{HashMap, HashSet};

use super::lines::{AnswersAndComments, BratLine, said};
use super::names::{DOCUMENT, OWN, UNIT};
use super::read::unbroken;
use crate::comments::{COMMENT, comments_json, comments_of};
use crate::members::Members;
use crate::preserved::verbatim;
use crate::record::{Corpus, Edit};
use crate::report::{ExportOutcome, Losses};
use crate::text_file::TextFile;
use crate::writing::capabilities::{Capabilities, MemberFilter, SPANS_ONLY, SpanCapacity};
use crate::writing::sink::Sink;
use spanwise_annotation::document::Answer;
use spanwise_text::{Span, Text};

const CAPABILITIES: Capabilities = Capabilities {
    undone_items: true,
    metadata: MemberFilter::Named(&[DOCUMENT]),
    spans: [SpanCapacity::NONE, SpanCapacity::ALL],
    answers: |_, _| true,
    edit_metadata: MemberFilter::Named(&[COMMENT]),
    beyond_text: true,
    ..SPANS_ONLY
};

pub(super) fn write(corpus: &Corpus, sink: &mut dyn Sink) -> ExportOutcome {
    let mut losses = Losses::default();
    let mut files = Vec::new();
    for (number, record) in corpus.records.iter().enumerate() {
        let own = record.preserved.get(OWN).map(Members::parse);
        let document = own.as_ref().and_then(|_| record.metadata.text(DOCUMENT));
        let document = document.unwrap_or_else(|| format!("{:05}", number + 1));
        let holds = CAPABILITIES.for_record_of(own.is_some());
        let own = own.unwrap_or_default();
        let read = own.text("lines");
        let has_text = own.get("no_text").is_none();
        if has_text {
            files.push(TextFile::new(format!("{document}.txt"), record.target().as_str()));
        }
        let edits = holds.edits_except(record, number, &mut losses, stands);
        if record.done || !record.edits.is_empty() || read.is_some() {
            let mut lines = BratWriter::of(record.target(), number, &mut losses);
            lines.write(&edits, read.as_deref().unwrap_or_default());
            let path = if document.is_empty() { document } else { format!("{document}.ann") };
            files.push(TextFile::new(path, lines.text));
        }
    }
    let others = corpus.preserved.get(OWN).map(Members::parse).unwrap_or_default();
    let others =
        others.iter().filter_map(|(path, _)| Some(TextFile::new(path, others.text(path)?)));
    files.extend(others);
    files.into_iter().for_each(|file| sink.file(file));
    losses.into()
}

/// A writer of the annotations of a text.
struct BratWriter<'a> {
    text: String,
    target: &'a Text,
    number: usize,
    losses: &'a mut Losses,
    /// The last number of each kind of line.
    last: HashMap<char, u32>,
}

impl<'a> BratWriter<'a> {
    fn of(target: &'a Text, number: usize, losses: &'a mut Losses) -> Self {
        BratWriter { text: String::new(), target, number, losses, last: HashMap::new() }
    }

    /// Writes the original lines that still hold, and new ones for new edits, answers and comments.
    fn write(&mut self, all: &[&Edit], read: &str) {
        let was = said(read.lines());
        let edits = all.iter().filter_map(|edit| Some((id_of(edit)?, *edit)));
        let edits: HashMap<String, &Edit> = edits.collect();
        let mut gone: HashSet<&str> = HashSet::new();
        for line in read.lines() {
            self.count(line);
            if let BratLine::Span { id, .. } = BratLine::parse(line)
                && !edits.contains_key(id)
            {
                gone.insert(id);
            }
        }
        let mut written: HashSet<&str> = HashSet::new();
        for line in read.split_inclusive('\n') {
            let edit_of = |id: &str| edits.get(id).map(|edit| (*edit, was.get(id)));
            match BratLine::parse(line) {
                BratLine::Span { id, category, .. } => {
                    let Some((edit, _)) = edit_of(id).filter(|_| written.insert(id)) else {
                        continue;
                    };
                    if category == edit.category && stands(edit) {
                        self.text.push_str(line);
                    } else {
                        self.span(edit, id);
                    }
                }
                BratLine::Attribute { on, .. } => {
                    let holds = edit_of(on).is_none_or(|(edit, was)| {
                        was.is_some_and(|was| was.answers == edit.answers)
                    });
                    self.keep(line, holds && !gone.contains(on));
                }
                BratLine::Note { on, .. } => {
                    let holds = edit_of(on).is_none_or(|(edit, was)| same_comments(edit, was));
                    self.keep(line, holds && !gone.contains(on));
                }
                BratLine::Broken | BratLine::Other => {
                    let ids = line.split([' ', '\t', ':', '\n', '\r']).skip(1);
                    let holds = !ids.into_iter().any(|id| gone.contains(id));
                    self.losses.note_many(
                        "relations with edits that are gone",
                        self.number,
                        usize::from(!holds),
                    );
                    self.keep(line, holds);
                }
            }
        }
        if !self.text.is_empty() && !self.text.ends_with('\n') && read != self.text {
            self.text.push('\n');
        }
        for edit in all {
            let id = id_of(edit).filter(|id| written.contains(id.as_str()));
            match &id {
                Some(id) => self.about(edit, id, was.get(id.as_str())),
                None => self.new_edit(edit),
            }
        }
    }

    fn keep(&mut self, line: &str, holds: bool) {
        if holds {
            self.text.push_str(line);
        }
    }

    /// Notes the number of a line, so that new ones get others.
    fn count(&mut self, line: &str) {
        let mut characters = line.chars();
        let Some(kind) = characters.next() else { return };
        let digits = characters.as_str().split('\t').next().unwrap_or_default();
        let last = self.last.entry(kind).or_default();
        *last = digits.parse().map_or(*last, |number| (*last).max(number));
    }

    fn next(&mut self, kind: char) -> String {
        let last = self.last.entry(kind).or_default();
        *last = last.saturating_add(1);
        format!("{kind}{last}")
    }

    fn new_edit(&mut self, edit: &Edit) {
        let id = self.next('T');
        self.span(edit, &id);
        self.about(edit, &id, None);
    }

    fn span(&mut self, edit: &Edit, id: &str) {
        let mut spans: Vec<Span> =
            edit.spans.target().iter().copied().filter(|span| !span.is_empty()).collect();
        spans.sort_by_key(|span| (span.start(), span.end()));
        let category = self.word(&edit.category, "blanks in names of categories");
        let offsets: Vec<String> = spans
            .iter()
            .map(|span| UNIT.offsets_even_without(self.target, *span))
            .map(|(start, end)| format!("{start} {end}"))
            .collect();
        let texts: Vec<&str> = spans.iter().map(|span| self.target.slice(*span)).collect();
        let text: String = texts.join(" ").chars().map(unbroken).collect();
        self.text.extend([id, "\t", &category, " ", &offsets.join(";"), "\t", &text, "\n"]);
    }

    /// Writes the changed answers and comments of an edit.
    fn about(&mut self, edit: &Edit, id: &str, was: Option<&AnswersAndComments>) {
        let same_answers = was.is_some_and(|was| was.answers == edit.answers);
        for (name, answer) in edit.answers.iter().filter(|_| !same_answers) {
            let value = match answer {
                Answer::Value(value) if !value.contains(char::is_whitespace) => value.as_str(),
                Answer::Value(_)
                | Answer::Choice { .. }
                | Answer::Several(_)
                | Answer::Unknown(_) => {
                    self.losses.note("answers that are choices, or that have blanks", self.number);
                    continue;
                }
            };
            let line = self.next('A');
            let name = self.word(name, "blanks in names of questions");
            let value = if value == "yes" { String::new() } else { format!(" {value}") };
            self.text.extend([&line, "\t", &name, " ", id, &value, "\n"]);
        }
        if same_comments(edit, was) {
            return;
        }
        for comment in comments_of(edit) {
            let line = self.next('#');
            if comment.contains(['\n', '\r']) {
                self.losses.note("line breaks in comments", self.number);
            }
            let comment: String = comment.chars().map(unbroken).collect();
            self.text.extend([&line, "\tAnnotatorNotes ", id, "\t", &comment, "\n"]);
        }
    }

    /// A name as one word, with `_` for blanks, which are noted as a loss.
    fn word(&mut self, name: &str, loss: &'static str) -> String {
        let blanks = name.contains(char::is_whitespace);
        self.losses.note_many(loss, self.number, usize::from(blanks));
        name.chars().map(|c| if c.is_whitespace() { '_' } else { c }).collect()
    }
}

/// The id of the line of an edit.
fn id_of(edit: &Edit) -> Option<String> {
    Members::parse(edit.preserved.get(OWN)?).text("id")
}

/// Returns `true` if an edit has a line with its present offsets.
fn stands(edit: &Edit) -> bool {
    edit.preserved.get(OWN).is_some() && verbatim::is_unmoved(edit)
}

fn same_comments(edit: &Edit, was: Option<&AnswersAndComments>) -> bool {
    let comments = was.and_then(|was| comments_json(&was.comments));
    comments.as_deref() == edit.metadata.get(COMMENT)
}
