//! The column of one annotator: the texts with marks, the edits, and, if it is editable, the tools.

use std::collections::BTreeSet;

use leptos::prelude::*;

use super::annotator_name::{annotator_name, is_highlighted};
use super::edit_answers::edit_answers;
use super::edit_comparison::comparison_remarks;
use super::instance_answers::instance_answers;
use super::laid_over::{lay_over, overlay_legend};
use crate::app::adjudication::Adjudication;
use crate::app::{App, Session};
use crate::ui::annotate;
use crate::ui::annotate::edit_list::edit_list;
use crate::ui::annotate::edit_panel::edit_panel;
use crate::ui::annotate::instance_questions::instance_questions;
use crate::ui::annotate::instance_tools::instance_tools;
use crate::ui::text_view::{self, Caret, Panes, caret_announcement};
use crate::ui::view::{El, View, dynamic, el, flag, show};
use crate::ui::widgets::diagnostics;
use spanwise_i18n::TextId;

/// The column of an annotator.
pub(super) fn column(adjudication: Adjudication, session: Session) -> El {
    let app = App::from_context();
    let number = session.number;
    let highlighted = number == 0 && is_highlighted(adjudication);
    let is_here = Memo::new(move |_| adjudication.place(number).is_some());
    let name = adjudication.name(number);
    let hint = if session.is_reader() { app.text(TextId::AdjudicateReadOnly) } else { name };
    let lacks = move || {
        el("p")
            .class("column__lacks")
            .attr("data-testid", "lacks")
            .child(app.text(TextId::AdjudicateLacksThis))
    };
    el("section")
        .class("column")
        .class(("column--own", highlighted))
        .attr("hidden", flag(move || adjudication.hidden.with(|hidden| hidden.contains(&number))))
        .attr("aria-labelledby", session.id("annotator"))
        .attr("data-testid", "annotator")
        .attr("data-annotator", (number + 1).to_string())
        .child(
            el("header")
                .class("column__header")
                .child(el("h2").attr("id", session.id("annotator")).child(annotator_name(
                    app,
                    adjudication,
                    number,
                )))
                .child(el("span").class("hint").child(hint)),
        )
        .child(show(flag(move || !is_here.get()), lacks))
        .child(
            el("div")
                .class("column__body")
                .attr("hidden", flag(move || !is_here.get()))
                .child(body(adjudication, session)),
        )
}

/// The selector of the column of an annotator.
pub(super) fn column_selector(annotator: usize) -> String {
    format!(".column[data-annotator=\"{}\"]", annotator + 1)
}

fn body(adjudication: Adjudication, session: Session) -> Vec<View> {
    let panes = Panes::new();
    let caret = RwSignal::new(None::<Caret>);
    let hidden = RwSignal::new(BTreeSet::new());
    let remarks = comparison_remarks(adjudication, session);
    text_view::listen_to_clicks(session, panes);
    let texts =
        annotate::texts_with_menu(session, panes, caret, hidden, Some(remarks.mark_class.clone()));
    let announced = caret_announcement(session, caret);
    let list = edit_list(session, hidden, Some(remarks));
    let (texts, legend) = match session.is_reader() {
        true => (texts, View::Nothing),
        false => (
            lay_over(adjudication, session, panes, caret, texts),
            overlay_legend(adjudication, session, panes),
        ),
    };
    let before: Vec<View> = vec![texts.into(), legend, announced.into()];
    let after: Vec<View> = if session.is_reader() {
        vec![
            instance_answers(adjudication, session),
            list.into(),
            edit_answers(adjudication, session),
            comment(session),
            problems(session),
        ]
    } else {
        text_view::listen(session, panes, caret);
        vec![
            annotate::making(session).into(),
            instance_questions(session),
            el("div").attr("data-testid", "gold").child(list).into(),
            edit_panel(session),
            instance_tools(session, panes.read_through.into()).into(),
        ]
    };
    before.into_iter().chain(after).collect()
}

/// The comment of an annotator on the instance.
fn comment(session: Session) -> View {
    let app = App::from_context();
    let comment = Memo::new(move |_| session.instance.with(|i| i.comment.clone()));
    dynamic(move || {
        let comment = comment.get();
        (!comment.is_empty()).then(|| {
            el("p")
                .class("column__comment")
                .child(el("strong").child(app.text(TextId::CommentBoxLabel)))
                .child(": ")
                .child(el("span").attr("dir", "auto").child(comment))
        })
    })
}

/// The problems of the data of an annotator after the first. The menu has those of all, and of the template.
fn problems(session: Session) -> View {
    let app = App::from_context();
    let any = flag(move || session.number > 0 && session.problems.in_data.get() > 0);
    show(any, move || {
        let count = session.problems.in_data.get();
        el("details")
            .class("column__problems")
            .child(el("summary").child(app.words().count(TextId::BarProblems, count)))
            .child(diagnostics(&session.data_problems()))
    })
}
