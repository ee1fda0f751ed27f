//! Data beside the texts: the context of an instance, where it is an object or a list, as trees, tables and charts.
//!
//! Start reading at [`lazy_data`]. What is folded or on another page has no elements: 10 000 rows cost those of a page.
//! Rules about shapes, pages and search belong to `spanwise_json::tree`.

mod chart;
mod table;

use std::ops::Range;
use std::sync::Arc;

use leptos::ev;
use leptos::prelude::*;
use web_sys::HtmlDetailsElement;

use self::chart::chart;
use self::table::table;
use crate::app::App;
use crate::app::lazy::lazily_loaded;
use crate::ui::view::{El, View, dynamic, el, show, text};
use crate::ui::widgets::{button, lazy, markdown};
use spanwise_browser::styles;
use spanwise_i18n::{TextId, say};
use spanwise_json::tree::{JsonTree, NodeId, NodeKind, Shape, is_folded, page, pages};

static STYLE: &str = include_str!("../../../../style/data-beside.css");

lazily_loaded!(typology_views, load_data_view, fn(&str) -> View, data_view);

/// A context that begins like data. One that is none after all is shown as Markdown.
pub(super) fn lazy_data(content: &str) -> View {
    let content = content.to_owned();
    lazy(load_data_view, move |show| show(&content))
}

/// Loads what shows data.
pub(super) async fn load_data() {
    drop(load_data_view().await);
}

/// The data of an instance.
#[derive(Clone)]
struct ShownData {
    app: App,
    tree: Arc<JsonTree>,
}

fn data_view(content: &str) -> View {
    let Some(tree) = JsonTree::parse(content) else { return markdown(content).into() };
    styles::adopt(STYLE);
    let app = App::from_context();
    let data = ShownData { app, tree: Arc::new(tree) };
    let sought = RwSignal::new(String::new());
    let field = el("input")
        .attr("type", "search")
        .attr("data-testid", "data-search")
        .attr("aria-label", app.text(TextId::HubSearch))
        .attr("placeholder", app.text(TextId::HubSearch))
        .on(ev::input, move |event| sought.set(event_target_value(&event)));
    let is_searching = Memo::new(move |_| sought.with(|sought| !sought.trim().is_empty()));
    let found = {
        let tree = data.tree.clone();
        Memo::new(move |_| sought.with(|sought| tree.find(sought)))
    };
    let count = text(move || {
        let n = found.with(Vec::len);
        if is_searching.get() { app.say(&say!(HubFound, n)) } else { String::new() }
    });
    let content =
        dynamic(
            move || {
                if is_searching.get() { found_values(&data, found.get()) } else { data.whole() }
            },
        );
    el("div")
        .class("data")
        .attr("data-testid", "data")
        .attr("role", "group")
        .attr("aria-label", app.text(TextId::BesideData))
        .child(
            el("div")
                .class("data__search")
                .child(field)
                .child(el("span").attr("role", "status").class("hint").child(count)),
        )
        .child(content)
        .into()
}

impl ShownData {
    fn whole(&self) -> View {
        self.values_in(self.tree.root(), 0)
    }

    /// What is in a container. `depth` is 0 for the whole value.
    fn values_in(&self, id: NodeId, depth: usize) -> View {
        let shape = self.tree.shape(id);
        let charts = self.tree.has_chart(id, &shape).then(|| chart(self, id, shape.clone()));
        let values = match &shape {
            Shape::Table(columns) => table(self, id, columns.clone()),
            Shape::Single | Shape::Entries | Shape::Numbers => self.entries(id, depth),
        };
        View::Many(vec![values, charts.into()])
    }

    fn entries(&self, id: NodeId, depth: usize) -> View {
        let data = self.clone();
        let list = |entries| el("ul").class("data__entries").child(entries);
        paged(self.app, self.tree.count(id), list, move |range| {
            let children = data.tree.children(id).skip(range.start).take(range.len());
            children.map(|child| data.entry(child, depth + 1)).collect::<Vec<_>>().into()
        })
    }

    fn entry(&self, id: NodeId, depth: usize) -> El {
        let name = el("bdi").child(self.tree.name(id).into_owned());
        let key = el("span").class("data__key").child(name);
        if self.tree.count(id) > 0 {
            return el("li").child(self.container(id, Some(key), depth));
        }
        el("li").child(key).child(self.single(id))
    }

    /// A value with nothing in it.
    fn single(&self, id: NodeId) -> El {
        let class = match self.tree.kind(id) {
            NodeKind::Text => "data__text",
            NodeKind::Number => "data__number",
            NodeKind::Object | NodeKind::List | NodeKind::Bool | NodeKind::Null => "data__word",
        };
        el("span").class(class).attr("dir", "auto").child(self.tree.shown(id).into_owned())
    }

    /// A container that can be folded. What is in it is made when it is first opened.
    fn container(&self, id: NodeId, key: Option<El>, depth: usize) -> El {
        let count = self.tree.count(id);
        let is_open = !is_folded(depth, count);
        let was_open = RwSignal::new(is_open);
        let details = el("details").attr("open", is_open);
        let node: HtmlDetailsElement = details.node();
        let data = self.clone();
        details
            .child(
                el("summary")
                    .child(key)
                    .child(el("span").class("count").child(self.number_of_values(id, count))),
            )
            .child(show(was_open.into(), move || data.values_in(id, depth)))
            .on(ev::toggle, move |_| {
                if node.open() {
                    was_open.set(true);
                }
            })
    }

    /// The number of values in a container, between its brackets.
    fn number_of_values(&self, id: NodeId, count: usize) -> String {
        match self.tree.kind(id) {
            NodeKind::Object => format!("{{{count}}}"),
            NodeKind::List
            | NodeKind::Text
            | NodeKind::Number
            | NodeKind::Bool
            | NodeKind::Null => format!("[{count}]"),
        }
    }
}

/// The values that were found, each with its path.
fn found_values(data: &ShownData, found: Vec<NodeId>) -> View {
    let list =
        |values| el("ul").class("data__found").attr("data-testid", "data-found").child(values);
    let shown = data.clone();
    paged(data.app, found.len(), list, move |range| {
        let found = found.get(range).unwrap_or_default();
        let value = |id: &NodeId| {
            let path = el("bdi").attr("dir", "ltr").child(shown.tree.path(*id));
            let path = el("code").class("data__path").child(path);
            let value = if shown.tree.count(*id) > 0 {
                shown.container(*id, None, usize::MAX)
            } else {
                shown.single(*id)
            };
            el("li").child(path).child(value)
        };
        found.iter().map(value).collect::<Vec<_>>().into()
    })
}

/// Values in pages: the element around those of the page shown, and what leads to the others.
fn paged(
    app: App,
    count: usize,
    around: impl FnOnce(View) -> El,
    values: impl Fn(Range<usize>) -> View + 'static,
) -> View {
    let number = RwSignal::new(0_usize);
    let shown = around(dynamic(move || values(page(number.get(), count))));
    let pager = (pages(count) > 1).then(|| pager(app, number, count));
    View::Many(vec![shown.into(), pager.into()])
}

fn pager(app: App, number: RwSignal<usize>, count: usize) -> El {
    let last = pages(count) - 1;
    let position = text(move || {
        let Range { start, end } = page(number.get(), count);
        app.say(&say!(BesidePosition, from = start + 1, to = end, total = count))
    });
    el("div")
        .class("data__pager")
        .child(
            // Not disabled at the ends: the focus would be lost.
            button(app.text(TextId::BesidePrevious))
                .class("button button--small")
                .attr("data-testid", "data-previous")
                .on_click(move || number.update(|number| *number = number.saturating_sub(1))),
        )
        .child(el("span").attr("role", "status").child(position))
        .child(
            button(app.text(TextId::BesideNext))
                .class("button button--small")
                .attr("data-testid", "data-next")
                .on_click(move || number.update(|number| *number = last.min(*number + 1))),
        )
}
