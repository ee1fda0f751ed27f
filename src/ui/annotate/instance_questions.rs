//! The questions about the instance as a whole, below its texts.

use leptos::prelude::*;

use super::questions::questions;
use crate::app::{App, Session};
use crate::ui::view::{View, dynamic, el, flag};
use spanwise_annotation::document::AnswerOwner;
use spanwise_i18n::TextId;

/// The questions about the instance; nothing if the template asks none, or disables annotation.
pub(in crate::ui) fn instance_questions(session: Session) -> View {
    let template = session.template();
    if template.settings.disable.annotation || template.typology.instance_questions().is_empty() {
        return View::Nothing;
    }
    let app = App::from_context();
    // Made anew on each instance, so that nothing that is typed stays in a field.
    let at = Memo::new(move |_| session.view.with(|v| v.instance));
    let all = dynamic(move || {
        at.track();
        let asked = template.typology.instance_questions();
        Some(questions(session, AnswerOwner::Instance, asked))
    });
    el("section")
        .class("instance-questions")
        .attr("data-testid", "instance-questions")
        .attr("inert", flag(move || session.read_only.get()))
        .child(el("h2").class("pane__label").child(app.text(TextId::QuestionsInstance)))
        .child(all)
        .into()
}
