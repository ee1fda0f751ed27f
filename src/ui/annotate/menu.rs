//! Everything that the bar has no room for.

use leptos::html;
use leptos::prelude::*;

use crate::domain::wording::Key;
use crate::domain::workspace::Command;
use crate::platform::files;
use crate::state::export::Export;
use crate::state::{App, Connectors, Preferences, Session, opening};
use crate::ui::dynamic::{When, flag, text};
use crate::ui::widgets::{Icon, icon};

/// The menu of the bar.
#[component]
pub(super) fn Menu(
    session: Session,
    keys: RwSignal<bool>,
    problems: RwSignal<bool>,
) -> impl IntoView {
    let app = App::from_context();
    let node = NodeRef::<html::Details>::new();
    let close = move || {
        if let Some(menu) = node.get_untracked() {
            menu.set_open(false);
        }
    };
    let outside = window_event_listener(leptos::ev::pointerdown, move |event| {
        use wasm_bindgen::JsCast;
        let target = event.target().and_then(|t| t.dyn_into::<web_sys::Node>().ok());
        let inside = node.get_untracked().is_some_and(|menu| menu.contains(target.as_ref()));
        if !inside {
            close();
        }
    });
    on_cleanup(move || outside.remove());
    let disable = session.template().settings.disable;
    let count = move || {
        session.problem_count.get() + session.template_problems.with_value(|list| list.len())
    };
    view! {
        <details
            class="menu"
            node_ref=node
            on:keydown=move |event| {
                if event.key() == "Escape" {
                    event.stop_propagation();
                    close();
                    // What had the focus in it is gone: the button that opens it takes it.
                    super::keys::focus(".menu summary");
                }
            }
        >
            <summary class="button button--quiet" aria-label=app.text(Key::Menu)>
                {icon(Icon::Menu)}
                <When is=flag(move || { count() > 0 })>
                    <span class="menu__dot" aria-hidden="true"></span>
                </When>
            </summary>
            <div class="menu__panel">
                {(!disable.upload).then(|| view! { <Upload close=Callback::new(move |()| close())/> })}
                {(!disable.download).then(|| view! { <Downloads session close=Callback::new(move |()| close())/> })}
                <When is=flag(move || { count() > 0 })>
                    <button
                        type="button"
                        class="menu__item"
                        data-testid="problems"
                        on:click=move |_| {
                            close();
                            problems.set(true);
                        }
                    >
                        {icon(Icon::Warning)}
                        {text(move || app.words().count(Key::Problems, count()))}
                    </button>
                </When>
                <button
                    type="button"
                    class="menu__item"
                    on:click=move |_| {
                        close();
                        keys.set(true);
                    }
                >
                    {app.text(Key::Keys)}
                    <kbd aria-hidden="true">"?"</kbd>
                </button>
                {(!disable.selection)
                    .then(|| {
                        view! {
                            <button
                                type="button"
                                class="menu__item"
                                on:click=move |_| {
                                    close();
                                    session.dispatch(Command::Clear);
                                }
                            >
                                {app.text(Key::ClearEdits)}
                            </button>
                        }
                    })}
                <Reading/>
            </div>
        </details>
    }
}

#[component]
fn Upload(close: Callback<()>) -> impl IntoView {
    let app = App::from_context();
    let input = NodeRef::<html::Input>::new();
    view! {
        <label class="menu__item file-choice">
            {icon(Icon::Open)} <span>{app.text(Key::OpenFile)}</span>
            <input
                type="file"
                multiple
                accept=".json,.jsonl,.ndjson,.yml,.yaml,application/json,application/yaml,text/yaml"
                data-testid="upload"
                node_ref=input
                on:change=move |_| {
                    close.run(());
                    if let Some(input) = input.get_untracked() {
                        opening::open_files(app, files::take(&input));
                    }
                }
            />
        </label>
    }
}

#[component]
fn Downloads(session: Session, close: Callback<()>) -> impl IntoView {
    let app = App::from_context();
    let item = move |what: Export, test_id: &'static str, name: Key, hint: Key| {
        view! {
            <button
                type="button"
                class="menu__item"
                data-testid=test_id
                on:click=move |_| {
                    close.run(());
                    session.export(app, what);
                }
            >
                <span>
                    {app.text(name)} <small class="hint">{app.text(hint)}</small>
                </span>
            </button>
        }
    };
    view! {
        {item(Export::Annotations, "download", Key::Download, Key::DownloadHint)}
        {item(
            Export::Python,
            "download-python",
            Key::DownloadPython,
            Key::DownloadPythonHint,
        )}
        {item(
            Export::Bundle,
            "download-bundle",
            Key::DownloadBundle,
            Key::DownloadBundleHint,
        )}
    }
}

/// How the person likes to read.
#[component]
fn Reading() -> impl IntoView {
    let app = App::from_context();
    let preferences = app.preferences;
    let range = move |name: Key,
                      min: u16,
                      max: u16,
                      step: u16,
                      get: fn(&Preferences) -> u16,
                      set: fn(&mut Preferences, u16)| {
        view! {
            <label class="menu__field">
                {app.text(name)}
                <input
                    type="range"
                    min=min
                    max=max
                    step=step
                    prop:value=text(move || preferences.with(get).to_string())
                    on:input=move |event| {
                        if let Ok(value) = event_target_value(&event).parse() {
                            preferences.update(|p| set(p, value));
                        }
                    }
                />
            </label>
        }
    };
    let connectors = [
        (Connectors::All, "all", Key::ConnectorsAll),
        (Connectors::Chosen, "chosen", Key::ConnectorsChosen),
        (Connectors::None, "none", Key::ConnectorsNone),
    ];
    view! {
        <fieldset class="menu__fields">
            <legend>{app.text(Key::Settings)}</legend>
            {range(
                Key::TextSize,
                70,
                200,
                10,
                |p| p.text_size,
                |p, value| p.text_size = value,
            )}
            {range(
                Key::LineSpacing,
                150,
                260,
                10,
                |p| p.line_spacing,
                |p, value| p.line_spacing = value,
            )}
            <label class="menu__field">
                {app.text(Key::Connectors)}
                <select on:change=move |event| {
                    let value = event_target_value(&event);
                    if let Some((chosen, ..)) = connectors.iter().find(|(_, name, _)| *name == value) {
                        preferences.update(|p| p.connectors = *chosen);
                    }
                }>
                    {connectors
                        .map(|(value, name, key)| {
                            view! {
                                <option
                                    value=name
                                    selected=flag(move || preferences.with(|p| p.connectors == value))
                                >
                                    {app.text(key)}
                                </option>
                            }
                        })}
                </select>
            </label>
        </fieldset>
    }
}
