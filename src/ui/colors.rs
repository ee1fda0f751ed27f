//! Colours of categories as CSS, readable in both themes.

use std::collections::HashMap;

use spanwise_browser::console::reported;
use spanwise_template::{Color, Template};
use web_sys::HtmlElement;

/// Backgrounds of the two themes, as in `style/tokens.css`.
const PAPER_LIGHT: Color = Color { red: 255, green: 255, blue: 255 };
const PAPER_DARK: Color = Color { red: 27, green: 30, blue: 36 };

/// WCAG's contrast for things that are not text.
const MARK_CONTRAST: f64 = 3.0;

/// A colour of a template as CSS, readable on the paper of both themes.
pub(super) fn themed(color: Color) -> String {
    let light = color.readable_on(PAPER_LIGHT, MARK_CONTRAST).css();
    let dark = color.readable_on(PAPER_DARK, MARK_CONTRAST).css();
    format!("light-dark({light}, {dark})")
}

/// Sets the colours of the categories as CSS variables of an element: `--c0`, `--c1`, … by position in the template, and
/// paler for edits with open questions `--o0`, `--o1`, ….
pub(super) fn set_colors(root: &HtmlElement, template: &Template) {
    // Many categories share few colours, each of which takes some computing.
    let mut known: HashMap<Color, String> = HashMap::new();
    for (id, category) in template.typology.iter() {
        let index = id.index();
        let strong = known.entry(category.color).or_insert_with(|| themed(category.color));
        let weak = format!("color-mix(in srgb, var(--c{index}) 60%, var(--paper))");
        reported(root.style().set_property(&format!("--c{index}"), strong));
        reported(root.style().set_property(&format!("--o{index}"), &weak));
    }
}
