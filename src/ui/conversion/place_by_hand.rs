//! The field in which the place of a span is selected in its text: with the mouse, a finger or the keys.

use leptos::ev;
use leptos::prelude::*;
use web_sys::HtmlTextAreaElement;

use crate::app::App;
use crate::ui::view::{El, el, show};
use crate::ui::widgets::button;
use spanwise_browser::console::reported;
use spanwise_browser::timing;
use spanwise_i18n::TextId;
use spanwise_text::{Span, Text, Utf16};

/// A field with the text, in which a place may be selected already. `place` gets the place in UTF-16 units of the text.
pub(super) fn place_by_hand(
    app: App,
    content: &Text,
    selected: Option<[u32; 2]>,
    place: impl Fn([u32; 2]) + Clone + 'static,
    close: impl Fn() + Clone + 'static,
) -> El {
    let is_empty = RwSignal::new(false);
    // A field that can be edited shows the caret, which the selection with keys needs; it is not changed, though.
    let field = el("textarea")
        .class("found-spans__text")
        .attr("dir", "auto")
        .attr("rows", "6")
        .attr("inputmode", "none")
        .attr("spellcheck", "false")
        .attr("aria-readonly", "true")
        .attr("aria-label", app.text(TextId::ConversionPlaceField))
        .attr("data-testid", "place-field")
        .prop("value", content.as_str().to_owned());
    let node: HtmlTextAreaElement = field.node();
    let take = {
        let (node, content) = (node.clone(), content.clone());
        move || match selected_place(&node, &content) {
            Some(found) => place(found),
            None => is_empty.set(true),
        }
    };
    let (on_enter, on_escape, reset) = (take.clone(), close.clone(), content.as_str().to_owned());
    let shown = node.clone();
    let field = field
        .on(ev::beforeinput, |event| event.prevent_default())
        .on(ev::input, move |_| shown.set_value(&reset))
        .on(ev::keydown, move |event| match event.key().as_str() {
            "Enter" => {
                event.prevent_default();
                on_enter();
            }
            "Escape" => on_escape(),
            _ => {}
        });
    let selected = selected.unwrap_or_default().map(|at| in_field(content.as_str(), at));
    timing::after(0, move || {
        reported(node.focus());
        reported(node.set_selection_range(selected[0], selected[1]));
    });
    let nothing =
        move || el("p").attr("role", "alert").child(app.text(TextId::ConversionNothingSelected));
    el("div")
        .child(el("p").class("hint").child(app.text(TextId::ConversionPlaceHint)))
        .child(field)
        .child(show(is_empty.into(), nothing))
        .child(
            el("p")
                .class("actions")
                .child(
                    button(app.text(TextId::ConversionPlaceHere))
                        .class("button button--main")
                        .attr("data-testid", "place-here")
                        .on_click(take),
                )
                .child(button(app.text(TextId::ButtonsCancelLabel)).on_click(close)),
        )
}

/// The place that is selected in a field, in whole characters; `None` if that is none.
fn selected_place(field: &HtmlTextAreaElement, content: &Text) -> Option<[u32; 2]> {
    let at = |offset: u32| Utf16(in_text(content.as_str(), offset));
    let (start, end) = (field.selection_start().ok()??, field.selection_end().ok()??);
    let span = content.clamp(Span::between(at(start), at(end)));
    (span.start() < span.end()).then(|| [span.start().0, span.end().0])
}

/// The UTF-16 units of the characters of a text, each with those of what a field shows of it: a field has line feeds alone.
fn units(text: &str) -> impl Iterator<Item = (u32, u32)> {
    let next = text.chars().skip(1).map(Some).chain([None]);
    text.chars().zip(next).map(|(c, next)| {
        let is_dropped = c == '\r' && next == Some('\n');
        let units = if c.len_utf16() == 2 { 2 } else { 1 };
        (units, if is_dropped { 0 } else { units })
    })
}

/// The offset in a text of an offset in a field that shows it.
fn in_text(text: &str, in_field: u32) -> u32 {
    let (mut at, mut shown) = (0, 0);
    for (units, units_shown) in units(text) {
        if shown >= in_field {
            break;
        }
        at += units;
        shown += units_shown;
    }
    at
}

/// The offset in a field of an offset in the text that it shows.
fn in_field(text: &str, in_text: u32) -> u32 {
    let (mut at, mut shown) = (0, 0);
    for (units, units_shown) in units(text) {
        if at >= in_text {
            break;
        }
        at += units;
        shown += units_shown;
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;
    use wasm_bindgen_test::wasm_bindgen_test;

    #[wasm_bindgen_test]
    fn offsets_are_those_of_the_text_whatever_ends_its_lines() {
        for (text, shown, expected) in [
            ("a\r\nb", 1, 1),
            ("a\r\nb", 2, 3),
            ("a\nb", 2, 2),
            ("a\rb", 2, 2),
            ("😀\r\n\r\nb", 4, 6),
            ("ab", 9, 2),
        ] {
            assert_eq!(in_text(text, shown), expected, "{text:?}");
        }
        for (text, at) in [("a\r\nb c", 3), ("😀\r\n\r\nb", 6), ("é 😀 x", 4)] {
            assert_eq!(in_text(text, in_field(text, at)), at, "{text:?}");
        }
    }
}
