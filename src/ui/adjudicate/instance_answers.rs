//! The answers of a read-only annotator about the instance as a whole.

use leptos::prelude::*;

use super::edit_answers::answer_list;
use crate::app::adjudication::Adjudication;
use crate::app::{App, Session};
use crate::ui::annotate::focus::focus;
use crate::ui::annotate::questions::prompt;
use crate::ui::view::{El, View, dynamic, el};
use crate::ui::widgets::button;
use spanwise_browser::timing;
use spanwise_i18n::TextId;
use spanwise_template::Question;

/// The questions about the instance with the annotator's answers; nothing if the template asks none.
pub(super) fn instance_answers(adjudication: Adjudication, session: Session) -> View {
    let template = session.template();
    if template.typology.instance_questions().is_empty() {
        return View::Nothing;
    }
    dynamic(move || {
        let comparison = adjudication.comparison();
        let answers = session.instance.with(|instance| instance.answers.clone());
        let questions = template.typology.instance_questions();
        let is_offered = |name: &str| adjudication.answer_offer(session.number, name).is_some();
        let offered: Vec<&Question> = questions.iter().filter(|q| is_offered(&q.name)).collect();
        let take = |question: &Question| {
            let is_offered = offered.iter().any(|offered| offered.name == question.name);
            is_offered.then(|| take_button(adjudication, session, question))
        };
        let app = App::from_context();
        let heading = session.id("instance-answers");
        let differing = comparison.differing_answers();
        let list = untrack(|| {
            answer_list(&app.words(), questions, &answers, differing, |q| take(q).into())
        });
        let section = el("section")
            .class("edit-panel")
            .attr("data-testid", "instance-answers")
            .attr("aria-labelledby", heading.clone())
            .child(
                el("h3")
                    .attr("id", heading)
                    .attr("tabindex", "-1")
                    .child(app.text(TextId::QuestionsInstance)),
            )
            .child(list);
        Some(section)
    })
}

/// The button that takes an answer into the editable work.
fn take_button(adjudication: Adjudication, session: Session, question: &Question) -> El {
    let label = App::from_context().text(TextId::AdjudicateTakeAnswer);
    let name = question.name.clone();
    button(label.clone())
        .class("button button--small")
        .attr("data-testid", "take-answer")
        .attr("data-annotator", (session.number + 1).to_string())
        .attr("aria-label", format!("{label}: {}", prompt(question)))
        .on_click(move || {
            adjudication.take_answer(session.number, &name);
            // The button is gone then.
            let heading = format!("#{}", session.id("instance-answers"));
            timing::after(0, move || {
                focus(&heading);
            });
        })
}
