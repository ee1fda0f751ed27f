//! The filter of the list of edits: categories by group, with the number of their edits, to be hidden and shown.

use leptos::ev;
use leptos::prelude::*;

use super::edit_list::EditFilter;
use super::menu_panel::STYLE;
use crate::app::{App, Session};
use crate::ui::colors::underline;
use crate::ui::text_view::category_color;
use crate::ui::view::{El, View, el, flag, text};
use crate::ui::widgets::button;
use spanwise_browser::styles;
use spanwise_i18n::TextId;
use spanwise_template::{Category, CategoryGroup, CategoryId};

/// The panel of the filter.
pub(super) fn filter_panel(session: Session, filter: EditFilter) -> El {
    styles::adopt(STYLE);
    let app = App::from_context();
    let EditFilter { only_open, hidden } = filter;
    let all = button(app.text(TextId::ListFilterAll))
        .class("button menu__item")
        .attr("data-testid", "filter-all")
        .on_click(move || {
            hidden.set(Default::default());
            only_open.set(false);
        });
    let open = el("input")
        .attr("type", "checkbox")
        .attr("data-testid", "filter-open")
        .prop("checked", only_open)
        .on(ev::change, move |event| only_open.set(event_target_checked(&event)));
    let groups = session.template();
    let groups = groups.typology.groups().into_iter().map(|g| group(session, filter, g));
    el("div")
        .class("dropdown__panel filter-panel")
        .child(all)
        .child(el("label").class("menu__check").child(open).child(app.text(TextId::ListFilterOpen)))
        .child(groups.collect::<Vec<_>>())
}

/// The categories of a group; a group with a name is hidden and shown as a whole, too.
fn group(session: Session, filter: EditFilter, group: CategoryGroup<'_>) -> El {
    let names: Vec<String> = group.categories.iter().map(|(_, c)| c.name.clone()).collect();
    let heading = group.name.map(|name| {
        let label = el("strong").child(name.to_owned());
        View::from(check(session, filter, names, label))
    });
    let categories = group.categories.into_iter().map(|(id, c)| category(session, filter, id, c));
    el("div").class("filter-panel__group").child(heading).child(categories.collect::<Vec<_>>())
}

fn category(session: Session, filter: EditFilter, id: CategoryId, category: &Category) -> El {
    let swatch = el("span")
        .class("category__swatch")
        .style(("background", underline(id.index(), "var(--tint)")))
        .attr("aria-hidden", "true");
    let label = el("span").class("filter-panel__label").child(swatch).child(category.label.clone());
    check(session, filter, vec![category.name.clone()], label)
        .style(("--tint", category_color(Some(id.index()))))
        .attr("data-category", category.name.clone())
}

/// A check-box that shows and hides categories, with the number of their edits on the instance.
fn check(session: Session, filter: EditFilter, names: Vec<String>, label: El) -> El {
    let hidden = filter.hidden;
    let (shown, counted) = (names.clone(), names.clone());
    let box_ = el("input")
        .attr("type", "checkbox")
        .prop("checked", flag(move || hidden.with(|h| !shown.iter().any(|name| h.contains(name)))))
        .on(ev::change, move |event| {
            let is_shown = event_target_checked(&event);
            hidden.update(|hidden| {
                for name in &names {
                    if is_shown {
                        hidden.remove(name);
                    } else {
                        hidden.insert(name.clone());
                    }
                }
            });
        });
    let count = text(move || {
        let of = |instance: &std::sync::Arc<spanwise_annotation::document::Instance>| {
            instance.edits.iter().filter(|edit| counted.contains(&edit.category)).count()
        };
        session.instance.with(of).to_string()
    });
    el("label")
        .class("menu__check")
        .attr("data-testid", "filter-category")
        .child(box_)
        .child(label)
        .child(el("span").class("count").child(count))
}
