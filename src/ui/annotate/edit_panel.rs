//! The open edit: its category, spans and questions, and below them its tools.

use std::sync::Arc;

use leptos::prelude::*;

use super::edit_tools::edit_tools;
use super::focus::focus_first_open;
use super::questions::questions;
use crate::app::{App, Session};
use crate::ui::edit_text::{category_label, spans_text};
use crate::ui::text_view::category_color;
use crate::ui::view::{El, View, dynamic, el, flag, show, text};
use crate::ui::widgets::{Icon, button, icon_button};
use spanwise_annotation::document::summary::open_roles;
use spanwise_annotation::document::{AssignedRoles, Edit, EditKey};
use spanwise_annotation::workspace::{AnnotatorActivity, Command};
use spanwise_browser::timing;
use spanwise_i18n::{TextId, say};
use spanwise_template::SpanRole;

/// The id of the description of the open edit's category.
const ABOUT: &str = "edit-panel-about";

/// An edit as it is now, if it still exists.
pub(super) type CurrentEdit = Memo<Option<Arc<Edit>>>;

/// The current state of an edit.
pub(super) fn current_edit(session: Session, key: EditKey) -> CurrentEdit {
    Memo::new_with_compare(
        move |_| session.instance.with(|i| i.edit(key).cloned()),
        |a, b| match (a, b) {
            (Some(Some(a)), Some(Some(b))) => !Arc::ptr_eq(a, b),
            _ => true,
        },
    )
}

/// The panel of the open edit, beside the texts.
pub(in crate::ui) fn edit_panel(session: Session) -> View {
    let app = App::from_context();
    // The panel is built anew for another edit or category, and stays while answers and spans change.
    let open = Memo::new(move |_| session.selected().map(|e| (e.key, e.category.clone())));
    Effect::new(move |before: Option<Option<EditKey>>| {
        let key = open.get().map(|(key, _)| key);
        if key.is_some() && before.is_some() && before.flatten() != key {
            timing::after(0, || {
                focus_first_open();
            });
        }
        key
    });
    dynamic(move || match open.get() {
        Some((key, _)) => open_edit(session, key),
        None => {
            let idle = session.view.with(|v| v.activity == AnnotatorActivity::Idle);
            idle.then(|| el("p").class("hint").child(app.text(TextId::QuestionsNothingChosen)))
        }
    })
}

fn open_edit(session: Session, key: EditKey) -> Option<El> {
    let edit = session.instance.with_untracked(|i| i.edit(key).cloned())?;
    let found = session.category_of(&edit);
    let template = session.template();
    let disable = template.settings.disable;
    let tint = category_color(found.as_ref().map(|(id, _)| id.index()));
    let now = current_edit(session, key);
    let spans = text(move || now.get().map(|e| spans_text(session, &e)).unwrap_or_default());
    let about = found.as_ref().and_then(|(_, category)| category.description.clone());
    let questions = match found {
        None => {
            let words = App::from_context().words();
            let text = words.fill(TextId::QuestionsUnknownCategory, &[("name", &edit.category)]);
            Some(el("p").class("hint").child(text))
        }
        Some(_) if disable.annotation => None,
        Some((_, category)) if category.questions.is_empty() => {
            let none = App::from_context().text(TextId::QuestionsNone);
            Some(el("p").class("hint").child(none))
        }
        Some((_, category)) => Some(questions(session, key.into(), &category.questions)),
    };
    let heading = el("h2")
        .attr("id", "edit-panel-heading")
        .child(category_label(&template, &edit))
        .child(" ")
        .child(el("span").class("edit-panel__text").attr("dir", "auto").child(spans));
    let section = el("section")
        .class("edit-panel")
        .attr("aria-labelledby", "edit-panel-heading")
        .style(("--tint", tint))
        .child(header(heading, about))
        .child(extending(session, key))
        .child(open_role_buttons(session, key, now))
        .child(el("div").attr("inert", flag(move || session.read_only.get())).child(questions))
        .child((!disable.selection).then(|| edit_tools(session, key)));
    Some(section)
}

/// The heading, with a button that shows what the category means, if the template says it.
fn header(heading: El, about: Option<String>) -> Vec<View> {
    let app = App::from_context();
    let explained = RwSignal::new(false);
    let explain = icon_button(Icon::About, app.text(TextId::QuestionsExplainCategory))
        .class("button button--quiet question__explain")
        .attr("data-testid", "explain-category")
        .attr("title", app.text(TextId::QuestionsExplainCategory))
        .attr("aria-expanded", text(move || explained.get().to_string()))
        .on_click(move || explained.update(|on| *on = !*on));
    let heading = heading.attr("aria-describedby", about.as_ref().map(|_| ABOUT));
    let row = el("header")
        .class("edit-panel__header")
        .child(heading)
        .child(about.as_ref().map(|_| explain));
    let about = about.map(|about| {
        el("p")
            .class("hint")
            .attr("id", ABOUT)
            .attr("hidden", flag(move || !explained.get()))
            .child(about)
    });
    vec![row.into(), about.into()]
}

/// For each required role that no span of the edit has, a button after which a selection takes it.
fn open_role_buttons(session: Session, key: EditKey, now: CurrentEdit) -> View {
    let app = App::from_context();
    let open = Memo::new(move |_| {
        let template = session.template();
        let edit = now.get()?;
        let (_, category) = template.typology.find(&edit.category)?;
        let name = |role: &SpanRole| (role.name.clone(), role.label.clone());
        session.instance.with_untracked(|instance| {
            let open = open_roles(&edit, category, &instance.texts, &template.settings);
            Some(open.into_iter().map(name).collect::<Vec<_>>())
        })
    });
    let select = move |(name, label): (String, String)| {
        button(app.words().fill(TextId::EditSelectRole, &[("role", &label)]))
            .attr("data-testid", "select-role")
            .attr("data-open-role", name)
            .on_click(move || session.dispatch(Command::Extend(key)))
    };
    dynamic(move || {
        let open = open.get().filter(|open| !open.is_empty() && !session.read_only.get())?;
        Some(el("p").class("actions").child(open.into_iter().map(select).collect::<Vec<_>>()))
    })
}

/// The label of the role that a selection takes first, while an edit is extended.
fn next_role(session: Session, key: EditKey) -> Option<String> {
    session.instance.with(|instance| {
        let edit = instance.edit(key)?;
        let (_, category) = session.category_of(edit)?;
        let assigned = AssignedRoles::of(&edit.spans, &category.roles, &instance.texts);
        assigned.missing().next().map(|role| role.label.clone())
    })
}

/// Tells that selections go into this edit, with a button that ends that.
fn extending(session: Session, key: EditKey) -> View {
    let app = App::from_context();
    let on =
        Memo::new(move |_| session.view.with(|v| v.activity == AnnotatorActivity::Extending(key)));
    show(on.into(), move || {
        let hint = el("p").class("draft__hint").attr("role", "status").child(text(move || {
            let said = next_role(session, key);
            app.words().say(
                &said.map_or(TextId::DraftExtending.into(), |role| say!(DraftSelectRole, role)),
            )
        }));
        let finish = button(app.text(TextId::DraftExtendDone))
            .class("button button--main")
            .attr("data-testid", "finish-edit")
            .on_click(move || session.dispatch(Command::Finish));
        el("div").class("draft").attr("data-testid", "extending").child(hint).child(finish)
    })
}
