//! Choosing a category, before or after selecting, and the edit in the making.

use leptos::prelude::*;

use super::marks;
use super::more::category_icon;
use crate::domain::document::{Draft, EditKey, Missing};
use crate::domain::typology::{Category, CategoryId, Shape, Side, SpanCount};
use crate::domain::wording::Key;
use crate::domain::workspace::{Activity, Command};
use crate::state::{App, Session};
use crate::ui::view::{El, View, dynamic, each, el, flag, text};
use crate::ui::widgets::{Icon, button, icon};

/// The key that chooses a category: the template's, or its number.
pub(super) fn hotkey(id: CategoryId, category: &Category) -> Option<String> {
    let number = id.index() + 1;
    category.hotkey.map(String::from).or_else(|| (number < 10).then(|| number.to_string()))
}

/// A button that chooses a category.
pub(super) fn category_button(session: Session, id: CategoryId, category: &Category) -> El {
    let pressed = move || {
        session.view.with(|v| matches!(&v.activity, Activity::Drafting(d) if d.category == id))
    };
    el("button")
        .set("type", "button")
        .class("category")
        .set("data-testid", "category")
        .set("data-category", category.name.clone())
        .set("aria-pressed", text(move || pressed().to_string()))
        .set("title", category.description.clone())
        .style("--tint", marks::color(Some(id.index()), false))
        .on_click(move || {
            let command = if pressed() { Command::Escape } else { Command::ChooseCategory(id) };
            session.dispatch(command);
        })
        .child(
            el("span")
                .class(format!("category__swatch swatch--{}", id.index() % 4))
                .set("aria-hidden", "true"),
        )
        .child(category.icon.clone().map(category_icon))
        .child(el("span").class("category__label").child(category.label.clone()))
        .child(hotkey(id, category).map(kbd))
}

/// A key beside what it does; who does not see it finds it in the list of keys.
pub(super) fn kbd(key: String) -> El {
    el("kbd").set("aria-hidden", "true").child(key)
}

/// All categories, to choose one first.
pub(in crate::ui) fn category_bar(session: Session) -> El {
    let app = App::from_context();
    let template = session.template();
    let buttons = template.typology.iter();
    let buttons = buttons.map(|(id, category)| category_button(session, id, category));
    let disabled = template.settings.disable.selection;
    el("div")
        .class("categories")
        .set("role", "group")
        .set("aria-label", app.text(Key::Categories))
        .class_if("categories--disabled", disabled)
        .set("inert", flag(move || disabled || session.read_only.get()))
        .child(buttons.collect::<Vec<_>>())
}

/// The categories that fit what is selected.
pub(in crate::ui) fn category_menu(session: Session) -> View {
    let app = App::from_context();
    let side = Memo::new(move |_| {
        session.view.with(|v| match v.activity {
            Activity::Selected { side, .. } => Some(side),
            _ => None,
        })
    });
    let buttons = move |side: Side| {
        let template = session.template();
        let fitting = session.ask(|w| w.fitting(side));
        let buttons = template.typology.iter().filter(|(id, _)| fitting.contains(id));
        buttons.map(|(id, category)| category_button(session, id, category)).collect::<Vec<_>>()
    };
    let title = move || {
        el("p")
            .class("category-menu__title")
            .child(app.text(Key::ChooseCategory))
            .child(" ")
            .child(el("q").child(text(move || selected_text(session))))
    };
    dynamic(move || {
        side.get().map(|side| {
            el("div")
                .class("category-menu")
                .set("data-testid", "category-menu")
                .set("role", "group")
                .set("aria-label", app.text(Key::ChooseCategory))
                .child(title())
                .child(el("div").class("category-menu__buttons").child(buttons(side)))
        })
    })
}

fn selected_text(session: Session) -> String {
    session.view.track();
    let preview = session.ask(|w| w.preview());
    preview.map_or_else(String::new, |(side, span)| {
        session.instance.with(|i| session.read(i.text(side), span))
    })
}

/// The edit in the making: what it has, and what is still missing.
pub(in crate::ui) fn draft_panel(session: Session) -> View {
    let draft = Memo::new(move |_| {
        session.view.with(|v| match &v.activity {
            Activity::Drafting(draft) => Some(draft.clone()),
            _ => None,
        })
    });
    let category = Memo::new(move |_| draft.with(|d| d.as_ref().map(|d| d.category)));
    // Made anew for another category only: the hint is announced when it changes in its place.
    dynamic(move || category.get().and_then(|id| draft_view(session, id, draft)))
}

fn draft_view(session: Session, id: CategoryId, draft: Memo<Option<Draft>>) -> Option<El> {
    let category = session.ask(|w| w.category(id).cloned())?;
    let shape = category.shape;
    let missing = Memo::new(move |_| draft.with(|d| d.as_ref().and_then(|d| d.missing(shape))));
    let hint = el("p")
        .class("draft__hint")
        .set("role", "status")
        .child(el("strong").child(category.label))
        .child(": ")
        .child(text(move || hint(shape, missing.get())));
    let finish = action("finish-edit", Key::FinishEdit, "Enter")
        .class("button button--main")
        .set("disabled", flag(move || missing.with(Option::is_some)))
        .on_click(move || session.dispatch(Command::Finish));
    let cancel = action("cancel-edit", Key::Cancel, "Esc")
        .on_click(move || session.dispatch(Command::Escape));
    let section = el("section")
        .class("draft")
        .set("data-testid", "draft")
        .set("data-category", category.name)
        .set("data-missing", text(move || missing_name(missing.get()).to_owned()))
        .style("--tint", marks::color(Some(id.index()), false))
        .child(hint)
        .child(chips(session, draft))
        .child(el("p").class("actions").child(finish).child(cancel));
    Some(section)
}

/// A button that shows the key which does the same.
fn action(testid: &'static str, name: Key, key: &str) -> El {
    let app = App::from_context();
    button(app.text(name)).set("data-testid", testid).child(kbd(key.to_owned()))
}

fn missing_name(missing: Option<Missing>) -> &'static str {
    match missing {
        Some(Missing::Span(Side::Source)) => "source",
        Some(Missing::Span(Side::Target)) => "target",
        Some(Missing::Edits) => "edits",
        None => "",
    }
}

/// What to do next.
fn hint(shape: Shape, missing: Option<Missing>) -> String {
    let words = App::from_context().words();
    let is_point = matches!(shape, Shape::Spans { count: SpanCount::Point, .. });
    match missing {
        Some(Missing::Span(_)) if is_point => words.get(Key::PickPoint).to_owned(),
        Some(Missing::Span(side)) => {
            let name = match side {
                Side::Source => words.get(Key::SourceLabel),
                Side::Target => words.get(Key::TargetLabel),
            };
            words.fill(Key::SelectInSource, &[("side", name)])
        }
        Some(Missing::Edits) => words.get(Key::SelectEdits).to_owned(),
        None => words.get(Key::SelectMore).to_owned(),
    }
}

/// The spans and edits chosen so far.
fn chips(session: Session, draft: Memo<Option<Draft>>) -> El {
    let places = move || {
        let spans = draft.with(|d| d.as_ref().map(|d| d.spans.clone())).unwrap_or_default();
        let of = |side| (0..spans.on(side).len()).map(move |index| (side, index));
        Side::ALL.into_iter().flat_map(of).collect::<Vec<_>>()
    };
    let members = move || {
        let members = draft.with(|d| d.as_ref().map(|d| d.members.clone())).unwrap_or_default();
        members.into_iter().filter_map(|key| member_chip(session, key)).collect::<Vec<_>>()
    };
    el("ul")
        .class("chips")
        .child(each(
            places,
            |(side, index)| (*side as u64, *index as u64),
            move |(side, index)| span_chip(session, draft, side, index),
        ))
        .child(dynamic(members))
}

fn span_chip(session: Session, draft: Memo<Option<Draft>>, side: Side, index: usize) -> El {
    let app = App::from_context();
    let shown = text(move || {
        let span = draft.with(|d| d.as_ref()?.spans.on(side).get(index).copied());
        let read = |span| session.instance.with_untracked(|i| session.read(i.text(side), span));
        span.map(read).unwrap_or_default()
    });
    let name = text(move || app.words().fill(Key::DraftRemoveSpan, &[("text", &shown.get())]));
    let remove = move || session.dispatch(Command::DropDraftSpan(side, index));
    chip(el("q").child(shown), name, remove)
}

fn member_chip(session: Session, key: EditKey) -> Option<El> {
    let edit = session.instance.with_untracked(|i| i.edit(key).cloned())?;
    let label = session.category_of(&edit).map_or(edit.category.clone(), |(_, c)| c.label);
    let text = super::list::spans_text(session, &edit);
    Some(el("li").class("chip").child(label).child(" ").child(el("span").child(text)))
}

/// A chip with a button that takes it out. It stands for a place in a list, not for what is there: so the focus stays
/// on the button when the next one moves up.
pub(super) fn chip(content: El, name: Signal<String>, remove: impl FnMut() + 'static) -> El {
    el("li").class("chip").child(content).child(
        button(icon(Icon::Close))
            .class("button button--quiet")
            .set("aria-label", name)
            .on_click(remove),
    )
}
