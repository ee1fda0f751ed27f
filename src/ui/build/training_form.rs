//! The fields of a part of the training, and the gold of its tasks.

use std::hash::{DefaultHasher, Hash, Hasher};

use leptos::ev;
use leptos::prelude::*;

use super::outline::role_name;
use super::outline_form::{line, perform, prose_field};
use super::outline_tree::OutlineTree;
use super::screen::{BuilderScreen, GoldStep};
use crate::app::{App, NoticeLevel};
use crate::ui::view::{El, View, dynamic, el, flag, for_each, text};
use crate::ui::widgets::button;
use spanwise_i18n::TextId;
use spanwise_template::Side;
use spanwise_template::outline::{ItemKind, ItemPath, OutlineOperation, TrainingRole};
use spanwise_training::Task;

/// The fields of a part of the training. Items of the typology are not in its tree.
pub(super) fn training_fields(
    tree: OutlineTree,
    screen: RwSignal<BuilderScreen>,
    kind: ItemKind,
    role: Option<TrainingRole>,
) -> El {
    let form = el("div").class("outline__fields");
    match kind {
        ItemKind::TrainingStep => {
            let form = form
                .child(role_field(tree, line(), TextId::BuildTrainingTitle, "training-title"))
                .child(prose_field(tree, "text", TextId::BuildTrainingText));
            let is_task = role == Some(TrainingRole::Exercise);
            form.child(is_task.then(|| View::Many(gold_fields(tree, screen))))
        }
        ItemKind::QuizQuestion => {
            form.child(prose_field(tree, "question", TextId::OutlineQuestion))
        }
        ItemKind::QuizOption => form
            .child(role_field(tree, el("textarea"), TextId::BuildTrainingOption, "training-option"))
            .child(is_right(tree))
            .child(prose_field(tree, "why", TextId::BuildTrainingWhy)),
        ItemKind::Category | ItemKind::Question | ItemKind::Option => form,
    }
}

/// The field for the title of a step or the text of an option, whose key says what it is.
fn role_field(tree: OutlineTree, control: El, name: TextId, testid: &'static str) -> El {
    let app = App::from_context();
    let item = move || tree.item().filter(|item| item.role.is_some());
    let value = text(move || item().map(|item| item.label).unwrap_or_default());
    let locked = flag(move || item().is_none_or(|item| item.locked.is_some()));
    let input = control
        .attr("dir", "auto")
        .attr("data-testid", testid)
        .attr("disabled", locked)
        .prop("value", value)
        .on(ev::change, move |event| {
            let Some(role) = untrack(item).and_then(|item| item.role) else { return };
            let value = Some(event_target_value(&event)).filter(|value| !value.is_empty());
            let key = role.key().to_owned();
            perform(tree, |item| OutlineOperation::SetText { item, key, value });
        });
    el("label").class("menu__field").child(app.text(name)).child(input)
}

fn is_right(tree: OutlineTree) -> El {
    let app = App::from_context();
    let is_ticked =
        flag(move || tree.item().is_some_and(|item| item.role == Some(TrainingRole::Right)));
    let input = el("input")
        .attr("type", "checkbox")
        .attr("data-testid", "training-right")
        .prop("checked", is_ticked)
        .on(ev::change, move |event| {
            let is_right = event_target_checked(&event);
            let role = if is_right { TrainingRole::Right } else { TrainingRole::Wrong };
            perform(tree, |item| OutlineOperation::SetRole { item, role });
        });
    el("label").class("menu__field").child(app.text(TextId::BuildTrainingIsRight)).child(input)
}

/// The choice between exercise and examination.
fn task_kind(tree: OutlineTree) -> El {
    let app = App::from_context();
    let options = [TrainingRole::Exercise, TrainingRole::Examination].map(|role| {
        let is_it = flag(move || tree.item().is_some_and(|item| item.role == Some(role)));
        el("option")
            .attr("value", role.key())
            .prop("selected", is_it)
            .child(app.text(role_name(role)))
    });
    let select = el("select")
        .attr("data-testid", "training-role")
        .on(ev::change, move |event| {
            let is_exercise = event_target_value(&event) == TrainingRole::Exercise.key();
            let role = if is_exercise { TrainingRole::Exercise } else { TrainingRole::Examination };
            perform(tree, |item| OutlineOperation::SetRole { item, role });
        })
        .child(Vec::from(options));
    el("label").class("menu__field").child(app.text(TextId::BuildTrainingRole)).child(select)
}

/// The task of an exercise or examination: its texts, and the explanations of its gold.
fn gold_fields(tree: OutlineTree, screen: RwSignal<BuilderScreen>) -> Vec<View> {
    let app = App::from_context();
    let task = Memo::new(move |_| task_of(tree));
    let side = |side: Side, name: TextId, testid: &'static str| {
        let value = text(move || {
            let text = |task: &Task| task.text(side).as_str().to_owned();
            task.with(|task| task.as_ref().map(text)).unwrap_or_default()
        });
        let input = el("textarea")
            .attr("dir", "auto")
            .attr("data-testid", testid)
            .attr("disabled", flag(move || task.with(Option::is_none)))
            .prop("value", value)
            .on(ev::change, move |event| {
                let text = event_target_value(&event);
                change_task(tree, |task| task.with_text(side, &text));
            });
        el("label").class("menu__field").child(app.text(name)).child(input)
    };
    let hint = dynamic(move || {
        let said = task.with(|task| match task {
            None => Some(TextId::BuildTrainingUnreadable),
            Some(task) if task.gold().is_empty() => Some(TextId::BuildTrainingNothingMarked),
            Some(_) => None,
        });
        said.map(|said| el("p").class("hint").attr("role", "status").child(app.text(said)))
    });
    let mark = button(app.text(TextId::BuildTrainingMark))
        .class("button button--small")
        .attr("data-testid", "mark-gold")
        .on_click(move || mark_gold(tree, screen));
    let explanations = el("div")
        .class("outline__fields")
        .attr("role", "group")
        .attr("aria-label", app.text(TextId::BuildTrainingExplanations))
        .child(for_each(
            move || {
                task.with(|task| task.as_ref().map(|task| gold_labels(tree, task)))
                    .unwrap_or_default()
            },
            |(at, label)| {
                let mut hasher = DefaultHasher::new();
                label.hash(&mut hasher);
                (*at as u64, hasher.finish())
            },
            move |(at, label)| explanation(tree, task, at, label),
        ));
    let has_gold =
        move || task.with(|task| task.as_ref().is_some_and(|task| !task.gold().is_empty()));
    let heading = el("p")
        .class("outline__heading")
        .attr("hidden", flag(move || !has_gold()))
        .child(app.text(TextId::BuildTrainingExplanations));
    vec![
        task_kind(tree).into(),
        side(Side::Source, TextId::BuildTrainingSource, "training-source").into(),
        side(Side::Target, TextId::BuildTrainingTarget, "training-target").into(),
        el("p").class("outline__steps").child(mark).into(),
        hint,
        heading.into(),
        explanations.into(),
    ]
}

/// The task of the chosen step; `None` if its marks cannot be read. Tracked.
fn task_of(tree: OutlineTree) -> Option<Task> {
    let item = tree.item()?;
    let valid = tree.builder.valid_template.get()?;
    Task::of_annotated_text(item.text("annotated").unwrap_or_default(), &valid.template.typology)
}

/// The gold edits of a task by their positions, each with its category and words.
fn gold_labels(tree: OutlineTree, task: &Task) -> Vec<(usize, String)> {
    let valid = tree.builder.valid_template.get_untracked();
    let label = |(at, edit): (usize, &spanwise_training::GoldEdit)| {
        let categories = valid.as_ref().map(|valid| valid.template.typology.categories());
        let category = categories.and_then(|all| all.get(edit.category().index()));
        let name = category.map(|category| category.label.clone()).unwrap_or_default();
        let words: Vec<&str> = edit
            .spans()
            .source()
            .iter()
            .map(|span| task.text(Side::Source).slice(*span))
            .chain(edit.spans().target().iter().map(|span| task.text(Side::Target).slice(*span)))
            .collect();
        (at, format!("{name}: {}", words.join(" … ")))
    };
    task.gold().iter().enumerate().map(label).collect()
}

/// The field for the explanation of a gold edit.
fn explanation(tree: OutlineTree, task: Memo<Option<Task>>, at: usize, label: String) -> El {
    let value = text(move || {
        let text = |task: &Task| Some(task.gold().get(at)?.explanation()?.to_owned());
        task.with(|task| task.as_ref().and_then(text)).unwrap_or_default()
    });
    let input = el("textarea")
        .attr("dir", "auto")
        .attr("data-testid", "gold-explanation")
        .prop("value", value)
        .on(ev::change, move |event| {
            let text = event_target_value(&event);
            change_task(tree, |task| task.with_explanation(at, &text));
        });
    el("label").class("menu__field").child(el("span").attr("dir", "auto").child(label)).child(input)
}

/// Changes the task of the chosen step.
fn change_task(tree: OutlineTree, change: impl FnOnce(Task) -> Task) {
    let (path, task) = (tree.chosen.get_untracked(), untrack(|| task_of(tree)));
    if let (Some(path), Some(task)) = (path, task) {
        write_task(tree, path, &change(task));
    }
}

/// Writes a task into a step. Returns `false`, and says why, if its gold cannot be written.
pub(super) fn write_task(tree: OutlineTree, item: ItemPath, task: &Task) -> bool {
    let Some(valid) = tree.builder.valid_template.get_untracked() else { return false };
    let is_empty = Side::ALL.into_iter().all(|side| task.text(side).is_empty());
    let value = match task.annotated_text(&valid.template.typology) {
        Ok(text) => Some(text).filter(|_| !is_empty),
        Err(error) => {
            tree.builder.app().tell(NoticeLevel::Warning, error.sentences(), None);
            return false;
        }
    };
    tree.perform(&OutlineOperation::SetText { item, key: "annotated".to_owned(), value });
    true
}

fn mark_gold(tree: OutlineTree, screen: RwSignal<BuilderScreen>) {
    let refuse = |why: TextId| tree.builder.app().tell(NoticeLevel::Info, why, None);
    if tree.builder.current_template().is_none() {
        return refuse(TextId::BuildTrainingMendTemplate);
    }
    let Some((item, task)) = untrack(|| Some((tree.item()?, task_of(tree)?))) else {
        return refuse(TextId::BuildTrainingUnreadable);
    };
    if Side::ALL.into_iter().all(|side| task.text(side).is_empty()) {
        return refuse(TextId::BuildTrainingWriteText);
    }
    let step = GoldStep { tree, path: item.path, title: item.label, task };
    screen.set(BuilderScreen::Gold(Box::new(step)));
}
