//! The annotate page.

pub(super) mod bar;
pub(super) mod caret;
mod connectors;
mod draft;
pub(super) mod edit_panel;
pub(super) mod foot;
pub(super) mod gestures;
mod handles;
pub(super) mod keys;
pub(super) mod list;
mod listener;
mod marks;
pub(super) mod menu;
pub(super) mod more;
pub(super) mod panes;
pub(super) mod questions;
pub(super) mod slips;

use std::collections::HashMap;

use leptos::ev;
use leptos::prelude::*;
use web_sys::HtmlElement;

use self::bar::bar;
use self::caret::Caret;
use self::connectors::connectors;
use self::draft::{category_bar, category_menu, draft_place};
use self::edit_panel::edit_panel;
use self::foot::instance_foot;
use self::handles::handles;
pub(super) use self::keys::focus_text;
use self::list::{Remarks, edit_list};
use self::more::more;
use self::panes::{Panes, pane};
use super::widgets::{button, dialog, markdown};
use crate::app::{App, Session};
use crate::ui::view::{El, View, dynamic, el, flag, later, text};
use spanwise_annotation::document::Edit;
use spanwise_browser::timing;
use spanwise_i18n::Key;
use spanwise_template::{Color, Side, Template};

/// Backgrounds of the two themes, as in `style/tokens.css`.
const PAPER_LIGHT: Color = Color { red: 255, green: 255, blue: 255 };
const PAPER_DARK: Color = Color { red: 27, green: 30, blue: 36 };

/// WCAG's contrast for things that are not text.
const MARK_CONTRAST: f64 = 3.0;

/// What scrolls by itself besides the page.
const SCROLLED: [&str; 3] = [".work__texts", ".list", ".context .markdown"];

/// The page on which a work is annotated.
pub(super) fn annotate(session: Session) -> El {
    let app = App::from_context();
    let template = session.template();
    let panes = Panes::new();
    let caret = RwSignal::new(None::<Caret>);
    let filter = RwSignal::new(None::<String>);
    let (instructions, help) = (RwSignal::new(false), RwSignal::new(false));
    gestures::listen(session, panes, caret);
    gestures::listen_to_clicks(session, panes);
    gestures::listen_to_hovering(session);
    keys::listen(session, help);
    slips::guard();
    begin_at_top(session);
    document().set_title(&template.label);

    let display = template.settings.display;
    let page = el("div")
        .class("annotate")
        .class_if("annotate--columns", display.side_by_side)
        .class_if("annotate--no-keys", flag(move || app.preferences.with(|p| !p.single_keys)))
        .class_if("annotate--texts-in-columns", display.text_side_by_side)
        .set("data-page", "annotate")
        .style("--text-scale", text(move || app.preferences.with(|p| percent(p.text_size))))
        .style("--line-height", text(move || app.preferences.with(|p| percent(p.line_spacing))));
    set_colors(&page.node(), &template);
    page.child(skip_link(&app))
        .child(bar(session, instructions, help, session.problems.shown))
        .child(
            el("main").class("work").child(texts(session, panes, caret, filter)).child(
                el("aside")
                    .class("work__edits")
                    .set("aria-label", app.text(Key::AnnotationViewerHeader))
                    .child(edit_list(session, filter, None))
                    .child(edit_panel(session)),
            ),
        )
        .child(dialog(
            instructions,
            text(move || app.text(Key::ButtonsInstructionsLabel)),
            move || markdown(template.settings.instructions.as_deref().unwrap_or_default()),
        ))
        .child(later(more, move |more| (more.dialogs)(session, &[], help)))
}

/// Shows each instance from its top, wherever the one before was scrolled to.
pub(super) fn begin_at_top(session: Session) {
    let at = Memo::new(move |_| session.view.with(|v| v.instance));
    Effect::new(move |before: Option<usize>| {
        let at = at.get();
        if before.is_some_and(|before| before != at) {
            // The texts are laid out by then, so that scrolling costs no layout of its own.
            timing::before_paint(|| {
                window().scroll_to_with_x_and_y(0.0, 0.0);
                for selector in SCROLLED {
                    if let Ok(Some(element)) = document().query_selector(selector) {
                        element.set_scroll_top(0);
                    }
                }
            });
        }
        at
    });
}

pub(super) fn skip_link(app: &App) -> El {
    el("a")
        .class("skip-link")
        .set("href", "#text-target")
        .on(ev::click, |event| {
            event.prevent_default();
            keys::focus_text();
        })
        .child(app.text(Key::AppSkip))
}

/// What is read, and what is made of it.
fn texts(
    session: Session,
    panes: Panes,
    caret: RwSignal<Option<Caret>>,
    filter: RwSignal<Option<String>>,
) -> El {
    let app = App::from_context();
    let settings = &session.template().settings;
    let prepended = settings.instructions.as_deref().filter(|_| settings.prepend_instructions);
    el("div")
        .class("work__texts")
        .child(prepended.map(|text| el("section").class("instructions").child(markdown(text))))
        .child(context(session))
        .child(both_texts(session, panes, caret, filter, None))
        .child(
            el("p").set("id", "text-help").class("visually-hidden").child(app.text(Key::TextHelp)),
        )
        .child(announced(session, caret))
        .child(making(session))
        .child(instance_foot(session, panes.read_through.into()))
}

/// Source and target, with what lies over them.
pub(super) fn both_texts(
    session: Session,
    panes: Panes,
    caret: RwSignal<Option<Caret>>,
    filter: RwSignal<Option<String>>,
    remarks: Option<Remarks>,
) -> El {
    let frame = el("div").class("texts");
    let node: HtmlElement = frame.node();
    panes.watch(&node);
    let side = |side| pane(session, side, panes, caret, filter, remarks.clone());
    frame
        .child(side(Side::Source))
        .child(side(Side::Target))
        .child(panes::end_of_texts(session, panes))
        .child(connectors(session, panes, node.clone()))
        .child((!session.is_reader()).then(|| handles(session, panes, node.clone())))
        .child((!session.is_reader()).then(|| category_menu(session, panes, node)))
}

/// Tells those who do not see it where the caret is.
pub(super) fn announced(session: Session, caret: RwSignal<Option<Caret>>) -> El {
    let said = text(move || caret.get().map(|c| announcement(session, c)).unwrap_or_default());
    el("p").class("visually-hidden").set("aria-live", "assertive").child(said)
}

/// Where edits are made.
pub(super) fn making(session: Session) -> El {
    el("div").class("work__making").child(category_bar(session)).child(draft_place(session))
}

/// A percentage as CSS writes numbers.
pub(super) fn percent(value: u16) -> String {
    format!("{}.{:02}", value / 100, value % 100)
}

/// A colour of a template as CSS, readable on the paper of both themes.
pub(super) fn themed(color: Color) -> String {
    let light = color.readable_on(PAPER_LIGHT, MARK_CONTRAST).css();
    let dark = color.readable_on(PAPER_DARK, MARK_CONTRAST).css();
    format!("light-dark({light}, {dark})")
}

/// Colours of the categories as CSS variables, readable in both themes.
pub(super) fn set_colors(root: &web_sys::HtmlElement, template: &Template) {
    // Many categories share few colours, each of which takes some computing.
    let mut known: HashMap<Color, String> = HashMap::new();
    for (id, category) in template.typology.iter() {
        let index = id.index();
        let strong = known.entry(category.color).or_insert_with(|| themed(category.color));
        let weak = format!("color-mix(in srgb, var(--c{index}) 60%, var(--paper))");
        // Colours are made here from numbers, so these are valid declarations.
        let _ = root.style().set_property(&format!("--c{index}"), strong);
        let _ = root.style().set_property(&format!("--o{index}"), &weak);
    }
}

/// What a screen reader says about the caret.
fn announcement(session: Session, caret: Caret) -> String {
    let template = session.template();
    session.instance.with(|instance| {
        let text = session.read(instance.text(caret.side), caret.range());
        let at = caret.head.start();
        let shown = instance.texts.first(caret.side).map(|text| &text.name);
        let spans = |e: &Edit| shown.map_or_else(Vec::new, |name| e.spans.on(name).to_vec());
        let names: Vec<String> = instance
            .edits
            .iter()
            .filter(|e| spans(e).iter().any(|s| s.start() <= at && at < s.end()))
            .map(|e| list::label(&template, e))
            .collect();
        if names.is_empty() {
            return text;
        }
        let inside =
            App::from_context().words().fill(Key::TextInEdits, &[("names", &names.join(", "))]);
        format!("{text}, {inside}")
    })
}

/// The context of the instance, folded away where the template says so.
pub(super) fn context(session: Session) -> View {
    let app = App::from_context();
    let context = Memo::new(move |_| session.instance.with(|i| i.context.clone()));
    let at = Memo::new(move |_| session.view.with(|v| v.instance));
    let hides = session.template().settings.display.hide_context;
    let shown = RwSignal::new(!hides);
    // It is folded again on each instance.
    Effect::new(move |_| {
        at.get();
        shown.set(!hides);
    });
    let fold = move || {
        let name = move || {
            app.text(if shown.get() {
                Key::ButtonsHideContextLabel
            } else {
                Key::ButtonsShowContextLabel
            })
        };
        button(text(name))
            .set("aria-expanded", text(move || shown.get().to_string()))
            .on_click(move || shown.update(|s| *s = !*s))
    };
    dynamic(move || {
        context.get().filter(|c| !c.is_empty()).map(|content| {
            let label = app.text(Key::TypologyContextLabel);
            let label = (!label.is_empty()).then(|| el("h2").class("pane__label").child(label));
            el("section").class("context").child(label).child(hides.then(fold)).child(
                el("div")
                    .set("data-testid", "pane-context")
                    .set("hidden", flag(move || !shown.get()))
                    .child(markdown(&content)),
            )
        })
    })
}
