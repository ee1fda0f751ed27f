//! Colours of categories as CSS, readable in both themes.

use std::collections::HashMap;
use std::sync::Arc;

use leptos::prelude::{Effect, With};

use crate::app::App;
use spanwise_browser::console::reported;
use spanwise_browser::length::tenths;
use spanwise_template::{Color, Template};
use web_sys::HtmlElement;

/// Backgrounds of the two themes, as in `style/tokens.css`.
const PAPER_LIGHT: Color = Color { red: 255, green: 255, blue: 255 };
const PAPER_DARK: Color = Color { red: 27, green: 30, blue: 36 };

/// WCAG's contrast for things that are not text.
const MARK_CONTRAST: f64 = 3.0;

/// Patterns of underlines as images, `C` standing for the colour; they differ at a height of 3 pixels. With the seven default
/// colours, no two of the first 56 categories have both in common.
const UNDERLINES: [&str; 8] = [
    "linear-gradient(C,C)",
    "repeating-linear-gradient(90deg,C 0 8px,#0000 8px 11px)",
    "repeating-linear-gradient(90deg,C 0 3px,#0000 3px 6px)",
    "repeating-linear-gradient(90deg,C 0 12px,#0000 12px 15px,C 15px 18px,#0000 18px 21px)",
    "linear-gradient(C 34%,#0000 34% 66%,C 66%)",
    "repeating-linear-gradient(90deg,C 0 10px,#0000 10px 20px)",
    "repeating-linear-gradient(135deg,C 0 2px,#0000 2px 4px)",
    "repeating-linear-gradient(90deg,C 0 7px,#0000 7px 9px,C 9px 11px,#0000 11px 13px,C 13px 15px,#0000 15px 17px)",
];

/// The underline of a category, by its position in the template, as an image in CSS.
pub(super) fn underline(category: usize, color: &str) -> String {
    let [solid, ..] = UNDERLINES;
    UNDERLINES.get(category % UNDERLINES.len()).unwrap_or(&solid).replace('C', color)
}

/// Room below the text for stacked underlines, in CSS pixels; `style/text.css` and `style/example.css` reserve as much.
const ROOM: f64 = 13.0;

/// The number of underlines that can be told apart in that room; those further out share the last place.
pub(super) const LANES: u8 = 12;

/// The place of an underline among those below a text, as the size and the position of a background in CSS.
pub(super) struct UnderlinePlace {
    pub(super) size: String,
    pub(super) position: String,
}

impl UnderlinePlace {
    /// The place in a lane, 0 being the nearest to the text, whose furthest underline lies in `last_lane`.
    pub(super) fn of(lane: u8, last_lane: u8) -> Self {
        let lanes = f64::from(last_lane.min(LANES - 1)) + 1.0;
        let pitch = (ROOM / lanes).min(4.0);
        let thick = (pitch - 1.0).clamp(1.0, 3.0);
        let below = ROOM - pitch * f64::from(lane.min(LANES - 1)) - thick;
        UnderlinePlace {
            size: format!("100% {}px", tenths(thick)),
            position: format!("0 calc(100% - {}px)", tenths(below)),
        }
    }
}

/// A colour of a template as CSS, readable on the paper of both themes.
pub(super) fn themed(color: Color) -> String {
    let light = color.readable_on(PAPER_LIGHT, MARK_CONTRAST).css();
    let dark = color.readable_on(PAPER_DARK, MARK_CONTRAST).css();
    format!("light-dark({light}, {dark})")
}

/// Keeps the colours of the categories as CSS variables of an element: `--c0`, `--c1`, … by position in the template, and
/// paler for edits with open questions `--o0`, `--o1`, …. Readers may prefer colours that colour-blind people tell apart
/// to those of the template.
pub(super) fn set_colors(root: HtmlElement, template: Arc<Template>) {
    let preferences = App::from_context().preferences;
    Effect::new(move |before: Option<bool>| {
        let is_safe = preferences.with(|p| p.safe_colors);
        if before != Some(is_safe) {
            write_colors(&root, &template, is_safe);
        }
        is_safe
    });
}

fn write_colors(root: &HtmlElement, template: &Template, is_safe: bool) {
    // Many categories share few colours, each of which takes some computing.
    let mut known: HashMap<Color, String> = HashMap::new();
    for (id, category) in template.typology.iter() {
        let index = id.index();
        let color = if is_safe { Color::by_position(index) } else { category.color };
        let strong = known.entry(color).or_insert_with(|| themed(color));
        let weak = format!("color-mix(in srgb, var(--c{index}) 60%, var(--paper))");
        reported(root.style().set_property(&format!("--c{index}"), strong));
        reported(root.style().set_property(&format!("--o{index}"), &weak));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use wasm_bindgen_test::wasm_bindgen_test;

    #[wasm_bindgen_test]
    fn eight_categories_in_a_row_have_underlines_of_their_own() {
        let eight: BTreeSet<String> = (0..8).map(|at| underline(at, "red")).collect();
        assert_eq!(eight.len(), 8);
        assert_eq!(underline(8, "red"), underline(0, "red"));
        assert!(eight.iter().all(|image| image.contains("red") && !image.contains('C')));
    }
}
