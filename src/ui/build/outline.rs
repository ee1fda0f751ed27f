//! The typology as a tree, which changes the YAML's text. Tree and editor are two views of one text.

use std::hash::{DefaultHasher, Hash, Hasher};

use leptos::ev;
use leptos::prelude::*;
use web_sys::{HtmlElement, KeyboardEvent};

use super::outline_form::{item_form, typology_fields};
use super::outline_tree::{OutlinePart, OutlineRow, OutlineTree};
use crate::app::App;
use crate::ui::colors::themed;
use crate::ui::view::{El, View, dynamic, el, flag, for_each, text};
use crate::ui::widgets::button;
use spanwise_annotation::fingerprint::fingerprint;
use spanwise_browser::console::reported;
use spanwise_browser::timing;
use spanwise_i18n::TextId;
use spanwise_template::outline::{
    AnswerKind, ItemKind, ItemPath, MoveDestination, OutlineList, OutlineOperation, TrainingRole,
};
use spanwise_template::{CategoryShape, Color, Sides, SpanCount};

/// The tree of the typology, and the form of the chosen item.
pub(super) fn typology_part(tree: OutlineTree) -> El {
    let app = App::from_context();
    let add = button(app.text(TextId::OutlineAddCategory))
        .class("button button--small")
        .attr("data-testid", "add-category")
        .on_click(move || {
            let shape = CategoryShape::Spans { sides: Sides::Target, count: SpanCount::One };
            let colors = tree.outline.with_untracked(|outline| {
                outline.categories.iter().filter_map(|item| item.color).collect::<Vec<_>>()
            });
            tree.perform(&OutlineOperation::AddCategory {
                name: None,
                label: None,
                color: Some(Color::apart_from(colors)),
                shape,
            });
        });
    let ask = button(app.text(TextId::OutlineAddInstanceQuestion))
        .class("button button--small")
        .attr("data-testid", "add-instance-question")
        .on_click(move || {
            tree.perform(&OutlineOperation::AddQuestion {
                to: ItemPath::of_list(OutlineList::InstanceQuestions),
                name: None,
                label: None,
                answers: AnswerKind::Binary,
            });
        });
    el("div")
        .class("outline__part")
        .attr("data-testid", "outline")
        .child(
            el("div")
                .class("build__head")
                .child(el("h2").child(app.text(TextId::OutlineTitle)))
                .child(ask)
                .child(add),
        )
        .child(outline_rows(tree))
        .child(item_form(tree, |tree, kind, _| typology_fields(tree, kind)))
}

fn outline_rows(tree: OutlineTree) -> El {
    let app = App::from_context();
    let empty = dynamic(move || {
        tree.outline.with(|outline| match (&outline.locked, outline.categories.is_empty()) {
            (Some(why), _) => el("p").class("hint").child(app.say(&why.sentences())).into(),
            (None, true) => el("p").class("hint").child(app.text(TextId::OutlineEmpty)).into(),
            (None, false) => View::Nothing,
        })
    });
    item_tree(tree, app.text(TextId::OutlineTitle), empty)
}

/// The items of a tree. `notice` stands above them.
pub(super) fn item_tree(tree: OutlineTree, name: String, notice: View) -> El {
    let list = el("div").class("outline__tree").attr("role", "tree").attr("aria-label", name);
    let node: HtmlElement = list.node();
    list.on(ev::keydown, move |event| carry_out_key(tree, &node, &event)).child(notice).child(
        for_each(
            move || tree.shown(),
            |row| (path_fingerprint(&row.path), row_fingerprint(row)),
            move |r| outline_row(tree, r),
        ),
    )
}

/// The fingerprint of a path, which identifies its row.
fn path_fingerprint(path: &ItemPath) -> u64 {
    fingerprint(path.to_string().as_bytes())
}

/// The fingerprint of a row's contents: the row is rebuilt when it changes.
fn row_fingerprint(row: &OutlineRow) -> u64 {
    let item = &row.item;
    let color = item.color.map(themed).unwrap_or_default();
    let mut hasher = DefaultHasher::new();
    (&item.label, &item.name, color, row.is_open, item.answers, item.role).hash(&mut hasher);
    hasher.finish()
}

fn outline_row(tree: OutlineTree, row: OutlineRow) -> El {
    let app = App::from_context();
    let OutlineRow { path, item, is_open } = row;
    let depth = path.indices().len();
    let is_chosen = {
        let path = path.clone();
        flag(move || tree.chosen.with(|chosen| chosen.as_ref() == Some(&path)))
    };
    let own = path.clone();
    let is_first = flag(move || tree.is_first(&own));
    let tabindex = text(move || {
        let none = tree.chosen.with(Option::is_none);
        if is_chosen.get() || (none && is_first.get()) { "0" } else { "-1" }.to_owned()
    });
    let (chosen, toggled) = (path.clone(), path.clone());
    let dot = item.color.map(|color| {
        el("i")
            .class("outline__dot")
            .attr("aria-hidden", "true")
            .style(("background", themed(color)))
    });
    let sign = el("span").class("outline__sign").attr("aria-hidden", "true").child(match is_open {
        Some(true) => "▾",
        Some(false) => "▸",
        None => "",
    });
    let kind = match (item.kind, item.answers) {
        (ItemKind::Category, _) => String::new(),
        (_, Some(answers)) => answers.word().unwrap_or_default().to_owned(),
        (_, None) => item.role.map(role_name).map(|name| app.text(name)).unwrap_or_default(),
    };
    let testid = match tree.part {
        OutlinePart::Typology => "outline-item",
        OutlinePart::Training => "training-item",
    };
    let label = if item.label.is_empty() { "—".to_owned() } else { item.label };
    el("div")
        .class("outline__row")
        .class(("outline__row--chosen", is_chosen))
        .attr("role", "treeitem")
        .attr("aria-level", depth.to_string())
        .attr("aria-selected", text(move || is_chosen.get().to_string()))
        .attr("aria-expanded", is_open.map(|open| open.to_string()))
        .attr("tabindex", tabindex)
        .attr("data-testid", testid)
        .attr("data-path", path.to_string())
        .style(("--depth", depth.to_string()))
        .on_click(move || tree.choose(&chosen))
        .child(sign.on(ev::click, move |event| {
            event.stop_propagation();
            tree.toggle(&toggled);
        }))
        .child(dot)
        .child(el("span").class("outline__label").child(label))
        .child(el("span").class("hint").child(kind))
}

/// The name of what a part of a training is.
pub(super) fn role_name(role: TrainingRole) -> TextId {
    match role {
        TrainingRole::Lesson => TextId::TrainingLesson,
        TrainingRole::Exercise => TextId::TrainingExercise,
        TrainingRole::Quiz => TextId::TrainingQuiz,
        TrainingRole::Examination => TextId::TrainingExamination,
        TrainingRole::Right => TextId::TrainingRight,
        TrainingRole::Wrong => TextId::TrainingWrong,
    }
}

/// Carries out a key as the ARIA practices ask of a tree; with Alt, arrows move the item.
fn carry_out_key(tree: OutlineTree, list: &HtmlElement, event: &KeyboardEvent) {
    let rows = tree.shown();
    let chosen = tree.chosen.get_untracked();
    let at = rows.iter().position(|row| Some(&row.path) == chosen.as_ref()).unwrap_or(0);
    let Some(row) = rows.get(at) else { return };
    let item = row.path.clone();
    let target = match (event.key().as_str(), event.alt_key()) {
        ("ArrowUp", true) => return moved(tree, list, event, item, MoveDestination::Up),
        ("ArrowDown", true) => return moved(tree, list, event, item, MoveDestination::Down),
        ("ArrowUp", _) => rows.get(at.wrapping_sub(1)).map(|row| row.path.clone()),
        ("ArrowDown", _) => rows.get(at + 1).map(|row| row.path.clone()),
        ("Home", _) => rows.first().map(|row| row.path.clone()),
        ("End", _) => rows.last().map(|row| row.path.clone()),
        ("ArrowRight", _) if row.is_open == Some(false) => {
            tree.toggle(&item);
            Some(item)
        }
        ("ArrowRight", _) => {
            rows.get(at + 1).filter(|_| row.is_open.is_some()).map(|r| r.path.clone())
        }
        ("ArrowLeft", _) if row.is_open == Some(true) => {
            tree.toggle(&item);
            Some(item)
        }
        ("ArrowLeft", _) => item.parent().filter(|parent| !parent.indices().is_empty()),
        ("Enter" | " ", _) => Some(item),
        ("Delete", _) => {
            event.prevent_default();
            return tree.perform(&OutlineOperation::Delete { item });
        }
        _ => return,
    };
    event.prevent_default();
    if let Some(path) = target {
        tree.choose(&path);
        focus_chosen(list);
    }
}

fn moved(
    tree: OutlineTree,
    list: &HtmlElement,
    event: &KeyboardEvent,
    item: ItemPath,
    to: MoveDestination,
) {
    event.prevent_default();
    tree.perform(&OutlineOperation::Move { item, to });
    focus_chosen(list);
}

fn focus_chosen(list: &HtmlElement) {
    let list = list.clone();
    timing::before_paint(move || {
        let row = list.query_selector(".outline__row--chosen").ok().flatten();
        if let Some(row) =
            row.and_then(|row| wasm_bindgen::JsCast::dyn_into::<HtmlElement>(row).ok())
        {
            reported(row.focus());
        }
    });
}
