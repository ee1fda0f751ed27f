//! The annotate page.

mod bar;
mod caret;
mod connectors;
mod draft;
mod edit_panel;
mod foot;
mod gestures;
mod handles;
mod keys;
mod list;
mod marks;
mod menu;
mod panes;
mod questions;

use std::sync::Arc;

use leptos::html;
use leptos::prelude::*;

use self::bar::Bar;
use self::caret::Caret;
use self::connectors::Connectors;
use self::draft::{CategoryBar, CategoryMenu, DraftPanel};
use self::edit_panel::EditPanel;
use self::foot::InstanceFoot;
use self::handles::Handles;
use self::keys::KeysDialog;
use self::list::EditList;
use self::panes::{Pane, Panes};
use super::widgets::{Diagnostics, Dialog, Markdown};
use crate::domain::diagnostic::Diagnostic;
use crate::domain::typology::{Color, Side, Template};
use crate::domain::wording::Key;
use crate::state::{App, Session};
use crate::ui::dynamic::{dynamic, flag, text};

/// Backgrounds of the two themes, as in `style/tokens.css`.
const PAPER_LIGHT: Color = Color { red: 255, green: 255, blue: 255 };
const PAPER_DARK: Color = Color { red: 27, green: 30, blue: 36 };

/// WCAG's contrast for things that are not text.
const MARK_CONTRAST: f64 = 3.0;

/// The page on which a work is annotated.
#[component]
pub(super) fn Annotate(session: Session) -> impl IntoView {
    let app = App::from_context();
    let template = session.template();
    let panes = Panes::new();
    let caret = RwSignal::new(None::<Caret>);
    let filter = RwSignal::new(None::<String>);
    let (instructions, help, problems) =
        (RwSignal::new(false), RwSignal::new(false), RwSignal::new(false));
    gestures::listen(session, panes, caret);
    keys::listen(session, help);
    document().set_title(&template.label);

    let root = NodeRef::<html::Div>::new();
    let colors = template.clone();
    Effect::new(move |_| {
        if let Some(root) = root.get() {
            set_colors(&root, &colors);
        }
    });
    let frame = NodeRef::<html::Div>::new();
    Effect::new(move |_| {
        if let Some(frame) = frame.get() {
            panes.watch(&frame);
        }
    });
    let settings = template.settings.clone();
    let display = settings.display;
    let prepended = settings.instructions.clone().filter(|_| settings.prepend_instructions);
    let in_dialog = settings.instructions.clone().unwrap_or_default();
    view! {
        <div
            class="annotate"
            class:annotate--columns=display.side_by_side
            class:annotate--texts-in-columns=display.text_side_by_side
            data-page="annotate"
            node_ref=root
            style:--text-scale=text(move || app.preferences.with(|p| percent(p.text_size)))
            style:--line-height=text(move || app.preferences.with(|p| percent(p.line_spacing)))
        >
            <a class="skip-link" href="#text-target" on:click=|event| {
                event.prevent_default();
                keys::focus_text();
            }>
                {app.text(Key::SkipToText)}
            </a>
            <Bar session instructions keys=help problems/>
            <main class="work">
                <div class="work__texts">
                    {prepended
                        .map(|text| {
                            view! {
                                <section class="instructions">
                                    <Markdown text/>
                                </section>
                            }
                        })} <Context session/>
                    <div class="texts" node_ref=frame>
                        <Pane session side=Side::Source panes caret filter/>
                        <Pane session side=Side::Target panes caret filter/>
                        <Connectors session panes frame/>
                        <Handles session panes frame/>
                    </div>
                    <p id="text-help" class="visually-hidden">
                        {app.text(Key::TextHelp)}
                    </p>
                    <p class="visually-hidden" aria-live="assertive">
                        {text(move || caret.get().map(|c| announcement(session, c)).unwrap_or_default())}
                    </p>
                    <div class="work__making">
                        <CategoryMenu session/>
                        <CategoryBar session/>
                        <DraftPanel session/>
                    </div>
                    <InstanceFoot session/>
                </div>
                <aside class="work__edits" aria-label=app.text(Key::Edits)>
                    <EditList session shown=filter/>
                    <EditPanel session/>
                </aside>
            </main>
            <Dialog open=instructions title=Signal::derive(move || app.text(Key::Instructions))>
                <Markdown text=in_dialog.clone()/>
            </Dialog>
            <KeysDialog open=help/>
            <Dialog
                open=problems
                title=Signal::derive(move || {
                    app.words().count(Key::Problems, session.problem_count.get())
                })
            >
                <Diagnostics list=all_problems(session)/>
            </Dialog>
        </div>
    }
}

/// A percentage as CSS writes numbers.
fn percent(value: u16) -> String {
    format!("{}.{:02}", value / 100, value % 100)
}

fn all_problems(session: Session) -> Arc<[Diagnostic]> {
    let template = session.template_problems.get_value();
    session.ask(|w| {
        let data = w.dataset().problems().iter().chain(w.overview().problems());
        template.iter().chain(data).cloned().collect()
    })
}

/// Colours of the categories as CSS variables, readable in both themes.
fn set_colors(root: &web_sys::HtmlElement, template: &Template) {
    for (id, category) in template.typology.iter() {
        let light = category.color.readable_on(PAPER_LIGHT, MARK_CONTRAST).css();
        let dark = category.color.readable_on(PAPER_DARK, MARK_CONTRAST).css();
        let index = id.index();
        let strong = format!("light-dark({light}, {dark})");
        let weak = format!("color-mix(in srgb, var(--c{index}) 60%, var(--paper))");
        // Colours are made here from numbers, so these are valid declarations.
        let _ = root.style().set_property(&format!("--c{index}"), &strong);
        let _ = root.style().set_property(&format!("--o{index}"), &weak);
    }
}

/// What a screen reader says about the caret.
fn announcement(session: Session, caret: Caret) -> String {
    let template = session.template();
    session.instance.with(|instance| {
        let text = session.read(instance.text(caret.side), caret.range());
        let at = caret.head.start();
        let names: Vec<String> = instance
            .edits
            .iter()
            .filter(|e| e.spans.on(caret.side).iter().any(|s| s.start() <= at && at < s.end()))
            .map(|e| list::label(&template, e))
            .collect();
        if names.is_empty() {
            return text;
        }
        let inside =
            App::from_context().words().fill(Key::InEdits, &[("names", &names.join(", "))]);
        format!("{text}, {inside}")
    })
}

/// The context of the instance, folded away where the template says so.
#[component]
fn Context(session: Session) -> impl IntoView {
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
    dynamic(move || {
        context.get().filter(|c| !c.is_empty()).map(|markdown| {
            let label = app.text(Key::ContextLabel);
            view! {
                <section class="context">
                    {(!label.is_empty()).then(|| view! { <h2 class="pane__label">{label}</h2> })}
                    {hides
                        .then(|| {
                            view! {
                                <button
                                    type="button"
                                    class="button"
                                    aria-expanded=text(move || shown.get().to_string())
                                    on:click=move |_| shown.update(|s| *s = !*s)
                                >
                                    {text(move || {
                                        app.text(
                                            if shown.get() { Key::HideContext } else { Key::ShowContext },
                                        )
                                    })}
                                </button>
                            }
                        })}
                    <div data-testid="pane-context" hidden=flag(move || !shown.get())>
                        <Markdown text=markdown/>
                    </div>
                </section>
            }
        })
    })
}
