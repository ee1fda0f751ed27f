//! The feedback on a task: what was found of the gold, what was marked besides, and the marked text beside the solution.

use std::collections::BTreeSet;

use leptos::prelude::*;

use super::step::points;
use super::task::{FEEDBACK, found_text};
use crate::app::training::OpenTraining;
use crate::app::{App, Session};
use crate::ui::annotate;
use crate::ui::colors::underline;
use crate::ui::edit_text::{category_label, spans_text};
use crate::ui::text_view::{self, Caret, Panes, category_color};
use crate::ui::view::{El, View, el};
use spanwise_annotation::document::EditKey;
use spanwise_i18n::{TextId, say};
use spanwise_training::{Finding, Task, TrainingStep};

/// The feedback on a task that was checked.
pub(super) fn solution(open: OpenTraining, step: &TrainingStep, task: &Task) -> Option<View> {
    let app = App::from_context();
    let checked = open.checked_task(step.id(), task)?;
    let comparison = open.compared(task, checked.marked);
    let (marked, gold) = (checked.marked, checked.solution);
    let mut items = Vec::new();
    for (key, found) in (0..).zip(&comparison.gold) {
        let (state, verdict) = verdict(found.finding);
        let about = remarks(marked, found.finding);
        let why = found.gold.explanation();
        items.push(item(gold, EditKey(key), (state, verdict), about, why));
    }
    for one in &comparison.without_gold {
        let why = one.not_an_error.map(|remark| remark.why());
        let verdict = ("without-gold", TextId::TrainingNothingHere);
        items.push(item(marked, one.edit, verdict, Vec::new(), why));
    }
    let feedback = el("div")
        .class("training__feedback")
        .attr("data-testid", "feedback")
        .child(
            el("h3")
                .attr("id", FEEDBACK)
                .attr("tabindex", "-1")
                .child(found_text(app, open, step, task)),
        )
        .child(points(open, step))
        .child(el("ul").class("training__findings").child(items));
    let texts = el("div")
        .class("training__texts")
        .child(text_of(marked, app.text(TextId::TrainingYourMarks), "your-marks"))
        .child(text_of(gold, app.text(TextId::TrainingSolution), "solution"));
    Some(View::Many(vec![feedback.into(), texts.into()]))
}

/// The name of a finding for automation, and its word.
fn verdict(finding: Finding) -> (&'static str, TextId) {
    match finding {
        Finding::Found { .. } => ("found", TextId::TrainingFound),
        Finding::WrongBorder { .. } => ("wrong-border", TextId::TrainingWrongBorder),
        Finding::WrongCategory { .. } => ("wrong-category", TextId::TrainingWrongCategory),
        Finding::Missed => ("missed", TextId::TrainingMissed),
    }
}

/// How the mark of a gold edit differs from it.
fn remarks(marked: Session, finding: Finding) -> Vec<El> {
    let app = App::from_context();
    let (edit, words_off, is_shown) = match finding {
        Finding::Found { edit, words_off } => (edit, words_off, words_off != Some(0)),
        Finding::WrongBorder { edit, words_off } => (edit, words_off, true),
        Finding::WrongCategory { edit } => (edit, None, true),
        Finding::Missed => return Vec::new(),
    };
    let remark = || el("p").class("hint");
    let isolated = |text: String| el("span").attr("dir", "auto").child(text);
    let mut remarks = Vec::new();
    if is_shown && let Some((category, words)) = described(marked, edit) {
        let mark = remark().child(app.text(TextId::TrainingYourMark)).child(" ");
        remarks.push(mark.child(isolated(category)).child(" ").child(isolated(words)));
    }
    if let Some(n) = words_off.filter(|words| *words > 0) {
        remarks.push(remark().child(app.say(&say!(TrainingWordsOff, n = n.to_string()))));
    }
    remarks
}

/// The category and the words of an edit.
fn described(session: Session, key: EditKey) -> Option<(String, String)> {
    let edit = session.instance.with_untracked(|instance| instance.edit(key).cloned())?;
    Some((category_label(&session.template(), &edit), spans_text(session, &edit)))
}

/// An edit of a session with what is to be said of it.
fn item(
    session: Session,
    key: EditKey,
    (state, verdict): (&'static str, TextId),
    remarks: Vec<El>,
    why: Option<&str>,
) -> Option<El> {
    let app = App::from_context();
    let edit = session.instance.with_untracked(|instance| instance.edit(key).cloned())?;
    let index = session.category_of(&edit).map(|(id, _)| id.index());
    let swatch = index.map(|index| {
        el("span")
            .class("training__swatch")
            .attr("aria-hidden", "true")
            .style(("background", underline(index, "var(--tint)")))
    });
    let (category, words) = described(session, key)?;
    let item = el("li")
        .attr("data-testid", "finding")
        .attr("data-state", state)
        .style(("--tint", category_color(index)))
        .child(
            el("p")
                .child(
                    el("strong")
                        .class(format!("training__verdict training__verdict--{state}"))
                        .child(app.text(verdict)),
                )
                .child(" ")
                .child(swatch)
                .child(el("span").class("training__category").attr("dir", "auto").child(category))
                .child(" ")
                .child(el("span").attr("dir", "auto").child(words)),
        )
        .child(remarks)
        .child(why.map(|why| el("p").class("training__why").attr("dir", "auto").child(why)));
    Some(item)
}

/// A text with its marks, to be read.
fn text_of(session: Session, title: String, testid: &'static str) -> El {
    let panes = Panes::new();
    let caret = RwSignal::new(None::<Caret>);
    let hidden = RwSignal::new(BTreeSet::new());
    text_view::listen_to_clicks(session, panes);
    el("section")
        .attr("data-testid", testid)
        .child(el("h3").child(title))
        .child(annotate::texts_with_menu(session, panes, caret, hidden, None))
}
