//! One file with template and data.

use super::controls::{actions, busy_button, download, hint, not_made};
use crate::app::deployment::{Deployment, DeploymentSource};
use crate::app::{App, NoticeLevel};
use crate::ui::view::{View, el};
use spanwise_i18n::TextId;

/// The page on which Thresh opens bundles.
const THRESH: &str = "https://thresh.tools/annotate";

pub(super) fn bundle_section(deploy: Deployment, material: &DeploymentSource) -> View {
    let app = App::from_context();
    let (for_file, for_trial) = (material.clone(), material.clone());
    let file = download(app, &material.file_name("_packaged.json"), "deploy-bundle", move || {
        let material = for_file.clone();
        async move {
            let bundle = deploy.bundle(&material).await?;
            if !bundle.is_for_thresh {
                app.tell(NoticeLevel::Warning, TextId::DeployBundleNoThresh, None);
            }
            Ok((bundle.name, "application/json", bundle.text))
        }
    });
    let trial = busy_button(app, app.text(TextId::DeployTry), "button", "try", move || {
        let material = for_trial.clone();
        async move {
            match deploy.bundle(&material).await {
                Ok(bundle) => deploy.try_bundle(bundle).await,
                Err(why) => not_made(app, why),
            }
        }
    });
    let address = el("a")
        .attr("href", THRESH)
        .attr("target", "_blank")
        .attr("rel", "noopener noreferrer")
        .child(THRESH);
    View::Many(vec![
        actions([file, trial]).into(),
        hint(around(app, TextId::DeployBundleThresh, "address", address.into())).into(),
    ])
}

/// A sentence with content in its place of this name.
pub(super) fn around(app: App, sentence: TextId, place: &str, content: View) -> View {
    let words = app.words();
    let (before, after) = words.around(sentence, place);
    View::Many(vec![before.into(), content, after.into()])
}
