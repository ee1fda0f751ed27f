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
use crate::ui::view::{El, View, el, svg};
use spanwise_browser::pictures::png_of_svg;
use spanwise_i18n::TextId;
use spanwise_plots::{SvgElement, SvgNode, svg_file};

/// Pixels of a PNG for each unit of a drawing: sharp in print.
const SCALE: f64 = 3.0;

/// A plot with its convention, its data and its files; beside a confusion, the spans of the cell that is chosen.
pub(super) fn plot(app: App, figures: Figures, shared: &Arc<Numbered<ReportPlot>>) -> El {
    let of = &shared.part;
    let Some(map) = confusion(of) else {
        let heading = named(app, el("h3"), plot_name(&of.id), &of.heading);
        return figure(app, figures, shared, heading, drawn(&of.chart.draw()));
    };
    let names = [("reference", map.rows_are.as_str()), ("hypothesis", &map.columns_are)];
    let heading = app.words().fill(TextId::MeasuresConfusion, &names);
    let heading = in_own_language(app, el("h3")).child(heading);
    let mut drawing = of.chart.draw();
    add_buttons(&mut drawing, map);
    let hint = in_own_language(app, el("p")).class("hint").child(app.text(TextId::FiguresCellHint));
    let drawing = with_actions(drawn(&drawing), figures, of, map).child(hint);
    el("div")
        .class("figures-page__plot")
        .child(figure(app, figures, shared, heading, drawing))
        .child(span_list(app, figures, of))
}

fn figure(
    app: App,
    figures: Figures,
    shared: &Arc<Numbered<ReportPlot>>,
    heading: El,
    drawing: El,
) -> El {
    let of = &shared.part;
    in_english(el("figure"))
        .class("figures-page__plot")
        .attr("data-testid", "plot")
        .attr("data-measure", of.id.clone())
        .child(el("figcaption").child(heading))
        .child(drawing)
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
                .child(data_table(app, &of.heading, &of.chart.table(), &[]))
                .child(table_files(figures, &of.id, saved(Arc::clone(shared)))),
        )
}

/// An element of a drawing, with what is in it.
fn drawn(element: &SvgElement) -> El {
    let mut node = svg(element.name.name());
    for (name, value) in &element.attributes {
        node = node.attr(name, value.clone());
    }
    let children = element.children.iter().map(|child| match child {
        SvgNode::Element(element) => View::from(drawn(element)),
        SvgNode::Text(text) => View::from(text.as_str()),
    });
    node.child(View::Many(children.collect()))
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
