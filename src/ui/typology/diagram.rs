//! The diagram of a typology.

use crate::app::App;
use crate::ui::colors::themed;
use crate::ui::view::{El, svg};
use spanwise_template::Color;
use spanwise_template::picture::{Direction, Node, Part, Picture, Text};

/// On which side the root of a tree is, in the language of the page.
pub(crate) fn direction(app: App) -> Direction {
    if app.words().language().right_to_left {
        Direction::RightToLeft
    } else {
        Direction::LeftToRight
    }
}

/// A diagram as an element of the page. It says nothing to those who don't see it: there is a list for them.
pub(crate) fn diagram(picture: &Picture) -> El {
    let size = |length: i32| length.to_string();
    let edges = picture.edges.iter().map(|edge| {
        colored(svg("path").attr("d", edge.path.clone()).class("tree__line"), "stroke", edge.color)
    });
    svg("svg")
        .class("tree")
        .attr("viewBox", format!("0 0 {} {}", picture.width, picture.height))
        .attr("width", size(picture.width))
        .attr("height", size(picture.height))
        .attr("aria-hidden", "true")
        .attr("focusable", "false")
        .child(svg("g").attr("stroke-width", picture.stroke).child(edges.collect::<Vec<_>>()))
        .child(picture.nodes.iter().map(|n| node(picture, n)).collect::<Vec<_>>())
}

fn node(picture: &Picture, node: &Node) -> El {
    let Some(first) = node.label.first() else { return textless_node(node) };
    let class = match node.part {
        Part::Root => "tree__root",
        Part::Category(_) => "tree__category",
        Part::Question => "tree__question",
        Part::Option => "tree__option",
    };
    let is_category = matches!(node.part, Part::Category(_));
    let line = |text| label(text, picture.font_size).class(class);
    svg("g")
        .child(svg("title").child(node.full_text.as_str()))
        .child(is_category.then(|| bar(node, first)))
        .child(node.label.iter().map(line).collect::<Vec<_>>())
        .child(node.note.as_ref().map(|note| label(note, picture.note_size).class("tree__note")))
}

fn label(text: &Text, size: i32) -> El {
    svg("text")
        .attr("x", text.x.to_string())
        .attr("y", text.y.to_string())
        .attr("font-size", size.to_string())
        .attr("text-anchor", text.anchor)
        .attr("direction", if text.rtl { "rtl" } else { "ltr" })
        .child(text.text.as_str())
}

/// The coloured bar of a category, at the side where its label begins.
fn bar(node: &Node, label: &Text) -> El {
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
fn textless_node(node: &Node) -> El {
    let shape = svg("rect")
        .class("tree__mark")
        .attr("x", node.x.to_string())
        .attr("y", node.y.to_string())
        .attr("width", node.width.to_string())
        .attr("height", node.height.to_string())
        .attr("rx", (node.height / 2).to_string());
    colored(shape, "fill", node.color)
}

/// In the colour of its category, readable in both themes.
fn colored(element: El, property: &'static str, color: Option<Color>) -> El {
    match color {
        Some(color) => element.style((property, themed(color))),
        None => element,
    }
}
