//! The start page: open a file, paste a link, go on with recent work, or try a typology.

use leptos::html;
use leptos::prelude::*;

use super::dynamic::{When, dynamic, flag};
use crate::domain::store::works::Listed;
use crate::domain::wording::Key;
use crate::platform::{files, location};
use crate::state::{App, opening, recent};

/// Templates that come with the app: name, title, what it is for.
const SHIPPED: [(&str, &str, &str); 3] = [
    ("salsa", "SALSA", "Simplification: edits between a complex and a simple sentence"),
    ("mqm", "MQM", "Translation: errors in a translated segment"),
    ("scarecrow", "Scarecrow", "Generation: errors in machine-written text"),
];

/// The start page.
#[component]
pub(super) fn Hub() -> impl IntoView {
    let app = App::from_context();
    let link = NodeRef::<html::Input>::new();
    view! {
        <main class="page" data-page="hub">
            <header class="hub__header">
                <h1>{app.text(Key::AppName)}</h1>
                <p class="lead">{app.text(Key::HubSentence)}</p>
            </header>
            {(!app.store().is_durable())
                .then(|| {
                    view! {
                        <p
                            class="notice notice--warning notice--in-page"
                            data-testid="notice"
                            data-level="warning"
                        >
                            {app.text(Key::HubNoStorage)}
                        </p>
                    }
                })}
            {dynamic(move || {
                app.waiting
                    .get()
                    .map(|name| {
                        let text = app.words().fill(Key::DataWaiting, &[("name", &name)]);
                        view! {
                            <p
                                class="notice notice--info notice--in-page"
                                role="status"
                                data-testid="notice"
                                data-level="info"
                            >
                                {text}
                            </p>
                        }
                    })
            })}
            <div class="hub__ways">
                <section class="panel">
                    <h2>{app.text(Key::HubOpen)}</h2>
                    <FileChoice/>
                    <p class="hint">{app.text(Key::HubOpenHint)}</p>
                </section>
                <section class="panel">
                    <h2 id="link-heading">{app.text(Key::HubLink)}</h2>
                    <form
                        class="hub__link"
                        on:submit=move |event| {
                            event.prevent_default();
                            if let Some(input) = link.get_untracked() {
                                opening::open_pasted(app, &input.value());
                            }
                        }
                    >
                        <input
                            type="text"
                            inputmode="url"
                            autocomplete="off"
                            spellcheck="false"
                            placeholder="https://github.com/…/template.yml"
                            aria-labelledby="link-heading"
                            data-testid="link"
                            node_ref=link
                        />
                        <button type="submit" class="button">
                            {app.text(Key::HubLinkGo)}
                        </button>
                    </form>
                    <p class="hint">{app.text(Key::HubLinkHint)}</p>
                </section>
            </div>
            <Recent/>
            <section>
                <h2>{app.text(Key::HubGallery)}</h2>
                <ul class="gallery">
                    {SHIPPED
                        .map(|(name, title, purpose)| {
                            view! {
                                <li class="panel">
                                    <h3>{title}</h3>
                                    <p>{purpose}</p>
                                    <button
                                        type="button"
                                        class="button"
                                        on:click=move |_| opening::open_shipped(app, name)
                                    >
                                        {app.text(Key::HubTry)}
                                        <span class="visually-hidden">{format!(": {title}")}</span>
                                    </button>
                                </li>
                            }
                        })}
                </ul>
            </section>
        </main>
    }
}

/// A button that opens files.
#[component]
pub(super) fn FileChoice() -> impl IntoView {
    let app = App::from_context();
    let input = NodeRef::<html::Input>::new();
    view! {
        <label class="file-choice">
            <span class="button button--main">{app.text(Key::OpenFile)}</span>
            <input
                type="file"
                multiple
                accept=".json,.jsonl,.ndjson,.yml,.yaml,application/json,application/yaml,text/yaml"
                data-testid="upload"
                node_ref=input
                on:change=move |_| {
                    if let Some(input) = input.get_untracked() {
                        opening::open_files(app, files::take(&input));
                    }
                }
            />
        </label>
    }
}

#[component]
fn Recent() -> impl IntoView {
    let app = App::from_context();
    let works = Memo::new(move |_| recent::list(app));
    view! {
        <section>
            <h2>{app.text(Key::HubRecent)}</h2>
            <When is=flag(move || works.with(Vec::is_empty))>
                <p class="hint">{app.text(Key::HubRecentNone)}</p>
            </When>
            <ul class="recent">
                {dynamic(move || {
                    works
                        .get()
                        .into_iter()
                        .map(|listed| view! { <RecentWork listed/> })
                        .collect_view()
                })}
            </ul>
        </section>
    }
}

#[component]
fn RecentWork(listed: Listed) -> impl IntoView {
    let app = App::from_context();
    let address = format!("#/w/{}", listed.work);
    let words = app.words();
    let (title, line, readable) = match &listed.meta {
        Ok(meta) => {
            let values = [
                ("done", meta.done.to_string()),
                ("total", meta.instances.to_string()),
                ("size", size(listed.bytes)),
            ];
            let values: Vec<(&str, &str)> = values.iter().map(|(k, v)| (*k, v.as_str())).collect();
            (meta.title.clone(), words.fill(Key::HubRecentLine, &values), true)
        }
        Err(why) => {
            let why = why.to_string();
            (listed.work.to_string(), words.fill(Key::HubRecentUnreadable, &[("why", &why)]), false)
        }
    };
    let work = listed.work.clone();
    let name = title.clone();
    view! {
        <li class="recent__work">
            {if readable {
                view! {
                    <a
                        href=address.clone()
                        data-testid="recent-work"
                        on:click=move |event| {
                            event.prevent_default();
                            location::go(&address);
                        }
                    >
                        {title}
                    </a>
                }
                    .into_any()
            } else {
                view! { <span>{title}</span> }.into_any()
            }} <span class="hint">{line}</span>
            <button
                type="button"
                class="button button--quiet"
                on:click=move |_| recent::delete(app, &work, &name)
            >
                {app.text(Key::HubRemove)}
            </button>
        </li>
    }
}

fn size(bytes: usize) -> String {
    match bytes {
        0..1024 => format!("{bytes} B"),
        1024..1_048_576 => format!("{} KB", bytes / 1024),
        _ => format!("{} MB", bytes / 1_048_576),
    }
}
