//! Answers as text of the interface.

use spanwise_annotation::document::{Edit, flow};
use spanwise_i18n::{TextId, Words};
use spanwise_template::{Category, LikertScale, QuestionKind};

use crate::ui::edit_text::shortened;

/// The answers of an edit in one line.
pub(super) fn answers_text(category: &Category, edit: &Edit, words: &Words) -> String {
    let say = |kind: &QuestionKind, value: &str| match kind {
        QuestionKind::Binary => words.get(TextId::QuestionsBinaryYes).to_owned(),
        QuestionKind::Likert(scale) => scale_answer(words, *scale, value),
        QuestionKind::Number { .. } | QuestionKind::Slider(_) => value.to_owned(),
        QuestionKind::Replacement if value.is_empty() => "→ ∅".to_owned(),
        QuestionKind::Replacement => format!("→ “{}”", shortened(value)),
        QuestionKind::Textbox
        | QuestionKind::Textarea
        | QuestionKind::Choice(_)
        | QuestionKind::Checkboxes(_) => format!("“{}”", shortened(value)),
    };
    let answers = flow::in_words(&category.questions, &edit.answers, say);
    answers.iter().map(|answer| words.isolated(answer)).collect::<Vec<_>>().join(" · ")
}

/// An answer on a scale for people to read; unchanged if it is no point of the scale.
pub(in crate::ui) fn scale_answer(words: &Words, scale: LikertScale, value: &str) -> String {
    let at = scale.tokens().iter().position(|token| *token == value);
    at.map_or(value.to_owned(), |at| scale_point(words, scale, at))
}

/// A point of a scale, for people to read.
pub(super) fn scale_point(words: &Words, scale: LikertScale, at: usize) -> String {
    let keys = match scale {
        LikertScale::Three => {
            &[TextId::QuestionsLikert1, TextId::QuestionsLikert2, TextId::QuestionsLikert3][..]
        }
        LikertScale::Five => &[
            TextId::QuestionsFive1,
            TextId::QuestionsFive2,
            TextId::QuestionsFive3,
            TextId::QuestionsFive4,
            TextId::QuestionsFive5,
        ][..],
    };
    keys.get(at).map_or_else(String::new, |key| words.get(*key).to_owned())
}
