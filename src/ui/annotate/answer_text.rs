//! Answers as text of the interface.

use spanwise_annotation::document::{Answer, Answers, Edit, flow};
use spanwise_i18n::{TextId, Words};
use spanwise_template::{Category, LikertScale, Question, QuestionKind, readable};

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
fn scale_answer(words: &Words, scale: LikertScale, value: &str) -> String {
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

/// The answer to a question and its follow-ups in one line; nothing if it is not answered.
pub(in crate::ui) fn answer_in_line(
    words: &Words,
    question: &Question,
    answers: &Answers,
) -> String {
    let mut parts = Vec::new();
    flow::walk(std::slice::from_ref(question), answers, |_, asked| {
        parts.extend(asked.answer.map(|answer| shown(words, &asked.question.kind, answer)));
    });
    parts.join(" · ")
}

/// An answer, for people to read.
pub(in crate::ui) fn shown(words: &Words, kind: &QuestionKind, answer: &Answer) -> String {
    match (kind, answer) {
        (QuestionKind::Choice(options), Answer::Choice { option, .. }) => {
            let known = options.iter().find(|o| o.name == *option);
            known.map_or_else(|| readable(option), |o| o.label.clone())
        }
        (QuestionKind::Binary, Answer::Value(value)) if value == "yes" => {
            words.get(TextId::QuestionsBinaryYes).to_owned()
        }
        (QuestionKind::Binary, Answer::Value(value)) if value == "no" => {
            words.get(TextId::QuestionsBinaryNo).to_owned()
        }
        (QuestionKind::Likert(scale), Answer::Value(value)) => scale_answer(words, *scale, value),
        (QuestionKind::Checkboxes(boxes), Answer::Several(chosen)) => {
            let label = |name: &String| {
                let known = boxes.iter().find(|checkbox| checkbox.name == *name);
                known.map_or_else(|| readable(name), |checkbox| checkbox.label.clone())
            };
            chosen.iter().map(label).collect::<Vec<_>>().join(", ")
        }
        (_, Answer::Several(chosen)) => chosen.join(", "),
        (_, Answer::Value(value)) => value.clone(),
        (_, Answer::Choice { option, .. }) => readable(option),
        (_, Answer::Unknown(raw)) => raw.get().to_owned(),
    }
}
