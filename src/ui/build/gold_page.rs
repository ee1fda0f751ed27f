//! The page on which the gold of a task is marked, with the interface that trainees mark it with.

use std::rc::Rc;
use std::sync::Arc;

use leptos::ev;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::screen::{BuilderScreen, GoldStep};
use super::training_form::write_task;
use crate::app::builder::GoldSession;
use crate::app::{App, NoticeAction, NoticeLevel};
use crate::ui::annotate::accidental_presses;
use crate::ui::annotate::annotation_bar::undo_and_redo;
use crate::ui::annotate::focus::focus;
use crate::ui::training::{task_page, task_texts};
use crate::ui::view::{View, dynamic, el};
use crate::ui::widgets::button;
use spanwise_browser::timing;
use spanwise_i18n::TextId;
use spanwise_training::Task;

/// The id of the heading, which has the focus first.
const HEADING: &str = "gold-heading";

/// The page, once the session is open.
pub(super) fn gold_page(step: GoldStep, screen: RwSignal<BuilderScreen>) -> View {
    accidental_presses::guard();
    let builder = step.tree.builder;
    let opened = RwSignal::new(None::<Option<GoldSession>>);
    let (task, owner) = (step.task.clone(), Owner::current().unwrap_or_default());
    spawn_local(async move {
        let session = builder.begin_gold(task, owner).await;
        // The page may be gone.
        opened.try_set(Some(session));
    });
    on_cleanup(move || builder.end_sessions());
    dynamic(move || match opened.get() {
        None => View::Nothing,
        Some(None) => {
            builder.app().tell(NoticeLevel::Error, TextId::FailurePart, None);
            screen.set(BuilderScreen::Draft);
            View::Nothing
        }
        Some(Some(gold)) => untrack(|| marking(&step, gold, screen)),
    })
}

fn marking(step: &GoldStep, gold: GoldSession, screen: RwSignal<BuilderScreen>) -> View {
    let app = App::from_context();
    let template = gold.session.template();
    let taken = step.clone();
    let take: Rc<dyn Fn()> = Rc::new(move || {
        let Some(task) = gold.taken() else { return };
        if write_task(taken.tree, taken.path.clone(), &task) {
            app.tell(NoticeLevel::Info, TextId::BuildTrainingTaken, None);
            leave(screen);
        }
    });
    let left = step.clone();
    let back = move || {
        if let Some(task) = gold.changed() {
            offer_marks(app, &left, task);
        }
        leave(screen);
    };
    take_when_leaving(step.clone(), gold);
    let by_button = take.clone();
    let actions = el("div")
        .class("actions training__actions")
        .child(
            button(app.text(TextId::BuildTrainingTake))
                .class("button button--main")
                .attr("data-testid", "take-gold")
                .attr("title", "Ctrl+Enter")
                .on_click(move || by_button()),
        )
        .child(undo_and_redo(gold.session))
        .child(
            button(app.text(TextId::BuildTrainingLeave))
                .attr("data-testid", "leave-gold")
                .on_click(back),
        );
    timing::after(0, || {
        focus(&format!("#{HEADING}"));
    });
    let title = app.words().fill(TextId::BuildTrainingGold, &[("title", &step.title)]);
    task_page(template)
        .attr("data-testid", "gold-page")
        .child(el("header").class("bar").child(
            el("h1").class("bar__title").attr("id", HEADING).attr("tabindex", "-1").child(title),
        ))
        .child(
            el("main")
                .class("training__main")
                .child(
                    el("p")
                        .class("hint training__head")
                        .child(app.text(TextId::BuildTrainingGoldHint)),
                )
                .child(el("section").class("training__task").child(task_texts(
                    gold.session,
                    actions,
                    take,
                ))),
        )
        .into()
}

fn leave(screen: RwSignal<BuilderScreen>) {
    screen.set(BuilderScreen::Draft);
    timing::after(0, || {
        focus("[data-testid=\"mark-gold\"]");
    });
}

/// Takes the marks as gold when the page is left, since they are nowhere else.
fn take_when_leaving(step: GoldStep, gold: GoldSession) {
    let listener = window_event_listener(ev::pagehide, move |_| {
        if let Some(task) = gold.changed()
            && write_task(step.tree, step.path.clone(), &task)
        {
            step.tree.builder.save_now();
        }
    });
    on_cleanup(move || listener.remove());
}

/// Shows a notice that marks were not taken, which offers to take them after all while the step is as it was.
fn offer_marks(app: App, step: &GoldStep, task: Task) {
    let (tree, path) = (step.tree, step.path.clone());
    let before = tree.annotated(&path);
    let run = Arc::new(move || {
        if tree.annotated(&path) == before {
            write_task(tree, path.clone(), &task);
        }
    });
    let action = NoticeAction { label: TextId::BuildTrainingTake, run };
    app.tell(NoticeLevel::Info, TextId::BuildTrainingNotTaken, Some(action));
}
