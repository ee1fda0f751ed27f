//! The typology as a tree that can be changed without knowing YAML. Tree and text are two views of one text.

use leptos::ev;
use leptos::prelude::*;
use web_sys::{HtmlElement, KeyboardEvent};

use super::outline_form::form;
use crate::state::build::{Builder, File, in_utf16};
use crate::state::{App, Level, NoticeAction};
use crate::ui::annotate::themed;
use crate::ui::view::{El, View, dynamic, each, el, flag, text};
use crate::ui::widgets::button;
use spanwise_annotation::fingerprint::fingerprint;
use spanwise_browser::timing;
use spanwise_i18n::Key;
use spanwise_template::outline::{
    Destination, ItemKind, ItemPath, Operation, Outline, OutlineItem, apply, outline,
};
use spanwise_template::{Shape, Sides, SpanCount};
use spanwise_text::Text;

/// The outline as it is, and what of it is chosen. Cheap to copy.
#[derive(Clone, Copy)]
pub(super) struct Tree {
    pub(super) builder: Builder,
    pub(super) outline: Memo<Outline>,
    pub(super) chosen: RwSignal<Option<ItemPath>>,
    /// Categories and other items whose children are hidden.
    closed: RwSignal<Vec<ItemPath>>,
}

/// A line of the tree.
#[derive(Clone)]
struct Row {
    path: ItemPath,
    item: OutlineItem,
    is_open: Option<bool>,
}

/// The outline beside the text: the tree, and what can be set of the item that is chosen.
pub(super) fn outline_pane(builder: Builder) -> El {
    let app = App::from_context();
    let tree = Tree {
        builder,
        outline: Memo::new(move |_| outline(&builder.template.get())),
        chosen: RwSignal::new(None),
        closed: RwSignal::new(Vec::new()),
    };
    let add = button(app.text(Key::OutlineAddCategory))
        .class("button button--small")
        .set("data-testid", "add-category")
        .on_click(move || {
            let shape = Shape::Spans { sides: Sides::Target, count: SpanCount::One };
            let operation = Operation::AddCategory { name: None, label: None, color: None, shape };
            tree.perform(&operation);
        });
    el("div")
        .class("outline")
        .set("data-testid", "outline")
        .child(
            el("div")
                .class("build__head")
                .child(el("h2").child(app.text(Key::OutlineTitle)))
                .child(add),
        )
        .child(rows(tree))
        .child(form(tree))
}

impl Tree {
    /// Changes the template, or says why that can't be done.
    pub(super) fn perform(self, operation: &Operation) {
        let app = self.builder.app();
        let before = self.builder.template.get_untracked();
        let patched = match apply(&before, operation) {
            Ok(patched) => patched,
            Err(error) => return app.tell(Level::Warning, error.sentences(), None),
        };
        self.builder.patch(&patched);
        if let Operation::Delete { item } = operation {
            self.offer_undo(item);
        }
        self.chosen.set(patched.item);
    }

    /// Deleting goes far: it can be taken back at once.
    fn offer_undo(self, item: &ItemPath) {
        let app = self.builder.app();
        let kind = app.text(match item.kind() {
            Some(ItemKind::Category) => Key::OutlineCategoryDeleted,
            Some(ItemKind::Question) => Key::OutlineQuestionDeleted,
            _ => Key::OutlineOptionDeleted,
        });
        let builder = self.builder;
        let run = std::sync::Arc::new(move || {
            builder.with_editor(File::Template, spanwise_browser::editor::Editor::undo);
        });
        app.tell(Level::Info, kind, Some(NoticeAction { label: Key::BarUndo, run }));
    }

    /// The item that is chosen, as it is now.
    pub(super) fn item(self) -> Option<OutlineItem> {
        let path = self.chosen.get()?;
        self.outline.with(|outline| outline.find(&path).cloned())
    }

    /// Chooses an item, and shows it in the text.
    fn choose(self, path: &ItemPath) {
        self.chosen.set(Some(path.clone()));
        // The form that opens below takes room from the tree.
        timing::after_paint(show_chosen);
        let bytes = self.outline.with_untracked(|o| o.find(path).map(|item| item.bytes.clone()));
        let Some(bytes) = bytes else { return };
        let text = Text::new(&*self.builder.template.get_untracked());
        let (start, _) = in_utf16(&text, &bytes);
        self.builder.with_editor(File::Template, |editor| editor.select(start, start));
    }

    fn toggle(self, path: &ItemPath) {
        self.closed.update(|closed| {
            let known = closed.iter().position(|one| one == path);
            match known {
                Some(at) => drop(closed.remove(at)),
                None => closed.push(path.clone()),
            }
        });
    }

    /// The lines that are shown, in their order.
    fn shown(self) -> Vec<Row> {
        let closed = self.closed.get();
        let mut rows = Vec::new();
        self.outline.with(|outline| collect(&outline.categories, &closed, &mut rows));
        rows
    }
}

fn collect(items: &[OutlineItem], closed: &[ItemPath], rows: &mut Vec<Row>) {
    for item in items {
        let is_open = (!item.children.is_empty()).then(|| !closed.contains(&item.path));
        rows.push(Row { path: item.path.clone(), item: item.clone(), is_open });
        if is_open == Some(true) {
            collect(&item.children, closed, rows);
        }
    }
}

fn rows(tree: Tree) -> El {
    let app = App::from_context();
    let list = el("div")
        .class("outline__tree")
        .set("role", "tree")
        .set("aria-label", app.text(Key::OutlineTitle));
    let node: HtmlElement = list.node();
    let empty = dynamic(move || {
        tree.outline.with(|outline| match (&outline.locked, outline.categories.is_empty()) {
            (Some(why), _) => el("p").class("hint").child(app.say(&why.sentences())).into(),
            (None, true) => el("p").class("hint").child(app.text(Key::OutlineEmpty)).into(),
            (None, false) => View::Nothing,
        })
    });
    list.on(ev::keydown, move |event| key(tree, &node, &event)).child(empty).child(each(
        move || tree.shown(),
        |row| (number(&row.path), content(row)),
        move |r| row(tree, r),
    ))
}

/// A path as one number: what tells rows apart.
fn number(path: &ItemPath) -> u64 {
    let bytes: Vec<u8> = path.indices().iter().flat_map(|index| index.to_le_bytes()).collect();
    fingerprint(&bytes)
}

/// What a row shows as one number: it is made anew when that changes.
fn content(row: &Row) -> u64 {
    let item = &row.item;
    let color = item.color.map(themed).unwrap_or_default();
    let text =
        format!("{}\n{}\n{color}\n{:?}{:?}", item.label, item.name, row.is_open, item.answers);
    fingerprint(text.as_bytes())
}

fn row(tree: Tree, row: Row) -> El {
    let Row { path, item, is_open } = row;
    let depth = path.indices().len();
    let is_chosen = {
        let path = path.clone();
        flag(move || tree.chosen.with(|chosen| chosen.as_ref() == Some(&path)))
    };
    let is_first = path.indices() == [0];
    let tabindex = text(move || {
        let none = tree.chosen.with(Option::is_none);
        if is_chosen.get() || (none && is_first) { "0" } else { "-1" }.to_owned()
    });
    let (chosen, toggled) = (path.clone(), path.clone());
    let dot = item.color.map(|color| {
        el("i").class("outline__dot").set("aria-hidden", "true").style("background", themed(color))
    });
    let sign = el("span").class("outline__sign").set("aria-hidden", "true").child(match is_open {
        Some(true) => "▾",
        Some(false) => "▸",
        None => "",
    });
    let kind = match (item.kind, item.answers) {
        (ItemKind::Category, _) | (_, None) => String::new(),
        (_, Some(answers)) => answers.word().unwrap_or_default().to_owned(),
    };
    let label = if item.label.is_empty() { "—".to_owned() } else { item.label };
    el("div")
        .class("outline__row")
        .class_if("outline__row--chosen", is_chosen)
        .set("role", "treeitem")
        .set("aria-level", depth.to_string())
        .set("aria-selected", text(move || is_chosen.get().to_string()))
        .set("aria-expanded", is_open.map(|open| open.to_string()))
        .set("tabindex", tabindex)
        .set("data-testid", "outline-item")
        .set("data-path", path.to_string())
        .style("--depth", depth.to_string())
        .on_click(move || tree.choose(&chosen))
        .child(sign.on(ev::click, move |event| {
            event.stop_propagation();
            tree.toggle(&toggled);
        }))
        .child(dot)
        .child(el("span").class("outline__label").child(label))
        .child(el("span").class("hint").child(kind))
}

/// The keys of a tree, as the practices for ARIA name them; with Alt, arrows move the item.
fn key(tree: Tree, list: &HtmlElement, event: &KeyboardEvent) {
    let rows = tree.shown();
    let chosen = tree.chosen.get_untracked();
    let at = rows.iter().position(|row| Some(&row.path) == chosen.as_ref()).unwrap_or(0);
    let Some(row) = rows.get(at) else { return };
    let item = row.path.clone();
    let target = match (event.key().as_str(), event.alt_key()) {
        ("ArrowUp", true) => return moved(tree, list, event, item, Destination::Up),
        ("ArrowDown", true) => return moved(tree, list, event, item, Destination::Down),
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
            return tree.perform(&Operation::Delete { item });
        }
        _ => return,
    };
    event.prevent_default();
    if let Some(path) = target {
        tree.choose(&path);
        focus_chosen(list);
    }
}

fn moved(tree: Tree, list: &HtmlElement, event: &KeyboardEvent, item: ItemPath, to: Destination) {
    event.prevent_default();
    tree.perform(&Operation::Move { item, to });
    focus_chosen(list);
}

fn show_chosen() {
    let row = document().query_selector(".outline__row--chosen").ok().flatten();
    if let Some(row) = row {
        let options = web_sys::ScrollIntoViewOptions::new();
        options.set_block(web_sys::ScrollLogicalPosition::Nearest);
        row.scroll_into_view_with_scroll_into_view_options(&options);
    }
}

fn focus_chosen(list: &HtmlElement) {
    let list = list.clone();
    timing::before_paint(move || {
        let row = list.query_selector(".outline__row--chosen").ok().flatten();
        if let Some(row) =
            row.and_then(|row| wasm_bindgen::JsCast::dyn_into::<HtmlElement>(row).ok())
        {
            // A row of the page takes the focus.
            let _ = row.focus();
        }
    });
}
