//! A template without data: what it is, and where the data goes.

use leptos::prelude::*;

use super::hub::FileChoice;
use super::widgets::Diagnostics;
use crate::domain::wording::Key;
use crate::state::{App, Landing, opening};

/// The page of a template that waits for data.
#[component]
pub(super) fn LandingPage(landing: Landing) -> impl IntoView {
    let app = App::from_context();
    let template = landing.template.clone();
    let settings = template.settings.clone();
    let example = landing.clone();
    let has_example = settings.demo_data_link.is_some();
    let link = |address: Option<String>, key: Key| {
        address.map(|href| {
            view! {
                <a class="button" href=href target="_blank" rel="noopener noreferrer">
                    {app.text(key)}
                </a>
            }
        })
    };
    view! {
        <main class="page page--narrow" data-page="landing">
            <h1>{template.label.clone()}</h1>
            {template.description.clone().map(|text| view! { <p class="lead">{text}</p> })}
            {(!landing.diagnostics.is_empty())
                .then(|| {
                    let title = app.words().count(Key::TemplateProblems, landing.diagnostics.len());
                    view! {
                        <details class="panel">
                            <summary>{title}</summary>
                            <Diagnostics list=landing.diagnostics.clone()/>
                        </details>
                    }
                })}
            {(!settings.disable.upload)
                .then(|| {
                    view! {
                        <section class="panel">
                            <h2>{app.text(Key::LandingData)}</h2>
                            <FileChoice/>
                            <p class="hint">{app.text(Key::LandingDataHint)}</p>
                        </section>
                    }
                })}
            <p class="actions">
                {has_example
                    .then(|| {
                        view! {
                            <button
                                type="button"
                                class="button button--main"
                                on:click=move |_| opening::open_example(app, example.clone())
                            >
                                {app.text(Key::LandingExample)}
                            </button>
                        }
                    })} {link(settings.tutorial_link.clone(), Key::LandingTutorial)}
                {link(settings.paper_link.clone(), Key::LandingPaper)}
            </p>
        </main>
    }
}
