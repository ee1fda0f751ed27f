//! The options by which figures are computed, as the command line takes them.

use leptos::ev;
use leptos::prelude::*;

use crate::app::App;
use crate::app::figures::{FigureOptions, Figures};
use crate::ui::view::{El, el, flag, text};
use crate::ui::widgets::button;
use spanwise_i18n::TextId;

/// A text field: its name and hint, and what it reads and writes.
struct OptionField {
    testid: &'static str,
    name: TextId,
    hint: &'static str,
    get: fn(&FigureOptions) -> String,
    set: fn(&mut FigureOptions, String),
}

/// The fields of text and numbers.
const FIELDS: [OptionField; 10] = [
    OptionField {
        testid: "by",
        name: TextId::FiguresBy,
        hint: "model, p; domain",
        get: |options| options.by.clone(),
        set: |options, value| options.by = value,
    },
    OptionField {
        testid: "where",
        name: TextId::FiguresWhere,
        hint: "model=gpt2, p=0.96",
        get: |options| options.conditions.clone(),
        set: |options, value| options.conditions = value,
    },
    OptionField {
        testid: "category",
        name: TextId::FiguresCategory,
        hint: "grammar, redundant",
        get: |options| options.category.clone(),
        set: |options, value| options.category = value,
    },
    OptionField {
        testid: "annotator",
        name: TextId::FiguresAnnotator,
        hint: "anna, ben",
        get: |options| options.annotator.clone(),
        set: |options, value| options.annotator = value,
    },
    OptionField {
        testid: "leave-out",
        name: TextId::FiguresLeaveOut,
        hint: "grammar_usage=1",
        get: |options| options.leave_out.clone(),
        set: |options, value| options.leave_out = value,
    },
    OptionField {
        testid: "average",
        name: TextId::FiguresAverage,
        hint: "system, language",
        get: |options| options.average.clone(),
        set: |options, value| options.average = value,
    },
    OptionField {
        testid: "alt-test",
        name: TextId::FiguresAltTest,
        hint: "gpt-5",
        get: |options| options.alt_test.clone(),
        set: |options, value| options.alt_test = value,
    },
    OptionField {
        testid: "systems",
        name: TextId::FiguresSystems,
        hint: "system",
        get: |options| options.systems.clone(),
        set: |options, value| options.systems = value,
    },
    OptionField {
        testid: "samples",
        name: TextId::FiguresSamples,
        hint: "1000",
        get: |options| options.samples.to_string(),
        set: |options, value| options.samples = value.trim().parse().unwrap_or(options.samples),
    },
    OptionField {
        testid: "seed",
        name: TextId::FiguresSeed,
        hint: "42",
        get: |options| options.seed.to_string(),
        set: |options, value| options.seed = value.trim().parse().unwrap_or(options.seed),
    },
];

/// The form of the options.
pub(super) fn options_form(app: App, figures: Figures) -> El {
    let fields = FIELDS.iter().map(|option| field(app, figures, option)).collect::<Vec<_>>();
    el("details")
        .class("figures-page__options")
        .attr("data-testid", "options")
        .child(el("summary").child(app.text(TextId::FiguresOptions)))
        .child(
            el("form")
                .on(ev::submit, move |event| {
                    event.prevent_default();
                    figures.compute();
                })
                .child(el("div").class("figures-page__fields").child(fields))
                .child(check(app, figures, "reference", TextId::FiguresReference, |options| {
                    &mut options.has_reference
                }))
                .child(check(app, figures, "gamma", TextId::FiguresGamma, |options| {
                    &mut options.gamma
                }))
                .child(check(app, figures, "competence", TextId::FiguresCompetence, |options| {
                    &mut options.competence
                }))
                .child(
                    el("p").class("actions").child(
                        button(app.text(TextId::FiguresCompute))
                            .attr("type", "submit")
                            .attr("data-testid", "compute"),
                    ),
                ),
        )
}

fn field(app: App, figures: Figures, option: &'static OptionField) -> El {
    let input = el("input")
        .attr("type", "text")
        .attr("dir", "ltr")
        .attr("autocomplete", "off")
        .attr("spellcheck", "false")
        .attr("placeholder", option.hint)
        .attr("data-testid", option.testid)
        .prop("value", text(move || figures.options.with(option.get)))
        .on(ev::change, move |event| {
            let value = event_target_value(&event);
            figures.options.update(|options| (option.set)(options, value));
        });
    el("label").child(el("span").child(app.text(option.name))).child(input)
}

fn check(
    app: App,
    figures: Figures,
    testid: &'static str,
    name: TextId,
    place: fn(&mut FigureOptions) -> &mut bool,
) -> El {
    let is_on = flag(move || *place(&mut figures.options.get()));
    let input = el("input")
        .attr("type", "checkbox")
        .attr("data-testid", testid)
        .prop("checked", is_on)
        .on(ev::change, move |event| {
            let checked = event_target_checked(&event);
            figures.options.update(|options| *place(options) = checked);
        });
    el("label").class("figures-page__check").child(input).child(app.text(name))
}
