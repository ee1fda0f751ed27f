//! The questions and answers of the open edit of a read-only annotator.

use leptos::prelude::*;

use crate::app::adjudication::Adjudication;
use crate::app::{App, Session};
use crate::ui::annotate::answer_text::scale_answer;
use crate::ui::annotate::questions::prompt;
use crate::ui::edit_text::{category_label, spans_text};
use crate::ui::view::{El, View, dynamic, el};
use spanwise_agreement::adjudication::EditRelation;
use spanwise_annotation::document::{Answer, Answers, Edit, QuestionPath, flow};
use spanwise_i18n::{TextId, Words};
use spanwise_template::{Question, QuestionKind, readable};

/// The questions and answers of the open edit.
pub(super) fn edit_answers(adjudication: Adjudication, session: Session) -> View {
    dynamic(move || {
        let edit = session.selected()?;
        let questions = differing(adjudication, session, &edit);
        Some(untrack(|| open_edit(session, &edit, &questions)))
    })
}

/// The questions that some other annotator answers differently.
fn differing(adjudication: Adjudication, session: Session, edit: &Edit) -> Vec<QuestionPath> {
    let comparison = adjudication.comparison();
    let Some(compared) = comparison.of(session.number, edit.key) else { return Vec::new() };
    let of = |relation: &EditRelation| match relation {
        EditRelation::Answers(questions) | EditRelation::Boundary(questions) => questions.clone(),
        EditRelation::Same | EditRelation::Category => Vec::new(),
    };
    compared.counterparts.iter().flat_map(|c| of(&c.relation)).collect()
}

fn open_edit(session: Session, edit: &Edit, differing: &[QuestionPath]) -> El {
    let app = App::from_context();
    let words = app.words();
    let template = session.template();
    let heading = session.id("edit-panel-heading");
    let content = match session.category_of(edit) {
        None => {
            let text = words.fill(TextId::QuestionsUnknownCategory, &[("name", &edit.category)]);
            el("p").class("hint").child(text)
        }
        Some((_, category)) if category.questions.is_empty() => {
            el("p").class("hint").child(words.get(TextId::QuestionsNone))
        }
        Some((_, category)) => {
            answer_list(&words, &category.questions, &edit.answers, differing, |_| View::Nothing)
        }
    };
    el("section")
        .class("edit-panel")
        .attr("data-testid", "reading")
        .attr("aria-labelledby", heading.clone())
        .child(
            el("h3").attr("id", heading).child(category_label(&template, edit)).child(" ").child(
                el("span")
                    .class("edit-panel__text")
                    .attr("dir", "auto")
                    .child(spans_text(session, edit)),
            ),
        )
        .child(content)
}

/// Questions with their answers; `action` stands beside the answer to a root question.
pub(super) fn answer_list(
    words: &Words,
    questions: &[Question],
    answers: &Answers,
    differing: &[QuestionPath],
    action: impl Fn(&Question) -> View,
) -> El {
    let mut entries = Vec::new();
    flow::walk(questions, answers, |path, asked| {
        let question = asked.question;
        let differs =
            differing.iter().any(|d| path.iter().copied().eq(d.iter().map(String::as_str)));
        let mark = differs.then(|| {
            el("span")
                .class("remark remark--answers")
                .child(el("span").class("remark__sign").attr("aria-hidden", "true").child("≈"))
                .child(" ")
                .child(words.get(TextId::AdjudicateDiffers))
        });
        let given = match asked.answer {
            None => el("span").class("hint").child(words.get(TextId::AdjudicateNotAnswered)),
            Some(answer) => {
                el("span").attr("dir", "auto").child(shown(words, &question.kind, answer))
            }
        };
        entries.push(
            el("div")
                .class("reading__question")
                .attr("data-testid", "question-read")
                .attr("data-path", path.join("/"))
                .attr("data-differs", differs.to_string())
                .attr("data-depth", asked.depth.to_string())
                .child(el("dt").attr("dir", "auto").child(prompt(question)))
                .child(
                    el("dd")
                        .child(given)
                        .child(" ")
                        .child(mark)
                        .child((path.len() == 1).then(|| action(question))),
                ),
        );
    });
    el("dl").class("reading").child(entries)
}

/// The answer to a question and its follow-ups in one line; nothing if it is not answered.
pub(super) fn answer_in_line(words: &Words, question: &Question, answers: &Answers) -> String {
    let mut parts = Vec::new();
    flow::walk(std::slice::from_ref(question), answers, |_, asked| {
        parts.extend(asked.answer.map(|answer| shown(words, &asked.question.kind, answer)));
    });
    parts.join(" · ")
}

/// An answer, for people to read.
fn shown(words: &Words, kind: &QuestionKind, answer: &Answer) -> String {
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
