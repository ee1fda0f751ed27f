//! The app on a host of one's own.

use super::controls::fixed;
use crate::app::App;
use crate::ui::view::{View, el};
use spanwise_i18n::TextId;

/// The part of the README about hosting.
const README: &str = concat!(env!("CARGO_PKG_REPOSITORY"), "#host-it");

pub(super) fn host_section() -> View {
    let app = App::from_context();
    let commands = "scripts/build\npython3 -m http.server --directory dist 8000\n";
    let name = app.text(TextId::DeployHost);
    View::Many(vec![
        el("p")
            .child(app.text(TextId::DeployHostHow))
            .child(" ")
            .child(
                el("a")
                    .attr("href", README)
                    .attr("target", "_blank")
                    .attr("rel", "noopener noreferrer")
                    .child(README),
            )
            .into(),
        fixed(commands.to_owned(), "deploy-commands", name).into(),
    ])
}
