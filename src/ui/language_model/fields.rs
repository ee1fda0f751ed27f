//! Fields of settings.

use leptos::ev;
use leptos::prelude::*;

use crate::app::App;
use crate::app::language_model::{LanguageModel, ModelOptions, SettingPlace};
use crate::ui::view::{El, el, flag, text};
use spanwise_i18n::TextId;

/// A setting that is typed or chosen, with its place among the settings.
#[derive(Clone, Copy)]
pub(super) struct Setting {
    pub(super) testid: &'static str,
    pub(super) name: TextId,
    /// An example, or nothing.
    pub(super) hint: &'static str,
    pub(super) place: SettingPlace,
}

impl Setting {
    fn value(self, model: LanguageModel) -> String {
        model.options.with(|options| (self.place)(&mut options.clone()).clone())
    }

    fn set(self, model: LanguageModel, value: String) {
        model.change(|options| *(self.place)(options) = value);
    }
}

/// A field of one line.
pub(super) fn line(app: App, model: LanguageModel, setting: Setting) -> El {
    let input = el("input")
        .attr("type", "text")
        .attr("dir", "ltr")
        .attr("autocomplete", "off")
        .attr("spellcheck", "false")
        .attr("placeholder", setting.hint)
        .attr("data-testid", setting.testid)
        .prop("value", text(move || setting.value(model)))
        .on(ev::change, move |event| setting.set(model, event_target_value(&event)));
    labelled(app.text(setting.name), input)
}

/// A choice among values, each with its name.
pub(super) fn choice(
    app: App,
    model: LanguageModel,
    setting: Setting,
    values: Vec<(impl Into<String>, String)>,
) -> El {
    let option = |(value, name): (_, String)| {
        let value: String = Into::into(value);
        el("option").attr("value", value).child(name)
    };
    let options = values.into_iter().map(option);
    let select = el("select")
        .attr("data-testid", setting.testid)
        .child(options.collect::<Vec<_>>())
        .prop("value", text(move || setting.value(model)))
        .on(ev::change, move |event| setting.set(model, event_target_value(&event)));
    labelled(app.text(setting.name), select)
}

/// A check-box.
pub(super) fn check(
    app: App,
    model: LanguageModel,
    testid: &'static str,
    name: TextId,
    place: fn(&mut ModelOptions) -> &mut bool,
) -> El {
    let input = el("input")
        .attr("type", "checkbox")
        .attr("data-testid", testid)
        .prop("checked", flag(move || *place(&mut model.options.get())))
        .on(ev::change, move |event| {
            let is_on = event_target_checked(&event);
            model.change(|options| *place(options) = is_on);
        });
    el("label").class("model-page__check").child(input).child(app.text(name))
}

pub(super) fn labelled(name: String, field: El) -> El {
    el("label").child(el("span").child(name)).child(field)
}
