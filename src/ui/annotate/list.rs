//! The list of edits: the twin of the marks.

use std::rc::Rc;
use std::sync::Arc;

use leptos::prelude::*;
use web_sys::Event;

use super::marks;
use crate::domain::document::order::reading_order;
use crate::domain::document::summary::open_count;
use crate::domain::document::{Edit, EditId, EditKey, flow};
use crate::domain::typology::{Category, QuestionKind, Side, Template};
use crate::domain::wording::{Key, Words};
use crate::domain::workspace::{Activity, Command};
use crate::platform::selection::closest;
use crate::platform::timing;
use crate::state::{App, Session};
use crate::ui::view::{El, RowKey, Value, View, dynamic, each, el, flag, text, when};
use crate::ui::widgets::{Icon, icon};

/// Rows that are there as soon as an instance is.
const FIRST_ROWS: usize = 60;

/// From so many rows on they are laid out only where they are looked at.
const MANY: usize = 100;

/// Rows that are added with each frame after that.
const MORE_ROWS: usize = 120;

/// The order of the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    Text,
    Category,
    Made,
}

/// Which edits the list shows.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Filter {
    All,
    Open,
    Category(String),
}

/// What a page says about single edits besides what they are.
#[derive(Clone)]
pub(in crate::ui) struct Remarks {
    /// What tells the remark on an edit from another one; none leaves the row out. Tracked.
    pub(in crate::ui) stamp: Rc<dyn Fn(EditKey) -> Option<u64>>,
    /// What stands in the row.
    pub(in crate::ui) view: Rc<dyn Fn(EditKey) -> View>,
    /// A class of the marks. Tracked.
    pub(in crate::ui) class: Rc<dyn Fn(EditKey) -> &'static str>,
}

/// An edit as it was when its row was made; a changed edit or remark gets a new row.
#[derive(Debug, Clone)]
struct Row {
    edit: Arc<Edit>,
    remark: u64,
}

impl Row {
    fn identity(&self) -> RowKey {
        let address = Arc::as_ptr(&self.edit).addr() as u64;
        (u64::from(self.edit.key.0) | self.remark << 32, address)
    }
}

/// The list of edits with its filter and order.
pub(in crate::ui) fn edit_list(
    session: Session,
    shown: RwSignal<Option<String>>,
    remarks: Option<Remarks>,
) -> El {
    let app = App::from_context();
    let filter = RwSignal::new(Filter::All);
    let order = RwSignal::new(Order::Text);
    Effect::new(move |_| {
        shown.set(match filter.get() {
            Filter::Category(name) => Some(name),
            _ => None,
        });
    });
    let limit = rows_in_steps(session);
    let view = remarks.as_ref().map(|remarks| remarks.view.clone());
    let rows = move || {
        let mut rows = rows(session, &filter.get(), order.get(), remarks.as_ref());
        rows.truncate(limit.get());
        rows
    };
    mark_current(session);
    let header = el("header")
        .class("list__header")
        .child(heading(session))
        .child(list_controls(session, filter, order));
    let list = el("ul")
        .class("list__rows")
        .class_if("list__rows--long", flag(move || count(session) > MANY))
        .on("click", move |event: Event| row_clicked(session, &event))
        .child(each(rows, Row::identity, move |row| {
            row_view(session, &row.edit, view.as_ref().map(|view| view(row.edit.key)))
        }));
    let hint = move || el("p").class("hint").child(app.text(Key::NoEdits));
    el("section")
        .class("list")
        .set("aria-labelledby", session.id("list-heading"))
        .child(header)
        .child(list)
        .child(when(flag(move || count(session) == 0 && !session.is_reader), hint))
}

fn count(session: Session) -> usize {
    session.instance.with(|i| i.edits.len())
}

/// The heading, with how many edits there are and how many of them are open.
fn heading(session: Session) -> El {
    let app = App::from_context();
    let open = move || {
        let open = session.open_edits();
        (open > 0).then(|| {
            el("span").class("count count--open").child(icon(Icon::Warning)).child(open.to_string())
        })
    };
    el("h2")
        .set("id", session.id("list-heading"))
        .set("tabindex", "-1")
        .child(app.text(Key::Edits))
        .child(" ")
        .child(el("span").class("count").child(text(move || count(session).to_string())))
        .child(dynamic(open))
}

/// How many rows are shown: few at once on a new instance, so that it appears at once, then more with each frame.
fn rows_in_steps(session: Session) -> RwSignal<usize> {
    let limit = RwSignal::new(FIRST_ROWS);
    let at = Memo::new(move |_| session.view.with(|v| v.instance));
    Effect::new(move |_| {
        at.get();
        limit.set(FIRST_ROWS);
    });
    Effect::new(move |_| {
        let shown = limit.get();
        if count(session) > shown {
            timing::after_paint(move || {
                // The page may be gone, or another instance shown.
                if limit.try_get_untracked() == Some(shown) {
                    limit.set(shown + MORE_ROWS);
                }
            });
        }
    });
    limit
}

fn rows(session: Session, filter: &Filter, order: Order, remarks: Option<&Remarks>) -> Vec<Row> {
    let template = session.template();
    session.instance.with(|instance| {
        let keys = reading_order(instance);
        let position: std::collections::HashMap<EditKey, &Arc<Edit>> =
            instance.edits.iter().map(|e| (e.key, e)).collect();
        let mut edits: Vec<&Arc<Edit>> = match order {
            Order::Made => instance.edits.iter().collect(),
            Order::Text | Order::Category => {
                keys.iter().filter_map(|key| position.get(key).copied()).collect()
            }
        };
        if order == Order::Category {
            let place = |e: &Arc<Edit>| {
                template.typology.find(&e.category).map_or(usize::MAX, |(id, _)| id.index())
            };
            edits.sort_by_key(|e| place(e));
        }
        let wanted = |edit: &&Arc<Edit>| match filter {
            Filter::All => true,
            Filter::Category(name) => edit.category == *name,
            Filter::Open => !crate::domain::document::summary::is_complete(
                edit,
                &template.typology,
                &template.settings,
            ),
        };
        let row = |edit: &Arc<Edit>| {
            let remark = remarks.map_or(Some(0), |remarks| (remarks.stamp)(edit.key))?;
            Some(Row { edit: edit.clone(), remark })
        };
        edits.into_iter().filter(wanted).filter_map(row).collect()
    })
}

fn list_controls(session: Session, filter: RwSignal<Filter>, order: RwSignal<Order>) -> El {
    let app = App::from_context();
    let template = session.template();
    let categories = template.typology.categories().iter();
    let filters = el("select")
        .set("aria-label", app.text(Key::Filter))
        .on("change", move |event: Event| {
            let value = event_target_value(&event);
            filter.set(match value.strip_prefix("category:") {
                Some(name) => Filter::Category(name.to_owned()),
                None if value == "open" => Filter::Open,
                None => Filter::All,
            });
        })
        .child(option("all", app.text(Key::FilterAll)))
        .child(option("open", app.text(Key::FilterOpen)))
        .child(
            categories
                .map(|c| option(format!("category:{}", c.name), c.label.clone()))
                .collect::<Vec<_>>(),
        );
    let orders = el("select")
        .set("aria-label", app.text(Key::Sort))
        .on("change", move |event: Event| {
            order.set(match event_target_value(&event).as_str() {
                "category" => Order::Category,
                "made" => Order::Made,
                _ => Order::Text,
            });
        })
        .child(option("text", app.text(Key::SortText)))
        .child(option("category", app.text(Key::SortCategory)))
        .child(option("made", app.text(Key::SortMade)));
    el("div").class("list__controls").child(filters).child(orders)
}

fn option(value: impl Into<Value>, label: String) -> El {
    el("option").set("value", value).child(label)
}

/// One row. Rows are many: they hold no signals, and the list listens for all of them.
fn row_view(session: Session, edit: &Edit, remark: Option<View>) -> El {
    let app = App::from_context();
    let words = app.words();
    let template = session.template();
    let found = template.typology.find(&edit.category);
    let open = open_count(edit, found.map(|(_, c)| c), &template.settings);
    let label = found.map_or(edit.category.as_str(), |(_, c)| c.label.as_str()).to_owned();
    let tint = marks::color(found.map(|(id, _)| id.index()), false);
    let text = spans_text(session, edit);
    let answers = match found {
        Some((_, category)) if !template.settings.disable.annotation => {
            answers_text(category, edit, &words)
        }
        _ => String::new(),
    };
    let name = format!("{label} {text}");
    let marks = std::iter::once(marks::mark_name(edit))
        .chain(edit.constituents.iter().map(|c| marks::mark_name(c)))
        .collect::<Vec<_>>()
        .join(" ");
    let questions =
        || el("span").class("row__open-questions").child(words.count(Key::QuestionsOpen, open));
    let delete = || {
        row_button("button button--quiet row__delete", "edit-delete", "delete")
            .set("aria-label", words.fill(Key::DeleteEdit, &[("name", &name)]))
    };
    el("li")
        .class("row")
        .set("id", session.id(&format!("row-{}", edit.key.0)))
        .set("data-testid", "edit")
        .set("data-category", edit.category.clone())
        .set("data-edit-id", id_text(edit))
        .set("data-annotated", (open == 0).to_string())
        .set("data-keys", edit.key.0.to_string())
        .set("data-list-mark", marks)
        .style("--tint", tint)
        .child(
            row_button("row__open", "edit-open", "open")
                .child(el("span").class("row__label").child(label))
                .child(" ")
                .child(el("span").class("row__text").set("dir", "auto").child(text))
                .child(
                    (!answers.is_empty()).then(|| el("span").class("row__answers").child(answers)),
                )
                .child((open > 0).then(questions))
                .child(remark),
        )
        .child((!template.settings.disable.selection && !session.is_reader).then(delete))
}

fn row_button(class: &'static str, testid: &'static str, action: &'static str) -> El {
    el("button")
        .set("type", "button")
        .class(class)
        .set("data-testid", testid)
        .set("data-action", action)
}

fn id_text(edit: &Edit) -> String {
    match &edit.id {
        Some(EditId::Number(id)) => id.to_string(),
        Some(EditId::Other(id)) => id.clone(),
        None => String::new(),
    }
}

fn row_clicked(session: Session, event: &Event) {
    let find = |selector: &str| closest(event.target(), selector);
    let Some(row) = find("[data-keys]") else { return };
    let Some(key) = row.get_attribute("data-keys").and_then(|k| k.parse().ok()).map(EditKey) else {
        return;
    };
    let action = find("[data-action]").and_then(|e| e.get_attribute("data-action"));
    if action.as_deref() == Some("delete") {
        session.dispatch(Command::Delete(key));
        // The row that had the focus is gone: the list itself takes it.
        super::keys::focus("#list-heading");
        return;
    }
    let takes_members = session.view.with_untracked(|v| match &v.activity {
        Activity::Drafting(_) => true,
        Activity::Extending(extended) => *extended != key,
        _ => false,
    });
    if takes_members && session.ask(|w| w.can_be_member(key)) {
        session.dispatch(Command::ToggleMember(key));
    } else {
        session.dispatch(Command::Select(Some(key)));
    }
}

/// Marks the row of the open edit and brings it into view.
fn mark_current(session: Session) {
    let selected = Memo::new(move |_| session.view.with(|v| v.selected));
    let row = move |key: Option<EditKey>| {
        key.and_then(|key| document().get_element_by_id(&session.id(&format!("row-{}", key.0))))
    };
    Effect::new(move |before: Option<Option<EditKey>>| {
        session.instance.track();
        let key = selected.get();
        // Attributes with names of ours on rows of ours: this does not fail.
        if let Some(old) = row(before.flatten()) {
            let _ = old.remove_attribute("aria-current");
        }
        if let Some(new) = row(key) {
            let _ = new.set_attribute("aria-current", "true");
            if before.flatten() != key {
                let options = web_sys::ScrollIntoViewOptions::new();
                options.set_block(web_sys::ScrollLogicalPosition::Nearest);
                new.scroll_into_view_with_scroll_into_view_options(&options);
            }
        }
        key
    });
}

/// The spans of an edit as a person reads them.
pub(in crate::ui) fn spans_text(session: Session, edit: &Edit) -> String {
    let words = App::from_context().words();
    session.instance.with_untracked(|instance| {
        let side = |edit: &Edit, side: Side| {
            let text = instance.text(side);
            let part = |span: &crate::domain::text::Span| {
                let part = shortened(&session.read(text, *span));
                if part.is_empty() {
                    format!("[{}]", words.get(Key::InsertionPoint))
                } else {
                    format!("“{part}”")
                }
            };
            edit.spans.on(side).iter().map(part).collect::<Vec<_>>().join(" + ")
        };
        let both = |edit: &Edit| {
            let parts: Vec<String> =
                Side::ALL.into_iter().map(|s| side(edit, s)).filter(|t| !t.is_empty()).collect();
            parts.join(" → ")
        };
        let members: Vec<String> = edit.constituents.iter().map(|c| both(c)).collect();
        let text = if members.is_empty() { both(edit) } else { members.join(" · ") };
        if text.is_empty() { words.get(Key::WholeInstance).to_owned() } else { text }
    })
}

fn shortened(text: &str) -> String {
    const LONGEST: usize = 60;
    let flat = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if flat.chars().count() <= LONGEST {
        return flat;
    }
    let mut short: String = flat.chars().take(LONGEST).collect();
    short.push('…');
    short
}

/// The answers of an edit in one line.
fn answers_text(category: &Category, edit: &Edit, words: &Words) -> String {
    use crate::domain::document::Answer;
    let mut parts = Vec::new();
    flow::walk(category, &edit.answers, |_, asked| {
        let label = &asked.question.label;
        match (&asked.question.kind, asked.answer) {
            (_, None | Some(Answer::Unknown(_))) => {}
            (QuestionKind::Choice(_), answer) => {
                if let Some(choice) = asked.question.chosen(answer) {
                    parts.push(choice.label.clone());
                }
            }
            (QuestionKind::Binary, Some(Answer::Value(value))) => {
                let yes = words.get(if value == "yes" { Key::Yes } else { Key::No });
                parts.push(format!("{label}: {yes}"));
            }
            (QuestionKind::Likert(scale), Some(Answer::Value(value))) => {
                let text = super::questions::point_of(words, *scale, value);
                parts.push(if asked.depth == 0 { format!("{label}: {text}") } else { text });
            }
            (_, Some(Answer::Value(value))) => parts.push(format!("“{}”", shortened(value))),
            (_, Some(Answer::Choice { option, .. })) => parts.push(option.clone()),
        }
    });
    parts.join(" · ")
}

/// Keys of the edits in the order of the list, for going through them.
pub(super) fn in_order(session: Session) -> Vec<EditKey> {
    session.instance.with_untracked(|i| reading_order(i))
}

/// The label of an edit's category.
pub(in crate::ui) fn label(template: &Template, edit: &Edit) -> String {
    template.typology.find(&edit.category).map_or(edit.category.clone(), |(_, c)| c.label.clone())
}
