//! The words of a diagram that are not from the template.

use super::tree::{BranchKind, BuiltInAnswer, TypologyBranch};
use crate::{CategoryShape, LikertScale, Sides, SpanCount};

/// Separates the parts of a note.
pub(super) const SEPARATOR: &str = " · ";

/// The words of notes, in the language of the interface.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DiagramWords {
    /// An edit has a span of the source.
    pub source: String,
    /// An edit has a span of the target.
    pub target: String,
    /// It may have several spans.
    pub several_spans: String,
    /// It has an insertion point.
    pub insertion_point: String,
    /// It has no span.
    pub no_span: String,
    /// It is made of other edits.
    pub other_edits: String,
    /// A question is about the whole instance.
    pub whole_instance: String,
    /// The answer is yes or no.
    pub yes_no: String,
    /// The answer is one line of text.
    pub short_text: String,
    /// The answer is a text of any length.
    pub text: String,
    /// It need not be answered.
    pub optional: String,
    /// The text before and after a note that holds for each category.
    pub each: (String, String),
}

impl DiagramWords {
    /// In English.
    #[cfg(test)]
    pub(super) fn english() -> DiagramWords {
        DiagramWords {
            source: "source".to_owned(),
            target: "target".to_owned(),
            several_spans: "several spans".to_owned(),
            insertion_point: "insertion point".to_owned(),
            no_span: "no span".to_owned(),
            other_edits: "other edits".to_owned(),
            whole_instance: "whole instance".to_owned(),
            yes_no: "yes / no".to_owned(),
            short_text: "short text".to_owned(),
            text: "text".to_owned(),
            optional: "optional".to_owned(),
            each: ("each: ".to_owned(), String::new()),
        }
    }

    /// The note on a branch: the shape of the edits of a category, and the roles of their spans; the kind of answers to a question or follow-up,
    /// whether it is optional, and whether it is about instances. May be empty.
    #[must_use]
    pub fn note(&self, branch: &TypologyBranch) -> String {
        match branch.kind {
            BranchKind::Category(_, CategoryShape::Spans { sides, .. })
                if !branch.roles.is_empty() =>
            {
                [self.sides(sides), branch.roles.join(" + ")].join(SEPARATOR)
            }
            BranchKind::Category(_, shape) => self.shape(shape),
            BranchKind::InstanceQuestion | BranchKind::Question | BranchKind::Option => {
                self.answer(branch)
            }
        }
    }

    fn answer(&self, branch: &TypologyBranch) -> String {
        let whole = branch.kind == BranchKind::InstanceQuestion;
        let whole = whole.then(|| self.whole_instance.clone());
        let answer = branch.asked.map(|asked| self.asked(asked));
        let optional = branch.optional.then(|| self.optional.clone());
        let parts: Vec<String> = whole.into_iter().chain(answer).chain(optional).collect();
        parts.join(SEPARATOR)
    }

    /// The note on the shape of the edits of a category.
    #[must_use]
    pub fn shape(&self, shape: CategoryShape) -> String {
        let (sides, count) = match shape {
            CategoryShape::Whole => return self.no_span.clone(),
            CategoryShape::Composite => return self.other_edits.clone(),
            CategoryShape::Spans { sides, count } => (sides, count),
        };
        let sides = self.sides(sides);
        match count {
            SpanCount::One => sides,
            SpanCount::Many => [sides, self.several_spans.clone()].join(SEPARATOR),
            SpanCount::Point => [sides, self.insertion_point.clone()].join(SEPARATOR),
        }
    }

    fn sides(&self, sides: Sides) -> String {
        match sides {
            Sides::Source => self.source.clone(),
            Sides::Target => self.target.clone(),
            Sides::Both => [self.source.as_str(), &self.target].join(" + "),
        }
    }

    fn asked(&self, asked: BuiltInAnswer) -> String {
        match asked {
            BuiltInAnswer::YesNo => self.yes_no.clone(),
            BuiltInAnswer::Scale(LikertScale::Three) => "1–3".to_owned(),
            BuiltInAnswer::Scale(LikertScale::Five) => "1–5".to_owned(),
            BuiltInAnswer::Line => self.short_text.clone(),
            BuiltInAnswer::Lines => self.text.clone(),
            BuiltInAnswer::Number(range) => match (range.min(), range.max()) {
                (Some(min), Some(max)) => format!("{min}–{max}"),
                (Some(min), None) => format!("≥ {min}"),
                (None, Some(max)) => format!("≤ {max}"),
                (None, None) => "0–9".to_owned(),
            },
        }
    }
}
