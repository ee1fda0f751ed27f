//! The lines of brat's annotations.

use std::collections::HashMap;

use spanwise_annotation::document::{Answer, Answers};

/// The content of a line.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum BratLine<'a> {
    /// `T1`, `Category 0 5;9 14`, `text`, with tabs between.
    Span { id: &'a str, category: &'a str, fragments: Vec<(u32, u32)>, text: &'a str },
    /// `A1`, `Name T1 value`
    Attribute { on: &'a str, name: &'a str, value: Option<&'a str> },
    /// `#1`, `AnnotatorNotes T1`, `text`
    Note { on: &'a str, text: &'a str },
    /// An unreadable line `T`.
    Broken,
    /// Anything else.
    Other,
}

impl<'a> BratLine<'a> {
    pub(super) fn parse(line: &'a str) -> Self {
        let line = line.trim_end_matches(['\r', '\n']);
        let mut columns = line.splitn(3, '\t');
        let [id, said, text] = std::array::from_fn(|_| columns.next().unwrap_or_default());
        let parsed = match line.chars().next() {
            Some('T') => Some(span(id, said, text).unwrap_or(BratLine::Broken)),
            Some('A' | 'M') => attribute(said),
            Some('#') => said.split_once(' ').map(|(_, on)| BratLine::Note { on, text }),
            _ => None,
        };
        parsed.unwrap_or(BratLine::Other)
    }
}

/// Returns `true` for a line of a span.
pub(super) fn is_text_bound(line: &str) -> bool {
    matches!(BratLine::parse(line), BratLine::Span { .. })
}

fn span<'a>(id: &'a str, said: &'a str, text: &'a str) -> Option<BratLine<'a>> {
    let (category, offsets) = said.split_once(' ')?;
    let fragment = |offsets: &str| {
        let (start, end) = offsets.split_once(' ')?;
        let (start, end) = (start.parse().ok()?, end.parse().ok()?);
        (start <= end).then_some((start, end))
    };
    let fragments = offsets.split(';').map(fragment).collect::<Option<Vec<_>>>()?;
    Some(BratLine::Span { id, category, fragments, text })
}

fn attribute(said: &str) -> Option<BratLine<'_>> {
    let mut words = said.splitn(3, ' ');
    let (name, on, value) = (words.next()?, words.next()?, words.next());
    Some(BratLine::Attribute { on, name, value: value.filter(|value| !value.is_empty()) })
}

/// The answers (lines `A` and `M`) and comments (lines `#`) on a span.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct AnswersAndComments {
    pub(super) answers: Answers,
    pub(super) comments: Vec<String>,
}

/// The answers and comments in some lines, by the ids of the lines that they are on.
pub(super) fn said<'a>(
    lines: impl Iterator<Item = &'a str>,
) -> HashMap<&'a str, AnswersAndComments> {
    let mut all: HashMap<&str, AnswersAndComments> = HashMap::new();
    for line in lines {
        match BratLine::parse(line) {
            BratLine::Attribute { on, name, value } => {
                let answer = Answer::Value(value.unwrap_or("yes").to_owned());
                all.entry(on).or_default().answers.set(name, Some(answer));
            }
            BratLine::Note { on, text } => {
                all.entry(on).or_default().comments.push(text.to_owned());
            }
            BratLine::Span { .. } | BratLine::Broken | BratLine::Other => {}
        }
    }
    all
}
