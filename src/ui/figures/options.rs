//! The options by which figures are computed, as the command line takes them.

use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

use crate::app::App;
use crate::app::figures::{FigureOptions, Figures};
use crate::ui::conversion::UNITS;
use crate::ui::view::{El, dynamic, el, flag, text};
use crate::ui::widgets::button;
use spanwise_browser::console::reported;
use spanwise_i18n::TextId;

/// A field: its name and hint, and the option in it.
struct OptionField {
    testid: &'static str,
    name: TextId,
    hint: &'static str,
    value: OptionValue,
}

/// The place of an option.
#[derive(Clone, Copy)]
enum OptionValue {
    Text(fn(&mut FigureOptions) -> &mut String),
    Number(fn(&mut FigureOptions) -> &mut u32),
}

impl OptionValue {
    fn read(self, mut options: FigureOptions) -> String {
        match self {
            OptionValue::Text(place) => place(&mut options).clone(),
            OptionValue::Number(place) => place(&mut options).to_string(),
        }
    }

    /// Returns `true` if the text says an option.
    fn can_be(self, text: &str) -> bool {
        match self {
            OptionValue::Text(_) => true,
            OptionValue::Number(_) => text.trim().parse::<u32>().is_ok(),
        }
    }

    /// Sets the option, which stays as it was if the text does not say one.
    fn write(self, options: &mut FigureOptions, text: String) {
        match self {
            OptionValue::Text(place) => *place(options) = text,
            OptionValue::Number(place) => {
                let number = place(options);
                *number = text.trim().parse().unwrap_or(*number);
            }
        }
    }
}

/// The fields of text and numbers.
const FIELDS: [OptionField; 10] = [
    OptionField {
        testid: "by",
        name: TextId::FiguresBy,
        hint: "model, p; domain",
        value: OptionValue::Text(|options| &mut options.by),
    },
    OptionField {
        testid: "where",
        name: TextId::FiguresWhere,
        hint: "model=gpt2, p=0.96",
        value: OptionValue::Text(|options| &mut options.conditions),
    },
    OptionField {
        testid: "category",
        name: TextId::FiguresCategory,
        hint: "grammar, redundant",
        value: OptionValue::Text(|options| &mut options.category),
    },
    OptionField {
        testid: "annotator",
        name: TextId::FiguresAnnotator,
        hint: "anna, ben",
        value: OptionValue::Text(|options| &mut options.annotator),
    },
    OptionField {
        testid: "leave-out",
        name: TextId::FiguresLeaveOut,
        hint: "grammar_usage=1",
        value: OptionValue::Text(|options| &mut options.leave_out),
    },
    OptionField {
        testid: "average",
        name: TextId::FiguresAverage,
        hint: "system, language",
        value: OptionValue::Text(|options| &mut options.average),
    },
    OptionField {
        testid: "alt-test",
        name: TextId::FiguresAltTest,
        hint: "gpt-5",
        value: OptionValue::Text(|options| &mut options.alt_test),
    },
    OptionField {
        testid: "systems",
        name: TextId::FiguresSystems,
        hint: "system",
        value: OptionValue::Text(|options| &mut options.systems),
    },
    OptionField {
        testid: "samples",
        name: TextId::FiguresSamples,
        hint: "1000",
        value: OptionValue::Number(|options| &mut options.samples),
    },
    OptionField {
        testid: "seed",
        name: TextId::FiguresSeed,
        hint: "42",
        value: OptionValue::Number(|options| &mut options.seed),
    },
];

/// The selector of the form with its heading.
const OPTIONS: &str = "[data-testid=options]";

/// Computes the figures, unless a field says no option: that one gets the focus.
pub(super) fn compute(figures: Figures) {
    let options = document().query_selector(OPTIONS).ok().flatten();
    let invalid = options.as_ref().and_then(|options| {
        let field = options.query_selector("[aria-invalid=true]").ok().flatten()?;
        field.dyn_into::<HtmlElement>().ok()
    });
    let Some((field, options)) = invalid.zip(options) else { return figures.compute() };
    reported(options.set_attribute("open", ""));
    reported(field.focus());
}

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
                    compute(figures);
                })
                .child(
                    el("div")
                        .class("figures-page__fields")
                        .child(fields)
                        .child(offsets_choice(app, figures)),
                )
                .child(check(app, figures, "reference", TextId::FiguresReference, |options| {
                    &mut options.has_reference
                }))
                .child(check(app, figures, "gamma", TextId::FiguresGamma, |options| {
                    &mut options.gamma
                }))
                .child(check(app, figures, "competence", TextId::FiguresCompetence, |options| {
                    &mut options.competence
                }))
                .child(check(app, figures, "goes-on", TextId::FiguresGoesOn, |options| {
                    &mut options.goes_on
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
    let is_invalid = RwSignal::new(false);
    let reason = format!("{}-reason", option.testid);
    // A text that is no option stays when another option changes.
    let value = Memo::new(move |_| option.value.read(figures.options.get()));
    let input = el("input")
        .attr("type", "text")
        .attr("dir", "ltr")
        .attr("autocomplete", "off")
        .attr("spellcheck", "false")
        .attr("placeholder", option.hint)
        .attr("data-testid", option.testid)
        .attr("aria-invalid", text(move || is_invalid.get().to_string()))
        .attr("aria-describedby", reason.clone())
        .prop("value", text(move || value.get()))
        // While it is typed: a reason that came with the press on something else would move it away.
        .on(ev::input, move |event| {
            is_invalid.set(!option.value.can_be(&event_target_value(&event)));
        })
        .on(ev::change, move |event| {
            let value = event_target_value(&event);
            figures.options.update(|options| option.value.write(options, value));
        });
    let said = move || {
        let (min, max) = (u32::MIN.to_string(), u32::MAX.to_string());
        let range = [("min", min.as_str()), ("max", max.as_str())];
        app.words().fill(TextId::CompileWriteWholeNumberFrom, &range)
    };
    let said = dynamic(move || is_invalid.get().then(said));
    el("div").child(el("label").child(el("span").child(app.text(option.name))).child(input)).child(
        el("p")
            .class("figures-page__invalid")
            .attr("id", reason)
            .attr("role", "status")
            .child(said),
    )
}

/// The unit that the offsets of all files count.
fn offsets_choice(app: App, figures: Figures) -> El {
    let units = [("", TextId::ConversionDetect)].into_iter().chain(UNITS);
    let units = units.map(|(unit, name)| {
        let is_chosen = flag(move || figures.options.with(|options| options.offsets == unit));
        el("option").attr("value", unit).prop("selected", is_chosen).child(app.text(name))
    });
    let choice = el("select").attr("data-testid", "offsets").child(units.collect::<Vec<_>>()).on(
        ev::change,
        move |event| {
            let unit = event_target_value(&event);
            figures.options.update(|options| options.offsets = unit);
        },
    );
    let name = el("span").child(app.text(TextId::ConversionOffsets));
    el("div").child(el("label").child(name).child(choice))
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
