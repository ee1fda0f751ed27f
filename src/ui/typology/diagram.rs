//! The diagram of a typology.

use crate::app::App;
use crate::ui::colors::themed;
use crate::ui::view::{El, svg};
use spanwise_template::Color;
use spanwise_template::diagram::{
    Diagram, DiagramDirection, DiagramNode, DiagramNodeKind, DiagramText,
};

/// The direction of trees in the language of the page.
pub(crate) fn direction(app: App) -> DiagramDirection {
    if app.words().language().right_to_left {
        DiagramDirection::RightToLeft
    } else {
        DiagramDirection::LeftToRight
    }
}

/// A diagram as an element of the page, hidden from screen readers, which have the list.
pub(crate) fn diagram(diagram: &Diagram) -> El {
    let size = |length: i32| length.to_string();
    let edges = diagram.edges.iter().map(|edge| {
        colored(svg("path").attr("d", edge.path.clone()).class("tree__line"), "stroke", edge.color)
    });
    svg("svg")
        .class("tree")
        .attr("viewBox", format!("0 0 {} {}", diagram.width, diagram.height))
        .attr("width", size(diagram.width))
        .attr("height", size(diagram.height))
        .attr("aria-hidden", "true")
        .attr("focusable", "false")
        .child(svg("g").attr("stroke-width", diagram.stroke).child(edges.collect::<Vec<_>>()))
        .child(diagram.nodes.iter().map(|n| diagram_node(diagram, n)).collect::<Vec<_>>())
}

fn diagram_node(diagram: &Diagram, node: &DiagramNode) -> El {
    let Some(first) = node.label.first() else { return textless_node(node) };
    let class = match node.part {
        DiagramNodeKind::Root => "tree__root",
        DiagramNodeKind::Category(_) => "tree__category",
        DiagramNodeKind::Question => "tree__question",
        DiagramNodeKind::Option => "tree__option",
    };
    let is_category = matches!(node.part, DiagramNodeKind::Category(_));
    let line = |text| text_line(text, diagram.font_size).class(class);
    svg("g")
        .child(svg("title").child(node.full_text.as_str()))
        .child(is_category.then(|| category_stripe(node, first)))
        .child(node.label.iter().map(line).collect::<Vec<_>>())
        .child(
            node.note.as_ref().map(|note| text_line(note, diagram.note_size).class("tree__note")),
        )
}

fn text_line(text: &DiagramText, size: i32) -> El {
    svg("text")
        .attr("x", text.x.to_string())
        .attr("y", text.y.to_string())
        .attr("font-size", size.to_string())
        .attr("text-anchor", text.anchor)
        .attr("direction", if text.rtl { "rtl" } else { "ltr" })
        .child(text.text.as_str())
}

/// The coloured stripe of a category, at the side where its label begins.
fn category_stripe(node: &DiagramNode, label: &DiagramText) -> El {
    let begins_right = label.x > node.x + node.width / 2;
    let x = if begins_right { node.x + node.width - 3 } else { node.x };
    let bar = svg("rect")
        .attr("x", x.to_string())
        .attr("y", (node.y + 2).to_string())
        .attr("width", "3")
        .attr("height", (node.height - 4).to_string());
    colored(bar, "fill", node.color)
}

/// A node without text.
fn textless_node(node: &DiagramNode) -> El {
    let shape = svg("rect")
        .class("tree__mark")
        .attr("x", node.x.to_string())
        .attr("y", node.y.to_string())
        .attr("width", node.width.to_string())
        .attr("height", node.height.to_string())
        .attr("rx", (node.height / 2).to_string());
    colored(shape, "fill", node.color)
}

/// Sets the colour of an element's category, readable in both themes.
fn colored(element: El, property: &'static str, color: Option<Color>) -> El {
    match color {
        Some(color) => element.style((property, themed(color))),
        None => element,
    }
}
