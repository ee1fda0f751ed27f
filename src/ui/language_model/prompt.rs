//! The prompt: its variant and settings, as it is sent about an instance, and its text to be changed.

use leptos::ev;
use leptos::prelude::*;

use super::fields::{Setting, check, choice, labelled, line};
use super::{alert, in_english};
use crate::app::App;
use crate::app::language_model::LanguageModel;
use crate::ui::figures::in_own_language;
use crate::ui::view::{El, View, dynamic, el, text};
use crate::ui::widgets::button;
use spanwise_i18n::TextId;

const VARIANT: Setting = Setting {
    testid: "prompt-variant",
    name: TextId::ModelVariant,
    hint: "",
    place: |options| &mut options.variant,
};

/// The variants, by their names on the command line.
const VARIANTS: [(&str, TextId); 5] = [
    ("base", TextId::ModelVariantBase),
    ("noguide", TextId::ModelVariantNoguide),
    ("noreason", TextId::ModelVariantNoreason),
    ("cot", TextId::ModelVariantCot),
    ("5shot", TextId::ModelVariantShots),
];

const FORM: Setting = Setting {
    testid: "reply-form",
    name: TextId::ModelForm,
    hint: "",
    place: |options| &mut options.form,
};

const FORMS: [(&str, TextId); 3] = [
    ("quotes", TextId::ModelFormQuotes),
    ("tags", TextId::ModelFormTags),
    ("tokens", TextId::ModelFormTokens),
];

const SHOTS: Setting = Setting {
    testid: "shots",
    name: TextId::ModelShots,
    hint: "3, 7, 12",
    place: |options| &mut options.shots,
};

const DIFFERENCE: Setting = Setting {
    testid: "difference-to",
    name: TextId::ModelDifference,
    hint: "",
    place: |options| &mut options.difference_to,
};

const SHOWN: Setting = Setting {
    testid: "shown-instance",
    name: TextId::ModelInstance,
    hint: "1",
    place: |options| &mut options.shown,
};

/// The section of the prompt.
pub(super) fn prompt(app: App, model: LanguageModel) -> El {
    let variants = VARIANTS.map(|(value, name)| (value, app.text(name))).to_vec();
    let none = [("", app.text(TextId::ModelDifferenceNone))];
    let compared = none.into_iter().chain(variants.iter().cloned()).collect();
    let forms = FORMS.map(|(value, name)| (value, app.text(name))).to_vec();
    let sent = in_english(el("pre"))
        .class("model-page__prompt")
        .attr("data-testid", "prompt")
        .attr("tabindex", "0")
        .attr("role", "region")
        .attr("aria-label", app.text(TextId::ModelAsSent))
        .child(dynamic(move || {
            let shown = model.prompt.get()?;
            Some(match &shown.difference {
                Some(lines) => difference(app, lines),
                None => View::from(shown.prompt),
            })
        }));
    let estimate = text(move || {
        let Some(shown) = model.prompt.get() else { return String::new() };
        let [input, output] = shown.tokens.map(|tokens| tokens.to_string());
        let requests = shown.requests.to_string();
        let cost = shown.cost.map(|cost| format!("{cost:.4}")).unwrap_or_else(|| "–".to_owned());
        let filled =
            [("n", requests.as_str()), ("input", &input), ("output", &output), ("cost", &cost)];
        app.words().fill(TextId::ModelEstimate, &filled)
    });
    let failure = dynamic(move || {
        model.prompt_failure.get().map(|message| alert().child(el("p").child(app.say(&message))))
    });
    el("section")
        .attr("aria-labelledby", "model-prompt")
        .child(el("h2").attr("id", "model-prompt").child(app.text(TextId::ModelPrompt)))
        .child(
            el("div")
                .class("model-page__fields")
                .child(choice(app, model, VARIANT, variants))
                .child(choice(app, model, FORM, forms))
                .child(line(app, model, SHOTS))
                .child(line(app, model, SHOWN))
                .child(choice(app, model, DIFFERENCE, compared)),
        )
        .child(check(app, model, "no-overlap", TextId::ModelNoOverlap, |options| {
            &mut options.no_overlap
        }))
        .child(own_text(app, model))
        .child(failure)
        .child(el("h3").child(app.text(TextId::ModelAsSent)))
        .child(sent)
        .child(el("p").class("hint").attr("data-testid", "estimate").child(estimate))
}

/// The lines of two prompts: those that only one of them has are marked.
fn difference(app: App, lines: &str) -> View {
    if lines.lines().all(|line| line.starts_with(' ')) {
        let same = app.text(TextId::ModelDifferenceSame);
        return View::from(in_own_language(app, el("p")).child(same));
    }
    let line = |line: &str| {
        let text = format!("{line}\n");
        match line.chars().next() {
            Some('+') => View::from(el("ins").child(text)),
            Some('-') => View::from(el("del").child(text)),
            Some(_) | None => View::from(text),
        }
    };
    View::Many(lines.lines().map(line).collect())
}

/// The text of the prompt with placeholders, to be changed.
fn own_text(app: App, model: LanguageModel) -> El {
    let value = text(move || {
        let own = model.options.with(|options| options.prompt.clone());
        if own.trim().is_empty() {
            return model.prompt.get().map(|shown| shown.template).unwrap_or_default();
        }
        own
    });
    let field = in_english(el("textarea"))
        .attr("rows", "14")
        .attr("spellcheck", "false")
        .attr("data-testid", "prompt-template")
        .prop("value", value)
        .on(ev::change, move |event| {
            let text = event_target_value(&event);
            model.change(|options| options.prompt = text);
        });
    let reset = button(app.text(TextId::ModelResetPrompt))
        .attr("data-testid", "reset-prompt")
        .on_click(move || model.change(|options| options.prompt.clear()));
    el("details")
        .child(el("summary").child(app.text(TextId::ModelEditPrompt)))
        .child(labelled(app.text(TextId::ModelPromptText), field))
        .child(el("p").class("actions").child(reset))
}
