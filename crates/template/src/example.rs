//! Annotated examples: texts with marks, written in a block of code of the instructions.
//!
//! ```text
//! example = text | { ( "source:" | "target:" ) text }       each at the start of a line
//! text    = { character | "\" sign | mark }
//! mark    = "[" text "]{" category [ "#" label ] [ ":" explanation ] "}"
//! sign    = "[" | "]" | "{" | "}" | ":" | "\"
//! ```
//!
//! Marks of a category with the same label are the spans of one edit. A backslash before another character is a backslash.
//! White space at both ends of a text is not part of it.

use std::mem;
use std::ops::Range;

use crate::model::{CategoryId, Side, Typology};
use spanwise_limits::{MOST_MARKS, MOST_MARKS_ON_A_PLACE};

/// The text after the fence of a block of code that holds an annotated example.
pub const EXAMPLE_LANGUAGE: &str = "annotated";

/// Words that begin a text at the start of a line.
const HEADINGS: [(&str, Side); 2] = [("source:", Side::Source), ("target:", Side::Target)];

/// Characters that a backslash makes part of the text.
const SIGNS: [char; 6] = ['[', ']', '{', '}', ':', '\\'];

/// An annotated example.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AnnotatedExample {
    /// Its texts, at least one.
    pub texts: Vec<ExampleText>,
}

/// A text of an annotated example.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExampleText {
    /// The side that the example names; `None` for a text without heading.
    pub side: Option<Side>,
    /// Its characters and marks.
    pub parts: Vec<ExamplePart>,
}

/// A part of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExamplePart {
    /// Characters.
    Text(String),
    /// A mark with what it lies on.
    Mark(ExampleMark),
}

/// A mark. At most [`MOST_MARKS_ON_A_PLACE`] lie in each other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExampleMark {
    /// Its category.
    pub category: CategoryId,
    /// The label that it shares with the other marks of its edit; `None` for a mark that is an edit by itself.
    pub label: Option<String>,
    /// The reason for it, if the example gives one.
    pub explanation: Option<String>,
    /// The marked text; empty for an insertion point.
    pub parts: Vec<ExamplePart>,
}

impl ExampleMark {
    /// The marked text without marks.
    #[must_use]
    pub fn text(&self) -> String {
        plain_text(&self.parts)
    }
}

/// The text of parts without marks.
fn plain_text(parts: &[ExamplePart]) -> String {
    let text = |part: &ExamplePart| match part {
        ExamplePart::Text(text) => text.clone(),
        ExamplePart::Mark(mark) => mark.text(),
    };
    parts.iter().map(text).collect()
}

/// The first problem of an example.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExampleError {
    /// The kind of problem.
    pub kind: ExampleErrorKind,
    /// Its place in the block, in bytes; always within a line.
    pub at: Range<usize>,
}

/// The kinds of problems of examples.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExampleErrorKind {
    /// A `[` without its `]`.
    Unclosed,
    /// A `]` without its `[`.
    Unopened,
    /// A `]` without a category in braces after it.
    NoCategory,
    /// A name that no category has.
    UnknownCategory(String),
    /// More than [`MOST_MARKS`] marks, or more than [`MOST_MARKS_ON_A_PLACE`] in each other.
    TooManyMarks,
}

impl ExampleErrorKind {
    fn at(self, at: Range<usize>) -> ExampleError {
        ExampleError { kind: self, at }
    }
}

impl AnnotatedExample {
    /// Reads the text of a block, whose marks name categories of `typology`.
    ///
    /// # Errors
    /// The first problem of the block.
    pub fn parse(block: &str, typology: &Typology) -> Result<Self, ExampleError> {
        let mut marks = 0;
        let sections = sections(block).into_iter();
        let texts = sections.map(|(side, bytes)| {
            let text = block.get(bytes.clone()).unwrap_or_default();
            let start = bytes.start + text.len() - text.trim_start().len();
            let mut reader = ExampleReader { text: text.trim(), start, at: 0, typology, marks };
            let parts = reader.parts()?;
            marks = reader.marks;
            Ok(ExampleText { side, parts })
        });
        Ok(AnnotatedExample { texts: texts.collect::<Result<_, _>>()? })
    }
}

impl AnnotatedExample {
    /// The text of a block that reads as this example with the categories of `typology`, as far as the notation can hold it:
    /// no text begins or ends with white space, and no name of a category has `:`, `}` or a line break.
    #[must_use]
    pub fn written(&self, typology: &Typology) -> String {
        let mut block = String::new();
        for text in &self.texts {
            let heading = HEADINGS.iter().find(|(_, side)| Some(*side) == text.side);
            let heading = heading.map(|(word, _)| format!("{word} ")).unwrap_or_default();
            let mut written = String::new();
            write_parts(&mut written, &text.parts, typology);
            for (at, line) in written.split('\n').enumerate() {
                let is_first = at == 0;
                block.push_str(if is_first { &heading } else { "\n" });
                let begins_text = |(word, _): &&(&str, Side)| is_heading(line, word);
                match HEADINGS.iter().find(begins_text) {
                    Some((word, _)) if !is_first || heading.is_empty() => {
                        let named = word.trim_end_matches(':');
                        block.push_str(named);
                        block.push('\\');
                        block.push_str(line.get(named.len()..).unwrap_or_default());
                    }
                    Some(_) | None => block.push_str(line),
                }
            }
            block.push('\n');
        }
        block
    }
}

fn write_parts(block: &mut String, parts: &[ExamplePart], typology: &Typology) {
    for part in parts {
        match part {
            ExamplePart::Text(text) => escape(block, text, &['[', ']', '\\']),
            ExamplePart::Mark(mark) => {
                block.push('[');
                write_parts(block, &mark.parts, typology);
                block.push_str("]{");
                let category = typology.categories().get(mark.category.index());
                block.push_str(category.map_or("", |category| &category.name));
                if let Some(label) = &mark.label {
                    block.push('#');
                    block.push_str(label);
                }
                if let Some(explanation) = &mark.explanation {
                    block.push_str(": ");
                    escape(block, explanation, &['}', '\\']);
                }
                block.push('}');
            }
        }
    }
}

/// Writes characters of a text, with a backslash before some of them.
fn escape(block: &mut String, text: &str, signs: &[char]) {
    for c in text.chars() {
        if signs.contains(&c) {
            block.push('\\');
        }
        block.push(c);
    }
}

/// The texts of a block, without their headings, in bytes of the block. What precedes the first heading is a text only if
/// it is not blank.
fn sections(block: &str) -> Vec<(Option<Side>, Range<usize>)> {
    let mut sections = Vec::new();
    let (mut side, mut start, mut line_start) = (None, 0, 0);
    for line in block.split_inclusive('\n') {
        if let Some((heading, named)) = HEADINGS.iter().find(|(word, _)| is_heading(line, word)) {
            sections.push((side, start..line_start));
            (side, start) = (Some(*named), line_start + heading.len());
        }
        line_start += line.len();
    }
    sections.push((side, start..block.len()));
    let is_blank =
        |bytes: &Range<usize>| block.get(bytes.clone()).is_none_or(|text| text.trim().is_empty());
    if sections.len() > 1 && sections.first().is_some_and(|(_, bytes)| is_blank(bytes)) {
        sections.remove(0);
    }
    sections
}

fn is_heading(line: &str, word: &str) -> bool {
    line.strip_prefix(word)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with(char::is_whitespace))
}

/// Reads one text.
struct ExampleReader<'e> {
    text: &'e str,
    /// The start of the text in the block, in bytes.
    start: usize,
    /// The end of what is read, in bytes of the text.
    at: usize,
    typology: &'e Typology,
    /// The number of marks of the block so far.
    marks: usize,
}

/// A mark whose `]` is yet to come.
struct OpenMark {
    /// The position of its `[`, in bytes of the text.
    at: usize,
    /// The parts before it, in the mark that it lies in.
    before: Vec<ExamplePart>,
}

impl ExampleReader<'_> {
    fn parts(&mut self) -> Result<Vec<ExamplePart>, ExampleError> {
        let mut open: Vec<OpenMark> = Vec::new();
        let mut parts = Vec::new();
        while let Some(c) = self.next() {
            let here = self.at - c.len_utf8();
            match c {
                '[' => {
                    self.marks += 1;
                    if self.marks > MOST_MARKS || open.len() == MOST_MARKS_ON_A_PLACE {
                        return Err(ExampleErrorKind::TooManyMarks.at(self.place(here)));
                    }
                    open.push(OpenMark { at: here, before: mem::take(&mut parts) });
                }
                ']' => {
                    let mark = open.pop();
                    let mark =
                        mark.ok_or_else(|| ExampleErrorKind::Unopened.at(self.place(here)))?;
                    let inner = mem::replace(&mut parts, mark.before);
                    parts.push(ExamplePart::Mark(self.mark(here, inner)?));
                }
                '\\' => {
                    let sign = self.take(|c| SIGNS.contains(&c)).unwrap_or(c);
                    push(&mut parts, sign);
                }
                c => push(&mut parts, c),
            }
        }
        match open.last() {
            Some(mark) => Err(ExampleErrorKind::Unclosed.at(self.place(mark.at))),
            None => Ok(parts),
        }
    }

    /// Reads the category and the explanation after the `]` at `bracket`.
    fn mark(
        &mut self,
        bracket: usize,
        parts: Vec<ExamplePart>,
    ) -> Result<ExampleMark, ExampleError> {
        let no_category = ExampleErrorKind::NoCategory.at(self.place(bracket));
        if self.take(|c| c == '{').is_none() {
            return Err(no_category);
        }
        let rest = self.text.get(self.at..).unwrap_or_default();
        let end = rest.find([':', '}', '\n']);
        let Some(written) = end.and_then(|end| rest.get(..end)) else { return Err(no_category) };
        let name = written.trim();
        let start = self.start + self.at + written.len() - written.trim_start().len();
        self.at += written.len();
        let explanation = match self.next() {
            Some('}') => None,
            Some(':') => self.explanation().ok_or(no_category.clone())?,
            Some(_) | None => return Err(no_category),
        };
        if name.is_empty() {
            return Err(no_category);
        }
        let Some((category, label)) = self.labelled(name) else {
            let unknown = ExampleErrorKind::UnknownCategory(name.to_owned());
            return Err(unknown.at(start..start + name.len()));
        };
        Ok(ExampleMark { category, label, explanation, parts })
    }

    /// The category of a name with or without a label; a `#` may also be part of the name of a category.
    fn labelled(&self, name: &str) -> Option<(CategoryId, Option<String>)> {
        if let Some((category, _)) = self.typology.find(name) {
            return Some((category, None));
        }
        let (name, label) = name.rsplit_once('#')?;
        let (category, _) = self.typology.find(name.trim())?;
        Some((category, Some(label.trim().to_owned())))
    }

    /// Reads an explanation up to its `}`, with its white space made single spaces; the outer `None` if there is no `}`.
    fn explanation(&mut self) -> Option<Option<String>> {
        let mut text = String::new();
        loop {
            match self.next()? {
                '}' => break,
                '\\' => text.push(self.take(|c| SIGNS.contains(&c)).unwrap_or('\\')),
                c => text.push(c),
            }
        }
        let words: Vec<&str> = text.split_whitespace().collect();
        Some((!words.is_empty()).then(|| words.join(" ")))
    }

    fn next(&mut self) -> Option<char> {
        self.take(|_| true)
    }

    /// Reads the next character if it is as asked for.
    fn take(&mut self, is_wanted: impl Fn(char) -> bool) -> Option<char> {
        let next = self.text.get(self.at..)?.chars().next().filter(|c| is_wanted(*c))?;
        self.at += next.len_utf8();
        Some(next)
    }

    /// The place of a bracket in the block.
    fn place(&self, at: usize) -> Range<usize> {
        self.start + at..self.start + at + 1
    }
}

fn push(parts: &mut Vec<ExamplePart>, c: char) {
    match parts.last_mut() {
        Some(ExamplePart::Text(text)) => text.push(c),
        Some(ExamplePart::Mark(_)) | None => parts.push(ExamplePart::Text(c.to_string())),
    }
}

#[cfg(test)]
mod tests;
