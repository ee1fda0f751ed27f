//! The text of a task with its gold as marks, read and written: what the builder changes.

use std::cmp::Reverse;
use std::sync::Arc;

use crate::compile::{gold_of_example, texts_of_example};
use crate::model::{GoldEdit, Task};
use spanwise_annotation::document::{Edit, EditKey, Spans, TextName};
use spanwise_diagnostics::quoted;
use spanwise_i18n::{Message, say};
use spanwise_limits::{MOST_MARKS, MOST_MARKS_ON_A_PLACE};
use spanwise_template::example::{AnnotatedExample, ExampleMark, ExamplePart, ExampleText};
use spanwise_template::{Side, Typology};
use spanwise_text::{Span, Text, Utf16};

/// The reason why gold cannot be written as marks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GoldTextError {
    /// Two marks of a text have words in common, and each has words that the other lacks. The words of both.
    Crossing(String, String),
    /// There are more than [`MOST_MARKS`] marks, or more than [`MOST_MARKS_ON_A_PLACE`] in each other.
    TooMany,
    /// The name of a category has characters that marks cannot hold.
    Unwritable,
}

impl GoldTextError {
    /// The reason and a remedy.
    #[must_use]
    pub fn sentences(&self) -> Message {
        match self {
            GoldTextError::Crossing(first, second) => {
                let (first, second) = (quoted(first), quoted(second));
                say!(BuildTrainingCrossing, first, second).and(say!(BuildTrainingDivide))
            }
            GoldTextError::TooMany => {
                let (most, deepest) = (MOST_MARKS.to_string(), MOST_MARKS_ON_A_PLACE.to_string());
                say!(TrainingTooManyMarks, most, deepest).and(say!(TrainingTwoSteps))
            }
            GoldTextError::Unwritable => {
                say!(TrainingNoCategory).and(say!(OutlineChooseAnotherName))
            }
        }
    }
}

impl Task {
    /// Reads the value of `annotated`, which may have no gold yet; `None` if its marks cannot be read.
    #[must_use]
    pub fn of_annotated_text(annotated: &str, typology: &Typology) -> Option<Task> {
        let example = AnnotatedExample::parse(annotated, typology).ok()?;
        let (source, target) = texts_of_example(&example)?;
        Some(Task { source, target, gold: gold_of_example(&example), not_errors: Vec::new() })
    }

    /// The task as a value of `annotated`, which reads back as it. Of its gold, the order is that of the first marks.
    ///
    /// # Errors
    /// If marks cannot express the gold.
    pub fn annotated_text(&self, typology: &Typology) -> Result<String, GoldTextError> {
        let marks: usize = self.gold.iter().map(|edit| edit.spans.len()).sum();
        if marks > MOST_MARKS {
            return Err(GoldTextError::TooMany);
        }
        let has_source = !self.source.is_empty() || !self.marks_on(Side::Source).is_empty();
        let mut texts = Vec::new();
        let mut explained = vec![false; self.gold.len()];
        for side in Side::ALL {
            let (text, marks) = (self.text(side), self.marks_on(side));
            let is_needed = side == Side::Target && !has_source;
            if !text.is_empty() || !marks.is_empty() || is_needed {
                let whole = Span::between(Utf16(0), text.len_utf16());
                let mut writer = PartsWriter { task: self, text, explained: &mut explained };
                let parts = writer.parts(&marks, whole, 0)?;
                texts.push(ExampleText { side: has_source.then_some(side), parts });
            }
        }
        let written = AnnotatedExample { texts }.written(typology);
        let read = Task::of_annotated_text(&written, typology);
        let is_same = read.is_some_and(|read| {
            read.source == self.source
                && read.target == self.target
                && read.sorted_gold() == self.sorted_gold()
        });
        if is_same { Ok(written) } else { Err(GoldTextError::Unwritable) }
    }

    /// The task with another text on a side, without white space at its ends. Marks stay on the words that they are on;
    /// gold without words left is dropped.
    #[must_use]
    pub fn with_text(mut self, side: Side, text: &str) -> Task {
        let new = Text::new(text.trim());
        let change = TextChange::between(self.text(side), &new);
        let name = TextName::from(side);
        for edit in &mut self.gold {
            let moved = edit.spans.on(&name).iter().filter_map(|span| change.moved(*span));
            let moved = moved.collect();
            edit.spans.set(name.clone(), moved);
        }
        self.gold.retain(|edit| !edit.spans.is_empty());
        match side {
            Side::Source => self.source = new,
            Side::Target => self.target = new,
        }
        self
    }

    /// The task with another explanation of one of its gold edits.
    #[must_use]
    pub fn with_explanation(mut self, at: usize, explanation: &str) -> Task {
        let words: Vec<&str> = explanation.split_whitespace().collect();
        if let Some(edit) = self.gold.get_mut(at) {
            edit.explanation = (!words.is_empty()).then(|| words.join(" "));
        }
        self
    }

    /// The task with the edits of an instance as gold. Those whose keys are positions of the gold so far, as in
    /// [`Task::solution`], keep its explanations.
    #[must_use]
    pub fn with_gold(mut self, edits: &[Arc<Edit>], typology: &Typology) -> Task {
        let explanation = |key: EditKey| {
            let at = usize::try_from(key.0).ok()?;
            self.gold.get(at)?.explanation.clone()
        };
        let gold = Task::gold_of(edits, typology).into_iter();
        self.gold =
            gold.map(|(key, edit)| GoldEdit { explanation: explanation(key), ..edit }).collect();
        self
    }

    /// The marks on a side with the positions of their edits, outer ones before those inside.
    fn marks_on(&self, side: Side) -> Vec<(Span, usize)> {
        let name = TextName::from(side);
        let gold = self.gold.iter().enumerate();
        let mut marks: Vec<(Span, usize)> = gold
            .flat_map(|(at, edit)| edit.spans.on(&name).iter().map(move |span| (*span, at)))
            .collect();
        marks.sort_by_key(|(span, at)| (span.start(), Reverse(span.end()), *at));
        marks
    }

    fn sorted_gold(&self) -> Vec<(usize, Spans, Option<String>)> {
        let sorted = |spans: &Spans| {
            let mut all = Spans::default();
            for (text, spans) in spans.iter() {
                let mut spans = spans.to_vec();
                spans.sort_unstable();
                all.set(text.clone(), spans);
            }
            all
        };
        let edit = |edit: &GoldEdit| {
            (edit.category.index(), sorted(&edit.spans), edit.explanation.clone())
        };
        let mut gold: Vec<_> = self.gold.iter().map(edit).collect();
        gold.sort_unstable();
        gold
    }
}

/// Makes the parts of a text.
struct PartsWriter<'t> {
    task: &'t Task,
    text: &'t Text,
    /// By the position of a gold edit, `true` once a mark has its explanation.
    explained: &'t mut [bool],
}

impl PartsWriter<'_> {
    /// The parts in a range, which all of the marks lie in; `depth` is the number of marks around it.
    fn parts(
        &mut self,
        marks: &[(Span, usize)],
        range: Span,
        depth: usize,
    ) -> Result<Vec<ExamplePart>, GoldTextError> {
        if depth > MOST_MARKS_ON_A_PLACE {
            return Err(GoldTextError::TooMany);
        }
        let mut parts = Vec::new();
        let mut at = range.start();
        let mut rest = marks;
        while let Some(((span, edit), more)) = rest.split_first() {
            let inside = more.iter().take_while(|(inner, _)| inner.start() < span.end()).count();
            let (inner, after) = more.split_at_checked(inside).unwrap_or((more, &[]));
            if let Some((crossing, _)) = inner.iter().find(|(inner, _)| inner.end() > span.end()) {
                let words = |span: Span| self.text.slice(span).to_owned();
                return Err(GoldTextError::Crossing(words(*span), words(*crossing)));
            }
            parts.extend(self.plain(at, span.start()));
            let mark = self.mark(*edit);
            let inner = self.parts(inner, *span, depth + 1)?;
            parts.extend(mark.map(|mark| ExamplePart::Mark(ExampleMark { parts: inner, ..mark })));
            at = span.end();
            rest = after;
        }
        parts.extend(self.plain(at, range.end()));
        Ok(parts)
    }

    fn plain(&self, start: Utf16, end: Utf16) -> Option<ExamplePart> {
        let words = self.text.slice(Span::between(start, end));
        (start < end).then(|| ExamplePart::Text(words.to_owned()))
    }

    /// A mark of a gold edit, with its explanation if it is the first.
    fn mark(&mut self, at: usize) -> Option<ExampleMark> {
        let edit = self.task.gold.get(at)?;
        let is_explained =
            self.explained.get_mut(at).is_some_and(|one| std::mem::replace(one, true));
        Some(ExampleMark {
            category: edit.category,
            label: (edit.spans.len() > 1).then(|| (at + 1).to_string()),
            explanation: edit.explanation.clone().filter(|_| !is_explained),
            parts: Vec::new(),
        })
    }
}

/// The part of a text that differs from that of another.
struct TextChange {
    /// The end of what both texts begin with.
    start: u32,
    /// The ends of the parts that differ.
    old_end: u32,
    new_end: u32,
}

impl TextChange {
    fn between(old: &Text, new: &Text) -> Self {
        let (old, new) = (old.as_str(), new.as_str());
        let same = |(a, b): &(char, char)| a == b;
        let length = |chars: &mut dyn Iterator<Item = (char, char)>| -> (usize, u32) {
            let same = chars.take_while(same);
            same.fold((0, 0), |(bytes, units), (c, _)| {
                let unit = if c.len_utf16() == 1 { 1 } else { 2 };
                (bytes + c.len_utf8(), units + unit)
            })
        };
        let (bytes, start) = length(&mut old.chars().zip(new.chars()));
        let rest = |text: &str| text.get(bytes..).unwrap_or_default().to_owned();
        let (old_rest, new_rest) = (rest(old), rest(new));
        let (_, end) = length(&mut old_rest.chars().rev().zip(new_rest.chars().rev()));
        let units = |text: &str| Utf16::length_of(text).0;
        TextChange { start, old_end: units(old) - end, new_end: units(new) - end }
    }

    /// The span on the words that are left of it; `None` if none are.
    fn moved(&self, span: Span) -> Option<Span> {
        let shift = |at: u32| at - self.old_end + self.new_end;
        let (start, end) = (span.start().0, span.end().0);
        let moved = |start, end| Span::between(Utf16(start), Utf16(end));
        if span.is_empty() {
            return match start {
                at if at >= self.old_end => Some(moved(shift(at), shift(at))),
                at => (at <= self.start).then_some(span),
            };
        }
        let new_start = match start {
            at if at >= self.old_end => shift(at),
            at if at <= self.start => at,
            _ => self.new_end,
        };
        let new_end = match end {
            at if at <= self.start => at,
            at if at >= self.old_end => shift(at),
            _ => self.start,
        };
        (new_start < new_end).then(|| moved(new_start, new_end))
    }
}

#[cfg(test)]
mod tests;
