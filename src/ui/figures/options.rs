//! The options by which figures are computed, as the command line takes them.

use leptos::ev;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, HtmlInputElement};

use super::in_english;
use crate::app::figures::{
    FigureOption, FigureOptions, Figures, OPTIONS, OfferedNames, OptionControl, OptionSubject,
};
use crate::app::{App, Failure};
use crate::ui::view::{El, View, dynamic, el, flag, show, text};
use crate::ui::widgets::{Icon, button, icon_button};
use spanwise_browser::console::reported;
use spanwise_browser::files;
use spanwise_i18n::TextId;

/// The selector of the form with its heading.
const FORM: &str = "[data-testid=options]";

/// Computes the figures, unless a field says no option: that one gets the focus.
pub(super) fn compute(figures: Figures) {
    let options = document().query_selector(FORM).ok().flatten();
    let invalid = options.as_ref().and_then(|options| {
        let field = options.query_selector("[aria-invalid=true]").ok().flatten()?;
        field.dyn_into::<HtmlElement>().ok()
    });
    let Some((field, options)) = invalid.zip(options) else { return figures.compute() };
    let more = field.closest("details").ok().flatten();
    for fold in std::iter::once(options).chain(more) {
        reported(fold.set_attribute("open", ""));
    }
    reported(field.focus());
}

/// The form of the options: the usual ones, and in a further fold the others, by subject.
pub(super) fn options_form(app: App, figures: Figures) -> El {
    let more = [
        (OptionSubject::Items, app.text(TextId::FigureOptionsItems)),
        (OptionSubject::Categories, app.text(TextId::FigureOptionsCategories)),
        (OptionSubject::Gamma, "γ".to_owned()),
        (OptionSubject::AltTest, app.text(TextId::MeasuresAltTest)),
    ];
    let more = more.map(|(subject, name)| {
        el("fieldset").child(el("legend").child(name)).child(controls(app, figures, subject))
    });
    let extra: [(_, _, Place); 3] = [
        ("reference", TextId::FiguresReference, |options| &mut options.has_reference),
        ("gamma", TextId::FiguresGamma, |options| &mut options.gamma),
        ("competence", TextId::FiguresCompetence, |options| &mut options.competence),
    ];
    let extra = extra.map(|(testid, name, place)| {
        let is_on = flag(move || *place(&mut figures.options.get()));
        let set = move |is_on| figures.options.update(|options| *place(options) = is_on);
        check(app, testid, name, is_on, set)
    });
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
                .child(controls(app, figures, OptionSubject::Usual))
                .child(extra)
                .child(
                    el("details")
                        .attr("data-testid", "more-options")
                        .child(el("summary").child(app.text(TextId::FigureOptionsMore)))
                        .child(more),
                )
                .child(
                    el("p").class("actions").child(
                        button(app.text(TextId::FiguresCompute))
                            .attr("type", "submit")
                            .attr("data-testid", "compute"),
                    ),
                ),
        )
}

/// The place of an option that is no option of the command line.
type Place = fn(&mut FigureOptions) -> &mut bool;

/// The controls of the options on a subject: fields, then check-boxes.
fn controls(app: App, figures: Figures, subject: OptionSubject) -> [El; 2] {
    let own = || OPTIONS.iter().filter(move |option| option.subject == subject);
    let field = |option: &'static FigureOption| match option.control {
        OptionControl::Text { hint, names } => {
            let input = input(figures, option, hint);
            let control = match names {
                Some(names) => with_names(figures, option, names, input),
                None => stored(figures, option, input).into(),
            };
            Some(labelled(app, option, control))
        }
        OptionControl::Number(usual) => Some(number(app, figures, option, usual)),
        OptionControl::Choice(values) => {
            Some(labelled(app, option, choice(app, figures, option, values).into()))
        }
        OptionControl::ChoiceOrFile { values, by_file, content } => {
            Some(choice_or_file(app, figures, option, values, by_file, content))
        }
        OptionControl::Check(_) => None,
    };
    let checks = own().filter(|option| matches!(option.control, OptionControl::Check(_)));
    let checks = checks.map(|option| {
        let is_on = flag(move || figures.options.with(|of| !of.value(option).is_empty()));
        check(app, option.testid, option.label, is_on, move |is_on| {
            set(figures, option, if is_on { ON } else { "" });
        })
    });
    [
        el("div").class("figures-page__fields").child(own().filter_map(field).collect::<Vec<_>>()),
        el("div").child(checks.collect::<Vec<_>>()),
    ]
}

/// The value of a check-box that is on.
const ON: &str = "on";

fn set(figures: Figures, option: &FigureOption, value: &str) {
    figures.options.update(|options| options.set(option, value));
}

fn labelled(app: App, option: &FigureOption, control: View) -> El {
    let name = el("span").child(app.text(option.label));
    el("div").child(el("label").child(name).child(control))
}

/// A field of text.
fn input(figures: Figures, option: &'static FigureOption, hint: &str) -> El {
    // A text that is no option stays when another option changes.
    let value = Memo::new(move |_| figures.options.with(|options| options.value(option)));
    el("input")
        .attr("type", "text")
        .attr("dir", "ltr")
        .attr("autocomplete", "off")
        .attr("spellcheck", "false")
        .attr("placeholder", hint.to_owned())
        .attr("data-testid", option.testid)
        .prop("value", text(move || value.get()))
}

/// A control whose value becomes the option.
fn stored(figures: Figures, option: &'static FigureOption, control: El) -> El {
    control.on(ev::change, move |event| set(figures, option, &event_target_value(&event)))
}

/// A field that offers names of the data, after those that it has.
fn with_names(
    figures: Figures,
    option: &'static FigureOption,
    names: OfferedNames,
    input: El,
) -> View {
    let id = format!("{}-names", option.testid);
    let typed = RwSignal::new(figures.options.with_untracked(|options| options.value(option)));
    let offered = move || {
        let names = figures.names.with(|all| names.offered(&typed.get(), all));
        names.into_iter().map(|text| el("option").attr("value", text)).collect::<Vec<_>>()
    };
    let input = input
        .attr("list", id.clone())
        .on(ev::input, move |event| typed.set(event_target_value(&event)));
    View::from([
        stored(figures, option, input),
        el("datalist").attr("id", id).child(dynamic(offered)),
    ])
}

/// A field of a whole number. What is none is said, and does not become the option.
fn number(app: App, figures: Figures, option: &'static FigureOption, usual: u32) -> El {
    let is_invalid = RwSignal::new(false);
    let reason = format!("{}-reason", option.testid);
    let is_number = |text: &str| text.trim().is_empty() || text.trim().parse::<u32>().is_ok();
    let input = input(figures, option, &usual.to_string())
        .attr("inputmode", "numeric")
        .attr("aria-invalid", text(move || is_invalid.get().to_string()))
        .attr("aria-describedby", reason.clone())
        // While it is typed: a reason that came with the press on something else would move it away.
        .on(ev::input, move |event| is_invalid.set(!is_number(&event_target_value(&event))))
        .on(ev::change, move |event| {
            let value = event_target_value(&event);
            if is_number(&value) {
                set(figures, option, &value);
            }
        });
    let said = move || {
        let (min, max) = (u32::MIN.to_string(), u32::MAX.to_string());
        let range = [("min", min.as_str()), ("max", max.as_str())];
        app.words().fill(TextId::CompileWriteWholeNumberFrom, &range)
    };
    labelled(app, option, input.into()).child(
        el("p")
            .class("figures-page__invalid")
            .attr("id", reason)
            .attr("role", "status")
            .child(dynamic(move || is_invalid.get().then(said))),
    )
}

fn choice(app: App, figures: Figures, option: &'static FigureOption, values: ChoiceValues) -> El {
    let select = el("select").attr("data-testid", option.testid);
    stored(figures, option, select.child(entries(app, figures, option, values, || true)))
}

/// The values of a choice.
type ChoiceValues = &'static [(&'static str, Option<TextId>)];

/// The entries of a choice; one of them is chosen while `has_value`.
fn entries(
    app: App,
    figures: Figures,
    option: &'static FigureOption,
    values: ChoiceValues,
    has_value: impl Fn() -> bool + Copy + Send + Sync + 'static,
) -> Vec<El> {
    let entry = |(value, name): &(&'static str, Option<TextId>)| {
        let value = *value;
        let is_chosen = move || figures.options.with(|options| options.value(option) == value);
        let is_chosen = flag(move || has_value() && is_chosen());
        let entry = el("option").attr("value", value).prop("selected", is_chosen);
        match name {
            Some(name) => entry.child(app.text(*name)),
            None => in_english(entry).child(value),
        }
    };
    values.iter().map(entry).collect()
}

/// The value of the choice of a file.
const BY_FILE: &str = "file";

/// A choice of values, or of a file.
fn choice_or_file(
    app: App,
    figures: Figures,
    option: &'static FigureOption,
    values: ChoiceValues,
    by_file: TextId,
    content: TextId,
) -> El {
    // Until a file was chosen, the option stays as it was.
    let is_wanted = RwSignal::new(false);
    let file =
        Memo::new(move |_| figures.options.with(|of| of.file_name(option).map(str::to_owned)));
    let is_by_file = move || is_wanted.get() || file.with(Option::is_some);
    let select = el("select")
        .attr("data-testid", option.testid)
        .child(entries(app, figures, option, values, move || !is_by_file()))
        .child(
            el("option")
                .attr("value", BY_FILE)
                .prop("selected", flag(is_by_file))
                .child(app.text(by_file)),
        )
        .on(ev::change, move |event| {
            let value = event_target_value(&event);
            is_wanted.set(value == BY_FILE);
            if value != BY_FILE {
                set(figures, option, &value);
            }
        });
    let node: HtmlElement = select.node();
    let return_focus = move || {
        reported(node.focus());
    };
    let chosen = return_focus.clone();
    let wanted = show(flag(move || is_wanted.get()), move || {
        wanted_file(app, figures, option, content, is_wanted, chosen.clone())
    });
    let given = dynamic(move || {
        let (name, return_focus) = (file.get()?, return_focus.clone());
        let remove = app.words().fill(TextId::FiguresRemove, &[("name", &name)]);
        let remove = icon_button(Icon::Close, remove).on_click(move || {
            set(figures, option, "");
            return_focus();
        });
        Some(el("p").class("figures-page__file").child(el("bdi").child(name)).child(remove))
    });
    labelled(app, option, select.into()).child(el("div").child(wanted).child(given))
}

/// The field of a file that is wanted. What is none is said, and does not become the option.
fn wanted_file(
    app: App,
    figures: Figures,
    option: &'static FigureOption,
    content: TextId,
    is_wanted: RwSignal<bool>,
    return_focus: impl Fn() + Clone + 'static,
) -> [El; 3] {
    let failure = RwSignal::new(None::<Failure>);
    let [hint, reason] = ["hint", "reason"].map(|end| format!("{}-{end}", option.testid));
    let field = el("input")
        .attr("type", "file")
        .attr("data-testid", format!("{}-{BY_FILE}", option.testid))
        .attr("aria-invalid", "true")
        .attr("aria-describedby", format!("{hint} {reason}"));
    let node: HtmlInputElement = field.node();
    let field = field.on(ev::change, move |_| {
        let (file, return_focus) = (files::take(&node).into_iter().next(), return_focus.clone());
        let Some(file) = file else { return };
        spawn_local(async move {
            match figures.set_file(option, file).await {
                Ok(()) => {
                    is_wanted.try_set(false);
                    return_focus();
                }
                Err(why) => {
                    failure.try_set(Some(why));
                }
            }
        });
    });
    let said = move || failure.get().map(|why| format!("{}: {}", why.what, app.say(&why.message)));
    [
        el("label")
            .class("file-choice")
            .child(el("span").class("button").child(app.text(TextId::BarOpenFile)))
            .child(field),
        el("p").class("hint").attr("id", hint).child(app.text(content)),
        el("p")
            .class("figures-page__invalid")
            .attr("id", reason)
            .attr("role", "status")
            .child(dynamic(said)),
    ]
}

fn check(
    app: App,
    testid: &'static str,
    name: TextId,
    is_on: Signal<bool>,
    set: impl Fn(bool) + 'static,
) -> El {
    let input = el("input")
        .attr("type", "checkbox")
        .attr("data-testid", testid)
        .prop("checked", is_on)
        .on(ev::change, move |event| set(event_target_checked(&event)));
    el("label").class("figures-page__check").child(input).child(app.text(name))
}
