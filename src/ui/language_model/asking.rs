//! Asking a model about the instance on the annotate page.

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::failures;
use crate::app::language_model::LanguageModel;
use crate::app::suggestions::Suggestions;
use crate::app::{App, Session};
use crate::ui::annotate::focus::focus;
use crate::ui::view::{View, el, show, text};
use crate::ui::widgets::button;
use spanwise_i18n::TextId;

/// Asks about the instance shown, at once and whenever the person wants it: the button, the wait, and what went wrong.
pub(in crate::ui) fn asking(session: Session, suggestions: Suggestions) -> View {
    let app = App::from_context();
    let model = LanguageModel::to_be_asked(app);
    let heading = format!("#{}", session.id("suggestions-heading"));
    let ask = move || {
        let heading = heading.clone();
        spawn_local(async move {
            // The button is gone then.
            if model.ask_about_shown(suggestions, session).await == Some(true) {
                focus(&heading);
            }
        });
    };
    ask();
    let is_asking = Memo::new(move |_| model.progress.with(Option::is_some));
    // Beside the button, so that a double click cancels nothing.
    let wait = move || {
        el("span")
            .child(el("span").attr("role", "status").child(app.text(TextId::SuggestionsAsking)))
            .child(" ")
            .child(
                button(app.text(TextId::ButtonsCancelLabel))
                    .attr("data-testid", "cancel-asking")
                    .on_click(move || model.give_up()),
            )
    };
    let ask_again = move || {
        let ask = ask.clone();
        button(app.text(TextId::SuggestionsAsk))
            .attr("data-testid", "ask-model")
            .attr("aria-disabled", text(move || is_asking.get().to_string()))
            .on_click(ask)
    };
    let lacks_reply = Memo::new(move |_| suggestions.lacks_reply());
    View::from([
        el("p")
            .class("actions")
            .child(show(lacks_reply.into(), ask_again))
            .child(show(is_asking.into(), wait))
            .into(),
        failures(app, model),
    ])
}
