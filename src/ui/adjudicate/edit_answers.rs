//! The questions and answers of the open edit of a read-only annotator.

use leptos::prelude::*;

use crate::app::adjudication::Adjudication;
use crate::app::{App, Session};
use crate::ui::annotate::answer_text::shown;
use crate::ui::annotate::questions::prompt;
use crate::ui::edit_text::{category_label, spans_text};
use crate::ui::view::{El, View, dynamic, el};
use spanwise_agreement::adjudication::EditRelation;
use spanwise_annotation::document::{Answers, Edit, QuestionPath, flow};
use spanwise_i18n::{TextId, Words};
use spanwise_template::Question;

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
