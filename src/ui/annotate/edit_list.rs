//! The list of edits, which mirrors the marks on the texts.

use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

use leptos::ev;
use leptos::prelude::*;
use web_sys::{Element, Event};

use super::answer_text::answers_text;
use super::lazy_extras::{lazy_filter_panel, lazy_rows_in_view};
use crate::app::{App, Session};
use crate::ui::edit_text::{
    SpanPart, category_label, origin_of, origin_text, span_parts, spans_text,
};
use crate::ui::text_view::{MarkClass, category_color, mark_name, reveal};
use crate::ui::view::{AttributeValue, El, RowKey, View, dynamic, el, flag, for_each, show, text};
use crate::ui::widgets::{Icon, button, dropdown, dropdown_button, icon};
use spanwise_annotation::document::order::{place, reading_order};
use spanwise_annotation::document::summary::{is_complete, open_count};
use spanwise_annotation::document::{Edit, EditId, EditKey};
use spanwise_annotation::workspace::{Command, Workspace};
use spanwise_browser::console::reported;
use spanwise_browser::elements::closest;
use spanwise_browser::length::tenths;
use spanwise_browser::timing;
use spanwise_i18n::TextId;
use spanwise_limits::MOST_ROWS;
use spanwise_template::Template;

/// The order of the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum EditOrder {
    Text,
    Category,
    Made,
}

/// The filter of the list. Hidden categories are hidden in the texts, too.
#[derive(Debug, Clone, Copy)]
pub(super) struct EditFilter {
    /// `true` if only edits with open questions are listed.
    pub(super) only_open: RwSignal<bool>,
    /// The names of the categories whose edits are hidden.
    pub(super) hidden: RwSignal<BTreeSet<String>>,
}

impl EditFilter {
    /// Reports whether the filter leaves anything out. Tracked.
    fn is_on(self) -> bool {
        self.only_open.get() || self.hidden.with(|hidden| !hidden.is_empty())
    }
}

/// Remarks of a page on single edits, such as their differences from those of others.
#[derive(Clone)]
pub(in crate::ui) struct EditRemarks {
    /// A number that differs when the remark does; `None` leaves the row out. Tracked.
    pub(in crate::ui) stamp: Rc<dyn Fn(EditKey) -> Option<u64>>,
    /// The remark on the edit in a row.
    pub(in crate::ui) view: Rc<dyn Fn(&Edit) -> EditRemark>,
    /// A class of the marks.
    pub(in crate::ui) mark_class: MarkClass,
}

/// A remark on one edit.
pub(in crate::ui) struct EditRemark {
    /// Part of the button that opens the edit.
    pub(in crate::ui) text: View,
    /// Buttons beside it.
    pub(in crate::ui) actions: View,
}

/// An edit as it was when its row was made; a changed edit or remark gets a new row.
#[derive(Debug, Clone)]
pub(super) struct EditRow {
    pub(super) edit: Arc<Edit>,
    pub(super) kind: EditRowKind,
}

#[derive(Debug, Clone, Copy)]
pub(super) enum EditRowKind {
    /// An edit, with the stamp of its remark.
    Edit { remark: u64 },
    /// A placeholder for an edit that was just deleted, so that no other row moves there.
    Deleted {
        /// `true` for the last deletion, which can be undone.
        last: bool,
        /// Its height in CSS pixels.
        height: f64,
    },
}

impl EditRow {
    fn identity(&self) -> RowKey {
        let address = Arc::as_ptr(&self.edit).addr() as u64;
        let kind = match self.kind {
            EditRowKind::Edit { remark } => remark << 2,
            EditRowKind::Deleted { last, .. } => 1 | u64::from(last) << 1,
        };
        (u64::from(self.edit.key.0) | kind << 32, address)
    }
}

/// The list of edits with its filter and order.
pub(in crate::ui) fn edit_list(
    session: Session,
    hidden: RwSignal<BTreeSet<String>>,
    remarks: Option<EditRemarks>,
) -> El {
    let app = App::from_context();
    let filter = EditFilter { only_open: RwSignal::new(false), hidden };
    let order = RwSignal::new(EditOrder::Text);
    let view = remarks.as_ref().map(|remarks| remarks.view.clone());
    let list = el("ul").class("list__rows");
    let in_view = lazy_rows_in_view(session, list.node());
    let rows = move || in_view(edit_rows(session, filter, order.get(), remarks.as_ref()));
    mark_current(session);
    mark_hovered(session);
    mark_chosen(session);
    let header = el("header")
        .class("list__header")
        .child(heading(session))
        .child(list_controls(session, filter, order));
    let list = list.on(ev::click, move |event| row_clicked(session, &event)).child(for_each(
        rows,
        EditRow::identity,
        move |row| match row.kind {
            EditRowKind::Edit { .. } => {
                edit_row(session, &row.edit, view.as_ref().map(|view| view(&row.edit)))
            }
            EditRowKind::Deleted { last, height } => deleted_row(session, &row.edit, last, height),
        },
    ));
    let hint = move || el("p").class("hint").child(app.text(TextId::ListEmpty));
    el("section")
        .class("list")
        .child(header)
        .child(list)
        .child(show(flag(move || edit_count(session) == 0 && !session.is_reader()), hint))
}

pub(super) fn edit_count(session: Session) -> usize {
    session.instance.with(|i| i.edits.iter().filter(|edit| session.is_revealed(edit)).count())
}

/// The heading, with the numbers of edits and of open edits.
fn heading(session: Session) -> El {
    let app = App::from_context();
    let open = move || {
        let open = session.open_edits();
        (open > 0).then(|| {
            let name = format!("{}: {open}", app.text(TextId::ListFilterOpen));
            el("span")
                .class("count count--open")
                .attr("role", "img")
                .attr("aria-label", name)
                .child(icon(Icon::Warning))
                .child(open.to_string())
        })
    };
    el("h2")
        .attr("id", session.id("list-heading"))
        .attr("tabindex", "-1")
        .child(app.text(TextId::AnnotationViewerHeader))
        .child(" ")
        .child(el("span").class("count").child(text(move || edit_count(session).to_string())))
        .child(dynamic(open))
}

/// The rows of the list.
fn edit_rows(
    session: Session,
    filter: EditFilter,
    order: EditOrder,
    remarks: Option<&EditRemarks>,
) -> Vec<EditRow> {
    let Template { typology, settings, .. } = &*session.template();
    let instance = session.instance.get();
    let mut edits = instance.edits.clone();
    let deleted = session.deleted.get();
    for (at, edit) in deleted.iter().rev() {
        edits.insert((*at).min(edits.len()), edit.clone());
    }
    match order {
        EditOrder::Made => {}
        EditOrder::Text => edits.sort_by_cached_key(|edit| place(edit)),
        EditOrder::Category => edits.sort_by_cached_key(|edit| {
            let category = typology.find(&edit.category);
            (category.map_or(usize::MAX, |(id, _)| id.index()), place(edit))
        }),
    }
    let (only_open, hidden) = (filter.only_open.get(), filter.hidden.get());
    let wanted = |edit: &Arc<Edit>| {
        let is_shown = !only_open || !is_complete(edit, &instance.texts, typology, settings);
        is_shown && session.is_revealed(edit) && !hidden.contains(edit.category.as_str())
    };
    let last = deleted.last().map(|(_, edit)| edit.key);
    let kind = |edit: &Edit| {
        if deleted.iter().any(|(_, gone)| gone.key == edit.key) {
            let height = height_of_row(session, edit.key);
            return Some(EditRowKind::Deleted { last: last == Some(edit.key), height });
        }
        let remark = remarks.map_or(Some(0), |remarks| (remarks.stamp)(edit.key))?;
        Some(EditRowKind::Edit { remark })
    };
    let row = |edit: Arc<Edit>| Some(EditRow { kind: kind(&edit)?, edit });
    edits.into_iter().filter(wanted).filter_map(row).take(MOST_ROWS).collect()
}

fn list_controls(session: Session, filter: EditFilter, order: RwSignal<EditOrder>) -> El {
    let app = App::from_context();
    let is_on = flag(move || filter.is_on());
    let button = dropdown_button(app.text(TextId::ListFilter))
        .class(("is-on", is_on))
        .attr("data-testid", "list-filter");
    let filters = dropdown(button, move |_| lazy_filter_panel(session, filter));
    let orders = el("select")
        .attr("aria-label", app.text(TextId::ListSort))
        .on(ev::change, move |event| {
            order.set(match event_target_value(&event).as_str() {
                "category" => EditOrder::Category,
                "made" => EditOrder::Made,
                _ => EditOrder::Text,
            });
        })
        .child(option("text", app.text(TextId::ListSortText)))
        .child(option("category", app.text(TextId::ListSortCategory)))
        .child(option("made", app.text(TextId::ListSortMade)));
    el("div").class("list__controls").child(filters).child(orders)
}

fn option(value: impl Into<AttributeValue>, label: String) -> El {
    el("option").attr("value", value).child(label)
}

/// One row. Rows are many: they hold no signals, and the list listens for all of them.
fn edit_row(session: Session, edit: &Edit, remark: Option<EditRemark>) -> El {
    let app = App::from_context();
    let words = app.words();
    let template = session.template();
    let found = template.typology.find(&edit.category);
    let open = session.instance.with_untracked(|instance| {
        open_count(edit, found.map(|(_, c)| c), &instance.texts, &template.settings)
    });
    let label = category_label(&template, edit);
    let tint = category_color(found.map(|(id, _)| id.index()));
    let text = spans_text(session, edit);
    let answers = match found {
        Some((_, category)) if !template.settings.disable.annotation => {
            answers_text(category, edit, &words)
        }
        _ => String::new(),
    };
    let name = format!("{label} {text}");
    let (remark, actions) = remark.map(|EditRemark { text, actions }| (text, actions)).unzip();
    let marks = std::iter::once(mark_name(edit))
        .chain(edit.constituents.iter().map(|c| mark_name(c)))
        .collect::<Vec<_>>()
        .join(" ");
    let questions =
        || el("span").class("row__open-questions").child(words.count(TextId::QuestionsOpen, open));
    let delete = || {
        row_button("button button--quiet row__delete", "edit-delete", "delete")
            .attr("aria-label", words.fill(TextId::EditDelete, &[("name", &name)]))
    };
    el("li")
        .class(if edit.constituents.is_empty() { "row" } else { "row row--composite" })
        .attr("id", session.id(&format!("row-{}", edit.key.0)))
        .attr("data-testid", "edit")
        .attr("data-category", edit.category.clone())
        .attr("data-edit-id", id_text(edit))
        .attr("data-annotated", (open == 0).to_string())
        .attr("data-origin", origin_of(session, edit).map(|origin| origin.word()))
        .attr("data-keys", edit.key.0.to_string())
        .attr("data-list-mark", marks)
        .style(("--tint", tint))
        .child(
            row_button("row__open", "edit-open", "open")
                .child(el("span").class("row__label").child(label))
                .child(" ")
                .child(spans_of_row(session, edit))
                .child(origin_of_row(session, edit))
                .child(
                    (!answers.is_empty()).then(|| el("span").class("row__answers").child(answers)),
                )
                .child((open > 0).then(questions))
                .child(remark),
        )
        .child(actions)
        .child((!template.settings.disable.selection && !session.is_reader()).then(delete))
        .child((!edit.constituents.is_empty()).then(|| constituents(session, edit)))
}

/// The constituents of a composite, each with a button that opens its own answers.
fn constituents(session: Session, composite: &Edit) -> El {
    let words = App::from_context().words();
    let template = session.template();
    let row = |edit: &Arc<Edit>| {
        let found = template.typology.find(&edit.category);
        let answers = found.map(|(_, category)| answers_text(category, edit, &words));
        let answers = answers.filter(|text| !text.is_empty());
        el("li")
            .class("constituent")
            .attr("id", session.id(&format!("row-{}", edit.key.0)))
            .attr("data-testid", "constituent")
            .attr("data-category", edit.category.clone())
            .attr("data-keys", edit.key.0.to_string())
            .attr("data-origin", origin_of(session, edit).map(|origin| origin.word()))
            .style(("--tint", category_color(found.map(|(id, _)| id.index()))))
            .child(
                row_button("row__open", "constituent-open", "open")
                    .child(el("span").class("row__label").child(category_label(&template, edit)))
                    .child(" ")
                    .child(spans_of_row(session, edit))
                    .child(origin_of_row(session, edit))
                    .child(answers.map(|text| el("span").class("row__answers").child(text))),
            )
    };
    let rows = composite.constituents.iter().map(row);
    el("ul").class("row__constituents").child(rows.collect::<Vec<_>>())
}

/// The spans of an edit, those with a role as elements of their own.
fn spans_of_row(session: Session, edit: &Edit) -> El {
    let row = el("span").class("row__text").attr("dir", "auto");
    let has_roles = |part: &SpanPart| part.role.is_some();
    let parts = span_parts(session, edit);
    if !edit.constituents.is_empty() || !parts.iter().flatten().any(has_roles) {
        return row.child(spans_text(session, edit));
    }
    let mut pieces: Vec<View> = Vec::new();
    for part in parts.into_iter().flatten() {
        if !pieces.is_empty() {
            pieces.push(" · ".into());
        }
        let piece = el("span").attr("data-span-role", part.role).child(part.shown);
        pieces.push(piece.into());
    }
    row.child(pieces)
}

fn origin_of_row(session: Session, edit: &Edit) -> Option<El> {
    let text = Some(origin_text(session, edit)).filter(|text| !text.is_empty());
    text.map(|text| el("span").class("row__origin").child(format!(" {text}")))
}

/// The row of an edit that was just deleted.
fn deleted_row(session: Session, edit: &Edit, last: bool, height: f64) -> El {
    let app = App::from_context();
    let undo = move || {
        button(app.text(TextId::BarUndo))
            .attr("data-testid", "undo-delete")
            .on_click(move || session.dispatch(Command::Undo))
    };
    el("li")
        .class("row row--deleted")
        .attr("id", session.id(&format!("deleted-{}", edit.key.0)))
        .attr("data-testid", "deleted")
        .attr("role", "status")
        .style(("height", format!("{}px", tenths(height))))
        .child(el("span").class("hint").child(app.text(TextId::ListDeleted)))
        .child(last.then(undo))
}

/// The current height of the row or the placeholder of an edit; one line if it is not on the page.
fn height_of_row(session: Session, key: EditKey) -> f64 {
    let find = |name: &str| document().get_element_by_id(&session.id(&format!("{name}-{}", key.0)));
    let row = find("row").or_else(|| find("deleted"));
    row.map_or(32.0, |row| row.get_bounding_client_rect().height())
}

fn row_button(class: &'static str, testid: &'static str, action: &'static str) -> El {
    el("button")
        .attr("type", "button")
        .class(class)
        .attr("data-testid", testid)
        .attr("data-action", action)
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
        return delete_edit(session, key);
    }
    let is_extended = session.view.with_untracked(|v| v.extended() == Some(key));
    if !is_extended && session.ask(|w| w.can_be_constituent(key)) {
        session.dispatch(Command::ToggleConstituent(key));
    } else {
        session.dispatch(Command::Select(Some(key)));
        reveal(key);
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
        if let Some(old) = row(before.flatten()) {
            reported(old.remove_attribute("aria-current"));
        }
        if let Some(new) = row(key) {
            reported(new.set_attribute("aria-current", "true"));
            if before.flatten() != key {
                scroll_list_to(&new);
                if let Some(key) = key.filter(|_| asks_in_sheet()) {
                    reveal(key);
                }
            }
        }
        key
    });
}

/// Reports whether questions are asked in a sheet over the foot of the texts, as `style/annotate.css` says.
fn asks_in_sheet() -> bool {
    window().match_media("(max-width: 60rem)").ok().flatten().is_some_and(|narrow| narrow.matches())
}

/// Scrolls the list to one of its rows. The page stays where it is: on a narrow window the text would leave the view.
pub(super) fn scroll_list_to(row: &Element) {
    let Ok(Some(list)) = row.closest(".list__rows") else { return };
    let (view, row) = (list.get_bounding_client_rect(), row.get_bounding_client_rect());
    let (above, below) = (row.top() - view.top(), row.bottom() - view.bottom());
    let beyond = if above < 0.0 { above.floor() } else { below.max(0.0).ceil() };
    #[expect(clippy::cast_possible_truncation, reason = "pixels of a window")]
    list.set_scroll_top(list.scroll_top() + beyond as i32);
}

/// Lights the row of the edit under the pointer, the caret or the focus, as its marks are lit.
fn mark_hovered(session: Session) {
    Effect::new(move |before: Option<Option<EditKey>>| {
        let key = session.hovered.get();
        for (row, is_lit) in [(before.flatten(), false), (key, true)] {
            let row = row.map(|key| session.id(&format!("row-{}", key.0)));
            if let Some(row) = row.and_then(|id| document().get_element_by_id(&id)) {
                reported(row.class_list().toggle_with_force("is-hovered", is_lit));
            }
        }
        key
    });
}

/// Deletes an edit, and focuses the button that undoes that: the focused element may be gone.
pub(super) fn delete_edit(session: Session, key: EditKey) {
    session.dispatch(Command::Delete(key));
    timing::after(0, || {
        super::focus::focus("[data-testid=undo-delete]");
    });
}

/// Marks the edits chosen as constituents of the draft composite.
fn mark_chosen(session: Session) {
    let chosen = Memo::new(move |_| session.view.with(|v| v.chosen().to_vec()));
    let candidates = Memo::new(move |_| {
        session.view.track();
        session.instance.track();
        session.ask(Workspace::candidates).into_iter().collect::<BTreeSet<_>>()
    });
    Effect::new(move |before: Option<BTreeSet<EditKey>>| {
        let (chosen, candidates) = (chosen.get(), candidates.get());
        for key in before.iter().flatten().chain(&candidates) {
            let id = session.id(&format!("row-{}", key.0));
            let Some(row) = document().get_element_by_id(&id) else { continue };
            let Ok(Some(open)) = row.query_selector("[data-action=open]") else { continue };
            reported(if candidates.contains(key) {
                open.set_attribute("aria-pressed", &chosen.contains(key).to_string())
            } else {
                open.remove_attribute("aria-pressed")
            });
        }
        candidates
    });
}

/// Keys of the edits in reading order, each composite followed by its constituents, for going through them.
pub(super) fn edits_in_order(session: Session) -> Vec<EditKey> {
    session.instance.with_untracked(|i| {
        let with_constituents = |edit: &Arc<Edit>| {
            let constituents = edit.constituents.iter().map(|c| c.key);
            std::iter::once(edit.key).chain(constituents).collect::<Vec<_>>()
        };
        reading_order(i).into_iter().flat_map(with_constituents).collect()
    })
}
