//! Plots as SVG elements of the page, saved as SVG and PNG.

use std::rc::Rc;
use std::sync::Arc;

use leptos::task::spawn_local;

use super::confusion::{add_buttons, confusion, span_list, with_actions};
use super::data_table::{MakeTable, data_table, table_files};
use super::terms::{in_own_language, named, plot_name};
use super::{definition, export, in_english};
use crate::app::App;
use crate::app::figures::{Figures, Numbered, ReportPlot};
use crate::ui::view::{El, Turns, View, el, svg};
use spanwise_browser::pictures::png_of_svg;
use spanwise_i18n::TextId;
use spanwise_plots::{HeatMap, SvgElement, SvgName, SvgNode, svg_file};

/// Pixels of a PNG for each unit of a drawing: sharp in print.
const SCALE: f64 = 3.0;

/// The nodes of a drawing that are made at a time: some milliseconds of work.
const NODES_AT_A_TIME: usize = 100;

/// A plot with its convention, its data and its files; beside a confusion, the spans of the cell that is chosen.
pub(super) fn plot(
    app: App,
    turns: Turns,
    figures: Figures,
    shared: &Arc<Numbered<ReportPlot>>,
) -> El {
    let shared = Arc::clone(shared);
    el("div").class("figures-page__plot").child(turns.part(move || {
        let of = &shared.part;
        match confusion(of) {
            Some(map) => View::from([
                confusion_figure(app, turns, figures, &shared, map).into(),
                span_list(app, figures, of),
            ]),
            None => {
                let heading = named(app, el("h3"), plot_name(&of.id), &of.heading);
                figure(app, turns, figures, &shared, heading, drawn(turns, of.chart.draw())).into()
            }
        }
    }))
}

/// A confusion, whose cells are buttons.
fn confusion_figure(
    app: App,
    turns: Turns,
    figures: Figures,
    shared: &Arc<Numbered<ReportPlot>>,
    map: &HeatMap,
) -> El {
    let of = &shared.part;
    let names = [("reference", map.rows_are.as_str()), ("hypothesis", &map.columns_are)];
    let heading = app.words().fill(TextId::MeasuresConfusion, &names);
    let heading = in_own_language(app, el("h3")).child(heading);
    let mut drawing = of.chart.draw();
    add_buttons(&mut drawing, map);
    let hint = in_own_language(app, el("p")).class("hint").child(app.text(TextId::FiguresCellHint));
    let drawing = with_actions(drawn(turns, drawing), figures, of, map).child(hint);
    figure(app, turns, figures, shared, heading, drawing)
}

fn figure(
    app: App,
    turns: Turns,
    figures: Figures,
    shared: &Arc<Numbered<ReportPlot>>,
    heading: El,
    drawing: El,
) -> El {
    let of = &shared.part;
    let for_data = Arc::clone(shared);
    in_english(el("figure"))
        .class("figures-page__plot")
        .attr("data-testid", "plot")
        .attr("data-measure", of.id.clone())
        .child(el("figcaption").child(heading))
        .child(
            // Scrolled by keys on a narrow page.
            el("div")
                .class("figures-page__drawing")
                .attr("role", "group")
                .attr("tabindex", "0")
                .attr("aria-label", of.heading.clone())
                .child(drawing),
        )
        .child(
            el("p")
                .class("hint")
                .child(of.about.as_str())
                .child(" ")
                .child(definition(app, &of.section)),
        )
        .child(picture_files(figures, shared))
        .child(
            el("details")
                .child(el("summary").child(app.text(TextId::FiguresData)))
                .child(turns.part(move || data(app, turns, figures, &for_data))),
        )
}

/// The data of a plot as a table.
fn data(app: App, turns: Turns, figures: Figures, shared: &Arc<Numbered<ReportPlot>>) -> View {
    let of = &shared.part;
    let table = Arc::new(of.chart.table());
    View::from([
        data_table(app, turns, &of.heading, &table, &Arc::default()),
        table_files(figures, &of.id, saved(Arc::clone(shared))),
    ])
}

/// A drawing, the nodes in which are made in turn.
fn drawn(turns: Turns, drawing: SvgElement) -> El {
    let SvgElement { name, attributes, mut children } = drawing;
    let mut parts = Vec::new();
    while !children.is_empty() {
        let rest = children.split_off(children.len().min(NODES_AT_A_TIME));
        let nodes = std::mem::replace(&mut children, rest);
        parts.push(turns.part(move || nodes.into_iter().map(drawn_node).collect::<Vec<_>>()));
    }
    element(name, attributes).child(parts)
}

/// A node of a drawing, with what is in it.
fn drawn_node(node: SvgNode) -> View {
    match node {
        SvgNode::Element(SvgElement { name, attributes, children }) => {
            let children: Vec<View> = children.into_iter().map(drawn_node).collect();
            element(name, attributes).child(children).into()
        }
        SvgNode::Text(text) => text.into(),
    }
}

fn element(name: SvgName, attributes: Vec<(&'static str, String)>) -> El {
    let set = |node: El, (name, value)| node.attr(name, value);
    attributes.into_iter().fold(svg(name.name()), set)
}

fn saved(shared: Arc<Numbered<ReportPlot>>) -> MakeTable {
    Rc::new(move || (shared.part.chart.table(), vec![shared.part.about.clone()]))
}

/// Buttons that save a plot in each form. It is drawn when one is pressed.
fn picture_files(figures: Figures, shared: &Arc<Numbered<ReportPlot>>) -> El {
    let file = |of: &ReportPlot| svg_file(&of.chart.draw());
    let (for_svg, for_png) = (Arc::clone(shared), Arc::clone(shared));
    let as_svg = move || {
        let of = &for_svg.part;
        figures.save(&format!("{}.svg", of.id), "image/svg+xml", file(of).as_bytes());
    };
    let as_png = move || {
        let of = Arc::clone(&for_png);
        spawn_local(async move {
            if let Some(png) = png_of_svg(&file(&of.part), SCALE).await {
                figures.save(&format!("{}.png", of.part.id), "image/png", &png);
            }
        });
    };
    el("p")
        .class("actions figures-page__files-of")
        .child([export("SVG", "svg").on_click(as_svg), export("PNG", "png").on_click(as_png)])
}
