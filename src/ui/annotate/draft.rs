//! Choosing a category, before or after selecting, and the edit in the making.

use leptos::prelude::*;
use leptos::task::spawn_local;
use web_sys::HtmlElement;

use super::marks;
use super::more::more;
use super::panes::Panes;
use crate::app::{App, Session, draft_prompt};
use crate::ui::view::{El, View, dynamic, each, el, flag, text, when};
use crate::ui::widgets::{Icon, button, filled_icon, icon};
use spanwise_annotation::document::{Draft, EditKey, Missing, TextName};
use spanwise_annotation::fingerprint::fingerprint;
use spanwise_annotation::workspace::{Activity, Command, Workspace};
use spanwise_browser::{selection, timing};
use spanwise_i18n::Key;
use spanwise_template::{Category, CategoryId, Side};
use spanwise_text::Span;

/// Between a selection and its menu, in CSS pixels: room for the underlines.
const GAP: f64 = 16.0;

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
        .child(category_mark(session, id, category))
        .child(el("span").class("category__label").child(category.label.clone()))
        .child(hotkey(id, category).map(|key| {
            let is_number = key.bytes().all(|byte| byte.is_ascii_digit());
            kbd(key).class_if("kbd--number", is_number)
        }))
}

/// Colour and icon of a category. The icon stands above the colour, so that its coming moves nothing.
fn category_mark(session: Session, id: CategoryId, category: &Category) -> El {
    let drawing =
        Memo::new(move |_| session.icons.with(|icons| icons.get(id.index()).cloned().flatten()));
    let icon = move || drawing.get().map(|drawing| filled_icon(&drawing).class("category__icon"));
    el("span")
        .class("category__mark")
        .class_if("category__mark--icon", category.icon.is_some())
        .set("aria-hidden", "true")
        .child(category.icon.is_some().then(|| dynamic(icon)))
        .child(el("span").class(format!("category__swatch swatch--{}", id.index() % 4)))
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
    spawn_local(async move {
        if let Ok(more) = more().await {
            (more.icons)(session);
        }
    });
    el("div")
        .class("categories")
        .set("role", "group")
        .set("aria-label", app.text(Key::DraftCategories))
        .class_if("categories--disabled", disabled)
        .set("inert", flag(move || disabled || session.read_only.get()))
        .child(buttons.collect::<Vec<_>>())
}

/// The categories that fit what is selected, beside it and over the texts: nothing moves when it comes and goes.
pub(in crate::ui) fn category_menu(session: Session, panes: Panes, frame: HtmlElement) -> View {
    let app = App::from_context();
    let side = Memo::new(move |_| {
        session.view.with(|v| match &v.activity {
            Activity::Selected { text, .. } => session.side_of(text),
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
            .child(app.text(Key::DraftChooseCategory))
            .child(" ")
            .child(el("q").child(text(move || selected_text(session))))
    };
    dynamic(move || {
        side.get().map(|side| {
            let menu = el("div")
                .class("category-menu")
                .set("data-testid", "category-menu")
                .set("role", "group")
                .set("aria-label", app.text(Key::DraftChooseCategory))
                .child(title())
                .child(el("div").class("category-menu__buttons").child(buttons(side)));
            stay_beside(session, panes, frame.clone(), menu.node());
            menu
        })
    })
}

/// Keeps the menu beside what is selected, wherever that moves on the page.
fn stay_beside(session: Session, panes: Panes, frame: HtmlElement, menu: HtmlElement) {
    Effect::new(move |_| {
        panes.moved.track();
        session.view.track();
        let (frame, menu) = (frame.clone(), menu.clone());
        timing::before_paint(move || {
            let Some((text, span)) = session.ask(Workspace::preview) else { return };
            let Some(side) = session.side_of(&text) else { return };
            let lines = panes.with(side, |pane| selection::rectangles(pane, span));
            place_beside(&menu, &frame, &lines.unwrap_or_default());
        });
    });
}

/// Puts the menu below the last line of the selection, above the first one where there is no room below.
fn place_beside(menu: &HtmlElement, frame: &HtmlElement, lines: &[[f64; 4]]) {
    let (Some(first), Some(last)) = (lines.first(), lines.last()) else { return };
    let (frame, size) = (frame.get_bounding_client_rect(), menu.get_bounding_client_rect());
    let window = window().inner_height().ok().and_then(|height| height.as_f64());
    let [_, top, _, _] = first;
    let [left, _, _, bottom] = last;
    let has_room_below = window.is_none_or(|window| bottom + GAP + size.height() <= window);
    let has_room_above = top - GAP - size.height() >= 0.0;
    let y =
        if has_room_below || !has_room_above { bottom + GAP } else { top - GAP - size.height() };
    let x = left.min(frame.right() - size.width()).max(frame.left());
    let style = menu.style();
    // Lengths made here from numbers are valid declarations.
    let _ = style.set_property("left", &format!("{}px", (x - frame.left()).round()));
    let _ = style.set_property("top", &format!("{}px", (y - frame.top()).round()));
    let _ = style.set_property("visibility", "visible");
}

fn selected_text(session: Session) -> String {
    session.view.track();
    let preview = session.ask(|w| w.preview());
    session.instance.track();
    preview.map_or_else(String::new, |(text, span)| session.read_in(&text, span))
}

/// The edit in the making: what it has, and what is still missing. Its place is as high without one, so that nothing
/// moves when it comes and goes.
pub(in crate::ui) fn draft_place(session: Session) -> El {
    let app = App::from_context();
    let disabled = session.template().settings.disable.selection;
    let idle = flag(move || {
        !disabled && !session.read_only.get() && session.view.with(|v| v.activity == Activity::Idle)
    });
    el("div")
        .class("draft-place")
        .child(when(idle, move || el("p").class("hint").child(app.text(Key::DraftIdle))))
        .child(draft_panel(session))
}

fn draft_panel(session: Session) -> View {
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
    let app = App::from_context();
    let category = session.ask(|w| w.category(id).cloned())?;
    let shape = category.shape;
    let missing = Memo::new(move |_| {
        draft.with(|d| {
            let texts = |d: &Draft| session.instance.with_untracked(|i| d.missing(shape, &i.texts));
            d.as_ref().and_then(texts)
        })
    });
    let hint = el("p")
        .class("draft__hint")
        .set("role", "status")
        .child(el("strong").child(category.label))
        .child(": ")
        .child(text(move || {
            let next = missing.get().map_or(Key::DraftSelectMore.into(), draft_prompt);
            app.words().say(&next)
        }));
    let finish = action("finish-edit", Key::ButtonsSaveLabel, "Enter")
        .class("button button--main")
        .set("disabled", flag(move || missing.with(Option::is_some)))
        .on_click(move || session.dispatch(Command::Finish));
    let cancel = action("cancel-edit", Key::ButtonsCancelLabel, "Esc")
        .on_click(move || session.dispatch(Command::Escape));
    let section = el("section")
        .class("draft")
        .set("data-testid", "draft")
        .set("data-category", category.name)
        .set("data-missing", text(move || missing_name(missing.get()).to_owned()))
        .style("--tint", marks::color(Some(id.index()), false))
        .child(hint)
        .child(chips(session, draft))
        .child(finish)
        .child(cancel);
    Some(section)
}

/// A button that shows the key which does the same.
fn action(testid: &'static str, name: Key, key: &str) -> El {
    let app = App::from_context();
    button(app.text(name)).set("data-testid", testid).child(kbd(key.to_owned()))
}

fn missing_name(missing: Option<Missing>) -> &'static str {
    match missing {
        Some(Missing::Span(Side::Source) | Missing::Point(Side::Source)) => "source",
        Some(Missing::Span(Side::Target) | Missing::Point(Side::Target)) => "target",
        Some(Missing::Edits) => "edits",
        None => "",
    }
}

/// The spans and edits chosen so far.
fn chips(session: Session, draft: Memo<Option<Draft>>) -> El {
    let places = move || {
        let spans = draft.with(|d| d.as_ref().map(|d| d.spans.clone())).unwrap_or_default();
        let of = |(name, spans): (&TextName, &[Span])| {
            let name = name.clone();
            (0..spans.len()).map(move |index| (name.clone(), index)).collect::<Vec<_>>()
        };
        spans.iter().flat_map(of).collect::<Vec<_>>()
    };
    let members = move || {
        let members = draft.with(|d| d.as_ref().map(|d| d.members.clone())).unwrap_or_default();
        members.into_iter().filter_map(|key| member_chip(session, key)).collect::<Vec<_>>()
    };
    el("ul")
        .class("chips")
        .child(each(
            places,
            |(text, index)| (fingerprint(text.as_str().as_bytes()), *index as u64),
            move |(text, index)| span_chip(session, draft, text, index),
        ))
        .child(dynamic(members))
}

fn span_chip(session: Session, draft: Memo<Option<Draft>>, on: TextName, index: usize) -> El {
    let app = App::from_context();
    let name = on.clone();
    let shown = text(move || {
        let span = draft.with(|d| d.as_ref()?.spans.on(&name).get(index).copied());
        span.map(|span| session.read_in(&name, span)).unwrap_or_default()
    });
    let name = text(move || app.words().fill(Key::DraftRemoveSpan, &[("text", &shown.get())]));
    let remove = move || session.dispatch(Command::DropDraftSpan(on.clone(), index));
    chip(el("q").child(shown), name, remove)
}

fn member_chip(session: Session, key: EditKey) -> Option<El> {
    let edit = session.instance.with_untracked(|i| i.edit(key).cloned())?;
    let label = super::list::label(&session.template(), &edit);
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
