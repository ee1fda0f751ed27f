//! The open edit: its category, spans and questions, and below them its tools.

use std::sync::Arc;

use leptos::prelude::*;

use super::edit_tools::edit_tools;
use super::focus::{after_update, focus_first_open};
use super::guided_steps::{guided_edit, is_guided};
use super::questions::{self, questions};
use crate::app::{App, Session};
use crate::ui::edit_text::{category_label, origin_text, spans_text};
use crate::ui::text_view::category_color;
use crate::ui::view::{El, View, dynamic, el, flag, show, text};
use crate::ui::widgets::{Icon, button, icon_button};
use spanwise_annotation::document::summary::open_roles;
use spanwise_annotation::document::{Edit, EditKey};
use spanwise_annotation::workspace::{AnnotatorActivity, Command};
use spanwise_browser::styles;
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
    styles::adopt(questions::STYLE);
    let app = App::from_context();
    // The panel is built anew for another edit or category, and stays while answers and spans change.
    let open = Memo::new(move |_| session.selected().map(|e| (e.key, e.category.clone())));
    Effect::new(move |before: Option<Option<EditKey>>| {
        let key = open.get().map(|(key, _)| key);
        if key.is_some() && before.is_some() && before.flatten() != key {
            after_update(focus_first_open);
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
    let origin =
        Memo::new(move |_| now.get().map(|e| origin_text(session, &e)).unwrap_or_default());
    let origin = show(flag(move || !origin.get().is_empty()), move || {
        el("p").class("hint").attr("data-testid", "edit-origin").child(text(move || origin.get()))
    });
    let about = found.as_ref().and_then(|(_, category)| category.description.clone());
    let questions = match found {
        None => {
            let words = App::from_context().words();
            let text = words.fill(TextId::QuestionsUnknownCategory, &[("name", &edit.category)]);
            Some(el("p").class("hint").child(text))
        }
        Some(_) if disable.annotation && !is_guided(session) => None,
        Some((_, category)) if is_guided(session) => Some(guided_edit(session, key, category, now)),
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
        .child(origin)
        .child((!is_guided(session)).then(|| extending(session, key)))
        .child((!is_guided(session)).then(|| open_role_buttons(session, key, now)))
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

/// A button for each required role that no span of the edit has.
fn open_role_buttons(session: Session, key: EditKey, now: CurrentEdit) -> View {
    let open = Memo::new(move |_| {
        let template = session.template();
        let edit = now.get()?;
        let (_, category) = template.typology.find(&edit.category)?;
        session.instance.with_untracked(|instance| {
            let open = open_roles(&edit, category, &instance.texts, &template.settings);
            Some(open.into_iter().cloned().collect::<Vec<_>>())
        })
    });
    dynamic(move || {
        let open = open.get().filter(|open| !open.is_empty() && !session.read_only.get())?;
        let buttons = open.iter().map(|role| role_button(session, key, role));
        Some(el("p").class("actions").child(buttons.collect::<Vec<_>>()))
    })
}

/// A button after which selections take a role of an edit.
pub(super) fn role_button(session: Session, key: EditKey, role: &SpanRole) -> El {
    let app = App::from_context();
    let name = role.name.clone();
    let is_next = {
        let name = name.clone();
        Memo::new(move |_| {
            session.view.with(|view| view.extended()) == Some(key)
                && session.ask(|workspace| workspace.next_role().is_some_and(|r| r.name == name))
        })
    };
    button(app.words().fill(TextId::EditSelectRole, &[("role", &role.label)]))
        .attr("data-testid", "select-role")
        .attr("data-role", name.clone())
        .attr("title", role.description.clone())
        .attr("aria-pressed", text(move || is_next.get().to_string()))
        .on_click(move || {
            session.dispatch(Command::Extend(key));
            session.dispatch(Command::ChooseRole(name.clone()));
        })
}

/// Tells that selections go into this edit, with a button that ends that.
fn extending(session: Session, key: EditKey) -> View {
    let app = App::from_context();
    let on = Memo::new(move |_| session.view.with(|v| v.extended() == Some(key)));
    show(on.into(), move || {
        let hint =
            el("p").class("draft__hint").attr("role", "status").child(extending_hint(session));
        let finish = button(app.text(TextId::DraftExtendDone))
            .class("button button--main")
            .attr("data-testid", "finish-edit")
            .on_click(move || session.dispatch(Command::Finish));
        el("div").class("draft").attr("data-testid", "extending").child(hint).child(finish)
    })
}

/// A hint at the next selection while an edit is extended.
pub(super) fn extending_hint(session: Session) -> Signal<String> {
    let app = App::from_context();
    text(move || {
        session.view.track();
        session.instance.track();
        let role = session.ask(|workspace| workspace.next_role().map(|r| r.label.clone()));
        let said = role.map_or(TextId::DraftExtending.into(), |role| say!(DraftSelectRole, role));
        app.words().say(&said)
    })
}
