//! The buttons of categories, to choose one before or after selecting.

use leptos::prelude::*;

use super::hotkeys::{category_hotkey, kbd};
use super::lazy_extras::load_icons;
use crate::app::{App, Session, refusal_message};
use crate::ui::colors::underline;
use crate::ui::text_view::category_color;
use crate::ui::view::{El, dynamic, el, flag, text};
use crate::ui::widgets::filled_icon;
use spanwise_annotation::workspace::{AnnotatorActivity, Command};
use spanwise_i18n::TextId;
use spanwise_template::{Category, CategoryGroup, CategoryId};

/// The place of a category's button.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CategoryPlace {
    /// The palette below the texts, which has all categories.
    Palette,
    /// The menu at a selection, which has those that fit.
    Menu,
}

/// A button that chooses a category. One that cannot be chosen now says why.
pub(super) fn category_button(
    session: Session,
    id: CategoryId,
    category: &Category,
    place: CategoryPlace,
) -> El {
    let pressed = move || {
        session
            .view
            .with(|v| matches!(&v.activity, AnnotatorActivity::Drafting(d) if d.category == id))
    };
    let button = el("button")
        .attr("type", "button")
        .class("category")
        .attr("data-testid", "category")
        .attr("data-category", category.name.clone())
        .attr("aria-pressed", text(move || pressed().to_string()))
        .style(("--tint", category_color(Some(id.index()))))
        .on_click(move || {
            let command = if pressed() { Command::Escape } else { Command::ChooseCategory(id) };
            session.dispatch(command);
        })
        .child(category_mark(session, id, category))
        .child(el("span").class("category__label").child(category.label.clone()))
        .child(category_hotkey(id, category).map(|key| {
            let is_number = key.bytes().all(|byte| byte.is_ascii_digit());
            kbd(key).class(("kbd--number", is_number))
        }));
    let description = category.description.clone().unwrap_or_default();
    match place {
        CategoryPlace::Menu => button.attr("title", description),
        CategoryPlace::Palette => {
            let app = App::from_context();
            let refusal = move || {
                session.view.track();
                session.instance.track();
                session.ask(|w| w.refusal(id))
            };
            let title = move || match refusal() {
                Some(reject) => app.say(&refusal_message(reject, None)),
                None => description.clone(),
            };
            button
                .attr("aria-disabled", text(move || refusal().is_some().to_string()))
                .attr("title", text(title))
        }
    }
}

/// Colour and icon of a category. The icon stands above the colour, so that loading it moves nothing.
fn category_mark(session: Session, id: CategoryId, category: &Category) -> El {
    let drawing =
        Memo::new(move |_| session.icons.with(|icons| icons.get(id.index()).cloned().flatten()));
    let icon = move || drawing.get().map(|drawing| filled_icon(&drawing).class("category__icon"));
    el("span")
        .class("category__mark")
        .class(("category__mark--icon", category.icon.is_some()))
        .attr("aria-hidden", "true")
        .child(category.icon.is_some().then(|| dynamic(icon)))
        .child(
            el("span")
                .class("category__swatch")
                .style(("background", underline(id.index(), "var(--tint)"))),
        )
}

/// The palette: the buttons of all categories, by group.
pub(in crate::ui) fn category_bar(session: Session) -> El {
    let app = App::from_context();
    let template = session.template();
    let group = |group: CategoryGroup<'_>| {
        let buttons = group.categories.into_iter();
        let buttons = buttons
            .map(|(id, category)| category_button(session, id, category, CategoryPlace::Palette));
        let name =
            group.name.map(|name| el("span").class("categories__group").child(name.to_owned()));
        el("span").class("categories__row").child(name).child(buttons.collect::<Vec<_>>())
    };
    let groups = template.typology.groups().into_iter().map(group);
    let disabled = template.settings.disable.selection;
    if template.typology.categories().iter().any(|category| category.icon.is_some()) {
        load_icons(session);
    }
    el("div")
        .class("categories")
        .attr("role", "group")
        .attr("aria-label", app.text(TextId::DraftCategories))
        .class(("categories--disabled", disabled))
        .attr("inert", flag(move || disabled || session.read_only.get()))
        .child(groups.collect::<Vec<_>>())
}
