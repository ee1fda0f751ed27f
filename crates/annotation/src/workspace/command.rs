//! The commands of an annotator, and the reasons for refusing one.

use std::sync::Arc;

use crate::change::Change;
use crate::document::{
    Answer, AnswerOwner, Edit, EditKey, GivenAnswer, MissingInDraft, QuestionPath, TextName,
};
use spanwise_template::{CategoryId, Side};
use spanwise_text::{Span, Utf16};

/// A command of an annotator.
#[derive(Debug, Clone, PartialEq)]
pub enum Command {
    /// Show another instance, by 0-based position. A complete draft becomes an edit first; an incomplete one must be
    /// completed or dropped.
    GoTo(usize),
    /// Show another paragraph of the target, by 0-based number, or record the time on the one shown. The one after the
    /// newest is revealed by it.
    GoToParagraph(usize, ParagraphTime),
    /// Open an edit, or none. Shows the paragraph that it ends in.
    Select(Option<EditKey>),
    /// Select a range of a text, as dragged; it is snapped here.
    SelectText(TextName, Span),
    /// Choose a point in a text, for an insertion point.
    SelectPoint(TextName, Utf16),
    /// Click a point of a text while an edit is made or extended. Categories of insertion points take it. Others whose
    /// spans snap to characters take it into the draft, which is then finished or given a range instead. All others
    /// ignore it.
    ClickPoint(TextName, Utf16),
    /// Tap a character while an edit is made or extended: takes its word, or its unit of the category where that is
    /// larger. Categories of insertion points take the nearest offset, and those that snap to characters, too, at the
    /// edge of a word.
    TapWord(TextName, Tap),
    /// Choose a category: for the text selected before, or for the next selection.
    ChooseCategory(CategoryId),
    /// Click an existing edit while a composite is made or extended: takes it in, or out again.
    ToggleConstituent(EditKey),
    /// Take a span out of the draft.
    DropDraftSpan(TextName, usize),
    /// Make the draft an edit.
    Finish,
    /// Drop the draft, the selection or the extending that is under way.
    Escape,
    /// Take further spans or constituents into an edit.
    Extend(EditKey),
    /// Choose the role, by its name, that the next selection takes while an edit is made, and all while one is extended.
    ChooseRole(String),
    /// Delete an edit.
    Delete(EditKey),
    /// Delete all edits of the instance.
    Clear,
    /// Make a copy of an edit, with its answers.
    Duplicate(EditKey),
    /// Make a copy of an edit of another annotator of the same texts, with its answers and constituents.
    Take {
        /// The edit of the other annotator.
        edit: Arc<Edit>,
        /// The edit whose place the copy takes; `None` to add the copy.
        instead_of: Option<EditKey>,
    },
    /// Make an edit of a suggestion whose span was not found, on the text that is selected.
    Place(Arc<Edit>),
    /// Reject a suggestion, or take that back.
    Reject {
        /// The suggestion, with a note of it.
        suggestion: Arc<Edit>,
        /// `true` to take its rejection back.
        is_back: bool,
    },
    /// Make changes that were planned for the present state, as one step on all their instances. They are given in the
    /// order of the instances, once for each; the edit that is open stays so if it is still there.
    Apply(Vec<InstanceChanges>),
    /// Change the category of an edit.
    SetCategory(EditKey, CategoryId),
    /// Grip an edge: all [`Command::MoveEdge`] until the next grip form one step.
    Grip,
    /// Put one edge of a span elsewhere; it is snapped here.
    MoveEdge(SpanAddress, SpanEdge, Utf16),
    /// Move one edge of a span by a unit.
    StepEdge(SpanAddress, SpanEdge, StepDirection),
    /// Take a span out of an edit.
    RemoveSpan(SpanAddress),
    /// Take a constituent out of a composite; it becomes an edit of its own again.
    RemoveConstituent {
        /// The composite.
        composite: EditKey,
        /// Its constituent.
        constituent: EditKey,
    },
    /// Take a composite apart; its constituents become edits of their own again.
    TakeApart(EditKey),
    /// Answer a question of an edit, or one about the instance.
    Answer(AnswerOwner, QuestionPath, GivenAnswer),
    /// Give a question about the instance the answer of another annotator, follow-ups included.
    TakeAnswer {
        /// The name of the question.
        question: String,
        /// The answer.
        answer: Answer,
    },
    /// Set or clear the bookmark.
    SetBookmark(bool),
    /// Set the comment.
    SetComment(String),
    /// Declare the instance done, or take that back. A complete draft becomes an edit first. While a required question
    /// is open, its edit, if it is of one, is opened instead, unless the template allows open questions.
    SetDone(bool),
    /// Take the last step back.
    Undo,
    /// Do the last step taken back again.
    Redo,
}

/// The time at which an annotator goes on from a paragraph.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ParagraphTime {
    /// Milliseconds since 1970.
    pub unix_ms: u64,
    /// Milliseconds since the paragraph is shown.
    pub dwell_ms: u64,
}

/// Changes to one instance.
#[derive(Debug, Clone, PartialEq)]
pub struct InstanceChanges {
    /// 0-based position of the instance.
    pub instance: usize,
    /// The changes, in order.
    pub changes: Vec<Change>,
}

/// A tap on a character of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tap {
    /// Start of the character.
    pub character: Utf16,
    /// The offset between characters that is nearest to the finger.
    pub nearest: Utf16,
    /// `true` if the finger hit it near its edge.
    pub at_edge: bool,
}

/// The address of one span of an edit.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct SpanAddress {
    /// The edit.
    pub edit: EditKey,
    /// The text it lies in.
    pub text: TextName,
    /// Its position among the spans on that text.
    pub index: usize,
}

/// One end of a span.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SpanEdge {
    /// The start of the span.
    Start,
    /// The end of the span.
    End,
}

/// A direction in the order of the text, not of the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum StepDirection {
    /// Towards the start of the text.
    Backward,
    /// Towards the end of the text.
    Forward,
}

/// The reason for refusing a command. Nothing changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rejection {
    /// The template disables making and changing edits.
    SelectionDisabled,
    /// The template disables answering.
    AnnotationDisabled,
    /// The work is read-only here.
    ReadOnly,
    /// There is no such instance, text, edit, span, category or question any more.
    Gone,
    /// The selection holds nothing but white space.
    NothingSelected,
    /// The tokens of the text, which the category's spans are made of, are not known yet.
    NoTokens,
    /// The category has no spans on that side.
    WrongSide(Side),
    /// No category has spans on that text: it is there to be read.
    Context,
    /// The draft is not complete.
    Incomplete(MissingInDraft),
    /// The edit has no span where the other category needs one, or has too many.
    DoesNotFit,
    /// An edit needs the last span on this side, a composite its last constituent.
    LastOne,
    /// There is no edit yet that a composite could be made of.
    NothingToCompose,
    /// A composite cannot be made of composites.
    NotAConstituent,
    /// The edit is a constituent: it must be taken out of its composite first.
    Constituent,
    /// The answer is not one of those offered.
    NotAnAnswer,
    /// The edge cannot go there: the span would be empty, or reach into text that is not revealed.
    NoRoom,
    /// The template does not let earlier paragraphs be revised, or gone back to.
    EarlierParagraph,
    /// There are paragraphs that are not revealed yet.
    NotRead,
    /// The edit would have characters of another one, which the template forbids.
    Overlaps,
    /// There is nothing to undo, or to redo.
    NothingToUndo,
}
