//! The form in which a model is asked for its annotations.

use spanwise_template::{Category, CategoryShape, Side, Sides, SpanCount, Typology};

/// The way in which a model says where spans are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ReplyForm {
    /// JSON with the texts of spans, which are then searched for.
    #[default]
    Quotes,
    /// The text once more, with tags around spans.
    Tags,
    /// JSON with the numbers of tokens, which the prompt shows.
    Tokens,
}

impl ReplyForm {
    /// All forms.
    pub const ALL: [ReplyForm; 3] = [ReplyForm::Quotes, ReplyForm::Tags, ReplyForm::Tokens];

    /// Its name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            ReplyForm::Quotes => "quotes",
            ReplyForm::Tags => "tags",
            ReplyForm::Tokens => "tokens",
        }
    }
}

/// What a model is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AnswerForm {
    /// Where spans are.
    pub reply: ReplyForm,
    /// `true` if each annotation has a reason.
    pub has_reasons: bool,
}

impl Default for AnswerForm {
    fn default() -> Self {
        AnswerForm { reply: ReplyForm::Quotes, has_reasons: true }
    }
}

/// The members of an annotation that say where its spans are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SpanMembers {
    /// None: the annotation is about the whole.
    None,
    /// `text` and `occurrence`: one span in the only text that any category marks.
    OneQuote,
    /// `source`, `target`: lists of quotes.
    Quotes(Sides),
    /// The same of insertion points, each after a quote.
    Points(Sides),
    /// `constituents`: other annotations.
    Constituents,
}

impl SpanMembers {
    pub(crate) fn of(category: &Category, typology: &Typology) -> Self {
        match category.shape {
            CategoryShape::Whole => SpanMembers::None,
            CategoryShape::Composite => SpanMembers::Constituents,
            CategoryShape::Spans { sides, count: SpanCount::Point } => SpanMembers::Points(sides),
            CategoryShape::Spans { sides: Sides::Target, count: SpanCount::One }
                if !marks(typology, Side::Source) =>
            {
                SpanMembers::OneQuote
            }
            CategoryShape::Spans { sides, count: SpanCount::One | SpanCount::Many } => {
                SpanMembers::Quotes(sides)
            }
        }
    }
}

/// Returns `true` if spans of any category lie on a side.
pub(crate) fn marks(typology: &Typology, side: Side) -> bool {
    let mut shapes = typology.categories().iter().map(|category| category.shape);
    shapes.any(|shape| matches!(shape, CategoryShape::Spans { sides, .. } if sides.includes(side)))
}
