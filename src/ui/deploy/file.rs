//! The app, template and data as one HTML file.

use super::controls::{actions, busy_button, download, hint};
use crate::app::App;
use crate::app::deployment::{Deployment, DeploymentSource};
use crate::ui::view::View;
use spanwise_i18n::TextId;

pub(super) fn file_section(deploy: Deployment, material: &DeploymentSource) -> View {
    let app = App::from_context();
    let name = material.file_name(".html");
    let (for_file, for_trial) = (material.clone(), material.clone());
    let file = download(app, &name, "deploy-file", move || {
        let material = for_file.clone();
        async move {
            let html = deploy.one_file(&material).await?;
            Ok((material.file_name(".html"), "text/html", html))
        }
    });
    let trial = busy_button(app, app.text(TextId::DeployTry), "button", "try", move || {
        let material = for_trial.clone();
        async move { deploy.try_one_file(&material).await }
    });
    View::Many(vec![actions([file, trial]).into(), hint(app.text(TextId::DeployFileHint)).into()])
}
