//! The training as a trainee sees it, from the text of the draft.

use leptos::prelude::*;

use super::screen::BuilderScreen;
use crate::app::App;
use crate::app::builder::Builder;
use crate::app::training::TrainingPurpose;
use crate::ui::annotate::focus::focus;
use crate::ui::training::training_page;
use crate::ui::view::{View, el};
use crate::ui::widgets::button;
use spanwise_browser::timing;
use spanwise_i18n::TextId;

/// The page of the training, below a line that leads back.
pub(super) fn trial(builder: Builder, screen: RwSignal<BuilderScreen>) -> View {
    let app = App::from_context();
    let Some(loaded) = builder.current_template() else { return View::Nothing };
    let title = document().title();
    on_cleanup(move || {
        document().set_title(&title);
        builder.end_sessions();
    });
    let back = move || {
        screen.set(BuilderScreen::Draft);
        timing::after(0, || {
            focus("[data-testid=\"training-try\"]");
        });
    };
    timing::after(0, || {
        focus("[data-testid=\"leave-trial\"]");
    });
    View::Many(vec![
        el("aside")
            .class("build__trial")
            .attr("aria-label", app.text(TextId::DeployTry))
            .attr("data-testid", "trial")
            .child(
                button(app.text(TextId::BuildTrainingBack))
                    .class("button button--small")
                    .attr("data-testid", "leave-trial")
                    .on_click(back),
            )
            .child(el("p").child(app.text(TextId::BuildTrainingTrial)))
            .into(),
        training_page(loaded, TrainingPurpose::Trial, RwSignal::new(false)).into(),
    ])
}
