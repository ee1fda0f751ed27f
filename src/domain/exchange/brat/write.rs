//! Writing brat's folders.

use std::collections::{HashMap, HashSet};

use super::lines::{Line, Said, said};
use super::read::unbroken;
use super::{DOCUMENT, OWN};
use crate::domain::document::Answer;
use crate::domain::exchange::comments::{COMMENT, comments_json, comments_of};
use crate::domain::exchange::marks::{Holds, code_points, unheld};
use crate::domain::exchange::members::Members;
use crate::domain::exchange::record::{Corpus, Edit, Record};
use crate::domain::exchange::report::{File, Losses, Written};
use crate::domain::format::spans::write_spans;
use crate::domain::text::{Span, Text};

const HOLDS: Holds = Holds {
    source: false,
    context: false,
    annotator: false,
    answers: true,
    metadata: |name| name == DOCUMENT,
    edit_metadata: |name| name == COMMENT,
    untouched: true,
};

pub(super) fn write(corpus: &Corpus) -> Written {
    let mut losses = unheld(corpus, HOLDS);
    let mut files = Vec::new();
    for (number, record) in corpus.records.iter().enumerate() {
        let own = record.kept.get(OWN).map(Members::parse);
        let document = own.as_ref().and_then(|_| record.metadata.text(DOCUMENT));
        let renamed = own.is_none() && record.metadata.get(DOCUMENT).is_some();
        losses.note_many("metadata of items", number, usize::from(renamed));
        let document = document.unwrap_or_else(|| format!("{:05}", number + 1));
        let own = own.unwrap_or_default();
        let read = own.text("lines");
        let has_text = own.get("no_text").is_none();
        if has_text {
            files.push(File::new(format!("{document}.txt"), record.target.as_str()));
        }
        if record.done || !record.edits.is_empty() || read.is_some() {
            let mut lines = Lines::of(&record.target, number, &mut losses);
            lines.write(record, read.as_deref().unwrap_or_default());
            let path = if document.is_empty() { document } else { format!("{document}.ann") };
            files.push(File::new(path, lines.text));
        }
    }
    let others = corpus.kept.get(OWN).map(Members::parse).unwrap_or_default();
    let others = others.iter().filter_map(|(path, _)| Some(File::new(path, others.text(path)?)));
    files.extend(others);
    Written { files, losses }
}

/// The annotations of a text.
struct Lines<'a> {
    text: String,
    target: &'a Text,
    number: usize,
    losses: &'a mut Losses,
    /// The last number of each kind of line.
    last: HashMap<char, u32>,
}

impl<'a> Lines<'a> {
    fn of(target: &'a Text, number: usize, losses: &'a mut Losses) -> Self {
        Lines { text: String::new(), target, number, losses, last: HashMap::new() }
    }

    /// Writes the lines that were read, as far as they still hold, and those for what is new.
    fn write(&mut self, record: &Record, read: &str) {
        let was = said(read.lines());
        let placed = record.edits.iter().filter(|edit| stands(edit) || is_placed(edit));
        let edits: HashMap<String, &Edit> =
            placed.filter_map(|edit| Some((id_of(edit)?, edit))).collect();
        let mut gone: HashSet<&str> = HashSet::new();
        for line in read.lines() {
            self.count(line);
            if let Line::Span { id, .. } = Line::parse(line)
                && !edits.contains_key(id)
            {
                gone.insert(id);
            }
        }
        let mut written: HashSet<&str> = HashSet::new();
        for line in read.split_inclusive('\n') {
            let edit_of = |id: &str| edits.get(id).map(|edit| (*edit, was.get(id)));
            match Line::parse(line) {
                Line::Span { id, category, .. } => {
                    let Some((edit, _)) = edit_of(id).filter(|_| written.insert(id)) else {
                        continue;
                    };
                    if category == edit.category && stands(edit) {
                        self.text.push_str(line);
                    } else {
                        self.span(edit, id);
                    }
                }
                Line::Attribute { on, .. } => {
                    let holds = edit_of(on).is_none_or(|(edit, was)| {
                        was.is_some_and(|was| was.answers == edit.answers)
                    });
                    self.keep(line, holds && !gone.contains(on));
                }
                Line::Note { on, .. } => {
                    let holds = edit_of(on).is_none_or(|(edit, was)| same_comments(edit, was));
                    self.keep(line, holds && !gone.contains(on));
                }
                Line::Broken | Line::Other => {
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
        for edit in &record.edits {
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
        let spans = &edit.spans;
        self.losses.note_many("spans on the source", self.number, spans.source.len());
        let points = spans.target.iter().filter(|span| span.is_empty()).count();
        self.losses.note_many("insertion points", self.number, points);
        if is_placed(edit) {
            let id = self.next('T');
            self.span(edit, &id);
            self.about(edit, &id, None);
        } else if edit.parts.is_empty() && spans.target.is_empty() && spans.source.is_empty() {
            self.losses.note("edits without a span", self.number);
        } else {
            self.losses.note_many("answers", self.number, edit.answers.iter().count());
            self.losses.note_many("metadata of edits", self.number, comments_of(edit).len());
        }
        if !edit.parts.is_empty() {
            self.losses.note("composite edits, of which the parts became edits", self.number);
            edit.parts.iter().for_each(|part| self.new_edit(part));
        }
    }

    fn span(&mut self, edit: &Edit, id: &str) {
        let mut spans: Vec<Span> =
            edit.spans.target.iter().copied().filter(|span| !span.is_empty()).collect();
        spans.sort_by_key(|span| (span.start(), span.end()));
        let category = self.word(&edit.category, "blanks in names of categories");
        let offsets: Vec<String> = spans
            .iter()
            .map(|span| code_points(self.target, *span))
            .map(|(start, end)| format!("{start} {end}"))
            .collect();
        let texts: Vec<&str> = spans.iter().map(|span| self.target.slice(*span)).collect();
        let text: String = texts.join(" ").chars().map(unbroken).collect();
        self.text.extend([id, "\t", &category, " ", &offsets.join(";"), "\t", &text, "\n"]);
    }

    /// Writes the answers and comments of an edit that are not as they were.
    fn about(&mut self, edit: &Edit, id: &str, was: Option<&Said>) {
        let same_answers = was.is_some_and(|was| was.answers == edit.answers);
        for (name, answer) in edit.answers.iter().filter(|_| !same_answers) {
            let value = match answer {
                Answer::Value(value) if !value.contains(char::is_whitespace) => value.as_str(),
                _ => {
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

    /// A name as one word.
    fn word(&mut self, name: &str, loss: &'static str) -> String {
        let blanks = name.contains(char::is_whitespace);
        self.losses.note_many(loss, self.number, usize::from(blanks));
        name.chars().map(|c| if c.is_whitespace() { '_' } else { c }).collect()
    }
}

/// The id of the line of an edit.
fn id_of(edit: &Edit) -> Option<String> {
    Members::parse(edit.kept.get(OWN)?).text("id")
}

/// Whether the spans of an edit are where they were.
fn stands(edit: &Edit) -> bool {
    let own = edit.kept.get(OWN).map(Members::parse).unwrap_or_default();
    own.get("at") == Some(write_spans(&edit.spans.target).as_str())
}

/// Whether a line can say where an edit is.
fn is_placed(edit: &Edit) -> bool {
    edit.spans.target.iter().any(|span| !span.is_empty())
}

fn same_comments(edit: &Edit, was: Option<&Said>) -> bool {
    let comments = was.and_then(|was| comments_json(&was.comments));
    comments.as_deref() == edit.metadata.get(COMMENT)
}
