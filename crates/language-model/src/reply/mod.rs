//! Replies of models, read as far as they go.

mod answers;
mod json;
mod lenient;
mod solved;
pub(crate) mod tags;
pub(crate) mod tokens;

use serde_json::{Map, Value};

pub(crate) use self::answers::{AnswerReader, position_of};
pub(crate) use self::solved::solved_reply;
use crate::answer_form::ReplyForm;
use spanwise_template::{Side, Typology};

/// A reply, read without its texts.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ReadReply {
    /// The annotations, in the order of the reply.
    pub annotations: Vec<ReadAnnotation>,
    /// The answers about the instance, by the names that the reply has.
    pub answers: Map<String, Value>,
    /// What the model thought before it answered.
    pub thinking: Option<String>,
    /// The target as the reply repeats it, without tags.
    pub repeated: Option<String>,
    /// What was mended, and what could not be used.
    pub notes: Vec<ReplyNote>,
}

/// An annotation of a reply.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ReadAnnotation {
    /// The category: a name, a label or a number, as the reply has it.
    pub category: Option<Value>,
    /// The reason, or empty.
    pub reason: String,
    /// The texts of its spans.
    pub quotes: Vec<ReadQuote>,
    /// The tokens of its spans.
    pub tokens: Vec<TokenRange>,
    /// The answers, by the names that the reply has.
    pub answers: Map<String, Value>,
    /// The annotations that it is made of.
    pub constituents: Vec<ReadAnnotation>,
}

/// The tokens of a span, as a reply numbers them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TokenRange {
    /// The number of the first token; negative numbers are of none.
    pub first: i64,
    /// The number of the last token.
    pub last: i64,
    /// `false` if the numbers were out of order, or left some out.
    pub is_as_asked: bool,
}

impl TokenRange {
    pub(crate) fn of_one(number: i64) -> Self {
        TokenRange { first: number, last: number, is_as_asked: true }
    }
}

/// The text of a span.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ReadQuote {
    /// The text.
    pub text: String,
    /// The side of its text, if the reply says so.
    pub side: Option<Side>,
    /// The 0-based number of its occurrence, if the reply says so.
    pub occurrence: Option<usize>,
    /// The name of its role.
    pub role: Option<String>,
    /// Its first byte in [`ReadReply::repeated`].
    pub at: Option<usize>,
}

/// A note about a reply.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReplyNote {
    /// Stable name of what it is about, such as `cut-off`.
    pub code: &'static str,
    /// `true` if something of the reply could not be used; otherwise all could, once it was mended.
    pub is_invalid: bool,
    /// A sentence.
    pub message: String,
}

impl ReplyNote {
    pub(crate) fn mended(code: &'static str, message: impl Into<String>) -> Self {
        ReplyNote { code, is_invalid: false, message: message.into() }
    }

    pub(crate) fn invalid(code: &'static str, message: impl Into<String>) -> Self {
        ReplyNote { code, is_invalid: true, message: message.into() }
    }

    /// Returns `true` if it is about an answer that no question allows, or a category that there is not.
    #[must_use]
    pub fn is_of_invalid_answer(&self) -> bool {
        matches!(self.code, "invalid-answer" | "unknown-category" | "no-category" | "no-annotation")
    }

    /// Returns `true` if it says that nothing of the reply can be read.
    #[must_use]
    pub fn is_unreadable(&self) -> bool {
        matches!(self.code, "empty" | "no-answer")
    }
}

/// Reads a reply in a form. A text in tags is also read where JSON was asked for, and the other way round, since models mix
/// them up.
#[must_use]
pub fn read(text: &str, form: ReplyForm, typology: &Typology) -> ReadReply {
    let (thinking, answer) = without_thinking(text);
    let tagged = || {
        let answer = json::member_text(answer).unwrap_or_else(|| answer.to_owned());
        tags::read(&answer, typology)
    };
    let (asked, other) = match form {
        ReplyForm::Tags => (tagged(), json::read(answer)),
        ReplyForm::Quotes | ReplyForm::Tokens => (json::read(answer), tagged()),
    };
    let mut reply = if asked.annotations.is_empty() && !other.annotations.is_empty() {
        let note =
            ReplyNote::mended("other-form", "The reply is in another form than was asked for.");
        ReadReply { notes: [vec![note], other.notes].concat(), ..other }
    } else {
        asked
    };
    reply.thinking = thinking;
    reply
}

/// Words around which models think.
const THINKING: [(&str, &str); 3] = [
    ("<think>", "</think>"),
    ("<thinking>", "</thinking>"),
    ("<|channel|>analysis<|message|>", "<|end|>"),
];

/// The blocks in which a model thought, joined, and the text after the last of them. A block that is not closed ends with the
/// text: nothing was answered then. A closed one may have lost its start, which chat templates put into the prompt.
fn without_thinking(text: &str) -> (Option<String>, &str) {
    let mut thoughts: Vec<&str> = Vec::new();
    let mut rest = text;
    for (start, end) in THINKING {
        while let Some(at) = rest.find(end) {
            let (block, after) = rest.split_at(at);
            let block = block.split_once(start).map_or(block, |(_, inner)| inner);
            thoughts.push(block.trim());
            rest = after.get(end.len()..).unwrap_or_default();
        }
        if let Some((before, inner)) = rest.split_once(start)
            && before.trim().is_empty()
        {
            thoughts.push(inner.trim());
            rest = "";
        }
    }
    let thoughts = thoughts.join("\n\n");
    ((!thoughts.is_empty()).then_some(thoughts), rest)
}

#[cfg(test)]
mod tests;
