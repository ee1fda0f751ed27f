//! The choice of the interface's language.

use leptos::ev;
use leptos::prelude::*;

use crate::app::App;
use crate::ui::view::{El, el};
use spanwise_i18n::{LANGUAGES, TextId};

/// A field to choose the language of the interface; the page is shown anew in it. `automatic` says where the language is
/// from if none is chosen.
pub(crate) fn language_choice(automatic: TextId) -> El {
    let app = App::from_context();
    let chosen = app.preferences.with_untracked(|p| p.language.clone());
    let option = |code: &'static str, name: String, is_chosen: bool| {
        el("option").attr("value", code).attr("selected", is_chosen).child(name)
    };
    let automatic = option("", app.text(automatic), chosen.is_none());
    let each = LANGUAGES.iter().map(|language| {
        let is_chosen = chosen.as_deref() == Some(language.code);
        option(language.code, language.name.to_owned(), is_chosen).attr("lang", language.code)
    });
    let select = el("select")
        .attr("data-testid", "language")
        .on(ev::change, move |event| {
            let code = event_target_value(&event);
            app.choose_language(Some(code.as_str()).filter(|code| !code.is_empty()));
        })
        .child(automatic)
        .child(each.collect::<Vec<_>>());
    el("label").class("menu__field").child(app.text(TextId::BarLanguage)).child(select)
}
