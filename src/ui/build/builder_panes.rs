//! The panes of the builder side by side, with movable separators; one at a time on a narrow page.

use leptos::ev;
use leptos::prelude::*;
use web_sys::{Element, HtmlElement, KeyboardEvent, PointerEvent};

use super::screen::BuilderScreen;
use super::{data_problems, editors, outline_parts, template_problems};
use crate::app::App;
use crate::app::builder::{Builder, DraftFile};
use crate::ui::view::{El, el, flag, text};
use crate::ui::widgets::button;
use spanwise_browser::console::reported;
use spanwise_browser::location;
use spanwise_i18n::TextId;
use spanwise_links::Route;

/// A pane of the builder, which a narrow page shows alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum BuilderPane {
    Outline,
    Template,
    Data,
    Preview,
}

/// Everything below the bar.
pub(super) fn builder_panes(builder: Builder, screen: RwSignal<BuilderScreen>) -> El {
    let app = App::from_context();
    let chosen = RwSignal::new(BuilderPane::Template);
    let tab = move |pane: BuilderPane, name: TextId| {
        button(app.text(name))
            .class("button button--quiet")
            .attr("aria-pressed", text(move || (chosen.get() == pane).to_string()))
            .on_click(move || chosen.set(pane))
    };
    let pane = move |pane: BuilderPane, class: &'static str, name: TextId| {
        el("section")
            .class(class)
            .attr("aria-label", app.text(name))
            .class(("build__pane--chosen", flag(move || chosen.get() == pane)))
    };
    let across = RwSignal::new(52_i32);
    let down = RwSignal::new(68_i32);
    let texts = el("div")
        .class("build__texts")
        .style(("--down", text(move || format!("{}%", down.get()))))
        .child(
            el("div")
                .class("build__template")
                .child(
                    pane(BuilderPane::Outline, "build__pane build__outline", TextId::OutlineTitle)
                        .child(outline_parts::outline_parts(builder, screen)),
                )
                .child(
                    pane(BuilderPane::Template, "build__pane", TextId::BuildTemplate)
                        .child(editors::editor(builder, DraftFile::Template))
                        .child(template_problems::template_problems(builder)),
                ),
        )
        .child(separator(down, Orientation::Horizontal, TextId::BuildBorderDown))
        .child(
            pane(BuilderPane::Data, "build__pane", TextId::BuildData)
                .child(editors::editor(builder, DraftFile::Data))
                .child(data_problems::data_problems(builder)),
        );
    el("main")
        .class("build__main")
        .child(
            el("div")
                .class("build__tabs")
                .attr("role", "group")
                .attr("aria-label", app.text(TextId::BuildParts))
                .child(tab(BuilderPane::Outline, TextId::OutlineTitle))
                .child(tab(BuilderPane::Template, TextId::BuildTemplate))
                .child(tab(BuilderPane::Data, TextId::BuildData))
                .child(tab(BuilderPane::Preview, TextId::BuildPreview)),
        )
        .child(
            el("div")
                .class("build__panes")
                .style(("--across", text(move || format!("{}%", across.get()))))
                .child(texts)
                .child(separator(across, Orientation::Vertical, TextId::BuildBorderAcross))
                .child(
                    pane(BuilderPane::Preview, "build__pane build__preview", TextId::BuildPreview)
                        .child(preview(builder)),
                ),
        )
}

/// The real annotate page, in a frame.
fn preview(builder: Builder) -> Vec<El> {
    let app = App::from_context();
    let is_empty = Memo::new(move |_| builder.valid_template.with(Option::is_none));
    let frame = el("iframe")
        .class("build__frame")
        .attr("title", app.text(TextId::BuildPreview))
        .attr("data-testid", "preview")
        .attr("hidden", flag(move || is_empty.get()))
        .attr("src", location::link(&Route::Embed.to_string()));
    builder.set_frame(frame.node());
    let words = app.words();
    let misfits = text(move || match builder.data_check.with(|checked| checked.misfits) {
        0 => String::new(),
        n => words.count(TextId::BuildMisfits, n),
    });
    let annotated = flag(move || builder.preview_state.with(|shown| shown.is_annotated));
    let stale = flag(move || {
        builder.valid_template.with(|good| {
            good.as_ref().is_some_and(|good| builder.template.with(|text| *text != good.text))
        })
    });
    let head = el("div")
        .class("build__head")
        .child(el("h2").child(app.text(TextId::BuildPreview)))
        .child(el("span").class("hint").attr("role", "status").child(text(move || {
            if stale.get() { app.text(TextId::BuildStale) } else { String::new() }
        })))
        .child(el("span").class("build__misfits").attr("role", "status").child(misfits))
        .child(
            button(app.text(TextId::BuildWriteBack))
                .attr("data-testid", "write-back")
                .attr("disabled", flag(move || !annotated.get()))
                .attr("title", app.text(TextId::BuildWriteBackHint))
                .on_click(move || builder.write_back()),
        );
    let nothing = el("p")
        .class("opening")
        .attr("data-testid", "no-preview")
        .attr("hidden", flag(move || !is_empty.get()))
        .child(app.text(TextId::DeployNothing));
    vec![head, nothing, frame]
}

/// The orientation of a separator, as in `aria-orientation`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Orientation {
    Horizontal,
    Vertical,
}

/// A separator between two panes, moved with the pointer or the arrow keys. `share`: that of the first pane, in percent.
fn separator(share: RwSignal<i32>, orientation: Orientation, name: TextId) -> El {
    let app = App::from_context();
    let element = el("div");
    let node: HtmlElement = element.node();
    let set = move |percent: i32| share.set(percent.clamp(15, 85));
    let drag = {
        let node = node.clone();
        move |event: PointerEvent| {
            if !node.has_pointer_capture(event.pointer_id()) {
                return;
            }
            let Some(parent) = node.parent_element() else { return };
            set(percent_at(&parent, &event, orientation));
        }
    };
    let key = move |event: KeyboardEvent| {
        let step = match event.key().as_str() {
            "ArrowUp" | "ArrowLeft" => -2,
            "ArrowDown" | "ArrowRight" => 2,
            _ => return,
        };
        event.prevent_default();
        set(share.get_untracked() + step);
    };
    let (class, aria_orientation) = match orientation {
        Orientation::Horizontal => ("border border--flat", "horizontal"),
        Orientation::Vertical => ("border", "vertical"),
    };
    element
        .class(class)
        .attr("role", "separator")
        .attr("tabindex", "0")
        .attr("aria-label", app.text(name))
        .attr("aria-orientation", aria_orientation)
        .attr("aria-valuemin", "15")
        .attr("aria-valuemax", "85")
        .attr("aria-valuenow", text(move || share.get().to_string()))
        .on(ev::pointerdown, move |event| {
            event.prevent_default();
            reported(node.set_pointer_capture(event.pointer_id()));
        })
        .on(ev::pointermove, drag)
        .on(ev::keydown, key)
}

/// The position of the pointer between the two ends of an element, in percent.
fn percent_at(element: &Element, event: &PointerEvent, orientation: Orientation) -> i32 {
    let area = element.get_bounding_client_rect();
    let (from, length, at) = match orientation {
        Orientation::Horizontal => (area.top(), area.height(), f64::from(event.client_y())),
        Orientation::Vertical => (area.left(), area.width(), f64::from(event.client_x())),
    };
    #[expect(clippy::cast_possible_truncation, reason = "it is clamped to percents")]
    let percent = ((at - from) / length.max(1.0) * 100.0) as i32;
    percent
}
