//! The prompt: its variant and settings, as it is sent about an instance, and its text to be changed.

use leptos::ev;
use leptos::prelude::*;

use super::fields::{Setting, check, choice, labelled, line};
use super::{alert, in_english};
use crate::app::App;
use crate::app::language_model::LanguageModel;
use crate::ui::figures::in_own_language;
use crate::ui::view::{El, View, dynamic, el, text};
use crate::ui::widgets::time_told;
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

const ONLY: Setting = Setting {
    testid: "only-instances",
    name: TextId::ModelOnly,
    hint: "1, 2, 5",
    place: |options| &mut options.only,
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
    let compared: Vec<(&str, String)> = [("", app.text(TextId::ModelDifferenceNone))]
        .into_iter()
        .chain(variants.iter().cloned())
        .collect();
    let versions = versions(app, model);
    let difference_to =
        dynamic(move || Some(choice(app, model, DIFFERENCE, with(&compared, &versions.get()))));
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
        let words = app.words();
        let time = match shown.seconds {
            Some(seconds) => time_told(app, words.get(TextId::ModelTime), seconds) + ".",
            None => words.get(TextId::ModelTimeUnknown).to_owned(),
        };
        format!("{} {time}", words.fill(TextId::ModelEstimate, &filled))
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
                .child(line(app, model, ONLY))
                .child(line(app, model, SHOWN))
                .child(difference_to),
        )
        .child(check(app, model, "no-overlap", TextId::ModelNoOverlap, |options| {
            &mut options.no_overlap
        }))
        .child(own_text(app, model, versions))
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

/// The versions of the text, by their numbers from 1.
fn versions(app: App, model: LanguageModel) -> Memo<Vec<(String, String)>> {
    let count = Memo::new(move |_| model.prompts.with(Vec::len));
    let version = move |number: usize| {
        let number = number.to_string();
        let name = app.words().fill(TextId::ModelVersion, &[("n", &number)]);
        (number, name)
    };
    Memo::new(move |_| (1..=count.get()).map(version).collect())
}

/// Values of a choice, and the versions.
fn with(values: &[(&str, String)], versions: &[(String, String)]) -> Vec<(String, String)> {
    let values = values.iter().map(|(value, name)| ((*value).to_owned(), name.clone()));
    values.chain(versions.iter().cloned()).collect()
}

/// The text of the prompt with placeholders, to be changed, and its versions.
fn own_text(app: App, model: LanguageModel, versions: Memo<Vec<(String, String)>>) -> El {
    let own = move || model.options.with(|options| options.prompt.clone());
    let value = text(move || {
        let own = own();
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
        .on(ev::change, move |event| model.set_prompt(event_target_value(&event)));
    let chosen = text(move || {
        let own = own();
        let at = model.prompts.with(|all| all.iter().position(|text| *text == own));
        at.map(|at| (at + 1).to_string()).unwrap_or_default()
    });
    let version = move || {
        let of_variant = [("", app.text(TextId::ModelVersionOfVariant))];
        let options = with(&of_variant, &versions.get())
            .into_iter()
            .map(|(value, name)| el("option").attr("value", value).child(name));
        let select = el("select")
            .attr("data-testid", "prompt-version")
            .child(options.collect::<Vec<_>>())
            .prop("value", chosen)
            .on(ev::change, move |event| {
                let at = event_target_value(&event).parse::<usize>().ok();
                let at = at.and_then(|number| number.checked_sub(1));
                let text =
                    at.and_then(|at| model.prompts.with_untracked(|all| all.get(at).cloned()));
                model.set_prompt(text.unwrap_or_default());
            });
        Some(labelled(app.text(TextId::ModelVersions), select))
    };
    el("details")
        .child(el("summary").child(app.text(TextId::ModelEditPrompt)))
        .child(el("div").class("model-page__fields").child(dynamic(version)))
        .child(labelled(app.text(TextId::ModelPromptText), field))
}
