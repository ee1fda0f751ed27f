//! Gold, written as marks in the text: the notation of annotated examples.

use std::collections::HashMap;
use std::ops::Range;

use super::reader::{Fields, Reader, one_of};
use crate::comparison::words_between;
use crate::model::{GoldEdit, NotAnError, Task};
use spanwise_annotation::document::{Spans, TextName};
use spanwise_diagnostics::{Diagnostic, quoted};
use spanwise_i18n::{Message, say};
use spanwise_limits::{MOST_MARKS, MOST_MARKS_ON_A_PLACE};
use spanwise_template::example::{
    AnnotatedExample, ExampleErrorKind, ExampleMark, ExamplePart, ExampleText,
};
use spanwise_template::suggest::nearest;
use spanwise_template::yaml::{TextLocation, YamlNode, place_in_literal};
use spanwise_template::{Category, CategoryId, CategoryShape, Side, SpanCount, Typology};
use spanwise_text::{Span, Text, Utf16, boundary};

/// The task of a step; `None` if it has errors.
pub(super) fn task(reader: &mut Reader<'_>, fields: &Fields<'_>) -> Option<Task> {
    let entry = reader.needed(fields, "annotated", "annotated: …")?;
    let written = reader.text_of(entry).and(entry.value.as_scalar())?;
    let example = match AnnotatedExample::parse(&written.text, reader.typology()) {
        Ok(example) => example,
        Err(error) => {
            let at = place_in_literal(reader.text(), &entry.value, &written.text, 0, &error.at);
            report(reader, &error.kind, &at.unwrap_or_else(|| entry.value.at.clone()));
            return None;
        }
    };
    let Some((source, target)) = texts_of_example(&example) else {
        let problem =
            entry.key.at.error("same-text-twice", say!(TrainingTexts), say!(TrainingTwoSteps));
        reader.add(problem);
        return None;
    };
    let gold = gold_of_example(&example);
    let mut task = Task { source, target, gold, not_errors: Vec::new() };
    if task.gold.is_empty() {
        let remedy = write_marks(reader.typology());
        reader.add(entry.key.at.error("no-gold", say!(TrainingNoGold), remedy));
        return None;
    }
    let problems = Problems { at: &entry.key.at, task: &task };
    let found: Vec<Diagnostic> = problems.all(reader.typology());
    let is_usable =
        found.iter().all(|problem| problem.severity < spanwise_diagnostics::Severity::Error);
    found.into_iter().for_each(|problem| reader.add(problem));
    if let Some(entry) = fields.get("not_errors") {
        let items = reader.items(entry);
        task.not_errors =
            items.iter().filter_map(|node| not_an_error(reader, node, &task)).collect();
    }
    is_usable.then_some(task)
}

/// The texts of an exercise, source and target; a text without heading is the target. `None` if one is there twice.
pub(crate) fn texts_of_example(example: &AnnotatedExample) -> Option<(Text, Text)> {
    let (mut source, mut target) = (None, None);
    for one in &example.texts {
        let of_side = match side(one) {
            Side::Source => &mut source,
            Side::Target => &mut target,
        };
        if of_side.replace(Text::new(plain(&one.parts))).is_some() {
            return None;
        }
    }
    Some((source.unwrap_or(Text::EMPTY), target.unwrap_or(Text::EMPTY)))
}

fn side(text: &ExampleText) -> Side {
    text.side.unwrap_or(Side::Target)
}

fn plain(parts: &[ExamplePart]) -> String {
    let text = |part: &ExamplePart| match part {
        ExamplePart::Text(text) => text.clone(),
        ExamplePart::Mark(mark) => mark.text(),
    };
    parts.iter().map(text).collect()
}

/// The gold edits of an annotated text.
pub(crate) fn gold_of_example(example: &AnnotatedExample) -> Vec<GoldEdit> {
    let mut gold = Gold::default();
    for text in &example.texts {
        gold.add_parts(&TextName::from(side(text)), &text.parts, 0);
    }
    gold.edits
}

/// The gold edits read so far.
#[derive(Default)]
struct Gold {
    edits: Vec<GoldEdit>,
    /// The positions of those whose marks have a label.
    labelled: HashMap<(CategoryId, String), usize>,
}

impl Gold {
    /// Adds the marks of parts that begin at an offset, outer marks first; returns the end of the parts.
    fn add_parts(&mut self, text: &TextName, parts: &[ExamplePart], start: u32) -> u32 {
        parts.iter().fold(start, |at, part| match part {
            ExamplePart::Text(string) => at.saturating_add(Utf16::length_of(string).0),
            ExamplePart::Mark(mark) => {
                let end = at.saturating_add(Utf16::length_of(&mark.text()).0);
                self.add_mark(text, mark, Span::between(Utf16(at), Utf16(end)));
                self.add_parts(text, &mark.parts, at)
            }
        })
    }

    fn add_mark(&mut self, text: &TextName, mark: &ExampleMark, span: Span) {
        let label = mark.label.as_ref().map(|label| (mark.category, label.clone()));
        let known = label.as_ref().and_then(|label| self.labelled.get(label));
        if let Some(edit) = known.and_then(|at| self.edits.get_mut(*at)) {
            edit.spans.push(text, span);
            let explanation = edit.explanation.take().or_else(|| mark.explanation.clone());
            edit.explanation = explanation;
            return;
        }
        if let Some(label) = label {
            self.labelled.insert(label, self.edits.len());
        }
        self.edits.push(GoldEdit {
            category: mark.category,
            spans: Spans::of(text.clone(), vec![span]),
            explanation: mark.explanation.clone(),
        });
    }
}

/// The problems of the gold of a task: gold that no annotator could make.
struct Problems<'a> {
    at: &'a TextLocation,
    task: &'a Task,
}

impl Problems<'_> {
    fn all(&self, typology: &Typology) -> Vec<Diagnostic> {
        let mut problems = Vec::new();
        for edit in &self.task.gold {
            let Some(category) = typology.categories().get(edit.category.index()) else { continue };
            match misfit(category, &edit.spans) {
                Some((message, remedy)) => {
                    problems.push(self.at.error("misfit-gold", message, remedy))
                }
                None => problems.extend(self.off_boundary(category, &edit.spans)),
            }
            if edit.explanation.is_none() {
                let (name, words) = (quoted(&category.name), self.words(&edit.spans));
                let message = say!(TrainingNoExplanation, name, words);
                problems.push(self.at.hint("no-explanation", message, say!(TrainingExplain)));
            }
        }
        problems
    }

    /// The marked words, for messages.
    fn words(&self, spans: &Spans) -> Message {
        let on = |side: Side| {
            let spans = spans.on(&TextName::from(side)).iter();
            spans.map(move |span| self.task.text(side).slice(*span))
        };
        let words: Vec<&str> = Side::ALL.into_iter().flat_map(on).collect();
        quoted(&words.join(" … "))
    }

    /// Spans that selections snap away from by a word or more.
    fn off_boundary(&self, category: &Category, spans: &Spans) -> Vec<Diagnostic> {
        let mut problems = Vec::new();
        for side in Side::ALL {
            let text = self.task.text(side);
            if !boundary::has_units(text, category.boundary) {
                continue;
            }
            for span in spans.on(&TextName::from(side)) {
                let Some(snapped) = boundary::snap(text, *span, category.boundary) else {
                    continue;
                };
                let is_off = words_between(text, span.start(), snapped.start()) > 0
                    || words_between(text, span.end(), snapped.end()) > 0;
                if is_off {
                    let words = quoted(text.slice(*span));
                    let message = say!(TrainingOffBoundary, words);
                    let remedy = say!(TrainingMarkInstead, words = quoted(text.slice(snapped)));
                    problems.push(self.at.warning("off-boundary", message, remedy));
                }
            }
        }
        problems
    }
}

/// The reason why no edit of a category has such spans, with its remedy.
fn misfit(category: &Category, spans: &Spans) -> Option<(Message, Message)> {
    let name = || quoted(&category.name);
    let (sides, count) = match category.shape {
        CategoryShape::Spans { sides, count } => (sides, count),
        CategoryShape::Whole | CategoryShape::Composite => {
            return Some((say!(TrainingUnmarkable, name = name()), say!(TrainingTeachOtherwise)));
        }
    };
    let on = |side: Side| spans.on(&TextName::from(side));
    if Side::ALL.into_iter().any(|side| !sides.includes(side) && !on(side).is_empty()) {
        return Some((say!(TrainingWrongText, name = name()), say!(TrainingChangeMark)));
    }
    let wants_points = count == SpanCount::Point;
    if spans.all().any(|span| span.is_empty() != wants_points) {
        return Some((say!(TrainingWrongShape, name = name()), say!(TrainingChangeMark)));
    }
    // Of several roles, an edit needs only the first.
    let needs = |side: Side| match category.roles.first() {
        Some(first) => first.side == side,
        None => sides.includes(side),
    };
    let is_incomplete = Side::ALL.into_iter().any(|side| needs(side) && on(side).is_empty());
    let is_too_much =
        count != SpanCount::Many && Side::ALL.into_iter().any(|side| on(side).len() > 1);
    let label = || say!(TrainingLabelMarks, mark = format!("[…]{{{}#1}}", category.name));
    if is_incomplete {
        return Some((say!(TrainingNeedsBothTexts, name = name()), label()));
    }
    is_too_much.then(|| (say!(TrainingOneSpan, name = name()), label()))
}

/// Words of the task that are no error, found by themselves.
fn not_an_error(reader: &mut Reader<'_>, node: &YamlNode, task: &Task) -> Option<NotAnError> {
    let fields = reader.fields(node, "not_errors", &["words", "why"])?;
    let words = reader.needed(&fields, "words", "words: …");
    let why = reader.needed_text(&fields, "why", "why: …");
    let entry = words?;
    let words = reader.text_of(entry).filter(|words| !words.is_empty())?;
    let found = |side: Side| {
        let places = task.text(side).as_str().match_indices(words.as_str());
        places.map(|(at, words)| (side, at..at + words.len())).collect::<Vec<_>>()
    };
    let places: Vec<(Side, Range<usize>)> = Side::ALL.into_iter().flat_map(found).collect();
    match places.as_slice() {
        [(side, bytes)] => Some(NotAnError {
            side: *side,
            span: task.text(*side).span_of(bytes.clone()),
            why: why?,
        }),
        [] => {
            let message = say!(TrainingWordsAbsent, words = quoted(&words));
            reader.add(entry.value.at.error("words-absent", message, say!(TrainingCopyWords)));
            None
        }
        [_, ..] => {
            let message = say!(TrainingWordsTwice, words = quoted(&words));
            reader.add(entry.value.at.error("words-twice", message, say!(TrainingMoreWords)));
            None
        }
    }
}

/// Reports marks that cannot be read.
pub(super) fn report(reader: &mut Reader<'_>, kind: &ExampleErrorKind, at: &TextLocation) {
    let typology = reader.typology();
    let remedy = || write_marks(typology);
    let problem = match kind {
        ExampleErrorKind::Unclosed => at.error("bad-marks", say!(TrainingUnclosed), remedy()),
        ExampleErrorKind::Unopened => at.error("bad-marks", say!(TrainingUnopened), remedy()),
        ExampleErrorKind::NoCategory => at.error("bad-marks", say!(TrainingNoCategory), remedy()),
        ExampleErrorKind::TooManyMarks => {
            let (most, deepest) = (MOST_MARKS.to_string(), MOST_MARKS_ON_A_PLACE.to_string());
            let message = say!(TrainingTooManyMarks, most, deepest);
            at.error("bad-marks", message, say!(TrainingTwoSteps))
        }
        ExampleErrorKind::UnknownCategory(name) => {
            let names: Vec<&str> =
                typology.categories().iter().map(|category| category.name.as_str()).collect();
            let labelled = typology.categories().iter().find(|category| category.label == *name);
            let meant = labelled.map(|category| category.name.as_str());
            let meant = meant.or_else(|| nearest(name, names.iter().copied()));
            let message = say!(TrainingUnknownCategory, name = quoted(name));
            let problem = at.error("unknown-category", message, one_of(meant, &names));
            // In a text that is not written as a block, the place is not that of the name.
            let fix = meant.filter(|_| at.bytes.len() == name.len()).map(str::to_owned);
            Diagnostic { fix, ..problem }
        }
    };
    reader.add(problem);
}

fn write_marks(typology: &Typology) -> Message {
    let name = typology.categories().first().map_or("", |category| &category.name);
    let explained = format!("[…]{{{name}: …}}");
    say!(TrainingWriteMarks, explained)
}
