//! The endpoint: address, model, key, and how it is asked.

use leptos::ev;
use leptos::prelude::*;

use super::fault_notice;
use super::fields::{Setting, check, choice, labelled, line};
use crate::app::App;
use crate::app::language_model::{ConnectionTest, LanguageModel};
use crate::ui::view::{El, dynamic, el, flag, text};
use crate::ui::widgets::button;
use spanwise_i18n::TextId;

/// Endpoints with their addresses.
const PRESETS: [(&str, &str); 7] = [
    ("ollama", "http://localhost:11434"),
    ("LM Studio", "http://localhost:1234/v1"),
    ("llama.cpp", "http://localhost:8080/v1"),
    ("vLLM", "http://localhost:8000/v1"),
    ("OpenAI", "https://api.openai.com/v1"),
    ("OpenRouter", "https://openrouter.ai/api/v1"),
    ("Anthropic", "https://api.anthropic.com/v1"),
];

const ENDPOINT: Setting = Setting {
    testid: "endpoint",
    name: TextId::ModelEndpoint,
    hint: "http://localhost:11434",
    place: |options| &mut options.endpoint,
};

const MODEL: Setting = Setting {
    testid: "model-name",
    name: TextId::ModelName,
    hint: "llama3.3",
    place: |options| &mut options.model,
};

const API: Setting =
    Setting { testid: "api", name: TextId::ModelApi, hint: "", place: |options| &mut options.api };

const STRUCTURED: Setting = Setting {
    testid: "structured",
    name: TextId::ModelStructured,
    hint: "",
    place: |options| &mut options.structured,
};

/// Settings of numbers.
const NUMBERS: [Setting; 11] = [
    Setting {
        testid: "temperature",
        name: TextId::ModelTemperature,
        hint: "0",
        place: |options| &mut options.temperature,
    },
    Setting {
        testid: "seed",
        name: TextId::ModelSeed,
        hint: "42",
        place: |options| &mut options.seed,
    },
    Setting {
        testid: "max-tokens",
        name: TextId::ModelMaxTokens,
        hint: "2000",
        place: |options| &mut options.max_tokens,
    },
    Setting {
        testid: "model-samples",
        name: TextId::ModelSamples,
        hint: "1",
        place: |options| &mut options.samples,
    },
    Setting {
        testid: "parallel",
        name: TextId::ModelParallel,
        hint: "4",
        place: |options| &mut options.parallel,
    },
    Setting {
        testid: "per-minute",
        name: TextId::ModelPerMinute,
        hint: "60",
        place: |options| &mut options.per_minute,
    },
    Setting {
        testid: "timeout",
        name: TextId::ModelTimeout,
        hint: "300",
        place: |options| &mut options.timeout,
    },
    Setting {
        testid: "seconds-of-answer",
        name: TextId::ModelSecondsOfAnswer,
        hint: "10",
        place: |options| &mut options.seconds,
    },
    Setting {
        testid: "input-price",
        name: TextId::ModelInputPrice,
        hint: "0.15",
        place: |options| &mut options.input_price,
    },
    Setting {
        testid: "output-price",
        name: TextId::ModelOutputPrice,
        hint: "0.60",
        place: |options| &mut options.output_price,
    },
    Setting {
        testid: "most-cost",
        name: TextId::ModelMostCost,
        hint: "1",
        place: |options| &mut options.most_cost,
    },
];

/// The section of the endpoint.
pub(super) fn connection(app: App, model: LanguageModel) -> El {
    let apis = vec![
        ("", app.text(TextId::ModelApiKnown)),
        ("openai", "OpenAI".to_owned()),
        ("ollama", "ollama".to_owned()),
        ("anthropic", "Anthropic".to_owned()),
    ];
    let structured = vec![
        ("schema", app.text(TextId::ModelStructuredSchema)),
        ("json", app.text(TextId::ModelStructuredJson)),
        ("none", app.text(TextId::ModelStructuredNone)),
    ];
    let numbers: Vec<El> = NUMBERS.into_iter().map(|setting| line(app, model, setting)).collect();
    let further = el("details").child(el("summary").child(app.text(TextId::ModelFurther))).child(
        el("div")
            .class("model-page__fields")
            .child(choice(app, model, API, apis))
            .child(choice(app, model, STRUCTURED, structured))
            .child(numbers),
    );
    el("section")
        .attr("aria-labelledby", "model-endpoint")
        .child(el("h2").attr("id", "model-endpoint").child(app.text(TextId::ModelConnection)))
        .child(
            el("div")
                .class("model-page__fields")
                .child(presets(app, model))
                .child(line(app, model, ENDPOINT))
                .child(line(app, model, MODEL))
                .child(key(app, model)),
        )
        .child(el("p").class("hint").child(app.text(TextId::ModelKeyHint)))
        .child(check(app, model, "keep-key", TextId::ModelKeepKey, |options| {
            &mut options.keeps_key
        }))
        .child(further)
        .child(
            el("p")
                .class("actions")
                .child(test(app, model))
                .child(run(app, model))
                .child(ask_while_annotating(app, model)),
        )
        .child(test_outcome(app, model))
}

/// Known endpoints, one of which sets the address.
fn presets(app: App, model: LanguageModel) -> El {
    let other = el("option").attr("value", "").child("–");
    let known =
        PRESETS.iter().map(|(name, address)| el("option").attr("value", *address).child(*name));
    let known: Vec<El> = std::iter::once(other).chain(known).collect();
    let value = text(move || {
        let endpoint = model.options.with(|options| options.endpoint.clone());
        let preset = PRESETS.iter().find(|(_, address)| *address == endpoint);
        preset.map(|(_, address)| (*address).to_owned()).unwrap_or_default()
    });
    let select = el("select").attr("data-testid", "preset").child(known).prop("value", value).on(
        ev::change,
        move |event| {
            let address = event_target_value(&event);
            model.change(|options| options.choose_endpoint(address));
        },
    );
    labelled(app.text(TextId::ModelPreset), select)
}

fn key(app: App, model: LanguageModel) -> El {
    let input = el("input")
        .attr("type", "password")
        .attr("dir", "ltr")
        .attr("autocomplete", "off")
        .attr("spellcheck", "false")
        .attr("data-testid", "api-key")
        .prop("value", text(move || model.key.get()))
        .on(ev::change, move |event| model.set_key(event_target_value(&event)));
    labelled(app.text(TextId::ModelKey), input)
}

/// Returns `true` while there is nobody to ask.
fn is_incomplete(model: LanguageModel) -> bool {
    model
        .options
        .with(|options| options.endpoint.trim().is_empty() || options.model.trim().is_empty())
}

fn test(app: App, model: LanguageModel) -> El {
    button(app.text(TextId::ModelTest))
        .attr("data-testid", "test-connection")
        .attr("disabled", flag(move || is_incomplete(model)))
        .on_click(move || model.test_connection())
}

fn run(app: App, model: LanguageModel) -> El {
    let is_busy = move || model.progress.with(Option::is_some);
    let has_prompt = move || model.prompt.with(Option::is_some);
    button(app.text(TextId::ModelRun))
        .class("button button--main")
        .attr("data-testid", "run")
        .attr("disabled", flag(move || is_incomplete(model) || is_busy() || !has_prompt()))
        .on_click(move || model.run())
}

/// Opens the work, where the model is asked about the instance shown when the person wants it.
fn ask_while_annotating(app: App, model: LanguageModel) -> El {
    let has_prompt = move || model.prompt.with(Option::is_some);
    button(app.text(TextId::ModelAskWhileAnnotating))
        .attr("data-testid", "ask-while-annotating")
        .attr("disabled", flag(move || is_incomplete(model) || !has_prompt()))
        .on_click(move || model.ask_while_annotating())
}

fn test_outcome(app: App, model: LanguageModel) -> El {
    el("div").attr("role", "status").attr("data-testid", "connection-test").child(dynamic(
        move || {
            model.test.get().map(|test| match test {
                ConnectionTest::Waiting => el("p").child(app.text(TextId::ModelTesting)),
                ConnectionTest::Answered => el("p").child(app.text(TextId::ModelAnswered)),
                ConnectionTest::Failed(fault) => fault_notice(app, &fault),
            })
        },
    ))
}
