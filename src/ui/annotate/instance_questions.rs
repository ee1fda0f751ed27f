//! The questions about the instance as a whole, below its texts, and those about each output, below it.

use leptos::prelude::*;

use super::questions::questions;
use crate::app::{App, Session};
use crate::ui::view::{View, dynamic, el, flag};
use spanwise_annotation::document::AnswerOwner;
use spanwise_i18n::TextId;
use spanwise_template::{Question, Typology};

/// The questions about the instance; nothing if the template asks none, or disables annotation.
pub(in crate::ui) fn instance_questions(session: Session) -> View {
    let asked = Typology::instance_questions;
    if !asks(session, asked) {
        return View::Nothing;
    }
    let app = App::from_context();
    el("section")
        .class("instance-questions")
        .attr("data-testid", "instance-questions")
        .attr("inert", flag(move || session.read_only.get()))
        .child(el("h2").class("pane__label").child(app.text(TextId::QuestionsInstance)))
        .child(questions_of_instance(session, AnswerOwner::Instance, asked))
        .into()
}

/// The questions about the text at a place among those of the instance; nothing if the template asks none, or disables
/// annotation.
pub(super) fn text_questions(session: Session, place: usize) -> View {
    let asked = Typology::text_questions;
    if !asks(session, asked) {
        return View::Nothing;
    }
    el("div")
        .class("text-questions")
        .attr("data-testid", "text-questions")
        .attr("inert", flag(move || session.read_only.get()))
        .child(questions_of_instance(session, AnswerOwner::Text(place), asked))
        .into()
}

/// The questions of a typology that are asked about something in an instance.
type AskedQuestions = fn(&Typology) -> &[Question];

fn asks(session: Session, asked: AskedQuestions) -> bool {
    let template = session.template();
    !template.settings.disable.annotation && !asked(&template.typology).is_empty()
}

fn questions_of_instance(session: Session, owner: AnswerOwner, asked: AskedQuestions) -> View {
    let template = session.template();
    // Made anew on each instance, so that nothing that is typed stays in a field.
    let at = Memo::new(move |_| session.view.with(|v| v.instance));
    dynamic(move || {
        // Read, not only tracked: a memo that was never read follows nothing.
        at.get();
        Some(questions(session, owner, asked(&template.typology)))
    })
}
