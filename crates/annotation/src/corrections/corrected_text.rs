//! A text with the replacements of its edits put in.

use std::fmt;

use crate::document::{Answer, Edit, EditKey, Instance, NamedText, QuestionPath, flow};
use spanwise_template::{Question, QuestionKind, Typology};
use spanwise_text::{Span, Text, Utf16};

/// The text that is to stand in the place of the span of an edit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Replacement<'i> {
    /// The edit.
    pub edit: EditKey,
    /// Its span, in UTF-16 code units of the text; empty for an insertion.
    pub span: Span,
    /// The text to stand there; empty for a deletion.
    pub text: &'i str,
}

/// A replacement that is not put in, since it overlaps one of an earlier edit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LeftOutReplacement {
    /// The edit.
    pub edit: EditKey,
    /// The earlier edit whose replacement is put in.
    pub overlaps: EditKey,
}

/// A part of a corrected text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CorrectedPart<'i> {
    /// Text as it was; never empty.
    Unchanged(&'i str),
    /// A replacement.
    Replaced {
        /// The text that stood there; empty for an insertion.
        deleted: &'i str,
        /// The text that stands there; empty for a deletion.
        inserted: &'i str,
    },
}

/// A text with the replacements of its edits put in; [`Display`](fmt::Display) writes it.
///
/// Earlier edits, in their order in the instance, come first: a replacement that overlaps one that is put in already is
/// left out. An insertion overlaps a span only inside of it. Of insertions at the same point, and of an insertion and a
/// span that begins there, the insertion of the earlier edit stands first, and the span last.
#[derive(Debug, Clone)]
pub struct CorrectedText<'i> {
    text: &'i Text,
    /// Those put in, in the order of the text.
    replacements: Vec<Replacement<'i>>,
    left_out: Vec<LeftOutReplacement>,
}

impl<'i> CorrectedText<'i> {
    /// Puts the replacements of the edits of an instance into one of its texts.
    #[must_use]
    pub fn new(instance: &'i Instance, text: &'i NamedText, typology: &Typology) -> Self {
        let mut corrected =
            CorrectedText { text: &text.text, replacements: Vec::new(), left_out: Vec::new() };
        for edit in instance.all_edits() {
            if let ([span], Some(replacement)) =
                (edit.spans.on(&text.name), replacement_of(edit, typology))
            {
                let span = text.text.clamp(*span);
                corrected.put(Replacement { edit: edit.key, span, text: replacement });
            }
        }
        corrected
    }

    /// Puts one in, or leaves it out.
    fn put(&mut self, new: Replacement<'i>) {
        let place = |one: &Replacement<'_>| (one.span.start(), one.span.end());
        let at = self.replacements.partition_point(|one| place(one) <= place(&new));
        // Those put in do not overlap, so only the neighbours can reach here.
        let around = [at.checked_sub(1), Some(at)].into_iter().flatten();
        let mut around = around.filter_map(|at| self.replacements.get(at));
        match around.find(|other| overlap(other.span, new.span)) {
            Some(other) => {
                self.left_out.push(LeftOutReplacement { edit: new.edit, overlaps: other.edit });
            }
            None => self.replacements.insert(at, new),
        }
    }

    /// The replacements that are put in, in the order of the text.
    #[must_use]
    pub fn replacements(&self) -> &[Replacement<'i>] {
        &self.replacements
    }

    /// The replacements that are not put in, in the order of the edits.
    #[must_use]
    pub fn left_out(&self) -> &[LeftOutReplacement] {
        &self.left_out
    }

    /// The parts of the corrected text up to an offset of the text, in UTF-16 code units; replacements that reach beyond it
    /// are not put in.
    pub fn parts_up_to(&self, end: Utf16) -> impl Iterator<Item = CorrectedPart<'i>> {
        let end = end.min(self.text.len_utf16());
        let is_here = |one: &&Replacement<'_>| one.span.end() <= end;
        let here = self.replacements.iter().filter(is_here).copied().collect();
        self.parts(Span::between(Utf16(0), end), here)
    }

    /// The corrected text that follows on these parts.
    #[must_use]
    pub fn after(&self, start: Utf16) -> String {
        let is_here = |one: &&Replacement<'_>| one.span.start() >= start && one.span.end() > start;
        let here = self.replacements.iter().filter(is_here).copied().collect();
        let rest = Span::between(start.min(self.text.len_utf16()), self.text.len_utf16());
        self.parts(rest, here).map(CorrectedPart::corrected).collect()
    }

    /// The parts of a span of the text, with the replacements in it.
    fn parts(
        &self,
        within: Span,
        here: Vec<Replacement<'i>>,
    ) -> impl Iterator<Item = CorrectedPart<'i>> {
        let text = self.text;
        let starts = here.iter().map(|one| one.span.end());
        let starts: Vec<Utf16> = std::iter::once(within.start()).chain(starts).collect();
        let ends = here.into_iter().map(Some).chain([None]);
        starts.into_iter().zip(ends).flat_map(move |(from, next)| {
            let to = next.map_or(within.end(), |one| one.span.start());
            let unchanged = Some(text.slice(Span::between(from, to)));
            let unchanged = unchanged.filter(|part| !part.is_empty());
            let replaced = next.map(|one| CorrectedPart::Replaced {
                deleted: text.slice(one.span),
                inserted: one.text,
            });
            [unchanged.map(CorrectedPart::Unchanged), replaced].into_iter().flatten()
        })
    }
}

impl<'i> CorrectedPart<'i> {
    /// The text that stands there in the corrected text.
    #[must_use]
    pub fn corrected(self) -> &'i str {
        match self {
            CorrectedPart::Unchanged(text) => text,
            CorrectedPart::Replaced { inserted, .. } => inserted,
        }
    }
}

impl fmt::Display for CorrectedText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = self.parts_up_to(self.text.len_utf16());
        parts.try_for_each(|part| f.write_str(part.corrected()))
    }
}

/// Returns `true` if two spans share a character, or one is a point inside of the other.
fn overlap(one: Span, other: Span) -> bool {
    one.start() < other.end() && other.start() < one.end()
}

/// Returns `true` if a category asks for replacements.
#[must_use]
pub fn asks_for_replacements(typology: &Typology) -> bool {
    fn asks(question: &Question) -> bool {
        match &question.kind {
            QuestionKind::Replacement => true,
            QuestionKind::Choice(options) => {
                options.iter().filter_map(|option| option.follow_up.as_deref()).any(asks)
            }
            QuestionKind::Binary
            | QuestionKind::Likert(_)
            | QuestionKind::Textbox
            | QuestionKind::Textarea
            | QuestionKind::Number { .. }
            | QuestionKind::Slider(_)
            | QuestionKind::Checkboxes(_) => false,
        }
    }
    typology.categories().iter().flat_map(|category| &category.questions).any(asks)
}

/// The answer to the first question asked about an edit that is for its replacement; `None` if there is none.
#[must_use]
pub fn replacement_of<'e>(edit: &'e Edit, typology: &Typology) -> Option<&'e str> {
    let path = replacement_question(edit, typology)?;
    let (root, options) = path.split_first()?;
    let mut answer = edit.answers.get(root)?;
    for _ in options {
        let Answer::Choice { follow_up, .. } = answer else { return None };
        answer = follow_up.as_deref()?;
    }
    match answer {
        Answer::Value(text) => Some(text),
        Answer::Choice { .. } | Answer::Several(_) | Answer::Unknown(_) => None,
    }
}

/// The path of the first question asked about an edit that is for its replacement.
pub(super) fn replacement_question(edit: &Edit, typology: &Typology) -> Option<QuestionPath> {
    let (_, category) = typology.find(&edit.category)?;
    let mut found = None;
    flow::walk(&category.questions, &edit.answers, |path, asked| {
        if found.is_none() && asked.question.kind == QuestionKind::Replacement {
            found = Some(path.iter().map(|&name| name.to_owned()).collect());
        }
    });
    found
}
