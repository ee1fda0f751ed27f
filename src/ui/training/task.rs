//! An exercise or examination: the annotate page's own texts, categories and list over the text of the task, then the
//! comparison with the gold.

use std::collections::BTreeSet;
use std::rc::Rc;

use leptos::ev;
use leptos::prelude::*;

use super::solution::solution;
use super::step::{next_button, numbered};
use crate::app::training::OpenTraining;
use crate::app::{App, Session};
use crate::ui::annotate::annotation_bar::undo_and_redo;
use crate::ui::annotate::announcements::announcements;
use crate::ui::annotate::edit_list::edit_list;
use crate::ui::annotate::focus::focus;
use crate::ui::annotate::lazy_extras::{lazy_dialogs, lazy_edit_panel, load_edit_views_early};
use crate::ui::annotate::{self, page_keys};
use crate::ui::text_view::{self, Caret, Panes, caret_announcement};
use crate::ui::view::{El, View, dynamic, el};
use crate::ui::widgets::button;
use spanwise_browser::elements::closest;
use spanwise_browser::timing;
use spanwise_i18n::{TextId, say};
use spanwise_training::{Outcome, StepBody, Task, TrainingStep};

/// The id of the heading of the feedback.
pub(super) const FEEDBACK: &str = "training-feedback";

/// What a trainee may do with a task.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum TaskPhase {
    /// Mark it.
    Open,
    /// Nothing: it was handed in, and its solution is not shown yet.
    HandedIn,
    /// Read the feedback. `passed` if nothing was lost.
    Checked { passed: bool },
}

impl TaskPhase {
    /// Its name for automation.
    fn name(self) -> &'static str {
        match self {
            TaskPhase::Open => "open",
            TaskPhase::HandedIn => "checked",
            TaskPhase::Checked { passed: true } => "passed",
            TaskPhase::Checked { passed: false } => "failed",
        }
    }
}

/// A task, by the 0-based position of its step.
pub(super) fn task(
    open: OpenTraining,
    at: usize,
    step: TrainingStep,
    task: Task,
    said: RwSignal<String>,
) -> View {
    let is_task =
        |body: &StepBody| matches!(body, StepBody::Exercise(_) | StepBody::Examination(_));
    let (index, total) = numbered(open, at, is_task);
    let of_phase = step.clone();
    let phase = Memo::new(move |_| phase(open, &of_phase));
    dynamic(move || {
        let phase = phase.get();
        open.taken_over.track();
        let frame = el("section")
            .class("training__task")
            .attr("data-testid", "exercise")
            .attr("data-index", index.to_string())
            .attr("data-total", total.to_string())
            .attr("data-state", phase.name());
        untrack(|| match phase {
            TaskPhase::Open => frame.child(marking(open, &step, &task, said)),
            TaskPhase::HandedIn => frame.child(handed_in(open)),
            TaskPhase::Checked { .. } => {
                frame.child(solution(open, &step, &task)).child(next_button(open))
            }
        })
    })
}

fn phase(open: OpenTraining, step: &TrainingStep) -> TaskPhase {
    let training = open.training();
    open.record.with(|record| {
        let progress = record.progress();
        if progress.outcome(step.id()).is_none() {
            return TaskPhase::Open;
        }
        let is_hidden = matches!(step.body(), StepBody::Examination(_));
        if is_hidden && !progress.may_show_solutions(&training) {
            return TaskPhase::HandedIn;
        }
        let score = progress.score(&training).steps.into_iter().find(|one| one.step == *step.id());
        let passed = score.is_some_and(|score| match score.points {
            Some(points) => points.got == points.of,
            None => score.losses.is_empty(),
        });
        TaskPhase::Checked { passed }
    })
}

fn handed_in(open: OpenTraining) -> View {
    let app = App::from_context();
    let hint = el("p")
        .attr("id", FEEDBACK)
        .attr("tabindex", "-1")
        .child(app.text(TextId::TrainingHandedIn));
    View::Many(vec![hint.into(), next_button(open).into()])
}

/// The task while it is marked.
fn marking(
    open: OpenTraining,
    step: &TrainingStep,
    task: &Task,
    said: RwSignal<String>,
) -> Option<View> {
    let app = App::from_context();
    let session = open.begin_task(step.id(), task)?;
    let check = checking(open, step.clone(), task.clone(), session, said);
    let on_key = check.clone();
    let name = match step.body() {
        StepBody::Examination(_) => TextId::TrainingHandIn,
        StepBody::Lesson | StepBody::Exercise(_) | StepBody::Quiz(_) => TextId::TrainingCheck,
    };
    let actions = el("div")
        .class("actions training__actions")
        .child(
            button(app.text(name))
                .class("button button--main")
                .attr("data-testid", "check")
                .attr("title", "Ctrl+Enter")
                .on_click(move || check()),
        )
        .child(undo_and_redo(session))
        .child(el("span").class("hint").child(app.text(TextId::TrainingCheckedOnce)));
    Some(task_texts(session, actions, on_key))
}

/// The annotate page's own texts, categories, list and keys over a task. `actions` stand below the texts; `finish` is
/// what Ctrl+Enter does.
pub(in crate::ui) fn task_texts(session: Session, actions: El, finish: Rc<dyn Fn()>) -> View {
    let app = App::from_context();
    let panes = Panes::new();
    let caret = RwSignal::new(None::<Caret>);
    let hidden = RwSignal::new(BTreeSet::new());
    let keys = RwSignal::new(false);
    text_view::listen(session, panes, caret);
    text_view::listen_to_clicks(session, panes);
    text_view::listen_to_hovering(session);
    listen(session, keys, finish);
    let texts = el("div")
        .class("work__texts")
        .child(annotate::texts_with_menu(session, panes, caret, hidden, None))
        .child(
            el("p")
                .attr("id", "text-help")
                .class("visually-hidden")
                .child(app.text(TextId::TextHelp)),
        )
        .child(caret_announcement(session, caret))
        .child(announcements(session))
        .child(annotate::making(session))
        .child(actions);
    let work = el("div")
        .class("work")
        .child(texts)
        .child(el("div").class("work__open").child(lazy_edit_panel(session, panes)))
        .child(
            el("aside")
                .class("work__edits")
                .attr("aria-labelledby", session.id("list-heading"))
                .child(edit_list(session, hidden, None)),
        );
    View::Many(vec![
        work.into(),
        lazy_dialogs(session, &[], keys),
        load_edit_views_early(session, panes, hidden),
    ])
}

/// What checks the marks, tells what was found, and leads to the feedback.
fn checking(
    open: OpenTraining,
    step: TrainingStep,
    task: Task,
    session: Session,
    said: RwSignal<String>,
) -> Rc<dyn Fn()> {
    // A listener has no context.
    let app = App::from_context();
    Rc::new(move || {
        if !open.check_task(&step, &task, session) {
            return;
        }
        let is_hidden = untrack(|| phase(open, &step)) == TaskPhase::HandedIn;
        said.set(if is_hidden {
            app.text(TextId::TrainingHandedIn)
        } else {
            untrack(|| found_text(app, open, &step, &task))
        });
        timing::after(0, || {
            focus(&format!("#{FEEDBACK}"));
        });
    })
}

/// The number of gold edits that were found of a task that was checked.
pub(super) fn found_text(app: App, open: OpenTraining, step: &TrainingStep, task: &Task) -> String {
    let found = open.record.with(|record| match record.progress().outcome(step.id()) {
        Some(Outcome::Marked(counts)) => counts.found,
        Some(Outcome::Read | Outcome::Answered { .. }) | None => 0,
    });
    let (n, total) = (found.to_string(), task.gold().len().to_string());
    app.say(&say!(TrainingFoundOf, n, total))
}

/// The keys of the annotate page; the one that marks an instance there as done checks the task.
fn listen(session: Session, help: RwSignal<bool>, check: Rc<dyn Fn()>) {
    let listener = window_event_listener(ev::keydown, move |event| {
        let is_check = event.key() == "Enter" && (event.ctrl_key() || event.meta_key());
        let is_free = !event.default_prevented() && closest(event.target(), "dialog").is_none();
        if is_check && is_free {
            event.prevent_default();
            check();
            return;
        }
        page_keys::keydown(session, help, &event);
    });
    on_cleanup(move || listener.remove());
}
