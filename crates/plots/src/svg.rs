//! SVG elements as values, and as a file.

use spanwise_text::markup::escaped;

/// The style sheet of drawings, for pages and files. Its colours are those that colour-blind readers tell apart (Okabe and
/// Ito 2008), each with a pattern, a dash or a shape of its own, lighter in a dark theme.
pub const STYLE_SHEET: &str = include_str!("plots.css");

/// The names of elements that drawings consist of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SvgName {
    /// The drawing, or its file.
    Svg,
    /// A name of a part, which browsers show as a tooltip.
    Title,
    /// A description of the drawing.
    Desc,
    /// The style sheet of a file.
    Style,
    /// Elements that belong together.
    G,
    /// A rectangle.
    Rect,
    /// Lines.
    Path,
    /// A circle.
    Circle,
    /// Text.
    Text,
}

impl SvgName {
    /// The name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            SvgName::Svg => "svg",
            SvgName::Title => "title",
            SvgName::Desc => "desc",
            SvgName::Style => "style",
            SvgName::G => "g",
            SvgName::Rect => "rect",
            SvgName::Path => "path",
            SvgName::Circle => "circle",
            SvgName::Text => "text",
        }
    }
}

/// An element.
#[derive(Debug, Clone, PartialEq)]
pub struct SvgElement {
    /// Its name.
    pub name: SvgName,
    /// Its attributes.
    pub attributes: Vec<(&'static str, String)>,
    /// What is in it.
    pub children: Vec<SvgNode>,
}

/// A part of an element.
#[derive(Debug, Clone, PartialEq)]
pub enum SvgNode {
    /// An element.
    Element(SvgElement),
    /// Text, not escaped.
    Text(String),
}

impl SvgElement {
    pub(crate) fn new(name: SvgName) -> Self {
        SvgElement { name, attributes: Vec::new(), children: Vec::new() }
    }

    /// Sets an attribute.
    pub(crate) fn with(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.attributes.push((name, value.into()));
        self
    }

    /// Sets an attribute that is a length in units of the view box.
    pub(crate) fn length(self, name: &'static str, value: f64) -> Self {
        self.with(name, coordinate(value))
    }

    /// Adds an element.
    pub(crate) fn holding(mut self, child: SvgElement) -> Self {
        self.children.push(SvgNode::Element(child));
        self
    }

    /// Adds text.
    pub(crate) fn saying(mut self, text: impl Into<String>) -> Self {
        self.children.push(SvgNode::Text(text.into()));
        self
    }
}

/// A number with at most two decimals, as attributes have it.
pub(crate) fn coordinate(value: f64) -> String {
    let rounded = (value * 100.0).round() / 100.0 + 0.0;
    format!("{rounded}")
}

/// The elements as markup, escaped.
#[must_use]
pub fn markup(element: &SvgElement) -> String {
    let mut text = String::new();
    write(element, &mut text);
    text
}

fn write(element: &SvgElement, text: &mut String) {
    let name = element.name.name();
    text.push('<');
    text.push_str(name);
    for (name, value) in &element.attributes {
        text.extend([" ", name, "=\"", &escaped(value), "\""]);
    }
    if element.children.is_empty() {
        text.push_str("/>");
        return;
    }
    text.push('>');
    for child in &element.children {
        match child {
            SvgNode::Element(child) => write(child, text),
            SvgNode::Text(own) => text.push_str(&escaped(own)),
        }
    }
    text.extend(["</", name, ">"]);
}

/// A drawing as a file of its own, with its style sheet. Its colours are literal, since few programs but browsers know custom
/// properties.
#[must_use]
pub fn svg_file(drawing: &SvgElement) -> String {
    let mut file = drawing.clone();
    file.attributes.insert(0, ("xmlns", "http://www.w3.org/2000/svg".to_owned()));
    let style = SvgElement::new(SvgName::Style).saying(file_style());
    file.children.insert(0, SvgNode::Element(style));
    format!("{}\n", markup(&file))
}

/// The style sheet of a file: the rules in light colours, then in those of a dark theme.
fn file_style() -> String {
    let (themes, rules): (Vec<&str>, Vec<&str>) =
        STYLE_SHEET.lines().partition(|line| line.contains(PROPERTY));
    let rules = rules.join("\n");
    let [light, dark] =
        [0, 1].map(|at| in_colors(&rules, themes.get(at).copied().unwrap_or_default()));
    format!("{light}\n@media screen and (prefers-color-scheme: dark) {{\n{dark}\n}}\n")
}

/// The beginning of the declaration of a colour.
const PROPERTY: &str = " --plot-";

/// Rules in the colours that a theme declares.
fn in_colors(rules: &str, theme: &str) -> String {
    let declarations = theme.split(PROPERTY).skip(1);
    let colors = declarations.filter_map(|declaration| {
        let (name, rest) = declaration.split_once(": ")?;
        Some((name, rest.split_once(';')?.0))
    });
    colors.fold(rules.to_owned(), |rules, (name, color)| {
        rules.replace(&format!("var(--plot-{name})"), color)
    })
}
