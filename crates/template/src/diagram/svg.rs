//! A diagram as a file of its own: plain SVG 1.1 on white, for browsers, drawing programs and type-setting.

use std::fmt::Write;

use super::model::{Diagram, DiagramNode, DiagramNodeKind, DiagramText};
use crate::Color;
use spanwise_text::markup::escaped;

/// Texts.
const INK: &str = "#1c2024";
/// Notes and questions.
const SOFT: &str = "#5b646e";
/// Lines that belong to no category.
const LINE: &str = "#a9b0b8";
/// Contrast of lines and marks with white, as WCAG 2.2 asks of graphics.
const CONTRAST: f64 = 3.0;
/// Fonts that most systems have, so that the widths hold.
const FONTS: &str = "system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', 'Noto Sans', 'DejaVu Sans', Arial, sans-serif";
/// Width of the bar of a category.
const BAR: i32 = 3;

/// A complete SVG file that shows a diagram. It refers to nothing outside itself; its description is the tree as
/// indented lines.
#[must_use]
pub fn svg_file(diagram: &Diagram, title: &str) -> String {
    let mut file = String::new();
    let (width, height) = (diagram.width, diagram.height);
    add(
        &mut file,
        format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" role=\"img\">\n<title>{}</title>\n<desc>{}</desc>\n",
            escaped(title),
            escaped(&outline(diagram)),
        ),
    );
    add(
        &mut file,
        format_args!("<rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n"),
    );
    edges(&mut file, diagram);
    add(
        &mut file,
        format_args!("<g font-family=\"{FONTS}\" font-size=\"{}\">\n", diagram.font_size),
    );
    for node in &diagram.nodes {
        self::node(&mut file, diagram, node);
    }
    file.push_str("</g>\n</svg>\n");
    file
}

fn edges(file: &mut String, diagram: &Diagram) {
    add(file, format_args!("<g fill=\"none\" stroke-width=\"{}\">\n", diagram.stroke));
    for edge in &diagram.edges {
        let color = on_white(edge.color).unwrap_or_else(|| LINE.to_owned());
        add(file, format_args!("<path d=\"{}\" stroke=\"{color}\"/>\n", edge.path));
    }
    file.push_str("</g>\n");
}

fn node(file: &mut String, diagram: &Diagram, node: &DiagramNode) {
    let Some(first) = node.label.first() else { return mark(file, node) };
    add(file, format_args!("<g><title>{}</title>", escaped(&node.full_text)));
    if matches!(node.part, DiagramNodeKind::Category(_)) {
        bar(file, node, first);
    }
    let (weight, color) = match node.part {
        DiagramNodeKind::Root | DiagramNodeKind::Category(_) => (" font-weight=\"600\"", INK),
        DiagramNodeKind::Question => ("", SOFT),
        DiagramNodeKind::Option => ("", INK),
    };
    for line in &node.label {
        text(file, line, &format!("{weight} fill=\"{color}\""));
    }
    if let Some(note) = &node.note {
        text(file, note, &format!(" font-size=\"{}\" fill=\"{SOFT}\"", diagram.note_size));
    }
    file.push_str("</g>\n");
}

/// The coloured bar at the side of a category where its label begins.
fn bar(file: &mut String, node: &DiagramNode, label: &DiagramText) {
    let begins_right = label.x > node.x + node.width / 2;
    let x = if begins_right { node.x + node.width - BAR } else { node.x };
    let color = on_white(node.color).unwrap_or_else(|| LINE.to_owned());
    let (y, height) = (node.y + 2, node.height - 4);
    add(
        file,
        format_args!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"{BAR}\" height=\"{height}\" rx=\"1.5\" fill=\"{color}\"/>"
        ),
    );
}

/// A node without text.
fn mark(file: &mut String, node: &DiagramNode) {
    let DiagramNode { x, y, width, height, .. } = node;
    let color = on_white(node.color).unwrap_or_else(|| SOFT.to_owned());
    add(
        file,
        format_args!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"{}\" fill=\"{color}\"/>\n",
            height / 2,
        ),
    );
}

fn text(file: &mut String, text: &DiagramText, attributes: &str) {
    let DiagramText { x, y, .. } = text;
    let direction = if text.rtl { " direction=\"rtl\"" } else { "" };
    let anchor = if text.anchor == "end" { " text-anchor=\"end\"" } else { "" };
    add(
        file,
        format_args!(
            "<text x=\"{x}\" y=\"{y}\"{anchor}{direction}{attributes}>{}</text>",
            escaped(&text.text)
        ),
    );
}

/// The tree as indented lines.
fn outline(diagram: &Diagram) -> String {
    let mut lines = String::new();
    for node in &diagram.nodes {
        if node.label.is_empty() {
            continue;
        }
        let name = node.full_text.lines().next().unwrap_or_default();
        lines.push('\n');
        lines.extend(std::iter::repeat_n(' ', 2 * node.depth));
        lines.push_str(name);
        if let Some(note) = &node.note {
            add(&mut lines, format_args!(" ({})", note.text));
        }
    }
    lines
}

fn on_white(color: Option<Color>) -> Option<String> {
    color.map(|color| color.readable_on(Color::WHITE, CONTRAST).css())
}

fn add(file: &mut String, more: std::fmt::Arguments<'_>) {
    // Writing to a string does not fail.
    let _ = file.write_fmt(more);
}
