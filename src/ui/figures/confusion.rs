//! The cells of a confusion as buttons, and the list of the spans of one.
//!
//! One cell at a time is in the order of Tab; arrows lead to the others, as in a grid, since there may be thousands.

use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, KeyboardEvent};

use super::{in_english, page_words};
use crate::app::App;
use crate::app::figures::{
    ConfusedPair, ConfusionCell, Figures, ListedSpans, QuotedSpan, ReportPlot,
};
use crate::ui::view::{El, View, dynamic, el};
use crate::ui::widgets::{Icon, button, icon_button};
use spanwise_browser::console::reported;
use spanwise_browser::elements::{closest, elements};
use spanwise_browser::timing;
use spanwise_i18n::TextId;
use spanwise_plots::{Chart, HeatMap, SvgElement, SvgNode, number};

/// The most spans that are listed at first, and that are added each time.
const LISTED: usize = 100;

/// The selector of cells that are buttons.
const CELLS: &str = "[data-cell][role=button]";

/// The position of a cell: row and column.
const PLACE: &str = "data-place";

/// The heat map of a plot, if it is a confusion of categories.
pub(super) fn confusion(plot: &ReportPlot) -> Option<&HeatMap> {
    match &plot.chart {
        Chart::HeatMap(map) if is_confusion(&plot.id) => Some(map),
        Chart::HeatMap(_) | Chart::Bars(_) | Chart::Distribution(_) | Chart::Scatter(_) => None,
    }
}

/// Returns `true` for `confusion`, `confusion-1` and so on.
fn is_confusion(id: &str) -> bool {
    id.strip_prefix("confusion").is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
}

/// Makes buttons of the cells that count spans. The drawing has its cells in the order of the map.
pub(super) fn add_buttons(drawing: &mut SvgElement, map: &HeatMap) {
    let cells = map.cells.iter().enumerate().flat_map(|(row, cells)| {
        let cells = cells.iter().enumerate();
        cells.filter_map(move |(column, cell)| Some((row, column, cell.as_ref()?)))
    });
    let mut cells = cells.filter(|(_, _, cell)| cell.id.is_some());
    let mut is_first = true;
    let parts = drawing.children.iter_mut().filter_map(|child| match child {
        SvgNode::Element(element) => Some(element),
        SvgNode::Text(_) => None,
    });
    let is_cell =
        |element: &&mut SvgElement| element.attributes.iter().any(|(name, _)| *name == "data-cell");
    for element in parts.filter(is_cell) {
        let Some((row, column, cell)) = cells.next() else { return };
        if cell.value <= 0.0 {
            continue;
        }
        let names =
            [(&map.rows_are, map.rows.get(row)), (&map.columns_are, map.columns.get(column))];
        let [reference, hypothesis] =
            names.map(|(who, label)| format!("{who}: {}", label.map_or("", String::as_str)));
        let label = format!("{reference}; {hypothesis}; spans: {}", number(cell.value));
        element.attributes.extend([
            ("role", "button".to_owned()),
            ("tabindex", if is_first { "0" } else { "-1" }.to_owned()),
            ("aria-label", label),
            (PLACE, format!("{row} {column}")),
        ]);
        is_first = false;
    }
}

/// Adds what the cells of a drawing do.
pub(super) fn with_actions(drawing: El, figures: Figures, plot: &ReportPlot, map: &HeatMap) -> El {
    let choose = {
        let (plot, map) = (plot.id.clone(), map.clone());
        move |chosen: &Element| {
            let Some([row, column]) = place(chosen) else { return };
            take_tab_stop(chosen);
            mark_chosen(chosen);
            // The last row and the last column are those of spans without a counterpart.
            let label = |labels: &[String], at: usize| {
                labels.get(at).filter(|_| at + 1 < labels.len()).cloned()
            };
            figures.list_spans(ConfusionCell {
                plot: plot.clone(),
                annotators: [map.rows_are.clone(), map.columns_are.clone()],
                categories: [label(&map.rows, row), label(&map.columns, column)],
            });
        }
    };
    let choose_by_key = choose.clone();
    el("div")
        .class("figures-page__cells")
        .child(drawing)
        .on(ev::click, move |event| {
            if let Some(cell) = closest(event.target(), CELLS) {
                choose(&cell);
            }
        })
        .on(ev::keydown, move |event| {
            let Some(cell) = closest(event.target(), CELLS) else { return };
            match event.key().as_str() {
                "Enter" | " " => choose_by_key(&cell),
                key => {
                    let Some(step) = step(key, &event) else { return };
                    if let Some(next) = neighbour(&cell, step) {
                        take_tab_stop(&next);
                        focus(&next);
                    }
                }
            }
            event.prevent_default();
        })
}

/// The step of an arrow key, in rows and columns. Drawings go from left to right in every language.
fn step(key: &str, event: &KeyboardEvent) -> Option<[isize; 2]> {
    if event.ctrl_key() || event.alt_key() || event.meta_key() {
        return None;
    }
    match key {
        "ArrowUp" => Some([-1, 0]),
        "ArrowDown" => Some([1, 0]),
        "ArrowLeft" => Some([0, -1]),
        "ArrowRight" => Some([0, 1]),
        _ => None,
    }
}

/// The row and the column of a cell.
fn place(cell: &Element) -> Option<[usize; 2]> {
    let place = cell.get_attribute(PLACE)?;
    let (row, column) = place.split_once(' ')?;
    Some([row.parse().ok()?, column.parse().ok()?])
}

/// The buttons of the drawing of a cell.
fn cells_beside(cell: &Element) -> Vec<Element> {
    let drawing = cell.closest("svg").ok().flatten();
    drawing.map(|drawing| elements(drawing.query_selector_all(CELLS))).unwrap_or_default()
}

/// The nearest button in the direction of a step: in the same row or column if there is one there, else in the next
/// one that has any.
fn neighbour(cell: &Element, [rows, columns]: [isize; 2]) -> Option<Element> {
    let [row, column] = place(cell)?;
    let distance = |other: &Element| {
        let [other_row, other_column] = place(other)?;
        let [down, right] = [
            isize::try_from(other_row).ok()? - isize::try_from(row).ok()?,
            isize::try_from(other_column).ok()? - isize::try_from(column).ok()?,
        ];
        let ahead = down * rows + right * columns;
        let aside = (down * columns).abs() + (right * rows).abs();
        (ahead > 0).then_some((aside > 0, ahead, aside))
    };
    let ahead = cells_beside(cell).into_iter();
    let ahead = ahead.filter_map(|other| Some((distance(&other)?, other)));
    ahead.min_by_key(|(distance, _)| *distance).map(|(_, other)| other)
}

/// Puts a cell in the order of Tab, in place of the one that was.
fn take_tab_stop(cell: &Element) {
    for other in cells_beside(cell) {
        let index = if other == *cell { "0" } else { "-1" };
        reported(other.set_attribute("tabindex", index));
    }
}

/// Marks the cell whose spans are listed.
fn mark_chosen(cell: &Element) {
    for other in elements::<Element>(document().query_selector_all(CELLS)) {
        reported(match other == *cell {
            true => other.set_attribute("aria-current", "true"),
            false => other.remove_attribute("aria-current"),
        });
    }
}

/// Focuses an element, of SVG or HTML: both have the method.
fn focus(element: &Element) {
    reported(element.unchecked_ref::<HtmlElement>().focus());
}

/// Focuses what a selector finds, once it is there.
fn focus_soon(selector: &'static str) {
    timing::after_paint(move || {
        if let Ok(Some(element)) = document().query_selector(selector) {
            focus(&element);
        }
    });
}

/// The spans of the cell of a plot that was chosen.
pub(super) fn span_list(app: App, figures: Figures, plot: &ReportPlot) -> View {
    let id = plot.id.clone();
    dynamic(move || {
        let listed = figures.spans.get().filter(|listed| listed.cell.plot == id);
        listed.map(|listed| list(app, figures, listed))
    })
}

fn list(app: App, figures: Figures, listed: ListedSpans) -> El {
    let ListedSpans { cell, spans } = listed;
    let close = icon_button(Icon::Close, app.text(TextId::AppClose)).on_click(move || {
        figures.forget_spans();
        focus_soon("[data-cell][aria-current]");
    });
    let section = el("section")
        .class("figures-page__spans")
        .attr("data-testid", "confused-spans")
        .attr("aria-labelledby", "confused-spans-heading");
    let heading = |text: String| {
        el("div")
            .class("figures-page__spans-head")
            .child(el("h3").attr("id", "confused-spans-heading").attr("tabindex", "-1").child(text))
    };
    let spans = match spans {
        None => {
            return section.child(heading(app.text(TextId::FiguresBusy)).child(close));
        }
        Some(Err(message)) => {
            let said = el("p").attr("role", "alert").child(page_words(app, &app.say(&message)));
            return section
                .child(heading(app.text(TextId::FiguresNoSpans)).child(close))
                .child(said);
        }
        Some(Ok(spans)) => spans,
    };
    focus_soon("#confused-spans-heading");
    let title = app.words().fill(TextId::FiguresSpans, &[("n", &spans.len().to_string())]);
    let hint = el("p").class("hint").child(app.text(TextId::FiguresSpansOpen));
    let shown = RwSignal::new(LISTED);
    let total = spans.len();
    let rows = move || {
        let rows = spans.iter().take(shown.get());
        rows.map(|pair| row(app, figures, &cell, pair)).collect::<Vec<_>>()
    };
    let more = move || {
        (shown.get() < total).then(|| {
            button(app.text(TextId::FiguresMoreSpans))
                .attr("data-testid", "more-spans")
                .on_click(move || shown.update(|shown| *shown += LISTED))
        })
    };
    section
        .child(heading(title).child(close))
        .child(hint)
        .child(el("ol").attr("tabindex", "0").child(dynamic(rows)))
        .child(dynamic(more))
}

/// The annotations of both annotators at a place, as a button that leads there.
fn row(app: App, figures: Figures, cell: &ConfusionCell, pair: &ConfusedPair) -> El {
    let of = |((span, annotator), category): ((&Option<QuotedSpan>, &String), &Option<String>)| {
        el("span")
            .class("figures-page__marked")
            .child(el("bdi").class("hint").child(annotator.as_str()))
            .child(" ")
            .child(match span {
                Some(span) => marked(span, category.as_deref().unwrap_or_default()),
                None => el("span").class("hint").child(app.text(TextId::FiguresNoSpan)),
            })
    };
    let both = pair.spans.iter().zip(&cell.annotators).zip(&cell.categories).map(of);
    let content = View::from([
        el("strong").child(el("bdi").child(pair.item.as_str())),
        el("bdi").class("hint").child(pair.text.as_str()),
        el("span").class("figures-page__both").child(both.collect::<Vec<_>>()),
    ]);
    let entry = el("li").attr("data-testid", "confused-span").attr("data-item", pair.item.clone());
    let (cell, pair) = (cell.clone(), pair.clone());
    entry.child(
        button(content)
            .class("figures-page__span")
            .on_click(move || figures.show_edit(&cell, &pair)),
    )
}

/// A span: its category, text and offsets.
fn marked(span: &QuotedSpan, category: &str) -> El {
    let [start, end] = span.range;
    el("span")
        .child(el("bdi").child(category))
        .child(" ")
        .child(el("q").attr("dir", "auto").child(span.quote.as_str()))
        .child(" ")
        .child(in_english(el("span")).class("hint number").child(format!("{start}–{end}")))
}
