//! The outline of the template: its typology or its training.

use leptos::prelude::*;

use super::outline::typology_part;
use super::outline_tree::{OutlinePart, OutlineTree};
use super::screen::BuilderScreen;
use super::training_pane::training_part;
use crate::app::App;
use crate::app::builder::Builder;
use crate::ui::view::{El, el, flag, text};
use crate::ui::widgets::button;
use spanwise_i18n::TextId;

/// The pane of the outline, with the choice of its part.
pub(super) fn outline_parts(builder: Builder, screen: RwSignal<BuilderScreen>) -> El {
    let app = App::from_context();
    let tree = OutlineTree::new(builder);
    let shown = RwSignal::new(OutlinePart::Typology);
    let choice = |part: OutlinePart, name: TextId, testid: &'static str| {
        button(app.text(name))
            .class("button button--quiet button--small")
            .attr("data-testid", testid)
            .attr("aria-pressed", text(move || (shown.get() == part).to_string()))
            .on_click(move || shown.set(part))
    };
    let is_hidden = |part: OutlinePart| flag(move || shown.get() != part);
    el("div")
        .class("outline")
        .child(
            el("div")
                .class("outline__parts")
                .attr("role", "group")
                .attr("aria-label", app.text(TextId::OutlineTitle))
                .child(choice(OutlinePart::Typology, TextId::DraftCategories, "outline-typology"))
                .child(choice(OutlinePart::Training, TextId::TemplateTraining, "outline-training")),
        )
        .child(typology_part(tree).attr("hidden", is_hidden(OutlinePart::Typology)))
        .child(
            training_part(tree.of_training(), screen)
                .attr("hidden", is_hidden(OutlinePart::Training)),
        )
}
